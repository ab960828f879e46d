extension YAMLParser {
  /// The node that starts here inside brackets or braces, or the collection that opens here.
  mutating func flowNode(deeperThan parent: Int) throws(YAMLProblem) -> YAMLValue {
    switch current {
    case UInt8(ascii: "["): return try flowSequence(deeperThan: parent)
    case UInt8(ascii: "{"): return try flowMapping(deeperThan: parent)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try quoted(deeperThan: parent, onOneLine: false)
    case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"):
      return try decoratedFlowNode(deeperThan: parent)
    default:
      guard canStartPlain(inFlow: true) else {
        throw problem(current == UInt8(ascii: "?") ? .complexKey : .unexpectedText)
      }
      return try plain(deeperThan: parent, inFlow: true)
    }
  }

  private mutating func decoratedFlowNode(
    deeperThan parent: Int
  ) throws(YAMLProblem) -> YAMLValue {
    let start = position
    let isAlias = current == UInt8(ascii: "*")
    let kind: YAMLProblem.Kind =
      isAlias ? .alias : current == UInt8(ascii: "&") ? .anchor : .tag
    var stop = position
    repeat {
      while !isBlank(position) && !isFlowIndicator(current) { position += 1 }
      stop = position
      try skipFlowGap()
    } while !isAlias && (current == UInt8(ascii: "&") || current == UInt8(ascii: "!"))
    if !isAlias && !isAtEnd && !isAtFlowEnd && current != UInt8(ascii: ":") {
      try descend()
      defer { depth -= 1 }
      stop = try flowNode(deeperThan: parent).range.upperBound
    }
    return unsupported(kind, from: start, to: stop)
  }

  private var isAtFlowEnd: Bool {
    current == UInt8(ascii: ",") || current == UInt8(ascii: "]") || current == UInt8(ascii: "}")
  }

  private mutating func skipFlowGap() throws(YAMLProblem) {
    try skipToText()
  }

  private mutating func flowSequence(deeperThan parent: Int) throws(YAMLProblem) -> YAMLValue {
    try descend()
    defer { depth -= 1 }
    let start = position
    var items: [YAMLValue] = []
    position += 1
    while true {
      try skipFlowGap()
      if isAtEnd { throw YAMLProblem(.unterminatedFlow, at: start) }
      if current == UInt8(ascii: "]") { break }
      let itemStart = position
      let pair = try flowPair(deeperThan: parent)
      if pair.colon == nil {
        items.append(pair.key)
      } else {
        items.append(
          unsupported(.complexKey, from: itemStart, to: pair.value.range.upperBound))
      }
      try finishFlowItem(closing: UInt8(ascii: "]"), start: start)
    }
    position += 1
    return YAMLValue(.sequence(.flow, items), at: start..<position)
  }

  private mutating func flowMapping(deeperThan parent: Int) throws(YAMLProblem) -> YAMLValue {
    try descend()
    defer { depth -= 1 }
    let start = position
    var pairs: [YAMLPair] = []
    var names: Set<[UInt8]> = []
    var flaw: YAMLProblem?
    position += 1
    while true {
      try skipFlowGap()
      if isAtEnd { throw YAMLProblem(.unterminatedFlow, at: start) }
      if current == UInt8(ascii: "}") { break }
      let pair = try flowPair(deeperThan: parent)
      flaw = flaw ?? keyFlaw(of: pair)
      note(pair, in: &names)
      pairs.append(pair)
      try finishFlowItem(closing: UInt8(ascii: "}"), start: start)
    }
    position += 1
    if let flaw {
      problems.append(flaw)
      return YAMLValue(.unsupported(flaw), at: start..<position)
    }
    return YAMLValue(.mapping(.flow, pairs), at: start..<position)
  }

  /// Why `pair` cannot be read as a key and its value.
  private func keyFlaw(of pair: YAMLPair) -> YAMLProblem? {
    let range = pair.key.range
    guard case .scalar(let style, let name) = pair.key.content else {
      return YAMLProblem(.complexKey, at: range.lowerBound)
    }
    if style == .plain && name == [0x3C, 0x3C] {
      return YAMLProblem(.mergeKey, at: range.lowerBound)
    }
    guard let colon = pair.colon else { return nil }
    let isLong = colon - range.lowerBound > Self.maximumKeyLength
    let hasBreak = !isLong && bytes[range.lowerBound..<colon].contains { $0 == 0x0A || $0 == 0x0D }
    return isLong || hasBreak ? YAMLProblem(.complexKey, at: range.lowerBound) : nil
  }

  /// A node, and the value after a colon if there is one.
  private mutating func flowPair(deeperThan parent: Int) throws(YAMLProblem) -> YAMLPair {
    let key = try flowNode(deeperThan: parent)
    let keyEnd = (position: position, lineStart: lineStart)
    try skipFlowGap()
    guard current == UInt8(ascii: ":") && !isAtEnd else {
      (position, lineStart) = keyEnd
      let absent = YAMLValue(.absent, at: key.range.upperBound..<key.range.upperBound)
      return YAMLPair(key: key, colon: nil, value: absent)
    }
    let colon = position
    position += 1
    try skipFlowGap()
    if isAtEnd || isAtFlowEnd {
      return YAMLPair(
        key: key, colon: colon, value: YAMLValue(.absent, at: colon + 1..<colon + 1))
    }
    let value = try flowNode(deeperThan: parent)
    return YAMLPair(key: key, colon: colon, value: value)
  }

  private mutating func finishFlowItem(
    closing: UInt8, start: Int
  ) throws(YAMLProblem) {
    try skipFlowGap()
    if isAtEnd { throw YAMLProblem(.unterminatedFlow, at: start) }
    if current == UInt8(ascii: ",") {
      position += 1
    } else if current != closing {
      throw problem(.unexpectedText)
    }
  }
}
