/// How words go for good: out of their file, and out of all that is kept for undo and for late writers.
///
/// A purge is recorded without words (`Erasure`) and made like any other change, so that a crash at any call is
/// finished by the next command. Then, before its record is one of those that are kept:
///
/// 1. Files that earlier changes displaced go; one that somebody may still write to is emptied. What somebody did write
///    to one since it was displaced stands nowhere else, and becomes a draft.
/// 2. The words go out of drafts. They stand in the files that the purge itself has displaced, so that a command that
///    finishes it finds them, too. Then these go.
/// 3. All older records go; which entries they wrote stays known (`KnownEntry`), but for those
///    that are purged. Which of them hold the words cannot be told: an entry may have been edited, moved or
///    renamed before it was deleted, and `undo` stops at a purge in any case.
/// 4. What is left of the purge's own record is that there was one, and when.
///
/// A crash between these finds the record still pending, and they are done again.
extension JournalWriter {
  /// Takes out of a file what a purge erases; what is gone already stays gone.
  mutating func make(_ erasure: Erasure) throws(StorageError) -> [Conflict] {
    var conflicts: [Conflict] = []
    do throws(StorageError) {
      switch erasure {
      case .entries(let path, _, _):
        try rewrite(path) { bytes in
          let applied = erasure.applied(to: bytes)
          conflicts = applied.conflicts
          return applied.bytes
        }
      case .file(let path, let sum, let removed):
        guard try hasFile(at: path) else { break }
        let found = try bytes(at: path)
        guard Checksum(found) == sum, try remove(path, found, as: removed) == nil else {
          return [Conflict(kind: .changed, path: path)]
        }
      }
      // If it was cut short once, it may not be on the disk yet.
      try confirm(.edited(path: erasure.path, []))
    } catch {
      guard case .missing(let path) = error else { throw error }
      if case .entries = erasure { return [Conflict(kind: .fileMissing, path: path)] }
    }
    return conflicts
  }

  /// Whether the file still has what was to be erased.
  func isUnmade(_ erasure: Erasure) throws(StorageError) -> Bool {
    guard try hasFile(at: erasure.path) else { return false }
    guard case .entries = erasure else { return true }
    let found = try bytes(at: erasure.path)
    let applied = erasure.applied(to: found)
    return applied.bytes != found || !applied.conflicts.isEmpty
  }

  /// Takes away all that is kept of what was done before a purge, and its words from what waits.
  mutating func forget(
    before purge: TransactionLog.Pending, _ transaction: Transaction
  ) throws(StorageError) {
    let own = try ownBackups(of: purge)
    let parts = try parts(of: transaction, own)
    try eraseBackups { !own.contains($0) }
    // Without the copies of saves there is nothing to look for.
    let watches = try draftState.allNames().filter {
      StateFolder.hasEnding(ConcurrentSave.watchSuffix, $0)
    }
    for name in watches { try drafts.remove(name) }
    removeOrphanedNotes(olderThan: -1)
    try erase(parts)
    // What somebody has saved there meanwhile becomes a draft, too.
    if try eraseBackups({ _ in true }) { try erase(parts) }
    try drafts.sync()
    try directory.log.erase(before: purge.number, purged: transaction.purged)
  }

  /// Removes the displaced files that are meant; says whether one of them has become a draft.
  @discardableResult
  private mutating func eraseBackups(
    _ isMeant: (String) -> Bool
  ) throws(StorageError) -> Bool {
    guard let state = try directory.existingState(.displaced) else { return false }
    let backups = try backups()
    var isSave = false
    for name in try state.allNames().filter(isMeant) where try !backups.erase(name) {
      keepSave(name, in: state.folder, of: Backups.originalName(of: name))
      isSave = true
    }
    try state.folder.sync()
    return isSave
  }

  private mutating func erase(_ parts: [ErasedPart]) throws(StorageError) {
    for draft in try eraseDrafts?(directory.drafts, parts) ?? [] {
      recovered.append(RecoveryNote(outcome: .draft(draft), thread: nil))
    }
  }

  /// The names of the files that a purge has displaced.
  private func ownBackups(
    of purge: TransactionLog.Pending
  ) throws(StorageError) -> Set<String> {
    guard let state = try directory.existingState(.displaced) else { return [] }
    let backups = try backups()
    return Set(try state.allNames().filter { backups.isOf(purge.number, $0) })
  }

  /// What a purge has taken out, as these files that it displaced have it.
  private func parts(
    of transaction: Transaction, _ names: Set<String>
  ) throws(StorageError) -> [ErasedPart] {
    guard let state = try directory.existingState(.displaced) else { return [] }
    var parts: [ErasedPart] = []
    for erasure in transaction.erasures {
      for name in erasure.backups(among: names) {
        guard let bytes = try StorageError.ifThere(try state.folder.bytes(of: name)) else {
          continue
        }
        parts.append(erasure.part(of: bytes))
      }
    }
    return parts
  }

  /// Drops what is older than is kept, where something else than a change has been made.
  ///
  /// As behind a change, what cannot be looked at stays: what was asked for is done.
  package mutating func dropAged(at time: Timestamp) {
    if let aged = try? directory.log.dropAged(at: time) { pruneAged(aged) }
  }

  /// Drops displaced files that are older than what is kept, or whose change is; a look at the names of the others.
  mutating func pruneAged(_ log: TransactionLog.Pruning) {
    guard let state = try? directory.existingState(.displaced) else { return }
    let backups = Backups(state: state, now: lock.now())
    let pruning = backups.pruneAged(
      log.lastAged, keeping: log.oldest...max(log.oldest, log.newest), limit: directory.keepingTime)
    for name in pruning { keepSave(name, in: state.folder, of: Backups.originalName(of: name)) }
  }
}
