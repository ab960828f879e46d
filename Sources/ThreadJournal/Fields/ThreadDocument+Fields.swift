import ThreadStorage

/// Where a field or group goes among the others of its thread.
package enum FieldPosition: Sendable, Hashable {
  case first
  case last
  case before(String)
  /// Behind the field or group of this name.
  case after(String)
}

extension ThreadDocument {
  package var fieldSchema: FieldSchema { FieldSchema(frontMatter) }

  /// The splices that define fields and groups behind the others, in linear time; front matter is made if missing.
  ///
  /// - Throws: `FieldError.nameTaken` where one has the name of another.
  package func splices(
    addingFields fields: [FieldDefinition], groups: [FieldSchema.Group] = []
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
    let (sibling, isAfter): (String?, Bool) =
      switch position {
      case .first: (keys?.first, false)
      case .last: (keys?.last, true)
      case .before(let other): (try schema.definedName(other), false)
      case .after(let other): (try schema.definedName(other), true)
      }
    guard let sibling else { return [] }
    let splices = try edit(try ownFrontMatter.moving(["fields", own], isAfter: isAfter, sibling))
    let moved = ThreadDocument(bytes.applying(splices)).fieldSchema
    let isAtEnd =
      if case .first = position { true } else if case .last = position { true } else { false }
    if let group = schema.group(ofField: own), isAtEnd || moved.sections == schema.sections {
      throw .orderedByGroup(own, group: group.name)
    }
    return splices
  }

  /// The splices that mark the field soft-deleted (F27); its values stay.
  ///
  /// - Parameter time: The mark, such as `2026-03-28T07:12:33-04:00`.
  package func splices(deletingField name: String, at time: String) throws(FieldError) -> [Splice] {
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

  /// The splices that put fields into the group `groupName`, which is made where there is none (F26).
  ///
  /// - Throws: `FieldError` where a field is not defined, or in a group already.
  package func splices(
    groupingFields names: [String], as groupName: String
  ) throws(FieldError) -> [Splice] {
    let schema = fieldSchema
    var members: [String] = []
    for name in names {
      let field = try schema.definedField(name)
      let twice = members.contains(field.name) ? groupName : nil
      if let group = schema.group(ofField: name)?.name ?? twice {
        throw .alreadyGrouped(field.name, group: group)
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

  /// The splices that rename a field in its definition, in its group and on every entry, deleted ones too.
  ///
  /// A field that no definition names is renamed on the entries, also to the name of one that is defined.
  /// A group is renamed in its definition.
  ///
  /// - Throws: `FieldError` where the name is taken, or an entry has fields of both names.
  package func splices(renamingField old: String, to new: String) throws(FieldError) -> [Splice] {
    let schema = fieldSchema
    guard FieldName.isValid(new) else { throw .badName(new) }
    if let group = schema.group(named: old) {
      try schema.checkFree(new, except: old)
      return try splices(renamingKey: group.name, to: new)
    }
    let onEntries = try splices(renamingOnEntries: old, to: new)
    var splices = onEntries
    if let field = schema.field(named: old) {
      try schema.checkFree(new, except: old)
      splices += try self.splices(renamingKey: field.name, to: new)
      splices += try self.splices(renamingMember: old, to: new, schema)
    } else if onEntries.isEmpty {
      _ = try schema.definedField(old)
    } else if let group = schema.group(named: new) {
      throw .isGroup(group.name)
    }
    guard reads(bytes.applying(splices), asRenaming: old, to: new) else { throw .doesNotReadBack }
    return splices
  }

  private func splices(renamingKey old: String, to new: String) throws(FieldError) -> [Splice] {
    if old.utf8.elementsEqual(new.utf8) { return [] }
    return try edit(try ownFrontMatter.renamingKey(["fields", old], to: new))
  }

  private func splices(
    renamingMember old: String, to new: String, _ schema: FieldSchema
  ) throws(FieldError) -> [Splice] {
    let key = FieldName.key(old)
    var splices: [Splice] = []
    for group in schema.groups {
      for (index, item) in memberItems(of: group.name).enumerated() where item == key {
        splices += try edit(
          try ownFrontMatter.replacingItem(
            of: ["fields", group.name, "group"], at: index, with: .text(new)))
      }
    }
    return splices
  }

  private func splices(
    renamingOnEntries old: String, to new: String
  ) throws(FieldError) -> [Splice] {
    let (oldKey, newKey) = (FieldName.key(old), FieldName.key(new))
    var splices: [Splice] = []
    for slice in entries {
      var hasOld = false
      var hasNew = false
      for field in content(of: slice).fields {
        let key = FieldName.key(string(field.name))
        if key == oldKey {
          hasOld = true
          if !bytes[field.name].elementsEqual(new.utf8) {
            splices.append(Splice(field.name, Array(new.utf8)))
          }
        } else if key == newKey {
          hasNew = true
        }
      }
      if hasOld && hasNew {
        let line = position(of: slice.region.lowerBound).line
        throw .entryHasBoth(line: line, old: old, new: new)
      }
    }
    return splices
  }

  /// Whether `edited` says the same as this file, but for the name (F3).
  private func reads(_ edited: [UInt8], asRenaming old: String, to new: String) -> Bool {
    let result = ThreadDocument(edited)
    let (oldKey, newKey) = (FieldName.key(old), FieldName.key(new))
    return entries.count == result.entries.count
      && zip(entries, result.entries).allSatisfy { before, after in
        let (was, now) = (content(of: before), result.content(of: after))
        return bytes[was.body].elementsEqual(edited[now.body])
          && was.fields.elementsEqual(now.fields) { left, right in
            let key = FieldName.key(string(left.name))
            return FieldName.key(result.string(right.name)) == (key == oldKey ? newKey : key)
              && left.value(in: bytes.span) == right.value(in: edited.span)
          }
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
    let ofFields = fields.map { (name: $0.name, value: $0.yaml, isDeleted: $0.deletion != nil) }
    let ofGroups = groups.map { group in
      let members = YAMLNewValue.flowSequence(group.members.map { .text($0) })
      return (
        name: group.name, value: YAMLNewValue.flowMapping([.init("group", members)]),
        isDeleted: false
      )
    }
    var taken: Set<String> = []
    var pairs: [YAMLNewValue.Pair] = []
    for (name, value, isDeleted) in ofFields + ofGroups {
      try checkFree(name)
      guard taken.insert(FieldName.key(name)).inserted else {
        throw .nameTaken(name, isGroup: false, isDeleted: isDeleted)
      }
      pairs.append(.init(name, value))
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
