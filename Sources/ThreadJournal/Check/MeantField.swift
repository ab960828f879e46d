import ThreadStorage

extension ThreadDocument {
  /// The lines that name a field which the thread defines, and are read as text (F18a).
  func meantFields(_ schema: FieldSchema) -> [MeantLine] {
    guard !schema.fields.isEmpty else { return [] }
    var fences = codeBlocks[...]
    return entries.flatMap { slice -> [MeantLine] in
      let content = content(of: slice)
      var found: [MeantLine] = []
      var run: [MeantField] = []
      var position = content.body.lowerBound
      var isRun = !content.body.isEmpty
      while position < content.body.upperBound {
        let line = Line(startingAt: position, in: bytes.span, upTo: slice.region.upperBound)
        position = line.next
        while let fence = fences.first, fence.upperBound <= line.text.lowerBound {
          fences.removeFirst()
        }
        let isCode = fences.first?.contains(line.text.lowerBound) ?? false
        guard !isCode, let field = MeantField(bytes, line, schema, isFirst: isRun) else {
          isRun = false
          continue
        }
        if isRun { run.append(field) } else { found.append(field.meantLine(nil)) }
      }
      let splices = splices(reading: run, in: slice, content)
      // All lines of the run are fixed together, by the splices that the first one holds.
      return run.enumerated().map { index, field in
        field.meantLine(index == 0 ? splices : splices.map { _ in [] })
      } + found
    }
  }

  /// What makes fields of the lines of `run`, with which the text begins; nil where that would change something else.
  private func splices(
    reading run: [MeantField], in slice: EntrySlice, _ content: EntryContent
  ) -> [Splice]? {
    guard let first = run.first, let last = run.last, last.line.next > last.line.text.upperBound,
      run.allSatisfy(\.fits)
    else { return nil }
    var splices = run.compactMap { field in
      field.isProper ? nil : Splice(field.line.text, field.lineOfField)
    }
    // A blank line would keep them from being read.
    if let above = content.fields.last, above.lines.upperBound < first.line.text.lowerBound {
      splices.insert(Splice(above.lines.upperBound..<first.line.text.lowerBound, []), at: 0)
    }
    let region = slice.region
    let moved = splices.map {
      Splice(
        $0.range.lowerBound - region.lowerBound..<$0.range.upperBound - region.lowerBound,
        $0.replacement)
    }
    let result = ThreadDocument(Array(bytes[region]).applying(moved))
    guard result.entries.count == 1, result.preamble.isEmpty else { return nil }
    let new = result.content(of: result.entries[0])
    let rest = Escaping.contentRange(
      in: bytes.span, min(last.line.next, content.body.upperBound)..<content.body.upperBound)
    let values = new.fields.map { $0.value(in: result.bytes.span) }
    let wanted = content.fields.map { $0.value(in: bytes.span) } + run.map(\.value)
    guard result.bytes[new.body].elementsEqual(bytes[rest]), values == wanted else { return nil }
    // A text whose first line has a backslash would lose it there (F16).
    if !new.body.isEmpty {
      let line = Line(
        startingAt: new.body.lowerBound, in: result.bytes.span, upTo: new.body.upperBound)
      if let parts = EntryField.scan(result.bytes.span, line: line.text), parts.backslashes > 0 {
        return nil
      }
    }
    return splices
  }
}

/// A line that was perhaps meant as a field line: `mood:: 5`, `- mood: 5`, `- sleep::7h`.
private struct MeantField {
  let line: Line
  let name: String
  let value: [UInt8]
  /// Whether it is a field line as it stands, and only its place makes it text.
  var isProper = false
  /// Whether the value is one that the field can have.
  let fits: Bool

  /// The line of an entry's text, if it is one; `isFirst` where only such lines stand above it.
  init?(_ bytes: [UInt8], _ line: Line, _ schema: FieldSchema, isFirst: Bool) {
    self.line = line
    let span = bytes.span
    let end = line.text.upperBound
    if let parts = EntryField.scan(span, line: line.text) {
      guard parts.backslashes == 0 else { return nil }
      isProper = true
      name = String(utf8: bytes[parts.name])
      value = Array(bytes[parts.value])
      guard let field = schema.field(named: name) else { return nil }
      fits = field.check(value) == nil
      return
    }
    var start = line.text.lowerBound
    while start < end, bytes[start] == 0x20, start - line.text.lowerBound < 4 { start += 1 }
    let hasBullet: Bool
    if start < end, EntryField.isBullet(bytes[start]) {
      hasBullet = true
      start += 1
    } else if bytes[start..<end].starts(with: "•".utf8) || bytes[start..<end].starts(with: "–".utf8)
    {
      hasBullet = true
      start += 3
    } else {
      hasBullet = false
    }
    let blanks: [UInt8] = [0x20, 0x09]
    // `**mood**:: 5` is a habit from elsewhere.
    let marks: [UInt8] = [0x2A, 0x5F]
    while start < end, blanks.contains(bytes[start]) { start += 1 }
    let isMarked = start < end && marks.contains(bytes[start])
    while start < end, marks.contains(bytes[start]) { start += 1 }
    let limit = min(end, start + 4 * FieldName.maximumLength + 10)
    guard let colon = ByteSearch.firstIndex(of: 0x3A, in: span, start..<limit) else { return nil }
    var nameEnd = colon
    while nameEnd > start, (blanks + marks).contains(bytes[nameEnd - 1]) { nameEnd -= 1 }
    let isDouble = colon + 1 < end && bytes[colon + 1] == 0x3A
    var valueStart = colon + (isDouble ? 2 : 1)
    while isMarked, valueStart < end, marks.contains(bytes[valueStart]) { valueStart += 1 }
    let hasGap = valueStart == end || Byte.isBlank(bytes[valueStart])
    let typed = String(utf8: bytes[start..<nameEnd])
    guard nameEnd > start, let field = schema.field(named: typed), hasGap || isDouble else {
      return nil
    }
    name = typed
    value = Array(bytes[valueStart..<end].trimmed)
    fits = field.check(value) == nil
    // What has one colon is prose as well, unless it stands where fields do and looks like one.
    guard isDouble || (isFirst && (hasBullet || (field.type != .text && fits && !value.isEmpty)))
    else {
      return nil
    }
  }

  var lineOfField: [UInt8] {
    Array("- \(name)::".utf8) + (value.isEmpty ? [] : [0x20]) + value
  }

  func meantLine(_ splices: [Splice]?) -> MeantLine {
    MeantLine(
      offset: line.text.lowerBound,
      kind: .fieldForm(name: name, line: String(utf8: lineOfField), isProper: isProper),
      splices: splices)
  }
}
