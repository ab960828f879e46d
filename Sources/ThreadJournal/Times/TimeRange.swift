import ThreadStorage

/// A stretch of time, open at either end where no bound is given.
package struct TimeRange: Hashable, Sendable {
  /// The first instant within; nil: everything earlier too.
  package let lower: Instant?
  /// The first instant that is no longer within; nil: everything later too.
  package let upper: Instant?

  /// Whether an instant lies within.
  package func contains(_ instant: Instant) -> Bool {
    if let lower, instant < lower { return false }
    if let upper, instant >= upper { return false }
    return true
  }

  /// The range that `text` means: "2026-Q1", "last week", "monday..", "2026-03..yesterday".
  ///
  /// - Both ends are included, as far as they are written: a month, day, minute or second with all of it.
  /// - Weeks start on Monday. "last 7 days" are today and the six before it; "last week" and "last month" are the
  ///   whole ones before this; "last 3 hours" end now. "3 days ago" is that day.
  /// - Parameter dayStartsAt: When days, and so weeks, months and years, start, in seconds after midnight.
  /// - Throws: `TimeExpressionError`, also for an end before the start.
  package static func parse(
    _ text: String, now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0
  ) throws(TimeExpressionError) -> TimeRange {
    let reference = TimeReference(now: now, zone: zone, dayStartsAt: dayStartsAt)
    var scanner = TimeScanner(text)
    guard let (before, after) = scanner.splitAtDots() else {
      return try scanner.range(reference)
    }
    if before.isAtEnd, after.isAtEnd { throw scanner.notUnderstood }
    var ends = (before: before, after: after)
    let lower = before.isAtEnd ? nil : try ends.before.range(reference).lower
    let upper = after.isAtEnd ? nil : try ends.after.range(reference).upper
    if let lower, let upper, upper <= lower { throw .endBeforeStart(text: text) }
    return TimeRange(lower: lower, upper: upper)
  }
}
