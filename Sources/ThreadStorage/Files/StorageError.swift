/// Why the journal's disk could not be read or written, as facts; the wording is the program's.
public enum StorageError: Error, Hashable, Sendable {
  case notAJournal(path: String)
  case newerFormat(path: String, found: Int, supported: Int)
  /// Another program holds the lock; its process id where the lock file tells it.
  case busy(processID: Int?)
  case notRegularFile(path: String, kind: FileKind)
  case notAFolder(path: String, kind: FileKind)
  /// The file has more bytes than are ever read, which are so many.
  case tooLarge(path: String, limit: Int)
  case leavesJournal(path: String)
  case symbolicLinkLoop(path: String)
  /// The name is empty, starts with a dot, or holds a NUL.
  case invalidName(path: String)
  /// The file's name is not UTF-8; `path` shows it with replacement characters.
  case unrepresentableName(path: String)
  /// To all that compare text and not bytes, the path, or the beginning of it, is that of another file, too.
  case sameName(path: String, other: String)
  case exists(path: String)
  case missing(path: String)
  /// The file was saved by others again and again while it was to be changed; nothing was written.
  case changedMeanwhile(path: String)
  case damaged(path: String)
  /// The system refused `operation` with the error number `code`.
  case system(operation: FileOperation, path: String, code: Int32)
  /// The file itself was being overwritten when this happened; its old bytes are among the backups.
  indirect case halfWritten(path: String, cause: StorageError)

  /// Whether it is about a target that no change of this program can have had.
  public var meansForeignTarget: Bool {
    switch self {
    case .leavesJournal, .invalidName, .symbolicLinkLoop, .notRegularFile: true
    default: meansLink
    }
  }

  var meansHalfWritten: Bool { if case .halfWritten = self { true } else { false } }

  /// Whether a symbolic link takes part in a path that must have none.
  var meansLink: Bool { [ELOOP, EXDEV].contains(code) }

  var isUnsupported: Bool { [ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP].contains(code) }

  /// Whether a second name for a file was refused as the file system has none.
  var meansNoLinks: Bool { isUnsupported || code == EPERM || code == EMLINK }

  /// Whether a name that cannot be replaced may still have its bytes overwritten.
  var meansOverwriting: Bool { [EXDEV, EBUSY, EACCES, EPERM, EMLINK].contains(code) }

  /// Whether there is no room for more bytes, and the file is as it was.
  var meansFullDisk: Bool { !meansHalfWritten && [ENOSPC, EDQUOT].contains(code) }

  /// The error of an open by `path`, with the cases of its own that common error numbers have.
  func named(_ path: String) -> StorageError {
    switch code {
    case ENOENT, ENOTDIR: .missing(path: path)
    case ELOOP: .symbolicLinkLoop(path: path)
    case EISDIR: .notRegularFile(path: path, kind: .folder)
    case ENXIO: .notRegularFile(path: path, kind: .socket)
    default: self
    }
  }

  /// What `body` gives; its errors are named for `path`.
  static func named<Result>(
    _ path: String, _ body: @autoclosure () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    do throws(StorageError) { return try body() } catch { throw error.named(path) }
  }

  /// What `body` gives; nil where the file, or a folder before it, is not there.
  package static func ifThere<Result>(
    _ body: @autoclosure () throws(StorageError) -> Result
  ) throws(StorageError) -> Result? {
    do throws(StorageError) { return try body() } catch {
      switch error {
      case .missing, .system(_, _, ENOENT): return nil
      default: throw error
      }
    }
  }

  /// The error number behind this error, where the system gave one.
  public var code: Int32? {
    switch self {
    case .system(_, _, let code): code
    case .halfWritten(_, let cause): cause.code
    default: nil
    }
  }
}

/// A system call on files, as it is named in errors.
public enum FileOperation: String, Hashable, Sendable {
  case open
  case read
  case write
  case sync
  case close
  case status
  case truncate
  case changeMode
  case changeOwner
  case attributes
  case lock
  case makeFolder
  case remove
  case link
  case rename
  case exchange
  case list
  case resolve
}

public enum FileKind: String, Hashable, Sendable {
  case regular
  case folder
  case symbolicLink
  case pipe
  case socket
  case device
  case unknown
}
