extension YAMLDocument {
  /// The splices that give the key at `path` a value where it stands, or add it at its mapping's end.
  /// - Throws: where the key, or the way to it, is not understood, or the result would not read back.
  public func setting(
    _ path: [String], to value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let target = try target(path)
    var value = value
    for name in target.rest.dropFirst().reversed() { value = .blockMapping([.init(name, value)]) }
    guard let index = target.index else {
      return try adding([.init(target.rest[target.rest.startIndex], value)], to: target)
    }
    let pair = target.pairs[index]
    try expectUnderstood(pair)
    return try verified(
      replacing(pair, in: target, with: value), in: target, at: pair.key.range.lowerBound
    ) { $0[index].value = YAMLMeaning(value) }
  }

  /// The splices that add `pairs`, whose keys are new, at the end of the mapping at `path`, made if missing.
  public func adding(
    _ pairs: [YAMLNewValue.Pair], to path: [String]
  ) throws(FrontMatterEditError) -> [Splice] {
    guard let first = pairs.first else { return [] }
    let target = try target(path + [first.key])
    guard target.rest.count == 1 else { return try setting(path, to: .blockMapping(pairs)) }
    if let pair = target.pair { throw .duplicateKey(offset: pair.key.range.lowerBound) }
    return try adding(pairs, to: target)
  }

  private func adding(
    _ pairs: [YAMLNewValue.Pair], to target: Target
  ) throws(FrontMatterEditError) -> [Splice] {
    // What is not understood may end with the file, and would go on with a line's end behind it.
    if let last = target.pairs.last, nextLine(after: last.range.upperBound) == nil {
      try expectUnderstood(last)
    }
    return try verified(
      [addition(of: pairs, to: target)], in: target, at: target.mapping.range.upperBound
    ) { $0 += YAMLMeaning.pairs(pairs) }
  }

  /// The splices that take the key at `path` and its value away, with the lines they stand on.
  public func removing(_ path: [String]) throws(FrontMatterEditError) -> [Splice] {
    let (target, index) = try existing(path)
    let pair = target.pairs[index]
    try expectUnderstood(pair)
    let range: Range<Int> =
      switch target.style {
      case .block(let column): lines(of: pair, column: column)
      case .flow:
        flowRemoval(of: index, from: target.pairs.map(\.range))
          ?? target.mapping.range.lowerBound + 1..<target.mapping.range.upperBound - 1
      }
    return try verified([Splice(range, [])], in: target, at: pair.key.range.lowerBound) {
      $0.remove(at: index)
    }
  }

  /// The splices that give the key at `path` another name where it stands.
  public func renamingKey(
    _ path: [String], to name: String
  ) throws(FrontMatterEditError) -> [Splice] {
    let (target, index) = try existing(path)
    let name = Array(name.utf8)
    let key = target.pairs[index].key.range
    if let other = target.pairs.firstIndex(where: { $0.name == name }), other != index {
      throw .duplicateKey(offset: target.pairs[other].key.range.lowerBound)
    }
    let text = try YAMLNewValue.key(name, inFlow: target.style == .flow)
    return try verified([Splice(key, text)], in: target, at: key.lowerBound) {
      $0[index].name = name
    }
  }

  /// The splices that put the key at `path` before or after `sibling` of the same mapping.
  public func moving(
    _ path: [String], isAfter: Bool, _ sibling: String
  ) throws(FrontMatterEditError) -> [Splice] {
    let (target, index) = try existing(path)
    let (_, anchor) = try existing(path.dropLast() + [sibling])
    let pair = target.pairs[index]
    if index == anchor { return [] }
    try expectUnderstood(pair)
    if let problem = strayProblems(in: target).first { throw .notUnderstood(problem) }
    var order = Array(target.pairs.indices)
    order.remove(at: index)
    order.insert(index, at: (isAfter ? 1 : 0) + (index < anchor ? anchor - 1 : anchor))
    if order.elementsEqual(target.pairs.indices) { return [] }
    let splices: [Splice]
    switch target.style {
    case .block(let column):
      splices = blockMove(of: pair, to: target.pairs[anchor], isAfter: isAfter, column: column)
    case .flow:
      splices = zip(target.pairs, order).compactMap { pair, source in
        let text = bytes[target.pairs[source].range]
        return text.elementsEqual(bytes[pair.range]) ? nil : Splice(pair.range, Array(text))
      }
    }
    return try verified(splices, in: target, at: pair.key.range.lowerBound) { pairs in
      pairs = order.map { pairs[$0] }
    }
  }

  /// What stands between the top-level keys without being one: it could belong to a line that moves.
  func strayProblems(in target: Target) -> [YAMLProblem] {
    guard target.path.isEmpty else { return [] }
    var rest = target.pairs[...]
    return problems.filter { problem in
      rest = rest.drop { $0.range.upperBound <= problem.offset }
      return rest.first?.range.contains(problem.offset) != true
    }
  }

  private func blockMove(
    of pair: YAMLPair, to anchor: YAMLPair, isAfter: Bool, column: Int
  ) -> [Splice] {
    let own = lines(of: pair, column: column)
    let other = lines(of: anchor, column: column)
    var text = Array(bytes[own])
    if text.last != .lineFeed, text.last != .carriageReturn { text += lineEnding }
    if isAfter && nextLine(after: anchor.range.upperBound) == nil { text = lineEnding + text }
    let destination = isAfter ? other.upperBound : other.lowerBound
    return [Splice(own, []), Splice(insertingAt: destination, text)]
  }

  private func lines(of pair: YAMLPair, column: Int) -> Range<Int> {
    let start = pair.key.range.lowerBound - column
    return start..<(nextLine(after: pair.range.upperBound) ?? range.upperBound)
  }
}

public enum FrontMatterEditError: Error, Hashable, Sendable {
  /// What stands there is not understood, or cannot be changed safely.
  case notUnderstood(YAMLProblem)
  /// The value at the byte offset is not a mapping, so it has no keys.
  case notAMapping(offset: Int)
  case noSuchKey
  /// The key stands at the byte offset already, or more than once.
  case duplicateKey(offset: Int)
  /// The text is not UTF-8, which YAML cannot hold.
  case invalidUTF8
  case notANumber
  case notATimestamp
  /// The key is longer than YAML parsers take (about 1,000 bytes).
  case keyTooLong
  /// The value has more levels than are read (64).
  case tooDeep
  /// The edit at the byte offset would change what other keys say, or would not read back.
  case unsafe(offset: Int)
}
