/// How the lines of a file end (F5).
public enum LineEnding: Sendable, Hashable {
  case lineFeed
  case carriageReturnLineFeed

  public var bytes: [UInt8] {
    switch self {
    case .lineFeed: [Byte.lineFeed]
    case .carriageReturnLineFeed: [Byte.carriageReturn, Byte.lineFeed]
    }
  }

  /// The ending of the first line of `bytes`; a line feed where there is none.
  public init(firstLineOf bytes: borrowing Span<UInt8>) {
    let end = ByteSearch.firstIndex(of: Byte.lineFeed, in: bytes, 0..<bytes.count) ?? 0
    let isPair = end > 0 && bytes[end - 1] == Byte.carriageReturn
    self = isPair ? .carriageReturnLineFeed : .lineFeed
  }
}

/// One line of a file: its text and, after it, its ending.
///
/// A line ends at a line feed, and one carriage return before that belongs to the ending; so a text's
/// own carriage return at the end of a line is written as `\r\r\n` and comes back. A lone carriage
/// return inside a line is text.
package struct Line: Sendable, Hashable {
  /// The offsets of the line's text, without its ending.
  package var text: Range<Int>
  /// The offset of the next line, or of the end of the file.
  package var next: Int

  @inline(__always)
  package init(startingAt start: Int, in bytes: borrowing Span<UInt8>, upTo end: Int) {
    var textEnd = end
    next = end
    if let lineFeed = ByteSearch.firstIndex(of: Byte.lineFeed, in: bytes, start..<end) {
      textEnd = lineFeed
      next = lineFeed + 1
      if textEnd > start, bytes[textEnd - 1] == Byte.carriageReturn { textEnd -= 1 }
    }
    text = start..<textEnd
  }

  /// The offset behind the ending of a line whose text ends at `offset`.
  @inline(__always)
  package static func next(
    behindText offset: Int, in bytes: borrowing Span<UInt8>, upTo end: Int
  ) -> Int {
    var next = offset
    if next < end, bytes[next] == Byte.carriageReturn { next += 1 }
    return next < end ? next + 1 : end
  }

  /// Where the line at `start` ends, if only spaces, tabs and carriage returns stand on it.
  package static func end(
    ofBlankAt start: Int, in bytes: borrowing Span<UInt8>, upTo end: Int
  ) -> Int? {
    var offset = start
    while offset < end, Byte.isBlankLineByte(bytes[offset]) { offset += 1 }
    if offset == end { return end }
    return bytes[offset] == Byte.lineFeed ? offset + 1 : nil
  }
}

extension [UInt8] {
  /// The lines that begin in `range`, each up to its ending or to `end`, which is else that of the range.
  package func lines(in range: Range<Int>, upTo end: Int? = nil) -> some Sequence<Line> {
    sequence(state: range.lowerBound) { position -> Line? in
      guard position < range.upperBound else { return nil }
      let line = Line(startingAt: position, in: span, upTo: end ?? range.upperBound)
      position = line.next
      return line
    }
  }
}
