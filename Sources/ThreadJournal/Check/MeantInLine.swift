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
        offset: start, kind: .headingPlace(String(utf8: new), isIndented: false),
        splices: StrayKeys.areClear(bytes[start..<hash])
          ? splices(replacing: line, by: new) : nil)
    }
    let before = bytes[start..<hash].trimmed
    // In a list or a quotation it is told where it has a time of day.
    if before.count == 1, heading.timestamp.precision != .day, let sign = before.first,
      EntryField.isBullet(sign) || sign == UInt8(ascii: ">")
    {
      return MeantLine(
        offset: start, kind: .headingPlace(String(utf8: new), isIndented: true), splices: nil)
    }
    // A space before the line makes it text; and what a sign introduces or quotes is shown.
    let signs = Array("\\`\"'#:([>*_".utf8)
    guard bytes[start] > 0x20, before.count > 3, before.contains(where: isOfWord),
      before.last.map({ !signs.contains($0) }) == true,
      before.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0,
      WideBlank.end(in: bytes.span, from: start, upTo: hash) < hash,
      heading.timestamp.precision != .day || heading.title.isEmpty
    else { return nil }
    return MeantLine(offset: hash, kind: .headingJoined(String(utf8: new)), splices: nil)
  }

  private func isOfWord(_ byte: UInt8) -> Bool { Byte.isLetter(byte) || byte >= 0x80 }

  /// In a thread that has no fields, the lines that look like fields and are all text, where some name has several: how
  /// many, and where the first one stands.
  var unreadFields: (offset: Int, count: Int)? {
    guard bytes.firstOffset(of: Array("::".utf8)) != nil else { return nil }
    var fences = RangeCursor(codeBlocks)
    var found: [String: (offset: Int, count: Int)] = [:]
    for slice in entries {
      for line in bytes.lines(in: content(of: slice).body) {
        guard fences.range(at: line.text.lowerBound) == nil,
          let name = nameOfUnreadField(bytes[line.text])
        else { continue }
        found[name, default: (line.text.lowerBound, 0)].count += 1
      }
    }
    let several = found.values.filter { $0.count > 2 }
    guard let first = several.map(\.offset).min() else { return nil }
    return (first, several.reduce(0) { $0 + $1.count })
  }

  /// The name in `pain:: 6`, `- pain::6` and ` - pain:: 6`; not in `std::vector`.
  private func nameOfUnreadField(_ line: ArraySlice<UInt8>) -> String? {
    var text = line.trimmed
    if let first = text.first, EntryField.isBullet(first) { text = text.dropFirst().trimmed }
    guard let colon = text.prefix(FieldName.maximumLength + 1).firstIndex(of: Byte.colon),
      colon + 1 < text.endIndex, text[colon + 1] == Byte.colon,
      colon + 2 == text.endIndex || text[colon + 2] <= 0x20 || Byte.isDigit(text[colon + 2]),
      FieldName.isValid(bytes.span, text.startIndex..<colon)
    else { return nil }
    return FieldName.key(text[..<colon])
  }
}
