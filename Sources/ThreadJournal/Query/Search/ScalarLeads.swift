/// The first two bytes of some scalars beyond ASCII.
struct ScalarLeads: Sendable {
  /// What the first bytes lie in; 0xFF, which begins nothing, where there are none.
  let ranges: (ClosedRange<UInt8>, ClosedRange<UInt8>)
  private let pairs: [Bool]

  init(of scalars: [UInt32]) {
    var pairs = [Bool](repeating: false, count: 64 * 64)
    var bytes: Set<UInt8> = []
    for scalar in scalars where scalar >= 0x80 {
      let length: UInt32 = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
      let lead = UInt8(truncatingIfNeeded: (0xf00 >> length) | (scalar >> (6 * (length - 1))))
      let next = UInt8(truncatingIfNeeded: (scalar >> (6 * (length - 2))) & 0x3f)
      pairs[ScalarLeads.index(lead, next)] = true
      bytes.insert(lead)
    }
    self.pairs = pairs
    // Latin letters begin with C3 to CA, others with E1 to EF.
    ranges = (
      ScalarLeads.range(of: bytes.filter { $0 < 0xe0 }),
      ScalarLeads.range(of: bytes.filter { $0 >= 0xe0 })
    )
  }

  private static func range(of bytes: Set<UInt8>) -> ClosedRange<UInt8> {
    (bytes.min() ?? 0xff)...(bytes.max() ?? 0xff)
  }

  /// Whether they hold what begins the letters of Western Europe, or typographic quotes and dashes.
  var areCommon: Bool { ranges.0.contains(0xc3) || ranges.1.contains(0xe2) }

  @inline(__always)
  func contains(_ lead: UInt8, _ next: UInt8) -> Bool {
    lead >= 0xc0 && pairs[ScalarLeads.index(lead, next)]
  }

  /// The place of a lead byte and the byte after it.
  @inline(__always)
  private static func index(_ lead: UInt8, _ next: UInt8) -> Int {
    Int(lead & 0x3f) << 6 | Int(next & 0x3f)
  }
}
