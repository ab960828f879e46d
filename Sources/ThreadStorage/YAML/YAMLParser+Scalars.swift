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

extension YAMLParser {
  /// Goes past the escape here and appends what it means; false if it is none.
  mutating func unescape(into text: inout [UInt8]) -> Bool {
    position += 1
    let letter = current
    guard !isAtEnd else { return false }
    if isAtBreak {
      skipBreak()
      let emptyLines = skipEmptyLines()
      text += [UInt8](repeating: .lineFeed, count: emptyLines)
      return true
    }
    position += 1
    switch letter {
    case UInt8(ascii: "x"): return unescapeHex(digits: 2, into: &text)
    case UInt8(ascii: "u"): return unescapeHex(digits: 4, into: &text)
    case UInt8(ascii: "U"): return unescapeHex(digits: 8, into: &text)
    default:
      guard let meaning = Self.escapes[letter] else { return false }
      text += meaning
      return true
    }
  }

  private mutating func unescapeHex(digits: Int, into text: inout [UInt8]) -> Bool {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Character(Unicode.Scalar(current)).hexDigitValue, !isAtEnd else {
        return false
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    guard let scalar = Unicode.Scalar(code) else { return false }
    text += Array(String(Character(scalar)).utf8)
    return true
  }

  private static let escapes: [UInt8: [UInt8]] = [
    UInt8(ascii: "0"): [0x00], UInt8(ascii: "a"): [0x07], UInt8(ascii: "b"): [0x08],
    UInt8(ascii: "t"): [0x09], .tab: [0x09], UInt8(ascii: "n"): [0x0A],
    UInt8(ascii: "v"): [0x0B], UInt8(ascii: "f"): [0x0C], UInt8(ascii: "r"): [0x0D],
    UInt8(ascii: "e"): [0x1B], .space: [0x20], UInt8(ascii: "\""): [0x22],
    UInt8(ascii: "\\"): [0x5C], UInt8(ascii: "/"): [0x2F], UInt8(ascii: "N"): [0xC2, 0x85],
    UInt8(ascii: "_"): [0xC2, 0xA0], UInt8(ascii: "L"): [0xE2, 0x80, 0xA8],
    UInt8(ascii: "P"): [0xE2, 0x80, 0xA9],
  ]
}

extension YAMLParser {
  /// The places of bytes that not every YAML parser reads as text, in order.
  func unreadableOffsets(from start: Int) -> [YAMLProblem] {
    var found: [YAMLProblem] = []
    var offset = start
    while offset < end {
      let byte = bytes[offset]
      if byte >= 0x20 && byte < 0x7F || byte == .lineFeed || byte == .carriageReturn
        || byte == .tab
      {
        offset += 1
        continue
      }
      let (length, kind) = YAMLCharacter.length(in: bytes, at: offset, end: end)
      if let kind { found.append(YAMLProblem(kind, at: offset)) }
      offset += length
    }
    return found
  }

  /// Makes each top-level value with one of `odd` in or after it one that is not understood.
  mutating func blank(_ root: inout YAMLValue, at odd: [YAMLProblem]) {
    guard let first = odd.first else { return }
    guard case .mapping(.block(let column), var pairs) = root.content else {
      problems.append(first)
      if case .absent = root.content { return }
      root.content = .unsupported(first)
      return
    }
    var next = odd[...]
    for index in pairs.indices {
      let upper = index + 1 < pairs.count ? pairs[index + 1].range.lowerBound : end
      let inside = next.prefix { $0.offset < upper }
      next = next.dropFirst(inside.count)
      guard let problem = inside.first else { continue }
      problems.append(problem)
      if problem.offset >= pairs[index].range.lowerBound {
        pairs[index].value.content = .unsupported(problem)
      }
    }
    root.content = .mapping(.block(column: column), pairs)
  }
}

/// The characters that PyYAML, ruamel.yaml and YAML 1.2 all read as themselves.
enum YAMLCharacter {
  /// The length of the character at `offset`, and why it is not read alike everywhere, if so.
  static func length(
    in bytes: [UInt8], at offset: Int, end: Int
  ) -> (length: Int, kind: YAMLProblem.Kind?) {
    let first = bytes[offset]
    if first < 0x80 {
      let isText = first >= 0x20 && first < 0x7F || first == 0x09 || first == 0x0A || first == 0x0D
      return (1, isText ? nil : .unreadableCharacter)
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2 && first <= 0xF4 && offset + length <= end else { return (1, .invalidUTF8) }
    var code = UInt32(first) & (0x7F >> UInt32(length))
    for index in offset + 1..<offset + length {
      guard bytes[index] & 0xC0 == 0x80 else { return (1, .invalidUTF8) }
      code = code << 6 | UInt32(bytes[index] & 0x3F)
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard code >= least, Unicode.Scalar(code) != nil else { return (1, .invalidUTF8) }
    return (length, isPrintable(code) ? nil : .unreadableCharacter)
  }

  /// Whether `code`, above U+007F, is text, and no line end, in every YAML.
  static func isPrintable(_ code: UInt32) -> Bool {
    switch code {
    case ..<0xA0, 0x2028, 0x2029, 0xFEFF: false
    default: code & 0xFFFE != 0xFFFE
    }
  }
}
