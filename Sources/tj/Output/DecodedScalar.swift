/// One scalar read out of bytes that may not be UTF-8.
struct DecodedScalar: Equatable {
  /// The scalar's number; U+FFFD where the bytes are not UTF-8.
  var value: UInt32
  /// UTF-8 bytes that it stands on, 1 to 4; for invalid bytes, those that one U+FFFD stands for.
  var length: Int
  /// False where U+FFFD stands for bytes that are not UTF-8.
  var isValid: Bool

  fileprivate static func invalid(length: Int) -> DecodedScalar {
    DecodedScalar(value: 0xFFFD, length: length, isValid: false)
  }
}

extension Span<UInt8> {
  /// The scalar whose first byte is at `offset`; invalid bytes are replaced by maximal subparts, as Unicode recommends.
  func scalar(at offset: Int) -> DecodedScalar {
    let lead = self[offset]
    if lead < 0x80 { return DecodedScalar(value: UInt32(lead), length: 1, isValid: true) }
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    var value: UInt32
    let continuations: Int
    switch lead {
    case 0xC2...0xDF:
      value = UInt32(lead & 0x1F)
      continuations = 1
    case 0xE0...0xEF:
      value = UInt32(lead & 0x0F)
      continuations = 2
      if lead == 0xE0 { allowed = 0xA0...0xBF }
      if lead == 0xED { allowed = 0x80...0x9F }
    case 0xF0...0xF4:
      value = UInt32(lead & 0x07)
      continuations = 3
      if lead == 0xF0 { allowed = 0x90...0xBF }
      if lead == 0xF4 { allowed = 0x80...0x8F }
    default:
      return .invalid(length: 1)
    }
    for index in 1...continuations {
      guard offset + index < count, allowed.contains(self[offset + index]) else {
        return .invalid(length: index)
      }
      value = value << 6 | UInt32(self[offset + index] & 0x3F)
      allowed = 0x80...0xBF
    }
    return DecodedScalar(value: value, length: continuations + 1, isValid: true)
  }
}
