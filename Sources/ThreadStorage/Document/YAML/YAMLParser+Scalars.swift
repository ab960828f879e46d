extension YAMLParser {
  /// Whether a plain scalar may start with the text here.
  func canStartPlain(inFlow: Bool) -> Bool {
    switch current {
    case UInt8(ascii: "-"):
      return !isBlank(position + 1) && !(inFlow && isFlowIndicator(byte(position + 1)))
    case UInt8(ascii: "?"), UInt8(ascii: ":"):
      return !inFlow && !isBlank(position + 1)
    case .space, .tab, .lineFeed, .carriageReturn: return false
    default: return !Self.nonPlainStarts.contains(current)
    }
  }

  private static let nonPlainStarts = Array(",[]{}#&*!|>'\"%@`".utf8)

  func isFlowIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// The plain text on this line up to `limit`, a colon, or a comment.
  mutating func plainOnLine(limit: Int) -> YAMLValue {
    let start = position
    var stop = position
    while position < limit && !isAtBreak {
      if current == .space {
        skipSpaces()
        if current == UInt8(ascii: "#") { break }
        continue
      }
      if current == .tab || isAtIndicator(":") { break }
      position += 1
      stop = position
    }
    position = stop
    return YAMLValue(.scalar(.plain, Array(bytes[start..<stop])), at: start..<stop)
  }

  /// A plain scalar, folded over the lines that are deeper than `parent`.
  mutating func plain(deeperThan parent: Int, inFlow: Bool) throws(YAMLProblem) -> YAMLValue {
    let start = position
    var text: [UInt8] = []
    var gap: [UInt8] = []
    var isAmbiguous = false
    var stop = (position: position, lineStart: lineStart)
    while true {
      let segment = position
      while !isAtPlainEnd(inFlow: inFlow) {
        if inFlow && current == UInt8(ascii: "?") { isAmbiguous = true }
        position += 1
      }
      if position == segment { break }
      text += gap
      text += bytes[segment..<position]
      stop = (position, lineStart)
      gap = foldedGap()
      if gap.isEmpty || isAtEnd || current == UInt8(ascii: "#") { break }
      if column <= parent {
        if !inFlow { break }
        isAmbiguous = true
      }
    }
    (position, lineStart) = stop
    if inFlow && current == UInt8(ascii: ":") && !isBlank(position + 1) { isAmbiguous = true }
    if isAmbiguous { return unsupported(.ambiguousFlow, from: start, to: position) }
    return YAMLValue(.scalar(.plain, text), at: start..<position)
  }

  private func isAtPlainEnd(inFlow: Bool) -> Bool {
    if isBlank(position) { return true }
    if current == UInt8(ascii: ":") {
      return isBlank(position + 1) || inFlow && isFlowIndicator(byte(position + 1))
    }
    return inFlow && isFlowIndicator(current)
  }

  /// Goes past spaces and line ends, and gives what they mean between two words.
  private mutating func foldedGap() -> [UInt8] {
    let start = position
    skipSpaces()
    guard isAtBreak && !isAtEnd else { return Array(bytes[start..<position]) }
    skipBreak()
    var emptyLines = 0
    while !isAtEnd && (current == .space || isAtBreak) {
      if isAtBreak {
        emptyLines += 1
        skipBreak()
      } else {
        position += 1
      }
    }
    return emptyLines == 0 ? [.space] : [UInt8](repeating: .lineFeed, count: emptyLines)
  }

  /// A quoted scalar, folded over lines; those must be deeper than `parent`.
  mutating func quoted(
    deeperThan parent: Int, onOneLine: Bool
  ) throws(YAMLProblem) -> YAMLValue {
    let start = position
    let quote = current
    let style: YAMLValue.ScalarStyle = quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
    var text: [UInt8] = []
    var flaw: YAMLProblem?
    position += 1
    while true {
      if isAtEnd { throw YAMLProblem(.unterminatedQuote, at: start) }
      if current == quote {
        position += 1
        guard style == .singleQuoted && current == quote && !isAtEnd else { break }
      }
      let found = quotedPart(into: &text, style: style, deeperThan: parent)
      flaw = flaw ?? found
      if onOneLine && lineStart > start { throw problem(.complexKey) }
    }
    if let flaw {
      problems.append(flaw)
      return YAMLValue(.unsupported(flaw), at: start..<position)
    }
    return YAMLValue(.scalar(style, text), at: start..<position)
  }

  /// Reads white space, an escape, or a byte inside quotes, and gives what is wrong with it.
  private mutating func quotedPart(
    into text: inout [UInt8], style: YAMLValue.ScalarStyle, deeperThan parent: Int
  ) -> YAMLProblem? {
    if isBlank(position) {
      let isShallow = quotedGap(into: &text, deeperThan: parent)
      return isShallow ? problem(.badIndentation) : nil
    }
    if current == UInt8(ascii: "\\") && style == .doubleQuoted {
      let escape = problem(.invalidEscape)
      return unescape(into: &text) ? nil : escape
    }
    text.append(current)
    position += 1
    return nil
  }

  /// Goes past white space inside quotes; true if a line then starts too far left.
  private mutating func quotedGap(into text: inout [UInt8], deeperThan parent: Int) -> Bool {
    let start = position
    while current == .space || current == .tab { position += 1 }
    guard isAtBreak else {
      text += bytes[start..<position]
      return false
    }
    guard !isAtEnd else { return false }
    skipBreak()
    let emptyLines = skipEmptyLines()
    text += emptyLines == 0 ? [.space] : [UInt8](repeating: .lineFeed, count: emptyLines)
    return indentation <= parent
  }

  /// Goes past empty lines and the next line's white space, and counts the lines.
  mutating func skipEmptyLines() -> Int {
    var count = 0
    while !isAtEnd {
      while current == .space || current == .tab { position += 1 }
      guard isAtBreak && !isAtEnd else { break }
      skipBreak()
      count += 1
    }
    return count
  }

  /// The number of spaces that this line starts with, up to the position.
  private var indentation: Int {
    var offset = lineStart
    while offset < position && bytes[offset] == .space { offset += 1 }
    return offset - lineStart
  }
}
