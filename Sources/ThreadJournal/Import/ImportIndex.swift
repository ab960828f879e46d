import ThreadStorage

/// What the journal has already of the entries of an import, and the threads they may go into.
///
/// It is filled by the journal's threads, one after another, and keeps no more than the import needs.
package struct ImportIndex {
  /// A thread of the journal.
  struct Thread {
    var header: ThreadHeader
    var schema: FieldSchema
  }

  private(set) var threads: [Thread] = []
  private let wantedIDs: Set<EntryID>
  private let wantedInstants: Set<Instant>
  private var foundIDs: Set<EntryID> = []
  /// Texts by path and instant.
  private var foundTexts: [String: [Instant: [[UInt8]]]] = [:]
  private let zone: LocalTimeZone

  /// An index for the entries of `reading`; `zone` is for times without one.
  package init(for reading: ImportReading, zone: LocalTimeZone) {
    self.zone = zone
    wantedIDs = Set(reading.entries.compactMap(\.id))
    wantedInstants = Set(reading.entries.map { $0.timestamp.instant(in: zone) })
  }

  /// Notes a thread of the journal, deleted or not, with all its entries.
  package mutating func note(_ list: EntryList) {
    let document = list.document
    threads.append(Thread(header: list.header, schema: document.fieldSchema))
    for slice in document.entries {
      if let id = document.id(of: slice), wantedIDs.contains(id) { foundIDs.insert(id) }
      let instant = slice.heading.timestamp.instant(in: zone)
      if wantedInstants.contains(instant) {
        let text = document.content(of: slice).text(in: document.bytes.span)
        foundTexts[list.header.path, default: [:]][instant, default: []].append(text)
      }
    }
  }

  /// Whether the journal has `entry`: by its id, or, where it has none, by its time and text in the thread at `path`.
  func has(_ entry: ImportedEntry, path: String?) -> Bool {
    if let id = entry.id { return foundIDs.contains(id) }
    guard let path, let texts = foundTexts[path]?[entry.timestamp.instant(in: zone)] else {
      return false
    }
    return texts.contains(Escaping.trimmingBlankLines(entry.text))
  }
}
