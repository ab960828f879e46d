import ThreadStorage

extension ImportReader {
  /// A heading of any level whose text begins with a time, or with a time of the day above: its line, and what it says.
  typealias DatedHeading = (
    line: Range<Int>, time: Timestamp, title: [UInt8], zone: String?, isClock: Bool
  )

  func datedHeadings(of document: ThreadDocument) -> [DatedHeading] {
    var fences = RangeCursor(document.codeBlocks)
    return bytes.lines(in: document.preamble.lowerBound..<bytes.count).compactMap { line in
      guard let text = heading(line.text), let (time, title, zone) = dated(text),
        fences.range(at: line.text.lowerBound) == nil
      else { return nil }
      return (line.text.lowerBound..<line.next, time, title, zone, false)
    }
  }

  /// The headings, with those between them that are times of the day above: `# 2026-03-28`, and `## 07:30` below it.
  private func addingClocks(
    to headings: [DatedHeading], of document: ThreadDocument
  ) -> [DatedHeading] {
    var fences = RangeCursor(document.codeBlocks)
    var all: [DatedHeading] = []
    for (index, heading) in headings.enumerated() {
      all.append(heading)
      let end = index + 1 < headings.count ? headings[index + 1].line.lowerBound : bytes.count
      guard heading.time.precision == .day else { continue }
      all += clocks(
        in: heading.line.upperBound..<end, of: heading.time.date, below: level(heading), &fences)
    }
    return all
  }

  /// The headings of a day's lines that begin with a time of day, one of them clearly; none where others stand among them,
  /// whose text would go to a time that it is not of.
  func clocks(
    in region: Range<Int>, of date: CalendarDate, below dayLevel: Int, _ fences: inout RangeCursor
  ) -> [DatedHeading] {
    var found: [DatedHeading] = []
    var isClear = false
    for line in bytes.lines(in: region) {
      guard let text = heading(line.text), fences.range(at: line.text.lowerBound) == nil else {
        continue
      }
      let level = bytes[line.text].prefix { $0 == .hash }.count
      guard level > dayLevel, found.first.map({ level <= self.level($0) }) != false else {
        continue
      }
      if let clock = clock(text, of: date),
        found.first.map({ level == self.level($0) }) != false
      {
        let (time, title, zone) = clock.found
        found.append((line.text.lowerBound..<line.next, time, title, zone, true))
        isClear = isClear || clock.isClear
      } else if !found.isEmpty {
        return []
      }
    }
    return isClear ? found : []
  }

  /// What `dated` tells of the time of day that the text of a heading begins with, on `date`; an hour is not clear that may
  /// be something else.
  private func clock(
    _ text: ArraySlice<UInt8>, of date: CalendarDate
  ) -> (found: (time: Timestamp, title: [UInt8], zone: String?), isClear: Bool)? {
    let isNumber = text.first.map(Byte.isDigit) == true
    let forms: [[UInt8]?] = [
      isNumber ? Array(text) : nil, Self.withColon(text), Self.withBareClock(text),
    ]
    for (index, form) in forms.enumerated() {
      if let form, let found = dated((Array("\(date.text) ".utf8) + form)[...]),
        found.time.precision != .day
      {
        return (found, index < 2)
      }
    }
    return nil
  }

  /// Whether a time of day stands behind the day that the text of a heading begins with, which is `date`.
  private func hasClock(behindDayIn text: ArraySlice<UInt8>, of date: CalendarDate) -> Bool {
    if let (time, _) = Timestamp.beginning(of: text) { return time.precision != .day }
    guard let (_, behind) = DayLine.date(text, isHeading: true) else { return false }
    let clock = clock(behind.drop { Byte.isBlank($0) || $0 == UInt8(ascii: ",") }, of: date)
    return clock?.isClear == true
  }

  private func level(_ heading: DatedHeading) -> Int {
    bytes[heading.line].prefix { $0 == .hash }.count
  }

  /// The level at which most of the headings stand.
  private func mainLevel(of headings: [DatedHeading]) -> Int {
    let counts = Dictionary(headings.map { (level($0), 1) }, uniquingKeysWith: +)
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? 2
  }

  /// Whether more of the headings stand at another level than our entries do, or some of this level are written in
  /// another way, or have one of the next ones above them: of a file that nothing says is a thread of ours.
  func haveOthers(_ headings: [DatedHeading], than document: ThreadDocument) -> Bool {
    guard !isOwn(document) else { return false }
    // Of a heading with `p. m.` the time is another one.
    let times = Dictionary(
      document.entries.map {
        ($0.heading.line.lowerBound, $0.heading.timestamp.wallClockSeconds)
      }, uniquingKeysWith: { first, _ in first })
    return mainLevel(of: headings) != 2
      || headings.contains { heading in
        level(heading) == 2 && times[heading.line.lowerBound] != heading.time.wallClockSeconds
      }
      || addingClocks(to: headings, of: document).count > headings.count
      || zip(headings, headings.dropFirst()).contains {
        end(of: $0, before: $1) < $1.line.lowerBound
      }
  }

  /// Whether something says that the file is a thread of ours.
  func isOwn(_ document: ThreadDocument) -> Bool {
    ThreadHeader(path: file, document: document).id != nil
      || !document.fieldSchema.fields.isEmpty
      || document.entries.contains { $0.heading.attributes != nil }
  }

  /// Notes the lines of an entry's text that are perhaps meant as something else, or lead elsewhere from the thread:
  /// headings of the first two levels with a year's digits, what looks like another day's, properties, links to files;
  /// with `hasUndated`, also other headings of the level of the days.
  mutating func noteLines(
    in region: Range<Int>, of date: CalendarDate, _ fences: inout RangeCursor,
    isNote: Bool = false, below dayLevel: Int = 2, hasUndated: Bool = true
  ) {
    for line in bytes.lines(in: region) {
      let start = line.text.lowerBound
      guard fences.range(at: start) == nil else { continue }
      let typed = bytes[line.text]
      let text = heading(line.text)
      let level = typed.prefix { $0 == .hash }.count
      let isHeading = text != nil && level <= 2
      let isTitle =
        !isNote && (isHeading || text == nil)
        && (text ?? bytes.underlined(line)).map { Self.hasYear($0) && !Self.isTitleOfYear($0) }
          == true
      let isMalformed = isMalformed(typed)
      let day = isTitle && isHeading && !isMalformed ? nil : DayLine(typed, near: date)
      let number = lineNumber(at: start)
      if let day {
        if !day.dates.contains(date) {
          // Where it would be one of ours, the note's other sections say that it is one of them.
          let isSection =
            isNote && level == 2
            && text.flatMap { Timestamp.beginning(of: $0) } != nil
          leaveOut(
            isSection ? .sectionDay : .day(isNote || isMalformed ? .note : .entry),
            showing: typed, line: number, of: day.dates)
        } else if let text,
          hasClock(behindDayIn: text, of: date)
            || !isNote && level == 2
              && bytes[region.lowerBound..<start].contains(where: { $0 > 0x20 })
        {
          leaveOut(.day(.note), showing: typed, line: number, of: [date])
        }
      } else if let text, ThreadDocument.timeInTitle(text, on: date) != nil {
        leaveOut(.clockBelow, showing: typed, line: number, of: [date])
      } else if !isNote, level > 0, let text,
        let bare = Self.bareDay(text, near: date, isDeeper: level > dayLevel)
      {
        leaveOut(.day(.entry), showing: typed, line: number, of: [bare])
      } else if !isNote, text == nil, let day = dayBeforeProse(line.text, below: date) {
        leaveOut(.day(.entry), showing: typed, line: number, of: [day])
      } else if isTitle {
        leaveOut(.heading, showing: typed, line: number)
      } else if !isNote, level > 0, let text,
        level <= dayLevel && hasUndated || isDoubtful(text, near: date, isDeeper: level > dayLevel)
      {
        leaveOut(.heading, showing: typed, line: number)
      } else if !isNote {
        noteProperty(in: typed, number: number)
      }
      for target in FileLink.targets(in: typed) {
        leaveOut(.fileLink, showing: target, line: number)
      }
    }
  }

  /// A day soon behind that of the entry above with which a line of its text begins: `15.10  Leimring`, `**Sat 15.8.** Beach`,
  /// `17.-18.10. Leaves`.
  private func dayBeforeProse(_ line: Range<Int>, below date: CalendarDate) -> CalendarDate? {
    var behind = bytes[line].drop(while: Byte.isDigit)
    let digits = behind.startIndex - line.lowerBound
    if behind.first == .dot { behind.removeFirst() }
    let isRange = 1...2 ~= digits && behind.first == UInt8(ascii: "-")
    let day = DayBeforeProse(
      bytes, isRange ? behind.startIndex + 1..<line.upperBound : line, below: date)
    return day?.dates.first { 1...31 ~= $0.days(from: date) }
  }

  /// Whether a check would doubt that such a heading is text of an entry of `date`; one below the level of the days only where
  /// it begins with a day of the week, or a word of a clock, and a number.
  private func isDoubtful(
    _ text: ArraySlice<UInt8>, near date: CalendarDate, isDeeper: Bool
  ) -> Bool {
    let line = Array("## ".utf8) + text
    guard isDeeper else {
      if Self.isNextDay(text, after: date) { return true }
      let document = ThreadDocument(Array("## \(date.text)\n\n".utf8) + line + [.lineFeed])
      return document.meantLines(
        document.fieldSchema, in: options.zone, dateOrder: options.dateOrder, today: date
      ).contains(where: \.isHeading)
    }
    let weekday = SpokenDate.weekday(in: text.span, at: 0, upTo: text.count)
    if weekday.map({ text.dropFirst($0.end).first.map(Byte.isDigit) == true }) == true {
      return true
    }
    // `Kl. 9`
    let words = text.split(whereSeparator: Byte.isBlank).map { String(utf8: $0) }
    return words.count > 1 && TimeWords.clock.contains(words[0].lowercased())
      && words[1].first?.isNumber == true
  }

  /// Whether a heading begins with a number as the next days of the month have it, `5.` and `5. Meeting` below the 3rd.
  private static func isNextDay(_ text: ArraySlice<UInt8>, after date: CalendarDate) -> Bool {
    let number = text.prefix(while: Byte.isDigit)
    let rest = text[number.endIndex...]
    guard 1...2 ~= number.count, let day = Int(String(utf8: number)), rest.first == .dot,
      rest.dropFirst().first.map(Byte.isBlank) != false
    else { return false }
    return date.parts.day < day && day <= min(date.parts.day + 7, 31)
  }

  /// Whether no pattern makes a heading with a day of the line: `  ## 2026-03-06`, `## 2026-03-07##`.
  private func isMalformed(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.trimmed.first == .hash else { return false }
    guard let text = heading(line.indices) else { return true }
    return Timestamp.beginning(of: text) != nil && dated(text) == nil
  }

  /// Whether a heading has words behind a year alone, as `2026, my year` and `1984 (Orwell)`, and no month.
  private static func isTitleOfYear(_ text: ArraySlice<UInt8>) -> Bool {
    let numbers = text.split { !Byte.isDigit($0) }
    let words = text.split { !Byte.isLetter($0) && $0 < 0x80 }
    return numbers.count == 1 && text.first.map(Byte.isDigit) == true && !words.isEmpty
      && !words.contains { word in
        let day = Array("1 ".utf8) + word + Array(" 2026".utf8)
        return SpokenDate(day.span, at: 0, upTo: day.count) != nil
      }
  }

  /// The day next to `date` that a heading such as `Tuesday 3rd`, `11/5` or `11-5 9pm` has, which alone may be anything, or
  /// that has the name which is all of it; nil where it is more than a month away, or of another day of the week.
  ///
  /// - Parameter isDeeper: Whether it is rather a section of an entry, as `9-12` and the days of a plan may be.
  private static func bareDay(
    _ text: ArraySlice<UInt8>, near date: CalendarDate, isDeeper: Bool
  ) -> CalendarDate? {
    if let name = SpokenDate.weekdayName(in: text.span, 0..<text.count) {
      let days = (name - date.weekday + 7) % 7
      return isDeeper || days == 0 ? nil : date.advanced(byDays: days)
    }
    guard let day = NamedDay(text.span, in: 0..<text.count, near: date) else { return nil }
    let weekday = SpokenDate.weekday(in: text.span, at: 0, upTo: text.count)?.day
    let behind = text.dropFirst(day.end)
    let (clock, rest) = DayLine.behindClock(behind)
    let isTimed = clock != nil && rest.isEmpty
    // `1/2 cup` is no day, and `Tuesday 3 times` hardly one.
    let isClear = weekday != nil || isTimed || text.contains(UInt8(ascii: "/"))
    guard isClear || !isDeeper && text.contains(UInt8(ascii: "-")), day.isFirst, !day.hasYear,
      isTimed || behind.allSatisfy({ $0 == .colon })
    else { return nil }
    let near = day.dates.filter {
      $0 != date && (weekday == nil || $0.weekday == weekday)
        && (isClear || $0.days(from: date) <= 7)
    }
    return near.min { $0.days(from: date) < $1.days(from: date) }
  }

  mutating func readDatedHeadings(_ document: ThreadDocument, _ headings: [DatedHeading]) {
    let header = ThreadHeader(path: file, document: document)
    // Where the file begins with a dated heading, this is no title of the whole.
    let isTitle = dated(Array(header.title.utf8)[...]) == nil
    let title = String(utf8: Self.withoutSlug(Array(header.title.utf8)[...]))
    let own = isTitle ? thread(ImportedThread(title: title)) : defaultThread
    let start = document.preamble.lowerBound
    guard let first = headings.first else { return noteUndatedHeading(from: start) }
    leaveOutProperties(of: document, besides: isTitle ? ["title"] : [])
    leaveOutText(in: start..<first.line.lowerBound, of: document, title: header.title)
    let mainLevel = mainLevel(of: headings)
    var fences = RangeCursor(document.codeBlocks)
    let all = addingClocks(to: headings, of: document)
    var halves = ClockHalves()
    for (index, heading) in all.enumerated() {
      if !heading.isClock, level(heading) > mainLevel {
        leaveOut(
          .deeperHeading, showing: bytes[heading.line],
          line: lineNumber(at: heading.line.lowerBound))
      }
      noteWeekday(
        bytes[heading.line], of: heading.time.date, number: lineNumber(at: heading.line.lowerBound))
      let next = index + 1 < all.count ? all[index + 1] : nil
      let end = next.map { self.end(of: heading, before: $0) } ?? bytes.count
      read(heading, upTo: end, in: own, isAboveClocks: next?.isClock == true, &fences, &halves)
      leaveOutText(in: end..<(next?.line.lowerBound ?? end), of: document, title: header.title)
    }
    leaveOut(halves)
  }

  /// Reads what stands below a dated heading; a day that only stands above its times is no entry.
  mutating func read(
    _ heading: DatedHeading, upTo end: Int, in thread: ImportedThread, isAboveClocks: Bool = false,
    _ fences: inout RangeCursor, _ halves: inout ClockHalves
  ) {
    let line = lineNumber(at: heading.line.lowerBound)
    let typed = bytes[heading.line].drop { $0 == .hash || Byte.isBlank($0) }.trimmed
    halves.note(
      typed.dropLast(heading.title.count).trimmed, line: line, mayHaveDay: !heading.isClock)
    var entry = entry(at: heading.time, in: thread, line: line)
    noteRepeated(heading.time, typed: typed.dropLast(heading.title.count), line: line)
    entry.isForeign = true
    if let zone = heading.zone { note(.zoneName(zone), line: line) }
    // jrnl's stars stand behind titles in its Markdown, too.
    let isStarred = heading.title.suffix(2).elementsEqual(" *".utf8)
    setTitle(isStarred ? Array(heading.title.dropLast(2)) : heading.title, of: &entry)
    entry.add(isStarred: isStarred)
    if hasClockInTitle(entry.timestamp, entry.title) {
      leaveOut(.clockInTitle, showing: bytes[heading.line], line: line)
    }
    if heading.isClock { leaveOut(.clockHeading, showing: bytes[heading.line], line: line) }
    let text = readBody(heading.line.upperBound..<end, into: &entry)
    if !isAboveClocks || !isBare(entry) { reading.entries.append(entry) }
    noteLines(in: text..<end, of: heading.time.date, &fences, below: level(heading))
  }

  /// Where the text of an entry ends: what stands directly above the next one, at a higher level than both, is a heading
  /// of those that follow, such as the months of jrnl.
  private func end(of heading: DatedHeading, before next: DatedHeading) -> Int {
    let level = min(level(heading), level(next))
    var end = next.line.lowerBound
    for line in bytes.lines(in: heading.line.upperBound..<end).reversed() {
      if bytes[line.text].trimmed.isEmpty { continue }
      guard self.heading(line.text) != nil,
        bytes[line.text].prefix(while: { $0 == .hash }).count < level
      else { break }
      end = line.text.lowerBound
    }
    return end
  }

  /// Whether the entry says nothing but its day, and perhaps which day of the week that is.
  func isBare(_ entry: ImportedEntry) -> Bool {
    let weekday = SpokenDate.weekday(in: entry.title.span, at: 0, upTo: entry.title.count)
    return entry.fields.isEmpty && entry.text[...].trimmed.isEmpty
      && (weekday?.end ?? 0) == entry.title.count
  }

  /// Reads the lines below a heading as those of one of ours are read; returns where their text begins.
  private mutating func readBody(_ range: Range<Int>, into entry: inout ImportedEntry) -> Int {
    let heading = Array("## 2000-01-01\n".utf8)
    let document = ThreadDocument(heading + bytes[range])
    guard document.entries.count == 1, let slice = document.entries.first else {
      entry.text = text(of: range)
      return range.lowerBound
    }
    let content = document.content(of: slice)
    entry.text = content.text(in: document.bytes.span)
    for field in content.fields {
      let (name, value) = (document.string(field.name), field.value(in: document.bytes.span))
      if CSVTable.isPlace(name), PlaceName.isCoordinates(value) {
        leaveOut(.coordinates(column: name), line: entry.line)
      } else {
        add(name, value, to: &entry)
      }
    }
    dropOverridden(of: &entry)
    return range.lowerBound + content.body.lowerBound - heading.count
  }

  /// Notes the first heading that is like a day in another form; where there is none, and no other line seems to begin an
  /// entry, the first one with digits that are more than a year.
  private mutating func noteUndatedHeading(from start: Int) {
    let headings = bytes[start...].lines.compactMap {
      line -> (start: Int, text: ArraySlice<UInt8>)? in
      guard let text = heading(line.indices), text.contains(where: Byte.isDigit) else { return nil }
      return (line.startIndex, text)
    }
    func hasOnlyYear(_ text: ArraySlice<UInt8>) -> Bool {
      text.split { !Byte.isDigit($0) }.map(\.count) == [4]
    }
    let found =
      headings.prefix(200).first { Self.isLikeDay($0.text) }
      ?? (datedLine() == nil ? headings.first { !hasOnlyYear($0.text) } : nil)
    guard let found else { return }
    note(
      .undatedHeadings(String(utf8: found.text)),
      line: lineNumber(at: found.start))
  }

  private static func isLikeDay(_ text: ArraySlice<UInt8>) -> Bool {
    DayLine.date(text, isHeading: true) != nil
      || !TimePattern.fitting([String(utf8: text)], mayHaveTitles: true).isEmpty
      || ForeignDate.impossibleEnd(in: text.span, at: 0, upTo: text.count) != nil
      || NamedDay.yearlessEnd(in: text) != nil
  }
}
