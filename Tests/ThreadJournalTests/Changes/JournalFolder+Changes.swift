import TestSupport
import ThreadStorage

@testable import ThreadJournal

extension JournalFolder {
  /// The journal at a fixed moment, in UTC.
  func journal() throws -> Journal {
    var journal = Journal(
      try directory(), zone: LocalTimeZone { _ in 0 },
      now: Instant(secondsSinceEpoch: 1_774_700_000))
    journal.lockTimeLimit = 0.5
    return journal
  }

  /// Lets the next command find what an earlier one left.
  func recover() throws { _ = try journal().change("nothing") { _ in } }
}
