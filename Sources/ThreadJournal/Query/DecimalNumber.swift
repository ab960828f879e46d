/// A decimal number of any length, compared exactly.
struct DecimalNumber: Comparable, Sendable {
  private let isNegative: Bool
  /// Digits before the point, without leading zeros.
  private let whole: ArraySlice<UInt8>
  /// Digits after the point, without trailing zeros.
  private let fraction: ArraySlice<UInt8>

  /// Reads a sign, digits, and a point with digits (F25), with white space around them; nil for anything else.
  init?(_ text: [UInt8]) {
    var digits = text.drop { DecimalNumber.isSpace($0) }
    while let last = digits.last, DecimalNumber.isSpace(last) { digits.removeLast() }
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
    let before = digits.prefix { $0 &- 0x30 < 10 }
    var after: ArraySlice<UInt8> = []
    digits = digits[before.endIndex...]
    if digits.first == UInt8(ascii: ".") {
      after = digits.dropFirst()
      guard !after.isEmpty, after.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    } else if !digits.isEmpty {
      return nil
    }
    guard !before.isEmpty else { return nil }
    whole = before.drop { $0 == 0x30 }
    while after.last == 0x30 { after.removeLast() }
    fraction = after
    isNegative = sign == UInt8(ascii: "-") && !(whole.isEmpty && after.isEmpty)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 9 < 5 }

  static func == (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.isNegative == right.isNegative && left.whole == right.whole
      && left.fraction == right.fraction
  }

  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    guard left.isNegative == right.isNegative else { return left.isNegative }
    return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
  }

  private func isCloserToZero(than other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
