/// A fenced code block of Markdown: three or more backticks or tildes, up to a line of at least as many.
package struct CodeFence: Sendable, Hashable {
  /// From the opening fence's line to behind the closing one's, or to the end of the file.
  package let range: Range<Int>
  let isClosed: Bool

  /// The fenced blocks of a file from `start`, the start of a line, on, in its order.
  package static func all(in bytes: [UInt8], from start: Int) -> [CodeFence] {
    let span = bytes.span
    let hasMarks = ["```", "~~~"].contains {
      ByteSearch.firstIndex(of: Array($0.utf8), in: span, start..<bytes.count) != nil
    }
    guard hasMarks else { return [] }
    var fences: [CodeFence] = []
    var position = start
    while let opening = FenceLine.next(in: span, from: &position) {
      guard opening.mayOpen else { continue }
      var end: Int?
      while end == nil, let line = FenceLine.next(in: span, from: &position) {
        if line.closes(opening) { end = line.end }
      }
      fences.append(CodeFence(range: opening.start..<(end ?? bytes.count), isClosed: end != nil))
    }
    return fences
  }
}

private struct FenceLine {
  var start: Int
  var end: Int
  var mark: UInt8
  var length: Int
  var isBare = true
  /// Whether a mark follows behind other text, as it does in a span of code.
  var repeatsMark = false

  /// A fence of backticks has none behind it: that would be a span of code.
  var mayOpen: Bool { mark != UInt8(ascii: "`") || !repeatsMark }

  func closes(_ opening: FenceLine) -> Bool {
    isBare && mark == opening.mark && length >= opening.length
  }

  /// The next line from `position`, the start of one, on that begins like a fence.
  static func next(in bytes: borrowing Span<UInt8>, from position: inout Int) -> FenceLine? {
    while position < bytes.count {
      let line = Line(startingAt: position, in: bytes, upTo: bytes.count)
      position = line.next
      if let fence = FenceLine(line, in: bytes) { return fence }
    }
    return nil
  }

  private init?(_ line: Line, in bytes: borrowing Span<UInt8>) {
    let text = line.text
    var start = text.lowerBound
    while start < text.upperBound, start - text.lowerBound < 4, bytes[start] == Byte.space {
      start += 1
    }
    guard start + 2 < text.upperBound, start - text.lowerBound < 4 else { return nil }
    mark = bytes[start]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    var markEnd = start
    while markEnd < text.upperBound, bytes[markEnd] == mark { markEnd += 1 }
    length = markEnd - start
    guard length >= 3 else { return nil }
    for offset in markEnd..<text.upperBound {
      if !Byte.isBlankLineByte(bytes[offset]) { isBare = false }
      if bytes[offset] == mark { repeatsMark = true }
    }
    self.start = text.lowerBound
    end = line.next
  }
}
