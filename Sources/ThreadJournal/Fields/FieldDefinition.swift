import ThreadStorage

/// A field that a thread defines (F24).
package struct FieldDefinition: Sendable, Hashable {
  /// The name as typed.
  package var name: String
  /// What its values are.
  package var type: FieldType
  /// The least value, as typed; only for types with an order.
  package var minimum: String?
  /// The greatest value, as typed; only for types with an order.
  package var maximum: String?
  /// What the values are counted in, such as `kg`; shown behind them.
  package var unit: String?
  /// What a choice may be.
  package var options: [String] = []
  /// Whether, and when, the field was soft-deleted (F27).
  package var deletion: ThreadHeader.Deletion?

  /// A field of `type` without limits.
  package init(name: String, type: FieldType = .text) {
    self.name = name
    self.type = type
  }

  /// The reserved field for an entry's place, which every thread accepts (F17).
  package static let location = FieldDefinition(name: "location")

  /// The form of the name in which names are compared (F15).
  package var key: String { FieldName.key(name) }

  /// What `bytes` mean to this field, whatever its limits; nil where they do not fit its type.
  package func value(of bytes: [UInt8]) -> FieldValue? {
    FieldValue(bytes, as: type, options: options)
  }

  /// What is wrong with `bytes` as a value of this field; nil where they fit.
  package func check(_ bytes: [UInt8]) -> FieldValueError? {
    if key == FieldDefinition.location.key, PlaceName.isCoordinates(bytes) { return .coordinates }
    guard let value = value(of: bytes) else {
      guard type == .choice else { return .wrongType(type) }
      let text = String(utf8: FieldValue.trimmed(bytes))
      return .notAnOption(nearest: options.nearest(to: text))
    }
    if let minimum, let least = limit(minimum), value.isLess(than: least) == true {
      return .belowMinimum(minimum)
    }
    if let maximum, let greatest = limit(maximum), greatest.isLess(than: value) == true {
      return .aboveMaximum(maximum)
    }
    return nil
  }

  /// How JSON shows `bytes`: typed only where JSON's spelling is the same, so that it reads back to the byte.
  package func json(of bytes: [UInt8]) -> FieldJSON {
    switch value(of: bytes) {
    case .number?: .number
    case .boolean(let value)? where bytes.elementsEqual((value ? "true" : "false").utf8):
      .boolean(value)
    default: .string
    }
  }

  /// Whether the minimum is more than the maximum.
  var hasReversedLimits: Bool {
    guard let least = minimum.flatMap(limit), let greatest = maximum.flatMap(limit) else {
      return false
    }
    return greatest.isLess(than: least) == true
  }

  private func limit(_ text: String) -> FieldValue? { value(of: Array(text.utf8)) }
}

/// How JSON writes a field's value.
package enum FieldJSON: Sendable, Hashable {
  /// The bytes as they are, where JSON's grammar has them as a number; else a string.
  case number
  case boolean(Bool)
  case string
}

/// Why a value does not fit its field, with what would.
package enum FieldValueError: Error, Sendable, Hashable {
  /// It is no value of this type.
  case wrongType(FieldType)
  /// It is less than the field's minimum, as typed.
  case belowMinimum(String)
  /// It is more than the field's maximum, as typed.
  case aboveMaximum(String)
  /// It is none of the field's options; these are the nearest.
  case notAnOption(nearest: [String])
  /// It says where on the globe a place is, which is never stored (F17).
  case coordinates
}
