import ThreadStorage

/// A search for ASCII letters in either case, also with marks or written as scalars beyond ASCII, 64 bytes at a time.
///
/// Of the letters, one is looked for, the anchor, with a neighbour. Where it stands, in whatever form, the
/// others are compared one by one; so a text in a script that is not asked for costs little. No pointer
/// leaves this file.
final class FoldedSearch: Sendable {
  /// The letters, as `TextFolding` compares them.
  private let units: [UInt32]
  /// The index of the letter that is looked for.
  private let anchor: Int
  private let probe: Probe
  /// The letter before or behind it; nil where there is none.
  private let neighbour: Neighbour?
  private let others: ScalarLeads
  private let tests: Tests

  /// A letter, and the bit that case changes in it.
  private struct Probe: Sendable {
    let byte: UInt8
    let caseBit: UInt8

    init(_ unit: UInt32) {
      byte = UInt8(truncatingIfNeeded: unit)
      caseBit = ASCIISearch.isLetter(byte) ? 0x20 : 0
    }

    @inline(__always)
    func hits(_ other: UInt8) -> Bool { other | caseBit == byte }
  }

  /// A letter beside the anchor.
  private struct Neighbour: Sendable {
    let probe: Probe
    /// Where it stands, from the anchor on: 1 or -1.
    let offset: Int
  }

  /// The frequency up to which a letter is looked for alone: that of `x`.
  private static let rareFrequency = 1 + ASCIISearch.frequency(of: UInt8(ascii: "x"))

  private typealias Block = SIMD16<UInt8>
  private typealias Mask = SIMDMask<SIMD16<Int8>>

  /// A search for `units`, which are ASCII, folded, and not empty.
  init(_ units: [UInt32]) {
    self.units = units
    let costs = units.indices.map { FoldedSearch.cost(of: $0, in: units) }
    let anchor = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    self.anchor = anchor
    probe = Probe(units[anchor])
    neighbour = FoldedSearch.neighbour(of: anchor, in: units).map {
      Neighbour(probe: Probe(units[$0]), offset: $0 - anchor)
    }
    others = ScalarLeads(of: TextFolding.sourcesOfASCII[Int(units[anchor] & 0x7f)])
    // Beside a rare letter, the neighbour is looked at only where the letter stands.
    let isRare = FoldedSearch.frequency(of: units[anchor]) <= FoldedSearch.rareFrequency
    tests = Tests(probe, isRare ? nil : neighbour, others)
  }

  /// How often the search will have to look closely if it looks for the letter at `index`; relative.
  private static func cost(of index: Int, in units: [UInt32]) -> Int {
    let frequency = frequency(of: units[index])
    let beside =
      neighbour(of: index, in: units).map { self.frequency(of: units[$0], beside: units[index]) }
      ?? 2 * commonFrequency
    let cost = frequency <= rareFrequency ? frequency : frequency * beside
    let leads = ScalarLeads(of: TextFolding.sourcesOfASCII[Int(units[index] & 0x7f)])
    return leads.areCommon ? cost + commonFrequency * commonFrequency : cost
  }

  /// The index of the rarer letter beside the one at `index`.
  private static func neighbour(of index: Int, in units: [UInt32]) -> Int? {
    [index + 1, index - 1].filter { units.indices.contains($0) }.min {
      frequency(of: units[$0], beside: units[index])
        < frequency(of: units[$1], beside: units[index])
    }
  }

  private static func frequency(of unit: UInt32) -> Int {
    1 + ASCIISearch.frequency(of: UInt8(truncatingIfNeeded: unit))
  }

  /// The frequency of `unit` beside `other`: a colon is rare in text, but not beside another one, as in `mood:: 7`.
  private static func frequency(of unit: UInt32, beside other: UInt32) -> Int {
    unit == other && unit == colon ? 2 * commonFrequency : frequency(of: unit)
  }

  private static let colon = UInt32(UInt8(ascii: ":"))

  /// The frequency of `e`, about.
  private static let commonFrequency = 40

  /// The place of the looked-for letter in the first occurrence that lies whole in `range`.
  ///
  /// It never misses one, but may find what is none where bytes are not UTF-8.
  ///
  /// - Parameter isWanted: Whether the occurrence at a place counts.
  func firstIndex(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>, where isWanted: LiteralSearch.Check
  ) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    var position = range.lowerBound
    while let place = candidate(in: bytes, position..<range.upperBound) {
      if units.mayStand(in: bytes, range, with: anchor, at: place), isWanted(bytes, place) {
        return place
      }
      position = place + 1
    }
    return nil
  }

  // MARK: Places where the letter may stand

  private func candidate(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return nil }
      // The bytes before and behind each one are read, too; at the very beginning nothing is before.
      var start = neighbour?.offset == -1 ? max(range.lowerBound, 1) : range.lowerBound
      while start + 64 < range.upperBound {
        let hits = (
          tests.hits(base + start), tests.hits(base + start + 16),
          tests.hits(base + start + 32), tests.hits(base + start + 48)
        )
        let any = unsafeBitCast(
          (hits.0 .| hits.1) .| (hits.2 .| hits.3), to: SIMD2<UInt64>.self)
        if any[0] | any[1] != 0,
          let place = place(base + start, hits.0) ?? place(base + start + 16, hits.1, 16)
            ?? place(base + start + 32, hits.2, 32) ?? place(base + start + 48, hits.3, 48)
        {
          return start + place
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
    /// Where the neighbour stands; 0 where none is looked for.
    private let offset: Int
    private let leads: (Lead, Lead)

    init(_ probe: Probe, _ neighbour: Neighbour?, _ others: ScalarLeads) {
      byte = Block(repeating: probe.byte)
      caseBit = Block(repeating: probe.caseBit)
      besideByte = Block(repeating: neighbour?.probe.byte ?? 0)
      besideCaseBit = Block(repeating: neighbour?.probe.caseBit ?? 0)
      offset = neighbour?.offset ?? 0
      leads = (Lead(others.ranges.0), Lead(others.ranges.1))
    }

    /// Which of the bytes at `place` are the letter beside its neighbour, or begin another form of it.
    @inline(__always)
    func hits(_ place: UnsafeRawPointer) -> Mask {
      let block = place.loadUnaligned(as: Block.self)
      let isLead = leads.0.hits(block) .| leads.1.hits(block)
      let isLetter = (block | caseBit) .== byte
      guard offset != 0 else { return isLetter .| isLead }
      let beside = place.loadUnaligned(fromByteOffset: offset, as: Block.self)
      let isBeyondASCII = unsafeBitCast(beside, to: SIMD16<Int8>.self) .< SIMD16<Int8>()
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
  private func place(
    _ start: UnsafeRawPointer, _ hits: Mask, _ before: Int = 0
  ) -> Int? {
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

  /// Whether the letter may stand at `place`, from which on there are `rest` bytes.
  @inline(__always)
  private func isCandidate(_ place: UnsafeRawPointer, rest: Int) -> Bool {
    let byte = place.load(as: UInt8.self)
    if byte >= 0x80 {
      return rest > 1 && others.contains(byte, place.load(fromByteOffset: 1, as: UInt8.self))
    }
    guard probe.hits(byte) else { return false }
    guard let neighbour else { return true }
    guard neighbour.offset < rest else { return false }
    let beside = place.load(fromByteOffset: neighbour.offset, as: UInt8.self)
    return neighbour.probe.hits(beside) || beside >= 0x80
  }
}

extension [UInt32] {
  /// Whether these letters, as `TextFolding` compares them, stand in `range` with the one at `anchor` at `place`.
  ///
  /// It is never false where they do, but may be true where bytes are not UTF-8 or a letter may be several scalars.
  func mayStand(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>, with anchor: Int, at place: Int
  ) -> Bool {
    if TextFolding.isComposed(self[anchor]) { return true }
    var end = place + 1
    if bytes[place] >= 0x80 {
      let (scalar, length) = UTF8Scalar.decode(bytes, at: place, upTo: range.upperBound)
      guard TextFolding.shared[scalar] == self[anchor] else { return false }
      end = place + length
    }
    for index in anchor + 1..<count {
      if TextFolding.isComposed(self[index]) { break }
      guard Self.step(over: self[index], in: bytes, from: &end, upTo: range.upperBound)
      else { return false }
    }
    return isPreceded(anchor, in: bytes, place, range)
  }

  /// Goes over the marks from `position` on and then `unit`; false where something else stands there.
  private static func step(
    over unit: UInt32, in bytes: borrowing Span<UInt8>, from position: inout Int, upTo end: Int
  ) -> Bool {
    while position < end {
      let byte = bytes[position]
      if byte < 0x80 {
        position += 1
        return TextFolding.foldedASCII(UInt32(byte)) == unit
      }
      let (scalar, length) = UTF8Scalar.decode(bytes, at: position, upTo: end)
      position += length
      let found = TextFolding.shared[scalar]
      if found != 0 { return found == unit }
    }
    return false
  }

  /// Whether the letters before the one at `anchor` stand before `place`.
  private func isPreceded(
    _ anchor: Int, in bytes: borrowing Span<UInt8>, _ place: Int, _ range: Range<Int>
  ) -> Bool {
    var index = anchor
    var position = place
    while index > 0, !TextFolding.isComposed(self[index - 1]) {
      guard position > range.lowerBound else { return false }
      let byte = bytes[position - 1]
      var unit = TextFolding.foldedASCII(UInt32(byte))
      position -= 1
      if byte >= 0x80 {
        // Bytes that are not UTF-8 are left to the search that reads the text.
        guard
          let (scalar, start) = UTF8Scalar.decode(
            bytes, before: position + 1, from: range.lowerBound)
        else { return true }
        position = start
        unit = TextFolding.shared[scalar]
        if unit == 0 { continue }
      }
      guard unit == self[index - 1] else { return false }
      index -= 1
    }
    return true
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
  func contains(_ lead: UInt8, _ next: UInt8) -> Bool {
    lead >= 0xc0 && pairs[ScalarLeads.index(lead, next)]
  }

  /// The place of a lead byte and the byte after it.
  @inline(__always)
  private static func index(_ lead: UInt8, _ next: UInt8) -> Int {
    Int(lead & 0x3f) << 6 | Int(next & 0x3f)
  }
}
