import ThreadStorage

/// A line that begins, but for up to three spaces or a tab or what nobody sees, with `#`.
struct HeadingLine {
  let line: Line
  let level: Int
  /// Whether it begins as entries do: `##` in the first column, and a blank.
  let isEntryLevel: Bool
  let isIndented: Bool
  /// Whether what nobody sees stands before it.
  let isHidden: Bool
  /// Whether it would begin as entries do if no spaces stood before it.
  let isHeadingBehindIndent: Bool
  /// Behind the marks and the blanks.
  let content: Int

  init?(_ bytes: [UInt8], hash: Int, from lower: Int) {
    var start = hash
    while start > lower, hash - start < 4, bytes[start - 1] == 0x20 { start -= 1 }
    // One tab is an indentation that says as little as spaces do.
    if start == hash, start > lower, bytes[start - 1] == .tab { start -= 1 }
    guard hash - start < 4 else { return nil }
    // Nobody sees these, and nobody types them to say that a line is text.
    let visible = start
    if start > lower, bytes[start - 1] >= 0x80 {
      start = WideBlank.start(in: bytes.span, before: start, from: lower)
    }
    isHidden = start < visible
    guard start == lower || bytes[start - 1] == 0x0A else { return nil }
    line = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    let end = line.text.upperBound
    var position = hash
    while position < end, bytes[position] == UInt8(ascii: "#") { position += 1 }
    level = position - hash
    guard level <= 6 else { return nil }
    let marksEnd = position
    position = WideBlank.end(in: bytes.span, from: marksEnd, upTo: end)
    isIndented = start < hash && !isHidden
    isHeadingBehindIndent = level == 2 && position > marksEnd
    isEntryLevel =
      start == hash && isHeadingBehindIndent && bytes[marksEnd..<position].allSatisfy(Byte.isBlank)
    content = position
    // `#2026-11-16` is a tag, and with a time of day it is none.
    if level == 1, position == marksEnd {
      guard case .valid(let time, _) = Timestamp.scan(bytes.span, in: position..<end),
        time.precision != .day
      else { return nil }
    }
  }

  /// What closes what `opening` opens.
  static func closing(_ opening: UInt8) -> UInt8? {
    switch opening {
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"): opening
    default: nil
    }
  }
}

extension [UInt8] {
  /// The text of a short line with one of `===` or `---` below it; nil for others.
  func underlined(_ line: Line) -> ArraySlice<UInt8>? {
    let text = self[line.text].trimmed
    guard 1...80 ~= text.count, line.next < count else { return nil }
    let below = Line(startingAt: line.next, in: span, upTo: count).text
    let rule = self[below].trimmed
    guard rule.count >= 3, rule.first == UInt8(ascii: "=") || rule.first == UInt8(ascii: "-"),
      rule.allSatisfy({ $0 == rule.first })
    else { return nil }
    return text
  }
}

/// A line that looks like the heading of another day: a date alone, in emphasis, brackets or a list as may be, or a
/// heading that begins with one.
///
/// It is only for messages; a sentence that begins with a date is none.
struct DayLine {
  /// What its date may mean.
  let dates: [CalendarDate]
  /// The time of day behind it, as a heading has it.
  private(set) var clock: String?

  /// - Parameter date: That of the entry above, near which a heading or a line in emphasis may have a day without its year.
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
    let near = isItem || (hashes.isEmpty && marks.isEmpty) ? nil : date
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
    guard let date,
      let found = SpokenDate.yearless(in: text.span, at: 0, upTo: text.count, near: date)
    else { return nil }
    let behind = text.dropFirst(found.end)
    let isAlone = behindClock(behind).rest.isEmpty
    let isNear = found.dates.contains { $0.days(from: date) <= 31 }
    guard isHeading ? isAlone || isNear : isAlone && isNear else { return nil }
    return (found.dates, behind)
  }

  /// The time of day behind a date, and what stands there besides, a day of the week and signs.
  static func behindClock(
    _ text: ArraySlice<UInt8>
  ) -> (clock: String?, rest: ArraySlice<UInt8>) {
    let isSign: (UInt8) -> Bool = { Byte.isBlank($0) || "*_])>\"`:,.-#".utf8.contains($0) }
    var rest = text.drop(while: isSign)
    if let weekday = SpokenDate.weekday(in: rest.span, at: 0, upTo: rest.count) {
      rest = rest.dropFirst(weekday.end).drop(while: isSign)
    }
    let clock = TypedClock(rest.span, in: 0..<rest.count, after: .day)
    return (clock?.written, rest.dropFirst(clock?.end ?? 0).drop(while: isSign))
  }
}
