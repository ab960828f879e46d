import ThreadStorage

/// The values of fields that a text which is written as it is seems to name: `km=9`, `- km:: 9`, or at its end `… km=9`.
package struct FieldsInText {
  package typealias Misfit = (field: FieldDefinition, value: [UInt8], error: FieldValueError)

  /// Signs behind a value that are the text's.
  private static let marks = Array(",.;)!".utf8)

  package private(set) var fields: [(name: String, value: String)] = []
  /// What is named of other fields with a value that they do not take, in no form.
  package private(set) var misfits: [Misfit] = []

  /// What `text` names of the fields that `schema` defines, and of those that need no definition, `besides` those that
  /// are set.
  package init(_ text: [UInt8], _ defined: FieldSchema, besides given: [Entry.Field]) {
    let schema = defined.adding(FieldDefinition.reserved.map(\.name))
    let text = Escaping.trimmingBlankLines(text)
    guard !text.isEmpty else { return }
    let document = ThreadDocument(Array("## 2000-01-01\n\n".utf8) + text + [0x0A])
    var keys = Set(given.map(\.key))
    // Lines at the begin that are written with a backslash.
    for field in document.entries.first.map(document.content)?.fields ?? [] {
      let value = field.value(in: document.bytes.span)
      add(document.string(field.name), value[...], schema, &keys)
    }
    for line in document.meantFields(schema) {
      guard case .fieldForm(let name, let value, _) = line.kind else { continue }
      add(name, Array(value.utf8)[...], schema, &keys)
    }
    addLines(text.split(separator: 0x0A), schema, &keys)
    let last = text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]
    let count = fields.count
    for word in last.split(whereSeparator: Byte.isSpace).reversed() {
      guard let equals = word.firstIndex(of: .equals), schema.defines(String(utf8: word[..<equals]))
      else { break }
      add(String(utf8: word[..<equals]), word[(equals + 1)...], schema, &keys)
    }
    fields[count...].reverse()
    let lines = text.split(separator: 0x0A).map { $0.split(whereSeparator: Byte.isSpace) }
    for line in lines where line.count == 2 { addTypedValues(line, schema, &keys) }
    let words = text.split(whereSeparator: Byte.isSpace)
    addTypedValues(words, schema, &keys)
    // What is longer has sentences.
    if words.count < 12 {
      let parts = text.split(separator: UInt8(ascii: ",")).map {
        $0.split(whereSeparator: Byte.isSpace)
      }
      for part in parts where part.count == 2 { addPairs(part, schema, &keys) }
      addClocks(words, schema, &keys)
      addBareValues(words, schema, &keys)
    }
    misfits = misfits.filter { keys.insert($0.field.key).inserted }
  }

  /// Adds lines with one word, or a value in another form, as `weather: windy`, `km: 5,2`; prose has more behind a colon.
  private mutating func addLines(
    _ lines: [ArraySlice<UInt8>], _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    for line in lines {
      guard let sign = line.firstIndex(where: { $0 == .colon || $0 == .equals }),
        let field = schema.field(named: String(utf8: line[..<sign].trimmed))
      else { continue }
      let value = line[(sign + 1)...].trimmed
      guard let first = value.first, Byte.isLetterOrDigit(first) || first >= 0x80 else { continue }
      let isValue =
        field.type == .text
        ? lines.count == 1 && !value.contains { $0 == .colon || $0 == .equals }
          && !(field.key == FieldDefinition.location.key && Self.isProse(value))
        : !value.contains(where: Byte.isSpace) || field.converted(Array(value)) != nil
      if isValue { add(field.name, value, schema, &keys) }
    }
  }

  /// Whether more than a place's name is said, as in `Berlin, cold`.
  private static func isProse(_ value: ArraySlice<UInt8>) -> Bool {
    value.split(separator: UInt8(ascii: ",")).dropFirst().contains {
      String(utf8: $0.trimmed).first?.isLowercase == true
    }
  }

  /// Adds what stands between other words: `slept mood:7`, `nice, mood: 7`; and pairs.
  private mutating func addTypedValues(
    _ words: [ArraySlice<UInt8>], _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    func typed(_ name: String, _ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard let field = schema.field(named: name), field.type != .text,
        let last = value.lastIndex(where: { !Self.marks.contains($0) })
      else { return nil }
      let value = value[...last]
      return Self.fits(value, field) ? value : nil
    }
    addPairs(words, schema, &keys)
    let names = schema.fields.map(\.name)
    for index in words.indices {
      let word = words[index]
      guard let sign = word.firstIndex(where: { $0 == .colon || $0 == .equals }),
        sign > word.startIndex
      else { continue }
      var name = String(utf8: word[..<sign])
      var value = word[(sign + 1)...]
      if value.first == .colon { value = value.dropFirst() }
      // `moood=7`, and `moood: 7` where that is all; a short name is near to many words.
      let isAssigned = word[sign] == .equals || (index == 0 && words.count <= 2)
      if isAssigned, !schema.defines(name), name.utf8.count > 3 {
        name = names.nearest(to: name, limit: 1).first ?? name
      }
      var isEnded = true
      if value.isEmpty, word[sign] == .colon, index + 1 < words.count {
        value = words[index + 1]
        // `In a good mood: 3 cups of tea` counts the cups.
        let before = index == 0 ? nil : words[index - 1]
        isEnded =
          index + 2 >= words.count || value.last.map(Self.marks.contains) == true
          || isNamed(words[index + 2], schema)
          || before.map { $0.last.map(Self.marks.contains) == true || $0.elementsEqual("and".utf8) }
            ?? true
      }
      if isEnded, let value = typed(name, value) { add(name, value, schema, &keys) }
    }
    // Beside another value, a text is one, too: `pain: 7 trigger: wine`. What is longer has sentences.
    guard !(fields.isEmpty && misfits.isEmpty), words.count < 12 else { return }
    for (index, word) in words.enumerated() where isNamed(word, schema) {
      guard let sign = word.firstIndex(where: { $0 == .colon || $0 == .equals }) else { continue }
      let name = String(utf8: word[..<sign])
      guard schema.field(named: name)?.type == .text else { continue }
      let others = words[(index + 1)...].prefix { !isNamed($0, schema) }
      let own = Array(word[(sign + 1)...])
      let text = own.isEmpty ? Array(others.joined(separator: [0x20])) : own
      let last = text.lastIndex { !Self.marks.contains($0) } ?? -1
      add(name, text[..<(last + 1)], schema, &keys)
    }
  }

  /// Adds times of day with a word between them and the field's name at most: `bed 23:15`, `woke at 6:40`.
  private mutating func addClocks(
    _ words: [ArraySlice<UInt8>], _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    for (index, word) in words.enumerated() {
      guard let field = schema.field(named: String(utf8: word)), field.type == .time,
        let clock = words[(index + 1)...].prefix(2).first(where: { $0.contains(.colon) }),
        let last = clock.lastIndex(where: { !Self.marks.contains($0) }),
        Self.fits(clock[...last], field)
      else { continue }
      add(field.name, clock[...last], schema, &keys)
    }
  }

  /// Beside other values, adds those right behind a field's name, and a duration where one field may have it: `7h30 q7`.
  private mutating func addBareValues(
    _ words: [ArraySlice<UInt8>], _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    // Alone it may be all that is to be noted.
    guard !fields.isEmpty || words.count == 1 else { return }
    let durations = schema.withoutDeleted.fields.filter { $0.type == .duration }
    for (index, word) in words.enumerated() {
      guard let last = word.lastIndex(where: { !Self.marks.contains($0) }) else { continue }
      let name = word.prefix(while: Byte.isLetter)
      let value = word[name.endIndex..<(last + 1)]
      guard let first = value.first, Byte.isDigit(first) else { continue }
      if let field = schema.field(named: String(utf8: name)),
        [.integer, .number, .duration].contains(field.type), Self.fits(value, field)
      {
        add(field.name, value, schema, &keys)
      } else if name.isEmpty, durations.count == 1, value.contains(0x68),
        Self.fits(value, durations[0]),
        index == 0 || schema.field(named: String(utf8: words[index - 1])) == nil
      {
        add(durations[0].name, value, schema, &keys)
      }
    }
  }

  /// Whether the field takes the value, perhaps in another form, as `5,20`.
  private static func fits(_ value: ArraySlice<UInt8>, _ field: FieldDefinition) -> Bool {
    let text = Array(value)
    return field.check(text) == nil || field.converted(text) != nil
  }

  /// Whether `word` has the name of a field and a sign behind it.
  private func isNamed(_ word: ArraySlice<UInt8>, _ schema: FieldSchema) -> Bool {
    guard let sign = word.firstIndex(where: { $0 == .colon || $0 == .equals }) else { return false }
    return schema.defines(String(utf8: word[..<sign]))
  }

  /// Adds `mood 7` where that is all, or has a comma behind it, and several such pairs: `km 5 time 32m`.
  private mutating func addPairs(
    _ words: [ArraySlice<UInt8>], _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    var pairs: [(name: String, value: ArraySlice<UInt8>)] = []
    var (typed, doubtful, isEnded) = (0, 0, false)
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let (name, word) = (String(utf8: words[index]), words[index + 1])
      guard let field = schema.field(named: name),
        let last = word.lastIndex(where: { !Self.marks.contains($0) })
      else { break }
      let value = word[...last]
      if field.type != .text {
        // `mood 7/10`, and `hours 7,5` beside other pairs.
        let isFit = Self.fits(value, field)
        guard isFit || Byte.isDigit(value[value.startIndex]) else { break }
        if isFit || words.count == 2 { typed += 1 } else { doubtful += 1 }
      }
      isEnded = word.last == UInt8(ascii: ",")
      pairs.append((name, value))
    }
    guard typed > 1 || (typed > 0 && (isEnded || doubtful > 0 || 2 * pairs.count == words.count))
    else { return }
    for pair in pairs { add(pair.name, pair.value, schema, &keys) }
  }

  private mutating func add(
    _ name: String, _ value: ArraySlice<UInt8>, _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    guard !value.isEmpty, let field = schema.field(named: name), field.deletion == nil,
      !keys.contains(field.key)
    else { return }
    var text = Array(value)
    if let error = field.check(text) {
      guard field.readings(of: text).count == 1, let converted = field.converted(text),
        field.check(converted) == nil
      else {
        return misfits.append((field, text, error))
      }
      text = converted
    }
    keys.insert(field.key)
    fields.append((name, String(utf8: text)))
  }
}
