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
