import ThreadStorage

/// Which parts of three versions are the same ones: by their ids; without, by their bytes, else by time and title.
struct MergeMatch {
  /// For each part of a side, the part of the base that it was; -1 for a new one.
  private(set) var ours: [Int32]
  private(set) var theirs: [Int32]
  /// The new parts of theirs that are new in ours, too.
  private(set) var pairs: [Int32: Int32] = [:]

  init(
    _ base: MergeVersion, _ ours: MergeVersion, _ theirs: MergeVersion
  ) throws(MergeRefusal) {
    var ids = IDTable(capacity: base.parts.count)
    for index in base.parts.indices { try ids.insert(index, of: base) }
    var newIDs = IDTable(capacity: 0)
    self.ours = try Self.matched(ours, with: base, ids, &newIDs)
    var otherIDs = IDTable(capacity: 0)
    self.theirs = try Self.matched(theirs, with: base, ids, &otherIDs)
    pairNew(ours, theirs, newIDs)
  }

  private static func matched(
    _ side: MergeVersion, with base: MergeVersion, _ ids: IDTable, _ newIDs: inout IDTable
  ) throws(MergeRefusal) -> [Int32] {
    var match = [Int32](repeating: -1, count: side.parts.count)
    var isTaken = [Bool](repeating: false, count: base.parts.count)
    func take(_ index: Int, _ other: Int) {
      match[index] = Int32(other)
      isTaken[other] = true
    }
    take(0, 0)
    var start = 1
    while start < min(base.parts.count, side.parts.count) {
      let isNamed = !side.parts[start].id.isEmpty
      // The sides were read like the base.
      guard
        side.parts[start].copied == start
          || (isNamed
            ? side.hasSameID(start, as: base, start)
            : base.parts[start].id.isEmpty && side.isSame(start, as: base, start))
      else { break }
      take(start, start)
      start += 1
    }
    for index in start..<max(start, side.parts.count) where !side.parts[index].id.isEmpty {
      // What was read like a part of the base has its id.
      let copied = Int(side.parts[index].copied)
      if let other = copied >= 0 ? copied : ids.index(of: index, of: side, among: base) {
        guard !isTaken[other] else { throw .doubledID }
        take(index, other)
      } else {
        try newIDs.insert(index, of: side)
      }
    }
    let free = (start..<max(start, base.parts.count)).filter { !isTaken[$0] }
    if free.isEmpty { return match }
    for likeness in Likeness.allCases {
      var others: [[UInt8]: [Int]] = [:]
      for other in free.reversed() where !isTaken[other] {
        others[likeness.key(of: base, other), default: []].append(other)
      }
      for index in start..<max(start, side.parts.count) where match[index] < 0 {
        let key = likeness.key(of: side, index)
        // Two ids are two entries.
        guard let other = others[key]?.last,
          side.parts[index].id.isEmpty || base.parts[other].id.isEmpty
        else { continue }
        others[key]?.removeLast()
        take(index, other)
      }
    }
    return match
  }

  private mutating func pairNew(
    _ ours: MergeVersion, _ theirs: MergeVersion, _ newIDs: IDTable
  ) {
    var unnamed: [ArraySlice<UInt8>: [Int32]] = [:]
    for (index, base) in self.ours.enumerated().reversed()
    where base < 0 && ours.parts[index].id.isEmpty {
      unnamed[ours.content(of: index), default: []].append(Int32(index))
    }
    for (index, base) in self.theirs.enumerated() where base < 0 {
      if theirs.parts[index].id.isEmpty {
        pairs[Int32(index)] = unnamed[theirs.content(of: index)]?.popLast()
      } else if let other = newIDs.index(of: index, of: theirs, among: ours) {
        pairs[Int32(index)] = Int32(other)
      }
    }
  }
}

extension ThreadMerge {
  /// How many entries both sides added with one time, title and text, each under an id of its own.
  package static func addedTwice(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Int {
    guard let read = try? MergeVersion(base, like: nil),
      let own = try? MergeVersion(ours, like: read),
      let other = try? MergeVersion(theirs, like: read),
      let match = try? MergeMatch(read, own, other)
    else { return 0 }
    func key(_ version: MergeVersion, _ index: Int) -> EntryKey? {
      let document = ThreadDocument(Array(version.content(of: index)))
      return document.entries.first.map(document.key(of:))
    }
    let new = match.ours.indices.filter { match.ours[$0] < 0 }
    let known = Set(new.compactMap { key(own, $0) })
    guard !known.isEmpty else { return 0 }
    return match.theirs.indices.count { index in
      match.theirs[index] < 0 && match.pairs[Int32(index)] == nil
        && key(other, index).map(known.contains) == true
    }
  }
}

/// What makes entries of two versions the same, where it is not their id; the strongest first.
private enum Likeness: CaseIterable {
  case content
  case allButAttributes
  case timeAndTitle

  func key(of version: MergeVersion, _ index: Int) -> [UInt8] {
    let content = version.content(of: index)
    guard self != .content, let heading = version.heading(of: index) else { return Array(content) }
    let titleEnd =
      heading.title.isEmpty ? heading.timestampRange.upperBound : heading.title.upperBound
    let label = version.bytes[heading.timestampRange.lowerBound..<titleEnd]
    if self == .timeAndTitle { return Array(label) }
    return Array(label + version.bytes[heading.line.upperBound..<content.endIndex])
  }
}

/// The parts of a version by their ids.
private struct IDTable {
  private var slots: [Int32]
  private var count = 0

  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
  }

  /// Adds a part that has an id; any other not.
  mutating func insert(_ index: Int, of version: MergeVersion) throws(MergeRefusal) {
    guard !version.parts[index].id.isEmpty else { return }
    if count * 2 >= slots.count { grow(version) }
    let slot = slot(of: index, of: version, among: version)
    guard slots[slot] < 0 else { throw .doubledID }
    slots[slot] = Int32(index)
    count += 1
  }

  func index(of index: Int, of version: MergeVersion, among own: MergeVersion) -> Int? {
    let found = slots[slot(of: index, of: version, among: own)]
    return found < 0 ? nil : Int(found)
  }

  private mutating func grow(_ version: MergeVersion) {
    let old = slots
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for index in old where index >= 0 {
      slots[slot(of: Int(index), of: version, among: version)] = index
    }
  }

  private func slot(of index: Int, of version: MergeVersion, among own: MergeVersion) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for offset in version.parts[index].id {
      hash = (hash ^ UInt64(version.bytes[offset])) &* 0x100_0000_01b3
    }
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
    while slots[slot] >= 0, !version.hasSameID(index, as: own, Int(slots[slot])) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
