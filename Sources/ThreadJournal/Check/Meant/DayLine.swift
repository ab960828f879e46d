import ThreadStorage

/// A line that looks like the heading of another day: a date alone, in emphasis, brackets or a list as may be, or a
/// heading that begins with one.
///
/// It is only for messages; a sentence that begins with a date is none.
struct DayLine {
  /// What its date may mean.
  let dates: [CalendarDate]
  /// The time of day behind it, as a heading has it.
  private(set) var clock: String?

  /// - Parameter date: That of the entry above, near which a heading, a line in emphasis or one that begins with a day of
  ///   the week may have a day without its year.
  init?(_ line: ArraySlice<UInt8>, near date: CalendarDate? = nil) {
    let text = line.trimmed
    guard text.count <= 200, text.contains(where: Byte.isDigit) else { return nil }
    let hashes = text.prefix { $0 == .hash }
    var rest = text[hashes.endIndex...]
    let hasGap = rest.first.map(Byte.isBlank) == true
    // `#2026` is a tag.
    guard hashes.count <= 6, hashes.count != 1 || hasGap else { return nil }
    let isItem =
      hashes.isEmpty && rest.first.map(EntryField.isBullet) == true
      && rest.dropFirst().first.map(Byte.isBlank) == true
    if isItem { rest = rest.dropFirst() }
    rest = rest.drop(while: Byte.isBlank)
    let marks = rest.prefix { HeadingLine.closing($0) != nil }
    rest = rest[marks.endIndex...]
    let isNamed = SpokenDate.weekday(in: rest.span, at: 0, upTo: rest.count) != nil
    let near = isItem || (hashes.isEmpty && marks.isEmpty && !isNamed) ? nil : date
    let whole = Self.date(rest, isHeading: !hashes.isEmpty)
    guard let (dates, behind) = whole ?? Self.yearless(rest, near: near, isHeading: !hashes.isEmpty)
    else { return nil }
    guard behind.first.map(Byte.isLetterOrDigit) != true else { return nil }
    self.dates = dates
    // `[2026-11-16](…)` and `[2026-11-16]: …` are links.
    let isLink = marks.last == UInt8(ascii: "[") && marks.count == 1
    if isLink, behind.starts(with: "](".utf8) || behind.starts(with: "]:".utf8) { return nil }
    // In bold it has words behind it as a heading has.
    let isBold = marks.count == 2 && marks.first.map { $0 == 0x2A || $0 == 0x5F } == true
    guard hashes.isEmpty, !isBold || whole == nil else { return }
    let (clock, end) = Self.behindClock(behind)
    guard end.isEmpty else { return nil }
    self.clock = clock
  }

  /// What the date that `text` begins with may mean, and what stands behind it; nil where none is there.
  static func date(
    _ text: ArraySlice<UInt8>, isHeading: Bool
  ) -> (dates: [CalendarDate], rest: ArraySlice<UInt8>)? {
    if let (time, rest) = Timestamp.beginning(of: text) { return ([time.date], rest) }
    let span = text.span
    let start = SpokenDate.weekday(in: span, at: 0, upTo: text.count)?.end ?? 0
    if let date = ForeignDate(span, at: start, upTo: text.count) {
      return (date.dates, text.dropFirst(date.end))
    }
    // Eight digits alone are a number of anything.
    let isNumber = text.prefix(8).allSatisfy(Byte.isDigit)
    guard isHeading || !isNumber, let date = SpokenDate(span, at: 0, upTo: text.count) else {
      return nil
    }
    return ([date.date], text.dropFirst(date.end))
  }

  /// The same of a day without its year.
  ///
  /// With words behind it, it is one only in a heading and within a month of `date`: `1.2. Aims` may be a section, and
  /// `May 5 things` are five. So it is in emphasis: `10/10` may be a rating.
  static func yearless(
    _ text: ArraySlice<UInt8>, near date: CalendarDate?, isHeading: Bool
  ) -> (dates: [CalendarDate], rest: ArraySlice<UInt8>)? {
    guard let date else { return nil }
    if isHeading, let day = yearless(text, sign: UInt8(ascii: "-"), near: date) { return day }
    guard let found = SpokenDate.yearless(in: text.span, at: 0, upTo: text.count, near: date)
    else { return nil }
    let behind = text.dropFirst(found.end)
    let isAlone = behindClock(behind).rest.isEmpty
    let isNear = found.dates.contains { $0.days(from: date) <= 31 }
    guard isHeading ? isAlone || isNear : isAlone && isNear else { return nil }
    return (found.dates, behind)
  }

  /// `13-6 Delft` and `27-4: Delft`, with this sign, where that is within a month of `date`; elsewhere it is any numbers.
  static func yearless(
    _ text: ArraySlice<UInt8>, sign: UInt8, near date: CalendarDate
  ) -> (dates: [CalendarDate], rest: ArraySlice<UInt8>)? {
    let word = text.prefix { Byte.isDigit($0) || $0 == sign }
    let numbers = word.split(separator: sign, omittingEmptySubsequences: false)
    let rest = text[word.endIndex...]
    guard numbers.count == 2, numbers.allSatisfy({ 1...2 ~= $0.count }),
      rest.first.map({ Byte.isBlank($0) || $0 == Byte.colon || $0 == UInt8(ascii: ",") }) == true
    else { return nil }
    let parts = numbers.compactMap { Int(String(utf8: $0)) }
    let dates = [(parts[1], parts[0]), (parts[0], parts[1])].compactMap { month, day in
      CalendarDate(year: date.year, month: month, day: day)
    }.filter { $0.days(from: date) <= 31 }
    return dates.isEmpty ? nil : (dates, rest)
  }

  /// The time of day behind a date, as it was typed where it may mean several, and what stands there besides, a day of the
  /// week and signs.
  static func behindClock(
    _ text: ArraySlice<UInt8>
  ) -> (clock: String?, rest: ArraySlice<UInt8>) {
    let isSign: (UInt8) -> Bool = { Byte.isBlank($0) || "*_])>\"`:,.-#".utf8.contains($0) }
    var rest = text.drop(while: isSign)
    if let weekday = SpokenDate.weekday(in: rest.span, at: 0, upTo: rest.count) {
      rest = rest.dropFirst(weekday.end).drop(while: isSign)
    }
    let clock = TypedClock(rest.span, in: 0..<rest.count, after: .day)
    return (
      clock.map { $0.written ?? String(utf8: rest.prefix($0.end)) },
      rest.dropFirst(clock?.end ?? 0).drop(while: isSign)
    )
  }
}
