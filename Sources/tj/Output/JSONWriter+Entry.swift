import ThreadJournal
import ThreadStorage

extension JSONWriter {
  /// An entry, the same object wherever it is printed (C11); values are typed as the thread defines their fields.
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
      value(field.value, entry.file.schema.json(of: field.value, named: field.name))
    }
    endObject()
    member("edited", entry.edited?.rfc3339(in: zone))
    key("deleted")
    deletion(entry.deletion, zone: zone)
    endObject()
  }

  private mutating func value(_ bytes: [UInt8], _ kind: FieldJSON) {
    switch kind {
    case .number: number(bytes)
    case .boolean(let value): boolean(value)
    case .string: string(bytes)
    }
  }

  /// A thread, the same object wherever it is printed (C11).
  mutating func thread(_ thread: ThreadSummary, zone: LocalTimeZone) {
    beginObject()
    member("id", thread.header.id)
    member("title", thread.header.title)
    member("path", thread.header.path)
    member("created", thread.header.created?.rfc3339(in: zone))
    member("updated", thread.updated?.rfc3339(in: zone))
    key("deleted")
    deletion(thread.header.deletion, zone: zone)
    member("entries", thread.entries)
    endObject()
  }

  /// The time of a deletion; `true` where it is not known, `null` where there is none.
  mutating func deletion(_ deletion: ThreadHeader.Deletion?, zone: LocalTimeZone) {
    switch deletion {
    case .at(let time)?: string(time.rfc3339(in: zone))
    case .unknownTime?: boolean(true)
    case nil: null()
    }
  }
}
