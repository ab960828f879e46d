import ThreadJournal

/// The JSON document of a list of entries (C11).
enum EntryJSON {
  /// Prints `{"version": 1, "entries": […]}` of what `fill` writes with the function that it is given.
  static func print<Outcome>(
    _ session: Session, _ fill: ((Entry, FieldSchema) -> Void) throws -> Outcome
  ) rethrows -> Outcome {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.key("version")
    writer.integer(1)
    writer.key("entries")
    writer.beginArray()
    let outcome = try fill { entry, schema in
      writer.entry(entry, schema, zone: session.zone)
      if writer.bytes.count > 1 << 16 { session.output.drain(&writer.bytes) }
    }
    writer.endArray()
    writer.endObject()
    writer.endDocument()
    session.output.drain(&writer.bytes)
    return outcome
  }
}
