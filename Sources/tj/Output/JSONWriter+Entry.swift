import ThreadJournal
import ThreadStorage

extension JSONWriter {
  /// An entry, the same object wherever it is printed (C11); values are typed as the thread defines their fields.
  mutating func entry(_ entry: Entry, zone: LocalTimeZone) {
    beginObject()
    key("id")
    string(orNull: entry.id?.description)
    key("thread")
    string(entry.thread.title)
    key("thread_id")
    string(orNull: entry.thread.id)
    key("path")
    string(entry.thread.path)
    key("line")
    integer(entry.line)
    key("time")
    string(entry.timestamp.rfc3339(in: zone))
    key("title")
    let title = entry.title
    if title.isEmpty { null() } else { string(title) }
    key("text")
    string(entry.text)
    key("fields")
    beginObject()
    for field in entry.effectiveFields {
      key(field.name)
      value(field.value, entry.file.schema.json(of: field.value, named: field.name))
    }
    endObject()
    key("edited")
    string(orNull: entry.edited?.rfc3339(in: zone))
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
    key("id")
    string(orNull: thread.header.id)
    key("title")
    string(thread.header.title)
    key("path")
    string(thread.header.path)
    key("created")
    string(orNull: thread.header.created?.rfc3339(in: zone))
    key("updated")
    string(orNull: thread.updated?.rfc3339(in: zone))
    key("deleted")
    deletion(thread.header.deletion, zone: zone)
    key("entries")
    integer(thread.entries)
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
