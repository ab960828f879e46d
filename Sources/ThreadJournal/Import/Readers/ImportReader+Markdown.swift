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
      // What stands behind the day alone is what makes the name that of a copy.
      if JournalFileName.original(ofCopy: "day \(day.rest).md") == "day.md" {
        leaveOut(.noteCopy, line: 1)
      }
      readNote(document, day.day, title: day.rest)
    } else if isNoteOfSections(document) {
      readNote(document, nil, title: stem)
    } else {
      let headings = datedHeadings(of: document)
      if !document.entries.isEmpty, options.timePattern == nil,
        !haveOthers(headings, than: document)
      {
        readThread(document)
      } else if headings.isEmpty, let date = noteDate(document) {
        if noteTime(date.value) == nil {
          let line = document.position(of: date.value.range.lowerBound).line
          return note(.badTime(String(utf8: dateText(date.value) ?? [])), line: line)
        }
        readNote(document, nil, title: stem)
      } else {
        readDatedHeadings(document, headings)
      }
    }
  }

  /// The line of what would be front matter, were there no blank lines above it; nil for none.
  private func lineOfLowFrontMatter(from start: Int) -> Int? {
    let isLow = bytes[start...].first.map { $0 <= 0x20 } == true
    // `--- ` begins none, either.
    guard isLow || bytes[start...].starts(with: "--- ".utf8) else { return nil }
    let lines = bytes[start...].lines
    func isRule(_ line: ArraySlice<UInt8>) -> Bool { line.trimmed.elementsEqual("---".utf8) }
    guard let first = lines.firstIndex(where: { !$0.trimmed.isEmpty }),
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
    var fences = RangeCursor(document.codeBlocks)
    isForeign = !isOwn(document)
    for (slice, line) in zip(document.entries, lines) {
      readSlice(slice, of: document, own, line: line)
      if document.id(of: slice) == nil {
        noteLines(
          in: document.content(of: slice).body.lowerBound..<slice.region.upperBound,
          of: slice.heading.timestamp.date, &fences)
      }
    }
    noteMeantHeadings(of: document)
  }

  /// Notes titles that `tj check` would tell of, and lines in entries of ours: what is imported is meant to it as it stands.
  mutating func noteMeantHeadings(of document: ThreadDocument) {
    let meant = document.meantLines(
      document.meantSchema, in: options.zone, dateOrder: options.dateOrder)
    var halves = ClockHalves()
    for slice in document.entries
    where document.id(of: slice) == nil && meantSpan(slice.heading) == nil {
      halves.note(
        bytes[slice.heading.timestampRange], line: lineNumber(at: slice.heading.line.lowerBound),
        mayHaveDay: true)
    }
    leaveOut(halves)
    var told: Set<Int> = []
    var entries = document.entries[...]
    for line in meant {
      while let next = entries.dropFirst().first, next.region.lowerBound <= line.offset {
        entries.removeFirst()
      }
      guard let entry = entries.first, entry.region.contains(line.offset) else { continue }
      let start = bytes[..<line.offset].lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0
      let number = lineNumber(at: start)
      let isOurs = document.id(of: entry) != nil
      let text = bytes[start...].prefix { $0 != Byte.lineFeed }
      switch line.kind {
      case .headingTime, .headingEnd:
        // Where we wrote such a title, it is set off by two spaces.
        let isSetOff = bytes[..<entry.heading.title.lowerBound].suffix(2)
          .elementsEqual("  ".utf8)
        if isOurs && isSetOff || isClear(entry.heading) || meantSpan(entry.heading) != nil {
          continue
        }
        leaveOut(.clockInTitle, showing: text, line: number)
      case .headingForm(_, let dates, _) where isOurs:
        told.insert(line.offset)
        leaveOut(.day(.note), showing: text, line: number, of: dates)
      case .headingPlace, .headingHidden, .headingDay, .headingYear:
        guard isOurs else { continue }
        told.insert(line.offset)
        let day = DayLine(text, near: entry.heading.timestamp.date)
        leaveOut(.day(.note), showing: text, line: number, of: day?.dates ?? [])
      default: continue
      }
    }
    noteHeadings(in: document, besides: told)
  }

  /// Notes headings in entries of ours that name no date, `## Sunday`, `## 21:00 tea`, as somebody adds an entry in an editor.
  private mutating func noteHeadings(in document: ThreadDocument, besides told: Set<Int>) {
    var fences = RangeCursor(document.codeBlocks)
    for slice in document.entries where document.id(of: slice) != nil {
      for line in bytes.lines(in: document.content(of: slice).body)
      where bytes[line.text].starts(with: "## ".utf8) && told.isDisjoint(with: line.text) {
        noteLines(in: line.text, of: slice.heading.timestamp.date, &fences, hasUndated: false)
      }
    }
  }

  /// Whether nothing is in doubt but the word of `7:30 Uhr`.
  private func isClear(_ heading: EntryHeading) -> Bool {
    let title = Array(bytes[heading.title])
    return heading.timestamp.precision != .day && Self.behindClockWord(title).count < title.count
      && !hasClockInTitle(heading.timestamp, title)
  }

  static func hasYear(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { !Byte.isDigit($0) }.contains { $0.count == 4 }
  }

  /// Notes what front matter says, but for the keys that are `taken`.
  mutating func leaveOutProperties(of document: ThreadDocument, besides taken: [String]) {
    leaveOutProblems(of: document)
    for pair in document.frontMatter?.root.pairs ?? [] where !pair.value.isNull {
      let name = String(utf8: pair.name)
      let line = lineNumber(at: pair.range.lowerBound)
      if !taken.contains(name) { leaveOut(.property(name), line: line) }
    }
  }

  /// Notes comments, and the places that are not understood and are in no value that is taken as it stands.
  mutating func leaveOutProblems(of document: ThreadDocument) {
    guard let frontMatter = document.frontMatter else { return }
    var pairs = RangeCursor((frontMatter.root.pairs ?? []).map(\.range))
    for problem in frontMatter.problems where pairs.range(at: problem.offset) == nil {
      leaveOut(.frontMatter, line: lineNumber(at: problem.offset))
    }
    for offset in frontMatter.document.comments {
      leaveOut(.comment, line: lineNumber(at: offset))
    }
  }

  /// Notes the lines of text which no entry holds; a heading with the file's title is none.
  mutating func leaveOutText(
    in range: Range<Int>, of document: ThreadDocument, title: String
  ) {
    var needsTitle = true
    for line in bytes[range].lines where !line.trimmed.isEmpty {
      let isTitle =
        needsTitle && options.into.map { $0.title == title } != false
        && line.starts(with: "# ".utf8)
        && line.dropFirst(2).trimmed.elementsEqual(title.utf8)
      if isTitle {
        needsTitle = false
      } else {
        let number = lineNumber(at: line.startIndex)
        if let day = DayLine(line) {
          leaveOut(.day(.nothing), showing: line, line: number, of: day.dates)
        } else {
          leaveOut(.text, line: number)
        }
      }
    }
  }

  mutating func readSlice(
    _ slice: EntrySlice, of document: ThreadDocument, _ own: ImportedThread, line: Int
  ) {
    let attributes = slice.heading.attributes
    let origin = attributes.flatMap { document.origin(of: $0) }.map { thread($0) }
    let meant = meantSpan(slice.heading)
    var entry = entry(at: meant?.time ?? slice.heading.timestamp, in: origin ?? own, line: line)
    let content = document.content(of: slice)
    entry.id = document.id(of: slice)
    entry.isForeign = isForeign
    entry.title = meant?.title ?? Array(document[slice.heading.title])
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
}

extension ThreadDocument {
  fileprivate func origin(of attributes: EntryAttributes) -> ImportedThread? {
    let values = EntryAttributes.values(in: bytes, attributes)
    guard let title = values["thread"], !title.isEmpty else { return nil }
    return ImportedThread(title: title, path: values["path"])
  }
}
