/// What the values of a field are (F25).
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
  /// One of the field's options.
  case choice

  /// The type that `name` names; case does not count.
  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// Whether values have an order, so that the field may have a minimum and a maximum.
  package var isOrdered: Bool {
    switch self {
    case .integer, .number, .date, .duration: true
    case .text, .boolean, .choice: false
    }
  }
}

extension FieldType {
  /// The narrowest type that all values fit; text where there are none.
  ///
  /// Digits with zeros before them (`007`) are text: they are codes, not numbers.
  init(narrowestOf values: [[UInt8]]) {
    guard !values.isEmpty, values.allSatisfy({ !FieldValue.trimmed($0).isEmpty }) else {
      self = .text
      return
    }
    let candidates: [FieldType] = [.integer, .number, .boolean, .date, .duration]
    self =
      candidates.first { type in
        values.allSatisfy { FieldValue($0, as: type) != nil && !type.isCode($0) }
      } ?? .text
  }

  private func isCode(_ value: [UInt8]) -> Bool {
    guard self == .integer || self == .number else { return false }
    let digits = FieldValue.trimmed(value).drop {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
    }
    return digits.count > 1 && digits.first == 0x30 && digits.dropFirst().first != UInt8(ascii: ".")
  }
}
