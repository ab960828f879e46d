/// What letters are the same for a search that minds neither case nor diacritics.
///
/// A letter with marks is its letter, by canonical decomposition; then Unicode's simple case folding
/// is applied (so `ß` is not `ss`). An apostrophe is the same straight or curly. Beyond the table,
/// Hangul and kana are composed rather than taken apart, so that は is not found in ば, nor 하 in 한.
struct TextFolding: Sendable {
  /// The table, made when it is first needed.
  static let shared = TextFolding()

  /// For each block of 256 scalars, the number of its page in `folded`, from 1; 0 where all stay as they are.
  fileprivate var pages = [UInt16](repeating: 0, count: 0x1100)
  fileprivate var folded: [UInt32] = []

  private init() {
    var table = TextFolding.caseFoldings[...]
    while table.count >= 4 {
      let entry = Array(table.prefix(4))
      table = table.dropFirst(4)
      for scalar in stride(from: entry[0], through: entry[1], by: Int(entry[2])) {
        set(scalar, entry[3] &+ (scalar &- entry[0]))
      }
    }
    // Letters come after what they decompose into only where that is a letter with a mark itself.
    for index in stride(from: 0, to: TextFolding.decompositions.count, by: 3) {
      let parts = TextFolding.decompositions[index..<index + 3]
      set(parts[index], base(of: parts[index + 1]))
    }
    // Phones and other programs write the apostrophe of `don't` as a quotation mark.
    for mark: UInt32 in [0x2018, 0x2019] { set(mark, 0x27) }
  }

  /// The letter that `scalar` is without marks, folded.
  private func base(of scalar: UInt32) -> UInt32 {
    var base = scalar
    while let parts = TextFolding.decomposition(of: base) { base = parts.first }
    return base < 0x80 ? TextFolding.foldedASCII(base) : self[base]
  }

  private mutating func set(_ scalar: UInt32, _ value: UInt32) {
    let block = Int(scalar >> 8)
    if pages[block] == 0 {
      folded += (0..<256).map { UInt32(block) << 8 | $0 }
      pages[block] = UInt16(folded.count >> 8)
    }
    folded[(Int(pages[block]) - 1) << 8 | Int(scalar & 0xff)] = value
  }

  /// What `scalar`, beyond ASCII, is compared as; 0 for a mark, which is left out.
  subscript(scalar: UInt32) -> UInt32 {
    if TextFolding.isMark(scalar) { return 0 }
    let block = Int(scalar >> 8)
    guard block < pages.count, pages[block] > 0 else { return scalar }
    return folded[(Int(pages[block]) - 1) << 8 | Int(scalar & 0xff)]
  }

  /// Unicode's simple case folding of `scalar`; diacritics stay.
  static func caseFolded(_ scalar: UInt32) -> UInt32 {
    guard scalar >= 0x80 else { return foldedASCII(scalar) }
    let entry =
      4 * (0..<caseFoldings.count / 4).partitioningIndex { caseFoldings[$0 * 4 + 1] >= scalar }
    guard entry < caseFoldings.count, caseFoldings[entry] <= scalar,
      (scalar - caseFoldings[entry]) % caseFoldings[entry + 2] == 0
    else { return scalar }
    return caseFoldings[entry + 3] &+ (scalar - caseFoldings[entry])
  }

  @inline(__always)
  static func foldedASCII<Unit: FixedWidthInteger>(_ unit: Unit) -> Unit {
    unit &- 0x41 < 26 ? unit | 0x20 : unit
  }

  /// The marks that say no more than a diacritic does, ascending.
  static let markRanges: [ClosedRange<UInt32>] = [
    0x300...0x36f, 0x591...0x5bd, 0x5bf...0x5bf, 0x5c1...0x5c2, 0x5c4...0x5c5, 0x5c7...0x5c7,
    0x610...0x61a, 0x64b...0x65f, 0x670...0x670, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff,
    0xfe20...0xfe2f,
  ]

  static func isMark(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300, scalar <= 0xfe2f else { return false }
    if scalar <= 0x36f { return true }
    if scalar > 0x20ff, scalar < 0xfe20 { return false }
    for range in markRanges where scalar <= range.upperBound { return scalar >= range.lowerBound }
    return false
  }

  /// The letter and the mark (0 for none) that `scalar` is canonically equivalent to, if the table has it.
  static func decomposition(of scalar: UInt32) -> (first: UInt32, mark: UInt32)? {
    guard scalar >= 0xc0 else { return nil }
    let entry =
      3 * (0..<decompositions.count / 3).partitioningIndex { decompositions[$0 * 3] >= scalar }
    guard entry < decompositions.count, decompositions[entry] == scalar else { return nil }
    return (decompositions[entry + 1], decompositions[entry + 2])
  }

  /// The one scalar that `unit` is together with the `last` one before it (Hangul, voiced kana), or nil.
  static func composed(_ last: UInt32, _ unit: UInt32) -> UInt32? {
    switch unit {
    case 0x1161...0x1175:
      guard last &- 0x1100 < 19 else { return nil }
      return 0xac00 + ((last - 0x1100) * 21 + unit - 0x1161) * 28
    case 0x11a8...0x11c2:
      guard last &- 0xac00 < 11172, (last - 0xac00) % 28 == 0 else { return nil }
      return last + unit - 0x11a7
    case 0x3099, 0x309a: return voiced(last, isHalf: unit == 0x309a)
    default: return nil
    }
  }

  /// The kana that `last` is with a voicing mark, or with the half-voiced one.
  private static func voiced(_ last: UInt32, isHalf: Bool) -> UInt32? {
    let isKatakana = last >= 0x30a0
    let kana = isKatakana ? last &- 0x60 : last
    switch (kana, isHalf) {
    case (0x306f...0x307b, _): return (kana - 0x306f) % 3 == 0 ? last + (isHalf ? 2 : 1) : nil
    case (0x304b...0x3061, false): return kana % 2 == 1 ? last + 1 : nil
    case (0x3064...0x3068, false): return kana % 2 == 0 ? last + 1 : nil
    case (0x3046, false): return last + 0x4e
    case (0x309d, false): return last + 1
    case (0x308f...0x3092, false): return isKatakana ? last + 8 : nil
    default: return nil
    }
  }
}

extension TextFolding {
  /// For each ASCII unit, the scalars beyond ASCII that are compared as it.
  static let sourcesOfASCII: [[UInt32]] = {
    var sources = [[UInt32]](repeating: [], count: 0x80)
    for (block, page) in shared.pages.enumerated() where page > 0 {
      let start = (Int(page) - 1) << 8
      for offset in 0..<256
      where shared.folded[start + offset] < 0x80 && block << 8 | offset >= 0x80 {
        sources[Int(shared.folded[start + offset])].append(UInt32(block << 8 | offset))
      }
    }
    return sources
  }()

  /// The scalars beyond ASCII that are compared as `unit`, without itself.
  func sources(of unit: UInt32) -> [UInt32] {
    var sources: [UInt32] = []
    for (block, page) in pages.enumerated() where page > 0 {
      let start = (Int(page) - 1) << 8
      for offset in 0..<256 where folded[start + offset] == unit {
        let scalar = UInt32(block << 8 | offset)
        if scalar != unit { sources.append(scalar) }
      }
    }
    return sources
  }
}
