import ThreadStorage

extension Journal {
  /// A change that is kept for undo, without the bytes that it changed.
  package struct KeptChange: Sendable {
    /// Its number, which grows with every change.
    package let number: UInt64
    /// What it did.
    package let summary: String
    /// When it was done.
    package let time: Timestamp
    /// The files that it changed, each once.
    package let paths: [String]
    /// Whether it was taken back.
    package let isUndone: Bool
    /// Whether it is never taken back, and nothing before it: a purge.
    package let isFinal: Bool
  }

  /// What `undo` took back.
  package struct UndoneChange: Sendable {
    /// The change.
    package let record: ChangeRecord
    /// Whether everything stood already as it was before the change.
    package let wasTakenBackBefore: Bool
  }

  /// The changes that are kept, the newest first; one that takes another back is not one of its own.
  package func keptChanges() throws -> [KeptChange] {
    var undone: Set<UInt64> = []
    var changes: [KeptChange] = []
    for number in try directory.changes.numbers() {
      guard let record = try keptRecord(number) else { continue }
      if let number = record.undoes {
        undone.insert(number)
      } else {
        var seen: Set<String> = []
        changes.append(
          KeptChange(
            number: number, summary: record.summary, time: record.time,
            paths: record.files.map(\.path).filter { seen.insert($0).inserted },
            isUndone: undone.contains(number), isFinal: record.isFinal))
      }
    }
    return changes
  }

  /// The record of a change that is kept; nil where it is gone, or no record.
  func keptRecord(_ number: UInt64) throws -> ChangeRecord? {
    try directory.changes.record(number).flatMap { ChangeRecord(decoding: $0.bytes) }
  }

  /// The newest change that is not taken back yet.
  ///
  /// - Throws: `JournalError.recordIsForeign` where that is none of ours: it may be a purge, of which nothing comes back.
  private func newestChange() throws -> (number: UInt64, record: ChangeRecord)? {
    let believed = Set(try directory.changes.numbers())
    var undone: Set<UInt64> = []
    for number in try directory.changes.allNumbers() where !undone.contains(number) {
      guard believed.contains(number) else { throw JournalError.recordIsForeign }
      guard let record = try keptRecord(number) else { continue }
      guard let taken = record.undoes else { return (number, record) }
      undone.insert(taken)
    }
    return nil
  }

  /// Takes back the newest change that is not taken back yet.
  ///
  /// - Throws: `JournalError.nothingToUndo`; `.purgeIsFinal`; `.cannotUndo` where something was changed since: then all is
  ///   left as it is.
  package func undo() throws -> Outcome<UndoneChange> {
    try change("undo") { writer, record in
      guard let newest = try newestChange() else { throw JournalError.nothingToUndo }
      let undone = newest.record
      guard !undone.isFinal else { throw JournalError.purgeIsFinal(summary: undone.summary) }
      record.summary = "undo \(undone.summary)"
      record.undoes = newest.number
      var isNeeded = false
      var differences: [ChangeDifference] = []
      for file in undone.files.reversed() {
        switch try record.plan(file.inverted, in: writer.directory, zone: zone) {
        case .made: isNeeded = true
        case .alreadyMade: break
        case .differs(let found): differences += found
        }
      }
      guard differences.isEmpty else {
        throw JournalError.cannotUndo(summary: undone.summary, differences)
      }
      if !isNeeded { try writer.changes.append(record.encoded) }
      return UndoneChange(record: undone, wasTakenBackBefore: !isNeeded)
    }
  }
}

extension ChangeRecord {
  /// Plans a change that was made before, or its inverse, on the files as they are now.
  fileprivate mutating func plan(
    _ change: FileChange, in directory: JournalDirectory, zone: LocalTimeZone
  ) throws -> FileChange.Outcome {
    switch change {
    case .edited(let path, let regions):
      guard try stage.hasFile(at: path, in: directory) else {
        return .differs([.init(kind: .fileMissing, path: path)])
      }
      return try plan(regions, path, in: directory, zone)
    case .created(let path, let bytes, _):
      if try stage.hasFile(at: path, in: directory) {
        let found = try stage.document(at: path, in: directory).bytes
        return found == bytes
          ? .alreadyMade : .differs([.init(kind: .nameTaken, path: path, found: found)])
      }
      stage.add(change)
    case .removed(let path, let bytes, _):
      guard try stage.hasFile(at: path, in: directory) else { return .alreadyMade }
      let found = try stage.document(at: path, in: directory).bytes
      guard found == bytes else {
        return .differs([FileChange.difference(bytes, found, path)])
      }
      stage.add(.removed(path: path, bytes: bytes, as: try directory.removal(of: path)))
    case .renamed(let from, let to):
      let isTaken = try stage.hasFile(at: to, in: directory)
      guard try stage.hasFile(at: from, in: directory) else {
        return isTaken ? .alreadyMade : .differs([.init(kind: .fileMissing, path: from)])
      }
      if isTaken { return .differs([.init(kind: .nameTaken, path: to)]) }
      try stage.rename(from, to: to, in: directory)
    }
    return .made
  }

  private mutating func plan(
    _ regions: [RegionChange], _ path: String, in directory: JournalDirectory,
    _ zone: LocalTimeZone
  ) throws -> FileChange.Outcome {
    let document = try stage.document(at: path, in: directory)
    if let lines = ConflictMarkers.firstBlock(in: document.bytes) {
      throw JournalError.conflictMarkers(path: path, lines: lines)
    }
    switch RegionPlacement(regions, in: document.bytes, zone: zone).apply() {
    case .changed(let bytes):
      stage.add(.edited(path: path, regions), leaving: bytes)
      return .made
    case .alreadyMade: return .alreadyMade
    case .differs(let found):
      return .differs(FileChange.differences(of: found, path, in: document.bytes))
    }
  }
}
