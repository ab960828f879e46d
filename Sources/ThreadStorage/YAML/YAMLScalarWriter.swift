/// How a text is written so that YAML 1.1 and 1.2 parsers read that same text (F21).
enum YAMLScalarWriter {
  /// The bytes for the string `text`: plain where no parser misreads that, else in quotes.
  static func string(_ text: [UInt8], inFlow: Bool) throws(FrontMatterEditError) -> [UInt8] {
    let problems = YAMLCharacter.problems(in: text, 0..<text.count)
    if problems.contains(where: { $0.kind == .invalidUTF8 }) { throw .invalidUTF8 }
    if problems.isEmpty, !text.contains(where: { $0 < 0x20 }) {
      if isPlainString(text, inFlow: inFlow) { return text }
      let apostrophe = UInt8(ascii: "'")
      if text.contains(where: { $0 == .quote || $0 == .backslash }), !text.contains(apostrophe) {
        return [apostrophe] + text + [apostrophe]
      }
    }
    return doubleQuoted(text)
  }

  /// Whether printable `text` without quotes is a string, the same, to every parser.
  static func isPlainString(_ text: [UInt8], inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    if last == .space || last == UInt8(ascii: ":") { return false }
    guard first >= 0x80 || Byte.isLetterOrDigit(first) || plainStarts.contains(first) else {
      return false
    }
    if words.contains(text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }) { return false }
    if first >= 0x30 && first <= 0x39 && text.allSatisfy(numberBytes.contains) && !text.isUUID {
      return false
    }
    if inFlow && text.contains(where: flowBytes.contains) { return false }
    for index in text.indices.dropLast() {
      if text[index] == UInt8(ascii: ":") && text[index + 1] == .space { return false }
      if text[index] == .space && text[index + 1] == UInt8(ascii: "#") { return false }
    }
    return true
  }

  private static let plainStarts = Array("_/($;^".utf8)
  private static let flowBytes = Array(",[]{}?".utf8)
  /// What numbers, dates, times and base-60 numbers are made of after their first digit.
  private static let numberBytes = Set("0123456789abcdefABCDEFxXoO_.:+-TtZz ".utf8)
  private static let words = Set(
    [
      "y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nil", "nan", "inf",
    ].map { Array($0.utf8) })

  private static func doubleQuoted(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += [0x5C, UInt8(scalar.value)]
      case 0x09: result += Array("\\t".utf8)
      case 0x0A: result += Array("\\n".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case let code where YAMLCharacter.isPrintable(code):
        result += Array(String(Character(scalar)).utf8)
      default: result += escape(scalar.value)
      }
    }
    result.append(UInt8(ascii: "\""))
    return result
  }

  private static func escape(_ code: UInt32) -> [UInt8] {
    let (letter, digits) = code < 0x100 ? ("x", 2) : code < 0x10000 ? ("u", 4) : ("U", 8)
    let hex = String(code, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, digits - hex.count))
    return Array("\\\(letter)\(zeros)\(hex)".utf8)
  }

  /// Whether `text` is a decimal number that every parser reads alike: no leading zeros.
  static func isDecimal(_ text: [UInt8]) -> Bool {
    var digits = text[...]
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
      digits = digits.dropFirst()
    }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } })
    else { return false }
    return whole.count == 1 || whole.first != 0x30
  }

  /// Whether `text` has only what timestamps are made of, starting with a digit.
  static func isTimestamp(_ text: [UInt8]) -> Bool {
    guard let first = text.first, first >= 0x30 && first <= 0x39 else { return false }
    return text.allSatisfy(Set("0123456789-:T.+Z".utf8).contains) && text.last != 0x3A
  }
}
