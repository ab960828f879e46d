import ThreadStorage

extension ThreadDocument {
  /// What names a field beside other things: in the value of another one, several on a line, behind a space, or one that
  /// needs no definition as `location: Berlin` (F18a).
  func fieldsBeside(_ schema: FieldSchema) -> [MeantLine] {
    let names = FieldDefinition.reserved.map { Array("\($0.name): ".utf8) }
    guard !schema.fields.isEmpty || names.contains(where: { bytes.firstOffset(of: $0) != nil })
    else { return [] }
    var fences = RangeCursor(codeBlocks)
    var found: [MeantLine] = []
    for slice in entries {
      let content = content(of: slice)
      for field in content.fields { found += fields(inValueOf: field, schema) }
      guard !content.body.isEmpty else { continue }
      let top = content.fields.last?.lines.upperBound ?? content.start
      var isAtTop = content.body.lowerBound == top
      for line in bytes.lines(in: content.body) {
        guard fences.range(at: line.text.lowerBound) == nil else {
          isAtTop = false
          continue
        }
        let isLast = line.text.upperBound == content.body.upperBound
        let indented = isAtTop ? fieldBehindSpace(line, schema) : nil
        let meant = indented ?? fieldList(line, schema)
        if let meant {
          found.append(meant)
        } else if isAtTop || isLast, let reserved = reservedField(line, schema) {
          found.append(reserved)
        } else {
          isAtTop = false
        }
      }
    }
    return found
  }

  /// `- with:: Ann` and below it `  - mood:: 6`, or all on one line behind a comma or a dash; of other values than
  /// texts it is told that they do not fit.
  private func fields(inValueOf field: EntryField, _ schema: FieldSchema) -> [MeantLine] {
    let name = string(field.name)
    var found: [MeantLine] = []
    for range in field.valueLines(in: bytes.span).dropFirst() {
      let start = range.lowerBound + bytes[range].prefix(while: Byte.isBlank).count
      guard let parts = EntryField.scan(bytes.span, line: start..<range.upperBound),
        parts.backslashes == 0, schema.field(named: string(parts.name)) != nil
      else { continue }
      found.append(meant(parts.name, parts.value, .inValue(of: name), at: start))
    }
    let value = field.firstValueLine
    guard schema.anyField(named: name).map({ $0.type == .text }) ?? true else { return found }
    var parts: [(sign: Int, name: Range<Int>)] = []
    var position = value.lowerBound
    while let colons = ByteSearch.firstIndex(
      of: [0x3A, 0x3A], in: bytes.span, position..<value.upperBound)
    {
      let sign = MeantField.joint(bytes, before: colons, from: position)
      position = colons + 2
      guard let sign, position == value.upperBound || bytes[position] == 0x20 else { continue }
      let start = WideBlank.end(in: bytes.span, from: sign + 1, upTo: colons)
      guard schema.field(named: string(start..<colons)) != nil else { continue }
      parts.append((sign, start..<colons))
    }
    // Each ends where the next one begins.
    let ends = parts.dropFirst().map(\.sign) + [value.upperBound]
    return found
      + zip(parts, ends).map { part, end in
        let inner = bytes[(part.name.upperBound + 2)..<end].trimmed
        return meant(
          part.name, inner.startIndex..<inner.endIndex, .inValue(of: name),
          at: part.name.lowerBound)
      }
  }

  /// ` - mood:: 6` directly below the heading or the fields.
  private func fieldBehindSpace(_ line: Line, _ schema: FieldSchema) -> MeantLine? {
    let blanks = bytes[line.text].prefix { $0 == 0x20 }.count
    let start = line.text.lowerBound + blanks
    guard 1...3 ~= blanks,
      let parts = EntryField.scan(bytes.span, line: start..<line.text.upperBound),
      parts.backslashes == 0, schema.anyField(named: string(parts.name)) != nil
    else { return nil }
    return meant(parts.name, parts.value, .indented, at: line.text.lowerBound)
  }

  /// `mood: 6, sleep: 7h`: nothing but fields with values that fit, and no text among them.
  private func fieldList(_ line: Line, _ schema: FieldSchema) -> MeantLine? {
    let text = bytes[line.text]
    guard let first = text.first, first > 0x20, let comma = text.firstIndex(of: UInt8(ascii: ",")),
      text[..<comma].contains(where: { $0 == .colon || $0 == .equals })
    else { return nil }
    let isListed = text.starts(with: "- ".utf8)
    let parts = text.dropFirst(isListed ? 2 : 0).split(separator: UInt8(ascii: ","))
    var fields: [(name: String, value: String)] = []
    for part in parts {
      guard let sign = part.firstIndex(where: { $0 == .colon || $0 == .equals }) else { return nil }
      let name = String(utf8: part[..<sign].trimmed)
      let value = part[sign...].drop { $0 == part[sign] }.trimmed
      guard let field = schema.field(named: name), field.type != .text, !value.isEmpty,
        field.check(Array(value)) == nil
      else { return nil }
      fields.append((name, String(utf8: value)))
    }
    guard fields.count > 1 else { return nil }
    let others = fields.dropFirst().map { JournalProblem.FieldFault.form.line($0.name, $0.value) }
    return MeantLine(
      offset: line.text.lowerBound,
      kind: .fieldForm(
        name: fields[0].name, value: fields[0].value, .several(others: others)),
      splices: nil)
  }

  /// `location: Berlin`, and in a thread with a plan `skip: ill`; with a capital letter they are prose.
  private func reservedField(_ line: Line, _ schema: FieldSchema) -> MeantLine? {
    let text = bytes[line.text]
    let rest = text.dropFirst(text.starts(with: "- ".utf8) ? 2 : 0)
    guard let colon = rest.firstIndex(of: .colon), colon + 2 < rest.endIndex,
      rest[colon + 1] == 0x20, rest[colon + 2] > 0x20
    else { return nil }
    let name = String(utf8: rest[..<colon])
    let isMeant =
      name == FieldDefinition.location.name
      || name == FieldDefinition.skip.name && frontMatter?.value(at: ["plan"]) != nil
    guard isMeant, schema.field(named: name) == nil else { return nil }
    return meant(
      rest.startIndex..<colon, colon + 2..<rest.endIndex, .form, at: line.text.lowerBound)
  }

  private func meant(
    _ name: Range<Int>, _ value: Range<Int>, _ fault: JournalProblem.FieldFault, at offset: Int
  ) -> MeantLine {
    MeantLine(
      offset: offset, kind: .fieldForm(name: string(name), value: string(value), fault),
      splices: nil)
  }
}
