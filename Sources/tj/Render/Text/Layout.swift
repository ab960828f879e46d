/// How results are laid out: wrapped, cut and made safe for a terminal; whole lines and bytes as they are for a pipe.
struct Layout: Equatable, Sendable {
  /// The terminal's columns; nil into a pipe or a file, where nothing is wrapped, cut or escaped.
  var columns: Int?
  /// Colour, or none.
  var palette = Palette.plain
  /// Text is wrapped at this many columns where the terminal is wider.
  var readingColumns = 80

  /// The width that text is wrapped at; nil where it is not.
  var textColumns: Int? { columns.map { max(min($0, readingColumns), 20) } }

  /// A body: safe for a terminal, or as it is.
  func text(_ bytes: [UInt8]) -> [UInt8] { columns == nil ? bytes : TerminalText.escaped(bytes) }

  /// A title, a name or a value: on one line, safe for a terminal.
  func oneLine(_ bytes: [UInt8]) -> [UInt8] {
    var line = bytes
    for index in line.indices where line[index] == 0x0A || line[index] == 0x0D {
      line[index] = 0x20
    }
    return columns == nil ? line : TerminalText.escaped(line, lineBreaks: .escaped)
  }

  /// Writes `text` behind `indent` spaces, wrapped for a terminal, each line with its newline.
  func append(_ text: StyledText, indent: Int, to output: inout [UInt8]) {
    var run = 0
    func append(_ line: Range<Int>, quote: Range<Int> = 0..<0, hang: Int = 0) {
      if !line.isEmpty {
        output.append(contentsOf: repeatElement(0x20, count: indent))
        if !quote.isEmpty {
          output += palette.opening(.faint).utf8 + text.bytes[quote] + palette.closing(.faint).utf8
        }
        output.append(contentsOf: repeatElement(0x20, count: hang))
        palette.append(text, line, run: &run, to: &output)
      }
      output.append(0x0A)
    }
    if let textColumns {
      let lines = TextWrap.lines(
        of: text.bytes, columns: textColumns, indent: indent, shapes: text.shapes)
      for line in lines { append(line.range, quote: line.quote, hang: line.hang) }
    } else {
      let span = text.bytes.span
      var start = 0
      for offset in 0..<span.count where span[offset] == 0x0A {
        append(start..<offset)
        start = offset + 1
      }
      append(start..<span.count)
    }
  }
}
