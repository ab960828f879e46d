/// The completion scripts that `tj completions SHELL` prints, drawn from the table.
///
/// For threads and entries a script runs `tj [-C DIR] completions --threads=PREFIX` (or `--entries`,
/// `--references`). The answer is one candidate a line, a TAB, and a description: only candidates that
/// begin with PREFIX, whatever the case, that hold no control characters and do not begin with `-`.
enum CompletionScript {
  /// The script for `shell`.
  static func bytes(for shell: Shell, table: CommandTable = .standard) -> [UInt8] {
    let models = CompletionModel.all(of: table)
    let script =
      switch shell {
      case .bash: bash(models)
      case .zsh: zsh(models)
      case .fish: fish(models)
      }
    return Array(script.utf8)
  }

  /// `text` in single quotes, as bash and zsh read it.
  static func quoted(_ text: String) -> String {
    "'"
      + text.unmarked.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  /// The spellings of `option` on a command line: `--limit`, and `-n` where it has a letter.
  static func spellings(of option: OptionDefinition) -> [String] {
    ["--\(option.name)"] + [option.short.map { "-\($0)" }].compactMap(\.self)
  }
}
