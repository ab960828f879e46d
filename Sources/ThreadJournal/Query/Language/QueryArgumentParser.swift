import ThreadStorage

/// Reads one argument of a query.
struct QueryArgumentParser {
  let bytes: [UInt8]
  let index: Int
  let now: Instant
  let zone: LocalTimeZone
  let dayStartsAt: Int
  let dateOrder: ForeignDate.Order?

  func error(_ reason: QueryError.Reason, at offset: Int) -> QueryError {
    QueryError(argument: String(utf8: bytes), index: index, column: offset + 1, reason: reason)
  }

  // MARK: Splitting an argument into terms

  /// The argument's terms, apart wherever an `OR` stands between them: those before the first one, and so on.
  func alternatives() throws(QueryError) -> [[QueryTerm]] {
    let whole = bytes[...].trimmed.indices
    guard !whole.isEmpty else { throw error(.expectedTerm, at: 0) }
    let words = try self.words(whole)
    var alternatives: [[QueryTerm]] = [[]]
    for word in isSplit(whole, words) ? words : [whole] {
      if isOr(word) {
        alternatives.append([])
      } else {
        alternatives[alternatives.count - 1].append(try term(word))
      }
    }
    return alternatives
  }

  private func isOr(_ word: Range<Int>) -> Bool { bytes[word].elementsEqual("OR".utf8) }

  private func isSplit(_ whole: Range<Int>, _ words: [Range<Int>]) -> Bool {
    guard words.count > 1, !isExpression(whole) else { return false }
    // At an end it is Oregon.
    if words.dropFirst().dropLast().contains(where: isOr) { return true }
    return words.contains { word in
      if quotation(in: word) < word.upperBound { return true }
      guard word != words[0] else { return false }
      return hasNegation(word) || key(prefix(of: word).end..<word.upperBound) != nil
    }
  }

  /// The offset of the first quotation mark that nothing escapes; not in `range` where it has none.
  private func quotation(in range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position < range.upperBound, bytes[position] != .quote {
      position += bytes[position] == .backslash ? 2 : 1
    }
    return position
  }

  /// The parts between white space that is in no quotation marks.
  private func words(_ range: Range<Int>) throws(QueryError) -> [Range<Int>] {
    guard !isExpression(range) else { return [range] }
    var words: [Range<Int>] = []
    var start = range.lowerBound
    var position = range.lowerBound
    while position < range.upperBound {
      if Byte.isSpace(bytes[position]) {
        if start < position { words.append(start..<position) }
        position += 1
        start = position
      } else {
        position = try next(after: position, upTo: range.upperBound)
      }
    }
    if start < position { words.append(start..<position) }
    return words
  }

  /// The offset behind the character at `position`: behind what it escapes, or the quotation it opens.
  private func next(after position: Int, upTo end: Int) throws(QueryError) -> Int {
    switch bytes[position] {
    case .backslash: return min(position + 2, end)
    case .quote:
      let close = quotation(in: position + 1..<end)
      guard close < end else { throw error(.expectedClosingQuote, at: position) }
      return close + 1
    default: return position + 1
    }
  }

  // MARK: One term

  /// Where `word` begins behind its `-` and `not:`, and whether these exclude: each turns the meaning round.
  private func prefix(of word: Range<Int>) -> (end: Int, isExcluded: Bool) {
    var start = word.lowerBound
    var isExcluded = false
    while true {
      let rest = word.upperBound - start
      if rest > 1, bytes[start] == UInt8(ascii: "-"), !Byte.isSpace(bytes[start + 1]) {
        start += 1
      } else if hasNegation(start..<word.upperBound) {
        start += 4
      } else {
        return (start, isExcluded)
      }
      isExcluded.toggle()
    }
  }

  /// Whether `word` begins with `not:` and goes on.
  private func hasNegation(_ word: Range<Int>) -> Bool {
    word.count > 4 && !Byte.isSpace(bytes[word.lowerBound + 4])
      && lowercased(word.lowerBound..<word.lowerBound + 4) == Array("not:".utf8)
  }

  private func isExpression(_ range: Range<Int>) -> Bool {
    let start = prefix(of: range).end
    return start + 3 <= range.upperBound && lowercased(start..<start + 3) == Array("re:".utf8)
  }

  private func lowercased(_ range: Range<Int>) -> [UInt8] {
    bytes[range].map { TextFolding.foldedASCII($0) }
  }

  private func term(_ range: Range<Int>) throws(QueryError) -> QueryTerm {
    let (start, isExcluded) = prefix(of: range)
    if !isExpression(range) { try checkParentheses(start..<range.upperBound) }
    return QueryTerm(isExcluded: isExcluded, condition: try condition(start..<range.upperBound))
  }

  /// Refuses a parenthesis without its other one, which is probably meant to group terms.
  private func checkParentheses(_ range: Range<Int>) throws(QueryError) {
    let (opening, closing) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    let word = bytes[range]
    // `:-)` is text.
    let isSmiley =
      !word.contains { Byte.isLetter($0) || Byte.isDigit($0) || $0 >= 0x80 }
      && !word.allSatisfy { $0 == opening || $0 == closing }
    guard !isSmiley, word.contains(opening) || word.contains(closing) else { return }
    var unclosed: [Int] = []
    var position = range.lowerBound
    while position < range.upperBound {
      if bytes[position] == opening { unclosed.append(position) }
      if bytes[position] == closing, unclosed.popLast() == nil {
        throw error(.unpairedParenthesis(asText: quoted(range)), at: position)
      }
      position = try next(after: position, upTo: range.upperBound)
    }
    if let first = unclosed.first {
      throw error(.unpairedParenthesis(asText: quoted(range)), at: first)
    }
  }

  /// The term in `range` with its words in quotation marks.
  private func quoted(_ range: Range<Int>) -> String {
    let start = key(range)?.end ?? range.lowerBound
    let text = bytes[start..<range.upperBound].filter { $0 != .quote }
    return String(utf8: bytes[range.lowerBound..<start]) + "\"\(String(utf8: text))\""
  }

  /// A key: its name, whether it stands in quotation marks, and where its value begins.
  private typealias Key = (name: [UInt8], isQuoted: Bool, end: Int)

  /// The key that `range` begins with, or nil where it is a word or phrase.
  private func key(_ range: Range<Int>) -> Key? {
    var position = range.lowerBound
    let isQuoted = bytes[position] == .quote
    while position < range.upperBound, bytes[position] != .colon {
      guard let next = try? next(after: position, upTo: range.upperBound) else { return nil }
      if Byte.isSpace(bytes[position]) { return nil }
      position = next
    }
    guard position < range.upperBound, position > range.lowerBound else { return nil }
    let name = plain(range.lowerBound..<position)
    let end = position + 1
    if end < range.upperBound, !isQuoted {
      let isTime = name.allSatisfy(Byte.isDigit) && Byte.isDigit(bytes[end])
      if isTime || Byte.isSpace(bytes[end]) || bytes[end..<range.upperBound].starts(with: "//".utf8)
      {
        return nil
      }
    }
    guard FieldName.isValid(String(utf8: name)) else { return nil }
    return (name, isQuoted, end)
  }

  private func condition(_ range: Range<Int>) throws(QueryError) -> any QueryCondition {
    guard let key = key(range) else {
      if let error = wrongSign(inWord: range) { throw error }
      let text = plain(range)
      let pattern = TextPattern(text)
      guard pattern.units.contains(where: { $0 != 0x20 }) else {
        throw error(.expectedTerm, at: range.lowerBound)
      }
      return WordCondition(pattern: pattern)
    }
    let name = String(utf8: key.name)
    let keyword = key.isQuoted ? "" : String(utf8: lowercased(range.lowerBound..<key.end - 1))
    let valueRange = key.end..<range.upperBound
    if keyword == "re" { return ExpressionCondition(try expression(valueRange)) }
    let values = try values(valueRange, key: name)
    if keyword.isEmpty || !QueryArgumentParser.textKeys.contains(keyword) {
      try checkCommas(between: values, key: spelled(key))
    }
    switch keyword {
    case "date":
      var condition = DateCondition()
      for value in values {
        if value.text.contains(UInt8(ascii: "*")) {
          condition.patterns.append(try pattern(value))
        } else {
          condition.ranges.append(try time(value, key: "date"))
        }
      }
      return condition
    case "tag": return TagCondition(names: values.map { TagCondition.Name(tagName($0.text)) })
    case "thread": return ThreadCondition(patterns: values.map { TextPattern(threadName($0.text)) })
    case "title": return TitleCondition(patterns: values.map { TextPattern($0.text) })
    case "is": return try states(values)
    default:
      let field = spelled(key)
      let tests = try values.map { (value) throws(QueryError) in try test(value, of: field) }
      return FieldCondition(name: name, tests: tests, part: .init(rawValue: keyword))
    }
  }

  // MARK: Values

  /// One of the alternatives of a value.
  private struct Value {
    let text: [UInt8]
    /// Where it stands in the argument.
    let range: Range<Int>
    /// Whether no part of it stands in quotation marks or behind a backslash.
    let isPlain: Bool
  }

  /// The alternatives in `range`: commas that no space follows, not in quotation marks, separate them.
  private func values(_ range: Range<Int>, key: String) throws(QueryError) -> [Value] {
    var values: [Value] = []
    var start = range.lowerBound
    var position = range.lowerBound
    while true {
      let isAtEnd = position >= range.upperBound
      let isComma = !isAtEnd && bytes[position] == UInt8(ascii: ",")
      let isFollowedBySpace = position + 1 < range.upperBound && Byte.isSpace(bytes[position + 1])
      if isAtEnd || (isComma && !isFollowedBySpace) {
        let text = plain(start..<position)
        guard text.contains(where: { !Byte.isSpace($0) }) else {
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
  private func plain(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      if byte == .quote { continue }
      if byte == .backslash, position < range.upperBound,
        [.quote, UInt8(ascii: ","), .colon, byte].contains(bytes[position])
      {
        text.append(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    return text
  }

  private func time(_ value: Value, key: String) throws(QueryError) -> TimeRange {
    let (comparison, operand) = try comparison(in: value, key: key)
    do throws(TimeExpressionError) {
      let range = try timeRange(operand)
      return comparison?.times(range) ?? range
    } catch {
      throw self.error(.expectedTime(error), at: value.range.lowerBound)
    }
  }

  private func pattern(_ value: Value) throws(QueryError) -> DatePattern {
    do throws(TimeExpressionError) {
      if let pattern = try DatePattern(value.text) { return pattern }
    } catch {
      throw self.error(.expectedTime(error), at: value.range.lowerBound)
    }
    throw error(.expectedPattern(found: String(utf8: value.text)), at: value.range.lowerBound)
  }

  private func timeRange(_ text: [UInt8]) throws(TimeExpressionError) -> TimeRange {
    try TimeRange.parse(
      String(utf8: text), now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
  }

  /// What `is:` asks for: marks of entries, or their day, which is known before an entry is read.
  private func states(_ values: [Value]) throws(QueryError) -> any QueryCondition {
    var states: [StateCondition.State] = []
    var isDayAsked = false
    for value in values {
      let word = String(utf8: value.text.map { TextFolding.foldedASCII($0) })
      if word == "on-this-day" {
        isDayAsked = true
      } else if let state = StateCondition.State(rawValue: word) {
        states.append(state)
      } else {
        let found = String(utf8: value.text)
        throw error(.expectedState(found: found), at: value.range.lowerBound)
      }
    }
    guard isDayAsked else { return StateCondition(states: states) }
    let today = DateReading(zone: zone, dayStartsAt: dayStartsAt).date(of: now)
    let days = DateCondition(patterns: DatePattern.anniversaries(on: today))
    guard !states.isEmpty else { return days }
    let marks = StateCondition(states: states)
    return AlternativesCondition(alternatives: [
      [QueryTerm(isExcluded: false, condition: marks)],
      [QueryTerm(isExcluded: false, condition: days)],
    ])
  }

  /// A thread's name without what a shell's completion adds to it.
  private func threadName(_ name: [UInt8]) -> [UInt8] {
    let path = name.starts(with: "./".utf8) ? Array(name.dropFirst(2)) : name
    return Array(ThreadHeader.withoutSuffix(String(utf8: path)).utf8)
  }

  private func tagName(_ name: [UInt8]) -> [UInt8] {
    let hasHash = name.first == .hash && name.count > 1
    return hasHash ? Array(name.dropFirst()) : name
  }

  private func test(_ value: Value, of name: String) throws(QueryError) -> FieldTest {
    let (comparison, operand) = try comparison(in: value, key: name)
    if let comparison {
      let dates = (try? timeRange(operand)).map(comparison.times)
      return FieldTest(value.text, ends: comparison.ends(operand), comparison, dates: dates)
    }
    let dates = try? timeRange(value.text)
    guard value.isPlain, let dots = value.text.firstOffset(of: Array("..".utf8)) else {
      return FieldTest(value.text, ends: nil, dates: dates)
    }
    guard value.text.count > 2 else {
      throw error(.expectedBound(key: name), at: value.range.lowerBound)
    }
    let ends = (lower: Array(value.text[..<dots]), upper: Array(value.text[(dots + 2)...]))
    let test = FieldTest(value.text, ends: ends, dates: dates)
    guard !test.isEmptyRange else {
      throw error(.endBeforeStart, at: value.range.lowerBound)
    }
    return test
  }

  // MARK: Names of fields

  /// The argument with the field `old` called `new`, where its name is a key, or stands behind `tag:`.
  ///
  /// - Parameter keepsTag: Whether `tag:` asks for the hashtag `old`, too.
  func renaming(
    _ old: String, to new: String, keepsTag: Bool
  ) throws(QueryError) -> [UInt8] {
    let whole = bytes[...].trimmed.indices
    guard !whole.isEmpty else { return bytes }
    let name = Self.typed(new)
    let words = try self.words(whole)
    var result = bytes
    for word in (isSplit(whole, words) ? words : [whole]).reversed() where !isExpression(word) {
      let term = prefix(of: word).end..<word.upperBound
      guard let key = key(term) else { continue }
      let keyword = key.isQuoted ? "" : String(utf8: lowercased(term.lowerBound..<key.end - 1))
      if keyword == "tag" {
        for value in try values(key.end..<term.upperBound, key: "tag").reversed()
        where FieldName.key(String(utf8: tagName(value.text))) == FieldName.key(old) {
          let old = keepsTag ? Array(",".utf8) + bytes[value.range] : []
          result.replaceSubrange(value.range, with: name + old)
        }
      } else if !Self.keys.contains(keyword),
        FieldName.key(String(utf8: key.name)) == FieldName.key(old)
      {
        result.replaceSubrange(term.lowerBound..<key.end - 1, with: name)
      }
    }
    return result
  }

  /// The name of a field as it is typed in a query.
  private static func typed(_ name: String) -> [UInt8] {
    let isPlain = name.utf8.allSatisfy {
      Byte.isLetterOrDigit($0) || $0 >= 0x80 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    if isPlain, !name.hasPrefix("-"), !keys.contains(FieldName.key(name)) {
      return Array(name.utf8)
    }
    let escaped = name.utf8.flatMap { $0 == .quote || $0 == .backslash ? [.backslash, $0] : [$0] }
    return [.quote] + escaped + [.quote]
  }

  // MARK: Signs

  /// The keys behind which a sign is text.
  private static let textKeys: Set<String> = ["tag", "thread", "title", "is"]

  /// All that are no field's name, unless they stand in quotation marks.
  static let keys = textKeys.union(["date", "re", "not"])

  private func isSign(_ byte: UInt8) -> Bool { "<>=!".utf8.contains(byte) }

  /// `key` as it is typed in a query, without the colon.
  private func spelled(_ key: Key) -> String {
    key.isQuoted ? "\"\(String(utf8: key.name))\"" : String(utf8: key.name)
  }

  /// The sign that `value` begins with, outside of quotation marks, and what it is followed by.
  private func comparison(
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
    if operand.firstOffset(of: Array("..".utf8)) != nil {
      let nearest = "\(key):\(String(utf8: operand))"
      throw error(.unknownSign(found: found, nearest: nearest), at: start)
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
  private func wrongSign(inWord range: Range<Int>) -> QueryError? {
    let word = bytes[range]
    let key = word.prefix { isNameByte($0) }
    let signs = word[key.endIndex...].drop(while: Byte.isSpace).prefix(while: isSign)
    let value = word[signs.endIndex...].drop(while: Byte.isSpace)
    guard let first = key.first, let last = key.last, !signs.isEmpty, first != UInt8(ascii: "-"),
      last != UInt8(ascii: "-"), !Byte.isDigit(first), !value.isEmpty,
      (signs.startIndex > key.endIndex) == (value.startIndex > signs.endIndex),
      value.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    else { return nil }
    let found = String(utf8: signs)
    let nearest = QueryArgumentParser.nearest(
      to: found, String(utf8: value), key: String(utf8: key))
    return error(.signWithoutColon(found: found, nearest: nearest), at: signs.startIndex)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    Byte.isNameByte(byte) || byte >= 0x80
  }

  /// Refuses `steps:>10,000`, which would mean more than 10, or 000: with a sign, each alternative needs one.
  private func checkCommas(between values: [Value], key: String) throws(QueryError) {
    guard values.count > 1, let sign = values.first(where: { isSign(bytes[$0.range.lowerBound]) }),
      let plain = values.first(where: { !isSign(bytes[$0.range.lowerBound]) })
    else { return }
    let texts = values.map { String(utf8: $0.text) }
    let rest = texts.dropFirst()
    let areDigits = rest.allSatisfy { part in part.utf8.allSatisfy(Byte.isDigit) }
    let isOneNumber = areDigits && sign.range == values[0].range && key != "date"
    let nearest =
      if isOneNumber, rest.allSatisfy({ $0.utf8.count == 3 }) {
        "\(key):\(texts.joined())"
      } else if isOneNumber, rest.count == 1 {
        "\(key):\(texts.joined(separator: "."))"
      } else {
        texts.map { "\(key):\($0)" }.joined(separator: " OR ")
      }
    throw error(.commaInComparison(nearest: nearest), at: plain.range.lowerBound - 1)
  }

  private func expression(_ range: Range<Int>) throws(QueryError) -> RegularExpression {
    do throws(RegularExpressionError) { return try RegularExpression(Array(bytes[range])) } catch {
      throw self.error(.expectedExpression(error), at: range.lowerBound + error.column - 1)
    }
  }
}

/// Why an argument is no query, as facts.
package struct QueryError: Error, Hashable, Sendable {
  package let argument: String
  /// Its number among the query's arguments, 1-based.
  package let index: Int
  /// Where the trouble is, 1-based, in UTF-8 bytes of the argument.
  package let column: Int
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// A word, phrase or term: there is nothing.
    case expectedTerm
    /// The quotation mark that closes the one here.
    case expectedClosingQuote
    /// A value after `key:`, or after a comma in its values.
    case expectedValue(key: String)
    /// A number or date on at least one side of `..`.
    case expectedBound(key: String)
    /// A range whose end comes before its start.
    case endBeforeStart
    case expectedState(found: String)
    /// A year, a month and a day, some of them `*`.
    case expectedPattern(found: String)
    case expectedTime(TimeExpressionError)
    case expectedExpression(RegularExpressionError)
    /// A term on each side of `OR`.
    case expectedTermBesideOr
    /// Signs that compare nothing; `nearest` is a term that may be meant.
    case unknownSign(found: String, nearest: String)
    /// A sign where a colon was expected.
    case signWithoutColon(found: String, nearest: String)
    /// A parenthesis without its other one; with quotation marks the term is `asText`.
    case unpairedParenthesis(asText: String)
    /// A comma behind a compared value, which separates no alternatives.
    case commaInComparison(nearest: String)
  }
}
