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
    dateOrder: ForeignDate.Order? = nil, keepsDay: Bool = false
  ) throws(TimeExpressionError) -> Timestamp {
    var scanner = TimeScanner(
      text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
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

extension TimeExpression {
  /// What `text`, which is not understood, may be meant as: with its words spelt right, or its time as it is read here.
  ///
  /// - Parameter isOneTime: Whether a range is not what is wanted.
  package static func nearest(to text: String, isOneTime: Bool = false) -> [String] {
    let known =
      CalendarDate.weekdayNames + CalendarDate.monthNames + [
        "today", "yesterday", "tomorrow", "tonight", "now", "noon", "midnight", "last", "next",
        "this", "morning", "afternoon", "evening", "night", "ago", "week", "month", "year", "past",
        "weeks", "months", "years",
      ]
    if let tight = withoutBlanks(inSpan: text) {
      let found = nearest(to: tight, isOneTime: isOneTime)
      if !found.isEmpty { return found }
    }
    var words = text.split(separator: " ").map(String.init)
    // Before a time of day it is no German word for a place.
    if words.count > 1, words[0].lowercased() == "hier" { words[0] = "yesterday" }
    // Not in `english`: `Midday: a walk` is a text.
    words = words.map { $0.lowercased() == "midday" ? "noon" : $0 }
    let inEnglish = words.map { english[$0.lowercased()] ?? $0 }
    let spelt = words.map { word -> String in
      // `nov` is short for a month, and not near to `now`.
      let name = word.lowercased()
      if let meant = english[name] { return meant }
      let isShort =
        name.utf8.count > 2
        && (CalendarDate.weekdayNames + CalendarDate.monthNames).contains { $0.hasPrefix(name) }
      let isName = word.utf8.allSatisfy(Byte.isLetter) && !known.contains(name) && !isShort
      return isName ? known.nearest(to: word, limit: 1).first ?? word : word
    }
    let bytes = Array(text.utf8)
    let clock = TypedClock(bytes.span, in: 0..<bytes.count, after: .day)
    let digits = bytes.count == 4 && bytes.allSatisfy(Byte.isDigit)
    let noon = Instant(secondsSinceEpoch: 43_200)
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "–" })
    let ends = parts.compactMap { part -> Substring? in
      let time = try? parse(String(part), now: noon, zone: .utc, keepsDay: true)
      return time?.precision == .day ? nil : time?.canonicalText.dropFirst(11).prefix(5)
    }
    // What stands before the time of day stays.
    let first = parts.first?.split(separator: " ") ?? []
    let count = first.indices.suffix(3).first { isClock(first[$0...].joined(separator: " ")) } ?? 0
    var clocks = first[..<count].map { String($0) }
    clocks.append(ends.joined(separator: "-"))
    let isPair =
      ends.count == 2 && parts.count == 2
      && parts.allSatisfy { $0.utf8.contains(where: Byte.isDigit) }
    // `1h`, `-1h` and `+1h` as other programs have them.
    let isAhead = bytes.first == UInt8(ascii: "+")
    let amount = isAhead || bytes.first == UInt8(ascii: "-") ? String(text.dropFirst()) : text
    // `22h` may be a time of day.
    let isHour = text.lowercased().hasSuffix("h") && (Int(text.dropLast()) ?? 0) > 12
    let hasHalf = parts.contains { ["am", "pm"].contains($0.suffix(2).lowercased()) }
    // `9-5.30`
    let isSpan =
      parts.count == 2 && text.utf8.allSatisfy { Byte.isDigit($0) || "-.:".utf8.contains($0) }
    let hour = isHour || hasHalf || isSpan ? Self.clock(meantBy: text) : nil
    let withClock = Self.withClock(inEnglish)
    let pair = isPair ? nearEnd(of: clocks.joined(separator: " ")) : ""
    // The same in other words is not offered twice.
    func time(_ text: String) -> Timestamp? { try? parse(text, now: noon, zone: .utc) }
    let isSaid = [hour, withClock].compactMap(\.self).contains { time($0) == time(pair) }
    let name = text.lowercased()
    // `a couple of days ago`
    let unit = name.hasPrefix("a couple ") ? words.dropLast().last : nil
    let couple = unit.map { "2 \($0) ago" } ?? ""
    let candidates: [String] = [
      isAhead ? "in \(amount)" : "\(amount) ago", hour ?? "", span(meantBy: text) ?? "",
      withClock ?? Self.withColons(text), withEnd(words) ?? "",
      name.hasSuffix("day before yesterday") ? "2 days ago" : "",
      name == "half an hour ago" ? "30min ago" : "", couple, Self.month(meantBy: name) ?? "",
      text.replacing(" + ", with: " for "),
      words.first?.lowercased() == "past" ? "last\(text.dropFirst(4))" : "",
      Self.writing("M", as: "min", in: words), Self.writing("M", as: "mo", in: words),
      isSaid ? "" : pair,
      spelt.joined(separator: " "), clock?.end == bytes.count ? clock?.written ?? "" : "",
      digits ? String(text.prefix(2)) + ":" + text.suffix(2) : "",
    ]
    return (candidates + roundHours(inEnglish)).reduce(into: []) { found, meant in
      if meant != text, !found.contains(meant),
        (try? TimeRange.parse(meant, now: noon, zone: .utc)) != nil,
        !isOneTime || time(meant) != nil
      {
        found.append(meant)
      }
    }
  }
}

extension TimeExpression {
  /// `3:30 - 4:15 pm` as `3:30-4:15pm`, of which the start is one of the afternoon, too; nil for what is no such span.
  private static func withoutBlanks(inSpan text: String) -> String? {
    guard let half = [" pm", " am"].first(where: { text.lowercased().hasSuffix($0) }),
      let dash = [" - ", " – "].first(where: text.contains)
    else { return nil }
    return String(text.dropLast(half.count)).replacing(dash, with: "-") + half.dropFirst()
  }

  /// `12.30 today` and `10.24-13.47 GMT` as `12:30 today` and `10:24-13:47 GMT`.
  private static func withColons(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func isDigit(_ offset: Int) -> Bool {
      bytes.indices.contains(offset) && Byte.isDigit(bytes[offset])
    }
    let meant = bytes.indices.map { offset in
      let isPoint =
        bytes[offset] == .dot && isDigit(offset - 1) && isDigit(offset + 1) && isDigit(offset + 2)
        && !isDigit(offset + 3)
      return isPoint ? .colon : bytes[offset]
    }
    return nearEnd(of: String(utf8: meant))
  }

  /// The words with another unit behind a number.
  private static func writing(_ old: String, as new: String, in words: [String]) -> String {
    let changed = words.map { word -> String in
      let isCount = word.dropLast(old.count).utf8.allSatisfy(Byte.isDigit)
      return word.hasSuffix(old) && isCount ? String(word.dropLast(old.count)) + new : word
    }
    return changed.joined(separator: " ")
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
    if let date = try foreignDate() {
      let clock = try clockBehindDate()
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
    let parts = [
      "morning": (6, 6), "afternoon": (12, 6), "evening": (18, 4), "night": (22, 8),
      "tonight": (22, 8),
    ]
    guard let (hour, hours) = reader.take(oneOf: parts) else { return nil }
    try reader.expectEnd()
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
