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

  /// Nil where `block`, which stands there, has all the lines of `text`, that of the entry as it was in `old`.
  init?(_ id: EntryID, text: [UInt8], of old: [UInt8], left block: [UInt8]) {
    let left = WrittenVersion.lines(in: [block])
    let lines = text.split(separator: 0x0A).map(Array.init)
    let before = Set(ThreadDocument(old).fieldLines(ofEntry: 0).map(\.line))
    let own = ThreadDocument(block).fieldLines(ofEntry: 0).filter { !before.contains($0.line) }
    let fields = own.map(\.key)
    // `slept 7h, cups 2` may be fields now, and `Guarding.` a part of a longer line.
    let words = Set(
      (own.flatMap { [Array($0.key.utf8), $0.value] }
        + left.subtracting(WrittenVersion.lines(in: [old])))
        .flatMap { $0.split(whereSeparator: Self.isBetweenWords).map(Self.folded) })
    // Lines of fields stand in many entries: they were drawn in with the heading of their own one. Others are fields now.
    let present = Self.text(of: block)
    gone = lines.filter { line in
      // What is left may be drawn into a field.
      (present == nil || !left.contains(line)) && line.contains { $0 > 0x20 }
        && !ThreadDocument.isEditorCommand(line[...])
        && EntryField.scan(line.span, line: 0..<line.count) == nil
        && !fields.contains { Self.names($0, in: line) }
        && !line.split(whereSeparator: Self.isBetweenWords).allSatisfy {
          words.contains(Self.folded($0))
        }
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

  private static func folded(_ word: ArraySlice<UInt8>) -> String {
    String(utf8: word).lowercased()
  }

  static func isBetweenWords(_ byte: UInt8) -> Bool {
    Byte.isSpace(byte) || ":;,.!?".utf8.contains(byte)
  }

  /// A field that an entry had, and has not under this name any more, or without a value.
  struct LackingField {
    let old: FieldLine
    let isEmptied: Bool
    /// Whether new lines of the entry have the words of the value: under another name, or as text, it is there.
    let isWorded: Bool
  }

  /// The fields that an entry had as in `old` and lacks as in `block`, in their order.
  static func fieldsLacking(in block: [UInt8], of old: [UInt8]) -> [LackingField] {
    let present = ThreadDocument(block).fieldLines(ofEntry: 0)
    let new = WrittenVersion.lines(in: [block]).subtracting(WrittenVersion.lines(in: [old]))
    let words = Set(new.flatMap { $0.split(whereSeparator: isBetweenWords) })
    return ThreadDocument(old).fieldLines(ofEntry: 0).compactMap { field in
      let own = present.first { $0.key == field.key }
      let isEmptied = own?.isEmpty == true && !field.isEmpty
      if own != nil, !isEmptied { return nil }
      return LackingField(
        old: field, isEmptied: isEmptied,
        isWorded: field.value.split(whereSeparator: isBetweenWords).allSatisfy(words.contains))
    }
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

/// The first line of a field of an entry.
struct FieldLine {
  let key: String
  let line: [UInt8]
  let value: [UInt8]
  let offset: Int

  var isEmpty: Bool { value[...].trimmed.isEmpty }
}

extension ThreadDocument {
  /// The first lines of the fields of the entry at `index`, in their order; none where there is no such entry.
  func fieldLines(ofEntry index: Int) -> [FieldLine] {
    guard entries.indices.contains(index) else { return [] }
    return content(of: entries[index]).fields.map { field in
      let start = field.lines.lowerBound
      let line = Line(startingAt: start, in: bytes.span, upTo: bytes.count).text
      return FieldLine(
        key: FieldName.key(bytes[field.name]), line: Array(bytes[line]),
        value: field.value(in: bytes.span), offset: start)
    }
  }

  /// How many entries have each id.
  var countsOfIDs: [EntryID: Int] {
    Dictionary(entries.compactMap { id(of: $0) }.map { ($0, 1) }, uniquingKeysWith: +)
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
