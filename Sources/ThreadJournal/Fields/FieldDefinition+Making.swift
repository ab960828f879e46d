import ThreadStorage

extension FieldDefinition {
  /// The definition that the words of a command describe; of text where no type is given, a choice where options are.
  ///
  /// - Throws: `FieldError` where name, type, limits or options cannot be, or do not go together.
  package init(
    name: String, type typeName: String?, minimum: String? = nil, maximum: String? = nil,
    unit: String? = nil, options: [String] = []
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
    self.minimum = try limit(minimum)
    self.maximum = try limit(maximum)
    if hasReversedLimits, let minimum = self.minimum, let maximum = self.maximum {
      throw .limitsReversed(minimum: minimum, maximum: maximum)
    }
    self.unit = try FieldDefinition.line(unit)
    self.options = try FieldDefinition.options(options, of: type)
  }

  private func limit(_ text: String?) throws(FieldError) -> String? {
    guard let text else { return nil }
    guard type.isOrdered else { throw .limitWithoutOrder(type) }
    let trimmed = FieldValue.trimmed(Array(text.utf8))
    guard value(of: Array(trimmed)) != nil else { throw .badLimit(text, type) }
    if let number = DecimalNumber(trimmed) { return number.text }
    return String(utf8: trimmed)
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
    var result: [String] = []
    for option in options {
      guard let text = try line(option), seen.insert(FieldName.key(text)).inserted else {
        throw .badOption(option)
      }
      result.append(text)
    }
    return result
  }

  /// `text` without white space around it, nil where nothing is left; refused where it is not one line.
  private static func line(_ text: String?) throws(FieldError) -> String? {
    guard let text else { return nil }
    let trimmed = String(utf8: FieldValue.trimmed(Array(text.utf8)))
    if trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .badOption(text)
    }
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The definition as front matter says it: the type alone, or a mapping on one line (F24).
  package var yaml: YAMLNewValue {
    var pairs = [YAMLNewValue.Pair("type", .text(type.rawValue))]
    if let minimum { pairs.append(.init("min", FieldDefinition.yaml(limit: minimum))) }
    if let maximum { pairs.append(.init("max", FieldDefinition.yaml(limit: maximum))) }
    if let unit { pairs.append(.init("unit", .text(unit))) }
    if !options.isEmpty {
      pairs.append(.init("options", .flowSequence(options.map { .text($0) })))
    }
    if let deletion {
      let time = deletion.time?.rfc3339(in: .utc) ?? "1970-01-01T00:00:00+00:00"
      pairs.append(.init("deleted", .timestamp(time)))
    }
    return pairs.count == 1 ? pairs[0].value : .flowMapping(pairs)
  }

  /// The definition of a group of fields as front matter says it (F26).
  static func yaml(ofGroup members: [String]) -> YAMLNewValue {
    .flowMapping([.init("group", .flowSequence(members.map { .text($0) }))])
  }

  private static func yaml(limit text: String) -> YAMLNewValue {
    DecimalNumber(text).map { .number($0.text) } ?? .text(text)
  }
}
