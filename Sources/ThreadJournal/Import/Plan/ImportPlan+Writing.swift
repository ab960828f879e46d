import ThreadStorage

extension ImportPlan.ThreadPlan {
  /// The splices that put the plan's fields and entries into its existing thread's file.
  ///
  /// - Throws: `FieldError` where a definition cannot be written, or what is written would not read back.
  package func splices(
    into document: ThreadDocument, zone: LocalTimeZone
  ) throws(FieldError) -> [Splice] {
    var splices: [Splice] = []
    if replacesHead, let splice = splice(ofHeadIn: document) {
      splices = [splice]
    } else if !newFields.isEmpty {
      splices = try document.splices(addingKeys: definitions(in: document.fieldSchema))
    }
    for (index, block) in try blocks(document, zone) {
      for splice in document.splices(insertingBlock: block, behind: index) {
        // Fields and entries put in at one offset become one splice: their order is not left to chance.
        if splices.first?.range == splice.range {
          splices[0].replacement += splice.replacement
        } else {
          splices.append(splice)
        }
      }
    }
    _ = try verified(document.bytes.applying(splices), added: document.entries.count)
    return splices
  }

  /// The splice that gives an existing thread the plan's head; nil where the plan has none.
  package func splice(ofHeadIn document: ThreadDocument) -> Splice? {
    guard var head else { return nil }
    if !document.entries.isEmpty {
      let start = ThreadDocument.start(of: head.span)
      let lineEnding = LineEnding(firstLineOf: head.span)
      head += lineEnding.separator(behind: head[start...], isWhole: true)
    }
    return document.minimal(Splice(0..<document.preamble.upperBound, head))
  }

  /// The file of the plan's thread, which is to be made.
  ///
  /// - Parameters:
  ///   - id: The thread's id.
  ///   - created: When it is made, in RFC 3339.
  /// - Throws: `FieldError` where a definition cannot be written, or the file would not read back.
  package func newFile(id: String, created: String) throws(FieldError) -> [UInt8] {
    if let head { return try copy(below: head) }
    var pairs: [(String, YAMLNewValue)] = [
      ("id", .text(id)), ("title", .text(thread.title)), ("created", .timestamp(created)),
    ]
    if let deletion { pairs.append(("deleted", deletion.yaml)) }
    let definitions = try definitions(in: FieldSchema())
    if !definitions.isEmpty { pairs.append(("fields", .blockMapping(definitions))) }
    var file: [UInt8]
    do throws(FrontMatterEditError) {
      file = try FrontMatter.newBlock(pairs, lineEnding: LineEnding.lineFeed.bytes)
    } catch { throw .frontMatter(error) }
    for entry in entries {
      file.append(.lineFeed)
      file += try entry.addition(lineEnding: .lineFeed)
    }
    let document = try verified(file, added: 0)
    guard document.frontMatter?.says(pairs) == true else { throw .doesNotReadBack }
    return file
  }

  /// The file of a thread that the import has whole: its head and its entries, in the order in which they stood there.
  private func copy(below head: [UInt8]) throws(FieldError) -> [UInt8] {
    let lineEnding = LineEnding(firstLineOf: head.span)
    let start = ThreadDocument.start(of: head.span)
    var file = head
    var blocks: [Range<Int>] = []
    for (index, entry) in entries.enumerated() {
      // What was a file's end may have no line ending.
      if let last = file[start...].last, last != .lineFeed {
        let gap = lineEnding.separator(behind: file[start...], isWhole: true)
        file += gap
      }
      let offset = file.count
      file += entry.source ?? entry.block(lineEnding: lineEnding)
      blocks.append(offset..<file.count)
      if entry.source == nil, index + 1 < entries.count { file += lineEnding.bytes }
    }
    let document = ThreadDocument(file)
    guard document.entries.map(\.region.lowerBound) == blocks.map(\.lowerBound),
      document.frontMatter?.block == ThreadDocument(head).frontMatter?.block
    else { throw .doesNotReadBack }
    for (slice, entry) in zip(document.entries, entries) where entry.source == nil {
      guard document.id(of: slice) == entry.id, document.reads(slice, as: entry) else {
        throw .doesNotReadBack
      }
    }
    return file
  }

  /// How the plan's fields and groups are defined besides those of `schema`.
  private func definitions(in schema: FieldSchema) throws(FieldError) -> [YAMLNewValue.Pair] {
    try schema.definitions(adding: newFields, groups: groups.filter { !$0.members.isEmpty })
  }

  /// The lines of the entries that go behind each entry of the file; nil for those before the first.
  private func blocks(
    _ document: ThreadDocument, _ zone: LocalTimeZone
  ) throws(FieldError) -> [(index: Int?, block: [UInt8])] {
    // The earliest of each entry and all behind it: it rises, so that a search by halving finds the
    // last entry that is not later, also where the file is not in order.
    var earliest = document.entries.map { $0.heading.timestamp.instant(in: zone) }
    for position in earliest.indices.dropLast().reversed() {
      earliest[position] = min(earliest[position], earliest[position + 1])
    }
    var blocks: [(index: Int?, block: [UInt8])] = []
    for entry in entries {
      let instant = entry.timestamp.instant(in: zone)
      let next = earliest.indices.partitioningIndex { earliest[$0] > instant }
      let index = next == 0 ? nil : next - 1
      let block = try entry.addition(lineEnding: document.lineEnding)
      if let last = blocks.indices.last, blocks[last].index == index {
        blocks[last].block += document.lineEnding.bytes + block
      } else {
        blocks.append((index, block))
      }
    }
    return blocks
  }

  /// Reads `file` again and compares the entries that were added (F3).
  private func verified(_ file: [UInt8], added before: Int) throws(FieldError) -> ThreadDocument {
    let document = ThreadDocument(file)
    guard document.entries.count == before + entries.count else { throw .doesNotReadBack }
    var slices: [EntryID: EntrySlice] = [:]
    for slice in document.entries {
      if let id = document.id(of: slice) { slices[id] = slice }
    }
    for entry in entries {
      guard let slice = slices[entry.id], document.reads(slice, as: entry) else {
        throw .doesNotReadBack
      }
    }
    return document
  }
}

extension NewEntry {
  init(_ entry: ImportedEntry, id: EntryID) {
    self.init(
      id: id, timestamp: entry.timestamp, title: entry.title, fields: entry.fields,
      text: entry.text, edited: entry.edited, deleted: entry.deleted, restored: entry.restored,
      source: entry.source)
  }

  /// The lines that add the entry to a thread: as it has them elsewhere, with its id, else as they are written.
  fileprivate func addition(lineEnding: LineEnding) throws(FieldError) -> [UInt8] {
    guard let source else { return block(lineEnding: lineEnding) }
    return try ThreadDocument(source).block(naming: id, lineEnding: lineEnding)
  }
}

extension ThreadDocument {
  /// The lines of the only entry, with this id where it has none, or without one.
  fileprivate func block(
    naming id: EntryID?, lineEnding: LineEnding
  ) throws(FieldError) -> [UInt8] {
    guard let slice = entries.first else { throw .doesNotReadBack }
    guard let id, self.id(of: slice) != id else { return block(of: slice, lineEnding: lineEnding) }
    let named: ThreadDocument
    do throws(EntryEditError) {
      named = ThreadDocument(bytes.applying(try splices(naming: [0: id])))
    } catch { throw .doesNotReadBack }
    return try named.block(naming: nil, lineEnding: lineEnding)
  }

  /// The splices that make entries say what the import says of them: all of it where the import tells all, else the
  /// parts that it tells, with `edited` as the time of the change where the import has none.
  package func splices(
    replacing held: [ImportPlan.HeldEntry], edited: String, zone: LocalTimeZone
  ) throws(FieldError) -> [Splice] {
    let indices = Dictionary(
      entries.indices.map { (entries[$0].region.lowerBound, $0) }, uniquingKeysWith: { $1 })
    var splices: [Splice] = []
    var blocks: [Int: [UInt8]] = [:]
    var seen: Set<Int> = []
    for (entry, start) in held.map({ ($0.entry, $0.place.start) }) {
      guard let index = indices[start] else { throw .doesNotReadBack }
      // An id may be there twice in a file.
      guard seen.insert(index).inserted else { continue }
      let slice = entries[index]
      let id = entry.id ?? id(of: slice)
      if entry.isWhole, let source = entry.source {
        blocks[index] = try ThreadDocument(source).block(naming: id, lineEnding: lineEnding)
      } else if entry.isWhole, let id {
        blocks[index] = NewEntry(entry, id: id).block(lineEnding: lineEnding)
      } else {
        var edit = EntryEdit(from: self, slice, to: entry, zone)
        // A table without a column of deletions has it live, too.
        if slice.isDeleted, entry.deleted == nil { edit.deletion = .unmark }
        // What the file does not say of itself, happens now: a spreadsheet leaves the old mark in a row that it changes.
        if edit.changesContent, !entry.isUnedited { edit.edited = edit.edited ?? edited }
        if edit.deletion == .unmark { edit.restored = entry.restored ?? edited }
        do throws(EntryEditError) { splices += try self.splices(for: edit, of: slice) } catch {
          throw .doesNotReadBack
        }
      }
      if let block = blocks[index], let splice = minimal(Splice(lines(of: slice), block)) {
        splices.append(splice)
      }
    }
    let result = ThreadDocument(bytes.applying(splices))
    guard result.entries.count == entries.count,
      blocks.allSatisfy({
        result.block(of: result.entries[$0.key], lineEnding: lineEnding) == $0.value
      })
    else { throw .doesNotReadBack }
    return splices
  }
}

extension SoftDeletion {
  fileprivate var yaml: YAMLNewValue {
    time.map { .timestamp($0.rfc3339(in: .utc)) } ?? .bool(true)
  }
}

extension ThreadDocument {
  /// Whether the entry at `slice` has the values of `entry`.
  fileprivate func reads(_ slice: EntrySlice, as entry: NewEntry) -> Bool {
    let content = content(of: slice)
    guard bytes[slice.heading.title].elementsEqual(entry.title),
      slice.heading.timestamp.wallClockSeconds == entry.timestamp.wallClockSeconds,
      slice.heading.timestamp.utcOffset == entry.timestamp.utcOffset,
      slice.heading.timestamp.minutesToEnd == entry.timestamp.minutesToEnd,
      content.text(in: bytes.span) == entry.text
    else { return false }
    // Lines that are copied may spell a name otherwise than the thread defines it.
    return content.values(in: bytes).effective.elementsEqual(entry.fields) { field, wanted in
      FieldName.key(field.name) == FieldName.key(wanted.name) && field.value == wanted.value
    }
  }
}
