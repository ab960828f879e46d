/// Whether bytes are text that may go into a thread.
public enum TextCheck {
  public enum Fault: Sendable, Hashable {
    case invalidUTF8
    case nul
  }

  /// The first byte that is not UTF-8 or is NUL: its fault, line and column (both 1-based, the column in bytes).
  public static func firstFault(in bytes: [UInt8]) -> (fault: Fault, line: Int, column: Int)? {
    let span = bytes.span
    let nul = ByteSearch.firstIndex(of: 0, in: span, 0..<bytes.count)
    let invalid = firstInvalidUTF8(in: span)
    guard let offset = [nul, invalid].compactMap({ $0 }).min() else { return nil }
    let position = LineCounter.position(of: offset, in: span)
    return (offset == invalid ? .invalidUTF8 : .nul, position.line, position.column)
  }

  /// The offset of the first byte, at or behind `start`, that is not part of well-formed UTF-8.
  package static func firstInvalidUTF8(
    in bytes: borrowing Span<UInt8>, from start: Int = 0
  ) -> Int? {
    var offset = start
    while true {
      offset = endOfASCII(bytes, from: offset)
      guard offset < bytes.count else { return nil }
      let length = sequenceLength(bytes, at: offset)
      if length == 0 { return offset }
      offset += length
    }
  }

  /// The offset of the first byte, at or behind `start`, that is not ASCII; eight bytes at a time.
  private static func endOfASCII(_ bytes: borrowing Span<UInt8>, from start: Int) -> Int {
    var offset = start
    let raw = bytes.bytes
    while offset + 8 <= bytes.count,
      raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      offset += 8
    }
    while offset < bytes.count, bytes[offset] < 0x80 { offset += 1 }
    return offset
  }

  /// How long the well-formed sequence at `offset` is; 0 where there is none.
  package static func sequenceLength(_ bytes: borrowing Span<UInt8>, at offset: Int) -> Int {
    let first = bytes[offset]
    if first < 0x80 { return 1 }
    // The second byte's range rules out overlong forms, surrogates and what is beyond U+10FFFF.
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for next in offset + 2..<Swift.max(offset + length, offset + 2) where bytes[next] & 0xC0 != 0x80
    {
      return 0
    }
    return length
  }
}

extension Span<UInt8> {
  /// Whether the bytes begin with the byte order mark of UTF-16.
  package var isUTF16: Bool {
    count >= 2 && ((self[0] == 0xff && self[1] == 0xfe) || (self[0] == 0xfe && self[1] == 0xff))
  }
}
