import ThreadStorage

/// How a line of Markdown may be laid out.
enum MarkdownLine: Equatable {
  /// Code, or the fence around it: not to be wrapped.
  case code
  /// A table's row: not to be wrapped.
  case table
  /// Words: what they continue on starts below the byte at `hang`, and behind the line's quote marks, up to `quote`.
  case words(hang: Int, quote: Int)
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
      return .code
    }
    if start == line.upperBound {
      isTable = false
      followsBlank = true
      return .words(hang: start, quote: line.lowerBound)
    }
    defer { followsBlank = false }
    fence = openedFence(at: start, line: line, in: text)
    if fence != nil { return .code }
    let indentation = text.indentation(from: line.lowerBound, to: start)
    if followsBlank { listIndentation = min(listIndentation, indentation) }
    isCode = indentation >= listIndentation + 4 && (followsBlank || isCode)
    if isCode { return .code }
    if continuesTable(line, from: start, following: following, in: text) { return .table }
    return words(of: line, from: start, in: text)
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

  /// The layout of words behind quote marks, a list marker and a task's box, as typed or as they are shown.
  private mutating func words(
    of line: Range<Int>, from start: Int, in text: Span<UInt8>
  ) -> MarkdownLine {
    var offset = start
    while let end = text.endOfQuoteMark(in: offset..<line.upperBound) {
      offset = text.endOfBlanks(in: end..<line.upperBound)
    }
    let quote = offset > start ? offset : line.lowerBound
    let markerEnd = text.endOfListMarker(in: offset..<line.upperBound)
    guard markerEnd > offset else { return .words(hang: offset, quote: quote) }
    offset = text.endOfBlanks(in: markerEnd..<line.upperBound)
    listIndentation = text.indentation(from: line.lowerBound, to: offset)
    return .words(hang: text.endOfTaskBox(in: offset..<line.upperBound), quote: quote)
  }
}

extension Span<UInt8> {
  fileprivate func endOfBlanks(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, Byte.isBlank(self[offset]) { offset += 1 }
    return offset
  }

  fileprivate func endOfRun(of byte: UInt8, in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound, self[offset] == byte { offset += 1 }
    return offset
  }

  func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
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

  /// Whether `mark`, as it is shown, begins the range.
  fileprivate func starts(with mark: StaticString, in range: Range<Int>) -> Bool {
    range.count >= mark.utf8CodeUnitCount
      && mark.withUTF8Buffer { mark in
        mark.indices.allSatisfy { self[range.lowerBound + $0] == mark[$0] }
      }
  }

  /// The offset behind `>`, or the bar that stands for it.
  fileprivate func endOfQuoteMark(in range: Range<Int>) -> Int? {
    if !range.isEmpty, self[range.lowerBound] == UInt8(ascii: ">") { return range.lowerBound + 1 }
    return starts(with: MarkdownText.bar, in: range) ? range.lowerBound + 3 : nil
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
      guard starts(with: MarkdownText.bullet, in: range) else { return range.lowerBound }
      offset += MarkdownText.bullet.utf8CodeUnitCount
    }
    return endOfBlanks(in: offset..<range.upperBound) > offset ? offset : range.lowerBound
  }

  /// The offset behind `[ ] `, `[x] ` or the box that stands for it; else the range's start.
  fileprivate func endOfTaskBox(in range: Range<Int>) -> Int {
    let start = range.lowerBound
    if starts(with: MarkdownText.openTask, in: range)
      || starts(with: MarkdownText.doneTask, in: range)
    {
      return endOfBlanks(in: start + 3..<range.upperBound)
    }
    guard range.count > 3, self[start] == UInt8(ascii: "["), self[start + 2] == UInt8(ascii: "]"),
      self[start + 3] == 0x20
    else { return start }
    return endOfBlanks(in: start + 3..<range.upperBound)
  }
}
