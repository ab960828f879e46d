import ThreadStorage

/// One thing of a merge (an entry, a key, a field): its number in each version; -1 where it is not there.
struct MergedItem: Equatable {
  var base: Int32 = -1
  var ours: Int32 = -1
  var theirs: Int32 = -1
}

/// What puts new things in order: their time, where they have one, then their name, then their bytes.
struct MergeKey: Comparable {
  var time: Instant?
  var name: ArraySlice<UInt8>
  var content: ArraySlice<UInt8> = []

  static func < (one: MergeKey, other: MergeKey) -> Bool {
    if let first = one.time, let second = other.time, first != second { return first < second }
    if one.name != other.name { return one.name.lexicographicallyPrecedes(other.name) }
    return one.content.lexicographicallyPrecedes(other.content)
  }
}

/// The order of what two sides made of one list.
///
/// What was there keeps its order: that of the side that changed it, else the base's; of two other orders the lesser.
/// What is new goes behind what it follows on its side and is still there, and at the end behind all of that; where both
/// sides have something new there, all of it in the order of its keys, so that it does not matter which side is which.
struct MergeOrder {
  private let base: Int
  private let ours: [Int32]
  private let theirs: [Int32]
  /// The items of the base, each with where it is on the sides.
  let kept: [MergedItem]
  /// The new names of theirs that are new in ours, too, by their numbers.
  private(set) var pairs: [Int32: Int32] = [:]

  /// The lists: how long the base's is, and for each item of a side where in the base it was; -1 for a new one.
  init(base: Int, ours: [Int32], theirs: [Int32]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    var items = (0..<base).map { MergedItem(base: Int32($0)) }
    for (index, baseIndex) in ours.enumerated() where baseIndex >= 0 {
      items[Int(baseIndex)].ours = Int32(index)
    }
    for (index, baseIndex) in theirs.enumerated() where baseIndex >= 0 {
      items[Int(baseIndex)].theirs = Int32(index)
    }
    kept = items
  }

  /// The same for lists of names that stand once in each.
  init<Name: Hashable>(base: [Name], ours: [Name], theirs: [Name]) {
    let indices = Dictionary(zip(base, base.indices), uniquingKeysWith: { first, _ in first })
    func match(_ side: [Name]) -> [Int32] { side.map { indices[$0].map { Int32($0) } ?? -1 } }
    self.init(base: base.count, ours: match(ours), theirs: match(theirs))
    let added = Dictionary(uniqueKeysWithValues: zip(ours, Int32(0)...))
    for (index, name) in theirs.enumerated() { pairs[Int32(index)] = added[name] }
  }

  /// All items in their order.
  ///
  /// - Parameters:
  ///   - pairs: The new items of theirs that are new in ours, too.
  ///   - survives: Whether an item of the base is in the result.
  ///   - key: What a new item is put in order by.
  func items(
    pairs: [Int32: Int32], survives: (Int) -> Bool, key: (MergedItem) -> MergeKey
  ) -> [MergedItem] {
    let order = skeleton
    var ranks = [Int32](repeating: 0, count: base)
    for (rank, index) in order.enumerated() { ranks[Int(index)] = Int32(rank) }
    // For each rank, the nearest one up to it whose item is still there.
    var anchors: [Int32] = []
    anchors.reserveCapacity(base)
    for (rank, index) in order.enumerated() {
      anchors.append(survives(Int(index)) ? Int32(rank) : anchors.last ?? -1)
    }
    var new = newItems(pairs, ranks: ranks, anchors: anchors)
    // Swift's sort is stable.
    new.sort { $0.anchor < $1.anchor }
    var result: [MergedItem] = []
    result.reserveCapacity(base + new.count)
    var position = 0
    func appendNew(at anchor: Int) {
      let start = position
      while position < new.count, new[position].anchor <= anchor { position += 1 }
      if position > start { result += sorted(new[start..<position].map(\.item), key) }
    }
    appendNew(at: -1)
    for (rank, index) in order.enumerated() {
      if survives(Int(index)) { result.append(kept[Int(index)]) }
      appendNew(at: rank)
    }
    return result
  }

  private func newItems(
    _ pairs: [Int32: Int32], ranks: [Int32], anchors: [Int32]
  ) -> [(anchor: Int, item: MergedItem)] {
    func run(_ side: [Int32], _ visit: (Int32, Int) -> Void) {
      var anchor = -1
      let last = side.lastIndex { $0 >= 0 }
      for (index, baseIndex) in side.enumerated() {
        if index == last {
          // What is added to the end stays there, whatever the other side moved.
          anchor = Int(anchors.last ?? -1)
        } else if baseIndex >= 0 {
          anchor = Int(anchors[Int(ranks[Int(baseIndex)])])
        } else {
          visit(Int32(index), anchor)
        }
      }
    }
    var new: [(anchor: Int, item: MergedItem)] = []
    var positions: [Int32: Int] = [:]
    run(ours) { index, anchor in
      if !pairs.isEmpty { positions[index] = new.count }
      new.append((anchor, MergedItem(ours: index)))
    }
    run(theirs) { index, anchor in
      if let other = pairs[index], let position = positions[other] {
        new[position].item.theirs = index
        new[position].anchor = min(new[position].anchor, anchor)
      } else {
        new.append((anchor, MergedItem(theirs: index)))
      }
    }
    return new
  }

  /// New items that go behind one item: as a side that has all of them has them, else by their keys.
  private func sorted(
    _ items: [MergedItem], _ key: (MergedItem) -> MergeKey
  ) -> [MergedItem] {
    for (own, other) in [(\MergedItem.ours, \MergedItem.theirs), (\.theirs, \.ours)]
    where items.allSatisfy({ $0[keyPath: own] >= 0 }) {
      let inOrder = items.sorted { $0[keyPath: own] < $1[keyPath: own] }
      let others = inOrder.map { $0[keyPath: other] }.filter { $0 >= 0 }
      if zip(others, others.dropFirst()).allSatisfy({ $0 < $1 }) { return inOrder }
    }
    return items.map { ($0, key($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The items of the base in the order that they come to have, those that a side took away among them.
  private var skeleton: [Int32] {
    func kept(in side: [Int32]) -> [Int32] { side.filter { $0 >= 0 } }
    func isReordered(_ side: [Int32]) -> Bool {
      var last: Int32 = -1
      for item in side where item >= 0 {
        if item < last { return true }
        last = item
      }
      return false
    }
    let all = (0..<Int32(base)).map { $0 }
    let sides = [ours, theirs].filter(isReordered)
    guard var side = sides.first else { return all }
    if sides.count == 2 {
      // Of two other orders the lesser, whichever side has it: so it stays, too, where it is merged again.
      let common = Set(kept(in: ours)).intersection(theirs)
      let keys = sides.map { $0.filter(common.contains) + kept(in: $0) }
      side = sides[keys[1].lexicographicallyPrecedes(keys[0]) ? 1 : 0]
    }
    // A list of what follows what; its last element stands for its beginning.
    var next = [Int32](repeating: -1, count: base + 1)
    var last = base
    for item in side where item >= 0 {
      next[last] = item
      last = Int(item)
    }
    let isThere = Set(side)
    for index in all where !isThere.contains(index) {
      let before = index == 0 ? base : Int(index) - 1
      next[Int(index)] = next[before]
      next[before] = index
    }
    var order: [Int32] = []
    var item = next[base]
    while item >= 0 {
      order.append(item)
      item = next[Int(item)]
    }
    return order
  }
}
