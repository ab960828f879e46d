/// What one command changes: planned, written down as the intent, made as a whole, and kept so that it can be taken back.
public struct Transaction: Hashable, Sendable {
  /// What the command did, for people: `add to Morning pages`.
  public var summary: String
  /// When it was done.
  public var time: Timestamp
  /// The number of the transaction that this one takes back; nil for any other.
  public var undoes: UInt64?
  /// Whether it is never taken back, and nothing before it: a purge.
  public var isFinal = false
  /// The changes of files, in their order.
  public var changes: [FileChange]

  /// A transaction of these changes.
  public init(summary: String, time: Timestamp, changes: [FileChange] = []) {
    self.summary = summary
    self.time = time
    self.changes = changes
  }

  /// Whether it adds to the end of one thread, and nothing else.
  var isAddition: Bool {
    guard changes.count == 1, case .edited(_, let hunks) = changes[0] else { return false }
    return hunks.count == 1 && hunks[0].isAddition
  }

  /// Whether it brings words that stand nowhere else yet: then it is finished rather than taken back.
  var bringsWords: Bool {
    isAddition
      || changes.contains {
        guard case .created(_, _, nil) = $0 else { return false }
        return true
      }
  }

  /// The bytes that it takes away for good.
  var removedBytes: [(path: String, bytes: [UInt8])] {
    changes.flatMap { change -> [(path: String, bytes: [UInt8])] in
      switch change {
      case .edited(let path, let hunks): hunks.map { (path, $0.before) }
      case .removed(let path, let bytes, _): [(path, bytes)]
      case .created, .renamed: []
      }
    }
  }
}
