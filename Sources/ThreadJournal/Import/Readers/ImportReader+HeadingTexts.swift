import ThreadStorage

/// What headings say: a day, a time of day, a title.
extension ImportReader {
  /// What a heading of any level says; nil where the line is none.
  func heading(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let text = bytes[line]
    let hashes = text.prefix { $0 == .hash }
    guard (1...6).contains(hashes.count) else { return nil }
    let gap = text[hashes.endIndex...].prefix(while: Byte.isBlank)
    let rest = text[gap.endIndex...]
    // `#2026` is a tag, and `##2026-03-28` lacks its space.
    let lacksGap = hashes.count > 1 && rest.first.map(Byte.isDigit) == true
    return gap.isEmpty && !lacksGap ? nil : Self.withoutSlug(rest)
  }

  /// A heading without the name for links that other programs make of it: `{#friday-20-november .title}`.
  static func withoutSlug(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let trimmed = text.trimmed
    guard trimmed.last == UInt8(ascii: "}"), let open = trimmed.lastIndex(of: .openBrace),
      trimmed[(open + 1)...].first == .hash
    else { return text }
    let title = trimmed[..<open].trimmed
    let words = String(utf8: title).lowercased()
    let slug = trimmed[(open + 2)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "}") }
    let parts = String(utf8: slug).lowercased().split { $0 == "-" || $0 == "_" }
    // Of several alike, the others are counted.
    let isMade = parts.allSatisfy { part in
      words.contains(part) || part.utf8.count < 3 && part.utf8.allSatisfy(Byte.isDigit)
    }
    return isMade ? title : text
  }

  /// The date in the order of the setting that `text` begins with.
  func foreignDate(
    _ text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard let order = options.dateOrder,
      let found = ForeignDate(text.span, at: 0, upTo: text.count),
      let time = found.date(in: order).flatMap({ Timestamp($0.text) })
    else { return nil }
    return (time, text.dropFirst(found.end))
  }

  /// The date in words, or with its year first, that `text` begins with: it can be read in one way only.
  private func clearDate(
    _ text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let span = text.span
    if let spoken = SpokenDate(span, at: 0, upTo: text.count) {
      guard !spoken.contradictsWeekday, let time = Timestamp(spoken.date.text) else { return nil }
      return (time, text.dropFirst(spoken.end))
    }
    guard let found = ForeignDate(span, at: 0, upTo: text.count), !found.hasShortYear,
      found.dates.count == 1, !found.contradictsWeekday(of: found.dates),
      let time = Timestamp(found.dates[0].text)
    else { return nil }
    // Of `28.03.2026` the other dates of the file tell which of day and month comes first.
    let numbers = text.prefix(found.end).split { !Byte.isDigit($0) }
    return numbers.count == 3 && numbers[0].count < 4 ? nil : (time, text.dropFirst(found.end))
  }

  /// The date in brackets or emphasis that `text` begins with: `[[2026-03-28]]`, `**2026-03-28**`.
  private func markedDate(
    _ text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let marks = text.prefix { HeadingLine.closing($0) != nil }
    let inner = text[marks.endIndex...]
    let closing = marks.reversed().compactMap { HeadingLine.closing($0) }
    guard !marks.isEmpty,
      let (time, rest) = Timestamp.beginning(of: inner) ?? foreignDate(inner) ?? clearDate(inner),
      rest.starts(with: closing)
    else { return nil }
    let behind = rest.dropFirst(closing.count)
    // `[2026-03-28](…)` is a link to anything.
    return behind.first == UInt8(ascii: "(") ? nil : (time, behind)
  }

  /// The time on the day `day` that a time of day behind it makes, perhaps behind `kl.`, and what stands behind that.
  func clock(
    behind day: Timestamp, _ rest: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let behind = rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
    let typed = String(utf8: behind.prefix(16)).lowercased().drop { $0 == " " }
    let isNamed = TimeWords.clock.contains { typed.hasPrefix($0) }
    let named = isNamed ? Self.withColon(behind).map { [Byte.space] + $0 } : nil
    let whole = Array(day.date.text.utf8) + (named ?? Array(behind))
    guard let (time, title) = Timestamp.beginning(of: whole[...]), time.precision != .day else {
      return nil
    }
    return (time, title)
  }

  /// The time with the half of its day that stands behind it: `p. m.`, `de la tarde`; nil where none does.
  private static func withHalf(
    _ time: Timestamp, _ rest: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    // "Am Bahnhof" is a title.
    guard time.precision != .day, time.utcOffset == nil, time.minutesToEnd == 0,
      1...12 ~= time.hour, !rest.trimmed.starts(with: "Am".utf8),
      let (half, length) = TypedClock.half(rest, after: time.hour)
    else { return nil }
    let hours = time.hour % 12 + (half == "pm" ? 12 : 0) - time.hour
    let whole = Timestamp(
      wallClockSeconds: time.wallClockSeconds + Int64(hours * 3600), utcOffset: nil,
      precision: time.precision)
    return whole.map { ($0, rest.dropFirst(length)) }
  }

  /// The time from one to another on the day that `text` begins with, where its end has a half of the day, as `--at` reads
  /// it: `4:00-5:30 PM`, `2:30 PM to 4 PM`.
  private static func span(
    _ text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let behind = text.dropFirst(10)
    guard let (day, rest) = Timestamp.beginning(of: text.prefix(10)), rest.isEmpty,
      behind.first == Byte.space
    else { return nil }
    let words = behind.prefix(40).split(whereSeparator: Byte.isBlank)
    for last in words.prefix(5).reversed() {
      let typed = text[words[0].startIndex..<last.endIndex]
      let clock = String(utf8: typed)
      guard TypedClock.hasHalf(typed),
        let span = TimeExpression.span(meantBy: clock) ?? TimeExpression.clock(meantBy: clock),
        let time = try? TimeExpression.parse(
          "\(day.date.text) \(span)", now: Instant(secondsSinceEpoch: 0), zone: .utc),
        // Without the offset.
        time.minutesToEnd > 0, let whole = Timestamp("\(time.canonicalText.prefix(22))")
      else { continue }
      return (whole, text[last.endIndex...])
    }
    return nil
  }

  /// The time and title of a heading of ours, where the time goes on in what is read as its title.
  func meantSpan(_ heading: EntryHeading) -> (time: Timestamp, title: [UInt8])? {
    guard heading.attributes == nil, heading.timestamp.precision != .second,
      let text = self.heading(heading.line), let (time, rest) = Self.span(text.trimmed),
      time != heading.timestamp
    else { return nil }
    return (options.local(time), Array(rest.trimmed))
  }

  /// The time that `text` begins with, after the pattern where there is one, and the title that is set off behind it; the
  /// zone's name with which that begins, as if it were the time's.
  func dated(_ text: ArraySlice<UInt8>) -> (time: Timestamp, title: [UInt8], zone: String?)? {
    let pattern = options.timePattern
    let patterned = pattern?.beginning(of: text) ?? pattern?.withoutClock.beginning(of: text)
    guard
      let beginning =
        patterned ?? Self.span(text) ?? Timestamp.beginning(of: text) ?? foreignDate(text)
        ?? clearDate(text)
        ?? markedDate(text)
    else { return nil }
    var (time, rest) = beginning
    // Behind a day in another form, the time of day is written as everywhere.
    if time.precision == .day, let whole = clock(behind: time, rest) { (time, rest) = whole }
    if let whole = Self.withHalf(time, rest) { (time, rest) = whole }
    // The names of notes have `_` for spaces.
    let gap = rest.first == UInt8(ascii: "_") ? rest.dropFirst() : rest
    let title = gap.drop { $0 == .space || $0 == 0x2C || $0 == 0x3A || $0 == 0x2D }
    guard title.startIndex > rest.startIndex || rest.isEmpty else { return nil }
    // Behind two spaces it is a title.
    let mayBeZone =
      time.precision != .day && time.utcOffset == nil && title.startIndex == rest.startIndex + 1
    let word = mayBeZone ? String(utf8: title.prefix { $0 != .space }) : ""
    let words = time.precision == .day ? Array(title) : Self.behindClockWord(Array(title))
    return (options.local(time), words, ZoneName.example(in: word) == nil ? nil : word)
  }
}
