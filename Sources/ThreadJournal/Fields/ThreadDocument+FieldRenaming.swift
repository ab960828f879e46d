import ThreadStorage

extension ThreadDocument {
  /// The splices that rename a field in its definition, in its group and on every entry, deleted ones too.
  ///
  /// A field that no definition names is renamed on the entries, also to the name of one that is defined.
  /// A group is renamed in its definition.
  ///
  /// - Throws: `FieldError` where the name is taken, or an entry has fields of both names.
  package func splices(
    renamingField old: String, to new: String
  ) throws(FieldError) -> [Splice] {
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
    guard result.entries.count == entries.count else { return false }
    for (before, after) in zip(entries, result.entries) {
      let (was, now) = (content(of: before), result.content(of: after))
      guard was.fields.count == now.fields.count,
        bytes[was.body].elementsEqual(edited[now.body])
      else { return false }
      for (left, right) in zip(was.fields, now.fields) {
        let key = FieldName.key(string(left.name))
        guard FieldName.key(result.string(right.name)) == (key == oldKey ? newKey : key),
          left.value(in: bytes.span) == right.value(in: edited.span)
        else { return false }
      }
    }
    return true
  }
}
