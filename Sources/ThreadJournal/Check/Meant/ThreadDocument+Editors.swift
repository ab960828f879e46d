import ThreadStorage

/// What editors leave in threads.
extension ThreadDocument {
  /// `<!-- vim: set tw=72: -->` as the last line of a file.
  func modeline() -> [MeantLine] {
    guard let entry = entries.last,
      let last = bytes[content(of: entry).body].lines.last(where: { !$0.trimmed.isEmpty })
    else { return [] }
    var text = last.trimmed
    for mark in ["<!--", "[//]: # (", "#", "//", "%"] where text.starts(with: mark.utf8) {
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
  /// and below that `which is good`; the first one, as somebody may write all of them so.
  func wrappedTitles() -> [MeantLine] {
    let found = entries.lazy.compactMap { slice -> MeantLine? in
      let heading = slice.heading
      guard heading.attributes == nil, !bytes[heading.title].contains(.openBrace),
        let word = wordBehindWrap(of: heading), let first = word.utf8.first, first & 0x20 != 0
      else { return nil }
      return MeantLine(at: heading.title.lowerBound, .titleWrapped(word))
    }
    return Array(found.prefix(1))
  }

  /// The first word below a heading, where that may be wrapped: it ends within a sentence, and is as long as lines of editors
  /// are, which the word would have made too long.
  func wordBehindWrap(of heading: EntryHeading) -> String? {
    let title = heading.title
    guard title.count > 30, heading.line.count < 200, let last = bytes[title].last,
      last == UInt8(ascii: ",") || Byte.isLetter(last)
    else { return nil }
    let next = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count).next
    let below = Line(startingAt: next, in: bytes.span, upTo: bytes.count).text
    let word = bytes[below].prefix { $0 > 0x20 }
    // A link and a field are no words of the sentence.
    guard !word.isEmpty,
      word.allSatisfy({ Byte.isLetter($0) || $0 >= 0x80 || ",.;'-".utf8.contains($0) })
    else { return nil }
    let width = String(utf8: bytes[heading.line]).count
    let isFull = 55...100 ~= width && width + 1 + String(utf8: word).count > 70
    return isFull ? String(utf8: word) : nil
  }
}
