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

/// A date of ours with one slip of the finger: a key too many, one left out or in place of another, two swapped, or a blank
/// inside: `20226-11-25`, `202611-11`, `2026-11-1w`, `2026-1 1-11`.
struct SlippedDate {
  /// Behind its last byte.
  let end: Int
  /// What it may be; where a digit is not known, what is within a month of another entry, or nothing.
  let dates: [CalendarDate]
  /// Whether all of its digits are known.
  let isKnown: Bool

  private typealias Reading = (letters: [Unicode.Scalar], length: Int)

  private static let form = Array("0000-00-00".unicodeScalars)
  private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
  /// Stands for a digit that is not known.
  private static let gap: Unicode.Scalar = "?"

  init?(_ text: ArraySlice<UInt8>, near date: CalendarDate?) {
    let typed = Array(String(utf8: text.prefix(24)).unicodeScalars.prefix(12))
    guard Self.dates(Array(typed.prefix(10))).isEmpty else { return nil }
    let readings = Self.readings(typed).map { reading in
      (dates: Self.dates(reading.letters), reading.length, !reading.letters.contains(Self.gap))
    }.filter { !$0.dates.isEmpty }
    guard let first = readings.first(where: { $0.2 }) ?? readings.first else { return nil }
    isKnown = first.2
    end = text.startIndex + typed.prefix(first.1).reduce(0) { $0 + UTF8.width($1) }
    var found: [CalendarDate] = []
    for reading in readings where reading.2 == first.2 {
      found += reading.dates.filter { !found.contains($0) }
    }
    if !first.2 {
      found = found.filter { near in date.map { near.days(from: $0) <= 31 } ?? false }
    }
    dates = found.count > 3 ? [] : found
  }

  /// What the letters are with any one slip taken back, as far as a word ends behind them.
  private static func readings(_ typed: [Unicode.Scalar]) -> [Reading] {
    form.indices.flatMap { index -> [Reading] in
      let meant = form[index] == "-" ? form[index] : gap
      var (without, swapped, replaced, filled) = (typed, typed, typed, typed)
      if index < typed.count {
        without.remove(at: index)
        replaced[index] = meant
        filled.insert(meant, at: index)
      }
      if index > 0, index < typed.count { swapped.swapAt(index - 1, index) }
      let all = [(without, 11), (swapped, 10), (replaced, 10), (filled, 9)]
      return all.compactMap { (letters, length) -> Reading? in
        guard typed.count >= length else { return nil }
        // `2026-11-1 7:05` has a time.
        let isBlank = length == 11 && typed[index] == " "
        if typed.count > length, !isEnd(typed[length], isBlank: isBlank) { return nil }
        return (Array(letters.prefix(10)), length)
      }
    }
  }

  private static func isEnd(_ next: Unicode.Scalar, isBlank: Bool) -> Bool {
    !next.properties.isAlphabetic && next.properties.numericType == nil && next != "-"
      && next != "/" && !(isBlank && next == ":")
  }

  /// The dates of our times that the letters are, with any digit in a gap.
  private static func dates(_ letters: [Unicode.Scalar]) -> [CalendarDate] {
    let values: [Unicode.Scalar] =
      letters.contains(gap) ? Array("0123456789".unicodeScalars) : [gap]
    return values.compactMap { value in
      let filled = letters.map { $0 == gap ? value : $0 }
      guard filled.count == form.count,
        zip(filled, form).allSatisfy({ $1 == "-" ? $0 == $1 : digits.contains($0) }),
        let date = Timestamp(String(String.UnicodeScalarView(filled)))?.date,
        1900...2100 ~= date.year
      else { return nil }
      return date
    }
  }
}
