import ThreadStorage

extension Journal {
  /// A change that is kept for undo, without the bytes that it changed.
  package struct KeptChange: Sendable {
    /// Its number, which grows with every change.
    package let number: UInt64
    package let summary: String
    package let time: Timestamp
    /// The files that it changed, each once.
    package let paths: [String]
    /// The titles of their threads, as far as these are there.
    package let threads: [String]
    /// The first line of text of an entry that it changed, or how that is read; nil where it changed none, or something was purged since.
    package let words: [UInt8]?
    package let isUndone: Bool
    /// Whether it is never taken back, and nothing before it: a purge.
    package let isFinal: Bool
  }

  /// The changes that are kept, the newest first; one that takes another back is not one of its own.
  package func keptChanges() throws -> [KeptChange] {
    var undone: Set<UInt64> = []
    var changes: [KeptChange] = []
    var wasPurged = false
    for number in try directory.log.numbers() {
      guard let record = try directory.log.transaction(number) else { continue }
      if let taken = record.undoes {
        if !undone.contains(number) { undone.insert(taken) }
      } else {
        var seen: Set<String> = []
        changes.append(
          KeptChange(
            number: number, summary: record.summary, time: record.time,
            paths: record.changes.map(\.path).filter { seen.insert($0).inserted },
            threads: titles(of: record),
            // What was purged, and whatever may hold some of it, is not told any more.
            words: wasPurged || record.isFinal ? nil : words(of: record),
            isUndone: undone.contains(number), isFinal: record.isFinal))
        if record.isFinal { wasPurged = true }
      }
    }
    return changes
  }

  /// The first line of text of an entry that the change was of, or how that is read.
  package func words(of record: Transaction) -> [UInt8]? {
    record.changes.lazy.compactMap { $0.words(zone) }.first
  }

  /// The entry that was added to the thread at `path` since `start`, where at most one change was made after that.
  package func lastAdded(to path: String, since start: Instant) -> EntryID? {
    let records = (try? directory.log.numbers().prefix(2)) ?? []
    for number in records {
      guard let record = (try? directory.log.transaction(number)) ?? nil, record.undoes == nil,
        record.time.instant(in: zone) >= start
      else { return nil }
      guard record.summary.hasPrefix("add to ") else { continue }
      return record.changes.first { $0.path == path }
        .flatMap { $0.inverted.bytesBefore.flatMap { ThreadDocument($0).entryIDs }.last }
    }
    return nil
  }

  private func titles(of record: Transaction) -> [String] {
    var seen: Set<String> = []
    return record.changes.map(\.path).filter { seen.insert($0).inserted }.compactMap {
      (try? header(at: $0))??.title
    }
  }

  /// The newest change that is not taken back; or, of the undoings that none is newer than, the newest that is not done
  /// again.
  ///
  /// What takes an undoing back is a redo: then neither counts, as if both had not been.
  ///
  /// - Throws: `JournalError.recordIsForeign` where others recorded it: it may be a purge, which cannot be undone.
  private func newestRecord(
    ofUndoing: Bool
  ) throws -> (number: UInt64, transaction: Transaction)? {
    let believed = Set(try directory.log.numbers())
    var undone: Set<UInt64> = []
    for number in try directory.log.allNumbers() where !undone.contains(number) {
      guard believed.contains(number) else { throw JournalError.recordIsForeign }
      guard let record = try directory.log.transaction(number) else { continue }
      guard let taken = record.undoes else { return ofUndoing ? nil : (number, record) }
      if ofUndoing {
        // Of what is no longer kept, nobody knows what it was.
        guard let target = try directory.log.transaction(taken) else { return nil }
        if target.undoes == nil { return (number, record) }
      }
      undone.insert(taken)
    }
    return nil
  }

  /// What the transaction of this number changed; of one that found everything taken back already, what it would have.
  func effect(_ number: UInt64, _ record: Transaction) -> [FileChange] {
    guard record.changes.isEmpty, let undoes = record.undoes, undoes < number,
      let undone = (try? directory.log.transaction(undoes)) ?? nil
    else { return record.changes }
    return effect(undoes, undone).reversed().map(\.inverted)
  }

  /// Takes back the newest change that is not taken back yet.
  ///
  /// - Throws: `JournalError.nothingToUndo`; `.purgeIsFinal`; `.cannotUndo`, with nothing changed, where something was
  ///   changed since.
  package func undo() throws -> Outcome<(transaction: Transaction, wasSoBefore: Bool)> {
    try change("undo") { plan in
      guard let (number, undone) = try newestRecord(ofUndoing: false) else {
        throw JournalError.nothingToUndo
      }
      guard !undone.isFinal else { throw JournalError.purgeIsFinal(summary: undone.summary) }
      plan.transaction.summary = "undo \(undone.summary)"
      let isNeeded = try invert(number, undone, named: undone.summary, in: &plan)
      return (undone, !isNeeded)
    }
  }

  /// Does again what the newest undo took back, unless something else was done since.
  ///
  /// - Throws: `JournalError.nothingToRedo`; `.cannotRedo`, with nothing changed, where something was changed since.
  package func redo() throws -> Outcome<(transaction: Transaction, wasSoBefore: Bool)> {
    do {
      return try change("redo") { plan in
        guard let (number, undoing) = try newestRecord(ofUndoing: true),
          let original = try undoing.undoes.flatMap({ try directory.log.transaction($0) })
        else { throw JournalError.nothingToRedo }
        plan.transaction.summary = "redo \(original.summary)"
        let isNeeded = try invert(number, undoing, named: original.summary, in: &plan)
        return (original, !isNeeded)
      }
    } catch JournalError.cannotUndo(let summary, let conflicts) {
      throw JournalError.cannotRedo(summary: summary, conflicts)
    }
  }

  /// Plans the opposite of a transaction; false where nothing of it is left to take back.
  private func invert(
    _ number: UInt64, _ record: Transaction, named summary: String, in plan: inout PlannedEdits
  ) throws -> Bool {
    plan.transaction.undoes = number
    var isNeeded = false
    var conflicts: [Conflict] = []
    for change in effect(number, record).reversed() {
      switch try change.inverted.make(in: &plan, zone: zone, mayStrandLines: false) {
      case .made: isNeeded = true
      case .alreadyMade: break
      case .conflicts(let found): conflicts += found
      }
    }
    guard conflicts.isEmpty else { throw JournalError.cannotUndo(summary: summary, conflicts) }
    return isNeeded
  }
}

extension FileChange {
  /// The first line of the text of an entry that the change wrote, else of one that it took away; where none has text, how
  /// the first is read.
  fileprivate func words(_ zone: LocalTimeZone) -> [UInt8]? {
    var reading: String?
    for bytes in inverted.bytesBefore + bytesBefore {
      let document = ThreadDocument(bytes)
      for slice in document.entries {
        let text = document.content(of: slice).text(in: document.bytes.span)
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        if !line.isEmpty { return Array(line) }
        reading = reading ?? slice.readingOfLiving(in: document.bytes, zone)
      }
    }
    return reading.map { Array($0.utf8) }
  }
}
