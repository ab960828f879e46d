import CSystem

/// Files that another program writes anew, and that get back their owner, permissions, access list and extended attributes.
///
/// Whether they are programs is for the other one to say, as git does.
package struct RewrittenFiles {
  private struct File {
    let path: String
    let status: FileStatus
    let attributes: [(name: String, value: [UInt8])]
  }

  private let files: [File]
  /// The permissions that the folder has for nobody.
  private let denied: UInt32

  /// The regular files among those at `paths`, in a folder and its subfolders.
  ///
  /// - Parameter report: Told of each file that cannot be looked at.
  package init(at paths: [String], in folder: String, report: (StorageError) -> Void) {
    let shared = FileStatus(ofFileAt: folder).map { $0.permissions | $0.permissions >> 2 } ?? 0
    // Who may neither list nor enter the folder may not read a file in it.
    denied = [0o070, 0o007].filter { shared & $0 & 0o011 == 0 }.reduce(0, |)
    var files: [File] = []
    for path in paths {
      guard let status = FileStatus(ofFileAt: path), status.kind == .regular else { continue }
      do throws(StorageError) {
        let attributes = try FileAttributes.extended(of: try Self.open(path))
        files.append(File(path: path, status: status, attributes: attributes))
      } catch { report(error) }
    }
    self.files = files
  }

  /// Lets `body` write them; what it makes besides is closed to those whom the folder is closed to.
  ///
  /// - Parameter report: Told of each file that could not be made as it was.
  package func keepingAttributes<Result>(
    report: (StorageError) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    var mask: mode_t?
    if denied != 0 {
      let own = umask(0o077)
      umask(own | mode_t(denied))
      mask = own
    }
    defer {
      if let mask { umask(mask) }
      for file in files {
        do throws(StorageError) { try restore(file) } catch { report(error) }
      }
    }
    return try body()
  }

  private func restore(_ file: File) throws(StorageError) {
    guard let now = FileStatus(ofFileAt: file.path), now.kind == .regular, now != file.status
    else { return }
    let copy = try Self.open(file.path)
    let (user, group) = (file.status.user, file.status.group)
    // Only the administrator may give files away.
    if now.user != user || now.group != group,
      (try? copy.changeOwner(user: user, group: group)) == nil
    {
      try? copy.changeOwner(user: .max, group: group)
    }
    var mode = file.status.permissions & 0o666
    var failure: StorageError?
    do throws(StorageError) { try FileAttributes.give(file.attributes, to: copy) } catch {
      failure = error
    }
    // Another group may not read what this one might; and without its list, the group's bits are those of all in that.
    let isOfGroup = try copy.status().group == group
    if failure != nil || !isOfGroup { mode &= ~0o070 }
    if now.permissions & 0o100 != 0 { mode |= (mode & 0o444) >> 2 }
    try copy.changeMode(mode)
    if let failure { throw failure }
  }

  private static func open(_ path: String) throws(StorageError) -> OpenFile {
    let descriptor = try SystemCalls.call(.open, path) {
      tj_open_at(AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
    }
    return OpenFile(descriptor: descriptor, path: path)
  }
}
