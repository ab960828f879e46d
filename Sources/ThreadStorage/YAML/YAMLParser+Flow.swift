extension YAMLParser {
  /// The node that starts here, inside brackets or braces or not, and is no block.
  mutating func inlineNode(
    deeperThan parent: Int, inFlow: Bool = true
  ) throws(YAMLProblem) -> YAMLValue {
    switch current {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return try flowCollection(deeperThan: parent)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try quoted(deeperThan: parent, onOneLine: false)
    case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"):
      return try decoratedFlowNode(deeperThan: parent)
    default:
      guard canStartPlain(inFlow: inFlow) else {
        throw problem(inFlow && current == UInt8(ascii: "?") ? .complexKey : .unexpectedText)
      }
      return plain(deeperThan: parent, inFlow: inFlow)
    }
  }

  private mutating func decoratedFlowNode(deeperThan parent: Int) throws(YAMLProblem) -> YAMLValue {
    let start = position
    let kind = decoration
    var stop = position
    repeat {
      while !isBlank(position) && !isFlowIndicator(current) { position += 1 }
      stop = position
      try skipToText()
    } while kind != .alias && (current == UInt8(ascii: "&") || current == UInt8(ascii: "!"))
    if kind != .alias && !isAtEnd && !isAtFlowEnd && current != .colon {
      try descend()
      defer { depth -= 1 }
      stop = try inlineNode(deeperThan: parent).range.upperBound
    }
    return unsupported(kind, from: start, to: stop)
  }

  private var isAtFlowEnd: Bool {
    current == UInt8(ascii: ",") || current == UInt8(ascii: "]") || current == UInt8(ascii: "}")
  }

  private mutating func flowCollection(deeperThan parent: Int) throws(YAMLProblem) -> YAMLValue {
    try descend()
    defer { depth -= 1 }
    let start = position
    let isMapping = current == .openBrace
    let closing = isMapping ? .closeBrace : UInt8(ascii: "]")
    var pairs: [YAMLPair] = []
    var names: Set<[UInt8]> = []
    var flaw: YAMLProblem?
    position += 1
    while true {
      try skipToText()
      if isAtEnd { throw YAMLProblem(.unterminatedFlow, at: start) }
      if current == closing { break }
      var pair = try flowPair(deeperThan: parent)
      if isMapping {
        flaw = flaw ?? keyFlaw(of: pair)
        add(pair, to: &pairs, &names)
      } else {
        let range = pair.range
        if pair.colon != nil {
          pair.key = unsupported(.complexKey, from: range.lowerBound, to: range.upperBound)
        }
        pairs.append(pair)
      }
      try skipToText()
      if current == UInt8(ascii: ",") {
        position += 1
      } else if current != closing && !isAtEnd {
        throw problem(.unexpectedText)
      }
    }
    position += 1
    if let flaw { return flawed(flaw, from: start) }
    return YAMLValue(
      isMapping ? .mapping(.flow, pairs) : .sequence(.flow, pairs.map(\.key)), at: start..<position)
  }

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
    let key = try inlineNode(deeperThan: parent)
    let keyEnd = (position: position, lineStart: lineStart)
    try skipToText()
    guard current == .colon && !isAtEnd else {
      (position, lineStart) = keyEnd
      return YAMLPair(key: key, colon: nil, value: .absent(at: key.range.upperBound))
    }
    let colon = position
    position += 1
    try skipToText()
    let value = isAtEnd || isAtFlowEnd ? .absent(at: colon + 1) : try inlineNode(deeperThan: parent)
    return YAMLPair(key: key, colon: colon, value: value)
  }
}
