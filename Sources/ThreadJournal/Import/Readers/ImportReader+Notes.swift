import ThreadStorage

extension ImportReader {
  /// The day that the file's name begins with: `2026-03-28`, `2026_03_28`, `20260328`, or after the pattern or setting;
  /// with the time of day where one follows as it is written everywhere.
  ///
  /// It may also stand behind words: `Journal 2026-03-28`.
  var noteDay: (day: Timestamp, rest: String)? {
    let isMarkdown = ImportFormat(detecting: [], file: file) == .markdown
    let name = isMarkdown || isPlainText ? stem : ThreadHeader.fileName(of: file)
    let bytes = Array(name.utf8)[...]
    if options.timePattern != nil || foreignDate(bytes) != nil,
      let (time, title, _) = dated(bytes)
    {
      return (time, String(utf8: title))
    }
    let digits = name.utf8.filter(Byte.isDigit).prefix(8)
    guard digits.count == 8 else { return nil }
    let parts = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6)].map {
      String(utf8: Array($0))
    }
    for separator in ["-", "_", ".", ""] {
      let written = parts.joined(separator: separator)
      guard name.hasPrefix(written) else { continue }
      let rest = name.dropFirst(written.count)
      guard rest.isEmpty || rest.first == " " || rest.first == "-" || rest.first == "_",
        let day = Timestamp(parts.joined(separator: "-"))
      else { continue }
      let behindDay = Array(rest.utf8)[...]
      let named = Self.withColon(behindDay.drop { " -_".utf8.contains($0) })
      let whole =
        clock(behind: day, behindDay)
        ?? named.flatMap { clock(behind: day, (Array(" ".utf8) + $0)[...]) }
      let behind = whole.map { String(utf8: $0.rest) } ?? String(rest)
      let title = behind.drop { $0 == " " || $0 == "-" || $0 == "_" }
      return (whole.map { options.local($0.time) } ?? day, String(title))
    }
    let written = parts.joined(separator: "-")
    let words = name.hasSuffix(" \(written)") ? String(name.dropLast(written.count + 1)) : ""
    return words.isEmpty ? nil : Timestamp(written).map { ($0, words) }
  }

  /// The pattern that reads digits which `title` begins with, behind the day in the note's name, as a time of day; nil for
  /// none.
  private func clockPattern(ofNameWith title: String) -> String? {
    let clocks = ["%H-%M-%S", "%H.%M.%S", "%H%M%S", "%H-%M", "%H.%M", "%H%M"]
    let found = clocks.first { clock in
      let text = Array("20000101 \(title)".utf8)
      guard let rest = TimePattern("%Y%m%d " + clock)?.beginning(of: text[...])?.rest,
        title.utf8.count - rest.count == clock.utf8.count
      else { return false }
      return rest.first.map { $0 == .space || "-_".utf8.contains($0) } != false
    }
    guard let clock = found, stem.hasSuffix(title) else { return nil }
    var (pattern, digits) = ("", 0)
    for character in stem.dropLast(title.count) {
      guard character.isNumber else {
        pattern.append(character)
        continue
      }
      digits += 1
      pattern += [4: "%Y", 6: "%m", 8: "%d"][digits] ?? ""
    }
    return pattern + clock
  }

  /// Reads a note: its time is what its front matter says, else the day of its name; other keys are its fields.
  mutating func readNote(_ document: ThreadDocument, _ day: Timestamp?, title: String) {
    let pairs = document.frontMatter?.root.pairs ?? []
    leaveOutProblems(of: document)
    var date = noteDate(document)
    var time = date.flatMap { noteTime($0.value) }
    if let day {
      // A note is often made on another day than it is about.
      let isOther = time.map { time in
        let haveClocks = day.precision != .day && time.precision != .day
        return time.date != day.date
          || haveClocks && time.wallClockSeconds != day.wallClockSeconds
      }
      if time == nil || (date?.name.lowercased() == "created" && isOther == true) { date = nil }
      if date != nil, isOther == true {
        let isDay = day.precision == .day
        leaveOut(.replacedDay(isDay ? day.date.text : day.headingText), line: 1)
      }
      if let date, date.name.lowercased() == "created", let time,
        time.precision != .day, day.precision == .day
      {
        leaveOut(.createdClock(date.name), line: 1)
      }
      if date == nil || (time?.date == day.date && time?.precision == .day) { time = day }
    }
    var clock: String?
    if let value = document.frontMatter?.value(at: ["time"])?.stringBytes, let day = time,
      day.precision == .day, let joined = options.time("\(day.date.text) \(String(utf8: value))")
    {
      (time, clock) = (joined, "time")
    }
    guard let written = time else { return note(.noEntries, line: 1) }
    if let date { noteUTC(String(utf8: dateText(date.value) ?? []), written, line: 1) }
    var entry = entry(at: written, in: thread(noteThread), line: 1)
    entry.isForeign = true
    entry.title = Array(title.utf8)
    // Headings of ours begin entries in a note, too, unless they are sections among others.
    let hasOtherDays = document.entries.contains { $0.heading.timestamp.date != written.date }
    let entries = hasOtherDays && sectionCount(of: document) > 0 ? [] : document.entries
    // So do times of day below the note's, as they do below a heading with a day.
    var fences = RangeCursor(document.codeBlocks)
    let clocks =
      day == nil || written.precision != .day || !document.entries.isEmpty
      ? []
      : self.clocks(
        in: document.preamble.lowerBound..<bytes.count, of: written.date, below: 1, &fences)
    let end =
      entries.first?.region.lowerBound ?? clocks.first?.line.lowerBound ?? bytes.count
    if let day, day.precision == .day, let pattern = clockPattern(ofNameWith: title) {
      leaveOut(.clockInName(pattern: pattern), line: 1)
    } else if let day, day.precision == .day, hasClockInTitle(day, Array(title.utf8)) {
      leaveOut(.clockInTitle, line: 1)
    }
    var linesOfNames: [String: Int] = [:]
    var seen: Set<[UInt8]> = []
    let isLast = pairs.reversed().map { seen.insert($0.name).inserted }
    for (pair, isLast) in zip(pairs, isLast.reversed()) {
      let name = String(utf8: pair.name)
      let line = lineNumber(at: pair.range.lowerBound)
      linesOfNames[name] = line
      if !isLast {
        leaveOut(.overridden(name), line: line)
      } else if name == date?.name || name == clock {
        continue
      } else if name == "title", let value = titleText(pair.value), !value[...].trimmed.isEmpty {
        setTitle(value, of: &entry)
        // A name that is made of the title says nothing more; nor do the folders that some write before it, with dots.
        let name = day == nil ? title.split(separator: ".").last ?? "" : title[...]
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        if !words.allSatisfy({ TextPattern(Array($0.utf8)).matches(entry.title) }) {
          leaveOut(.replacedTitle, line: line)
        }
      } else {
        readProperty(name, pair.value, line: line, into: &entry)
      }
    }
    let start = readProperties(
      in: document.preamble.lowerBound..<end, besides: document.codeBlocks, into: &entry,
      at: &linesOfNames)
    entry.text = text(of: start..<end)
    readInlineFields(in: start..<end, besides: document.codeBlocks, into: &entry)
    fences = RangeCursor(document.codeBlocks)
    noteLines(in: start..<end, of: written.date, &fences, isNote: true)
    noteLabels(in: start..<end)
    dropOverridden(of: &entry, at: linesOfNames)
    let lines =
      clocks.isEmpty
      ? []
      : bytes.lines(in: start..<end).map(\.text)
        .filter { !bytes[$0].trimmed.isEmpty }
    if lines.count == 1, let text = heading(lines[0]), dated(text)?.time.date == written.date {
      // The note's day is its title.
      entry.text = []
    }
    let isAlone = clocks.isEmpty && end == bytes.count
    if isAlone || clocks.isEmpty && !entry.title.isEmpty || !isBare(entry) {
      reading.entries.append(entry)
    }
    var halves = ClockHalves()
    for (index, clock) in clocks.enumerated() {
      let end = index + 1 < clocks.count ? clocks[index + 1].line.lowerBound : bytes.count
      read(clock, upTo: end, in: thread(noteThread), &fences, &halves)
    }
    leaveOut(halves)
    for slice in entries {
      let line = lineNumber(at: slice.region.lowerBound)
      let date = slice.heading.timestamp.date
      if date != written.date {
        leaveOut(.otherDay, showing: bytes[slice.heading.line], line: line, of: [date])
      }
      readSlice(slice, of: document, thread(noteThread), line: line)
      if document.id(of: slice) == nil {
        noteLines(
          in: document.content(of: slice).body.lowerBound..<slice.region.upperBound, of: date,
          &fences)
      }
    }
    if !entries.isEmpty { noteMeantHeadings(of: document) }
  }

  /// How many sections of a note there are besides headings of ours: those of their level, and what would end them.
  private func sectionCount(of document: ThreadDocument) -> Int {
    guard let first = document.entries.first?.heading.line.lowerBound else { return 0 }
    let starts = Set(document.entries.map(\.heading.line.lowerBound))
    var fences = RangeCursor(document.codeBlocks)
    return bytes.lines(in: document.preamble.lowerBound..<bytes.count).count { line in
      let start = line.text.lowerBound
      let level = bytes[line.text].prefix { $0 == .hash }.count
      return heading(line.text) != nil && (level == 2 || level == 1 && start > first)
        && !starts.contains(start) && fences.range(at: start) == nil
    }
  }

  /// Whether the file is a note by its front matter, and the headings of ours in it are a few of its sections.
  func isNoteOfSections(_ document: ThreadDocument) -> Bool {
    guard !document.entries.isEmpty, !isOwn(document), let date = noteDate(document),
      date.name.lowercased() != "created", noteTime(date.value) != nil
    else { return false }
    return sectionCount(of: document) >= document.entries.count
  }

  /// The key of front matter that gives a note its time, and its value: the first that is one of `date`, `dates`, the
  /// names that columns of days have, and `created`, in letters of either case.
  func noteDate(_ document: ThreadDocument) -> (name: String, value: YAMLValue)? {
    var dates: [(name: String, value: YAMLValue)] = []
    for name in ["date", "dates"] + CSVTable.dayNames + ["created"] {
      let pairs = document.frontMatter?.root.pairs ?? []
      for pair in pairs.reversed() where String(utf8: pair.name).lowercased() == name {
        if dateText(pair.value)?.isEmpty == false {
          dates.append((String(utf8: pair.name), pair.value))
        }
      }
    }
    return dates.first { noteTime($0.value) != nil }
      ?? dates.first { ["date", "fecha", "created"].contains($0.name.lowercased()) }
  }

  /// What a value of front matter says that may be a time: a text, also as a link or alone in a list.
  func dateText(_ value: YAMLValue) -> [UInt8]? {
    if let items = value.items {
      return items.count == 1 ? dateText(items[0]) : Array(bytes[value.range])
    }
    guard let text = value.stringBytes, text.starts(with: "[[".utf8),
      text.suffix(2) == [0x5D, 0x5D]
    else { return value.stringBytes }
    return Array(text.dropFirst(2).dropLast(2))
  }

  /// The time that a value of front matter means: written out, or the milliseconds since 1970 that some programs write.
  func noteTime(_ value: YAMLValue) -> Timestamp? {
    let text = String(utf8: dateText(value) ?? [])
    if text.utf8.count == 13, let milliseconds = value.integerValue {
      let instant = Instant(secondsSinceEpoch: Int64(milliseconds / 1000))
      return Timestamp(instant: instant, in: options.zone)
    }
    return options.time(text)
  }

  /// The text of a title, also of one with a colon in it, which YAML does not take for a text.
  private func titleText(_ value: YAMLValue) -> [UInt8]? {
    if case .unsupported(let problem) = value.content,
      ![.alias, .anchor, .tag].contains(problem.kind), !bytes[value.range].contains(.lineFeed)
    {
      return Array(bytes[value.range].trimmed)
    }
    return value.stringBytes
  }

  /// A value of a note's front matter becomes a field; of a mapping, each of its values becomes one.
  private mutating func readProperty(
    _ name: String, _ value: YAMLValue, line: Int, into entry: inout ImportedEntry
  ) {
    if let pairs = value.pairs, !pairs.isEmpty {
      for pair in pairs {
        readProperty("\(name).\(String(utf8: pair.name))", pair.value, line: line, into: &entry)
      }
      return
    }
    let written: [UInt8]
    if case .unsupported(let problem) = value.content,
      [.alias, .anchor, .tag].contains(problem.kind)
    {
      return leaveOut(.property(name), line: line)
    }
    if let items = value.items, items.allSatisfy({ $0.stringBytes != nil }) {
      written = ImportedEntry.list(of: items.compactMap(\.stringBytes))
    } else if value.pairs != nil || value.isNull {
      written = []
    } else {
      // What is no text or list of texts, such as `[[Name]]`, stays as it stands.
      if case .unsupported(let problem) = value.content,
        [.unterminatedQuote, .unterminatedFlow].contains(problem.kind)
          || problem.kind != .ambiguousFlow && bytes[value.range].contains(.lineFeed)
      {
        leaveOut(.brokenProperty(name), line: lineNumber(at: problem.offset))
      }
      written = value.stringBytes ?? Array(bytes[value.range].lines.joined(separator: [0x0A]))
    }
    addProperty(name, written, line: line, to: &entry)
  }

  /// Takes the lines `- name:: value`, with or without the dash, at the top of a note; returns where its text begins.
  private mutating func readProperties(
    in range: Range<Int>, besides codeBlocks: [Range<Int>], into entry: inout ImportedEntry,
    at linesOfNames: inout [String: Int]
  ) -> Int {
    var start = range.lowerBound
    var properties: [(name: String, value: [UInt8], line: Int)] = []
    var fences = RangeCursor(codeBlocks)
    var isTop = true
    for line in bytes.lines(in: range) {
      let text = bytes[line.text]
      if text.trimmed.isEmpty {
        if !properties.isEmpty { isTop = false }
        continue
      }
      let number = lineNumber(at: line.text.lowerBound)
      guard fences.range(at: line.text.lowerBound) == nil,
        let (name, value) = Self.property(text)
      else {
        if fences.range(at: line.text.lowerBound) == nil, Self.lacksGap(text) {
          leaveOut(.propertyGap, line: number)
        }
        if isTop, !properties.isEmpty, text.starts(with: [Byte.space, Byte.space]) {
          properties[properties.count - 1].value.append(Byte.lineFeed)
          properties[properties.count - 1].value += text.dropFirst(2)
          start = line.next
        } else {
          isTop = false
        }
        continue
      }
      if isTop {
        properties.append((name, value, number))
        start = line.next
      } else {
        leaveOut(.propertyLine, line: number)
      }
    }
    for (name, value, line) in properties {
      linesOfNames[name] = line
      addProperty(name, value, line: line, to: &entry)
    }
    return start
  }

  /// The name and value of a line that is a property as Logseq and Dataview write them; nil where it is none.
  static func property(_ line: ArraySlice<UInt8>) -> (name: String, value: [UInt8])? {
    let text = line.trimmed
    let isItem =
      text.first.map(EntryField.isBullet) == true && text.dropFirst().first == .space
    let field = Array((isItem ? "" : "- ").utf8) + text
    guard let parts = EntryField.scan(field.span, line: field.indices), parts.backslashes == 0
    else { return nil }
    var name = field[parts.name]
    for mark in ["**", "__"] where name.starts(with: mark.utf8) && name.count > 4 {
      if name.suffix(2).elementsEqual(mark.utf8) { name = name.dropFirst(2).dropLast(2) }
    }
    // `Slept [sleep:: 7h].` is text with a field in it, and `[ ] call:: Ann` a task.
    let isText = brackets.contains { pair in
      name.count { $0 == pair.opening } > name.count { $0 == pair.closing }
    }
    if isText || name.first == 0x5B { return nil }
    return (String(utf8: name), Array(field[parts.value]))
  }

  /// `[]` and `()`.
  private static let brackets: [(opening: UInt8, closing: UInt8)] = [(0x5B, 0x5D), (0x28, 0x29)]

  /// Takes the fields that Dataview has in the lines of a text, which stay in it: of one name the first, and none of a
  /// task.
  private mutating func readInlineFields(
    in range: Range<Int>, besides codeBlocks: [Range<Int>], into entry: inout ImportedEntry
  ) {
    var values = Dictionary(
      entry.fields.map { (FieldName.key($0.name), $0.value) }, uniquingKeysWith: { $1 })
    var fences = RangeCursor(codeBlocks)
    for line in bytes.lines(in: range) {
      guard fences.range(at: line.text.lowerBound) == nil else { continue }
      let fields = Self.inlineFields(of: bytes[line.text])
      if fields.isEmpty { continue }
      let number = lineNumber(at: line.text.lowerBound)
      if Self.isTask(bytes[line.text]) {
        leaveOut(.taskField, line: number, count: fields.count)
        continue
      }
      for (name, value) in fields {
        let key = FieldName.key(name)
        if let first = values[key] {
          if first != Array(value[...].trimmed) { leaveOut(.inTextAgain(name), line: number) }
          continue
        }
        values[key] = Array(value[...].trimmed)
        addProperty(name, value, line: number, to: &entry)
      }
    }
  }

  /// Notes lines such as `Tags: feet` that are all of the first paragraph of a note's text, below its title, as Notion writes a
  /// page's properties.
  private mutating func noteLabels(in range: Range<Int>) {
    let lines = bytes.lines(in: range).map(\.text)
      .drop { bytes[$0].trimmed.isEmpty || bytes[$0].starts(with: "# ".utf8) }
      .prefix { !bytes[$0].trimmed.isEmpty }
    let labels = lines.filter { line in
      let name = bytes[line].prefix { $0 != Byte.colon }
      let value = bytes[name.endIndex..<line.upperBound].dropFirst()
      return name.first.map { Byte.isLetter($0) || $0 >= 0x80 } == true && name.count < 30
        && value.first == .space && value.count < 100
        // `What went well: all before lunch.` is a sentence.
        && !(value.trimmed.last == .dot && value.split(separator: .space).count > 2)
    }
    guard labels.count > 1, labels.count == lines.count else { return }
    for line in labels {
      leaveOut(.labels, showing: bytes[line], line: lineNumber(at: line.lowerBound))
    }
  }

  /// Notes a line that is written as a property, or has one in it, where it becomes no field.
  mutating func noteProperty(in line: ArraySlice<UInt8>, number: Int) {
    guard line.contains(Byte.colon) else { return }
    if Self.property(line) != nil || !Self.inlineFields(of: line).isEmpty {
      leaveOut(Self.isTask(line) ? .taskField : .propertyBelow, line: number)
    } else if Self.lacksGap(line) {
      leaveOut(.propertyGap, line: number)
    }
  }

  /// Whether a line is an item of a list with a box, `- [ ] call`, whose fields are the task's.
  private static func isTask(_ line: ArraySlice<UInt8>) -> Bool {
    let text = Array(line.drop { Byte.isBlank($0) || $0 == UInt8(ascii: ">") })
    guard !text.isEmpty, let marker = text.span.listMarker(in: text.indices) else { return false }
    let box = Array(text[marker.length...].drop(while: Byte.isBlank).prefix(4))
    return box.count == 4 && box[0] == 0x5B && box[2] == 0x5D && Byte.isBlank(box[3])
  }

  /// The fields that Dataview has in a line of text: `[name:: value]` and `(name:: value)`, outside code.
  private static func inlineFields(
    of line: ArraySlice<UInt8>
  ) -> [(name: String, value: [UInt8])] {
    var fields: [(name: String, value: [UInt8])] = []
    var code = RangeCursor(Self.code(in: line))
    var rest = line
    while let start = rest.firstIndex(where: { $0 == 0x5B || $0 == 0x28 }) {
      if let code = code.range(at: start) {
        rest = rest[code.upperBound...]
        continue
      }
      let closing = brackets.first { $0.opening == rest[start] }?.closing
      rest = rest[(start + 1)...]
      guard let end = rest.prefix(300).firstIndex(where: { $0 == closing }),
        let field = property(rest[..<end]),
        !field.value.contains(UInt8(ascii: "["))
      else { continue }
      fields.append(field)
      rest = rest[(end + 1)...]
    }
    return fields
  }

  /// Where code stands in a line: between two runs of as many backticks.
  private static func code(in line: ArraySlice<UInt8>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var rest = line
    while let start = rest.firstIndex(of: UInt8(ascii: "`")) {
      let run = rest[start...].prefix { $0 == UInt8(ascii: "`") }
      runs.append(run.indices)
      rest = rest[run.endIndex...]
    }
    var code: [Range<Int>] = []
    for (index, run) in runs.enumerated()
    where code.last.map({ $0.upperBound <= run.lowerBound }) != false {
      guard let end = runs[(index + 1)...].first(where: { $0.count == run.count }) else { continue }
      code.append(run.lowerBound..<end.upperBound)
    }
    return code
  }

  private mutating func addProperty(
    _ name: String, _ written: [UInt8], line: Int, to entry: inout ImportedEntry
  ) {
    let text = Array(written[...].trimmed)
    let lastKey = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isPlace = FieldName.key(name) == FieldDefinition.location.key
    if text.isEmpty {
      leaveOut(.emptyProperty(name), line: line)
    } else if CSVTable.isCoordinates(lastKey)
      || ((isPlace || CSVTable.isPlace(name)) && PlaceName.isCoordinates(text))
    {
      leaveOut(.coordinates(column: name), line: line)
    } else if FieldName.isValid(name), !text.contains(0) {
      entry.fields.append((name, text))
    } else {
      leaveOut(.property(name), line: line)
    }
  }
}
