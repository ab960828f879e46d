import ThreadStorage

/// Why the journal cannot do what was asked, as facts; the wording is the program's.
package enum JournalError: Error, Sendable {
  case unknownThread(name: String, nearest: [String])
  case unknownReference(name: String, nearest: [String])
  case ambiguousThread(name: String, candidates: [ThreadHeader])
  case notAThread(path: String)
  case utf16(path: String)
  case threadIsDeleted(ThreadHeader, living: ThreadHeader? = nil)
  case threadIsNotDeleted(ThreadHeader)
  case unknownEntry(reference: String, nearest: [String])
  case shortEntryReference(String)
  /// Several entries' ids begin so, or one id stands on several entries.
  case ambiguousEntry(reference: String, candidates: [Entry])
  /// The thread has only so many entries that are deleted, or that are not.
  case noEntryAtPosition(thread: ThreadHeader, position: Int, count: Int, isDeleted: Bool = false)
  case entryIsDeleted(Entry)
  case entryIsNotDeleted(Entry)
  case entryChanged(reference: String, path: String, isGone: Bool = false)
  case entryIsNotUTF8(path: String, line: Int, column: Int)
  /// The file has conflict markers at these 1-based lines.
  case conflictMarkers(path: String, lines: ClosedRange<Int>)
  case notConflicted(path: String)
  /// No thread is known that the file is a copy of; `copy` is one that is named like a copy of the file.
  case noOriginal(path: String, copy: String?)
  case unterminatedFrontMatter(path: String)
  /// The file has none, and what seems to be meant as that stands at this 1-based line.
  case frontMatterElsewhere(path: String, line: Int)
  /// The front matter cannot be changed there (1-based line and column).
  case frontMatterEdit(path: String, line: Int, column: Int)
  /// A title is empty or has a line break or control characters other than TAB.
  case badTitle(String)
  case doesNotReadBack(part: String)
  /// Files were saved by others again and again while the change was made; nothing was changed.
  case changedMeanwhile(summary: String, [Conflict])
  case nothingToUndo
  /// Nothing was taken back, or something else was done since.
  case nothingToRedo
  /// The newest change is final: what is purged does not come back, nor does what was done before.
  case purgeIsFinal(summary: String)
  /// The record of the newest change is not one that this program wrote here for this user.
  case recordIsForeign
  case cannotUndo(summary: String, [Conflict])
  case cannotRedo(summary: String, [Conflict])
  /// An earlier change of several files, recorded at `path`, is still not finished.
  case unfinishedChange(path: String)
  /// The thread was changed after somebody had agreed that it goes.
  case threadChanged(ThreadHeader)
  /// The change was cut short by `cause`; it is recorded at `path`, and the next change finishes it.
  case willBeFinished(summary: String, path: String, cause: any Error)
  case cannotRecord(summary: String, cause: StorageError)
  case sameThread(Entry)
  /// The thread takes one entry a period, and this one is there; the period is that of today, or another one.
  case alreadyEntered(Entry, Period, isPresent: Bool)
}
