import ThreadStorage

/// A scan for one letter of a literal, the anchor, together with a neighbour, 64 bytes at a time.
///
/// What it stops at has still to be compared: it looks at two bytes. No pointer outlives a call.
struct LetterScan: Sendable {
  /// The index of the letter in the literal.
  let anchor: Int
  /// How often the scan will stop; relative.
  let cost: Int
  private let probe: Probe
  /// The letter before or behind the anchor, at -1 or 1; nil where there is none.
  private let neighbour: (probe: Probe, offset: Int)?
  /// Whether a byte beyond ASCII may be the neighbour.
  private let hasSpellings: Bool
  /// The scalars beyond ASCII that the anchor may be written as, and how they begin.
  let spellings: [UInt32]
  private let others: ScalarLeads
  private let blocks: LetterBlocks

  /// A byte, and the bit that case changes in it.
  private struct Probe: Sendable {
    let byte: UInt8
    let caseBit: UInt8

    init(_ unit: UInt32, isExact: Bool) {
      // No text has the byte 0xFF: a letter beyond ASCII is found by its spellings.
      byte = isExact || unit < 0x80 ? UInt8(truncatingIfNeeded: unit) : 0xff
      caseBit = !isExact && (byte | 0x20) &- 0x61 < 26 ? 0x20 : 0
    }

    var bits: LetterBlocks.Probe { (byte, caseBit) }

    @inline(__always)
    func hits(_ other: UInt8) -> Bool { other | caseBit == byte }
  }

  /// A scan for the letter at `anchor` of `units`: bytes if they are `isExact`, else letters as `TextFolding` has them.
  init(for anchor: Int, in units: [UInt32], isExact: Bool) {
    let unit = units[anchor]
    self.anchor = anchor
    probe = Probe(unit, isExact: isExact)
    spellings = isExact ? [] : TextFolding.shared.spellings(of: unit)
    others = ScalarLeads(of: spellings)
    let isAlone = !isExact && unit >= 0x80
    let beside = isAlone ? [] : [anchor + 1, anchor - 1].filter { units.indices.contains($0) }
    let rarer = beside.min {
      LetterScan.frequency(of: units[$0], beside: unit)
        < LetterScan.frequency(of: units[$1], beside: unit)
    }
    neighbour = rarer.map { (Probe(units[$0], isExact: isExact), $0 - anchor) }
    hasSpellings = !isExact
    // Beside a rare letter, the neighbour is looked at only where the letter stands.
    let frequency = LetterScan.frequency(of: unit)
    let isRare = frequency <= LetterScan.rareFrequency
    blocks = LetterBlocks(
      probe.bits, beside: isRare ? nil : neighbour.map { ($0.probe.bits, $0.offset) },
      allowsLetters: hasSpellings, leads: others.ranges)
    let besideFrequency =
      rarer.map { LetterScan.frequency(of: units[$0], beside: unit) } ?? 2 * LetterScan.common
    let leads = others.areCommon ? LetterScan.common * LetterScan.common : 0
    cost = leads + (isRare ? frequency : frequency * besideFrequency)
  }

  // MARK: Frequencies

  private static let commonFirst = Array(" e\ntaoinsr-hldc012umfpg3456789wyb:v.,#kxjqz".utf8)

  /// How often a letter stands in texts; the higher the more often.
  static func frequency(of unit: UInt32) -> Int {
    // Beyond ASCII, bytes are rare in most texts, and common in some.
    guard unit < 0x80 else { return common / 2 }
    let byte = UInt8(TextFolding.foldedASCII(unit))
    return 1 + (commonFirst.firstIndex(of: byte).map { commonFirst.count - $0 } ?? 0)
  }

  /// The frequency of `unit` beside `other`: a colon is rare in text, but not beside another one, as in `mood:: 7`.
  private static func frequency(of unit: UInt32, beside other: UInt32) -> Int {
    unit == other && unit == 0x3a ? 2 * common : frequency(of: unit)
  }

  /// The frequency up to which a letter is looked for alone.
  private static let rareFrequency = frequency(of: UInt32(UInt8(ascii: "x")))
  /// The frequency of `e`, about.
  private static let common = 40

  // MARK: Scanning

  /// The first offset in `range` at which the letter may stand.
  func firstIndex(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      // The bytes before and behind each one are read, too; at the very beginning nothing is before.
      var start = neighbour?.offset == -1 ? max(range.lowerBound, 1) : range.lowerBound
      while start + 64 < range.upperBound {
        var found = blocks.next(in: buffer, from: start, upTo: range.upperBound)
        while found.hits != 0 {
          let offset = found.start + found.hits.trailingZeroBitCount
          if isCandidate(base + offset, rest: 2) { return offset }
          found.hits &= found.hits &- 1
        }
        start = found.start + 64 < range.upperBound ? found.start + 64 : found.start
      }
      while start < range.upperBound {
        if isCandidate(base + start, rest: range.upperBound - start) { return start }
        start += 1
      }
      return nil
    }
  }

  /// Whether the letter may stand at `pointer`, from which on there are `rest` bytes.
  @inline(__always)
  private func isCandidate(_ pointer: UnsafeRawPointer, rest: Int) -> Bool {
    let byte = pointer.load(as: UInt8.self)
    if byte >= 0xc0, rest > 1,
      others.contains(byte, pointer.load(fromByteOffset: 1, as: UInt8.self))
    {
      return true
    }
    guard probe.hits(byte) else { return false }
    guard let neighbour else { return true }
    guard neighbour.offset < rest else { return false }
    let beside = pointer.load(fromByteOffset: neighbour.offset, as: UInt8.self)
    return neighbour.probe.hits(beside) || (hasSpellings && beside >= 0x80)
  }
}

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
  func contains(_ lead: UInt8, _ next: UInt8) -> Bool { pairs[ScalarLeads.index(lead, next)] }

  @inline(__always)
  private static func index(_ lead: UInt8, _ next: UInt8) -> Int {
    Int(lead & 0x3f) << 6 | Int(next & 0x3f)
  }
}
