import ThreadStorage

/// Days that have parts in common, of any year, month or day: `*-11-21`, `*-*-01`.
struct DatePattern: Hashable, Sendable {
  private let years: Range<Int>
  /// Nil for any.
  private let month: Int?
  private let day: Int?
  /// Where both are given, such a day of the year 2000.
  private let sample: Int?

  /// The days of this month and day in the years before; on 28 February, where it is the month's last, also the 29th.
  static func anniversaries(on today: CalendarDate) -> [DatePattern] {
    let parts = today.parts
    let years = 1..<max(parts.year, 1)
    let same = DatePattern(years, month: parts.month, day: parts.day)
    return today.standsForLeapDay ? [same, DatePattern(years, month: 2, day: 29)] : [same]
  }

  /// What `text` means: a year, a month and a day, of which one at least is `*`; nil where it is no such thing.
  ///
  /// - Throws: `TimeExpressionError.noSuchDate` where no day is like that.
  init?(_ text: [UInt8]) throws(TimeExpressionError) {
    let trimmed = text[...].trimmed
    let parts = trimmed.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, trimmed.contains(UInt8(ascii: "*")) else { return nil }
    var numbers: [Int?] = []
    for (part, digits) in zip(parts, [4, 2, 2]) {
      guard !part.elementsEqual("*".utf8) else {
        numbers.append(nil)
        continue
      }
      guard part.count == digits, part.allSatisfy(Byte.isDigit) else { return nil }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    // Years of 366 days and months of 31 are those that have every day.
    let first = CalendarDate(year: numbers[0] ?? 2000, month: numbers[1] ?? 1, day: numbers[2] ?? 1)
    guard first != nil else { throw .noSuchDate(text: String(utf8: trimmed)) }
    let years = numbers[0].map { $0..<$0 + 1 } ?? Int.min..<Int.max
    self.init(years, month: numbers[1], day: numbers[2])
  }

  private init(_ years: Range<Int>, month: Int?, day: Int?) {
    (self.years, self.month, self.day) = (years, month, day)
    let date = CalendarDate(year: 2000, month: month ?? 0, day: day ?? 0)
    sample = date?.daysSinceEpoch
  }

  /// What stands in each heading of such a day: `-11-21`, and where days start later than midnight, that of the day
  /// behind; nil where month or day is any.
  func writtenDays(startingAt dayStart: Int) -> [String]? {
    guard let sample else { return nil }
    // In 2000 and in 2001, of which one has a 29 February.
    let days = dayStart == 0 ? [sample] : [sample, sample + 1, sample + 366 + 1]
    return Set(days.map { String(CalendarDate(daysSinceEpoch: $0).text.dropFirst(4)) }).sorted()
  }

  /// Whether a day that is at most two days from `date` may be one of these; a first look, without the calendar.
  func mayContainDay(near date: CalendarDate) -> Bool {
    guard let sample else { return true }
    // A year has 365.2425 days, from which the calendar is never more than three away.
    let rest = (date.daysSinceEpoch - sample) * 10_000 % 3_652_425
    let distance = abs(rest)
    return distance < 60_000 || distance > 3_592_425
  }

  func contains(_ date: CalendarDate) -> Bool {
    let parts = date.parts
    return years.contains(parts.year) && month ?? parts.month == parts.month
      && day ?? parts.day == parts.day
  }
}

extension CalendarDate {
  /// Whether it is 28 February in a year that has no 29th.
  package var standsForLeapDay: Bool {
    month == 2 && parts.day == 28 && CalendarDate(year: year, month: 2, day: 29) == nil
  }
}
