extension YAMLParser {
  /// A key on one line, and where the colon after it stands.
  typealias Key = (value: YAMLValue, colon: Int)

  func simpleKey() -> Key? {
    var scout = self
    scout.problems = []
    guard let value = scout.keyScalar() else { return nil }
    scout.skipSpaces()
    let colon = scout.position
    guard scout.isAtIndicator(":"), colon - position <= Self.maximumKeyLength else { return nil }
    return (value, colon)
  }

  private mutating func keyScalar() -> YAMLValue? {
    let fullEnd = end
    end = min(end, position + Self.maximumKeyLength + 1)
    defer { end = fullEnd }
    if current == .quote || current == UInt8(ascii: "'") {
      let value = try? quoted(deeperThan: -1, onOneLine: true)
      if case .scalar = value?.content { return value }
      return nil
    }
    guard canStartPlain(inFlow: false) else { return nil }
    return plain(deeperThan: -1, inFlow: false, onOneLine: true)
  }

  /// The value after a colon or dash, on the same line or on lines deeper than `parent`.
  mutating func valueAfterIndicator(
    deeperThan parent: Int, compact: Bool, indentless: Bool
  ) throws(YAMLProblem) -> YAMLValue {
    let indicatorEnd = position
    skipSpaces()
    if current == .tab { throw problem(.tab) }
    if !isAtBreak && !isAtComment {
      return try node(deeperThan: parent, compact: compact, indentless: indentless)
    }
    try skipToText()
    if !isAtEnd {
      if column > parent {
        return try node(deeperThan: parent, compact: true, indentless: indentless)
      }
      if indentless && column == parent && isAtIndicator("-") {
        return try blockSequence(indentless: true)
      }
      // PyYAML takes a block scalar for the value even at its key's column.
      if current == UInt8(ascii: "|") || current == UInt8(ascii: ">") {
        throw problem(.badIndentation)
      }
    }
    return .absent(at: indicatorEnd)
  }

  /// The node that starts here; `compact` where a block collection may start on this line.
  private mutating func node(
    deeperThan parent: Int, compact: Bool, indentless: Bool
  ) throws(YAMLProblem) -> YAMLValue {
    switch current {
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      return try blockScalar(deeperThan: parent)
    case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"):
      return try decoratedNode(deeperThan: parent, indentless: indentless)
    default: break
    }
    if compact {
      if isAtIndicator("-") { return try blockSequence(indentless: false) }
      if isAtIndicator("?") || isAtIndicator(":") { throw problem(.complexKey) }
      if simpleKey() != nil { return try blockMapping() }
    }
    let value = try inlineNode(deeperThan: parent, inFlow: false)
    try finishLine()
    return value
  }

  /// A node with tags and anchors before it, or an alias: kept as it stands.
  private mutating func decoratedNode(
    deeperThan parent: Int, indentless: Bool
  ) throws(YAMLProblem) -> YAMLValue {
    let start = position
    try descend()
    defer { depth -= 1 }
    let kind = decoration
    if kind == .alias {
      skipToken()
      let alias = unsupported(kind, from: start, to: position)
      try finishLine()
      return alias
    }
    while current == UInt8(ascii: "&") || current == UInt8(ascii: "!") {
      skipToken()
      skipSpaces()
    }
    let value = try valueAfterIndicator(deeperThan: parent, compact: false, indentless: indentless)
    return unsupported(kind, from: start, to: value.range.upperBound)
  }

  /// What the sign here says of the value behind it.
  var decoration: YAMLProblem.Kind {
    switch current {
    case UInt8(ascii: "*"): .alias
    case UInt8(ascii: "&"): .anchor
    default: .tag
    }
  }

  private mutating func skipToken() {
    while !isBlank(position) { position += 1 }
  }

  /// The sequence whose first dash is here; `indentless` when it stands at its key's column.
  mutating func blockSequence(indentless: Bool) throws(YAMLProblem) -> YAMLValue {
    try descend()
    defer { depth -= 1 }
    let start = position
    let own = column
    var stop = position
    var items: [YAMLValue] = []
    while !isAtEnd && column == own && isAtIndicator("-") {
      position += 1
      stop = position
      let item = try valueAfterIndicator(deeperThan: own, compact: true, indentless: false)
      items.append(item)
      stop = max(stop, item.range.upperBound)
      try skipToText()
    }
    if !isAtEnd && (column > own || column == own && !indentless) { throw problem(.badIndentation) }
    return YAMLValue(.sequence(.block(column: own), items), at: start..<stop)
  }

  private mutating func blockMapping() throws(YAMLProblem) -> YAMLValue {
    try descend()
    defer { depth -= 1 }
    let own = column
    var pairs: [YAMLPair] = []
    var names: Set<[UInt8]> = []
    while !isAtEnd && column == own {
      guard let key = simpleKey() else { throw keyProblem() }
      let pair = try blockPair(key, column: own)
      add(pair, to: &pairs, &names)
    }
    if !isAtEnd && column > own { throw problem(.badIndentation) }
    let lower = pairs.first?.range.lowerBound ?? position
    let upper = pairs.last?.range.upperBound ?? position
    return YAMLValue(.mapping(.block(column: own), pairs), at: lower..<upper)
  }

  /// The pair of `key` and what follows, up to the next text.
  mutating func blockPair(_ key: Key, column own: Int) throws(YAMLProblem) -> YAMLPair {
    position = key.colon + 1
    if case .scalar(.plain, [0x3C, 0x3C]) = key.value.content {
      throw YAMLProblem(.mergeKey, at: key.value.range.lowerBound)
    }
    let value = try valueAfterIndicator(deeperThan: own, compact: false, indentless: true)
    try skipToText()
    return YAMLPair(key: key.value, colon: key.colon, value: value)
  }

  /// Adds a pair to `pairs`; where they are more than a few, `names` has their names.
  mutating func add(
    _ pair: YAMLPair, to pairs: inout [YAMLPair], _ names: inout Set<[UInt8]>
  ) {
    // Most mappings are small, and a program's first set of names costs more than comparing them.
    let isFew = pairs.count < 16
    if !isFew, names.isEmpty { names = Set(pairs.map(\.name)) }
    let name = pair.name
    let isTwice = isFew ? pairs.contains { $0.name == name } : !names.insert(name).inserted
    pairs.append(pair)
    if isTwice { problems.append(YAMLProblem(.duplicateKey(name), at: pair.key.range.lowerBound)) }
  }

  func keyProblem() -> YAMLProblem {
    switch current {
    case UInt8(ascii: "%"): problem(.directive)
    case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"): problem(decoration)
    case .tab: problem(.tab)
    case UInt8(ascii: "["), UInt8(ascii: "{"): problem(.complexKey)
    case _ where isAtIndicator("?") || isAtIndicator(":"): problem(.complexKey)
    default: problem(.missingColon)
    }
  }
}
