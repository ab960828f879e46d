/// Why a journal may be somebody else's, and must be named to be used.
public enum JournalDistrust: Hashable, Sendable {
  /// This folder of the journal, or above it, belongs to the user of this number.
  case ownedBy(path: String, user: UInt32)
  /// Others may replace the journal by another folder, or put files into it, for they may write here.
  case writableByOthers(path: String)
}

extension JournalDirectory {
  /// Whoever is not mapped into a container's users; mostly the system's own root.
  private static let unmappedUser: UInt32 = 65_534

  /// Why the journal at `root` should not be used unless its path is named; nil where there is no reason.
  ///
  /// Words are private, and whoever made the journal reads them. So a journal is found from the working directory
  /// upwards only where it is the user's own and nobody else may replace it, as git and OpenSSH have it: a folder
  /// above is the user's or the system's, and others may only write to it where it has the sticky bit, as /tmp has.
  public static func distrust(of root: String) throws(StorageError) -> JournalDistrust? {
    // By names relative to the open folder: its own path may have bytes that no text has.
    let folder = try OpenFolder(at: root)
    var path = (try? SystemCalls.realPathBytes(root)).map { String(utf8: $0) } ?? root
    for (name, shown) in [(".", path), (markerName, path + "/" + markerName)] {
      guard let status = try folder.status(of: name) else { return nil }
      if status.user != geteuid() { return .ownedBy(path: shown, user: status.user) }
      if status.permissions & 0o002 != 0 { return .writableByOthers(path: shown) }
    }
    var name = "."
    var below = try folder.status()
    while true {
      name += "/.."
      guard let status = try folder.status(of: name), !status.isSameFile(as: below) else {
        return nil
      }
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
      path = slash == path.startIndex ? "/" : String(path[..<slash])
      guard [geteuid(), 0, unmappedUser].contains(status.user) else {
        return .ownedBy(path: path, user: status.user)
      }
      let isSticky = status.permissions & 0o1000 != 0
      if status.isWritableByOthers, !isSticky { return .writableByOthers(path: path) }
      below = status
    }
  }
}
