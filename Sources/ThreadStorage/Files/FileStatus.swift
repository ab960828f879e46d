import CSystem

/// What the system tells about a file; two equal ones mean that nobody wrote in between.
package struct FileStatus: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let links: UInt64
  let size: Int
  let mode: UInt32
  let user: UInt32
  let group: UInt32
  /// The last change of the bytes.
  private(set) var modified: Instant
  /// The last change of bytes, name or mode.
  private(set) var changed: Instant

  init(_ status: tj_status) {
    device = status.device
    inode = status.inode
    links = status.links
    size = Int(status.size)
    mode = status.mode
    user = status.user
    group = status.group
    func instant(_ seconds: Int64, _ nanoseconds: UInt32) -> Instant {
      Instant(secondsSinceEpoch: seconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
    }
    modified = instant(status.modified_seconds, status.modified_nanoseconds)
    changed = instant(status.changed_seconds, status.changed_nanoseconds)
  }

  /// What is told about the file at `path`, itself and not what a link leads to; nil where there is none.
  package init?(ofFileAt path: String) {
    var status = tj_status()
    guard tj_status_at(AT_FDCWD, path, &status) == 0 else { return nil }
    self.init(status)
  }

  #if DEBUG
    /// The same, as if everything had happened within one tick of the clock.
    var withoutTimes: FileStatus {
      var status = self
      status.modified = Instant(secondsSinceEpoch: 0)
      status.changed = status.modified
      return status
    }
  #endif

  var kind: FileKind {
    switch mode_t(mode) & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFLNK: .symbolicLink
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    case S_IFCHR, S_IFBLK: .device
    default: .unknown
    }
  }

  var permissions: UInt32 { mode & 0o7777 }

  func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
