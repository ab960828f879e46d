import ThreadStorage

/// A reader of bytes whose syntax is in ASCII: JSON, CSV, patterns and words for times.
struct ByteScanner: Sendable {
  private let bytes: ArraySlice<UInt8>
  /// The offset of the next byte among those that the slice is of.
  private(set) var offset: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  var isAtEnd: Bool { offset >= bytes.endIndex }

  var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  var rest: ArraySlice<UInt8> { bytes[offset...] }

  /// Reads `byte`, if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  mutating func take(sign: Unicode.Scalar) -> Bool { take(UInt8(ascii: sign)) }

  mutating func take(word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  /// Reads what is next of the bytes that are meant.
  @discardableResult
  mutating func take(while isMeant: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.endIndex, isMeant(bytes[offset]) { offset += 1 }
    return bytes[start..<offset]
  }

  /// Passes over `count` bytes, or as many as there are.
  mutating func skip(_ count: Int) { offset = min(offset + count, bytes.endIndex) }

  /// Reads up to `limit` digits, one at least; a value too large for any use is cut to 999,999,999.
  mutating func number(upTo limit: Int = .max) -> Int? {
    let digits = rest.prefix(limit).prefix(while: Byte.isDigit)
    offset += digits.count
    return digits.isEmpty ? nil : digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 999_999_999) }
  }
}
