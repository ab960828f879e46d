import ThreadJournal
import ThreadStorage

enum EditCommand {
  static let definition = CommandDefinition(
    name: "edit", group: .changing, summary: "Change an entry.",
    arguments: [
      .init("ENTRY", .entry, "The entry to change."),
      .init("TEXT", .text, count: .optional, "Its new text; `-` reads it from standard input."),
    ],
    options: [
      .fieldAssignment(", or take it away with `NAME=`"),
      .value("at", "TIME", .text, "Change its time."),
      .value("title", "TITLE", .text, "Change its title; an empty one takes it away."),
    ],
    description: """
      Changes what the command line names, leaves the rest, and marks the entry as edited.
      Without a change on the command line it opens the entry in `$VISUAL` or `$EDITOR`.

      When the entry was changed by someone else while the editor was open, nothing is
      overwritten: your text stays as a draft, and its path is printed.
      """,
    examples: [
      ("tj edit morning@1", "Edit the newest entry of a thread."),
      ("tj edit k3f9q2wz7h 'Slept well.'", "Replace an entry's text."),
      ("tj edit k3f9q2wz7h -f mood=8 --at '2026-03-28 07:15'", "Correct a field and the time."),
    ], seeAlso: ["show", "move", "delete"], synonyms: ["change", "modify", "update", "amend"],
    action: .run(run))

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let source = TextSource(arguments)
    let options = EntryOptions(arguments, session)
    let edit = options.edit
    let name = arguments.value("ENTRY") ?? ""
    let entry: Entry
    do {
      entry = try journal.entry(name)
      try checkUTF8(of: entry)
      if let error = options.error { throw error }
      try journal.check(edit.fields, in: entry.thread, of: entry)
    } catch {
      // Without its entry, the text can only become one of its own.
      let kept =
        self.entry(named: name, journal).map { Self.note(for: $0, options) }
        ?? DraftNote(.add, thread: "", entry: journal.newEntryID().description)
      throw try TextInput(source, kept, in: journal).keeping(after: error)
    }
    var delivery = TextDelivery(journal: journal, session: session)
    delivery.entry = entry
    if source != .none {
      let note = Self.note(for: entry, options)
      let text = try TextInput(source, note, in: journal)
      session.acknowledge(try delivery.deliver(text, note))
    } else if edit.isEmpty {
      return try write(entry, delivery)
    } else {
      session.acknowledge(session.report(undoable: try journal.edit(entry, edit)).description)
    }
    return .done
  }

  /// The entry that `name` names, if it is only in the trash, too; nil where that is not clear.
  private static func entry(named name: String, _ journal: Journal) -> Entry? {
    do { return try journal.entry(name) } catch JournalError.entryIsDeleted(let entry) {
      return entry
    } catch {
      return nil
    }
  }

  private static func note(for entry: Entry, _ options: EntryOptions? = nil) -> DraftNote {
    var note = DraftNote(.edit, thread: entry.thread.path, entry: entry.reference)
    options?.fill(&note)
    note.original = EntryDraft(of: entry).bytes(hint: "")
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

  private static func write(_ entry: Entry, _ delivery: TextDelivery) throws -> ExitStatus {
    var note = Self.note(for: entry)
    note.hint =
      "Change the entry above; save and quit to keep it, or quit without saving to cancel."
    let (result, file) = try delivery.write(EntryDraft(of: entry), note)
    guard result != .written else { return .done }
    try delivery.journal.directory.drafts.remove(file)
    if result == .empty {
      delivery.session.note(
        "The text was left empty: nothing was changed. To delete it: tj delete "
          + ShellWord.quoted(entry.reference))
      return .failed
    }
    delivery.session.note("Nothing was changed.")
    return .done
  }
}
