extension YAMLDocument {
  /// A mapping that is to be changed, and the pair of it that is meant, if there is one.
  struct Target {
    /// The keys that lead to the mapping.
    var path: ArraySlice<[UInt8]>
    var mapping: YAMLValue
    var style: YAMLValue.CollectionStyle
    var pairs: [YAMLPair]
    var index: Int?
    /// The keys that lead on from the mapping; the first is the one meant.
    var rest: ArraySlice<[UInt8]>

    var pair: YAMLPair? { index.map { pairs[$0] } }
  }

  /// Follows `path` as far as there are mappings, to the last of them.
  func target(_ path: [String]) throws(FrontMatterEditError) -> Target {
    let names = path.map { Array($0.utf8) }
    guard let first = names.first else { throw .noSuchKey }
    var target = try mapping(root, path: names[..<0], rest: names[...], name: first)
    while let pair = target.pair, target.rest.count > 1, !pair.value.isNull {
      let depth = target.path.count + 1
      target = try mapping(
        pair.value, path: names[..<depth], rest: names[depth...], name: names[depth])
    }
    return target
  }

  /// The target of `path`, whose key must exist.
  func existing(_ path: [String]) throws(FrontMatterEditError) -> (target: Target, index: Int) {
    let target = try target(path)
    guard let index = target.index, target.rest.count == 1 else { throw .noSuchKey }
    if case .unsupported(let problem) = target.pairs[index].value.content {
      throw .notUnderstood(problem)
    }
    return (target, index)
  }

  /// Checks that `pair` holds nothing that is not understood: an alias elsewhere may need it.
  func expectUnderstood(_ pair: YAMLPair) throws(FrontMatterEditError) {
    if case .unsupported(let problem) = pair.value.content { throw .notUnderstood(problem) }
    let inside = problems.first {
      if case .duplicateKey = $0.kind { return false }
      return pair.value.range.contains($0.offset)
    }
    if let inside { throw .notUnderstood(inside) }
  }

  private func mapping(
    _ value: YAMLValue, path: ArraySlice<[UInt8]>, rest: ArraySlice<[UInt8]>, name: [UInt8]
  ) throws(FrontMatterEditError) -> Target {
    switch value.content {
    case .mapping(let style, let pairs):
      let index = try Self.index(of: name, in: pairs)
      return Target(
        path: path, mapping: value, style: style, pairs: pairs, index: index, rest: rest)
    case .absent:
      return Target(
        path: path, mapping: value, style: .block(column: 0), pairs: [], index: nil, rest: rest)
    case .unsupported(let problem): throw .notUnderstood(problem)
    case .scalar, .sequence: throw .notAMapping(offset: value.range.lowerBound)
    }
  }

  private static func index(
    of name: [UInt8], in pairs: [YAMLPair]
  ) throws(FrontMatterEditError) -> Int? {
    guard let index = pairs.firstIndex(where: { $0.name == name }) else { return nil }
    if let other = pairs[(index + 1)...].first(where: { $0.name == name }) {
      throw .duplicateKey(offset: other.key.range.lowerBound)
    }
    return index
  }

  /// The offset at which the line around `offset` ends, before its line end.
  func textEnd(ofLineAt offset: Int) -> Int {
    var end = offset
    while end < range.upperBound && bytes[end] != .lineFeed && bytes[end] != .carriageReturn {
      end += 1
    }
    return end
  }

  /// The offset of the line after the one around `offset`; nil where the range ends first.
  func nextLine(after offset: Int) -> Int? {
    let end = textEnd(ofLineAt: offset)
    guard end < range.upperBound else { return nil }
    let isPair =
      bytes[end] == .carriageReturn && end + 1 < range.upperBound && bytes[end + 1] == .lineFeed
    return end + (isPair ? 2 : 1)
  }

  /// `splices`, if what they make of the YAML says `expected` and has no new problems.
  func verified(
    _ splices: [Splice], expected: YAMLMeaning, at offset: Int
  ) throws(FrontMatterEditError) -> [Splice] {
    let shifted = splices.map {
      Splice(
        $0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound,
        $0.replacement)
    }
    let edited = YAMLDocument(Array(bytes[range]).applying(shifted))
    guard edited.problems.count <= problems.count,
      YAMLMeaning(edited.root, in: edited.bytes) == expected
    else { throw .unsafe(offset: offset) }
    return splices
  }

  /// What the document says with the pairs of the mapping at `target` changed by `change`.
  func meaning(
    at target: Target, _ change: (inout [YAMLMeaning.Pair]) -> Void
  ) -> YAMLMeaning {
    let whole = YAMLMeaning(root, in: bytes)
    return whole.changing(at: target.path, keepsEmpty: target.style == .flow, change)
  }
}
