import ThreadStorage

/// Reads one argument of a query.
struct QueryArgumentParser {
  let bytes: [UInt8]
  let index: Int
  let now: Instant
  let zone: LocalTimeZone
  let dayStartsAt: Int
  let dateOrder: ForeignDate.Order?
  private var reading: DateReading { DateReading(zone: zone, dayStartsAt: dayStartsAt) }

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

  func isSplit(_ whole: Range<Int>, _ words: [Range<Int>]) -> Bool {
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
  func words(_ range: Range<Int>) throws(QueryError) -> [Range<Int>] {
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
  func prefix(of word: Range<Int>) -> (end: Int, isExcluded: Bool) {
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

  func isExpression(_ range: Range<Int>) -> Bool {
    let start = prefix(of: range).end
    return start + 3 <= range.upperBound && lowercased(start..<start + 3) == Array("re:".utf8)
  }

  func lowercased(_ range: Range<Int>) -> [UInt8] {
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
  typealias Key = (name: [UInt8], isQuoted: Bool, end: Int)

  /// The key that `range` begins with, or nil where it is a word or phrase.
  func key(_ range: Range<Int>) -> Key? {
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
    try checkNegations(in: values, key: spelled(key))
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
      let ranges = condition.ranges
      if ranges.count == 2, values.count == 2, ranges[0].leavesNothingOut(with: ranges[1]) {
        try checkComparisons(values, key: "date")
      }
      return condition
    case "tag": return TagCondition(names: values.map { TagCondition.Name(tagName($0.text)) })
    case "thread":
      return ThreadCondition(threads: values.map { ThreadCondition.Name(String(utf8: $0.text)) })
    case "title": return TitleCondition(patterns: values.map { TextPattern($0.text) })
    case "is": return try states(values)
    default:
      let field = spelled(key)
      let tests = try tests(values, of: field)
      if tests.count == 2, tests[0].leavesNothingOut(with: tests[1], reading) {
        try checkComparisons(values, key: field)
      }
      return FieldCondition(name: name, tests: tests, part: .init(rawValue: keyword))
    }
  }

  // MARK: Values

  /// One of the alternatives of a value.
  struct Value {
    let text: [UInt8]
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
  func plain(_ range: Range<Int>) -> [UInt8] {
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
    let today = reading.date(of: now)
    let days = DateCondition(patterns: DatePattern.anniversaries(on: today))
    guard !states.isEmpty else { return days }
    let marks = StateCondition(states: states)
    return AlternativesCondition(alternatives: [
      [QueryTerm(isExcluded: false, condition: marks)],
      [QueryTerm(isExcluded: false, condition: days)],
    ])
  }

  func tagName(_ name: [UInt8]) -> [UInt8] {
    let hasHash = name.first == .hash && name.count > 1
    return hasHash ? Array(name.dropFirst()) : name
  }

  private func tests(_ values: [Value], of name: String) throws(QueryError) -> [FieldTest] {
    do throws(QueryError) {
      return try values.map { (value) throws(QueryError) in try test(value, of: name) }
    } catch {
      let typed = values.map { String(utf8: $0.text) }
      guard error.reason == .endBeforeStart,
        let meant = [true, false].lazy.compactMap({
          FieldTest.meant(byCommas: typed, ofWhole: $0).first
        }).first
      else { throw error }
      throw self.error(.commaInComparison(nearest: "\(name):\(meant)"), at: error.column - 1)
    }
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
    guard !test.isEmptyRange else { throw error(.endBeforeStart, at: value.range.lowerBound) }
    return test
  }
}
