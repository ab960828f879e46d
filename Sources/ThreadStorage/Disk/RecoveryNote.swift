/// What was found unfinished when the lock was taken, and what became of it.
public struct RecoveryNote: Hashable, Sendable {
  /// What became of an unfinished change.
  public enum Outcome: Hashable, Sendable {
    /// The thread had it already, whole.
    case alreadyThere
    /// The block stood in the thread in part; the rest was added.
    case completed
    /// The block was added, or the file made, or the new bytes put in the old one's place.
    case applied
    /// The change was taken back: somebody had saved the file in the same moment.
    case takenBack
    /// It could not be said whether it is there: its text is now the file at this absolute path.
    case kept(path: String)
    /// Somebody saved the thread in the moment of a change; their bytes are the file at this absolute path.
    case savedByOthers(path: String)
    /// The record names what no change of this program touches; it is not tried again, and is now at this path.
    case refused(path: String)
    /// It is another user's, and left to them; its record is at this path.
    case leftToOwner(path: String)
    /// The journal's file system lacks this: the next best was done.
    case fileSystemLacks([FileSystemLimits.Limit])
    /// It is as it was: this error stood in the way, and the next change tries again.
    case failed(StorageError)
  }

  /// What became of it.
  public let outcome: Outcome
  /// The thread's path in the journal; nil where the record was cut off.
  public let thread: String?
  /// The block at a thread's end that it was about, where that stands there now.
  public var addition: Addition?

  /// A block that was added at a thread's end.
  public struct Addition: Hashable, Sendable {
    /// Where it stands.
    public let block: AppendedBlock
    /// The last bytes before it.
    public let leading: [UInt8]
  }
}
