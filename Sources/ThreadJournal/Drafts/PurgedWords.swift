import ThreadStorage

/// What a purge removes, as it is looked for in drafts: the lines of entries and threads, and the entries' ids.
package struct PurgedWords: Sendable {
  private var lines: Set<ArraySlice<UInt8>> = []
  private var ids: Set<String> = []

  /// The words of entries, and of whole threads.
  package init(of entries: [Entry], _ threads: [ThreadDocument]) {
    for entry in entries { add(entry.slice, of: entry.file.bytes) }
    for thread in threads { add(thread) }
  }

  /// Adds an entry's lines, as its file has them and as a draft would.
  private mutating func add(_ slice: EntrySlice, of file: [UInt8]) {
    let id = slice.heading.attributes?.id.flatMap { EntryID(file.span, $0) }
    if let id { ids.insert(id.description) }
    add(file[slice.region])
    add(slice.content(in: file.span).text(in: file.span)[...])
  }

  /// Adds all lines of a thread.
  private mutating func add(_ document: ThreadDocument) {
    add(document.bytes[...])
    for slice in document.entries { add(slice, of: document.bytes) }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    for line in bytes.split(separator: 0x0A) where Self.tells(line) {
      lines.insert(Self.trimmed(line))
    }
  }

  /// Whether a line has a letter or a digit: others are alike in all texts.
  private static func tells(_ line: ArraySlice<UInt8>) -> Bool {
    line.contains { $0 >= 0x80 || Byte.isDigit($0) || (0x61...0x7A).contains($0 | 0x20) }
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  /// The bytes without the lines that are removed; nil where there are none of them.
  ///
  /// The heading of an entry that is removed goes too, unless somebody has written other words below it.
  func removed(from bytes: [UInt8]) -> [UInt8]? {
    let all = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    var kept: [ArraySlice<UInt8>] = []
    // Such a heading, and blank lines behind it.
    var held: [ArraySlice<UInt8>] = []
    for line in all where !lines.contains(Self.trimmed(line)) {
      if line.starts(with: "## ".utf8) {
        held = id(inHeading: line).map(ids.contains) == true ? [line] : []
        if held.isEmpty { kept.append(line) }
      } else if !held.isEmpty, line.allSatisfy({ $0 <= 0x20 }) {
        held.append(line)
      } else {
        if !line.starts(with: "<!-- tj: ".utf8) { kept += held }
        held = []
        kept.append(line)
      }
    }
    return kept.count == all.count ? nil : Array(kept.joined(separator: [0x0A]))
  }

  private func id(inHeading line: ArraySlice<UInt8>) -> String? {
    let document = ThreadDocument(Array(line))
    return document.entries.first.flatMap { document.id(of: $0)?.description }
  }

  /// What is left of a draft; nil where it stays as it is, no text where nothing is left of it.
  fileprivate func rest(of text: [UInt8], _ note: [UInt8]) -> (text: [UInt8], note: [UInt8])? {
    guard var decoded = DraftNote(decoding: note) else {
      return removed(from: text).map { ($0, note) }
    }
    let original = removed(from: decoded.original)
    let rest = removed(from: text)
    guard original != nil || rest != nil else { return nil }
    decoded.original = original ?? decoded.original
    decoded.handed.removeAll { ids.contains($0.id) }
    // It may quote what was refused.
    decoded.remark = nil
    return (rest ?? text, decoded.encoded)
  }
}

extension DraftBox {
  /// The drafts that hold some of these words.
  package func drafts(with words: PurgedWords) throws(StorageError) -> [Draft] {
    var found: [Draft] = []
    for draft in try list() where try words.rest(of: text(of: draft), note(of: draft)) != nil {
      found.append(draft)
    }
    return found
  }

  /// Takes these words out of all drafts; one of which nothing is left goes.
  /// - Returns: The paths of those that somebody is writing, which stay as they are.
  package func erase(_ words: PurgedWords) throws(StorageError) -> [String] {
    var left: [String] = []
    for draft in try list() {
      guard let rest = try words.rest(of: text(of: draft), note(of: draft)) else { continue }
      guard !isBeingWritten(draft) else {
        left.append(draft.path)
        continue
      }
      if rest.text.contains(where: { $0 > 0x20 }) {
        try replace(draft, text: rest.text, note: rest.note)
      } else {
        try remove(draft)
      }
    }
    return left
  }
}
