extension ThreadDocument {
  /// Everything that one can say of the file alone, in the order of the file; in linear time.
  public var problems: [ParseProblem] {
    guard !isUTF16 else { return [ParseProblem(kind: .utf16, offset: 0)] }
    var found = byteProblems + frontMatterProblems
    let blocks = ConflictMarkers.blocks(in: bytes)
    found += classified(blocks).map { block, isText in
      ParseProblem(
        kind: isText ? .conflictText(block) : .conflictMarkers(block), offset: block.lowerBound)
    }
    found += ConflictMarkers.forgotten(in: bytes, besides: blocks).map {
      ParseProblem(kind: .conflictMarker($0), offset: $0.lowerBound)
    }
    let fences = CodeFence.all(in: bytes, from: preamble.lowerBound)
    let inFences = headingsInFences(fences)
    found += impossibleTimes(besides: fences) + inFences
    found += entryProblems(besides: Set(inFences.map(\.offset)))
    return found.sorted { $0.offset < $1.offset }
  }

  /// The bytes that are no text: the first of each line.
  private var byteProblems: [ParseProblem] {
    let span = bytes.span
    var found: [ParseProblem] = []
    var position = 0
    while let nul = ByteSearch.firstIndex(of: 0, in: span, position..<bytes.count) {
      found.append(ParseProblem(kind: .nul, offset: nul))
      position = Line(startingAt: nul, in: span, upTo: bytes.count).next
    }
    let heading = Array("\r## ".utf8)
    position = preamble.lowerBound
    let title = entries.lazy.compactMap { self.carriageReturn(in: $0.heading) }.first
    if let title { found.append(ParseProblem(kind: .carriageReturn, offset: title)) }
    while title == nil,
      let sign = ByteSearch.firstIndex(of: heading, in: span, position..<bytes.count)
    {
      position = sign + heading.count
      // Other headings may be what a program printed.
      guard position < bytes.count, Byte.isDigit(bytes[position]) else { continue }
      found.append(ParseProblem(kind: .carriageReturn, offset: sign))
      break
    }
    position = 0
    while let invalid = TextCheck.firstInvalidUTF8(in: span, from: position) {
      found.append(ParseProblem(kind: .invalidUTF8, offset: invalid))
      position = Line(startingAt: invalid, in: span, upTo: bytes.count).next
    }
    return found
  }

  private var frontMatterProblems: [ParseProblem] {
    if hasUnterminatedFrontMatter {
      return [ParseProblem(kind: .unterminatedFrontMatter, offset: 0)]
    }
    return (frontMatter?.problems ?? []).compactMap { problem in
      // What is no UTF-8 was found already, here as elsewhere.
      problem.kind == .invalidUTF8
        ? nil : ParseProblem(kind: .frontMatter(problem.kind), offset: problem.offset)
    }
  }

  /// Where a line of other programs ends, whose ends are carriage returns alone, and what follows it is in the title.
  package func carriageReturn(in heading: EntryHeading) -> Int? {
    ByteSearch.firstIndex(of: Byte.carriageReturn, in: bytes.span, heading.line)
  }

  /// The headings whose time does not exist (F12); those shown as code are meant as text.
  private func impossibleTimes(besides fences: [CodeFence]) -> [ParseProblem] {
    var code = RangeCursor(fences.filter(\.isClosed).map(\.range))
    return impossibleHeadings.filter { code.range(at: $0.lowerBound) == nil }.map {
      ParseProblem(kind: .impossibleTime($0), offset: $0.lowerBound)
    }
  }

  /// The indices of the entries that lack an id, and nothing but that is wrong with their headings.
  package var nameableEntries: Set<Int> {
    let starts = Set(problems.filter { $0.kind == .missingID }.map(\.offset))
    return Set(entries.indices.filter { starts.contains(entries[$0].region.lowerBound) })
  }

  /// Whether the line at `offset` has an ending; an editor may have saved only half of one that has none.
  package func isWholeLine(at offset: Int) -> Bool {
    ByteSearch.firstIndex(of: Byte.lineFeed, in: bytes.span, offset..<bytes.count) != nil
  }

  /// The code blocks that are closed, whose lines are meant as text, in the order of the file.
  package var codeBlocks: [Range<Int>] {
    CodeFence.all(in: bytes, from: preamble.lowerBound).filter(\.isClosed).map(\.range)
  }

  /// The entries that begin inside a code fence; of those behind one that is never closed only the first.
  private func headingsInFences(_ fences: [CodeFence]) -> [ParseProblem] {
    var found: [ParseProblem] = []
    var rest = entries[...]
    for fence in fences {
      while let entry = rest.first, entry.region.lowerBound < fence.range.lowerBound {
        rest.removeFirst()
      }
      while let entry = rest.first, entry.region.lowerBound < fence.range.upperBound {
        let kind = ParseProblem.Kind.headingInFence(
          opening: fence.range.lowerBound, isClosed: fence.isClosed)
        found.append(ParseProblem(kind: kind, offset: entry.region.lowerBound))
        rest.removeFirst()
        if !fence.isClosed { break }
      }
    }
    return found
  }

  /// What is wrong with entries; of those that may be meant otherwise, the lack of an id is not told.
  private func entryProblems(besides doubtful: Set<Int>) -> [ParseProblem] {
    var found: [ParseProblem] = []
    var firstIndices: [EntryID: Int] = [:]
    let span = bytes.span
    for slice in entries {
      let start = slice.region.lowerBound
      // What stands there is more than the heading.
      if carriageReturn(in: slice.heading) != nil { continue }
      if let id = id(of: slice) {
        let offset = slice.heading.attributes?.id?.lowerBound ?? start
        if let first = firstIndices[id] {
          found.append(ParseProblem(kind: .duplicateID(id, first: first), offset: offset))
        } else {
          firstIndices[id] = start
        }
      } else if !doubtful.contains(start), meantBraces(of: slice.heading) == nil {
        found.append(ParseProblem(kind: .missingID, offset: start))
      }
      found += attributeProblems(of: slice.heading)
      found += duplicateFields(of: slice.content(in: span))
    }
    return found
  }

  private func attributeProblems(of heading: EntryHeading) -> [ParseProblem] {
    let braces = meantBraces(of: heading).map {
      [ParseProblem(kind: .attributesAsTitle($0.range), offset: $0.range.lowerBound)]
    }
    guard let attributes = heading.attributes else { return braces ?? [] }
    let values = [("edited", attributes.edited), ("deleted", attributes.deleted)]
    // An editor that makes a heading of capitals changes its id.
    let capitals = [attributes.id].compactMap(\.self).filter { id in
      let text = string(id)
      return !EntryID.isLikeNew(text) && EntryID.isLikeNew(text.lowercased())
    }
    return (braces ?? [])
      + (EntryAttributes.misspelt(in: bytes, attributes) + capitals).map {
        ParseProblem(kind: .attributeCase($0), offset: $0.lowerBound)
      }
      + values.compactMap { key, range in
        guard let range else { return nil }
        let text = EntryAttributes.unquoted(bytes.span, range)
        guard Timestamp(String(decoding: text, as: UTF8.self)) == nil else { return nil }
        return ParseProblem(kind: .attributeValue(key: key, range), offset: range.lowerBound)
      }
  }

  private func duplicateFields(of content: EntryContent) -> [ParseProblem] {
    guard content.fields.count > 1 else { return [] }
    var names: Set<String> = []
    return content.fields.compactMap { field in
      names.insert(FieldName.key(string(field.name))).inserted
        ? nil : ParseProblem(kind: .duplicateField(field.name), offset: field.name.lowerBound)
    }
  }
}
