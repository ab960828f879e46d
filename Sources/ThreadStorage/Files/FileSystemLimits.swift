import Synchronization

/// What a journal's file system turned out to lack, so that a warning is due; shared by all opened from its folder.
public final class FileSystemLimits: Sendable {
  /// Something that some file systems lack, such as FAT, and some network and user-space ones.
  public enum Limit: Hashable, Sendable, CaseIterable {
    /// Two names cannot be exchanged in one step: the old file gets a second name, then the new one is renamed over it.
    case exchange
    /// A file cannot have a second name: a new one is renamed to a name seen to be free, another is overwritten.
    case hardLinks
    /// Nothing can be brought to the disk at once: the system does that when it will.
    case sync
    /// A new file is not its maker's alone: so no record is believed, and neither undo nor recovery has any.
    case owners
  }

  private let found = Mutex<[Limit]>([])

  /// What was missed so far, in a fixed order.
  public var missed: [Limit] {
    let found = found.withLock { $0 }
    return Limit.allCases.filter(found.contains)
  }

  func note(_ limit: Limit) { found.withLock { if !$0.contains(limit) { $0.append(limit) } } }

  /// Runs a sync; where the file system has none, that is noted, and all goes on.
  func syncing(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    do throws(StorageError) { try body() } catch {
      guard error.isUnsupported else { throw error }
      note(.sync)
    }
  }
}
