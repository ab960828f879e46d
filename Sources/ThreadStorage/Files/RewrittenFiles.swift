import CSystem

/// Files that another program writes anew, and that get back their owner, mode, access list and extended attributes.
package struct RewrittenFiles {
  private struct File {
    let path: String
    let status: FileStatus
    /// As it was, which its attributes are copied from; nil where too many files would be open: then it is its mode.
    let original: OpenFile?
  }

  private let files: [File]

  /// The regular files among those at `paths`.
  package init(at paths: [String]) {
    var files: [File] = []
    for path in paths {
      guard let status = FileStatus(ofFileAt: path), status.kind == .regular else { continue }
      let original = files.count < 256 ? Self.open(path) : nil
      files.append(File(path: path, status: status, original: original))
    }
    self.files = files
  }

  /// Lets `body` write them; what it makes anew is open to no more people than the most private of them.
  ///
  /// - Parameter report: Told of each file that could not be made as it was.
  package func keepingAttributes<Result>(
    report: (StorageError) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    let closed = files.reduce(0) { $0 | (~$1.status.permissions & 0o077) }
    let mask = umask(0o077)
    umask(mask | mode_t(closed))
    defer {
      umask(mask)
      for file in files {
        do throws(StorageError) { try restore(file) } catch { report(error) }
      }
    }
    return try body()
  }

  private func restore(_ file: File) throws(StorageError) {
    guard let now = FileStatus(ofFileAt: file.path), now.kind == .regular,
      !now.isSameFile(as: file.status) || now.permissions != file.status.permissions,
      let copy = Self.open(file.path)
    else { return }
    if let original = file.original, try FileAttributes.copy(from: original, file.status, to: copy)
    {
      return
    }
    try copy.changeMode(file.status.permissions)
  }

  private static func open(_ path: String) -> OpenFile? {
    let descriptor = tj_open_at(AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
    return descriptor < 0 ? nil : OpenFile(descriptor: descriptor, path: path)
  }
}
