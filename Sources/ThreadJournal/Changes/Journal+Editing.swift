import ThreadStorage

extension Journal {
  /// A new id for an entry.
  package func newEntryID() -> EntryID {
    var generator = SystemRandom()
    return EntryID.random(using: &generator)
  }

  /// Changes `entry` and marks it edited; where it has no id, it gets one (F11).
  ///
  /// - Throws: `JournalError.entryChanged` where it is no longer what was read.
  package func edit(
    _ entry: Entry, _ change: EntryEdit, whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<EntryID> {
    var change = change
    change.edited = timestamp.rfc3339(in: zone)
    return try self.change("edit \(entry.reference)", whenBusy: whenBusy) { [change] plan in
      try edit(entry, change, &plan)
    }
  }

  /// Marks threads and entries as soft-deleted, as one change; threads' files stay where they are.
  ///
  /// - Returns: The entries' ids; those without one got one.
  package func delete(threads: [ThreadHeader], entries: [Entry]) throws -> Outcome<[EntryID]> {
    let time = timestamp.rfc3339(in: zone)
    return try mark(threads, entries, .mark(time), "delete") {
      document throws(FrontMatterEditError) in
      try document.splices(settingFrontMatter: "deleted", to: .timestamp(time))
    }
  }

  /// Takes the marks of soft deletion off threads and entries, as one change.
  package func restore(threads: [ThreadHeader], entries: [Entry]) throws -> Outcome<[EntryID]> {
    try mark(threads, entries, .unmark, "restore") { document throws(FrontMatterEditError) in
      try document.splices(removingFrontMatter: "deleted")
    }
  }

  private func mark(
    _ threads: [ThreadHeader], _ entries: [Entry], _ deletion: EntryEdit.Deletion,
    _ summary: String, _ splices: (ThreadDocument) throws(FrontMatterEditError) -> [Splice]
  ) throws -> Outcome<[EntryID]> {
    try change("\(summary) \(Journal.summary(of: threads, entries))") { plan in
      // Entries first: the marks of threads move the lines that tell entries without ids apart.
      let ids = try mark(entries, deletion, &plan)
      for thread in threads { try editFrontMatter(of: current(thread).path, &plan, splices) }
      return ids
    }
  }

  /// What a change is about, in few words.
  static func summary(of threads: [ThreadHeader], _ entries: [Entry]) -> String {
    if threads.isEmpty, entries.count == 1 { return entries[0].reference }
    if entries.isEmpty, threads.count == 1 { return threads[0].title }
    return "\(threads.count) threads, \(entries.count) entries"
  }

  private func mark(
    _ entries: [Entry], _ deletion: EntryEdit.Deletion, _ plan: inout PlannedEdits
  ) throws -> [EntryID] {
    // From the last to the first, so that the lines of those still to come stay what they were.
    var ids: [Int: EntryID] = [:]
    for index in entries.indices.sorted(by: { entries[$0].line > entries[$1].line }) {
      var edit = EntryEdit()
      edit.deletion = deletion
      ids[index] = try self.edit(entries[index], edit, &plan)
    }
    return entries.indices.compactMap { ids[$0] }
  }

  private func edit(
    _ entry: Entry, _ change: EntryEdit, _ plan: inout PlannedEdits
  ) throws -> EntryID {
    let id = entry.id ?? newEntryID()
    var change = change
    change.newID = entry.id == nil ? id : nil
    try plan.edit(entry.thread.path) { [change] document in
      let slice = try find(entry, in: document)
      // What says so already is not edited, and stays as it is to the byte.
      return change.isMet(by: entry) ? [] : try document.splices(for: change, of: slice)
    }
    return id
  }

  /// The place of `entry`, which was read before, in its thread as it is now.
  ///
  /// - Throws: `JournalError.entryChanged` where its bytes are no longer the same.
  func find(_ entry: Entry, in document: ThreadDocument) throws -> EntrySlice {
    let same = document.entries.filter { slice in
      document.id(of: slice) == entry.id && slice.heading.timestamp == entry.timestamp
        && document[slice.heading.title].elementsEqual(entry.title)
        && document.content(of: slice).text(in: document.bytes.span) == entry.text
        && fields(of: slice, in: document) == entry.fields
    }
    if same.count == 1 { return same[0] }
    // Without ids, two equal entries differ by their place only.
    let starts = entry.id == nil ? same.map(\.region.lowerBound) : []
    let lines = document.positions(of: starts).map(\.line)
    guard let index = lines.firstIndex(of: entry.line) else {
      throw JournalError.entryChanged(reference: entry.reference, path: entry.thread.path)
    }
    return same[index]
  }

  private func fields(of slice: EntrySlice, in document: ThreadDocument) -> [Entry.Field] {
    document.content(of: slice).fields.map {
      Entry.Field(
        name: Array(document[$0.name]), value: $0.value(in: document.bytes.span))
    }
  }

  /// Moves entries, with all they hold, to the thread `target`.
  ///
  /// - Throws: `JournalError.sameThread` where an entry is there already.
  package func move(_ entries: [Entry], to target: ThreadHeader) throws -> Outcome<[EntryID]> {
    if entries.contains(where: { $0.thread.path == target.path }) {
      throw JournalError.sameThread(target)
    }
    return try change("move \(Journal.summary(of: [], entries)) to \(target.title)") { plan in
      let target = try current(target)
      return try entries.map { try move($0, to: target, &plan) }
    }
  }

  private func move(
    _ entry: Entry, to target: ThreadHeader, _ plan: inout PlannedEdits
  ) throws -> EntryID {
    var source = try plan.document(at: entry.thread.path)
    try PlannedEdits.checkConflicts(of: source, entry.thread.path)
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
    // First the new place, then the old one: what reads between the two sees the entry twice, never nowhere.
    try insert(into: target.path, at: entry.timestamp, &plan) {
      source.block(of: slice, lineEnding: $0)
    }
    try plan.edit(entry.thread.path) { document in
      document.splicesRemoving(try find(entry, in: document))
    }
    return id
  }

  /// Removes soft-deleted entries from their threads for good.
  package func purge(entries: [Entry], threads: [ThreadHeader]) throws -> Outcome<Void> {
    try change("purge \(Journal.summary(of: threads, entries))") { plan in
      plan.isFinal = !PlantedFault.undoesPurges.isPlanted
      let removed = Set(threads.map(\.path))
      for (path, entries) in Dictionary(grouping: entries, by: \.thread.path)
        .sorted(by: { $0.key < $1.key }) where !removed.contains(path)
      {
        try plan.edit(path) { document in
          try entries.flatMap { entry in
            let slice = try find(entry, in: document)
            // Somebody may have restored it while the question waited for its answer.
            guard slice.isDeleted else { throw JournalError.entryIsNotDeleted(entry) }
            return document.splicesRemoving(slice)
          }
        }
      }
      for thread in threads {
        let now = try current(thread)
        guard now.deletion != nil else { throw JournalError.threadIsNotDeleted(now) }
        try plan.remove(now.path)
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
    let values = Dictionary(
      entry.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    return fields.allSatisfy { name, value in values[FieldName.key(name)] == value }
  }
}
