import ThreadStorage

/// What the values of a field of numbers, durations or times usually are, which shows a slip of the finger in one more.
package struct UsualNumbers {
  /// A value that is none of the usual ones, and what is rather meant.
  package struct Slip: Sendable, Hashable {
    /// From the least to the greatest of them.
    fileprivate let least: String
    fileprivate let most: String
    /// Whether a few others lie outside.
    fileprivate let areMost: Bool
    package let meant: String?

    /// What the others are, as `others are 30 to 170`.
    package var usual: String { "\(areMost ? "most " : "")others are \(least) to \(most)" }
  }

  private typealias Value = (number: Double, text: String)

  private let type: FieldType
  /// From the least on.
  private var values: [Value]

  /// How many tell anything; of times of day, two agree on the half of the day.
  private static func least(of type: FieldType) -> Int { type == .time ? 2 : 5 }

  /// - Parameter values: Those of other entries; nil where they are fewer than `count`, too few to tell anything.
  package init?(_ values: [[UInt8]], of type: FieldType, atLeast count: Int? = nil) {
    self.type = type
    self.values = values.compactMap { Self.value($0, type) }.sorted { $0.number < $1.number }
    if self.values.count < count ?? Self.least(of: type) { return nil }
  }

  private static func value(_ value: [UInt8], _ type: FieldType) -> Value? {
    let text = String(utf8: value[...].trimmed)
    let number: Double? =
      switch type {
      case .integer, .number: Double(text)
      case .duration: FieldValue.seconds(value[...].trimmed).map(Double.init)
      case .time: FieldValue.clock(value[...].trimmed).map(Double.init)
      default: nil
      }
    return number.flatMap { $0.isFinite ? ($0, text) : nil }
  }

  /// What is told of one more value; nil of a usual one.
  package func slip(in value: [UInt8]) -> Slip? {
    guard let own = Self.value(value, type), own.number > 0 else { return nil }
    return switch type {
    case .duration: wrongUnit(own) ?? hoursAsMinutes(own)
    case .time: otherHalf(own) ?? extraHourDigit(in: value)
    default:
      doubledDigit(own)
        ?? (hasNear(own) ? nil : wrongSize(own) ?? extraDigit(own) ?? missingDigit(own))
        ?? farOff(own)
    }
  }

  /// Whether one of them is far from their middle: the others tell whether it is a slip.
  package func mayBeSlip(_ value: [UInt8]) -> Bool {
    let middle = values[values.count / 2].number
    return type == .time
      || Self.value(value, type).map { $0.number > 3 * middle || 3 * $0.number < middle } ?? false
  }

  /// Whether none of them is near it.
  package func isFar(_ value: [UInt8]) -> Bool {
    guard let own = Self.value(value, type), let (least, most) = ends(of: values[...]) else {
      return false
    }
    return own.number < least.number / 1.5 || own.number > most.number * 1.5
  }

  /// The others of them, without one; nil where they are too few.
  package func others(of value: [UInt8]) -> UsualNumbers? {
    let own = Self.value(value, type)
    guard let index = values.firstIndex(where: { $0.text == own?.text }) else { return self }
    var others = self
    others.values.remove(at: index)
    return others.values.count < Self.least(of: type) ? nil : others
  }

  private func slip(_ least: Value, _ most: Value, meant: String?) -> Slip {
    let areMost = values.contains { $0.number < least.number || most.number < $0.number }
    return Slip(
      least: least.text, most: most.text, areMost: type != .time && areMost, meant: meant)
  }

  /// Whether several others are about as large, so that this is no slip.
  private func hasNear(_ own: Value) -> Bool {
    values.count { own.number / 2 <= $0.number && $0.number <= 2 * own.number } > 1
  }

  /// A number with a digit more than all others have, whose last key was pressed twice: 77 for 7.
  private func doubledDigit(_ own: Value) -> Slip? {
    let digits = own.text.utf8
    guard type == .integer, digits.count > 1, digits.last == digits.dropLast().last,
      let meant = Double(own.text.dropLast()), let (least, most) = ends(of: values[...]),
      least.number...most.number ~= meant, most.text.utf8.count < digits.count
    else { return nil }
    return slip(least, most, meant: String(own.text.dropLast()))
  }

  /// A number that nearly all others, which are of one size, are a power of ten times as large, or as small, as: its point or a
  /// digit is missing.
  private func wrongSize(_ own: Value) -> Slip? {
    guard type == .number, let usual = ofOneSize, let (least, most) = ends(of: usual),
      let all = ends(of: values.count < 10 ? values[...] : usual),
      own.number > 5 * most.number || own.number < all.least.number / 5,
      let digits = zip([3, 2, 1, -1, -2, -3], [0.001, 0.01, 0.1, 10, 100, 1000]).first(where: {
        0.8 * least.number...1.25 * most.number ~= own.number * $1
      })?.0
    else { return nil }
    // Only where others have decimals, a point is missing.
    let haveDecimals = usual.contains { $0.text.contains(".") }
    let count = own.text.utf8.count
    let hasPoint =
      haveDecimals && own.text.utf8.allSatisfy(Byte.isDigit) && 1..<count ~= digits
    let meant = hasPoint ? "\(own.text.dropLast(digits)).\(own.text.suffix(digits))" : nil
    return slip(least, most, meant: meant)
  }

  /// A whole number with one digit more than the others, which are of one size, as 1280 for 128; or more than twice as large as
  /// all of many, with one digit behind one of these: 400 for 40.
  private func extraDigit(_ own: Value) -> Slip? {
    guard type == .integer, let all = ends(of: values[...]) else { return nil }
    if let usual = ofOneSize, let (least, most) = ends(of: usual), own.number > 5 * most.number,
      values.count(where: { 2 * $0.number > own.number }) < 2
    {
      let meant = own.text.indices.reversed().lazy.map { index in
        var text = own.text
        text.remove(at: index)
        return text
      }
      let likely = [1.0, 1.25].lazy.compactMap { factor in
        meant.first { text in
          Double(text).map { least.number / factor...most.number * factor ~= $0 } == true
        }
      }.first
      return likely.map { slip(least, most, meant: $0) }
    }
    let shorter = own.text.dropLast()
    guard values.count > 9, own.number > 2 * all.most.number,
      values.contains(where: { $0.text == shorter })
    else { return nil }
    return slip(all.least, all.most, meant: nil)
  }

  /// A whole number that is one of the others, which are of one size, without its last digit: 12 among 110 to 130.
  private func missingDigit(_ own: Value) -> Slip? {
    guard type == .integer, let usual = ofOneSize, let (least, most) = ends(of: usual),
      let all = ends(of: values[...])?.least, own.number < all.number / 5,
      10 * own.number + 9 >= least.number, 10 * own.number <= most.number
    else { return nil }
    return slip(least, most, meant: nil)
  }

  /// A whole number that is many times as large as all of many others; amounts such as prices vary so.
  private func farOff(_ own: Value) -> Slip? {
    guard type == .integer, values.count > 7, let (least, most) = ends(of: values[...]),
      least.number >= 0,
      most.number > 0, own.number > 10 * most.number
    else { return nil }
    return slip(least, most, meant: nil)
  }

  /// A duration in minutes where all others are of hours, or the other way round: `7m` for `7h`.
  private func wrongUnit(_ own: Value) -> Slip? {
    guard let usual = ofOneSize, let (least, most) = ends(of: usual),
      let unit = own.text.last, own.text.dropLast().utf8.allSatisfy(Byte.isDigit),
      let (other, factor) = ["m": ("h", 60.0), "h": ("m", 1 / 60)][unit],
      0.8 * least.number...1.25 * most.number ~= own.number * factor
    else { return nil }
    return slip(least, most, meant: own.text.dropLast() + other)
  }

  /// More minutes than any other has, which are hours and minutes without the letter of the hours, as most others have it:
  /// `630m` for `6h30m`.
  private func hoursAsMinutes(_ own: Value) -> Slip? {
    let digits = own.text.dropLast()
    guard own.text.hasSuffix("m"), digits.utf8.count == 3, let number = Int(digits),
      let (least, most) = ends(of: values[...]), own.number > most.number,
      values.count(where: { $0.text.contains("h") }) * 4 >= values.count * 3
    else { return nil }
    let (hours, minutes) = (number / 100, number % 100)
    let seconds = Double(hours * 60 + minutes) * 60
    guard minutes < 60, 0.8 * least.number...1.25 * most.number ~= seconds else { return nil }
    return slip(least, most, meant: "\(hours)h" + (minutes > 0 ? "\(minutes)m" : ""))
  }

  /// A time from one to one where others are about twelve hours later: `4:45` among ends of working days.
  private func otherHalf(_ own: Value) -> Slip? {
    let second = Int(own.number)
    guard 1...12 ~= second / 3600, !own.text.hasPrefix("0"), areOfOtherHalf(than: second) else {
      return nil
    }
    let later = (second + 43_200) % 86_400
    // A night goes on behind midnight.
    func order(_ value: Value) -> Int { (Int(value.number) - later + 43_200 + 86_400) % 86_400 }
    let ordered = values.sorted { order($0) < order($1) }
    return ends(of: ordered[...]).map { least, most in
      slip(least, most, meant: Self.clock(later))
    }
  }

  /// A time of the afternoon, far from all others, which are of about one hour, as it is without a digit: `17:10` for `7:10`.
  package func extraHourDigit(in value: [UInt8]) -> Slip? {
    guard values.count > 4, let own = Self.value(value, type),
      own.text.prefix(2).allSatisfy(\.isNumber), own.number >= 13 * 3600,
      let (least, most) = ends(of: values[...]), most.number - least.number < 4 * 3600
    else { return nil }
    let meant = [own.text.dropFirst(), own.text.prefix(1) + own.text.dropFirst(2)]
      .map(String.init).first {
        guard let clock = FieldValue.clock(Array($0.utf8)[...]) else { return false }
        return least.number - 3600...most.number + 3600 ~= Double(clock)
      }
    guard let meant,
      values.allSatisfy({ Self.distance(Int(own.number), Int($0.number)) > 4 * 3600 })
    else { return nil }
    return slip(least, most, meant: meant)
  }

  /// Whether a time of the afternoon is of the hours behind that of its entry, as the end of a nap is.
  package static func mayEnd(_ value: [UInt8], _ time: Timestamp) -> Bool {
    guard time.precision != .day, let clock = FieldValue.clock(value[...].trimmed) else {
      return false
    }
    return clock >= 13 * 3600 && 0..<3 * 3600 ~= clock - time.secondOfDay
  }

  /// How far apart two times are, where midnight comes between them, too.
  private static func distance(_ first: Int, _ second: Int) -> Int {
    min(abs(first - second), 86_400 - abs(first - second))
  }

  /// Whether three of four times are nearer to the one twelve hours from `second` than to that.
  package func areTwelveHours(from second: Int) -> Bool {
    let later = (second + 43_200) % 86_400
    let nearer = values.count {
      Self.distance(Int($0.number), later) < Self.distance(Int($0.number), second)
    }
    return nearer * 4 >= values.count * 3
  }

  /// Whether several times, and three of four, are near to the one twelve hours from `second`.
  package func areOfOtherHalf(than second: Int) -> Bool {
    Self.areOfOtherHalf(than: second, values.map { Int($0.number) })
  }

  /// The same of these times.
  package static func areOfOtherHalf(than second: Int, _ clocks: [Int]) -> Bool {
    let later = (second + 43_200) % 86_400
    let near = clocks.count { distance($0, later) < 3 * 3600 }
    return clocks.count > 1 && near * 4 >= clocks.count * 3
  }

  /// Whether of times in seconds, more are near the one twelve hours after `second` than near that, or none is near it.
  package static func areLater(than second: Int, _ clocks: [Int]) -> Bool {
    func count(near second: Int) -> Int { clocks.count { distance($0, second) < 3600 } }
    let typed = count(near: second)
    return typed == 0 || typed < count(near: (second + 43_200) % 86_400)
  }

  package static func clock(_ second: Int) -> String {
    "\((second / 3600).twoDigits):\((second / 60 % 60).twoDigits)"
  }

  /// Nearly all of them, where these are of one size.
  private var ofOneSize: ArraySlice<Value>? {
    let usual = values[values.count / 2].number
    let near = values.filter { usual / 3 < $0.number && $0.number < 3 * usual }
    guard near.count * 5 >= values.count * 4, let (least, most) = ends(of: near[...]),
      most.number < 3 * least.number
    else { return nil }
    return near[...]
  }

  private func ends(of values: ArraySlice<Value>) -> (least: Value, most: Value)? {
    guard let least = values.first, let most = values.last else { return nil }
    return (least, most)
  }
}
