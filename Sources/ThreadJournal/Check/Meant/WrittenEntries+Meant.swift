import ThreadStorage

extension WrittenEntries {
  /// `lines` of `document` without those that tj wrote as an entry's text, which may still be told as fields; and headings
  /// into which such a text was drawn as they were.
  func leavingText(of document: ThreadDocument, _ lines: [MeantLine]) -> [MeantLine] {
    guard !isEmpty, !lines.isEmpty else { return lines }
    var rest = document.entries[...]
    // The entry that is looked at, and the lines of it that are tj's.
    var last: (start: Int, own: Set<[UInt8]>)?
    // The fields of one entry are fixed together, by what the first of them holds.
    var starts: Set<Int> = []
    let places = lines.map { line -> (start: Int, isText: Bool) in
      while let entry = rest.dropFirst().first, entry.region.lowerBound <= line.offset {
        rest.removeFirst()
      }
      guard let entry = rest.first, entry.region.contains(line.offset),
        line.offset >= entry.heading.line.upperBound, let id = document.id(of: entry)
      else { return (line.offset, false) }
      let start = entry.region.lowerBound
      if last?.start != start { last = (start, ownLines(of: id, entry, in: document)) }
      let lineStart = document.bytes[..<line.offset].lastIndex(of: 0x0A) ?? 0
      let text = Line(
        startingAt: lineStart + 1, in: document.bytes.span, upTo: document.bytes.count)
      let isText = last?.own.contains(Array(document[text.text])) == true
      if isText { starts.insert(start) }
      return (start, isText)
    }
    return zip(lines, places).compactMap { line, place in
      guard case .fieldForm = line.kind else {
        return place.isText ? nil : withKnownDate(withTextBelow(line, document))
      }
      guard starts.contains(place.start) else { return line }
      return MeantLine(at: line.offset, line.kind)
    }
  }

  /// A heading whose date has another form, and is not that which tj wrote of the entry: `2026-04-2` of the 22nd; then only
  /// somebody knows which one is meant.
  private func withKnownDate(_ line: MeantLine) -> MeantLine {
    guard case .headingForm(let text, _, let heading?) = line.kind, line.splices != nil else {
      return line
    }
    let new = ThreadDocument(Array(heading.utf8))
    guard let slice = new.entries.first, let id = new.id(of: slice), let own = time(of: id)?.date,
      own != slice.heading.timestamp.date
    else { return line }
    let dates = [slice.heading.timestamp.date, own]
    return MeantLine(at: line.offset, .headingForm(text, dates, nil))
  }

  /// A heading into which an editor that fills paragraphs drew what stands below it, as one with that below it again; other
  /// lines as they are.
  ///
  /// The entry's title is what stands before the braces. Where tj wrote the words up to the next empty line, the lines are those
  /// again; else its text began so. What begins with a field's line stays, and is told; so does all below.
  private func withTextBelow(_ line: MeantLine, _ document: ThreadDocument) -> MeantLine {
    guard case .headingBraces(let braces, let heading?, _) = line.kind, line.splices != nil else {
      return line
    }
    let entries = document.entries
    let index = entries.indices.partitioningIndex { entries[$0].region.upperBound > line.offset }
    let end = line.offset + braces.utf8.count
    guard entries.indices.contains(index), entries[index].heading.title.lowerBound <= line.offset,
      end < entries[index].heading.line.upperBound,
      let id = ThreadDocument(Array("## 2000-01-01 \(braces)".utf8)).entryIDs.first
    else { return line }
    let slice = entries[index]
    let words = document[end..<slice.heading.line.upperBound].trimmed
    let title = document[slice.heading.title.lowerBound..<line.offset].trimmed
    if words.isEmpty { return line }
    let lines = document.lines(of: slice)
    let drawn = Array(document[end..<lines.upperBound])
    let paragraph = drawn[..<(Self.paragraphEnds(in: drawn).first ?? drawn.count)]
    var splice: Splice?
    for block in blocks(of: id) {
      let known = ThreadDocument(block)
      guard let own = known.entries.first, known[own.heading.title].elementsEqual(title) else {
        continue
      }
      let titleEnd = own.heading.line.upperBound
      let new = Array(known.block(of: own, lineEnding: document.lineEnding).dropFirst(titleEnd))
      let same = Self.paragraphEnds(in: new).first {
        Self.words(new[..<$0]).elementsEqual(Self.words(paragraph), by: ==)
      }
      if let same {
        splice = Splice(end..<end + paragraph.count, Array(new[..<same]))
        break
      }
      let text = Self.words(known.content(of: own).text(in: block.span)[...])
      // Where all of it stands below, the words are a title that begins as the text does.
      let below = Self.words(document[slice.heading.line.upperBound..<lines.upperBound])
      if text.starts(with: Self.words(words), by: ==),
        !below.suffix(text.count).elementsEqual(text, by: ==)
      {
        let gap = document.lineEnding.bytes + document.lineEnding.bytes
        splice = Splice(end..<slice.heading.line.upperBound, gap + words)
      }
    }
    let above = document.string(slice.heading.line.lowerBound..<end)
    guard let splice else {
      // Of a line that is filled up, nobody knows whether its words are a title.
      if document.wordBehindWrap(of: slice.heading) != nil {
        let kind = JournalProblem.Kind.headingBraces(braces, above, below: String(utf8: words))
        return MeantLine(at: line.offset, kind)
      }
      let isField = EntryField.scan(Array(words).span, line: 0..<words.count) != nil
      return isField ? MeantLine(at: line.offset, .headingBraces(braces, heading)) : line
    }
    return MeantLine(
      at: line.offset, .headingBraces(braces, above, below: String(utf8: words)),
      splices: [splice])
  }

  /// Where lines end that have an empty line below them, or none.
  private static func paragraphEnds(in bytes: [UInt8]) -> [Int] {
    let lines = bytes.lines(in: bytes.indices).map(\.text)
    let isEmpty = lines.map { bytes[$0].trimmed.isEmpty }
    return lines.indices.filter { !isEmpty[$0] && ($0 + 1 == lines.count || isEmpty[$0 + 1]) }
      .map { lines[$0].upperBound }
  }

  private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split(whereSeparator: Byte.isSpace)
  }
}
