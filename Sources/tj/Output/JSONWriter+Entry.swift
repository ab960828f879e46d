import ThreadJournal
import ThreadStorage

extension JSONWriter {
  /// An entry, the same object wherever it is printed; values are typed as the thread defines their fields.
  mutating func entry(_ entry: Entry, zone: LocalTimeZone) {
    beginObject()
    member("id", entry.id?.description)
    member("thread", entry.thread.title)
    member("thread_id", entry.thread.id)
    member("path", entry.thread.path)
    member("line", entry.line)
    member("time", entry.timestamp.rfc3339(in: zone))
    key("title")
    let title = entry.title
    if title.isEmpty { null() } else { string(title) }
    member("text", entry.text)
    key("fields")
    beginObject()
    for field in entry.effectiveFields {
      key(field.name)
      switch entry.file.schema.json(of: field.value, named: field.name) {
      case .number: number(field.value)
      case .boolean(let value): boolean(value)
      case .string: string(field.value)
      }
    }
    endObject()
    member("edited", entry.edited?.rfc3339(in: zone))
    deletion(entry.deletion, zone)
    endObject()
  }

  /// A thread on a list, the same object wherever it is printed.
  mutating func thread(_ thread: ThreadSummary, zone: LocalTimeZone) {
    object {
      $0.head(of: thread.header, zone)
      $0.member("updated", thread.updated?.rfc3339(in: zone))
      $0.deletion(thread.header.deletion, zone)
      $0.member("entries", thread.entries)
    }
  }

  /// A thread as an export has it: what its front matter says, with the definitions of its fields.
  mutating func thread(_ header: ThreadHeader, _ schema: FieldSchema, zone: LocalTimeZone) {
    object {
      $0.head(of: header, zone)
      $0.deletion(header.deletion, zone)
      $0.array("fields") { $0.fields(of: schema, zone: zone) }
    }
  }

  private mutating func head(of header: ThreadHeader, _ zone: LocalTimeZone) {
    member("id", header.id)
    member("title", header.title)
    member("path", header.path)
    member("created", header.created?.rfc3339(in: zone))
  }

  /// The definitions of a thread's fields, the same objects wherever they are printed.
  mutating func fields(of schema: FieldSchema, zone: LocalTimeZone) {
    for section in schema.sections {
      for field in section.fields {
        object {
          $0.member("name", field.name)
          $0.member("type", field.type.rawValue)
          $0.member("group", section.group)
          $0.member("min", field.minimum)
          $0.member("max", field.maximum)
          $0.member("unit", field.unit)
          $0.array("options") { for option in field.options { $0.string(option) } }
          $0.deletion(field.deletion, zone)
        }
      }
    }
  }

  /// The time of a deletion; `true` where it is not known, `null` where there is none.
  private mutating func deletion(_ deletion: ThreadHeader.Deletion?, _ zone: LocalTimeZone) {
    if case .unknownTime? = deletion { return member("deleted", true) }
    member("deleted", deletion?.time?.rfc3339(in: zone))
  }
}
