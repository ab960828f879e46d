import ThreadStorage

/// What is at the other end of a descriptor: a terminal of some size, or not one.
struct Terminal: Equatable, Sendable {
  /// False for a file, a pipe or nothing.
  var isTerminal: Bool
  /// Columns across: the terminal's, else `$COLUMNS`, else 80.
  var columns: Int
  /// Lines on a screen: the terminal's, else `$LINES`, else 24.
  var rows: Int
}

extension Terminal {
  /// Asks the system about `descriptor`; `environment` looks a variable up.
  init(descriptor: Int32, environment: (String) -> String?) {
    isTerminal = isatty(descriptor) == 1
    var size = winsize()
    let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    let columns = isKnown ? Int(size.ws_col) : 0
    let rows = isKnown ? Int(size.ws_row) : 0
    self.columns = columns > 0 ? columns : Self.size(from: environment("COLUMNS")) ?? 80
    self.rows = rows > 0 ? rows : Self.size(from: environment("LINES")) ?? 24
  }

  private static func size(from text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { 1...10_000 ~= $0 ? $0 : nil }
  }
}

/// Journal text made safe for a terminal: every control character becomes visible, none is sent.
enum TerminalText {
  /// What becomes of newlines and TABs.
  enum LineBreaks {
    /// Text of several lines: newline and TAB stay, CR LF is one newline.
    case kept
    /// A title, a name or a value on a line of its own: they become visible too.
    case escaped
  }

  /// `text` with its control characters visible and U+FFFD for what is not UTF-8.
  static func escaped(_ text: [UInt8], lineBreaks: LineBreaks = .kept) -> [UInt8] {
    var output: [UInt8] = []
    var copied = 0
    let span = text.span
    var offset = 0
    while offset < span.count {
      let byte = span[offset]
      if byte < 0x7F, byte >= 0x20 || (byte == 0x0A || byte == 0x09) && lineBreaks == .kept {
        offset += 1
        continue
      }
      let scalar = span.scalar(at: offset)
      let end = offset + scalar.length
      let endsLine = lineBreaks == .kept && byte == 0x0D && end < span.count && span[end] == 0x0A
      if let visible = endsLine ? "" : visibleForm(of: scalar) {
        output += text[copied..<offset]
        output += visible.utf8
        copied = end
      }
      offset = end
    }
    if copied == 0 { return text }
    output += text[copied...]
    return output
  }

  /// A text on one line, with all its control characters visible.
  static func line(_ text: String) -> [UInt8] { escaped(Array(text.utf8), lineBreaks: .escaped) }

  /// What stands for a scalar that must not reach a terminal; nil for one that may.
  private static func visibleForm(of scalar: DecodedScalar) -> String? {
    guard scalar.isValid else { return "\u{FFFD}" }
    switch scalar.value {
    case 0x00..<0x20: return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
    case 0x7F: return "\u{2421}"
    case 0x80...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
      return "\\u{\(String(scalar.value, radix: 16))}"
    default: return nil
    }
  }
}
