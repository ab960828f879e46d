import ThreadStorage

/// A field's value as its type reads it.
package enum FieldValue: Sendable, Hashable {
  /// A text, as typed.
  case text([UInt8])
  /// An integer or a decimal number.
  case number(DecimalNumber)
  case boolean(Bool)
  case date(CalendarDate)
  /// Whole seconds.
  case duration(seconds: Int64)
  /// The place of the option in the field's list, 0 the first.
  case choice(Int)

  /// What `bytes` mean as a value of `type`, white space around it aside; nil where they do not fit.
  ///
  /// - Parameter options: What a choice may be.
  package init?(_ bytes: [UInt8], as type: FieldType, options: [String] = []) {
    let trimmed = FieldValue.trimmed(bytes)
    let value: FieldValue? =
      switch type {
      case .text: .text(bytes)
      case .integer:
        trimmed.contains(UInt8(ascii: ".")) ? nil : DecimalNumber(trimmed).map { .number($0) }
      case .number: DecimalNumber(trimmed).map { .number($0) }
      case .boolean: FieldValue.boolean(trimmed).map { .boolean($0) }
      case .date: FieldValue.date(trimmed).map { .date($0) }
      case .duration: FieldValue.seconds(trimmed).map { .duration(seconds: $0) }
      case .choice: FieldValue.option(trimmed, of: options).map { .choice($0) }
      }
    guard let value else { return nil }
    self = value
  }

  /// Whether this comes before `other` in the order of their type; nil where they have none in common.
  package func isLess(than other: FieldValue) -> Bool? {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.duration(let left), .duration(let right)): left < right
    default: nil
    }
  }

  /// `bytes` without the ASCII white space at their ends.
  package static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }

  private static func option(_ text: ArraySlice<UInt8>, of options: [String]) -> Int? {
    guard let key = String(validating: text, as: UTF8.self).map(FieldName.key) else { return nil }
    return options.firstIndex { FieldName.key($0) == key }
  }

  private static func boolean(_ text: ArraySlice<UInt8>) -> Bool? {
    guard text.count <= 5 else { return nil }
    switch String(utf8: text).lowercased() {
    case "true", "yes": return true
    case "false", "no": return false
    default: return nil
    }
  }

  private static func date(_ text: ArraySlice<UInt8>) -> CalendarDate? {
    guard text.count == 10, let time = Timestamp(String(utf8: text)),
      time.precision == .day, time.utcOffset == nil
    else { return nil }
    return time.date
  }

  /// Hours, minutes and seconds in this order, each at most once: `7h30m`.
  private static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
    var total: Int64 = 0
    var rest = text
    var units: [(letter: UInt8, seconds: Int64)] = [
      (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
    ]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard let number = Int64(String(utf8: digits)), let letter = rest[digits.endIndex...].first,
        let unit = units.firstIndex(where: { $0.letter == letter })
      else { return nil }
      let (amount, isTooLarge) = number.multipliedReportingOverflow(by: units[unit].seconds)
      let (sum, overflows) = total.addingReportingOverflow(amount)
      if isTooLarge || overflows { return nil }
      total = sum
      units.removeFirst(unit + 1)
      rest = rest[(digits.endIndex + 1)...]
    }
    return total
  }
}
