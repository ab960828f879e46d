/// One try at giving a thread new bytes: new file, exchange, verify; or, where that cannot be, by overwriting it.
///
/// The new file is written into the displaced folder, so that the exchange puts the old one, with whatever is written
/// to it late, at once where it is kept, and git never sees a temporary file.
struct Replacement {
  enum Outcome {
    case done
    /// Somebody else saved the file; it has their bytes.
    case changedMeanwhile
    /// Somebody has the file open to save it.
    case beingWritten
    /// As `changedMeanwhile`, and somebody saved twice: the later bytes are in this displaced file.
    case displacedOther(String)
  }

  let target: NamedFile
  let drafts: OpenFolder
  let displaced: OpenFolder
  let original: OpenFile
  let status: FileStatus
  let before: [UInt8]
  let after: [UInt8]
  let ignoresWriters: Bool
  /// The number of the transaction that this is of; nil for one of the program's own files, which is in none.
  let number: UInt64?

  /// Replaces the bytes; nothing but the backup is left over, also where it fails.
  func run() throws(StorageError) -> Outcome {
    let name = backupName
    // All names of a thread's file are to have the new bytes; of the program's own files only the one that is named.
    let keepsNames = number != nil && status.links > 1
    if !keepsNames, try displaced.status().device == status.device, try writeCopy(named: name) {
      do throws(StorageError) {
        if let outcome = try replace(name) { return outcome }
      } catch {
        discard(name)
        throw error
      }
    }
    guard number != nil || status.links == 1 else {
      throw .system(operation: .exchange, path: target.path, code: EMLINK)
    }
    return try overwrite(keeping: backupName) ? .done : .changedMeanwhile
  }

  private var backupName: String {
    Backups.freshName(
      for: target.name, marked: Backups.mark(Checksum(before), Checksum(after)), of: number)
  }

  /// Removes the new file where it never had the thread's name, or has just the bytes that it was given.
  private func discard(_ name: String) {
    guard let file = try? displaced.open(name, O_RDONLY), file.isBeingWritten != true,
      (try? file.allBytes(expected: after.count)) == after
    else { return }
    try? displaced.remove(name)
  }

  /// Writes the new bytes with the original's owner, mode and attributes; false where these cannot be had.
  private func writeCopy(named name: String) throws(StorageError) -> Bool {
    let copy = try displaced.open(name, O_WRONLY | O_CREAT | O_EXCL)
    do throws(StorageError) {
      try copy.write(after)
      guard try FileAttributes.copy(from: original, status, to: copy) else {
        try displaced.remove(name)
        return false
      }
      try copy.sync()
      try displaced.sync()
    } catch {
      try? displaced.remove(name)
      throw error
    }
    return true
  }

  /// What an exchange came to; nil where the name cannot be replaced: the file itself must be overwritten.
  private func replace(_ name: String) throws(StorageError) -> Outcome? {
    guard try target.folder.status(of: target.name) == status else {
      discard(name)
      return .changedMeanwhile
    }
    do throws(StorageError) {
      try displaced.exchange(name, with: target.name, in: target.folder)
    } catch {
      if error.isUnsupported {
        displaced.limits.note(.exchange)
        return try replaceByLink(name)
      }
      discard(name)
      if error.code == ENOENT { return .changedMeanwhile }
      guard error.meansOverwriting else { throw error }
      return nil
    }
    return try verify(name, returningTo: name) { () throws(StorageError) in
      try displaced.exchange(name, with: target.name, in: target.folder)
    }
  }

  /// Without an exchange: a second name for the old file, then a rename over the first.
  private func replaceByLink(_ name: String) throws(StorageError) -> Outcome? {
    let old = backupName
    do throws(StorageError) {
      try target.folder.link(target.name, to: old, in: displaced)
    } catch {
      discard(name)
      if error.code == ENOENT { return .changedMeanwhile }
      guard error.meansNoLinks || error.meansOverwriting else { throw error }
      if error.meansNoLinks { displaced.limits.note(.hardLinks) }
      return nil
    }
    do throws(StorageError) {
      guard try displaced.status(of: old)?.isSameFile(as: status) == true,
        try target.folder.status(of: target.name)?.isSameFile(as: status) == true
      else {
        try displaced.remove(old)
        discard(name)
        return .changedMeanwhile
      }
      try displaced.rename(name, over: target.name, in: target.folder)
    } catch {
      try? displaced.remove(old)
      discard(name)
      guard error.meansOverwriting else { throw error }
      return nil
    }
    return try verify(old, returningTo: name) { () throws(StorageError) in
      // What somebody may have saved over the new file gets a second name first.
      try target.folder.link(target.name, to: name, in: displaced)
      try displaced.rename(old, over: target.name, in: target.folder)
    }
  }

  /// Compares what was displaced, which an editor may still have open, with what was read; a save is put back.
  private func verify(
    _ name: String, returningTo returned: String,
    puttingBack putBack: () throws(StorageError) -> Void
  ) throws(StorageError) -> Outcome {
    let file: OpenFile
    var found: [UInt8]
    let isBeingWritten: Bool
    do throws(StorageError) {
      file = try displaced.open(name, O_RDONLY)
      // Asked before the bytes are read: without a writer, they stay as they are.
      isBeingWritten = !ignoresWriters && file.isBeingWritten == true
      found = try file.allBytes(expected: before.count)
      if found == before, !isBeingWritten {
        // The thread may be closed to others later, and nobody thinks of its copies. The times of a save that comes
        // into it tell nothing any more.
        let isClosed = file.closeToOthers()
        if isClosed { found = try file.allBytes(expected: before.count) }
        if found == before {
          try target.folder.sync()
          try? displaced.sync()
          return .done
        }
        try? file.changeMode(status.permissions)
      }
    } catch {
      // Not known to be done: the old bytes come back, unless somebody has saved since.
      if (try? target.folder.bytes(of: target.name)) == after {
        // It may be closed to others already.
        if let old = try? displaced.open(name, O_RDONLY) { try? old.changeMode(status.permissions) }
        try? putBack()
        try? target.folder.sync()
      }
      throw error
    }
    // An editor that has read the new file may save it over what comes back.
    try ConcurrentSave(
      displaced: displaced, drafts: drafts, target: target, file: file, found: found,
      known: [before, after]
    ).puttingBack(putBack)
    // What came back is the new file, or what somebody has saved over it: then it is kept.
    guard let other = try? displaced.bytes(of: returned), other != after else {
      discard(returned)
      return isBeingWritten ? .beingWritten : .changedMeanwhile
    }
    return .displacedOther(returned)
  }
}
