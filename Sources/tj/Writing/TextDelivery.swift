import ThreadJournal
import ThreadStorage

/// Does what a text is for, as its note says: adds its entry, makes its thread or changes its entry, once.
struct TextDelivery {
  let journal: Journal
  let session: Session
  var place: PlaceRequest?
  var thread: ThreadHeader?
  var entry: Entry?
  /// How the command line names the entry that it gives a new text; empty for what an editor changed.
  var name = ""
  /// Whether the text may have been delivered before, by a command that was killed just then.
  var isResumed = false
  /// When days begin, where a second entry of a day, week or month may be refused; nil where it is added.
  var onceDayStartsAt: Int?
  var replacesChanged = false
  /// Values that count instead of those in the draft.
  var fields: [Entry.Field] = []
  /// The time that counts instead of the one in the draft.
  var time: Timestamp?
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

  /// Whether to read the other entries takes more time than a note about a number is worth.
  var isLong: Bool { thread.map { journal.directory.size(of: $0.path) > 1 << 20 } ?? false }

  /// The other entries of the thread, which takes its time to read where it is long.
  func others(than id: String) -> [Entry] {
    thread.flatMap { try? journal.file(at: $0.path) }?.entries(.live)
      .filter { $0.reference != id } ?? []
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
        if let fault = fault(in: bytes, note) {
          guard let mended = withDate(in: bytes, fault, note) else { throw fault }
          bytes = mended
        }
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
        // What was given on the command line stands in no line of the draft.
        let name = (error as? ThreadFieldError)?.error.fieldName.map { FieldName.key($0) }
        let isGiven = name.map { key in fields.contains { $0.key == key } } ?? false
        let cause = note.hint == nil || isGiven ? error : DraftLines.placing(error, in: bytes)
        let others =
          EntryOptions.isOfEntry(cause) ? wrongValues(in: bytes, note, besides: name) : []
        throw CommandError.keptDraft(
          path: file.path,
          cause: others.isEmpty ? cause : CommandError.amongOthers(cause, others: others))
      }
      throw error
    }
    do { try box.remove(file) } catch { session.warn(ErrorMessage(any: error)) }
    if let left = box.unsaved(of: file) {
      session.tell(ofUnsaved: left.path, "may have words there, which were not saved")
    }
    if let said { WaitingDraft.discard(saying: said, note, in: journal, session) }
    for name in names { session.acknowledge(entry: name, in: journal) }
    if let said, let name = names.first { tell(of: said, in: bytes, as: name, note) }
  }

  /// Tells what the text of a draft may say besides, and is not read so.
  private func tell(
    of said: EntryDraft, in bytes: [UInt8], as name: String, _ note: DraftNote
  ) {
    // Of a check-in that was left, nobody may know how far it came.
    let fields = said.fields.filter { !$0.value.isEmpty }
    if isResumed, note.purpose == .add, said.text.isEmpty, !fields.isEmpty {
      let values = fields.map { "\(String(utf8: $0.name)) \(String(utf8: $0.value))" }
      session.note(
        "Added without a text: \(values.joined(separator: ", ")). To write on: tj edit \(name)")
    }
    if note.purpose == .add, let thread, let time = try? time(of: said, note) {
      let skip = said.fields.first { $0.key == FieldDefinition.skip.key }
      session.tell(skip: skip?.value, saidIn: said.text, at: time, of: name, in: thread, journal)
    }
    let old = original(of: note)
    // Another text in the place of all that was handed out needs none.
    let isWhole = note.hint.map { bytes.firstOffset(of: DraftLines.comment($0)) != nil } ?? false
    if isWhole, old?.heading != nil, said.heading == nil {
      session.note("The text has no heading any more, so the time and the title are as they were.")
    }
    if let typed = said.heading?.time, typed != old?.heading?.time, let time = Timestamp(typed) {
      session.tell(lengthOf: time)
    }
    session.tell(said.heading?.time, withoutZoneOf: old?.heading?.time)
    if said.heading?.title != old?.heading?.title,
      let (_, word) = ThreadDocument(bytes).wrappedTitle
    {
      session.note(
        "Its title ends in the middle of a sentence, and \"\(word)\" begins its text, as where an editor breaks long lines. "
          + "To join them: tj edit \(name)")
    }
    for field in said.fields where !(old?.fields ?? []).contains(field) {
      let isLast = said.text.isEmpty && field == said.fields.last
      guard FieldValue.mayHaveText(field.value, isLast: isLast) else { continue }
      session.note(
        "The value of \(String(utf8: field.name)) goes on over several lines, of which some may be its text. To part them: tj edit \(name)"
      )
      break
    }
    let schema = schema(of: note)
    // What the text named before is no news.
    let known = FieldsInText(old?.text ?? [], schema, besides: [])
    let besides =
      said.fields.filter { !$0.value.isEmpty }
      + known.keys.map { Entry.Field(name: Array($0.utf8), value: []) }
    let named = FieldsInText(said.text, schema, besides: besides)
    let entry = note.purpose == .new ? note.entry : name
    session.tell(named, of: entry)
    let changed = said.fields.filter { !(old?.fields ?? []).contains($0) }
    if !changed.isEmpty, let added = try? journal.entry(entry) {
      session.tell(valuesIn: changed.map { (String(utf8: $0.name), $0.value) }, of: added)
    }
    guard said.text != old?.text else { return }
    session.tell(indentedHeadingsIn: said.text, besides: old?.text ?? [], of: entry)
    session.tell(
      numberOf: said.text, schema, besides: named.keys.union(besides.map(\.key)), of: entry)
    // A time in the heading that was changed, or given, is meant.
    guard note.purpose != .edit, !isResumed, !note.isTimed, let heading = said.heading,
      heading.time == old?.heading?.time
    else { return }
    TextNotes.tellOptions(
      inWritten: said.text, named, of: entry, schema, isTitled: !heading.title.isEmpty, session)
  }

  /// Tells which line adds what the command line gave besides a text, where the editor left no text.
  func tellLineWithoutText(_ note: DraftNote) {
    let title = note.title.map { " --title \(ShellWord.quoted($0))" }
    let given = note.fields.map { field in
      " -f " + ShellWord.quoted("\(String(utf8: field.name))=\(String(utf8: field.value))")
    }
    guard note.purpose == .add, note.newThread == nil, !given.isEmpty || title != nil else {
      return
    }
    let name = ShellWord.quoted(thread?.name ?? ThreadHeader.fileName(of: note.thread))
    let at = note.isTimed ? note.time.map { " --at \(ShellWord.quoted($0))" } ?? "" : ""
    let words = title == nil ? "For its fields alone" : "To add it without a text"
    session.note("\(words): tj add \(name)\(at)\(given.joined())\(title ?? "") ''")
  }

  /// The fields of the thread that the draft of `note` is for.
  private func schema(of note: DraftNote) -> FieldSchema {
    let new = try? note.newThread.map {
      FieldSchema(fields: try EntryOptions.fields(defined: $0.definitions, title: $0.title))
    }
    let path = thread?.path ?? entry?.thread.path ?? note.thread
    return new ?? (try? journal.schema(at: path)) ?? FieldSchema()
  }

  /// The first line of an editor's draft that would be misread.
  private func fault(in bytes: [UInt8], _ note: DraftNote) -> DraftFault? {
    guard note.hint != nil else { return nil }
    let original = original(of: note)
    return DraftLines(bytes, for: note).fault(
      offering: schema(of: note), after: original, in: journal.zone, dateOrder: session.dateOrder)
  }

  /// What is wrong with the values in an editor's draft of one entry, but for that of the field with the key `key`.
  private func wrongValues(
    in bytes: [UInt8], _ note: DraftNote, besides key: String?
  ) -> [any Error] {
    guard note.hint != nil, note.purpose == .add || note.purpose == .edit,
      let header = thread ?? entry?.thread ?? (try? journal.header(at: note.thread))
    else { return [] }
    let old = original(of: note)?.fields ?? []
    let fields = EntryDraft(reading: bytes, for: note).fields
      .filter { field in
        !field.value.isEmpty && field.key != key && !old.contains(field)
          && !self.fields.contains { $0.key == field.key }
      }
    let stored = EntryOptions.stored(
      fields.map { (String(utf8: $0.name), $0.value) }, as: schema(of: note), session)
    var found: [any Error] = []
    for field in stored {
      do { try journal.check([field], in: header) } catch { found.append(error) }
    }
    return found
  }

  /// The draft with a heading of a file, where that has a date in the order that the setting `date-order` says; nil of
  /// another fault.
  private func withDate(in bytes: [UInt8], _ fault: DraftFault, _ note: DraftNote) -> [UInt8]? {
    guard case .check(.headingForm(let typed, _, let heading?)) = fault.kind,
      fault.words.hasPrefix("#"), session.dateOrder != nil,
      (try? session.time(typed, keepsDay: true)) != nil
    else { return nil }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.indices.contains(fault.line - 1) else { return nil }
    lines[fault.line - 1] = Array(heading.utf8)[...]
    let mended = Array(lines.joined(separator: [0x0A]))
    return self.fault(in: mended, note) == nil ? mended : nil
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
    if let time { return time }
    if let time = content.heading?.time, time != original(of: note)?.heading?.time {
      return try journal.time(time)
    }
    return note.time.flatMap { Timestamp($0) } ?? journal.timestamp
  }

  private func add(_ content: EntryDraft, _ note: DraftNote) throws -> String {
    let header: ThreadHeader
    do {
      header =
        try thread.map(journal.current) ?? journal.thread(at: note.thread)
        ?? journal.thread(named: ThreadHeader.withoutSuffix(note.thread), by: .beginning)
    } catch JournalError.unknownThread {
      throw CommandError.draftWithoutThread(draft: draft)
    }
    var entry = try newEntry(content, note)
    let schema = try journal.schema(at: header.path)
    let fields = EntryOptions.stored(
      entry.fields.map { ($0.name, $0.value) }, as: schema, session)
    entry.fields = fields.map { ($0.name, $0.value ?? []) }
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
    guard let thread = note.newThread else { throw CommandError.draftWithoutThread(draft: draft) }
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
      if isResumed, edit.timestamp == nil, current.edit(to: content).isEmpty {
        session.note("The entry says so already; the draft is removed.")
        return entry.reference
      }
      guard let carried = original(of: note)?.edit(edit, carriedTo: current) else {
        throw CommandError.editConflict(entry: entry, draft: draft)
      }
      edit = carried
    }
    let header = (try? journal.current(entry.thread)) ?? entry.thread
    edit.fields = EntryOptions.stored(
      edit.fields, as: try journal.schema(at: header.path), session)
    try journal.check(edit.fields, in: header, of: self.entry)
    let outcome = try journal.edit(entry, edit, whenBusy: whenBusy)
    if name.isEmpty {
      EntryOptions.tellRemoved(from: entry.fields, edit, session)
      session.report(undoable: outcome)
      session.tellUnchanged(outcome)
    } else {
      EntryOptions.tell(outcome, of: entry, edit, named: name, session)
    }
    return outcome.result.description
  }

  /// What the draft changes: of an editor's draft all it says, else the text and what the command line gave.
  ///
  /// - Parameter current: What it changes; nil for what it began with.
  private func edit(
    of current: EntryDraft?, to content: EntryDraft, _ note: DraftNote
  ) throws -> EntryEdit {
    if note.hint != nil, let old = current ?? original(of: note) {
      var edit = try journal.edit(from: old, to: content)
      edit.timestamp = time ?? edit.timestamp ?? note.time.flatMap { Timestamp($0) }
      return edit
    }
    var edit = EntryEdit()
    edit.text = content.text
    edit.fields = note.fields.map { (String(utf8: $0.name), $0.value.isEmpty ? nil : $0.value) }
    edit.timestamp = note.time.flatMap { Timestamp($0) }
    edit.title = try EntryOptions.title(note.title)
    return edit
  }
}
