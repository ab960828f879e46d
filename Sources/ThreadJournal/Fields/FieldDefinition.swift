import ThreadStorage

/// A field that a thread defines (F24).
package struct FieldDefinition: Sendable, Hashable {
  package var name: String
  package var type = FieldType.text
  /// The least value, as typed; only for types with an order.
  package var minimum: String?
  /// The greatest value, as typed; only for types with an order.
  package var maximum: String?
  /// What the values are counted in, such as `kg`; shown behind them.
  package var unit: String?
  package var options: [String] = []
  /// What an empty answer means when an entry's values are asked for, as typed; nil for no value.
  package var usual: String?
  package var isAsked = true
  /// Whether, and when, the field was soft-deleted (F27).
  package var deletion: SoftDeletion?

  /// The reserved field for an entry's place, which every thread accepts (F17).
  package static let location = FieldDefinition(name: "location")

  /// The reserved field of an entry that excuses a planned day; its value says why.
  package static let skip = FieldDefinition(name: "skip")

  /// The fields that need no definition.
  package static let reserved = [location, skip]

  /// The form of the name in which names are compared (F15).
  package var key: String { FieldName.key(name) }

  /// What `bytes` mean to this field, whatever its limits; nil where they do not fit its type.
  package func value(of bytes: [UInt8]) -> FieldValue? {
    FieldValue(bytes, as: type, options: options)
  }

  /// What is wrong with `bytes` as a value of this field; nil where they fit.
  package func check(_ bytes: [UInt8]) -> FieldValueError? {
    if key == Self.location.key, PlaceName.isCoordinates(bytes) { return .coordinates }
    guard let value = value(of: bytes) else {
      guard type == .choice else { return .wrongType(type) }
      let text = String(utf8: bytes[...].trimmed)
      let begun = options.filter { $0.lowercased().hasPrefix(text.lowercased()) }
      return .notAnOption(nearest: begun.count == 1 ? begun : options.nearest(to: text))
    }
    guard value.isCounted else { return .tooLarge }
    if let minimum, let least = limit(minimum), value.isLess(than: least) == true {
      return .belowMinimum(minimum)
    }
    if let maximum, let greatest = limit(maximum), greatest.isLess(than: value) == true {
      return .aboveMaximum(maximum)
    }
    return nil
  }

  /// A typed value as an entry has it: an option as it is defined, a date of this order, a time with am or pm.
  package func stored(_ value: [UInt8], dateOrder: ForeignDate.Order?) -> [UInt8] {
    switch type {
    case .choice:
      guard case .choice(let index)? = self.value(of: value) else { return value }
      return Array(options[index].utf8)
    case .date where check(value) != nil: return converted(value, dateOrder: dateOrder) ?? value
    case .time where check(value) != nil:
      guard let clock = ForeignForm.clock.written(value[...].trimmed), check(clock) == nil else {
        return value
      }
      return clock
    default: return value
    }
  }

  /// What is wrong with `bytes` where an entry has them already; an empty value there is none (F25).
  func check(stored bytes: [UInt8]) -> FieldValueError? {
    bytes[...].trimmed.isEmpty ? nil : check(bytes)
  }

  /// Refuses to give values of this field to `other`, where they would come to mean something else.
  func checkUnit(isThatOf other: FieldDefinition) throws(FieldError) {
    let units = [self, other].map { $0.unit.map(FieldName.key) }
    // A duration says its units itself.
    guard units[0] != units[1], type != .duration, other.type != .duration else { return }
    throw .otherUnit(other.name, from: unit, to: other.unit)
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
  case number([UInt8])
  case boolean(Bool)
  case string([UInt8])
}

/// Why a value does not fit its field, with what would.
package enum FieldValueError: Error, Sendable, Hashable {
  case wrongType(FieldType)
  /// It has more digits than are counted.
  case tooLarge
  case belowMinimum(String)
  case aboveMaximum(String)
  /// It is none of the field's options; these are the nearest.
  case notAnOption(nearest: [String])
  /// It says where on the globe a place is, which is never stored (F17).
  case coordinates
}

extension FieldDefinition {
  /// The definition that the words of a command describe; of text where no type is given, a choice where options are.
  ///
  /// - Throws: `FieldError` where name, type, limits or options cannot be, or do not go together.
  package init(
    name: String, type typeName: String?, minimum: String? = nil, maximum: String? = nil,
    unit: String? = nil, options: [String] = [], usual: String? = nil, isAsked: Bool = true
  ) throws(FieldError) {
    guard FieldName.isValid(name) else { throw .badName(name) }
    var type = options.isEmpty ? FieldType.text : .choice
    if let typeName {
      guard let known = FieldType(name: typeName) else {
        let names = FieldType.allCases.map(\.rawValue)
        throw .unknownType(typeName, nearest: names.nearest(to: typeName))
      }
      type = known
    }
    self.init(name: name, type: type)
    guard key != Self.location.key || type == .text else { throw .locationIsText }
    self.minimum = try limit(minimum)
    self.maximum = try limit(maximum)
    if hasReversedLimits, let minimum = self.minimum, let maximum = self.maximum {
      throw .limitsReversed(minimum: minimum, maximum: maximum)
    }
    self.unit = try Self.line(unit)
    self.options = try Self.options(options, of: type)
    self.usual = try Self.line(usual)
    if let usual = self.usual, let error = check(Array(usual.utf8)) {
      throw .badValue(self, value: Array(usual.utf8), error)
    }
    self.isAsked = isAsked
  }

  private func limit(_ text: String?) throws(FieldError) -> String? {
    guard let text else { return nil }
    guard type.isOrdered else { throw .limitWithoutOrder(type) }
    let trimmed = Array(text.utf8)[...].trimmed
    guard value(of: Array(trimmed)) != nil else { throw .badLimit(text, type) }
    return DecimalNumber(trimmed)?.text ?? String(utf8: trimmed)
  }

  private static func options(
    _ options: [String], of type: FieldType
  ) throws(FieldError) -> [String] {
    guard type == .choice else {
      if options.isEmpty { return [] }
      throw .optionsWithoutChoice(type)
    }
    if options.isEmpty { throw .noOptions }
    var seen: Set<String> = []
    return try options.map { (option) throws(FieldError) in
      guard let text = try line(option), seen.insert(FieldName.key(text)).inserted else {
        throw .badOption(option)
      }
      return text
    }
  }

  /// `text` without white space around it, nil where nothing is left; refused where it is not one line.
  private static func line(_ text: String?) throws(FieldError) -> String? {
    guard let text else { return nil }
    let trimmed = String(utf8: Array(text.utf8)[...].trimmed)
    if trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .badOption(text)
    }
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The definition as front matter says it: the type alone, or a mapping on one line (F24).
  package var yaml: YAMLNewValue {
    let pairs = yamlParts
    return pairs.count == 1 ? pairs[0].value : .flowMapping(pairs)
  }

  /// The definition's parts, of which the type is always there.
  var yamlParts: [YAMLNewValue.Pair] {
    var pairs = [YAMLNewValue.Pair("type", .text(type.rawValue))]
    if let minimum { pairs.append(.init("min", Self.yaml(limit: minimum))) }
    if let maximum { pairs.append(.init("max", Self.yaml(limit: maximum))) }
    if let unit { pairs.append(.init("unit", .text(unit))) }
    if !options.isEmpty {
      pairs.append(.init("options", .flowSequence(options.map { .text($0) })))
    }
    if let usual {
      let isNumber = type == .integer || type == .number
      pairs.append(.init("default", isNumber ? Self.yaml(limit: usual) : .text(usual)))
    }
    if !isAsked { pairs.append(.init("ask", .bool(false))) }
    if let deletion {
      let time = deletion.time?.rfc3339(in: .utc) ?? "1970-01-01T00:00:00+00:00"
      pairs.append(.init("deleted", .timestamp(time)))
    }
    return pairs
  }

  private static func yaml(limit text: String) -> YAMLNewValue {
    DecimalNumber(text).map { .number($0.text) } ?? .text(text)
  }
}
