import ThreadJournal
import ThreadStorage

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
    options: [
      .value("threads", "PREFIX", .text, isHidden: true, "Print threads that begin with PREFIX."),
      .value("entries", "PREFIX", .text, isHidden: true, "Print entries that begin with PREFIX."),
      .value("references", "PREFIX", .text, isHidden: true, "Print threads and entries."),
      .value("fields", "PREFIX", .text, isHidden: true, "Print fields that begin with PREFIX."),
      .value(
        "assignments", "PREFIX", .text, isHidden: true, "Print fields, and values of choices."),
      .value(
        "of", "REFERENCE", .text, isHidden: true, "The thread or entry whose fields are meant."),
    ],
    exclusive: [["SHELL", "threads", "entries", "references", "fields", "assignments"]],
    needsOneOf: ["SHELL", "threads", "entries", "references", "fields", "assignments"],
    description: """
      Prints a script for SHELL that completes commands, options, threads, entries and fields of
      `tj`. The examples show where each shell looks for it.
      """,
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
    synonyms: ["completion"],
    action: .run(run))

  /// Prints a shell's script, or the candidates that a script asks for.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    if let shell = arguments.positional("SHELL").flatMap({ Shell(rawValue: $0) }) {
      session.output.write(CompletionScript.bytes(for: shell))
      return .done
    }
    // A shell that completes shows no errors: without a journal there is nothing to complete.
    guard let journal = try? session.journal(.reading, mentionsDrafts: false) else { return .done }
    if let prefix = arguments.value("threads") { threads(prefix, journal, session) }
    if let prefix = arguments.value("entries") { entries(prefix, journal, session) }
    if let prefix = arguments.value("references") {
      threads(prefix, journal, session)
      entries(prefix, journal, session)
    }
    let owner = arguments.value("of")
    if let prefix = arguments.value("fields") {
      for field in FieldCandidates.fields(of: owner, in: journal) where field.begins(prefix) {
        candidate(field.name, field.description, session)
      }
    }
    if let prefix = arguments.value("assignments") {
      for (word, description) in FieldCandidates.assignments(prefix, of: owner, in: journal) {
        candidate(word, description, session)
      }
    }
    return .done
  }

  private static func threads(_ prefix: String, _ journal: Journal, _ session: Session) {
    let key = FieldName.key(prefix)
    for thread in journal.summaries().threads {
      let name = ThreadHeader.withoutSuffix(thread.header.path)
      let count = Counted.entries(thread.entries)
      let title = thread.header.title
      // What goes on as it was typed comes first: shells take nothing else as a completion.
      let isPath = name.utf8.starts(with: prefix.utf8)
      let isTitle = !isPath && title.utf8.starts(with: prefix.utf8)
      if isPath || (!isTitle && FieldName.key(name).hasPrefix(key)) {
        candidate(name, "\(title), \(count)", session)
      } else if isTitle || FieldName.key(title).hasPrefix(key) {
        candidate(title, count, session)
      }
    }
  }

  private static func entries(_ prefix: String, _ journal: Journal, _ session: Session) {
    guard EntryID(prefix) != nil || prefix.isEmpty else { return }
    for entry in journal.entries(withIDBeginning: prefix) where entry.deletion == nil {
      guard let id = entry.id else { continue }
      let words = String(decoding: entry.title.isEmpty ? entry.text : entry.title, as: UTF8.self)
      let first = words.split(separator: "\n").first.map { String($0.prefix(60)) } ?? ""
      candidate(
        id.description, "\(TimeText.entry(entry.timestamp, in: journal.zone)) \(first)", session)
    }
  }

  /// Prints a candidate, unless a shell could not be given it.
  private static func candidate(_ word: String, _ description: String, _ session: Session) {
    let isControl: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory == .control }
    guard !word.hasPrefix("-"), !word.unicodeScalars.contains(where: isControl) else { return }
    let plain = String(
      String.UnicodeScalarView(description.unicodeScalars.map { isControl($0) ? " " : $0 }))
    session.output.write("\(word)\t\(plain)\n")
  }
}
