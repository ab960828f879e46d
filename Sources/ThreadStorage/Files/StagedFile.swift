import CSystem

/// A file outside a journal that `commit` puts under its name in one step; without it, nothing is left behind.
public final class StagedFile {
  /// Where the file will be: the path that was asked for, or where its symbolic links lead.
  public let path: String

  private let folder: OpenFolder
  private let name: String
  private let staging: String
  private let file: OpenFile
  private var isStaged = true

  /// Begins a file for `path`, with the owner, mode and attributes of the one that is there, or else 0600.
  /// - Parameter makesFolders: Whether missing folders on the way are made, readable by their owner only.
  /// - Throws: `notRegularFile` where `path` is something else; `invalidName` where it names no file.
  public init(for path: String, makesFolders: Bool = false) throws(StorageError) {
    self.path = try Self.followed(path)
    let split = Self.split(self.path)
    name = split.name
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidName(path: path) }
    if ["", ".", ".."].contains(name) { throw .notRegularFile(path: path, kind: .folder) }
    if makesFolders { try OpenFolder.makeFolders(split.folder) }
    folder = try StorageError.named(split.folder, try OpenFolder(at: split.folder))
    let status = try folder.status(of: name)
    if let status, status.kind != .regular {
      throw .notRegularFile(path: self.path, kind: status.kind)
    }
    staging = ".tj-" + SystemRandom.freshName() + ".new"
    file = try folder.open(staging, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    if let status { try keepAttributes(status) }
  }

  /// Whether a file may have this name as it waits for its own.
  static func isStaging(_ name: String) -> Bool { name.hasPrefix(".tj-") && name.hasSuffix(".new") }

  deinit {
    if isStaged { try? folder.remove(staging) }
  }

  /// Whether something is at the path now, which only `commit(replacing: true)` writes over.
  public var replacesFile: Bool { (try? folder.status(of: name)) != nil }

  public func write(_ bytes: [UInt8]) throws(StorageError) { try file.write(bytes) }

  /// Brings the bytes safely to the disk and the file to its path, in one step; nothing is written after it.
  /// - Parameters:
  ///   - replacing: Whether a file that is there may be replaced.
  ///   - isLasting: Whether it has to outlive a power cut.
  /// - Throws: `exists` where one is there and may not; the path is then as it was, and nothing is left over.
  public func commit(replacing: Bool, isLasting: Bool = true) throws(StorageError) {
    if isLasting { try file.sync() }
    if replacing {
      try folder.rename(staging, over: name, in: folder)
    } else {
      try folder.rename(staging, toFree: name, in: folder)
    }
    isStaged = false
    if isLasting { try folder.sync() }
  }

  /// Where the path leads if it is a symbolic link, so that the link itself stays.
  private static func followed(_ path: String) throws(StorageError) -> String {
    FileStatus(ofFileAt: path)?.kind == .symbolicLink ? try SystemCalls.realPath(path) : path
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.utf8.startIndex ? "/" : String(path[..<slash]), name)
  }

  private func keepAttributes(_ status: FileStatus) throws(StorageError) {
    if let original = try? folder.open(name, O_RDONLY),
      try FileAttributes.copy(from: original, status, to: file)
    {
      return
    }
    // It cannot be read, but its mode is known; or it is another's, and the owner is who writes, so
    // that no bit may give more than the mode of the old one.
    try file.changeMode(status.permissions & 0o777)
  }
}
