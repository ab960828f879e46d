import ThreadStorage

/// The fields and groups that a thread's front matter defines (F24), read leniently.
package struct FieldSchema: Sendable {
  /// A group of fields, which are shown and asked for together (F26).
  package struct Group: Sendable, Hashable {
    package var name: String
    /// The names of its fields as the definitions spell them, in the group's order.
    package var members: [String]
  }

  /// Fields that stand together: those of a group, or a single one.
  package struct Section: Sendable, Hashable {
    /// The group's name; nil for a field of its own.
    package var group: String?
    package var fields: [FieldDefinition]
  }

  package private(set) var fields: [FieldDefinition] = []
  package private(set) var groups: [Group] = []
  /// The fields in the order in which they are shown and exported.
  package private(set) var sections: [Section] = []
  /// What is wrong with the definitions, in the order of the file.
  package private(set) var problems: [FieldProblem] = []
  /// What keeps the definitions from being read; nil where they could be, or there are none (F20).
  package private(set) var obstacle: YAMLProblem?
  private var positions: [String: Int] = [:]
  /// The position of each field among those that are shown, by the form in which names are compared.
  private var shownPositions: [String: Int] = [:]
  private var groupPositions: [String: Int] = [:]
  /// The group of each field that is in one.
  private var groupsOfFields: [String: Int] = [:]

  package init() {}

  package init(_ frontMatter: FrontMatter?) {
    self.init()
    if case .unsupported(let problem)? = frontMatter?.root.content { obstacle = problem }
    guard let value = frontMatter?.value(at: ["fields"]), !value.isNull else { return }
    arrange(read(value))
    problems.sort { $0.offset < $1.offset }
    if case .unsupported(let problem) = value.content { obstacle = problem }
  }

  package init(fields: [FieldDefinition], groups: [Group] = []) {
    self.fields = fields
    self.groups = groups
    arrange(fields.map(\.key))
  }

  package var withoutDeleted: FieldSchema {
    FieldSchema(fields: fields.filter { $0.deletion == nil }, groups: groups)
  }

  /// This with text fields of the names that it does not define.
  func adding(_ names: [String]) -> FieldSchema {
    let added = names.filter { field(named: $0) == nil }.map { FieldDefinition(name: $0) }
    return added.isEmpty ? self : FieldSchema(fields: fields + added, groups: groups)
  }

  /// Notes where everything is; `order` has the keys of all definitions.
  private mutating func arrange(_ order: [String]) {
    for (index, field) in fields.enumerated() { positions[field.key] = index }
    for (index, group) in groups.enumerated() {
      let key = FieldName.key(group.name)
      if groupPositions[key] == nil { groupPositions[key] = index }
      for member in group.members { groupsOfFields[FieldName.key(member)] = index }
    }
    // A group's fields stand where the first of them, or the group, is defined.
    var isDone = [Bool](repeating: false, count: groups.count)
    for key in order {
      if let index = groupsOfFields[key] ?? groupPositions[key] {
        guard !isDone[index] else { continue }
        isDone[index] = true
        let members = groups[index].members.compactMap { field(named: $0) }
        if !members.isEmpty { sections.append(Section(group: groups[index].name, fields: members)) }
      } else if let field = field(withKey: key) {
        sections.append(Section(group: nil, fields: [field]))
      }
    }
    for field in sections.flatMap(\.fields) { shownPositions[field.key] = shownPositions.count }
  }

  /// The field that `name` names; case and normalization do not count (F15).
  package func field(named name: String) -> FieldDefinition? { field(withKey: FieldName.key(name)) }

  /// The field that `name` names, or the one of this name that needs no definition.
  package func anyField(named name: String) -> FieldDefinition? {
    let key = FieldName.key(name)
    return field(withKey: key) ?? FieldDefinition.reserved.first { $0.key == key }
  }

  /// The field whose name has this `FieldName.key`.
  package func field(withKey key: String) -> FieldDefinition? { positions[key].map { fields[$0] } }

  package func group(named name: String) -> Group? {
    groupPositions[FieldName.key(name)].map { groups[$0] }
  }

  package func defines(_ name: String) -> Bool {
    field(named: name) != nil || group(named: name) != nil
  }

  package func group(ofField name: String) -> Group? {
    groupsOfFields[FieldName.key(name)].map { groups[$0] }
  }

  /// The position at which the field whose name has this `FieldName.key` is shown; undefined ones come last.
  package func shownPosition(ofFieldWithKey key: String) -> Int {
    shownPositions[key] ?? shownPositions.count
  }

  /// The sections that are offered for new entries: without deleted fields (F27).
  package var offered: [Section] {
    sections.compactMap { section in
      let fields = section.fields.filter { $0.deletion == nil }
      return fields.isEmpty ? nil : Section(group: section.group, fields: fields)
    }
  }

  /// The field that a new value of `name` is for.
  ///
  /// - Throws: `FieldError` where there is none, or it takes no value (F26–F28).
  package func writableField(named name: String) throws(FieldError) -> FieldDefinition {
    if let field = field(named: name) {
      if field.deletion != nil { throw .fieldIsDeleted(field.name) }
      return field
    }
    if let group = group(named: name) { throw .isGroup(group.name) }
    if let field = FieldDefinition.reserved.first(where: { $0.key == FieldName.key(name) }) {
      return field
    }
    guard FieldName.isValid(name) else { throw .badName(name) }
    let names = fields.filter { $0.deletion == nil }.map(\.name)
    throw .unknownField(name, nearest: names.nearest(to: name))
  }

  /// The field that `value` may be written to as `name`.
  ///
  /// - Throws: `FieldError` where the field does not take it (F28).
  package func checking(_ value: [UInt8], for name: String) throws(FieldError) -> FieldDefinition {
    let field = try writableField(named: name)
    if let error = field.check(value) { throw .badValue(field, value: value, error) }
    return field
  }

  /// Reads the value of `fields`, notes what is wrong with it, and returns the keys of the definitions, as they stand.
  private mutating func read(_ value: YAMLValue) -> [String] {
    guard let pairs = value.pairs else {
      if case .unsupported = value.content { return [] }
      note(.notAMapping, value)
      return []
    }
    let definitions = counting(pairs)
    var members: [[YAMLValue]] = []
    for (pair, _) in definitions {
      let name = String(utf8: pair.name)
      if let list = pair.value.value(at: ["group"]) {
        groups.append(Group(name: name, members: []))
        if list.items == nil { note(.badGroup(name), list) }
        noteUnknownKeys(pair.value, among: ["group"])
        members.append(list.items ?? [])
      } else {
        fields.append(definition(name, pair.value))
      }
    }
    resolve(members)
    return definitions.map(\.key)
  }

  /// The pairs that count: with valid names, and of equal ones the last.
  private mutating func counting(_ pairs: [YAMLPair]) -> [(pair: YAMLPair, key: String)] {
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
    return counting.enumerated().filter { last[$0.element.key] == $0.offset }.map(\.element)
  }

  /// Finds the fields that the groups' members name; a group may come before its fields.
  private mutating func resolve(_ members: [[YAMLValue]]) {
    let names = Dictionary(fields.map { ($0.key, $0.name) }, uniquingKeysWith: { $1 })
    let groupKeys = Set(groups.map { FieldName.key($0.name) })
    var taken: Set<String> = []
    for (index, values) in members.enumerated() {
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

  /// Notes the keys of a definition that say nothing, such as `type:integer` without a space.
  private mutating func noteUnknownKeys(_ value: YAMLValue, among keys: [String]) {
    for pair in value.pairs ?? [] {
      let name = String(utf8: pair.name)
      guard !keys.contains(name) else { continue }
      let words = name.split(separator: ":", maxSplits: 1).map(String.init)
      let isJoined = words.count == 2 && keys.contains(words[0])
      let meant =
        isJoined
        ? words.joined(separator: ": ")
        : keys.nearest(to: name).first ?? keys.first { name.hasPrefix($0) }
      note(.unknownKey(name, meant: meant), pair.key)
    }
  }

  private static let keys = [
    "type", "min", "max", "unit", "options", "default", "ask", "deleted", "group",
  ]

  private mutating func readParts(_ value: YAMLValue, _ field: inout FieldDefinition) {
    noteUnknownKeys(value, among: Self.keys)
    if let unit = value.value(at: ["unit"])?.stringBytes, !unit.isEmpty {
      field.unit = String(utf8: unit)
    }
    readOptions(value, &field)
    field.minimum = limit(value.value(at: ["min"]), field)
    field.maximum = limit(value.value(at: ["max"]), field)
    if field.hasReversedLimits { note(.limitsReversed(field.name), value) }
    if let usual = value.value(at: ["default"]), !usual.isNull {
      let text = usual.stringBytes.map { Array($0[...].trimmed) } ?? []
      let isLine = !text.isEmpty && !text.contains(.lineFeed) && field.check(text) == nil
      if isLine { field.usual = String(utf8: text) } else { note(.badDefault(field.name), usual) }
    }
    if let ask = value.value(at: ["ask"]), !ask.isNull {
      let flag = ask.stringBytes.flatMap { FieldValue($0, as: .boolean) }
      if flag == nil { note(.badAsk(field.name), ask) }
      field.isAsked = flag != .boolean(false)
    }
    if let deleted = value.value(at: ["deleted"]), !deleted.isNull, deleted.boolValue != false {
      field.deletion = SoftDeletion(deleted.stringBytes ?? [])
    }
  }

  private mutating func readOptions(_ value: YAMLValue, _ field: inout FieldDefinition) {
    let options = value.value(at: ["options"])
    let texts = options?.items?.map { $0.stringBytes } ?? []
    if field.type == .choice, texts.isEmpty || texts.contains(where: { $0 == nil }) {
      note(.badOptions(field.name), options ?? value)
    }
    let type = value.value(at: ["type"])?.stringBytes
    let isKnown = type.map { FieldType(name: String(utf8: $0)) != nil } ?? true
    if field.type != .choice, isKnown, let options, !options.isNull {
      note(.optionsWithoutChoice(field.name), options)
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
