import ThreadStorage

/// One entry of a thread, as values.
package struct Entry: Sendable {
  /// The thread it stands in.
  package let thread: ThreadHeader
  /// The line of its heading, 1-based.
  package let line: Int
  /// Its id, if it has one (F11).
  package let id: EntryID?
  /// Its place among the thread's entries of the same kind (deleted or not), 1 the newest (C3).
  package var position: Int
  /// Its time, as written.
  package let timestamp: Timestamp
  /// Its time as an instant; local times by the journal's zone.
  package let instant: Instant
  /// Its title; empty for none.
  package let title: [UInt8]
  /// Its field lines in file order, a name perhaps more than once (F18).
  package let fields: [Field]
  /// Its text (F19).
  package let text: [UInt8]
  /// When it was last edited, if a readable time says so.
  package let edited: Timestamp?
  /// Whether, and when, it was soft-deleted.
  package let deletion: ThreadHeader.Deletion?

  /// A field's name and value, as typed.
  package struct Field: Sendable, Hashable {
    /// The name.
    package let name: [UInt8]
    /// The value.
    package let value: [UInt8]

    /// A field of these bytes.
    package init(name: [UInt8], value: [UInt8]) {
      self.name = name
      self.value = value
    }

    /// The form of the name in which names are compared (F15).
    package var key: String { FieldName.key(String(decoding: name, as: UTF8.self)) }
  }

  /// The entry at `slice` of `document`.
  ///
  /// - Parameters:
  ///   - line: The line of its heading, 1-based.
  ///   - position: Its place among the entries of its thread, 1 the newest.
  package init(
    _ slice: EntrySlice, of document: ThreadDocument, thread: ThreadHeader, line: Int,
    position: Int, zone: LocalTimeZone
  ) {
    self.init(
      slice, in: document.bytes.span, thread: thread, line: line, position: position, zone: zone)
  }

  /// The entry at `slice` of a file's `bytes`; its `content` where that was read already.
  init(
    _ slice: EntrySlice, _ content: EntryContent? = nil, in bytes: borrowing Span<UInt8>,
    thread: ThreadHeader, line: Int, position: Int = 0, zone: LocalTimeZone
  ) {
    let content = content ?? slice.content(in: bytes)
    let attributes = slice.heading.attributes
    self.thread = thread
    self.line = line
    self.position = position
    id = attributes?.id.flatMap { EntryID(bytes, $0) }
    timestamp = slice.heading.timestamp
    instant = slice.heading.timestamp.instant(in: zone)
    title = bytes.copy(slice.heading.title)
    fields = content.fields.map { field in
      Field(name: bytes.copy(field.name), value: field.value(in: bytes))
    }
    text = content.text(in: bytes)
    edited = attributes?.edited.flatMap {
      Timestamp(String(decoding: bytes.copy($0), as: UTF8.self))
    }
    deletion = slice.deletion(in: bytes)
  }

  /// The fields without those that a later one of the same name overrides (F18).
  package var effectiveFields: [Field] {
    var seen: Set<String> = []
    return fields.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  /// What names the entry on a command line: its id, else its place in the thread.
  package var reference: String {
    id.map(\.description) ?? "\(ThreadHeader.fileName(of: thread.path))@\(position)"
  }
}

extension EntrySlice {
  /// Whether, and when, the entry was soft-deleted.
  package func deletion(in bytes: borrowing Span<UInt8>) -> ThreadHeader.Deletion? {
    guard let attributes = heading.attributes, attributes.isDeleted else { return nil }
    guard let value = attributes.deleted else { return .unknownTime }
    return ThreadHeader.Deletion(EntryAttributes.unquoted(bytes, value))
  }
}
