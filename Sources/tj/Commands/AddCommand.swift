import ThreadJournal
import ThreadStorage

/// `tj add`: adds an entry to a thread.
enum AddCommand {
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
    description: """
      Adds an entry to THREAD and prints the entry's id. The text is TEXT; without TEXT it is
      standard input, or, where that is a terminal, what you write in `$VISUAL` or `$EDITOR`.

      What you write is kept as a draft until it is in the thread. When the entry cannot be
      added, the draft stays, and its path is printed. Where there cannot be a draft, text from
      standard input is printed back on standard error.

      With the setting `location` on, the field `location` is what the `location-command` prints,
      unless `--location` or `--no-location` is given. Coordinates are refused.

      A field must be defined by the thread, and its value must fit the field's type. Text that
      begins with `-` goes after `--`.
      """,
    examples: [
      .init("tj add morning 'Slept badly, but the coffee is good.'", "Add an entry now."),
      .init(
        "tj add morning -f mood=7 -f sleep=6h30m", "Add fields, and write the text in the editor."),
      .init("tj add morning --at 'yesterday 21:30' 'A long walk'", "Add an entry of last night."),
      .init("tj add ideas --new - < note.txt", "Add a file's text to a thread, made if need be."),
    ],
    seeAlso: ["new", "edit", "show"],
    synonyms: ["write", "log", "append", "a"],
    action: .run(run))

  /// Adds an entry and prints its id.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let words = arguments.positionals("TEXT")
    let readsInput =
      words == ["-"] || (words.isEmpty && !session.inputIsTerminal && !arguments.flag("edit"))
    let (request, header, note) = try EntryText.keeping(
      words, readsInput: readsInput, in: journal,
      for: { unsettledNote(arguments, journal, session) },
      while: {
        let request = try EntryRequest(arguments, journal: journal, session: session)
        let (header, note) = try target(arguments, request, journal)
        return (request, header, note)
      })
    let given = EntryText.argument(words)
    if arguments.flag("edit") || (given == nil && words.isEmpty && session.inputIsTerminal) {
      let beginning = try words.isEmpty ? nil : EntryText.given(words, for: note, in: journal)
      return try write(beginning, request.place, header, note, journal, session)
    }
    // Should it have to be finished later, it is still of now.
    var kept = note
    kept.time = request.time.canonicalText
    let text = try EntryText.given(words, for: kept, in: journal)
    var entry = request.entry(text: text.bytes)
    guard !entry.text.isEmpty || !entry.fields.isEmpty || !entry.title.isEmpty else {
      throw CommandError.nothingToAdd
    }
    try text.delivering(session) { whenBusy in
      request.place?.locate(&entry, in: header, of: journal)
      guard let header else {
        return try begin(note, with: entry, journal, session, whenBusy)
      }
      try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
      _ = session.settle(try journal.add(entry, to: header, whenBusy: whenBusy))
    }
    session.acknowledge(entry.id.description)
    return .done
  }

  /// What a draft's note says where an argument is wrong: as much as the others tell.
  private static func unsettledNote(
    _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) -> DraftNote {
    let thread = try? journal.thread(named: arguments.positional("THREAD") ?? "")
    var note = DraftNote(
      .add, thread: thread?.path ?? "", entry: journal.newEntryID().description)
    let time = arguments.value("at").map { try? session.time($0) } ?? journal.timestamp
    note.time = time?.canonicalText
    let title = try? EntryRequest.title(arguments.value("title"))
    note.title = title.map { String(decoding: $0, as: UTF8.self) }
    let fields = try? EntryRequest.fields(arguments)
    note.fields = (fields ?? []).map { .init(name: Array($0.name.utf8), value: $0.value) }
    return note
  }

  /// The thread to add to, nil where `--new` has it made, and what a draft's note says.
  private static func target(
    _ arguments: ParsedArguments, _ request: EntryRequest, _ journal: Journal
  ) throws -> (ThreadHeader?, DraftNote) {
    let name = arguments.positional("THREAD") ?? ""
    var note = DraftNote(.add, thread: "", entry: request.id.description)
    note.time = arguments.value("at") == nil ? nil : request.time.canonicalText
    note.title = arguments.value("title")
    note.fields = request.fields.map { .init(name: Array($0.name.utf8), value: $0.value) }
    do {
      let header = try journal.thread(named: name)
      note.thread = header.path
      return (header, note)
    } catch JournalError.unknownThread where arguments.flag("new") {
      var generator = SystemRandomNumberGenerator()
      note.purpose = .new
      note.newThread = .init(
        title: Journal.trimmedTitle(name), id: journal.newThreadID(using: &generator))
      return (nil, note)
    }
  }

  /// Makes a thread that begins with the entry.
  private static func begin(
    _ note: DraftNote, with entry: NewEntry, _ journal: Journal, _ session: Session,
    _ whenBusy: @escaping () throws -> Void
  ) throws {
    guard let thread = note.newThread else { return }
    let path = session.settle(
      try journal.makeThread(
        titled: thread.title, id: thread.id, first: entry, whenBusy: whenBusy))
    session.note("Made the thread \"\(thread.title)\" in \(path).")
  }

  /// Lets the writer write the entry in the editor, and adds what is left there.
  private static func write(
    _ beginning: IncomingText?, _ place: PlaceRequest?, _ header: ThreadHeader?, _ note: DraftNote,
    _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    var note = note
    let title = header?.title ?? note.newThread?.title ?? ""
    note.hint =
      "Write the entry for \(title) above; save and quit to add it, or leave it empty to cancel."
    let fields = try EntryDraft.offeredFields(of: header, note, in: journal)
    let text = beginning?.bytes ?? []
    let draft = EntryDraft(fields: fields, text: text)
    let box = journal.directory.drafts
    let file: DraftBox.Draft
    do {
      file = try box.create(draft.bytes(hint: note.hint ?? ""), note: note.encoded)
    } catch {
      throw try beginning?.keeping(after: error) ?? error
    }
    beginning?.discard()
    StandardInput.releaseInterrupts()
    switch try Editor(session).open(file, note, in: journal) {
    case .written:
      try DraftFinishing(journal: journal, session: session, place: place).finish(file, note)
      return .done
    case .unchanged where !text.isEmpty:
      session.note("Nothing was added: the editor left the draft as it was.")
      session.note("It is in \(file.path); to add it: tj draft resume")
    case .unchanged, .empty, .removed:
      try? box.remove(file)
      session.note("Nothing was added: the text was left empty.")
    }
    return .failed
  }
}

extension EntryDraft {
  /// The fields that a thread offers for a new entry (F26, F27), empty but for those given; then the others given.
  fileprivate static func offeredFields(
    of header: ThreadHeader?, _ note: DraftNote, in journal: Journal
  ) throws -> [Entry.Field] {
    let offered = try header.map { try journal.schema(at: $0.path).offered.flatMap(\.fields) } ?? []
    var given = note.fields
    var fields: [Entry.Field] = []
    for field in offered {
      let index = given.firstIndex { $0.key == field.key }
      let value = index.map { given.remove(at: $0).value } ?? []
      fields.append(Entry.Field(name: Array(field.name.utf8), value: value))
    }
    return fields + given
  }
}
