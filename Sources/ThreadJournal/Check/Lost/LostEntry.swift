import ThreadStorage

/// What tj wrote, or the last commit has, of an entry and is in no thread any more, though no command took it away.
package struct LostEntry: Sendable, Hashable {
  /// Nil where only the last commit has it, without one.
  package var id: EntryID?
  /// The thread that it was written to, as the file is called now.
  package var path: String
  /// When tj wrote it; nil where only git tells of it.
  package var written: Timestamp?
  package var timestamp: Timestamp
  /// The lines that were written, heading first, with line feeds.
  package var block: [UInt8]
  /// The older version that stands there instead; nil where the entry is gone.
  package var overwritingBlock: [UInt8]?
  /// Whether the last commit has it so: then it is only lost here, and with the next one.
  package var isCommitted = false
  /// Whether nothing else is lost when it is put back.
  package var isRestorable = true
  /// The lines that put it back beside what the overwriting version has of its own, where it has any.
  package var merged: [UInt8]?

  /// What of the heading only this version has: its attributes where an older one stands there, else the id.
  package var mark: [UInt8] {
    let document = ThreadDocument(block)
    guard overwritingBlock != nil, let slice = document.entries.first else {
      return Array("#\(id?.description ?? "")".utf8)
    }
    return Array(document[slice.heading.attributes?.range ?? slice.heading.line])
  }

  /// Its title, or the first line of its text, as far as that names it.
  package var firstWords: String {
    let document = ThreadDocument(block)
    return document.entries.first.map { document.firstWords(of: $0) } ?? ""
  }

  /// What it says, whatever its attributes.
  var key: [UInt8]? {
    let document = ThreadDocument(block)
    return document.entries.first.map { document.key(of: $0) }
  }
}

/// The last commit of the repository around a journal, as far as the journal's threads are not as it has them.
package struct LastCommit: Sendable {
  /// What it has of these threads, by their paths.
  package var files: [String: [UInt8]]
  /// The other threads that it has.
  package var unchanged: Set<String>

  package init(files: [String: [UInt8]], unchanged: Set<String>) {
    (self.files, self.unchanged) = (files, unchanged)
  }

  /// The entries that it has with ids, and that are meant, but for those of threads in the trash.
  func entries(_ isMeant: (EntryID, EntrySlice) -> Bool) -> [LostEntry] {
    documents.flatMap { path, document in
      document.entries.compactMap { slice in
        guard let id = document.id(of: slice), isMeant(id, slice) else { return nil }
        return LostEntry(
          id: id, path: path, timestamp: slice.heading.timestamp,
          block: document.block(of: slice, lineEnding: .lineFeed), isCommitted: true)
      }
    }
  }

  /// The entries that it has without ids, and that the files with `bytes` now have not.
  func unnamedEntriesGone(_ bytes: (String) -> [UInt8]?) -> [LostEntry] {
    documents.flatMap { path, old in
      ThreadChange.unnamedGone(before: old.bytes, after: bytes(path) ?? []).compactMap { block in
        ThreadDocument(block).entries.first.map {
          LostEntry(path: path, timestamp: $0.heading.timestamp, block: block, isCommitted: true)
        }
      }
    }
  }

  /// The threads that it has otherwise, but for those in the trash.
  private var documents: [(path: String, document: ThreadDocument)] {
    files.map { ($0, ThreadDocument($1)) }.filter { path, document in
      !document.isUTF16 && ThreadHeader(path: path, document: document).deletion == nil
    }
  }
}

extension ThreadDocument {
  /// What an entry says, whatever its attributes: its time as typed, its title, and all below.
  func key(of slice: EntrySlice) -> [UInt8] {
    let content = content(of: slice)
    let below = Escaping.contentRange(in: bytes.span, content.start..<slice.region.upperBound)
    return bytes[slice.heading.timestampRange] + [0x0A] + bytes[slice.heading.title] + [0x0A]
      + bytes[below]
  }

  /// Those of `keys` that its entries have, each with the id of the entry.
  func places(of keys: Set<[UInt8]>) -> Set<[[UInt8]]> {
    Set(
      entries.compactMap { slice in
        let key = key(of: slice)
        return keys.contains(key) ? [key, Array((id(of: slice)?.description ?? "").utf8)] : nil
      })
  }
}
