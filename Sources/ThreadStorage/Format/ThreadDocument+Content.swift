extension ThreadDocument {
  /// What stands below the heading as `edit` wants it; lines it leaves alone stay as typed.
  func contentLines(for edit: EntryEdit, of slice: EntrySlice) -> [UInt8] {
    let old = content(of: slice)
    let fieldsStart = old.fields.first?.lines.lowerBound ?? old.start
    let fieldsEnd = old.fields.last?.lines.upperBound ?? old.start
    var lines = Array(bytes[old.start..<fieldsStart])
    let fields = fieldLines(for: edit, old)
    if !fields.isEmpty { endLastLine(before: old.start, of: &lines) }
    lines += fields
    let rest = linesBelowFields(
      for: edit, of: slice, old, from: fieldsEnd, hasFields: !fields.isEmpty)
    if !rest.isEmpty { endLastLine(before: old.start, of: &lines) }
    // A line that begins with two spaces would continue the field above it (F14).
    if !fields.isEmpty, rest.starts(with: [Byte.space, Byte.space]) { lines += lineEnding.bytes }
    return lines + rest
  }

  private func linesBelowFields(
    for edit: EntryEdit, of slice: EntrySlice, _ old: EntryContent, from fieldsEnd: Int,
    hasFields: Bool
  ) -> [UInt8] {
    guard let text = edit.text.map(Escaping.trimmingBlankLines), text != old.text(in: bytes.span)
    else {
      return keptBody(of: slice, old, from: fieldsEnd, hasFields: hasFields)
    }
    if text.isEmpty {
      let tail = Line(
        startingAt: old.body.upperBound, in: bytes.span, upTo: slice.region.upperBound)
      return Array(bytes[tail.next..<slice.region.upperBound])
    }
    return newBody(text, of: slice, old, from: fieldsEnd, hasFields: hasFields)
  }

  /// Ends the line that `lines`, or where they are empty the file before `start`, leaves open.
  private func endLastLine(before start: Int, of lines: inout [UInt8]) {
    guard let last = lines.last ?? bytes[..<start].last, last != Byte.lineFeed else { return }
    Escaping.appendEnding(lineEnding, afterReturn: last == Byte.carriageReturn, to: &lines)
  }

  private func fieldLines(for edit: EntryEdit, _ old: EntryContent) -> [UInt8] {
    var lines: [UInt8] = []
    let wanted = Dictionary(
      edit.fields.map { (FieldName.key($0.name), $0.value) }, uniquingKeysWith: { $1 })
    let keys = old.fields.map { FieldName.key(string($0.name)) }
    let lastIndices = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { $1 })
    for (index, field) in old.fields.enumerated() {
      if let change = wanted[keys[index]] {
        let isLast = lastIndices[keys[index]] == index
        if isLast, let value = change { lines += self.lines(of: field, set: value) }
        if change == nil || isLast { continue }
      }
      lines += bytes[field.lines]
    }
    let bullet = old.fields.last.map { bytes[$0.lines.lowerBound] } ?? UInt8(ascii: "-")
    for (name, value) in edit.fields where lastIndices[FieldName.key(name)] == nil {
      guard let value else { continue }
      if !lines.isEmpty { endLastLine(before: old.start, of: &lines) }
      lines += EntryField.lines(name: name, value: value, bullet: bullet, lineEnding: lineEnding)
    }
    return lines
  }

  private func lines(of field: EntryField, set value: [UInt8]) -> [UInt8] {
    if field.value(in: bytes.span) == value { return Array(bytes[field.lines]) }
    return EntryField.lines(
      name: string(field.name), value: value, bullet: bytes[field.lines.lowerBound],
      lineEnding: lineEnding)
  }

  private func keptBody(
    of slice: EntrySlice, _ old: EntryContent, from fieldsEnd: Int, hasFields: Bool
  ) -> [UInt8] {
    let kept = bytes[fieldsEnd..<slice.region.upperBound]
    if old.body.isEmpty { return Array(kept) }
    if old.fields.isEmpty, hasFields, old.body.lowerBound == fieldsEnd {
      return lineEnding.bytes + kept
    }
    // Without fields above it, a first line that looks like one has to be escaped (F16).
    let span = bytes.span
    let first = Line(startingAt: old.body.lowerBound, in: span, upTo: old.body.upperBound)
    if !hasFields, let parts = EntryField.scan(span, line: first.text), parts.backslashes == 0 {
      let nameEnd = parts.name.upperBound
      return bytes[fieldsEnd..<nameEnd] + [Byte.backslash]
        + bytes[nameEnd..<slice.region.upperBound]
    }
    return Array(kept)
  }

  private func newBody(
    _ text: [UInt8], of slice: EntrySlice, _ old: EntryContent, from fieldsEnd: Int, hasFields: Bool
  ) -> [UInt8] {
    var body = Escaping.bodyLines(text, lineEnding: lineEnding)
    let end = slice.region.upperBound
    guard !old.body.isEmpty else {
      let gap = bytes[fieldsEnd..<end]
      let needsGap = gap.isEmpty && end < bytes.count
      return lineEnding.bytes + body + (needsGap ? lineEnding.bytes : Array(gap))
    }
    let tail = bytes[old.body.upperBound..<end]
    body.removeLast(body.last == Byte.lineFeed ? 1 : 0)
    // The old last line's ending stays: take the new one's off, but for a return that the text needs.
    if lineEnding == .carriageReturnLineFeed || text.last == Byte.carriageReturn {
      body.removeLast()
    }
    if text.last == Byte.carriageReturn, tail.first == Byte.lineFeed {
      body.append(Byte.carriageReturn)
    }
    let gap = bytes[fieldsEnd..<old.body.lowerBound]
    if hasFields, !gap.isEmpty { keepFirstLine(of: text, old, in: &body) }
    return (gap.isEmpty && hasFields ? lineEnding.bytes : Array(gap)) + body + tail
  }
}

extension ThreadDocument {
  /// Leaves a first line that looks like a field's, and is text below a blank line, as it is without a backslash (F2).
  private func keepFirstLine(
    of text: [UInt8], _ old: EntryContent, in body: inout [UInt8]
  ) {
    let line = Line(startingAt: old.body.lowerBound, in: bytes.span, upTo: old.body.upperBound).text
    guard let parts = EntryField.scan(bytes.span, line: line), parts.backslashes == 0,
      text.starts(with: bytes[line]),
      text.count == line.count || text[line.count] == Byte.lineFeed
    else { return }
    body.remove(at: parts.name.upperBound - line.lowerBound)
  }

  /// Reads the entry at `slice` as `splices` would leave it, and compares it with what was wanted (F3).
  func verify(
    _ splices: [Splice], make edit: EntryEdit, of slice: EntrySlice
  ) throws(EntryEditError) {
    let before = EntryValues(of: self, slice)
    var wanted = before
    wanted.apply(edit)
    let region = ThreadDocument(bytes.applying(splices, within: slice.region))
    guard region.frontMatter == nil, region.preamble.isEmpty, region.entries.count == 1 else {
      throw .doesNotReadBack(part: "text")
    }
    let result = EntryValues(of: region, region.entries[0])
    if let part = result.firstDifference(from: wanted) { throw .doesNotReadBack(part: part) }
  }
}

private struct EntryValues {
  var timestamp: Timestamp
  var title: [UInt8]
  var id: [UInt8]?
  var isDeleted: Bool
  var fields: [(key: String, value: [UInt8])]
  var text: [UInt8]

  init(of document: ThreadDocument, _ slice: EntrySlice) {
    let content = document.content(of: slice)
    let span = document.bytes.span
    timestamp = slice.heading.timestamp
    title = Array(document.bytes[slice.heading.title])
    id = slice.heading.attributes?.id.map { span.copy($0) }
    isDeleted = slice.isDeleted
    fields = content.fields.map {
      (FieldName.key(document.string($0.name)), $0.value(in: document.bytes.span))
    }
    text = content.text(in: span)
  }

  mutating func apply(_ edit: EntryEdit) {
    if let new = edit.timestamp { timestamp = Timestamp(new.headingText) ?? new }
    if let new = edit.title { title = new }
    if id == nil { id = edit.newID.map { Array($0.description.utf8) } }
    if let deletion = edit.deletion { isDeleted = deletion != .unmark }
    if let new = edit.text { text = Escaping.trimmingBlankLines(new) }
    applyFields(edit.fields)
  }

  private mutating func applyFields(_ edits: [(name: String, value: [UInt8]?)]) {
    guard !edits.isEmpty else { return }
    var indices = Dictionary(zip(fields.map(\.key), fields.indices), uniquingKeysWith: { $1 })
    var removed: Set<String> = []
    for (name, value) in edits {
      let key = FieldName.key(name)
      guard let value else {
        removed.insert(key)
        continue
      }
      if let index = indices[key] {
        fields[index].value = value
      } else {
        indices[key] = fields.count
        fields.append((key, value))
      }
    }
    if !removed.isEmpty { fields.removeAll { removed.contains($0.key) } }
  }

  func firstDifference(from wanted: EntryValues) -> String? {
    if timestamp != wanted.timestamp { return "time" }
    if title != wanted.title { return "title" }
    if id != wanted.id { return "id" }
    if isDeleted != wanted.isDeleted { return "deletion" }
    if text != wanted.text { return "text" }
    let areEqual = fields.elementsEqual(wanted.fields) { $0.key == $1.key && $0.value == $1.value }
    return areEqual ? nil : "fields"
  }
}
