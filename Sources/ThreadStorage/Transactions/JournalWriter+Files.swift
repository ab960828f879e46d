extension JournalWriter {
  /// How often a change starts over because somebody else saved the file meanwhile.
  private static let attempts = 16

  /// Gives a thread the bytes that `edit` makes of its own; where these are equal, nothing is written.
  ///
  /// `edit` is called again, on the new bytes, where somebody saved the file meanwhile.
  /// - Throws: `changedMeanwhile` where that does not end; the system's errors.
  mutating func rewrite(
    _ path: String, _ edit: ([UInt8]) -> [UInt8]
  ) throws(StorageError) {
    try rewrite(at: try directory.place(of: path), edit)
  }

  private mutating func rewrite(
    at place: ThreadPlace, _ edit: ([UInt8]) -> [UInt8]
  ) throws(StorageError) {
    let backups = try backups()
    var backoff = WriterBackoff()
    var attempts = Self.attempts
    var canMakeRoom = true
    while attempts > 0 {
      attempts -= 1
      let (file, facts) = try open(place, O_RDONLY)
      let before = try file.allBytes(expected: facts.size)
      // Half a save is not what is to be changed.
      if !backoff.ignoresWriters, file.isBeingWritten == true {
        guard backoff.wait(try file.facts()) else { break }
        attempts += 1
        continue
      }
      let after = edit(before)
      if after == before { return }
      do throws(StorageError) {
        switch try replace(
          file, facts, at: place, before, by: after, backups.folder,
          ignoringWriters: backoff.ignoresWriters)
        {
        case .made:
          prune(backups)
          lookForOverwrittenSaves(of: place, before)
          return
        case .changedMeanwhile: break
        case .beingWritten:
          if backoff.wait(facts) { attempts += 1 } else { attempts = 0 }
        }
      } catch {
        guard canMakeRoom, error.meansFullDisk, prune(backups, .fullDisk) else { throw error }
        canMakeRoom = false
      }
    }
    throw .changedMeanwhile(path: place.path)
  }

  /// What one try came to.
  private enum Try {
    case made
    case changedMeanwhile
    case beingWritten
  }

  private mutating func replace(
    _ file: OpenFile, _ facts: FileFacts, at place: ThreadPlace, _ before: [UInt8],
    by after: [UInt8], _ displaced: OpenFolder, ignoringWriters: Bool
  ) throws(StorageError) -> Try {
    let replacement = Replacement(
      place: place, drafts: drafts, displaced: displaced, original: file, facts: facts,
      before: before, after: after, ignoresWriters: ignoringWriters, number: number)
    switch try replacement.run() {
    case .done: return .made
    case .changedMeanwhile: return .changedMeanwhile
    case .beingWritten: return .beingWritten
    case .displacedOther(let name):
      keepSave(name, in: displaced, of: place.path)
      return .changedMeanwhile
    case .mustOverwrite:
      guard number != nil || facts.links == 1 else {
        throw .system(operation: .exchange, path: place.path, code: EMLINK)
      }
      let overwrite = InPlaceOverwrite(
        place: place, displaced: displaced, facts: facts, before: before, after: after,
        number: number)
      return try overwrite.run() ? .made : .changedMeanwhile
    }
  }

  // MARK: The program's own files

  /// Rewrites `.threadjournal/config.yml`, in one step; makes it where it is missing.
  public mutating func rewriteConfiguration(_ edit: ([UInt8]) throws -> [UInt8]) throws {
    try rewriteOwnFile("config.yml", in: directory.marker, edit)
  }

  /// Rewrites `.gitattributes`, in one step; makes it where it is missing.
  public mutating func rewriteGitAttributes(_ edit: ([UInt8]) throws -> [UInt8]) throws {
    try rewriteOwnFile(".gitattributes", in: directory.rootFolder, edit)
  }

  /// Rewrites one of the program's own files, which are no threads, and so are in no transaction.
  private mutating func rewriteOwnFile(
    _ name: String, in folder: OpenFolder, _ edit: ([UInt8]) throws -> [UInt8]
  ) throws {
    let place = ThreadPlace(folder: folder, name: name, path: folder.path(of: name))
    guard try folder.facts(of: name) != nil else { return try stage(edit([]), at: place) }
    var failure: (any Error)?
    try rewrite(at: place) { bytes in
      do { return try edit(bytes) } catch {
        failure = error
        return bytes
      }
    }
    if let failure { throw failure }
  }

  // MARK: Making, renaming, removing

  /// Writes a file among the backups, and renames it to where nothing is.
  private func stage(_ bytes: [UInt8], at place: ThreadPlace) throws(StorageError) {
    let (folder, name) = (place.folder, place.name)
    let staging = try directory.state(.displaced).folder
    let sum = Checksum(bytes)
    let temporary = Backups.freshName(for: name, of: number, sum, sum)
    let mode = try folder.facts().permissions & 0o666 | 0o600
    let file = try staging.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do throws(StorageError) {
      try file.write(bytes)
      FileAttributes.share(file, as: folder, permissions: mode)
      try file.sync()
      try staging.rename(temporary, toFree: name, in: folder)
    } catch {
      try? staging.remove(temporary)
      guard error.code == EXDEV else { throw error }
      try writeDirectly(bytes, in: folder, as: name, mode)
    }
    try folder.sync()
  }

  /// On another file system than the displaced folder's, a file is made under its own name.
  private func writeDirectly(
    _ bytes: [UInt8], in folder: OpenFolder, as name: String, _ mode: UInt32
  ) throws(StorageError) {
    let file: OpenFile
    do throws(StorageError) {
      file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    } catch {
      throw error.code == EEXIST ? .exists(path: folder.path(of: name)) : error
    }
    do throws(StorageError) {
      try file.write(bytes)
      try file.sync()
    } catch {
      try? folder.remove(name)
      throw error
    }
  }
}

extension JournalWriter: FileStore {
  public func hasFile(at path: String) throws(StorageError) -> Bool {
    try directory.hasFile(at: path)
  }

  public func bytes(at path: String) throws(StorageError) -> [UInt8] { try directory.read(path) }

  public mutating func edit(
    _ path: String, _ hunks: [Hunk], _ edit: ([UInt8]) -> [UInt8]
  ) throws(StorageError) {
    if hunks.count == 1, hunks[0].isAddition, try append(hunks[0], to: path) { return }
    try rewrite(path, edit)
  }

  /// Makes a new file, in one step, with the folders that lead to it; never writes over one.
  ///
  /// A removed file comes back itself, as long as it is kept with these bytes.
  /// - Throws: `exists`; `invalidName` and `leavesJournal` where the path is no thread's.
  public mutating func create(
    _ path: String, _ bytes: [UInt8], _ removed: RemovedFile? = nil
  ) throws(StorageError) {
    let place = try directory.placeMakingFolders(of: path)
    let folder = place.folder
    guard try folder.facts(of: place.name) == nil else { throw .exists(path: path) }
    guard let removed else { return try stage(bytes, at: place) }
    if let displaced = displacedFolder(holding: removed.name),
      try isKept(removed, bytes, in: displaced)
    {
      do throws(StorageError) {
        try displaced.rename(removed.name, toFree: place.name, in: folder)
        try folder.sync()
        try? displaced.sync()
        return
      } catch {
        guard error.meansOverwriting else { throw error }
      }
    }
    try stage(bytes, at: place)
    // A file that only its owner could read does not come back for others to read.
    let file = try folder.open(place.name, 0)
    let permissions = try file.facts().permissions
    if permissions & removed.permissions != permissions {
      try file.changeMode(permissions & removed.permissions)
    }
  }

  private func isKept(
    _ removed: RemovedFile, _ bytes: [UInt8], in displaced: OpenFolder
  ) throws(StorageError) -> Bool {
    guard let facts = try displaced.facts(of: removed.name) else { return false }
    if facts.kind == .symbolicLink { return true }
    return try displaced.bytes(of: removed.name) == bytes
  }

  /// Gives a file, or a symbolic link itself, a new name in one step; never over another file.
  public mutating func rename(_ path: String, to newPath: String) throws(StorageError) {
    let place = try directory.place(of: path)
    guard try place.folder.facts(of: place.name) != nil else { throw .missing(path: path) }
    let target = try directory.placeMakingFolders(of: newPath)
    do throws(StorageError) {
      try movingWatches(of: place.path, to: target.path) { () throws(StorageError) in
        try place.folder.rename(place.name, toFree: target.name, in: target.folder)
      }
    } catch {
      throw error.code == ENOENT ? .missing(path: path) : error
    }
    try target.folder.sync()
    try place.folder.sync()
  }

  /// Takes a file out of the journal, among the backups, where it is kept for a while as `removed` tells.
  ///
  /// Somebody may have saved it just before; then it is there again, with their bytes.
  public mutating func remove(
    _ path: String, _ bytes: [UInt8], as removed: RemovedFile
  ) throws(StorageError) -> [UInt8]? {
    let place = try directory.place(of: path)
    guard let facts = try place.folder.facts(of: place.name) else { throw .missing(path: path) }
    guard facts.kind == .regular || facts.kind == .symbolicLink else {
      throw .notRegularFile(path: path, kind: facts.kind)
    }
    let backups = try backups()
    let kept = removed.name.isEmpty ? Backups.freshName(for: place.name) : removed.name
    guard backups.state.isOwnName(kept) else { throw .invalidName(path: kept) }
    do throws(StorageError) {
      try place.folder.rename(place.name, toFree: kept, in: backups.folder)
    } catch {
      guard error.code == EXDEV else {
        throw error.code == ENOENT ? .missing(path: path) : error
      }
      try backups.folder.write(try directory.read(path), toNew: kept)
      try backups.folder.sync()
      try place.folder.remove(place.name)
    }
    // First the name that it has now: of two halves of a rename, the old one alone may be lost.
    try backups.folder.sync()
    try place.folder.sync()
    prune(backups)
    guard facts.kind == .regular, let now = try? backups.folder.bytes(of: kept), now != bytes else {
      return nil
    }
    try create(path, now, RemovedFile(name: kept, permissions: removed.permissions))
    return now
  }

  /// Brings to the disk what an earlier command made, and may have been killed before it could; the name that a file has now
  /// comes first.
  public mutating func confirm(_ change: FileChange) throws(StorageError) {
    var paths = [change.path]
    switch change {
    case .edited, .created: break
    case .removed: try directory.existingState(.displaced)?.folder.sync()
    case .renamed(let from, _): paths.append(from)
    }
    for path in paths {
      do throws(StorageError) { try directory.place(of: path).folder.sync() } catch {
        guard case .missing = error else { throw error }
      }
    }
  }
}

extension JournalDirectory {
  /// What the file at `path` will be once it is removed.
  public func removal(of path: String) throws(StorageError) -> RemovedFile {
    let place = try place(of: path)
    guard let facts = try place.folder.facts(of: place.name) else { throw .missing(path: path) }
    return RemovedFile(
      name: Backups.freshName(for: place.name), permissions: facts.permissions)
  }
}

/// How long a rewrite waits for somebody who has the thread open for writing.
///
/// Who saves again and again is waited for till the looks are used up. Who keeps the file open and
/// writes nothing is waited for a fifth of a second, unless the file is empty: then it is half saved.
struct WriterBackoff {
  /// Nanoseconds between two looks.
  private static let pause: Int64 = 5_000_000

  private var looks = 400
  private var idleLooks = 40
  private var seen: FileFacts?

  /// Whether to go on although somebody has the file open for writing.
  var ignoresWriters: Bool { idleLooks == 0 }

  /// Waits a moment for a file of these facts to be saved; false where that was long enough.
  mutating func wait(_ facts: FileFacts) -> Bool {
    guard looks > 0 else { return false }
    looks -= 1
    if facts != seen {
      idleLooks = 40
    } else if facts.size > 0 {
      idleLooks -= 1
    }
    seen = facts
    if idleLooks > 0 { SystemCalls.pause(nanoseconds: Self.pause) }
    return true
  }
}
