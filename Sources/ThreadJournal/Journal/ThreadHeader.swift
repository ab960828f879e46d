import ThreadStorage

/// What names a thread: its file, and what its front matter says.
package struct ThreadHeader: Sendable, Hashable {
  package let path: String
  package let id: String?
  /// Its title: of the front matter, else its first `# ` heading, else its file name (F22, F23).
  package let title: String
  package let created: Timestamp?
  package let deletion: SoftDeletion?
  /// How new lines of its file end (F5).
  package let lineEnding: LineEnding
  /// The period in which it takes one entry alone; nil for any number.
  package let once: Period?
  /// Whether the title is the front matter's own.
  package let hasOwnTitle: Bool
  /// Whether the title is no more than its file's name.
  let isCalledByFile: Bool

  package init(path: String, document: ThreadDocument) {
    self.init(
      path: path, bytes: document.bytes, frontMatter: document.frontMatter,
      preamble: document.preamble, lineEnding: document.lineEnding)
  }

  /// The header of a file of which `bytes` are the beginning, as far as the first entry at least.
  init(
    path: String, bytes: [UInt8], frontMatter: FrontMatter?, preamble: Range<Int>,
    lineEnding: LineEnding
  ) {
    self.path = path
    self.lineEnding = lineEnding
    id = frontMatter?.text("id").flatMap { Array($0.utf8).isUUID ? $0 : nil }
    created = (frontMatter?.text("created") ?? frontMatter?.text("date")).flatMap { Timestamp($0) }
    deletion = frontMatter?.value(at: ["deleted"]).flatMap { value in
      if value.isNull || value.boolValue == false { return nil }
      return SoftDeletion(value.stringBytes ?? [])
    }
    once = frontMatter?.value(at: ["once"]).flatMap { Period(once: $0) }
    let ownTitle = frontMatter?.value(at: ["title"])?.stringBytes.flatMap { ThreadHeader.title($0) }
    hasOwnTitle = ownTitle != nil
    let written = ownTitle ?? ThreadHeader.firstHeading(in: bytes, preamble)
    isCalledByFile = written == nil
    title = written ?? ThreadHeader.fileName(of: path)
  }

  /// What it may be called, each perhaps empty: path and file name without `.md`, title, id.
  var names: [String] {
    [ThreadHeader.withoutSuffix(path), ThreadHeader.fileName(of: path), title, id ?? ""]
  }

  /// Whether `name` is what one of its names begins with, and none of them.
  package func isOnlyBegun(by name: String) -> Bool {
    let (key, keys) = (FieldName.key(name), names.map { FieldName.key($0) })
    return !key.isEmpty && !keys.contains(key) && keys.contains { $0.hasPrefix(key) }
  }

  /// Whether `key`, in the form in which names are compared, is a word of the title, of 2 bytes at least.
  package func hasTitleWord(_ key: String) -> Bool {
    guard key.utf8.count > 1 else { return false }
    let title = FieldName.key(title)
    return title.split { !$0.isLetter && !$0.isNumber }.contains { $0 == key }
      || title.split(whereSeparator: \.isWhitespace).contains { $0 == key }
  }

  /// Whether the other is a copy of it, or, without ids, its file in a folder that does not tell cases apart.
  func isSameThread(as other: ThreadHeader) -> Bool {
    id == other.id && (id != nil || FieldName.key(path) == FieldName.key(other.path))
  }

  package static func fileName(of path: String) -> String {
    withoutSuffix(
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? "")
  }

  package static func withoutSuffix(_ path: String) -> String {
    path.utf8.suffix(3).elementsEqual(".md".utf8) ? String(path.dropLast(3)) : path
  }

  /// The text of the first line in `preamble` that is `#`, white space and some text.
  private static func firstHeading(in bytes: [UInt8], _ preamble: Range<Int>) -> String? {
    for line in bytes[preamble].split(separator: 0x0A) where line.first == UInt8(ascii: "#") {
      let rest = line.dropFirst()
      if let gap = rest.first, isSpace(gap), let title = title(rest) { return title }
    }
    return nil
  }

  /// What a key says as a title: without blanks and line ends around it, as a `>` scalar has one; nil where blank.
  private static func title(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
    guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return nil }
    return String(utf8: bytes[...last].drop(while: isSpace))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

/// What stands in a thread's file before its entries, and what that says.
package struct ThreadHead: Sendable {
  package let header: ThreadHeader
  package let schema: FieldSchema
  /// The front matter, with what is before it, and the preamble.
  package let bytes: [UInt8]
  /// Where the preamble begins.
  package let bodyStart: Int
  package let hasEntries: Bool

  /// From the bytes of a file, or its beginning with the first heading; nil where it is no thread (F23).
  init?(path: String, _ bytes: borrowing Span<UInt8>) {
    let layout = FileLayout(bytes)
    let walk = layout.entries(in: bytes)
    guard walk.position != nil || layout.frontMatter != nil else { return nil }
    let (header, frontMatter) = layout.head(path: path, bytes: bytes, upTo: walk.firstHeading)
    self.header = header
    schema = FieldSchema(frontMatter)
    self.bytes = bytes.copy(0..<walk.firstHeading)
    bodyStart = layout.bodyStart
    hasEntries = walk.position != nil
  }

  /// Whether there is text above the first entry, but for a heading with the title.
  package var hasPreamble: Bool {
    bytes[bodyStart...].split(separator: .lineFeed).contains { line in
      let text = line.trimmed
      return !text.isEmpty && !text.elementsEqual("# \(header.title)".utf8)
    }
  }

  /// Whether front matter says more than a table of entries has of it: another key, or where `definitions` count, of a
  /// field more than its type, or a comment.
  package func saysMore(with definitions: Bool) -> Bool {
    guard let frontMatter = ThreadDocument(bytes).frontMatter else { return false }
    let carried = ["id", "title", "created", "date", "fields"].map { Array($0.utf8) }
    let definesMore =
      !schema.groups.isEmpty || !frontMatter.document.comments.isEmpty
      || schema.fields.contains { $0 != FieldDefinition(name: $0.name, type: $0.type) }
    return definitions && definesMore
      || (frontMatter.root.pairs ?? []).contains {
        !carried.contains(Array($0.name)) && !$0.value.isNull
      }
  }
}

extension FrontMatter {
  fileprivate func text(_ key: String) -> String? {
    value(at: [key])?.stringBytes.map { String(utf8: $0) }
  }
}
