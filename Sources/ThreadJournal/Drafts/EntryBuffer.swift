import ThreadStorage

/// Entries of any threads in one buffer of an editor, each as it stands in its file, but for the id and the thread that
/// its heading carries.
package struct EntryBuffer: Sendable {
  package struct Item: Sendable {
    package let draft: EntryDraft
    let id: EntryID?
    /// The attributes besides id and thread, as they are written.
    let marks: String
    let thread: String?
    /// The number of its heading's line in the draft's file.
    package let line: Int
    let lines: DraftLines
  }

  package let items: [Item]

  /// Reads what the editor left.
  package init(reading lines: DraftLines) throws(DraftFault) {
    let document = ThreadDocument(lines.bytes)
    let above = 0..<(document.entries.first?.region.lowerBound ?? document.bytes.count)
    if let offset = document.bytes[above].firstIndex(where: { $0 > 0x20 }) {
      let line = lines.number(ofLine: document.position(of: offset).line)
      throw DraftFault(line: line, .aboveFirstEntry)
    }
    let starts = document.positions(of: document.entries.map(\.region.lowerBound)).map(\.line)
    items = document.entries.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : lines.count + 1
      return Item(
        document, document.entries[index], line: lines.number(ofLine: starts[index]),
        lines: lines.part(starts[index]..<end - 1))
    }
  }

  /// The buffer's bytes, without a comment, and where its entries are from; one without an id gets one of `newID`.
  package static func bytes(
    of entries: [Entry], newID: () -> EntryID
  ) -> (bytes: [UInt8], handed: [DraftNote.Handed]) {
    var documents: [ObjectIdentifier: ThreadDocument] = [:]
    var bytes: [UInt8] = []
    var handed: [DraftNote.Handed] = []
    for entry in entries.sorted(by: { ($0.instant, $0.thread.path) < ($1.instant, $1.thread.path) })
    {
      let file = ObjectIdentifier(entry.file)
      let document = documents[file] ?? ThreadDocument(entry.file.bytes)
      documents[file] = document
      let id = entry.id ?? newID()
      handed.append(.init(id: id.description, path: entry.thread.path, isNamed: entry.id != nil))
      if !bytes.isEmpty { bytes.append(0x0A) }
      let block = document.block(of: entry.slice, lineEnding: .lineFeed)
      bytes += Self.naming(block, entry.id == nil ? id : nil, of: entry.thread)
    }
    return (bytes, handed)
  }

  /// The lines of an entry, with its id and thread in its heading's attributes.
  private static func naming(_ block: [UInt8], _ id: EntryID?, of thread: ThreadHeader) -> [UInt8] {
    let end = Line(startingAt: 0, in: block.span, upTo: block.count).text.upperBound
    let attributes = EntryHeading(block.span, line: 0..<end)?.attributes?.range
    let name = ThreadHeader.withoutSuffix(thread.path).map { $0.isNewline ? "?" : $0 }
    let items =
      Array((id.map { " #\($0)" } ?? "").utf8) + EntryAttributes.pair("thread", String(name))
    if let attributes {
      return block[..<(attributes.upperBound - 1)] + items + block[(attributes.upperBound - 1)...]
    }
    return block[..<end] + Array(" {".utf8) + items.dropFirst() + Array("}".utf8) + block[end...]
  }
}

extension EntryBuffer.Item {
  fileprivate init(
    _ document: ThreadDocument, _ slice: EntrySlice, line: Int, lines: DraftLines
  ) {
    draft = EntryDraft(of: slice, in: document.bytes)
    id = document.id(of: slice)
    var marks: [String: String] = [:]
    if let attributes = slice.heading.attributes {
      marks = EntryAttributes.values(in: document.bytes, attributes)
      if attributes.hasDeletedClass { marks[".deleted"] = "" }
    }
    thread = marks.removeValue(forKey: "thread")
    self.marks = marks.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "\n")
    self.line = line
    self.lines = lines
  }
}

/// What a writer made of the entries in a buffer.
package struct BufferChanges: Sendable {
  package struct Change: Sendable {
    package let entry: DraftNote.Handed
    package let old: EntryDraft
    /// Nil where it is gone.
    package let new: EntryDraft?
    /// Where it stands in the draft's file.
    package let line: Int
  }

  package private(set) var changes: [Change] = []
  package private(set) var added: [(path: String, draft: EntryDraft, line: Int)] = []
  package var removed: [Change] { changes.filter { $0.new == nil } }

  /// - Parameter fields: The names of the fields that the thread at a path offers.
  package init(
    from original: EntryBuffer, to new: EntryBuffer, _ handed: [DraftNote.Handed],
    fields: (String) -> [String]
  ) throws(DraftFault) {
    let known = Dictionary(
      original.items.map { ($0.id?.description ?? "", $0) }, uniquingKeysWith: { first, _ in first }
    )
    let entries = Dictionary(handed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var names: [String: [String]] = [:]
    var lines: [String: Int] = [:]
    let paths = Set(handed.map(\.path))
    var path = paths.count == 1 ? paths.first : nil
    for item in new.items {
      var old: EntryDraft?
      if let id = item.id?.description {
        guard let before = known[id], let entry = entries[id] else {
          throw DraftFault(line: item.line, .unknownID(id))
        }
        if let first = lines.updateValue(item.line, forKey: id) {
          throw DraftFault(line: item.line, .sameID(id, first: first))
        }
        guard before.marks == item.marks, before.thread == item.thread else {
          throw DraftFault(line: item.line, .attributes)
        }
        (old, path) = (before.draft, entry.path)
        if item.draft != before.draft {
          changes.append(Change(entry: entry, old: before.draft, new: item.draft, line: item.line))
        }
      } else if !item.marks.isEmpty || item.thread != nil {
        throw DraftFault(line: item.line, .attributes)
      }
      guard let path else { throw DraftFault(line: item.line, .noThread) }
      if item.draft == old { continue }
      if old == nil { added.append((path, item.draft, item.line)) }
      let offered = names[path] ?? fields(path)
      names[path] = offered
      if let fault = item.lines.fault(
        in: item.draft, below: item.line, offering: offered, after: old)
      {
        throw fault
      }
    }
    for item in original.items {
      guard let id = item.id?.description, lines[id] == nil, let entry = entries[id] else {
        continue
      }
      changes.append(Change(entry: entry, old: item.draft, new: nil, line: 1))
    }
  }
}

extension DraftLines {
  /// The first line of an entry in a buffer, or its heading, that would be read as something else than it looks like.
  fileprivate func fault(
    in draft: EntryDraft, below line: Int, offering names: [String], after original: EntryDraft?
  ) -> DraftFault? {
    if let heading = draft.heading, heading.mayContinueTime, heading != original?.heading {
      return DraftFault(line: line, .heading("## \(heading.time) \(String(utf8: heading.title))"))
    }
    let known = Set((original?.text ?? []).split(separator: 0x0A))
    let broken = firstLine { Self.seemsToBeginEntry($0) && !known.contains($0) }
    if let broken { return DraftFault(line: broken.number, .heading(broken.words)) }
    return fieldFault(offering: names, after: original)
  }

  /// Whether a line that is no heading begins with the date, or ends with the attributes, of one.
  private static func seemsToBeginEntry(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == 0x23 else { return false }
    if line.last == 0x7D, String(utf8: line).contains("{#") { return true }
    let rest = line.drop { $0 == .hash || Byte.isBlank($0) }
    let digits = rest.prefix(while: Byte.isDigit)
    let sign = rest[digits.endIndex...].first
    let isDate = !digits.isEmpty && sign.map { "-./:".utf8.contains($0) } ?? false
    return isDate && looksLikeHeading(line)
  }
}
