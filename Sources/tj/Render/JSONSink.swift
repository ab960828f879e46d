import ThreadJournal
import ThreadStorage

/// Entries as one JSON document: the version, the threads where they are wanted, and the entries.
struct JSONSink: EntrySink {
  private let zone: LocalTimeZone
  private let head: [UInt8]
  private let foot: (empty: [UInt8], filled: [UInt8])

  /// A document in which `threads` writes what stands before the entries.
  init(zone: LocalTimeZone, _ threads: (inout JSONWriter) -> Void = { _ in }) {
    self.zone = zone
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.member("version", 1)
    threads(&writer)
    writer.key("entries")
    writer.beginArray()
    head = writer.taken()
    func foot(isEmpty: Bool) -> [UInt8] {
      var end = writer
      if !isEmpty { end.skipValue() }
      end.endArray()
      end.endObject()
      end.endDocument()
      return end.bytes
    }
    self.foot = (foot(isEmpty: true), foot(isEmpty: false))
  }

  var separator: [UInt8] { [UInt8(ascii: ",")] }

  func start(to output: inout [UInt8]) { output += head }

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var writer = JSONWriter(.indented, depth: 2)
    for entry in thread.entries { writer.entry(entry, zone: zone) }
    output += writer.bytes
  }

  func end(isEmpty: Bool, to output: inout [UInt8]) {
    output += isEmpty ? foot.empty : foot.filled
  }
}

/// Entries as a line of JSON each.
struct NDJSONSink: EntrySink {
  let zone: LocalTimeZone

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    var writer = JSONWriter(.compact)
    for entry in thread.entries {
      writer.entry(entry, zone: zone)
      writer.endDocument()
    }
    output += writer.bytes
  }
}
