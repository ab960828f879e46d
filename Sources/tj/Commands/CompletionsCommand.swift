/// `tj completions`: prints a shell's completion script, and answers the scripts' questions.
enum CompletionsCommand {
  /// What the command line knows about it.
  ///
  /// The hidden options print candidates for the scripts: one a line, a TAB and a description after each.
  static let definition = CommandDefinition(
    name: "completions", group: .journal,
    summary: "Print a shell's completion script.",
    arguments: [
      ArgumentDefinition(
        "SHELL", .choice(Shell.allCases.map(\.rawValue)), count: .optional,
        "The shell: bash, zsh or fish.")
    ],
    options: [
      .value("threads", "PREFIX", .text, isHidden: true, "Print threads that begin with PREFIX."),
      .value("entries", "PREFIX", .text, isHidden: true, "Print entries that begin with PREFIX."),
      .value("references", "PREFIX", .text, isHidden: true, "Print threads and entries."),
    ],
    exclusive: [["SHELL", "threads", "entries", "references"]],
    needsOneOf: ["SHELL", "threads", "entries", "references"],
    description: [
      """
      Prints a script for SHELL that completes commands, options, threads and entries of `tj`. \
      The examples show where each shell looks for it.
      """
    ],
    examples: [
      .init(
        "tj completions bash > ~/.local/share/bash-completion/completions/tj",
        "Install it for bash."),
      .init(
        "tj completions zsh > ~/.zfunc/_tj",
        "Install it for zsh, in a folder of `$fpath`."),
      .init(
        "tj completions fish > ~/.config/fish/completions/tj.fish", "Install it for fish."),
    ],
    seeAlso: ["help"],
    synonyms: ["completion"])
}
