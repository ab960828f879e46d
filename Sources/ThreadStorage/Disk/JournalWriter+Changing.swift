extension JournalWriter {
  /// A thread's bytes before and after a change.
  public struct Rewriting: Sendable {
    /// The bytes that were read.
    public let before: [UInt8]
    /// The bytes that the thread has now.
    public let after: [UInt8]
  }

  /// Gives a thread the bytes that `edit` makes of its own; where these are equal, nothing is written.
  ///
  /// `edit` is called again, on the new bytes, where somebody saved the file meanwhile.
  /// - Throws: What `edit` throws; `changedMeanwhile` where that does not end; the system's errors.
  @discardableResult
  public mutating func rewrite(
    _ path: String, _ edit: ([UInt8]) throws -> [UInt8]
  ) throws -> Rewriting {
    try rewrite(at: try directory.place(of: path), edit)
  }

  /// As `rewrite`, for a file whose place is known.
  ///
  /// - Parameter isRecorded: Whether recovery is to finish what a crash cuts short; a record names only threads.
  private mutating func rewrite(
    at place: ThreadPlace, isRecorded: Bool = true, _ edit: ([UInt8]) throws -> [UInt8]
  ) throws -> Rewriting {
    let displaced = try displaced()
    var patience = SavePatience()
    var attempts = Self.attempts
    var canMakeRoom = true
    while attempts > 0 {
      attempts -= 1
      let (file, facts) = try open(place, O_RDONLY)
      let before = try file.allBytes(expected: facts.size)
      // Half a save is not what is to be changed.
      if !patience.ignoresWriters, file.isBeingWritten == true {
        guard patience.wait(try file.facts()) else { break }
        attempts += 1
        continue
      }
      let after: [UInt8]
      do { after = try edit(before) } catch {
        // What cannot be changed may be half a save.
        guard try place.folder.facts(of: place.name) != facts else { throw error }
        continue
      }
      if after == before { return Rewriting(before: before, after: after) }
      do throws(StorageError) {
        switch try replace(
          file, facts, at: place, before, by: after, displaced.folder,
          ignoringWriters: patience.ignoresWriters, isRecorded: isRecorded)
        {
        case .made:
          prune(displaced)
          lookForOverwrittenSaves(of: place, before)
          return Rewriting(before: before, after: after)
        case .changedMeanwhile: break
        case .beingWritten:
          if patience.wait(facts) { attempts += 1 } else { attempts = 0 }
        }
      } catch {
        guard canMakeRoom, error.meansFullDisk, prune(displaced, .fullDisk) else { throw error }
        canMakeRoom = false
      }
    }
    throw StorageError.changedMeanwhile(path: place.path)
  }

  /// What one try came to.
  private enum Try {
    case made
    case changedMeanwhile
    case beingWritten
  }

  private mutating func replace(
    _ file: OpenFile, _ facts: FileFacts, at place: ThreadPlace, _ before: [UInt8],
    by after: [UInt8], _ displaced: OpenFolder, ignoringWriters: Bool, isRecorded: Bool
  ) throws(StorageError) -> Try {
    let replacement = AtomicReplacement(
      place: place, drafts: drafts, displaced: displaced, original: file, facts: facts,
      before: before, after: after, ignoresWriters: ignoringWriters, isRecorded: isRecorded)
    switch try replacement.run() {
    case .done: return .made
    case .changedMeanwhile: return .changedMeanwhile
    case .beingWritten: return .beingWritten
    case .displacedOther(let name):
      keepSave(name, in: displaced, of: place.path)
      return .changedMeanwhile
    case .mustOverwrite:
      guard isRecorded || facts.links == 1 else {
        throw .system(operation: .exchange, path: place.path, code: EMLINK)
      }
      let overwrite = InPlaceOverwrite(
        place: place, drafts: drafts, facts: facts, before: before, after: after)
      return try overwrite.run() ? .made : .changedMeanwhile
    }
  }

  /// Rewrites `.threadjournal/config.yml`, as `rewrite` does a thread; makes it where it is missing.
  public mutating func rewriteConfiguration(_ edit: ([UInt8]) throws -> [UInt8]) throws {
    try rewriteOwnFile("config.yml", in: directory.marker, edit)
  }

  /// Rewrites `.gitattributes`, as `rewrite` does a thread; makes it where it is missing.
  public mutating func rewriteGitAttributes(_ edit: ([UInt8]) throws -> [UInt8]) throws {
    try rewriteOwnFile(".gitattributes", in: directory.rootFolder, edit)
  }

  /// Rewrites one of the program's own files, which are no threads, and so are in no record.
  private mutating func rewriteOwnFile(
    _ name: String, in folder: OpenFolder, _ edit: ([UInt8]) throws -> [UInt8]
  ) throws {
    let place = ThreadPlace(folder: folder, name: name, path: folder.path(of: name))
    if try folder.facts(of: name) == nil {
      let bytes = try edit([])
      try stage(bytes, at: place, from: DisplacedFiles.freshName(for: name, holding: bytes))
    } else {
      _ = try rewrite(at: place, isRecorded: false, edit)
    }
  }

  /// Makes a new file, in one step, with the folders that lead to it; never writes over one.
  /// - Throws: `exists`; `invalidName` and `leavesJournal` where the path is no thread's (F32).
  public mutating func create(_ path: String, _ bytes: [UInt8]) throws(StorageError) {
    try makeFile(at: try directory.placeMakingFolders(of: path), bytes)
  }

  func makeFile(at place: ThreadPlace, _ bytes: [UInt8]) throws(StorageError) {
    guard try place.folder.facts(of: place.name) == nil else { throw .exists(path: place.path) }
    var record = DraftRecord(.create, target: place.path)
    record.bytes = bytes
    record.part = DisplacedFiles.freshName(for: place.name, holding: bytes)
    let draft = try DraftBox.write(record, in: drafts)
    do throws(StorageError) {
      try stage(bytes, at: place, from: record.part)
    } catch {
      if case .exists = error {
        try? drafts.remove(draft)
        throw error
      }
      throw .keptDraft(path: drafts.path(of: draft), cause: error)
    }
    try? drafts.remove(draft)
  }

  /// Writes a file among the displaced, called `temporary`, and renames it to where nothing is.
  func stage(
    _ bytes: [UInt8], at place: ThreadPlace, from temporary: String
  ) throws(StorageError) {
    let (folder, name) = (place.folder, place.name)
    let staging = try directory.state(.displaced).folder
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

  /// Brings names to the disk that an earlier command gave or took away: it may have been killed before it could.
  ///
  /// - Parameter paths: Where a file may be now comes first: of two halves of a rename, the old one alone may be lost.
  public func syncNames(of paths: String...) throws(StorageError) {
    for path in paths {
      do throws(StorageError) { try directory.place(of: path).folder.sync() } catch {
        guard case .missing = error else { throw error }
      }
    }
  }

  /// As `syncNames`, of a file that was removed.
  public func syncRemoval(of path: String) throws(StorageError) {
    try directory.existingState(.displaced)?.folder.sync()
    try syncNames(of: path)
  }

  /// Takes a file out of the journal, into `.threadjournal/displaced/`, where it is kept for a while as `kept`.
  public mutating func remove(
    _ path: String, as kept: String? = nil
  ) throws(StorageError) {
    let place = try directory.place(of: path)
    guard let facts = try place.folder.facts(of: place.name) else { throw .missing(path: path) }
    guard facts.kind == .regular || facts.kind == .symbolicLink else {
      throw .notRegularFile(path: path, kind: facts.kind)
    }
    let displaced = try displaced()
    let kept = kept ?? DisplacedFiles.freshName(for: place.name)
    guard displaced.state.isOwnName(kept) else { throw .invalidName(path: kept) }
    do throws(StorageError) {
      try place.folder.rename(place.name, toFree: kept, in: displaced.folder)
    } catch {
      guard error.code == EXDEV else {
        throw error.code == ENOENT ? .missing(path: path) : error
      }
      try DraftBox.write(try directory.read(path), to: kept, in: displaced.folder)
      try displaced.folder.sync()
      try place.folder.remove(place.name)
    }
    // First the name that it has now: of two halves of a rename, the old one alone may be lost.
    try displaced.folder.sync()
    try place.folder.sync()
    prune(displaced)
  }
}
