import ThreadStorage

/// Why words for a time or a range of times mean none.
package enum TimeExpressionError: Error, Hashable, Sendable {
  /// The words are understood up to `column`, 1-based, in UTF-8 bytes of `text`, and not from there on.
  case notUnderstood(text: String, column: Int)
  /// The date or time of day is not in the calendar, on the clock, or in the years 1 to 9999.
  case noSuchDate(text: String)
  /// The local clock was put forward over this time: when it would have shown `from`, it was set to `to`.
  case skippedLocalTime(text: String, from: Timestamp, to: Timestamp)
  /// A range ends before it starts.
  case endBeforeStart(text: String)
}
