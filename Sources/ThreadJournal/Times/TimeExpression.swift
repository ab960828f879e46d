import ThreadStorage

/// Words for a point in time: anything of F8, "now", "yesterday 21:30", "monday", "2h ago", "9pm".
package enum TimeExpression {
  /// The point in time that `text` means, to the second or as written, with its offset from UTC.
  ///
  /// - A day without a time is that day's start (F8), for "today", "yesterday" and "monday" too; only "now" is now.
  ///   Where the clock skips a day's start, the day begins right after the skip.
  /// - A weekday is the latest one, today included; with "last" before it, today excluded.
  /// - "21:30" is today, though it may lie ahead. "3 days ago" is at the present time of that day, and where the
  ///   clock skips that time, as much later; "2h ago" is two hours of elapsed time.
  /// - A local time that occurs twice is the first of the two; a zone in the text overrules the local one.
  /// - Where the zone's offset has seconds, the moment is exact, and its clock up to 59 seconds ahead.
  /// - Parameter dayStartsAt: When a day starts, in seconds after midnight; before it, "today" is still the day before.
  /// - Throws: `TimeExpressionError`, also for a local time that the clock skips.
  package static func parse(
    _ text: String, now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0
  ) throws(TimeExpressionError) -> Timestamp {
    let reference = TimeReference(now: now, zone: zone, dayStartsAt: dayStartsAt)
    var scanner = TimeScanner(text)
    switch try scanner.moment(reference) {
    case .instant(let instant): return Timestamp(instant: instant, in: zone)
    case .sameClock(let timestamp):
      let result = Timestamp(instant: timestamp.instant(in: zone), in: zone)
      return result.exact(in: zone, unless: timestamp.utcOffset)
    case .written(let timestamp):
      let result = try reference.existing(timestamp, text: scanner.partText)
      return result.exact(in: zone, unless: timestamp.utcOffset)
    case .day(let date, let utcOffset):
      let result = try reference.existingStart(of: date, utcOffset, text: scanner.partText)
      return result.exact(in: zone, unless: utcOffset)
    }
  }
}

extension Timestamp {
  /// This local time of `zone` with an offset that says its exact moment, unless one was `written`.
  fileprivate func exact(in zone: LocalTimeZone, unless written: Int32?) -> Timestamp {
    guard written == nil else { return self }
    let local = Timestamp(
      wallClockSeconds: wallClockSeconds, nanoseconds: nanoseconds, utcOffset: nil,
      precision: precision)
    return local?.withOffset(in: zone) ?? self
  }
}

extension TimeReference {
  /// A timestamp to the second with its offset in the zone; of a repeated local time, the first.
  func existing(
    _ timestamp: Timestamp, text: String
  ) throws(TimeExpressionError) -> Timestamp {
    var offset = timestamp.utcOffset
    if offset == nil {
      switch zone.resolve(wallClockSeconds: timestamp.wallClockSeconds) {
      case .unique(let only): offset = only
      case .overlap(let first, _): offset = first
      case .gap(let gap): throw gap.error(text: text)
      }
    }
    let result = Timestamp(
      wallClockSeconds: timestamp.wallClockSeconds, nanoseconds: timestamp.nanoseconds,
      utcOffset: offset, precision: timestamp.precision == .fraction ? .fraction : .second)
    guard let result else { throw .noSuchDate(text: text) }
    return result
  }

  fileprivate func existingStart(
    of date: CalendarDate, _ utcOffset: Int32?, text: String
  ) throws(TimeExpressionError) -> Timestamp {
    let wallClock = Int64(date.daysSinceEpoch) * 86_400 + Int64(dayStartsAt)
    guard Timestamp.wallClockRange.contains(wallClock) else { throw .noSuchDate(text: text) }
    if utcOffset == nil, case .gap(let gap) = zone.resolve(wallClockSeconds: wallClock),
      gap.wallClockAfter >= wallClock + 86_400
    {
      throw gap.error(text: text)
    }
    let start = start(of: date, utcOffset: utcOffset)
    return utcOffset.map { Timestamp(instant: start, utcOffset: $0) }
      ?? Timestamp(instant: start, in: zone)
  }
}

extension LocalTimeZone.Gap {
  fileprivate func error(text: String) -> TimeExpressionError {
    // The clock never showed `from`: that is the reading it was about to reach, with the old offset.
    let from = Timestamp(
      wallClockSeconds: wallClockBefore, utcOffset: before, precision: .second)
    guard let from else { return .noSuchDate(text: text) }
    return .skippedLocalTime(
      text: text, from: from, to: Timestamp(instant: transition, utcOffset: after))
  }
}

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
