import ThreadStorage

extension ThreadDocument {
  /// A title typed behind the braces, and braces of which a part is lost.
  func meantBraces(_ heading: EntryHeading, _ line: Line) -> MeantLine? {
    // What ends them may stand in the next line.
    guard let braces = meantBraces(of: heading), wrappedHeading(heading) == nil else { return nil }
    var new = braces.line
    // Two spaces would say that what may be a time is a title.
    let title = heading.title.lowerBound - heading.line.lowerBound
    if let line = new, !heading.hasDeclaredTitle(bytes.span), title < line.count,
      line[title] == 0x20
    {
      var plain = line
      plain.remove(at: title)
      let read = ThreadDocument(plain).entries.first?.heading.timestamp
      if read == heading.timestamp { new = plain }
    }
    return MeantLine(
      at: braces.range.lowerBound,
      .headingBraces(string(braces.range), new.map { String(utf8: $0) }),
      splices: new.flatMap { splices(replacing: line, by: $0) })
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

  /// A time behind the day of the week of its date: `## 2026-11-11 Wed 22:15`, `Wed at 22:15`.
  func meantBehindWeekday(_ heading: EntryHeading) -> MeantLine? {
    let (title, date) = (heading.title, heading.timestampRange)
    let name = String(utf8: bytes[title].prefix { !Byte.isBlank($0) && $0 != UInt8(ascii: ",") })
    guard heading.timestamp.precision == .day,
      !TimeWords.likeWeekdays.contains(name.lowercased()),
      let weekday = SpokenDate.weekday(
        in: bytes.span, at: title.lowerBound, upTo: title.upperBound)
    else { return nil }
    let line = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    let hasWord = bytes[weekday.end..<title.upperBound].starts(with: "at ".utf8)
    let start = weekday.end + (hasWord ? 3 : 0)
    let rest = bytes[start..<heading.line.upperBound]
    let new = ThreadDocument(bytes[line.text.lowerBound..<date.upperBound] + [0x20] + rest)
    guard let meant = new.entries.first?.heading, meant.timestamp.precision != .day else {
      return LooseClock(bytes.span, at: start, upTo: title.upperBound).map {
        meantTime(heading, upTo: $0.end, $0.written, isSure: $0.isPlain)
      }
    }
    let end = start + meant.timestampRange.count - date.count - 1
    let isClear = weekday.day == heading.timestamp.date.weekday && new.hasPlainTitle(meant)
    return MeantLine(
      at: title.lowerBound,
      .headingTime(string(title.lowerBound..<end), isClear ? String(utf8: new.bytes) : nil),
      splices: isClear ? splices(replacing: line, by: new.bytes) : nil)
  }

  /// An end that a title has behind its words, where other entries have theirs: `22:45 Night (until 7:15)`.
  func endBehindTitle(_ heading: EntryHeading) -> MeantLine? {
    let (time, title) = (heading.timestamp, heading.title)
    let text = title.dropLast(bytes[title].last == UInt8(ascii: ")") ? 1 : 0)
    guard time.precision == .minute, time.minutesToEnd == 0, time.utcOffset == nil,
      heading.attributes == nil,
      let sign = bytes[text].lastIndex(where: { !Byte.isDigit($0) && $0 != .colon }),
      let clock = LooseClock(bytes.span, at: sign + 1, upTo: text.upperBound), clock.isPlain,
      clock.end == text.upperBound, let end = clock.written, isOfSpans
    else { return nil }
    var words = String(utf8: bytes[text.lowerBound...sign].trimmed)
    guard let last = words.split(whereSeparator: { " (".contains($0) }).last else { return nil }
    if (TimeWords.until + ["-", "–", "→"]).contains(last.lowercased()) {
      words = String(utf8: Array(words.dropLast(last.count).utf8)[...].trimmed)
      if words.hasSuffix("(") { words.removeLast() }
    } else if !words.allSatisfy(\.isLetter)
      || TimeWords.beforeNumbers.contains(words.lowercased())
    {
      return nil
    }
    let meant = "## \(time.minuteText)-\(end) \(words)"
    return MeantLine(
      at: sign + 1, .headingTime(string(sign + 1..<clock.end), meant, isSure: false))
  }

  /// `“2026-11-11” A title`, as editors and phones quote.
  func meantInQuotes(_ marker: HeadingLine) -> MeantLine? {
    let (start, end) = (marker.content, marker.line.text.upperBound)
    let quotes = ["“", "”", "„", "«", "»", "‘", "’"].map { Array($0.utf8) }
    guard let open = quotes.first(where: { bytes[start..<end].starts(with: $0) }),
      case .valid(_, let dateEnd) = Timestamp.scan(bytes.span, in: start + open.count..<end),
      let close = quotes.first(where: { bytes[dateEnd..<end].starts(with: $0) })
    else { return nil }
    let rest = dateEnd + close.count
    let new = heading(date: Array(bytes[start + open.count..<dateEnd]), rest: rest, of: marker)
    return MeantLine(
      at: start, .headingForm(string(start..<rest), [], new.map { String(utf8: $0) }),
      splices: new.flatMap { splices(replacing: marker.line, by: $0) })
  }

  /// `2O26-11-25`, `２０２６-１１-２５`, `2026年11月25日`.
  func meantLookalike(_ marker: HeadingLine) -> MeantLine? {
    guard
      let word = LookalikeDigits.word(
        in: bytes.span, at: marker.content, upTo: marker.line.text.upperBound)
    else { return nil }
    let typed = Array(word.text.utf8)
    var dates = [Timestamp(word.text)?.date].compactMap(\.self)
    var date = typed
    if let foreign = ForeignDate(typed.span, at: 0, upTo: typed.count), foreign.end == typed.count {
      dates = foreign.dates
      date = foreign.hasShortYear ? [] : Array(dates[0].text.utf8)
    }
    guard !dates.isEmpty else { return nil }
    let isClear = dates.count == 1 && !date.isEmpty
    let new = isClear ? heading(date: date, rest: word.end, of: marker) : nil
    return MeantLine(
      at: marker.content,
      .headingForm(string(marker.content..<word.end), dates, new.map { String(utf8: $0) }),
      splices: new.flatMap { splices(replacing: marker.line, by: $0) })
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
      found.append(MeantLine(at: attributes.range.lowerBound, .headingEndAlone(id: text)))
    }
    return found
  }

  /// `202611-11`, `2026-11-1w`, `x2026-11-11`: the one date that a slip of the finger was to be, or that it is none.
  func meantSlip(_ marker: HeadingLine) -> MeantLine? {
    let (start, end) = (marker.content, marker.line.text.upperBound)
    guard isThread else { return nil }
    guard let slip = SlippedDate(bytes[start..<end], near: date(near: start)) else {
      return meantMonth(marker)
    }
    let text = string(start..<slip.end)
    var new: [UInt8]?
    if slip.isKnown, slip.dates.count == 1, isInOrder(slip.dates[0], at: start) {
      new = heading(date: Array(slip.dates[0].text.utf8), rest: slip.end, of: marker)
    }
    return MeantLine(
      at: start,
      slip.dates.isEmpty
        ? .headingDay(text, []) : .headingForm(text, slip.dates, new.map { String(utf8: $0) }),
      splices: new.flatMap { splices(replacing: marker.line, by: $0) })
  }

  /// `10 novembo 2026`, `10 de novmbro de 2026`: one slip in the name of a month between its day and its year.
  private func meantMonth(_ marker: HeadingLine) -> MeantLine? {
    let typed = bytes[marker.content..<marker.line.text.upperBound].prefix(60)
    let words = typed.split { Byte.isBlank($0) || ".,".utf8.contains($0) }.prefix(5)
      .filter { !$0.elementsEqual("de".utf8) && !$0.elementsEqual("of".utf8) }
    guard words.count > 2, words[2].count == 4,
      let day = Int(String(utf8: words[0])), let year = Int(String(utf8: words[2]))
    else { return nil }
    let name = String(utf8: words[1]).lowercased()
    let months = (1...12).filter { month in
      TimeWords.months[month - 1].contains { $0.count > 4 && name.isSlip(of: $0, atMost: 1) }
    }
    guard months.count == 1, let date = CalendarDate(year: year, month: months[0], day: day) else {
      return nil
    }
    let end = words[2].endIndex
    let isClear = isInOrder(date, at: marker.content)
    let new = isClear ? heading(date: Array(date.text.utf8), rest: end, of: marker) : nil
    return MeantLine(
      at: marker.content,
      .headingForm(string(marker.content..<end), [date], new.map { String(utf8: $0) }),
      splices: new.flatMap { splices(replacing: marker.line, by: $0) })
  }

  /// `26 nov`, `Today 22:15`, `Day 12 - 2026-11-20`, `{#abc} 2026-11-11`: a day that stands where an entry's would;
  /// or else a time without one; or what may be a day.
  func meantDay(
    _ marker: HeadingLine, amongTimes: Bool, _ dateOrder: ForeignDate.Order?
  ) -> MeantLine? {
    let text = marker.line.text
    let start = marker.content
    let end = EntryAttributes.closing(bytes.span, line: text)?.range.lowerBound ?? text.upperBound
    let near = date(near: start)
    let day =
      start < end ? NamedDay(bytes.span, in: start..<end, near: near, order: dateOrder) : nil
    if day?.isClear != true,
      let other = meantClock(marker, amongTimes: amongTimes) ?? impossibleForm(marker)
    {
      return other
    }
    guard let day,
      day.isClear ? day.hasYear || isThread : !entries.isEmpty || isThread && !day.dates.isEmpty
    else { return nil }
    let typed = string(start..<day.end)
    let dates = near == nil && !day.hasYear ? [] : day.dates
    let kind: JournalProblem.Kind =
      !day.isClear && !entries.isEmpty
      ? .headingUndated(string(start..<end), others: 0)
      : day.hasYear ? .headingForm(typed, dates, nil) : .headingDay(typed, dates)
    return MeantLine(at: start, kind)
  }

  /// `# November` or `# Week 47` above an entry, which is text of the one before that, and goes where that goes; and `# Addresses`
  /// at the end of the file, where no other entry has such a heading.
  func meantSection(_ marker: HeadingLine) -> MeantLine? {
    let start = marker.content
    if isSectionAtEnd(marker) {
      return MeantLine(
        at: start, .headingUndated(string(start..<marker.line.text.upperBound), others: 0))
    }
    var text = string(start..<marker.line.text.upperBound)
    // Vim's mark of a fold.
    if let fold = text.firstRange(of: " {{{") { text = String(text[..<fold.lowerBound]) }
    // `# Week 43: plan`
    if let colon = text.firstIndex(of: ":") { text = String(text[..<colon]) }
    guard marker.level == 1, !marker.isIndented, !marker.isHidden, text.utf8.count < 24,
      let above = entry(at: start), above.region.upperBound < bytes.count,
      bytes[marker.line.next..<above.region.upperBound].allSatisfy({ $0 <= 0x20 }),
      SpokenDate.isPeriod(text)
    else { return nil }
    return MeantLine(at: start, .headingUndated(text, others: 0))
  }

  private func isSectionAtEnd(_ marker: HeadingLine) -> Bool {
    guard marker.level == 1, !marker.isIndented, !marker.isHidden, entries.count > 1,
      let last = entries.last, last.region.contains(marker.content),
      hasText(in: last, above: marker.line)
    else { return false }
    let mark = Array("\n# ".utf8)
    let text = entries[0].region.lowerBound..<marker.line.text.lowerBound - 1
    return ByteSearch.firstIndex(of: mark, in: bytes.span, text) == nil
  }

  /// A heading above all entries of a thread that begins with a day near by, `heute 7h15 Flasche`, or is that of a month whose
  /// days stand below it: `## November 2026`, `### 12 A run`.
  private func dayAboveEntries(_ marker: HeadingLine) -> MeantLine? {
    let text = marker.content..<marker.line.text.upperBound
    guard isThread else { return nil }
    if SpokenDate.isPeriod(string(text)) {
      let below = bytes[marker.line.next..<max(marker.line.next, preamble.upperBound)].lines
        .prefix { !$0.starts(with: "# ".utf8) && !$0.starts(with: "## ".utf8) }
      let hasDays = below.contains { line in
        line.starts(with: "### ".utf8) && line.dropFirst(4).first.map(Byte.isDigit) == true
      }
      return hasDays ? MeantLine(at: marker.content, .headingDay(string(text), [])) : nil
    }
    guard TimeWords.beginsWithNearDay(string(text)) else { return nil }
    let word = bytes[text].prefix { !Byte.isBlank($0) }
    return MeantLine(at: marker.content, .headingDay(String(utf8: word), []))
  }

  /// A heading as entries have it that begins none, and has a number or names a month or a day: `26 kasım 2026`, `seg 26`;
  /// or has nothing.
  func undatedHeading(_ marker: HeadingLine) -> MeantLine? {
    let line = marker.line.text
    // Marks alone, whose date was to follow.
    if marker.level == 2, bytes[line].withoutBlankEnd.elementsEqual("##".utf8),
      entry(at: marker.content) != nil
    {
      return MeantLine(at: line.lowerBound, .headingUndated("##", others: 0))
    }
    guard marker.isEntryLevel,
      case .none = EntryHeading.scanTimestamp(bytes.span, line: line)
    else { return nil }
    guard entry(at: marker.content) != nil else { return dayAboveEntries(marker) }
    let attributes = EntryAttributes.closing(bytes.span, line: line)
    let end = attributes?.range.lowerBound ?? line.upperBound
    let typed = bytes[marker.content..<max(marker.content, end)].trimmed
    let text = String(utf8: typed)
    // `noon`, `ten past nine`
    let clock = TypedClock(bytes.span, in: typed.indices, after: .day)?.end
    let isClock =
      clock == typed.endIndex || DoubtfulClock.isInWords(bytes.span, typed.indices)
    // An id says more than that, a link is one, and `3. Results` is a section.
    let number = typed.prefix(while: Byte.isDigit)
    let behind = typed[number.endIndex...]
    let near = date(near: marker.content)
    let isDay = NamedDay(bytes.span, in: typed.indices, near: near).map { $0.isFirst } == true
    let second = behind.dropFirst().prefix(while: Byte.isDigit)
    // `27.3 gutters`
    let mayBeDay =
      13...31 ~= Int(String(utf8: number)) ?? 0 && 1...12 ~= Int(String(utf8: second)) ?? 0
    let isSection =
      !number.isEmpty && behind.first == UInt8(ascii: ".") && !isDay && !mayBeDay
      && second.count != 2
    let isBracket = typed.first == UInt8(ascii: "[")
    // `[[2026-11-27]] 21:00 Bath` has a time.
    let isTimed = text.split(separator: "]] ").dropFirst().first?.first?.isNumber == true
    let isLink =
      isBracket && (typed.count < 12 || text.hasPrefix("[[") && !isTimed || text.contains("]("))
    guard !isSection, !isLink, attributes?.id.map({ EntryID.isLikeNew(string($0)) }) != true,
      !isBracket || isTimed || typed.dropFirst().first.map(Byte.isDigit) == true,
      typed.contains(where: Byte.isDigit) || SpokenDate.isPeriod(text)
        || TimeWords.beginsWithNearDay(text)
        || isClock || TimeWords.isTemplate(text)
        // `Di`
        || typed.count < 4 && SpokenDate.weekdayName(in: bytes.span, typed.indices) != nil
        // `Sam` is somebody, and `mer` is rather a Wednesday.
        || TimeWords.mayBeWeekday(text.lowercased())
          && (text == text.lowercased() || !TimeWords.likeWeekdays.contains(text.lowercased()))
    else { return nil }
    return MeantLine(at: marker.content, .headingUndated(text, others: 0))
  }

  /// Whether a heading at the level of entries' is one of an entry's text.
  func isUndated(_ marker: HeadingLine) -> Bool {
    if case .none = EntryHeading.scanTimestamp(bytes.span, line: marker.line.text) {
      entry(at: marker.content) != nil
    } else {
      false
    }
  }

  /// The only heading at the level of entries' that begins none, whatever its words are, with text above and below it.
  ///
  /// More of them are the sections of somebody's notes.
  func undatedAlone(_ marker: HeadingLine) -> MeantLine? {
    let text = string(marker.content..<marker.line.text.upperBound)
    guard entries.count > 4, let entry = entry(at: marker.content), !entry.isDeleted,
      !beginsText(of: entry, marker.line), text.first?.isLetter == true,
      bytes[marker.line.next..<entry.region.upperBound].contains(where: { $0 > 0x20 })
    else { return nil }
    return MeantLine(at: marker.content, .headingUndated(text, others: 0))
  }
}

extension MeantLine {
  /// Whether it was perhaps to begin an entry.
  var isHeading: Bool {
    switch kind {
    case .headingForm, .headingPlace, .headingIndented, .headingHidden, .headingJoined,
      .headingDay, .headingUndated, .headingEndAlone, .headingClock:
      true
    default: false
    }
  }
}

extension Entry {
  /// The lines of its text that look like headings of other entries, as typed.
  package func headingsInText(today: CalendarDate) -> [String] {
    let document = ThreadDocument(Array(file.bytes[slice.region]))
    let text = document.entries.first.map { document.content(of: $0).body.lowerBound } ?? 0
    let lines = document.meantLines(FieldSchema(), in: file.zone, dateOrder: nil, today: today)
    let bytes = document.bytes
    return lines.filter { $0.offset >= text && $0.isHeading }.compactMap { line in
      let start = bytes[..<line.offset].lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
      let heading = document.string(Line(startingAt: start, in: bytes.span, upTo: bytes.count).text)
      // A line with the entry's own time is of no other one.
      let time = Timestamp.beginning(of: Array(heading.utf8).drop { $0 == .hash || $0 == .space })
      return time?.0.minuteText == slice.heading.timestamp.minuteText ? nil : heading
    }
  }
}
