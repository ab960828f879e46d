/// A decimal number of any length, compared exactly: sign, digits, and perhaps a point and more digits (F25).
package struct DecimalNumber: Sendable, Hashable, Comparable {
  /// Whether it is less than zero.
  package let isNegative: Bool
  /// The ASCII digits before the point, without leading zeros; empty for none.
  private let whole: [UInt8]
  /// The ASCII digits after the point, without trailing zeros.
  private let fraction: [UInt8]

  /// The number that `text` spells, or nil where it is none.
  package init?(_ text: ArraySlice<UInt8>) {
    var digits = text
    let isSigned = digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+")
    if isSigned { digits = digits.dropFirst() }
    let wholePart = digits.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !wholePart.isEmpty else { return nil }
    var fractionPart = digits[wholePart.endIndex...]
    if fractionPart.first == UInt8(ascii: ".") {
      fractionPart = fractionPart.dropFirst()
      guard !fractionPart.isEmpty, fractionPart.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        return nil
      }
    } else if !fractionPart.isEmpty {
      return nil
    }
    whole = Array(wholePart.drop { $0 == 0x30 })
    let lastDigit = fractionPart.lastIndex { $0 != 0x30 }
    fraction = lastDigit.map { Array(fractionPart[...$0]) } ?? []
    isNegative = text.first == UInt8(ascii: "-") && !(whole.isEmpty && fraction.isEmpty)
  }

  /// The number that `text` spells, or nil where it is none.
  package init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// Whether there is nothing but zeros after the point.
  package var isWhole: Bool { fraction.isEmpty }

  /// The shortest decimal text of the number, as JSON and YAML write it.
  package var text: String {
    let sign = isNegative ? "-" : ""
    let integer = whole.isEmpty ? "0" : String(utf8: whole)
    let rest = fraction.isEmpty ? "" : "." + String(utf8: fraction)
    return sign + integer + rest
  }

  /// Orders numbers by value.
  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? right.hasSmallerMagnitude(than: left) : left.hasSmallerMagnitude(than: right)
  }

  private func hasSmallerMagnitude(than other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
