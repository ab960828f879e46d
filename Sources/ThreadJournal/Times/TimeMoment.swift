import ThreadStorage

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
}

extension TimeScanner {
  /// Reads words for one time, which must be all that is left.
  mutating func moment(_ reference: TimeReference) throws(TimeExpressionError) -> TimeMoment {
    if isAtDigit, let timestamp = try timestamp() { return try rest(of: timestamp) }
    if let day = dayWords(reference) {
      let clock = try clock()
      return try moment(day: day, clock, reference)
    }
    if take(word: "now") {
      try expectEnd()
      return .instant(reference.localNow.instant(in: reference.zone))
    }
    if let moment = try distance(reference) { return moment }
    guard let clock = try clock() else { throw notUnderstood }
    _ = take(word: "on")
    let day = dayWords(reference) ?? (reference.today, true)
    return try moment(day: day, clock, reference)
  }

  /// A day as words name it; the current one has times on either side of midnight where days start later.
  private typealias DayWords = (date: CalendarDate, isCurrent: Bool)

  private func moment(
    day: DayWords, _ clock: ClockTime?, _ reference: TimeReference
  ) throws(TimeExpressionError) -> TimeMoment {
    try expectEnd()
    guard let clock else { return .day(day.date, utcOffset: nil) }
    return try written(
      day.isCurrent ? reference.currentDate(forSecondOfDay: clock.secondOfDay) : day.date, clock)
  }

  /// Reads what may follow a timestamp: nothing, or after a date alone a time that F8 does not know ("9pm").
  private mutating func rest(of timestamp: Timestamp) throws(TimeExpressionError) -> TimeMoment {
    if timestamp.precision == .day, timestamp.utcOffset == nil, !isAtEnd {
      guard let clock = try clock() else { throw notUnderstood }
      try expectEnd()
      return try written(timestamp.date, clock)
    }
    try expectEnd()
    return timestamp.precision == .day
      ? .day(timestamp.date, utcOffset: timestamp.utcOffset) : .written(timestamp)
  }

  private func written(
    _ date: CalendarDate, _ clock: ClockTime
  ) throws(TimeExpressionError) -> TimeMoment {
    let timestamp = Timestamp(
      wallClockSeconds: Int64(date.daysSinceEpoch) * 86_400 + Int64(clock.secondOfDay),
      utcOffset: clock.utcOffset, precision: clock.precision)
    guard let timestamp else { throw noSuchDate }
    return .written(timestamp)
  }

  /// Reads "today", "last monday" and the like.
  private mutating func dayWords(_ reference: TimeReference) -> DayWords? {
    var reader = self
    let today = reference.today
    _ = reader.take(word: "on")
    let which = reader.take(wordMeaning: { ["last", "this", "next"].contains($0) ? $0 : nil })
    if let weekday = reader.take(wordMeaning: Self.weekday(named:)) {
      self = reader
      let back = (today.weekday - weekday + 7) % 7
      switch which {
      case "last": return (today.advanced(byDays: back == 0 ? -7 : -back), false)
      case "next": return (today.advanced(byDays: 7 - back), false)
      case "this": return (today.advanced(byDays: weekday - today.weekday), false)
      default: return (today.advanced(byDays: -back), back == 0)
      }
    }
    if take(word: "today") { return (today, true) }
    if take(word: "yesterday") { return (today.advanced(byDays: -1), false) }
    if take(word: "tomorrow") { return (today.advanced(byDays: 1), false) }
    return nil
  }

  /// The ISO number, 1 for Monday, of a weekday's lower-case English name or its beginning of three letters or more.
  private static func weekday(named name: String) -> Int? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    guard name.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Reads "3 days ago" or "in 2 hours", and after whole days also a time; nil where no amount is next.
  private mutating func distance(
    _ reference: TimeReference
  ) throws(TimeExpressionError) -> TimeMoment? {
    var reader = self
    let isAhead = reader.take(word: "in")
    guard let amount = reader.amount() else { return nil }
    self = reader
    guard isAhead || take(word: "ago") else { throw notUnderstood }
    let distance = isAhead ? amount : amount.negated
    let now = reference.localNow
    guard let date = distance.date(from: now.date) else { throw noSuchDate }
    if distance.isWholeDays, !isAtEnd {
      guard let clock = try clock(),
        let day = distance.date(from: reference.today)
      else { throw notUnderstood }
      try expectEnd()
      return try written(day, clock)
    }
    try expectEnd()
    let shifted = Timestamp(
      wallClockSeconds: Int64(date.daysSinceEpoch) * 86_400 + Int64(now.secondOfDay),
      utcOffset: date == now.date ? now.utcOffset : nil, precision: .second)
    guard let shifted else { throw noSuchDate }
    if distance.seconds == 0 { return .sameClock(shifted) }
    let seconds = shifted.instant(in: reference.zone).secondsSinceEpoch + Int64(distance.seconds)
    guard Timestamp.wallClockRange.contains(seconds) else { throw noSuchDate }
    return .instant(Instant(secondsSinceEpoch: seconds))
  }
}
