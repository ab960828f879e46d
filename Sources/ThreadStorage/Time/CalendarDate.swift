/// A day of the proleptic Gregorian calendar, without time or zone; day 0 is 1970-01-01.
public struct CalendarDate: Hashable, Comparable, Sendable {
  /// Whole days from 1970-01-01, negative before it.
  public let daysSinceEpoch: Int

  /// The day that lies `daysSinceEpoch` days after 1970-01-01; far beyond the years 1 to 9999 it is clamped.
  public init(daysSinceEpoch: Int) {
    self.daysSinceEpoch = min(max(daysSinceEpoch, -1_000_000_000), 1_000_000_000)
  }

  /// The day with these 1-based calendar parts, or nil where it does not exist or its year is not 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.dayCount(year: year, month: month)
    else { return nil }
    self.init(daysSinceEpoch: Self.dayNumber(year: year, month: month, day: day))
  }

  /// The calendar year; 1 to 9999 for every date that a thread can hold.
  public var year: Int { parts.year }
  /// The month of the year, 1 to 12.
  public var month: Int { parts.month }

  /// The date with day and month in the other order; nil where that is none.
  public var turned: CalendarDate? {
    let parts = parts
    return CalendarDate(year: parts.year, month: parts.day, day: parts.month)
  }

  /// Year, month and day at once, for callers that need all three.
  public var parts: (year: Int, month: Int, day: Int) {
    // Counted in years that begin in March, a leap day is the last of its year, and the months'
    // lengths follow one linear formula; an era is the 400 years after which they repeat.
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// `2026-03-28`, as ISO 8601 writes the date.
  public var text: String {
    let start = Timestamp(
      wallClockSeconds: Int64(daysSinceEpoch) * 86_400, utcOffset: nil, precision: .day)
    return start.map { String($0.canonicalText.prefix(10)) } ?? ""
  }

  /// The ISO weekday: 1 is Monday, 7 is Sunday.
  public var weekday: Int {
    let sinceMonday = (daysSinceEpoch + 3) % 7
    return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
  }

  /// The date `days` later, or earlier where negative.
  public func advanced(byDays days: Int) -> CalendarDate {
    CalendarDate(daysSinceEpoch: daysSinceEpoch.addingReportingOverflow(days).partialValue)
  }

  /// The same day of the next year; nil where that has none.
  package var aYearLater: CalendarDate? {
    CalendarDate(year: year + 1, month: parts.month, day: parts.day)
  }

  /// How many days lie between this date and `other`, which may be the earlier or the later one.
  package func days(from other: CalendarDate) -> Int {
    abs(daysSinceEpoch - other.daysSinceEpoch)
  }

  public static func < (earlier: CalendarDate, later: CalendarDate) -> Bool {
    earlier.daysSinceEpoch < later.daysSinceEpoch
  }

  /// How many days a month has, 28 to 31.
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension CalendarDate {
  /// The English names of the days of the week, Monday first, as people may type the beginning of one.
  package static let weekdayNames = TimeWords.weekdays.map { $0[0] }
  package static let monthNames = TimeWords.months.map { $0[0] }
}
