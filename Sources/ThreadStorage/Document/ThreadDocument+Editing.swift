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
  public func splices(
    inserting entry: NewEntry, after isNotLater: (EntrySlice) -> Bool
  ) -> [Splice] {
    splices(insertingBlock: entry.block(lineEnding: lineEnding), after: isNotLater)
  }

  /// The splices that put the lines of a whole entry behind the last entry for which `isNotLater` holds.
  ///
  /// The entry is set off by one blank line from what stands before and after it.
  public func splices(
    insertingBlock block: [UInt8], after isNotLater: (EntrySlice) -> Bool
  ) -> [Splice] {
    let next: Int?
    if let index = entries.lastIndex(where: isNotLater) {
      next = index + 1 < entries.count ? entries[index + 1].region.lowerBound : nil
    } else {
      next = entries.first?.region.lowerBound
    }
    guard let next else {
      return [Splice(insertingAt: bytes.count, lead(before: bytes.count) + block)]
    }
    return [Splice(insertingAt: next, lead(before: next) + block + lineEnding.bytes)]
  }

  /// The lines of the entry at `slice` as another file with `lineEnding` would hold them, without blank lines behind.
  public func block(of slice: EntrySlice, lineEnding: LineEnding) -> [UInt8] {
    let span = bytes.span
    // A field's value may end in an empty line, which is no blank line behind the entry.
    let fieldsEnd = content(of: slice).fields.last?.lines.upperBound ?? slice.region.lowerBound
    let end = Swift.max(Escaping.contentRange(in: span, slice.region).upperBound, fieldsEnd)
    var block: [UInt8] = []
    var position = slice.region.lowerBound
    while position < end {
      let line = Line(startingAt: position, in: span, upTo: slice.region.upperBound)
      block += bytes[line.text]
      let endsInReturn = block.last == Byte.carriageReturn && !line.text.isEmpty
      Escaping.appendEnding(lineEnding, afterReturn: endsInReturn, to: &block)
      position = line.next
    }
    return block
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
