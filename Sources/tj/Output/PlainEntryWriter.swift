import ThreadJournal
import ThreadStorage

/// Writes entries as cards without colour and wrapping, for pipes and files: what `EntryView` writes, many times faster.
struct PlainEntryWriter {
  private let zone: LocalTimeZone
  private let schema: FieldSchema
  private var offsets: OffsetMemory
  private var names: [Name] = []
  /// The fields of the entry at hand: their places in `names` and in the entry.
  private var shown: [(name: Int, field: Int)] = []

  /// A spelling of a field's name that was met, and what is known of the field.
  private struct Name {
    let spelling: [UInt8]
    let key: String
    /// Where it stands among the thread's fields.
    let order: Int
    /// What is written before the value; nothing for the place.
    let lead: [UInt8]
    /// What is written behind the value.
    let tail: [UInt8]
  }

  /// A writer of entries of a thread with the fields of `schema`.
  init(_ schema: FieldSchema, zone: LocalTimeZone) {
    self.schema = schema
    self.zone = zone
    offsets = OffsetMemory(zone)
  }

  /// Writes an entry; the caller puts a blank line between two.
  mutating func append(_ entry: Entry, showsThread: Bool, to output: inout [UInt8]) {
    appendHead(entry, showsThread: showsThread, to: &output)
    appendFields(entry, to: &output)
    guard !entry.text.isEmpty else { return }
    output.append(0x0A)
    appendIndented(entry.text, to: &output)
  }

  private mutating func appendHead(
    _ entry: Entry, showsThread: Bool, to output: inout [UInt8]
  ) {
    appendTime(entry, to: &output)
    output.append(contentsOf: "  ".utf8)
    if showsThread {
      appendOneLine(entry.thread.title.utf8, to: &output)
      if !entry.title.isEmpty { output.append(contentsOf: " › ".utf8) }
    }
    appendOneLine(entry.title, to: &output)
    if showsThread || !entry.title.isEmpty { output.append(contentsOf: "  ".utf8) }
    if let deletion = entry.deletion {
      output.append(contentsOf: "deleted \(TimeText.deletion(deletion, in: zone)) · ".utf8)
    }
    if entry.edited != nil { output.append(contentsOf: "edited · ".utf8) }
    output.append(contentsOf: entry.reference.utf8)
    output.append(0x0A)
  }

  private mutating func appendTime(_ entry: Entry, to output: inout [UInt8]) {
    let time = entry.timestamp
    let date = time.date.parts
    appendDigits(date.year, 4, to: &output)
    output.append(UInt8(ascii: "-"))
    appendDigits(date.month, 2, to: &output)
    output.append(UInt8(ascii: "-"))
    appendDigits(date.day, 2, to: &output)
    guard time.precision != .day else { return }
    output.append(UInt8(ascii: " "))
    appendDigits(time.hour, 2, to: &output)
    output.append(UInt8(ascii: ":"))
    appendDigits(time.minute, 2, to: &output)
    if let offset = time.utcOffset, offset != offsets.offset(at: entry.instant) {
      output.append(contentsOf: time.canonicalText.utf8.suffix(6))
    }
  }

  private func appendDigits(_ number: Int, _ count: Int, to output: inout [UInt8]) {
    if count == 4 { appendDigits(number / 100, 2, to: &output) }
    output.append(0x30 + UInt8(number / 10 % 10))
    output.append(0x30 + UInt8(number % 10))
  }

  // MARK: Fields

  private mutating func appendFields(_ entry: Entry, to output: inout [UInt8]) {
    guard !entry.fields.isEmpty else { return }
    shown.removeAll(keepingCapacity: true)
    for (index, field) in entry.fields.enumerated() {
      let name = place(of: field.name)
      let key = names[name].key
      // Of a name given twice the last one counts (F18).
      shown.removeAll { $0.name == name || names[$0.name].key == key }
      var end = shown.count
      while end > 0, names[shown[end - 1].name].order > names[name].order { end -= 1 }
      shown.insert((name, index), at: end)
    }
    output.append(contentsOf: "  ".utf8)
    for (index, item) in shown.enumerated() {
      if index > 0 { output.append(contentsOf: " · ".utf8) }
      output += names[item.name].lead
      appendOneLine(entry.fields[item.field].value, to: &output)
      output += names[item.name].tail
    }
    output.append(0x0A)
  }

  /// Where a name of this spelling stands in `names`, which it joins where it is new.
  private mutating func place(of spelling: [UInt8]) -> Int {
    if let known = names.firstIndex(where: { $0.spelling == spelling }) { return known }
    let text = String(decoding: spelling, as: UTF8.self)
    let key = FieldName.key(text)
    let fields = schema.sections.flatMap(\.fields)
    let order = fields.firstIndex { $0.key == key }
    var lead: [UInt8] = []
    if key != FieldDefinition.location.key {
      appendOneLine(spelling, to: &lead)
      lead.append(UInt8(ascii: " "))
    }
    var tail: [UInt8] = []
    if let unit = order.flatMap({ fields[$0].unit }) {
      tail.append(UInt8(ascii: " "))
      appendOneLine(unit.utf8, to: &tail)
    }
    names.append(
      Name(spelling: spelling, key: key, order: order ?? fields.count, lead: lead, tail: tail))
    return names.count - 1
  }

  // MARK: Text

  /// Writes `text` on one line: its line breaks become spaces.
  private func appendOneLine(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: text)
    for index in start..<output.count where output[index] == 0x0A || output[index] == 0x0D {
      output[index] = 0x20
    }
  }

  /// Writes the lines of `text`, all but empty ones behind two spaces.
  private func appendIndented(_ text: [UInt8], to output: inout [UInt8]) {
    let span = text.span
    var start = 0
    while true {
      let end =
        ByteSearch.firstIndex(of: 0x0A, in: span, start..<text.count) ?? text.count
      if end > start {
        output.append(contentsOf: "  ".utf8)
        output += text[start..<end]
      }
      output.append(0x0A)
      if end == text.count { return }
      start = end + 1
    }
  }
}

/// A zone's offset, asked only once for times that lie near each other.
private struct OffsetMemory {
  private let zone: LocalTimeZone
  private var seconds: Range<Int64> = 0..<0
  private var offset: Int32 = 0

  /// No zone changes twice within twice so many seconds, so that equal ends have no change between them.
  private static let reach: Int64 = 47 * 3600

  init(_ zone: LocalTimeZone) { self.zone = zone }

  mutating func offset(at instant: Instant) -> Int32 {
    let second = instant.secondsSinceEpoch
    if seconds.contains(second) { return offset }
    let ends = second - Self.reach..<second + Self.reach
    let before = zone.offset(at: Instant(secondsSinceEpoch: ends.lowerBound))
    guard before == zone.offset(at: Instant(secondsSinceEpoch: ends.upperBound)) else {
      return zone.offset(at: instant)
    }
    seconds = ends
    offset = before
    return before
  }
}
