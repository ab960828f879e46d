import ThreadStorage

/// A time of day in words, such as "9pm" or "21:30 +02:00".
struct ClockTime: Hashable, Sendable {
  /// Seconds after midnight, 0 to 86,399.
  let secondOfDay: Int
  /// Whether the seconds are written.
  let precision: Timestamp.Precision
  /// How many minutes later it ends, 1 to 1440; nil without an end.
  var minutesToEnd: Int?
  /// Whether these are a length, `for 1h`, and no time of day at the end.
  var hasLength = false
  /// Seconds east of UTC; nil for the local clock.
  var utcOffset: Int32?

  /// The time of these parts, nil where no clock shows it; with a `half`, 0 for am and 12 for pm, of twelve hours, and
  /// `0:30am` as people write it, too; `0am` may be half of `10am`.
  init?(hour: Int, minute: Int, second: Int?, half: Int?) {
    guard half == nil || (1...12).contains(hour) || hour == 0 && half == 0 && minute > 0 else {
      return nil
    }
    let hour = half.map { hour % 12 + $0 } ?? hour
    guard hour < 24, minute < 60, second ?? 0 <= 60 else { return nil }
    secondOfDay = hour * 3600 + minute * 60 + min(second ?? 0, 59)
    precision = second == nil ? .minute : .second
  }
}

extension TimeScanner {
  /// Reads a time of day, with "at" or "from" before it or without; nil where none is next.
  mutating func clock() throws(TimeExpressionError) -> ClockTime? {
    let hasAt = take(word: "at") || take(word: "from")
    var clock: ClockTime?
    if let hour = take(oneOf: ["midnight": 0, "noon": 12]) {
      clock = ClockTime(hour: hour, minute: 0, second: nil, half: nil)
      if let start = clock {
        clock?.hasLength = nextWord == "for"
        clock?.minutesToEnd = try minutesToEnd(of: start, hasMinutes: true, hasHalf: nil)
      }
    } else {
      clock = try timeOfDay(needsMore: !hasAt)
    }
    if clock == nil, hasAt { throw notUnderstood }
    if clock != nil { clock?.utcOffset = try utcOffset() }
    return clock
  }

  /// Reads `9:30`, `21:30:05`, `9pm`, `8.15pm`, and, unless more is needed, `9`.
  private mutating func timeOfDay(needsMore: Bool) throws(TimeExpressionError) -> ClockTime? {
    var reader = self
    guard let hour = reader.number(), hour.digits <= 2 else { return nil }
    let hasMinutes = reader.takeSignOfMinutes()
    let minute = hasMinutes ? try reader.twoDigits() : 0
    let second = hasMinutes && reader.take(":") ? try reader.twoDigits() : nil
    let half = reader.take(oneOf: ["am": 0, "pm": 12])
    guard hasMinutes || half != nil || !needsMore else { return nil }
    self = reader
    let clock = ClockTime(hour: hour.value, minute: minute, second: second, half: half)
    guard var clock else { throw noSuchDate }
    if second == nil {
      clock.hasLength = nextWord == "for"
      clock.minutesToEnd = try minutesToEnd(
        of: clock, hasMinutes: hasMinutes, hasHalf: half != nil)
    }
    return clock
  }

  /// Reads `-15:30` directly behind a time of day, which is then its end (F8a) and no offset; or ` - 15:30`, `to 15:30`,
  /// or how long it lasts, `for 1h`.
  ///
  /// Of two times both have `am` or `pm`, or neither has, but beside `noon` and `midnight`; an hour alone ends an hour alone.
  mutating func minutesToEnd(
    of clock: ClockTime, hasMinutes: Bool, hasHalf: Bool?
  ) throws(TimeExpressionError) -> Int? {
    var reader = self
    if reader.take(word: "for") {
      guard let amount = reader.amount(), amount.months == 0, amount.days == 0,
        60...86_400 ~= amount.seconds
      else { throw reader.notUnderstood }
      self = reader
      return amount.seconds / 60
    }
    if !reader.take(word: "to"), !reader.take(word: "until") {
      guard reader.takeDash(), !followsSpace || reader.followsSpace else { return nil }
    }
    self = reader
    if let hour = take(oneOf: ["midnight": 0, "noon": 12]) {
      return minutes(from: clock.secondOfDay, to: hour * 3600)
    }
    guard let hour = number(), hour.digits <= 2 else { throw notUnderstood }
    let isWhole = !takeSignOfMinutes()
    guard !isWhole || hasHalf != false || !hasMinutes else { throw notUnderstood }
    let minute = isWhole ? 0 : try twoDigits()
    let half = take(oneOf: ["am": 0, "pm": 12])
    guard hasHalf == nil || hasHalf == (half != nil) else { throw notUnderstood }
    let isMidnight = hour.value == 24 && minute == 0 && half == nil
    let end = ClockTime(hour: isMidnight ? 0 : hour.value, minute: minute, second: nil, half: half)
    guard let end else { throw noSuchDate }
    return minutes(from: clock.secondOfDay, to: end.secondOfDay)
  }

  /// How many minutes pass from one second of a day to the next such other one.
  private func minutes(from start: Int, to end: Int) -> Int {
    let difference = (end - start) / 60
    return difference > 0 ? difference : difference + 24 * 60
  }

  /// Takes a colon; or a point, where `am` or `pm` says that no number of another kind is meant.
  private mutating func takeSignOfMinutes() -> Bool {
    if take(":") { return true }
    var reader = self
    guard reader.take("."), reader.number()?.digits == 2, ["am", "pm"].contains(reader.nextWord)
    else { return false }
    return take(".")
  }

  private mutating func twoDigits() throws(TimeExpressionError) -> Int {
    let start = self
    guard let number = number(), number.digits == 2 else { throw start.notUnderstood }
    return number.value
  }

  /// Reads `Z`, `UTC`, `±HH:MM` or `±HHMM`; nil where no zone is next.
  private mutating func utcOffset() throws(TimeExpressionError) -> Int32? {
    if take(oneOf: ["z": 0, "utc": 0, "gmt": 0]) != nil { return 0 }
    let start = self
    let isWest = take("-")
    guard isWest || take("+") else { return nil }
    guard let written = number(), written.digits == 2 || written.digits == 4 else {
      throw start.notUnderstood
    }
    var (hours, minutes) = (written.value, 0)
    if written.digits == 4 {
      (hours, minutes) = (hours / 100, hours % 100)
    } else {
      guard take(":") else { throw notUnderstood }
      minutes = try twoDigits()
    }
    let offset = Int32((isWest ? -1 : 1) * (hours * 3600 + minutes * 60))
    guard minutes < 60, Timestamp.utcOffsetRange.contains(offset) else { throw noSuchDate }
    return offset
  }
}

/// A length of time in words, such as "3 days" or "1h 30m", in the parts that calendars and clocks count apart.
struct TimeAmount: Hashable, Sendable {
  /// Calendar months, whose lengths differ.
  var months = 0
  /// Calendar days, which a clock change makes longer or shorter.
  var days = 0
  /// Elapsed seconds.
  var seconds = 0

  var negated: TimeAmount { TimeAmount(months: -months, days: -days, seconds: -seconds) }

  /// Whether only whole days, weeks, months or years are named.
  var isWholeDays: Bool { seconds == 0 && (months != 0 || days != 0) }

  /// Adds `count` of the unit with this lower-case name, up to far beyond the year 9999; false if it names no unit.
  mutating func add(_ count: Int, unit: String) -> Bool {
    switch unit {
    case "s", "sec", "secs", "second", "seconds": seconds += count
    case "m", "min", "mins", "minute", "minutes": seconds += count * 60
    case "h", "hr", "hrs", "hour", "hours": seconds += count * 3600
    case "d", "day", "days": days += count
    case "w", "wk", "wks", "week", "weeks": days += count * 7
    case "mo", "month", "months": months += count
    case "quarter", "quarters": months += count * 3
    case "y", "yr", "yrs", "year", "years": months += count * 12
    default: return false
    }
    let limit = 1 << 50
    (months, days, seconds) = (min(months, limit), min(days, limit), min(seconds, limit))
    return true
  }

  /// The date these months, and then days, from `date`; 31 January and a month is the last of February.
  func date(from date: CalendarDate) -> CalendarDate? {
    let parts = date.parts
    let (month, overflows) = (parts.year * 12 + parts.month - 1).addingReportingOverflow(months)
    guard !overflows, (12..<120_000).contains(month) else { return nil }
    let year = month / 12
    let day = min(parts.day, CalendarDate.dayCount(year: year, month: month % 12 + 1))
    let shifted = CalendarDate(year: year, month: month % 12 + 1, day: day)?.advanced(byDays: days)
    guard let shifted, (1...9999).contains(shifted.year) else { return nil }
    return shifted
  }
}

extension TimeScanner {
  /// Reads one or more amounts, such as "an hour" or "1h 30m"; nil where none is next.
  mutating func amount() -> TimeAmount? {
    var total: TimeAmount?
    while true {
      var reader = self
      var sum = total ?? TimeAmount()
      _ = total != nil && reader.take(word: "and")
      // A capital M is a month elsewhere, and m a minute here.
      guard let count = reader.count(), !reader.isAtCapitalM,
        reader.take(wordIf: { sum.add(count, unit: $0) })
      else { return total }
      total = sum
      self = reader
    }
  }

  private static let counts = ["a": 1, "an": 1].merging(zip(TimeWords.numbers, 1...)) { $1 }

  /// Reads a number in digits or, up to twelve, in words.
  private mutating func count() -> Int? {
    number()?.value ?? take(oneOf: Self.counts)
  }
}
