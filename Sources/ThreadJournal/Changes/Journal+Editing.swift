import ThreadStorage

extension Journal {
  package func newEntryID() -> EntryID {
    var generator = SystemRandom()
    return EntryID.random(using: &generator)
  }

  /// Changes `entry` and marks it edited; where it has no id, it gets one (F11).
  package func edit(
    _ entry: Entry, _ change: EntryEdit, whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<EntryID> {
    var change = change
    change.edited = timestamp.rfc3339(in: zone)
    return try self.change("edit \(entry.reference)", whenBusy: whenBusy) { [change] plan in
      try edit(entry, change, at: try path(ofThreadOf: entry), &plan)
    }
  }

  /// Marks threads and entries as soft-deleted, as one change; threads' files stay, and entries without an id get one.
  package func delete(threads: [ThreadHeader], entries: [Entry]) throws -> Outcome<[EntryID]> {
    let time = timestamp.rfc3339(in: zone)
    return try mark(threads, entries, .mark(time), "delete") {
      document throws(FrontMatterEditError) in
      try document.splices(settingFrontMatter: "deleted", to: .timestamp(time))
    }
  }

  /// Takes the marks of soft deletion off threads and entries, as one change; entries are marked as restored.
  package func restore(threads: [ThreadHeader], entries: [Entry]) throws -> Outcome<[EntryID]> {
    try mark(threads, entries, .unmark, "restore") { document throws(FrontMatterEditError) in
      try document.splices(removingFrontMatter: "deleted")
    }
  }

  private func mark(
    _ threads: [ThreadHeader], _ entries: [Entry], _ deletion: EntryEdit.Deletion,
    _ summary: String, _ splices: (ThreadDocument) throws(FrontMatterEditError) -> [Splice]
  ) throws -> Outcome<[EntryID]> {
    try change("\(summary) \(Self.summary(of: threads, entries))") { plan in
      var edit = EntryEdit()
      edit.deletion = deletion
      if deletion == .unmark { edit.restored = timestamp.rfc3339(in: zone) }
      var ids: [Int: EntryID] = [:]
      // Entries first, and the last one first: so the lines that tell entries without ids apart stay what they were.
      for index in entries.indices.sorted(by: { entries[$0].line > entries[$1].line }) {
        ids[index] = try self.edit(entries[index], edit, at: entries[index].thread.path, &plan)
      }
      for thread in threads { try editFrontMatter(of: current(thread).path, &plan, splices) }
      return entries.indices.compactMap { ids[$0] }
    }
  }

  private static func summary(of threads: [ThreadHeader], _ entries: [Entry]) -> String {
    if threads.isEmpty, entries.count == 1 { return entries[0].reference }
    if entries.isEmpty, threads.count == 1 { return threads[0].title }
    return counts(of: threads, entries)
  }

  private static func counts(of threads: [ThreadHeader], _ entries: [Entry]) -> String {
    let counts = [(threads.count, "thread", "threads"), (entries.count, "entry", "entries")]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      .joined(separator: ", ")
  }

  private func edit(
    _ entry: Entry, _ change: EntryEdit, at path: String, _ plan: inout PlannedEdits
  ) throws -> EntryID {
    let id = entry.id ?? newEntryID()
    var change = change
    change.newID = entry.id == nil ? id : nil
    try plan.edit(path) { [change] document in
      let slice = try find(entry, in: document)
      // An entry that was in the trash when it was asked for may be changed there, not one that went there since.
      guard change.deletion != nil || entry.deletion != nil || !slice.isDeleted else {
        throw JournalError.entryIsDeleted(entry)
      }
      // An entry that says so already stays as it is to the byte, and is not marked as edited.
      return change.isMet(by: entry) ? [] : try document.splices(for: change, of: slice)
    }
    return id
  }

  /// The present path of `entry`'s thread; if unknown, the old one: what stands there tells what is wrong.
  private func path(ofThreadOf entry: Entry) throws -> String {
    guard let thread = try? current(entry.thread) else { return entry.thread.path }
    guard thread.deletion == nil || entry.thread.deletion != nil else {
      throw JournalError.threadIsDeleted(thread)
    }
    return thread.path
  }

  /// Where `entry`, which was read before, stands now.
  /// - Throws: `JournalError.entryChanged` where it is no longer the same.
  private func find(_ entry: Entry, in document: ThreadDocument) throws -> EntrySlice {
    let (text, fields) = (entry.text, entry.fields)
    let same = document.entries.filter { slice in
      guard document.id(of: slice) == entry.id, slice.heading.timestamp == entry.timestamp,
        document[slice.heading.title].elementsEqual(entry.title)
      else { return false }
      let content = document.content(of: slice)
      return content.text(in: document.bytes.span) == text
        && content.fields.elementsEqual(fields) {
          document[$0.name].elementsEqual($1.name) && $0.value(in: document.bytes.span) == $1.value
        }
    }
    if same.count == 1 { return same[0] }
    // Without ids, two equal entries differ by their lines only.
    let starts = entry.id == nil ? same.map(\.region.lowerBound) : []
    let lines = document.positions(of: starts).map(\.line)
    guard let index = lines.firstIndex(of: entry.line) else {
      throw JournalError.entryChanged(reference: entry.reference, path: entry.thread.path)
    }
    return same[index]
  }

  /// Refuses to move an entry to a thread in which a value of it would not fit, or mean something else.
  private func check(_ entry: Entry, fits target: ThreadHeader) throws {
    let schema = try schema(at: target.path)
    for field in entry.fields.effective {
      guard let wanted = schema.field(withKey: field.key), wanted.deletion == nil else { continue }
      try ThreadFieldError.naming(target) { () throws(FieldError) in
        try entry.file.schema.field(withKey: field.key)?.checkUnit(isThatOf: wanted)
        if let error = wanted.check(stored: field.value) {
          throw .badValue(wanted, value: field.value, error)
        }
      }
    }
  }

  /// Moves entries to `target`; throws `JournalError.sameThread` where one is there already.
  package func move(_ entries: [Entry], to target: ThreadHeader) throws -> Outcome<[EntryID]> {
    if let entry = entries.first(where: { $0.thread.path == target.path }) {
      throw JournalError.sameThread(entry)
    }
    return try change("move \(Self.summary(of: [], entries)) to \(target.title)") { plan in
      let target = try currentLive(target)
      for entry in entries { try check(entry, fits: target) }
      return try entries.map { try move($0, to: target, &plan) }
    }
  }

  private func move(
    _ entry: Entry, to target: ThreadHeader, _ plan: inout PlannedEdits
  ) throws -> EntryID {
    var source = try plan.document(at: entry.thread.path)
    try Self.checkConflicts(of: source, entry.thread.path)
    var slice = try find(entry, in: source)
    let id = entry.id ?? newEntryID()
    if entry.id == nil {
      var naming = EntryEdit()
      naming.newID = id
      source = ThreadDocument(source.bytes.applying(try source.splices(for: naming, of: slice)))
      guard let named = source.entries.first(where: { source.id(of: $0) == id }) else {
        throw JournalError.doesNotReadBack(part: "id")
      }
      slice = named
    }
    // First the new thread, then the old one: what reads between the two sees the entry twice, never nowhere.
    try insert(into: target.path, at: entry.timestamp, &plan) {
      source.block(of: slice, lineEnding: $0)
    }
    try plan.edit(entry.thread.path) { document in
      document.splicesRemoving(try find(entry, in: document))
    }
    return id
  }

  /// Removes soft-deleted entries and threads for good, and what they say from all that is kept of earlier changes.
  ///
  /// - Parameter sums: Of the threads' files, as they were when somebody agreed; nil where nobody was asked.
  /// - Returns: What became of drafts that it has to do with.
  package func purge(
    entries: [Entry], threads: [ThreadHeader], agreedTo sums: [Checksum]? = nil
  ) throws -> Outcome<[PurgedDraft]> {
    var parts: [ErasedPart] = []
    // No word of it is in the record.
    let counts = Self.counts(of: threads, entries)
    let summary = counts.isEmpty ? "purge" : "purge \(counts)"
    let outcome = try change(summary) { plan in
      plan.transaction.isFinal = true
      parts = []
      let removed = Set(threads.map(\.path))
      for (path, entries) in Dictionary(grouping: entries, by: \.thread.path)
        .sorted(by: { $0.key < $1.key }) where !removed.contains(path)
      {
        let path = try directory.threadPath(of: path)
        let document = try plan.document(at: path)
        try Self.checkConflicts(of: document, path)
        let slices = try entries.map { entry in
          let slice = try find(entry, in: document)
          // Somebody may have restored it while the question waited for its answer.
          guard slice.isDeleted else { throw JournalError.entryIsNotDeleted(entry) }
          return slice
        }
        parts.append(.init(path: path, bytes: document.bytes, entries: slices, isWhole: false))
        plan.transaction.erasures.append(Erasure(of: slices, in: document, at: path))
      }
      for (index, thread) in threads.enumerated() {
        let now = try current(thread)
        guard now.deletion != nil else { throw JournalError.threadIsNotDeleted(now) }
        let path = try directory.threadPath(of: now.path, followsLast: false)
        let document = try plan.document(at: path)
        if let sums, sums[index] != Checksum(document.bytes) {
          throw JournalError.threadChanged(now)
        }
        parts.append(.init(of: document, at: path))
        plan.transaction.erasures.append(try Erasure(of: document.bytes, at: path, in: directory))
      }
      plan.transaction.purged = Array((try sumsOfPurged() + parts.flatMap(\.sums)).suffix(10_000))
    }
    let quotes = PurgedQuotes(parts)
    let changed = Set(entries.map(\.thread.path) + threads.map(\.path)).sorted()
    let own = Set(changed.map { "\(directory.root)/\($0)" })
    let copies = directory.files(beside: changed) { file -> PurgedDraft? in
      // Its other entries stay.
      if own.contains(file.path) { return nil }
      guard file.isCopy else {
        return quotes.stand(in: file.bytes) ? .init(path: file.path, fate: .elsewhere) : nil
      }
      let hasLine = quotes.words.stand(in: file.bytes)
      return hasLine ? .init(path: file.path, fate: .besideThread) : nil
    }
    let drafts = outcome.notes.compactMap(\.draft)
    return Outcome(
      result: drafts + copies, notes: outcome.notes.filter { $0.draft == nil },
      isChanged: outcome.isChanged)
  }

  /// What the last purge left of the ids of what was purged by then, as long as its record is kept: it is the oldest.
  private func sumsOfPurged() throws -> [Checksum] {
    guard let oldest = try directory.log.numbers().last else { return [] }
    return try directory.log.transaction(oldest)?.purged ?? []
  }

  /// Gives the thread a new title, and where `renamesFile` its file the name that goes with it (F31); returns its path.
  package func rename(
    _ header: ThreadHeader, to title: String, renamesFile: Bool
  ) throws -> Outcome<String> {
    guard Self.isTitle(title) else { throw JournalError.badTitle(title) }
    return try change("rename \(header.title)") { plan in
      let header = try current(header)
      try editFrontMatter(of: header.path, &plan) {
        document throws(FrontMatterEditError) in
        try document.splices(settingFrontMatter: "title", to: .text(title))
      }
      let folder = header.path.split(separator: "/").dropLast().joined(separator: "/")
      let plain = JournalFileName.fileName(forTitle: title)
      let current = header.path.split(separator: "/").last.map(String.init) ?? header.path
      guard renamesFile, plain != current else { return header.path }
      let names = TakenNames(in: directory, except: header.path)
      let path = names.freePath(forTitle: title, in: folder)
      try plan.rename(header.path, to: path)
      return path
    }
  }

  /// Applies the splices that `plan` makes of a thread's front matter.
  func editFrontMatter(
    of path: String, _ plan: inout PlannedEdits,
    _ splices: (ThreadDocument) throws(FrontMatterEditError) -> [Splice]
  ) throws {
    try plan.edit(path, inFrontMatter: true) { document in
      do throws(FrontMatterEditError) { return try splices(document) } catch {
        let (line, column) = document.position(of: error.offset ?? 0)
        throw JournalError.frontMatterEdit(path: path, line: line, column: column)
      }
    }
  }
}

extension EntryEdit {
  /// Whether `entry` says already what the change would make it say.
  fileprivate func isMet(by entry: Entry) -> Bool {
    guard deletion == nil, newID == nil else { return false }
    if let text, text != entry.text { return false }
    if let title, title != entry.title { return false }
    if let timestamp, timestamp != entry.timestamp { return false }
    if fields.isEmpty { return true }
    let values = Dictionary(entry.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    return fields.allSatisfy { name, value in values[FieldName.key(name)] == value }
  }
}

extension FrontMatterEditError {
  /// The byte of the file that stands in the way, where it is known.
  fileprivate var offset: Int? {
    switch self {
    case .notUnderstood(let problem): problem.offset
    case .notAMapping(let offset), .duplicateKey(let offset), .unsafe(let offset): offset
    default: nil
    }
  }
}
