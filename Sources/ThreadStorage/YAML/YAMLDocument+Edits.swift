extension YAMLDocument {
  /// The splices that give the key at `path` a value, in place, or add it at its mapping's end.
  /// - Throws: where the key, or the way to it, is not understood, or the result would not read back.
  public func setting(
    _ path: [String], to value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let target = try target(path)
    var value = value
    for name in target.rest.dropFirst().reversed() {
      value = .blockMapping([.init(String(decoding: name, as: UTF8.self), value)])
    }
    let name = target.rest[target.rest.startIndex]
    let written = YAMLMeaning(value)
    guard let index = target.index else {
      return try adding([.init(String(decoding: name, as: UTF8.self), value)], verifiedIn: target)
    }
    let pair = target.pairs[index]
    try expectUnderstood(pair)
    let expected = meaning(at: target) { $0[index].value = written }
    let splices = try replacing(pair, in: target.style, with: value, among: target.pairs)
    return try verified(splices, expected: expected, at: pair.key.range.lowerBound)
  }

  /// The splices that add `pairs`, whose keys are new, at the end of the mapping at `path`, which is made where need be.
  /// - Throws: as `setting(_:to:)`.
  public func adding(
    _ pairs: [YAMLNewValue.Pair], to path: [String]
  ) throws(FrontMatterEditError) -> [Splice] {
    guard let first = pairs.first else { return [] }
    let target = try target(path + [first.key])
    guard target.rest.count == 1 else { return try setting(path, to: .blockMapping(pairs)) }
    if let pair = target.pair { throw .duplicateKey(offset: pair.key.range.lowerBound) }
    return try adding(pairs, verifiedIn: target)
  }

  private func adding(
    _ pairs: [YAMLNewValue.Pair], verifiedIn target: Target
  ) throws(FrontMatterEditError) -> [Splice] {
    let expected = meaning(at: target) {
      $0 += pairs.map { .init(name: Array($0.key.utf8), value: YAMLMeaning($0.value)) }
    }
    let splices = try adding(pairs, to: target)
    return try verified(splices, expected: expected, at: target.mapping.range.upperBound)
  }

  /// The splices that take the key at `path` and its value away, with the lines they stand on.
  /// - Throws: where the value is not understood, or other keys would be read differently.
  public func removing(_ path: [String]) throws(FrontMatterEditError) -> [Splice] {
    let (target, index) = try existing(path)
    try expectUnderstood(target.pairs[index])
    let expected = meaning(at: target) { $0.remove(at: index) }
    let offset = target.pairs[index].key.range.lowerBound
    let splice: Splice
    switch target.style {
    case .block(let column):
      splice = Splice(lines(of: target.pairs[index], column: column), [])
    case .flow:
      splice = Splice(flowRemoval(of: index, from: target), [])
    }
    return try verified([splice], expected: expected, at: offset)
  }

  /// The splices that give the key at `path` another name, in its place.
  /// - Throws: where its mapping has that name already.
  public func renamingKey(
    _ path: [String], to name: String
  ) throws(FrontMatterEditError) -> [Splice] {
    let (target, index) = try existing(path)
    let name = Array(name.utf8)
    let key = target.pairs[index].key
    if let other = target.pairs.firstIndex(where: { $0.name == name }), other != index {
      throw .duplicateKey(offset: target.pairs[other].key.range.lowerBound)
    }
    let expected = meaning(at: target) { $0[index].name = name }
    let text = try YAMLNewValue.key(name, inFlow: target.style == .flow)
    return try verified(
      [Splice(key.range, text)], expected: expected, at: key.range.lowerBound)
  }

  /// The splices that put the key at `path` before `sibling` of the same mapping.
  /// - Throws: where either is not there, or other keys would be read differently.
  public func moving(
    _ path: [String], before sibling: String
  ) throws(FrontMatterEditError) -> [Splice] {
    try moving(path, to: sibling, isAfter: false)
  }

  /// The splices that put the key at `path` after `sibling` of the same mapping.
  /// - Throws: where either is not there, or other keys would be read differently.
  public func moving(
    _ path: [String], after sibling: String
  ) throws(FrontMatterEditError) -> [Splice] {
    try moving(path, to: sibling, isAfter: true)
  }

  private func moving(
    _ path: [String], to sibling: String, isAfter: Bool
  ) throws(FrontMatterEditError) -> [Splice] {
    let (target, index) = try existing(path)
    let (_, anchor) = try existing(path.dropLast() + [sibling])
    if index == anchor { return [] }
    try expectUnderstood(target.pairs[index])
    if let problem = strayProblem(in: target) { throw .notUnderstood(problem) }
    var order = Array(target.pairs.indices)
    order.remove(at: index)
    let position = order.firstIndex(of: anchor).map { isAfter ? $0 + 1 : $0 } ?? order.endIndex
    order.insert(index, at: position)
    if order.elementsEqual(target.pairs.indices) { return [] }
    let expected = meaning(at: target) { pairs in pairs = order.map { pairs[$0] } }
    let splices: [Splice]
    switch target.style {
    case .block(let column):
      splices = blockMove(
        of: target.pairs[index], to: target.pairs[anchor], isAfter: isAfter, column: column)
    case .flow:
      splices = zip(target.pairs, order).compactMap { pair, source in
        let text = Array(bytes[target.pairs[source].range])
        return text.elementsEqual(bytes[pair.range]) ? nil : Splice(pair.range, text)
      }
    }
    return try verified(
      splices, expected: expected, at: target.pairs[index].key.range.lowerBound)
  }

  /// What stands between the top-level keys without being one: it could belong to a line that moves.
  private func strayProblem(in target: Target) -> YAMLProblem? {
    guard target.path.isEmpty else { return nil }
    var rest = target.pairs[...]
    for problem in problems {
      rest = rest.drop { $0.range.upperBound <= problem.offset }
      guard let pair = rest.first, pair.range.contains(problem.offset) else { return problem }
    }
    return nil
  }

  private func blockMove(
    of pair: YAMLPair, to anchor: YAMLPair, isAfter: Bool, column: Int
  ) -> [Splice] {
    let own = lines(of: pair, column: column)
    let other = lines(of: anchor, column: column)
    var text = Array(bytes[own])
    let hasEnd = text.last == .lineFeed || text.last == .carriageReturn
    if !hasEnd { text += lineEnding }
    let destination = isAfter ? other.upperBound : other.lowerBound
    if isAfter && nextLine(after: anchor.range.upperBound) == nil {
      text = lineEnding + text
    }
    return [Splice(own, []), Splice(insertingAt: destination, text)]
  }

  /// The whole lines of `pair` in a block mapping at `column`.
  private func lines(of pair: YAMLPair, column: Int) -> Range<Int> {
    let start = pair.key.range.lowerBound - column
    return start..<(nextLine(after: pair.range.upperBound) ?? range.upperBound)
  }

  private func flowRemoval(of index: Int, from target: Target) -> Range<Int> {
    let pairs = target.pairs
    if index + 1 < pairs.count {
      return pairs[index].range.lowerBound..<pairs[index + 1].range.lowerBound
    }
    if index > 0 {
      return pairs[index - 1].range.upperBound..<pairs[index].range.upperBound
    }
    return target.mapping.range.lowerBound + 1..<target.mapping.range.upperBound - 1
  }
}
