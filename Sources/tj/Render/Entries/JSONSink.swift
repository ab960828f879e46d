import ThreadJournal
import ThreadStorage

/// Entries as one JSON document: the version, the threads where they are wanted, and the entries.
struct JSONSink: EntrySink {
  private let zone: LocalTimeZone
  private let isCopy: Bool
  private let head: [UInt8]
  private let foot: [UInt8]

  /// A document in which `threads` writes what stands before the entries.
  ///
  /// - Parameter isCopy: Whether entries have their lines, too, where their values do not say them to the byte.
  init(
    zone: LocalTimeZone, isCopy: Bool = false, _ threads: (inout JSONWriter) -> Void = { _ in }
  ) {
    self.zone = zone
    self.isCopy = isCopy
    let document = JSONWriter.document { writer in
      threads(&writer)
      writer.array("entries") { _ in }
    }
    // The array of the entries is the last of the document, and empty in it.
    let bracket = document.lastIndex(of: UInt8(ascii: "]")) ?? document.endIndex
    head = Array(document[..<bracket])
    foot = Array(document[bracket...])
  }

  func separator(behind last: UInt8?) -> [UInt8] { [UInt8(ascii: ",")] }

  func start(to output: inout [UInt8]) { output += head }

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var writer = JSONWriter(.indented, depth: 2)
    writer.entries(of: thread, zone: zone, isCopy: isCopy, to: &output)
  }

  func end(isEmpty: Bool, to output: inout [UInt8]) {
    output += isEmpty ? foot : "\n  ".utf8 + foot
  }
}

struct NDJSONSink: EntrySink {
  let zone: LocalTimeZone
  var partial: SinkCount?

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var writer = JSONWriter(.compact)
    // Nothing else tells that the thread is deleted.
    let count = writer.entries(
      of: thread, zone: zone, deletion: thread.header.deletion, to: &output)
    partial?.add(count)
  }
}

/// What the objects of a thread's entries have in common, written once.
private struct JSONEntries {
  private let zone: LocalTimeZone
  private let schema: FieldSchema
  /// How the lines end that are written of values; nil where none are compared with these.
  private let lineEnding: LineEnding?
  private let id, threadAndLine, time, title, text, fields: [UInt8]
  /// The last members of an entry that was neither edited nor deleted.
  private let end: [UInt8]
  private let deletion: SoftDeletion?
  /// How many entries had attributes that no member is for, or a field twice.
  private(set) var partialEntries = 0
  private var effective = EffectiveFields()
  /// The memory for an entry's fields.
  private var room: [EntryField] = []
  /// The key of each name of a field, as it is defined; its type where JSON shows its values typed; and whether it is
  /// typed so.
  private var names: [(key: [UInt8], type: FieldType?, isAsTyped: Bool)] = []

  /// - Parameter deletion: That of entries that have none of their own.
  init(
    of thread: ThreadEntries, _ zone: LocalTimeZone, isCopy: Bool, deletion: SoftDeletion?,
    _ writer: JSONWriter
  ) {
    self.zone = zone
    self.deletion = deletion
    schema = thread.schema
    lineEnding = isCopy ? thread.file.lineEndingOfHead : nil
    let header = thread.header
    id = writer.part { $0.key("id") }
    threadAndLine = writer.part {
      $0.member("thread", header.title)
      $0.member("thread_id", header.id)
      $0.member("path", header.path)
      $0.key("line")
    }
    time = writer.part { $0.key("time") }
    title = writer.part { $0.key("title") }
    text = writer.part { $0.key("text") }
    fields = writer.part { $0.key("fields") }
    end = writer.part { $0.end(edited: nil, deletion, zone) }
  }

  /// Writes an entry, the same object wherever it is printed; values are typed as the thread defines their fields.
  mutating func append(
    _ entry: borrowing Entry, in bytes: borrowing Span<UInt8>, to writer: inout JSONWriter
  ) {
    let (heading, content) = (entry.slice.heading, entry.content(in: bytes, takingRoom: &room))
    defer { room = content.fields }
    writer.beginObject()
    writer.hasLostText = false
    writer.append(id, isKey: true)
    writer.string(bytes, heading.attributes?.id)
    writer.append(threadAndLine, isKey: true)
    writer.integer(entry.line)
    writer.append(time, isKey: true)
    writer.quoted {
      heading.timestamp.appendRFC3339(typedAt: heading.timestampRange, of: bytes, in: zone, to: &$0)
    }
    // Members of entries with an end only.
    if heading.timestamp.minutesToEnd > 0 {
      writer.member("end", heading.timestamp.end(in: zone)?.rfc3339(in: zone))
      writer.member("length", heading.timestamp.lengthText(in: zone))
    }
    writer.append(title, isKey: true)
    writer.string(bytes, heading.title.isEmpty ? nil : heading.title)
    writer.append(text, isKey: true)
    let plainText = content.plainText(in: bytes)
    if let plainText {
      writer.string(bytes, plainText)
    } else {
      writer.string(content.text(in: bytes))
    }
    writer.append(fields, isKey: true)
    writer.beginObject()
    let hasOtherForm = append(content.fields, in: bytes, to: &writer)
    writer.endObject()
    if heading.attributes?.isOnlyID != false {
      writer.append(end, isKey: false)
    } else {
      writer.end(edited: entry.edited, entry.deletion ?? deletion, zone)
      // A member of those that were in the trash only, like that of an end.
      if let time = entry.restored { writer.member("restored", time.rfc3339(in: zone)) }
    }
    let hasOthers =
      heading.attributes.map {
        !$0.isOnlyID && !EntryAttributes.others(in: entry.file.bytes, $0).isEmpty
      } == true
    // Of fields of one name, the values have the last only.
    let hasEachField = effective.found.count == content.fields.count
    let hasLost = hasOthers || writer.hasLostText || !hasEachField
    if hasLost { partialEntries += 1 }
    if let lineEnding {
      let lines =
        writer.hasLostText || hasOtherForm
        ? entry.slice.region
        : entry.source(
          content, isPlain: plainText != nil && hasEachField, in: bytes,
          lineEnding: lineEnding)
      if let lines { writer.member("source", exactly: bytes.copy(lines)) }
    }
    writer.endObject()
  }

  /// Appends the fields' values; whether some value has another form than the one in the file.
  private mutating func append(
    _ content: [EntryField], in bytes: borrowing Span<UInt8>, to writer: inout JSONWriter
  ) -> Bool {
    var hasOtherForm = false
    effective.find(content, in: bytes) { spelling, key in
      let field = schema.field(withKey: key)
      let name = field.map { Array($0.name.utf8) } ?? spelling
      let member = writer.part { $0.key(name) }
      names.append((member, field.flatMap { $0.type == .text ? nil : $0.type }, name == spelling))
    }
    for (name, index) in effective.found {
      let field = content[index]
      writer.append(names[name].key, isKey: true)
      let type = names[name].type
      hasOtherForm = hasOtherForm || !names[name].isAsTyped
      if !field.hasMoreLines, type?.isTypedInJSON != true {
        let line = field.firstValueLine
        let range = type?.exported(line, of: bytes) ?? line
        writer.string(bytes, range)
        hasOtherForm = hasOtherForm || range != line
        continue
      }
      let value = field.value(in: bytes)
      switch type?.json(of: value) ?? .string(value) {
      case .number(let number):
        writer.number(number)
        hasOtherForm = hasOtherForm || number != value
      case .boolean(let isTrue):
        writer.boolean(isTrue)
        hasOtherForm = hasOtherForm || !value.elementsEqual((isTrue ? "true" : "false").utf8)
      case .string(let text):
        writer.string(text)
        hasOtherForm = hasOtherForm || text != value
      }
    }
    return hasOtherForm
  }
}

extension JSONWriter {
  /// Writes the entries of a thread at the end of `output`, each as a document where there is no other around it.
  /// - Returns: How many of them have more than their members tell.
  @discardableResult
  fileprivate mutating func entries(
    of thread: ThreadEntries, zone: LocalTimeZone, isCopy: Bool = false,
    deletion: SoftDeletion? = nil, to output: inout [UInt8]
  ) -> Int {
    // Names and quotation marks make an object about twice as long as its entry.
    let count = thread.entries.reduce(0) { $0 + 2 * $1.slice.region.count + 128 }
    output.makeRoom(for: count)
    swap(&bytes, &output)
    var objects = JSONEntries(
      of: thread, zone, isCopy: isCopy, deletion: deletion, JSONWriter(layout, depth: depth + 1))
    let file = thread.file.bytes
    let entries = thread.entries.span
    for index in entries.indices {
      objects.append(entries[index], in: file.span, to: &self)
      if depth == 0 { endDocument() }
    }
    swap(&bytes, &output)
    return objects.partialEntries
  }

  /// The last members of an entry.
  fileprivate mutating func end(
    edited: Timestamp?, _ deletion: SoftDeletion?, _ zone: LocalTimeZone
  ) {
    member("edited", edited?.rfc3339(in: zone))
    self.deletion(deletion, zone)
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

  /// A thread as an export has it: what its front matter says, with the definitions of its fields; and of a copy, what
  /// stands before its entries, as it stands there.
  mutating func thread(_ thread: ThreadHead, isCopy: Bool, zone: LocalTimeZone) {
    object {
      $0.head(of: thread.header, zone)
      $0.deletion(thread.header.deletion, zone)
      $0.array("fields") { $0.fields(of: thread.schema, zone: zone) }
      guard isCopy else { return }
      $0.member("front_matter", exactly: Array(thread.bytes[..<thread.bodyStart]))
      $0.member("preamble", exactly: Array(thread.bytes[thread.bodyStart...]))
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
          $0.member("default", field.usual)
          $0.member("ask", field.isAsked)
          $0.deletion(field.deletion, zone)
        }
      }
    }
  }

  /// The time of a deletion; `true` where it is not known, `null` where there is none.
  private mutating func deletion(_ deletion: SoftDeletion?, _ zone: LocalTimeZone) {
    if case .unknownTime? = deletion { return member("deleted", true) }
    member("deleted", deletion?.time?.rfc3339(in: zone))
  }
}
