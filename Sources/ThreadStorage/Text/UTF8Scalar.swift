/// The decoding of UTF-8 that may be invalid, for a search: `TextCheck` only asks whether it is.
package enum UTF8Scalar {
  /// What stands for the byte 0 where it is not UTF-8; other bytes follow.
  @inlinable package static var invalid: UInt32 { 0x110000 }

  /// The scalar at `position`, whose byte is not ASCII, and its length; a byte that is not UTF-8 stands for itself.
  @inlinable @inline(__always)
  package static func decode(
    _ bytes: borrowing Span<UInt8>, at position: Int, upTo end: Int
  ) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(bytes[position])
    let alone = (invalid + lead, 1)
    let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
    guard lead >= 0xc2, lead <= 0xf4, position + length <= end else { return alone }
    var scalar = lead & (0x7f >> UInt32(length))
    for offset in 1..<length {
      let next = UInt32(bytes[position + offset])
      guard next & 0xc0 == 0x80 else { return alone }
      scalar = scalar << 6 | next & 0x3f
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard scalar >= least, scalar <= 0x10ffff, !(0xd800...0xdfff).contains(scalar) else {
      return alone
    }
    return (scalar, length)
  }

  /// The scalar beyond ASCII that ends before `end`, and its start; nil where no UTF-8 from `limit` on ends there.
  @inlinable
  package static func decode(
    _ bytes: borrowing Span<UInt8>, before end: Int, from limit: Int
  ) -> (scalar: UInt32, start: Int)? {
    var start = end - 1
    while start > Swift.max(limit, end - 4), bytes[start] & 0xc0 == 0x80 { start -= 1 }
    let (scalar, length) = decode(bytes, at: start, upTo: end)
    return start + length == end && scalar < invalid ? (scalar, start) : nil
  }
}
