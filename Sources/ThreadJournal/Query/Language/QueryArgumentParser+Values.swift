import ThreadStorage

extension QueryArgumentParser {
  /// One of the alternatives of a value.
  struct Value {
    let text: [UInt8]
    /// Where it stands in the argument.
    let range: Range<Int>
    /// Whether no part of it stands in quotation marks or behind a backslash.
    let isPlain: Bool
  }

  /// The alternatives in `range`: commas that no space follows, not in quotation marks, separate them.
  func values(_ range: Range<Int>, key: String) throws(QueryError) -> [Value] {
    var values: [Value] = []
    var start = range.lowerBound
    var position = range.lowerBound
    while true {
      let isAtEnd = position >= range.upperBound
      let isComma = !isAtEnd && bytes[position] == UInt8(ascii: ",")
      let isFollowedBySpace = position + 1 < range.upperBound && isSpace(bytes[position + 1])
      if isAtEnd || (isComma && !isFollowedBySpace) {
        let text = plain(start..<position)
        guard text.contains(where: { !isSpace($0) }) else {
          throw error(.expectedValue(key: key), at: start)
        }
        let isPlain = text.count == position - start
        values.append(Value(text: text, range: start..<position, isPlain: isPlain))
        if isAtEnd { return values }
        position += 1
        start = position
      } else {
        position = try next(after: position, upTo: range.upperBound)
      }
    }
  }

  /// The characters of `range` without quotation marks and the backslashes that escape.
  func plain(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { continue }
      if byte == UInt8(ascii: "\\"), position < range.upperBound,
        [UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ":"), byte].contains(bytes[position])
      {
        text.append(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    return text
  }

  func time(_ value: Value) throws(QueryError) -> TimeRange {
    do throws(TimeExpressionError) {
      return try timeRange(value.text)
    } catch {
      throw self.error(.expectedTime(error), at: value.range.lowerBound)
    }
  }

  private func timeRange(_ text: [UInt8]) throws(TimeExpressionError) -> TimeRange {
    try TimeRange.parse(String(utf8: text), now: now, zone: zone, dayStartsAt: dayStartsAt)
  }

  func state(_ value: Value) throws(QueryError) -> StateCondition.State {
    let word = String(utf8: value.text.map { ASCIISearch.lowercased($0) })
    guard let state = StateCondition.State(rawValue: word) else {
      let found = String(utf8: value.text)
      throw error(.expectedState(found: found), at: value.range.lowerBound)
    }
    return state
  }

  func tagKey(_ name: [UInt8]) -> String {
    let hasHash = name.first == UInt8(ascii: "#") && name.count > 1
    return FieldName.key(hasHash ? name.dropFirst() : name[...])
  }

  func test(_ value: Value, of name: String) throws(QueryError) -> FieldTest {
    let dates = try? timeRange(value.text)
    guard value.isPlain, let dots = value.text.firstOffset(of: Array("..".utf8)) else {
      return FieldTest(value.text, ends: nil, dates: dates)
    }
    guard value.text.count > 2 else {
      throw error(.expectedBound(key: name), at: value.range.lowerBound)
    }
    let ends = (lower: Array(value.text[..<dots]), upper: Array(value.text[(dots + 2)...]))
    return FieldTest(value.text, ends: ends, dates: dates)
  }

  func expression(_ range: Range<Int>) throws(QueryError) -> RegularExpression {
    do throws(RegularExpressionError) {
      return try RegularExpression(Array(bytes[range]))
    } catch {
      throw self.error(.expectedExpression(error), at: range.lowerBound + error.column - 1)
    }
  }

  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }
}
