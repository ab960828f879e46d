import ThreadStorage

extension ImportReader {
  /// Reads a thread file, a note whose name or front matter is dated, or a file with dated headings.
  mutating func readMarkdown() {
    if readJrnlYAML() { return }
    let start = ThreadDocument.start(of: bytes.span)
    if bytes[start...].lines.first.map({ $0.trimmed.elementsEqual("+++".utf8) }) == true {
      return note(.toml, line: 1)
    }
    let document = ThreadDocument(bytes)
    if document.hasUnterminatedFrontMatter { leaveOut(.openFrontMatter, line: 1) }
    if let line = lineOfLowFrontMatter(from: start) { leaveOut(.lowFrontMatter, line: line) }
    let day = noteDay
    if document.entries.contains(where: { document.id(of: $0) != nil }) {
      readThread(document)
    } else if let day {
      readNote(document, day.day, title: day.rest)
    } else if !document.entries.isEmpty, options.timePattern == nil {
      readThread(document)
    } else {
      let headings = datedHeadings(from: document.preamble.lowerBound)
      if headings.isEmpty, let date = noteDate(document) {
        if noteTime(date.value) == nil {
          let line = document.position(of: date.value.range.lowerBound).line
          return note(.badTime(String(utf8: date.value.stringBytes ?? [])), line: line)
        }
        readNote(document, nil, title: stem)
      } else {
        readDatedHeadings(document, headings)
      }
    }
  }

  /// The line of what would be front matter, were there no blank lines above it; nil for none.
  private func lineOfLowFrontMatter(from start: Int) -> Int? {
    guard bytes[start...].first.map({ $0 <= 0x20 }) == true else { return nil }
    let lines = bytes[start...].lines
    func isRule(_ line: ArraySlice<UInt8>) -> Bool { line.trimmed.elementsEqual("---".utf8) }
    guard let first = lines.firstIndex(where: { !$0.trimmed.isEmpty }), first > 0,
      isRule(lines[first]), let next = lines.dropFirst(first + 1).first, next.contains(.colon),
      lines.dropFirst(first + 2).contains(where: isRule)
    else { return nil }
    return first + 1
  }

  private mutating func readThread(_ document: ThreadDocument) {
    let header = ThreadHeader(path: file, document: document)
    let hasTitle = header.hasOwnTitle || header.title != ThreadHeader.fileName(of: file)
    let own = hasTitle ? thread(ImportedThread(title: header.title, id: header.id)) : defaultThread
    let schema = document.fieldSchema
    if !schema.fields.isEmpty { reading.schemas[own] = schema }
    if let created = header.created { reading.created[own] = created }
    var taken = ["title"]
    if let deletion = header.deletion {
      reading.deletions[own] = deletion
      taken.append("deleted")
    }
    if header.id != nil { taken.append("id") }
    let hasCreated = document.frontMatter?.value(at: ["created"])?.stringBytes != nil
    if header.created != nil { taken.append(hasCreated ? "created" : "date") }
    if schema.obstacle == nil { taken.append("fields") }
    let problemLines = document.positions(of: schema.problems.map(\.offset)).map(\.line)
    for (problem, line) in zip(schema.problems, problemLines) {
      leaveOut(.definition(problem.kind), line: line)
    }
    leaveOutProperties(of: document, besides: taken)
    leaveOutText(in: document.preamble, of: document, title: header.title)
    let lines = document.positions(of: document.entries.map(\.region.lowerBound)).map(\.line)
    var counter = LineCounter()
    for (slice, line) in zip(document.entries, lines) {
      readSlice(slice, of: document, own, line: line)
      // In a file of ours, `tj check` knows better.
      if document.id(of: slice) == nil { noteHeadings(in: slice.region, &counter) }
    }
  }

  /// Notes the headings below an entry's own that may be meant to begin another: of the first two levels, with a year's digits.
  private mutating func noteHeadings(in region: Range<Int>, _ lines: inout LineCounter) {
    var offset = region.lowerBound
    while offset < region.upperBound {
      let line = Line(startingAt: offset, in: bytes.span, upTo: region.upperBound)
      defer { offset = line.next }
      guard offset > region.lowerBound, let text = heading(line.text) ?? underlined(line),
        text.startIndex - line.text.lowerBound <= 3, ImportReader.hasYear(text)
      else { continue }
      let number = lines.line(at: line.text.lowerBound, in: bytes.span)
      leaveOut(.heading, line: number)
    }
  }

  static func hasYear(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { !Byte.isDigit($0) }.contains { $0.count == 4 }
  }

  /// Notes what front matter says, but for the keys that are `taken`.
  private mutating func leaveOutProperties(of document: ThreadDocument, besides taken: [String]) {
    leaveOutProblems(of: document)
    var lines = LineCounter()
    for pair in document.frontMatter?.root.pairs ?? [] where !pair.value.isNull {
      let name = String(utf8: pair.name)
      let line = lines.line(at: pair.range.lowerBound, in: bytes.span)
      if !taken.contains(name) { leaveOut(.property(name), line: line) }
    }
  }

  /// Notes comments, and the places that are not understood and are in no value that is taken as it stands.
  private mutating func leaveOutProblems(of document: ThreadDocument) {
    guard let frontMatter = document.frontMatter else { return }
    let pairs = frontMatter.root.pairs ?? []
    var next = 0
    var lines = LineCounter()
    for problem in frontMatter.problems {
      while next < pairs.count, pairs[next].range.upperBound <= problem.offset { next += 1 }
      guard next == pairs.count || problem.offset < pairs[next].range.lowerBound else { continue }
      leaveOut(.frontMatter, line: lines.line(at: problem.offset, in: bytes.span))
    }
    lines = LineCounter()
    for offset in frontMatter.document.comments {
      leaveOut(.comment, line: lines.line(at: offset, in: bytes.span))
    }
  }

  /// Notes the lines of text which no entry holds; a heading with the file's title is none.
  private mutating func leaveOutText(
    in range: Range<Int>, of document: ThreadDocument, title: String
  ) {
    var needsTitle = true
    var lines = LineCounter()
    for line in bytes[range].lines where !line.trimmed.isEmpty {
      let isTitle =
        needsTitle && line.starts(with: "# ".utf8)
        && line.dropFirst(2).trimmed.elementsEqual(title.utf8)
      if isTitle {
        needsTitle = false
      } else {
        leaveOut(.text, line: lines.line(at: line.startIndex, in: bytes.span))
      }
    }
  }

  private mutating func readSlice(
    _ slice: EntrySlice, of document: ThreadDocument, _ own: ImportedThread, line: Int
  ) {
    let attributes = slice.heading.attributes
    let origin = attributes.flatMap { document.origin(of: $0) }.map { thread($0) }
    var entry = entry(at: slice.heading.timestamp, in: origin ?? own, line: line)
    let content = document.content(of: slice)
    entry.id = document.id(of: slice)
    entry.title = Array(document[slice.heading.title])
    entry.text = content.text(in: document.bytes.span)
    for field in content.fields {
      add(document.string(field.name), field.value(in: document.bytes.span), to: &entry)
    }
    dropOverridden(of: &entry)
    entry.edited = attributes?.edited.map { document.string($0) }
    // One that somebody changed in the file has no time of that, which the import gives it.
    if entry.edited == nil {
      entry.told = ToldParts(columns: Set(CSVColumns.Entry.allCases).subtracting([.edited]))
    }
    entry.deleted = attributes?.deleted.map { document.string($0) }
    if entry.deleted == nil, slice.isDeleted { entry.deleted = "true" }
    entry.restored = attributes?.restored(in: document.bytes.span).map { document.string($0) }
    reading.entries.append(entry)
    for name in attributes.map({ EntryAttributes.classes(in: bytes, $0) }) ?? []
    where name != "deleted" {
      leaveOut(.property("." + name), line: line)
    }
    let known = ["edited", "deleted", "restored", "thread", "path"]
    let values = attributes.map { EntryAttributes.values(in: bytes, $0) } ?? [:]
    for name in values.keys.sorted() where !known.contains(name) {
      leaveOut(.property(name), line: line)
    }
  }

  /// The day that the file's name begins with: `2026-03-28`, `2026_03_28`, `20260328`, or after the pattern.
  private var noteDay: (day: Timestamp, rest: String)? {
    let isMarkdown = ImportFormat(detecting: [], file: file) == .markdown
    let name = isMarkdown ? stem : ThreadHeader.fileName(of: file)
    if options.timePattern != nil, let (time, title) = dated(Array(name.utf8)[...]) {
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
      let title = rest.drop { $0 == " " || $0 == "-" || $0 == "_" }
      return (day, String(title))
    }
    return nil
  }

  /// Reads a note: its time is what its front matter says, else the day of its name; other keys are its fields.
  private mutating func readNote(_ document: ThreadDocument, _ day: Timestamp?, title: String) {
    let pairs = document.frontMatter?.root.pairs ?? []
    leaveOutProblems(of: document)
    var date = noteDate(document)
    var time = date.flatMap { noteTime($0.value) }
    if let day {
      // A note is often made on another day than it is about.
      if time == nil || (date?.name == "created" && time?.date != day.date) { date = nil }
      if let other = time, date != nil, other.date != day.date {
        leaveOut(.replacedDay(day.date.text), line: 1)
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
    var entry = entry(at: written, in: thread(noteThread), line: 1)
    entry.isForeign = true
    entry.title = Array(title.utf8)
    // Headings of ours begin entries in a note, too.
    let end = document.entries.first?.region.lowerBound ?? bytes.count
    entry.text = text(of: document.preamble.lowerBound..<end)
    var lines = LineCounter()
    var linesOfNames: [String: Int] = [:]
    var seen: Set<[UInt8]> = []
    let isLast = pairs.reversed().map { seen.insert($0.name).inserted }
    for (pair, isLast) in zip(pairs, isLast.reversed()) {
      let name = String(utf8: pair.name)
      let line = lines.line(at: pair.range.lowerBound, in: bytes.span)
      linesOfNames[name] = line
      if !isLast {
        leaveOut(.overridden(name), line: line)
      } else if name == date?.name || name == clock {
        continue
      } else if name == "title", let value = pair.value.stringBytes, !value[...].trimmed.isEmpty {
        setTitle(value, of: &entry)
        if !title.isEmpty, !entry.title.elementsEqual(title.utf8) {
          leaveOut(.replacedTitle, line: line)
        }
      } else {
        readProperty(name, pair.value, line: line, into: &entry)
      }
    }
    dropOverridden(of: &entry, at: linesOfNames)
    if end == bytes.count || !entry.text.isEmpty || !entry.fields.isEmpty || !entry.title.isEmpty {
      reading.entries.append(entry)
    }
    lines = LineCounter()
    for slice in document.entries {
      let line = lines.line(at: slice.region.lowerBound, in: bytes.span)
      readSlice(slice, of: document, thread(noteThread), line: line)
    }
  }

  /// The key of front matter that gives a note its time, and its value: the first of `date` and `created` that is one.
  private func noteDate(_ document: ThreadDocument) -> (name: String, value: YAMLValue)? {
    var dates: [(name: String, value: YAMLValue)] = []
    for name in ["date", "created"] {
      guard let value = document.frontMatter?.value(at: [name]) else { continue }
      if value.stringBytes?.isEmpty == false { dates.append((name, value)) }
    }
    return dates.first { noteTime($0.value) != nil } ?? dates.first
  }

  /// The time that a value of front matter means: written out, or the milliseconds since 1970 that some programs write.
  private func noteTime(_ value: YAMLValue) -> Timestamp? {
    let text = String(utf8: value.stringBytes ?? [])
    if text.utf8.count == 13, let milliseconds = value.integerValue {
      let instant = Instant(secondsSinceEpoch: Int64(milliseconds / 1000))
      return Timestamp(instant: instant, in: options.zone)
    }
    return options.time(text)
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
      written = value.stringBytes ?? Array(bytes[value.range].lines.joined(separator: [0x0A]))
    }
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

  /// A heading of any level whose text begins with a time: its line, and what it says.
  private typealias DatedHeading = (line: Range<Int>, time: Timestamp, title: [UInt8])

  private func datedHeadings(from start: Int) -> [DatedHeading] {
    var headings: [DatedHeading] = []
    var offset = start
    while offset < bytes.count {
      let line = Line(startingAt: offset, in: bytes.span, upTo: bytes.count)
      if let text = heading(line.text), let (time, title) = dated(text) {
        headings.append((offset..<line.next, time, title))
      }
      offset = line.next
    }
    return headings
  }

  /// Reads the entries that are below dated headings.
  private mutating func readDatedHeadings(_ document: ThreadDocument, _ headings: [DatedHeading]) {
    let header = ThreadHeader(path: file, document: document)
    // Where the file begins with a dated heading, this is no title of the whole.
    let isTitle = dated(Array(header.title.utf8)[...]) == nil
    let own = isTitle ? thread(ImportedThread(title: header.title)) : defaultThread
    let start = document.preamble.lowerBound
    guard let first = headings.first else { return noteUndatedHeading(from: start) }
    leaveOutProperties(of: document, besides: isTitle ? ["title"] : [])
    leaveOutText(in: start..<first.line.lowerBound, of: document, title: header.title)
    var lines = LineCounter()
    func level(_ heading: DatedHeading) -> Int {
      bytes[heading.line].prefix { $0 == .hash }.count
    }
    let firstLevel = level(first)
    for (index, heading) in headings.enumerated() {
      let line = lines.line(at: heading.line.lowerBound, in: bytes.span)
      var entry = entry(at: heading.time, in: own, line: line)
      setTitle(heading.title, of: &entry)
      if level(heading) > firstLevel { leaveOut(.deeperHeading, line: line) }
      let end = index + 1 < headings.count ? headings[index + 1].line.lowerBound : bytes.count
      readBody(heading.line.upperBound..<end, into: &entry)
      reading.entries.append(entry)
      noteHeadings(in: heading.line.lowerBound..<end, &lines)
    }
  }

  /// Reads the lines below a heading as those of one of ours are read.
  private mutating func readBody(_ range: Range<Int>, into entry: inout ImportedEntry) {
    let document = ThreadDocument(Array("## 2000-01-01\n".utf8) + bytes[range])
    guard document.entries.count == 1, let slice = document.entries.first else {
      entry.text = text(of: range)
      return
    }
    let content = document.content(of: slice)
    entry.text = content.text(in: document.bytes.span)
    for field in content.fields {
      add(document.string(field.name), field.value(in: document.bytes.span), to: &entry)
    }
    dropOverridden(of: &entry)
  }

  /// Notes the first heading with a digit, which may be a time that is not known.
  private mutating func noteUndatedHeading(from start: Int) {
    var lines = LineCounter()
    for line in bytes[start...].lines {
      guard let heading = heading(line.indices), heading.contains(where: Byte.isDigit)
      else { continue }
      let number = lines.line(at: line.startIndex, in: bytes.span)
      return note(.undatedHeadings(String(utf8: heading)), line: number)
    }
  }

  /// What a heading of any level says; nil where the line is none.
  private func heading(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let text = bytes[line]
    let hashes = text.prefix { $0 == .hash }
    guard (1...6).contains(hashes.count) else { return nil }
    let gap = text[hashes.endIndex...].prefix(while: Byte.isBlank)
    return gap.isEmpty ? nil : text[gap.endIndex...]
  }

  /// The text of a short line with one of `===` or `---` below it; nil for others.
  private func underlined(_ line: Line) -> ArraySlice<UInt8>? {
    let text = bytes[line.text].trimmed
    guard 1...80 ~= text.count, line.next < bytes.count else { return nil }
    let below = Line(startingAt: line.next, in: bytes.span, upTo: bytes.count).text
    let rule = bytes[below].trimmed
    guard rule.count >= 3, rule.first == UInt8(ascii: "=") || rule.first == UInt8(ascii: "-"),
      rule.allSatisfy({ $0 == rule.first })
    else { return nil }
    return text
  }

  /// The date in the order of the setting that `text` begins with.
  private func foreignDate(
    _ text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard let order = options.dateOrder,
      let found = ForeignDate(text.span, at: 0, upTo: text.count),
      let time = found.date(in: order).flatMap({ Timestamp($0.text) })
    else { return nil }
    return (time, text.dropFirst(found.end))
  }

  /// The time on the day `day` that a time of day behind it makes, and what stands behind that.
  private func clock(
    behind day: Timestamp, _ rest: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let whole = Array(day.date.text.utf8) + rest
    guard let (time, title) = Timestamp.beginning(of: whole[...]), time.precision != .day else {
      return nil
    }
    return (time, title)
  }

  /// The time that `text` begins with, after the pattern where there is one, and the title that is set off behind it.
  private func dated(_ text: ArraySlice<UInt8>) -> (time: Timestamp, title: [UInt8])? {
    let pattern = options.timePattern
    let patterned = pattern?.beginning(of: text) ?? pattern?.withoutClock.beginning(of: text)
    guard let beginning = patterned ?? Timestamp.beginning(of: text) ?? foreignDate(text) else {
      return nil
    }
    var (time, rest) = beginning
    // Behind a day in another form, the time of day is written as everywhere.
    if time.precision == .day, let whole = clock(behind: time, rest) { (time, rest) = whole }
    let title = rest.drop { $0 == .space || $0 == 0x2C || $0 == 0x3A || $0 == 0x2D }
    guard title.startIndex > rest.startIndex || rest.isEmpty else { return nil }
    return (options.local(time), Array(title))
  }
}

extension ThreadDocument {
  /// The thread that an exported entry says it is from.
  fileprivate func origin(of attributes: EntryAttributes) -> ImportedThread? {
    let values = EntryAttributes.values(in: bytes, attributes)
    guard let title = values["thread"], !title.isEmpty else { return nil }
    return ImportedThread(title: title, path: values["path"])
  }
}
