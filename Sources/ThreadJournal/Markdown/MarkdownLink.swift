import ThreadStorage

/// Where the address of a link begins and ends in a line.
enum MarkdownLink {
  /// The address in the parentheses at `start`, perhaps with a title, and where they end.
  static func address(
    behind start: Int, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> (target: Range<Int>, end: Int)? {
    let end = line.upperBound
    guard start < end, text[start] == UInt8(ascii: "(") else { return nil }
    var offset = text.endOfBlanks(in: start + 1..<end)
    guard offset < end else { return nil }
    let target: Range<Int>
    if text[offset] == UInt8(ascii: "<") {
      guard
        let close = endOfText(from: offset + 1, upTo: end, closing: 0x3E, opening: 0x3C, of: text)
      else { return nil }
      target = offset + 1..<close
      offset = close + 1
    } else {
      let first = offset
      var depth = 0
      while offset < end, text[offset] > 0x20 {
        switch text[offset] {
        case Byte.backslash where offset + 1 < end && Byte.isPunctuation(text[offset + 1]):
          offset += 1
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        default: break
        }
        // As many as nobody types; each would be looked for in all that follows.
        guard depth >= 0, depth <= 32 else { break }
        offset += 1
      }
      target = first..<offset
    }
    let behind = text.endOfBlanks(in: offset..<end)
    guard !target.isEmpty, behind < end else { return nil }
    offset = behind
    if behind > target.upperBound, let title = endOfTitle(at: behind, upTo: end, of: text) {
      offset = text.endOfBlanks(in: title..<end)
    }
    guard offset < end, text[offset] == UInt8(ascii: ")") else { return nil }
    return (target, offset + 1)
  }

  private static func endOfTitle(
    at start: Int, upTo end: Int, of text: borrowing Span<UInt8>
  ) -> Int? {
    let isRound = text[start] == UInt8(ascii: "(")
    guard isRound || text[start] == Byte.quote || text[start] == UInt8(ascii: "'") else {
      return nil
    }
    let (opening, closing) = isRound ? (text[start], UInt8(ascii: ")")) : (nil, text[start])
    return endOfText(from: start + 1, upTo: end, closing: closing, opening: opening, of: text)
      .map { $0 + 1 }
  }

  /// Where `closing` stands first, with neither a backslash nor, anywhere, `opening` before it.
  private static func endOfText(
    from start: Int, upTo end: Int, closing: UInt8, opening: UInt8?,
    of text: borrowing Span<UInt8>
  ) -> Int? {
    var offset = start
    while offset < end {
      if text[offset] == closing { return offset }
      if text[offset] == opening { return nil }
      offset += text[offset] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  /// Where the address ends that begins behind a `<`.
  static func endOfAutolink(
    from start: Int, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Int? {
    guard
      ["http://", "https://", "mailto:"].contains(where: {
        text.hasPrefix($0, at: start, upTo: line.upperBound)
      })
    else { return nil }
    var offset = start
    while offset < line.upperBound, text[offset] > 0x20, text[offset] != UInt8(ascii: "<") {
      if text[offset] == UInt8(ascii: ">") { return offset }
      offset += 1
    }
    return nil
  }

  /// The web address around the colon at `colon`, without the punctuation of the sentence around it.
  static func address(
    around colon: Int, from plain: Int, in line: Range<Int>, of text: borrowing Span<UInt8>
  ) -> Range<Int>? {
    guard text.hasPrefix("://", at: colon, upTo: line.upperBound) else { return nil }
    let isSecure = colon > plain && text[colon - 1] == UInt8(ascii: "s")
    let start = colon - (isSecure ? 5 : 4)
    guard start >= plain, text.hasPrefix(isSecure ? "https" : "http", at: start, upTo: colon),
      MarkdownSide(before: start, from: line.lowerBound, of: text) != .word
    else { return nil }
    var end = colon + 3
    while end < line.upperBound, text[end] > 0x20, !"<>\"`[]".utf8.contains(text[end]) { end += 1 }
    // A parenthesis at the end belongs to the address where it was opened there.
    var unopened = 0
    for offset in colon + 3..<end {
      unopened += text[offset] == 0x29 ? 1 : text[offset] == 0x28 ? -1 : 0
    }
    while end > colon + 3, ".,;:!?)*_'".utf8.contains(text[end - 1]) {
      if text[end - 1] == 0x29 {
        guard unopened > 0 else { break }
        unopened -= 1
      }
      end -= 1
    }
    return end > colon + 3 ? start..<end : nil
  }
}

extension Span<UInt8> {
  fileprivate func hasPrefix(_ prefix: StaticString, at start: Int, upTo end: Int) -> Bool {
    guard end - start >= prefix.utf8CodeUnitCount else { return false }
    return prefix.withUTF8Buffer { prefix in
      prefix.indices.allSatisfy { self[start + $0] == prefix[$0] }
    }
  }
}
