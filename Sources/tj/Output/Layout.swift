/// How results are laid out: wrapped, cut and made safe for a terminal; whole lines and bytes as they are for a pipe.
struct Layout: Equatable, Sendable {
  /// The terminal's columns; nil into a pipe or a file, where nothing is wrapped, cut or escaped.
  var columns: Int?
  /// Colour, or none.
  var palette: Palette
  /// Text is wrapped at this many columns where the terminal is wider.
  var readingColumns: Int

  /// A layout for a terminal of `columns`, or for a pipe where that is nil.
  init(columns: Int?, palette: Palette = .plain, readingColumns: Int = 80) {
    self.columns = columns
    self.palette = palette
    self.readingColumns = readingColumns
  }

  /// Whether there is neither colour nor a terminal's width.
  var isPlain: Bool { columns == nil && !palette.isColored }

  /// The width that text is wrapped at; nil where it is not.
  var textColumns: Int? { columns.map { max(min($0, readingColumns), 20) } }

  /// A body: safe for a terminal, or as it is.
  func text(_ bytes: [UInt8]) -> [UInt8] {
    columns == nil ? bytes : TerminalText.escaped(bytes)
  }

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
    guard let textColumns else { return appendUnwrapped(text, indent: indent, to: &output) }
    var run = 0
    for line in TextWrap.lines(of: text.bytes, columns: textColumns, indent: indent) {
      if !line.range.isEmpty {
        output.append(contentsOf: repeatElement(0x20, count: indent + line.hang))
        palette.append(text, line.range, run: &run, to: &output)
      }
      output.append(0x0A)
    }
  }

  /// Writes a text as `append(_:indent:to:)` does, without the copies that styles need where there are none.
  func append(_ text: HighlightedText, _ style: Style, indent: Int, to output: inout [UInt8]) {
    if columns == nil, !palette.isColored {
      return eachLine(of: text.bytes) { line in
        appendLine(text.bytes, line, indent: indent, to: &output)
      }
    }
    var styled = StyledText()
    styled.append(text, style, transform: self.text)
    append(styled, indent: indent, to: &output)
  }

  private func appendUnwrapped(_ text: StyledText, indent: Int, to output: inout [UInt8]) {
    var run = 0
    eachLine(of: text.bytes) { line in
      guard palette.isColored, !line.isEmpty else {
        return appendLine(text.bytes, line, indent: indent, to: &output)
      }
      output.append(contentsOf: repeatElement(0x20, count: indent))
      palette.append(text, line, run: &run, to: &output)
      output.append(0x0A)
    }
  }

  private func appendLine(
    _ bytes: [UInt8], _ line: Range<Int>, indent: Int, to output: inout [UInt8]
  ) {
    if !line.isEmpty {
      output.append(contentsOf: repeatElement(0x20, count: indent))
      output += bytes[line]
    }
    output.append(0x0A)
  }

  private func eachLine(of bytes: [UInt8], _ body: (Range<Int>) -> Void) {
    let span = bytes.span
    var start = 0
    for offset in 0..<span.count where span[offset] == 0x0A {
      body(start..<offset)
      start = offset + 1
    }
    body(start..<span.count)
  }
}
