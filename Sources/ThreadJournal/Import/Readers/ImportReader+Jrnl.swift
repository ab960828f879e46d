import ThreadStorage

extension ImportReader {
  /// Reads jrnl's text: `[time] title`, and below it the body.
  ///
  /// A line in brackets that is no time is text, as it is for jrnl. Before its version 2 there were no brackets.
  mutating func readJrnlText() {
    let lines = bytes[ThreadDocument.start(of: bytes.span)...].lines.map(Self.withoutMark)
    let marked = lines.count { line in
      ImportReader.bracketed(line)?.text.contains(where: \.isNumber) == true
    }
    let isOld = marked == 0 || arePlain(lines, moreThan: marked)
    let hasStarts = isOld && lines.contains { oldJrnlStart($0, mayLackClock: false) != nil }
    // A diary whose days stand in words on lines of their own.
    let isSpoken = isOld && options.timePattern == nil && !hasStarts
    // Lines of a day alone that are alone on theirs, or in brackets directly below text: rare among times of day.
    var days: [(line: ArraySlice<UInt8>, number: Int)] = []
    // Those directly below text that go on in small letters, as a wrapped sentence does.
    var wrapped: [(line: ArraySlice<UInt8>, number: Int)] = []
    var clockCount = 0
    var current: (entry: ImportedEntry, start: Int)?
    var isBelowText = false
    var halves = ClockHalves()
    // The bullet of a list that entries begin with, as the pattern says.
    var bullet: UInt8?
    // What stands between the numbers of their days.
    var daySign: UInt8?
    for (index, line) in lines.enumerated() {
      var isText = false
      let above = isBelowText ? lines[index - 1].trimmed : nil
      let known =
        isSpoken
        ? spokenStart(line)
        : isOld ? oldJrnlStart(line, mayLackClock: !isBelowText) : jrnlStart(line)
      let alone = known == nil && hasStarts ? dayAlone(at: index, in: lines, below: above) : nil
      if let (time, rest) = known ?? alone {
        let start = bytes[..<line.startIndex].lastIndex(of: Byte.lineFeed).map { $0 + 1 }
        finishJrnl(current, at: start ?? line.startIndex)
        if line.first.map(EntryField.isBullet) == true { bullet = line.first }
        daySign = line.prefix(6).first { "-/.".utf8.contains($0) }
        var entry = entry(at: time, line: index + 1)
        noteRepeated(time, typed: line.dropLast(rest.count), line: index + 1)
        noteWeekday(line, of: time.date, number: index + 1)
        if !isOld, let (text, _) = Self.bracketed(line) {
          noteUTC(text, time, line: index + 1)
          halves.note(Array(text.utf8)[...], line: index + 1, mayHaveDay: true)
        }
        setTitle(Array(rest), of: &entry)
        if isOld || time.precision == .day, hasClockInTitle(entry.timestamp, entry.title) {
          leaveOut(.clockInTitle, showing: line, line: index + 1)
        }
        current = (entry, rest.endIndex)
        if time.precision != .day { clockCount += 1 }
        if isOld, isBelowText, rest.trimmed.first.map({ 0x61...0x7A ~= $0 }) == true {
          wrapped.append((line, index + 1))
        }
        if alone != nil || !isOld && time.precision == .day && isBelowText {
          days.append((line, index + 1))
        }
      } else if let (text, rest) = ImportReader.bracketed(line),
        current != nil, rest.first == .space,
        case let day = DayLine(Array(text.utf8)[...]), ImportReader.isLikeTime(text) || day != nil
      {
        // jrnl guesses what such a time is, and takes the line for an entry's.
        leaveOut(.heading, showing: line, line: index + 1, of: day?.dates ?? [])
      } else if isOld, let date = current?.entry.timestamp.date,
        ImportReader.beginsLikeTime(ImportReader.item(line))
          || options.timePattern?.withoutClock.beginning(of: line) != nil
          || !isBelowText && (beginsWithDay(line, near: date) || DayLine(line) != nil)
          || options.timePattern != nil && Self.isSignedDay(line, near: date)
          || Self.beginsWithLostDay(line) || Self.isLikeStart(line, near: date, below: above)
          || bullet != nil && line.first == bullet && Self.isItemOfDay(line)
          || daySign.map({ Self.isYearless(line, $0, near: date, bullet) }) == true
          || options.timePattern != nil && clockCount > 0 && Self.isClockBelowDay(line)
      {
        leaveOut(.heading, showing: line, line: index + 1)
      } else if !isOld, let date = current?.entry.timestamp.date,
        !isBelowText && Self.isSlip(line) || Self.isLikeStart(line, near: date, below: above)
      {
        leaveOut(.slipOfBracket, showing: line, line: index + 1)
      } else {
        isText = !line.trimmed.isEmpty
        if isText, current == nil { leaveOut(.text, line: index + 1) }
      }
      isBelowText = isText
    }
    finishJrnl(current, at: bytes.count)
    leaveOut(halves)
    if wrapped.count * 4 <= reading.entries.count {
      for (line, number) in wrapped { leaveOut(.dayBelowText, showing: line, line: number) }
    }
    if clockCount >= days.count {
      for (line, number) in days { leaveOut(.dayAmongTimes, showing: line, line: number) }
    }
    guard reading.entries.isEmpty else { return }
    // The first line that would be an entry's, were its time known.
    for (index, line) in lines.enumerated() {
      guard let (text, _) = ImportReader.bracketed(line) else { continue }
      return note(.unknownTimes(text), line: index + 1)
    }
  }

  /// A line without the mark of the direction of writing that is not seen before its bracket: phones write it in chats.
  private static func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = Array("\u{200E}".utf8)
    return line.starts(with: mark) && line.dropFirst(mark.count).first == UInt8(ascii: "[")
      ? line.dropFirst(mark.count) : line
  }

  /// Whether the file begins with a line of before jrnl's version 2, and has more of these than ones in brackets.
  private func arePlain(_ lines: [ArraySlice<UInt8>], moreThan marked: Int) -> Bool {
    func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
      oldJrnlStart(line, mayLackClock: false) != nil
    }
    guard let first = lines.first(where: { !$0.trimmed.isEmpty }), isPlain(first) else {
      return false
    }
    return lines.count(where: isPlain) > marked
  }

  /// What stands in the brackets that the line begins with, and behind them.
  private static func bracketed(
    _ line: ArraySlice<UInt8>
  ) -> (text: String, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    return (String(utf8: line[..<close].dropFirst()), line[(close + 1)...])
  }

  /// Whether a text in brackets is a date and a time of day by its looks.
  private static func isLikeTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    // `Nov 22, 2026 9:00 PM`
    let hasClock = zip(bytes, zip(bytes.dropFirst(), bytes.dropFirst(2))).contains { before, rest in
      Byte.isDigit(before) && rest.0 == .colon && Byte.isDigit(rest.1)
    }
    if hasClock, hasYear(bytes[...]) { return true }
    let day = bytes.prefix { $0 != .space }
    return day.count(where: Byte.isDigit) >= 4 && day.first.map(Byte.isDigit) == true
      && day.allSatisfy { Byte.isDigit($0) || "-./".utf8.contains($0) }
      && day.contains { !Byte.isDigit($0) } && bytes[day.endIndex...].contains(.colon)
  }

  /// Whether a line without brackets begins with a date and a time of day by its looks.
  private static func beginsLikeTime(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, words[0].first.map(Byte.isDigit) == true,
      words[1].first.map(Byte.isDigit) == true
    else { return false }
    return isLikeTime(String(utf8: line[..<words[1].endIndex]))
  }

  /// Whether a line would begin an entry if its brackets were there, at its beginning, with a blank behind them.
  private static func isSlip(_ line: ArraySlice<UInt8>) -> Bool {
    let isLink = zip(line, line.dropFirst()).contains { $0 == 0x5D && $1 == UInt8(ascii: "(") }
    return !isLink && beginsLikeTime(line.drop { " \t[(*".utf8.contains($0) })
  }

  /// The line without the bullet of a list that it begins with.
  private static func item(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isItem = line.first.map(EntryField.isBullet) == true && line.dropFirst().first == .space
    return isItem ? line.dropFirst(2) : line
  }

  /// Whether a line begins with a day, as the pattern says or in another form, and so may have been meant as an entry's.
  private func beginsWithDay(_ line: ArraySlice<UInt8>, near date: CalendarDate) -> Bool {
    options.timePattern?.withoutClock.beginning(of: line) != nil
      || DayLine.date(Self.item(line), isHeading: false) != nil
      || DayLine.yearless(line, near: date, isHeading: true) != nil
  }

  /// Whether a line begins with a day and a sign behind it: `Nov 5 - election stuff`, `Wed, Nov 5th: rain`.
  private static func isSignedDay(_ line: ArraySlice<UInt8>, near date: CalendarDate) -> Bool {
    guard let (dates, behind) = DayLine.yearless(line, near: date, isHeading: true),
      isWithinYear(dates, of: date), let sign = behind.trimmed.first
    else { return false }
    return "-:–".utf8.contains(sign)
  }

  /// Whether a line begins with a day as one that begins an entry does, and not as prose or a list: alone on its line, or as
  /// a new sentence, and less than a year from the entry's.
  ///
  /// - Parameter above: The text directly above; nil for none.
  private static func isLikeStart(
    _ line: ArraySlice<UInt8>, near date: CalendarDate, below above: ArraySlice<UInt8>?
  ) -> Bool {
    // What stands below a colon, or below another day that is text, is a list.
    guard line.contains(where: Byte.isDigit), above?.last != .colon,
      above.map({ lineDay($0, near: date) == nil }) != false,
      item(line).startIndex == line.startIndex
    else { return false }
    if let day = DayLine(line, near: date) { return isWithinYear(day.dates, of: date) }
    guard let (dates, behind) = lineDay(line, near: date), isWithinYear(dates, of: date),
      behind.first.map(Byte.isLetterOrDigit) != true
    else { return false }
    if DayLine.behindClock(behind).rest.isEmpty { return true }
    let isTitle =
      behind.drop(while: Byte.isBlank).first.map { !(0x61...0x7A ~= $0) } == true
    let isBelowSentence = above?.last.map { !Byte.isLetterOrDigit($0) && $0 != 0x2C } ?? true
    // A month in words is rather one of prose, whose lines are broken where they are long.
    let isNumber = line.prefix(8).count(where: Byte.isDigit) > 3
    let mayBeProse =
      !isBelowSentence && (above?.last == 0x2C || above.map { $0.count > 40 } == true)
    return isNumber ? isTitle || isBelowSentence : isTitle && !mayBeProse
  }

  /// Whether a line begins with a day and a month that lack their year, with the sign between them that the other days have:
  /// `18-1   rest` below `16-1-2026 8:00 run`.
  private static func isYearless(
    _ line: ArraySlice<UInt8>, _ sign: UInt8, near date: CalendarDate, _ bullet: UInt8?
  ) -> Bool {
    let text = bullet != nil && line.first == bullet ? item(line) : line
    let weekday = SpokenDate.weekday(in: text.span, at: 0, upTo: text.count)
    return DayLine.yearless(text.dropFirst(weekday?.end ?? 0), sign: sign, near: date) != nil
  }

  /// Whether a line has blanks, where the others have their day, and a time of day: `          22.00 massage`.
  private static func isClockBelowDay(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmed
    let word = text.prefix { !Byte.isBlank($0) }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == .colon || $0 == 0x2E }
    return text.startIndex >= line.startIndex + 4 && word.endIndex < text.endIndex
      && parts.count == 2 && 1...2 ~= parts[0].count && parts[1].count == 2
      && parts.joined().allSatisfy(Byte.isDigit) && (Int(String(utf8: parts[0])) ?? 24) < 24
      && (Int(String(utf8: parts[1])) ?? 60) < 60
  }

  /// Whether a day stands behind a list's bullet, perhaps in brackets.
  private static func isItemOfDay(_ line: ArraySlice<UInt8>) -> Bool {
    DayLine.date(item(line).drop { " <[(".utf8.contains($0) }, isHeading: false) != nil
  }

  /// The day that a line begins with, alone on it where that has no year, and what stands behind it.
  private static func lineDay(
    _ line: ArraySlice<UInt8>, near date: CalendarDate
  ) -> (dates: [CalendarDate], rest: ArraySlice<UInt8>)? {
    if let whole = DayLine.date(line, isHeading: false) { return whole }
    // `10/10` may be a rating.
    return line.contains(where: Byte.isLetter)
      ? DayLine.yearless(line, near: date, isHeading: false) : nil
  }

  private static func isWithinYear(_ dates: [CalendarDate], of date: CalendarDate) -> Bool {
    dates.contains { $0.days(from: date) <= 366 }
  }

  /// The day in a form of ours, or of the pattern, that is all of a line with text below it, and stands in no list.
  private func dayAlone(
    at index: Int, in lines: [ArraySlice<UInt8>], below above: ArraySlice<UInt8>?
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    func day(_ line: ArraySlice<UInt8>) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
      let found =
        options.timePattern?.withoutClock.beginning(of: line) ?? Timestamp.beginning(of: line)
      guard let found, found.time.precision == .day,
        case (nil, let end) = DayLine.behindClock(found.rest), end.isEmpty
      else { return nil }
      return found
    }
    guard let (time, rest) = day(lines[index]), above?.last != .colon,
      above.map({ day($0) == nil }) != false, let next = lines.dropFirst(index + 1).first,
      above == nil || !next.trimmed.isEmpty, day(next) == nil
    else { return nil }
    return (time, rest.drop { ".:,".utf8.contains($0) })
  }

  /// Whether a line begins with a day that is in no calendar, perhaps behind signs, or has its year apart: `31/11/2026`,
  /// `2026-11-31`, `2/11 2026`.
  private static func beginsWithLostDay(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { "#[(*- ".utf8.contains($0) }
    if ForeignDate.impossibleEnd(in: text.span, at: 0, upTo: text.count) != nil { return true }
    if case .impossible = Timestamp.scan(text.span, in: 0..<text.count) { return true }
    let apart = text.prefix { Byte.isDigit($0) || "/ -".utf8.contains($0) }
    let day = apart.split { !Byte.isDigit($0) }.prefix(3).compactMap { Int(String(utf8: $0)) }
    return text.first.map(Byte.isDigit) == true && apart.contains(UInt8(ascii: "/"))
      && day.count == 3 && day.prefix(2).allSatisfy { 1...31 ~= $0 } && 1900...2100 ~= day[2]
      && ForeignDate(text.span, at: 0, upTo: text.count) == nil
  }

  private func jrnlStart(_ line: ArraySlice<UInt8>) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard let (text, rest) = Self.bracketed(line), rest.isEmpty || rest.first == .space
    else { return nil }
    return jrnlTime(text).map { ($0, rest) }
  }

  private func jrnlTime(_ text: String) -> Timestamp? {
    let patterns = options.timePattern.map { [$0] } ?? TimePattern.jrnl
    return patterns.lazy.compactMap { $0.timestamp(text) }.first.map(options.local)
      ?? options.time(text)
  }

  /// `2013-06-09 15:39 title`, or after the pattern, without which a date alone begins no entry; with one that has a
  /// time of day, a date begins one where it may lack that.
  private func oldJrnlStart(
    _ line: ArraySlice<UInt8>, mayLackClock: Bool
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let pattern = options.timePattern
    let patterned =
      pattern?.beginning(of: line)
      ?? (mayLackClock ? pattern?.withoutClock.beginning(of: line) : nil)
    guard
      var (time, rest) = patterned ?? Self.timeBeforeColon(line) ?? Timestamp.beginning(of: line),
      time.precision != .day || pattern != nil
    else { return nil }
    // `28.03.2026: Title`, `2026-03-28 08:00: Title`
    if rest.first == .colon || rest.first == UInt8(ascii: ",") {
      rest = rest.dropFirst()
    }
    guard rest.isEmpty || rest.first == 0x20 else { return nil }
    if time.precision == .day, let whole = clock(behind: time, rest) {
      (time, rest) = (whole.time, rest.suffix(whole.rest.count))
    }
    return (options.local(time), rest)
  }

  /// A day in words alone on its line, perhaps with a time of day: `Vendredi 20 novembre 2026`.
  private func spokenStart(
    _ line: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard line.contains(where: Byte.isLetter), let (time, title, zone) = dated(line.trimmed),
      title.isEmpty, zone == nil
    else { return nil }
    return (time, line.suffix(0))
  }

  /// The time of `2026-03-28 08:00: title`, and what stands behind it.
  private static func timeBeforeColon(
    _ line: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard line.first.map(Byte.isDigit) == true else { return nil }
    let words = line.split(separator: .space, maxSplits: 2)
    guard words.count > 1, words[1].last == .colon,
      let time = Timestamp(String(utf8: line[..<words[1].endIndex].dropLast()))
    else { return nil }
    return (time, line[words[1].endIndex...])
  }

  /// Reads a file of entries that `jrnl --export yaml` wrote, one a file unless somebody joined them; false where it is
  /// none.
  ///
  /// It is no YAML: titles stand as they are, and the body's lines are indented by a TAB.
  mutating func readJrnlYAML() -> Bool {
    let lines = bytes[ThreadDocument.start(of: bytes.span)...].lines
    let starts =
      [0]
      + lines.indices.dropFirst().filter { index in
        lines[index].elementsEqual("---".utf8) && index + 1 < lines.count
          && lines[index + 1].starts(with: "title:".utf8)
      }
    let ends = starts.dropFirst() + [lines.count]
    let documents = zip(starts, ends).map { Array(lines[$0..<$1]) }
    guard Self.bodyOfYAML(documents[0]) != nil else { return false }
    for (start, document) in zip(starts, documents) { readJrnlYAML(document, below: start) }
    return true
  }

  /// Where the body of an entry in such a file begins; nil where the lines are none.
  private static func bodyOfYAML(_ lines: [ArraySlice<UInt8>]) -> Int? {
    guard lines[0].elementsEqual("---".utf8),
      let body = lines.firstIndex(where: { $0.starts(with: "body: |".utf8) }),
      !lines[1..<body].contains(where: { $0.elementsEqual("---".utf8) || $0.first == 0x2E })
    else { return nil }
    return body
  }

  /// Reads one of them, which stands `below` so many lines.
  private mutating func readJrnlYAML(_ lines: [ArraySlice<UInt8>], below: Int) {
    guard let body = Self.bodyOfYAML(lines) else {
      return leaveOut(.text, line: below + 1, count: lines.count)
    }
    var values: [String: [UInt8]] = [:]
    for (index, line) in lines[1..<body].enumerated() where !line.trimmed.isEmpty {
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      let value = line[name.endIndex...].dropFirst().trimmed
      let key = String(utf8: name)
      if ["title", "date", "starred", "tags", "uuid"].contains(key) {
        values[key] = Array(value)
      } else if line.first == .hash {
        leaveOut(.comment, line: below + index + 2)
      } else {
        leaveOut(value.isEmpty ? .emptyProperty(key) : .property(key), line: below + index + 2)
      }
    }
    let date = String(utf8: values["date"] ?? [])
    guard let time = jrnlTime(date) else { return note(.badTime(date), line: below + 1) }
    var entry = entry(at: time, in: thread(noteThread), line: below + 1)
    entry.id = values["uuid"].flatMap { EntryID(String(utf8: $0).lowercased()) }
    setTitle(values["title"] ?? [], of: &entry)
    let text = lines[(body + 1)...].map { $0.first == 0x09 ? $0.dropFirst() : $0 }
    let end = text.lastIndex { $0.elementsEqual("...".utf8) } ?? text.endIndex
    entry.text = Escaping.trimmingBlankLines(Array(text[..<end].joined(separator: [0x0A])))
    entry.add(isStarred: values["starred"]?.elementsEqual("True".utf8) == true)
    let tags = (values["tags"] ?? []).split(separator: UInt8(ascii: ",")).map { Array($0.trimmed) }
    appendJrnl(entry, tags: tags.filter { $0.contains(where: ImportReader.isTagName) })
  }

  /// Adds the entry whose text is between `current.start` and `end`.
  private mutating func finishJrnl(_ current: (entry: ImportedEntry, start: Int)?, at end: Int) {
    guard case (var entry, let start)? = current else { return }
    let lines = bytes[start..<end].lines
    // As a heading of Markdown, the line may be underlined, but hardly one with a time in brackets and a title.
    let lineStart = bytes[..<start].lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    let mayBeHeading = entry.title.isEmpty || bytes[lineStart..<start].first != 0x5B
    let underline = lines.dropFirst().first.flatMap { line in
      mayBeHeading && line.trimmed.count > 2 && line.trimmed.allSatisfy { $0 == UInt8(ascii: "=") }
        ? line : nil
    }
    entry.text = text(of: (underline?.endIndex ?? start)..<end)
    for (index, line) in lines.enumerated() {
      noteProperty(in: line, number: entry.line + index)
    }
    if entry.title.last == UInt8(ascii: "*") {
      entry.title = Self.withoutStar(entry.title)
      entry.add(isStarred: true)
    }
    appendJrnl(entry, tags: Self.jrnlTags(in: entry.title + [0x0A] + entry.text))
  }

  /// A title without the stars that mark it, at its end and perhaps at its begin; not those of emphasis: `*Finally* done *`.
  private static func withoutStar(_ title: [UInt8]) -> [UInt8] {
    let star = UInt8(ascii: "*")
    let isMark: (UInt8) -> Bool = { $0 == star || $0 == .space }
    guard let last = title.lastIndex(where: { !isMark($0) }) else { return [] }
    let rest = title[...last]
    let stars = rest.count { $0 == star }
    // `it is *done*`
    if stars > 0, rest.first != star, title[(last + 1)...].elementsEqual([star]) { return title }
    let isEmphasis = rest.first == star && rest.dropFirst().first != .space && stars > 1
    return Array(isEmphasis ? rest : rest.drop(while: isMark))
  }

  /// Its forms have the tags in different orders, and only one has seconds.
  private mutating func appendJrnl(_ entry: ImportedEntry, tags: [[UInt8]]) {
    var entry = entry
    entry.add(tags: tags.sorted { $0.lexicographicallyPrecedes($1) })
    entry.isToTheMinute = true
    reading.entries.append(entry)
  }

  /// The words that begin with `@` or `#`, without it, in lower case, each once.
  private static func jrnlTags(in text: [UInt8]) -> [[UInt8]] {
    var tags: [[UInt8]] = []
    var seen: Set<String> = []
    for word in text.split(whereSeparator: { $0 <= 0x20 }) where isTagMark(word.first) {
      let name = word.dropFirst().prefix { isTagName($0) || "-+*#/".utf8.contains($0) }
      let tag = String(utf8: name).lowercased()
      if name.contains(where: isTagName), seen.insert(tag).inserted { tags.append(Array(tag.utf8)) }
    }
    return tags
  }

  private static func isTagMark(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "@") || byte == .hash
  }

  private static func isTagName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || Byte.isLetterOrDigit(byte)
  }

  mutating func readJrnlEntry(_ value: JSONValue, line: Int) {
    let date = text(value, "date", line: line)
    let clock = text(value, "time", line: line)
    guard let date else { return note(.badMember("date"), line: line) }
    let written = clock.map { "\(date) \($0)" } ?? date
    guard let time = options.time(written) else { return note(.badTime(written), line: line) }
    var entry = entry(at: time, line: line)
    noteRepeated(time, typed: Array(written.utf8)[...], line: line)
    entry.id = text(value, "uuid", line: line).flatMap { EntryID($0.lowercased()) }
    var taken: Set = ["title", "body", "date", "time", "tags", "starred"]
    if entry.id != nil { taken.insert("uuid") }
    leaveOutMembers(of: value, besides: taken, line: line)
    setTitle(string(value, "title", line: line) ?? [], of: &entry)
    entry.text = string(value, "body", line: line) ?? []
    for text in entry.text[...].lines { noteProperty(in: text, number: line) }
    entry.add(isStarred: value["starred"]?.content == .boolean(true))
    let tags = (value["tags"]?.items ?? []).compactMap(\.string).map { tag in
      Self.isTagMark(tag.first) ? Array(tag.dropFirst()) : tag
    }
    appendJrnl(entry, tags: tags.filter { $0.contains(where: Self.isTagName) })
  }
}

extension Timestamp {
  /// The time that `text` begins with, and what stands behind it.
  static func beginning(
    of text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard case .valid(let time, let end) = scan(text.span, in: 0..<text.count) else { return nil }
    return (time, text.dropFirst(end))
  }
}
