import CSystem

/// An open folder, in which names are looked up whatever happens to the path that led to it.
final class OpenFolder: Sendable {
  let descriptor: Int32
  let path: String
  let limits: FileSystemLimits

  init(descriptor: Int32, path: String, limits: FileSystemLimits = FileSystemLimits()) {
    self.descriptor = descriptor
    self.path = path
    self.limits = limits
  }

  /// Opens the folder at a path, following symbolic links; errors about it show `shown`.
  convenience init(at path: String, named shown: String? = nil) throws(StorageError) {
    let descriptor = try SystemCalls.call(.open, path) {
      tj_open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0)
    }
    self.init(descriptor: descriptor, path: shown ?? path)
  }

  deinit { _ = tj_close(descriptor) }

  private var shownPath: String { path.isEmpty ? "." : path }

  /// The path of `name` as errors show it.
  func path(of name: String) -> String { path.isEmpty ? name : path + "/" + name }

  /// Opens a file of this folder; a symbolic link is an error.
  func open(_ name: String, _ flags: Int32, mode: UInt32 = 0o600) throws(StorageError) -> OpenFile {
    let descriptor = try SystemCalls.call(.open, path(of: name)) {
      tj_open_at(self.descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK, mode)
    }
    return OpenFile(descriptor: descriptor, path: path(of: name), limits: limits)
  }

  /// Opens a folder of this folder; a symbolic link is an error.
  func folder(_ name: String, named shown: String? = nil) throws(StorageError) -> OpenFolder {
    let shown = shown ?? path(of: name)
    let descriptor = try SystemCalls.call(.open, shown) {
      tj_open_at(self.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
    }
    return OpenFolder(descriptor: descriptor, path: shown, limits: limits)
  }

  /// Opens a folder of this folder, and makes it where it is missing, shared as this folder is.
  func madeFolder(_ name: String) throws(StorageError) -> OpenFolder {
    if let folder = try StorageError.ifThere(try folder(name)) { return folder }
    let mode = try status().permissions & 0o777 | 0o700
    do throws(StorageError) {
      try SystemCalls.call(.makeFolder, path(of: name)) { tj_make_folder(descriptor, name, mode) }
      try sync()
    } catch {
      guard error.code == EEXIST else { throw error }
    }
    return try folder(name)
  }

  /// The status of a name itself; nil where there is none.
  func status(of name: String) throws(StorageError) -> FileStatus? {
    do throws(StorageError) {
      return try SystemCalls.status(path(of: name)) { tj_status_at(descriptor, name, &$0) }
    } catch {
      guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
      return nil
    }
  }

  /// The error of an open that failed; a clearer one where the name belongs to another kind of file.
  func explained(_ error: StorageError, _ name: String, isFolder: Bool = false) -> StorageError {
    guard let code = error.code, [ELOOP, ENOTDIR, EISDIR, ENXIO].contains(code),
      let kind = (try? status(of: name))?.kind, kind != (isFolder ? .folder : .regular)
    else { return error }
    return isFolder
      ? .notAFolder(path: path(of: name), kind: kind)
      : .notRegularFile(path: path(of: name), kind: kind)
  }

  func status() throws(StorageError) -> FileStatus {
    try SystemCalls.status(shownPath) { tj_status_of(descriptor, &$0) }
  }

  func sync() throws(StorageError) {
    try limits.syncing { () throws(StorageError) in
      try SystemCalls.call(.sync, shownPath) { tj_sync(descriptor) }
    }
  }

  /// The largest file of the program's state that is read, in bytes: two versions of the largest thread, and more.
  static let mostBytes = 2 * OpenFile.mostBytes + (1 << 20)

  func bytes(of name: String, upTo limit: Int = mostBytes) throws(StorageError) -> [UInt8] {
    let file = try open(name, O_RDONLY)
    return try file.allBytes(expected: try file.regularStatus(upTo: limit).size)
  }

  /// Makes the folders of `path` that are missing, readable by their owner only.
  static func makeFolders(_ path: String) throws(StorageError) {
    var missing: [String] = []
    var rest = path
    while !rest.isEmpty, rest != "/", access(rest, F_OK) != 0, errno == ENOENT {
      missing.append(rest)
      while rest.utf8.last == UInt8(ascii: "/"), rest.utf8.count > 1 { rest.removeLast() }
      let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) ?? rest.startIndex
      rest = slash == rest.startIndex ? "" : String(rest[..<slash])
    }
    for folder in missing.reversed() {
      do throws(StorageError) {
        try SystemCalls.call(.makeFolder, folder) { tj_make_folder(AT_FDCWD, folder, 0o700) }
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    // The new names are durable once the folders that hold them are.
    for folder in missing { try OpenFolder(at: folder + "/..").sync() }
  }

  /// Writes a new file, still open, and syncs it; leaves none behind where that fails.
  @discardableResult
  func write(
    _ bytes: [UInt8], toNew name: String, mode: UInt32 = 0o600
  ) throws(StorageError) -> OpenFile {
    let file = try open(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do throws(StorageError) {
      try file.write(bytes)
      try file.sync()
      return file
    } catch {
      try? remove(name)
      throw error
    }
  }

  func remove(_ name: String) throws(StorageError) {
    try SystemCalls.call(.remove, path(of: name)) { tj_remove(descriptor, name) }
  }

  func link(_ name: String, to other: String, in folder: OpenFolder) throws(StorageError) {
    try SystemCalls.call(.link, path(of: name)) {
      tj_link(descriptor, name, folder.descriptor, other)
    }
  }

  func rename(_ name: String, over other: String, in folder: OpenFolder) throws(StorageError) {
    try SystemCalls.call(.rename, folder.path(of: other)) {
      tj_rename(descriptor, name, folder.descriptor, other, 0)
    }
  }

  func exchange(_ name: String, with other: String, in folder: OpenFolder) throws(StorageError) {
    try SystemCalls.call(.exchange, folder.path(of: other)) {
      tj_rename(descriptor, name, folder.descriptor, other, UInt32(TJ_RENAME_EXCHANGE))
    }
  }

  /// Gives a file a new name that nothing has.
  /// - Throws: `exists` where something has it.
  func rename(_ name: String, toFree other: String, in folder: OpenFolder) throws(StorageError) {
    do throws(StorageError) {
      try SystemCalls.call(.rename, folder.path(of: other)) {
        tj_rename(descriptor, name, folder.descriptor, other, UInt32(TJ_RENAME_NO_REPLACE))
      }
    } catch {
      if error.code == EEXIST { throw .exists(path: folder.path(of: other)) }
      guard error.isUnsupported else { throw error }
      try linkAndRemove(name, toFree: other, in: folder)
    }
  }

  private func linkAndRemove(
    _ name: String, toFree other: String, in folder: OpenFolder
  ) throws(StorageError) {
    do throws(StorageError) { try link(name, to: other, in: folder) } catch {
      if error.code == EEXIST { throw .exists(path: folder.path(of: other)) }
      guard error.meansNoLinks else { throw error }
      limits.note(.hardLinks)
      // Nothing is left but to look before.
      guard try folder.status(of: other) == nil else { throw .exists(path: folder.path(of: other)) }
      return try rename(name, over: other, in: folder)
    }
    try remove(name)
  }

  /// Calls `body` with each name's bytes and kind (`unknown` where the file system does not tell), dot names too.
  func forEachName(_ body: ([UInt8], FileKind) -> Void) throws(StorageError) {
    var code: Int32 = 0
    var opened: UnsafeMutableRawPointer?
    try SystemCalls.call(.list, shownPath) { () -> Int32 in
      opened = tj_listing_open(descriptor, &code)
      return opened == nil ? -code : 0
    }
    guard let listing = opened else { return }
    defer { tj_listing_close(listing) }
    var name: UnsafePointer<CChar>?
    var length = 0
    var kind: UInt32 = 0
    while try SystemCalls.call(
      .list, shownPath, { tj_listing_next(listing, &name, &length, &kind) }) > 0
    {
      let bytes = [UInt8](UnsafeRawBufferPointer(start: name, count: length))
      if bytes != Array(".".utf8), bytes != Array("..".utf8) { body(bytes, FileKind(entry: kind)) }
    }
  }

  /// The names that are UTF-8, in no order.
  func names() throws(StorageError) -> [String] {
    var names: [String] = []
    try forEachName { bytes, _ in
      if let name = String(validating: bytes, as: UTF8.self) { names.append(name) }
    }
    return names
  }

  /// Those that do not start with a dot.
  func visibleNames() throws(StorageError) -> [String] {
    try names().filter { $0.utf8.first != .dot }
  }
}

extension FileKind {
  /// The kind that a directory entry's `d_type` tells.
  init(entry kind: UInt32) {
    switch kind {
    case 1: self = .pipe
    case 2, 6: self = .device
    case 4: self = .folder
    case 8: self = .regular
    case 10: self = .symbolicLink
    case 12: self = .socket
    default: self = .unknown
    }
  }
}
