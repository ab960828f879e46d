extension Span<UInt8> {
  /// How many words stand at `range`: runs of bytes other than white space and control characters, as `wc -w` counts.
  package func wordCount(in range: Range<Int>) -> Int {
    guard range.lowerBound >= 0, range.upperBound <= count else { return 0 }
    return withUnsafeBytes { Self.wordCount(in: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private static func wordCount(in text: UnsafeRawBufferPointer) -> Int {
    let (highBits, lowBits): (UInt64, UInt64) = (0x8080_8080_8080_8080, 0x7F7F_7F7F_7F7F_7F7F)
    var words = 0
    var offset = 0
    // The high bit of the first byte of eight: whether the byte before them belongs to a word.
    var carry: UInt64 = 0
    while offset + 8 <= text.count {
      let eight = UInt64(
        littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // A byte's high bit, where it is above the space: no sum reaches the next byte.
      let letters = (((eight & lowBits) &+ 0x5F5F_5F5F_5F5F_5F5F) | eight) & highBits
      let starts = (letters & ~((letters << 8) | carry)) >> 7
      // The product's highest byte is the sum of all bytes.
      words &+= Int(truncatingIfNeeded: (starts &* 0x0101_0101_0101_0101) >> 56)
      carry = letters >> 56
      offset &+= 8
    }
    var isInWord = carry != 0
    while offset < text.count {
      let isLetter = text[offset] > 0x20
      if isLetter, !isInWord { words += 1 }
      isInWord = isLetter
      offset += 1
    }
    return words
  }
}
