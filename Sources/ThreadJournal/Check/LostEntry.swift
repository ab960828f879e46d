import ThreadStorage

/// An entry that tj wrote and that is in no thread any more, though no command took it away.
package struct LostEntry: Sendable, Hashable {
  /// Its id.
  package var id: EntryID
  /// The thread that it was written to, as the file is called now.
  package var path: String
  /// When tj wrote it.
  package var written: Timestamp
  /// Its time.
  package var timestamp: Timestamp
  /// The lines that were written, heading first.
  package var block: [UInt8]
}

/// What records of changes say that the threads should hold.
struct WrittenEntries {
  /// What was written last of each entry, by id.
  private(set) var entries: [EntryID: LostEntry] = [:]

  /// Reads records, the oldest first.
  init(_ records: [ChangeRecord]) {
    for record in records { read(record) }
  }

  private mutating func read(_ record: ChangeRecord) {
    // What is taken out in one place and put back in another was moved.
    var removed: Set<EntryID> = []
    var added: [EntryID: LostEntry] = [:]
    func take(_ bytes: [UInt8]) {
      for (id, _, _) in WrittenEntries.blocks(in: bytes) { removed.insert(id) }
    }
    func put(_ bytes: [UInt8], _ path: String) {
      for (id, timestamp, block) in WrittenEntries.blocks(in: bytes) {
        added[id] = LostEntry(
          id: id, path: path, written: record.time, timestamp: timestamp, block: block)
      }
    }
    for change in record.files {
      switch change {
      case .edited(let path, let regions):
        for region in regions {
          take(region.before)
          put(region.after, path)
        }
      case .created(let path, let bytes, _): put(bytes, path)
      case .removed(let path, let bytes, _):
        take(bytes)
        // Entries that nothing recorded one by one went with their thread.
        for entry in entries.values where entry.path == path { removed.insert(entry.id) }
      case .renamed(let from, let to):
        for entry in entries.values where entry.path == from { entries[entry.id]?.path = to }
      }
    }
    for id in removed where added[id] == nil { entries[id] = nil }
    entries.merge(added) { $1 }
  }

  /// The entries with ids whose headings stand in `bytes`, which were written as whole lines.
  private static func blocks(in bytes: [UInt8]) -> [(EntryID, Timestamp, [UInt8])] {
    let document = ThreadDocument(bytes)
    return document.entries.compactMap { slice in
      guard let id = document.id(of: slice) else { return nil }
      return (id, slice.heading.timestamp, document.block(of: slice, lineEnding: .lineFeed))
    }
  }
}
