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
