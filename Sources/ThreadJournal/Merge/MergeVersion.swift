import ThreadStorage

/// Why a thread cannot be merged by its entries.
package enum MergeRefusal: Error, Hashable, Sendable {
  /// It has a byte that no text has.
  case notText
  /// It has neither front matter nor entries, or front matter without an end.
  case notAThread
  /// A merge left it unfinished.
  case conflictMarkers
  /// Several entries have one id.
  case doubledID
  /// What was made of it does not read back as what was decided.
  case doesNotReadBack
}

/// One of the three versions of a thread that are merged: its bytes, and where its parts stand in them.
struct MergeVersion: Sendable {
  let bytes: [UInt8]
  let frontMatter: (block: Range<Int>, content: Range<Int>)?
  /// What stands above the first entry, and then the entries; each with the blank lines behind it.
  private(set) var parts: [Part] = []

  /// The preamble or an entry; it ends where the next one begins.
  struct Part: Sendable {
    var start: Int
    /// Behind its last line that is not blank, without that line's ending.
    var contentEnd: Int
    fileprivate var idStart: Int
    fileprivate var idCount: UInt8 = 0
    /// Which part it is, to the byte, of the version that this one was read like; -1 where that is not known.
    fileprivate(set) var copied: Int32 = -1

    var content: Range<Int> { start..<contentEnd }
    /// Where its id stands; empty where it has none.
    var id: Range<Int> { idStart..<idStart + Int(idCount) }

    fileprivate init(start: Int, contentEnd: Int, id: Range<Int>?) {
      self.start = start
      self.contentEnd = contentEnd
      idStart = id?.lowerBound ?? start
      // An id has 64 bytes at most.
      idCount = UInt8(clamping: id?.count ?? 0)
    }

    fileprivate func copy(of index: Int, movedBy drift: Int) -> Part {
      var part = self
      part.copied = Int32(index)
      part.start += drift
      part.contentEnd += drift
      part.idStart += drift
      return part
    }
  }

  /// Reads one version.
  ///
  /// - Parameter other: One of which it has most entries, so that they need not be read again.
  init(_ bytes: [UInt8], like other: MergeVersion?) throws(MergeRefusal) {
    self.bytes = bytes
    let span = bytes.span
    let layout = FileLayout(span)
    frontMatter = layout.frontMatter
    try readParts(layout, span, like: other)
    guard ConflictMarkers.firstBlock(in: bytes) == nil else { throw .conflictMarkers }
    guard !layout.isUnterminated else { throw .notAThread }
  }

  var isThread: Bool { frontMatter != nil || parts.count > 1 }

  /// The bytes of the front matter, if there is any.
  var block: ArraySlice<UInt8>? { frontMatter.map { bytes[$0.block] } }

  private static func checkText(
    _ span: borrowing Span<UInt8>, _ range: Range<Int>
  ) throws(MergeRefusal) {
    let part = span.extracting(range)
    let hasFault =
      ByteSearch.firstIndex(of: 0, in: part, 0..<part.count) != nil
      || TextCheck.firstInvalidUTF8(in: part) != nil
    if hasFault { throw .notText }
  }

  private mutating func readParts(
    _ layout: FileLayout, _ span: borrowing Span<UInt8>, like other: MergeVersion?
  ) throws(MergeRefusal) {
    let start = layout.bodyStart
    // Some more than the other has; what is not used takes no memory.
    parts.reserveCapacity((other?.parts.count ?? 0) * 9 / 8)
    var walk = layout.entries(in: span)
    var position = walk.firstHeading
    let contentEnd = Self.contentEnd(span, start..<position)
    parts.append(Part(start: start, contentEnd: contentEnd, id: nil))
    try Self.checkText(span, 0..<(other == nil ? bytes.count : position))
    var next = 1
    var isBehindCopies = false
    while position < bytes.count {
      if let other {
        let copied = copyParts(from: &next, of: other, at: position, span)
        isBehindCopies = isBehindCopies || copied > position
        position = copied
      }
      guard position < bytes.count else { break }
      if isBehindCopies { walk = EntryWalk(in: position..<bytes.count, of: span) }
      isBehindCopies = false
      guard let (beginning, region) = walk.next(in: span) else { break }
      parts.append(Self.part(beginning, region, span))
      if other != nil { try Self.checkText(span, region) }
      position = region.upperBound
      if let other { advance(&next, behindIDIn: other) }
    }
  }

  /// Takes over the parts of another version, from `next` on, that stand here at `position`; returns where they end.
  ///
  /// But for the last of these, as what follows it may be more of it.
  private mutating func copyParts(
    from next: inout Int, of other: MergeVersion, at position: Int, _ span: borrowing Span<UInt8>
  ) -> Int {
    guard next < other.parts.count else { return position }
    let drift = position - other.parts[next].start
    var end = next
    while end < other.parts.count {
      let region = other.region(of: end)
      let own = region.lowerBound + drift..<region.upperBound + drift
      guard span.isEqual(own, to: other.bytes.span, region) else { break }
      end += 1
    }
    let isWhole = end == other.parts.count && other.bytes.count + drift == bytes.count
    if !isWhole { end -= 1 }
    guard end > next else { return position }
    for index in next..<end { parts.append(other.parts[index].copy(of: index, movedBy: drift)) }
    next = end
    return other.region(of: end - 1).upperBound + drift
  }

  /// Moves `next` behind the part of another version that has the id of the last part here, if it is near.
  private func advance(_ next: inout Int, behindIDIn other: MergeVersion) {
    let last = parts.count - 1
    guard !parts[last].id.isEmpty else { return }
    let near = next..<min(next + 8, other.parts.count)
    if let found = near.first(where: { hasSameID(last, as: other, $0) }) { next = found + 1 }
  }

  private static func part(
    _ beginning: EntryWalk.Beginning, _ region: Range<Int>, _ span: borrowing Span<UInt8>
  ) -> Part {
    let heading = beginning.heading(in: span)
    var contentEnd = Self.contentEnd(span, region)
    let next = Line(startingAt: contentEnd, in: span, upTo: region.upperBound).next
    if next + 1 < region.upperBound, span[next] == .space, span[next + 1] == .space {
      // The value of a field may end in empty lines, which are no blank lines behind the entry.
      let slice = EntrySlice(heading: heading, upTo: region.upperBound)
      let lines = slice.content(in: span).fields.last?.lines ?? region.lowerBound..<next
      var position = next
      while position < lines.upperBound {
        let line = Line(startingAt: position, in: span, upTo: lines.upperBound)
        (contentEnd, position) = (line.text.upperBound, line.next)
      }
    }
    return Part(start: region.lowerBound, contentEnd: contentEnd, id: heading.attributes?.id)
  }

  private static func contentEnd(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound,
      Byte.isBlankLineByte(bytes[end - 1]) || bytes[end - 1] == .lineFeed
    {
      end -= 1
    }
    if end == range.lowerBound { return end }
    return Line(startingAt: end, in: bytes, upTo: range.upperBound).text.upperBound
  }

  func region(of index: Int) -> Range<Int> {
    parts[index].start..<(index + 1 < parts.count ? parts[index + 1].start : bytes.count)
  }

  /// Where the ending of a part's last line stands, and the blank lines behind it.
  func gapRange(of index: Int) -> Range<Int> {
    parts[index].contentEnd..<region(of: index).upperBound
  }

  /// What stands behind the last line that is not blank; nil where there is none behind the front matter.
  var tail: ArraySlice<UInt8>? {
    let last = parts.count - 1
    return parts[last].content.isEmpty ? nil : bytes[gapRange(of: last)]
  }

  /// The blank lines behind the front matter, where nothing else is there.
  var onlyGap: ArraySlice<UInt8>? {
    parts.count == 1 && parts[0].content.isEmpty ? bytes[gapRange(of: 0)] : nil
  }

  /// What stands behind a part; nil for the last one, as whatever is added behind it changes that.
  func gap(of index: Int) -> ArraySlice<UInt8>? {
    index + 1 < parts.count ? bytes[gapRange(of: index)] : nil
  }

  func content(of index: Int) -> ArraySlice<UInt8> { bytes[parts[index].content] }

  func heading(of index: Int) -> EntryHeading? {
    let line = Line(startingAt: parts[index].start, in: bytes.span, upTo: bytes.count)
    return index == 0 ? nil : EntryHeading(bytes.span, line: line.text)
  }

  /// When an entry was written, in UTC where no zone says otherwise: the same on all machines.
  func time(of index: Int) -> Instant? { heading(of: index)?.timestamp.instant(in: .utc) }

  /// Whether the content of a part is that of another version's, to the byte.
  func isSame(_ index: Int, as other: MergeVersion, _ otherIndex: Int) -> Bool {
    bytes.span.isEqual(
      parts[index].content, to: other.bytes.span, other.parts[otherIndex].content)
  }

  func hasSameID(_ index: Int, as other: MergeVersion, _ otherIndex: Int) -> Bool {
    bytes.span.isEqual(parts[index].id, to: other.bytes.span, other.parts[otherIndex].id)
  }
}

extension LineEnding {
  /// `bytes` with every line ended so, and nothing else changed.
  func ending(linesOf bytes: [UInt8]) -> [UInt8] {
    if LineEnding(firstLineOf: bytes.span) == self { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    for line in bytes.lines(in: 0..<bytes.count) {
      result += bytes[line.text]
      if line.next > line.text.upperBound {
        Escaping.appendEnding(
          self, afterReturn: !line.text.isEmpty && result.last == .carriageReturn, to: &result)
      }
    }
    return result
  }
}
