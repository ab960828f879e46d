import ThreadStorage

extension QueryArgumentParser {
  /// The keys behind which a sign is text.
  static let textKeys: Set<String> = ["tag", "thread", "title", "is"]

  /// All that are no field's name, unless they stand in quotation marks.
  static let keys = textKeys.union(["date", "re", "not"])

  private func isSign(_ byte: UInt8) -> Bool { "<>=!".utf8.contains(byte) }

  /// `key` as it is typed in a query, without the colon.
  func spelled(_ key: Key) -> String {
    key.isQuoted ? "\"\(String(utf8: key.name))\"" : String(utf8: key.name)
  }

  /// The sign that `value` begins with, outside of quotation marks, and what it is followed by.
  func comparison(
    in value: Value, key: String
  ) throws(QueryError) -> (sign: Comparison?, operand: [UInt8]) {
    let signs = bytes[value.range].prefix(while: isSign)
    guard !signs.isEmpty else { return (nil, value.text) }
    let start = value.range.lowerBound
    let operand = Array(plain(signs.endIndex..<value.range.upperBound)[...].trimmed)
    guard !operand.isEmpty else { throw error(.expectedValue(key: key), at: signs.endIndex) }
    let found = String(utf8: signs)
    guard let comparison = Comparison(rawValue: found) else {
      let nearest = QueryArgumentParser.nearest(to: found, String(utf8: operand), key: key)
      throw error(.unknownSign(found: found, nearest: nearest), at: start)
    }
    if let dots = operand.firstOffset(of: Array("..".utf8)) {
      let upper = operand[(dots + 2)...].drop { Byte.isSpace($0) || isSign($0) }
      let ends = "\(String(utf8: operand[..<dots]))..\(String(utf8: upper))"
      throw error(.unknownSign(found: found, nearest: "\(key):\(ends)"), at: start)
    }
    return (comparison, operand)
  }

  /// The term that is probably meant with `signs` between a key and a value.
  private static func nearest(to signs: String, _ value: String, key: String) -> String {
    let isAbove = signs.contains(">")
    let isBelow = signs.contains("<")
    if signs.contains("!") || isAbove && isBelow { return "not:\(key):\(value)" }
    guard isAbove || isBelow else { return "\(key):\(value)" }
    return "\(key):\(isAbove ? ">" : "<")\(signs.contains("=") ? "=" : "")\(value)"
  }

  /// The error for a word such as `mood>7` or `mood > 7`, which nobody looks for as it is; nil for others.
  func wrongSign(inWord range: Range<Int>) -> QueryError? {
    let word = bytes[range]
    let key = word.prefix(while: Byte.isWordByte)
    let signs = word[key.endIndex...].drop(while: Byte.isSpace).prefix(while: isSign)
    let value = word[signs.endIndex...].drop(while: Byte.isSpace)
    guard let first = key.first, let last = key.last, !signs.isEmpty, first != UInt8(ascii: "-"),
      last != UInt8(ascii: "-"), !Byte.isDigit(first), !value.isEmpty,
      (signs.startIndex > key.endIndex) == (value.startIndex > signs.endIndex),
      value.allSatisfy({ Byte.isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      )
    else { return nil }
    let found = String(utf8: signs)
    let nearest = QueryArgumentParser.nearest(
      to: found, String(utf8: value), key: String(utf8: key))
    return error(.signWithoutColon(found: found, nearest: nearest), at: signs.startIndex)
  }

  /// Refuses `steps:>10,000`, which would mean more than 10, or 000: with a sign, each alternative needs one.
  func checkCommas(between values: [Value], key: String) throws(QueryError) {
    guard values.count > 1, let sign = values.first(where: { isSign(bytes[$0.range.lowerBound]) }),
      let plain = values.first(where: { !isSign(bytes[$0.range.lowerBound]) })
    else { return }
    var texts = values.map { String(utf8: $0.text) }
    // `2,5h` is a length.
    let typed = texts.joined(separator: ",")
    let signs = typed.prefix(while: Comparison.isSign)
    let length = FieldDefinition(name: key, type: .duration).converted(
      Array(typed.dropFirst(signs.count).utf8))
    // The unit of `81,5kg` is no part of the number.
    let last = values[values.count - 1].text
    if let number = Quantity(last[...])?.number { texts[texts.count - 1] = String(utf8: number) }
    let rest = texts.dropFirst()
    let areDigits = rest.allSatisfy { part in part.utf8.allSatisfy(Byte.isDigit) }
    let isOneNumber = areDigits && sign.range == values[0].range && key != "date"
    let nearest =
      if let length, key != "date" {
        "\(key):\(signs)\(String(utf8: length))"
      } else if isOneNumber, rest.allSatisfy({ $0.utf8.count == 3 }) {
        "\(key):\(texts.joined())"
      } else if isOneNumber, rest.count == 1 {
        "\(key):\(texts.joined(separator: "."))"
      } else {
        texts.map { "\(key):\($0)" }.joined(separator: " OR ")
      }
    throw error(.commaInComparison(nearest: nearest), at: plain.range.lowerBound - 1)
  }

  /// Refuses `tag:food,not:travel`: what is left out is a term of its own.
  func checkNegations(in values: [Value], key: String) throws(QueryError) {
    func excluded(_ value: Value) -> String? {
      let text = String(utf8: value.text)
      guard value.isPlain, text.lowercased().hasPrefix("not:"), text.count > 4 else { return nil }
      let rest = text.dropFirst("not:".count)
      return rest.contains(":") ? text : "not:\(key):\(rest)"
    }
    let others = values.dropFirst()
    guard let first = others.first(where: { excluded($0) != nil }) else { return }
    let asked = values.prefix(1) + others.filter { excluded($0) == nil }
    let term = asked.map { String(utf8: bytes[$0.range]) }.joined(separator: ",")
    throw error(
      .alternatives(meant: ["\(key):\(term)"] + others.compactMap(excluded)),
      at: first.range.lowerBound - 1)
  }

  /// Refuses `mood:>=4,<=6`, which any value is within: both are hardly meant to be enough.
  func checkComparisons(_ values: [Value], key: String) throws(QueryError) {
    let found = try values.map { (value) throws(QueryError) in
      try comparison(in: value, key: key)
    }
    let lower = found.first { $0.sign == .atLeast }?.operand
    let upper = found.first { $0.sign == .atMost }?.operand
    var meant = values.map { "\(key):\(String(utf8: $0.text))" }
    if let lower, let upper { meant = ["\(key):\(String(utf8: lower))..\(String(utf8: upper))"] }
    guard found.allSatisfy({ $0.sign != nil }) else { return }
    throw error(.alternatives(meant: meant), at: values[1].range.lowerBound - 1)
  }

  func expression(_ range: Range<Int>) throws(QueryError) -> RegularExpression {
    do throws(RegularExpressionError) { return try RegularExpression(Array(bytes[range])) } catch {
      throw self.error(.expectedExpression(error), at: range.lowerBound + error.column - 1)
    }
  }
}
