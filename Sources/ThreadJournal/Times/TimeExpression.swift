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
  /// - "this morning" and "last night" are the start of that part of the day.
  /// - "nov 20" is the latest one, today included.
  /// - Parameters:
  ///   - dayStartsAt: When a day starts, in seconds after midnight; before it, "today" is still the day before.
  ///   - dateOrder: How dates such as 11.12.2026 are read; nil for not at all.
  ///   - keepsDay: Whether a day without a time stays one.
  /// - Throws: `TimeExpressionError`, also for a local time that the clock skips.
  package static func parse(
    _ text: String, now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0,
    dateOrder: ForeignDate.Order? = nil, keepsDay: Bool = false, near date: CalendarDate? = nil
  ) throws(TimeExpressionError) -> Timestamp {
    var scanner = TimeScanner(
      text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
    scanner.near = date
    let moment: TimeMoment
    do throws(TimeExpressionError) {
      moment = try scanner.moment()
    } catch {
      let range = try? TimeRange.parse(
        text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
      guard case .notUnderstood = error else { throw error }
      if range != nil { throw .isRange(text: text) }
      throw scanner.yearlessForm() ?? error
    }
    switch moment {
    case .instant(let instant): return Timestamp(instant: instant, in: zone)
    case .sameClock(let timestamp):
      let shown = Timestamp(instant: timestamp.instant(in: zone), in: zone)
      return timestamp.utcOffset == nil ? shown.exact(in: zone) : shown
    case .written(let timestamp), .stretch(let timestamp, _):
      return try scanner.existing(timestamp).withOffset(in: zone)
    case .day(let date, let utcOffset):
      let start = try scanner.existingStart(of: date, utcOffset)
      return keepsDay && utcOffset == nil ? Timestamp(date.text) ?? start : start
    }
  }

  /// Whether `text` is a time of day and names no day.
  package static func isClock(_ text: String) -> Bool {
    let start = Instant(secondsSinceEpoch: 0)
    var scanner = TimeScanner(text, now: start, zone: .utc, dayStartsAt: 0, dateOrder: nil)
    return (try? scanner.clock()) != nil && scanner.isAtEnd
  }
}

extension Timestamp {
  /// The first moment at which the clock of `zone` shows this local time, with an offset that says it exactly.
  fileprivate func exact(in zone: LocalTimeZone) -> Timestamp {
    let local = Timestamp(
      wallClockSeconds: wallClockSeconds, nanoseconds: nanoseconds, utcOffset: nil,
      precision: precision)
    return local?.withOffset(in: zone) ?? self
  }
}

extension TimeScanner {
  /// A timestamp to the second, or with an end to the minute, which the local clock does not skip.
  func existing(_ timestamp: Timestamp) throws(TimeExpressionError) -> Timestamp {
    if timestamp.utcOffset == nil,
      case .gap(let gap) = zone.resolve(wallClockSeconds: timestamp.wallClockSeconds)
    {
      throw gap.error(text: partText)
    }
    if timestamp.minutesToEnd > 0 { return timestamp }
    let result = Timestamp(
      wallClockSeconds: timestamp.wallClockSeconds, nanoseconds: timestamp.nanoseconds,
      utcOffset: timestamp.utcOffset,
      precision: timestamp.precision == .fraction ? .fraction : .second)
    guard let result else { throw noSuchDate }
    return result
  }

  fileprivate func existingStart(
    of date: CalendarDate, _ utcOffset: Int32?
  ) throws(TimeExpressionError) -> Timestamp {
    let wallClock = date.wallClockSeconds(at: dayStartsAt)
    guard Timestamp.wallClockRange.contains(wallClock) else { throw noSuchDate }
    let start = start(of: date, utcOffset: utcOffset)
    if let utcOffset { return Timestamp(instant: start, utcOffset: utcOffset) }
    // A whole day that the clock skips has no start.
    if case .gap(let gap) = zone.resolve(wallClockSeconds: wallClock),
      gap.wallClockAfter >= wallClock + 86_400
    {
      throw gap.error(text: partText)
    }
    return Timestamp(instant: start, in: zone).exact(in: zone)
  }
}

extension LocalTimeZone.Gap {
  fileprivate func error(text: String) -> TimeExpressionError {
    // The clock never showed `from`: that is the reading it was about to reach, with the old offset.
    let from = Timestamp(wallClockSeconds: wallClockBefore, utcOffset: before, precision: .second)
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
  /// The text is a date of another form, and `rest` stands behind it; these are the dates that it may mean.
  case otherForm(text: String, dates: [CalendarDate], rest: String)
  /// The four digits behind a day may be a time of day or a year: the times that it may mean, as they are read.
  case yearOrClock(text: String, meant: [String])
  /// The words mean a range, such as "november", where a point in time is wanted.
  case isRange(text: String)
  /// The text has another sign than `..` between the ends of a range, which `meant` has.
  case otherSign(text: String, meant: String)
  case endBeforeStart(text: String)
}

/// What words for one time mean, before it is known whether a point in time or a range is wanted.
enum TimeMoment: Hashable, Sendable {
  /// A point in time: "now", "2h ago".
  case instant(Instant)
  /// A day without a time, in a zone's offset where one is written.
  case day(CalendarDate, utcOffset: Int32?)
  /// The local clock's present reading on another day: "3 days ago".
  case sameClock(Timestamp)
  /// A date and time as written.
  case written(Timestamp)
  /// A part of a day, by its start and its seconds: "this morning".
  case stretch(Timestamp, seconds: Int64)
}

extension TimeScanner {
  /// Reads words for one time, which must be all that is left.
  mutating func moment() throws(TimeExpressionError) -> TimeMoment {
    // `nov 20 evening`
    if let last = partText.split(separator: " ").last?.lowercased(),
      TimeExpression.partsOfDay.contains(last)
    {
      var reader = self
      if let day = try reader.writtenDay(), let part = try reader.part(of: day) { return part }
    }
    if let (date, clock) = try foreignDateAndClock() {
      return try moment(of: (date, false), at: clock)
    }
    if let timestamp = try timestamp() {
      if timestamp.precision == .day, timestamp.utcOffset == nil {
        let clock = try clock()
        return try moment(of: (timestamp.date, false), at: clock)
      }
      // `9:05 UTC` is read, and so it is behind a date.
      if timestamp.precision != .day, timestamp.utcOffset == nil,
        take(word: "utc") || take(word: "gmt")
      {
        try expectEnd()
        let zoned = Timestamp(
          wallClockSeconds: timestamp.wallClockSeconds, nanoseconds: timestamp.nanoseconds,
          utcOffset: 0, precision: timestamp.precision)
        guard let zoned else { throw noSuchDate }
        return .written(
          timestamp.minutesToEnd > 0
            ? zoned.ending(afterMinutes: Int(timestamp.minutesToEnd)) : zoned)
      }
      let hasLength = nextWord == "for"
      if timestamp.precision == .minute, timestamp.utcOffset == nil, !isAtEnd,
        let start = ClockTime(
          hour: timestamp.hour, minute: timestamp.minute, second: nil, half: nil),
        let minutes = try minutesToEnd(of: start, hasMinutes: true, hasHalf: followsHalf)
      {
        try expectEnd()
        return .written(ending(timestamp, afterMinutes: minutes, isLength: hasLength))
      }
      try expectEnd()
      return timestamp.precision == .day
        ? .day(timestamp.date, utcOffset: timestamp.utcOffset) : .written(timestamp)
    }
    var reader = self
    if reader.take(word: "on") {
      var date = reader
      var isDay = try date.foreignDate() != nil
      if !isDay { isDay = try date.timestamp() != nil }
      if isDay {
        self = reader
        return try moment()
      }
    }
    if let part = try partOfDay() { return part }
    if let day = dayWords() {
      let clock = try clockBehindName()
      return try moment(of: day, at: clock)
    }
    if take(word: "now") {
      try expectEnd()
      return .instant(now.instant(in: zone))
    }
    if let moment = try distance() { return moment }
    guard let clock = try clock() else { throw notUnderstood }
    _ = take(word: "on")
    let day = try dayBehindClock()
    return try moment(of: day, at: clock)
  }

  /// Reads a date without a time, in any form that is read; nil where none is next.
  private mutating func writtenDay() throws(TimeExpressionError) -> CalendarDate? {
    if let date = try foreignDate() { return date }
    var reader = self
    guard let timestamp = try reader.timestamp(), timestamp.precision == .day,
      timestamp.utcOffset == nil
    else { return nil }
    self = reader
    return timestamp.date
  }

  /// Reads the day of a time that stands before it: a date, "monday", "3 days ago"; today where no day is next.
  private mutating func dayBehindClock() throws(TimeExpressionError) -> DayWords {
    if let date = try writtenDay() { return (date, false) }
    if let day = dayWords() { return day }
    var reader = self
    let isAhead = reader.take(word: "in")
    if let amount = reader.amount(), amount.isWholeDays, isAhead || reader.take(word: "ago"),
      let date = (isAhead ? amount : amount.negated).date(from: today)
    {
      self = reader
      return (date, false)
    }
    return (today, true)
  }

  /// A day as words name it; the current one has times on either side of midnight where days start later.
  private typealias DayWords = (date: CalendarDate, isCurrent: Bool)

  /// What a day and the time that follows it mean, when nothing else does.
  private func moment(
    of day: DayWords, at clock: ClockTime?
  ) throws(TimeExpressionError) -> TimeMoment {
    try expectEnd()
    guard let clock else { return .day(day.date, utcOffset: nil) }
    // In the small hours that still belong to yesterday's day, "21:30" is yesterday evening, and "01:30" tonight.
    let isTonight = day.isCurrent && clock.secondOfDay < dayStartsAt
    let date = isTonight ? now.date : day.date
    let timestamp = Timestamp(
      wallClockSeconds: date.wallClockSeconds(at: clock.secondOfDay), utcOffset: clock.utcOffset,
      precision: clock.precision)
    guard let timestamp else { throw noSuchDate }
    guard let minutes = clock.minutesToEnd else { return .written(timestamp) }
    return .written(ending(timestamp, afterMinutes: minutes, isLength: clock.hasLength))
  }

  /// The time with an end so many minutes later: on the clock, or, if they are a length, as they pass.
  private func ending(
    _ time: Timestamp, afterMinutes minutes: Int, isLength: Bool
  ) -> Timestamp {
    let local = time.ending(afterMinutes: minutes)
    guard isLength, local.length(in: zone) != Int64(minutes) * 60 else { return local }
    // One that the clock skips is refused as it stands.
    if case .gap = zone.resolve(wallClockSeconds: time.wallClockSeconds) { return local }
    return time.withOffset(in: zone).ending(afterMinutes: minutes)
  }

  /// Reads "this morning", "last night", "yesterday evening" and the like; nil where no part of a day is next.
  private mutating func partOfDay() throws(TimeExpressionError) -> TimeMoment? {
    var reader = self
    let day: CalendarDate
    if reader.nextWord == "tonight" {
      day = today
    } else if reader.take(word: "this") {
      day = today
    } else if reader.take(word: "last"), reader.nextWord == "night" {
      // Behind midnight, the evening before it, whenever days start.
      day = now.date.advanced(byDays: -1)
    } else {
      reader = self
      guard let named = reader.dayWords() else { return nil }
      day = named.date
    }
    return try reader.part(of: day)
  }

  /// Reads a part of `day`, which must be all that is left; nil where none is next.
  private mutating func part(of day: CalendarDate) throws(TimeExpressionError) -> TimeMoment? {
    guard let (hour, hours) = take(oneOf: TimeExpression.hoursOfParts) else { return nil }
    try expectEnd()
    let start = Timestamp(
      wallClockSeconds: day.wallClockSeconds(at: hour * 3600), utcOffset: nil, precision: .minute)
    guard let start else { throw noSuchDate }
    return .stretch(start, seconds: Int64(hours) * 3600)
  }

  /// Reads "today", "last monday" and the like.
  private mutating func dayWords() -> DayWords? {
    var reader = self
    _ = reader.take(word: "on")
    let which = reader.take(oneOf: ["last": -1, "this": 0, "next": 1])
    let name = reader.nextWord
    let short = name == "weds" ? "wed" : name
    if let index = CalendarDate.weekdayNames.firstIndex(where: { $0.hasPrefix(short) }),
      name.utf8.count >= 3, reader.take(word: name)
    {
      self = reader
      let weekday = index + 1
      let back = (today.weekday - weekday + 7) % 7
      let days =
        switch which {
        case -1: back == 0 ? -7 : -back
        case 0: weekday - today.weekday
        case 1: 7 - back
        default: -back
        }
      return (today.advanced(byDays: days), which == nil && back == 0)
    }
    return take(oneOf: ["yesterday": -1, "today": 0, "tomorrow": 1])
      .map { (today.advanced(byDays: $0), $0 == 0) }
  }

  /// Reads "3 days ago" or "in 2 hours", and after whole days also a time; nil where no amount is next.
  private mutating func distance() throws(TimeExpressionError) -> TimeMoment? {
    var reader = self
    let isAhead = reader.take(word: "in")
    guard let amount = reader.amount() else { return nil }
    self = reader
    guard isAhead || take(word: "ago") else { throw notUnderstood }
    let distance = isAhead ? amount : amount.negated
    guard let date = distance.date(from: now.date) else { throw noSuchDate }
    if distance.isWholeDays, !isAtEnd {
      guard let clock = try clock(), let day = distance.date(from: today) else {
        throw notUnderstood
      }
      return try moment(of: (day, false), at: clock)
    }
    try expectEnd()
    let shifted = Timestamp(
      wallClockSeconds: date.wallClockSeconds(at: now.secondOfDay),
      utcOffset: date == now.date ? now.utcOffset : nil, precision: .second)
    guard let shifted else { throw noSuchDate }
    if distance.seconds == 0 { return .sameClock(shifted) }
    let seconds = shifted.instant(in: zone).secondsSinceEpoch + Int64(distance.seconds)
    guard Timestamp.wallClockRange.contains(seconds) else { throw noSuchDate }
    return .instant(Instant(secondsSinceEpoch: seconds))
  }
}
