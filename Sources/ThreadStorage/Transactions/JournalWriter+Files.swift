extension JournalWriter {
  private static let attempts = 16

  /// Gives a thread the bytes that `edit` makes of its present ones; it runs again after each save by others.
  mutating func rewrite(_ path: String, _ edit: ([UInt8]) -> [UInt8]) throws(StorageError) {
    try rewrite(directory.namedFile(at: path), edit)
  }

  private mutating func rewrite(
    _ target: NamedFile, _ edit: ([UInt8]) -> [UInt8]
  ) throws(StorageError) {
    let backups = try backups()
    var backoff = WriterBackoff()
    var attempts = Self.attempts
    var canMakeRoom = true
    while attempts > 0 {
      attempts -= 1
      let (file, status) = try open(target, O_RDONLY)
      let before = try file.allBytes(expected: status.size)
      // What is only half saved must not be changed.
      if !backoff.ignoresWriters, file.isBeingWritten == true {
        guard backoff.wait(try file.status()) else { break }
        attempts += 1
        continue
      }
      let after = edit(before)
      if after == before { return }
      do throws(StorageError) {
        let replacement = Replacement(
          target: target, drafts: drafts, displaced: backups.folder, original: file, status: status,
          before: before, after: after, ignoresWriters: backoff.ignoresWriters, number: number)
        switch try replacement.run() {
        case .done:
          prune(backups)
          lookForOverwrittenSaves(of: target, before)
          return
        case .changedMeanwhile: break
        case .displacedOther(let name): keepSave(name, in: backups.folder, of: target.path)
        case .beingWritten:
          if backoff.wait(status) { attempts += 1 } else { attempts = 0 }
        }
      } catch {
        guard canMakeRoom, error.meansFullDisk, prune(backups, onFullDisk: true) else {
          throw error
        }
        canMakeRoom = false
      }
    }
    throw .changedMeanwhile(path: target.path)
  }

  /// Rewrites `.threadjournal/config.yml`, in one step; makes it where it is missing.
  public mutating func rewriteConfiguration(_ edit: ([UInt8]) throws -> [UInt8]) throws {
    try rewriteOwnFile("config.yml", in: directory.marker, edit)
  }

  /// Rewrites `.gitattributes`, in one step; makes it where it is missing.
  public mutating func rewriteGitAttributes(_ edit: ([UInt8]) throws -> [UInt8]) throws {
    try rewriteOwnFile(".gitattributes", in: directory.rootFolder, edit)
  }

  /// Rewrites one of the program's own files; as it is no thread, it is part of no transaction.
  private mutating func rewriteOwnFile(
    _ name: String, in folder: OpenFolder, _ edit: ([UInt8]) throws -> [UInt8]
  ) throws {
    let target = NamedFile(folder: folder, name: name, path: folder.path(of: name))
    guard try folder.status(of: name) != nil else { return try stage(edit([]), at: target) }
    var failure: (any Error)?
    try rewrite(target) { bytes in
      do { return try edit(bytes) } catch {
        failure = error
        return bytes
      }
    }
    if let failure { throw failure }
  }

  /// Writes a file among the backups, and renames it to where nothing is.
  private func stage(_ bytes: [UInt8], at target: NamedFile) throws(StorageError) {
    let (folder, name) = (target.folder, target.name)
    let staging = try directory.state(.displaced).folder
    let sum = Checksum(bytes)
    let temporary = Backups.freshName(for: name, marked: Backups.mark(sum, sum), of: number)
    let mode = try folder.status().permissions & 0o666 | 0o600
    let file = try staging.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do throws(StorageError) {
      try file.write(bytes)
      FileAttributes.share(file, as: folder, permissions: mode)
      try file.sync()
      try staging.rename(temporary, toFree: name, in: folder)
    } catch {
      try? staging.remove(temporary)
      guard error.code == EXDEV else { throw error }
      // On another file system than the displaced folder's, a file is made under its own name.
      do throws(StorageError) { try folder.write(bytes, toNew: name, mode: mode) } catch {
        throw error.code == EEXIST ? .exists(path: folder.path(of: name)) : error
      }
    }
    try folder.sync()
  }
}

extension JournalWriter: FileStore {
  public func hasFile(at path: String) throws(StorageError) -> Bool {
    try directory.hasFile(at: path)
  }

  public func bytes(at path: String) throws(StorageError) -> [UInt8] { try directory.read(path) }

  /// Changes a thread: what is added at its end costs the same however long it is.
  public mutating func edit(
    _ path: String, _ hunks: [Hunk], _ edit: ([UInt8]) -> [UInt8]
  ) throws(StorageError) {
    if hunks.count == 1, hunks[0].isAddition, try append(hunks[0], to: path) { return }
    try rewrite(path, edit)
  }

  /// Makes a file and its folders, never over another; a removed file is moved back if its backup is unchanged.
  /// - Throws: `exists`; `invalidName` and `leavesJournal` where the path is no thread's.
  public mutating func create(
    _ path: String, _ bytes: [UInt8], _ removed: RemovedFile? = nil
  ) throws(StorageError) {
    let target = try directory.namedFileMakingFolders(at: path)
    let folder = target.folder
    guard try folder.status(of: target.name) == nil else { throw .exists(path: path) }
    guard let removed else { return try stage(bytes, at: target) }
    if let displaced = displacedFolder(holding: removed.name),
      try isKept(removed, bytes, in: displaced)
    {
      do throws(StorageError) {
        try displaced.rename(removed.name, toFree: target.name, in: folder)
        // It was closed to others while it was kept.
        if let file = try? folder.open(target.name, O_RDONLY) {
          try? file.changeMode(removed.permissions)
        }
        try folder.sync()
        try? displaced.sync()
        return
      } catch {
        guard error.meansOverwriting else { throw error }
      }
    }
    try stage(bytes, at: target)
    // A file that only its owner could read does not come back for others to read.
    let file = try folder.open(target.name, 0)
    let permissions = try file.status().permissions
    if permissions & removed.permissions != permissions {
      try file.changeMode(permissions & removed.permissions)
    }
  }

  private func isKept(
    _ removed: RemovedFile, _ bytes: [UInt8], in displaced: OpenFolder
  ) throws(StorageError) -> Bool {
    guard let status = try displaced.status(of: removed.name) else { return false }
    if status.kind == .symbolicLink { return true }
    return try displaced.bytes(of: removed.name) == bytes
  }

  /// Gives a file, or a symbolic link itself, a new name in one step; never over another file.
  public mutating func rename(_ path: String, to newPath: String) throws(StorageError) {
    let old = try directory.namedFile(at: path)
    guard try old.folder.status(of: old.name) != nil else { throw .missing(path: path) }
    let new = try directory.namedFileMakingFolders(at: newPath)
    do throws(StorageError) {
      try movingWatches(of: old.path, to: new.path) { () throws(StorageError) in
        try old.folder.rename(old.name, toFree: new.name, in: new.folder)
      }
    } catch {
      throw error.code == ENOENT ? .missing(path: path) : error
    }
    try new.folder.sync()
    try old.folder.sync()
  }

  /// Moves a file to the backups, under the name in `removed`; if somebody saved it just before, it is put back.
  /// - Returns: The bytes with which it was put back.
  public mutating func remove(
    _ path: String, _ bytes: [UInt8], as removed: RemovedFile
  ) throws(StorageError) -> [UInt8]? {
    let target = try directory.namedFile(at: path)
    guard let status = try target.folder.status(of: target.name) else { throw .missing(path: path) }
    guard status.kind == .regular || status.kind == .symbolicLink else {
      throw .notRegularFile(path: path, kind: status.kind)
    }
    let backups = try backups()
    let kept = removed.name.isEmpty ? Backups.freshName(for: target.name) : removed.name
    guard backups.state.isOwnName(kept) else { throw .invalidName(path: kept) }
    do throws(StorageError) {
      try target.folder.rename(target.name, toFree: kept, in: backups.folder)
    } catch {
      guard error.code == EXDEV else { throw error.code == ENOENT ? .missing(path: path) : error }
      try backups.folder.write(try directory.read(path), toNew: kept)
      try backups.folder.sync()
      try target.folder.remove(target.name)
    }
    // The new name first: if power fails between the two, the file has both names rather than none.
    try backups.folder.sync()
    try target.folder.sync()
    prune(backups)
    guard status.kind == .regular, let file = try? backups.folder.open(kept, O_RDONLY) else {
      return nil
    }
    file.closeToOthers()
    guard let now = try? file.allBytes(expected: bytes.count), now != bytes else { return nil }
    try create(path, now, RemovedFile(name: kept, permissions: removed.permissions))
    return now
  }

  /// Syncs the folders of a change that an earlier command made, and may have been killed before it synced them.
  public mutating func confirm(_ change: FileChange) throws(StorageError) {
    // The present name comes first.
    var paths = [change.path]
    switch change {
    case .edited, .created: break
    case .removed(_, _, let removed):
      guard let displaced = try directory.existingState(.displaced)?.folder else { break }
      if let file = try? displaced.open(removed.name, O_RDONLY) { file.closeToOthers() }
      try displaced.sync()
    case .renamed(let from, _): paths.append(from)
    }
    for path in paths { try StorageError.ifThere(try directory.namedFile(at: path))?.folder.sync() }
  }
}

extension JournalDirectory {
  /// What the file at `path` will be once it is removed.
  public func removal(of path: String) throws(StorageError) -> RemovedFile {
    let target = try namedFile(at: path)
    guard let status = try target.folder.status(of: target.name) else { throw .missing(path: path) }
    return RemovedFile(name: Backups.freshName(for: target.name), permissions: status.permissions)
  }
}

/// How long a rewrite waits for somebody who has the thread open for writing.
///
/// While the file changes, or is empty and so half saved, it waits till all looks are used up; for a program that
/// keeps the file open and writes nothing, a fifth of a second.
struct WriterBackoff {
  /// Nanoseconds between two looks.
  private static let pause: Int64 = 5_000_000

  private var looks = 400
  private var idleLooks = 40
  private var seen: FileStatus?

  var ignoresWriters: Bool { idleLooks == 0 }

  /// Waits a moment for a file of this status to be saved; false where that was long enough.
  mutating func wait(_ status: FileStatus) -> Bool {
    guard looks > 0 else { return false }
    looks -= 1
    if status != seen {
      idleLooks = 40
    } else if status.size > 0 {
      idleLooks -= 1
    }
    seen = status
    if idleLooks > 0 { SystemCalls.pause(nanoseconds: Self.pause) }
    return true
  }
}
