import ThreadJournal
import ThreadStorage

/// `tj edit`: changes an entry.
enum EditCommand {
  /// What the command line knows about it.
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
    description: [
      """
      Changes what the command line names, leaves the rest, and marks the entry as edited. \
      Without a change on the command line it opens the entry in `$VISUAL` or `$EDITOR`.
      """,
      """
      When the entry was changed by someone else while the editor was open, nothing is \
      overwritten: your text stays as a draft, and its path is printed.
      """,
    ],
    examples: [
      .init("tj edit morning@1", "Edit the newest entry of a thread."),
      .init("tj edit k3f9q2wz7h 'Slept well.'", "Replace an entry's text."),
      .init(
        "tj edit k3f9q2wz7h -f mood=8 --at '2026-03-28 07:15'", "Correct a field and the time."),
    ],
    seeAlso: ["show", "move", "delete"],
    synonyms: ["change", "modify", "update", "amend"])
}

extension EditCommand {
  /// Changes an entry as the command line says, or in the editor.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let entry: Entry
    do {
      entry = try journal.entry(arguments.positional("ENTRY") ?? "")
    } catch {
      guard arguments.positionals("TEXT") == ["-"] else { throw error }
      let note = DraftNote(.edit, thread: "", entry: "")
      throw try EntryText.keepingInput(for: note, in: journal, after: error)
    }
    try checkUTF8(of: entry)
    var edit = EntryEdit()
    edit.timestamp = try arguments.value("at").map { try session.time($0) }
    edit.title = try EntryRequest.title(arguments.value("title"))
    edit.fields = try EntryRequest.assignments(arguments.assignments("field"))
    try journal.check(edit.fields, in: entry.thread)
    let words = arguments.positionals("TEXT")
    if words == ["-"] {
      let note = DraftNote(.edit, thread: entry.thread.path, entry: entry.reference)
      let text = try EntryText.standardInput(for: note, in: journal)
      edit.text = text
      return try EntryText.keeping(text, note, in: journal) {
        try change(entry, edit, journal, session)
      }
    }
    edit.text = EntryText.argument(words)
    let isEmpty =
      edit.timestamp == nil && edit.title == nil && edit.text == nil && edit.fields.isEmpty
    return isEmpty
      ? try write(entry, journal, session) : try change(entry, edit, journal, session)
  }

  private static func change(
    _ entry: Entry, _ edit: EntryEdit, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    let id = session.settle(try journal.edit(entry, edit))
    session.output.write("\(id)\n")
    return .done
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
    let (result, file) = try Editor(session).edit(before, note, in: journal)
    guard case .edited(let after) = result else {
      session.note("Nothing was changed.")
      return .done
    }
    guard !after.isEmpty else {
      session.note(
        "The text was left empty: nothing was changed. To delete it: tj delete \(entry.reference)")
      try journal.directory.drafts.remove(file)
      return .failed
    }
    do {
      let edit = before.edit(to: after)
      try journal.check(edit.fields, in: entry.thread)
      let id = session.settle(try journal.edit(entry, edit))
      session.output.write("\(id)\n")
    } catch {
      throw CommandError.keptDraft(path: file.path, cause: error)
    }
    try journal.directory.drafts.remove(file)
    return .done
  }
}
