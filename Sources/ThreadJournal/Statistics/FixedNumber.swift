/// A decimal number of at most 15 digits before its point and 12 behind it, so that sums are exact.
///
/// Of more digits behind the point, which programs write that compute in binary, twelve are kept.
package struct FixedNumber: Sendable, Hashable, Comparable {
  /// In units of the twelfth digit behind the point.
  let units: Int128

  /// How many digits can stand behind the point.
  package static let mostDecimals = 12
  private static let unitsOfOne: Int128 = 1_000_000_000_000

  init(units: Int128) { self.units = units }

  package init(_ integer: Int) { units = Int128(integer) * Self.unitsOfOne }

  /// The same number, rounded half to even where it has more decimals; nil where it is too large.
  init?(_ number: DecimalNumber) {
    let digits = number.text.utf8.drop { $0 == UInt8(ascii: "-") }
    let whole = digits.prefix { $0 != .dot }
    let fraction = digits.dropFirst(whole.count + 1)
    guard whole.count <= 15 else { return nil }
    let kept = fraction.prefix(Self.mostDecimals)
    var units: Int128 = 0
    for digit in whole { units = units * 10 + Int128(digit - 0x30) }
    for digit in kept { units = units * 10 + Int128(digit - 0x30) }
    for _ in kept.count..<Self.mostDecimals { units *= 10 }
    // A number has no zeros at its end.
    let rest = fraction.dropFirst(kept.count)
    if let first = rest.first, first > 0x35 || (first == 0x35 && (rest.count > 1 || units % 2 == 1))
    {
      units += 1
    }
    self.units = number.isNegative ? -units : units
  }

  /// The number one of whose digit so far behind the point is 1, and all others 0.
  package static func one(at decimal: Int) -> FixedNumber {
    var units = unitsOfOne
    for _ in 0..<min(max(decimal, 0), mostDecimals) { units /= 10 }
    return FixedNumber(units: units)
  }

  /// A number of small size, rounded half to even to so many digits behind the point.
  package init(rounding number: Double, decimals: Int) {
    let step = FixedNumber.one(at: decimals).units
    let scaled = number * Double(Self.unitsOfOne / step)
    units = Int128(scaled.rounded(.toNearestOrEven)) * step
  }

  /// How many digits stand behind the point, without zeros at their end.
  package var decimals: Int {
    var rest = units % Self.unitsOfOne
    var count = rest == 0 ? 0 : Self.mostDecimals
    while count > 0, rest % 10 == 0 {
      rest /= 10
      count -= 1
    }
    return count
  }

  /// The whole part, its fraction cut off.
  package var whole: Int { Int(clamping: units / Self.unitsOfOne) }

  /// The nearest number that a picture is drawn by.
  package var double: Double { Double(units) / Double(Self.unitsOfOne) }

  /// This in hundredths, cut off.
  package var percent: Int { Int(clamping: units / (Self.unitsOfOne / 100)) }

  /// How many of `count` equal parts of `other`, which is not 0, fit into this.
  package func share(of other: FixedNumber, in count: Int) -> Int {
    other.units == 0 ? 0 : Int(clamping: units * Int128(count) / other.units)
  }

  /// These seconds after the start of a day, as seconds after midnight.
  package func clock(dayStartsAt: Int) -> FixedNumber {
    let start = Int128(dayStartsAt) * Self.unitsOfOne
    return FixedNumber(units: (units + start) % (86_400 * Self.unitsOfOne))
  }

  /// The shortest decimal text, as JSON writes it.
  package var text: String {
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: Self.unitsOfOne.magnitude)
    var digits = String(rest)
    digits = String(repeating: "0", count: Self.mostDecimals - digits.utf8.count) + digits
    let fraction = decimals == 0 ? "" : ".\(digits.prefix(decimals))"
    return (units < 0 ? "-" : "") + String(whole) + fraction
  }

  package static func < (left: FixedNumber, right: FixedNumber) -> Bool { left.units < right.units }

  package static func - (left: FixedNumber, right: FixedNumber) -> FixedNumber {
    FixedNumber(units: left.units - right.units)
  }
}

/// A sum of numbers and how many they are; its mean is rounded only where it is told.
package struct NumberSum: Sendable, Hashable {
  private var units: Int128 = 0
  package private(set) var count = 0

  package init() {}

  /// The sum of `count` numbers, of which so many are 1 and the others 0.
  package init(_ ones: Int, of count: Int) {
    units = FixedNumber(ones).units
    self.count = count
  }

  package var sum: FixedNumber { FixedNumber(units: units) }

  @inline(__always)
  package mutating func add(_ number: FixedNumber, times: Int = 1) {
    units += times == 1 ? number.units : number.units * Int128(times)
    count += times
  }

  package mutating func add(_ other: NumberSum) {
    units += other.units
    count += other.count
  }

  /// Whether this is the mean, without rounding.
  package func hasMean(_ number: FixedNumber) -> Bool {
    count > 0 && number.units * Int128(count) == units
  }

  /// The mean, rounded half to even to a multiple of `step`; nil of nothing.
  package func mean(to step: FixedNumber) -> FixedNumber? {
    mean(above: NumberSum(0, of: 1), to: step)
  }

  /// How much the mean is above that of `other`, rounded once; nil where one of them is of nothing.
  package func mean(above other: NumberSum, to step: FixedNumber) -> FixedNumber? {
    guard count > 0, other.count > 0, step.units > 0 else { return nil }
    let (own, ownRest) = units.quotientAndRemainder(dividingBy: Int128(count))
    let (base, baseRest) = other.units.quotientAndRemainder(dividingBy: Int128(other.count))
    // Over one divisor only the rests are: the sums would be too large for it.
    let (steps, unitsLeft) = (own - base).quotientAndRemainder(dividingBy: step.units)
    let counts = Int128(count) * Int128(other.count)
    let rest = unitsLeft * counts + ownRest * Int128(other.count) - baseRest * Int128(count)
    let divisor = step.units * counts
    var (quotient, last) = rest.quotientAndRemainder(dividingBy: divisor)
    if last < 0 { (quotient, last) = (quotient - 1, last + divisor) }
    let isHalf = 2 * last == divisor
    if isHalf ? (steps + quotient) % 2 != 0 : 2 * last > divisor { quotient += 1 }
    return FixedNumber(units: (steps + quotient) * step.units)
  }
}
