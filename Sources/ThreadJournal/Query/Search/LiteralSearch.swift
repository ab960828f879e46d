import ThreadStorage

/// A search of raw bytes for where a pattern may stand, that never misses it.
///
/// `Prefilter` tells how a search comes from a query to the entries; this is its first step.
///
/// It looks for a piece of the pattern that stands in a file as it is: pieces end at white space, which may be any,
/// and before a colon, which may have a `\` before it (F16). The piece's cheapest letter is looked for (`LetterScan`);
/// where it stands, in whatever form, the others are compared one by one, so that a text in a script that is not
/// asked for costs little. A class, so that looking at it copies nothing.
final class LiteralSearch: Sendable {
  /// The piece's letters as `TextFolding` compares them; where it `isExact`, its bytes.
  private let units: [UInt32]
  private let isExact: Bool
  let scan: LetterScan
  /// How rare the piece is likely to be; the higher the rarer.
  let rarity: Int
  /// More letters than this say no more, and take longer to compare.
  static let lengthLimit = 64

  /// A search for ASCII `text`, where it is not `isExact` without regard to case and marks; nil where it is not ASCII.
  convenience init?(_ text: String, isExact: Bool) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let bytes = text.utf8.map { isExact ? $0 : TextFolding.foldedASCII($0) }
    self.init(bytes.map { UInt32($0) }, isExact: isExact)
  }

  /// A search for the rarest piece of `pattern`; nil where it has none that can be searched for.
  convenience init?(_ pattern: TextPattern) {
    let isExact = pattern.mode == .exact
    let pieces = LiteralSearch.pieces(of: pattern.units, isExact: isExact)
    guard let best = pieces.max(by: { LiteralSearch.rarity(of: $0) < LiteralSearch.rarity(of: $1) })
    else { return nil }
    self.init(Array(best.prefix(LiteralSearch.lengthLimit)), isExact: isExact)
  }

  /// A search for these letters, as they are where it `isExact`, else as `TextFolding` compares them; nil for none.
  init?(_ letters: [UInt32], isExact: Bool) {
    let bytes = letters.compactMap { Unicode.Scalar($0) }.flatMap { Array(String($0).utf8) }
    let units = isExact ? bytes.map { UInt32($0) } : letters
    // What stands beyond ASCII is rare in most texts.
    let alone = isExact ? nil : units.firstIndex { $0 >= 0x80 }
    let scans = (alone.map { [$0] } ?? Array(units.indices))
      .map { LetterScan(for: $0, in: units, isExact: isExact) }
    guard let scan = scans.min(by: { $0.cost < $1.cost }) else { return nil }
    self.units = units
    self.isExact = isExact
    rarity = LiteralSearch.rarity(of: letters)
    self.scan = scan
  }

  /// The same search as an object of its own.
  init(_ other: LiteralSearch) {
    units = other.units
    isExact = other.isExact
    scan = other.scan
    rarity = other.rarity
  }

  private static func rarity(of units: [UInt32]) -> Int {
    units.reduce(0) { $0 + ($1 < 0x80 ? 51 - LetterScan.frequency(of: $1) : 40) }
  }

  /// The pieces between white space, and before colons; of an exact pattern those that can be written in one way only.
  private static func pieces(of units: [UInt32], isExact: Bool) -> [[UInt32]] {
    var pieces: [[UInt32]] = [[]]
    for (index, unit) in units.enumerated() {
      let isMarked = index + 1 < units.count && TextFolding.isMark(units[index + 1])
      let isFixed = !isExact || !isMarked && TextFolding.hasOneSpelling(unit)
      if !isFixed || unit == 0x20 || unit == 0x3a { pieces.append([]) }
      if isFixed, unit != 0x20 { pieces[pieces.count - 1].append(unit) }
    }
    return pieces.filter { !$0.isEmpty }
  }

  /// The offset of the scanned letter where the whole piece first stands in `range` and `isWanted` holds; it may be
  /// wrong where a letter may be several scalars.
  func firstIndex(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>,
    where isWanted: (borrowing Span<UInt8>, Int) -> Bool = { _, _ in true }
  ) -> Int? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    var position = range.lowerBound
    while let found = scan.firstIndex(in: bytes, position..<range.upperBound) {
      if stands(in: bytes, range, at: found), isWanted(bytes, found) { return found }
      position = found + 1
    }
    return nil
  }

  /// Whether the piece stands whole in `range` with the scanned letter at `position`, which was found.
  private func stands(in bytes: borrowing Span<UInt8>, _ range: Range<Int>, at position: Int)
    -> Bool
  {
    guard range.contains(position) else { return false }
    return isExact
      ? areBytes(in: bytes, range, at: position) : mayStand(in: bytes, range, at: position)
  }

  // MARK: Comparing

  /// Whether the bytes of the piece stand in `range` with the scanned one at `position`.
  private func areBytes(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>, at position: Int
  ) -> Bool {
    let start = position - scan.anchor
    guard start >= range.lowerBound, start + units.count <= range.upperBound else { return false }
    for index in units.indices where UInt32(bytes[start + index]) != units[index] { return false }
    return true
  }

  /// The same for letters in any of their forms; marks between them do not count.
  private func mayStand(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>, at position: Int
  ) -> Bool {
    let letter = units[scan.anchor]
    var end = position + 1
    if bytes[position] >= 0x80 {
      let (scalar, length) = UTF8Scalar.decode(bytes, at: position, upTo: range.upperBound)
      let isLetter =
        letter < 0x80 ? TextFolding.shared[scalar] == letter : scan.spellings.contains(scalar)
      guard isLetter else { return false }
      end = position + length
    }
    if TextFolding.isComposed(letter) { return true }
    for index in scan.anchor + 1..<units.count {
      let unit = units[index]
      // Most letters are ASCII, in the text as well.
      if unit < 0x80, end < range.upperBound,
        TextFolding.foldedASCII(UInt32(bytes[end])) == unit
      {
        end += 1
        continue
      }
      if TextFolding.isComposed(unit) { break }
      guard LiteralSearch.step(over: unit, in: bytes, from: &end, upTo: range.upperBound)
      else { return false }
    }
    return isPreceded(in: bytes, position, range)
  }

  /// Goes over the marks from `position` on and then `unit`; false where something else stands there.
  @inline(__always)
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

  /// Whether the letters before the scanned one stand before `position`.
  private func isPreceded(
    in bytes: borrowing Span<UInt8>, _ position: Int, _ range: Range<Int>
  ) -> Bool {
    var index = scan.anchor
    var position = position
    while index > 0, !TextFolding.isComposed(units[index - 1]) {
      guard position > range.lowerBound else { return false }
      position -= 1
      var unit = TextFolding.foldedASCII(UInt32(bytes[position]))
      if bytes[position] >= 0x80 {
        guard
          let (scalar, start) = UTF8Scalar.decode(
            bytes, before: position + 1, from: range.lowerBound)
        else { return false }
        position = start
        unit = TextFolding.shared[scalar]
        if unit == 0 { continue }
      }
      guard unit == units[index - 1] else { return false }
      index -= 1
    }
    return true
  }
}

extension TextFolding {
  /// The scalars beyond ASCII with which a text may begin to write `unit`.
  func spellings(of unit: UInt32) -> [UInt32] {
    if unit < 0x80 { return TextFolding.sourcesOfASCII[Int(unit)] }
    var scalars = [unit] + sources(of: unit)
    if unit &- 0xac00 < 11172 {
      scalars.append(0x1100 + (unit - 0xac00) / 588)
      scalars.append(unit - (unit - 0xac00) % 28)
    }
    let isKana = unit &- 0x3040 < 0xc0
    if isKana { scalars += [unit - 1, unit - 2, 0x3046, unit - 8] }
    return scalars
  }

  /// Whether `unit` may be several scalars in a text.
  static func isComposed(_ unit: UInt32) -> Bool {
    unit >= 0x1100 && (unit < 0x1200 || unit &- 0xac00 < 11172 || unit &- 0x3040 < 0xc0)
  }

  /// Whether `unit`, which no mark follows, is written in one way only, where case counts.
  fileprivate static func hasOneSpelling(_ unit: UInt32) -> Bool {
    switch unit {
    // Another scalar is canonically equivalent to one of these alone.
    case 0x4b, 0x3b, 0x60, 0xb4, 0xb7, 0x2b9, 0x3a9, 0x3b9, 0x2002, 0x2003, 0x3008, 0x3009: false
    default: unit < UTF8Scalar.invalid && !isMark(unit) && !isComposed(unit)
    }
  }
}
