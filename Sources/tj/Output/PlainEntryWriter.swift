import ThreadJournal
import ThreadStorage

/// Writes entries as cards without colour and wrapping, for pipes and files: what `EntryView` writes, many times faster.
struct PlainEntryWriter {
  private let zone: LocalTimeZone
  private let schema: FieldSchema
  private var offsets: UTCOffsetCache
  private var names: [Name] = []
  private var places = InternTable<Int>()
  /// The first of the spellings of each field.
  private var firstSpellings: [String: Int] = [:]
  /// The fields of the entry at hand: their places in `names` and in the entry.
  private var shown: [(name: Int, field: Int)] = []
  /// For each of `names`, the last entry that was seen to have it, by its number.
  private var lastEntries: [Int] = []
  private var entryNumber = 0

  /// A spelling of a field's name that was met, and what is known of the field.
  private struct Name {
    /// The first of the spellings that name the same field.
    let first: Int
    /// Where it stands among the thread's fields.
    let order: Int
    /// What is written before the value; nothing for the place.
    private(set) var lead: [UInt8] = []
    /// What is written behind the value.
    private(set) var tail: [UInt8] = []

    init(_ spelling: [UInt8], key: String, first: Int, _ schema: FieldSchema) {
      self.first = first
      order = schema.shownPlace(ofFieldWithKey: key)
      if key != FieldDefinition.location.key {
        PlainEntryWriter.appendOneLine(spelling, to: &lead)
        lead.append(UInt8(ascii: " "))
      }
      if let unit = schema.field(withKey: key)?.unit {
        tail.append(UInt8(ascii: " "))
        PlainEntryWriter.appendOneLine(unit.utf8, to: &tail)
      }
    }
  }

  /// A writer of entries of a thread with the fields of `schema`.
  init(_ schema: FieldSchema, zone: LocalTimeZone) {
    self.schema = schema
    self.zone = zone
    offsets = UTCOffsetCache(zone)
  }

  /// Writes an entry from its file's bytes; the caller puts a blank line between two.
  mutating func append(
    _ entry: borrowing Entry, showsThread: Bool, to output: inout [UInt8]
  ) {
    let file = entry.file.bytes
    let bytes = file.span
    let heading = entry.slice.heading
    appendTime(of: heading, in: bytes, to: &output)
    appendTitle(
      bytes, heading.title, thread: showsThread ? entry.file.header.title : nil, to: &output)
    if heading.attributes != nil {
      appendMarks(deletion: entry.deletion, isEdited: entry.edited != nil, to: &output)
    }
    if let id = heading.attributes?.id {
      PlainEntryWriter.append(bytes, id, to: &output)
    } else {
      output.append(contentsOf: entry.reference.utf8)
    }
    output.append(0x0A)
    let content = entry.content
    appendFields(of: content, in: bytes, to: &output)
    appendBody(of: content, in: bytes, to: &output)
  }

  private mutating func appendFields(
    of content: EntryContent, in bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    guard !content.fields.isEmpty else { return }
    shown.removeAll(keepingCapacity: true)
    for (index, field) in content.fields.enumerated() { show(bytes, field.name, index) }
    arrangeShown()
    output.append(contentsOf: "  ".utf8)
    for (index, item) in shown.enumerated() {
      if index > 0 { output.append(contentsOf: " · ".utf8) }
      output += names[item.name].lead
      let field = content.fields[item.field]
      PlainEntryWriter.appendOneLine(bytes, field.firstValueLine, to: &output)
      if field.hasMoreLines {
        for line in field.valueLines(in: bytes).dropFirst() {
          output.append(0x20)
          PlainEntryWriter.appendOneLine(bytes, line, to: &output)
        }
      }
      output += names[item.name].tail
    }
    output.append(0x0A)
  }

  /// Writes the lines of the body as they are read (F7, F16, F19), behind two spaces.
  private func appendBody(
    of content: EntryContent, in bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    let body = content.body
    guard !body.isEmpty else { return }
    output.append(0x0A)
    var position = body.lowerBound
    while position < body.upperBound {
      let line = Line(startingAt: position, in: bytes, upTo: body.upperBound)
      if !line.text.isEmpty {
        output.append(contentsOf: "  ".utf8)
        let isFirst = position == body.lowerBound
        let backslash = Escaping.backslashToRemove(
          bytes, line: line.text, isFirstOfBody: isFirst)
        if let backslash {
          PlainEntryWriter.append(bytes, line.text.lowerBound..<backslash, to: &output)
          PlainEntryWriter.append(bytes, backslash + 1..<line.text.upperBound, to: &output)
        } else {
          PlainEntryWriter.append(bytes, line.text, to: &output)
        }
      }
      output.append(0x0A)
      position = line.next
    }
  }

  // MARK: The first line

  private func appendTitle(
    _ title: borrowing Span<UInt8>, _ range: Range<Int>, thread: String?,
    to output: inout [UInt8]
  ) {
    output.append(contentsOf: "  ".utf8)
    if let thread {
      PlainEntryWriter.appendOneLine(thread.utf8, to: &output)
      if !range.isEmpty { output.append(contentsOf: " › ".utf8) }
    }
    PlainEntryWriter.appendOneLine(title, range, to: &output)
    if thread != nil || !range.isEmpty { output.append(contentsOf: "  ".utf8) }
  }

  private func appendMarks(
    deletion: ThreadHeader.Deletion?, isEdited: Bool, to output: inout [UInt8]
  ) {
    if let deletion {
      output.append(contentsOf: "deleted \(TimeText.deletion(deletion, in: zone)) · ".utf8)
    }
    if isEdited { output.append(contentsOf: "edited · ".utf8) }
  }

  /// Writes the time of a heading as it is typed, but for the `T`, the seconds, and the offset where it is the zone's own.
  private mutating func appendTime(
    of heading: EntryHeading, in bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    let (time, start) = (heading.timestamp, heading.timestampRange.lowerBound)
    PlainEntryWriter.append(bytes, start..<start + 10, to: &output)
    guard time.precision != .day else { return }
    output.append(UInt8(ascii: " "))
    PlainEntryWriter.append(bytes, start + 11..<start + 16, to: &output)
    appendOffset(of: time, time.instant(in: zone), to: &output)
  }

  /// Writes the offset of a time where it is not the zone's own.
  private mutating func appendOffset(
    of time: Timestamp, _ instant: Instant, to output: inout [UInt8]
  ) {
    if let offset = time.utcOffset, offset != offsets.offset(at: instant) {
      Timestamp.appendOffset(offset, to: &output)
    }
  }

  // MARK: Fields

  /// Notes a field of the entry at hand.
  private mutating func show(
    _ name: borrowing Span<UInt8>, _ range: Range<Int>, _ index: Int
  ) {
    shown.append((place(of: name, range), index))
  }

  /// Puts the fields of the entry at hand in their order; of a name given twice the last one counts (F18).
  private mutating func arrangeShown() {
    guard shown.count > 1 else { return }
    entryNumber += 1
    var isTwice = false
    for index in shown.indices.reversed() {
      let first = names[shown[index].name].first
      if lastEntries[first] == entryNumber {
        shown[index].field = -1
        isTwice = true
      }
      lastEntries[first] = entryNumber
    }
    if isTwice { shown.removeAll { $0.field < 0 } }
    let isInOrder = zip(shown, shown.dropFirst()).allSatisfy {
      names[$0.name].order <= names[$1.name].order
    }
    guard !isInOrder else { return }
    shown.sort { (names[$0.name].order, $0.field) < (names[$1.name].order, $1.field) }
  }

  /// Where a name of this spelling stands in `names`, which it joins where it is new.
  private mutating func place(of name: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    let count = names.count
    let place = places.value(of: name, range) { _ in count }
    if place == count { addName(name.copy(range)) }
    return place
  }

  private mutating func addName(_ spelling: [UInt8]) {
    let key = FieldName.key(String(decoding: spelling, as: UTF8.self))
    let first = firstSpellings[key] ?? names.count
    firstSpellings[key] = first
    names.append(Name(spelling, key: key, first: first, schema))
    lastEntries.append(0)
  }

  // MARK: Text

  private static func append(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]
  ) {
    bytes.withUnsafeBufferPointer { output.append(contentsOf: $0[range]) }
  }

  /// Writes the bytes at `range` on one line: their line breaks become spaces.
  private static func appendOneLine(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]
  ) {
    for offset in range where isLineBreak(bytes[offset]) {
      return bytes.withUnsafeBufferPointer { appendOneLine($0[range], to: &output) }
    }
    append(bytes, range, to: &output)
  }

  /// Writes `text` on one line: its line breaks become spaces.
  private static func appendOneLine(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: text)
    for index in start..<output.count where isLineBreak(output[index]) { output[index] = 0x20 }
  }

  @inline(__always)
  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
