extension YAMLDocument {
  /// The splices that replace an item of the sequence at `path` by `value`; `index` 0 is the first.
  public func replacingItem(
    of path: [String], at index: Int, with value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    guard list.items.indices.contains(index) else { throw .noSuchKey }
    let splice = Splice(list.items[index].range, try value.inline(inFlow: true))
    return try verified(splice, in: list) { $0[index] = YAMLMeaning(value) }
  }

  /// The splices that replace the value of a key in an item of the sequence at `path`, which is a mapping.
  public func replacingValue(
    of key: String, inItem index: Int, of path: [String], with value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    guard list.items.indices.contains(index), let old = list.items[index].value(at: [key]) else {
      throw .noSuchKey
    }
    let splice = Splice(old.range, try value.inline(inFlow: true))
    return try verified(splice, in: list) { items in
      guard case .mapping(var pairs) = items[index] else { return }
      for pair in pairs.indices where pairs[pair].name.elementsEqual(key.utf8) {
        pairs[pair].value = YAMLMeaning(value)
      }
      items[index] = .mapping(pairs)
    }
  }

  /// The splices that put `values` at the end of the sequence at `path`, in its style.
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
      let itemStart = lineEnding + [UInt8](repeating: .space, count: column) + Array("- ".utf8)
      for value in values { text += itemStart + (try value.inline(inFlow: true)) }
    }
    return try verified(Splice(insertingAt: offset, text), in: list) {
      $0 += values.map { YAMLMeaning($0) }
    }
  }

  /// The splices that put `value` before the item at `index` of the sequence at `path`, in its style.
  public func insertingItem(
    into path: [String], before index: Int, _ value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    guard list.items.indices.contains(index) else { throw .noSuchKey }
    var text = try value.inline(inFlow: true)
    if case .block(let column) = list.style {
      text += lineEnding + [UInt8](repeating: .space, count: column) + Array("- ".utf8)
    } else {
      text += Array(", ".utf8)
    }
    let splice = Splice(insertingAt: list.items[index].range.lowerBound, text)
    return try verified(splice, in: list) { $0.insert(YAMLMeaning(value), at: index) }
  }

  /// The splices that take an item out of the sequence at `path`, which keeps another; `index` 0 is the first.
  public func removingItem(
    of path: [String], at index: Int
  ) throws(FrontMatterEditError) -> [Splice] {
    let list = try list(at: path)
    guard list.items.indices.contains(index) else { throw .noSuchKey }
    var range = flowRemoval(of: index, from: list.items.map(\.range))
    if case .block(let column) = list.style, list.items.count > 1 {
      let item = list.items[index].range
      let before = bytes[list.range.lowerBound..<item.lowerBound]
      let lineStart = before.lastIndex { $0 == .lineFeed || $0 == .carriageReturn }
      let start = lineStart.map { $0 + 1 } ?? list.range.lowerBound - column
      range = start..<(nextLine(after: item.upperBound) ?? self.range.upperBound)
    }
    guard let range else { throw .noSuchKey }
    return try verified(Splice(range, []), in: list) { $0.remove(at: index) }
  }

  /// What goes with the part at `index` of a collection in brackets; nil where it is the only one.
  func flowRemoval(of index: Int, from parts: [Range<Int>]) -> Range<Int>? {
    if index + 1 < parts.count { return parts[index].lowerBound..<parts[index + 1].lowerBound }
    return index > 0 ? parts[index - 1].upperBound..<parts[index].upperBound : nil
  }

  private typealias List = (
    target: Target, index: Int, style: YAMLValue.CollectionStyle, items: [YAMLValue],
    range: Range<Int>
  )

  private func list(at path: [String]) throws(FrontMatterEditError) -> List {
    let (target, index) = try existing(path)
    let value = target.pairs[index].value
    guard case .sequence(let style, let items) = value.content else {
      throw .notAMapping(offset: value.range.lowerBound)
    }
    return (target, index, style, items, value.range)
  }

  private func verified(
    _ splice: Splice, in list: List, _ change: (inout [YAMLMeaning]) -> Void
  ) throws(FrontMatterEditError) -> [Splice] {
    try verified([splice], in: list.target, at: list.range.lowerBound) { pairs in
      guard case .sequence(var items) = pairs[list.index].value else { return }
      change(&items)
      pairs[list.index].value = .sequence(items)
    }
  }
}
