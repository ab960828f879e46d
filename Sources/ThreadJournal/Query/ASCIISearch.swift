import ThreadStorage

/// A search for ASCII bytes, with or without regard to case.
struct ASCIISearch: Sendable {
  /// What is searched for; in lower case where case does not count.
  let needle: [UInt8]
  let ignoresCase: Bool

  /// A search for `needle`, which is not empty.
  init(_ needle: [UInt8], ignoringCase: Bool) {
    self.needle = needle
    ignoresCase = ignoringCase
  }

  /// The offset of the first occurrence that lies whole in `range`.
  func firstIndex(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard ignoresCase else { return ByteSearch.firstIndex(of: needle, in: bytes, range) }
    var position = range.lowerBound
    while position + needle.count <= range.upperBound {
      if matches(bytes, at: position) { return position }
      position += 1
    }
    return nil
  }

  private func matches(_ bytes: borrowing Span<UInt8>, at position: Int) -> Bool {
    for index in needle.indices
    where ASCIISearch.lowercased(bytes[position + index]) != needle[index] { return false }
    return true
  }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Whether all bytes of `range` are ASCII.
  static func isASCII(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    for offset in range where bytes[offset] >= 0x80 { return false }
    return true
  }
}
