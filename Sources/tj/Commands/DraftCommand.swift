import ThreadJournal
import ThreadStorage

/// `tj draft`: text that is not in the journal yet.
enum DraftCommand {
  private static let number = ArgumentDefinition(
    "N", .integer(atLeast: 1), count: .optional, "The draft's number; 1, the newest, if absent.")

  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "draft", group: .writing,
    summary: "See and finish text that was not saved yet.",
    subcommands: [list, show, resume, discard],
    defaultSubcommand: "list",
    description: [
      """
      A draft is text that was to be added and is not in the journal: the editor failed, the \
      input was interrupted, the disk was full. It is a file in `.threadjournal/drafts/`, and \
      stays until it is finished or discarded.
      """
    ],
    seeAlso: ["add", "edit", "undo"],
    synonyms: ["drafts", "autosave"])

  private static let list = CommandDefinition(
    name: "list", group: .writing, summary: "List the drafts, the newest first.",
    options: [.json],
    description: ["Prints each draft's number, age, purpose, thread and first line."],
    examples: [.init("tj draft list", "List the drafts that wait.")], seeAlso: ["add"])

  private static let show = CommandDefinition(
    name: "show", group: .writing, summary: "Print a draft.", arguments: [number],
    description: ["Prints the draft as it is; its path goes to standard error."],
    examples: [.init("tj draft show 2", "Print the second newest draft.")], seeAlso: ["add"])

  private static let resume = CommandDefinition(
    name: "resume", group: .writing, summary: "Finish a draft.", arguments: [number],
    options: [
      .flag("edit", "Open it in the editor first."),
      .value("into", "THREAD", .thread, "Add it to THREAD."),
      .value(
        "field", short: "f", "NAME=VALUE", .fieldAssignment, isRepeatable: true,
        "Set the field NAME to VALUE, or leave it out with `NAME=`; may be given several times."),
      .flag("replace", "Change the entry even if it was changed meanwhile."),
    ],
    description: [
      """
      Does what the command that left the draft was to do, and removes the draft. It does it once: \
      an entry that was added after all is not added again. A draft without text is opened in the \
      editor.
      """
    ],
    examples: [
      .init("tj draft resume", "Finish the newest draft."),
      .init("tj draft resume 2 --edit", "Go on writing the second newest."),
    ],
    seeAlso: ["add", "edit"])

  private static let discard = CommandDefinition(
    name: "discard", group: .writing, summary: "Remove a draft.", arguments: [number],
    options: [.yes],
    description: ["Removes a draft for good, after asking; without a terminal it needs `--yes`."],
    examples: [.init("tj draft discard 2", "Remove the second newest draft.")],
    seeAlso: ["trash"])
}

extension DraftCommand {
  /// Lists, shows, finishes or removes drafts.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let subcommand = arguments.command.dropFirst().first ?? "list"
    let changes = ["resume", "discard"].contains(subcommand)
    let journal = try session.journal(changes ? .writing : .reading, mentionsDrafts: false)
    let drafts = try WaitingDraft.all(in: journal)
    if subcommand == "list" {
      let view = DraftListing(session: session, journal: journal)
      arguments.flag("json") ? view.printJSON(drafts) : view.print(drafts)
      return .done
    }
    let number = arguments.positional("N").flatMap { Int($0) } ?? 1
    guard number <= drafts.count else {
      throw CommandError.unknownDraft(number: number, count: drafts.count)
    }
    let draft = drafts[number - 1]
    switch subcommand {
    case "show": return try show(draft, journal, session)
    case "resume": return try resume(draft, arguments, journal, session)
    default: return try discard(draft, arguments, journal, session)
    }
  }

  private static func show(
    _ draft: WaitingDraft, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    var text = try journal.directory.drafts.text(of: draft.file)
    if !text.isEmpty, text.last != 0x0A { text.append(0x0A) }
    session.note(draft.file.path)
    session.output.write(session.outputTerminal.isTerminal ? TerminalText.escaped(text) : text)
    return .done
  }

  private static func resume(
    _ draft: WaitingDraft, _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    var finishing = DraftFinishing(journal: journal, session: session, isResumed: true)
    finishing.thread = try arguments.value("into").map { try journal.thread(named: $0) }
    finishing.replacesChanged = arguments.flag("replace")
    var note = draft.note
    if let thread = finishing.thread {
      let purposeless = DraftNote(.add, thread: thread.path, entry: draft.file.name)
      note = note ?? purposeless
      // What was to change an entry that nobody knows can become a new one.
      if note?.purpose == .edit, note?.entry.isEmpty == true { note = purposeless }
      if note?.purpose != .edit { note?.purpose = .add }
    }
    for assignment in arguments.assignments("field") {
      try EntryRequest.checkName(assignment.name)
      note?.set(assignment)
    }
    guard let note else { throw CommandError.draftWithoutThread(draft: draft.file.path) }
    let needsText = !draft.content.holdsText(for: note) && session.inputIsTerminal
    if arguments.flag("edit") || needsText {
      switch try Editor(session).open(draft.file, note, in: journal) {
      case .written, .unchanged: break
      case .empty, .removed:
        session.settle(try journal.discard(draft.file))
        session.note("Nothing was added: the text was left empty, and the draft is removed.")
        return .failed
      }
    }
    try finishing.finish(draft.file, note)
    return .done
  }

  private static func discard(
    _ draft: WaitingDraft, _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    if !arguments.flag("yes") {
      guard session.inputIsTerminal else { throw CommandError.needsYes(command: "draft discard") }
      let line = String(decoding: draft.firstLine, as: UTF8.self)
      guard session.confirms("Remove the draft '\(line)' for good?") else {
        session.note("Nothing was removed.")
        return .failed
      }
    }
    session.settle(try journal.discard(draft.file))
    session.note("Removed the draft.")
    return .done
  }
}

extension DraftNote {
  /// Puts a value in the place of the one that the command line gave first; an empty one leaves the field out.
  fileprivate mutating func set(_ assignment: FieldAssignment) {
    let key = FieldName.key(assignment.name)
    fields.removeAll { FieldName.key($0.name) == key }
    // Of a change, an empty value takes the field away.
    guard !assignment.value.isEmpty || purpose == .edit else { return }
    fields.append(Field(name: assignment.name, value: Array(assignment.value.utf8)))
  }
}
