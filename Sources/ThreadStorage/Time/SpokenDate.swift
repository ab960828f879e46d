/// A date as other programs, other languages and autocorrections write it: `20261121`, `2026–11–21`, `2026-Nov-21`,
/// `21 novembre 2026`, `Mi 2026-11-21`, `2026-11-21 Wed 9:05`.
///
/// Like `ForeignDate`, it is only for messages that show the date as it is written here.
package struct SpokenDate: Sendable, Hashable {
  /// Behind its last byte.
  package let end: Int
  package let date: CalendarDate
  /// Whether a day of the week beside it is another one than the date's.
  package let contradictsWeekday: Bool

  /// The date that begins at `start`; nil where there is none, or one of ours with nothing beside it.
  package init?(_ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int) {
    var scan = TimeScan(position: start, end: min(end, bytes.count))
    let before = scan.weekday(in: bytes)
    if before != nil { scan.skip(TimeWords.beforeDays, in: bytes) }
    guard let found = scan.date(in: bytes, allowingOurs: before != nil) else { return nil }
    self.end = scan.position
    date = found
    contradictsWeekday = before.map { $0 != found.weekday } ?? false
  }

  /// The day of the week that stands at `start`, 1 for Monday, and where it ends, with the comma or dot behind it.
  package static func weekday(
    in bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> (day: Int, end: Int)? {
    var scan = TimeScan(position: start, end: min(end, bytes.count))
    guard let day = scan.weekday(in: bytes) else { return nil }
    return (day, scan.position)
  }

  /// The day of the week of which `range` is the whole name, or one that is hardly another word: `Frei` is free, and `Sun`
  /// may be the weather.
  package static func weekdayName(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    var scan = TimeScan(position: range.lowerBound, end: range.upperBound)
    let word = scan.word(in: bytes)
    // `Di`, as one has a capital and nothing else; with a dot `Do.` and `So.` are no other words, either.
    let hasDot = range.count == 3 && bytes[range.upperBound - 1] == 0x2E
    let isShort =
      word.utf8.count == 2 && range.count == (hasDot ? 3 : 2)
      && (0x41...0x5A).contains(bytes[range.lowerBound])
      && (hasDot ? ["mo", "di", "mi", "do", "fr", "sa", "so"] : ["mo", "di", "mi", "fr", "sa"])
        .contains(word)
    let isName =
      isShort || word != "sun" && TimeWords.shortWeekdays.contains(word)
      || word.utf8.count > 3 && TimeWords.weekdays.joined().contains(word)
    guard isName, let day = weekday(in: bytes, at: range.lowerBound, upTo: range.upperBound),
      day.end == range.upperBound
    else { return nil }
    return day.day
  }

  /// Whether `mar 22` is next, which is of March where no month follows; `mar` is a Tuesday elsewhere.
  package static func isMarch(
    _ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> Bool {
    var scan = TimeScan(position: start, end: min(end, bytes.count))
    guard scan.word(in: bytes) == "mar" else { return false }
    scan.skip(" \t", in: bytes)
    guard scan.number(in: bytes) != nil else { return false }
    // `mar 24/11` has its month in numbers.
    let isNumeric =
      scan.position + 1 < scan.end && "/-.".utf8.contains(bytes[scan.position])
      && Byte.isDigit(bytes[scan.position + 1])
    if isNumeric { return false }
    scan.take(0x2E, in: bytes)
    scan.skip(" \t", in: bytes)
    return month(named: scan.word(in: bytes)) == nil
  }

  /// A day without its year that begins at `start`, or with two digits of it as in `8.1.26`, whatever follows: what it may
  /// be in the year in which it is next to `date`, and where it ends; nil where there is none.
  ///
  /// - Parameters:
  ///   - order: Which of day and month is first in `11/8`; nil where either may be.
  ///   - isTime: Whether it can be nothing but a time, so that `11/8` is no rating without an order, either.
  ///   - isEnglish: Whether `mar 22` is of March.
  package static func yearless(
    in bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int, near date: CalendarDate,
    order: ForeignDate.Order? = nil, isTime: Bool = false, isEnglish: Bool = false
  ) -> (dates: [CalendarDate], end: Int)? {
    var scan = TimeScan(position: start, end: min(end, bytes.count))
    let weekday = isEnglish && isMarch(bytes, at: start, upTo: end) ? nil : scan.weekday(in: bytes)
    guard
      let (days, isClear) = scan.yearless(
        in: bytes, order, isTime: isTime || order != nil, hasWeekday: weekday != nil),
      isClear || weekday != nil
    else { return nil }
    let typed = scan.number(in: bytes)
    let years: [Int] = [date.year - 1, date.year, date.year + 1].filter { (year: Int) -> Bool in
      guard let typed else { return true }
      return typed.digits == 2 && typed.value == year % 100
    }
    let dates = days.compactMap { day in
      years.compactMap { CalendarDate(year: $0, month: day.month, day: day.day) }
        .min { $0.days(from: date) < $1.days(from: date) }
    }
    // `Sunday 1/11` is a day where it is a Sunday.
    let isDay = isClear ? !dates.isEmpty : dates.contains { $0.weekday == weekday }
    return isDay ? (dates, scan.position) : nil
  }
}

extension TimeScan {
  /// Reads a day of the week, 1 for Monday, and what separates it; nil where none is next.
  fileprivate mutating func weekday(in bytes: borrowing Span<UInt8>) -> Int? {
    var scan = self
    let isInBrackets = scan.take(UInt8(ascii: "("), in: bytes)
    let word = scan.word(in: bytes)
    // `man. 2. nov.` is no man.
    let hasPoint = scan.take(0x2E, in: bytes)
    guard let day = SpokenDate.weekday(named: word, isShort: hasPoint) else { return nil }
    if isInBrackets, !scan.take(UInt8(ascii: ")"), in: bytes) { return nil }
    scan.take(0x2C, in: bytes)
    let gap = scan.position
    scan.skip(" \t", in: bytes)
    guard scan.position > gap || scan.isAtEnd else { return nil }
    self = scan
    // `Tirsdag d. 5. juni`, `Donnerstag, den 5. Mai`
    if ["d", "den", "der", "the"].contains(scan.word(in: bytes)) {
      scan.take(0x2E, in: bytes)
      scan.skip(" \t", in: bytes)
      if scan.next(in: bytes).map(Byte.isDigit) == true { self = scan }
    }
    return day
  }

  fileprivate mutating func date(
    in bytes: borrowing Span<UInt8>, allowingOurs: Bool
  ) -> CalendarDate? {
    guard let first = number(in: bytes) else { return nil }
    let found =
      switch first.digits {
      case 8:
        CalendarDate(
          year: first.value / 10_000, month: first.value / 100 % 100, day: first.value % 100)
      case 4: yearFirst(first.value, in: bytes, allowingOurs: allowingOurs)
      case 1...2: dayFirst(first.value, in: bytes)
      default: nil as CalendarDate?
      }
    guard let found, 1900...2100 ~= found.year, isAtWordEnd(in: bytes) else { return nil }
    return found
  }

  private mutating func yearFirst(
    _ year: Int, in bytes: borrowing Span<UInt8>, allowingOurs: Bool
  ) -> CalendarDate? {
    guard let sign = separator(in: bytes) else { return nil }
    if let month = month(in: bytes) {
      guard separator(in: bytes) != nil, let day = number(in: bytes), day.digits <= 2 else {
        return nil
      }
      return CalendarDate(year: year, month: month, day: day.value)
    }
    guard let second = number(in: bytes) else { return nil }
    if second.digits == 4, sign != .space {
      return CalendarDate(year: year, month: second.value / 100, day: second.value % 100)
    }
    guard second.digits == 2, let other = separator(in: bytes), let third = number(in: bytes),
      third.digits == 2, (sign == .space) == (other == .space),
      allowingOurs || (sign, other) != (.hyphen, .hyphen)
    else { return nil }
    return CalendarDate(year: year, month: second.value, day: third.value)
  }

  private mutating func dayFirst(_ day: Int, in bytes: borrowing Span<UInt8>) -> CalendarDate? {
    // In Swedish, `20:e`.
    var ordinal = self
    if ordinal.take(.colon, in: bytes), ["a", "e"].contains(ordinal.word(in: bytes)) {
      self = ordinal
    }
    skip(TimeWords.articles, in: bytes)
    take(0x2E, in: bytes)
    _ = separator(in: bytes)
    skip(TimeWords.articles, in: bytes)
    guard let month = month(in: bytes, isSure: true), separator(in: bytes) != nil else {
      return nil
    }
    skip(TimeWords.articles, in: bytes)
    guard let year = number(in: bytes), year.digits == 4 else { return nil }
    return CalendarDate(year: year.value, month: month, day: day)
  }

  /// Passes over a word, if it is one of these, and spaces.
  fileprivate mutating func skip(_ words: Set<String>, in bytes: borrowing Span<UInt8>) {
    var scan = self
    if words.contains(scan.word(in: bytes)) { self = scan }
    skip(" \t", in: bytes)
  }

  /// Reads `Nov 11`, `18. November`, `1.11.` or `11/11`, behind a day of the week also `11-11`: what it may be, and whether it
  /// is hardly anything else.
  fileprivate mutating func yearless(
    in bytes: borrowing Span<UInt8>, _ order: ForeignDate.Order?, isTime: Bool, hasWeekday: Bool
  ) -> (days: [(month: Int, day: Int)], isClear: Bool)? {
    if let month = month(in: bytes) {
      guard separator(in: bytes) != nil, let day = number(in: bytes), day.digits <= 2 else {
        return nil
      }
      skipOrdinal(in: bytes)
      return Self.isDay(month, day.value) ? ([(month, day.value)], true) : nil
    }
    guard let first = number(in: bytes), first.digits <= 2 else { return nil }
    var rest = self
    rest.skip(TimeWords.articles, in: bytes)
    rest.take(0x2E, in: bytes)
    rest.skip(" \t", in: bytes)
    rest.skip(TimeWords.articles, in: bytes)
    if rest.position > position, let month = rest.month(in: bytes) {
      self = rest
      return Self.isDay(month, first.value) ? ([(month, first.value)], true) : nil
    }
    let sign = next(in: bytes)
    guard sign == 0x2E || sign == 0x2F || hasWeekday && sign == 0x2D else { return nil }
    position += 1
    let gap = position
    // `20. 11.`
    if sign == 0x2E, isTime { skip(" \t", in: bytes) }
    let isApart = position > gap
    guard let second = number(in: bytes), second.digits <= 2 else { return nil }
    let hasDots = sign == 0x2E && take(0x2E, in: bytes)
    if isApart && !hasDots { return nil }
    // "24/7" has other digits; "10/10" is a rating, but not above a text.
    let orders = [(second.value, first.value), (first.value, second.value)]
    let days = (order == .mdy && !hasDots ? orders.reversed() : orders)
      .filter { Self.isDay($0.0, $0.1) }.map { (month: $0.0, day: $0.1) }
    guard !days.isEmpty else { return nil }
    // `5.11` is a section, too, and `5/11` a rating, unless a time of day follows. Where dots are written, the day is first.
    let isClear = hasDots || (sign == 0x2F && (isTime || first.digits + second.digits == 4))
    let isOne = hasDots || order != nil || first.value == second.value
    return (isOne ? Array(days.prefix(1)) : days, isClear)
  }

  private static func isDay(_ month: Int, _ day: Int) -> Bool {
    CalendarDate(year: 2024, month: month, day: day) != nil
  }

  // MARK: Pieces

  private enum Separator {
    case hyphen
    case space
    case other
  }

  /// Reads one sign between the parts of a date, or a space, or both.
  private mutating func separator(in bytes: borrowing Span<UInt8>) -> Separator? {
    guard let byte = next(in: bytes) else { return nil }
    var found: Separator?
    switch byte {
    case UInt8(ascii: "-"): (found, position) = (.hyphen, position + 1)
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "_"):
      (found, position) = (.other, position + 1)
    case 0xE2 where isDash(in: bytes): (found, position) = (.other, position + 3)
    default: break
    }
    let start = position
    skip(" \t", in: bytes)
    // `2026 - 11 - 25`
    if found == nil, position > start, position + 1 < end, bytes[position] == UInt8(ascii: "-"),
      Byte.isBlank(bytes[position + 1])
    {
      position += 1
      skip(" \t", in: bytes)
      return .other
    }
    if found == nil { return position > start ? .space : nil }
    return position > start ? .other : found
  }

  private func isAtWordEnd(in bytes: borrowing Span<UInt8>) -> Bool {
    guard let byte = next(in: bytes) else { return true }
    return !Byte.isLetterOrDigit(byte) && (byte < 0x80 || isDash(in: bytes))
  }

  /// - Parameter isSure: Whether it stands where nothing else does, between a day and a year.
  private mutating func month(in bytes: borrowing Span<UInt8>, isSure: Bool = false) -> Int? {
    var scan = self
    guard let month = SpokenDate.month(named: scan.word(in: bytes), isSure: isSure) else {
      return nil
    }
    scan.take(0x2E, in: bytes)
    self = scan
    return month
  }
}

extension SpokenDate {
  /// The number of the month, or the day of the week from 1 for Monday, that a word names, in small letters.
  ///
  /// - Parameter isSure: Whether it is no other word, such as `out`.
  package static func month(named word: String, isSure: Bool = false) -> Int? {
    number(of: word, among: TimeWords.months, isSure: isSure)
  }

  /// Whether `text` names a month, a year or a week, and nothing else: `November`, `Nov 2026`, `2026`, `Week 47`.
  package static func isPeriod(_ text: String) -> Bool {
    let words = text.lowercased().split { " .,-".contains($0) }.map(String.init)
    let rest = words.filter { $0.utf8.count != 4 || !(1900...2100 ~= Int($0) ?? 0) }
    let hasYear = rest.count + 1 == words.count
    guard hasYear || rest.count == words.count else { return false }
    switch rest.count {
    case 0: return hasYear
    case 1:
      let isName = rest[0].count > 2 && month(named: rest[0]) != nil
      return isName || hasYear && 1...12 ~= Int(rest[0]) ?? 0
    case 2: return TimeWords.weeks.contains(rest[0]) && 1...53 ~= Int(rest[1]) ?? 0
    default: return false
    }
  }

  /// A name is whole, or its usual abbreviation, or three letters: `Dienst` is no Tuesday.
  ///
  /// - Parameter isShort: Whether a point behind it says that it is an abbreviation, and no other word.
  package static func weekday(named word: String, isShort: Bool = false) -> Int? {
    TimeWords.weekdays.firstIndex { $0.contains(word) }.map { $0 + 1 }
      ?? (word.count == 3 ? number(of: word, among: TimeWords.weekdays, isSure: isShort) : nil)
  }

  /// The place, from 1, of the names that `word` begins or is; nil where it may be several, or none.
  private static func number(
    of word: String, among names: [[String]], isSure: Bool = false
  ) -> Int? {
    guard word.utf8.count >= 3, isSure || !TimeWords.otherBeginnings.contains(word) else {
      return nil
    }
    let found = names.indices.filter { names[$0].contains { $0.hasPrefix(word) } }
    return found.count == 1 ? found[0] + 1 : nil
  }
}
