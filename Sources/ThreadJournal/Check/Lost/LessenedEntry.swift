import ThreadStorage

/// An entry that has less text than it was written with: somebody may have moved its heading, or a part of its lines, alone.
struct LessenedEntry {
  let id: EntryID
  /// The lines of its text that are gone, in their order.
  let gone: [[UInt8]]
  /// Whether none is left.
  let isEmptied: Bool
  /// The words that its text had beside each other, and has not any more, where it has all others and no new ones.
  let cut: [UInt8]?
  /// Whether the last commit has it so, and not tj's records.
  var isOfCommit = false

  /// Fewer may be a matter of style.
  private static let fewestCut = 3

  /// Nil where `block`, which stands there, has all the lines of `text`.
  init?(_ id: EntryID, text: [UInt8], left block: [UInt8]) {
    let left = WrittenVersion.lines(in: [block])
    let lines = text.split(separator: 0x0A).map(Array.init)
    let fields = Self.fieldNames(of: block)
    // Lines of fields stand in many entries: they were drawn in with the heading of their own one. Others are fields now.
    let present = Self.text(of: block)
    gone = lines.filter { line in
      // What is left may be drawn into a field.
      (present == nil || !left.contains(line)) && line.contains { $0 > 0x20 }
        && EntryField.scan(line.span, line: 0..<line.count) == nil
        && !fields.contains { Self.names($0, in: line) }
    }
    if gone.isEmpty { return nil }
    self.id = id
    isEmptied = present == nil
    let new = left.subtracting(lines)
    // Who writes another line in the place of one means it so.
    let isFewer = (present ?? []).split(separator: 0x0A).count < lines.count
    cut =
      present.flatMap { Self.cut(from: text, to: $0) }
      ?? (isFewer ? Self.line(of: gone, unlike: new) : nil)
  }

  /// The first of these lines of which most words stand in none of the new ones, so that it was not worded anew.
  private static func line(of gone: [[UInt8]], unlike new: Set<[UInt8]>) -> [UInt8]? {
    let words = Set(new.flatMap { $0.split(whereSeparator: Byte.isSpace) })
    return gone.first { line in
      let own = line.split(whereSeparator: Byte.isSpace)
      return own.count > 1 && own.count(where: words.contains) * 2 < own.count
    }.map { Array($0.split(whereSeparator: Byte.isSpace).joined(separator: [Byte.space])) }
  }

  private static func cut(from old: [UInt8], to new: [UInt8]) -> [UInt8]? {
    let (old, new) = (
      old.split(whereSeparator: Byte.isSpace), new.split(whereSeparator: Byte.isSpace)
    )
    let above = zip(old, new).prefix { $0 == $1 }.count
    let below = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    guard old.count - new.count >= fewestCut, above + below >= new.count else { return nil }
    let words = old[above..<(above + old.count - new.count)]
    return Array(words.joined(separator: [Byte.space]))
  }

  private static func fieldNames(of block: [UInt8]) -> [String] { fields(of: block).map(\.name) }

  /// The names and the first lines of the fields of an entry.
  private static func fields(of block: [UInt8]) -> [(name: String, line: [UInt8], value: [UInt8])] {
    let document = ThreadDocument(block)
    let fields = document.entries.first.map { document.content(of: $0).fields } ?? []
    return fields.map { field in
      let line = Line(startingAt: field.lines.lowerBound, in: block.span, upTo: block.count).text
      return (
        FieldName.key(document.bytes[field.name]), Array(block[line]),
        field.value(in: document.bytes.span)
      )
    }
  }

  static func isBetweenWords(_ byte: UInt8) -> Bool {
    Byte.isSpace(byte) || ":;,".utf8.contains(byte)
  }

  /// The lines of fields that an entry had, and has neither under this name any more nor as other lines.
  static func fieldsGone(from old: [UInt8], in block: [UInt8]) -> [[UInt8]] {
    let present = Set(fieldNames(of: block))
    let new = WrittenVersion.lines(in: [block]).subtracting(WrittenVersion.lines(in: [old]))
    let words = Set(new.flatMap { $0.split(whereSeparator: isBetweenWords) })
    return fields(of: old).filter { field in
      !present.contains(field.name)
        && !field.value.split(whereSeparator: isBetweenWords)
          .allSatisfy(words.contains)
    }.map(\.line)
  }

  /// Whether a line of text began with the name of the field, as `- kg: .75` does.
  private static func names(_ field: String, in line: [UInt8]) -> Bool {
    let isItem = line.first.map(EntryField.isBullet) == true
    let label = line.dropFirst(isItem ? 1 : 0).prefix { !":=".utf8.contains($0) }
    return label.endIndex < line.count && FieldName.key(label.trimmed) == field
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
