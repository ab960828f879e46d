enum CompletionsCommand {
  /// Its hidden option prints candidates for the scripts: one a line, a TAB and a description after each.
  static let definition = CommandDefinition(
    name: "completions", group: .journal, summary: "Print a shell's completion script.",
    arguments: [
      .init(
        "SHELL", .choice(CompletionScript.allCases.map(\.rawValue)), count: .optional,
        "The shell: bash, zsh or fish.")
    ],
    options: [
      .value(
        "word", "WORD", .text, isRepeatable: true, isHidden: true,
        "Print what the last WORD may become.")
    ], exclusive: [["SHELL", "word"]], needsOneOf: ["SHELL", "word"],
    description: """
      Prints a script for SHELL that completes commands, options, threads, entries and fields of
      `tj`. The examples show where each shell looks for it.
      """,
    examples: [
      (
        "tj completions bash > ~/.local/share/bash-completion/completions/tj",
        "Install it for bash."
      ),
      (
        "tj completions zsh > ~/.zfunc/_tj",
        "Install it for zsh, in a folder of `$fpath`."
      ),
      (
        "tj completions fish > ~/.config/fish/completions/tj.fish", "Install it for fish."
      ),
    ],
    seeAlso: ["help"],
    synonyms: ["completion"],
    action: .run { arguments, session in
      if let script = arguments.choice("SHELL", as: CompletionScript.self) {
        session.output.write(script.text)
        return .done
      }
      // A shell that completes shows no errors: without a journal there is nothing to complete.
      for (word, description) in Completion.candidates(for: arguments.values("word"), session) {
        session.output.write(description.isEmpty ? "\(word)\n" : "\(word)\t\(description)\n")
      }
      return .done
    })
}
