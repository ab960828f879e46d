extension JournalWriter {
  /// A removed file, as what puts it back needs to know it.
  public struct RemovedFile: Hashable, Sendable {
    /// Its name in `.threadjournal/displaced/`, for as long as it is kept there.
    public let name: String
    /// Its permission bits.
    public let permissions: UInt32

    /// Whether a removed file may be kept under this name; empty for one that is not kept yet.
    public static func isName(_ name: String) -> Bool {
      name.isEmpty || DisplacedFiles.isName(name)
    }

    /// A removed file.
    public init(name: String, permissions: UInt32) {
      self.name = name
      self.permissions = permissions
    }
  }

  /// Puts a removed file back where nothing is: itself, as long as it is kept with these bytes, else a new file of them.
  /// - Throws: `exists` where something has the name.
  public mutating func putBack(
    _ removed: RemovedFile, to path: String, _ bytes: [UInt8]
  ) throws(StorageError) {
    let place = try directory.placeMakingFolders(of: path)
    let folder = place.folder
    guard try folder.facts(of: place.name) == nil else { throw .exists(path: path) }
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
    try makeFile(at: place, bytes)
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
}

extension JournalDirectory {
  /// What the file at `path` will be once it is removed under the name given here.
  public func removal(of path: String) throws(StorageError) -> JournalWriter.RemovedFile {
    let place = try place(of: path)
    guard let facts = try place.folder.facts(of: place.name) else { throw .missing(path: path) }
    return JournalWriter.RemovedFile(
      name: DisplacedFiles.freshName(for: place.name), permissions: facts.permissions)
  }
}
