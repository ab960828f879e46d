/// The one place that changes a journal's files; exists only while its lock is held.
public struct JournalWriter: ~Copyable {
  /// How often a change starts over because somebody else saved the file meanwhile.
  static let attempts = 16

  /// The journal that is changed.
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

  /// Takes the lock; `recover()` comes before anything else.
  init(locking directory: JournalDirectory, timeLimit: Double) throws(StorageError) {
    try directory.checkDisplacedPlace()
    let lock = try JournalLock(in: directory.marker, timeLimit: timeLimit)
    let drafts = try directory.state(.drafts)
    self.directory = directory
    self.lock = lock
    draftState = drafts
    self.drafts = drafts.folder
  }

  /// The folder that keeps what was displaced.
  func displaced() throws(StorageError) -> DisplacedFiles {
    DisplacedFiles(state: try directory.state(.displaced), now: lock.now())
  }

  /// The record of changes, for undo.
  public var changes: ChangeLog { directory.changes }

  /// Records a change that is about to be made, for good.
  public mutating func begin(_ record: [UInt8]) throws(StorageError) -> ChangeLog.Pending {
    // That the drafts of earlier additions are gone must be on the disk by now: after a power cut they would be
    // finished once more, and so undo what this change does.
    if !PlantedFault.draftsNotSynced.isPlanted { try drafts.sync() }
    return try changes.begin(record)
  }

  /// Opens a thread to be changed and checks that it is a regular file.
  func open(_ place: ThreadPlace, _ flags: Int32) throws(StorageError) -> (OpenFile, FileFacts) {
    do throws(StorageError) {
      let file = try place.folder.open(place.name, flags)
      return (file, try file.regularFacts())
    } catch {
      throw JournalDirectory.named(error, place.path)
    }
  }
}
