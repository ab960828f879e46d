import ThreadStorage

extension FileChange {
  /// The lines that stood above each entry that it wrote at the beginning of a part, as far as it kept them.
  var linesAbove: [EntryID: [[UInt8]]] {
    guard case .edited(_, let hunks) = self else { return [:] }
    var found: [EntryID: [[UInt8]]] = [:]
    for hunk in hunks {
      let heading = hunk.after.drop(while: Byte.isSpace).prefix { $0 != Byte.lineFeed }
      let document = ThreadDocument(Array(heading))
      guard let id = document.entries.first.flatMap(document.id(of:)) else { continue }
      // The first word may have been cut off.
      let isWhole = hunk.leading.count == hunk.offset
      let above = isWhole ? hunk.leading[...] : hunk.leading.drop { !Byte.isSpace($0) }
      let lines = above.split(separator: Byte.lineFeed).map { Array($0.trimmed) }
      // What ends the front matter, or is like it, ends what may be the text of an entry.
      let start = lines.lastIndex { $0.elementsEqual("---".utf8) }.map { $0 + 1 } ?? 0
      found[id] = lines[start...].filter { !$0.isEmpty }
    }
    return found
  }
}

extension WrittenEntries {
  private static let blank: [UInt8] = [0x20]

  /// The lines that stood above a lost entry as tj wrote it, and are gone from its file, too, though they were not tj's: what
  /// somebody typed there, and an older version of the file was saved over.
  func linesGone(above entry: LostEntry, in document: ThreadDocument) -> [[UInt8]] {
    guard !entry.linesAbove.isEmpty else { return [] }
    let words = document.bytes.split(whereSeparator: Byte.isSpace)
    let text = Self.blank + words.joined(separator: Self.blank) + Self.blank
    let gone = entry.linesAbove.filter { line in
      let words = line.split(whereSeparator: Byte.isSpace).joined(separator: Self.blank)
      return text.firstOffset(of: Self.blank + words + Self.blank) == nil
    }
    return gone.isEmpty ? [] : gone.filter { !isOwn($0, at: entry.path) }
  }
}
