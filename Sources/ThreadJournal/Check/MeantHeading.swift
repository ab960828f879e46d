import ThreadStorage

extension ThreadDocument {
  /// A title typed behind the braces, and braces of which a part is lost.
  func meantBraces(_ heading: EntryHeading, _ line: Line) -> MeantLine? {
    guard let braces = meantBraces(of: heading) else { return nil }
    return MeantLine(
      offset: braces.range.lowerBound,
      kind: .headingBraces(string(braces.range), braces.line.map { String(utf8: $0) }),
      splices: braces.line.flatMap { splices(replacing: line, by: $0) })
  }

  /// The bytes at `range` without the day of the week behind a date, as in `2026-11-11 Wed 22:15`.
  func withoutWeekday(_ range: Range<Int>) -> [UInt8] {
    let dateEnd = range.lowerBound + "2026-11-11".utf8.count
    guard dateEnd < range.upperBound, bytes[dateEnd] == 0x20,
      let weekday = SpokenDate.weekday(in: bytes.span, at: dateEnd + 1, upTo: range.upperBound)
    else { return Array(bytes[range]) }
    let time = bytes[weekday.end..<range.upperBound].trimmed
    return bytes[range.lowerBound..<dateEnd] + (time.isEmpty ? [] : [0x20] + time)
  }

  /// A time behind the day of the week of its date: `## 2026-11-11 Wed 22:15`.
  func meantBehindWeekday(_ heading: EntryHeading, isDeclared: Bool) -> MeantLine? {
    let (title, date) = (heading.title, heading.timestampRange)
    guard heading.timestamp.precision == .day,
      let weekday = SpokenDate.weekday(
        in: bytes.span, at: title.lowerBound, upTo: title.upperBound)
    else { return nil }
    let line = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    let rest = bytes[weekday.end..<heading.line.upperBound]
    let new = ThreadDocument(bytes[line.text.lowerBound..<date.upperBound] + [0x20] + rest)
    guard let meant = new.entries.first?.heading, meant.timestamp.precision != .day else {
      return nil
    }
    let end = weekday.end + meant.timestampRange.count - date.count - 1
    let isClear = weekday.day == heading.timestamp.date.weekday && new.hasPlainTitle(meant)
    return MeantLine(
      offset: title.lowerBound,
      kind: .headingTime(
        string(title.lowerBound..<end), isClear ? String(utf8: new.bytes) : nil),
      splices: isClear && !isDeclared ? splices(replacing: line, by: new.bytes) : nil)
  }

  /// `Date: 2026-11-11`, `@ 2026-11-11`, `1. 2026-11-11`, `📅 2026-11-11`.
  func meantBehindWord(_ marker: HeadingLine) -> MeantLine? {
    let end = marker.line.text.upperBound
    let typed = bytes[marker.content..<end]
    guard let gap = typed.prefix(24).firstIndex(of: 0x20), isLabel(typed[..<gap]),
      case .valid(let time, let dateEnd) = Timestamp.scan(bytes.span, in: gap + 1..<end)
    else { return nil }
    return MeantLine(
      offset: marker.content,
      kind: .headingForm(string(marker.content..<dateEnd), [time.date], nil), splices: nil)
  }

  /// Whether a word before a date says no more than that it is one, or that something begins: a list's number, a sign.
  private func isLabel(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(utf8: word)
    if text.unicodeScalars.allSatisfy({ !$0.properties.isAlphabetic }) {
      // `1.` and `2)`, `@`, `📅`; but `5 2026-…` is none.
      return !text.utf8.allSatisfy(Byte.isDigit)
    }
    let labels = [
      "date", "datum", "fecha", "data", "day", "tag", "entry", "eintrag", "todo", "done",
    ]
    return labels.contains(FieldName.key(text.last == ":" ? String(text.dropLast()) : text))
  }

  /// `Nov 11`, `11.11.`, `Today 22:15` or `yesterday` in an entry: a day, of which one cannot know the date.
  func meantDay(_ marker: HeadingLine) -> MeantLine? {
    guard marker.content >= preamble.upperBound else { return nil }
    let end = marker.line.text.upperBound
    let span = bytes.span
    let dayEnd =
      SpokenDate.yearlessEnd(in: span, at: marker.content, upTo: end)
      ?? relativeDayEnd(in: marker.content..<end)
    return dayEnd.map {
      MeantLine(
        offset: marker.content, kind: .headingDay(string(marker.content..<$0)), splices: nil)
    }
  }

  /// Where `today 22:15` ends, or a `yesterday` that is all of the heading.
  private func relativeDayEnd(in range: Range<Int>) -> Int? {
    let typed = bytes[range].trimmed
    let wordEnd = typed.firstIndex { $0 == 0x20 || $0 == 0x2C || $0 == 0x3A } ?? typed.endIndex
    let word = FieldName.key(typed[..<wordEnd])
    let past = ["yesterday", "gestern", "hier", "ayer", "ieri", "gisteren"]
    if wordEnd == typed.endIndex { return past.contains(word) ? wordEnd : nil }
    let days = past + ["today", "tonight", "heute", "aujourd'hui", "hoy", "oggi", "vandaag"]
    guard days.contains(word) else { return nil }
    let clock = Array("2000-01-01 ".utf8) + typed[(wordEnd + 1)...].trimmed
    guard case .valid(let time, _) = Timestamp.scan(clock.span, in: 0..<clock.count) else {
      return nil
    }
    return time.precision == .day ? nil : wordEnd
  }

  /// Lines that end in an id as `tj` makes them and start no entry, besides those of which something is told already.
  func meantIDs(besides told: [MeantLine]) -> [MeantLine] {
    let span = bytes.span
    let offsets = told.map(\.offset).sorted()
    var fences = RangeCursor(codeBlocks)
    var headings = RangeCursor(entries.map(\.heading.line))
    var next = 0
    var found: [MeantLine] = []
    var position = preamble.lowerBound
    while let braces = ByteSearch.firstIndex(
      of: Array("{#".utf8), in: span, position..<bytes.count)
    {
      let before = ByteSearch.lastIndex(of: Byte.lineFeed, in: span, position..<braces)
      let line = Line(startingAt: before.map { $0 + 1 } ?? position, in: span, upTo: bytes.count)
      position = line.next
      while next < offsets.count, offsets[next] < line.text.lowerBound { next += 1 }
      let isTold = next < offsets.count && line.text.contains(offsets[next])
      guard !isTold, headings.range(at: braces) == nil, fences.range(at: braces) == nil,
        let attributes = EntryAttributes.closing(span, line: line.text), let id = attributes.id
      else { continue }
      let text = string(id)
      guard EntryID.isLikeNew(text) else { continue }
      found.append(
        MeantLine(
          offset: attributes.range.lowerBound, kind: .headingEndAlone(id: text), splices: nil))
    }
    return found
  }

  /// Lines without `##` that begin as entries of other programs do: `[2026-11-11 22:15] walk`, `** 2026-11-11`.
  func meantDatedLines() -> [MeantLine] {
    var fences = RangeCursor(codeBlocks)
    return entries.flatMap { slice -> [MeantLine] in
      var found: [MeantLine] = []
      var isBegin = true
      for line in bytes.lines(in: content(of: slice).body, upTo: slice.region.upperBound) {
        let isCode = fences.range(at: line.text.lowerBound) != nil
        if isBegin, !isCode, let heading = headingOfDatedLine(line.text) {
          found.append(
            MeantLine(
              offset: line.text.lowerBound, kind: .headingPlace(heading, isIndented: false),
              splices: nil))
        }
        isBegin = line.text.allSatisfy { bytes[$0] <= 0x20 }
      }
      return found
    }
  }

  /// The heading that a line may be meant as: with a minute, as other programs write, and not the second of a log.
  private func headingOfDatedLine(_ line: Range<Int>) -> String? {
    guard line.count > 10, let first = bytes[line].first else { return nil }
    var start = line.lowerBound
    switch first {
    case UInt8(ascii: "["): start += 1
    case UInt8(ascii: "*"):
      guard bytes[start + 1] == first, bytes[start + 2] == 0x20 else { return nil }
      start += 3
    default: guard Byte.isDigit(first) else { return nil }
    }
    guard case .valid(let time, var end) = Timestamp.scan(bytes.span, in: start..<line.upperBound)
    else { return bracketed(line) }
    guard time.precision == .minute || (first == UInt8(ascii: "*") && time.precision == .day) else {
      return bracketed(line)
    }
    let typed = string(start..<end)
    guard first != UInt8(ascii: "[") else { return bracketed(line) }
    while end < line.upperBound, bytes[end] == 0x20 { end += 1 }
    return "## " + typed + (end < line.upperBound ? " " : "") + string(end..<line.upperBound)
  }

  /// The heading for jrnl's `[2026-11-11 22:15] walk`.
  private func bracketed(_ line: Range<Int>) -> String? {
    guard bytes[line.lowerBound] == UInt8(ascii: "["),
      let close = bytes[line].prefix(40).firstIndex(of: UInt8(ascii: "]")),
      let time = Timestamp(bytes.span, at: line.lowerBound + 1..<close), time.precision != .day,
      close + 1 == line.upperBound || bytes[close + 1] == 0x20
    else { return nil }
    return "## " + string(line.lowerBound + 1..<close) + string(close + 1..<line.upperBound)
  }
}
