/// The only type that changes a journal's files; one exists only while the lock is held.
public struct JournalWriter: ~Copyable {
  public let directory: JournalDirectory

  /// What was found unfinished when the lock was taken, and what became of it.
  public internal(set) var recovered: [RecoveryNote] = []

  /// The same, and what the file system turned out to lack.
  public var notes: [RecoveryNote] {
    let missed = directory.rootFolder.limits.missed
    return recovered
      + (missed.isEmpty ? [] : [RecoveryNote(outcome: .fileSystemLacks(missed), thread: nil)])
  }

  let lock: JournalLock
  let draftState: StateFolder
  let drafts: OpenFolder
  /// For times without a zone of their own.
  let zone: LocalTimeZone
  /// The number of the transaction that is being made, after which its backups are named.
  var number: UInt64?
  /// Whether that is a purge, whose backups hold the words that drafts are searched for.
  var isErasing = false

  /// Takes what a purge removed out of drafts, which only a reader of their notes can.
  public typealias DraftEraser = (DraftBox, [ErasedPart]) throws(StorageError) -> [PurgedDraft]
  let eraseDrafts: DraftEraser?

  /// Takes the lock; `recover()` comes before anything else.
  init(
    locking directory: JournalDirectory, timeLimit: Double, zone: LocalTimeZone,
    _ eraseDrafts: DraftEraser?
  ) throws(StorageError) {
    try directory.checkDisplacedFolder()
    let lock = try JournalLock(in: directory.marker, timeLimit: timeLimit)
    let drafts = try directory.state(.drafts)
    self.directory = directory
    self.lock = lock
    self.zone = zone
    self.eraseDrafts = eraseDrafts
    draftState = drafts
    self.drafts = drafts.folder
  }

  func backups() throws(StorageError) -> Backups {
    Backups(state: try directory.state(.displaced), now: lock.now())
  }

  /// Makes a transaction: all of it, or nothing; by the next command, where this one is killed.
  /// - Returns: What stands in the way, where something was changed since it was planned; then nothing is made.
  /// - Throws: `TransactionError`; the system's error where it could be taken back.
  public mutating func commit(_ transaction: Transaction) throws -> [Conflict] {
    let log = directory.log
    let pending: TransactionLog.Pending
    do throws(StorageError) { pending = try log.begin(transaction) } catch {
      if PlantedFault.changesWithoutRecord.isPlanted {
        for change in transaction.changes { _ = try change.make(in: &self, zone: zone) }
        return []
      }
      throw TransactionError.notRecorded(error)
    }
    (number, isErasing) = (pending.number, transaction.isFinal)
    defer { (number, isErasing) = (nil, false) }
    var begun = 0
    var conflicts: [Conflict] = []
    do throws(StorageError) {
      for change in transaction.changes where conflicts.isEmpty {
        begun += 1
        if case .conflicts(let found) = try change.make(in: &self, zone: zone) { conflicts = found }
      }
      for erasure in transaction.erasures where conflicts.isEmpty {
        begun += 1
        conflicts = try make(erasure)
      }
    } catch {
      guard !error.meansHalfWritten, !transaction.bringsWords,
        takeBack(transaction, begun, pending)
      else { throw TransactionError.unfinished(path: pending.path, cause: error) }
      throw error
    }
    if let conflict = conflicts.first {
      guard takeBack(transaction, begun, pending) else {
        throw TransactionError.unfinished(
          path: pending.path, cause: .changedMeanwhile(path: conflict.path))
      }
      return conflicts
    }
    do throws(StorageError) { try close(pending, transaction) } catch {
      throw TransactionError.unfinished(path: pending.path, cause: error)
    }
    return []
  }

  mutating func close(
    _ pending: TransactionLog.Pending, _ transaction: Transaction
  ) throws(StorageError) {
    if transaction.isFinal, !PlantedFault.keepsPurgedWords.isPlanted {
      try forget(before: pending, transaction)
    }
    pruneAged(try directory.log.commit(pending))
  }

  /// Takes the first changes back, the last of them first; false where one of them cannot be, and the next command has
  /// to finish them.
  private mutating func takeBack(
    _ transaction: Transaction, _ begun: Int, _ pending: TransactionLog.Pending
  ) -> Bool {
    do throws(StorageError) {
      // What is erased does not come back.
      if let first = transaction.erasures.first {
        guard begun == 1, try isUnmade(first) else { return false }
      }
      let changes = transaction.changes.prefix(begun)
      for change in changes.reversed() {
        if case .conflicts = try change.inverted.make(in: &self, zone: zone) {
          // The last one may not have been made; then it is not to be taken back either.
          guard change == changes.last else { return false }
        }
      }
      try reviewBackups(of: pending)
      try directory.log.cancel(pending)
      return true
    } catch {
      return false
    }
  }

  /// Opens a thread to be changed and checks that it is a regular file.
  func open(_ target: NamedFile, _ flags: Int32) throws(StorageError) -> (OpenFile, FileStatus) {
    let file = try StorageError.named(target.path, try target.folder.open(target.name, flags))
    return (file, try file.regularStatus())
  }
}

/// Why a transaction is not made, or not known to be.
public enum TransactionError: Error, Sendable {
  /// It could not be recorded first, and so nothing was made.
  case notRecorded(StorageError)
  /// It was cut short; the record at `path` has all of it, and the next change finishes it.
  case unfinished(path: String, cause: StorageError)
}

extension JournalDirectory {
  /// Runs `body` while no other program changes the journal, after finishing what a crash left undone.
  /// - Parameters:
  ///   - timeLimit: Seconds to wait for the lock.
  ///   - eraseDrafts: Without it, a purge that was cut short waits for a command that has it.
  /// - Throws: `busy`, `newerFormat`, or what `body` throws.
  @discardableResult
  public func withLock<Result>(
    timeLimit: Double = 10, zone: LocalTimeZone = .utc,
    eraseDrafts: JournalWriter.DraftEraser? = nil,
    _ body: (inout JournalWriter) throws -> Result
  ) throws -> Result {
    guard !formatIsNewer else {
      throw StorageError.newerFormat(path: root, found: format, supported: Self.supportedFormat)
    }
    var writer = try JournalWriter(locking: self, timeLimit: timeLimit, zone: zone, eraseDrafts)
    writer.recover()
    return try body(&writer)
  }
}
