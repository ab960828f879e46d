extension YAMLParser {
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

  func isFlowIndicator(_ byte: UInt8) -> Bool { Self.flowIndicators.contains(byte) }

  private static let flowIndicators = Array(",[]{}".utf8)

  /// A plain scalar, folded over the lines that are deeper than `parent`.
  mutating func plain(deeperThan parent: Int, inFlow: Bool, onOneLine: Bool = false) -> YAMLValue {
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
      gap = foldedGap(overTabs: false)
      if gap.isEmpty || isAtEnd || current == .hash || onOneLine && lineStart > start { break }
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

  /// Goes past white space and line ends, and gives what they mean between two words.
  private mutating func foldedGap(overTabs: Bool) -> [UInt8] {
    let start = position
    skipSpaces(andTabs: overTabs)
    guard isAtBreak && !isAtEnd else { return Array(bytes[start..<position]) }
    let emptyLines = skipBreaks(andTabs: overTabs) - 1
    return emptyLines == 0 ? [.space] : [UInt8](repeating: .lineFeed, count: emptyLines)
  }

  /// Goes past line ends and the white space behind each, and counts them.
  private mutating func skipBreaks(andTabs: Bool) -> Int {
    var count = 0
    while isAtBreak && !isAtEnd {
      skipBreak()
      skipSpaces(andTabs: andTabs)
      count += 1
    }
    return count
  }

  /// A quoted scalar, folded over lines; those must be deeper than `parent`.
  mutating func quoted(deeperThan parent: Int, onOneLine: Bool) throws(YAMLProblem) -> YAMLValue {
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
    if let flaw { return flawed(flaw, from: start) }
    return YAMLValue(.scalar(style, text), at: start..<position)
  }

  /// Reads white space, an escape, or a byte inside quotes, and gives what is wrong with it.
  private mutating func quotedPart(
    into text: inout [UInt8], style: YAMLValue.ScalarStyle, deeperThan parent: Int
  ) -> YAMLProblem? {
    if isBlank(position) {
      let line = lineStart
      text += foldedGap(overTabs: true)
      return lineStart > line && indentation <= parent ? problem(.badIndentation) : nil
    }
    if current == UInt8(ascii: "\\") && style == .doubleQuoted {
      let escape = problem(.invalidEscape)
      return unescape(into: &text) ? nil : escape
    }
    text.append(current)
    position += 1
    return nil
  }

  private var indentation: Int { bytes[lineStart..<position].prefix { $0 == .space }.count }

  /// Goes past the escape here and appends what it means; false if it is none.
  mutating func unescape(into text: inout [UInt8]) -> Bool {
    position += 1
    let letter = current
    guard !isAtEnd else { return false }
    if isAtBreak {
      text += [UInt8](repeating: .lineFeed, count: skipBreaks(andTabs: true) - 1)
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
    UInt8(ascii: "t"): [0x09], .tab: [0x09], UInt8(ascii: "n"): [0x0A], UInt8(ascii: "v"): [0x0B],
    UInt8(ascii: "f"): [0x0C], UInt8(ascii: "r"): [0x0D], UInt8(ascii: "e"): [0x1B], .space: [0x20],
    UInt8(ascii: "\""): [0x22], UInt8(ascii: "\\"): [0x5C], UInt8(ascii: "/"): [0x2F],
    UInt8(ascii: "N"): [0xC2, 0x85], UInt8(ascii: "_"): [0xC2, 0xA0],
    UInt8(ascii: "L"): [0xE2, 0x80, 0xA8], UInt8(ascii: "P"): [0xE2, 0x80, 0xA9],
  ]

  /// Marks each top-level value as not understood that has one of `odd` in or after it.
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
  /// A problem for each character in `range` that is not such a one, in order.
  static func problems(in bytes: [UInt8], _ range: Range<Int>) -> [YAMLProblem] {
    var found: [YAMLProblem] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      if byte >= 0x20 && byte < 0x7F || byte == .lineFeed || Byte.isBlankLineByte(byte) {
        offset += 1
        continue
      }
      let length = TextCheck.sequenceLength(bytes.span, at: offset)
      let isWhole = length > 0 && offset + length <= range.upperBound
      if !isWhole {
        found.append(YAMLProblem(.invalidUTF8, at: offset))
      } else if length == 1 || !isPrintable(code(of: bytes[offset..<offset + length])) {
        found.append(YAMLProblem(.unreadableCharacter, at: offset))
      }
      offset += isWhole ? length : 1
    }
    return found
  }

  private static func code(of character: ArraySlice<UInt8>) -> UInt32 {
    let first = UInt32(character[character.startIndex]) & (0x7F >> UInt32(character.count))
    return character.dropFirst().reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
  }

  /// Whether `code` is text, and no line end, in every YAML; of ASCII that is U+0020 to U+007E.
  static func isPrintable(_ code: UInt32) -> Bool {
    switch code {
    case 0x20..<0x7F: true
    case ..<0xA0, 0x2028, 0x2029, 0xFEFF: false
    default: code & 0xFFFE != 0xFFFE
    }
  }
}
