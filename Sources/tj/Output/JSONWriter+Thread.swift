import ThreadJournal
import ThreadStorage

extension JSONWriter {
  /// A thread as an export has it: what its front matter says, with the definitions of its fields.
  mutating func thread(_ header: ThreadHeader, _ schema: FieldSchema, zone: LocalTimeZone) {
    beginObject()
    key("id")
    string(orNull: header.id)
    key("title")
    string(header.title)
    key("path")
    string(header.path)
    key("created")
    string(orNull: header.created?.rfc3339(in: zone))
    key("deleted")
    deletion(header.deletion, zone: zone)
    key("fields")
    beginArray()
    for section in schema.sections {
      for definition in section.fields { field(definition, group: section.group, zone: zone) }
    }
    endArray()
    endObject()
  }

  /// The definition of a field, the same object wherever it is printed.
  mutating func field(_ field: FieldDefinition, group: String?, zone: LocalTimeZone) {
    beginObject()
    key("name")
    string(field.name)
    key("type")
    string(field.type.rawValue)
    key("group")
    string(orNull: group)
    key("min")
    string(orNull: field.minimum)
    key("max")
    string(orNull: field.maximum)
    key("unit")
    string(orNull: field.unit)
    key("options")
    beginArray()
    for option in field.options { string(option) }
    endArray()
    key("deleted")
    deletion(field.deletion, zone: zone)
    endObject()
  }
}
