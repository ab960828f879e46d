/// What happens to one file in a transaction, made so that nothing that anybody writes meanwhile is lost.
///
/// An edit is a list of hunks (`Hunk`), found in the file's bytes as they are by then (`HunkApplier`). The new bytes
/// take the old ones' name in one exchange (`Replacement`), what was displaced is looked at, and kept for a while
/// (`Backups`), and an editor that saves at that very moment is waited for (`ConcurrentSave`).
public enum FileChange: Sendable, Hashable {
  /// Parts of the file at `path` were replaced; none overlap, and they are in file order.
  case edited(path: String, [Hunk])
  /// The file at `path` was made with these bytes; `removed` where it is one that had been removed.
  case created(path: String, bytes: [UInt8], removed: RemovedFile? = nil)
  /// The file at `path`, which had these bytes, was removed.
  case removed(path: String, bytes: [UInt8], as: RemovedFile)
  case renamed(from: String, to: String)

  public var inverted: FileChange {
    switch self {
    case .edited(let path, let hunks): .edited(path: path, hunks.inverted)
    case .created(let path, let bytes, let removed):
      .removed(path: path, bytes: bytes, as: removed ?? RemovedFile(name: "", permissions: 0o600))
    case .removed(let path, let bytes, let removed):
      .created(path: path, bytes: bytes, removed: removed)
    case .renamed(let from, let to): .renamed(from: to, to: from)
    }
  }

  /// The file's path; of a renamed one the new one.
  public var path: String {
    switch self {
    case .edited(let path, _), .created(let path, _, _), .removed(let path, _, _): path
    case .renamed(_, let path): path
    }
  }

  /// The parts that it replaced, and whether the last entry of each is whole: a change of very many entries is kept by lines.
  package var partsBefore: [(bytes: [UInt8], isWhole: Bool)] {
    guard case .edited(_, let hunks) = self else { return bytesBefore.map { ($0, true) } }
    return hunks.indices.map { index in
      let next = index + 1 < hunks.count ? hunks[index + 1].before : []
      let behind = (hunks[index].trailing.isEmpty ? next : hunks[index].trailing).prefix(13)
      // `## 2026-03-28`
      let isWhole = behind.isEmpty || !ThreadDocument(behind + [.lineFeed]).entries.isEmpty
      return (hunks[index].before, isWhole)
    }
  }

  package var bytesBefore: [[UInt8]] {
    switch self {
    case .edited(_, let hunks): hunks.map(\.before)
    case .removed(_, let bytes, _): [bytes]
    case .created, .renamed: []
    }
  }
}

/// A removed file, as what puts it back needs to know it.
public struct RemovedFile: Hashable, Sendable {
  /// Its name among the backups, for as long as it is kept there; empty for one that is not kept yet.
  public let name: String
  public let permissions: UInt32

  /// Whether a removed file may be kept under this name.
  static func isName(_ name: String) -> Bool { name.isEmpty || Backups.isName(name) }
}

/// Files in which changes are made: those of the journal, or those that a command has planned so far.
public protocol FileStore: ~Copyable {
  associatedtype Failure: Error

  func hasFile(at path: String) throws(Failure) -> Bool
  func bytes(at path: String) throws(Failure) -> [UInt8]
  /// Gives the file the bytes that `edit`, which applies `hunks`, makes of its present ones; it may run again.
  mutating func edit(_ path: String, _ hunks: [Hunk], _ edit: ([UInt8]) -> [UInt8]) throws(Failure)
  /// Makes a file where nothing is.
  mutating func create(_ path: String, _ bytes: [UInt8], _ removed: RemovedFile?) throws(Failure)
  /// Removes a file that had these bytes; where it has others by now, it stays, and they are returned.
  mutating func remove(
    _ path: String, _ bytes: [UInt8], as removed: RemovedFile
  ) throws(Failure) -> [UInt8]?
  /// Gives a file a name that nothing has.
  mutating func rename(_ path: String, to newPath: String) throws(Failure)
  /// Syncs a change that was found made already: if it was cut short, it may not be on the disk yet.
  mutating func confirm(_ change: FileChange) throws(Failure)
}

extension FileChange {
  /// What came of a change that was to be made.
  public enum Outcome {
    case made
    case alreadyMade
    case conflicts([Conflict])
  }

  /// Makes the change; what is made already stays, and what differs is left as it is.
  ///
  /// - Parameter mayStrandLines: Whether an entry may be taken away though somebody has added lines to it since.
  public func make<Store: FileStore & ~Copyable>(
    in store: inout Store, zone: LocalTimeZone, mayStrandLines: Bool = true
  ) throws(Store.Failure) -> Outcome {
    let outcome: Outcome
    do throws(Store.Failure) { outcome = try attempt(in: &store, zone, mayStrandLines) } catch {
      switch error as? StorageError {
      case .missing(let path): return .conflicts([Conflict(kind: .fileMissing, path: path)])
      case .exists(let path):
        // Somebody made it in this moment.
        return .conflicts([Conflict(kind: .nameTaken, path: path, found: try store.bytes(at: path))]
        )
      default: throw error
      }
    }
    if case .alreadyMade = outcome { try store.confirm(self) }
    return outcome
  }

  private func attempt<Store: FileStore & ~Copyable>(
    in store: inout Store, _ zone: LocalTimeZone, _ mayStrandLines: Bool
  ) throws(Store.Failure) -> Outcome {
    switch self {
    case .edited(let path, let hunks):
      var outcome = Outcome.made
      try store.edit(path, hunks) { bytes in
        let applier = HunkApplier(
          hunks: hunks, bytes: bytes, zone: zone, mayStrandLines: mayStrandLines)
        switch applier.apply() {
        case .changed(let result):
          outcome = .made
          return result
        case .alreadyMade: outcome = .alreadyMade
        case .conflicts(let hunks):
          outcome = .conflicts(Conflict.conflicts(of: hunks, path, in: bytes))
        }
        return bytes
      }
      return outcome
    case .created(let path, let bytes, let removed):
      if try store.hasFile(at: path) {
        let found = try store.bytes(at: path)
        return found == bytes
          ? .alreadyMade : .conflicts([Conflict(kind: .nameTaken, path: path, found: found)])
      }
      try store.create(path, bytes, removed)
    case .removed(let path, let bytes, let removed):
      guard try store.hasFile(at: path) else { return .alreadyMade }
      let found = try store.bytes(at: path)
      guard found == bytes else { return .conflicts([Conflict(bytes, found, path)]) }
      if let found = try store.remove(path, bytes, as: removed) {
        return .conflicts([Conflict(bytes, found, path)])
      }
    case .renamed(let from, let to):
      let isTaken = try store.hasFile(at: to)
      guard try store.hasFile(at: from) else {
        return isTaken ? .alreadyMade : .conflicts([Conflict(kind: .fileMissing, path: from)])
      }
      if isTaken { return .conflicts([Conflict(kind: .nameTaken, path: to)]) }
      try store.rename(from, to: to)
    }
    return .made
  }
}

/// What stands in the way of a change: something in a file that is not what the change expects.
public struct Conflict: Sendable, Hashable {
  /// The ways in which a file can differ from what a change expects.
  public enum Kind: Sendable, Hashable {
    case changed
    case fileMissing
    /// Something has the name that a file is to get.
    case nameTaken
  }

  public var kind: Kind
  public var path: String
  /// The line of what was found, 1-based.
  public var line: Int?
  public var expected: [UInt8] = []
  public var found: [UInt8] = []
}

extension Conflict {
  /// Two versions of a whole file, from the first line on that differs.
  init(_ expected: [UInt8], _ found: [UInt8], _ path: String) {
    let same = zip(expected, found).prefix { $0 == $1 }.count
    let start = expected[..<same].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    self.init(
      kind: .changed, path: path, line: LineCounter.position(of: start, in: expected.span).line,
      expected: Array(expected[start...]), found: Array(found[start...]))
  }

  /// What stands where these hunks are expected: the entries of the same ids, else what is at their offsets.
  static func conflicts(of hunks: [Hunk], _ path: String, in bytes: [UInt8]) -> [Conflict] {
    let document = ThreadDocument(bytes)
    return zip(hunks, hunks.offsetsBefore).map { hunk, offset in
      let expected = ThreadDocument(hunk.before.isEmpty ? hunk.after : hunk.before)
      let ids = Set(expected.entryIDs)
      let slices = document.entries.filter { document.id(of: $0).map(ids.contains) ?? false }
      let start = min(max(offset, 0), bytes.count)
      var range = start..<min(bytes.count, start + max(hunk.before.count, 1))
      if let first = slices.first?.region, let last = slices.last?.region {
        range = first.lowerBound..<last.upperBound
      }
      // Of an entry that is gone, the other bytes at its old offset tell nothing.
      let isGone = slices.isEmpty && !ids.isEmpty
      return Conflict(
        kind: .changed, path: path,
        line: isGone ? nil : document.position(of: range.lowerBound).line,
        expected: hunk.before, found: isGone ? [] : Array(bytes[range]))
    }
  }
}
