extension ThreadDocument {
  /// The splices that make `edit` of the entry at `slice`; no other entry's bytes change (F2).
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

  /// The splices that put the lines of a whole entry behind the last entry for which `isNotLater` holds.
  public func splices(
    insertingBlock block: [UInt8], after isNotLater: (EntrySlice) -> Bool
  ) -> [Splice] {
    splices(insertingBlock: block, behind: entries.lastIndex(where: isNotLater))
  }

  /// The splices that put the lines of whole entries behind the entry at `index`, or before the first for nil.
  package func splices(insertingBlock block: [UInt8], behind index: Int?) -> [Splice] {
    let next = index.map { $0 + 1 } ?? 0
    guard next < entries.count else {
      return [Splice(insertingAt: bytes.count, separator(before: bytes.count) + block)]
    }
    let offset = entries[next].region.lowerBound
    return [Splice(insertingAt: offset, separator(before: offset) + block + lineEnding.bytes)]
  }

  /// The lines of the entry at `slice` as another file with `lineEnding` would hold them, without blank lines behind.
  public func block(of slice: EntrySlice, lineEnding: LineEnding) -> [UInt8] {
    let span = bytes.span
    let end = lines(of: slice).upperBound
    var block: [UInt8] = []
    let start = slice.region.lowerBound
    let mayDiffer = ByteSearch.firstIndex(of: Byte.carriageReturn, in: span, start..<end) != nil
    if lineEnding == .lineFeed, !mayDiffer {
      block = span.copy(start..<end)
      if block.last != Byte.lineFeed { block.append(Byte.lineFeed) }
      return block
    }
    for line in bytes.lines(in: start..<end, upTo: slice.region.upperBound) {
      block += bytes[line.text]
      let endsInReturn = block.last == Byte.carriageReturn && !line.text.isEmpty
      Escaping.appendEnding(lineEnding, afterReturn: endsInReturn, to: &block)
    }
    return block
  }

  /// The lines of the entry at `slice`, without blank ones behind it.
  package func lines(of slice: EntrySlice) -> Range<Int> {
    let (start, span) = (slice.region.lowerBound, bytes.span)
    // A field's value may end in an empty line, which is no blank line behind the entry.
    let fieldsEnd = content(of: slice).fields.last?.lines.upperBound ?? start
    let end = Escaping.contentRange(in: span, slice.region).upperBound
    if fieldsEnd >= end { return start..<fieldsEnd }
    return start..<Line(startingAt: end, in: span, upTo: slice.region.upperBound).next
  }

  /// The line ends that the byte at `offset` needs before it, so that a heading can stand there.
  func separator(before offset: Int) -> [UInt8] {
    let start = ThreadDocument.start(of: bytes.span)
    return lineEnding.separator(behind: bytes[start..<offset], isWhole: true)
  }

  private func lineEnd(of heading: EntryHeading) -> Int {
    Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count).next
  }

  /// `splice` without the bytes at its ends that it does not change; nil where it changes nothing.
  package func minimal(_ splice: Splice) -> Splice? {
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

  /// The splices that give entries, by their index, these ids, whether they had one or not.
  /// - Throws: `EntryEditError` where the result would not read back as the same entries (F3).
  public func splices(naming ids: [Int: EntryID]) throws(EntryEditError) -> [Splice] {
    let named = ids.filter { entries.indices.contains($0.key) }.sorted { $0.key < $1.key }
    let splices = named.map { splice(naming: entries[$0.key], $0.value) }
    let result = ThreadDocument(bytes.applying(splices))
    guard result.entries.count == entries.count else { throw .doesNotReadBack(part: "id") }
    for (index, pair) in zip(entries, result.entries).enumerated() {
      let (old, new) = pair
      guard result.id(of: new) == ids[index] ?? id(of: old),
        old.heading.timestamp == new.heading.timestamp, old.isDeleted == new.isDeleted,
        bytes[old.heading.title] == result.bytes[new.heading.title]
      else { throw .doesNotReadBack(part: "id") }
    }
    return splices
  }

  private func splice(naming slice: EntrySlice, _ id: EntryID) -> Splice {
    if let old = slice.heading.attributes?.id { return Splice(old, Array(id.description.utf8)) }
    var edit = EntryEdit()
    edit.newID = id
    let line = headingLine(for: edit, of: slice.heading)
    // Only what is new, so that the splice never begins where one before the entry does.
    let kept = zip(bytes[slice.heading.line], line).prefix { $0 == $1 }.count
    return Splice(
      slice.heading.line.lowerBound + kept..<slice.heading.line.upperBound, Array(line[kept...]))
  }
}
