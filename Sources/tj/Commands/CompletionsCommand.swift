import ThreadJournal

/// `tj completions`: prints a shell's completion script, and answers the scripts' questions.
enum CompletionsCommand {
  /// Its hidden options print candidates for the scripts: one a line, a TAB and a description after each.
  static let definition = CommandDefinition(
    name: "completions", group: .journal,
    summary: "Print a shell's completion script.",
    arguments: [
      ArgumentDefinition(
        "SHELL", .choice(Shell.allCases.map(\.rawValue)), count: .optional,
        "The shell: bash, zsh or fish.")
    ],
    options: questions.map {
      .value($0.option, "PREFIX", .text, isHidden: true, $0.summary)
    } + [
      .value(
        "of", "REFERENCE", .text, isHidden: true, "The thread or entry whose fields are meant."),
      .value(
        "word", "WORD", .text, isRepeatable: true, isHidden: true,
        "Print what the last WORD may become."),
    ],
    exclusive: [["SHELL", "word"] + questions.map(\.option)],
    needsOneOf: ["SHELL", "word"] + questions.map(\.option),
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
      if let shell = arguments.positional("SHELL").flatMap({ Shell(rawValue: $0) }) {
        session.output.write(CompletionScript.text(for: shell))
        return .done
      }
      let words = arguments.values("word")
      var candidates = words.isEmpty ? [] : Completion.candidates(for: words, session)
      for question in questions {
        guard let prefix = arguments.value(question.option) else { continue }
        // A shell that completes shows no errors: without a journal there is nothing to complete.
        let journal = try? session.journal(.reading, mentionsDrafts: false)
        candidates += Completion(journal: journal, owner: arguments.value("of"))
          .candidates(question.kind, prefix)
      }
      for (word, description) in candidates {
        session.output.write(description.isEmpty ? "\(word)\n" : "\(word)\t\(description)\n")
      }
      return .done
    })

  /// What else a script may ask for, by the beginning of a name.
  private static let questions: [(option: String, kind: ValueKind, summary: String)] = [
    ("threads", .thread, "Print threads that begin with PREFIX."),
    ("entries", .entry, "Print entries that begin with PREFIX."),
    ("references", .reference, "Print threads and entries."),
    ("fields", .field, "Print fields that begin with PREFIX."),
    ("assignments", .fieldAssignment, "Print fields, and values of choices."),
  ]
}
