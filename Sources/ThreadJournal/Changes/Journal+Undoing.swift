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
    package let isUndone: Bool
    /// Whether it is never taken back, and nothing before it: a purge.
    package let isFinal: Bool
  }

  /// The changes that are kept, the newest first; one that takes another back is not one of its own.
  package func keptChanges() throws -> [KeptChange] {
    var undone: Set<UInt64> = []
    var changes: [KeptChange] = []
    for number in try directory.log.numbers() {
      guard let record = try directory.log.transaction(number) else { continue }
      if let number = record.undoes {
        undone.insert(number)
      } else {
        var seen: Set<String> = []
        changes.append(
          KeptChange(
            number: number, summary: record.summary, time: record.time,
            paths: record.changes.map(\.path).filter { seen.insert($0).inserted },
            isUndone: undone.contains(number), isFinal: record.isFinal))
      }
    }
    return changes
  }

  /// The newest change that is not taken back yet.
  ///
  /// - Throws: `JournalError.recordIsForeign` where others recorded it: it may be a purge, which cannot be undone.
  private func newestChange() throws -> (number: UInt64, transaction: Transaction)? {
    let believed = Set(try directory.log.numbers())
    var undone: Set<UInt64> = []
    for number in try directory.log.allNumbers() where !undone.contains(number) {
      guard believed.contains(number) else { throw JournalError.recordIsForeign }
      guard let record = try directory.log.transaction(number) else { continue }
      guard let taken = record.undoes else { return (number, record) }
      undone.insert(taken)
    }
    return nil
  }

  /// Takes back the newest change that is not taken back yet.
  ///
  /// - Throws: `JournalError.nothingToUndo`; `.purgeIsFinal`; `.cannotUndo`, with nothing changed, where something was
  ///   changed since.
  package func undo() throws -> Outcome<(transaction: Transaction, wasTakenBackBefore: Bool)> {
    try change("undo") { plan in
      guard let newest = try newestChange() else { throw JournalError.nothingToUndo }
      let undone = newest.transaction
      guard !undone.isFinal else { throw JournalError.purgeIsFinal(summary: undone.summary) }
      plan.transaction.summary = "undo \(undone.summary)"
      plan.transaction.undoes = newest.number
      var isNeeded = false
      var conflicts: [Conflict] = []
      for change in undone.changes.reversed() {
        switch try change.inverted.make(in: &plan, zone: zone) {
        case .made: isNeeded = true
        case .alreadyMade: break
        case .conflicts(let found): conflicts += found
        }
      }
      guard conflicts.isEmpty else {
        throw JournalError.cannotUndo(summary: undone.summary, conflicts)
      }
      return (undone, !isNeeded)
    }
  }
}
