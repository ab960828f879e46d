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
    for slice in entries where !slice.isDeleted {
      let content = content(of: slice)
      lazy var own = ownFields(content)
      for field in content.fields { found += fields(inValueOf: field, schema) }
      guard !content.body.isEmpty else { continue }
      let top = content.fields.last?.lines.upperBound ?? content.start
      var isAtTop = content.body.lowerBound == top
      var alone: [MeantLine] = []
      for line in bytes.lines(in: content.body) {
        guard fences.range(at: line.text.lowerBound) == nil else {
          isAtTop = false
          continue
        }
        let isLast = line.text.upperBound == content.body.upperBound
        let indented = isAtTop ? fieldBehindSpace(line, schema) : nil
        let meant =
          indented ?? fieldList(line, own, schema)
          ?? (isAtTop || isLast ? reservedField(line, schema, isAtTop: isAtTop) : nil)
        guard let meant else {
          if !isAtTop, let field = fieldAlone(line, own, schema, in: content.body) {
            alone.append(field)
          }
          isAtTop = false
          continue
        }
        if !says(own, meant, schema) { found.append(meant) }
      }
      // `km 1` above `km 2` is a list of something.
      found += Dictionary(grouping: alone, by: { $0.fieldName ?? "" }).values
        .compactMap { $0.count == 1 ? $0[0] : nil }.sorted { $0.offset < $1.offset }
    }
    return found
  }

  /// `- with:: Ann` and below it `  - mood:: 6`, or all on one line; of other values than texts it is told that they do
  /// not fit.
  private func fields(inValueOf field: EntryField, _ schema: FieldSchema) -> [MeantLine] {
    let name = string(field.name)
    let below = field.valueLines(in: bytes.span).dropFirst().compactMap {
      self.field(inLine: $0, ofValueOf: name, schema)
    }
    let (value, key) = (field.firstValueLine, FieldName.key(name))
    guard schema.anyField(named: name).map({ $0.type == .text }) ?? true else { return below }
    var names: [(range: Range<Int>, valueStart: Int, isDouble: Bool)] = []
    var position = value.lowerBound
    while let colon = ByteSearch.firstIndex(of: .colon, in: bytes.span, position..<value.upperBound)
    {
      let isDouble = colon + 1 < value.upperBound && bytes[colon + 1] == .colon
      let end = colon + (isDouble ? 2 : 1)
      if end == value.upperBound || bytes[end] == .space,
        let name = self.name(before: colon, from: position, isDouble, schema),
        isDouble || FieldName.key(string(name)) != key
      {
        names.append((name, end, isDouble))
      }
      position = end
    }
    // `Inner 3, hours 9h30m`
    for part in bytes[value].split(separator: UInt8(ascii: ",")).dropFirst() {
      let words = part.trimmed
      guard let blank = words.firstIndex(where: Byte.isBlank),
        let field = schema.field(named: String(utf8: words[..<blank])), field.type != .text,
        field.check(Array(words[blank...].trimmed)) == nil
      else { continue }
      names.append((words.startIndex..<blank, blank, true))
    }
    // Each ends where the next one begins.
    names.sort { $0.range.lowerBound < $1.range.lowerBound }
    let ends = names.dropFirst().map(\.range.lowerBound) + [value.upperBound]
    return below
      + zip(names, ends).compactMap { part, end -> MeantLine? in
        let inner = withoutJoint(part.valueStart..<end)
        let field = schema.field(named: string(part.range))
        let value = Array(bytes[inner])
        let fits = !value.isEmpty && field.map { $0.mayTake(value) } != false
        guard part.isDouble || fits else { return nil }
        return meant(part.range, inner, .inValue(of: name), at: part.range.lowerBound)
      }
  }

  /// The field that a line of the value of the field `name` is: `- hours:: 2h`, whatever its name; or one that the
  /// thread has, as `hours:: 2h` or `hours: 2h`.
  private func field(
    inLine line: Range<Int>, ofValueOf name: String, _ schema: FieldSchema
  ) -> MeantLine? {
    let start = line.lowerBound + bytes[line].prefix(while: Byte.isBlank).count
    if let parts = EntryField.scan(bytes.span, line: start..<line.upperBound) {
      guard parts.backslashes == 0 else { return nil }
      return meant(parts.name, parts.value, .inValue(of: name), at: start)
    }
    guard let form = FieldNaming(bytes, start..<line.upperBound, schema),
      form.field.key != FieldName.key(name),
      form.isDouble || form.sign == .colon && form.hasGap && form.name == form.field.name,
      form.isDouble || !form.value.isEmpty && form.field.mayTake(form.value)
    else { return nil }
    return MeantLine(
      at: start, .fieldForm(name: form.name, value: String(utf8: form.value), .inValue(of: name)))
  }

  /// Signs that people set fields off with on a line, besides blanks.
  private static let joints = Array(",;/|&-".utf8)

  /// The longest name of a field of the thread's that ends at `colon`, behind a blank or a sign, or begins the value, as
  /// where that was left out; before one colon it is spelt as the thread has it, and stands behind a comma or semicolon,
  /// as prose has colons too.
  private func name(
    before colon: Int, from lower: Int, _ isDouble: Bool, _ schema: FieldSchema
  ) -> Range<Int>? {
    let first = max(lower, colon - 4 * FieldName.maximumLength)
    for start in first..<colon {
      let isBehindSign =
        start > first
        ? Byte.isBlank(bytes[start - 1]) || Self.joints.contains(bytes[start - 1])
        : start == lower && isDouble
      guard isBehindSign else { continue }
      let range = WideBlank.trimming(bytes.span, start..<colon)
      guard let field = schema.field(named: string(range)) else { continue }
      if isDouble { return range }
      let sign = bytes[..<start].last { !Byte.isBlank($0) }
      let isSetOff = sign.map { ",;|".utf8.contains($0) } == true
      return isSetOff && field.name == string(range) ? range : nil
    }
    return nil
  }

  /// What stands at `range` without blanks at its ends, and the sign behind them that sets the next field off.
  private func withoutJoint(_ range: Range<Int>) -> Range<Int> {
    let whole = WideBlank.trimming(bytes.span, range)
    guard whole.upperBound < range.upperBound, let sign = bytes[whole].last,
      Self.joints.contains(sign)
    else { return whole }
    return WideBlank.trimming(bytes.span, whole.lowerBound..<whole.upperBound - 1)
  }

  /// ` - mood:: 6` directly below the heading or the fields.
  private func fieldBehindSpace(_ line: Line, _ schema: FieldSchema) -> MeantLine? {
    let blanks = bytes[line.text].prefix { $0 == 0x20 }.count
    let start = line.text.lowerBound + blanks
    guard blanks > 0,
      let parts = EntryField.scan(bytes.span, line: start..<line.text.upperBound),
      parts.backslashes == 0, schema.anyField(named: string(parts.name)) != nil
    else { return nil }
    return meant(parts.name, parts.value, .indented, at: line.text.lowerBound)
  }

  /// `mood: 6, sleep: 7h`, `mood 6, sleep 7h`: nothing but fields with values that fit, and not only texts.
  private func fieldList(
    _ line: Line, _ own: @autoclosure () -> [String: EntryField], _ schema: FieldSchema
  ) -> MeantLine? {
    let text = bytes[line.text]
    guard let first = text.first, first > 0x20, text.contains(UInt8(ascii: ",")), text.count < 200
    else { return nil }
    let isListed = text.starts(with: "- ".utf8)
    var fields: [(name: String, value: String)] = []
    var hasTyped = false
    for part in text.dropFirst(isListed ? 2 : 0).split(separator: UInt8(ascii: ",")) {
      guard let (field, name, value, _) = fieldInWords(part, schema) else { return nil }
      hasTyped = hasTyped || field.type != .text
      fields.append((name, value))
    }
    let isSet = fields.allSatisfy { says(own(), $0.name, Array($0.value.utf8), schema) }
    guard fields.count > 1, hasTyped, !isSet else { return nil }
    let others = fields.dropFirst().map { JournalProblem.FieldFault.form.line($0.name, $0.value) }
    return MeantLine(
      at: line.text.lowerBound,
      .fieldForm(name: fields[0].name, value: fields[0].value, .several(others: others)))
  }

  /// `mood 7` as a paragraph or an item of a list, or `- place: Galway` as a paragraph, where the entry has no such field.
  private func fieldAlone(
    _ line: Line, _ own: @autoclosure () -> [String: EntryField], _ schema: FieldSchema,
    in body: Range<Int>
  ) -> MeantLine? {
    let text = bytes[line.text]
    guard let first = text.first, first > 0x20, text.count < 60 else { return nil }
    let isListed = text.starts(with: "- ".utf8)
    let before = bytes[body.lowerBound..<line.text.lowerBound].dropLast()
    let above = before.suffix(
      from: before.lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? before.startIndex)
    let below = bytes[Line(startingAt: line.next, in: bytes.span, upTo: body.upperBound).text]
    func isBlank(_ other: ArraySlice<UInt8>) -> Bool { other.allSatisfy { $0 <= 0x20 } }
    let areBlank = isBlank(above) && isBlank(below)
    let areItems = [above, below].allSatisfy { isBlank($0) || $0.starts(with: "- ".utf8) }
    // Most lines of prose end here.
    guard areBlank || isListed && areItems else { return nil }
    guard let (field, name, value, sign) = fieldInWords(text.dropFirst(isListed ? 2 : 0), schema),
      // Of a text, it has its name as the thread spells it, and a few words.
      field.type != .text
        || areBlank && isListed && sign.elementsEqual(":".utf8) && name == field.name
          && value.split(separator: " ").count < 4,
      !sign.elementsEqual("::".utf8), own()[field.key] == nil
    else { return nil }
    return MeantLine(
      at: line.text.lowerBound, .fieldForm(name: field.name, value: value, .formAndPlace))
  }

  /// The name of a field and a value that fits, and the sign or the blanks between them.
  private func fieldInWords(
    _ typed: ArraySlice<UInt8>, _ schema: FieldSchema
  ) -> (field: FieldDefinition, name: String, value: String, sign: ArraySlice<UInt8>)? {
    let words = typed.trimmed
    let signs = [
      words.firstIndex { $0 == .colon || $0 == .equals }, words.firstIndex(where: Byte.isBlank),
    ]
    // `bed 7:30` has a colon in its value.
    for start in signs.compactMap(\.self) {
      let name = String(utf8: words[..<start].trimmed)
      guard let field = schema.field(named: name) else { continue }
      let sign = words[start...].prefix { $0 == words[start] }
      let value = words[sign.endIndex...].trimmed
      return value.isEmpty || field.check(Array(value)) != nil
        ? nil : (field, name, String(utf8: value), sign)
    }
    return nil
  }

  /// `location: Berlin`, and `skip: ill` in a thread with a plan, or as an item at the top; with a capital letter they are
  /// prose.
  private func reservedField(_ line: Line, _ schema: FieldSchema, isAtTop: Bool) -> MeantLine? {
    let text = bytes[line.text]
    let isItem = text.starts(with: "- ".utf8)
    let rest = text.dropFirst(isItem ? 2 : 0)
    guard let colon = rest.firstIndex(of: .colon), colon + 2 < rest.endIndex,
      rest[colon + 1] == 0x20, rest[colon + 2] > 0x20
    else { return nil }
    let name = String(utf8: rest[..<colon])
    let isMeant =
      name == FieldDefinition.location.name
      || name == FieldDefinition.skip.name
        && (isAtTop && isItem || frontMatter?.value(at: ["plan"]) != nil)
    guard isMeant, schema.field(named: name) == nil else { return nil }
    return meant(
      rest.startIndex..<colon, colon + 2..<rest.endIndex, .form, at: line.text.lowerBound)
  }

  /// Whether the entry has the field that the line names, with its value.
  private func says(
    _ own: @autoclosure () -> [String: EntryField], _ line: MeantLine, _ schema: FieldSchema
  ) -> Bool {
    guard case .fieldForm(let name, let value, let fault) = line.kind else { return false }
    if case .several = fault { return false }
    return says(own(), name, Array(value.utf8), schema)
  }

  private func meant(
    _ name: Range<Int>, _ value: Range<Int>, _ fault: JournalProblem.FieldFault, at offset: Int
  ) -> MeantLine {
    MeantLine(at: offset, .fieldForm(name: string(name), value: string(value), fault))
  }
}

extension FieldNaming {
  /// Whether no colon is behind the name, or the value begins with a sign that is rather the second one behind the name: `mood:. 5`, `mood: : 5`.
  var mayBeSlip: Bool {
    if sign == .other { return true }
    guard let first = value.first, SlippedField.isSign(first), !value.starts(with: "..".utf8) else {
      return false
    }
    // `: :-)` and `: :D` are faces.
    let rest = value[...].drop { SlippedField.isSign($0) || Byte.isBlank($0) }
    let isValue = rest.first.map { letter in
      Byte.isDigit(letter) || (value.count > 2 && (Byte.isLetter(letter) || letter >= 0x80))
        || (letter == UInt8(ascii: "-") && rest.dropFirst().first.map(Byte.isDigit) == true)
    }
    guard isValue == true else { return false }
    return ":;_".utf8.contains(first) || field.type == .text || field.check(value) != nil
  }

  /// Whether it is hardly prose, which has one colon as well: it stands where fields do, and looks like one.
  func isMeant(at place: MeantField.Place, _ isTyped: Bool) -> Bool {
    switch sign {
    case .doubleColon: true
    case .colon where !hasGap: isTyped || isWordBehindColon(at: place)
    case .colon where isMarked && field.type == .text || isRemark: false
    case .colon: hasBullet || isTyped || place == .amongFields
    case .equals: isTyped || place == .amongFields
    case .other where place == .amongFields: isTyped || hasBullet && (hasDash || isBrief)
    case .other: hasTypedValue && hasBullet
    }
  }

  /// Whether no more than a value stands behind the name: `- hours 7,5`, `- client Bakker`.
  private var isBrief: Bool {
    guard field.type == .text else { return hasTypedValue }
    // `- station Innere 3`, but not `- food poisoning at night`.
    let words = value.split(whereSeparator: Byte.isBlank)
    let isWord = value.allSatisfy { Byte.isLetterOrDigit($0) || $0 >= 0x80 || $0 == .space }
    return isWord && (words.count == 1 || words.count < 4 && value.contains(where: Byte.isDigit))
  }

  /// The same for the last line of a text.
  func isMeantAtEnd(_ isTyped: Bool) -> Bool {
    sign == .colon && hasGap && !hasBullet && isTyped
  }

  /// Whether it is a name, a colon and a value.
  var isLabel: Bool {
    isDouble || (sign == .colon && hasGap && !value.isEmpty)
  }

  /// Whether the value is of the field's type, or looks like one in another form: `2,5`, `40 €`.
  var hasTypedValue: Bool {
    guard field.type != .text, !value.isEmpty else { return false }
    return field.mayTake(value)
      || (field.type == .number && Quantity(value[...]) != nil)
  }

  /// Whether its value is words, where the field is a number or a time: `hours: long`, `Hours: 9 to 5, as always`.
  private var isRemark: Bool {
    let types: [FieldType] = [.integer, .number, .duration, .time]
    guard types.contains(field.type), field.check(value) != nil,
      !value.isEmpty, !hasBullet || name != field.name
    else { return false }
    let words = value.split(whereSeparator: Byte.isBlank)
    guard value.contains(where: Byte.isDigit), let first = words.first else { return true }
    let isValue = first.last == UInt8(ascii: ",") && field.check(Array(first.dropLast())) == nil
    return words.count > 4 && !isValue
  }

  /// Prose has a blank behind a colon, but for `://`, `:-)`, and scripts that have no blanks.
  private func isWordBehindColon(at place: MeantField.Place) -> Bool {
    guard let first = value.first else { return false }
    return Byte.isLetterOrDigit(first) || value.starts(with: [0x2D, 0x20])
      || (first >= 0x80 && place == .amongFields)
  }
}

extension MeantLine {
  /// The field that it names.
  fileprivate var fieldName: String? {
    if case .fieldForm(let name, _, _) = kind { name } else { nil }
  }
}
