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
  /// When days begin, where a second entry of a day, week or month may be refused; nil where it is added.
  var onceDayStartsAt: Int?
  var replacesChanged = false
  /// Values that count instead of those in the draft.
  var fields: [Entry.Field] = []
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

  /// Lets the writer write in the editor, in a new draft of these bytes, and finishes what is written there.
  ///
  /// - Parameter input: What the draft begins with.
  func write(
    _ bytes: [UInt8], _ note: DraftNote, after input: TextInput? = nil
  ) throws -> (Editor.Result, DraftBox.Draft) {
    let file: DraftBox.Draft
    do {
      file = try journal.directory.drafts.create(bytes, note: note.encoded)
    } catch {
      throw try input?.keeping(after: error) ?? error
    }
    input?.discard()
    StandardInput.releaseInterrupts()
    return try write(file, note)
  }

  /// The same in a draft that is there; where what is written is refused, the writer may go on, beside the reason.
  func write(
    _ file: DraftBox.Draft, _ note: DraftNote
  ) throws -> (Editor.Result, DraftBox.Draft) {
    var (file, note) = (file, note)
    while true {
      let result = try Editor(session).open(file, note, in: journal)
      if result == .unchanged, note.remark != nil { return refused(file) }
      guard result == .written else { return (result, file) }
      do {
        try finish(file, note)
        return (.written, file)
      } catch CommandError.keptDraft(_, let cause)
        where EntryOptions.isOfEntry(cause) && session.canAsk
      {
        var message = ErrorMessage(cause, inDraft: file.path)
        // The draft gets another name when it is opened again.
        message.position = message.position?.line.map { .init("line \($0)") }
        session.report(message)
        guard session.confirms("Edit again?", isUsual: true) else {
          return refused(file)
        }
        (file, note) = try draft(file, note, remarking: cause, message)
      }
    }
  }

  private func refused(_ file: DraftBox.Draft) -> (Editor.Result, DraftBox.Draft) {
    session.note("Your text is safe in \(file.path)")
    session.note("To go on with it: tj draft resume --edit")
    session.note("To be rid of it: tj draft discard")
    return (.refused, file)
  }

  /// The draft `file` as another one, with a remark above the line that is wrong.
  private func draft(
    _ file: DraftBox.Draft, _ note: DraftNote, remarking cause: any Error, _ message: ErrorMessage
  ) throws -> (DraftBox.Draft, DraftNote) {
    let box = journal.directory.drafts
    let lines = try box.text(of: file).split(separator: 0x0A, omittingEmptySubsequences: false)
    let place = DraftLines.line(of: cause) ?? 1
    var remarked = note
    let words = [message.sentence + "."] + message.advice.prefix(1)
    remarked.remark = String(utf8: TerminalText.line(words.joined(separator: " ")))
    let old = note.remark.map(DraftLines.comment)
    var text: [ArraySlice<UInt8>] = []
    for (index, line) in lines.enumerated() {
      if index == place - 1 { text.append(DraftLines.comment(remarked.remark ?? "")[...]) }
      if old.map({ !line.elementsEqual($0) }) ?? true { text.append(line) }
    }
    let new = try box.create(Array(text.joined(separator: [0x0A])), note: remarked.encoded)
    try box.remove(file)
    return (new, remarked)
  }

  /// Finishes a draft, prints what the command prints, and takes the draft away.
  ///
  /// - Throws: `CommandError` with the draft's path; the draft stays.
  func finish(_ file: DraftBox.Draft, _ note: DraftNote) throws {
    let box = journal.directory.drafts
    let names: [String]
    var bytes: [UInt8] = []
    var said: EntryDraft?
    do {
      bytes = try box.text(of: file)
      try TextSource.check(bytes, from: file.path)
      guard !note.isEmpty(bytes) else { throw CommandError.emptyDraft(path: file.path) }
      var delivery = self
      delivery.draft = file.path
      if note.purpose == .editSeveral {
        names = try delivery.editSeveral(bytes, note)
      } else {
        if let fault = fault(in: bytes, note) { throw fault }
        var content = EntryDraft(reading: bytes, for: note)
        for field in fields {
          content.fields.removeAll { $0.key == field.key }
          content.fields.append(field)
        }
        names = [try delivery.deliver(content, note)]
        said = content
      }
    } catch {
      switch error {
      case CommandError.emptyDraft, CommandError.editConflict, CommandError.draftWithoutThread:
        break
      // The next command makes the recorded change, which has the text: a draft would be a second copy.
      case JournalError.willBeFinished: try? box.remove(file)
      default:
        let cause = note.hint == nil ? error : DraftLines.placing(error, in: bytes)
        throw CommandError.keptDraft(path: file.path, cause: cause)
      }
      throw error
    }
    do { try box.remove(file) } catch { session.warn(ErrorMessage(any: error)) }
    if let left = box.unsaved(of: file) {
      session.tell(ofUnsaved: left.path, "which were not saved")
    }
    if let said { WaitingDraft.discard(saying: said, note, in: journal, session) }
    names.forEach(session.acknowledge)
  }

  /// The first line of an editor's draft that would be misread.
  private func fault(in bytes: [UInt8], _ note: DraftNote) -> DraftFault? {
    guard note.hint != nil else { return nil }
    let original = original(of: note)
    let path = thread?.path ?? entry?.thread.path ?? note.thread
    let schema = try? note.newThread.map {
      FieldSchema(fields: try EntryOptions.fields(defined: $0.definitions, title: $0.title))
    }
    return DraftLines(bytes, for: note).fault(
      offering: schema ?? (try? journal.schema(at: path)) ?? FieldSchema(), after: original,
      in: journal.zone)
  }

  /// What an editor's draft began with.
  private func original(of note: DraftNote) -> EntryDraft? {
    guard note.hint != nil, !note.original.isEmpty else { return nil }
    return EntryDraft(reading: DraftLines(note.original, for: note))
  }

  private func deliver(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    switch note.purpose {
    case .add: try add(content, note)
    case .new: try makeThread(content, note)
    case .edit: try edit(content, note)
    case .editSeveral: throw CommandError.draftWithoutThread(draft: draft)
    }
  }

  private func newEntry(_ content: EntryDraft, _ note: DraftNote) throws -> NewEntry {
    let fields = content.fields.filter { note.hint == nil || !$0.value.isEmpty }
    return NewEntry(
      id: EntryID(note.entry) ?? journal.newEntryID(), timestamp: try time(of: content, note),
      title: try content.heading?.title ?? EntryOptions.title(note.title) ?? [],
      fields: fields.map { (String(utf8: $0.name), $0.value) },
      text: content.text)
  }

  /// The time in the draft's heading where the writer changed it, else what the note says.
  private func time(of content: EntryDraft, _ note: DraftNote) throws -> Timestamp {
    if let time = content.heading?.time, time != original(of: note)?.heading?.time {
      return try journal.time(time)
    }
    return note.time.flatMap { Timestamp($0) } ?? journal.timestamp
  }

  private func add(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    let header: ThreadHeader
    do {
      header =
        try thread.map(journal.current)
        ?? journal.thread(named: ThreadHeader.withoutSuffix(note.thread), by: .beginning)
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
    let outcome = try journal.add(
      entry, to: header, isResumed: isResumed, onceDayStartsAt: onceDayStartsAt,
      whenBusy: whenBusy)
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
    session.report(try journal.add(other, to: header, onceDayStartsAt: onceDayStartsAt))
    session.note(
      "The entry \(entry.id) of \(header.title) has other words; the draft's are in a new one.")
    return other.id
  }

  private func makeThread(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    guard let thread = note.newThread else {
      throw CommandError.draftWithoutThread(draft: draft)
    }
    var entry = try newEntry(content, note)
    if isResumed, let made = try? journal.thread(named: thread.id, by: .wholeName) {
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
    do { return try edit(entry, to: content, note) } catch JournalError.entryChanged
      where !draft.isEmpty
    {
      let now = try journal.entry(note.entry)
      // Without an id, another entry may stand at its place by now.
      guard now.id != nil else { throw CommandError.editConflict(entry: now, draft: draft) }
      do { return try edit(now, to: content, note) } catch JournalError.entryChanged {
        throw CommandError.editConflict(entry: now, draft: draft)
      }
    }
  }

  private func edit(
    _ entry: Entry, to content: EntryDraft, _ note: DraftNote
  ) throws -> String {
    let current = EntryDraft(of: entry)
    let isSame = note.original.isEmpty || current.bytes() == note.original
    var edit = try edit(of: isSame || replacesChanged ? current : nil, to: content, note)
    if !isSame, !replacesChanged {
      if isResumed, current.edit(to: content).isEmpty {
        session.note("The entry says so already; the draft is removed.")
        return entry.reference
      }
      guard let carried = original(of: note)?.edit(edit, carriedTo: current) else {
        throw CommandError.editConflict(entry: entry, draft: draft)
      }
      edit = carried
    }
    let header = (try? journal.current(entry.thread)) ?? entry.thread
    try journal.check(edit.fields, in: header, of: self.entry)
    return session.report(undoable: try journal.edit(entry, edit, whenBusy: whenBusy)).description
  }

  /// What the draft changes: of an editor's draft all it says, else the text and what the command line gave.
  ///
  /// - Parameter current: What it changes; nil for what it began with.
  private func edit(
    of current: EntryDraft?, to content: EntryDraft, _ note: DraftNote
  ) throws -> EntryEdit {
    if note.hint != nil, let old = current ?? original(of: note) {
      return try journal.edit(from: old, to: content)
    }
    var edit = EntryEdit()
    edit.text = content.text
    edit.fields = note.fields.map { (String(utf8: $0.name), $0.value.isEmpty ? nil : $0.value) }
    edit.timestamp = note.time.flatMap { Timestamp($0) }
    edit.title = try EntryOptions.title(note.title)
    return edit
  }
}

extension TextDelivery {
  /// Makes what the writer of a buffer made of its entries; returns their ids.
  private func editSeveral(_ bytes: [UInt8], _ note: DraftNote) throws -> [String] {
    let original = try EntryBuffer(reading: DraftLines(note.original, for: note))
    let new = try EntryBuffer(reading: DraftLines(bytes, for: note))
    let found = try BufferChanges(from: original, to: new, handed(note), in: journal.zone) { path in
      (try? journal.schema(at: path)) ?? FieldSchema()
    }
    for change in found.changes {
      guard let new = change.new else { continue }
      try CommandError.atLine(change.line) {
        let edit = try journal.edit(from: change.old, to: new)
        if let header = try journal.header(at: change.entry.path) {
          try journal.check(edit.fields, in: header)
        }
        if new.isEmpty, !change.old.isEmpty { throw CommandError.nothingLeft }
      }
    }
    let added = try found.added.enumerated().map { index, item in
      try CommandError.atLine(item.line) {
        let id = EntryID.derived(from: "\(note.entry) \(index)")
        let entry = try journal.newEntry(id, saying: item.draft)
        if let header = try journal.header(at: item.path) {
          try journal.check(entry.fields.map { ($0.name, $0.value) }, in: header)
        }
        return (path: item.path, entry: entry)
      }
    }
    if !found.removed.isEmpty { try confirm(found.removed) }
    let outcome = try journal.edit(found.changes, adding: added, whenBusy: whenBusy)
    let ids = session.report(undoable: outcome).map(\.description)
    if ids.isEmpty { session.note("Nothing was changed.") }
    return ids
  }

  /// Where the entries of a buffer are by now: those that are no longer in their thread's file are looked for.
  private func handed(_ note: DraftNote) -> [DraftNote.Handed] {
    var ids: [String: Set<String>] = [:]
    return note.handed.map { entry in
      let known =
        ids[entry.path]
        ?? Set(
          ((try? journal.file(at: entry.path))?.entries(.all) ?? [])
            .compactMap { $0.id?.description })
      ids[entry.path] = known
      guard entry.isNamed, !known.contains(entry.id),
        let found = try? journal.entry(entry.id, .all)
      else { return entry }
      return DraftNote.Handed(id: entry.id, path: found.thread.path, isNamed: true)
    }
  }

  /// How many entries are named before they are deleted.
  private static let mostNamed = 10

  private func confirm(_ removed: [BufferChanges.Change]) throws {
    let count = removed.count
    guard session.canAsk else { throw CommandError.entriesAreGone(count: count) }
    session.note("No heading in the text has the id of:")
    for change in removed.prefix(Self.mostNamed) {
      let words = [change.old.heading?.title ?? [], change.old.text].first { !$0.isEmpty } ?? []
      let line = String(utf8: words.prefix { $0 != 0x0A })
      session.note("  \(change.entry.id)  \(change.old.heading?.time ?? "")  \(line)")
    }
    if count > Self.mostNamed { session.note("  and \(count - Self.mostNamed) more") }
    guard session.confirms("Delete \(Plural.entries(count))?") else {
      throw CommandError.entriesAreGone(count: count)
    }
  }
}

extension CommandError {
  /// Runs `body`, whose errors are about the line of this number of a draft.
  fileprivate static func atLine<Result>(_ line: Int, _ body: () throws -> Result) throws -> Result
  {
    do { return try body() } catch { throw CommandError.atLine(line, cause: error) }
  }
}

extension DraftLines {
  /// `error` with the number of the line that it is about, of a draft of these bytes.
  fileprivate static func placing(_ error: any Error, in bytes: [UInt8]) -> any Error {
    switch error {
    case is TimeExpressionError: return CommandError.atLine(1, cause: error)
    case is ThreadFieldError: return placing(CommandError.atLine(1, cause: error), in: bytes)
    case CommandError.atLine(let first, let cause as ThreadFieldError):
      let key = cause.error.fieldName.map { FieldName.key($0) }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let index = lines.indices.dropFirst(first - 1).first { index in
        let line = Array(lines[index])
        let name = EntryField.scan(line.span, line: 0..<line.count)?.name
        return key != nil && name.map { FieldName.key(line[$0]) } == key
      }
      return CommandError.atLine(index.map { $0 + 1 } ?? first, cause: cause)
    default: return error
    }
  }

  /// The number of the line that `error` is about; nil where it is about none.
  fileprivate static func line(of error: any Error) -> Int? {
    switch error {
    case let fault as DraftFault: fault.line
    case CommandError.atLine(let line, _), CommandError.badText(_, _, let line, _): line
    default: nil
    }
  }
}

extension FieldError {
  /// The field that an entry's value is refused for.
  fileprivate var fieldName: String? {
    switch self {
    case .unknownField(let name, _), .fieldIsDeleted(let name), .isGroup(let name),
      .badName(let name):
      name
    case .badValue(let field, _, _): field.name
    default: nil
    }
  }
}

extension Timestamp {
  /// As a new entry's heading shows it to its writer: to the minute, where that says which time is meant.
  func shown(in zone: LocalTimeZone) -> String {
    if precision == .day, utcOffset == nil { return headingText }
    let minute = String(canonicalText.prefix("2026-03-28 07:12".count))
    let isLocal = Timestamp(minute)?.withOffset(in: zone).utcOffset == utcOffset
    guard minutesToEnd > 0, isLocal else { return isLocal ? minute : canonicalText }
    return String(canonicalText.prefix("2026-03-28 07:12-08:00".count))
  }
}
