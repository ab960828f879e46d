import ThreadStorage

extension ImportReader {
  /// Reads the threads of a JSON document of ours: when they were made, and the fields they define.
  mutating func readThreads(_ value: JSONValue?) {
    for item in value?.items ?? [] {
      guard let title = item["title"]?.text else { continue }
      let own = thread(
        ImportedThread(title: title, path: item["path"]?.text, id: item["id"]?.text))
      if let created = item["created"]?.text.flatMap({ Timestamp($0) }) {
        reading.created[own] = created
      }
      let schema = schema(item["fields"])
      if !schema.fields.isEmpty, reading.schemas[own] == nil { reading.schemas[own] = schema }
    }
  }

  private func schema(_ value: JSONValue?) -> FieldSchema {
    var fields: [FieldDefinition] = []
    var groups: [FieldSchema.Group] = []
    var groupPlaces: [String: Int] = [:]
    var seen: Set<String> = []
    for item in value?.items ?? [] {
      guard let field = definition(item), seen.insert(field.key).inserted else { continue }
      fields.append(field)
      guard let group = item["group"]?.text, FieldName.isValid(group) else { continue }
      if let place = groupPlaces[FieldName.key(group)] {
        groups[place].members.append(field.name)
      } else {
        groupPlaces[FieldName.key(group)] = groups.count
        groups.append(.init(name: group, members: [field.name]))
      }
    }
    return FieldSchema(
      fields: fields, groups: groups.filter { !seen.contains(FieldName.key($0.name)) })
  }

  /// A field's definition; without limits where these make no sense, as a file by hand may have them.
  private func definition(_ value: JSONValue) -> FieldDefinition? {
    guard let name = value["name"]?.text, FieldName.isValid(name) else { return nil }
    let type = value["type"]?.text.flatMap { FieldType(name: $0) } ?? .text
    var field = FieldDefinition(name: name, type: type)
    let options = (value["options"]?.items ?? []).compactMap(\.text)
    do throws(FieldError) {
      field = try FieldDefinition(
        name: name, type: type.rawValue, minimum: value["min"]?.text, maximum: value["max"]?.text,
        unit: value["unit"]?.text, options: options)
    } catch {}
    switch value["deleted"]?.content {
    case .string(let time)?: field.deletion = ThreadHeader.Deletion(time)
    case .boolean(true)?: field.deletion = .unknownTime
    default: break
    }
    return field
  }
}
