import ThreadStorage

/// An entry that a search found, as places in its file's bytes.
package struct FoundEntry: Sendable {
  /// Its heading and region.
  package let slice: EntrySlice
  /// Its fields and text, where they were read already.
  private let known: EntryContent?
  /// The line of its heading, 1-based; 0 where nobody asked.
  package internal(set) var line = 0
  /// Its place among the thread's entries of the same kind, 1 the newest; 0 where all found have an id.
  package internal(set) var position = 0

  /// The entry at `slice`, whose fields and text are `content` where they were read already.
  package init(slice: EntrySlice, content: EntryContent? = nil, position: Int = 0) {
    self.slice = slice
    known = content
    self.position = position
  }

  /// Its fields and text.
  package func content(in bytes: borrowing Span<UInt8>) -> EntryContent {
    if let known { return known }
    return slice.content(in: bytes)
  }
}

/// The entries of one thread that match, while its file's bytes are at hand.
package struct FoundEntries: Sendable {
  /// The thread.
  package let header: ThreadHeader
  /// The fields that it defines.
  package let schema: FieldSchema
  /// The entries, in time order; entries of the same time in file order.
  package let entries: [FoundEntry]
  let zone: LocalTimeZone

  init(header: ThreadHeader, schema: FieldSchema, entries: [FoundEntry], zone: LocalTimeZone) {
    self.header = header
    self.schema = schema
    self.entries = entries
    self.zone = zone
  }

  /// The entries of `list`, in its order; places in its document's bytes.
  package init(_ list: EntryList) {
    var entries: [FoundEntry] = []
    entries.reserveCapacity(list.order.count)
    for index in list.order {
      entries.append(
        FoundEntry(
          slice: list.document.entries[index], position: list.position(at: index)))
    }
    self.init(header: list.header, schema: list.schema, entries: entries, zone: list.zone)
  }

  /// Leaves only the `count` newest.
  package func newest(_ count: Int) -> FoundEntries {
    FoundEntries(
      header: header, schema: schema, entries: entries.suffix(count), zone: zone)
  }

  /// The entries as values.
  func values(in bytes: borrowing Span<UInt8>) -> [Entry] {
    var values: [Entry] = []
    values.reserveCapacity(entries.count)
    for found in entries {
      values.append(
        Entry(
          found.slice, found.content(in: bytes), in: bytes, thread: header, line: found.line,
          position: found.position, zone: zone))
    }
    return values
  }
}
