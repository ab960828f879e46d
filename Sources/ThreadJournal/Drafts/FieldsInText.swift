import ThreadStorage

/// The values of fields that a text which is written as it is seems to name: `km=9`, `- km:: 9`, `km 9`.
package struct FieldsInText {
  package typealias Misfit = (field: FieldDefinition, value: [UInt8], error: FieldValueError)

  package private(set) var fields: [(name: String, value: String)] = []
  /// What is named of other fields with a value that they do not take, in no form.
  package private(set) var misfits: [Misfit] = []
  /// The names that it has besides, of fields without a value that is clear.
  package private(set) var unread: [String] = []
  package var isEmpty: Bool { fields.isEmpty && misfits.isEmpty && unread.isEmpty }
  /// All that it names.
  package var keys: Set<String> {
    Set((fields.map(\.name) + misfits.map(\.field.name) + unread).map { FieldName.key($0) })
  }

  /// The fields that words name, and those that have several values: `mood: 7 or 8`.
  private var named: Set<String> = []
  private var doubtful: Set<String> = []
  /// Those of which no words name the field.
  private var bare: Set<String> = []
  /// The value that words say first of each field.
  private var said: [String: ArraySlice<UInt8>] = [:]

  /// What `text` names of the fields that `schema` defines, and of those that need no definition, `besides` those that
  /// are set.
  ///
  /// - Parameter isTimed: Whether it begins with a time, so that it is no prose.
  package init(
    _ text: [UInt8], _ defined: FieldSchema, besides given: [Entry.Field], isTimed: Bool = false
  ) {
    let schema = defined.adding(FieldDefinition.reserved.map(\.name))
    // Nobody names fields further down, and reading all of a long text takes its time.
    let text = Array(
      Escaping.trimmingBlankLines(text)
        .split(separator: 0x0A, maxSplits: 1000, omittingEmptySubsequences: false)
        .prefix(1000).joined(separator: [0x0A]))
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
      // Of `client:Acme hours:2h` each word says its own.
      if schema.field(named: name)?.type == .text, Self.namesQuantity(value, schema) { continue }
      add(name, Array(value.utf8)[...], schema, &keys)
    }
    addLines(text.split(separator: 0x0A), schema, &keys)
    let words = TypedWords(text, schema.withoutDeleted.fields)
    addWords(words, schema, &keys, isBeside: false)
    if fields.isEmpty && misfits.isEmpty {
      addBare(text, isTimed ? .beside : .explicit, schema, &keys)
    }
    // Beside another value, more is one: `7h30m, q7`, `pain 7 trigger wine`.
    if !(fields.isEmpty && misfits.isEmpty) {
      addWords(words, schema, &keys, isBeside: true)
      addTexts(words, schema, &keys)
      addBare(text, .beside, schema, &keys)
    }
    doubtDisplaced(words, schema)
    doubtful.subtract(given.map(\.key))
    fields.removeAll { doubtful.contains(FieldName.key($0.name)) }
    misfits = misfits.filter { keys.insert($0.field.key).inserted }
    guard !(fields.isEmpty && misfits.isEmpty && doubtful.isEmpty) else { return }
    let left = doubtful.union(named.subtracting(keys))
    unread = schema.withoutDeleted.fields.filter { left.contains($0.key) }.map(\.name)
  }

  /// Adds quantities and options without a name: `5k in 28 min`, `2h for Acme`.
  private mutating func addBare(
    _ text: [UInt8], _ reading: BareValue.Reading, _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    for value in schema.bareValues(in: text, besides: keys, reading) {
      if value.value.isEmpty { doubtful.insert(value.field.key) }
      bare.insert(value.field.key)
      add(value.field.name, Array(value.value.utf8)[...], schema, &keys)
    }
  }

  /// Doubts values that stand before the names of their fields, where the last name has one behind it: in `week 3 pain 2` and
  /// `10 drops 25 tips 8` each name stands before its value.
  private mutating func doubtDisplaced(_ typed: TypedWords, _ schema: FieldSchema) {
    let words = typed.words
    func isNumber(behind index: Int) -> Bool {
      words.indices.contains(index) && words.indices.contains(index + 1) && !typed.isEnded[index]
        && words[index + 1].first?.isNumber == true
    }
    let names = words.indices.filter { schema.defines(words[$0]) }
    guard let last = names.last, isNumber(behind: last) else { return }
    for index in names where isNumber(behind: index) && isNumber(behind: index - 2) {
      let key = FieldName.key(words[index])
      if fields.contains(where: { FieldName.key($0.name) == key && $0.value == words[index - 1] }) {
        doubtful.insert(key)
      }
    }
  }

  /// Adds texts that other entries have, behind their names at the start or the end: `side right`, `fed him, side right`.
  ///
  /// - Parameters:
  ///   - keys: Those of the fields that are set.
  ///   - others: The field's values in other entries.
  package mutating func addUsual(
    _ text: [UInt8], _ schema: FieldSchema, besides keys: Set<String>,
    others: (FieldDefinition) -> [[UInt8]]
  ) {
    let typed = TypedWords(Array(text.prefix(500)), [])
    let words = typed.words
    guard 2..<12 ~= words.count else { return }
    for index in Set([0, words.count - 2]).sorted() where !typed.isEnded[index] {
      guard let field = schema.withoutDeleted.field(named: words[index]), field.type == .text,
        !keys.union(self.keys).contains(field.key)
      else { continue }
      let key = FieldName.key(words[index + 1])
      let value = others(field).map { String(utf8: $0) }.first { FieldName.key($0) == key }
      if let value { fields.append((field.name, value)) }
    }
  }

  /// Takes out the values that an entry has; what no words name may also be that of another field.
  package mutating func drop(_ known: [Entry.Field]) {
    fields.removeAll { field in
      let key = FieldName.key(field.name)
      return known.contains {
        ($0.key == key || bare.contains(key)) && $0.value == Array(field.value.utf8)
      }
    }
  }

  /// Takes out values that no words name and that are far from those of other entries: `tummy time 3 mins` is no nap.
  ///
  /// - Parameter others: The field's values in other entries.
  package mutating func dropFar(_ schema: FieldSchema, others: (FieldDefinition) -> [[UInt8]]) {
    fields.removeAll { field in
      guard let definition = schema.field(named: field.name), bare.contains(definition.key) else {
        return false
      }
      return UsualNumbers(others(definition), of: definition.type)?.isFar(Array(field.value.utf8))
        == true
    }
  }

  /// Adds lines with one word, or a value in another form, as `weather: windy`, `km: 5,2`; prose has more behind a colon, but
  /// hardly `- meals: egg, toast`.
  private mutating func addLines(
    _ lines: [ArraySlice<UInt8>], _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    typealias Label = (field: FieldDefinition, value: ArraySlice<UInt8>)
    let mark = Array("- ".utf8)
    let labels = lines.map { line -> Label? in
      let line = line.starts(with: mark) ? line.dropFirst(mark.count) : line
      guard let sign = line.firstIndex(where: { $0 == .colon || $0 == .equals }),
        let field = schema.field(named: String(utf8: line[..<sign].trimmed))
      else { return nil }
      return (field, line[(sign + 1)...].trimmed)
    }
    // A form that was filled in begins with several.
    let form = labels.prefix { $0 != nil }.count
    for (index, line) in lines.enumerated() {
      guard let (field, all) = labels[index] else { continue }
      let value = field.type == .text ? Self.upToName(all, schema) : all
      guard let first = value.first, Byte.isLetterOrDigit(first) || first >= 0x80 else { continue }
      let isValue =
        field.type == .text
        ? (lines.count == 1 || form > 1 && index < form || line.starts(with: mark))
          && !(value.contains(where: Byte.isSpace)
            && value.contains { $0 == .colon || $0 == .equals })
          && !(field.key == FieldDefinition.location.key && Self.isProse(value))
          // `Skip: dessert` is said of other things.
          && !(field.key == FieldDefinition.skip.key && !line.starts(with: mark)
            && !line.starts(with: field.name.utf8))
        : !value.contains(where: Byte.isSpace) || field.converted(Array(value)) != nil
      if isValue { add(field.name, value, schema, &keys) }
    }
  }

  /// What stands before a comma behind which another field is named: `M17` of `M17, partner Reyes`.
  private static func upToName(
    _ value: ArraySlice<UInt8>, _ schema: FieldSchema
  ) -> ArraySlice<UInt8> {
    let comma = value.indices.first { index in
      guard value[index] == UInt8(ascii: ",") else { return false }
      let word = value[(index + 1)...].trimmed.prefix { $0 > 0x20 }
      return schema.defines(name(in: String(utf8: word)))
    }
    return value[..<(comma ?? value.endIndex)]
  }

  /// Whether more than a place's name is said, as in `Berlin, cold`.
  private static func isProse(_ value: ArraySlice<UInt8>) -> Bool {
    value.split(separator: UInt8(ascii: ",")).dropFirst().contains {
      String(utf8: $0.trimmed).first?.isLowercase == true
    }
  }

  /// Adds what a word says, or the word behind it: `mood=7`, `nice, mood: 7`, `mood 7`, `bed at 23:15`, `q7`.
  ///
  /// - Parameter isBeside: Whether the text has other values, beside which less is said of one.
  private mutating func addWords(
    _ typed: TypedWords, _ schema: FieldSchema, _ keys: inout Set<String>, isBeside: Bool
  ) {
    let (words, names) = (typed.words, schema.fields.map(\.name))
    let lengths = schema.withoutDeleted.fields.filter { $0.type == .duration }
    func isName(at index: Int) -> Bool {
      words.indices.contains(index) && schema.defines(Self.name(in: words[index]))
    }
    func isNumber(at index: Int) -> Bool {
      words.indices.contains(index) && words[index].first?.isNumber == true
    }
    // `3 feeds 2 naps, 3 nappies` has each number before its name.
    let found = words.indices.filter(isName)
    let areBehind =
      found.count > 1 && found.allSatisfy { isNumber(at: $0 - 1) }
      && found.last.map { !isNumber(at: $0 + 1) } == true
    func isPair(at index: Int) -> Bool {
      isName(at: index) && isNumber(at: index + 1)
    }
    var next = 0
    for (index, word) in words.enumerated() where index >= next {
      // `all day mood 5 energy 4` has two of them.
      let isFirst = isPair(at: index) && isPair(at: index + 2)
      // `tired, or so: mood 4`
      let isAtEnd = isPair(at: index) && !typed.isEnded[index] && typed.isEnded[index + 1]
      let isStart =
        isAtEnd || index == next || typed.isEnded[index - 1] || words[index - 1] == "and"
        || words[index - 1].hasSuffix(":") || isFirst
      var name = Self.name(in: word)
      let isSigned = name.utf8.count < word.utf8.count
      var value = Array(word.utf8.dropFirst(name.utf8.count))[...]
      var (last, isClear) = (index, true)
      // `up time=7:10` of a name with a blank in it.
      let whole = index > 0 && !typed.isEnded[index - 1] ? "\(words[index - 1]) \(name)" : name
      if isSigned, schema.defines(whole) {
        name = whole
        value = value.dropFirst(value.starts(with: "::".utf8) ? 2 : 1)
      } else if isSigned {
        // `moood=7`, and `moood: 7` where that is all; a short name is near to many words.
        let isAssigned = value.first == .equals || (index == 0 && words.count <= 2)
        let isAlike = value.first == .equals || index == 0
        value = value.dropFirst(value.starts(with: "::".utf8) ? 2 : 1)
        if isAlike, !schema.defines(name),
          let field = Self.field(
            alike: name, value.isEmpty ? words.dropFirst(index + 1).first : String(utf8: value),
            schema)
        {
          name = field.name
        } else if isAssigned, !schema.defines(name), name.utf8.count > 3 {
          name = names.nearest(to: name, limit: 1).first ?? name
        }
      } else if index == 0, words.count > 1, !typed.isEnded[0],
        let field = Self.field(alike: word, words[1], schema)
      {
        name = field.name
      } else if typed.isShort[index],
        isBeside || words.count == 1 || index == 0 && Self.beginsWithName(word, schema)
      {
        let letters = word.prefix(while: \.isLetter)
        let number = Array(word.utf8.dropFirst(letters.utf8.count))[...]
        let types: [FieldType] = [.integer, .number, .duration]
        let field =
          letters.isEmpty && words.count == 1 && lengths.count == 1 && number.contains(0x68)
          ? lengths[0] : schema.field(named: String(letters))
        if let field, types.contains(field.type), number.first.map(Byte.isDigit) == true,
          Self.fits(number, field)
        {
          (name, value) = (field.name, number)
        }
      }
      guard let field = schema.field(named: name) else { continue }
      if areBehind, !isSigned, value.isEmpty { continue }
      // `mood 7, tired after work` names no work, and `After the run: mood 7` no run.
      let isNamed =
        isSigned
        ? !value.isEmpty || !isName(at: index + 1)
        : field.type != .text && typed.isShort[index] && isStart
          && (typed.isEnded[index] || words[index + 1].first?.isNumber == true)
      if isNamed { named.insert(field.key) }
      let isBehind = value.isEmpty
      if isBehind {
        guard !typed.isEnded[index], let second = typed.valueIndex(behind: index, field) else {
          continue
        }
        (last, value) = (second, Array(words[second].utf8)[...])
      }
      let longest = typed.longest(field, String(utf8: value), upTo: last)
      (last, value) = (longest.last, Array(longest.typed.utf8)[...])
      // `weight 139 lb` of one in kg
      let isOther =
        !typed.isEnded[last] && !isName(at: last + 1) && Self.fits(value, field)
        && field.isOtherUnit(words[last + 1])
      let hasUnit = !typed.isEnded[last] && !isName(at: last + 1) && field.hasUnit(words[last + 1])
      if hasUnit { last += 1 }
      if isOther {
        last += 1
        value = Array("\(String(utf8: value)) \(words[last])".utf8)[...]
      }
      if isBehind {
        let isEnded = typed.isEnded[last] || isName(at: last + 1)
        // `In a good mood: 3 cups of tea` counts the cups.
        isClear =
          isSigned
          ? isEnded || isStart
          : typed.isShort[index]
            && (field.type == .time && TypedWords.isClock(words[last])
              || isStart && (isEnded || isBeside))
      }
      if field.type == .text {
        let isAssigned = isSigned && last == index && word.utf8.contains(.equals)
        guard isAssigned || (isBeside && !isSigned && typed.isEnded[last]) else { continue }
      } else if !Self.fits(value, field) {
        if isOther, !isClear, isStart, typed.isShort[index] { doubtful.insert(field.key) }
        // `energy 8 ok`, of at most five
        let isMisfit =
          isBehind && !isSigned && index == 0 && words.count < 5 && DecimalNumber(value) != nil
          && !BareValue.isCounted(by: typed.word(behind: last))
        if isMisfit { isClear = true }
        guard isClear, value.first.map(Byte.isDigit) == true else { continue }
        isClear = isMisfit || last == index || typed.isEnded[last] || isName(at: last + 1)
        // `words: 51,230 in all`
        if isSigned, !isClear { doubtful.insert(field.key) }
      }
      guard isClear else { continue }
      next = last + 1
      if let other = said[field.key], other != value { doubtful.insert(field.key) }
      if typed.isRange(behind: last) { doubtful.insert(field.key) }
      said[field.key] = value
      add(name, value, schema, &keys)
    }
  }

  /// Adds texts behind a sign: `pain: 7 trigger: red wine`.
  private mutating func addTexts(
    _ typed: TypedWords, _ schema: FieldSchema, _ keys: inout Set<String>
  ) {
    let words = typed.words
    for (index, word) in words.enumerated() where typed.isShort[index] {
      let name = Self.name(in: word)
      guard name.utf8.count < word.utf8.count, schema.field(named: name)?.type == .text else {
        continue
      }
      var value = [word.dropFirst(name.count).drop { ":=".contains($0) }].map(String.init)
      var last = index
      while value[0].isEmpty, !typed.isEnded[last], last + 1 < words.count,
        !schema.defines(Self.name(in: words[last + 1]))
      {
        last += 1
        value.append(words[last])
      }
      let text = value.joined(separator: " ")
      add(name, Array(text.utf8)[...].trimmed, schema, &keys)
    }
  }

  /// What stands before a sign in the word; the whole word without one, or where nothing does.
  private static func name(in word: String) -> String {
    let name = word.prefix { $0 != ":" && $0 != "=" }
    return name.isEmpty ? word : String(name)
  }

  /// The only field whose name is `name` but for a slip, or in short, and that takes the value: `wieght 179`, `hrs=7`.
  private static func field(
    alike name: String, _ value: String?, _ schema: FieldSchema
  ) -> FieldDefinition? {
    let key = FieldName.key(name)
    guard let value, value.first?.isNumber == true, key.allSatisfy(\.isLetter), !schema.defines(key)
    else { return nil }
    let found = schema.withoutDeleted.fields.filter { field in
      // Of three letters only one is rather missing: `mod 7`.
      let isSlip =
        field.key.utf8.count > 3
        && (key.utf8.count > 3
          ? key.isSlip(of: field.key)
          : key.utf8.count == 3 && key.first == field.key.first && key.last == field.key.last
            && key.isSlip(of: field.key, atMost: 1))
      return field.type != .text && (isSlip || isShort(key, of: field.key))
    }
    let bytes = Array(value.utf8)
    guard found.count == 1, fits(bytes[...], found[0]) || !found[0].readings(of: bytes).isEmpty
    else {
      return nil
    }
    return found[0]
  }

  /// Whether `short` is the name without its vowels, or known for it: `hrs`, `wt`.
  private static func isShort(_ short: String, of name: String) -> Bool {
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    let consonants = String(name.prefix(1) + name.dropFirst().filter { !vowels.contains($0) })
    let known = ["wt": "weight", "hr": "hours", "amt": "amount"]
    return short.count > 2 && short != name && short == consonants || known[short] == name
  }

  /// Whether a whole name of a field, of some letters, stands before a number: `hours7h30m`.
  private static func beginsWithName(_ word: String, _ schema: FieldSchema) -> Bool {
    let letters = word.prefix(while: \.isLetter)
    return letters.count > 2 && schema.defines(String(letters))
  }

  /// Whether a word of a text is a value of another field with its name.
  private static func namesQuantity(_ text: String, _ schema: FieldSchema) -> Bool {
    text.split(separator: " ").contains { word in
      let name = Self.name(in: String(word))
      let value = Array(word.utf8.dropFirst(name.utf8.count + 1))[...]
      guard let field = schema.field(named: name), field.type != .text else { return false }
      return !value.isEmpty && fits(value, field)
    }
  }

  /// Whether the field takes the value, perhaps in another form, as `5,20`.
  private static func fits(_ value: ArraySlice<UInt8>, _ field: FieldDefinition) -> Bool {
    let text = Array(value)
    return field.check(text) == nil || field.converted(text) != nil
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
