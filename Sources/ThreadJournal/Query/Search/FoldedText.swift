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

/// The decoding of UTF-8 that may be invalid.
enum UTF8Scalar {
  /// What stands for the byte 0 where it is not UTF-8; other bytes follow.
  static let invalid: UInt32 = 0x110000

  /// The scalar at `position`, whose byte is not ASCII, and its length; a byte that is not UTF-8 stands for itself.
  @inline(__always)
  static func decode(
    _ bytes: borrowing Span<UInt8>, at position: Int, upTo end: Int
  ) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(bytes[position])
    let alone = (invalid + lead, 1)
    let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
    guard lead >= 0xc2, lead <= 0xf4, position + length <= end else { return alone }
    var scalar = lead & (0x7f >> UInt32(length))
    for offset in 1..<length {
      let next = UInt32(bytes[position + offset])
      guard next & 0xc0 == 0x80 else { return alone }
      scalar = scalar << 6 | next & 0x3f
    }
    let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
    guard scalar >= least, scalar <= 0x10ffff, !(0xd800...0xdfff).contains(scalar) else {
      return alone
    }
    return (scalar, length)
  }

  /// The scalar beyond ASCII that ends before `end`, and its start; nil where no UTF-8 from `limit` on ends there.
  static func decode(
    _ bytes: borrowing Span<UInt8>, before end: Int, from limit: Int
  ) -> (scalar: UInt32, start: Int)? {
    var start = end - 1
    while start > Swift.max(limit, end - 4), bytes[start] & 0xc0 == 0x80 { start -= 1 }
    let (scalar, length) = decode(bytes, at: start, upTo: end)
    return start + length == end && scalar < invalid ? (scalar, start) : nil
  }
}
