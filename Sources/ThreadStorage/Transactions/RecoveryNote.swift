/// What was found unfinished when the lock was taken, and what became of it.
public struct RecoveryNote: Hashable, Sendable {
  /// What became of it.
  public enum Outcome: Hashable, Sendable {
    /// A change, called so, is made now, but for what was changed since.
    case finished(String, [Conflict])
    /// Words that have no certain place are now the file at this absolute path.
    case kept(path: String)
    /// Somebody saved the thread in the moment of a change; their bytes are the file at this absolute path.
    case savedByOthers(path: String)
    /// A record is damaged, or names what no change of this program touches; it is not tried again, and is now at this path.
    case refused(path: String)
    /// It is another user's, and left to them; its record is at this path.
    case leftToOwner(path: String)
    /// The journal's file system lacks this: the next best was done.
    case fileSystemLacks([FileSystemLimits.Limit])
    /// A change, called so, is as it was: this error stood in the way, and the next command tries again.
    case failed(String, StorageError)
  }

  /// What became of it.
  public let outcome: Outcome
  /// The thread's path in the journal, where it is about one.
  public let thread: String?
}
