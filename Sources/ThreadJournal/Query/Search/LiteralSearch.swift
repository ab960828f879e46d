import ThreadStorage

/// A search of a file's raw bytes for places where a pattern may stand, that never misses one.
///
/// It looks for a piece of the pattern that stands in the file as it is: white space may be any, and a
/// `\` may come before a colon (F16), so that pieces end there.
struct LiteralSearch: Sendable {
  /// How the piece is found.
  private enum Strategy: Sendable {
    /// The bytes as they are.
    case exact(ASCIISearch)
    /// ASCII letters in all ways that they can be written.
    case folded(FoldedSearch)
    /// One unit of the piece, in all ways that it can be written.
    case anchor(index: Int, spellings: [[UInt8]])
  }

  /// Whether what stands at a place in the bytes counts.
  typealias Check = (borrowing Span<UInt8>, Int) -> Bool

  private let units: [UInt32]
  private let strategy: Strategy
  /// How rare the piece is likely to be; the higher the rarer.
  let rarity: Int

  /// A search for the exact ASCII `bytes`.
  init(exactly bytes: String) {
    units = bytes.utf8.map { UInt32($0) }
    strategy = .exact(ASCIISearch(Array(bytes.utf8), ignoringCase: false))
    rarity = 40
  }

  /// A search for ASCII `text` without regard to case and marks; nil where it is not ASCII.
  init?(ignoringCase text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.init(folded: text.utf8.map { TextFolding.foldedASCII(UInt32($0)) })
  }

  /// A search for the rarest piece of `pattern`; nil where it has none that can be searched for.
  init?(_ pattern: TextPattern) {
    let pieces =
      pattern.mode == .folded
      ? LiteralSearch.pieces(of: pattern.units).map { LiteralSearch(folded: $0) }
      : LiteralSearch.exactPieces(of: pattern.units).compactMap { LiteralSearch(exact: $0) }
    guard let best = pieces.max(by: { $0.rarity < $1.rarity }) else { return nil }
    self = best
  }

  private init(folded units: [UInt32]) {
    self.units = units
    rarity = LiteralSearch.rarity(of: units)
    if units.allSatisfy({ $0 < 0x80 }) {
      strategy = .folded(FoldedSearch(units))
    } else {
      let index = units.firstIndex { $0 >= 0x80 } ?? 0
      strategy = .anchor(index: index, spellings: TextFolding.shared.spellings(of: units[index]))
    }
  }

  private init?(exact units: [UInt32]) {
    self.units = units
    rarity = LiteralSearch.rarity(of: units)
    let scalars = units.compactMap { Unicode.Scalar($0) }
    guard scalars.count == units.count else { return nil }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    strategy = .exact(ASCIISearch(Array(text.utf8), ignoringCase: false))
  }

  private static func rarity(of units: [UInt32]) -> Int {
    units.reduce(0) {
      $0 + ($1 < 0x80 ? 50 - ASCIISearch.frequency(of: UInt8($1)) : 40)
    }
  }

  /// The pieces between white space, and before colons.
  private static func pieces(of units: [UInt32]) -> [[UInt32]] {
    var pieces: [[UInt32]] = [[]]
    for unit in units {
      if unit == 0x20 || unit == 0x3a { pieces.append([]) }
      if unit != 0x20 { pieces[pieces.count - 1].append(unit) }
    }
    return pieces.filter { !$0.isEmpty }
  }

  /// The pieces of units that can be written in one way only.
  private static func exactPieces(of units: [UInt32]) -> [[UInt32]] {
    var pieces: [[UInt32]] = [[]]
    for (index, unit) in units.enumerated() {
      let isMarked = index + 1 < units.count && TextFolding.isMark(units[index + 1])
      let isFixed =
        unit != 0x20 && unit < 0x110000 && !isMarked && !TextFolding.isMark(unit)
        && !TextFolding.isComposed(unit) && !TextFolding.isSingletonTarget(unit)
      if !isFixed || unit == 0x3a { pieces.append([]) }
      if isFixed { pieces[pieces.count - 1].append(unit) }
    }
    return pieces.filter { !$0.isEmpty }
  }

  /// The first place in `range` that counts; nil only where the pattern stands at none that does.
  func firstPlace(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>, where isWanted: Check = { _, _ in true }
  ) -> Int? {
    if case .folded(let search) = strategy {
      return search.firstIndex(in: bytes, range, where: isWanted)
    }
    var position = range.lowerBound
    while let place = firstCandidate(in: bytes, position..<range.upperBound) {
      if isWanted(bytes, place) { return place }
      position = place + 1
    }
    return nil
  }

  private func firstCandidate(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    switch strategy {
    case .exact(let search): return search.firstIndex(in: bytes, range)
    case .folded(let search): return search.firstIndex(in: bytes, range) { _, _ in true }
    case .anchor(let index, let spellings):
      var first: Int?
      for spelling in spellings {
        var position = range.lowerBound
        let end = first.map { min($0 + spelling.count, range.upperBound) } ?? range.upperBound
        while let found = ByteSearch.firstIndex(of: spelling, in: bytes, position..<end) {
          if units.mayStand(in: bytes, range, with: index, at: found) {
            first = found
            break
          }
          position = found + 1
        }
      }
      return first
    }
  }
}

extension TextFolding {
  /// All ways, as UTF-8, in which a text may begin to write `unit`.
  func spellings(of unit: UInt32) -> [[UInt8]] {
    var scalars = [unit] + sources(of: unit)
    if unit &- 0xac00 < 11172 {
      scalars.append(0x1100 + (unit - 0xac00) / 588)
      scalars.append(unit - (unit - 0xac00) % 28)
    }
    if TextFolding.isVoicedKana(unit) { scalars += [unit &- 1, unit &- 2, 0x3046, unit &- 8] }
    return Set(scalars).compactMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether `unit` may be several scalars in a text.
  static func isComposed(_ unit: UInt32) -> Bool {
    unit >= 0x1100 && (unit < 0x1200 || unit &- 0xac00 < 11172 || unit &- 0x3040 < 0xc0)
  }

  private static func isVoicedKana(_ unit: UInt32) -> Bool { unit &- 0x3040 < 0xc0 }

  /// Whether another scalar is canonically equivalent to `unit` alone.
  static func isSingletonTarget(_ unit: UInt32) -> Bool {
    switch unit {
    case 0x4b, 0x3b, 0x60, 0xb4, 0xb7, 0x2b9, 0x3a9, 0x3b9, 0x2002, 0x2003, 0x3008, 0x3009: true
    default: false
    }
  }
}
