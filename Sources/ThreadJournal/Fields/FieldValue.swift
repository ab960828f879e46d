import ThreadStorage

/// A field's value as its type reads it.
package enum FieldValue: Sendable, Hashable {
  /// A text, as typed.
  case text([UInt8])
  case number(DecimalNumber)
  case boolean(Bool)
  case date(CalendarDate)
  case duration(seconds: Int64)
  /// A time of day, in seconds after midnight.
  case time(Int)
  /// The option's index in the field's list.
  case choice(Int)

  /// What `bytes` mean as a value of `type`, white space around it aside; nil where they do not fit.
  ///
  /// - Parameter options: What a choice may be.
  package init?(_ bytes: [UInt8], as type: FieldType, options: [String] = []) {
    let trimmed = bytes[FieldValue.trimming(bytes.span, 0..<bytes.count)]
    let value: FieldValue? =
      switch type {
      case .text: .text(bytes)
      case .integer: trimmed.contains(.dot) ? nil : DecimalNumber(trimmed).map { .number($0) }
      case .number: DecimalNumber(trimmed).map { .number($0) }
      case .boolean: FieldValue.boolean(trimmed).map { .boolean($0) }
      case .date: FieldValue.date(trimmed).map { .date($0) }
      case .duration: FieldValue.seconds(trimmed).map { .duration(seconds: $0) }
      case .time: FieldValue.clock(trimmed).map { .time($0) }
      case .choice: FieldValue.option(trimmed, of: options).map { .choice($0) }
      }
    guard let value else { return nil }
    self = value
  }

  /// `range` of `bytes`, in one line, without the white space at its ends.
  fileprivate static func trimming(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    var range = WideBlank.trimming(bytes, range)
    while let last = range.last, Byte.isSpace(bytes[last]) { range = range.dropLast() }
    while let first = range.first, Byte.isSpace(bytes[first]) { range = range.dropFirst() }
    return range
  }

  /// Whether it is small enough to be counted: up to 15 digits before the point, and as many of seconds.
  var isCounted: Bool {
    switch self {
    case .number(let number):
      number.text.utf8.drop { $0 == UInt8(ascii: "-") }.prefix { $0 != .dot }.count <= 15
    case .duration(let seconds): seconds < 1_000_000_000_000_000
    case .text, .boolean, .date, .time, .choice: true
    }
  }

  /// Whether this comes before `other` in the order of their type; nil where they have none in common.
  package func isLess(than other: FieldValue) -> Bool? {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.duration(let left), .duration(let right)): left < right
    case (.time(let left), .time(let right)): left < right
    default: nil
    }
  }

  private static func option(_ text: ArraySlice<UInt8>, of options: [String]) -> Int? {
    guard let key = String(validating: text, as: UTF8.self).map(FieldName.key) else { return nil }
    return options.firstIndex { FieldName.key($0) == key }
  }

  static func boolean(_ text: ArraySlice<UInt8>) -> Bool? {
    guard text.count <= 5 else { return nil }
    switch String(utf8: text).lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default: return nil
    }
  }

  /// A boolean as spreadsheets, JSON and other languages' answers become one: `true` for `yes` and `TRUE`; nil for others.
  static func plainBoolean(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    boolean(text).map { Array(($0 ? "true" : "false").utf8) }
  }

  private static func date(_ text: ArraySlice<UInt8>) -> CalendarDate? {
    guard text.count == 10, let time = Timestamp(String(utf8: text)),
      time.precision == .day, time.utcOffset == nil
    else { return nil }
    return time.date
  }

  /// `22:30`, `9:05` or `22:30:15`, of a day of 24 hours.
  static func clock(_ text: ArraySlice<UInt8>) -> Int? {
    var scanner = ByteScanner(text)
    guard let hour = scanner.number(upTo: 2) else { return nil }
    var parts: [Int] = []
    while parts.count < 2, scanner.take(sign: ":") {
      let start = scanner.offset
      guard let part = scanner.number(upTo: 2), scanner.offset == start + 2 else { return nil }
      parts.append(part)
    }
    guard let minute = parts.first, scanner.isAtEnd else { return nil }
    return ClockTime(
      hour: hour, minute: minute, second: parts.count > 1 ? parts[1] : nil, half: nil
    )?.secondOfDay
  }

  /// Hours, minutes and seconds in this order, each at most once: `7h30m`.
  static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
    var (total, number, digits): (Int64, Int64, Int) = (0, 0, 0)
    var last = Int64.max
    for byte in text {
      if Byte.isDigit(byte) {
        let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, overflows) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
        if isTooLarge || overflows { return nil }
        number = sum
        digits += 1
        continue
      }
      let unit: Int64
      switch byte {
      case UInt8(ascii: "h"): unit = 3600
      case UInt8(ascii: "m"): unit = 60
      case UInt8(ascii: "s"): unit = 1
      default: return nil
      }
      let (amount, isTooLarge) = number.multipliedReportingOverflow(by: unit)
      let (sum, overflows) = total.addingReportingOverflow(amount)
      if digits == 0 || unit >= last || isTooLarge || overflows { return nil }
      total = sum
      (number, digits, last) = (0, 0, unit)
    }
    return digits == 0 && !text.isEmpty ? total : nil
  }

  /// Whether `text` is a duration with more minutes behind its hours, or more seconds, than clocks show: `7h90m`.
  static func isOverfull(_ text: ArraySlice<UInt8>) -> Bool {
    guard seconds(text) != nil else { return false }
    let numbers = text.split { !Byte.isDigit($0) }
    return numbers.dropFirst().contains { Int(String(utf8: $0)) ?? 60 > 59 }
  }
}

package enum FieldType: String, Sendable, Hashable, CaseIterable {
  /// Any text, of one line or several.
  case text
  /// A whole number: `7`, `-2`.
  case integer
  /// A decimal number with a point: `71.5`.
  case number
  /// `true`, `false`, `yes` or `no`.
  case boolean
  /// A day: `2026-03-28`.
  case date
  /// Hours, minutes and seconds: `7h30m`, `45m`.
  case duration
  /// A time of day: `22:30`.
  case time
  case choice

  /// The type that `name` names; case does not count.
  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// The part of a value's only line that other forms have: but for a text, white space around it means nothing.
  package func exported(_ line: Range<Int>, of bytes: borrowing Span<UInt8>) -> Range<Int> {
    self == .text ? line : FieldValue.trimming(bytes, line)
  }

  /// The same of a value that may have several lines, all of which count but for empty ones around the only other.
  package func exported(_ bytes: [UInt8]) -> [UInt8] {
    let line = exported(bytes.indices, of: bytes.span)
    return self == .text || bytes[line].contains(.lineFeed) ? bytes : Array(bytes[line])
  }

  /// How JSON shows `bytes`: a number with the digits that were typed, but for what JSON's grammar does not have.
  package func json(of bytes: [UInt8]) -> FieldJSON {
    let value = exported(bytes)
    guard isTypedInJSON else { return .string(value) }
    switch FieldValue(value, as: self) {
    case .number(let number)?:
      let isPlain = !isCode(value) && value.first != UInt8(ascii: "+")
      return .number(isPlain ? value : Array(number.text.utf8))
    case .boolean(let isTrue)? where value.elementsEqual((isTrue ? "true" : "false").utf8):
      return .boolean(isTrue)
    default: return .string(value)
    }
  }

  /// Whether JSON shows some values other than as strings.
  package var isTypedInJSON: Bool { self == .integer || self == .number || self == .boolean }

  /// Whether values have an order, so that the field may have a minimum and a maximum.
  package var isOrdered: Bool {
    switch self {
    case .integer, .number, .date, .duration, .time: true
    case .text, .boolean, .choice: false
    }
  }

  /// Whether values are counted in a unit that they do not say themselves.
  package var hasUnit: Bool {
    switch self {
    case .integer, .number, .text, .choice: true
    case .boolean, .date, .duration, .time: false
    }
  }

  /// The narrowest type that all values fit; text where there are none.
  ///
  /// Digits with zeros before them (`007`), and those of telephones, are text: they are codes, not numbers.
  init(narrowestOf values: [[UInt8]]) {
    guard !values.isEmpty, values.allSatisfy({ !$0[...].trimmed.isEmpty }) else {
      self = .text
      return
    }
    let candidates: [FieldType] = [.integer, .number, .boolean, .date, .duration, .time]
    let type =
      candidates.first { type in
        values.allSatisfy { FieldValue($0, as: type) != nil && !type.isCode($0) }
      } ?? .text
    // `7:30` may be a duration as well; a column has hours of two digits where it is of times.
    let isDoubtful =
      type == .time && values.allSatisfy { $0[...].trimmed.prefix { $0 != 0x3A }.count == 1 }
    self = isDoubtful ? .text : type
  }

  /// Whether `value` is a number by its digits alone, as `04109` and `+33612345678` are.
  package func isCode(_ value: [UInt8]) -> Bool {
    guard self == .integer || self == .number else { return false }
    let text = value[...].trimmed
    let digits = text.dropFirst()
    let isTelephone =
      text.first == UInt8(ascii: "+") && digits.count > 7 && digits.allSatisfy(Byte.isDigit)
    return isTelephone || DecimalNumber.isCode(text)
  }
}

/// A decimal number of any length, compared exactly: sign, digits, and perhaps a point and more digits (F25).
package struct DecimalNumber: Sendable, Hashable, Comparable {
  package let isNegative: Bool
  /// The ASCII digits before the point, without leading zeros; empty for none.
  private let whole: [UInt8]
  /// The ASCII digits after the point, without trailing zeros.
  private let fraction: [UInt8]

  /// The number that `text` spells, or nil where it is none.
  package init?(_ text: ArraySlice<UInt8>) {
    var scanner = ByteScanner(text)
    let hasMinus = scanner.take(sign: "-")
    _ = hasMinus || scanner.take(sign: "+")
    let wholePart = scanner.take(while: Byte.isDigit)
    let hasPoint = scanner.take(sign: ".")
    let fractionPart = scanner.take(while: Byte.isDigit)
    guard !wholePart.isEmpty, hasPoint != fractionPart.isEmpty, scanner.isAtEnd else { return nil }
    whole = Array(wholePart.drop { $0 == 0x30 })
    let lastDigit = fractionPart.lastIndex { $0 != 0x30 }
    fraction = lastDigit.map { Array(fractionPart[...$0]) } ?? []
    isNegative = hasMinus && !(whole.isEmpty && fraction.isEmpty)
  }

  package init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// Whether `text` has a zero before its digits, as codes do: `007`.
  static func isCode(_ text: some Collection<UInt8>) -> Bool {
    let digits = text.drop { "+-".utf8.contains($0) }
    return digits.first == 0x30 && digits.dropFirst().first.map(Byte.isDigit) == true
  }

  /// The shortest decimal text of the number, as JSON and YAML write it.
  package var text: String {
    let sign = isNegative ? "-" : ""
    let integer = whole.isEmpty ? "0" : String(utf8: whole)
    let rest = fraction.isEmpty ? "" : "." + String(utf8: fraction)
    return sign + integer + rest
  }

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

/// A number with a unit behind it, such as `80 kg`; without a space only where the unit is a common one: `3a` is a name.
///
/// The sign of a currency may stand before it, too: `$12.50`, `-$12.50`.
package struct Quantity {
  package let number: ArraySlice<UInt8>
  package let unit: ArraySlice<UInt8>

  package init?(_ text: ArraySlice<UInt8>) {
    // `3. November` is a day.
    if NamedDay.yearlessEnd(in: text) == text.endIndex { return nil }
    let minus = text.prefix { $0 == UInt8(ascii: "-") }
    let amount = text[minus.endIndex...]
    if let sign = Quantity.currencies.first(where: { amount.starts(with: $0) }) {
      let digits = Quantity.withoutSpaces(amount.dropFirst(sign.count))
      number = minus.isEmpty ? digits : (minus + digits)[...]
      unit = amount.prefix(sign.count)
      guard minus.count < 2, digits.first.map(Byte.isDigit) == true,
        digits.allSatisfy({ Byte.isDigit($0) || ".,".utf8.contains($0) })
      else { return nil }
      return
    }
    number = Quantity.number(before: text)
    unit = Quantity.withoutSpaces(text[number.endIndex...])
    guard number.contains(where: Byte.isDigit), !unit.isEmpty, unit.count <= 12,
      !unit.contains(where: { $0 <= 0x20 || Byte.isDigit($0) || ":;()[]{}\"#".utf8.contains($0) })
    else { return nil }
    let isWord = unit.allSatisfy(Byte.isLetter)
    let name = String(utf8: unit).lowercased()
    let isCommon = Quantity.commonUnits.contains(name)
    // `7.30 Uhr` is a time of day.
    guard name != "uhr", unit.startIndex > number.endIndex || !isWord || isCommon else {
      return nil
    }
  }

  /// Whether it may be a postal code with its town, as `8000 Brugge`.
  var mayBePlace: Bool {
    4...5 ~= number.count && number.allSatisfy(Byte.isDigit) && unit.count > 3
      && unit.first.map { 0x41...0x5A ~= $0 } == true
      && !Quantity.commonUnits.contains(String(utf8: unit).lowercased())
  }

  /// The number with which `text` begins; spaces may stand between thousands, as in `2 412,35 €`.
  private static func number(before text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var number = text.prefix { Byte.isDigit($0) || "+-.,".utf8.contains($0) }
    guard number.count(where: Byte.isDigit) <= 3 else { return number }
    while number.last.map(Byte.isDigit) == true,
      !number.contains(where: { ".,".utf8.contains($0) }),
      let space = spaces.first(where: { text[number.endIndex...].starts(with: $0) })
    {
      let rest = text[(number.endIndex + space.count)...]
      guard rest.prefix(while: Byte.isDigit).count == 3 else { break }
      let end = rest.prefix { Byte.isDigit($0) || ".,".utf8.contains($0) }.endIndex
      number = text[number.startIndex..<end]
    }
    return number
  }

  /// The text behind spaces, of any width: French and some programs set units off by ones that do not break.
  private static func withoutSpaces(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let space = spaces.first(where: { text.starts(with: $0) }) {
      text = text.dropFirst(space.count)
    }
    return text
  }

  private static let spaces = [" ", "\u{A0}", "\u{2009}", "\u{202F}"].map { Array($0.utf8) }

  /// The signs of currencies that stand before numbers.
  static let currencies = ["$", "€", "£", "¥"].map { Array($0.utf8) }

  private static let commonUnits: Set = [
    "kg", "g", "mg", "mcg", "µg", "lb", "lbs", "oz", "km", "m", "cm", "mm", "mi", "ft", "l", "ml",
    "cl", "dl",
    "kcal", "cal", "kj", "bpm", "h", "min", "s", "ms", "kwh", "w", "kw",
  ]
}

/// Where a field's value stands among others of the field, perhaps of other threads: numbers, lengths, times, days,
/// yes and no, options as they are defined, then texts and what does not fit the type, from A to Z.
struct FieldOrder: Comparable {
  private let rank: Int
  private let value: FieldValue

  init(_ typed: [UInt8], _ definition: FieldDefinition?, dayStartsAt: Int) {
    let text = FieldValue.text(Array(FieldName.key(typed).utf8))
    let read = definition.flatMap { FieldValue(typed, as: $0.type, options: $0.options) } ?? text
    switch read {
    case .number: (rank, value) = (0, read)
    case .duration: (rank, value) = (1, read)
    case .time(let second): (rank, value) = (2, .time((second + 86_400 - dayStartsAt) % 86_400))
    case .date: (rank, value) = (3, read)
    case .boolean: (rank, value) = (4, read)
    case .choice: (rank, value) = (5, read)
    case .text: (rank, value) = (6, text)
    }
  }

  static func < (left: FieldOrder, right: FieldOrder) -> Bool {
    switch (left.value, right.value) {
    case (.boolean(let first), .boolean(let second)): !first && second
    case (.choice(let first), .choice(let second)): first < second
    case (.text(let first), .text(let second)): first.lexicographicallyPrecedes(second)
    default: left.value.isLess(than: right.value) ?? (left.rank < right.rank)
    }
  }
}
