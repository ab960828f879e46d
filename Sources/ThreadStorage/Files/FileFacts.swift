import CSystem

/// What the system tells about a file; two equal ones mean that nobody wrote in between.
struct FileFacts: Hashable, Sendable {
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

  init(_ facts: tj_facts) {
    device = facts.device
    inode = facts.inode
    links = facts.links
    size = Int(facts.size)
    mode = facts.mode
    user = facts.user
    group = facts.group
    modified = [facts.modified_seconds, Int64(facts.modified_nanoseconds)]
    changed = [facts.changed_seconds, Int64(facts.changed_nanoseconds)]
  }

  #if DEBUG
    /// The same, as if everything had happened within one tick of the clock.
    var withoutTimes: FileFacts {
      var facts = self
      facts.modified = [0, 0]
      facts.changed = [0, 0]
      return facts
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

  /// The mode's permission bits.
  var permissions: UInt32 { mode & 0o7777 }

  func isSameFile(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}
