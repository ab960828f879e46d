/// A date in a form that is none of ours: `21.11.2026`, `11/21/2026`, `2026/11/21`, `Nov 21, 2026`, `21.11.26`.
///
/// In files it is never read as a date unless somebody said how: it is for errors that show the date as it is written
/// here. On the command line, one with the name of its month is read.
package struct ForeignDate: Sendable, Hashable {
  /// Which of day and month people write first.
  package enum Order: String, Sendable, CaseIterable {
    case dmy
    case mdy
  }

  /// Behind its last byte.
  package let end: Int
  /// Whether its year has two digits, so that the century is a guess.
  package let hasShortYear: Bool
  private let dayFirst: CalendarDate?
  private let monthFirst: CalendarDate?
  private let yearFirst: CalendarDate?

  /// The day of the week before it, 1 for Monday.
  private let weekday: Int?
  package let hasMonthName: Bool

  /// What it can mean: one date or more.
  package var dates: [CalendarDate] {
    [dayFirst, monthFirst, yearFirst].compactMap(\.self).reduce(into: []) { dates, date in
      if !dates.contains(date) { dates.append(date) }
    }
  }

  /// The date that it is where people write day and month in this order; nil where the century is a guess.
  package func date(in order: Order) -> CalendarDate? {
    hasShortYear ? nil : order == .dmy ? dayFirst : monthFirst
  }

  /// What it can mean where people write day and month in this order, whatever its century; without one, all of them.
  package func dates(in order: Order?) -> [CalendarDate] {
    let date = order.flatMap { $0 == .dmy ? dayFirst : monthFirst }
    return date.map { contradictsWeekday(of: [$0]) ? dates : [$0] } ?? dates
  }

  /// The date whose month is a name, so that no order is needed; nil where all is numbers, or it is on another weekday.
  package var named: CalendarDate? {
    hasMonthName && !contradictsWeekday(of: dates) ? dates.first : nil
  }

  /// Whether the day of the week before it is another one than any of `dates` has.
  package func contradictsWeekday(of dates: [CalendarDate]) -> Bool {
    weekday.map { day in !dates.contains { $0.weekday == day } } ?? false
  }

  /// The date that begins at `start`; nil where there is none, or one of ours.
  package init?(_ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int) {
    var scan = TimeScan(position: start, end: min(end, bytes.count))
    weekday = scan.skipWeekday(in: bytes)
    let numbers = scan.numbers(in: bytes, allowingOurs: weekday != nil)
    hasMonthName = numbers == nil
    guard let found = numbers ?? scan.names(in: bytes), scan.isAtWordEnd(in: bytes) else {
      return nil
    }
    self.end = scan.position
    (dayFirst, monthFirst, yearFirst, hasShortYear) = found
    if dates.isEmpty { return nil }
  }

  /// Where a date ends that has such a form and is in no calendar, as `31.11.2026`; nil where none begins at `start`.
  package static func impossibleEnd(
    in bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> Int? {
    var scan = TimeScan(position: start, end: min(end, bytes.count))
    if scan.skipSlip(in: bytes) { return scan.position }
    let weekday = scan.skipWeekday(in: bytes)
    guard
      case (nil, nil, nil, false)? = scan.numbers(in: bytes, allowingOurs: weekday != nil)
        ?? scan.names(in: bytes),
      scan.isAtWordEnd(in: bytes)
    else { return nil }
    return scan.position
  }
}

extension TimeScan {
  /// The date with the day first, the month or the year, and whether the year has two digits.
  fileprivate typealias Found = (CalendarDate?, CalendarDate?, CalendarDate?, Bool)

  /// Reads three numbers with the same sign between them.
  fileprivate mutating func numbers(in bytes: borrowing Span<UInt8>, allowingOurs: Bool) -> Found? {
    var scan = self
    guard let first = scan.number(in: bytes), scan.position < end else { return nil }
    // `2026 -05-01` is a slip.
    let hasSlip =
      first.digits == 4 && scan.position + 1 < end
      && bytes[scan.position] == .space && bytes[scan.position + 1] == UInt8(ascii: "-")
    if hasSlip { scan.position += 1 }
    let sign = bytes[scan.position]
    guard [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")].contains(sign),
      scan.take(sign, in: bytes)
    else { return nil }
    // `21. 11. 2026`, as Slovenians and Czechs write it, has its year in full.
    let mayHaveBlanks = sign == UInt8(ascii: ".")
    if mayHaveBlanks { scan.take(.space, in: bytes) }
    guard let second = scan.number(in: bytes), second.digits <= 2, scan.take(sign, in: bytes)
    else { return nil }
    let hasBlank = mayHaveBlanks && scan.take(.space, in: bytes)
    guard let third = scan.number(in: bytes), !hasBlank || third.digits == 4 else { return nil }
    self = scan
    switch (first.digits, third.digits) {
    case (4, 1...2):
      let isOurs = !hasSlip && sign == UInt8(ascii: "-") && second.digits == 2 && third.digits == 2
      guard !isOurs || allowingOurs else { return nil }
      let date = CalendarDate(year: first.value, month: second.value, day: third.value)
      return (date, date, nil, false)
    case (1...2, 4):
      return (
        CalendarDate(year: third.value, month: second.value, day: first.value),
        CalendarDate(year: third.value, month: first.value, day: second.value), nil, false
      )
    // `1.2.10` is a version.
    case (1...2, 2) where sign != UInt8(ascii: ".") || first.digits + second.digits > 2:
      let (year, isISO) = (Self.year(third.value), sign == UInt8(ascii: "-"))
      return (
        CalendarDate(year: year, month: second.value, day: first.value),
        CalendarDate(year: year, month: first.value, day: second.value),
        isISO && first.digits + second.digits == 4
          ? CalendarDate(year: Self.year(first.value), month: second.value, day: third.value) : nil,
        true
      )
    default: return nil
    }
  }

  /// Passes over what has a digit or a hyphen too many for a date, or a digit too few: `20226-11-25`, `2026--11-25`.
  fileprivate mutating func skipSlip(in bytes: borrowing Span<UInt8>) -> Bool {
    var scan = self
    var counts: [Int] = []
    repeat {
      let start = scan.position
      if !counts.isEmpty { _ = scan.take(UInt8(ascii: "-"), in: bytes) }
      let digits = scan.position
      scan.skip("0123456789", in: bytes)
      guard scan.position > digits else { return false }
      counts.append(scan.position - start)
    } while scan.take(UInt8(ascii: "-"), in: bytes)
    // Other numbers begin otherwise than years do, and have more digits.
    guard counts.count == 3, counts[0] > 2,
      [[0x31, 0x39], [0x32, 0x30]].contains([bytes[position], bytes[position + 1]]),
      counts[1] > 1, counts[2] > 1,
      counts[0] == 4 ? max(counts[1], counts[2]) == 3 : counts[0] < 6 && counts[1...] == [2, 2],
      scan.isAtWordEnd(in: bytes)
    else { return false }
    self = scan
    return true
  }

  /// The year that two digits stand for, as POSIX has it: 1969 to 2068.
  private static func year(_ digits: Int) -> Int { digits + (digits < 69 ? 2000 : 1900) }

  /// Reads `Nov 21, 2026` or `21 November 2026`.
  fileprivate mutating func names(in bytes: borrowing Span<UInt8>) -> Found? {
    var day = number(in: bytes)
    if day != nil { skipDaySuffix(in: bytes) }
    guard let month = name(among: CalendarDate.monthNames, in: bytes) else { return nil }
    if day == nil {
      day = number(in: bytes)
      skipDaySuffix(in: bytes)
    }
    skip(", ", in: bytes)
    guard let day, day.digits <= 2, let year = number(in: bytes), year.digits == 4 else {
      return nil
    }
    let date = CalendarDate(year: year.value, month: month, day: day.value)
    return (date, date, nil, false)
  }

  /// Reads a day of the week, 1 for Monday, and what separates it; nil where none is next.
  fileprivate mutating func skipWeekday(in bytes: borrowing Span<UInt8>) -> Int? {
    name(among: CalendarDate.weekdayNames, in: bytes)
  }

  /// Reads the beginning of one of `names`, and what separates it; their numbers are from 1.
  private mutating func name(among names: [String], in bytes: borrowing Span<UInt8>) -> Int? {
    var scan = self
    let word = scan.word(in: bytes)
    guard word.utf8.count >= 3, let index = names.firstIndex(where: { $0.hasPrefix(word) }) else {
      return nil
    }
    scan.skip("., ", in: bytes)
    self = scan
    return index + 1
  }

  fileprivate func isAtWordEnd(in bytes: borrowing Span<UInt8>) -> Bool {
    guard position < end else { return true }
    let isWord = Byte.isLetterOrDigit(bytes[position])
    return !isWord && bytes[position] < 0x80
      && !(position + 1 < end && bytes[position] != .space && bytes[position] != UInt8(ascii: ",")
        && Byte.isDigit(bytes[position + 1]))
  }

  /// Passes over `.`, `st`, `th of` and the like behind a day of the month, and blanks.
  private mutating func skipDaySuffix(in bytes: borrowing Span<UInt8>) {
    skipOrdinal(in: bytes)
    skip(". ", in: bytes)
    var scan = self
    if scan.word(in: bytes) == "of" {
      self = scan
      skip(" ", in: bytes)
    }
  }
}
