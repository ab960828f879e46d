import ThreadStorage

/// A stretch of the calendar; days are counted from 1970-01-01, weeks begin on Monday.
package enum Period: String, Sendable, CaseIterable {
  case day, week, month, quarter, year

  /// The first day of the period that `day` is in.
  package func start(of day: Int) -> Int {
    let date = CalendarDate(daysSinceEpoch: day)
    switch self {
    case .day: return day
    case .week: return day - date.weekday + 1
    case .month, .quarter, .year:
      let parts = date.parts
      let month = (parts.month - 1) / months * months + 1
      return CalendarDate(year: parts.year, month: month, day: 1)?.daysSinceEpoch ?? day
    }
  }

  /// The first day of the period behind the one that begins with `start`.
  package func next(after start: Int) -> Int {
    switch self {
    case .day: return start + 1
    case .week: return start + 7
    case .month, .quarter, .year:
      let parts = CalendarDate(daysSinceEpoch: start).parts
      return (parts.month..<parts.month + months).reduce(start) {
        $0 + CalendarDate.dayCount(year: parts.year, month: $1)
      }
    }
  }

  /// How many periods later the one that begins with `end` is than the one that begins with `start`.
  package func count(from start: Int, to end: Int) -> Int {
    switch self {
    case .day: return end - start
    case .week: return (end - start) / 7
    case .month, .quarter, .year:
      let (first, last) = (
        CalendarDate(daysSinceEpoch: start).parts, CalendarDate(daysSinceEpoch: end).parts
      )
      return ((last.year - first.year) * 12 + last.month - first.month) / months
    }
  }

  private var months: Int {
    switch self {
    case .day, .week, .month: 1
    case .quarter: 3
    case .year: 12
    }
  }

  /// What the period that begins with `start` is called, as ranges name it: `2026-W47`.
  package func name(ofStart start: Int) -> String {
    let date = CalendarDate(daysSinceEpoch: start)
    switch self {
    case .day: return date.text
    case .month: return String(date.text.prefix(7))
    case .quarter: return date.text.prefix(5) + "Q\((date.month + 2) / 3)"
    case .year: return String(date.text.prefix(4))
    case .week:
      // The year of its Thursday is the year of a week.
      let thursday = CalendarDate(daysSinceEpoch: start + 3)
      let week = (start + 3 - Period.year.start(of: start + 3)) / 7 + 1
      return thursday.text.prefix(5) + (week < 10 ? "W0\(week)" : "W\(week)")
    }
  }
}

extension Period {
  /// The period that the value of the key `once` names: a day, a week or a month.
  init?(once value: YAMLValue) {
    let name = value.stringBytes.map { String(utf8: $0).lowercased() }
    guard let name, let period = Period(rawValue: name), [.day, .week, .month].contains(period)
    else { return nil }
    self = period
  }
}
