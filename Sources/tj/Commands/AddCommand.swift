import ThreadJournal
import ThreadStorage

/// `tj add`: adds an entry to a thread.
enum AddCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "add", group: .writing,
    summary: "Add an entry to a thread.",
    arguments: [
      ArgumentDefinition("THREAD", .thread, "The thread to add to."),
      ArgumentDefinition(
        "TEXT", .text, count: .zeroOrMore,
        "The entry's text, words joined by spaces; `-` reads it from standard input."),
    ],
    options: [
      .fieldAssignment,
      .value("at", "TIME", .time, "The entry's time, instead of now."),
      .value("title", "TITLE", .text, "The entry's title."),
      .value("location", "PLACE", .text, "Set the field location to PLACE."),
      .flag("no-location", "Add no location."),
      .flag("edit", "Write the text in the editor, beginning with TEXT."),
      .flag("new", "Make the thread if there is none."),
    ],
    exclusive: [["location", "no-location"]],
    description: [
      """
      Adds an entry to THREAD and prints the entry's id. The text is TEXT; without TEXT it is \
      standard input, or, where that is a terminal, what you write in `$VISUAL` or `$EDITOR`.
      """,
      """
      What you write is kept as a draft until it is in the thread. When the entry cannot be \
      added, the draft stays, and its path is printed.
      """,
      """
      With the setting `location` on, the field `location` is what the `location-command` prints, \
      unless `--location` or `--no-location` is given. Coordinates are refused.
      """,
      """
      A field must be defined by the thread, and its value must fit the field's type. Text that \
      begins with `-` goes after `--`.
      """,
    ],
    examples: [
      .init("tj add morning 'Slept badly, but the coffee is good.'", "Add an entry now."),
      .init(
        "tj add morning -f mood=7 -f sleep=6h30m", "Add fields, and write the text in the editor."),
      .init("tj add morning --at 'yesterday 21:30' 'A long walk'", "Add an entry of last night."),
      .init("tj add ideas --new - < note.txt", "Add a file's text to a thread, made if need be."),
    ],
    seeAlso: ["new", "edit", "show"],
    synonyms: ["write", "log", "append", "a"])
}

extension AddCommand {
  /// Adds an entry and prints its id.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let name = arguments.positional("THREAD") ?? ""
    let words = arguments.positionals("TEXT")
    let request: EntryRequest
    let header: ThreadHeader
    do {
      request = try EntryRequest(arguments, journal: journal, session: session)
      header = try thread(named: name, arguments, journal, session)
    } catch {
      let readsInput =
        words == ["-"]
        || (words.isEmpty && !session.inputIsTerminal && !arguments.flag("edit"))
      let note = DraftNote(.add, thread: "", entry: journal.newEntryID().description)
      throw readsInput ? try EntryText.keepingInput(for: note, in: journal, after: error) : error
    }
    var note = DraftNote(.add, thread: header.path, entry: request.id.description)
    note.time = arguments.value("at") == nil ? nil : request.time.canonicalText
    note.title = arguments.value("title")
    note.fields = request.fields.map { .init(name: $0.name, value: $0.value) }
    let given = EntryText.argument(words)
    if arguments.flag("edit") || (given == nil && words.isEmpty && session.inputIsTerminal) {
      return try write(given ?? [], request, note, header, journal, session)
    }
    let text = try given ?? EntryText.standardInput(for: note, in: journal)
    var entry = request.entry(text: text)
    guard !entry.text.isEmpty || !entry.fields.isEmpty || !entry.title.isEmpty else {
      throw CommandError.nothingToAdd
    }
    request.place?.locate(&entry, in: header, of: journal)
    try EntryText.keeping(text, note, in: journal) {
      try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
      session.settle(try journal.add(entry, to: header))
    }
    session.output.write("\(entry.id)\n")
    return .done
  }

  /// The thread to add to; a new one where there is none and `--new` says so.
  private static func thread(
    named name: String, _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws -> ThreadHeader {
    do {
      return try journal.thread(named: name)
    } catch JournalError.unknownThread where arguments.flag("new") {
      var generator = SystemRandomNumberGenerator()
      let path = session.settle(
        try journal.makeThread(
          titled: name, id: journal.newThreadID(using: &generator), first: nil))
      session.note("Made the thread \"\(name)\" in \(path).")
      return try journal.thread(named: path)
    }
  }

  /// Lets the writer write the entry in the editor, and adds what is left there.
  private static func write(
    _ text: [UInt8], _ request: EntryRequest, _ note: DraftNote, _ header: ThreadHeader,
    _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    var note = note
    note.hint =
      "Write the entry for \(header.title) above; save and quit to add it, or leave it empty to cancel."
    let fields = request.fields.map { Entry.Field(name: Array($0.name.utf8), value: $0.value) }
    let editor = Editor(session)
    let (result, file) = try editor.edit(
      EntryDraft(fields: fields, text: text), note, in: journal)
    guard case .edited(let draft) = result, !draft.isEmpty else {
      session.note("Nothing was added: the text was left empty.")
      try? journal.directory.drafts.remove(file)
      return .failed
    }
    var entry = request.entry(text: draft.text)
    entry.fields = draft.fields.filter { !$0.value.isEmpty }.map {
      (String(decoding: $0.name, as: UTF8.self), $0.value)
    }
    request.place?.locate(&entry, in: header, of: journal)
    do {
      try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
      session.settle(try journal.add(entry, to: header))
    } catch {
      throw CommandError.keptDraft(path: file.path, cause: error)
    }
    try journal.directory.drafts.remove(file)
    session.output.write("\(entry.id)\n")
    return .done
  }
}
