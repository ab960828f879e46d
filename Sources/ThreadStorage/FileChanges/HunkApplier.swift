/// Applies hunks to a file that may have been changed elsewhere since they were planned.
///
/// A hunk is found at its offset, else by its bytes; what it should hold and does not is never written over.
struct HunkApplier {
  enum Outcome {
    case changed([UInt8])
    /// Every hunk is as the change leaves it.
    case alreadyMade
    /// These hunks are neither as they were nor as the change leaves them.
    case conflicts([Hunk])
  }

  /// Shorter bytes are only taken for a hunk's where its surroundings fit too.
  private static let tellingLength = 32

  let hunks: [Hunk]
  let bytes: [UInt8]
  /// For times without one.
  let zone: LocalTimeZone
  /// Whether an entry may be taken away though somebody has added lines to it since.
  let mayStrandLines: Bool

  func apply() -> Outcome {
    let offsets = hunks.offsetsBefore
    if stand(at: offsets, \.before) {
      return .changed(
        bytes.applying(
          zip(hunks, offsets).map {
            Splice($1..<$1 + $0.before.count, $0.after)
          }))
    }
    if stand(at: hunks.map(\.offset), \.after) { return .alreadyMade }
    return search()
  }

  private func stand(at offsets: [Int], _ content: KeyPath<Hunk, [UInt8]>) -> Bool {
    for (index, hunk) in hunks.enumerated() {
      guard holds(hunk, content, at: offsets[index]) else { return false }
      let reachesEnd = hunk.trailing.count < Hunk.contextLength
      let end = offsets[index] + hunk[keyPath: content].count + hunk.trailing.count
      if index == hunks.count - 1, reachesEnd, end != bytes.count { return false }
    }
    return true
  }

  private func holds(_ part: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count, part.count <= bytes.count - offset else {
      return false
    }
    return bytes[offset..<offset + part.count].elementsEqual(part)
  }

  /// Whether a hunk, as it is before or after its change, stands with its surroundings at `offset`.
  private func holds(_ hunk: Hunk, _ content: KeyPath<Hunk, [UInt8]>, at offset: Int) -> Bool {
    holds(hunk.leading, at: offset - hunk.leading.count)
      && holds(hunk[keyPath: content], at: offset)
      && holds(hunk.trailing, at: offset + hunk[keyPath: content].count)
  }

  /// How many hunks that are not what they should be are told at most; more tell nothing new.
  private static let mostUnknown = 16

  private func search() -> Outcome {
    var splices: [Splice] = []
    var unknown: [Hunk] = []
    // How far the hunk that was found last has moved: mostly, those behind it have moved as far.
    var drift = 0
    for (hunk, offset) in zip(hunks, hunks.offsetsBefore) {
      let near = splice(for: hunk, at: offset + drift)
      if let found = near.map({ [$0] }) ?? find(hunk),
        mayStrandLines || !found.contains(where: { leavesLines($0, of: hunk) })
      {
        splices += found
        if found.count == 1 { drift = found[0].range.lowerBound - offset }
      } else {
        unknown.append(hunk)
        if unknown.count == Self.mostUnknown { break }
      }
    }
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    let overlap = zip(splices, splices.dropFirst()).contains {
      $0.range.upperBound > $1.range.lowerBound
    }
    guard unknown.isEmpty, !overlap else { return .conflicts(overlap ? hunks : unknown) }
    return splices.isEmpty ? .alreadyMade : .changed(bytes.applying(splices))
  }

  /// Whether directly behind `splice` stand lines of an entry that it takes away, added since: they would become another's.
  private func leavesLines(_ splice: Splice, of hunk: Hunk) -> Bool {
    // What stood behind the hunk may be the rest of the same entry.
    let isFollowedAsBefore =
      hunk.trailing.contains { $0 > 0x20 } && holds(hunk.trailing, at: splice.range.upperBound)
    if isFollowedAsBefore { return false }
    let before = ThreadDocument(hunk.before)
    guard let last = before.entries.last else { return false }
    let after = ThreadDocument(hunk.after)
    // An entry that only got its id, or lost it, is still there.
    if after.entries.count >= before.entries.count { return false }
    if let id = before.id(of: last), after.entries.contains(where: { after.id(of: $0) == id }) {
      return false
    }
    return !endsEntry(at: splice.range.upperBound)
  }

  /// Whether at `offset`, blank lines aside, the file ends or an entry begins.
  private func endsEntry(at offset: Int) -> Bool {
    var end = offset
    while end < bytes.count,
      let next = Line.end(ofBlankAt: end, in: bytes.span, upTo: bytes.count)
    {
      end = next
    }
    let line = Line(startingAt: end, in: bytes.span, upTo: bytes.count).text
    return end >= bytes.count || EntryHeading.isHeading(bytes.span, line: line)
  }

  /// The change of a hunk that stands, with its surroundings, at `offset`; nil where it does not.
  private func splice(for hunk: Hunk, at offset: Int) -> Splice? {
    guard !hunk.before.isEmpty, !hunk.leading.isEmpty || !hunk.trailing.isEmpty,
      holds(hunk, \.before, at: offset)
    else { return nil }
    return Splice(offset..<offset + hunk.before.count, hunk.after)
  }

  /// The splices that make the change of a hunk, none where it is made already; nil where it is not found.
  private func find(_ hunk: Hunk) -> [Splice]? {
    if hunk.before.isEmpty { return find(inserted: hunk) }
    if let offset = offset(of: hunk.before, hunk) {
      return [Splice(offset..<offset + hunk.before.count, hunk.after)]
    }
    return isMade(hunk) ? [] : nil
  }

  /// Whether a hunk that is not found as it was before the change stands as the change leaves it.
  private func isMade(_ hunk: Hunk) -> Bool {
    if hunk.after.isEmpty { return seam(of: hunk) != nil }
    guard let offset = offset(of: hunk.after, hunk) else { return false }
    // What only loses a part stands there, too, where that part was changed instead.
    let end = offset + hunk.after.count
    if hunk.before.starts(with: hunk.after) {
      return !hunk.trailing.isEmpty && holds(hunk.trailing, at: end) || endsEntry(at: end)
    }
    if hunk.before.reversed().starts(with: hunk.after.reversed()) {
      return holds(hunk.leading, at: offset - hunk.leading.count)
        && (!hunk.leading.isEmpty || offset == 0)
    }
    return true
  }

  /// Where bytes that are not there yet belong: between what stood around them, else by the entry's time.
  private func find(inserted hunk: Hunk) -> [Splice]? {
    if offset(of: hunk.after, hunk) != nil { return [] }
    let added = ThreadDocument(hunk.after)
    let document = ThreadDocument(bytes)
    let ids = Set(document.entryIDs)
    // An entry that is there in other words is not added a second time.
    if added.entries.contains(where: { added.id(of: $0).map(ids.contains) ?? false }) { return nil }
    if let offset = seam(of: hunk) { return [Splice(insertingAt: offset, hunk.after)] }
    guard !added.entries.isEmpty, added.preamble.allSatisfy({ added.bytes[$0] <= 0x20 }) else {
      return nil
    }
    return added.entries.flatMap { slice in
      let time = slice.heading.timestamp.instant(in: zone)
      return document.splices(
        insertingBlock: added.block(of: slice, lineEnding: document.lineEnding)
      ) { $0.heading.timestamp.instant(in: zone) <= time }
    }
  }

  /// The only offset at which what stood before and what stood behind the hunk touch.
  private func seam(of hunk: Hunk) -> Int? {
    let both = hunk.leading + hunk.trailing
    guard both.count >= Self.tellingLength / 2 else { return nil }
    let found = offsets(of: both)
    guard found.count == 1 else { return nil }
    let seam = found[0] + hunk.leading.count
    // Without anything behind it the hunk was the last: it can only be at the file's end.
    return hunk.trailing.isEmpty && seam != bytes.count ? nil : seam
  }

  /// The only offset of `content` that can be the hunk's; nil where there are none or several.
  private func offset(of content: [UInt8], _ hunk: Hunk) -> Int? {
    let leading = offsets(of: hunk.leading + content).map { $0 + hunk.leading.count }
    let trailing = offsets(of: content + hunk.trailing)
    let near = Set(leading).union(trailing)
    if near.count == 1, !hunk.leading.isEmpty || !hunk.trailing.isEmpty { return near.first }
    let exact = Set(leading).intersection(trailing)
    if exact.count == 1 { return exact.first }
    let found = offsets(of: content)
    return found.count == 1 && content.count >= Self.tellingLength ? found[0] : nil
  }

  /// The first offsets at which `content` stands; more than these would tell nothing.
  private func offsets(of content: [UInt8]) -> [Int] {
    guard !content.isEmpty else { return [] }
    var offsets: [Int] = []
    var start = 0
    while offsets.count < 64,
      let offset = ByteSearch.firstIndex(of: content, in: bytes.span, start..<bytes.count)
    {
      offsets.append(offset)
      start = offset + 1
    }
    return offsets
  }
}
