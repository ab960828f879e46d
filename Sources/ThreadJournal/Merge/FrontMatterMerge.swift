import ThreadStorage

/// The front matter of three versions, by its keys, and `fields` by the names in it.
struct FrontMatterMerge {
  let markers: MergeMarkers
  /// Whether the thread is kept that one side deleted, as the other wrote in it.
  let keepsThread: Bool
  private(set) var conflicts: [MergeConflict] = []
  /// The lines of a side that are given up without a question.
  private var givenUp: [UInt8] = []

  init(_ markers: MergeMarkers, keepsThread: Bool) {
    self.markers = markers
    self.keepsThread = keepsThread
  }

  /// The whole block, or nothing where there is none.
  mutating func block(
    _ base: MergeVersion, _ ours: MergeVersion, _ theirs: MergeVersion
  ) -> ArraySlice<UInt8> {
    let blocks = (base.block, ours.block, theirs.block)
    if !keepsThread, let same = merged(blocks.0, blocks.1, blocks.2) { return same ?? [] }
    guard let own = ours.frontMatter, let other = theirs.frontMatter else {
      conflicts.append(MergeConflict(part: .frontMatter(key: nil), cause: .removedAndChanged))
      return markers.block(base: blocks.0, ours: blocks.1, theirs: blocks.2)[...]
    }
    let found = conflicts.count
    let content =
      byKeys(base, ours, theirs)
      ?? wholeContent(
        base.frontMatter.map { base.bytes[$0.content] } ?? [], ours.bytes[own.content],
        theirs.bytes[other.content])
    let opening = ours.bytes[own.block.lowerBound..<own.content.lowerBound]
    func closing(_ version: MergeVersion) -> ArraySlice<UInt8> {
      version.frontMatter.map { version.bytes[$0.content.upperBound..<$0.block.upperBound] } ?? []
    }
    let ends = (closing(ours), closing(theirs))
    let end =
      merged(closing(base), ends.0, ends.1)
      ?? (ends.0.lexicographicallyPrecedes(ends.1) ? ends.0 : ends.1)
    let result = opening + content + end
    let isWhole =
      MergeCheck.keepsLines(
        blocks.0 ?? [], blocks.1 ?? [], blocks.2 ?? [], in: result + givenUp)
      && says(result, ours, theirs)
    if conflicts.count > found || isWhole { return result }
    conflicts.append(MergeConflict(part: .frontMatter(key: nil), cause: .bothChanged))
    return markers.block(base: blocks.0, ours: blocks.1, theirs: blocks.2)[...]
  }

  /// Whether the merged front matter is read as one, with nothing wrong in it that was right.
  private func says(
    _ block: ArraySlice<UInt8>, _ ours: MergeVersion, _ theirs: MergeVersion
  ) -> Bool {
    let document = ThreadDocument(Array(block))
    guard let frontMatter = document.frontMatter, frontMatter.block.count == block.count else {
      return false
    }
    let had = [ours, theirs].contains { version in
      Self.frontMatter(of: version).map { !$0.problems.isEmpty } ?? false
    }
    return had || frontMatter.problems.isEmpty
  }

  private static func frontMatter(of version: MergeVersion) -> FrontMatter? {
    version.frontMatter.map {
      FrontMatter(
        file: Array(version.bytes[..<$0.block.upperBound]), block: $0.block, content: $0.content)
    }
  }

  private mutating func wholeContent(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> [UInt8] {
    if let merged = LineMerge.merged(Array(base), Array(ours), Array(theirs)) { return merged }
    conflicts.append(MergeConflict(part: .frontMatter(key: nil), cause: .bothChanged))
    return markers.block(base: base, ours: ours, theirs: theirs)
  }

  /// The content by its keys; nil where one version does not have each on lines of its own.
  private mutating func byKeys(
    _ base: MergeVersion, _ ours: MergeVersion, _ theirs: MergeVersion
  ) -> [UInt8]? {
    let own = Self.frontMatter(of: base)
    guard let ours = Self.frontMatter(of: ours).flatMap({ KeyedLines($0) }),
      let theirs = Self.frontMatter(of: theirs).flatMap({ KeyedLines($0) }),
      let base = own.map({ KeyedLines($0) }) ?? KeyedLines()
    else { return nil }
    return lines(base, ours, theirs, path: [])
  }

  private mutating func lines(
    _ base: KeyedLines, _ ours: KeyedLines, _ theirs: KeyedLines, path: [String]
  ) -> [UInt8]? {
    let heads = [base.head, ours.head, theirs.head].map { Array($0) }
    guard let head = LineMerge.merged(heads[0], heads[1], heads[2]) else { return nil }
    let names = [base, ours, theirs].map { $0.items.map(\.name) }
    let order = MergeOrder(base: names[0], ours: names[1], theirs: names[2])
    let kept = order.kept
    let items = order.items(pairs: order.pairs) { index in
      let item = kept[index]
      let own = item.ours < 0 ? nil : ours.items[Int(item.ours)].lines
      let other = item.theirs < 0 ? nil : theirs.items[Int(item.theirs)].lines
      return own == other ? own != nil : merged(base.items[index].lines, own, other) != .some(nil)
    } key: { item in
      let owner = item.ours >= 0 ? ours.items[Int(item.ours)] : theirs.items[Int(item.theirs)]
      return MergeKey(name: owner.name[...])
    }
    var result = head
    for item in items {
      result += value(
        item.base < 0 ? nil : base.items[Int(item.base)],
        item.ours < 0 ? nil : ours.items[Int(item.ours)],
        item.theirs < 0 ? nil : theirs.items[Int(item.theirs)], path: path)
    }
    return result
  }

  /// Which of two values stays that nobody typed: of two deletions the later; of two threads that were made under one
  /// name, the lesser id, and when the first was made.
  private static func chosen(
    _ name: String, _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, isNew: Bool
  ) -> ArraySlice<UInt8>? {
    guard [one, other].allSatisfy({ !$0.dropLast().contains(.lineFeed) }) else { return nil }
    let isLess = one.lexicographicallyPrecedes(other)
    switch name {
    case "deleted": return isLess ? other : one
    case "id", "created": return isNew ? isLess ? one : other : nil
    default: return nil
    }
  }

  private mutating func value(
    _ base: KeyedLines.Item?, _ ours: KeyedLines.Item?, _ theirs: KeyedLines.Item?, path: [String]
  ) -> [UInt8] {
    let name = String(utf8: ours?.name ?? theirs?.name ?? [])
    if keepsThread, path.isEmpty, name == "deleted" {
      // What stands below the key's own line is none of it.
      let lines = ours?.lines ?? theirs?.lines ?? []
      let end = lines.firstIndex(of: .lineFeed).map { $0 + 1 } ?? lines.endIndex
      givenUp += lines[..<end]
      return Array(lines[end...])
    }
    if let lines = merged(base?.lines, ours?.lines, theirs?.lines) { return Array(lines ?? []) }
    if base == nil, ours == nil || theirs == nil {
      return Array(ours?.lines ?? theirs?.lines ?? [])
    }
    if path.isEmpty, let own = ours?.lines, let other = theirs?.lines,
      let chosen = Self.chosen(name, own, other, isNew: base == nil)
    {
      givenUp += own + other
      return Array(chosen)
    }
    if path.isEmpty, name == "fields", let own = ours?.nested, let other = theirs?.nested,
      let base = base.map({ $0.nested }) ?? KeyedLines(),
      let lines = lines(base, own, other, path: [name])
    {
      return lines
    }
    let isRemoved = ours == nil || theirs == nil
    conflicts.append(
      MergeConflict(
        part: .frontMatter(key: (path + [name]).joined(separator: ".")),
        cause: isRemoved ? .removedAndChanged : .bothChanged))
    return markers.block(base: base?.lines, ours: ours?.lines, theirs: theirs?.lines)
  }
}

/// A block mapping as lines: what stands above its first key, and each key with all lines up to the next one.
private struct KeyedLines {
  struct Item {
    var name: [UInt8]
    var lines: ArraySlice<UInt8>
    /// The value of the key, where that is such a mapping itself; what stands above its keys is the key's own line.
    var nested: KeyedLines? { mapping.flatMap { KeyedLines($0.pairs, bytes: $0.bytes, lines) } }
    fileprivate var mapping: (pairs: [YAMLPair], bytes: [UInt8])?
  }

  var head: ArraySlice<UInt8> = []
  var items: [Item] = []

  init() {}

  init?(_ frontMatter: FrontMatter) {
    let document = frontMatter.document
    let whole = document.bytes[document.range]
    switch document.root.content {
    case .absent: self.init([], bytes: document.bytes, whole)
    case .mapping(.block, let pairs): self.init(pairs, bytes: document.bytes, whole)
    default: return nil
    }
  }

  private init?(_ pairs: [YAMLPair], bytes: [UInt8], _ whole: ArraySlice<UInt8>) {
    var starts: [Int] = []
    for pair in pairs {
      var start = pair.range.lowerBound
      while start > whole.startIndex, bytes[start - 1] == .space { start -= 1 }
      guard start == whole.startIndex || bytes[start - 1] == .lineFeed else { return nil }
      starts.append(start)
    }
    guard Set(pairs.map(\.name)).count == pairs.count else { return nil }
    head = whole[..<(starts.first ?? whole.endIndex)]
    for (index, pair) in pairs.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : whole.endIndex
      guard starts[index] <= end else { return nil }
      var item = Item(name: pair.name, lines: whole[starts[index]..<end])
      if case .mapping(.block, let inner) = pair.value.content { item.mapping = (inner, bytes) }
      items.append(item)
    }
  }
}
