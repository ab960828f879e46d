import ThreadStorage

/// A stretch of time, open at either end where no bound is given.
package struct TimeRange: Hashable, Sendable {
  /// Where it begins or ends: at a moment, which is the same on all clocks, or with a day, which each clock has its own of.
  package struct Bound: Hashable, Sendable {
    /// Of a day its start on the local clock.
    package let instant: Instant
    /// Counted from 1970-01-01; nil for a moment.
    package let day: Int?

    /// Whether `time` is not before this, a day by the clock by which `time` was written.
    fileprivate func isReached(by time: Timestamp, _ reading: DateReading) -> Bool {
      guard let day else { return reading.instant(of: time) >= instant }
      let start = time.precision == .day ? 0 : Int64(reading.dayStartsAt)
      return time.wallClockSeconds >= Int64(day) * 86_400 + start
    }

    /// Whether it is less than ten weeks ahead.
    fileprivate func isSoon(after today: CalendarDate) -> Bool {
      day.map { $0 - today.daysSinceEpoch < 70 } ?? false
    }

    /// Whether `other` is the same of the next year.
    fileprivate func isYear(before other: Bound) -> Bool {
      guard let day, let next = other.day else { return false }
      return 365...366 ~= next - day
    }
  }

  /// The first of what is within; nil: everything earlier too.
  package let start: Bound?
  /// The first of what is no longer within; nil: everything later too.
  package let end: Bound?
  package var lower: Instant? { start?.instant }
  package var upper: Instant? { end?.instant }
  /// Whether it is made of whole days.
  package var isOfDays: Bool { start?.day != nil && end?.day != nil }

  package func contains(_ time: Timestamp, _ reading: DateReading) -> Bool {
    if let start, !start.isReached(by: time, reading) { return false }
    if let end, end.isReached(by: time, reading) { return false }
    return true
  }

  /// Whether `other`, the same text as it is read later, is so in the next year, as of one without a year, and soon.
  package func isYear(before other: TimeRange, today: CalendarDate) -> Bool {
    guard let start, let next = other.start else { return false }
    return start.isYear(before: next) && next.isSoon(after: today)
  }

  /// Whether every time is within one of both, which are open at one end each.
  func leavesNothingOut(with other: TimeRange) -> Bool {
    guard let lower = lower ?? other.lower, let upper = upper ?? other.upper,
      (start == nil) != (end == nil), (start == nil) != (other.start == nil),
      (end == nil) != (other.end == nil)
    else { return false }
    return lower < upper
  }

  /// The range that `text` means: "2026-Q1", "last week", "monday..", "2026-03..yesterday".
  ///
  /// - Both ends are included, as far as they are written: a month, day, minute or second with all of it.
  /// - Weeks start on Monday. "last 7 days" are today and the six before it; "last week" and "last month" are the
  ///   whole ones before this; "last 3 hours" end now. "3 days ago" is that day.
  /// - "november" is the latest one that has begun, "last november" the one before it where it goes on; so are "W47",
  ///   "Q4" and "weekend". "week" is this one.
  /// - Of the end, what is the same as in the start may be left out: "2026-11-20..22".
  /// - Parameters:
  ///   - dayStartsAt: When days, and so weeks, months and years, start, in seconds after midnight.
  ///   - dateOrder: How dates such as 11.12.2026 are read; nil for not at all.
  /// - Throws: `TimeExpressionError`, also for an end before the start.
  package static func parse(
    _ text: String, now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0,
    dateOrder: ForeignDate.Order? = nil
  ) throws(TimeExpressionError) -> TimeRange {
    func scanner(_ text: String) -> TimeScanner {
      TimeScanner(text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
    }
    do throws(TimeExpressionError) { return try range(scanner(text), text) } catch {
      // `2026-nov` is no two ends.
      let parts = text.split(separator: "-")
      let isMonth =
        parts.count == 2 && parts[0].utf8.allSatisfy(Byte.isDigit)
        && parts[1].utf8.allSatisfy(Byte.isLetter)
      guard case .notUnderstood = error, !isMonth else { throw error }
      func isRange(_ text: String) -> Bool {
        var end = scanner(text)
        return (try? end.range()) != nil
      }
      let meant =
        TypedRange.dotted(text, where: isRange)
        ?? TypedRange.dotted(text, where: { isRange($0) || TypedRange.isShortEnd($0) })
      guard let meant, (try? range(scanner(meant), meant)) != nil || !TypedRange.hasShortEnd(meant)
      else { throw scanner(text).yearlessForm() ?? error }
      throw .otherSign(text: text, meant: meant)
    }
  }

  private static func range(
    _ scanner: TimeScanner, _ text: String
  ) throws(TimeExpressionError) -> TimeRange {
    var scanner = scanner
    guard var ends = scanner.splitAtDots() else { return try scanner.range() }
    if let end = TypedRange.whole(ends.after.partText, behind: ends.before.partText) {
      ends.after = scanner.reading(Array(end.utf8)[...])
    }
    if ends.before.isAtEnd, ends.after.isAtEnd { throw scanner.notUnderstood }
    let start = ends.before.isAtEnd ? nil : try ends.before.range().start
    let end = ends.after.isAtEnd ? nil : try Self.end(ends, behind: start)
    guard let start, let end, end.instant <= start.instant else {
      return TimeRange(start: start, end: end)
    }
    // Of `1/11..30/11` the end is the coming one as long as that month goes on.
    var later = ends.after.read(
      at: Instant(secondsSinceEpoch: start.instant.secondsSinceEpoch + 366 * 86_400))
    guard let coming = try later.range().end, coming.instant > start.instant,
      end.isYear(before: coming), coming.isSoon(after: scanner.today)
    else { throw .endBeforeStart(text: text) }
    return TimeRange(start: start, end: coming)
  }

  /// The end of a range; a time of day alone is the first one behind a time that names its day.
  private static func end(
    _ ends: (before: TimeScanner, after: TimeScanner), behind start: Bound?
  ) throws(TimeExpressionError) -> Bound? {
    var after = ends.after
    guard let start, start.day == nil, TimeExpression.isClock(after.partText),
      !TimeExpression.isClock(ends.before.partText)
    else { return try after.range().end }
    let nextDay = Instant(secondsSinceEpoch: start.instant.secondsSinceEpoch + 86_400)
    var sameDay = after.read(at: start.instant)
    let end = try sameDay.range().end
    if let end, end.instant > start.instant { return end }
    var next = after.read(at: nextDay)
    return try next.range().end
  }
}

/// How a day or a local time becomes an instant.
package struct DateReading: Sendable {
  let zone: LocalTimeZone
  /// Seconds after midnight.
  let dayStartsAt: Int

  package init(zone: LocalTimeZone, dayStartsAt: Int) {
    self.zone = zone
    self.dayStartsAt = dayStartsAt
  }

  func instant(of time: Timestamp) -> Instant { time.instant(in: zone, dayStartsAt: dayStartsAt) }

  /// The place of a time of day, in seconds after midnight, among those of one day.
  func order(ofClock second: Int) -> Int { (second - dayStartsAt + 86_400) % 86_400 }

  func date(of instant: Instant) -> CalendarDate {
    Timestamp(instant: instant, in: zone).journalDate(dayStartsAt: dayStartsAt)
  }
}

extension TimeScanner {
  /// Reads words for a range without `..`, which must be all that is left; both its bounds are given.
  fileprivate mutating func range() throws(TimeExpressionError) -> TimeRange {
    if let days = try calendarUnit() { return range(of: days) }
    if let days = try yearlessUnit() { return range(of: days) }
    if let days = try relativeUnit() {
      try expectEnd()
      return range(of: days)
    }
    if let days = try namedMonth() { return range(of: days) }
    if let range = try recent() {
      try expectEnd()
      return range
    }
    switch try moment() {
    case .instant(let instant): return range(from: instant, seconds: 1)
    case .sameClock(let timestamp):
      return range(of: .days(1, from: timestamp.journalDate(dayStartsAt: dayStartsAt)))
    case .day(let date, let utcOffset): return range(of: .days(1, from: date), utcOffset)
    case .stretch(let start, let seconds):
      return range(from: try existing(start).instant(in: zone), seconds: seconds)
    case .written(let timestamp):
      let instant = try existing(timestamp).instant(in: zone)
      if let length = timestamp.length(in: zone) {
        return range(from: instant, seconds: length + 60)
      }
      switch timestamp.precision {
      case .day, .minute: return range(from: instant, seconds: 60)
      case .second: return range(from: instant, seconds: 1)
      case .fraction:
        let next = Int64(instant.nanoseconds) + 1
        let end = Instant(
          secondsSinceEpoch: instant.secondsSinceEpoch + next / 1_000_000_000,
          nanoseconds: Int32(next % 1_000_000_000))
        return TimeRange(
          start: .init(instant: instant, day: nil), end: .init(instant: end, day: nil))
      }
    }
  }

  /// With an offset from UTC, the moments in which the days begin and end there.
  private func range(of days: Range<CalendarDate>, _ utcOffset: Int32? = nil) -> TimeRange {
    func bound(_ date: CalendarDate) -> TimeRange.Bound {
      .init(
        instant: start(of: date, utcOffset: utcOffset),
        day: utcOffset == nil ? date.daysSinceEpoch : nil)
    }
    return TimeRange(start: bound(days.lowerBound), end: bound(days.upperBound))
  }

  private func range(from start: Instant, seconds: Int64) -> TimeRange {
    let end = Instant(
      secondsSinceEpoch: start.secondsSinceEpoch + seconds, nanoseconds: start.nanoseconds)
    return TimeRange(start: .init(instant: start, day: nil), end: .init(instant: end, day: nil))
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
      case ("w", 1...2): days = .week(number.value, of: year.value)
      default: return nil
      }
    }
    guard reader.isAtEnd else { return nil }
    self = reader
    guard let days else { throw noSuchDate }
    return days
  }

  /// Reads `W47`, `week 47` or `Q4`, the latest one that has begun, where that is all that is left.
  private mutating func yearlessUnit() throws(TimeExpressionError) -> Range<CalendarDate>? {
    var reader = self
    let isQuarter = reader.nextWord == "q"
    guard reader.take(wordIf: { ["w", "kw", "cw", "week", "q"].contains($0) }),
      let number = reader.number(), reader.isAtEnd, number.digits <= (isQuarter ? 1 : 2)
    else { return nil }
    self = reader
    // The year of its Thursday is the year of a week.
    let year = isQuarter ? today.year : today.advanced(byDays: 4 - today.weekday).year
    for year in [year, year - 1] {
      let days: Range<CalendarDate>? =
        isQuarter
        ? .months(3, from: number.value * 3 - 2, of: year) : .week(number.value, of: year)
      if let days, days.lowerBound <= today { return days }
    }
    throw noSuchDate
  }

  /// Reads "this week", "last month" and the like; "month" alone is this one.
  private mutating func relativeUnit() throws(TimeExpressionError) -> Range<CalendarDate>? {
    var reader = self
    let which = reader.take(oneOf: ["last": -1, "this": 0, "next": 1])
    if which != 1, reader.take(word: "weekend") {
      guard reader.isAtEnd else { return nil }
      self = reader
      // Without a word before it, the latest one that has begun, as days of the week are.
      let steps = which ?? (today.weekday < 6 ? -1 : 0)
      return .days(2, from: today.advanced(byDays: 6 - today.weekday + 7 * steps))
    }
    guard let months = reader.take(oneOf: ["week": 0, "month": 1, "quarter": 3, "year": 12]),
      which != nil || reader.isAtEnd
    else { return nil }
    self = reader
    let steps = which ?? 0
    if months == 0 { return .days(7, from: today.advanced(byDays: 1 - today.weekday + 7 * steps)) }
    let month = today.year * 12 + (today.month - 1) / months * months + steps * months
    guard let days = Range.months(months, from: month % 12 + 1, of: month / 12) else {
      throw noSuchDate
    }
    return days
  }

  /// Reads "november", "last november" or "november 2025".
  private mutating func namedMonth() throws(TimeExpressionError) -> Range<CalendarDate>? {
    var reader = self
    let isLast = reader.take(word: "last")
    let name = reader.nextWord
    guard name.utf8.count >= 3,
      let index = CalendarDate.monthNames.firstIndex(where: { $0.hasPrefix(name) }),
      reader.take(word: name)
    else { return nil }
    let month = index + 1
    var year = today.year
    if !isLast, let number = reader.number() {
      guard number.digits == 4 else { return nil }
      year = number.value
    } else if month > today.month || (isLast && month == today.month) {
      year -= 1
    }
    guard reader.isAtEnd else { return nil }
    self = reader
    guard let days = Range.months(1, from: month, of: year) else { throw noSuchDate }
    return days
  }

  /// Reads "last 7 days" or "last 3 hours", which end with today or now.
  private mutating func recent() throws(TimeExpressionError) -> TimeRange? {
    var reader = self
    guard reader.take(wordIf: { $0 == "last" || $0 == "past" }), let amount = reader.amount()
    else { return nil }
    let isElapsed = amount.months == 0 && amount.days == 0
    guard amount.isWholeDays || isElapsed else { throw notUnderstood }
    self = reader
    guard let date = amount.negated.date(from: today) else { throw noSuchDate }
    let tomorrow = today.advanced(byDays: 1)
    if !isElapsed { return range(of: min(date.advanced(byDays: 1), tomorrow)..<tomorrow) }
    let now = now.instant(in: zone).secondsSinceEpoch
    return range(
      from: Instant(secondsSinceEpoch: now - Int64(amount.seconds)),
      seconds: Int64(amount.seconds) + 1)
  }
}

extension Range where Bound == CalendarDate {
  fileprivate static func days(_ count: Int, from first: CalendarDate) -> Self {
    first..<first.advanced(byDays: count)
  }

  /// The days of `count` months from a 1-based month of a year; nil where the year or month does not exist.
  fileprivate static func months(_ count: Int, from month: Int, of year: Int) -> Self? {
    guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
    let days = (month..<month + count).reduce(0) {
      $0 + CalendarDate.dayCount(year: year, month: $1)
    }
    return month + count <= 13 ? .days(days, from: first) : nil
  }

  /// The days of an ISO week, whose Thursday decides its year; nil where the year has no such week.
  fileprivate static func week(_ week: Int, of year: Int) -> Self? {
    guard week >= 1, let inFirstWeek = CalendarDate(year: year, month: 1, day: 4) else {
      return nil
    }
    let monday = inFirstWeek.advanced(byDays: 1 - inFirstWeek.weekday + (week - 1) * 7)
    return monday.advanced(byDays: 3).year == year ? .days(7, from: monday) : nil
  }
}
