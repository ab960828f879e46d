import ThreadStorage

/// Two versions of a thread that were made of one, joined by entries.
///
/// First each version is cut into its front matter, its preamble and its entries, and each of these is found again in
/// the others (`MergeMatch`): by its id, so that it does not matter where it stands. Then, one by one, it is decided
/// what becomes of it: what one side left alone is as the other has it, to the byte; an entry that both changed is
/// joined by its parts (`EntryMerge`), and where that cannot be, stands whole in both versions between markers. Last,
/// all of them are put in an order that does not depend on which side is which (`MergeOrder`), and what came of it is
/// read again: a result that does not have every entry as it was decided is no clean one.
///
/// Blank lines between entries are no part of them: the last entry of a file gets some only once another follows.
package struct ThreadMerge {
  /// The merged thread.
  package private(set) var bytes: [UInt8]
  /// What has to be decided by a person, in the order of the file; both versions stand between markers.
  package private(set) var conflicts: [MergeConflict] = []

  /// Merges what two sides made of a base, which may be empty where there is none.
  ///
  /// - Parameter markerWidth: How many signs a line has that stands around a conflict.
  /// - Throws: `MergeRefusal` where a version cannot be cut into entries without a doubt.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], markerWidth: Int = 7
  ) throws(MergeRefusal) {
    let lineEnding = LineEnding(firstLineOf: ours.contains(.lineFeed) ? ours.span : theirs.span)
    let base = lineEnding.ending(linesOf: base.withoutMark)
    let theirs = lineEnding.ending(linesOf: theirs.withoutMark)
    let mark = Array(ours.prefix(ThreadDocument.start(of: ours.span)))
    let ours = ours.withoutMark
    if theirs == base || theirs == ours || ours == base {
      bytes = mark + (ours == base ? theirs : ours)
      return
    }
    // What is small is read before another thread has started.
    let isLarge = ours.count + theirs.count > 1 << 22
    var (read, result) = try Self.both(isLarge) { () throws(MergeRefusal) in
      try MergeVersion(base, like: nil)
    } _: {
      MergeResult(base: base, ours: ours, theirs: theirs, lineEnding: lineEnding)
    }
    let sides = try Self.both(isLarge) { () throws(MergeRefusal) in
      try MergeVersion(ours, like: read)
    } _: { [read] () throws(MergeRefusal) in
      try MergeVersion(theirs, like: read)
    }
    let merging = Merging(
      base: read, ours: sides.0, theirs: sides.1,
      markers: MergeMarkers(width: markerWidth, lineEnding: lineEnding))
    // The base need not be a thread: both sides may have made it one.
    guard merging.ours.isThread, merging.theirs.isThread else { throw .notAThread }
    conflicts = try merging.merge(into: &result)
    bytes = mark.isEmpty ? result.bytes : mark + result.bytes
  }

  private static func both<First, Second: Sendable>(
    _ isLarge: Bool, _ first: () throws(MergeRefusal) -> First,
    _ second: @escaping @Sendable () throws(MergeRefusal) -> Second
  ) throws(MergeRefusal) -> (First, Second) {
    isLarge ? try ParallelWork.both(first, second) : (try first(), try second())
  }
}

extension ThreadMerge {
  /// Merges three versions of a thread, or of a journal's settings.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], areSettings: Bool, markerWidth: Int = 7
  ) throws(MergeRefusal) {
    if areSettings {
      try self.init(settings: base, ours: ours, theirs: theirs, markerWidth: markerWidth)
    } else {
      try self.init(base: base, ours: ours, theirs: theirs, markerWidth: markerWidth)
    }
  }

  /// Merges a journal's settings, which have keys as front matter has.
  private init(
    settings base: [UInt8], ours: [UInt8], theirs: [UInt8], markerWidth: Int
  ) throws(MergeRefusal) {
    let ending = LineEnding(firstLineOf: ours.span)
    let fence = Array("---".utf8) + ending.bytes
    let versions = [base, ours, theirs].map { fence + ending.ending(linesOf: $0) + fence }
    for version in versions {
      let block = FileLayout(version.span).frontMatter?.block
      guard block?.count == version.count else { throw .notAThread }
    }
    try self.init(
      base: versions[0], ours: versions[1], theirs: versions[2], markerWidth: markerWidth)
    guard bytes.starts(with: fence), bytes.suffix(fence.count).elementsEqual(fence) else {
      throw .doesNotReadBack
    }
    bytes = Array(bytes.dropFirst(fence.count).dropLast(fence.count))
  }

  /// What a merge of three versions makes without anybody's decision; nil where it makes nothing.
  package static func agreed(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    guard let merge = try? ThreadMerge(base: base, ours: ours, theirs: theirs) else { return nil }
    if merge.conflicts.isEmpty { return merge.bytes }
    var bytes = merge.bytes
    for block in ConflictMarkers.blocks(in: bytes).reversed() { bytes.removeSubrange(block) }
    return bytes
  }

  /// Two versions whole, between markers, where nothing can be merged.
  package static func undecided(ours: [UInt8], theirs: [UInt8], markerWidth: Int) -> [UInt8] {
    MergeMarkers(width: markerWidth, lineEnding: LineEnding(firstLineOf: ours.span))
      .block(base: nil, ours: ours[...], theirs: theirs[...])
  }
}

extension [UInt8] {
  /// These bytes without a byte order mark.
  fileprivate var withoutMark: [UInt8] {
    let start = ThreadDocument.start(of: span)
    return start == 0 ? self : Array(self[start...])
  }
}

/// A merge of three versions under way.
private struct Merging {
  let base: MergeVersion
  let ours: MergeVersion
  let theirs: MergeVersion
  let markers: MergeMarkers

  /// What becomes of a part.
  enum Decision {
    case removed
    case ours
    case theirs
    case joined([UInt8])
    case conflict(MergeConflict.Cause)
  }

  func merge(into result: inout MergeResult) throws(MergeRefusal) -> [MergeConflict] {
    let match = try MergeMatch(base, ours, theirs)
    let isKept =
      isDeleted(ours) && !isDeleted(theirs) && addsWords(theirs, match.theirs)
      || isDeleted(theirs) && !isDeleted(ours) && addsWords(ours, match.ours)
    var frontMatter = FrontMatterMerge(markers, keepsThread: isKept)
    result.append(frontMatter.block(base, ours, theirs))
    result.endLine()
    var conflicts = frontMatter.conflicts
    let order = MergeOrder(base: base.parts.count, ours: match.ours, theirs: match.theirs)
    let decisions = order.kept.map(decision)
    let items = order.items(pairs: match.pairs) { index in
      if case .removed = decisions[index] { false } else { true }
    } key: {
      key(of: $0)
    }
    var added: [Decision] = []
    for (index, item) in items.enumerated() {
      if index > 0 { result.endLine() }
      let start = result.count
      let decision = item.base < 0 ? decision(item) : decisions[Int(item.base)]
      if item.base < 0 { added.append(decision) }
      switch decision {
      case .removed: break
      case .ours: result.append(ours.parts[Int(item.ours)].content, of: .ours)
      case .theirs: result.append(theirs.parts[Int(item.theirs)].content, of: .theirs)
      case .joined(let content): result.append(content[...])
      case .conflict(let cause):
        conflicts.append(MergeConflict(part: part(item), cause: cause))
        result.append(block(item))
      }
      let isEmpty = result.count == start
      appendGap(behind: item, isEmpty: isEmpty, isLast: index + 1 == items.count, to: &result)
    }
    result.flush()
    if conflicts.isEmpty { try check(result.bytes, items, decisions, added) }
    return conflicts
  }

  // MARK: - Deleted threads

  private func isDeleted(_ side: MergeVersion) -> Bool {
    func isDeleted(_ version: MergeVersion) -> Bool {
      guard let frontMatter = version.frontMatter else { return false }
      let head = ThreadDocument(Array(version.bytes[..<frontMatter.block.upperBound]))
      return ThreadHeader(path: "", document: head).deletion != nil
    }
    return isDeleted(side) && !isDeleted(base)
  }

  /// Whether a side wrote something: another entry, or other words in one or above them; or restored one.
  private func addsWords(_ side: MergeVersion, _ match: [Int32]) -> Bool {
    match.enumerated().contains { index, baseIndex in
      guard baseIndex >= 0 else { return true }
      if side.parts[index].copied == baseIndex || base.isSame(Int(baseIndex), as: side, index) {
        return false
      }
      guard let old = EntryParts(base.content(of: Int(baseIndex))),
        let new = EntryParts(side.content(of: index))
      else { return true }
      return !new.saysTheSame(as: old) || new.restored != old.restored
    }
  }

  // MARK: - Decisions

  private func decision(_ item: MergedItem) -> Decision {
    let (base, own, other) = (Int(item.base), Int(item.ours), Int(item.theirs))
    guard base >= 0 else {
      if own < 0 || other < 0 { return own < 0 ? .theirs : .ours }
      return ours.isSame(own, as: theirs, other) ? .ours : .conflict(.bothAdded)
    }
    // Both sides were read like the base.
    let isOursSame =
      own >= 0 && (ours.parts[own].copied == base || self.base.isSame(base, as: ours, own))
    let isTheirsSame =
      other >= 0
      && (theirs.parts[other].copied == base || self.base.isSame(base, as: theirs, other))
    if own < 0 || other < 0 {
      let isChanged = own >= 0 && !isOursSame || other >= 0 && !isTheirsSame
      return isChanged ? .conflict(.removedAndChanged) : .removed
    }
    if isTheirsSame || ours.isSame(own, as: theirs, other) { return .ours }
    if isOursSame { return .theirs }
    return joined(self.base.content(of: base), ours.content(of: own), theirs.content(of: other))
  }

  private func joined(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> Decision {
    let result: [UInt8]?
    var cause = MergeConflict.Cause.bothChanged
    if let entries = EntryMerge(base, ours, theirs) {
      if entries.contradictsDeletion { cause = .deletedAndChanged }
      result = entries.result(lineEnding: markers.lineEnding)
    } else {
      let lines = [base, ours, theirs].map { LineEnding.lineFeed.ending(linesOf: Array($0)) }
      result = LineMerge.merged(lines[0], lines[1], lines[2]).map {
        markers.lineEnding.ending(linesOf: $0)
      }
    }
    guard let result, MergeCheck.keepsLines(base, ours, theirs, in: result[...]) else {
      return .conflict(cause)
    }
    return .joined(result)
  }

  private func key(of item: MergedItem) -> MergeKey {
    let (version, index) =
      item.ours >= 0 ? (ours, Int(item.ours)) : (theirs, Int(item.theirs))
    return MergeKey(
      time: version.time(of: index), name: version.bytes[version.parts[index].id],
      content: version.content(of: index))
  }

  // MARK: - Blank lines and conflicts

  /// Puts the blank lines behind a part that were there; where nothing stood behind it yet, one.
  private func appendGap(
    behind item: MergedItem, isEmpty: Bool, isLast: Bool, to result: inout MergeResult
  ) {
    if isLast {
      // Nothing but front matter is left: as on a side where there is nothing else, either.
      if isEmpty { return result.append(gap: ours.onlyGap ?? theirs.onlyGap ?? []) }
      guard let own = ours.tail, let other = theirs.tail else {
        return result.append(gap: ours.tail ?? theirs.tail ?? [])
      }
      return result.append(gap: (merged(base.tail, own, other) ?? longer(own, other)) ?? own)
    }
    if hasSameGap(item) { return result.append(gap: ours.gapRange(of: Int(item.ours)), of: .ours) }
    func gap(_ version: MergeVersion, _ index: Int32) -> ArraySlice<UInt8>? {
      // Above the first entry blank lines may stand alone, and are then not those behind other lines.
      guard index >= 0, isEmpty || !version.content(of: Int(index)).isEmpty else { return nil }
      return version.gap(of: Int(index))
    }
    let (own, other) = (gap(ours, item.ours), gap(theirs, item.theirs))
    let old = gap(base, item.base)
    let isOurs: Bool
    if let own, let other {
      isOurs = own == other || (merged(old, own, other) ?? longer(own, other)) == own
    } else {
      isOurs = own != nil
    }
    if own == nil && other == nil {
      result.endEntry()
    } else if isOurs {
      result.append(gap: ours.gapRange(of: Int(item.ours)), of: .ours)
    } else {
      result.append(gap: theirs.gapRange(of: Int(item.theirs)), of: .theirs)
    }
  }

  /// Whether the blank lines behind an entry are the same on both sides, as those of most are.
  private func hasSameGap(_ item: MergedItem) -> Bool {
    let (own, other) = (Int(item.ours), Int(item.theirs))
    guard own > 0, other > 0, own + 1 < ours.parts.count, other + 1 < theirs.parts.count else {
      return false
    }
    return ours.bytes.span.isEqual(
      ours.gapRange(of: own), to: theirs.bytes.span, theirs.gapRange(of: other))
  }

  private func longer(
    _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    if one.count != other.count { return one.count > other.count ? one : other }
    return one.lexicographicallyPrecedes(other) ? one : other
  }

  /// The versions of a part between markers, without the ending of the last line.
  private func block(_ item: MergedItem) -> ArraySlice<UInt8> {
    func content(_ version: MergeVersion, _ index: Int32) -> ArraySlice<UInt8>? {
      index < 0 ? nil : version.content(of: Int(index))
    }
    return markers.block(
      base: content(base, item.base), ours: content(ours, item.ours),
      theirs: content(theirs, item.theirs)
    ).dropLast(markers.lineEnding.bytes.count)
  }

  private func part(_ item: MergedItem) -> MergeConflict.Part {
    let (version, index) = item.ours < 0 ? (theirs, item.theirs) : (ours, item.ours)
    guard let heading = version.heading(of: Int(index)) else { return .preamble }
    let text = heading.timestampRange.lowerBound..<heading.line.upperBound
    return .entry(heading: String(utf8: version.bytes[text]))
  }

  // MARK: - The check

  /// Reads what was made again: every part that is not removed stands there as it was decided, and nothing else does.
  private func check(
    _ bytes: [UInt8], _ items: [MergedItem], _ decisions: [Decision], _ added: [Decision]
  ) throws(MergeRefusal) {
    let read = try MergeVersion(bytes, like: ours)
    guard read.parts.count == items.count else { throw .doesNotReadBack }
    var new = 0
    var seen = (ours: 0, theirs: 0)
    for (index, item) in items.enumerated() {
      if item.ours >= 0 { seen.ours += 1 }
      if item.theirs >= 0 { seen.theirs += 1 }
      let decision = item.base < 0 ? added[new] : decisions[Int(item.base)]
      if item.base < 0 { new += 1 }
      let isThere =
        switch decision {
        case .ours:
          read.parts[index].copied == item.ours || read.isSame(index, as: ours, Int(item.ours))
        case .theirs: read.isSame(index, as: theirs, Int(item.theirs))
        case .joined(let content): read.content(of: index).elementsEqual(content)
        case .removed, .conflict: false
        }
      guard isThere else { throw .doesNotReadBack }
    }
    // What a side has and the result has not, the other side removed.
    let removed = decisions.count { if case .removed = $0 { true } else { false } }
    guard seen.ours + removed >= ours.parts.count, seen.theirs + removed >= theirs.parts.count
    else { throw .doesNotReadBack }
  }
}
