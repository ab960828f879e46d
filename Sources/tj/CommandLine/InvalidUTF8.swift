extension [UInt8] {
  /// The offset of the first byte that does not begin or continue valid UTF-8, or nil (C7).
  var firstInvalidUTF8Offset: Int? {
    guard String(validating: self, as: UTF8.self) == nil else { return nil }
    let bytes = span
    var offset = 0
    while offset < bytes.count {
      guard let length = Self.lengthOfScalar(in: bytes, at: offset) else { return offset }
      offset += length
    }
    return nil
  }

  private static func lengthOfScalar(in bytes: Span<UInt8>, at offset: Int) -> Int? {
    let lead = bytes[offset]
    if lead < 0x80 { return 1 }
    guard let (length, second) = shape(ofLead: lead), offset + length <= bytes.count,
      second.contains(bytes[offset + 1])
    else { return nil }
    for index in (offset + 2)..<Swift.max(offset + 2, offset + length)
    where bytes[index] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }

  /// The length of a sequence and what its second byte may be (Unicode, table 3-7).
  private static func shape(ofLead lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
