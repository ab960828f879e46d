/// What one command changes: planned, written down as the intent, made as a whole, and kept so that it can be taken
/// back.
///
/// A command plans without touching a file: which hunks of which threads, which files are made, removed or renamed.
/// Then, while it holds the journal's lock, and after what an earlier command left is finished
/// (`JournalWriter.recover`):
///
/// 1. The transaction is recorded, whole, in `.threadjournal/changes/` (`TransactionLog`), and brought to the disk. A
///    crash before that leaves nothing of it; after it, the next command makes it. What cannot be recorded is not
///    made.
/// 2. Its changes are made, one after the other (`FileChange.make`), each only where it is not made already:
///    - An addition at a thread's end is one write behind `O_APPEND` (`Append`), so that its cost does not depend on
///      the thread's size.
///    - Any other edit writes a new file, exchanges the two names, and looks at what it displaced (`Replacement`).
///      Whoever saved the thread in between gets theirs back, and the hunks are applied to it (`HunkApplier`, which
///      finds them wherever they are by then). An editor that read the thread in that very moment is watched
///      (`ConcurrentSave`), one that is still writing is waited for (`WriterBackoff`). A name that cannot be replaced
///      has its bytes overwritten (`Replacement.overwrite`).
///    - A file is made among the backups and renamed to where nothing is; one that is removed is renamed to there.
///    - What a purge erases is taken out in the same ways, as an `Erasure` tells, which has none of its words.
/// 3. The record becomes one of those that are kept: what `undo` inverts, and what `check` compares with the threads.
///    Before a purge's does, all older records and all displaced files go, as any of them may hold the words, also as
///    they were before an edit; of the purge's own record nothing is kept but when it was, and checksums of ids
///    (`JournalWriter.forget`).
///
/// Where a change fails, those before it are taken back and the record goes; where that fails, too, or the words
/// stand nowhere else, the record stays, and the next command finishes it. What was displaced is kept for a week
/// (`Backups`), for whoever still writes to it.
public struct Transaction: Hashable, Sendable {
  /// How the summary of an import begins.
  public static let importSummary = "import"

  /// What the command did, for people: `add to Morning pages`; the beginning of it, where a title is very long.
  public var summary: String
  public var time: Timestamp
  /// The number of the transaction that this one takes back; nil for any other.
  public var undoes: UInt64?
  /// Whether it is never taken back, and nothing before it is kept: a purge.
  public var isFinal = false
  /// What a purge takes out of files, without their words.
  package var erasures: [Erasure] = []
  /// Checksums of the ids of what was purged, which tell of one that comes back, and of no other.
  package var purged: [Checksum] = []
  public var changes: [FileChange]

  public init(summary: String, time: Timestamp, changes: [FileChange] = []) {
    self.summary = String(String.UnicodeScalarView(summary.unicodeScalars.prefix(500)))
    self.time = time
    self.changes = changes
  }

  /// Whether it is what an import did, and no undo of that.
  public var isImport: Bool { undoes == nil && summary.hasPrefix(Self.importSummary) }

  /// The name of the one file that an import read, `hours.csv`; nil for several, and for standard input.
  package var importedFile: String? {
    let names = summary.dropFirst(Self.importSummary.count + 1)
    guard isImport, let name = names.split(separator: "/").last, name.contains(".") else {
      return nil
    }
    return String(name)
  }

  /// Whether it adds to the end of one thread, and nothing else.
  var isAddition: Bool {
    guard changes.count == 1, case .edited(_, let hunks) = changes[0] else { return false }
    return hunks.count == 1 && hunks[0].isAddition
  }

  /// Whether it brings words that stand nowhere else yet: then it is finished rather than taken back.
  var bringsWords: Bool {
    isAddition || changes.contains { if case .created(_, _, nil) = $0 { true } else { false } }
  }
}
