import ThreadJournal
import ThreadStorage

/// `tj edit`: changes an entry.
enum EditCommand {
  static let definition = CommandDefinition(
    name: "edit", group: .changing,
    summary: "Change an entry.",
    arguments: [
      ArgumentDefinition("ENTRY", .entry, "The entry to change."),
      ArgumentDefinition(
        "TEXT", .text, count: .optional, "Its new text; `-` reads it from standard input."),
    ],
    options: [
      .value(
        "field", short: "f", "NAME=VALUE", .fieldAssignment, isRepeatable: true,
        "Set the field NAME to VALUE, or take it away with `NAME=`; may be given several times."),
      .value("at", "TIME", .time, "Change its time."),
      .value("title", "TITLE", .text, "Change its title; an empty one takes it away."),
    ],
    description: """
      Changes what the command line names, leaves the rest, and marks the entry as edited.
      Without a change on the command line it opens the entry in `$VISUAL` or `$EDITOR`.

      When the entry was changed by someone else while the editor was open, nothing is
      overwritten: your text stays as a draft, and its path is printed.
      """,
    examples: [
      .init("tj edit morning@1", "Edit the newest entry of a thread."),
      .init("tj edit k3f9q2wz7h 'Slept well.'", "Replace an entry's text."),
      .init(
        "tj edit k3f9q2wz7h -f mood=8 --at '2026-03-28 07:15'", "Correct a field and the time."),
    ],
    seeAlso: ["show", "move", "delete"],
    synonyms: ["change", "modify", "update", "amend"],
    action: .run(run))

  /// Changes an entry as the command line says, or in the editor.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let words = arguments.positionals("TEXT")
    var edit = EntryEdit()
    let entry = try EntryText.keeping(
      words, readsInput: words == ["-"], in: journal,
      for: { unsettledNote(arguments, journal, session) },
      while: {
        let entry = try journal.entry(arguments.positional("ENTRY") ?? "")
        try checkUTF8(of: entry)
        edit.title = try EntryRequest.title(arguments.value("title"))
        edit.fields = try EntryRequest.assignments(arguments.assignments("field"))
        edit.timestamp = try arguments.value("at").map { try session.time($0) }
        try journal.check(edit.fields, in: entry.thread, of: entry)
        return entry
      })
    let isEmpty =
      edit.timestamp == nil && edit.title == nil && words.isEmpty && edit.fields.isEmpty
    if isEmpty { return try write(entry, journal, session) }
    let id: EntryID
    if words.isEmpty {
      id = session.settleAndTellUndo(try journal.edit(entry, edit))
    } else {
      let text = try EntryText.given(words, for: note(for: entry, edit), in: journal)
      edit.text = Escaping.trimmingBlankLines(text.bytes)
      id = try text.delivering(session) { [edit] whenBusy in
        session.settleAndTellUndo(try journal.edit(entry, edit, whenBusy: whenBusy))
      }
    }
    session.acknowledge(id.description)
    return .done
  }

  /// What a draft's note says where the change is refused: as much as can be told of it, of an entry in the trash too.
  private static func unsettledNote(
    _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) -> DraftNote {
    guard let entry = entry(named: arguments.positional("ENTRY") ?? "", journal) else {
      // Without its entry, the text can only become one of its own.
      return DraftNote(.add, thread: "", entry: journal.newEntryID().description)
    }
    var edit = EntryEdit()
    edit.title = (try? EntryRequest.title(arguments.value("title"))) ?? nil
    edit.fields = (try? EntryRequest.assignments(arguments.assignments("field"))) ?? []
    edit.timestamp = arguments.value("at").flatMap { try? session.time($0) }
    return note(for: entry, edit)
  }

  /// The entry that `name` names, if it is only in the trash, too; nil where that is not clear.
  private static func entry(named name: String, _ journal: Journal) -> Entry? {
    do { return try journal.entry(name) } catch JournalError.entryIsDeleted(let entry) {
      return entry
    } catch {
      return nil
    }
  }

  /// What the draft of a new text is for.
  private static func note(for entry: Entry, _ edit: EntryEdit) -> DraftNote {
    var note = DraftNote(.edit, thread: entry.thread.path, entry: entry.reference)
    note.time = edit.timestamp?.canonicalText
    note.title = edit.title.map { String(decoding: $0, as: UTF8.self) }
    note.fields = edit.fields.map { .init(name: Array($0.name.utf8), value: $0.value ?? []) }
    note.original = EntryDraft(fields: entry.effectiveFields, text: entry.text).bytes(hint: "")
    return note
  }

  /// Refuses an entry with bytes that no editor would give back as they are.
  private static func checkUTF8(of entry: Entry) throws {
    let parts = [entry.title, entry.text] + entry.fields.flatMap { [$0.name, $0.value] }
    guard let fault = parts.lazy.compactMap({ TextCheck.firstFault(in: $0) }).first,
      fault.fault == .invalidUTF8
    else { return }
    throw JournalError.entryIsNotUTF8(
      path: entry.thread.path, line: entry.line + fault.line, column: fault.column)
  }

  /// Lets the writer change the entry in the editor.
  private static func write(
    _ entry: Entry, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    var note = DraftNote(.edit, thread: entry.thread.path, entry: entry.reference)
    note.hint =
      "Change the entry above; save and quit to keep it, or quit without saving to cancel."
    let before = EntryDraft(fields: entry.effectiveFields, text: entry.text)
    note.original = before.bytes(hint: "")
    let box = journal.directory.drafts
    let file = try box.create(before.bytes(hint: note.hint ?? ""), note: note.encoded)
    switch try Editor(session).open(file, note, in: journal) {
    case .written:
      try DraftFinishing(journal: journal, session: session).finish(file, note)
      return .done
    case .unchanged, .removed:
      try box.remove(file)
      session.note("Nothing was changed.")
      return .done
    case .empty:
      try box.remove(file)
      session.note(
        "The text was left empty: nothing was changed. To delete it: tj delete \(entry.reference)")
      return .failed
    }
  }
}
