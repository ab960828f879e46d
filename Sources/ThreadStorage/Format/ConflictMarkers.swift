/// The lines that a text merge leaves in a file: `<<<<<<<`, `=======` and `>>>>>>>`, in this order.
///
/// Inside one entry's body they may as well be its writer's words, about git or copied from somewhere, and harm
/// nothing. What a merge left unfinished stands around headings, or before the first of them.
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
    guard var position = firstMarker(in: span) else { return [] }
    var blocks: [Range<Int>] = []
    var open: [(start: Int, isDivided: Bool)] = []
    while position < bytes.count {
      let line = Line(startingAt: position, in: span, upTo: bytes.count)
      switch marker(in: span, line: line.text) {
      case UInt8(ascii: "<"): open.append((position, false))
      case UInt8(ascii: "="):
        if let last = open.indices.last { open[last].isDivided = true }
      case UInt8(ascii: ">"):
        guard let block = open.last, block.isDivided else { break }
        open.removeLast()
        while let inner = blocks.last, inner.lowerBound > block.start { blocks.removeLast() }
        blocks.append(block.start..<line.next)
      default: break
      }
      position = line.next
    }
    return blocks
  }

  private static func firstMarker(in bytes: borrowing Span<UInt8>) -> Int? {
    let sign = UInt8(ascii: "<")
    var position = 0
    while let found = ByteSearch.firstIndex(of: sign, in: bytes, position..<bytes.count) {
      if found == 0 || bytes[found - 1] == Byte.lineFeed {
        let line = Line(startingAt: found, in: bytes, upTo: bytes.count)
        if marker(in: bytes, line: line.text) == sign { return found }
      }
      position = found + 1
    }
    return nil
  }

  /// The sign that `line` begins with seven times, and then ends or has a space; nil where it is no marker.
  package static func marker(in bytes: borrowing Span<UInt8>, line: Range<Int>) -> UInt8? {
    let end = line.lowerBound + 7
    guard line.count >= 7, line.count == 7 || bytes[end] == Byte.space else { return nil }
    let sign = bytes[line.lowerBound]
    for offset in line.lowerBound..<end where bytes[offset] != sign { return nil }
    return sign
  }
}

extension ThreadDocument {
  /// `blocks` of conflict markers, each with whether it stands inside one entry, as text of it.
  func classified(_ blocks: [Range<Int>]) -> [(range: Range<Int>, isText: Bool)] {
    var rest = entries[...]
    return blocks.map { block in
      while let next = rest.dropFirst().first, next.region.lowerBound <= block.lowerBound {
        rest.removeFirst()
      }
      let isText = rest.first.map {
        $0.region.lowerBound <= block.lowerBound && block.upperBound <= $0.region.upperBound
      }
      return (block, isText ?? false)
    }
  }
}
