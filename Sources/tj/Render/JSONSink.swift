import ThreadJournal
import ThreadStorage

/// Entries as one JSON document: the version, the threads where they are wanted, and the entries.
struct JSONSink: EntrySink {
  private let zone: LocalTimeZone
  private let head: [UInt8]
  private let foot: [UInt8]

  /// A document in which `threads` writes what stands before the entries.
  init(zone: LocalTimeZone, _ threads: (inout JSONWriter) -> Void = { _ in }) {
    self.zone = zone
    let document = JSONWriter.document { writer in
      threads(&writer)
      writer.array("entries") { _ in }
    }
    // The array of the entries is the last of the document, and empty in it.
    let bracket = document.lastIndex(of: UInt8(ascii: "]")) ?? document.endIndex
    head = Array(document[..<bracket])
    foot = Array(document[bracket...])
  }

  var separator: [UInt8] { [UInt8(ascii: ",")] }

  func start(to output: inout [UInt8]) { output += head }

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var writer = JSONWriter(.indented, depth: 2)
    writer.entries(of: thread, zone: zone, to: &output)
  }

  func end(isEmpty: Bool, to output: inout [UInt8]) {
    output += isEmpty ? foot : "\n  ".utf8 + foot
  }
}

struct NDJSONSink: EntrySink {
  let zone: LocalTimeZone

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var writer = JSONWriter(.compact)
    writer.entries(of: thread, zone: zone, to: &output)
  }
}

/// The fields of a thread's entries as JSON shows them: by their names and, where the thread defines them, their types.
struct JSONFields {
  private let schema: FieldSchema
  private var fields = EffectiveFields()
  private var names: [(text: [UInt8], definition: FieldDefinition?)] = []

  init(_ schema: FieldSchema) { self.schema = schema }

  mutating func append(
    _ content: [EntryField], in bytes: borrowing Span<UInt8>, to writer: inout JSONWriter
  ) {
    fields.find(content, in: bytes) { names.append(($0, schema.field(withKey: $1))) }
    for (name, index) in fields.found {
      let value = content[index].value(in: bytes)
      writer.key(names[name].text)
      switch names[name].definition?.json(of: value) ?? .string {
      case .number: writer.number(value)
      case .boolean(let value): writer.boolean(value)
      case .string: writer.string(value)
      }
    }
  }
}

extension JSONWriter {
  /// Writes the entries of a thread at the end of `output`.
  fileprivate mutating func entries(
    of thread: ThreadEntries, zone: LocalTimeZone, to output: inout [UInt8]
  ) {
    let header = thread.header
    let head = part {
      $0.member("thread", header.title)
      $0.member("thread_id", header.id)
      $0.member("path", header.path)
    }
    // Names and quotation marks make an object about twice as long as the entry.
    output.reserveCapacity(
      output.count + thread.entries.reduce(0) { $0 + 2 * ($1.slice.region.count + head.count) })
    swap(&bytes, &output)
    var fields = JSONFields(thread.schema)
    let file = thread.file.bytes
    for entry in thread.entries { self.entry(entry, in: file.span, head, zone, &fields) }
    swap(&bytes, &output)
  }

  /// An entry, the same object wherever it is printed; values are typed as the thread defines their fields.
  private mutating func entry(
    _ entry: borrowing Entry, in file: borrowing Span<UInt8>, _ thread: [UInt8],
    _ zone: LocalTimeZone, _ fields: inout JSONFields
  ) {
    let heading = entry.slice.heading
    beginObject()
    member("id", file, heading.attributes?.id)
    append(thread)
    member("line", entry.line)
    key("time")
    quoted {
      heading.timestamp.appendRFC3339(typedAt: heading.timestampRange, of: file, in: zone, to: &$0)
    }
    member("title", file, heading.title.isEmpty ? nil : heading.title)
    let content = entry.content
    member("text", content.text(in: file))
    key("fields")
    beginObject()
    fields.append(content.fields, in: file, to: &self)
    endObject()
    member("edited", entry.edited?.rfc3339(in: zone))
    deletion(entry.deletion, zone)
    endObject()
    if isCompact { endDocument() }
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
