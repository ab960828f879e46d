/// A scan for one letter of a literal, the anchor, together with a neighbour, 64 bytes at a time.
///
/// What it stops at has still to be compared: it looks at two bytes. No pointer leaves this file.
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
  private let tests: Tests

  /// A byte, and the bit that case changes in it.
  private struct Probe: Sendable {
    let byte: UInt8
    let caseBit: UInt8

    init(_ unit: UInt32, isExact: Bool) {
      // No text has the byte 0xFF: a letter beyond ASCII is found by its spellings.
      byte = isExact || unit < 0x80 ? UInt8(truncatingIfNeeded: unit) : 0xff
      caseBit = !isExact && (byte | 0x20) &- 0x61 < 26 ? 0x20 : 0
    }

    @inline(__always)
    func hits(_ other: UInt8) -> Bool { other | caseBit == byte }
  }

  private typealias Block = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>

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
    tests = Tests(probe, isRare ? nil : neighbour, others, hasSpellings: hasSpellings)
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
        let hits = (
          tests.hits(base + start), tests.hits(base + start + 16),
          tests.hits(base + start + 32), tests.hits(base + start + 48)
        )
        let any = unsafeBitCast((hits.0 .| hits.1) .| (hits.2 .| hits.3), to: SIMD2<UInt64>.self)
        if any[0] | any[1] != 0,
          let found = first(base + start, hits.0) ?? first(base + start + 16, hits.1, 16)
            ?? first(base + start + 32, hits.2, 32) ?? first(base + start + 48, hits.3, 48)
        {
          return start + found
        }
        start += 64
      }
      while start < range.upperBound {
        if isCandidate(base + start, rest: range.upperBound - start) { return start }
        start += 1
      }
      return nil
    }
  }

  /// What is asked of 16 bytes at a time.
  private struct Tests: Sendable {
    private let byte: Block
    private let caseBit: Block
    private let besideByte: Block
    private let besideCaseBit: Block
    /// 0 where any byte beyond ASCII, negative as a signed one, may be part of the neighbour; else the minimum.
    private let besideLimit: SIMD16<Int8>
    /// Where the neighbour stands; 0 where none is looked for.
    private let offset: Int
    private let leads: (Lead, Lead)

    init(
      _ probe: Probe, _ neighbour: (probe: Probe, offset: Int)?, _ others: ScalarLeads,
      hasSpellings: Bool
    ) {
      byte = Block(repeating: probe.byte)
      caseBit = Block(repeating: probe.caseBit)
      besideByte = Block(repeating: neighbour?.probe.byte ?? 0)
      besideCaseBit = Block(repeating: neighbour?.probe.caseBit ?? 0)
      besideLimit = SIMD16(repeating: hasSpellings ? 0 : .min)
      offset = neighbour?.offset ?? 0
      leads = (Lead(others.ranges.0), Lead(others.ranges.1))
    }

    /// Which of the bytes from `pointer` on are the letter beside its neighbour, or begin another form of it.
    @inline(__always)
    func hits(_ pointer: UnsafeRawPointer) -> Mask {
      let block = pointer.loadUnaligned(as: Block.self)
      let isLead = leads.0.hits(block) .| leads.1.hits(block)
      let isLetter = (block | caseBit) .== byte
      guard offset != 0 else { return isLetter .| isLead }
      let beside = pointer.loadUnaligned(fromByteOffset: offset, as: Block.self)
      let isBeyondASCII = unsafeBitCast(beside, to: SIMD16<Int8>.self) .< besideLimit
      return isLetter .& (((beside | besideCaseBit) .== besideByte) .| isBeyondASCII) .| isLead
    }
  }

  /// A range of bytes, 16 of which are compared with it in two steps, as processors order only signed ones.
  private struct Lead: Sendable {
    private let shift: Block
    private let limit: SIMD16<Int8>

    init(_ range: ClosedRange<UInt8>) {
      shift = Block(repeating: range.lowerBound &+ 0x80)
      limit = SIMD16(repeating: Int8(truncatingIfNeeded: Int(range.count) - 0x80))
    }

    @inline(__always)
    func hits(_ block: Block) -> Mask {
      unsafeBitCast(block &- shift, to: SIMD16<Int8>.self) .< limit
    }
  }

  /// The first of the hits that is one when looked at closely, counted from `before` bytes before `start`.
  @inline(__always)
  private func first(_ start: UnsafeRawPointer, _ hits: Mask, _ before: Int = 0) -> Int? {
    let words = unsafeBitCast(hits, to: SIMD2<UInt64>.self) & 0x8080_8080_8080_8080
    for half in 0..<2 {
      var word = words[half].littleEndian
      while word != 0 {
        let offset = half * 8 + word.trailingZeroBitCount >> 3
        if isCandidate(start + offset, rest: 2) { return before + offset }
        word &= word &- 1
      }
    }
    return nil
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
