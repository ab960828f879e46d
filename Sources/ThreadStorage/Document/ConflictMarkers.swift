/// The lines that a text merge leaves in a file: `<<<<<<<`, `=======` and `>>>>>>>`, in this order.
public enum ConflictMarkers {
  /// The lines (1-based) from the first marker of the first whole block to its last; nil where there is none.
  public static func firstBlock(in bytes: [UInt8]) -> ClosedRange<Int>? {
    guard let block = block(in: bytes.span, from: 0) else { return nil }
    return line(of: block.start, in: bytes.span)...line(of: block.last, in: bytes.span)
  }

  /// Every whole block, from its first marker to behind its last one's line.
  package static func blocks(in bytes: [UInt8]) -> [Range<Int>] {
    let span = bytes.span
    var blocks: [Range<Int>] = []
    var position = 0
    while let block = block(in: span, from: position) {
      position = Line(startingAt: block.last, in: span, upTo: bytes.count).next
      blocks.append(block.start..<position)
    }
    return blocks
  }

  /// The offsets of the first and the last marker of the next whole block.
  private static func block(
    in bytes: borrowing Span<UInt8>, from position: Int
  ) -> (start: Int, last: Int)? {
    guard
      let start = offset(of: "<<<<<<<", in: bytes, from: position),
      let middle = offset(of: "=======", in: bytes, from: start),
      let last = offset(of: ">>>>>>>", in: bytes, from: middle)
    else { return nil }
    return (start, last)
  }

  /// The offset of the next line, from `start` on, that begins with `marker` and then ends or has a space.
  private static func offset(
    of marker: String, in bytes: borrowing Span<UInt8>, from start: Int
  ) -> Int? {
    let needle = Array(marker.utf8)
    var position = start
    while let found = ByteSearch.firstIndex(of: needle, in: bytes, position..<bytes.count) {
      let end = found + needle.count
      let isAtStart = found == 0 || bytes[found - 1] == Byte.lineFeed
      let isEnded =
        end == bytes.count || bytes[end] == Byte.space || bytes[end] == Byte.lineFeed
        || bytes[end] == Byte.carriageReturn
      if isAtStart, isEnded { return found }
      position = found + 1
    }
    return nil
  }

  private static func line(of offset: Int, in bytes: borrowing Span<UInt8>) -> Int {
    var line = 1
    var position = 0
    while let lineFeed = ByteSearch.firstIndex(of: Byte.lineFeed, in: bytes, position..<offset) {
      line += 1
      position = lineFeed + 1
    }
    return line
  }
}
