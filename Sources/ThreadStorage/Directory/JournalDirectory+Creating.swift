import CSystem

extension JournalDirectory {
  /// Makes `path` a journal, with the folders that lead there (0700); if that is cut short, calling it again finishes.
  /// - Throws: `exists` where it is a journal already.
  public static func create(at path: String) throws(StorageError) -> JournalDirectory {
    try OpenFolder.makeFolders(path)
    let root = try OpenFolder(at: path)
    let mode = try root.status().permissions & 0o777
    let marker = try root.madeFolder(markerName)
    guard try marker.status(of: "config.yml") == nil else { throw .exists(path: path) }
    let ignored = "/lock\n/drafts/\n/displaced/\n/changes/\n*.new\n"
    do throws(StorageError) {
      try writeNew(".gitignore", Array(ignored.utf8), mode: mode & 0o666, in: marker)
    } catch {
      // One is there, or another program that makes the same journal was faster.
      guard case .exists = error else { throw error }
    }
    // Last, as the sign that all the rest is there.
    try writeNew("config.yml", Array("format: 1\n".utf8), mode: mode & 0o666, in: marker)
    return try JournalDirectory(opening: path)
  }

  /// Opens the journal at `path`, or makes it where there is none; another program may do so at the same time.
  public static func openOrCreate(
    at path: String
  ) throws(StorageError) -> (directory: JournalDirectory, isNew: Bool) {
    if exists(at: path) { return (try JournalDirectory(opening: path), false) }
    do throws(StorageError) {
      return (try create(at: path), true)
    } catch {
      guard case .exists = error else { throw error }
      return (try JournalDirectory(opening: path), false)
    }
  }

  /// Writes a file under a temporary name and gives it its own when it is whole.
  private static func writeNew(
    _ name: String, _ bytes: [UInt8], mode: UInt32, in folder: OpenFolder
  ) throws(StorageError) {
    // Two programs may make the same journal at once; neither takes the other's file away.
    let temporary = "\(name).\(getpid()).new"
    let file = try folder.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    do throws(StorageError) {
      try file.write(bytes)
      try file.sync()
      try folder.rename(temporary, toFree: name, in: folder)
    } catch {
      try? folder.remove(temporary)
      throw error
    }
    try folder.sync()
  }
}
