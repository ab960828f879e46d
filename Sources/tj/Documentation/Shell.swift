/// A shell that completions can be printed for.
enum Shell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish
}
