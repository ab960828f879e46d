/// What the next command does, as soon as it has the lock, about what an earlier one left: killed, without power or
/// disk.
///
/// A transaction that is still pending is made, change by change: each is looked for first, so that twice is the same
/// as once. Before that, its backups say how far it came with each file:
/// - One with the new bytes was never exchanged, or was exchanged back: it goes.
/// - One with the old bytes is what it should be, and the thread has the new ones; unless the thread itself was
///   being overwritten, and is between the two: then that is finished.
/// - One with a beginning of the new bytes was still being written: it goes.
/// - Any other is what somebody saved just before the exchange, and the crash came before that was seen: they are
///   exchanged back, and the change is made on theirs.
extension JournalWriter {
  /// Finishes what earlier commands left; where something stands in the way, it stays, and work on the rest goes on.
  mutating func recover() {
    let log = directory.log
    log.removeUnbegun()
    // A text is made after its note, and without the lock.
    removeOrphanedNotes(olderThan: Backups.shortestAge)
    for path in (try? log.pendingOfOthers()) ?? [] { note(.leftToOwner(path: path)) }
    // Where they cannot be listed, nothing can be recorded either, which is told.
    for pending in (try? log.pending()) ?? [] { finish(pending) }
    lookForLateWriters()
  }

  private mutating func note(_ outcome: RecoveryNote.Outcome, _ thread: String? = nil) {
    recovered.append(RecoveryNote(outcome: outcome, thread: thread))
  }

  private mutating func finish(_ pending: TransactionLog.Pending) {
    let summary = pending.transaction?.summary ?? ""
    if let failure = pending.failure { return note(.failed(summary, failure)) }
    // A purge is finished by a command that can search drafts.
    if pending.transaction?.isFinal == true, eraseDrafts == nil { return }
    (number, isErasing) = (pending.number, pending.transaction?.isFinal == true)
    defer { (number, isErasing) = (nil, false) }
    do throws(StorageError) {
      guard let transaction = pending.transaction else {
        return note(.refused(path: try directory.state(.changes).refuse(pending.name)))
      }
      try reviewBackups(of: pending)
      var conflicts: [Conflict] = []
      for change in transaction.changes {
        guard case .conflicts(let found) = try change.make(in: &self, zone: zone),
          try !holds(change)
        else { continue }
        conflicts += found
        try keepWords(of: change)
      }
      var refused: [Erasure] = []
      for erasure in transaction.erasures {
        let found = try make(erasure)
        conflicts += found
        if !found.isEmpty { refused.append(erasure) }
      }
      let isRefused = !refused.isEmpty && refused.count == transaction.erasures.count
      if isRefused {
        // Nothing went, so that nothing need be forgotten.
        try directory.log.cancel(pending)
      } else {
        try close(pending, transaction)
      }
      note(.finished(summary, conflicts))
      for erasure in refused {
        guard let bytes = try? bytes(at: erasure.path) else { continue }
        note(.purgeLeft(entries: erasure.entriesLeft(in: bytes)), erasure.path)
      }
    } catch {
      guard error.meansForeignTarget else { return note(.failed(summary, error)) }
      do throws(StorageError) {
        note(.refused(path: try directory.state(.changes).refuse(pending.name)))
      } catch {
        note(.failed(summary, error))
      }
    }
  }

  /// Whether a new file is there after all: it has grown since, or was cut off while it was written.
  private func holds(_ change: FileChange) throws(StorageError) -> Bool {
    guard case .created(let path, let bytes, nil) = change else { return false }
    let target = try directory.namedFile(at: path)
    let (file, status) = try open(target, O_RDWR)
    // Its name may not be on the disk yet, and nothing makes the file again once the record is gone.
    try target.folder.sync()
    let found = try file.allBytes(expected: status.size)
    if bytes.starts(with: found), status.links == 1 {
      try Replacement.overwrite(file, found.count, with: bytes)
      return true
    }
    return found.firstOffset(of: bytes) != nil
  }

  /// Keeps the words that a change was to add, and that belong nowhere for certain, as a draft.
  private mutating func keepWords(of change: FileChange) throws(StorageError) {
    let words: [UInt8]
    switch change {
    case .edited(_, let hunks): words = hunks.filter(\.before.isEmpty).flatMap(\.after)
    case .created(_, let bytes, nil): words = bytes
    case .created, .removed, .renamed: return
    }
    guard words.contains(where: { $0 > 32 }) else { return }
    let name = SystemRandom.freshName() + ".md"
    try drafts.write(words, toNew: name)
    try drafts.sync()
    note(.kept(path: drafts.path(of: name)), change.path)
  }

  /// Looks at what a transaction that was cut short wrote and displaced.
  mutating func reviewBackups(of pending: TransactionLog.Pending) throws(StorageError) {
    guard let state = try directory.existingState(.displaced) else { return }
    let edits = pending.transaction.map { Self.edits(of: $0, zone) } ?? []
    for name in try Backups(state: state, now: lock.now()).names(of: pending.number) {
      try review(name, in: state.folder, edits)
    }
  }

  /// What a transaction is to make of a file.
  private struct Edit {
    let path: String
    /// The bytes of a new file; nil for one that was there.
    var made: [UInt8]?
    /// Whether it changes a file that was there.
    var isOfPresent = false
    /// What becomes of the file's bytes; nil where nothing does, or it cannot be told.
    var applied: ([UInt8]) -> [UInt8]? = { _ in nil }
  }

  private static func edits(of transaction: Transaction, _ zone: LocalTimeZone) -> [Edit] {
    transaction.changes.map { change in
      switch change {
      case .created(let path, let bytes, _): Edit(path: path, made: bytes)
      case .removed, .renamed: Edit(path: change.path)
      case .edited(let path, let hunks):
        Edit(path: path, isOfPresent: true) { bytes in
          let applier = HunkApplier(hunks: hunks, bytes: bytes, zone: zone, mayStrandLines: true)
          guard case .changed(let after) = applier.apply() else { return nil }
          return after
        }
      }
    }
      + transaction.erasures.map { erasure in
        Edit(path: erasure.path, isOfPresent: true) { bytes in
          let after = erasure.applied(to: bytes).bytes
          return after == bytes ? nil : after
        }
      }
  }

  private mutating func review(
    _ name: String, in displaced: OpenFolder, _ edits: [Edit]
  ) throws(StorageError) {
    guard let sums = Backups.checksums(in: name),
      try displaced.status(of: name)?.kind == .regular
    else { return }
    let file = try displaced.open(name, O_RDONLY)
    let isBeingWritten = file.isBeingWritten == true
    let found = try file.allBytes(expected: try file.status().size)
    let sum = Checksum(found).text
    if sum == sums[1] {
      if !isBeingWritten { try displaced.remove(name) }
      return
    }
    let original = Backups.originalName(of: name)
    var path = original
    for edit in edits where edit.path.utf8.reversed().starts(with: original.utf8.reversed()) {
      path = edit.path
      if edit.made?.starts(with: found) == true { return try displaced.remove(name) }
      guard edit.isOfPresent,
        let target = try StorageError.ifThere(try directory.namedFile(at: path)),
        let (thread, status) = try StorageError.ifThere(try open(target, O_RDONLY))
      else { continue }
      let current = try thread.allBytes(expected: status.size)
      let currentSum = Checksum(current).text
      if currentSum == sums[1] {
        if sum == sums[0] {
          file.closeToOthers()
          return try target.folder.sync()
        }
        return try putBack(name, file, found, at: target, current, displaced)
      }
      guard let after = edit.applied(sum == sums[0] ? found : current) else { continue }
      if sum == sums[0] {
        guard currentSum != sum, Replacement.isBetween(current, found, after) else { continue }
        return try Replacement.overwrite(open(target, O_RDWR).0, current.count, with: after)
      }
      if after.starts(with: found) { return try displaced.remove(name) }
    }
    if sum != sums[0] { keepSave(name, in: displaced, of: path) }
  }

  /// Gives the thread back what somebody had saved just before it was exchanged.
  private mutating func putBack(
    _ name: String, _ file: OpenFile, _ found: [UInt8], at target: NamedFile, _ current: [UInt8],
    _ displaced: OpenFolder
  ) throws(StorageError) {
    try ConcurrentSave(
      displaced: displaced, drafts: drafts, target: target, file: file, found: found,
      known: [current]
    ).puttingBack { () throws(StorageError) in
      try displaced.exchange(name, with: target.name, in: target.folder)
    }
    // Somebody who saved in this very moment was displaced.
    guard let other = try? displaced.bytes(of: name), other != current else {
      return try displaced.remove(name)
    }
    keepSave(name, in: displaced, of: target.path)
  }

  /// Keeps what an editor that had a thread open while it was exchanged saved into the old file.
  private mutating func lookForLateWriters() {
    guard let state = try? directory.existingState(.displaced),
      let names = try? state.folder.visibleNames()
    else { return }
    for name in names.sorted() {
      guard let sums = Backups.checksums(in: name), let status = try? state.folder.status(of: name),
        status.kind == .regular,
        lock.now() - status.changed.secondsSinceEpoch < Backups.shortestAge,
        // The exchange came after the last save, unless that save came later, or within one tick.
        status.modified >= status.changed,
        let bytes = try? state.folder.bytes(of: name), bytes.contains(where: { $0 > 32 }),
        !sums.contains(Checksum(bytes).text), state.fault(of: name) == nil
      else { continue }
      keepSave(name, in: state.folder, of: Backups.originalName(of: name))
    }
  }

  /// Removes what was kept beside texts that are gone: a crash came between the two.
  func removeOrphanedNotes(olderThan age: Int64) {
    guard let names = try? drafts.visibleNames() else { return }
    let all = Set(names)
    for name in names where name.hasSuffix(".note") && !all.contains(name.dropLast(5) + ".md") {
      guard isOlder(name, than: age), draftState.fault(of: name) == nil,
        let note = try? drafts.open(name, O_RDONLY), note.isBeingWritten != true,
        // Its text may have come since the names were listed.
        (try? drafts.status(of: name.dropLast(5) + ".md") == nil) == true
      else { continue }
      try? drafts.remove(name)
    }
  }
}

/// What was found unfinished when the lock was taken, and what became of it.
public struct RecoveryNote: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The change with this summary is made now, but for these conflicts.
    case finished(String, [Conflict])
    /// Words that belong nowhere for certain are now the file at this absolute path.
    case kept(path: String)
    /// Somebody saved the thread in the moment of a change; their bytes are the file at this absolute path.
    case savedByOthers(path: String)
    /// A record, now at this path, that is damaged or names what no change touches; it is not tried again.
    case refused(path: String)
    /// It is another user's, and left to them; its record is at this path.
    case leftToOwner(path: String)
    /// The journal's file system lacks this: the next best was done.
    case fileSystemLacks([FileSystemLimits.Limit])
    /// A purge took nothing out of the thread, which was changed since: these ids of it stay; nil for the whole thread.
    case purgeLeft(entries: [String]?)
    /// What became of a draft that a purge has to do with.
    case draft(PurgedDraft)
    /// The change with this summary is still pending after this error; the next command tries again.
    case failed(String, StorageError)
  }

  public let outcome: Outcome
  /// The thread's path in the journal, where it is about one.
  public let thread: String?

  /// The draft that it is about, where it is.
  public var draft: PurgedDraft? { if case .draft(let draft) = outcome { draft } else { nil } }
}
