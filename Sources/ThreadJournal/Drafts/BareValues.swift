import ThreadStorage

/// A value that a short text seems to give a field: `7`, `8 great day`, `ran 4 mi`, `slept 7h30m, q 8`.
package struct BareValue {
  package let field: FieldDefinition
  /// The words of the text that say it.
  package let words: String
  package let value: String
}

extension FieldSchema {
  /// The values that `text` seems to give to fields besides those that are given, each field once.
  package func bareValues(in text: [UInt8], besides given: [Entry.Field]) -> [BareValue] {
    let line = String(utf8: Escaping.trimmingBlankLines(text))
    guard line.utf8.count < 100, !line.utf8.contains(Byte.lineFeed) else { return [] }
    let all = withoutDeleted.fields
    let keys = Set(given.map(\.key))
    let words = BareWords(line, all.filter { $0.type != .text && !keys.contains($0.key) })
    // What is longer has sentences.
    guard 1...6 ~= words.words.count else { return [] }
    // Beside another number, a number alone is not known to be either.
    let hasOneNumber = all.count { $0.isOfNumbers } == 1
    var found: [BareValue] = []
    for index in words.words.indices {
      guard let value = words.value(at: index, takingNumbers: hasOneNumber),
        !found.contains(where: { $0.field.key == value.field.key })
      else { continue }
      found.append(value)
    }
    return found
  }
}

extension FieldDefinition {
  fileprivate var isOfNumbers: Bool { type == .integer || type == .number }
}

/// The words of a text, and what each may be a value of.
private struct BareWords {
  /// The words without signs behind them.
  let words: [String]
  /// Whether a sign stands behind the word.
  let isEnded: [Bool]
  let fields: [FieldDefinition]

  init(_ line: String, _ fields: [FieldDefinition]) {
    let typed = line.split(separator: " ").map(String.init)
    let marks = ",.;)!"
    words = typed.map { word in
      String(word.prefix(word.count - word.reversed().prefix { marks.contains($0) }.count))
    }
    isEnded = typed.map { word in word.last.map { marks.contains($0) } ?? false }
    self.fields = fields
  }

  func value(at index: Int, takingNumbers: Bool) -> BareValue? {
    let value = named(at: index) ?? quantity(at: index) ?? option(at: index)
    return value ?? (takingNumbers ? number(at: index) : nil)
  }

  /// `mood 7 feeling ok`, `q 8`.
  private func named(at index: Int) -> BareValue? {
    guard index > 0, index == 1 || isEnded[index - 2], words[index].first?.isNumber == true else {
      return nil
    }
    let name = words[index - 1]
    let key = FieldName.key(name)
    var found = fields.filter { $0.key == key }
    // A part of a name is one only where nothing else is said.
    let isWholePart = index == words.count - 1 || isEnded[index]
    if found.isEmpty, isWholePart, !key.isEmpty, !Self.beforeNumbers.contains(key) {
      found = fields.filter { $0.key.hasPrefix(key) }
    }
    guard found.count == 1, let value = fitting(words[index], found[0]) else { return nil }
    return BareValue(field: found[0], words: "\(name) \(words[index])", value: value)
  }

  /// `2h`, `4mi`, `4 miles`.
  private func quantity(at index: Int) -> BareValue? {
    let word = words[index]
    let number = String(word.prefix { "0123456789.,".contains($0) })
    guard number.first?.isNumber == true else { return nil }
    var unit = String(word.dropFirst(number.count))
    var found: [BareValue] = []
    if !unit.isEmpty {
      let lengths = fields.filter { $0.type == .duration }
      if lengths.count == 1, unit.contains(where: \.isLetter),
        let value = fitting(word, lengths[0])
      {
        found.append(BareValue(field: lengths[0], words: word, value: value))
      }
    } else if index + 1 < words.count, !isEnded[index] {
      unit = words[index + 1]
    }
    let counted = fields.filter { field in
      field.isOfNumbers && field.unit.map { Self.isUnit(unit, $0) } == true
    }
    if counted.count == 1, let value = fitting(number, counted[0]) {
      let typed = unit == word.dropFirst(number.count) ? word : "\(word) \(unit)"
      found.append(BareValue(field: counted[0], words: typed, value: value))
    }
    return found.count == 1 ? found[0] : nil
  }

  /// An option as the first word: `acme fix login`.
  private func option(at index: Int) -> BareValue? {
    let word = Array(words[index].utf8)
    let found = fields.filter { $0.type == .choice && $0.check(word) == nil }
    guard index == 0, found.count == 1 else { return nil }
    let value = String(utf8: found[0].stored(word, dateOrder: nil))
    return BareValue(field: found[0], words: words[index], value: value)
  }

  /// `7`, `7/10`, `8 great day`, `a solid 8`, but not `8 hours`, `2 friends` and `at 8`.
  private func number(at index: Int) -> BareValue? {
    let word = words[index]
    let isAlone = words.count == 1
    // `Draft 3` and `Niamh is 34` are of anything, and a number within limits is likely the field's.
    guard let field = fields.first(where: \.isOfNumbers),
      isAlone || (field.type == .integer && field.maximum != nil),
      index == 0 || index == words.count - 1,
      word.utf8.allSatisfy({ Byte.isDigit($0) || $0 == UInt8(ascii: "/") }),
      let value = fitting(word, field)
    else { return nil }
    if index > 0 {
      guard !Self.beforeNumbers.contains(words[index - 1].lowercased()) else { return nil }
    } else if !isAlone, !isEnded[0] {
      let next = words[1].lowercased()
      let isCounted =
        TimeUnit(next) != nil || (next.hasSuffix("s") && next.utf8.count > 3)
        // `8 a good day` has no unit.
        || next.utf8.count > 1 && TimeWords.units.contains(next)
      guard !isCounted, !Self.behindNumbers.contains(next) else { return nil }
    }
    return BareValue(field: field, words: word, value: value)
  }

  /// The word as the field takes it, where that is clear.
  private func fitting(_ word: String, _ field: FieldDefinition) -> String? {
    let bytes = Array(word.utf8)
    if field.check(bytes) == nil { return word }
    let meant = field.readings(of: bytes)
    return meant.count == 1 ? meant[0] : nil
  }

  private static let beforeNumbers = TimeWords.beforeNumbers.union([
    "a", "i", "at", "from", "on", "the", "and", "or", "no", "room", "week",
  ])

  private static let behindNumbers: Set = [
    "am", "pm", "uhr", "o'clock", "of", "out", "or", "and", "x", "people", "more", "new",
  ]

  /// Whether a word means this unit.
  private static func isUnit(_ word: String, _ unit: String) -> Bool {
    let (word, unit) = (FieldName.key(word), FieldName.key(unit))
    return word == unit || units.contains { $0.contains(word) && $0.contains(unit) }
  }

  private static let units: [Set<String>] = [
    ["mi", "mile", "miles"], ["km", "k", "kms", "kilometers", "kilometres"],
    ["kg", "kgs", "kilo", "kilos"], ["lb", "lbs", "pound", "pounds"],
    ["min", "mins", "minute", "minutes"], ["h", "hr", "hrs", "hour", "hours"],
  ]
}
