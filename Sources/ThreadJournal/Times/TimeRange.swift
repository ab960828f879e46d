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

extension TimeScanner {
  /// Reads words for a range without `..`, which must be all that is left; both its bounds are given.
  mutating func range(_ reference: TimeReference) throws(TimeExpressionError) -> TimeRange {
    if let days = try calendarUnit() { return TimeRange(days: days, reference) }
    if let days = try relativeUnit(reference) {
      try expectEnd()
      return TimeRange(days: days, reference)
    }
    if let range = try recent(reference) {
      try expectEnd()
      return range
    }
    switch try moment(reference) {
    case .instant(let instant): return TimeRange(from: instant, seconds: 1)
    case .sameClock(let timestamp):
      let date = timestamp.journalDate(dayStartsAt: reference.dayStartsAt)
      return TimeRange(days: date..<date.advanced(byDays: 1), reference)
    case .day(let date, let utcOffset):
      return TimeRange(
        lower: reference.start(of: date, utcOffset: utcOffset),
        upper: reference.start(of: date.advanced(byDays: 1), utcOffset: utcOffset))
    case .written(let timestamp):
      let instant = try reference.existing(timestamp, text: partText).instant(in: reference.zone)
      switch timestamp.precision {
      case .day, .minute: return TimeRange(from: instant, seconds: 60)
      case .second: return TimeRange(from: instant, seconds: 1)
      case .fraction: return TimeRange(lower: instant, upper: instant.next)
      }
    }
  }

  /// Reads `2026`, `2026-03`, `2026-Q1` or `2026-W13`, where that is all that is left.
  private mutating func calendarUnit() throws(TimeExpressionError) -> Range<CalendarDate>? {
    var reader = self
    guard let year = reader.number(), year.digits == 4 else { return nil }
    var days: Range<CalendarDate>? = .months(12, from: 1, of: year.value)
    if reader.take("-") {
      let unit = reader.nextWord
      guard unit.isEmpty || reader.take(word: unit), let number = reader.number() else {
        return nil
      }
      switch (unit, number.digits) {
      case ("", 2): days = .months(1, from: number.value, of: year.value)
      case ("q", 1): days = .months(3, from: number.value * 3 - 2, of: year.value)
      case ("w", 2): days = .week(number.value, of: year.value)
      default: return nil
      }
    }
    guard reader.isAtEnd else { return nil }
    self = reader
    guard let days else { throw noSuchDate }
    return days
  }

  /// Reads "this week", "last month" and the like.
  private mutating func relativeUnit(
    _ reference: TimeReference
  ) throws(TimeExpressionError) -> Range<CalendarDate>? {
    var reader = self
    let steps = reader.take(wordMeaning: { ["last": -1, "this": 0, "next": 1][$0] })
    let units = ["week": 0, "month": 1, "quarter": 3, "year": 12]
    guard let steps, let months = reader.take(wordMeaning: { units[$0] }) else { return nil }
    self = reader
    let today = reference.today
    if months == 0 {
      let monday = today.advanced(byDays: 1 - today.weekday + 7 * steps)
      return monday..<monday.advanced(byDays: 7)
    }
    let month = today.year * 12 + (today.month - 1) / months * months + steps * months
    guard let days = Range.months(months, from: month % 12 + 1, of: month / 12) else {
      throw noSuchDate
    }
    return days
  }

  /// Reads "last 7 days" or "last 3 hours", which end with today or now.
  private mutating func recent(
    _ reference: TimeReference
  ) throws(TimeExpressionError) -> TimeRange? {
    var reader = self
    guard reader.take(wordMeaning: { ["last", "past"].contains($0) ? true : nil }) != nil,
      let amount = reader.amount()
    else { return nil }
    guard amount.isWholeDays || amount.isElapsed else { throw notUnderstood }
    self = reader
    let today = reference.today
    guard let date = amount.negated.date(from: today) else { throw noSuchDate }
    if amount.isWholeDays {
      let tomorrow = today.advanced(byDays: 1)
      return TimeRange(days: min(date.advanced(byDays: 1), tomorrow)..<tomorrow, reference)
    }
    let now = reference.localNow.instant(in: reference.zone)
    return TimeRange(
      lower: Instant(secondsSinceEpoch: now.secondsSinceEpoch - Int64(amount.seconds)),
      upper: Instant(secondsSinceEpoch: now.secondsSinceEpoch + 1))
  }
}

extension TimeRange {
  fileprivate init(days: Range<CalendarDate>, _ reference: TimeReference) {
    self.init(
      lower: reference.start(of: days.lowerBound), upper: reference.start(of: days.upperBound))
  }

  fileprivate init(from instant: Instant, seconds: Int64) {
    self.init(
      lower: instant,
      upper: Instant(
        secondsSinceEpoch: instant.secondsSinceEpoch + seconds, nanoseconds: instant.nanoseconds))
  }
}

extension Instant {
  /// The instant a nanosecond later.
  fileprivate var next: Instant {
    nanoseconds == 999_999_999
      ? Instant(secondsSinceEpoch: secondsSinceEpoch + 1)
      : Instant(secondsSinceEpoch: secondsSinceEpoch, nanoseconds: nanoseconds + 1)
  }
}

extension Range where Bound == CalendarDate {
  /// The days of `count` months from a 1-based month of a year; nil where the year or month does not exist.
  fileprivate static func months(_ count: Int, from month: Int, of year: Int) -> Self? {
    guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
    let days = (month..<month + count).reduce(0) {
      $0 + CalendarDate.dayCount(year: year, month: $1)
    }
    return month + count <= 13 ? first..<first.advanced(byDays: days) : nil
  }

  /// The days of an ISO week, whose Thursday decides its year; nil where the year has no such week.
  fileprivate static func week(_ week: Int, of year: Int) -> Self? {
    guard week >= 1, let inFirstWeek = CalendarDate(year: year, month: 1, day: 4) else {
      return nil
    }
    let monday = inFirstWeek.advanced(byDays: 1 - inFirstWeek.weekday + (week - 1) * 7)
    guard monday.advanced(byDays: 3).year == year else { return nil }
    return monday..<monday.advanced(byDays: 7)
  }
}
