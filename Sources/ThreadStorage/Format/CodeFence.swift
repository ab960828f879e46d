/// A fenced code block of Markdown: three or more backticks or tildes, up to a line of at least as many.
struct CodeFence: Sendable, Hashable {
  /// From the opening fence's line to behind the closing one's, or to the end of the file.
  let range: Range<Int>
  let isClosed: Bool

  /// The fenced blocks of a file from `start`, the start of a line, on, in its order.
  static func all(in bytes: [UInt8], from start: Int) -> [CodeFence] {
    let span = bytes.span
    let hasMarks = ["```", "~~~"].contains {
      ByteSearch.firstIndex(of: Array($0.utf8), in: span, start..<bytes.count) != nil
    }
    guard hasMarks else { return [] }
    var fences: [CodeFence] = []
    var search = FenceSearch(position: start)
    while let opening = search.next(in: span) {
      guard opening.mayOpen else { continue }
      var end: Int?
      while end == nil, let line = search.next(in: span) {
        if line.closes(opening) { end = line.end }
      }
      fences.append(
        CodeFence(range: opening.start..<(end ?? bytes.count), isClosed: end != nil))
    }
    return fences
  }
}

private struct FenceLine {
  var start: Int
  var end: Int
  var mark: UInt8
  var length: Int
  /// Whether only white space follows the marks.
  var isBare: Bool
  /// Whether a mark follows behind other text, as it does in a span of code.
  var repeatsMark: Bool

  /// A fence of backticks has none behind it: that would be a span of code.
  var mayOpen: Bool { mark != UInt8(ascii: "`") || !repeatsMark }

  func closes(_ opening: FenceLine) -> Bool {
    isBare && mark == opening.mark && length >= opening.length
  }
}

private struct FenceSearch {
  var position: Int

  mutating func next(in bytes: borrowing Span<UInt8>) -> FenceLine? {
    while position < bytes.count {
      let line = Line(startingAt: position, in: bytes, upTo: bytes.count)
      position = line.next
      if let fence = Self.fence(in: bytes, line) { return fence }
    }
    return nil
  }

  private static func fence(in bytes: borrowing Span<UInt8>, _ line: Line) -> FenceLine? {
    let text = line.text
    var start = text.lowerBound
    while start < text.upperBound, start - text.lowerBound < 4, bytes[start] == Byte.space {
      start += 1
    }
    guard start + 2 < text.upperBound, start - text.lowerBound < 4 else { return nil }
    let mark = bytes[start]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    var end = start
    while end < text.upperBound, bytes[end] == mark { end += 1 }
    guard end - start >= 3 else { return nil }
    var isBare = true
    var repeatsMark = false
    for offset in end..<text.upperBound {
      if !Byte.isBlankLineByte(bytes[offset]) { isBare = false }
      if bytes[offset] == mark { repeatsMark = true }
    }
    return FenceLine(
      start: text.lowerBound, end: line.next, mark: mark, length: end - start, isBare: isBare,
      repeatsMark: repeatsMark)
  }
}
