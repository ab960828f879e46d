extension YAMLDocument {
  /// The splice that adds keys at the end of the mapping of `target`, in that mapping's style.
  func addition(
    of pairs: [YAMLNewValue.Pair], to target: Target
  ) throws(FrontMatterEditError) -> Splice {
    guard case .block(let column) = target.style else {
      // A flow mapping without its braces.
      let text = Array(
        try YAMLNewValue.flowMapping(pairs).inline(inFlow: true).dropFirst().dropLast())
      guard let last = target.pairs.last else {
        return Splice(insertingAt: target.mapping.range.lowerBound + 1, text)
      }
      return Splice(insertingAt: last.range.upperBound, Array(", ".utf8) + text)
    }
    let lines = try YAMLNewValue.lines(of: pairs, column: column, lineEnding: lineEnding)
    let isRoot = target.path.isEmpty
    if isRoot, target.pairs.isEmpty, let problem = problems.first { throw .notUnderstood(problem) }
    guard let last = target.pairs.last, !(isRoot && hasProblem(after: last)) else {
      let text = missingBreak + lines.dropFirst(lineEnding.count) + lineEnding
      return Splice(insertingAt: range.upperBound, text)
    }
    let end = textEnd(ofLineAt: last.range.upperBound)
    return Splice(insertingAt: end, end == range.upperBound ? lines + lineEnding : lines)
  }

  /// Whether `pair`, the last, may go on after its known end, or something that is no key follows.
  private func hasProblem(after pair: YAMLPair) -> Bool {
    if case .unsupported = pair.value.content { return true }
    return problems.contains { $0.offset >= pair.range.upperBound }
  }

  private var missingBreak: [UInt8] {
    guard let last = bytes[range].last, last != .lineFeed && last != .carriageReturn else {
      return []
    }
    return bytes[range].elementsEqual([0xEF, 0xBB, 0xBF]) ? [] : lineEnding
  }

  /// The splices that replace the value of `pair`, and leave the comment on its line.
  func replacing(
    _ pair: YAMLPair, in target: Target, with value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    guard case .block(let column) = target.style, let colon = pair.colon else {
      return try replacingInFlow(pair, with: value)
    }
    guard let pairs = value.blockPairs else {
      return replacing(pair, after: colon + 1, with: try value.inline(inFlow: false))
    }
    // Indented like the keys of its old mapping, or of a sibling's.
    let columns = ([pair] + target.pairs).lazy.compactMap { other -> Int? in
      guard case .mapping(.block(let child), _) = other.value.content else { return nil }
      return child
    }
    let lines = try YAMLNewValue.lines(
      of: pairs, column: columns.first ?? column + 2, lineEnding: lineEnding)
    return replacing(pair, after: colon + 1, withLines: lines)
  }

  private func replacingInFlow(
    _ pair: YAMLPair, with value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let text = try value.inline(inFlow: true)
    guard let colon = pair.colon else {
      return [Splice(insertingAt: pair.key.range.upperBound, Array(": ".utf8) + text)]
    }
    if case .absent = pair.value.content {
      return [Splice(insertingAt: colon + 1, [.space] + text)]
    }
    return [Splice(pair.value.range, text)]
  }

  private func replacing(_ pair: YAMLPair, after head: Int, with text: [UInt8]) -> [Splice] {
    let old = pair.value.range
    switch pair.value.content {
    case .absent:
      return [Splice(emptyRest(after: head), [.space] + text)]
    case .scalar(.literal, _), .scalar(.folded, _):
      let body = min(textEnd(ofLineAt: old.lowerBound), old.upperBound)..<old.upperBound
      return [Splice(old.lowerBound..<indicatorEnd(of: old), text), Splice(body, [])]
    case .mapping(.block, _), .sequence(.block, _):
      let body = textEnd(ofLineAt: head)..<textEnd(ofLineAt: old.upperBound)
      let rest = emptyRest(after: head)
      if rest.upperBound == body.lowerBound {
        return [Splice(rest.lowerBound..<body.upperBound, [.space] + text)]
      }
      return [Splice(rest, [.space] + text), Splice(body, [])]
    default:
      return [Splice(old, text)]
    }
  }

  /// Replaces the value of `pair` by `lines`, each with its line end before it.
  private func replacing(_ pair: YAMLPair, after head: Int, withLines lines: [UInt8]) -> [Splice] {
    let old = pair.value.range
    let headEnd = textEnd(ofLineAt: head)
    if case .absent = pair.value.content { return [Splice(insertingAt: headEnd, lines)] }
    guard old.lowerBound < headEnd else {
      return [Splice(headEnd..<textEnd(ofLineAt: old.upperBound), lines)]
    }
    switch pair.value.content {
    case .scalar(.literal, _), .scalar(.folded, _):
      return [
        Splice(head..<indicatorEnd(of: old), []),
        Splice(headEnd..<max(headEnd, old.upperBound), lines),
      ]
    default:
      return [
        Splice(head..<old.upperBound, []),
        Splice(insertingAt: textEnd(ofLineAt: old.upperBound), lines),
      ]
    }
  }

  /// The spaces after `head` if nothing else is on its line; else the empty range at `head`.
  private func emptyRest(after head: Int) -> Range<Int> {
    let end = textEnd(ofLineAt: head)
    return head..<(bytes[head..<end].allSatisfy { $0 == .space } ? end : head)
  }

  /// The end of a block scalar's `|`, `>` and what belongs to it.
  private func indicatorEnd(of value: Range<Int>) -> Int {
    let line = bytes[value.lowerBound..<textEnd(ofLineAt: value.lowerBound)]
    return line.firstIndex(of: .space) ?? line.endIndex
  }
}
