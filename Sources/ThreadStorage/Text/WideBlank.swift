/// A space or nothing to be seen, of more than one byte, as keyboards and web pages give it: a no-break space and others.
package enum WideBlank {
  /// How many bytes the one at `offset` has; 0 where none stands there.
  package static func length(
    in bytes: borrowing Span<UInt8>, at offset: Int, upTo end: Int
  ) -> Int {
    guard offset >= 0, offset + 1 < end else { return 0 }
    let (first, second) = (bytes[offset], bytes[offset + 1])
    if first == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard first >= 0xE1, offset + 2 < end else { return 0 }
    switch (first, second, bytes[offset + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xAA...0xAF),
      (0xE2, 0x81, 0x9F...0xA9), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return 0
    }
  }

  /// Behind all blanks, of one byte or more, that stand at `offset`.
  package static func end(
    in bytes: borrowing Span<UInt8>, from offset: Int, upTo end: Int
  ) -> Int {
    var position = offset
    while position < end {
      let length = Byte.isBlank(bytes[position]) ? 1 : length(in: bytes, at: position, upTo: end)
      if length == 0 { break }
      position += length
    }
    return position
  }

  /// Where the blanks begin that end at `offset`, of any kind, but none before `lower`.
  package static func start(
    in bytes: borrowing Span<UInt8>, before offset: Int, from lower: Int
  ) -> Int {
    var start = offset
    while start > lower {
      if Byte.isBlank(bytes[start - 1]) {
        start -= 1
      } else if start - 2 >= lower, length(in: bytes, at: start - 2, upTo: start) == 2 {
        start -= 2
      } else if start - 3 >= lower, length(in: bytes, at: start - 3, upTo: start) == 3 {
        start -= 3
      } else {
        break
      }
    }
    return start
  }

  /// `range` without blanks of any kind at its ends.
  package static func trimming(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    let start = end(in: bytes, from: range.lowerBound, upTo: range.upperBound)
    return start..<Self.start(in: bytes, before: range.upperBound, from: start)
  }
}
