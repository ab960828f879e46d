import ThreadStorage

extension ImportPlan.ThreadPlan {
  /// The splices that put the plan's fields and entries into its existing thread's file.
  ///
  /// - Throws: `FieldError` where a definition cannot be written, or what is written would not read back.
  package func splices(
    into document: ThreadDocument, zone: LocalTimeZone
  ) throws(FieldError) -> [Splice] {
    var splices: [Splice] = []
    if !newFields.isEmpty {
      splices = try document.splices(addingKeys: definitions(in: document.fieldSchema))
    }
    for (index, block) in blocks(document, zone) {
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

  /// The file of the plan's thread, which is to be made.
  ///
  /// - Parameters:
  ///   - id: The thread's id.
  ///   - created: When it is made, in RFC 3339.
  /// - Throws: `FieldError` where a definition cannot be written, or the file would not read back.
  package func newFile(id: String, created: String) throws(FieldError) -> [UInt8] {
    var pairs: [(String, YAMLNewValue)] = [
      ("id", .text(id)), ("title", .text(thread.title)), ("created", .timestamp(created)),
    ]
    let definitions = try definitions(in: FieldSchema())
    if !definitions.isEmpty { pairs.append(("fields", .blockMapping(definitions))) }
    var file: [UInt8]
    do throws(FrontMatterEditError) {
      file = try FrontMatter.newBlock(pairs, lineEnding: LineEnding.lineFeed.bytes)
    } catch { throw .frontMatter(error) }
    for entry in entries {
      file.append(.lineFeed)
      file += entry.block(lineEnding: .lineFeed)
    }
    let document = try verified(file, added: 0)
    guard document.frontMatter?.says(pairs) == true else { throw .doesNotReadBack }
    return file
  }

  /// How the plan's fields and groups are defined besides those of `schema`.
  private func definitions(in schema: FieldSchema) throws(FieldError) -> [YAMLNewValue.Pair] {
    try schema.definitions(adding: newFields, groups: groups.filter { !$0.members.isEmpty })
  }

  /// The lines of the entries that go behind each entry of the file; nil for those before the first.
  private func blocks(
    _ document: ThreadDocument, _ zone: LocalTimeZone
  ) -> [(index: Int?, block: [UInt8])] {
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
      let block = entry.block(lineEnding: document.lineEnding)
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
    return content.fields.elementsEqual(entry.fields) { field, wanted in
      bytes[field.name].elementsEqual(wanted.name.utf8)
        && field.value(in: bytes.span) == wanted.value
    }
  }
}
