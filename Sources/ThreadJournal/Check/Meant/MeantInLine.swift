import ThreadStorage

/// Headings that are none for what stands before them on their line, and fields of which none is read.
extension ThreadDocument {
  /// `o## 2026-11-09 10:00`, `Old text. ## 2026-11-09 10:00`.
  func headingsInLines() -> [MeantLine] {
    guard isThread else { return [] }
    let span = bytes.span
    let marks = Array("## ".utf8)
    var fences = RangeCursor(codeBlocks)
    var found: [MeantLine] = []
    var position = preamble.lowerBound
    while let hash = ByteSearch.firstIndex(of: marks, in: span, position..<bytes.count) {
      position = hash + marks.count
      guard hash > preamble.lowerBound, bytes[hash - 1] != Byte.lineFeed,
        position < bytes.count, Byte.isDigit(bytes[position]),
        fences.range(at: hash) == nil
      else { continue }
      let before = ByteSearch.lastIndex(of: Byte.lineFeed, in: span, preamble.lowerBound..<hash)
      let start = before.map { $0 + 1 } ?? preamble.lowerBound
      let line = Line(startingAt: start, in: span, upTo: bytes.count)
      position = line.next
      guard let meant = heading(at: hash, in: line) else { continue }
      found.append(meant)
    }
    return found
  }

  /// What begins at `hash`, behind a key that was typed too early or the text to which it was joined.
  private func heading(at hash: Int, in line: Line) -> MeantLine? {
    guard let heading = EntryHeading(bytes.span, line: hash..<line.text.upperBound) else {
      return nil
    }
    let start = line.text.lowerBound
    let new = Array(bytes[hash..<line.text.upperBound])
    if StrayKeys.length(in: bytes[line.text]) == hash - start {
      return MeantLine(
        at: start, .headingPlace(String(utf8: new), isIndented: false),
        splices: StrayKeys.areClear(bytes[start..<hash]) ? splices(replacing: line, by: new) : nil)
    }
    let before = bytes[start..<hash].trimmed
    // With a time of day it is told behind a few keys, or in a list or a quotation; behind a backslash it is text, and behind
    // a backtick code.
    if 1...6 ~= before.count, heading.timestamp.precision != .day, before.allSatisfy(isKey) {
      return MeantLine(at: start, .headingPlace(String(utf8: new), isIndented: true))
    }
    // One space before the line makes it text, four make it code, and those between are of an item; what a sign
    // introduces or quotes is shown.
    let signs = Array("\\`\"'#:([>*_".utf8)
    let indent = bytes[start..<hash].prefix(while: Byte.isBlank).count
    guard indent == 0 || 2...3 ~= indent, before.count > 3,
      before.contains(where: isOfWord),
      before.last.map({ !signs.contains($0) }) == true,
      before.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0,
      WideBlank.end(in: bytes.span, from: start, upTo: hash) < hash,
      heading.timestamp.precision != .day || heading.title.isEmpty
        || bytes[hash - 1] > 0x20
    else { return nil }
    return MeantLine(at: hash, .headingJoined(String(utf8: new)))
  }

  private func isKey(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\\`#".utf8.contains(byte)
  }

  private func isOfWord(_ byte: UInt8) -> Bool { Byte.isLetter(byte) || byte >= 0x80 }

  /// `#ä# 2026-11-09`, `'# 2026-11-09`, `##+ 2026-11-09`, `# # 2026-11-09`: a key, or a blank, beside or among the marks of
  /// which one is at `hash`; or `#3 2026-11-09`.
  func meantBehindKeys(hash: Int, _ order: ForeignDate.Order?) -> MeantLine? {
    var start = hash
    while start > preamble.lowerBound, hash - start < 3, bytes[start - 1] != Byte.lineFeed {
      start -= 1
    }
    guard start == preamble.lowerBound || bytes[start - 1] == Byte.lineFeed else { return nil }
    let line = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    // `#3 2026-11-23` has a number; `#3 2026-11-23 fixed` may be about an issue.
    let number = bytes[line.text].dropFirst().prefix(5).prefix(while: Byte.isDigit)
    let behind = WideBlank.end(in: bytes.span, from: number.endIndex, upTo: line.text.upperBound)
    if start == hash, !number.isEmpty, behind > number.endIndex,
      let (time, rest) = Timestamp.beginning(of: bytes[behind..<line.text.upperBound]),
      rest.isEmpty || time.precision != .day
    {
      return meantHeading(behind..<line.text.upperBound, of: line, order)
    }
    // `3# 2026-11-09`: Shift came too late.
    let isKey = number.isEmpty && bytes[line.text].dropFirst().first == .hash
    let behindKey = bytes[line.text].dropFirst(isKey ? 1 : 0).prefix(12)
    let marks = bytes[line.text].prefix(upTo: behindKey.prefix { !Byte.isDigit($0) }.endIndex)
    let keys = String(utf8: marks).unicodeScalars.filter { $0 != "#" && $0 != " " }
    // What quotes, lists or shows such a line begins otherwise, and C# is a name.
    let others = "\\>\"`|*_([{<~".utf8
    guard let first = marks.first, marks.contains(.hash), marks.endIndex < line.text.upperBound,
      !Byte.isBlank(first), !Byte.isLetter(first), !others.contains(first),
      first == .hash || marks.dropFirst().first.map(Byte.isBlank) == false,
      keys.count == 1 || (keys.isEmpty && marks.starts(with: "# #".utf8)),
      // These are told with what stands before marks in any line.
      StrayKeys.length(in: bytes[line.text]) == nil || !marks.suffix(3).elementsEqual("## ".utf8)
    else { return nil }
    return meantHeading(marks.endIndex..<line.text.upperBound, of: line, order)
  }

  /// What the rest of a line would be as the heading of an entry, where its marks are not as these have them.
  func meantHeading(
    _ rest: Range<Int>, of line: Line, _ order: ForeignDate.Order?, hasMarks: Bool = false
  ) -> MeantLine? {
    let known = date(near: rest.lowerBound) ?? ownDate
    guard isThread, rest.count < 200, bytes[rest].prefix(40).contains(where: Byte.isDigit),
      let near = known ?? CalendarDate(year: 2000, month: 1, day: 1)
    else { return nil }
    let day = DayLine.yearless(bytes[rest], near: near, isHeading: true)
    guard
      DayLine.date(bytes[rest], isHeading: true) != nil
        || SlippedDate(bytes[rest], near: near) != nil
        || day.map({ hasMarks || DayLine.behindClock($0.rest).rest.isEmpty }) == true
    else { return meantNamedDay(rest, of: line) }
    let typed = Array("## ".utf8) + bytes[rest]
    let document = ThreadDocument(Array("## \(near.text)\n\n".utf8) + typed + [Byte.lineFeed])
    var kind = JournalProblem.Kind.headingPlace(String(utf8: typed), isIndented: false)
    if document.entries.count < 2 {
      let meant = document.meantLines(FieldSchema(), in: .utc, dateOrder: order).first?.kind
      switch meant {
      case .headingForm(_, _, let heading?): kind = .headingPlace(heading, isIndented: false)
      case .headingForm(let text, let dates, nil) where !dates.isEmpty:
        kind = .headingForm(text, dates, nil)
      // Where nothing tells the year, none is proposed.
      case .headingDay(let day, let dates): kind = .headingDay(day, known == nil ? [] : dates)
      default: return nil
      }
    }
    guard hasMarks, case .headingPlace(let heading, _) = kind else {
      return MeantLine(at: line.text.lowerBound, kind)
    }
    let new = Array(heading.utf8)
    let date = ThreadDocument(new).entries.first?.heading.timestamp.date
    let isClear = date.map { isInOrder($0, at: rest.lowerBound) } == true
    return MeantLine(
      at: line.text.lowerBound, kind, splices: isClear ? splices(replacing: line, by: new) : nil)
  }

  /// The same of a day without its year, near that of the entry above, with words behind it: `### 7/4 parkrun`.
  private func meantNamedDay(_ rest: Range<Int>, of line: Line) -> MeantLine? {
    let hashes = bytes[line.text].prefix { $0 == .hash }
    // `##heute 21:30`; one mark would begin a tag.
    if hashes.count == 2, TimeWords.beginsWithNearDay(string(rest)) {
      let word = bytes[rest].prefix { !Byte.isBlank($0) }
      return MeantLine(at: rest.lowerBound, .headingDay(String(utf8: word), []))
    }
    guard !hashes.isEmpty,
      let near = entry(at: rest.lowerBound)?.heading.timestamp.date,
      let day = NamedDay(bytes.span, in: rest, near: near), day.isFirst, !day.dates.isEmpty
    else { return nil }
    let typed = string(rest.lowerBound..<day.end)
    // `3/4 cup` is a part, and `3.1 Method` a section.
    let isPart = NamedDay.isFraction(typed)
    let isSection = typed.allSatisfy { $0.isNumber || $0 == "." } && typed.count < 5
    return isPart || isSection
      ? nil : MeantLine(at: rest.lowerBound, .headingDay(typed, day.dates))
  }

  /// The time of a day that stands in the first line of its text, `20:45-06:15 Night shift`, or is all of it: `21h30`.
  func clockBelow(_ heading: EntryHeading, _ text: Range<Int>) -> MeantLine? {
    guard heading.timestamp.precision == .day,
      let start = bytes[text].firstIndex(where: { $0 > 0x20 })
    else { return nil }
    let line = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    let below = Line(startingAt: start, in: bytes.span, upTo: bytes.count).text
    guard let clock = TypedClock(bytes.span, in: below, after: .day) else { return nil }
    let typed = bytes[below.lowerBound..<clock.end]
    let isWhole = typed.count == bytes[below].withoutBlankEnd.count
    let isDirect = heading.title.isEmpty && start == line.next
    guard isDirect || isWhole,
      typed.contains(.colon)
        || isWhole && typed.contains(where: Byte.isDigit)
          && (isDirect || typed.contains(where: Byte.isLetter))
    else { return nil }
    return MeantLine(
      at: below.lowerBound, .headingClock(string(below.lowerBound..<clock.end), clock.written))
  }

  /// A later time of the day with which the one line of an entry's text begins as an item of a list, directly below its
  /// fields, as a shell adds it to the end of a file: `- 12:10 second coffee`.
  func clockOfItem(_ line: Line, of slice: EntrySlice) -> JournalProblem.Kind? {
    let (text, time) = (bytes[line.text], slice.heading.timestamp)
    guard text.starts(with: "- ".utf8) else { return nil }
    let content = content(of: slice)
    let isOnlyLine =
      line.text.lowerBound == content.body.lowerBound
      && content.fields.last?.lines.upperBound == line.text.lowerBound
      && !bytes[line.next..<max(line.next, content.body.upperBound)].contains { $0 > 0x20 }
    guard isOnlyLine, time.precision == .minute || time.precision == .second,
      let clock = TypedClock(
        bytes.span, in: (text.startIndex + 2)..<text.endIndex, after: .day),
      let written = clock.written, let meant = Timestamp("\(time.date.text) \(written)"),
      meant.secondOfDay >= time.secondOfDay + (Int(time.minutesToEnd) + 5) * 60,
      bytes[(text.startIndex + 2)..<clock.end].contains(.colon)
    else { return nil }
    return .headingClock(string(text.startIndex + 2..<clock.end), nil)
  }

  /// A paragraph that begins as the heading of a later entry of the day does, but for the date and its marks, or is no
  /// more than a time: `13:40 Awake`, `22h50`, `**22:50**`, `##22:50 Home`; not one that is all that an entry with an id says.
  func clockAsHeading(_ line: Range<Int>, of slice: EntrySlice) -> JournalProblem.Kind? {
    let time = slice.heading.timestamp
    let marks = bytes[line].prefix { $0 == .hash }
    let isEntryLevel = marks.count == 2 && bytes[marks.endIndex..<line.upperBound].first == .space
    // A heading as entries have it is told with the others.
    guard !isEntryLevel else { return nil }
    let isEmphasis: (UInt8) -> Bool = { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }
    let behind = bytes[marks.endIndex..<line.upperBound]
    let typed = (marks.isEmpty ? behind : behind.drop(while: Byte.isBlank)).drop(while: isEmphasis)
    guard let first = typed.first, Byte.isDigit(first) else { return nil }
    let word = typed.prefix { Byte.isLetterOrDigit($0) || ":-".utf8.contains($0) }
    let rest = typed[word.endIndex...].drop { Byte.isBlank($0) || "*_,".utf8.contains($0) }
    let words = String(utf8: rest.trimmed)
    let last = typed.lastIndex { !Byte.isSpace($0) && !isEmphasis($0) && $0 != .colon }
    let whole = typed.startIndex..<((last ?? typed.startIndex) + 1)
    var clock = word.startIndex..<(word.endIndex - (word.last == .colon ? 1 : 0))
    var written = clock.count < 12 && word.contains(.colon) ? string(clock) : nil
    let start = typed.startIndex
    let all = TypedClock(bytes.span, in: whole, after: .day)
    let isWhole = all?.end == whole.upperBound
    if isWhole, id(of: slice) != nil,
      bytes[content(of: slice).body].trimmed.elementsEqual(bytes[line].trimmed)
    {
      return nil
    }
    if let all, isWhole {
      (clock, written) = (whole, all.written)
    } else if let all, TypedClock.hasHalf(bytes[start..<all.end]),
      !TimeWords.goesOn(behindDay: bytes[all.end..<line.upperBound].trimmed)
    {
      (clock, written) = (start..<all.end, all.written)
    } else if marks.isEmpty && words.first?.isUppercase != true || words.hasPrefix("Uhr") {
      // In German prose `13:40 Uhr` begins sentences.
      return nil
    } else if written == nil, let named = TypedClock(bytes.span, in: clock, after: .day),
      named.end == clock.upperBound
    {
      written = named.written
    }
    // `22.50` may be a price, and `9` anything.
    if !bytes[clock].contains(where: { $0 == .colon || Byte.isLetter($0) }) {
      written = clockOfDigits(bytes[clock], upTo: line.upperBound)
    }
    guard let written,
      let meant = Timestamp("\(time.date.text) \(written)"), meant.precision == .minute,
      meant.utcOffset == nil,
      isWhole
        ? meant.secondOfDay != time.secondOfDay
        : meant.secondOfDay >= time.secondOfDay + (Int(time.minutesToEnd) + 5) * 60
    else { return nil }
    let text = string(clock)
    return .headingClock(text, text == written ? nil : written)
  }

  /// The time of `1830 Haus`, or of `1830-2000 Haus`; what may be a year of our times, as `1945 Ende`, is none.
  private func clockOfDigits(_ typed: ArraySlice<UInt8>, upTo end: Int) -> String? {
    guard typed.prefix(4).count(where: Byte.isDigit) == 4,
      let clock = LooseClock(bytes.span, at: typed.startIndex, upTo: end),
      clock.end == typed.endIndex, clock.isLikely, clock.isSpan || !(19...20 ~= clock.hour)
    else { return nil }
    return clock.written
  }

  /// The date of the entry above `offset`, or else of the first one below it.
  func date(near offset: Int) -> CalendarDate? {
    (entry(at: offset) ?? entries.first)?.heading.timestamp.date
  }

  /// The day that the front matter of a note says.
  private var ownDate: CalendarDate? {
    ["date", "created"].lazy.compactMap { self.frontMatter?.value(at: [$0])?.stringBytes }
      .compactMap { Timestamp(String(utf8: $0.prefix(10)))?.date }.first
  }

  /// The entry that `offset` lies in; nil above the first one.
  func entry(at offset: Int) -> EntrySlice? {
    let index = entries.indices.partitioningIndex { entries[$0].region.lowerBound > offset }
    return entries[..<index].last
  }

  /// Whether an entry of `date` at `offset` would be in the order that the entries beside it have; true where they have none.
  func isInOrder(_ date: CalendarDate, at offset: Int) -> Bool {
    let index = entries.indices.partitioningIndex { entries[$0].region.lowerBound > offset }
    let before = entries[..<index].suffix(2).map(\.heading.timestamp.date)
    let after = entries[index...].prefix(2).map(\.heading.timestamp.date)
    func isOrdered(_ dates: [CalendarDate], _ isRising: Bool) -> Bool {
      zip(dates, dates.dropFirst()).allSatisfy { isRising ? $0 <= $1 : $0 >= $1 }
    }
    let beside = before + after
    guard let first = beside.first, let last = beside.last else { return true }
    if first == last { return first.days(from: date) <= 31 }
    guard isOrdered(beside, first < last) else { return true }
    return isOrdered(before + [date] + after, first < last)
  }

  /// The lines that look like fields and are all text: how many, and where the first one stands.
  ///
  /// In a thread that has no fields, also those with one colon, where most entries have the name directly below their
  /// headings.
  ///
  /// - Parameters:
  ///   - told: Where something is told already, in order.
  ///   - ownLines: What tj wrote of an entry, where it means what it says.
  func unreadFields(
    besides told: [Int], hasFields: Bool, ownLines: (EntrySlice) -> Set<[UInt8]>
  ) -> (offset: Int, count: Int)? {
    var fences = RangeCursor(codeBlocks)
    var found: [String: (offset: Int, count: Int, double: Int, entries: Int)] = [:]
    // `- Anna: agrees with all of it`
    var ofSentences: Set<String> = []
    for slice in entries where !slice.isDeleted {
      let content = content(of: slice)
      var isTop = content.body.lowerBound == content.start
      var names: Set<String> = []
      // With a line that is told, the fields below it are, too.
      var isTold = false
      lazy var own = ownLines(slice)
      for line in bytes.lines(in: content.body) {
        let next = told.indices.partitioningIndex { told[$0] >= line.text.lowerBound }
        let hasNext = next < told.count && line.text.contains(told[next])
        guard fences.range(at: line.text.lowerBound) == nil,
          let (typed, value, isDouble) = unreadField(bytes[line.text], isTop: isTop)
        else {
          (isTop, isTold) = (false, hasNext)
          continue
        }
        isTold = isTold || hasNext
        // Signs beyond ASCII, `·` and `—`, begin with these bytes.
        let isName = typed.first.map { Byte.isLetter($0) || $0 > 0xC2 && $0 != 0xE2 } == true
        let isSign = typed.contains { "[(`".utf8.contains($0) }
        // `foldr :: a` is of a program.
        let isItem = bytes[line.text].trimmed.first.map(EntryField.isBullet) == true
        let isApart = bytes[typed.endIndex] <= 0x20 && !isTop && !isItem
        if isTold || hasFields && !isName || isSign && !isTop || isApart
          || own.contains(Array(bytes[line.text]))
        {
          continue
        }
        let name = FieldName.key(typed)
        var field = found[name] ?? (line.text.lowerBound, 0, 0, 0)
        field.count += 1
        // One alone is a field's, wherever it stands: nobody writes two colons before a word in a sentence.
        field.double += isDouble && !value.isEmpty ? 1 : 0
        if value.first.map(Byte.isDigit) == false, value.contains(where: Byte.isBlank) {
          ofSentences.insert(name)
        }
        field.entries += isTop && names.insert(name).inserted ? 1 : 0
        found[name] = field
      }
    }
    let several = found.filter { name, field in
      field.double > 0
        || !hasFields && field.entries > 1 && field.entries * 2 >= entries.count
          && !ofSentences.contains(name)
    }.values
    guard let first = several.map(\.offset).min() else { return nil }
    return (first, several.reduce(0) { $0 + $1.count })
  }

  /// The lines of an entry's first paragraph that have the name of no field, a colon and a word or two, as `weather: fog` below
  /// `mood: 5` or `- mood:: 5`; none where that has other lines, or none of a field.
  func labelsAmongFields(
    of slice: EntrySlice, _ content: EntryContent, _ schema: FieldSchema
  ) -> [(name: String, value: [UInt8], line: Range<Int>)] {
    let last = content.fields.last
    let above = last?.lines.upperBound == content.body.lowerBound ? last : nil
    // Names are spelt as those beside them: `Todo: call Ann` is none.
    var initial = above.flatMap { bytes[$0.name].first }
    var found: [(name: String, value: [UInt8], line: Range<Int>)] = []
    for line in bytes.lines(in: content.body, upTo: slice.region.upperBound) {
      let text = bytes[line.text].trimmed
      if text.isEmpty { break }
      guard let label = Self.shortLabel(text) else { return [] }
      let name = String(utf8: label.name)
      if schema.anyField(named: name) == nil {
        found.append((name, Array(label.value), line.text))
      } else if FieldNaming(bytes, line.text, schema)?.hasTypedValue == true {
        initial = label.name.first
      }
    }
    guard let initial else { return [] }
    return found.filter { $0.name.utf8.first.map(Self.isCapital) == Self.isCapital(initial) }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }

  private static func shortLabel(
    _ line: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    let text = line.first.map(EntryField.isBullet) == true ? line.dropFirst().trimmed : line
    guard let colon = text.prefix(FieldName.maximumLength).firstIndex(of: .colon) else {
      return nil
    }
    let name = text[..<colon].trimmed
    let behind = text[(colon + 1)...].drop { $0 == .colon }
    let value = behind.trimmed
    guard let first = name.first, Byte.isLetter(first) || first >= 0x80,
      name.split(whereSeparator: Byte.isBlank).count < 3, behind.first.map(Byte.isBlank) == true,
      1...2 ~= value.split(whereSeparator: Byte.isBlank).count,
      value.last.map({ !".,:!?".utf8.contains($0) }) == true
    else { return nil }
    return (name, value)
  }

  /// The name in `pain:: 6`, `- pain::6`, ` - pain:: 6` and `- pain :: 6`, and at the top of an entry in `- pain: 6`; not in
  /// `std::vector`, nor in a sentence.
  func unreadField(
    _ line: ArraySlice<UInt8>, isTop: Bool
  ) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>, isDouble: Bool)? {
    var text = line.trimmed
    let isItem = text.first.map(EntryField.isBullet) == true
    if isItem { text = text.dropFirst().trimmed }
    guard let colon = text.prefix(FieldName.maximumLength + 2).firstIndex(of: Byte.colon) else {
      return nil
    }
    let name = text[..<colon].trimmed
    let isDouble = text[(colon + 1)...].first == Byte.colon
    let value = text[(colon + (isDouble ? 2 : 1))...]
    let isBrief = isTop && isItem && value.count < 50 && !name.contains(where: Byte.isDigit)
    guard isDouble || isBrief,
      value.first.map({ $0 <= 0x20 || Byte.isDigit($0) }) ?? isDouble,
      FieldName.isValid(bytes.span, name.startIndex..<name.endIndex)
    else { return nil }
    return (name, value.trimmed, isDouble)
  }

  /// Fields in brackets behind words, as other programs read them anywhere: `Walked home [pain:: 6]`.
  func fieldsInBrackets(_ schema: FieldSchema) -> [MeantLine] {
    guard !schema.fields.isEmpty else { return [] }
    var fences = RangeCursor(codeBlocks)
    var found: [MeantLine] = []
    for slice in entries where !slice.isDeleted {
      let content = content(of: slice)
      let body = content.body
      lazy var own = ownFields(content)
      var position = body.lowerBound
      while let colons = ByteSearch.firstIndex(
        of: Array("::".utf8), in: bytes.span, position..<body.upperBound)
      {
        position = colons + 2
        let isStart: (UInt8) -> Bool = { $0 == 0x5B || $0 == 0x28 || $0 == Byte.lineFeed }
        let before = max(body.lowerBound, colons - 4 * FieldName.maximumLength)..<colons
        guard fences.range(at: colons) == nil,
          let open = bytes[before].lastIndex(where: isStart),
          let end = HeadingLine.closing(bytes[open])
        else { continue }
        let name = WideBlank.trimming(bytes.span, open + 1..<colons)
        let behind = bytes[position..<min(body.upperBound, position + 200)]
        let words = bytes[max(body.lowerBound, open - 80)..<open].split(
          separator: Byte.lineFeed, omittingEmptySubsequences: false
        ).last
        guard let field = schema.field(named: string(name)), let words,
          // What begins a line is told as that, and what is in code shows it.
          words.contains(where: isOfWord),
          words.trimmed.first.map({ !"[(".utf8.contains($0) }) == true,
          words.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0,
          let close = behind.firstIndex(where: { $0 == end || $0 == Byte.lineFeed }),
          bytes[close] == end
        else { continue }
        let value = Array(behind[..<close].trimmed)
        guard !says(own, field.name, value, schema) else { continue }
        found.append(
          MeantLine(
            at: open, .fieldForm(name: string(name), value: String(utf8: value), .formAndPlace)))
      }
    }
    return found
  }
}
