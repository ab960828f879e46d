import ThreadStorage

/// A line that is not read as it was perhaps meant (F12, F18a, F20), and what it would be.
struct MeantLine {
  /// Where it is told.
  let offset: Int
  let kind: JournalProblem.Kind
  /// What makes it what it was meant as; nil where it has more than one reading, or may be meant as it stands.
  let splices: [Splice]?

  var isFrontMatter: Bool {
    if case .frontMatterPlace = kind { true } else { false }
  }
}

extension ThreadDocument {
  /// All of them, in the order of the file.
  func meantLines(_ schema: FieldSchema, in zone: LocalTimeZone) -> [MeantLine] {
    guard !isUTF16 else { return [] }
    let frontMatter = meantFrontMatter()
    // What it would say comes first: of what stands in it nothing is told.
    if let frontMatter, frontMatter.splices != nil { return [frontMatter] }
    var found =
      meantHeadings(in: zone) + meantDatedLines() + meantFields(schema)
      + preambleFields(schema)
    found += meantIDs(besides: found)
    return [frontMatter].compactMap(\.self) + found.sorted { $0.offset < $1.offset }
  }

  /// The lines that look like entries' headings and are none, and the titles that begin like a time (F12).
  ///
  /// Only lines with a `#` are looked at. Those that a code block shows are meant as text.
  private func meantHeadings(in zone: LocalTimeZone) -> [MeantLine] {
    let span = bytes.span
    var fences = codeBlocks[...]
    var titles: [MeantLine] = []
    var found: [MeantLine] = []
    var position = preamble.lowerBound
    let sign = UInt8(ascii: "#")
    while let hash = ByteSearch.firstIndex(of: sign, in: span, position..<bytes.count) {
      position = hash + 1
      guard let marker = HeadingLine(bytes, hash: hash, from: preamble.lowerBound) else { continue }
      position = max(position, marker.line.next)
      while let fence = fences.first, fence.upperBound <= hash { fences.removeFirst() }
      if let fence = fences.first, fence.contains(hash) { continue }
      guard let meant = meantLine(marker, in: zone) else { continue }
      if marker.level == 1, hash < preamble.upperBound {
        titles.append(meant)
      } else {
        found.append(meant)
      }
    }
    // One `# 2026-11-16` above all entries is the title of a page.
    return titles.count > 1 ? found + titles : found
  }

  private func meantLine(_ marker: HeadingLine, in zone: LocalTimeZone) -> MeantLine? {
    let text = marker.line.text
    guard marker.isEntryLevel else { return meantPlace(marker) }
    switch EntryHeading.scanTimestamp(bytes.span, line: text) {
    case .valid(let timestamp, let range):
      let heading = EntryHeading(bytes.span, line: text, timestamp: timestamp, at: range)
      return meantBraces(heading, marker.line) ?? meant(heading, in: zone)
    case .impossible(let range):
      // The date is there, and only what follows it is wrong: "2026-11-16: A title".
      guard Timestamp(bytes.span, at: range) != nil,
        let heading = heading(date: Array(bytes[range]), rest: range.upperBound, of: marker)
      else { return nil }
      return MeantLine(
        offset: range.lowerBound, kind: .headingForm(string(range), [], String(utf8: heading)),
        splices: splices(replacing: marker.line, by: heading))
    case .none: return meantForm(marker)
    }
  }

  /// `### 2026-11-15`, `##2026-11-16` and ` ## 2026-11-12`; a space before one that is no heading makes it text.
  private func meantPlace(_ marker: HeadingLine) -> MeantLine? {
    let end = marker.line.text.upperBound
    guard !marker.isIndented || marker.isHeadingBehindIndent,
      case .valid(_, let dateEnd) = Timestamp.scan(bytes.span, in: marker.content..<end),
      dateEnd == end || bytes[dateEnd] == 0x20
    else { return nil }
    let heading = Array("## ".utf8) + bytes[marker.content..<end]
    let isClear = !marker.isIndented && marker.level == 2
    return MeantLine(
      offset: marker.line.text.lowerBound,
      kind: .headingPlace(String(utf8: heading), isIndented: marker.isIndented),
      splices: isClear ? splices(replacing: marker.line, by: heading) : nil)
  }

  /// `[2026-11-16]`, `14.11.2026`, `Nov 16, 2026` and the like.
  private func meantForm(_ marker: HeadingLine) -> MeantLine? {
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
      (dates, rest) = (foreign.dates, foreign.end)
      let isClear = dates.count == 1 && !foreign.hasShortYear && !foreign.contradictsWeekday
      date = isClear ? Array(dates[0].text.utf8) : []
    } else if let weekday = SpokenDate.weekday(in: bytes.span, at: start, upTo: end),
      let foreign = ForeignDate(bytes.span, at: weekday.end, upTo: end)
    {
      (dates, rest) = (foreign.dates, foreign.end)
      let isClear = dates.count == 1 && !foreign.hasShortYear && dates[0].weekday == weekday.day
      date = isClear ? Array(dates[0].text.utf8) : []
    } else if let spoken = SpokenDate(bytes.span, at: start, upTo: end) {
      (dates, rest) = ([spoken.date], spoken.end)
      date = spoken.contradictsWeekday ? [] : Array(spoken.date.text.utf8)
    }
    guard !dates.isEmpty else {
      return meantBehindWord(marker) ?? meantDays(marker)
        ?? (opening.isEmpty ? meantClock(marker) ?? meantDay(marker) : nil)
    }
    for byte in opening.reversed() {
      guard rest < end, bytes[rest] == HeadingLine.closing(byte) else { return nil }
      rest += 1
    }
    // `[2026-11-16](…)` and `[2026-11-16]: …` are links.
    if opening.contains(0x5B), rest < end, [0x28, 0x3A, 0x5B].contains(bytes[rest]) { return nil }
    let heading = date.isEmpty ? nil : heading(date: date, rest: rest, of: marker)
    return MeantLine(
      offset: marker.content,
      kind: .headingForm(
        string(marker.content..<rest), dates, heading.map { String(utf8: $0) }),
      splices: heading.flatMap { splices(replacing: marker.line, by: $0) })
  }

  /// `## 22:10` in an entry, which begins none without a date.
  private func meantClock(_ marker: HeadingLine) -> MeantLine? {
    guard marker.content >= preamble.upperBound else { return nil }
    let typed = bytes[marker.content..<marker.line.text.upperBound]
    let dated = Array("2000-01-01 ".utf8) + typed
    guard case .valid(let time, let end) = Timestamp.scan(dated.span, in: 0..<dated.count),
      time.precision != .day
    else { return nil }
    return MeantLine(
      offset: marker.content,
      kind: .headingClock(String(utf8: dated[..<end].dropFirst("2000-01-01 ".utf8.count))),
      splices: nil)
  }

  /// The heading with `date` and what `rest` of the line says behind it: a time, a title, attributes.
  private func heading(date: [UInt8], rest: Int, of marker: HeadingLine) -> [UInt8]? {
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
      result.clock(of: fixed) == nil, result.hasPlainTitle(fixed)
    else { return nil }
    return new
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
  private func offset(behindSignsAt start: Int, upTo end: Int) -> Int {
    let signs = Array(" \t,;:.|)@".utf8)
    var offset = start
    while offset < end {
      let dash = Timestamp.dashEnd(bytes.span, at: offset, end)
      if let dash, dash == end || bytes[dash] == 0x20 {
        offset = dash
      } else if signs.contains(bytes[offset]) {
        offset += 1
      } else {
        break
      }
    }
    return offset
  }

  /// What else the time or the title of `heading` may have been meant as; `isNew` where its writer is still at it.
  func meant(
    _ heading: EntryHeading, isNew: Bool = false, in zone: LocalTimeZone
  ) -> MeantLine? {
    meantTime(heading, isNew: isNew) ?? meantEnd(heading, isNew: isNew, in: zone)
      ?? meantLength(heading, in: zone) ?? meantYear(heading) ?? meantGap(heading, in: zone)
  }

  /// An end before the start that may be a zone: `## 2026-11-20 10:00-05:00`.
  private func meantLength(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let time = heading.timestamp
    // So long lasts hardly anything that is noted with its end.
    guard time.utcOffset == nil, time.minutesToEnd > 12 * 60,
      let length = time.lengthText(in: zone)
    else { return nil }
    let range = heading.timestampRange
    let typed = bytes[range]
    guard let sign = typed.lastIndex(of: UInt8(ascii: "-")),
      Timestamp("2000-01-01T00:00:00" + String(utf8: typed[sign...])) != nil
    else { return nil }
    let title = string(range.upperBound..<heading.line.upperBound)
    let end = String(utf8: typed[sign...])
    let local = Timestamp(String(utf8: typed))?.withOffset(in: zone).canonicalText
    return MeantLine(
      offset: range.lowerBound,
      kind: .headingLength(
        length: length, end: end,
        asZone: "## \(String(utf8: typed[..<sign])):00\(end)\(title)",
        asEnd: "## \(local ?? String(utf8: typed))\(title)"),
      splices: nil)
  }

  /// A year that is rather a slip of the finger: `2206-11-21`, `0206-11-21`.
  private func meantYear(_ heading: EntryHeading) -> MeantLine? {
    guard !(1000..<2100).contains(heading.timestamp.date.year) else { return nil }
    let start = heading.timestampRange.lowerBound
    return MeantLine(
      offset: start, kind: .headingYear(string(start..<start + 4)), splices: nil)
  }

  /// A title that begins like a time: `## 2026-11-21 9.05`.
  private func meantTime(_ heading: EntryHeading, isNew: Bool) -> MeantLine? {
    let isDeclared = heading.hasDeclaredTitle(bytes.span)
    // What has an id was perhaps written by tj, which sets such a title off by two spaces; by hand they may be a slip.
    guard !isDeclared || (!isNew && heading.attributes?.id == nil) else { return nil }
    let title = heading.title
    guard let clock = clock(of: heading, isNew: isNew) else {
      if let meant = meantBehindWeekday(heading, isDeclared: isDeclared) { return meant }
      // In a draft the time is given, and another one is typed behind it.
      let second =
        isNew && heading.timestamp.precision != .day
        ? TypedClock(bytes.span, in: title, after: .day)?.end : nil
      let end = DoubtfulClock.end(in: bytes.span, title: title, after: heading.timestamp) ?? second
      return end.map { end in
        MeantLine(
          offset: title.lowerBound, kind: .headingTime(string(title.lowerBound..<end), nil),
          splices: nil)
      }
    }
    if let end = meantEnd(heading, clock) { return end }
    let line = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    let meant = clock.written.flatMap { self.line(of: heading, with: $0, clock) }
    return MeantLine(
      offset: title.lowerBound,
      kind: .headingTime(
        string(title.lowerBound..<clock.end), meant.map { String(utf8: $0) }),
      splices: isDeclared ? nil : meant.flatMap { splices(replacing: line, by: $0) })
  }

  /// An end behind seconds or a zone, where what begins with a minus may be a zone: `22:30:00 - 06:15`.
  private func meantEnd(_ heading: EntryHeading, _ clock: TypedClock) -> MeantLine? {
    let time = heading.timestamp
    guard clock.continuesTime, let written = clock.written, written.hasPrefix("-"),
      time.precision != .minute || time.utcOffset != nil, time.minutesToEnd == 0
    else { return nil }
    let start = offset(behindSignsAt: clock.end, upTo: heading.title.upperBound)
    let rest =
      (start < heading.line.upperBound ? " " : "") + string(start..<heading.line.upperBound)
    let end = "## " + time.minuteText + written + (time.utcOffset.map { " " + $0.zoneText } ?? "")
    let typed = string(heading.timestampRange)
    let isZone = time.utcOffset == nil && Timestamp("\(typed) \(written)")?.utcOffset != nil
    return MeantLine(
      offset: heading.title.lowerBound,
      kind: .headingEnd(
        string(heading.title.lowerBound..<clock.end), end: end + rest,
        zone: isZone ? "## \(typed) \(written)\(rest)" : nil),
      splices: nil)
  }

  /// A zone that is not the one here, or not any, and may be an end: `## 2026-11-20 22:00 -07:15`.
  private func meantEnd(
    _ heading: EntryHeading, isNew: Bool, in zone: LocalTimeZone
  ) -> MeantLine? {
    let time = heading.timestamp
    guard let offset = time.utcOffset, offset < 0, time.minutesToEnd == 0, time.precision != .day,
      zone.offset(at: time.instant(in: zone)) != offset
    else { return nil }
    let typed = bytes[heading.timestampRange]
    let isUsed = offset.isUsedByCountries || time.date.year < 1990
    // With a `T`, which says so in a draft, or with seconds, as programs write, it is a zone that there is.
    let isTyped =
      typed.contains(UInt8(ascii: "T"))
      ? !isNew && !isUsed : isNew || !isUsed || time.precision == .minute
    guard isTyped, let sign = typed.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    var end = string(sign..<typed.endIndex)
    if !end.contains(":") { end.insert(":", at: end.index(end.endIndex, offsetBy: -2)) }
    let title = string(heading.timestampRange.upperBound..<heading.line.upperBound)
    return MeantLine(
      offset: heading.timestampRange.lowerBound,
      kind: .headingZone(
        string(sign..<typed.endIndex), "## " + time.minuteText + end + title, isUsed: isUsed),
      splices: nil)
  }

  /// A time that no clock here showed: `2026-03-29 2:30`.
  private func meantGap(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let time = heading.timestamp
    guard time.utcOffset == nil, time.precision != .day,
      case .gap = zone.resolve(wallClockSeconds: time.wallClockSeconds)
    else { return nil }
    let read = Timestamp(instant: time.instant(in: zone), in: zone)
    return MeantLine(
      offset: heading.timestampRange.lowerBound,
      kind: .headingGap(string(heading.timestampRange), readAs: read), splices: nil)
  }

  /// What the time is that a title begins with; nil where it begins with none.
  private func clock(of heading: EntryHeading, isNew: Bool = false) -> TypedClock? {
    guard !heading.title.isEmpty,
      let clock = TypedClock(bytes.span, in: heading.title, after: heading.timestamp.precision)
    else { return nil }
    // With its offset the time was written by a program, and a title behind it is meant, but for an end: tj sets a title
    // that begins like one off by two spaces.
    let isByHand = heading.timestamp.utcOffset == nil || clock.continuesTime
    return isNew || isByHand ? clock : nil
  }

  /// The heading's line with the time `written`, which is then not in the title.
  private func line(
    of heading: EntryHeading, with written: String, _ clock: TypedClock
  ) -> [UInt8]? {
    let start = offset(behindSignsAt: clock.end, upTo: heading.title.upperBound)
    let title = bytes[start..<heading.title.upperBound]
    // `9 Uhr 30`, `9h30 de sommeil` and `10 o'clock news` have no single reading.
    let typed = string(heading.title.lowerBound..<clock.end).lowercased()
    guard
      title.isEmpty
        || !DoubtfulClock.mayGoOn(with: String(utf8: title)) && !typed.hasSuffix("clock")
    else { return nil }
    var line = Array(bytes[heading.line.lowerBound..<heading.timestampRange.upperBound])
    if !clock.continuesTime || written.hasSuffix("m") { line.append(0x20) }
    line += written.utf8
    if !title.isEmpty { line.append(0x20) }
    line += bytes[start..<heading.line.upperBound]
    let document = ThreadDocument(line)
    // It must have become a time, all of it, and leave neither a time nor a sign as the title.
    guard let new = document.entries.first?.heading,
      new.timestamp != heading.timestamp || written.isEmpty,
      line[new.title].elementsEqual(title), document.clock(of: new) == nil,
      document.hasPlainTitle(new),
      // An end changes nothing else, whatever stands before it.
      !written.hasPrefix("-")
        || (new.timestamp.minutesToEnd > 0
          && new.timestamp.utcOffset == heading.timestamp.utcOffset)
    else { return nil }
    return line
  }

  /// The splice that makes `line` another; none where the file ends in it, as an editor may have saved half of it.
  func splices(replacing line: Line, by new: [UInt8]) -> [Splice]? {
    guard line.next > line.text.upperBound else { return nil }
    let old = bytes[line.text]
    let kept = zip(old, new).prefix { $0 == $1 }.count
    return [Splice(line.text.lowerBound + kept..<line.text.upperBound, Array(new[kept...]))]
  }
}

extension Timestamp {
  /// Day, hour and minute, as in `2026-11-20 22:00`.
  fileprivate var minuteText: String {
    let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.text) \(pad(hour)):\(pad(minute))"
  }
}

extension Int32 {
  /// As an offset in seconds: `-05:00`.
  fileprivate var zoneText: String {
    let minutes = Int(self / 60).magnitude
    let pad = { (number: UInt) in number < 10 ? "0\(number)" : "\(number)" }
    return (self < 0 ? "-" : "+") + pad(minutes / 60) + ":" + pad(minutes % 60)
  }

  /// As an offset west of Greenwich, in seconds: whether a country had it since 1990.
  fileprivate var isUsedByCountries: Bool {
    self % 3600 == 0 || [-34_200, -16_200, -12_600, -9000].contains(self)
  }
}

/// A line that begins, but for up to three spaces or a tab, with `#`.
struct HeadingLine {
  let line: Line
  let level: Int
  /// Whether it begins as entries do: `##` in the first column, and a blank.
  let isEntryLevel: Bool
  /// Whether spaces or a tab stand before it.
  let isIndented: Bool
  /// Whether it would begin as entries do if no spaces stood before it.
  let isHeadingBehindIndent: Bool
  /// Behind the marks and the blanks.
  let content: Int

  init?(_ bytes: [UInt8], hash: Int, from lower: Int) {
    var start = hash
    while start > lower, hash - start < 4, bytes[start - 1] == 0x20 { start -= 1 }
    // One tab is an indentation that says as little as spaces do.
    if start == hash, start > lower, bytes[start - 1] == .tab { start -= 1 }
    guard hash - start < 4, start == lower || bytes[start - 1] == 0x0A else { return nil }
    line = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    let end = line.text.upperBound
    var position = hash
    while position < end, bytes[position] == UInt8(ascii: "#") { position += 1 }
    level = position - hash
    guard level <= 6 else { return nil }
    let marksEnd = position
    position = WideBlank.end(in: bytes.span, from: marksEnd, upTo: end)
    isIndented = start < hash
    isHeadingBehindIndent = level == 2 && position > marksEnd
    isEntryLevel =
      !isIndented && isHeadingBehindIndent && bytes[marksEnd..<position].allSatisfy(Byte.isBlank)
    content = position
    // `#2026-11-16` is a tag.
    guard level > 1 || position > marksEnd else { return nil }
  }

  /// What closes what `opening` opens.
  static func closing(_ opening: UInt8) -> UInt8? {
    switch opening {
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"): opening
    default: nil
    }
  }
}
