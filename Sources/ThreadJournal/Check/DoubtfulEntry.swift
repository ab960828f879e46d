import ThreadStorage

/// Entries that count, and perhaps should not.
extension ThreadDocument {
  /// The entries that begin inside a comment, `<!--` to `-->`, with where that begins: the first one of each; behind one
  /// that is never closed readers of Markdown hide all.
  var entriesInComments: [(offset: Int, opening: Int, isClosed: Bool)] {
    let span = bytes.span
    var fences = RangeCursor(codeBlocks)
    var rest = entries[...]
    var found: [(offset: Int, opening: Int, isClosed: Bool)] = []
    var position = preamble.lowerBound
    while let opening = ByteSearch.firstIndex(
      of: Array("<!--".utf8), in: span, position..<bytes.count)
    {
      position = opening + 4
      let before = bytes[preamble.lowerBound..<opening].suffix(4)
      let indent = before.reversed().prefix { $0 == 0x20 }.count
      let start = opening - indent
      guard indent < 4, start == preamble.lowerBound || bytes[start - 1] == 0x0A,
        fences.range(at: opening) == nil
      else { continue }
      let closing = ByteSearch.firstIndex(
        of: Array("-->".utf8), in: span, position..<bytes.count)
      let end = closing ?? bytes.count
      position = end
      while let entry = rest.first, entry.region.lowerBound < opening { rest.removeFirst() }
      if let entry = rest.first, entry.region.lowerBound < end {
        found.append((entry.region.lowerBound, opening, closing != nil))
      }
    }
    return found
  }

  /// The entry that is more than a year ahead of the day `today`, and of all others.
  func entryFarAhead(of today: CalendarDate) -> EntryHeading? {
    var newest: EntryHeading?
    var second = today.daysSinceEpoch
    for slice in entries where !slice.isDeleted {
      let day = slice.heading.timestamp.date.daysSinceEpoch
      guard let last = newest?.timestamp.date.daysSinceEpoch, day <= last else {
        second = max(second, newest?.timestamp.date.daysSinceEpoch ?? second)
        newest = slice.heading
        continue
      }
      second = max(second, day)
    }
    return newest.flatMap { $0.timestamp.date.daysSinceEpoch > second + 366 ? $0 : nil }
  }

  /// The entries with an id that say what an earlier one with another id says, at the same time, with where that begins.
  var repeatedEntries: [(offset: Int, first: Int)] {
    func words(of heading: EntryHeading) -> ArraySlice<UInt8> {
      bytes[heading.timestampRange.lowerBound..<heading.title.upperBound]
    }
    let counts = Dictionary(entries.map { (words(of: $0.heading), 1) }, uniquingKeysWith: +)
    var firsts: [[UInt8]: EntrySlice] = [:]
    return entries.compactMap { slice in
      guard counts[words(of: slice.heading), default: 0] > 1, let id = self.id(of: slice),
        !slice.isDeleted, !content(of: slice).body.isEmpty
      else { return nil }
      let key = key(of: slice)
      guard let first = firsts[key] else {
        firsts[key] = slice
        return nil
      }
      guard self.id(of: first) != id else { return nil }
      return (slice.region.lowerBound, first.region.lowerBound)
    }
  }

  /// What an entry says, whatever its attributes: its time as typed, its title, and all below.
  func key(of slice: EntrySlice) -> [UInt8] {
    let content = content(of: slice)
    let below = Escaping.contentRange(in: bytes.span, content.start..<slice.region.upperBound)
    return bytes[slice.heading.timestampRange] + [0x0A] + bytes[slice.heading.title] + [0x0A]
      + bytes[below]
  }
}
