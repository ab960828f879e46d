import ThreadJournal
import ThreadStorage

/// How a line of text may be wrapped.
struct LineShape: Equatable, Sendable {
  /// Whether it may not be, as code and tables.
  var isFixed = false
  /// How many bytes from its start on stand before what its continuation is below.
  var hang = 0
  /// How many of those are quote marks, with their blanks, which a continuation has, too.
  var quote = 0

  /// The shapes of the lines of a Markdown text, with its marks.
  static func all(in text: [UInt8]) -> [LineShape] {
    var reader = MarkdownReader()
    reader.read(text.span)
    return reader.lines.map { line in
      let (start, content) = (line.range.lowerBound, line.content.lowerBound)
      let marks = reader.marks[line.marks]
      let quote =
        marks.first?.kind == .quote
        ? marks.first { $0.kind != .quote }?.range.lowerBound ?? content : start
      // The marks of a heading are not those of a list.
      let hang = marks.last?.kind == .heading ? marks.last?.range.lowerBound : nil
      return LineShape(
        isFixed: line.role.isFixed, hang: (hang ?? content) - start, quote: quote - start)
    }
  }
}

/// Breaks Markdown text into lines for a terminal, at words and between CJK characters; line breaks in it stay.
struct TextWrap {
  /// A line to print: the quote marks before it, `hang` spaces, then the bytes of `range`.
  struct Line: Equatable {
    /// Offsets into the text, without the newline and without blanks at the end.
    var range: Range<Int>
    /// Spaces before a continued line, below the text of the list item that it belongs to.
    var hang: Int
    /// Where the quote marks stand that a continued line has, too; empty where it has none.
    var quote = 0..<0
  }

  private struct Break {
    /// Where the line ends.
    var end: Int
    /// Where the next one starts, behind the blanks.
    var next: Int
    /// The column that `next` has on the line so far.
    var column: Int
  }

  /// The width of the screen or the reading width, with the indent in it.
  let columns: Int
  /// The column at which the caller prints each line, for TABs and for the width that is left.
  let indent: Int

  private var lines: [Line] = []

  /// The lines of `text` (escaped already) that fit in `columns`, but for a word longer than that, code and tables.
  ///
  /// - Parameter shapes: Those of its lines; by default what their marks say.
  static func lines(
    of text: [UInt8], columns: Int, indent: Int = 0, shapes: [LineShape] = []
  ) -> [Line] {
    var wrap = TextWrap(columns: columns, indent: indent)
    wrap.wrapAll(text.span, shapes.isEmpty ? LineShape.all(in: text) : shapes)
    return wrap.lines
  }

  private mutating func wrapAll(_ text: Span<UInt8>, _ shapes: [LineShape]) {
    var start = 0
    for shape in shapes where start <= text.count {
      let line = text.lineRange(from: start)
      start = line.upperBound + 1
      if shape.isFixed {
        lines.append(Line(range: text.trimmingEnd(of: line), hang: 0))
      } else {
        wrap(
          line, hangingAt: line.lowerBound + shape.hang,
          behind: line.lowerBound..<line.lowerBound + shape.quote, in: text)
      }
    }
  }

  private mutating func wrap(
    _ line: Range<Int>, hangingAt hangOffset: Int, behind quote: Range<Int>, in text: Span<UInt8>
  ) {
    var column = text.column(after: line.lowerBound..<hangOffset, from: indent)
    let hang = min(column - indent, max(columns - indent, 0) / 2)
    let quoteColumns = text.column(after: quote, from: indent) - indent
    // On a narrow screen, or with TABs, there is no room for the marks.
    let isQuoted = quoteColumns <= hang && !text.contains(0x09, in: quote)
    /// What is printed of the line at `range`.
    func piece(_ range: Range<Int>) -> Line {
      if range.lowerBound == line.lowerBound { return Line(range: range, hang: 0) }
      return isQuoted
        ? Line(range: range, hang: hang - quoteColumns, quote: quote)
        : Line(range: range, hang: hang)
    }
    var start = line.lowerBound
    var contentEnd = hangOffset
    var offset = hangOffset
    var opportunity: Break?
    var previous: TextCluster?
    while offset < line.upperBound {
      let cluster = text.cluster(at: offset)
      if cluster.isBlank {
        column = cluster.column(after: column)
        offset += cluster.length
        opportunity = Break(end: contentEnd, next: offset, column: column)
        previous = nil
        continue
      }
      if let previous, cluster.mayFollowOnNewLine(previous) {
        opportunity = Break(end: offset, next: offset, column: column)
      }
      if column + cluster.columns > columns, let taken = opportunity {
        lines.append(piece(start..<taken.end))
        start = taken.next
        column = indent + hang + column - taken.column
        opportunity = nil
      }
      column += cluster.columns
      offset += cluster.length
      contentEnd = offset
      previous = cluster
    }
    lines.append(piece(text.trimmingEnd(of: start..<max(start, contentEnd))))
  }
}

extension Span<UInt8> {
  fileprivate func lineRange(from start: Int) -> Range<Int> {
    var end = start
    while end < count, self[end] != 0x0A { end += 1 }
    return start..<end
  }

  fileprivate func trimmingEnd(of range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, Byte.isBlank(self[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }

  fileprivate func column(after range: Range<Int>, from start: Int) -> Int {
    var column = start
    var offset = range.lowerBound
    while offset < range.upperBound {
      let cluster = self.cluster(at: offset)
      column = cluster.column(after: column)
      offset += cluster.length
    }
    return column
  }
}

extension TextCluster {
  fileprivate var isBlank: Bool { length == 1 && (first == 0x20 || first == 0x09) }

  fileprivate func column(after column: Int) -> Int {
    first == 0x09 ? (column / 8 + 1) * 8 : column + columns
  }

  /// Whether a line may end between `previous` and this: beside a CJK character, but not away from its punctuation.
  fileprivate func mayFollowOnNewLine(_ previous: TextCluster) -> Bool {
    guard isBreakable || previous.isBreakable else { return false }
    return !neverStartsLine && !previous.neverEndsLine
  }

  /// Wide, and not Hangul, which has spaces between its words.
  private var isBreakable: Bool {
    columns == 2 && !(0xAC00...0xD7A3 ~= first) && !(0x1100...0x11FF ~= first)
  }

  private var neverStartsLine: Bool {
    switch first {
    case 0x21, 0x22, 0x25, 0x27, 0x29, 0x2A, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x5F, 0x7D,
      0x2019, 0x201D, 0x2026, 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011,
      0x3015, 0x3017, 0x301C, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085,
      0x3087, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30FB,
      0x30FC, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D:
      return true
    default:
      return columns == 0
    }
  }

  private var neverEndsLine: Bool {
    switch first {
    case 0x28, 0x2A, 0x5B, 0x5F, 0x7B, 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010,
      0x3014, 0x3016, 0xFF08, 0xFF3B, 0xFF5B:
      return true
    default:
      return false
    }
  }
}
