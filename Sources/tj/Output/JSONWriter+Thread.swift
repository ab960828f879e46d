import ThreadJournal
import ThreadStorage

extension JSONWriter {
  /// A thread as an export has it: what its front matter says, with the definitions of its fields.
  mutating func thread(_ header: ThreadHeader, _ schema: FieldSchema, zone: LocalTimeZone) {
    beginObject()
    member("id", header.id)
    member("title", header.title)
    member("path", header.path)
    member("created", header.created?.rfc3339(in: zone))
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
    member("name", field.name)
    member("type", field.type.rawValue)
    member("group", group)
    member("min", field.minimum)
    member("max", field.maximum)
    member("unit", field.unit)
    key("options")
    beginArray()
    for option in field.options { string(option) }
    endArray()
    key("deleted")
    deletion(field.deletion, zone: zone)
    endObject()
  }
}
