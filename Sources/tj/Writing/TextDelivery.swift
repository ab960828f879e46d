import ThreadJournal
import ThreadStorage

/// Does what a text is for, as its note says: adds its entry, makes its thread or changes its entry, once.
struct TextDelivery {
  let journal: Journal
  let session: Session
  var place: PlaceRequest?
  var thread: ThreadHeader?
  var entry: Entry?
  /// Whether the text may have been delivered before, by a command that was killed just then.
  var isResumed = false
  var replacesChanged = false
  /// The path of the draft that has the text; empty where it is in none.
  var draft = ""
  /// What has to be called before a wait for another program.
  var whenBusy: (() throws -> Void)?

  /// Delivers a text that came with the command; returns the id, or of a new thread the path.
  ///
  /// - Throws: `CommandError` with the path of the draft that keeps it.
  func deliver(_ text: TextInput, _ note: DraftNote) throws -> String {
    let content = EntryDraft(reading: text.bytes, for: note)
    var delivery = self
    return try text.delivering(session) {
      delivery.whenBusy = $0
      return try delivery.deliver(content, note)
    }
  }

  /// Lets the writer write in the editor, where the draft may begin with `input`, and finishes what is written there.
  func write(
    _ draft: EntryDraft, _ note: DraftNote, after input: TextInput? = nil
  ) throws -> (Editor.Result, DraftBox.Draft) {
    let file: DraftBox.Draft
    do {
      file = try journal.directory.drafts.create(
        draft.bytes(hint: note.hint ?? ""), note: note.encoded)
    } catch {
      throw try input?.keeping(after: error) ?? error
    }
    input?.discard()
    StandardInput.releaseInterrupts()
    let result = try Editor(session).open(file, note, in: journal)
    if result == .written { try finish(file, note) }
    return (result, file)
  }

  /// Finishes a draft, prints what the command prints, and takes the draft away.
  ///
  /// - Throws: `CommandError` with the draft's path; the draft stays.
  func finish(_ file: DraftBox.Draft, _ note: DraftNote) throws {
    let box = journal.directory.drafts
    let line: String
    do {
      let bytes = try box.text(of: file)
      try TextSource.check(bytes, from: file.path)
      var content = EntryDraft(reading: bytes, for: note)
      content.fields.removeAll(where: \.value.isEmpty)
      guard !content.isEmpty else { throw CommandError.emptyDraft(path: file.path) }
      var delivery = self
      delivery.draft = file.path
      line = try delivery.deliver(content, note)
    } catch {
      switch error {
      case CommandError.emptyDraft, CommandError.editConflict, CommandError.draftWithoutThread:
        break
      // The next command makes the recorded change, which has the text: a draft would be a second copy.
      case JournalError.willBeFinished: try? box.remove(file)
      default: throw CommandError.keptDraft(path: file.path, cause: error)
      }
      throw error
    }
    try? box.remove(file)
    session.acknowledge(line)
  }

  private func deliver(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    switch note.purpose {
    case .add: try add(content, note)
    case .new: try makeThread(content, note)
    case .edit: try edit(content, note)
    }
  }

  private func newEntry(_ content: EntryDraft, _ note: DraftNote) throws -> NewEntry {
    NewEntry(
      id: EntryID(note.entry) ?? journal.newEntryID(),
      timestamp: note.time.flatMap { Timestamp($0) } ?? journal.timestamp,
      title: try EntryOptions.title(note.title) ?? [],
      fields: content.fields.map { (String(utf8: $0.name), $0.value) },
      text: content.text)
  }

  private func add(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    let header: ThreadHeader
    do {
      header = try thread.map(journal.current) ?? journal.thread(named: note.thread, byWord: false)
    } catch JournalError.unknownThread {
      throw CommandError.draftWithoutThread(draft: draft)
    }
    var entry = try newEntry(content, note)
    place?.locate(&entry, in: header, of: journal)
    try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
    return try addOnce(entry, to: header).description
  }

  /// Adds the entry, unless it is there already; where its id stands on other words, it gets another id.
  private func addOnce(_ entry: NewEntry, to header: ThreadHeader) throws -> EntryID {
    let outcome = try journal.add(entry, to: header, isResumed: isResumed, whenBusy: whenBusy)
    if session.report(outcome) { return entry.id }
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
    session.report(try journal.add(other, to: header))
    session.note(
      "The entry \(entry.id) of \(header.title) has other words; the draft's are in a new one.")
    return other.id
  }

  private func makeThread(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    guard let thread = note.newThread else {
      throw CommandError.draftWithoutThread(draft: draft)
    }
    var entry = try newEntry(content, note)
    if isResumed, let made = try? journal.thread(named: thread.id, byWord: false) {
      _ = try addOnce(entry, to: made)
      return made.path
    }
    place?.locate(&entry)
    let isEmpty = content.text.isEmpty && content.fields.isEmpty && entry.title.isEmpty
    return session.report(
      try journal.makeThread(
        titled: thread.title, id: thread.id,
        fields: try EntryOptions.fields(defined: thread.definitions, title: thread.title),
        first: isEmpty ? nil : entry, whenBusy: whenBusy))
  }

  private func edit(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    let entry: Entry
    do { entry = try self.entry ?? journal.entry(note.entry) } catch JournalError.unknownEntry {
      // What it changed is gone; its words can only become an entry of their own.
      guard thread != nil else { throw CommandError.draftWithoutThread(draft: draft) }
      var new = note
      new.entry = ""
      return try add(content, new)
    }
    let current = EntryDraft(of: entry)
    let isSame = note.original.isEmpty || current.bytes(hint: "") == note.original
    let edit = try edit(of: current, to: content, note)
    if !isSame, !replacesChanged {
      if isResumed, current.edit(to: content).isEmpty {
        session.note("The entry says so already; the draft is removed.")
        return entry.reference
      }
      throw CommandError.editConflict(entry: entry, draft: draft)
    }
    let header = (try? journal.current(entry.thread)) ?? entry.thread
    try journal.check(edit.fields, in: header, of: self.entry)
    do {
      return session.report(undoable: try journal.edit(entry, edit, whenBusy: whenBusy)).description
    } catch JournalError.entryChanged where !draft.isEmpty {
      throw CommandError.editConflict(entry: try journal.entry(note.entry), draft: draft)
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
    edit.title = try EntryOptions.title(note.title)
    return edit
  }
}

extension EntryEdit {
  var isEmpty: Bool { text == nil && fields.isEmpty && title == nil && timestamp == nil }
}

extension EntryDraft {
  init(of entry: Entry) { self.init(fields: entry.effectiveFields, text: entry.text) }
}
