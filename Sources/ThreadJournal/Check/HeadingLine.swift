import ThreadStorage

/// A line that begins, but for up to three spaces or a tab or what nobody sees, with `#`.
struct HeadingLine {
  let line: Line
  let level: Int
  /// Whether it begins as entries do: `##` in the first column, and a blank.
  let isEntryLevel: Bool
  let isIndented: Bool
  /// Whether what nobody sees stands before it.
  let isHidden: Bool
  /// Whether it would begin as entries do if no spaces stood before it.
  let isHeadingBehindIndent: Bool
  /// Behind the marks and the blanks.
  let content: Int

  init?(_ bytes: [UInt8], hash: Int, from lower: Int) {
    var start = hash
    while start > lower, hash - start < 4, bytes[start - 1] == 0x20 { start -= 1 }
    // One tab is an indentation that says as little as spaces do.
    if start == hash, start > lower, bytes[start - 1] == .tab { start -= 1 }
    guard hash - start < 4 else { return nil }
    // Nobody sees these, and nobody types them to say that a line is text.
    let visible = start
    if start > lower, bytes[start - 1] >= 0x80 {
      start = WideBlank.start(in: bytes.span, before: start, from: lower)
    }
    isHidden = start < visible
    guard start == lower || bytes[start - 1] == 0x0A else { return nil }
    line = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    let end = line.text.upperBound
    var position = hash
    while position < end, bytes[position] == UInt8(ascii: "#") { position += 1 }
    level = position - hash
    guard level <= 6 else { return nil }
    let marksEnd = position
    position = WideBlank.end(in: bytes.span, from: marksEnd, upTo: end)
    isIndented = start < hash && !isHidden
    isHeadingBehindIndent = level == 2 && position > marksEnd
    isEntryLevel =
      start == hash && isHeadingBehindIndent && bytes[marksEnd..<position].allSatisfy(Byte.isBlank)
    content = position
    // `#2026-11-16` is a tag, and with a time of day it is none.
    if level == 1, position == marksEnd {
      guard case .valid(let time, _) = Timestamp.scan(bytes.span, in: position..<end),
        time.precision != .day
      else { return nil }
    }
  }

  /// What closes what `opening` opens.
  static func closing(_ opening: UInt8) -> UInt8? {
    switch opening {
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"): opening
    default: nil
    }
  }
}

extension [UInt8] {
  /// The text of a short line with one of `===` or `---` below it; nil for others.
  func underlined(_ line: Line) -> ArraySlice<UInt8>? {
    let text = self[line.text].trimmed
    guard 1...80 ~= text.count, line.next < count else { return nil }
    let below = Line(startingAt: line.next, in: span, upTo: count).text
    let rule = self[below].trimmed
    guard rule.count >= 3, rule.first == UInt8(ascii: "=") || rule.first == UInt8(ascii: "-"),
      rule.allSatisfy({ $0 == rule.first })
    else { return nil }
    return text
  }
}
