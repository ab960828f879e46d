import ThreadStorage

/// What editors leave in threads.
extension ThreadDocument {
  /// `<!-- vim: set tw=72: -->` as the last line of a file.
  func modeline() -> [MeantLine] {
    guard let entry = entries.last,
      let last = bytes[content(of: entry).body].lines.last(where: { !$0.trimmed.isEmpty })
    else { return [] }
    var text = last.trimmed
    for mark in ["<!--", "#", "//", "%", "["] where text.starts(with: mark.utf8) {
      text = text.dropFirst(mark.utf8.count).trimmed
    }
    var line = String(utf8: text)
    if let end = line.firstRange(of: "-->") { line = String(line[..<end.lowerBound]) }
    guard line.hasPrefix("vim:") || line.hasPrefix("vi:"),
      line.contains("=") || line.contains(" set ")
    else { return [] }
    line.removeLast(line.reversed().prefix { $0 == " " }.count)
    return [MeantLine(at: last.startIndex, .modeline(line))]
  }

  /// Titles that an editor wrapped with the text below them, as vim's `gq` does: `## 2026-11-22 Practice Ann plays the drum,`
  /// and below that `which is good`.
  func wrappedTitles() -> [MeantLine] {
    entries.compactMap { slice in
      let (heading, title) = (slice.heading, slice.heading.title)
      guard heading.attributes == nil, title.count > 30, heading.line.count < 200,
        !bytes[title].contains(.openBrace), let last = bytes[title].last,
        last == UInt8(ascii: ",") || Byte.isLetter(last)
      else { return nil }
      let width = String(utf8: bytes[heading.line]).count
      let next = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count).next
      let below = Line(startingAt: next, in: bytes.span, upTo: slice.region.upperBound).text
      let word = bytes[below].prefix { $0 > 0x20 }
      guard let first = word.first, Byte.isLetter(first), first & 0x20 != 0,
        // One more word would have been too long.
        55...100 ~= width, width + 1 + String(utf8: word).count > 70
      else { return nil }
      return MeantLine(at: title.lowerBound, .titleWrapped(String(utf8: word)))
    }
  }
}
