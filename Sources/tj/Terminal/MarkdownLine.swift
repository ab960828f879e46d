import ThreadStorage

/// How a line of Markdown may be laid out.
enum MarkdownLine: Equatable {
  /// Code, a table: not to be wrapped.
  case verbatim
  /// Words; the lines that it continues on start below the byte at `hang`.
  case words(hang: Int)
}

/// Reads a Markdown text line by line and says of each how it may be laid out.
struct MarkdownLineReader {
  private typealias Fence = (byte: UInt8, length: Int)

  private var fence: Fence?
  private var listIndentation = 0
  private var isTable = false
  private var isCode = false
  private var followsBlank = true

  /// The next line's layout; `following` is the line after it, which tells the head of a table.
  mutating func layout(of line: Range<Int>, following: Range<Int>?, in text: Span<UInt8>)
    -> MarkdownLine
  {
    let start = text.endOfBlanks(in: line)
    if let open = fence {
      if closes(open, at: start, line: line, in: text) { fence = nil }
      return .verbatim
    }
    if start == line.upperBound {
      isTable = false
      followsBlank = true
      return .words(hang: start)
    }
    defer { followsBlank = false }
    fence = openedFence(at: start, line: line, in: text)
    if fence != nil { return .verbatim }
    let indentation = text.indentation(from: line.lowerBound, to: start)
    if followsBlank { listIndentation = min(listIndentation, indentation) }
    isCode = indentation >= listIndentation + 4 && (followsBlank || isCode)
    if isCode || continuesTable(line, from: start, following: following, in: text) {
      return .verbatim
    }
    return .words(hang: hang(of: line, from: start, in: text))
  }

  private func closes(_ open: Fence, at start: Int, line: Range<Int>, in text: Span<UInt8>) -> Bool
  {
    let end = text.endOfRun(of: open.byte, in: start..<line.upperBound)
    guard end - start >= open.length else { return false }
    return text.endOfBlanks(in: end..<line.upperBound) == line.upperBound
  }

  private func openedFence(at start: Int, line: Range<Int>, in text: Span<UInt8>) -> Fence? {
    let byte = text[start]
    guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") else { return nil }
    let end = text.endOfRun(of: byte, in: start..<line.upperBound)
    guard end - start >= 3 else { return nil }
    if byte == UInt8(ascii: "`"), text.contains(byte, in: end..<line.upperBound) { return nil }
    return (byte, end - start)
  }

  private mutating func continuesTable(
    _ line: Range<Int>, from start: Int, following: Range<Int>?, in text: Span<UInt8>
  ) -> Bool {
    let pipe = UInt8(ascii: "|")
    if text[start] == pipe { return true }
    guard text.contains(pipe, in: start..<line.upperBound) else {
      isTable = false
      return false
    }
    if let following, text.isTableDelimiter(in: following) { isTable = true }
    return isTable
  }

  /// The offset behind quote marks, a list marker and a task's box.
  private mutating func hang(of line: Range<Int>, from start: Int, in text: Span<UInt8>) -> Int {
    var offset = start
    while offset < line.upperBound, text[offset] == UInt8(ascii: ">") {
      offset = text.endOfBlanks(in: offset + 1..<line.upperBound)
    }
    let markerEnd = text.endOfListMarker(in: offset..<line.upperBound)
    guard markerEnd > offset else { return offset }
    offset = text.endOfBlanks(in: markerEnd..<line.upperBound)
    listIndentation = text.indentation(from: line.lowerBound, to: offset)
    return text.endOfTaskBox(in: offset..<line.upperBound)
  }
}

extension Span<UInt8> {
  fileprivate func endOfBlanks(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, self[offset] == 0x20 || self[offset] == 0x09 { offset += 1 }
    return offset
  }

  fileprivate func endOfRun(of byte: UInt8, in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, self[offset] == byte { offset += 1 }
    return offset
  }

  fileprivate func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    ByteSearch.firstIndex(of: byte, in: self, range) != nil
  }

  /// Columns as Markdown counts them: a TAB goes to the next multiple of four.
  fileprivate func indentation(from start: Int, to end: Int) -> Int {
    var column = 0
    for offset in start..<end { column += self[offset] == 0x09 ? 4 - column % 4 : 1 }
    return column
  }

  fileprivate func isTableDelimiter(in range: Range<Int>) -> Bool {
    var hasDash = false
    for offset in range {
      switch self[offset] {
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: "|"), UInt8(ascii: ":"), 0x20, 0x09: break
      default: return false
      }
    }
    return hasDash
  }

  /// The offset behind `-`, `*`, `+`, `1.` or `1)` where a blank follows; else the range's start.
  fileprivate func endOfListMarker(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    guard offset < range.upperBound else { return range.lowerBound }
    switch self[offset] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      offset += 1
    case 0x30...0x39:
      let limit = Swift.min(offset + 9, range.upperBound)
      while offset < limit, 0x30...0x39 ~= self[offset] { offset += 1 }
      guard offset < range.upperBound, self[offset] == 0x2E || self[offset] == 0x29 else {
        return range.lowerBound
      }
      offset += 1
    default:
      return range.lowerBound
    }
    return endOfBlanks(in: offset..<range.upperBound) > offset ? offset : range.lowerBound
  }

  /// The offset behind `[ ] ` or `[x] `; else the range's start.
  fileprivate func endOfTaskBox(in range: Range<Int>) -> Int {
    let start = range.lowerBound
    guard range.count > 3, self[start] == UInt8(ascii: "["), self[start + 2] == UInt8(ascii: "]"),
      self[start + 3] == 0x20
    else { return start }
    return endOfBlanks(in: start + 3..<range.upperBound)
  }
}
