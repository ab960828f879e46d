import Synchronization
import ThreadStorage

/// A journal: its directory, seen at one moment from one time zone.
package struct Journal: Sendable {
  package let directory: JournalDirectory
  /// The zone of times without one (F8).
  package let zone: LocalTimeZone
  package let now: Instant
  /// How long a change waits for the journal's lock, in seconds.
  package var lockTimeLimit = 10.0
  /// Keeps what an earlier crash had left and what became of it, where the change that found it is refused.
  package var notices = DeferredNotices()
  /// The working directory, from the root, at which a thread's path may begin as a shell completes it; nil for none.
  package var workingDirectory: String?

  package init(_ directory: JournalDirectory, zone: LocalTimeZone, now: Instant) {
    self.directory = directory
    self.zone = zone
    self.now = now
  }

  /// The current time with the local offset, as it is written on entries and marks.
  package var timestamp: Timestamp {
    Timestamp(instant: Instant(secondsSinceEpoch: now.secondsSinceEpoch), in: zone)
  }

  /// The whole file at `path`, parsed; throws `JournalError.utf16` where it is UTF-16.
  package func document(at path: String) throws -> ThreadDocument {
    let document = ThreadDocument(try directory.read(path))
    guard !document.isUTF16 else { throw JournalError.utf16(path: path) }
    return document
  }

  /// - Throws: `JournalError.conflictMarkers` where a merge left the file unfinished.
  static func checkConflicts(of document: ThreadDocument, _ path: String) throws {
    guard let lines = ConflictMarkers.firstBlock(in: document.bytes) else { return }
    throw JournalError.conflictMarkers(path: path, lines: lines)
  }
}

/// What is wrong with one file, while the work goes on with the others.
package enum FileProblem: Error, Sendable {
  case storage(StorageError)
  case utf16(path: String)
  /// A merge left these lines undecided; each version in them is read as an entry.
  case conflictMarkers(path: String, lines: ClosedRange<Int>)
  /// The file was changed by another program between two readings of it.
  case changedMeanwhile(path: String)
}

/// What commands that were refused had finished of what an earlier crash had left; to be told all the same.
///
/// And the threads that were named by no more than a word of their titles, to be told by a command that writes.
package final class DeferredNotices: Sendable {
  private let notes = Mutex<[RecoveryNote]>([])
  private let guesses = Mutex<[(name: String, thread: ThreadHeader)]>([])

  package init() {}

  func addGuess(_ name: String, _ thread: ThreadHeader) {
    guesses.withLock { guesses in
      if !guesses.contains(where: { $0.name == name }) { guesses.append((name, thread)) }
    }
  }

  /// The names that came since the last call, each once, and the threads that they were taken for.
  package func takeGuesses() -> [(name: String, thread: ThreadHeader)] {
    guesses.withLock { guesses in
      defer { guesses = [] }
      return guesses
    }
  }

  func add(_ more: [RecoveryNote]) { notes.withLock { $0 += more } }

  /// Those that came since the last call.
  package func take() -> [RecoveryNote] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}
