import ThreadStorage

/// A length of time in words, such as "3 days" or "1h 30m", in the parts that calendars and clocks count apart.
struct TimeAmount: Hashable, Sendable {
  /// Calendar months, whose lengths differ.
  var months = 0
  /// Calendar days, which a clock change makes longer or shorter.
  var days = 0
  /// Elapsed seconds.
  var seconds = 0

  /// The opposite amount: how far back.
  var negated: TimeAmount { TimeAmount(months: -months, days: -days, seconds: -seconds) }

  /// Whether only whole days, weeks, months or years are named.
  var isWholeDays: Bool { seconds == 0 && (months != 0 || days != 0) }

  /// Whether only hours, minutes or seconds are named.
  var isElapsed: Bool { months == 0 && days == 0 }

  /// `count` of the unit with this lower-case name, or nil where it is none.
  init?(_ count: Int, unit: String) {
    switch unit {
    case "s", "sec", "secs", "second", "seconds": seconds = count
    case "m", "min", "mins", "minute", "minutes": seconds = count * 60
    case "h", "hr", "hrs", "hour", "hours": seconds = count * 3600
    case "d", "day", "days": days = count
    case "w", "wk", "wks", "week", "weeks": days = count * 7
    case "mo", "month", "months": months = count
    case "quarter", "quarters": months = count * 3
    case "y", "yr", "yrs", "year", "years": months = count * 12
    default: return nil
    }
  }

  private init(months: Int, days: Int, seconds: Int) {
    (self.months, self.days, self.seconds) = (months, days, seconds)
  }

  /// Both amounts together, each part cut to far more than the years 1 to 9999.
  static func + (one: TimeAmount, other: TimeAmount) -> TimeAmount {
    let limit = 1 << 50
    return TimeAmount(
      months: min(one.months + other.months, limit), days: min(one.days + other.days, limit),
      seconds: min(one.seconds + other.seconds, limit))
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
      _ = total != nil && reader.take(word: "and")
      guard let count = reader.count(),
        let next = reader.take(wordMeaning: { TimeAmount(count, unit: $0) })
      else { return total }
      total = total.map { $0 + next } ?? next
      self = reader
    }
  }

  /// Reads a number in digits or, up to twelve, in words.
  mutating func count() -> Int? {
    if let number = number() { return number.value }
    let words = [
      "a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve",
    ]
    return take(wordMeaning: { $0 == "an" ? 1 : words.firstIndex(of: $0).map { max($0, 1) } })
  }
}
