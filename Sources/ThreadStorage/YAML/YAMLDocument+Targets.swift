extension YAMLDocument {
  /// A mapping that is to be changed, and the pair of it that is meant, if there is one.
  struct Target {
    var path: ArraySlice<String>
    /// The keys that lead on from the mapping; the first is the one meant.
    var rest: ArraySlice<String>
    var mapping: YAMLValue
    var style = YAMLValue.CollectionStyle.block(column: 0)
    var pairs: [YAMLPair] = []
    var index: Int?

    var pair: YAMLPair? { index.map { pairs[$0] } }
  }

  /// Follows `path` as far as there are mappings, to the last of them.
  func target(_ path: [String]) throws(FrontMatterEditError) -> Target {
    guard !path.isEmpty else { throw .noSuchKey }
    var target = try target(path, at: 0, in: root)
    // `? name` may be the same key as one that is read, or hold the lines that look like one.
    if let problem = strayProblems(in: target).first(where: { $0.kind == .complexKey }) {
      throw .notUnderstood(problem)
    }
    while let pair = target.pair, target.rest.count > 1, !pair.value.isNull {
      target = try self.target(path, at: target.path.count + 1, in: pair.value)
    }
    return target
  }

  private func target(
    _ path: [String], at depth: Int, in value: YAMLValue
  ) throws(FrontMatterEditError) -> Target {
    var target = Target(path: path[..<depth], rest: path[depth...], mapping: value)
    switch value.content {
    case .absent: break
    case .mapping(let style, let pairs):
      target.style = style
      target.pairs = pairs
      let found = pairs.indices.filter { pairs[$0].name.elementsEqual(path[depth].utf8) }
      if found.count > 1 { throw .duplicateKey(offset: pairs[found[1]].key.range.lowerBound) }
      target.index = found.first
    case .unsupported(let problem): throw .notUnderstood(problem)
    case .scalar, .sequence: throw .notAMapping(offset: value.range.lowerBound)
    }
    return target
  }

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

  /// The offset at which the line around `offset` ends, before its line end.
  func textEnd(ofLineAt offset: Int) -> Int {
    let rest = bytes[offset..<max(offset, range.upperBound)]
    return rest.firstIndex { $0 == .lineFeed || $0 == .carriageReturn } ?? rest.endIndex
  }

  /// The offset of the line after the one around `offset`; nil where the range ends first.
  func nextLine(after offset: Int) -> Int? {
    let end = textEnd(ofLineAt: offset)
    guard end < range.upperBound else { return nil }
    return end + (bytes[end..<range.upperBound].starts(with: [0x0D, 0x0A]) ? 2 : 1)
  }

  /// `splices`, if they do to the meaning of `target` what `change` does, and bring no new problems.
  /// - Throws: `unsafe` at `offset`.
  func verified(
    _ splices: [Splice], in target: Target, at offset: Int,
    says change: (inout [YAMLMeaning.Pair]) -> Void
  ) throws(FrontMatterEditError) -> [Splice] {
    let expected = YAMLMeaning(root, in: bytes).changing(
      at: target.path, keepsEmpty: target.style == .flow, change)
    let edited = YAMLDocument(bytes.applying(splices, within: range))
    guard edited.problems.count <= problems.count,
      YAMLMeaning(edited.root, in: edited.bytes) == expected
    else { throw .unsafe(offset: offset) }
    return splices
  }
}
