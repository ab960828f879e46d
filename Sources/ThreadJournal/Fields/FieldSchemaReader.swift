import ThreadStorage

/// Reads the value of `fields`, and notes what is wrong with it.
struct FieldSchemaReader {
  /// What stands at one position of the definitions.
  enum Item {
    /// The index of a field.
    case field(Int)
    /// The index of a group.
    case group(Int)
  }

  private(set) var fields: [FieldDefinition] = []
  private(set) var groups: [FieldSchema.Group] = []
  private(set) var problems: [FieldProblem] = []
  /// Fields and groups in the order of the file.
  private(set) var order: [Item] = []
  private var memberValues: [[YAMLValue]] = []

  mutating func read(_ value: YAMLValue) {
    guard let pairs = value.pairs else {
      if case .unsupported = value.content { return }
      return note(.notAMapping, value)
    }
    for pair in counting(pairs) {
      let name = String(utf8: pair.name)
      if let members = pair.value.value(at: ["group"]) {
        readGroup(name, members)
      } else {
        order.append(.field(fields.count))
        fields.append(definition(name, pair.value))
      }
    }
    resolveMembers()
  }

  /// The pairs that count: with valid names, and of equal ones the last.
  private mutating func counting(_ pairs: [YAMLPair]) -> [YAMLPair] {
    var last: [String: Int] = [:]
    var counting: [(pair: YAMLPair, key: String)] = []
    for pair in pairs {
      let name = String(utf8: pair.name)
      guard FieldName.isValid(name), pair.name.elementsEqual(name.utf8) else {
        note(.badName(name), pair.key)
        continue
      }
      let key = FieldName.key(name)
      if last[key] != nil { note(.duplicateName(name), pair.key) }
      last[key] = counting.count
      counting.append((pair, key))
    }
    return counting.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element.pair)
  }

  private mutating func readGroup(_ name: String, _ members: YAMLValue) {
    order.append(.group(groups.count))
    groups.append(FieldSchema.Group(name: name, members: []))
    if members.items == nil { note(.badGroup(name), members) }
    memberValues.append(members.items ?? [])
  }

  /// Finds the fields that the groups' members name; a group may come before its fields.
  private mutating func resolveMembers() {
    let names = Dictionary(fields.map { ($0.key, $0.name) }, uniquingKeysWith: { $1 })
    let groupKeys = Set(groups.map { FieldName.key($0.name) })
    var taken: Set<String> = []
    for (index, values) in memberValues.enumerated() {
      for value in values {
        guard let text = value.stringBytes.map({ String(utf8: $0) }) else {
          note(.badGroup(groups[index].name), value)
          continue
        }
        let key = FieldName.key(text)
        guard let name = names[key] else {
          note(groupKeys.contains(key) ? .groupInGroup(text) : .unknownMember(text), value)
          continue
        }
        guard taken.insert(key).inserted else {
          note(.memberTwice(text), value)
          continue
        }
        groups[index].members.append(name)
      }
    }
  }

  private mutating func definition(_ name: String, _ value: YAMLValue) -> FieldDefinition {
    var field = FieldDefinition(name: name)
    switch value.content {
    case .mapping:
      if let type = value.value(at: ["type"]) { readType(type, &field) }
      readParts(value, &field)
    case .scalar where !value.isNull:
      readType(value, &field)
      if field.type == .choice { note(.badOptions(name), value) }
    case .absent, .scalar, .unsupported: break
    case .sequence: note(.badDefinition(name), value)
    }
    return field
  }

  private mutating func readType(_ value: YAMLValue, _ field: inout FieldDefinition) {
    if value.isNull { return }
    guard let text = value.stringBytes.map({ String(utf8: $0) }) else {
      return note(.badDefinition(field.name), value)
    }
    guard let type = FieldType(name: text) else { return note(.unknownType(text), value) }
    field.type = type
  }

  private mutating func readParts(_ value: YAMLValue, _ field: inout FieldDefinition) {
    if let unit = value.value(at: ["unit"])?.stringBytes, !unit.isEmpty {
      field.unit = String(utf8: unit)
    }
    readOptions(value, &field)
    field.minimum = limit(value.value(at: ["min"]), field)
    field.maximum = limit(value.value(at: ["max"]), field)
    if field.hasReversedLimits { note(.limitsReversed(field.name), value) }
    if let deleted = value.value(at: ["deleted"]), !deleted.isNull, deleted.boolValue != false {
      field.deletion = ThreadHeader.Deletion(deleted.stringBytes ?? [])
    }
  }

  private mutating func readOptions(_ value: YAMLValue, _ field: inout FieldDefinition) {
    let options = value.value(at: ["options"])
    let texts = options?.items?.map { $0.stringBytes } ?? []
    if field.type == .choice, texts.isEmpty || texts.contains(where: { $0 == nil }) {
      note(.badOptions(field.name), options ?? value)
    }
    field.options = texts.compactMap { $0.map { String(utf8: $0) } }
  }

  private mutating func limit(_ value: YAMLValue?, _ field: FieldDefinition) -> String? {
    guard let value, !value.isNull else { return nil }
    guard field.type.isOrdered, let text = value.stringBytes, field.value(of: text) != nil else {
      note(.badLimit(field.name), value)
      return nil
    }
    return String(utf8: text)
  }

  private mutating func note(_ kind: FieldProblem.Kind, _ value: YAMLValue) {
    problems.append(FieldProblem(offset: value.range.lowerBound, kind: kind))
  }
}
