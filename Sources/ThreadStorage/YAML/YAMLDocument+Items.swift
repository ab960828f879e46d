extension YAMLDocument {
  /// The splices that put `value` in the place of an item of the sequence at `path`; `index` 0 is the first.
  /// - Throws: where there is no such item, or the result would not read back.
  public func replacingItem(
    of path: [String], at index: Int, with value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    guard list.items.indices.contains(index) else { throw .noSuchKey }
    let splice = Splice(list.items[index].range, try value.inline(inFlow: true))
    return try verified([splice], in: list) { $0[index] = YAMLMeaning(value) }
  }

  /// The splices that put `values` at the end of the sequence at `path`, in its style.
  /// - Throws: where there is no sequence, or the result would not read back.
  public func addingItems(
    to path: [String], _ values: [YAMLNewValue]
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    var text: [UInt8] = []
    var offset = list.range.lowerBound + 1
    switch list.style {
    case .flow:
      for (index, value) in values.enumerated() {
        if index > 0 || !list.items.isEmpty { text += Array(", ".utf8) }
        text += try value.inline(inFlow: true)
      }
      if let last = list.items.last { offset = last.range.upperBound }
    case .block(let column):
      guard let last = list.items.last else { throw .noSuchKey }
      offset = textEnd(ofLineAt: last.range.upperBound)
      let lead = lineEnding + [UInt8](repeating: .space, count: column) + Array("- ".utf8)
      for value in values { text += lead + (try value.inline(inFlow: true)) }
    }
    return try verified([Splice(insertingAt: offset, text)], in: list) {
      $0 += values.map { YAMLMeaning($0) }
    }
  }

  /// The splices that take an item out of the sequence at `path`, which keeps another; `index` 0 is the first.
  /// - Throws: where there is no such item, or the result would not read back.
  public func removingItem(
    of path: [String], at index: Int
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    guard list.items.indices.contains(index), list.items.count > 1 else { throw .noSuchKey }
    let item = list.items[index].range
    let range: Range<Int>
    switch list.style {
    case .flow where index + 1 < list.items.count:
      range = item.lowerBound..<list.items[index + 1].range.lowerBound
    case .flow:
      range = list.items[index - 1].range.upperBound..<item.upperBound
    case .block(let column):
      var start = item.lowerBound
      while start > list.range.lowerBound, bytes[start - 1] != .lineFeed,
        bytes[start - 1] != .carriageReturn
      {
        start -= 1
      }
      if start == list.range.lowerBound { start -= column }
      range = start..<(nextLine(after: item.upperBound) ?? self.range.upperBound)
    }
    return try verified([Splice(range, [])], in: list) { $0.remove(at: index) }
  }

  private struct List {
    var target: Target
    /// The index of the sequence's pair in its mapping.
    var index: Int
    var style: YAMLValue.CollectionStyle
    var items: [YAMLValue]
    var range: Range<Int>
  }

  private func list(at path: [String]) throws(FrontMatterEditError) -> List {
    let (target, index) = try existing(path)
    let value = target.pairs[index].value
    guard case .sequence(let style, let items) = value.content else {
      throw .notAMapping(offset: value.range.lowerBound)
    }
    return List(target: target, index: index, style: style, items: items, range: value.range)
  }

  private func verified(
    _ splices: [Splice], in list: List, _ change: (inout [YAMLMeaning]) -> Void
  ) throws(FrontMatterEditError) -> [Splice] {
    let expected = meaning(at: list.target) { pairs in
      guard case .sequence(var items) = pairs[list.index].value else { return }
      change(&items)
      pairs[list.index].value = .sequence(items)
    }
    return try verified(splices, expected: expected, at: list.range.lowerBound)
  }
}
