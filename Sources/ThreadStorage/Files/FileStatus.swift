import CSystem

/// What the system tells about a file; two equal ones mean that nobody wrote in between.
struct FileStatus: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let links: UInt64
  let size: Int
  let mode: UInt32
  let user: UInt32
  let group: UInt32
  /// The last change of the bytes, as seconds and nanoseconds since 1970.
  private(set) var modified: [Int64]
  /// The last change of bytes, name or mode, as seconds and nanoseconds since 1970.
  private(set) var changed: [Int64]

  init(_ status: tj_status) {
    device = status.device
    inode = status.inode
    links = status.links
    size = Int(status.size)
    mode = status.mode
    user = status.user
    group = status.group
    modified = [status.modified_seconds, Int64(status.modified_nanoseconds)]
    changed = [status.changed_seconds, Int64(status.changed_nanoseconds)]
  }

  #if DEBUG
    /// The same, as if everything had happened within one tick of the clock.
    var withoutTimes: FileStatus {
      var status = self
      status.modified = [0, 0]
      status.changed = [0, 0]
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
