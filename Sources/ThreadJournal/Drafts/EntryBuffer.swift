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
    package let line: Int
    /// With its heading.
    let lines: DraftLines
    /// Whether it begins inside a code block.
    let isCode: Bool
  }

  package let items: [Item]
  /// Whether each of them has a time of day; parses them all.
  var haveTimes: Bool {
    !items.isEmpty
      && items.allSatisfy { item in
        item.draft.heading.flatMap { Timestamp($0.time) }.map { $0.precision != .day } == true
      }
  }

  package init(reading lines: DraftLines) throws(DraftFault) {
    let document = ThreadDocument(lines.bytes)
    let above = 0..<(document.entries.first?.region.lowerBound ?? document.bytes.count)
    if document.bytes[above].contains(where: { $0 > 0x20 }),
      let line = lines.firstLine(where: { $0.contains { $0 > 0x20 } })
    {
      throw lines.brokenHeading(line) ?? DraftFault(line: line.number, .aboveFirstEntry)
    }
    let inCode = Set(
      document.problems.compactMap { problem in
        if case .headingInFence = problem.kind { problem.offset } else { nil }
      })
    let starts = document.positions(of: document.entries.map(\.region.lowerBound)).map(\.line)
    items = document.entries.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : lines.count + 1
      return Item(
        document, document.entries[index], line: lines.number(ofLine: starts[index]),
        lines: lines.part(starts[index] - 1..<end - 1),
        isCode: inCode.contains(document.entries[index].region.lowerBound))
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
    _ document: ThreadDocument, _ slice: EntrySlice, line: Int, lines: DraftLines, isCode: Bool
  ) {
    draft = EntryDraft(of: slice, in: document.bytes)
    id = document.id(of: slice)
    var marks: [String: String] = [:]
    if let attributes = slice.heading.attributes {
      marks = EntryAttributes.values(in: document.bytes, attributes)
      for name in EntryAttributes.classes(in: document.bytes, attributes) { marks[".\(name)"] = "" }
    }
    thread = marks.removeValue(forKey: "thread")
    self.marks = marks.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "\n")
    self.line = line
    self.lines = lines
    self.isCode = isCode
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

  /// - Parameter schema: The fields of the thread at a path.
  package init(
    from original: EntryBuffer, to new: EntryBuffer, _ handed: [DraftNote.Handed],
    in zone: LocalTimeZone, schema: (String) -> FieldSchema
  ) throws(DraftFault) {
    let known = Dictionary(
      original.items.map { ($0.id?.description ?? "", $0) }, uniquingKeysWith: { first, _ in first }
    )
    let entries = Dictionary(handed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var schemas: [String: FieldSchema] = [:]
    var lines: [String: Int] = [:]
    let paths = Set(handed.map(\.path))
    var path = paths.count == 1 ? paths.first : nil
    let haveTimes = original.haveTimes
    for item in new.items {
      var old: EntryBuffer.Item?
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
        (old, path) = (before, entry.path)
        if item.draft != before.draft {
          changes.append(Change(entry: entry, old: before.draft, new: item.draft, line: item.line))
        }
      } else if !item.marks.isEmpty || item.thread != nil {
        throw DraftFault(line: item.line, .attributes)
      }
      guard let path else { throw DraftFault(line: item.line, .noThread) }
      // Lines that change nothing may be lost in what is read of them: the first of two lines of a field.
      if item.draft == old?.draft, item.lines.bytes == old?.lines.bytes { continue }
      if old == nil {
        if item.isCode { throw DraftFault(line: item.line, .inCodeBlock) }
        added.append((path, item.draft, item.line))
      }
      let offered = schemas[path] ?? schema(path)
      schemas[path] = offered
      let fault = item.lines.fault(
        in: zone, offering: offered, after: old, amongTimes: haveTimes)
      if let fault { throw fault }
    }
    for item in original.items {
      guard let id = item.id?.description, lines[id] == nil, let entry = entries[id] else {
        continue
      }
      changes.append(Change(entry: entry, old: item.draft, new: nil, line: 1))
      // Without its braces it would be deleted, and added as another one.
      if let other = added.first(where: { $0.draft.heading == item.draft.heading }) {
        let heading = item.lines.firstLine { _ in true }?.words ?? ""
        throw DraftFault(line: other.line, .lostBraces(heading))
      }
    }
  }
}

extension DraftLines {
  /// Whether a line that is no heading ends with the attributes of one, or begins as only headings do here.
  fileprivate static func seemsToBeginEntry(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == 0x23 else { return false }
    if line.last == 0x7D, String(utf8: line).contains("{#") { return true }
    return looksLikeHeading(line)
  }

  /// The first line of an entry in a buffer that would be read as something else than it looks like.
  fileprivate func fault(
    in zone: LocalTimeZone, offering schema: FieldSchema, after original: EntryBuffer.Item?,
    amongTimes: Bool
  ) -> DraftFault? {
    let known = Set((original?.draft.text ?? []).split(separator: 0x0A))
    let fault = fault(
      offering: schema, after: original?.draft, written: original?.lines, in: zone, isAlone: false,
      amongTimes: original == nil && amongTimes)
    let broken = dropping(1).firstLine {
      EntryDraft.Heading($0) == nil && Self.seemsToBeginEntry($0) && !known.contains($0)
    }
    guard let broken, fault.map({ broken.number < $0.line }) ?? true else { return fault }
    return brokenHeading(broken) ?? DraftFault(broken, .heading)
  }
}
