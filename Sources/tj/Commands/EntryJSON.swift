import ThreadJournal

/// The JSON document of a list of entries (C11).
enum EntryJSON {
  /// Prints `{"version": 1, "entries": […]}`.
  static func print(_ entries: [Entry], _ session: Session) {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.key("version")
    writer.integer(1)
    writer.key("entries")
    writer.beginArray()
    for entry in entries {
      writer.entry(entry, zone: session.zone)
      if writer.bytes.count > 1 << 16 { session.output.drain(&writer.bytes) }
    }
    writer.endArray()
    writer.endObject()
    writer.endDocument()
    session.output.drain(&writer.bytes)
  }
}
