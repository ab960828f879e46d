import ThreadStorage

/// Where a field or group goes among the others of its thread.
package enum FieldPosition: Sendable, Hashable {
  case first
  case last
  /// Before the field or group of this name.
  case before(String)
  /// Behind the field or group of this name.
  case after(String)
}

extension ThreadDocument {
  /// The fields that the front matter defines.
  package var fieldSchema: FieldSchema { FieldSchema(frontMatter) }

  /// The splices that define a field, behind the others; front matter is made where there is none.
  ///
  /// - Throws: `FieldError.nameTaken` where a field or group has the name.
  package func splices(
    addingField field: FieldDefinition
  ) throws(FieldError) -> [Splice] {
    try splices(addingFields: [field], groups: [])
  }

  /// The splices that define fields, and groups of them, behind the others; all at once, in linear time.
  ///
  /// - Throws: `FieldError.nameTaken` where one has the name of another.
  package func splices(
    addingFields fields: [FieldDefinition], groups: [FieldSchema.Group]
  ) throws(FieldError) -> [Splice] {
    try splices(addingKeys: try fieldSchema.definitions(adding: fields, groups: groups))
  }

  /// The splices that put the field or group `name` at `position`.
  package func splices(
    movingField name: String, to position: FieldPosition
  ) throws(FieldError) -> [Splice] {
    let schema = fieldSchema
    let own = try schema.definedName(name)
    let keys = frontMatter?.value(at: ["fields"])?.pairs?.map { String(utf8: $0.name) }
    let sibling: String?
    switch position {
    case .first: sibling = keys?.first
    case .last: sibling = keys?.last
    case .before(let other), .after(let other): sibling = try schema.definedName(other)
    }
    guard let sibling else { return [] }
    let path = ["fields", own]
    let isAfter =
      switch position {
      case .first, .before: false
      case .last, .after: true
      }
    return try edit(try ownFrontMatter.moving(path, isAfter: isAfter, sibling))
  }

  /// The splices that mark the field soft-deleted (F27); its values stay.
  ///
  /// - Parameter time: The mark, such as `2026-03-28T07:12:33-04:00`.
  package func splices(
    deletingField name: String, at time: String
  ) throws(FieldError) -> [Splice] {
    let field = try fieldSchema.definedField(name)
    if field.deletion != nil { throw .fieldIsDeleted(field.name) }
    let value = frontMatter?.value(at: ["fields", field.name])
    let mark = YAMLNewValue.timestamp(time)
    if value?.pairs != nil {
      return try edit(try ownFrontMatter.setting(["fields", field.name, "deleted"], to: mark))
    }
    // A type by itself has no room for the mark; a type that is not known stays as typed.
    let type = value?.stringBytes ?? Array(field.type.rawValue.utf8)
    let definition = YAMLNewValue.flowMapping([
      .init("type", .string(type)), .init("deleted", mark),
    ])
    return try edit(try ownFrontMatter.setting(["fields", field.name], to: definition))
  }

  /// The splices that take the mark of soft deletion off the field.
  package func splices(restoringField name: String) throws(FieldError) -> [Splice] {
    let field = try fieldSchema.definedField(name)
    if field.deletion == nil { throw .fieldIsNotDeleted(field.name) }
    return try edit(try ownFrontMatter.removing(["fields", field.name, "deleted"]))
  }

  /// Adds keys to the mapping of fields, which is made where there is none.
  func splices(addingKeys pairs: [YAMLNewValue.Pair]) throws(FieldError) -> [Splice] {
    try edit(
      frontMatter == nil
        ? try splices(settingFrontMatter: "fields", to: .blockMapping(pairs))
        : try ownFrontMatter.adding(pairs, to: ["fields"]))
  }

  /// The front matter, which is there where a field is defined.
  var ownFrontMatter: YAMLDocument {
    get throws(FrontMatterEditError) {
      guard let frontMatter else { throw .noSuchKey }
      return frontMatter.document
    }
  }

  /// The splices of front matter that `make` makes, where these are of fields.
  func edit(
    _ make: @autoclosure () throws(FrontMatterEditError) -> [Splice]
  ) throws(FieldError) -> [Splice] {
    do throws(FrontMatterEditError) {
      let splices = try make()
      return try frontMatter?.checked(splices) ?? splices
    } catch {
      throw .frontMatter(error)
    }
  }
}

extension FieldSchema {
  /// How front matter defines fields, and groups of them, besides those of this schema.
  ///
  /// - Throws: `FieldError.nameTaken` where one has the name of another.
  func definitions(
    adding fields: [FieldDefinition], groups: [Group]
  ) throws(FieldError) -> [YAMLNewValue.Pair] {
    var taken: Set<String> = []
    var pairs: [YAMLNewValue.Pair] = []
    for field in fields {
      try checkFree(field.name)
      guard taken.insert(field.key).inserted else {
        throw .nameTaken(field.name, isGroup: false, isDeleted: field.deletion != nil)
      }
      pairs.append(.init(field.name, field.yaml))
    }
    for group in groups {
      try checkFree(group.name)
      guard taken.insert(FieldName.key(group.name)).inserted else {
        throw .nameTaken(group.name, isGroup: false, isDeleted: false)
      }
      pairs.append(.init(group.name, FieldDefinition.yaml(ofGroup: group.members)))
    }
    return pairs
  }

  /// The field `name`, deleted or not.
  ///
  /// - Throws: `FieldError` where it is a group or not defined.
  func definedField(_ name: String) throws(FieldError) -> FieldDefinition {
    if let field = field(named: name) { return field }
    if let group = group(named: name) { throw .isGroup(group.name) }
    throw .unknownField(name, nearest: fields.map(\.name).nearest(to: name))
  }

  /// The name of a field or group as the front matter spells it.
  func definedName(_ name: String) throws(FieldError) -> String {
    if let group = group(named: name) { return group.name }
    return try definedField(name).name
  }

  /// Refuses a name that a field or group other than `exception` has.
  func checkFree(_ name: String, except exception: String? = nil) throws(FieldError) {
    guard FieldName.isValid(name) else { throw .badName(name) }
    if let exception, FieldName.key(name) == FieldName.key(exception) { return }
    if let field = field(named: name) {
      throw .nameTaken(field.name, isGroup: false, isDeleted: field.deletion != nil)
    }
    if let group = group(named: name) {
      throw .nameTaken(group.name, isGroup: true, isDeleted: false)
    }
  }
}
