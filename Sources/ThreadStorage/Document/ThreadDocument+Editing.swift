extension ThreadDocument {
  /// The splices that make `edit` of the entry at `slice`; no other entry's bytes change (F2).
  ///
  /// - Throws: `EntryEditError` where the result would not read back as the wanted values (F3).
  public func splices(
    for edit: EntryEdit, of slice: EntrySlice
  ) throws(EntryEditError) -> [Splice] {
    let below = lineEnd(of: slice.heading)..<slice.region.upperBound
    let parts = [
      Splice(slice.heading.line, headingLine(for: edit, of: slice.heading)),
      Splice(below, contentLines(for: edit, of: slice)),
    ]
    let splices = parts.compactMap { minimal($0) }
    try verify(splices, make: edit, of: slice)
    return splices
  }

  /// The splices that take the whole entry at `slice` out of the file.
  public func splicesRemoving(_ slice: EntrySlice) -> [Splice] { [Splice(slice.region, [])] }

  /// The splices that put `entry` at its place in time: behind the last entry for which `isNotLater` holds.
  ///
  /// The entry is set off by one blank line from what stands before and after it.
  public func splices(
    inserting entry: NewEntry, after isNotLater: (EntrySlice) -> Bool
  ) -> [Splice] {
    let block = entry.block(lineEnding: lineEnding)
    if let index = entries.lastIndex(where: isNotLater), index + 1 < entries.count {
      let next = entries[index + 1].region.lowerBound
      return [Splice(insertingAt: next, lead(before: next) + block + lineEnding.bytes)]
    }
    if let first = entries.first, !entries.contains(where: isNotLater) {
      let start = first.region.lowerBound
      return [Splice(insertingAt: start, lead(before: start) + block + lineEnding.bytes)]
    }
    return [Splice(insertingAt: bytes.count, lead(before: bytes.count) + block)]
  }

  /// The line ends that the byte at `offset` needs before it, so that a heading can stand there.
  func lead(before offset: Int) -> [UInt8] {
    let start = ThreadDocument.start(of: bytes.span)
    return EntryTail(bytes[start..<offset], isWholeFile: true).lead(lineEnding: lineEnding)
  }

  private func lineEnd(of heading: EntryHeading) -> Int {
    Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count).next
  }

  /// `splice` without the bytes at its ends that it does not change; nil where it changes nothing.
  private func minimal(_ splice: Splice) -> Splice? {
    let old = bytes[splice.range]
    guard !old.elementsEqual(splice.replacement) else { return nil }
    let shorter = Swift.min(old.count, splice.replacement.count)
    var prefix = 0
    while prefix < shorter, old[old.startIndex + prefix] == splice.replacement[prefix] {
      prefix += 1
    }
    var suffix = 0
    while suffix < shorter - prefix,
      old[old.endIndex - 1 - suffix]
        == splice.replacement[splice.replacement.count - 1 - suffix]
    {
      suffix += 1
    }
    return Splice(
      splice.range.lowerBound + prefix..<splice.range.upperBound - suffix,
      Array(splice.replacement[prefix..<splice.replacement.count - suffix]))
  }
}
