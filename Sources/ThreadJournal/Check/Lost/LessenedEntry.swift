import ThreadStorage

/// An entry that has less text than it was written with: somebody may have moved its heading, or a part of its lines, alone.
struct LessenedEntry {
  let id: EntryID
  /// The lines of its text that are gone, in their order.
  let gone: [[UInt8]]
  /// Whether none is left.
  let isEmptied: Bool

  /// Nil where `block`, which stands there, has all the lines of `text`.
  init?(_ id: EntryID, text: [UInt8], left block: [UInt8]) {
    let left = WrittenVersion.lines(in: [block])
    let lines = text.split(separator: 0x0A).map(Array.init)
    // Lines of fields stand in many entries: they were drawn in with the heading of their own one.
    gone = lines.filter { line in
      !left.contains(line) && line.contains { $0 > 0x20 }
        && EntryField.scan(line.span, line: 0..<line.count) == nil
    }
    if gone.isEmpty { return nil }
    self.id = id
    isEmptied = Self.text(of: block) == nil
  }

  /// The text of the entry with these lines; nil where it has none.
  static func text(of block: [UInt8]) -> [UInt8]? {
    let document = ThreadDocument(block)
    guard let slice = document.entries.first else { return nil }
    let text = document.content(of: slice).text(in: document.bytes.span)
    return text.isEmpty ? nil : text
  }
}

extension Journal {
  /// Those of some deleted entries in which something stands that was not there when they were deleted, with its first line.
  package func changedTrash(_ entries: [Entry]) -> [(id: EntryID, line: [UInt8])] {
    let written = entries.isEmpty ? WrittenEntries() : writtenEntries()
    return entries.compactMap { entry in
      let document = ThreadDocument(Array(entry.file.bytes[entry.slice.region]))
      guard let id = entry.id, let slice = document.entries.first else { return nil }
      let block = document.block(of: slice, lineEnding: .lineFeed)
      return written.line(new: block, in: id).map { (id, $0) }
    }
  }
}
