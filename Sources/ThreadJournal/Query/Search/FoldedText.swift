import ThreadStorage

/// A text as the units in which it is searched, with the offset of each.
struct FoldedText {
  enum Mode: Sendable {
    /// Neither case nor diacritics count.
    case folded
    /// Both count; canonically equivalent spellings are still the same.
    case exact
  }

  /// Scalars, with white space as one space a run; a byte that is not UTF-8 is 0x110000 and more.
  private(set) var units: [UInt32] = []
  private(set) var starts: [Int] = []
  let end: Int
  private let mode: Mode

  init(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>, mode: Mode) {
    end = range.upperBound
    self.mode = mode
    units.reserveCapacity(range.count)
    starts.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      let (scalar, length) =
        byte < 0x80
        ? (UInt32(byte), 1) : UTF8Scalar.decode(bytes, at: position, upTo: range.upperBound)
      append(scalar, at: position)
      position += length
    }
  }

  @inline(__always)
  private mutating func append(_ scalar: UInt32, at start: Int) {
    let isASCII = scalar < 0x80
    if isASCII ? scalar == 0x20 || scalar &- 9 < 5 : FoldedText.isSpace(scalar) {
      if units.last != 0x20 { appendUnit(0x20, at: start) }
    } else if isASCII {
      appendUnit(mode == .folded ? TextFolding.foldedASCII(scalar) : scalar, at: start)
    } else if mode == .folded {
      let unit = TextFolding.shared[scalar]
      if unit != 0 { appendUnit(unit, at: start) }
    } else {
      appendDecomposed(scalar, at: start)
    }
  }

  private mutating func appendUnit(_ unit: UInt32, at start: Int) {
    if unit >= 0x1161, let last = units.last, let composed = TextFolding.composed(last, unit) {
      units[units.count - 1] = composed
    } else {
      units.append(unit)
      starts.append(start)
    }
  }

  private mutating func appendDecomposed(_ scalar: UInt32, at start: Int) {
    var marks: [UInt32] = []
    var base = scalar
    while let parts = TextFolding.decomposition(of: base) {
      if parts.mark > 0 { marks.append(parts.mark) }
      base = parts.first
    }
    TextFolding.isMark(base) ? appendMark(base, at: start) : appendUnit(base, at: start)
    for mark in marks.reversed() { appendMark(mark, at: start) }
  }

  /// Appends a mark in canonical order: behind those of a class that is not higher.
  private mutating func appendMark(_ mark: UInt32, at start: Int) {
    let rank = FoldedText.combiningClass(mark)
    var index = units.count
    // More marks than this on one letter are left in their own order, so that time stays linear.
    let limit = max(0, units.count - 16)
    while index > limit, TextFolding.isMark(units[index - 1]),
      FoldedText.combiningClass(units[index - 1]) > rank
    {
      index -= 1
    }
    units.insert(mark, at: index)
    starts.append(start)
  }

  private static func combiningClass(_ unit: UInt32) -> UInt8 {
    Unicode.Scalar(unit)?.properties.canonicalCombiningClass.rawValue ?? 0
  }

  /// Whether a scalar beyond ASCII is white space.
  static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
    default: false
    }
  }
}
