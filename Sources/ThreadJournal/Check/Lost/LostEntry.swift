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
  /// The last lines above it as it was written; of one that is told, those that are gone, too, and were not tj's.
  package var linesAbove: [[UInt8]] = []
  /// The line (1-based) of the thread from which on a part of its text is another entry's.
  package var restLine: Int?
  /// Whether the last commit has it so: then it is only lost here, and with the next one.
  package var isCommitted = false
  /// The commit that has it so, where one does: `HEAD`, or `MERGE_HEAD` while a merge waits.
  package var commit = "HEAD"
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

  /// Whether tj deleted the entry, and a version of it stands there that is not deleted.
  package var isDeletion: Bool {
    guard let own = EntryParts(block: block), own.isDeleted,
      let present = overwritingBlock.flatMap({ EntryParts(block: $0) })
    else { return false }
    return !present.isDeleted
  }

  /// Whether what stands there instead has lost the id.
  package var isOfUnnamed: Bool {
    overwritingBlock.map { ThreadDocument($0).entryIDs.isEmpty } == true
  }

  /// Whether `block` is the first of its lines.
  package func isCut(to block: [UInt8]) -> Bool {
    let lines = Escaping.trimmingBlankLines(block)
    return lines.count < Escaping.trimmingBlankLines(self.block).count
      && self.block.starts(with: lines + [Byte.lineFeed])
  }

  /// What it says, whatever its attributes.
  var key: EntryKey? {
    let document = ThreadDocument(block)
    return document.entries.first.map { document.key(of: $0) }
  }
}

/// The last commit of the repository around a journal, as far as the journal's threads are not as it has them; while a
/// merge waits, what that made of both sides.
package struct LastCommit: Sendable {
  /// What it has of these threads, by their paths.
  package var files: [String: [UInt8]]
  /// The other threads that it has.
  package var unchanged: Set<String>
  /// What our side has of the files that a merge brought something to; empty where it is all theirs.
  var ours: [String: [UInt8]]

  package init(
    files: [String: [UInt8]], unchanged: Set<String>, ours: [String: [UInt8]] = [:]
  ) {
    (self.files, self.unchanged, self.ours) = (files, unchanged, ours)
  }

  /// Whether it has the file at `path`.
  func has(_ path: String) -> Bool { files[path] != nil || unchanged.contains(path) }

  /// The name of the commit that has these lines of a file, of which `own` are the entries of our side.
  private func commit(with block: [UInt8], _ own: Set<[UInt8]>?) -> String {
    own?.contains(Array(block[...].trimmed)) == false ? "MERGE_HEAD" : "HEAD"
  }

  /// The entries that our side has of a file, where a merge joined it with the other one.
  private func own(_ path: String) -> Set<[UInt8]>? {
    ours[path].map { bytes in
      let document = ThreadDocument(bytes)
      return Set(
        document.entries.map { Array(document.block(of: $0, lineEnding: .lineFeed)[...].trimmed) })
    }
  }

  /// The entries that it has with ids, and that are meant, but for those of threads in the trash.
  func entries(_ isMeant: (EntryID, EntrySlice) -> Bool) -> [LostEntry] {
    documents.flatMap { path, document -> [LostEntry] in
      let own = own(path)
      return document.entries.compactMap { slice in
        guard let id = document.id(of: slice), isMeant(id, slice) else { return nil }
        let block = document.block(of: slice, lineEnding: .lineFeed)
        return LostEntry(
          id: id, path: path, timestamp: slice.heading.timestamp, block: block, isCommitted: true,
          commit: commit(with: block, own))
      }
    }
  }

  /// The lines of each entry with an id that it has of the thread at `path`; none where that is as it has it.
  func blocks(at path: String) -> [EntryID: [UInt8]] {
    guard let document = files[path].map({ ThreadDocument($0) }) else { return [:] }
    let blocks = document.entries.compactMap { slice in
      document.id(of: slice).map { ($0, document.block(of: slice, lineEnding: .lineFeed)) }
    }
    return Dictionary(blocks, uniquingKeysWith: { first, _ in first })
  }

  /// The entries that it has without ids, and that the files with `bytes` now have not.
  func unnamedEntriesGone(_ bytes: (String) -> [UInt8]?) -> [LostEntry] {
    documents.flatMap { path, old -> [LostEntry] in
      let own = own(path)
      return ThreadChange.unnamedGone(before: old.bytes, after: bytes(path) ?? []).compactMap {
        block in
        ThreadDocument(block).entries.first.map {
          LostEntry(
            path: path, timestamp: $0.heading.timestamp, block: block, isCommitted: true,
            commit: commit(with: block, own))
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
