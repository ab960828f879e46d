import ThreadStorage

/// Breaks messages for a terminal between words; a command line in them stays whole, so that it can be copied.
enum MessageWrap {
  /// `line`, which is escaped already, in lines of so many columns, each with its newline; those behind the first are
  /// indented as it is.
  static func wrapped(_ line: [UInt8], columns: Int) -> [UInt8] {
    var output: [UInt8] = []
    append(StyledText(line), columns: columns, .plain, to: &output)
    return output
  }

  static func append(
    _ line: StyledText, columns: Int, _ palette: Palette, to output: inout [UInt8]
  ) {
    let bytes = line.bytes
    guard columns < .max, line.columns > columns else {
      palette.append(line, to: &output)
      output.append(0x0A)
      return
    }
    let indent = bytes.prefix { $0 == 0x20 }.count
    let command = bytes.firstOffset(of: Array(": tj ".utf8))
    let end = command.map { $0 + 1 } ?? bytes.count
    let text = line.slice(indent..<end)
    var run = 0
    for piece in TextWrap.lines(of: text.bytes, columns: columns, indent: indent) {
      output.append(contentsOf: repeatElement(0x20, count: indent + piece.hang))
      palette.append(text, piece.range, run: &run, to: &output)
      output.append(0x0A)
    }
    guard command != nil else { return }
    output.append(contentsOf: repeatElement(0x20, count: indent + 2))
    palette.append(line.slice(end + 1..<bytes.count), to: &output)
    output.append(0x0A)
  }
}
