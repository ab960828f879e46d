import ThreadStorage

extension ImportPlan.ThreadPlan {
  /// The splices that put the plan's fields and entries into its existing thread's file.
  ///
  /// - Throws: `FieldError` where a definition cannot be written, or what is written would not read back.
  package func splices(
    into document: ThreadDocument, zone: LocalTimeZone
  ) throws(FieldError) -> [Splice] {
    var splices = try fieldSplices(document)
    for (index, block) in blocks(document, zone) {
      for splice in document.splices(insertingBlock: block, behind: index) {
        // Fields and entries put in at one place become one splice: their order is not left to chance.
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
      file.append(0x0A)
      file += entry.block(lineEnding: .lineFeed)
    }
    let document = try verified(file, added: 0)
    guard document.frontMatter?.says(pairs) == true else { throw .doesNotReadBack }
    return file
  }

  /// How the plan's fields and groups are defined besides those of `schema`.
  private func definitions(in schema: FieldSchema) throws(FieldError) -> [YAMLNewValue.Pair] {
    try schema.definitions(
      adding: newFields, groups: groups.filter { !$0.members.isEmpty })
  }

  /// One splice of what stands before the first entry.
  private func fieldSplices(_ document: ThreadDocument) throws(FieldError) -> [Splice] {
    guard !newFields.isEmpty else { return [] }
    let end = document.preamble.upperBound
    let old = Array(document.bytes[..<end])
    let head = ThreadDocument(old)
    let new = old.applying(
      try head.splices(addingKeys: try definitions(in: head.fieldSchema)))
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < old.count - start, tail < new.count - start,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    {
      tail += 1
    }
    // Without front matter and preamble, the entry below needs a blank line before it.
    let gap = old.isEmpty && end < document.bytes.count ? document.lineEnding.bytes : []
    return [Splice(start..<old.count - tail, Array(new[start..<new.count - tail]) + gap)]
  }

  /// The lines of the entries that go behind each entry of the file; nil for those before the first.
  private func blocks(
    _ document: ThreadDocument, _ zone: LocalTimeZone
  ) -> [(index: Int?, block: [UInt8])] {
    // The earliest of each entry and all behind it: it rises, so that a search by halving finds the
    // last entry that is not later, also where the file is not in order.
    var earliest = document.entries.map { $0.heading.timestamp.instant(in: zone) }
    for place in earliest.indices.dropLast().reversed() {
      earliest[place] = min(earliest[place], earliest[place + 1])
    }
    var blocks: [(index: Int?, block: [UInt8])] = []
    for entry in entries {
      let index = earliest.lastIndex(notAfter: entry.timestamp.instant(in: zone))
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
  private func verified(
    _ file: [UInt8], added before: Int
  ) throws(FieldError) -> ThreadDocument {
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
      content.text(in: bytes.span) == entry.text, content.fields.count == entry.fields.count
    else { return false }
    return zip(content.fields, entry.fields).allSatisfy { field, wanted in
      bytes[field.name].elementsEqual(wanted.name.utf8)
        && field.value(in: bytes.span) == wanted.value
    }
  }
}

extension [Instant] {
  /// The index of the last instant that is not after `instant`, in a sorted array; nil where all are.
  fileprivate func lastIndex(notAfter instant: Instant) -> Int? {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if self[middle] <= instant { lower = middle + 1 } else { upper = middle }
    }
    return lower == 0 ? nil : lower - 1
  }
}
