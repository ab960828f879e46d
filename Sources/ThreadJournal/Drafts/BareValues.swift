import ThreadStorage

/// A value that a short text seems to give a field: `7`, `8 great day`, `ran 4 mi`, `slept 7h30m, q 8`.
package struct BareValue {
  package let field: FieldDefinition
  /// The words of the text that say it.
  package let words: String
  package let value: String
}

extension FieldSchema {
  /// The values that `text` seems to give to fields besides those with these keys, each field once.
  ///
  /// - Parameter takesNumbers: Whether a number by itself is a value.
  package func bareValues(
    in text: [UInt8], besides keys: Set<String>, takesNumbers: Bool = true
  ) -> [BareValue] {
    let typed = TypedWords(Escaping.trimmingBlankLines(text))
    // What is longer has sentences.
    guard text.count < 100, 1..<12 ~= typed.words.count else { return [] }
    let all = withoutDeleted.fields
    let fields = all.filter { $0.type != .text && !keys.contains($0.key) }
    // Beside another number, a number alone is not known to be either.
    let takesNumbers = takesNumbers && all.count { $0.isOfNumbers } == 1
    var found: [BareValue] = []
    for index in typed.words.indices {
      guard let value = typed.value(at: index, of: fields, takesNumbers: takesNumbers),
        !found.contains(where: { $0.field.key == value.field.key })
      else { continue }
      found.append(value)
    }
    return found
  }
}

extension BareValue {
  /// Whether a word behind a number says what is counted, or goes on with it: `8 hours`, `2 friends`, `3 of`.
  package static func isCounted(by word: String) -> Bool {
    TimeUnit(word) != nil || (word.hasSuffix("s") && word.utf8.count > 3)
      || TypedWords.units.contains { $0.contains(word) } || behindNumbers.contains(word)
  }

  private static let behindNumbers: Set = [
    "am", "pm", "uhr", "o'clock", "of", "out", "to", "or", "and", "in", "on", "is", "was", "x",
    "people", "point", "more", "new", "old", "other", "different",
  ]
}

extension FieldDefinition {
  fileprivate var isOfNumbers: Bool { type == .integer || type == .number }
}

/// The words of a text, and how each stands in it.
struct TypedWords {
  /// The words without signs around them.
  private(set) var words: [String] = []
  /// Whether a sign or the line's end stands behind the word.
  private(set) var isEnded: [Bool] = []
  /// Whether the word's line has few words; what is longer has sentences.
  private(set) var isShort: [Bool] = []

  init(_ text: [UInt8]) {
    for line in text.split(separator: 0x0A) {
      let typed = line.split(whereSeparator: Byte.isSpace).map { String(utf8: $0) }
      for (index, word) in typed.enumerated() {
        let count = word.reversed().prefix { ",.;)!".contains($0) }.count
        words.append(String(word.dropLast(count).drop { $0 == "(" }))
        isEnded.append(count > 0 || index == typed.count - 1)
        isShort.append(typed.count < 12)
      }
    }
  }

  /// Where the value of a field stands whose name is a word: `mood 7`, `mood - 7`, `bed at 23:15`.
  func valueIndex(behind index: Int, _ field: FieldDefinition) -> Int? {
    let behind = words.indices.dropFirst(index + 1)
    let clock =
      field.type == .time ? behind.prefix(2).first { words[$0].utf8.contains(.colon) } : nil
    return clock ?? behind.first { !["-", "–", "—"].contains(words[$0]) || $0 > index + 1 }
  }

  /// Whether another value follows, of which either may be meant: `3 to 7`, `7 or 8`, `7 → 8`.
  func isRange(behind index: Int) -> Bool {
    !isEnded[index] && index + 2 < words.count && words[index + 2].first?.isNumber == true
      && ["to", "or", "→", "->", "-", "–", "—"].contains(words[index + 1])
  }

  fileprivate func value(
    at index: Int, of fields: [FieldDefinition], takesNumbers: Bool
  ) -> BareValue? {
    let value = named(at: index, fields) ?? quantity(at: index, fields) ?? option(at: index, fields)
    return value ?? (takesNumbers ? number(at: index, fields) : nil)
  }

  /// The word behind one in the same part of the sentence, in lower case; empty without one.
  private func word(behind index: Int) -> String {
    isEnded[index] ? "" : words[index + 1].lowercased()
  }

  /// `mood 7 feeling ok`, `q 8`, but not `Mood 2.0 is a bad app`.
  private func named(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    guard index > 0, index == 1 || isEnded[index - 2], words[index].first?.isNumber == true,
      !isRange(behind: index), !["is", "was", "of"].contains(word(behind: index))
    else { return nil }
    let name = words[index - 1]
    let key = FieldName.key(name)
    var found = fields.filter { $0.key == key }
    // A part of a name is one only where nothing else is said.
    if found.isEmpty, isEnded[index], !key.isEmpty, !Self.beforeNumbers.contains(key) {
      found = fields.filter { $0.key.hasPrefix(key) }
    }
    guard found.count == 1, let value = fitting(words[index], found[0]) else { return nil }
    return BareValue(field: found[0], words: "\(name) \(words[index])", value: value)
  }

  /// `2h`, `41 minutes`, `4mi`, `4 miles`, `12 pages`, but not `5km of headwind`.
  private func quantity(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let number = String(words[index].prefix { "0123456789.,".contains($0) })
    guard number.first?.isNumber == true, !isRange(behind: index) else { return nil }
    var (unit, last) = (String(words[index].dropFirst(number.count)), index)
    if unit.isEmpty {
      guard !isEnded[index] else { return nil }
      last += 1
      unit = words[last]
    }
    let typed = words[index...last].joined(separator: " ")
    let isOf = word(behind: last) == "of"
    let found = fields.compactMap { field -> BareValue? in
      let value: String? =
        if field.type == .duration, unit.contains(where: \.isLetter) {
          last == index || TimeUnit(unit.lowercased()) != nil ? fitting(typed, field) : nil
        } else if field.isOfNumbers, !isOf, Self.isUnit(unit, field.unit ?? field.name) {
          fitting(number, field)
        } else {
          nil
        }
      return value.map { BareValue(field: field, words: typed, value: $0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// An option as the first word: `acme fix login`.
  private func option(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let word = Array(words[index].utf8)
    let found = fields.filter { $0.type == .choice && $0.check(word) == nil }
    guard index == 0, found.count == 1 else { return nil }
    let value = String(utf8: found[0].stored(word, dateOrder: nil))
    return BareValue(field: found[0], words: words[index], value: value)
  }

  /// The only number of the text: all of it, or with a fraction or a sign, `4.50 coffee`, `3€ tea`; first, it may be one
  /// within limits: `8 great day`.
  private func number(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let word = Array(words[index].utf8)[...]
    guard let field = fields.first(where: \.isOfNumbers),
      words.count(where: { $0.utf8.contains(where: Byte.isDigit) }) == 1,
      !BareValue.isCounted(by: self.word(behind: index))
    else { return nil }
    let quantity = Quantity(word)
    // `28m` is no number of miles.
    let isOther = quantity.map { quantity in
      let unit = FieldName.key(String(utf8: quantity.unit))
      return field.unit.map { FieldName.key($0) != unit } ?? (TimeUnit(unit) != nil)
    }
    let isAmount = quantity != nil || word.contains { $0 == .dot || $0 == UInt8(ascii: ",") }
    guard isOther != true,
      words.count == 1 || (field.type == .number && isAmount)
        || (index == 0 && field.maximum != nil && words.count < 7),
      let value = fitting(String(utf8: quantity?.number ?? word), field)
    else { return nil }
    return BareValue(field: field, words: words[index], value: value)
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

  /// Whether a word means this unit.
  private static func isUnit(_ word: String, _ unit: String) -> Bool {
    let (word, unit) = (FieldName.key(word), FieldName.key(unit))
    return word == unit || units.contains { $0.contains(word) && $0.contains(unit) }
  }

  fileprivate static let units: [Set<String>] = [
    ["mi", "mile", "miles"], ["km", "k", "kms", "kilometers", "kilometres"],
    ["kg", "kgs", "kilo", "kilos"], ["lb", "lbs", "pound", "pounds"],
    ["min", "mins", "minute", "minutes"], ["h", "hr", "hrs", "hour", "hours"],
  ]
}
