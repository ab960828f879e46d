import ThreadStorage

extension JournalWriter {
  /// Makes changes as one transaction, as a command does that nothing came in the way of.
  public mutating func make(_ changes: FileChange...) throws {
    let transaction = Transaction(summary: "test", time: .test, changes: changes)
    guard let conflict = try commit(transaction).first else { return }
    switch conflict.kind {
    case .changed: throw StorageError.changedMeanwhile(path: conflict.path)
    case .fileMissing: throw StorageError.missing(path: conflict.path)
    case .nameTaken: throw StorageError.exists(path: conflict.path)
    }
  }

  /// Gives a thread the bytes that `edit` makes of its own, as one hunk.
  public mutating func change(_ path: String, _ edit: ([UInt8]) -> [UInt8]) throws {
    let bytes = try directory.read(path)
    let splice = Splice(0..<bytes.count, edit(bytes))
    try make(.edited(path: path, [Hunk]([splice], of: ThreadDocument(bytes))))
  }

  /// Adds bytes at a thread's end.
  public mutating func add(_ bytes: [UInt8], to path: String) throws {
    let tail = try directory.tail(of: path, limit: 1024)
    try make(.edited(path: path, [Hunk(adding: bytes, behind: tail)]))
  }
}

extension Timestamp {
  /// A time that no test is about.
  public static var test: Timestamp {
    Timestamp(instant: Instant(secondsSinceEpoch: 0), in: LocalTimeZone { _ in 0 })
  }
}

extension Error {
  /// What the system, or the storage, said.
  public var cause: StorageError {
    switch self as any Error {
    case TransactionError.notRecorded(let cause), TransactionError.unfinished(_, let cause): cause
    case let error as StorageError: error
    default: .damaged(path: "\(self)")
    }
  }
}
