extension Span<UInt8> {
  /// How many words stand at `range`: runs of bytes other than white space and control characters, as `wc -w` counts.
  package func wordCount(in range: Range<Int>) -> Int {
    guard range.lowerBound >= 0, range.upperBound <= count else { return 0 }
    let (highBits, lowBits): (UInt64, UInt64) = (0x8080_8080_8080_8080, 0x7F7F_7F7F_7F7F_7F7F)
    var words = 0
    var offset = range.lowerBound
    // The high bit of the first byte of eight: whether the byte before them belongs to a word.
    var carry: UInt64 = 0
    while offset + 8 <= range.upperBound {
      let eight = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // A byte's high bit, where it is above the space: no sum reaches the next byte.
      let letters = (((eight & lowBits) &+ 0x5F5F_5F5F_5F5F_5F5F) | eight) & highBits
      words += (letters & ~((letters << 8) | carry)).nonzeroBitCount
      carry = letters >> 56
      offset += 8
    }
    var isInWord = carry != 0
    while offset < range.upperBound {
      let isLetter = self[offset] > 0x20
      if isLetter, !isInWord { words += 1 }
      isInWord = isLetter
      offset += 1
    }
    return words
  }
}
