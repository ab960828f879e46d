/// The lines that a merge leaves in a file: `<<<<<<<`, `=======` and `>>>>>>>`, in this order, each of seven signs or more.
///
/// The lines of one block have equally many signs; git takes more than seven where a file was renamed, too.
///
/// Inside one entry's body they may as well be its writer's words, about git or copied from somewhere, and harm
/// nothing. What a merge left unfinished stands around headings, or before the first of them. Where git knows a merge
/// as unfinished, it is what the merged versions have not (`left`).
public enum ConflictMarkers {
  /// The lines (1-based) of the first block that a merge left unfinished; nil where there is none.
  public static func firstBlock(in bytes: [UInt8]) -> ClosedRange<Int>? {
    let blocks = blocks(in: bytes)
    guard !blocks.isEmpty else { return nil }
    let document = ThreadDocument(bytes)
    guard let block = document.classified(blocks).first(where: { !$0.isText })?.range else {
      return nil
    }
    let ends = document.positions(of: [block.lowerBound, block.upperBound - 1])
    return ends[0].line...ends[1].line
  }

  /// Every whole block that is in no other one; a marker belongs to the nearest before it that still lacks it.
  package static func blocks(in bytes: [UInt8]) -> [Range<Int>] {
    let span = bytes.span
    guard let first = next(UInt8(ascii: "<"), in: span, from: 0)?.lowerBound else { return [] }
    var blocks: [Range<Int>] = []
    var open: [Int: [(start: Int, isDivided: Bool)]] = [:]
    for line in bytes.lines(in: first..<bytes.count) {
      let position = line.text.lowerBound
      if let (sign, width) = marker(in: span, line: line.text) {
        let last = open[width]?.indices.last
        switch sign {
        case UInt8(ascii: "<"): open[width, default: []].append((position, false))
        case UInt8(ascii: "="):
          if let last { open[width]?[last].isDivided = true }
        case UInt8(ascii: ">"):
          guard let last, let block = open[width]?[last], block.isDivided else { break }
          open[width]?.removeLast()
          while let inner = blocks.last, inner.lowerBound > block.start { blocks.removeLast() }
          blocks.append(block.start..<line.next)
        default: break
        }
      }
    }
    return blocks
  }

  /// The line of the next marker of this sign, from the beginning of a line on.
  private static func next(
    _ sign: UInt8, in bytes: borrowing Span<UInt8>, from start: Int
  ) -> Range<Int>? {
    var position = start
    while let found = ByteSearch.firstIndex(of: sign, in: bytes, position..<bytes.count) {
      position = found + 1
      // Before the line is looked at, as a long one may have the sign often.
      guard found == 0 || bytes[found - 1] == Byte.lineFeed else { continue }
      let line = Line(startingAt: found, in: bytes, upTo: bytes.count)
      if marker(in: bytes, line: line.text)?.sign == sign { return line.text }
      position = line.next
    }
    return nil
  }

  /// The lines outside of `blocks` that are markers with the labels that tj gives them: somebody forgot to take them out.
  static func forgotten(in bytes: [UInt8], besides blocks: [Range<Int>]) -> [Range<Int>] {
    var cursor = RangeCursor(blocks)
    return labelled(in: bytes).filter { cursor.range(at: $0.lowerBound) == nil }
  }

  /// The lines that are markers with the labels that tj gives them.
  package static func labelled(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (sign, label) in [("<", " ours"), ("|", " base"), (">", " theirs")] {
      var position = 0
      while let line = next(Array(sign.utf8)[0], in: bytes.span, from: position) {
        let width = marker(in: bytes.span, line: line)?.width ?? 0
        if bytes[line].dropFirst(width).elementsEqual(label.utf8) { found.append(line) }
        position = line.upperBound
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The lines (1-based) of markers in what was merged of two versions, which these do not have as text.
  package static func left(
    in bytes: [UInt8], base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> [Int] {
    var texts: [ArraySlice<UInt8>: Int] = [:]
    for (version, count) in [(base, -1), (ours, 1), (theirs, 1)] {
      forEachMarker(in: version) { texts[version[$1], default: 0] += count }
    }
    var lines: [Int] = []
    forEachMarker(in: bytes) { number, line in
      let count = texts[bytes[line], default: 0]
      if count > 0 { texts[bytes[line]] = count - 1 } else { lines.append(number) }
    }
    return lines
  }

  /// How many signs the markers have that stand in a text.
  package static func widths(in bytes: [UInt8]) -> Set<Int> {
    var widths: Set<Int> = []
    forEachMarker(in: bytes) { _, line in
      marker(in: bytes.span, line: line).map { _ = widths.insert($0.width) }
    }
    return widths
  }

  private static func forEachMarker(in bytes: [UInt8], _ body: (Int, Range<Int>) -> Void) {
    for (index, line) in bytes.lines(in: 0..<bytes.count).enumerated()
    where marker(in: bytes.span, line: line.text) != nil {
      body(index + 1, line.text)
    }
  }

  /// The sign of `<`, `|`, `=` and `>` that `line` begins with seven times or more, and then ends or has a space; nil
  /// where it is no marker.
  package static func marker(
    in bytes: borrowing Span<UInt8>, line: Range<Int>
  ) -> (sign: UInt8, width: Int)? {
    guard line.count >= 7 else { return nil }
    let sign = bytes[line.lowerBound]
    switch sign {
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: ">"): break
    default: return nil
    }
    var end = line.lowerBound + 1
    while end < line.upperBound, bytes[end] == sign { end += 1 }
    let width = end - line.lowerBound
    guard width >= 7, end == line.upperBound || bytes[end] == Byte.space else { return nil }
    return (sign, width)
  }
}

extension ThreadDocument {
  /// `blocks` of conflict markers, each with whether it stands inside one entry, as text of it.
  func classified(_ blocks: [Range<Int>]) -> [(range: Range<Int>, isText: Bool)] {
    var regions = RangeCursor(entries.map(\.region))
    return blocks.map { block in
      (
        block,
        regions.range(at: block.lowerBound).map { block.upperBound <= $0.upperBound } ?? false
      )
    }
  }
}
