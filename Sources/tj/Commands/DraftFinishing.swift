import ThreadJournal
import ThreadStorage

/// Finishes what a draft is for: adds its entry, makes its thread or changes its entry, once.
struct DraftFinishing {
  let journal: Journal
  let session: Session
  /// The place of a new entry, where the settings want one.
  var place: PlaceRequest?
  /// Whether the draft may have been finished before, by a command that was killed just then.
  var isResumed = false
  /// The thread to add to instead of the note's.
  var thread: ThreadHeader?
  /// Whether an entry that was changed meanwhile is changed all the same.
  var replacesChanged = false

  /// Finishes a draft, prints what the command prints, and takes the draft away.
  ///
  /// - Throws: `CommandError` with the draft's path; the draft stays.
  func finish(_ file: DraftBox.Draft, _ note: DraftNote) throws {
    let box = journal.directory.drafts
    let line: String
    do {
      let bytes = try box.text(of: file)
      try EntryText.check(bytes, from: file.path)
      let content = EntryDraft(reading: bytes, for: note)
      guard !content.isEmpty else { throw CommandError.emptyDraft(path: file.path) }
      line = try finish(content, note, file)
    } catch {
      switch error {
      case CommandError.emptyDraft, CommandError.editConflict, CommandError.draftWithoutThread:
        break
      // The record of the change has it, which the next command finishes: this one would be a second.
      case JournalError.willBeFinished: try? box.remove(file)
      default: throw CommandError.keptDraft(path: file.path, cause: error)
      }
      throw error
    }
    try? box.remove(file)
    session.acknowledge(line)
  }

  private func finish(
    _ content: EntryDraft, _ note: DraftNote, _ file: DraftBox.Draft
  ) throws -> String {
    switch note.purpose {
    case .add: try add(content, note, file)
    case .new: try makeThread(content, note, file)
    case .edit: try edit(content, note, file)
    }
  }

  private func newEntry(_ content: EntryDraft, _ note: DraftNote) throws -> NewEntry {
    NewEntry(
      id: EntryID(note.entry) ?? journal.newEntryID(),
      timestamp: note.time.flatMap { Timestamp($0) } ?? journal.timestamp,
      title: try EntryRequest.title(note.title) ?? [],
      fields: content.fields.filter { !$0.value.isEmpty }.map {
        (String(decoding: $0.name, as: UTF8.self), $0.value)
      }, text: content.text)
  }

  private func add(
    _ content: EntryDraft, _ note: DraftNote, _ file: DraftBox.Draft
  ) throws -> String {
    let header: ThreadHeader
    do {
      header = try thread ?? journal.thread(named: note.thread)
    } catch JournalError.unknownThread {
      throw CommandError.draftWithoutThread(draft: file.path)
    }
    var entry = try newEntry(content, note)
    place?.locate(&entry, in: header, of: journal)
    try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
    return try addOnce(entry, to: header).description
  }

  /// Adds the entry, unless its words are there already; beside one of its id with other words it gets another.
  private func addOnce(_ entry: NewEntry, to header: ThreadHeader) throws -> EntryID {
    if session.settle(try journal.add(entry, to: header, isResumed: isResumed)) { return entry.id }
    let text = Escaping.trimmingBlankLines(entry.text)
    let isThere = try journal.file(at: header.path).entries(.all).contains {
      $0.id == entry.id && $0.text == text
    }
    guard !isThere else {
      session.note("The entry is in \(header.title) already; the draft is removed.")
      return entry.id
    }
    var other = entry
    other.id = journal.newEntryID()
    _ = session.settle(try journal.add(other, to: header))
    session.note(
      "The entry \(entry.id) of \(header.title) has other words; the draft's are in a new one.")
    return other.id
  }

  private func makeThread(
    _ content: EntryDraft, _ note: DraftNote, _ file: DraftBox.Draft
  ) throws -> String {
    guard let thread = note.newThread else {
      throw CommandError.draftWithoutThread(draft: file.path)
    }
    var entry = try newEntry(content, note)
    if isResumed, let made = try? journal.thread(named: thread.id) {
      _ = try addOnce(entry, to: made)
      return made.path
    }
    place?.locate(&entry)
    return session.settle(
      try journal.makeThread(
        titled: thread.title, id: thread.id,
        fields: try NewCommand.fields(defined: thread.definitions, title: thread.title),
        first: entry))
  }

  private func edit(
    _ content: EntryDraft, _ note: DraftNote, _ file: DraftBox.Draft
  ) throws -> String {
    let entry: Entry
    do { entry = try journal.entry(note.entry) } catch JournalError.unknownEntry {
      // What it changed is gone; its words can only become an entry of their own.
      guard thread != nil else { throw CommandError.draftWithoutThread(draft: file.path) }
      var new = note
      new.entry = ""
      return try add(content, new, file)
    }
    let current = EntryDraft(fields: entry.effectiveFields, text: entry.text)
    let isSame = note.original.isEmpty || current.bytes(hint: "") == note.original
    let edit = try edit(of: current, to: content, note)
    if !isSame, !replacesChanged {
      if isResumed, current.edit(to: content).isEmpty {
        session.note("The entry says so already; the draft is removed.")
        return entry.reference
      }
      throw CommandError.editConflict(entry: entry, draft: file.path)
    }
    try journal.check(edit.fields, in: entry.thread)
    do {
      return session.settleAndTellUndo(try journal.edit(entry, edit)).description
    } catch JournalError.entryChanged {
      throw CommandError.editConflict(entry: try journal.entry(note.entry), draft: file.path)
    }
  }

  /// What the draft changes: of an editor's draft all it says, else the text and what the command line gave.
  private func edit(
    of current: EntryDraft, to content: EntryDraft, _ note: DraftNote
  ) throws -> EntryEdit {
    var edit = EntryEdit()
    if note.hint != nil {
      edit = current.edit(to: content)
    } else {
      edit.text = content.text
      edit.fields = note.fields.map { (String(utf8: $0.name), $0.value.isEmpty ? nil : $0.value) }
    }
    edit.timestamp = note.time.flatMap { Timestamp($0) }
    edit.title = try EntryRequest.title(note.title)
    return edit
  }
}

extension EntryEdit {
  /// Whether it changes nothing.
  fileprivate var isEmpty: Bool {
    text == nil && fields.isEmpty && title == nil && timestamp == nil
  }
}
