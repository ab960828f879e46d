import ThreadStorage

/// The fields and groups that a thread's front matter defines (F24), read leniently.
package struct FieldSchema: Sendable {
  /// A group of fields, which are shown and asked for together (F26).
  package struct Group: Sendable, Hashable {
    /// The name as typed.
    package var name: String
    /// The names of its fields as the definitions spell them, in the group's order.
    package var members: [String]
  }

  /// Fields that stand together: those of a group, or a single one.
  package struct Section: Sendable, Hashable {
    /// The group's name; nil for a field of its own.
    package var group: String?
    /// The fields in their order, deleted ones too.
    package var fields: [FieldDefinition]
  }

  /// The fields in the order of their definitions, deleted ones too.
  package private(set) var fields: [FieldDefinition] = []
  /// The groups in the order of their definitions.
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

  /// A schema without fields.
  package init() {}

  /// The fields that `frontMatter` defines.
  package init(_ frontMatter: FrontMatter?) {
    self.init()
    if case .unsupported(let problem)? = frontMatter?.root.content { obstacle = problem }
    guard let value = frontMatter?.value(at: ["fields"]), !value.isNull else { return }
    self = FieldSchema(value)
    if case .unsupported(let problem) = value.content { obstacle = problem }
  }

  /// The fields that the value of `fields` defines.
  package init(_ value: YAMLValue) {
    var reader = FieldSchemaReader()
    reader.read(value)
    fields = reader.fields
    groups = reader.groups
    problems = reader.problems.sorted { $0.offset < $1.offset }
    arrange(reader.order)
  }

  /// A schema of these fields, whose names differ, and groups of them.
  init(fields: [FieldDefinition], groups: [Group]) {
    self.fields = fields
    self.groups = groups
    arrange(fields.indices.map { .field($0) })
  }

  /// Notes where everything is; `order` is that of the definitions.
  private mutating func arrange(_ order: [FieldSchemaReader.Item]) {
    for (index, field) in fields.enumerated() { positions[field.key] = index }
    for (index, group) in groups.enumerated() {
      let key = FieldName.key(group.name)
      if groupPositions[key] == nil { groupPositions[key] = index }
      for member in group.members { groupsOfFields[FieldName.key(member)] = index }
    }
    sections = sections(in: order)
    for field in sections.flatMap(\.fields) { shownPositions[field.key] = shownPositions.count }
  }

  /// The field that `name` names; case and normalization do not count (F15).
  package func field(named name: String) -> FieldDefinition? { field(withKey: FieldName.key(name)) }

  /// The field whose name has this `FieldName.key`.
  package func field(withKey key: String) -> FieldDefinition? { positions[key].map { fields[$0] } }

  /// The group that `name` names.
  package func group(named name: String) -> Group? {
    groupPositions[FieldName.key(name)].map { groups[$0] }
  }

  /// The group that the field `name` is in.
  package func group(ofField name: String) -> Group? {
    groupsOfFields[FieldName.key(name)].map { groups[$0] }
  }

  /// The position of the field whose name has this `FieldName.key` among the definitions, 0 the first.
  package func position(ofFieldWithKey key: String) -> Int? { positions[key] }

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
    if FieldName.key(name) == FieldDefinition.location.key { return .location }
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

  /// A group's fields stand where the first of them, or the group, is defined.
  private func sections(in order: [FieldSchemaReader.Item]) -> [Section] {
    var isDone = [Bool](repeating: false, count: groups.count)
    var sections: [Section] = []
    for item in order {
      let groupIndex: Int?
      switch item {
      case .group(let index): groupIndex = index
      case .field(let index): groupIndex = groupsOfFields[fields[index].key]
      }
      if let groupIndex {
        guard !isDone[groupIndex] else { continue }
        isDone[groupIndex] = true
        let members = groups[groupIndex].members.compactMap { field(named: $0) }
        if !members.isEmpty {
          sections.append(Section(group: groups[groupIndex].name, fields: members))
        }
      } else if case .field(let index) = item {
        sections.append(Section(group: nil, fields: [fields[index]]))
      }
    }
    return sections
  }
}

extension FieldSchema {
  /// `fields` in the order of their definitions, a group's together; undefined ones last, as they stand.
  package func ordered(_ fields: [Entry.Field]) -> [Entry.Field] {
    if sections.isEmpty || fields.count < 2 { return fields }
    let positions = fields.map { shownPosition(ofFieldWithKey: $0.key) }
    return fields.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { fields[$0] }
  }
}
