import ThreadStorage

/// A reader of a time expression's words, numbers and signs; case and the amount of white space do not count.
struct TimeScanner {
  /// The whole text, for errors.
  let text: String
  /// The current time on the local clock, cut to whole seconds: what the program writes (F8).
  private(set) var now: Timestamp
  /// The zone of times that name none.
  let zone: LocalTimeZone
  /// When a day starts, in seconds after midnight; 0 to 86,399.
  let dayStartsAt: Int
  /// How dates such as 11.12.2026 are read; nil where nobody said.
  let dateOrder: ForeignDate.Order?
  /// The day that one without a year is next to; nil where it is the latest one.
  var near: CalendarDate?
  /// The bytes of the part that this scanner reads.
  private var part: ArraySlice<UInt8>
  private var scanner: ByteScanner

  init(
    _ text: String, now: Instant, zone: LocalTimeZone, dayStartsAt: Int,
    dateOrder: ForeignDate.Order?
  ) {
    self.text = text
    self.dateOrder = dateOrder
    self.now = Timestamp(instant: Instant(secondsSinceEpoch: now.secondsSinceEpoch), in: zone)
    self.zone = zone
    self.dayStartsAt = min(max(dayStartsAt, 0), 86_399)
    part = Self.withWholeHalves(Array(text.utf8))[...]
    scanner = ByteScanner(part)
    skipSpaces()
  }

  /// `6p` and `7:30a` with `pm` and `am`.
  private static func withWholeHalves(_ text: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    for (index, byte) in text.enumerated() {
      whole.append(byte)
      let next = text.dropFirst(index + 1)
      let goesOn = next.first.map { Byte.isLetterOrDigit($0) || $0 >= 0x80 } ?? false
      // `7a.m.`
      let hasDot = next.first == .dot && next.dropFirst().first.map { $0 | 0x20 == 0x6D } == true
      if "apAP".utf8.contains(byte), index > 0, Byte.isDigit(text[index - 1]), !goesOn, !hasDot {
        whole.append(UInt8(ascii: "m"))
      }
    }
    return whole
  }

  /// The day that now belongs to: before `dayStartsAt` still the one before.
  var today: CalendarDate { now.journalDate(dayStartsAt: dayStartsAt) }

  /// The first instant of a day; where the clock skips its start, the instant of the skip.
  func start(of date: CalendarDate, utcOffset: Int32? = nil) -> Instant {
    let wallClock = date.wallClockSeconds(at: dayStartsAt)
    if let utcOffset { return Instant(secondsSinceEpoch: wallClock - Int64(utcOffset)) }
    switch zone.resolve(wallClockSeconds: wallClock) {
    case .unique(let offset), .overlap(let offset, _):
      return Instant(secondsSinceEpoch: wallClock - Int64(offset))
    case .gap(let gap): return gap.transition
    }
  }

  /// The error that nothing is known which begins here.
  var notUnderstood: TimeExpressionError { .notUnderstood(text: text, column: scanner.offset + 1) }

  /// The error that this part of the text names no date, or none that a thread can hold.
  var noSuchDate: TimeExpressionError { .noSuchDate(text: partText) }

  /// The text of the part that this scanner reads, without white space around it.
  var partText: String { String(utf8: part.trimmed) }

  var isAtEnd: Bool { scanner.isAtEnd }

  /// The parts before and after the first `..`, or nil without one.
  func splitAtDots() -> (before: TimeScanner, after: TimeScanner)? {
    guard var dots = Array(part).firstOffset(of: Array("..".utf8)).map({ part.startIndex + $0 })
    else { return nil }
    // The first of three belongs to its day, `14.11...15.11.`, and one of two as well: `14.11..15.11.`
    if part[..<dots].contains(.dot) {
      if part[(dots + 2)...].first == .dot {
        dots += 1
      } else if dateOrder == .dmy, part[..<dots].split(separator: .dot).allSatisfy({ $0.count < 3 })
      {
        return (reading(part[...dots]), reading(part[(dots + 2)...]))
      }
    }
    return (reading(part[..<dots]), reading(part[(dots + 2)...]))
  }

  /// The same words, read at another moment.
  func read(at moment: Instant) -> TimeScanner {
    var result = self
    result.now = Timestamp(instant: moment, in: zone)
    return result
  }

  /// A scanner of another part, which is read as this one is.
  func reading(_ part: ArraySlice<UInt8>) -> TimeScanner {
    var result = self
    (result.part, result.scanner) = (part, ByteScanner(part))
    result.skipSpaces()
    return result
  }

  /// The run of ASCII letters that is next, in lower case; empty where there is none.
  var nextWord: String {
    let letters = scanner.rest.lazy.map { $0 | 0x20 }.prefix { (0x61...0x7A).contains($0) }
    return String(utf8: Array(letters))
  }

  /// Whether the next word is `M`.
  var isAtCapitalM: Bool { scanner.rest.first == UInt8(ascii: "M") && nextWord == "m" }

  /// Reads the next word if `isMeant` says so of its lower-case form.
  mutating func take(wordIf isMeant: (String) -> Bool) -> Bool {
    let word = nextWord
    guard !word.isEmpty, isMeant(word) else { return false }
    advance(by: word.utf8.count)
    return true
  }

  /// Reads the next word if it is this one, in lower case.
  mutating func take(word: String) -> Bool { take(wordIf: { $0 == word }) }

  /// Reads the next word if it is one of `meanings`, in lower case.
  mutating func take<Value>(oneOf meanings: [String: Value]) -> Value? {
    guard let value = meanings[nextWord] else { return nil }
    advance(by: nextWord.utf8.count)
    return value
  }

  /// Reads a sign, if it is next, and the white space after it.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard scanner.take(sign: sign) else { return false }
    skipSpaces()
    return true
  }

  /// Whether white space was just passed over, or nothing was read yet.
  var followsSpace: Bool {
    part[..<scanner.offset].last.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? true
  }

  /// Whether `am` or `pm` was just passed over.
  var followsHalf: Bool {
    part[..<scanner.offset].trimmed.last.map { $0 | 0x20 } == UInt8(ascii: "m")
  }

  /// Reads a `-` or `–`, if one is next.
  mutating func takeDash() -> Bool {
    let rest = scanner.rest
    guard let end = Timestamp.dashEnd(rest.span, at: 0, rest.count) else { return false }
    advance(by: end)
    return true
  }

  mutating func number() -> (value: Int, digits: Int)? {
    let start = scanner.offset
    guard let value = scanner.number() else { return nil }
    defer { skipSpaces() }
    return (value, scanner.offset - start)
  }

  /// Reads a timestamp of F8, if one is next.
  mutating func timestamp() throws(TimeExpressionError) -> Timestamp? {
    let rest = scanner.rest
    switch Timestamp.scan(rest.span, in: 0..<rest.count) {
    case .none: return nil
    case .impossible: throw noSuchDate
    case .valid(let timestamp, let end):
      advance(by: end)
      return timestamp
    }
  }

  /// Reads a date of another form, if one is next and its order is known, or its month is a name; where it is not, that is
  /// an error.
  mutating func foreignDate() throws(TimeExpressionError) -> CalendarDate? {
    let rest = scanner.rest
    if ForeignDate.impossibleEnd(in: rest.span, at: 0, upTo: rest.count) != nil
      || TimeExpression.namesNoDay(String(utf8: rest))
    {
      throw noSuchDate
    }
    guard let found = ForeignDate(rest.span, at: 0, upTo: rest.count) else {
      return try spokenDate() ?? yearlessDate()
    }
    if let day = try dayBeforeClock(found) { return day }
    let ordered = dateOrder.flatMap { found.date(in: $0) }
    guard let date = found.named ?? ordered, !found.contradictsWeekday(of: [date]) else {
      throw .otherForm(
        text: String(utf8: Array(rest.prefix(found.end))), dates: found.dates(in: dateOrder),
        rest: String(utf8: Array(rest.dropFirst(found.end))))
    }
    advance(by: found.end)
    return date
  }

  /// Reads a date with a month's name in another language and its year, `3 mars 2024`; nil where none is next.
  ///
  /// - Throws: `TimeExpressionError.yearOrClock` where they may be either: `8 mai 1945`.
  private mutating func spokenDate() throws(TimeExpressionError) -> CalendarDate? {
    let rest = scanner.rest
    guard let found = SpokenDate(rest.span, at: 0, upTo: rest.count),
      rest.prefix(found.end).contains(where: { Byte.isLetter($0) || $0 >= 0x80 })
    else { return nil }
    guard !found.contradictsWeekday else {
      throw .otherForm(
        text: String(utf8: Array(rest.prefix(found.end))), dates: [found.date],
        rest: String(utf8: Array(rest.dropFirst(found.end))))
    }
    var reader = self
    if found.date.year < 1970, let day = reader.yearlessDate() {
      let digits = String(utf8: reader.scanner.rest.trimmed)
      if let clock = TimeExpression.clock(meantBy: digits) {
        throw .yearOrClock(text: partText, meant: ["\(day.text) \(clock)", found.date.text])
      }
    }
    advance(by: found.end)
    return found.date
  }

  /// Reads the day before four digits that are a time of day, and no year: `7 nov 0730`; nil where they are a year.
  ///
  /// - Throws: `TimeExpressionError.yearOrClock` where they may be either: `7 nov 1930`.
  private mutating func dayBeforeClock(
    _ found: ForeignDate
  ) throws(TimeExpressionError) -> CalendarDate? {
    let rest = scanner.rest
    let digits = rest.prefix(found.end).suffix(4)
    let before = rest.dropLast(rest.count - found.end + 4)
    guard found.hasMonthName, rest.dropFirst(found.end).trimmed.isEmpty,
      !part[..<scanner.offset].contains(where: Byte.isDigit),
      let date = found.dates.first, date.year < 1970,
      let clock = TimeExpression.clock(meantBy: String(utf8: digits)),
      let yearless = SpokenDate.yearless(
        in: before.span, at: 0, upTo: before.count, near: near ?? today, order: dateOrder),
      yearless.dates.count == 1, let day = latest(yearless.dates[0]),
      !found.contradictsWeekday(of: [day])
    else { return nil }
    if digits.first == UInt8(ascii: "0") {
      advance(by: before.count)
      return day
    }
    let years = found.contradictsWeekday(of: [date]) ? [] : [date.text]
    throw .yearOrClock(text: partText, meant: ["\(day.text) \(clock)"] + years)
  }

  /// Reads a day without a year, with the name of its month, `nov 20`, `Fri, 20. November`, or in the order that is known,
  /// `11/20`, `20.11.`: the latest one that has begun, or with its day of the week the nearest one.
  private mutating func yearlessDate() -> CalendarDate? {
    let rest = scanner.rest
    let weekday =
      SpokenDate.isMarch(rest.span, at: 0, upTo: rest.count)
      ? nil : SpokenDate.weekday(in: rest.span, at: 0, upTo: rest.count)
    guard
      let found = SpokenDate.yearless(
        in: rest.span, at: 0, upTo: rest.count, near: near ?? today, order: dateOrder,
        isEnglish: true),
      found.dates.count == 1, let nearest = found.dates.first
    else { return nil }
    let typed = rest.prefix(found.end).dropFirst(weekday?.end ?? 0)
    let isNamed = typed.contains { Byte.isLetter($0) || $0 >= 0x80 }
    // `7 ago` lacks its unit, and is the seventh of August in Spanish only.
    let isAgo = String(utf8: typed).lowercased().hasSuffix("ago")
    let numbers = typed.split { !Byte.isDigit($0) }.map { Int(String(utf8: $0)) }
    // With a point behind both, as in `5.10.`, it is no time of day.
    let isDotted = typed.count { $0 == .dot } == 2 && typed.last == .dot
    let isOrdered =
      (typed.contains(UInt8(ascii: "/")) || isDotted) && numbers.count == 2
      && dateOrder.map { numbers[$0 == .dmy ? 0 : 1] == nearest.parts.day } == true
    guard isOrdered || isNamed && !isAgo && numbers.count == 1 else { return nil }
    // `Fri 27 Nov` on the day before is the coming one.
    let isComing = weekday?.day == nearest.weekday
    guard let day = isComing ? nearest : latest(nearest),
      weekday.map({ $0.day == day.weekday }) != false
    else { return nil }
    advance(by: found.end)
    return day
  }

  /// The latest day that has begun, on the clock or in the journal, of those like one in the nearest year; where a day is
  /// given that it is next to, itself.
  private func latest(_ day: CalendarDate) -> CalendarDate? {
    if near != nil { return day }
    let parts = day.parts
    return day > max(today, now.date)
      ? CalendarDate(year: parts.year - 1, month: parts.month, day: parts.day) : day
  }

  /// Reads a date of another form, and a time of day behind it; nil where none is next.
  ///
  /// - Throws: `TimeExpressionError.otherForm` for `28/11 11-7`, which may be of a night.
  mutating func foreignDateAndClock() throws(TimeExpressionError) -> (CalendarDate, ClockTime?)? {
    let typed = scanner.rest
    guard let date = try foreignDate() else { return nil }
    let behind = scanner.rest
    // Behind the name of a month, in whatever order, four digits may be its year: `juin 10 2026`.
    let isNamed = typed.dropLast(behind.count).contains { Byte.isLetter($0) || $0 >= 0x80 }
    let digits = String(utf8: behind.drop { $0 == UInt8(ascii: ",") || Byte.isBlank($0) }.trimmed)
    if isNamed, typed.dropLast(behind.count).count(where: Byte.isDigit) < 3,
      digits.utf8.count == 4, digits.utf8.allSatisfy(Byte.isDigit), let number = Int(digits),
      1900...2100 ~= number, let clock = TimeExpression.clock(meantBy: digits)
    {
      let year = CalendarDate(year: number, month: date.parts.month, day: date.parts.day)
      throw .yearOrClock(
        text: partText, meant: ["\(date.text) \(clock)"] + [year].compactMap { $0?.text })
    }
    if TimeExpression.hasOtherEnd(String(utf8: behind)) {
      throw .otherForm(
        text: String(utf8: typed.dropLast(behind.count).trimmed), dates: [date],
        rest: " " + String(utf8: behind))
    }
    return (date, try clockBehindDate())
  }

  /// Reads a time of day behind a date of another form, as such dates have it: `, 9am`, `7.30pm`, `0900`.
  mutating func clockBehindDate() throws(TimeExpressionError) -> ClockTime? {
    _ = take(",")
    if let clock = try clock() { return clock }
    let typed = scanner.rest
    guard typed.count > 2, let meant = TimeExpression.clock(meantBy: String(utf8: typed)) else {
      return nil
    }
    advance(by: typed.count)
    var reader = reading(Array(meant.utf8)[...])
    return try reader.clock()
  }

  /// Reads a time of day behind the name of a day, of which `7.30` is one only with its half of the day.
  mutating func clockBehindName() throws(TimeExpressionError) -> ClockTime? {
    TypedClock.hasHalf(scanner.rest) ? try clockBehindDate() : try clock()
  }

  /// What a day without a name or a year, `5.11. 20:30`, would be as a date of another form; nil where it is none.
  func yearlessForm() -> TimeExpressionError? {
    var bytes = Array(partText.utf8)
    // `5.11 20:30`, with one point
    let first = bytes.prefix { !Byte.isBlank($0) && $0 != UInt8(ascii: ",") }
    let numbers = first.split(separator: .dot, omittingEmptySubsequences: false)
    let hasOnePoint =
      numbers.count == 2 && first.count < bytes.count
      && numbers.allSatisfy { 1...2 ~= $0.count && $0.allSatisfy(Byte.isDigit) }
    if hasOnePoint { bytes.insert(.dot, at: first.endIndex) }
    guard
      let found = SpokenDate.yearless(
        in: bytes.span, at: 0, upTo: bytes.count, near: near ?? today, order: dateOrder,
        isTime: true)
    else { return nil }
    let rest = String(utf8: Array(bytes.dropFirst(found.end)))
    let typed = rest.drop { ", ".contains($0) }
    guard rest.isEmpty || TimeExpression.clock(meantBy: String(typed)) != nil else { return nil }
    // `13.10 - 14.30` is a span, and behind `5.11` stands a year.
    let isYear = typed.utf8.count == 4 && Int(typed).map { 1900...2100 ~= $0 } == true
    if hasOnePoint, isYear || typed.first.map({ "-–".contains($0) }) == true { return nil }
    let weekday = SpokenDate.weekday(in: bytes.span, at: 0, upTo: bytes.count)?.day
    let dates = found.dates.map { day in
      // `Fri 27 Nov` on the day before is the coming one; a leap day may be none of last year.
      weekday == day.weekday ? day : latest(day) ?? day
    }
    return .otherForm(
      text: String(utf8: Array(bytes.prefix(found.end - (hasOnePoint ? 1 : 0)))), dates: dates,
      rest: rest)
  }

  func expectEnd() throws(TimeExpressionError) {
    guard isAtEnd else { throw notUnderstood }
  }

  private mutating func advance(by count: Int) {
    scanner.skip(count)
    skipSpaces()
  }

  private mutating func skipSpaces() { scanner.take(while: Byte.isSpace) }
}

extension CalendarDate {
  /// What a clock shows on this day, in seconds from 1970 as if it were UTC.
  func wallClockSeconds(at secondOfDay: Int) -> Int64 {
    Int64(daysSinceEpoch) * 86_400 + Int64(secondOfDay)
  }
}
