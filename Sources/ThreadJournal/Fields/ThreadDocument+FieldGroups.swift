import ThreadStorage

extension ThreadDocument {
  /// The splices that put fields into the group `groupName`, which is made where there is none (F26).
  ///
  /// - Throws: `FieldError` where a field is not defined, or in a group already.
  package func splices(
    groupingFields names: [String], as groupName: String
  ) throws(FieldError) -> [Splice] {
    let schema = fieldSchema
    var members: [String] = []
    var seen: Set<String> = []
    for name in names {
      let field = try schema.definedField(name)
      if let group = schema.group(ofField: name) {
        throw .alreadyGrouped(field.name, group: group.name)
      }
      guard seen.insert(field.name).inserted else {
        throw .alreadyGrouped(field.name, group: groupName)
      }
      members.append(field.name)
    }
    guard let group = schema.group(named: groupName) else {
      return try splices(addingFields: [], groups: [.init(name: groupName, members: members)])
    }
    let values = members.map { YAMLNewValue.text($0) }
    let path = ["fields", group.name, "group"]
    if frontMatter?.value(at: path)?.items?.isEmpty == false {
      return try edit(try ownFrontMatter.addingItems(to: path, values))
    }
    return try edit(try ownFrontMatter.setting(path, to: .flowSequence(values)))
  }

  /// The splices that dissolve the group `name`, or take the field `name` out of its group.
  ///
  /// - Throws: `FieldError.notGrouped` where the field is in no group.
  package func splices(ungrouping name: String) throws(FieldError) -> [Splice] {
    let schema = fieldSchema
    if let group = schema.group(named: name) {
      return try edit(try ownFrontMatter.removing(["fields", group.name]))
    }
    let field = try schema.definedField(name)
    guard let group = schema.group(ofField: name) else { throw .notGrouped(field.name) }
    let items = memberItems(of: group.name)
    guard items.count > 1, let index = items.firstIndex(where: { $0 == field.key }) else {
      return try edit(try ownFrontMatter.removing(["fields", group.name]))
    }
    return try edit(
      try ownFrontMatter.removingItem(of: ["fields", group.name, "group"], at: index))
  }

  /// The keys of all names in a group's list, of fields or not.
  func memberItems(of group: String) -> [String?] {
    let items = frontMatter?.value(at: ["fields", group, "group"])?.items ?? []
    return items.map { item in item.stringBytes.map { FieldName.key($0) } }
  }
}
