import ThreadStorage

/// A POSIX rule for a zone's offset, such as `EST5EDT,M3.2.0,M11.1.0`.
struct TimeZoneRule: Sendable {
  /// Seconds east of UTC in winter, or always.
  private var standard = 0
  /// Summer time, if there is any: its offset, and when it begins and ends.
  private var summer: (offset: Int, begin: Change, end: Change)?

  /// A moment of each year, on the clock that is left.
  private struct Change: Sendable {
    enum Day: Sendable {
      /// The day of the year from 1, in which 29 February is never counted.
      case withoutLeapDay(Int)
      /// The day of the year from 0.
      case ofYear(Int)
      /// The week (5 the last) and the weekday (0 is Sunday) of a month.
      case ofMonth(month: Int, week: Int, weekday: Int)
    }
    var day: Day
    /// Seconds after midnight, also negative or more than a day.
    var time = 7200
  }

  /// The rule that `text` writes; nil where it is none.
  init?(_ text: String) {
    var scan = RuleScan(text)
    guard scan.skipName(), let standard = scan.offset() else { return nil }
    self.standard = -standard
    if scan.isAtEnd { return }
    guard scan.skipName() else { return nil }
    var offset = self.standard + 3600
    if !scan.isAtChange {
      guard let written = scan.offset() else { return nil }
      offset = -written
    }
    guard let begin = scan.change(), let end = scan.change(), scan.isAtEnd else { return nil }
    summer = (offset, begin, end)
  }

  /// Seconds east of UTC at a second since 1970.
  func offset(at second: Int64) -> Int {
    guard let summer else { return standard }
    let local = second.addingReportingOverflow(Int64(standard)).partialValue
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let year = CalendarDate(daysSinceEpoch: Int(days)).year
    let begin = Self.second(of: summer.begin, in: year) - Int64(standard)
    let end = Self.second(of: summer.end, in: year) - Int64(summer.offset)
    let isSummer = begin < end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    return isSummer ? summer.offset : standard
  }

  /// The moment in seconds since 1970 on its own clock.
  private static func second(of change: Change, in year: Int) -> Int64 {
    let first = CalendarDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
    let day: Int
    switch change.day {
    case .ofYear(let number): day = first + number
    case .withoutLeapDay(let number):
      let isLeap = CalendarDate.dayCount(year: year, month: 2) == 29
      day = first + number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .ofMonth(let month, let week, let weekday):
      let start = CalendarDate(year: year, month: month, day: 1)
      let firstWeekday = (start?.weekday ?? 0) % 7
      var number = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if number >= CalendarDate.dayCount(year: year, month: month) { number -= 7 }
      day = (start?.daysSinceEpoch ?? first) + number
    }
    return Int64(day) * 86_400 + Int64(change.time)
  }

  /// A reader of a rule's parts.
  private struct RuleScan {
    private var scanner: ByteScanner

    init(_ text: String) { scanner = ByteScanner(Array(text.utf8)[...]) }

    var isAtEnd: Bool { scanner.isAtEnd }

    /// Whether a change is next.
    var isAtChange: Bool { scanner.rest.first == UInt8(ascii: ",") }

    /// Passes over `EST` or `<-03>`.
    mutating func skipName() -> Bool {
      guard scanner.take(UInt8(ascii: "<")) else {
        return scanner.skip { (0x61...0x7A).contains($0 | 0x20) } > 0
      }
      scanner.skip { $0 != UInt8(ascii: ">") }
      return scanner.take(UInt8(ascii: ">"))
    }

    private mutating func number() -> Int? { scanner.number(upTo: 4) }

    /// `5`, `-3:30`, `2:00:00`, in seconds.
    mutating func offset() -> Int? {
      let isNegative = scanner.take(UInt8(ascii: "-"))
      if !isNegative { _ = scanner.take(UInt8(ascii: "+")) }
      guard let hours = number() else { return nil }
      var seconds = hours * 3600
      if scanner.take(UInt8(ascii: ":")) {
        guard let minutes = number() else { return nil }
        seconds += minutes * 60
        if scanner.take(UInt8(ascii: ":")) {
          guard let rest = number() else { return nil }
          seconds += rest
        }
      }
      return isNegative ? -seconds : seconds
    }

    /// `,M3.2.0/2`, `,J60` or `,59`.
    mutating func change() -> Change? {
      guard scanner.take(UInt8(ascii: ",")) else { return nil }
      var change: Change
      if scanner.take(UInt8(ascii: "M")) {
        guard let month = number(), scanner.take(UInt8(ascii: ".")), let week = number(),
          scanner.take(UInt8(ascii: ".")), let weekday = number(), (1...12).contains(month),
          (1...5).contains(week), (0...6).contains(weekday)
        else { return nil }
        change = Change(day: .ofMonth(month: month, week: week, weekday: weekday))
      } else if scanner.take(UInt8(ascii: "J")) {
        guard let number = number(), (1...365).contains(number) else { return nil }
        change = Change(day: .withoutLeapDay(number))
      } else {
        guard let number = number(), number <= 365 else { return nil }
        change = Change(day: .ofYear(number))
      }
      if scanner.take(UInt8(ascii: "/")) {
        guard let time = offset() else { return nil }
        change.time = time
      }
      return change
    }
  }
}
