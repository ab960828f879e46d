import ThreadStorage

/// A line that is not read as it was perhaps meant (F12, F18a, F20), and what it would be.
struct MeantLine {
  /// Where it is told.
  let offset: Int
  let kind: JournalProblem.Kind
  /// What makes it what it was meant as; nil where it has more than one reading, or may be meant as it stands.
  let splices: [Splice]?

  init(at offset: Int, _ kind: JournalProblem.Kind, splices: [Splice]? = nil) {
    (self.offset, self.kind, self.splices) = (offset, kind, splices)
  }

  var isFrontMatter: Bool {
    if case .frontMatterPlace = kind { true } else { false }
  }
}

extension MeantLine {
  /// Whether it is a heading at another level or place that has a time of day.
  fileprivate var hasTimeOfDay: Bool {
    guard case .headingPlace(let heading, _) = kind else { return false }
    let time = ThreadDocument(Array(heading.utf8)).entries.first?.heading.timestamp
    return time.map { $0.precision != .day } ?? false
  }
}

extension ThreadDocument {
  /// All of them, in the order of the file; with `dateOrder`, a date of which the order is not clear has it, and with
  /// `today`, days until then that prose begins with are told.
  func meantLines(
    _ schema: FieldSchema, in zone: LocalTimeZone, dateOrder: ForeignDate.Order?,
    today: CalendarDate? = nil
  ) -> [MeantLine] {
    guard !isUTF16 else { return [] }
    let frontMatter = meantFrontMatter()
    // What it would say comes first: of what stands in it nothing is told.
    if let frontMatter, frontMatter.splices != nil { return [frontMatter] }
    let fields = meantFields(schema)
    // What is fixed is told with that, and else what else stands on the line.
    let fixed = Set(fields.filter { $0.splices != nil }.map(\.offset))
    let beside = fieldsBeside(schema).filter { !fixed.contains($0.offset) }
    let told = Set(beside.map(\.offset))
    // In a draft, and in what is imported, headings without a date are told by those who read these.
    var found = meantHeadings(in: zone, dateOrder, hasUndated: today != nil)
    found += meantDatedLines(today) + beside
    found += fields.filter { !told.contains($0.offset) } + preambleFields(schema)
    found += headingsInLines()
    // What else stands in their lines is told when they are one again.
    let wrapped = wrappedHeadings()
    let ranges = wrapped.flatMap { $0.splices ?? [] }.map(\.range)
    found = found.filter { line in
      let next = ranges.indices.partitioningIndex { ranges[$0].upperBound > line.offset }
      return next == ranges.count || !ranges[next].contains(line.offset)
    }
    found += wrapped
    // In a draft they are text.
    if today != nil {
      found +=
        fieldsInBrackets(schema) + modeline() + wrappedTitles() + titleAbove()
        + editorCommands()
    }
    // Of a whole file they are told together when what tj wrote is taken out.
    let together = undatedTogether(found)
    found = (today == nil ? together : found) + meantIDs(besides: together)
    return [frontMatter].compactMap(\.self) + found.sorted { $0.offset < $1.offset }
  }

  /// The lines that look like entries' headings and are none, and the titles that begin like a time (F12).
  ///
  /// Only lines with a `#` are looked at. Those that a code block shows are meant as text.
  private func meantHeadings(
    in zone: LocalTimeZone, _ dateOrder: ForeignDate.Order?, hasUndated: Bool
  ) -> [MeantLine] {
    let span = bytes.span
    var fences = RangeCursor(codeBlocks)
    var titles: [MeantLine] = []
    var found: [MeantLine] = []
    var undated: [HeadingLine] = []
    var position = preamble.lowerBound
    let sign = UInt8(ascii: "#")
    let amongTimes = isOfTimes
    while let hash = ByteSearch.firstIndex(of: sign, in: span, position..<bytes.count) {
      position = hash + 1
      guard fences.range(at: hash) == nil else { continue }
      let marker = HeadingLine(bytes, hash: hash, from: preamble.lowerBound)
      if let marker { position = max(position, marker.line.next) }
      let own = marker.flatMap { marker in
        meantLine(marker, amongTimes: amongTimes, in: zone, dateOrder)
          ?? (hasUndated && !marker.isDeep ? undatedHeading(marker) : nil)
      }
      guard
        let meant = own
          ?? (marker?.isEntryLevel == true ? nil : meantBehindKeys(hash: hash, dateOrder))
      else {
        if hasUndated, let marker, marker.isEntryLevel, isUndated(marker) { undated.append(marker) }
        continue
      }
      position = max(position, Line(startingAt: hash, in: span, upTo: bytes.count).next)
      if let marker, isTitleOfDay(marker, meant) { continue }
      if marker?.level == 1, hash < preamble.upperBound, !meant.hasTimeOfDay {
        titles.append(meant)
      } else {
        found.append(meant)
      }
    }
    if undated.count == 1, let alone = undatedAlone(undated[0]) { found.append(alone) }
    // One `# 2026-11-16` above all entries is the title of a page, unless the times of a day stand below it; with a time
    // it is told.
    let hasTimes = found.contains { if case .headingClock = $0.kind { true } else { false } }
    if titles.count > 1 || hasTimes && isEmptyThread { return found + titles }
    // Where the front matter has the title, one with a time of day is none.
    let hasTitle = frontMatter?.value(at: ["title"])?.stringBytes != nil
    return found + titles.filter { hasTitle && $0.hasTimeOfDay }
  }

  /// Whether it is `# Tuesday, September 1` as the first line of the entry of that day, as of a note a day.
  private func isTitleOfDay(_ marker: HeadingLine, _ meant: MeantLine) -> Bool {
    guard marker.level == 1, let entry = entry(at: marker.content),
      beginsText(of: entry, marker.line)
    else { return false }
    switch meant.kind {
    case .headingForm(_, let dates, _), .headingDay(_, let dates):
      return dates.contains(entry.heading.timestamp.date)
    case .headingPlace(let heading, _):
      let time = ThreadDocument(Array(heading.utf8)).entries.first?.heading.timestamp
      return time?.precision == .day && time?.date == entry.heading.timestamp.date
    default: return false
    }
  }

  /// Whether one of the entry's lines is the first of its text.
  func beginsText(of entry: EntrySlice, _ line: Line) -> Bool {
    bytes[content(of: entry).body.lowerBound..<line.text.lowerBound].allSatisfy { $0 <= 0x20 }
  }

  /// Whether something stands below the entry's heading and above one of its lines.
  func hasText(in entry: EntrySlice, above line: Line) -> Bool {
    bytes[entry.heading.line.upperBound..<line.text.lowerBound].contains { $0 > 0x20 }
  }

  /// What is told of headings without a date, but for days in one line for the file; what stands in many entries is a part of
  /// each.
  func undatedTogether(_ lines: [MeantLine]) -> [MeantLine] {
    func undated(_ line: MeantLine) -> String? {
      if case .headingUndated(let text, _) = line.kind { text } else { nil }
    }
    let counts = Dictionary(lines.compactMap(undated).map { ($0, 1) }, uniquingKeysWith: +)
    if counts.isEmpty { return lines }
    // Days are told each; others may be the sections of somebody's notes.
    func isDay(_ line: MeantLine) -> Bool {
      let end = Line(startingAt: line.offset, in: bytes.span, upTo: bytes.count).text.upperBound
      let day = NamedDay(bytes.span, in: line.offset..<end, near: date(near: line.offset))
      return day.map { $0.isFirst && !$0.dates.isEmpty } == true
    }
    let all = lines.filter { undated($0).map { counts[$0, default: 0] < 3 } == true }
    let days = all.filter(isDay)
    let known = Set(days.map(\.offset))
    let told = all.filter { !known.contains($0.offset) }
    let one = told.first.flatMap { first in
      undated(first).map { text in
        MeantLine(at: first.offset, .headingUndated(text, others: told.count - 1))
      }
    }
    return lines.filter { undated($0) == nil } + days + [one].compactMap(\.self)
  }

  private func meantLine(
    _ marker: HeadingLine, amongTimes: Bool, in zone: LocalTimeZone,
    _ dateOrder: ForeignDate.Order?
  ) -> MeantLine? {
    let text = marker.line.text
    guard marker.isEntryLevel else { return meantPlace(marker, dateOrder) }
    switch EntryHeading.scanTimestamp(bytes.span, line: text) {
    case .valid(let timestamp, let range):
      let heading = EntryHeading(bytes.span, line: text, timestamp: timestamp, at: range)
      guard carriageReturn(in: heading) == nil else { return nil }
      return meantBraces(heading, marker.line)
        ?? meant(heading, amongTimes: amongTimes, in: zone)
    case .impossible(let range):
      // The date is there, and only what follows it is wrong: "2026-11-16: A title".
      guard Timestamp(bytes.span, at: range) != nil,
        let heading = heading(date: Array(bytes[range]), rest: range.upperBound, of: marker)
      else { return nil }
      return MeantLine(
        at: range.lowerBound, .headingForm(string(range), [], String(utf8: heading)),
        splices: splices(replacing: marker.line, by: heading))
    case .none: return meantForm(marker, amongTimes: amongTimes, dateOrder)
    }
  }

  /// Whether most entries have a time of day, or all of them one in their titles.
  var isOfTimes: Bool {
    let timed = entries.count { $0.heading.timestamp.precision != .day }
    if timed == 0, entries.count > 1 { return entries.allSatisfy { hasTimeInTitle($0.heading) } }
    return timed > 1 && timed * 2 >= entries.count
  }

  /// Whether a title begins or ends with what is written as times of day are: `koffie 9.15`, `1930-0800 night`.
  private func hasTimeInTitle(_ heading: EntryHeading) -> Bool {
    let title = heading.title
    guard heading.attributes == nil, !title.isEmpty else { return false }
    let first = LooseClock(bytes.span, at: title.lowerBound, upTo: title.upperBound)
    guard let clock = first ?? clockBehindWords(title)?.clock else { return false }
    return clock.isLikely && clock.hasMinutes && clock.written != nil
  }

  /// Whether most of its first entries with a time have an end, too.
  var isOfSpans: Bool {
    let timed = entries.prefix(200).filter { $0.heading.timestamp.precision != .day }
    let spans = timed.count { $0.heading.timestamp.minutesToEnd != 0 }
    return spans > 1 && spans * 2 >= timed.count
  }

  /// Whether the file is a thread by its front matter alone.
  var isEmptyThread: Bool { frontMatter != nil && entries.isEmpty }

  /// `### 2026-11-15`, `##2026-11-16` and ` ## 2026-11-12`, or with such a date in another form; a space before one that is no
  /// heading makes it text.
  private func meantPlace(_ marker: HeadingLine, _ order: ForeignDate.Order?) -> MeantLine? {
    let end = marker.line.text.upperBound
    if marker.isIndented, marker.isDeep || !marker.isHeadingBehindIndent {
      return meantBehindIndent(marker)
    }
    guard case .valid(_, let dateEnd) = Timestamp.scan(bytes.span, in: marker.content..<end),
      dateEnd == end || bytes[dateEnd] == 0x20
    else {
      if marker.isHidden { return nil }
      let meant = meantHeading(
        marker.content..<end, of: marker.line, order, hasMarks: marker.level == 2)
      guard marker.isIndented else { return meant ?? meantSection(marker) }
      // What is indented may be meant so, and days without their year are hardly any.
      guard case .headingPlace(let heading, _)? = meant?.kind else {
        return meantBehindIndent(marker)
      }
      return MeantLine(
        at: marker.line.text.lowerBound, .headingPlace(heading, isIndented: true))
    }
    let heading = Array("## ".utf8) + bytes[marker.content..<end]
    let isClear = !marker.isIndented && marker.level == 2
    return MeantLine(
      at: marker.line.text.lowerBound,
      marker.isHidden
        ? .headingHidden(String(utf8: heading))
        : .headingPlace(String(utf8: heading), isIndented: marker.isIndented),
      splices: isClear ? splices(replacing: marker.line, by: heading) : nil)
  }

  /// `[2026-11-16]`, `14.11.2026`, `Nov 16, 2026` and the like.
  private func meantForm(
    _ marker: HeadingLine, amongTimes: Bool, _ order: ForeignDate.Order?
  ) -> MeantLine? {
    let end = marker.line.text.upperBound
    var start = marker.content
    while start < end, HeadingLine.closing(bytes[start]) != nil { start += 1 }
    let opening = bytes[marker.content..<start]
    // `[[2026-11-16]]` is a link.
    guard !opening.starts(with: [0x5B, 0x5B]) else { return nil }
    var dates: [CalendarDate] = []
    var date: [UInt8] = []
    var rest = start
    if let close = opening.last.flatMap({ HeadingLine.closing($0) }),
      let closeOffset = ByteSearch.firstIndex(of: close, in: bytes.span, start..<end),
      let time = Timestamp(String(utf8: withoutWeekday(start..<closeOffset)))
    {
      (dates, date, rest) = ([time.date], withoutWeekday(start..<closeOffset), closeOffset)
    } else if let foreign = ForeignDate(bytes.span, at: start, upTo: end) {
      (dates, rest) = (foreign.dates(in: order), foreign.end)
      // `11.22.63 by King` is a title.
      let words = bytes[offset(behindSignsAt: rest, upTo: end)..<end]
      let hasWords = words.first.map { Byte.isLetter($0) || $0 >= 0x80 } ?? false
      if foreign.hasShortYear, hasWords, !dates.contains(where: { 2000..<2050 ~= $0.year }) {
        return nil
      }
      // `2026-11-1 1` may be the 11th, and so may `2026-11-1` where the first would be out of order.
      let isOurs = bytes[start..<rest].dropFirst(4).first == UInt8(ascii: "-")
      if isOurs, let slip = SlippedDate(bytes[start..<end], near: nil), slip.isKnown {
        dates += slip.dates.filter { !dates.contains($0) }
      }
      let isClear =
        dates.count == 1 && !foreign.hasShortYear && !foreign.contradictsWeekday(of: dates)
        && (!isOurs || isInOrder(dates[0], at: start))
      date = isClear ? Array(dates[0].text.utf8) : []
    } else if let weekday = SpokenDate.weekday(in: bytes.span, at: start, upTo: end),
      let foreign = ForeignDate(bytes.span, at: weekday.end, upTo: end)
    {
      (dates, rest) = (foreign.dates(in: order), foreign.end)
      let isClear = dates.count == 1 && !foreign.hasShortYear && dates[0].weekday == weekday.day
      date = isClear ? Array(dates[0].text.utf8) : []
    } else if let spoken = SpokenDate(bytes.span, at: start, upTo: end) {
      (dates, rest) = ([spoken.date], spoken.end)
      date = spoken.contradictsWeekday ? [] : Array(spoken.date.text.utf8)
    }
    guard !dates.isEmpty else {
      return meantInQuotes(marker) ?? meantLookalike(marker)
        ?? (opening.isEmpty
          ? meantSlip(marker) ?? meantDay(marker, amongTimes: amongTimes, order)
          : impossibleForm(marker))
    }
    for byte in opening.reversed() {
      guard rest < end, bytes[rest] == HeadingLine.closing(byte) else { return nil }
      rest += 1
    }
    // `[2026-11-16](…)` and `[2026-11-16]: …` are links.
    if opening.contains(0x5B), rest < end, [0x28, 0x3A, 0x5B].contains(bytes[rest]) { return nil }
    let heading = date.isEmpty ? nil : heading(date: date, rest: rest, of: marker)
    return MeantLine(
      at: marker.content,
      .headingForm(string(marker.content..<rest), dates, heading.map { String(utf8: $0) }),
      splices: heading.flatMap { splices(replacing: marker.line, by: $0) })
  }

  /// `31.11.2026` and the like, which no calendar has.
  func impossibleForm(_ marker: HeadingLine) -> MeantLine? {
    ForeignDate.impossibleEnd(
      in: bytes.span, at: marker.content, upTo: marker.line.text.upperBound
    ).map { end in
      let range = marker.content..<end
      return MeantLine(
        at: marker.content, .file(.impossibleTime(range), text: string(range), line: 1))
    }
  }

  /// `## 22:10` in a thread, which begins none without a date.
  func meantClock(_ marker: HeadingLine, amongTimes: Bool) -> MeantLine? {
    // What stands above the entries of a file without front matter may be a note's own.
    guard marker.content >= preamble.upperBound || frontMatter != nil else { return nil }
    let typed = bytes[marker.content..<marker.line.text.upperBound]
    let dated = Array("2000-01-01 ".utf8) + typed
    guard case .valid(let time, let end) = Timestamp.scan(dated.span, in: 0..<dated.count),
      time.precision != .day
    else { return meantLooseClock(marker, amongTimes: amongTimes) }
    // `5 pm deadline` is a title.
    let rest = dated[end...].trimmed
    let isHour = !dated[..<end].contains(.colon)
    if isHour, let next = rest.first, Byte.isLetter(next), next & 0x20 != 0 { return nil }
    return MeantLine(
      at: marker.content, .headingClock(String(utf8: typed.prefix(end - dated.count + typed.count)))
    )
  }

  /// The same for a time in another form that is all of the heading, `22h30`, `von 9 bis 11`, or ends it, `Walk 9:05`.
  private func meantLooseClock(_ marker: HeadingLine, amongTimes: Bool) -> MeantLine? {
    let range = WideBlank.trimming(bytes.span, marker.content..<marker.line.text.upperBound)
    guard let day = Timestamp("2000-01-01"), bytes[range].contains(where: Byte.isDigit) else {
      return nil
    }
    let typed = TypedClock(bytes.span, in: range, after: .day)
    let end = typed?.end ?? DoubtfulClock.end(in: bytes.span, title: range, after: day)
    // `12` and `3a` are numbers of anything.
    let isClock =
      typed == nil
      ? bytes[range].contains { $0 == .colon || $0 == .space }
      : bytes[range].contains { $0 == .colon || Byte.isLetter($0) }
    if end == range.upperBound, isClock {
      return MeantLine(at: range.lowerBound, .headingClock(string(range), typed?.written))
    }
    // `22 Uhr Night shift`; `14.30` and `1830 Night shift` where other entries have times.
    if let clock = LooseClock(bytes.span, at: range.lowerBound, upTo: range.upperBound),
      clock.isNamed
        || clock.isLikely && amongTimes
          && (clock.end == range.upperBound && range.count == 5
            || bytes[range.prefix(4)].allSatisfy(Byte.isDigit) && !clock.isSpan)
    {
      return MeantLine(
        at: range.lowerBound, .headingClock(string(range.lowerBound..<clock.end), clock.written))
    }
    guard let (place, clock, _) = clockBehindWords(range), clock.isLikely, clock.isPlain else {
      return nil
    }
    return MeantLine(at: place.lowerBound, .headingClock(string(place), clock.written))
  }

  /// The heading with `date` and what `rest` of the line says behind it: a time, a title, attributes.
  func heading(date: [UInt8], rest: Int, of marker: HeadingLine) -> [UInt8]? {
    let end = marker.line.text.upperBound
    var start = offset(behindSignsAt: rest, upTo: end)
    if start == rest, start + 1 < end, bytes[start] == UInt8(ascii: "T"),
      Byte.isDigit(bytes[start + 1])
    {
      start += 1
    }
    // What follows directly, and is neither a sign nor attributes, may belong to the date.
    guard start > rest || start == end || bytes[start] == UInt8(ascii: "{") else { return nil }
    var line = bytes[marker.line.text.lowerBound..<marker.content] + date
    if start < end {
      line.append(0x20)
      line += bytes[start..<end]
    }
    let document = ThreadDocument(Array(line))
    guard let heading = document.entries.first?.heading else { return nil }
    if let clock = document.clock(of: heading) {
      return clock.written.flatMap { document.line(of: heading, with: $0, clock) }
    }
    // What separated the time from the title is not the title's.
    var new = document.bytes
    let title = heading.title
    let titleStart = document.offset(behindSignsAt: title.lowerBound, upTo: title.upperBound)
    if titleStart > title.lowerBound { new.removeSubrange(title.lowerBound..<titleStart) }
    let result = ThreadDocument(new)
    guard let fixed = result.entries.first?.heading, fixed.timestamp == heading.timestamp,
      result.clock(of: fixed) == nil, result.hasPlainTitle(fixed), !result.mayHaveTime(fixed)
    else { return nil }
    return new
  }

  /// Whether a title begins with what may be a time, or an end: `von 13 bis 14:30 Schlaf`, `3:5`, `ca. 19:00 Rest`.
  private func mayHaveTime(_ heading: EntryHeading) -> Bool {
    let title = heading.title
    let words = bytes[title].split(separator: .space).prefix(2)
    guard let first = words.first else { return false }
    let word = String(utf8: first).lowercased()
    let isBefore = (TimeWords.beginnings + TimeWords.until).contains(word)
    if isBefore { return words.last?.first.map(Byte.isDigit) == true && words.count == 2 }
    let sign = first.dropFirst(first.prefix(while: Byte.isDigit).count).first
    return first.first.map(Byte.isDigit) == true && sign == .colon
  }

  /// Whether a title begins with neither a sign, a dash, a date, a day of the week nor a time.
  func hasPlainTitle(_ heading: EntryHeading) -> Bool {
    let title = heading.title
    let span = bytes.span
    let weekday = SpokenDate.weekday(in: span, at: title.lowerBound, upTo: title.upperBound)?.end
    // "So it goes" is a title, and "Thu, 22:30" is none.
    let hasWeekday = weekday.map { $0 < title.upperBound && Byte.isDigit(bytes[$0]) } ?? false
    guard !hasWeekday, DoubtfulClock.end(in: span, title: title, after: heading.timestamp) == nil
    else { return false }
    guard offset(behindSignsAt: title.lowerBound, upTo: title.upperBound) == title.lowerBound,
      Timestamp.dashEnd(bytes.span, at: title.lowerBound, title.upperBound) == nil,
      ForeignDate(bytes.span, at: title.lowerBound, upTo: title.upperBound) == nil
    else { return false }
    return Timestamp.scan(bytes.span, in: title) == .none
  }

  /// The offset behind the signs at `start` that separate a date or time from what follows it.
  func offset(behindSignsAt start: Int, upTo end: Int) -> Int {
    let signs = Array(" \t,;:.|)@".utf8)
    var offset = start
    while offset < end {
      let dash = Timestamp.dashEnd(bytes.span, at: offset, end)
      if let dash, dash == end || bytes[dash] == 0x20 {
        offset = dash
      } else if signs.contains(bytes[offset]) {
        offset += 1
      } else {
        let length = WideBlank.length(in: bytes.span, at: offset, upTo: end)
        if length == 0 { break }
        offset += length
      }
    }
    return offset
  }

  /// The splice that makes `line` another; none where the file ends in it, as an editor may have saved half of it.
  func splices(replacing line: Line, by new: [UInt8]) -> [Splice]? {
    guard line.next > line.text.upperBound else { return nil }
    let old = bytes[line.text]
    let kept = zip(old, new).prefix { $0 == $1 }.count
    return [Splice(line.text.lowerBound + kept..<line.text.upperBound, Array(new[kept...]))]
  }
}
