/// Braces in a heading's title that are no attributes, and were perhaps meant as these (F10).
package struct HeadingBraces: Sendable {
  /// Where they stand, or what is left of them.
  package let range: Range<Int>
  /// The heading's line with them as its attributes; nil where that is not clear.
  package let line: [UInt8]?
}

extension ThreadDocument {
  /// The braces with an id or a class in the title of `heading`, as no title has them by chance.
  package func meantBraces(of heading: EntryHeading) -> HeadingBraces? {
    let title = heading.title
    guard !title.isEmpty else { return nil }
    if heading.attributes == nil, let doubled = doubledBraces(of: heading) { return doubled }
    if let inner = innerBraces(of: heading) { return inner }
    guard heading.attributes == nil else { return nil }
    return openBraces(of: heading) ?? halfBraces(of: heading)
  }

  /// Whole attributes with something behind them, or nothing before them: `{#id} A title`, `A title{#id}`.
  private func innerBraces(of heading: EntryHeading) -> HeadingBraces? {
    let title = heading.title
    var open: Int?
    for offset in title {
      if bytes[offset] == Byte.openBrace { open = offset }
      guard bytes[offset] == Byte.closeBrace, let start = open else { continue }
      open = nil
      let range = start..<offset + 1
      guard let found = EntryAttributes(bytes.span, range: range) else { continue }
      let isOwn = found.id.map { EntryID.isLikeNew(string($0)) } ?? false
      let isMarked = found.edited != nil || found.isDeleted
      if heading.attributes != nil {
        // Beside attributes only what tj writes is no title, or an id directly before them.
        let isBefore = found.id != nil && range.upperBound == title.upperBound
        guard isOwn || isMarked || isBefore else { continue }
        return HeadingBraces(range: range, line: nil)
      }
      let isSetOff = start == title.lowerBound || Byte.isBlank(bytes[start - 1])
      guard isOwn || isMarked || (isSetOff && found.id != nil) else { continue }
      return HeadingBraces(range: range, line: line(of: heading, moving: range))
    }
    return nil
  }

  /// An id at the title's end in more braces than one: `{{#id}}`.
  private func doubledBraces(of heading: EntryHeading) -> HeadingBraces? {
    let title = heading.title
    guard let hash = bytes[title].lastIndex(of: Byte.hash) else { return nil }
    var (start, end) = (hash, title.upperBound)
    while start > title.lowerBound, bytes[start - 1] == Byte.openBrace { start -= 1 }
    while end > hash, bytes[end - 1] == Byte.closeBrace { end -= 1 }
    let range = start..<title.upperBound
    guard start < hash, end < range.upperBound, hash - start > 1 || range.upperBound - end > 1,
      start == title.lowerBound || Byte.isBlank(bytes[start - 1]),
      EntryID(string(hash + 1..<end)) != nil
    else { return nil }
    return HeadingBraces(
      range: range, line: line(of: heading, with: "{\(string(hash..<end))}", for: range))
  }

  /// Braces that end the title and begin with `#` or a dot, or whose end is lost: `{#bad id}`, `{#id`; and `{deleted}`.
  private func openBraces(of heading: EntryHeading) -> HeadingBraces? {
    let title = heading.title
    guard let open = bytes[title].lastIndex(of: Byte.openBrace), open + 1 < title.upperBound,
      open == title.lowerBound || Byte.isBlank(bytes[open - 1])
    else { return nil }
    let range = open..<title.upperBound
    let next = bytes[open + 1]
    if bytes[title].last == Byte.closeBrace {
      if next == Byte.hash || next == Byte.dot { return HeadingBraces(range: range, line: nil) }
      let inside = string(open + 1..<title.upperBound - 1)
      let key = inside.lowercased().prefix { $0 != "=" }
      if key == "deleted" { return HeadingBraces(range: range, line: nil) }
      guard Self.isOwnID(inside) else { return nil }
      return HeadingBraces(range: range, line: line(of: heading, with: "{#\(inside)}", for: range))
    }
    guard next == Byte.hash, open + 2 < title.upperBound, Byte.isNameByte(bytes[open + 2]) else {
      return nil
    }
    return HeadingBraces(
      range: range, line: line(of: heading, with: string(range) + "}", for: range))
  }

  /// The end of attributes whose brace is lost: `A title #id}`.
  private func halfBraces(of heading: EntryHeading) -> HeadingBraces? {
    let title = heading.title
    guard bytes[title].last == Byte.closeBrace, !bytes[title].contains(Byte.openBrace) else {
      return nil
    }
    let start = (bytes[title].lastIndex(where: Byte.isBlank) ?? title.lowerBound - 1) + 1
    guard bytes[start] == Byte.hash, EntryID(string(start + 1..<title.upperBound - 1)) != nil else {
      return nil
    }
    let range = start..<title.upperBound
    return HeadingBraces(
      range: range, line: line(of: heading, with: "{" + string(range), for: range))
  }

  /// Whether `text` is as tj makes ids, and no word.
  private static func isOwnID(_ text: String) -> Bool {
    EntryID.isLikeNew(text) && text.utf8.contains(where: Byte.isDigit)
  }

  private func line(
    of heading: EntryHeading, with attributes: String, for range: Range<Int>
  ) -> [UInt8]? {
    let head = Array(bytes[heading.line.lowerBound..<range.lowerBound])
    let document = ThreadDocument(head + attributes.utf8)
    guard let new = document.entries.first?.heading, new.attributes?.id != nil,
      new.timestamp == heading.timestamp
    else { return nil }
    return document.bytes
  }

  /// The line with the braces at `range` behind what stands before and behind them.
  private func line(of heading: EntryHeading, moving range: Range<Int>) -> [UInt8]? {
    let title = heading.title
    let before = bytes.span.trimmingBlanks(title.lowerBound..<range.lowerBound)
    let after = bytes.span.trimmingBlanks(range.upperBound..<title.upperBound)
    // A dot behind the braces was no title.
    let isTitle = after.contains { Byte.isLetterOrDigit(bytes[$0]) || bytes[$0] >= 0x80 }
    guard after.isEmpty || isTitle else { return nil }
    var words = Array(bytes[before])
    if !before.isEmpty, !after.isEmpty { words.append(Byte.space) }
    words += bytes[after]
    let time = Array(bytes[heading.timestampRange])
    let clock =
      words.isEmpty
      ? nil
      : TypedClock(words.span, in: 0..<words.count, after: heading.timestamp.precision)
    // In `8:00{#id}` a blank is lost.
    let isTime = clock != nil && clock?.written == String(utf8: words)
    guard clock == nil || isTime else { return nil }
    var line = bytes[heading.line.lowerBound..<heading.timestampRange.lowerBound] + time
    if !words.isEmpty {
      line += (isTime ? [Byte.space] : EntryHeading.gap(between: time, and: words)) + words
    }
    line += [Byte.space] + bytes[range]
    let document = ThreadDocument(Array(line))
    guard let new = document.entries.first?.heading,
      isTime || new.timestamp == heading.timestamp,
      document[new.title].elementsEqual(isTime ? [] : words), let attributes = new.attributes,
      document[attributes.range].elementsEqual(bytes[range])
    else { return nil }
    return document.bytes
  }
}
