import ThreadStorage

/// One entry of a thread: a range of its file, of which the parts are read when they are asked for.
package struct Entry: Sendable {
  package let file: ThreadFile
  package let slice: EntrySlice
  /// Its fields and body, where they were looked at already.
  let known: EntryContent?
  /// The line of its heading, 1-based; 0 where nobody asked.
  package internal(set) var line: Int
  /// Its rank among the thread's entries of the same kind (deleted or not), 1 the newest; 0 where nobody asked.
  package internal(set) var position: Int

  init(
    _ file: ThreadFile, _ slice: EntrySlice, _ content: EntryContent? = nil, line: Int = 0,
    position: Int = 0
  ) {
    self.file = file
    self.slice = slice
    known = content
    self.line = line
    self.position = position
  }

  package var thread: ThreadHeader { file.header }
  package var content: EntryContent {
    let bytes = file.bytes
    return known ?? slice.content(in: bytes.span)
  }
  /// The same from the file's bytes, in the memory of `room`, to which the caller gives the fields back.
  package func content(
    in bytes: borrowing Span<UInt8>, takingRoom room: inout [EntryField]
  ) -> EntryContent {
    if let known { return known }
    var fields: [EntryField] = []
    swap(&fields, &room)
    return slice.content(in: bytes, room: fields)
  }
  /// Its id, if it has one (F11).
  package var id: EntryID? {
    guard let range = slice.heading.attributes?.id else { return nil }
    let bytes = file.bytes
    return EntryID(bytes.span, range)
  }
  package var timestamp: Timestamp { slice.heading.timestamp }
  /// Its time as an instant; local times by the journal's zone.
  package var instant: Instant { timestamp.instant(in: file.zone) }
  /// Its title; empty for none.
  package var title: [UInt8] { Array(file.bytes[slice.heading.title]) }
  /// Its field lines in file order, a name perhaps more than once (F18).
  package var fields: [Field] { content.values(in: file.bytes) }
  /// Its text (F19).
  package var text: [UInt8] {
    let bytes = file.bytes
    return content.text(in: bytes.span)
  }
  package var edited: Timestamp? {
    guard let range = slice.heading.attributes?.edited else { return nil }
    let bytes = file.bytes
    return Timestamp(bytes.span, at: range)
  }
  /// When it was last taken out of the trash (F10).
  package var restored: Timestamp? {
    let bytes = file.bytes
    let range = slice.heading.attributes?.restored(in: bytes.span)
    return range.flatMap { Timestamp(bytes.span, at: $0) }
  }
  package var deletion: SoftDeletion? {
    let bytes = file.bytes
    return slice.deletion(in: bytes.span)
  }

  /// A field's name and value, as typed.
  package struct Field: Sendable, Hashable {
    package let name: [UInt8]
    package let value: [UInt8]

    package init(name: [UInt8], value: [UInt8]) {
      self.name = name
      self.value = value
    }

    /// The form of the name in which names are compared (F15).
    package var key: String { FieldName.key(name) }
  }

  /// What names the entry on a command line: its id, else its position in the thread.
  package var reference: String {
    id.map(\.description) ?? "\(ThreadHeader.withoutSuffix(thread.path))@\(position)"
  }
}

extension [Entry.Field] {
  /// The fields without those that a later one of the same name overrides (F18).
  package var effective: [Entry.Field] {
    var seen: Set<String> = []
    return reversed().filter { seen.insert($0.key).inserted }.reversed()
  }
}

extension EntrySlice {
  package func deletion(in bytes: borrowing Span<UInt8>) -> SoftDeletion? {
    guard let attributes = heading.attributes, attributes.isDeleted else { return nil }
    guard let value = attributes.deleted else { return .unknownTime }
    return SoftDeletion(EntryAttributes.unquoted(bytes, value))
  }
}

extension EntrySlice {
  /// How it is read, in a line: `Sat 2026-03-28 07:12, title "Lunch", mood: 5, text "Soup, and a walk"`; before that where it
  /// is deleted.
  package func reading(in bytes: [UInt8], _ zone: LocalTimeZone) -> String {
    (isDeleted ? "deleted: " : "") + readingOfLiving(in: bytes, zone)
  }

  /// How it is read, whether it is deleted or not.
  package func readingOfLiving(in bytes: [UInt8], _ zone: LocalTimeZone) -> String {
    let content = content(in: bytes.span)
    return Entry.reading(
      at: heading.timestamp, title: Array(bytes[heading.title]),
      content.values(in: bytes).effective, text: content.text(in: bytes.span), zone)
  }
}

extension NewEntry {
  /// The same before it is written.
  package func reading(_ zone: LocalTimeZone) -> String {
    let fields = fields.map { Entry.Field(name: Array($0.name.utf8), value: $0.value) }
    return Entry.reading(at: timestamp, title: title, fields, text: text, zone)
  }
}

extension Entry {
  fileprivate static func reading(
    at time: Timestamp, title: [UInt8], _ fields: [Field], text: [UInt8], _ zone: LocalTimeZone
  ) -> String {
    func words(_ text: ArraySlice<UInt8>) -> String {
      String(utf8: Array(text.split(whereSeparator: Byte.isSpace).joined(separator: [.space])))
    }
    // A shell may have taken a word in the middle; the end of a longer one shows what became text at the bottom.
    func line(_ text: [UInt8]) -> String {
      let all = text.count > 800 ? nil : words(text[...])
      if let all, all.count <= 200 { return all }
      return
        "\((all ?? words(text.prefix(200))).prefix(45)) … \((all ?? words(text.suffix(150))).suffix(30))"
    }
    let weekday = CalendarDate.weekdayNames[time.date.weekday - 1].prefix(3)
    let day = weekday.prefix(1).uppercased() + weekday.dropFirst()
    var parts = [
      time.precision == .day
        ? "\(day) \(time.headingText) without a time"
        : "\(day) \(time.withOffset(in: zone).shown(in: zone))"
    ]
    // The night on which the clock is put back.
    if time.precision != .day,
      case .overlap(let first, _) = zone.resolve(wallClockSeconds: time.wallClockSeconds),
      let offset = time.withOffset(in: zone).utcOffset
    {
      let place = offset == first ? "first" : "second"
      parts[0] += ", the \(place) of two such times (\(Timestamp.offsetText(offset)))"
    }
    if let end = time.end(in: zone),
      time.utcOffset == nil || time.utcOffset == zone.offset(at: time.instant(in: zone)),
      case .overlap(let first, _) = zone.resolve(wallClockSeconds: end.wallClockSeconds),
      let offset = end.utcOffset
    {
      let place = offset == first ? "first" : "second"
      parts[0] += ", its end the \(place) of two such times (\(Timestamp.offsetText(offset)))"
    }
    if !title.isEmpty { parts.append("title \"\(line(title))\"") }
    // What somebody typed is seen here; a table may have any number of columns.
    let most = 40
    parts += fields.prefix(most).map { field in
      "\(String(utf8: field.name)): \(field.value.isEmpty ? "no value" : line(field.value))"
    }
    if fields.count > most { parts.append("\(fields.count - most) more fields") }
    if !text.isEmpty { parts.append("text \"\(line(text))\"") }
    return parts.joined(separator: ", ")
  }
}

extension EntryContent {
  /// Its field lines in file order, read from the file's `bytes`.
  func values(in bytes: [UInt8]) -> [Entry.Field] {
    fields.map { Entry.Field(name: Array(bytes[$0.name]), value: $0.value(in: bytes.span)) }
  }
}
