import ThreadStorage

extension ImportReader {
  /// A heading of any level whose text begins with a time: its line, and what it says.
  typealias DatedHeading = (line: Range<Int>, time: Timestamp, title: [UInt8], zone: String?)

  func datedHeadings(from start: Int) -> [DatedHeading] {
    bytes.lines(in: start..<bytes.count).compactMap { line in
      guard let text = heading(line.text), let (time, title, zone) = dated(text) else { return nil }
      return (line.text.lowerBound..<line.next, time, title, zone)
    }
  }

  mutating func readDatedHeadings(_ document: ThreadDocument, _ headings: [DatedHeading]) {
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
      if let zone = heading.zone { note(.zoneName(zone), line: line) }
      setTitle(heading.title, of: &entry)
      // Set off by one space, as it may have been meant.
      let written = heading.time.headingText.prefix(16)
      let alone = ThreadDocument(Array("## \(written) ".utf8) + entry.title + [Byte.lineFeed])
      if !clocksInTitles(of: alone).isEmpty { leaveOut(.clockInTitle, line: line) }
      if level(heading) > firstLevel { leaveOut(.deeperHeading, line: line) }
      let end = index + 1 < headings.count ? headings[index + 1].line.lowerBound : bytes.count
      readBody(heading.line.upperBound..<end, into: &entry)
      reading.entries.append(entry)
      noteHeadings(in: heading.line.lowerBound..<end, &lines)
    }
  }

  /// Where headings have a title that `tj check` says begins like a part of their time.
  func clocksInTitles(of document: ThreadDocument) -> [Int] {
    let meant = document.meantLines(
      FieldSchema(), in: options.zone, dateOrder: options.dateOrder)
    return meant.filter { line in
      if case .headingTime = line.kind { true } else { false }
    }.map(\.offset)
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
  func heading(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let text = bytes[line]
    let hashes = text.prefix { $0 == .hash }
    guard (1...6).contains(hashes.count) else { return nil }
    let gap = text[hashes.endIndex...].prefix(while: Byte.isBlank)
    return gap.isEmpty ? nil : text[gap.endIndex...]
  }

  /// The date in the order of the setting that `text` begins with.
  func foreignDate(
    _ text: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    guard let order = options.dateOrder,
      let found = ForeignDate(text.span, at: 0, upTo: text.count),
      let time = found.date(in: order).flatMap({ Timestamp($0.text) })
    else { return nil }
    return (time, text.dropFirst(found.end))
  }

  /// The time on the day `day` that a time of day behind it makes, and what stands behind that.
  func clock(
    behind day: Timestamp, _ rest: ArraySlice<UInt8>
  ) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    let behind = rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
    let whole = Array(day.date.text.utf8) + behind
    guard let (time, title) = Timestamp.beginning(of: whole[...]), time.precision != .day else {
      return nil
    }
    return (time, title)
  }

  /// The time that `text` begins with, after the pattern where there is one, and the title that is set off behind it; the
  /// zone's name with which that begins, as if it were the time's.
  func dated(_ text: ArraySlice<UInt8>) -> (time: Timestamp, title: [UInt8], zone: String?)? {
    let pattern = options.timePattern
    let patterned = pattern?.beginning(of: text) ?? pattern?.withoutClock.beginning(of: text)
    guard let beginning = patterned ?? Timestamp.beginning(of: text) ?? foreignDate(text) else {
      return nil
    }
    var (time, rest) = beginning
    // Behind a day in another form, the time of day is written as everywhere.
    if time.precision == .day, let whole = clock(behind: time, rest) { (time, rest) = whole }
    // The names of notes have `_` for spaces.
    let gap = rest.first == UInt8(ascii: "_") ? rest.dropFirst() : rest
    let title = gap.drop { $0 == .space || $0 == 0x2C || $0 == 0x3A || $0 == 0x2D }
    guard title.startIndex > rest.startIndex || rest.isEmpty else { return nil }
    // Behind two spaces it is a title.
    let mayBeZone =
      time.precision != .day && time.utcOffset == nil && title.startIndex == rest.startIndex + 1
    let word = mayBeZone ? String(utf8: title.prefix { $0 != .space }) : ""
    return (
      options.local(time), Array(title), ZoneName.example(in: word) == nil ? nil : word
    )
  }
}
