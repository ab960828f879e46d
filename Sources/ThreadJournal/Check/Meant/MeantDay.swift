import ThreadStorage

/// Lines of the text that are rather the headings of days.
extension ThreadDocument {
  /// Lines without `##` that begin as entries of other programs do, `[2026-11-11 22:15] walk`, `** 2026-11-11`, or that
  /// are headings by a line of `=` or `-` below them.
  func meantDatedLines(_ today: CalendarDate?) -> [MeantLine] {
    var fences = RangeCursor(codeBlocks)
    // One such heading at the top of a file without another title is that of a page.
    var aboveFences = fences
    let above = datedLines(in: preamble, &aboveFences) { place(underlinedHeading($0)) }
    let hasTitle =
      frontMatter?.value(at: ["title"])?.stringBytes != nil
      || above.first.map { bytes[preamble.lowerBound..<$0.offset].contains { $0 > 0x20 } } == true
    var inPreamble = above.count > 1 || hasTitle || isEmptyThread ? above : []
    // A time of day was to begin the first entry.
    if isThread {
      inPreamble += datedLines(in: preamble, &fences) {
        guard underlinedHeading($0) == nil else { return nil }
        return place(headingOfDatedLine($0.text) ?? headingOfOnlyLine($0.text))
          ?? dayAlone($0, below: nil, today) ?? dayWithClock($0, below: nil)
      }
    }
    let amongTimes = isOfTimes
    // As a line of its own, a time is rarely anything else where others have theirs.
    let haveTimes = entries.count { $0.heading.timestamp.precision != .day } > 1
    var clocks: [MeantLine] = []
    var entriesOfClocks = 0
    let inEntries = entries.flatMap { slice -> [MeantLine] in
      let text = content(of: slice).body.lowerBound..<slice.region.upperBound
      let time = slice.heading.timestamp
      let clock = amongTimes ? clockBelow(slice.heading, text) : nil
      let before = clocks.count
      let lines = datedLines(in: text, below: time.date, &fences) { line in
        let day =
          place(headingOfDatedLine(line.text) ?? underlinedHeading(line))
          ?? dayAlone(line, below: time.date, today) ?? dayWithClock(line, below: time.date)
          ?? dayBeforeProse(line, below: time.date, today) ?? dayBehindBlank(line, below: time.date)
          ?? dayBehindMarks(line.text, below: time.date, today)
        // The first line of a day's text has its time; and an entry with nothing above that hardly stands there.
        let isBelow =
          time.precision != .day && !slice.heading.title.isEmpty
          || hasText(in: slice, above: line)
        if day == nil, haveTimes, today != nil, isBelow,
          let clock = clockAsHeading(line.text, of: slice) ?? clockOfItem(line, of: slice)
        {
          clocks.append(MeantLine(at: line.text.lowerBound, clock))
        }
        return day
      }
      if clocks.count > before { entriesOfClocks += 1 }
      return [clock].compactMap(\.self) + lines
    }
    // Who has them in most entries means them so, and several are told together.
    if clocks.count > 2, case .headingClock(let text, let written, _) = clocks[0].kind {
      let kind = JournalProblem.Kind.headingClock(text, written, others: clocks.count - 1)
      let one = MeantLine(at: clocks[0].offset, kind)
      clocks = entriesOfClocks * 2 < entries.count ? [one] : []
    }
    return inPreamble + inEntries + clocks
  }

  /// The lines in `range` that begin a paragraph and are meant as a heading; in the text of an entry of `date`, also those
  /// directly below other text.
  private func datedLines(
    in range: Range<Int>, below date: CalendarDate? = nil, _ fences: inout RangeCursor,
    _ meant: (Line) -> JournalProblem.Kind?
  ) -> [MeantLine] {
    var found: [MeantLine] = []
    var above: Range<Int>?
    for line in bytes.lines(in: range) {
      let isCode = fences.range(at: line.text.lowerBound) != nil
      var kind: JournalProblem.Kind?
      if let above {
        kind = date.flatMap { isCode ? nil : dayBelowText(line, above, below: $0) }
      } else if !isCode {
        kind = meant(line)
      }
      if let kind { found.append(MeantLine(at: line.text.lowerBound, kind)) }
      above = line.text.allSatisfy { bytes[$0] <= 0x20 } ? nil : line.text
    }
    return found
  }

  /// A day with its time directly below the end of a paragraph, as who adds a line to a file types it; it is not where
  /// prose is wrapped, in a list of days, nor what a line with a colon introduces.
  private func dayBelowText(
    _ line: Line, _ above: Range<Int>, below date: CalendarDate
  ) -> JournalProblem.Kind? {
    let (text, before) = (bytes[line.text], bytes[above].trimmed)
    guard let sign = before.last, before.first.map(Byte.isDigit) == false,
      ".!?)".utf8.contains(sign) || before.count < 50 && !",:;".utf8.contains(sign)
    else { return nil }
    if let between = dayBetween(line, below: date) { return between }
    guard let first = text.first, Byte.isDigit(first),
      let days = DayLine.date(text, isHeading: false)?.dates,
      days.contains(where: { $0 >= date && isInOrder($0, at: line.text.lowerBound) })
    else { return nil }
    // `2026-11-20 22:15 goes on with it.`
    let word = text.split(separator: .space).first { !$0.contains(where: Byte.isDigit) }?.first
    if let word, 0x61...0x7A ~= word { return nil }
    return headingOfDatedLine(line.text).map { .headingPlace($0, isIndented: true) }
      ?? dayWithClock(line, below: date)
  }

  /// The same of a day without a time that is between those of the entry above and of the next one.
  private func dayBetween(_ line: Line, below date: CalendarDate) -> JournalProblem.Kind? {
    // The entry's own day is told of in its text.
    guard let day = DayBeforeProse(bytes, line.text, below: date), !day.dates.contains(date)
    else { return nil }
    let index = entries.indices.partitioningIndex {
      entries[$0].region.lowerBound > line.text.lowerBound
    }
    guard index < entries.count else { return nil }
    let next = entries[index].heading.timestamp.date
    let between = day.dates.filter { date < $0 && $0 < next }
    return between.isEmpty ? nil : place(between, day.clock, day.title)
  }

  /// A date that lost its marks but for their blank, above its text: ` 2026-11-09 9:00`.
  private func dayBehindBlank(_ line: Line, below date: CalendarDate) -> JournalProblem.Kind? {
    let typed = line.text.dropFirst()
    guard bytes[line.text].first == .space, !isAlone(line),
      case .valid(let time, let end) = Timestamp.scan(bytes.span, in: typed),
      end == typed.upperBound || bytes[end] == .space,
      time.date > date || time.date == date && time.precision != .day,
      isInOrder(time.date, at: typed.lowerBound)
    else { return nil }
    return .headingPlace("## \(string(typed))", isIndented: true)
  }

  /// A day between that of the entry above and today, behind what was to be the marks of a heading: `££ 2026-11-26 Haus`,
  /// `#26/11/2026 Haus`.
  private func dayBehindMarks(
    _ line: Range<Int>, below date: CalendarDate, _ today: CalendarDate?
  ) -> JournalProblem.Kind? {
    // What the keys beside `#`, or that key with another one, write; one `+` begins a list.
    let marks = bytes[line].prefix { "#~\"£@$%'+§=&^° ".utf8.contains($0) }
    if marks.elementsEqual("+ ".utf8) { return nil }
    let typed = bytes[marks.endIndex..<line.upperBound]
    // Other headings are told with these.
    guard let today, marks.count < 7, marks.first.map({ $0 != .space }) == true,
      marks.count(where: { $0 == .hash }) < 2,
      marks.first != .hash
        || HeadingLine(bytes, hash: line.lowerBound, from: line.lowerBound) == nil,
      let (dates, behind) = DayLine.date(typed, isHeading: false)
    else { return nil }
    let hasClock = DayLine.behindClock(behind).clock != nil
    let days = dates.filter {
      ($0 > date || $0 == date && hasClock) && $0 <= today && isInOrder($0, at: line.lowerBound)
    }
    guard days.count == 1 else { return nil }
    let own = string(typed.indices)
    let rest = behind.first == .space ? string(behind.indices) : ""
    let heading = own.hasPrefix(days[0].text) ? own : days[0].text + rest
    return .headingPlace("## \(heading)", isIndented: true)
  }

  /// The heading that a line such as `2026-11-11 Wed` with `=====` below it would be.
  private func underlinedHeading(_ line: Line) -> String? {
    guard let text = bytes.underlined(line) else { return nil }
    if case .valid(_, let end) = Timestamp.scan(bytes.span, in: text.indices) {
      return end == text.endIndex || bytes[end] == 0x20 ? "## " + string(text.indices) : nil
    }
    let day = DayLine(text)
    return day?.dates.count == 1 ? day.map { "## " + $0.dates[0].text } : nil
  }

  private func place(_ heading: String?) -> JournalProblem.Kind? {
    heading.map { .headingPlace($0, isIndented: false) }
  }

  /// The heading for `2026-11-06: words` in a thread without entries, where nothing else says what was written when.
  private func headingOfOnlyLine(_ line: Range<Int>) -> String? {
    guard isEmptyThread, case .valid(_, let end) = Timestamp.scan(bytes.span, in: line),
      let sign = bytes[end..<line.upperBound].first, sign == .colon || sign == .space
    else { return nil }
    let title = bytes[(end + 1)..<line.upperBound].trimmed
    return "## \(string(line.lowerBound..<end)) \(String(utf8: title))"
  }

  /// What is told of a day that is all of a paragraph, and no other heading: `2026-11-06`, `**2026-11-06**`, `Fri 6.11.2026`.
  ///
  /// That of the entry above, whose date is `date`, and one of long ago are rather a letter's or a poem's; so is one in
  /// brackets, in quotes or behind a dash.
  private func dayAlone(
    _ line: Line, below date: CalendarDate?, _ today: CalendarDate?
  ) -> JournalProblem.Kind? {
    var text = bytes[line.text]
    // `26/11:` directly above its text.
    let isLabel = text.last == .colon && date != nil && !isAlone(line)
    if isLabel { text = text.dropLast() }
    let isItem = text.first.map(EntryField.isBullet) == true && text.dropFirst().first != text.first
    guard let first = text.first, Byte.isLetterOrDigit(first) || "*_[<".utf8.contains(first),
      !isItem, !text.contains(.hash), text.count < 40, text.last != .colon
    else { return nil }
    let plain = text.filter { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "_") }
    guard let day = DayLine(plain[...]) else {
      // `Mittwoch, 18.11.`, `18 november 13:00`
      let named = NamedDay(plain.span, in: plain.indices, near: date)
      guard let named, named.isClear, text.count > (isLabel ? 3 : 5) else { return nil }
      if named.dates.isEmpty { return dayOfWeek(plain[...], line, below: date) }
      var (clock, rest) = DayLine.behindClock(plain[named.end...])
      // `Thu Nov 12 18:40:00 WET 2026`, as `date` writes it.
      let words = rest.split(whereSeparator: Byte.isBlank)
      let isDated =
        words.last.map { word in
          named.dates.contains { word.elementsEqual("\($0.year)".utf8) }
        } == true
        && words.dropLast().allSatisfy { $0.count < 6 && $0.allSatisfy { 0x41...0x5A ~= $0 } }
      if isDated { rest = [] }
      let isOfDay = isDated && date.map { named.dates.contains($0) } == true
      guard isOfDay || isNext(named.dates, line, below: date),
        !isLabel || isPast(named.dates, today)
      else { return nil }
      // `8k in 45:12, knee 3/10` is of another kind.
      return named.end == plain.endIndex && (named.isFirst || !text.contains(.colon))
        || named.isFirst && clock != nil && rest.isEmpty
        ? place(named.dates, clock) : nil
    }
    // One of the next days is one with text below it, too.
    guard date == nil || isAlone(line) || isNext(day.dates, line, below: date),
      !isLabel || isPast(day.dates, today)
    else { return nil }
    // A time besides is more than a letter's date.
    let nearest = day.clock == nil ? 1 : 0
    if let date, day.dates.contains(where: { !(nearest...366 ~= $0.days(from: date)) }) {
      return nil
    }
    return place(day.dates, day.clock)
  }

  /// The same of `Thursday 7:30`, on the next such day.
  private func dayOfWeek(
    _ text: ArraySlice<UInt8>, _ line: Line, below date: CalendarDate?
  ) -> JournalProblem.Kind? {
    guard let date,
      let weekday = SpokenDate.weekday(in: text.span, at: 0, upTo: text.count)
    else { return nil }
    let (clock, rest) = DayLine.behindClock(text.dropFirst(weekday.end))
    let days = (1...7).map { date.advanced(byDays: $0) }.filter { $0.weekday == weekday.day }
    guard clock != nil, rest.isEmpty, isNext(days, line, below: date) else { return nil }
    return place(days, clock)
  }

  /// What is told of a paragraph that begins with a day and a time in another form, `2026-11-06, 7:30`, `6.11.2026 7:30 Fog`;
  /// or with a day after that of the entry above, and goes on with a few words that are no sentence: `6.11.2026 Fog`.
  ///
  /// Days with two digits of their year are those of messages that were copied. Above all entries, it has a time.
  private func dayWithClock(_ line: Line, below date: CalendarDate?) -> JournalProblem.Kind? {
    let text = bytes[line.text]
    guard let first = text.first, Byte.isDigit(first),
      ForeignDate(bytes.span, at: text.startIndex, upTo: text.endIndex)?.hasShortYear != true,
      let (dates, behind) = DayLine.date(text, isHeading: false), behind.count < 100
    else { return nil }
    let (clock, title) = DayLine.behindClock(behind)
    if let clock {
      if isOfLog(clock) { return nil }
    } else {
      let isTitle = title.count < 40 && title.last.map(Byte.isLetterOrDigit) == true
      let hasSeconds = Timestamp.beginning(of: text).map { $0.time.precision != .day } ?? false
      // What is to come is listed below a line that ends in a colon.
      let above = bytes[..<line.text.lowerBound].last { $0 > 0x20 }
      guard isTitle, let date, isNext(dates, line, below: date), !hasSeconds,
        behind.first == .space,
        above != .colon, isAlone(line),
        dates.contains(where: { isInOrder($0, at: line.text.lowerBound) })
      else { return nil }
    }
    return place(dates, clock, title)
  }

  /// What is told of a paragraph that begins with a day between those of the entry above and of the next one.
  ///
  /// Such as `22/11 did nothing`, `**25.11.2026** Rain`, `Nov 22: rain`, `22 Nov – Rain` and `Sunday. Rain`; a day to
  /// come is rather an appointment.
  private func dayBeforeProse(
    _ line: Line, below date: CalendarDate, _ today: CalendarDate?
  ) -> JournalProblem.Kind? {
    let text = bytes[line.text]
    guard let today, text.last != .colon,
      let day = DayBeforeProse(bytes, line.text, below: date),
      bytes[..<line.text.lowerBound].last(where: { $0 > 0x20 }) != .colon,
      day.clock.map(isOfLog) != true
    else { return nil }
    // `Friday 13th, of course.` begins the text of that day.
    if day.dates.contains(date), day.clock == nil, let slice = entry(at: line.text.lowerBound),
      beginsText(of: slice, line)
    {
      return nil
    }
    let past = day.dates.filter { $0 <= today }
    let isInOrder = past.contains { self.isInOrder($0, at: line.text.lowerBound) }
    guard day.isFilledIn(past, below: date) || isInOrder && isNext(day.dates, line, below: date)
    else { return nil }
    let isTitle =
      day.title.count < 40 && day.title.last.map { !".!?:".utf8.contains($0) } == true
      && isAlone(line)
    return place(day.dates, day.clock, isTitle ? day.title : [])
  }

  /// Whether a time is that of the line of a log: with its seconds.
  private func isOfLog(_ clock: String) -> Bool {
    clock.count { $0 == ":" } > (clock.contains("-") ? 2 : 1)
  }

  /// The headings with any of these dates.
  private func place(
    _ dates: [CalendarDate], _ clock: String?, _ title: ArraySlice<UInt8> = []
  ) -> JournalProblem.Kind {
    let rest = [clock, title.isEmpty ? nil : String(utf8: title)].compactMap(\.self)
    let headings = dates.map { (["##", $0.text] + rest).joined(separator: " ") }
    return .headingPlace(headings.joined(separator: " or "), isIndented: true)
  }

  /// Whether one of the days lies within a month after that of the entry above, or where the newest come first, between
  /// that and the one of the next entry.
  private func isNext(_ days: [CalendarDate], _ line: Line, below date: CalendarDate?) -> Bool {
    guard let date else { return false }
    let index = entries.indices.partitioningIndex {
      entries[$0].region.lowerBound > line.text.lowerBound
    }
    let next = index < entries.count ? entries[index].heading.timestamp.date : date
    return days.contains { day in
      day.days(from: date) <= 31 && (day > date || next < day && day < date)
    }
  }

  private func isPast(_ days: [CalendarDate], _ today: CalendarDate?) -> Bool {
    today.map { today in days.contains { $0 <= today } } == true
  }

  private func isAlone(_ line: Line) -> Bool {
    let below = Line(startingAt: line.next, in: bytes.span, upTo: bytes.count).text
    return bytes[below].allSatisfy { $0 <= 0x20 }
  }

  /// The heading that a line may be meant as: with a minute, as other programs write, and not the second of a log.
  private func headingOfDatedLine(_ line: Range<Int>) -> String? {
    guard line.count > 10, let first = bytes[line].first else { return nil }
    if let heading = headingOfOrg(line) { return heading }
    var start = line.lowerBound
    switch first {
    case UInt8(ascii: "["): start += 1
    // The marks without the shift key, and those of wide keyboards.
    case UInt8(ascii: "3") where bytes[line].starts(with: "33 ".utf8): start += 3
    case 0xEF where bytes[line].starts(with: "＃＃ ".utf8): start += 7
    case UInt8(ascii: "*"):
      guard bytes[start + 1] == first else { return nil }
      if Byte.isDigit(bytes[start + 2]) { return bracketed(line, by: "**", "**") }
      guard bytes[start + 2] == 0x20 else { return nil }
      start += 3
    default: guard Byte.isDigit(first) else { return nil }
    }
    guard case .valid(let time, var end) = Timestamp.scan(bytes.span, in: start..<line.upperBound)
    else { return bracketed(line) }
    let hasMarks = start > line.lowerBound + 1
    guard time.precision == .minute || (hasMarks && time.precision == .day) else {
      return bracketed(line)
    }
    let typed = string(start..<end)
    guard first != UInt8(ascii: "[") else { return bracketed(line) }
    while end < line.upperBound, bytes[end] == 0x20 { end += 1 }
    return "## " + typed + (end < line.upperBound ? " " : "") + string(end..<line.upperBound)
  }

  /// The heading for `* <2026-11-11 Wed 22:15> Walk`, as Emacs has it.
  private func headingOfOrg(_ line: Range<Int>) -> String? {
    let stars = bytes[line].prefix { $0 == UInt8(ascii: "*") }
    let rest = bytes[stars.endIndex..<line.upperBound]
    guard !stars.isEmpty, rest.first == .space,
      let sign = rest.dropFirst().first, sign == UInt8(ascii: "<") || sign == UInt8(ascii: "["),
      let close = rest.prefix(40).firstIndex(
        of: sign == UInt8(ascii: "<") ? UInt8(ascii: ">") : 0x5D),
      close + 1 == rest.endIndex || Byte.isBlank(rest[close + 1])
    else { return nil }
    // Behind the date stands the day of the week.
    let words = rest[(rest.startIndex + 2)..<close].split(separator: .space)
    guard words.count > 1, words[1].allSatisfy({ Byte.isLetter($0) || $0 >= 0x80 || $0 == .dot }),
      let first = words.first, let time = Timestamp(String(utf8: first)), time.precision == .day
    else { return nil }
    let clock = words.dropFirst().first { $0.contains(.colon) }
    let title = rest[(close + 1)...].trimmed
    let parts = [first, clock ?? [], title].filter { !$0.isEmpty }
    return (["##"] + parts.map { String(utf8: $0) }).joined(separator: " ")
  }

  /// The heading for jrnl's `[2026-11-11 22:15] walk`, or for `**2026-11-11 22:15** walk`.
  private func bracketed(
    _ line: Range<Int>, by open: String = "[", _ mark: String = "]"
  ) -> String? {
    let text = bytes[line].prefix(40)
    let start = line.lowerBound + open.utf8.count
    guard text.starts(with: open.utf8),
      let close = ByteSearch.firstIndex(of: Array(mark.utf8), in: bytes.span, start..<text.endIndex)
    else { return nil }
    let end = close + mark.utf8.count
    guard end == line.upperBound || bytes[end] == 0x20 else { return nil }
    var typed = string(start..<close)
    if let foreign = ForeignDate(bytes.span, at: start, upTo: close),
      foreign.dates.count == 1, !foreign.hasShortYear
    {
      typed = foreign.dates[0].text + string(foreign.end..<close)
    }
    guard let time = Timestamp(typed), time.precision != .day else { return nil }
    return "## " + typed + string(end..<line.upperBound)
  }
}
