import ThreadStorage

extension ImportReader {
  /// A line that seems to begin an entry of a file whose format nothing tells, and how its day is written.
  package struct DatedLine: Sendable, Hashable {
    /// 1-based.
    package let number: Int
    package let text: String
    /// The patterns with which such lines begin entries, as was tried; none where they do without one.
    package let patterns: [String]
  }

  /// How many lines are looked at for days: a text that has none so far hardly has any.
  private static let mostLines = 10_000

  /// The first line that seems to begin an entry; nil where none is known to be read, however it is told.
  func datedLine() -> DatedLine? {
    let lines = bytes[ThreadDocument.start(of: bytes.span)...].lines
    let cores = lines.prefix(Self.mostLines).enumerated().lazy.compactMap { number, line in
      Self.core(line).map { (number: number, line: line, text: $0.text, marks: $0.marks) }
    }
    let sample = Array(cores.prefix(200))
    guard var first = sample.first else { return nil }
    let texts = sample.filter { $0.marks == first.marks }.map { String(utf8: $0.text) }
    let known = Timestamp.beginning(of: first.text)?.time
    var dates =
      known.map { [Self.pattern(of: $0.precision, in: first.line, behind: first.marks)] }
      ?? TimePattern.fitting(texts, mayHaveTitles: true)
    if dates.isEmpty {
      let most = TimePattern.mostFitting(Array(texts.prefix(20)), mayHaveTitles: true)
      dates = TimePattern.fitting(most, mayHaveTitles: true)
      first = sample.first { String(utf8: $0.text) == most.first } ?? first
    }
    // Advice is not worth reading a large file once for each pattern.
    let end = lines[first.number...].prefix(200).last?.endIndex ?? bytes.count
    let start = first
    let patterns = dates.compactMap { date in
      let whole = start.line.trimmed
      // What stands directly behind the date belongs to its form: `**2026-03-28**`; a colon is read by itself.
      let rest = TimePattern(start.marks + date)?.beginning(of: whole)?.rest ?? []
      let marks = rest.prefix { !Byte.isBlank($0) && !Byte.isLetterOrDigit($0) && $0 < 0x80 }
      let isMark =
        rest[marks.endIndex...].first.map(Byte.isBlank) != false
        && ![[0x3A], [0x2C]].contains(marks)
      let pattern = start.marks + date + (isMark ? String(utf8: marks) : "")
      return begins(with: pattern, upTo: end) ? pattern : nil
    }
    guard !patterns.isEmpty || begins(with: nil, upTo: end) else { return nil }
    return DatedLine(
      number: first.number + 1, text: String(utf8: first.line.trimmed), patterns: patterns)
  }

  /// The pattern of a time in a form of ours, with half of the day and zone where `line` has these.
  private static func pattern(
    of precision: Timestamp.Precision, in line: ArraySlice<UInt8>, behind marks: String
  ) -> String {
    if precision == .day { return "%Y-%m-%d" }
    let seconds = precision == .minute ? "" : ":%S"
    let whole = "%Y-%m-%d %H:%M\(seconds)"
    let longer =
      ["%Y-%m-%d %I:%M\(seconds) %p", whole + " %z", whole + "%z"]
      + (seconds.isEmpty ? [] : [whole + ".%f", whole + ",%f"])
    let found = longer.first { TimePattern(marks + $0)?.beginning(of: line.trimmed) != nil }
    return found ?? whole
  }

  /// Whether the file has entries before `end` where its days are written so, or in words.
  private func begins(with pattern: String?, upTo end: Int) -> Bool {
    var options = options
    options.format = .jrnl
    options.timePattern = pattern.flatMap { TimePattern($0) }
    guard pattern == nil || options.timePattern != nil else { return false }
    // What has no entry is not told, which would guess its form again.
    var trial = ImportReader(options: options, file: file, bytes: Array(bytes[..<end]))
    trial.readJrnlText()
    return !trial.reading.entries.isEmpty && trial.reading.problems.isEmpty
  }

  /// The date that `line` begins with and what follows it, and the marks before it; nil where it begins with none.
  private static func core(
    _ line: ArraySlice<UInt8>
  ) -> (text: ArraySlice<UInt8>, marks: String)? {
    let text = line.trimmed
    let marks = text.prefix { "*_-+<(\" ".utf8.contains($0) }
    let rest = text[marks.endIndex...].prefix(60)
    let end = rest.firstIndex { "*_)>\"|".utf8.contains($0) } ?? rest.endIndex
    var core = rest[..<end]
    if core.last == .colon { core = core.dropLast() }
    let start = SpokenDate.weekday(in: core.span, at: 0, upTo: core.count)?.end ?? 0
    let isDate =
      Timestamp.beginning(of: core) != nil
      || ForeignDate(core.span, at: start, upTo: core.count) != nil
      || SpokenDate(core.span, at: 0, upTo: core.count) != nil
    // `2026-03-28: A title` is cut where the words begin.
    let colon = core.indices.first { core[$0] == .colon && core[$0...].dropFirst().first == .space }
    if let colon { core = core[..<colon] }
    return isDate ? (core, String(utf8: marks)) : nil
  }

  /// Whether a line has a number behind a name whose `::` has no space behind it, or one before it: `steps::8000`.
  static func lacksGap(_ line: ArraySlice<UInt8>) -> Bool {
    let sign = Array("::".utf8)
    guard let offset = line.indices.first(where: { line[$0...].starts(with: sign) }) else {
      return false
    }
    let behind = line[(offset + sign.count)...]
    let before = line[..<offset]
    // Dataview has them in brackets, too.
    let bracket = before.lastIndex { $0 == 0x5B || $0 == 0x28 }
    let name = before[(bracket.map { $0 + 1 } ?? before.startIndex)...]
    // `fe80::1` is an address.
    guard behind.trimmed.first.map(Byte.isDigit) == true, !name.contains(where: Byte.isDigit),
      behind.first.map(Byte.isBlank) != true || name.last.map(Byte.isBlank) == true
    else { return false }
    var written = Array(name.trimmed) + sign
    written.append(Byte.space)
    written += behind.trimmed
    return property(written[...]) != nil
  }

  /// The text with the time of day that it begins with written as times are, where letters tell that it is one: `14h30`,
  /// `8h`, `at 9 pm`, `à 8 h 15`; nil for others.
  package static func withColon(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if let french = withFrenchClock(text) { return french }
    guard let clock = TypedClock(text.span, in: 0..<text.count, after: .day) else { return nil }
    let typed = text.prefix(clock.end)
    // `8h` alone may be eight hours elsewhere.
    guard typed.contains(where: Byte.isDigit), typed.contains(where: Byte.isLetter),
      !isCounted(by: text.dropFirst(clock.end)),
      let written = clock.written ?? ForeignForm.bareClock(typed.trimmed)
    else { return nil }
    return Array(written.utf8) + text.dropFirst(clock.end)
  }

  /// The text with the hour that it begins with written as times are, where one alone may be a length or a number: `8h`,
  /// `à 8h`, `7.30` or `0730`; nil for others, as `8h sleep`, `7.30 km` and `1.10 Aims`.
  package static func withBareClock(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let first = text.prefix { !Byte.isBlank($0) }
    let isWord = TimeWords.about.contains(String(utf8: first).lowercased())
    let rest = isWord ? text[first.endIndex...].drop(while: Byte.isBlank) : text
    let word = rest.prefix { !Byte.isBlank($0) && $0 != .colon }
    let behind = rest[word.endIndex...].drop { $0 == .colon }
    let isLikely =
      LooseClock(rest.span, at: 0, upTo: rest.count).map { $0.isLikely && $0.end >= word.count }
      ?? (word.last == UInt8(ascii: "h"))
    let noun = String(utf8: behind.trimmed.prefix { Byte.isLetter($0) || $0 >= 0x80 })
    guard isLikely, behind.first.map(Byte.isDigit) != true, !TimeWords.isCounted(noun),
      !isCounted(by: behind),
      let clock = ForeignForm.bareClock(word)
    else { return nil }
    return Array(clock.utf8) + behind
  }

  /// Whether hours stand before what there are so many of, as in `2h30 de marche`.
  static func isCounted(by rest: ArraySlice<UInt8>) -> Bool {
    let word = String(utf8: rest.trimmed.prefix { !Byte.isBlank($0) }).lowercased()
    return word == "de" || word.hasPrefix("d'") || word.hasPrefix("d’")
  }

  /// The same of `8 h 15`, `à 8 h` and `8 heures`, which may be lengths before other words.
  private static func withFrenchClock(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let preposition = ["à ", "vers "].first { text.starts(with: $0.utf8) }
    var scanner = ByteScanner(text.dropFirst(preposition?.utf8.count ?? 0))
    guard let hour = scanner.number(upTo: 2) else { return nil }
    scanner.take { $0 == 0x20 }
    guard ["h", "heure", "heures"].contains(String(utf8: scanner.take(while: Byte.isLetter))) else {
      return nil
    }
    var rest = scanner.rest
    scanner.take { $0 == 0x20 }
    let digits = scanner.take(while: Byte.isDigit)
    let minutes = digits.count == 2 ? String(utf8: digits) : ""
    if !minutes.isEmpty { rest = scanner.rest }
    guard !isCounted(by: rest),
      rest.first.map({ Byte.isBlank($0) || ",:-".utf8.contains($0) }) != false,
      !minutes.isEmpty || preposition != nil || rest.trimmed.isEmpty,
      let clock = ForeignForm.bareClock("\(hour)h\(minutes)")
    else { return nil }
    return Array(clock.utf8) + rest
  }

  /// Whether the entry's title is a time of day, or `tj check` says that it may contain a part of its time.
  func hasClockInTitle(_ timestamp: Timestamp, _ typed: [UInt8]) -> Bool {
    let isDay = timestamp.precision == .day
    let title = isDay ? typed : Self.behindClockWord(typed)
    // Set off by one space, as it may have been meant.
    let written = timestamp.headingText.prefix(16)
    let document = ThreadDocument(Array("## \(written) ".utf8) + title + [Byte.lineFeed])
    let time = document.entries.first?.heading.timestamp
    if isDay, time.map({ $0.precision != .day }) == true || Self.withColon(typed[...]) != nil {
      return true
    }
    if isDay, hasClockBehindWord(title) { return true }
    // The last one of several days: `– 12.3.2026`.
    let lastDay = title.drop { $0 >= 0x80 || Byte.isBlank($0) || $0 == UInt8(ascii: "-") }
    if isDay, lastDay.startIndex > 0, DayLine.date(lastDay, isHeading: true) != nil { return true }
    // The end of the day, at which no entry begins.
    if isDay, title.starts(with: "24:00".utf8), title.dropFirst(5).first.map(Byte.isDigit) != true {
      return true
    }
    // A form with 24 hours, or without a zone, leaves these.
    if !isDay, Self.beginsWithPartOfTime(title) { return true }
    let meant = document.meantLines(
      FieldSchema(), in: options.zone, dateOrder: options.dateOrder)
    return meant.contains { line in
      switch line.kind {
      case .headingTime, .headingEnd: true
      default: false
      }
    }
  }

  /// Whether what is plainly a time of day stands behind words, of which any language has others that say so, or an hour
  /// behind the first one: `at 9 with Bob`.
  private func hasClockBehindWord(_ title: [UInt8]) -> Bool {
    var start = 0
    while let blank = title[start...].firstIndex(where: Byte.isBlank) {
      let word = String(utf8: title[start..<blank]).lowercased()
      let isFirst = start == 0
      start = blank + 1
      // `5 km in 22:30` is none, and `Psalm 23:5` neither.
      if TimeWords.beforeNumbers.contains(word) || word.utf8.contains(where: Byte.isDigit) {
        return false
      }
      let next = String(utf8: title[start...].prefix { !Byte.isBlank($0) })
      if isFirst, ["at", "um"].contains(word) || TimeWords.clock.contains(word),
        let hour = Int(next), 1...24 ~= hour
      {
        // "Kl. 7" is a class at school.
        return title[0] != UInt8(ascii: "K")
      }
      let clock = LooseClock(title.span, at: start, upTo: title.count)
      if let clock, clock.isPlain, clock.hasMinutes, clock.isLikely { return true }
    }
    return false
  }

  /// What stands behind the `Uhr` of `7:30 Uhr`, of which the time was read; else the whole title.
  static func behindClockWord(_ title: [UInt8]) -> [UInt8] {
    let word = title.prefix { !Byte.isBlank($0) }
    guard String(utf8: word).lowercased() == "uhr" else { return title }
    return Array(title[word.endIndex...].drop(while: Byte.isBlank))
  }

  /// Whether a title begins with what belongs to a time of day: `PM`, `p.m.`, `+0100`, `UTC`.
  private static func beginsWithPartOfTime(_ title: [UInt8]) -> Bool {
    let word = String(utf8: title[...].trimmed.prefix { !Byte.isBlank($0) })
    if TimeWords.englishHalves.contains(word.lowercased()) { return true }
    let isOffset =
      (word.hasPrefix("+") || word.hasPrefix("-"))
      && word.utf8.dropFirst().filter { $0 != .colon }.count == 4
      && word.utf8.dropFirst().allSatisfy { Byte.isDigit($0) || $0 == .colon }
    return isOffset || word == word.uppercased() && ZoneName.example(in: word) != nil
  }
}
