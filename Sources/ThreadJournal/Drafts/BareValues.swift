import ThreadStorage

/// A value that a short text seems to give a field: `7`, `8 great day`, `ran 4 mi`, `slept 7h30m, q 8`.
package struct BareValue {
  /// What makes words a value.
  package enum Reading {
    /// They say of which field it is.
    case explicit
    /// The text has another value.
    case beside
    /// Most entries have one.
    case usual
  }

  package let field: FieldDefinition
  /// Empty where the text has several of the field.
  package let value: String
  /// Where its words stand in the text.
  let range: ClosedRange<Int>
  /// The words of the text that say it.
  package let words: String
  /// Whether it is one by itself; what is not is one beside another.
  let isClear: Bool

  init(
    _ field: FieldDefinition, _ value: String, _ range: ClosedRange<Int>, of typed: TypedWords,
    as words: String? = nil, isClear: Bool = true
  ) {
    (self.field, self.value, self.range, self.isClear) = (field, value, range, isClear)
    self.words = words ?? typed.words[range].joined(separator: " ")
  }
}

extension FieldSchema {
  /// The values that `text` seems to give to fields besides those with these keys, each field once: with one that is clear
  /// by itself, all that its first sentence has.
  package func bareValues(
    in text: [UInt8], besides keys: Set<String>, _ reading: BareValue.Reading
  ) -> [BareValue] {
    let all = withoutDeleted.fields
    var typed = TypedWords(Array(Escaping.trimmingBlankLines(text).prefix(500)), all)
    // What is longer has sentences, of which the first may say what the entry is of.
    if typed.words.count > 11, reading != .usual { typed = typed.firstSentence }
    guard 1..<(reading == .usual ? 12 : 40) ~= typed.words.count else { return [] }
    let fields = all.filter { $0.type != .text }
    // Beside another number, a number alone is not known to be either.
    let takesNumbers = reading == .usual && all.count { $0.isOfNumbers } == 1
    var found: [BareValue] = []
    for index in typed.words.indices where !found.contains(where: { $0.range.contains(index) }) {
      guard
        let value = typed.value(at: index, of: fields, takesNumbers: takesNumbers),
        !found.contains(where: { $0.field.key == value.field.key })
      else { continue }
      found.append(value)
      // Behind it, a name may follow without a sign: `28 min effort 6`.
      typed.end(at: value.range.upperBound)
    }
    found += typed.mentioned(of: fields, besides: keys, found, reading)
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    if reading == .explicit, !found.contains(where: \.isClear) { return [] }
    if reading != .beside, typed.isProse(around: found) { return [] }
    return found.filter { !keys.contains($0.field.key) }
  }

  /// The values of which the number that `text` begins with may be one, of fields besides those with these keys:
  /// `6 tired feet`, `8: sister called`, `1.2 to the bus`.
  ///
  /// Those of fields with limits come before others, and a length of time is meant where no number can be.
  package func valuesAtStart(of text: [UInt8], besides keys: Set<String>) -> [BareValue] {
    let text = Escaping.trimmingBlankLines(text).prefix(500)
    let fields = withoutDeleted.fields.filter { $0.isOfNumbers || $0.type == .duration }
    // `1. Milk` above `2. Bread` is a list.
    let isList = text.split(separator: 0x0A).dropFirst().contains {
      $0.first.map(Byte.isDigit) == true
    }
    let typed = TypedWords(Array(text), fields)
    guard !isList, !Self.isOfNoun(text), let number = typed.numberAtStart(fields) else { return [] }
    let bytes = Array(number.utf8)
    // `1984 by Orwell` is no number of steps.
    let isYear = bytes.count == 4 && bytes.allSatisfy(Byte.isDigit) && "1900"..."2100" ~= number
    // `0730` is rather a time of day, and `2 paracetamol` no number of milligrams.
    if DecimalNumber.isCode(bytes) { return [] }
    let isOfWord = typed.words[0] == number && !typed.word(behind: 0).isEmpty
    let most = typed.words[0].split(separator: "/").dropFirst().first
    let free = fields.filter {
      !keys.contains($0.key) && (!isYear || $0.minimum != nil || $0.maximum != nil)
        && ($0.unit == nil || !isOfWord || bytes.contains(.dot))
        && (most == nil || $0.maximum == most.map(String.init))
    }
    let found = free.flatMap { field -> [BareValue] in
      // Of a length of time nobody said the unit.
      let values = field.check(bytes) == nil ? [number] : field.readings(of: bytes)
      return values.map { BareValue(field, $0, 0...0, of: typed, as: number) }
    }
    let numbers = found.filter { $0.field.isOfNumbers }
    let limited = numbers.filter { $0.field.minimum != nil || $0.field.maximum != nil }
    return [limited, numbers].first { !$0.isEmpty } ?? found
  }

  /// Whether the number that a text begins with is of a noun, which has a capital in German, of a day or of a part:
  /// `3 Eier`, `24. Dezember`, `1. Advent`, `7 % done`; or of a numbering, `1.2. Versuch`.
  private static func isOfNoun(_ text: ArraySlice<UInt8>) -> Bool {
    if BareValue.isNumbering(String(utf8: text.prefix { $0 > 0x20 })) { return true }
    let behind = text.drop(while: Byte.isDigit)
    let rest = (behind.first == UInt8(ascii: ".") ? behind.dropFirst() : behind)
    guard rest.first.map(Byte.isBlank) == true else { return false }
    let next = String(utf8: rest.trimmed)
    let isNoun = next.first?.isUppercase == true && next.dropFirst().first?.isLowercase == true
    return isNoun || next.hasPrefix("%") || next.hasPrefix("°")
  }
}

extension BareValue {
  /// Whether a word behind a number says what is counted, or goes on with it: `8 hours`, `2 friends`, `3 of`.
  package static func isCounted(by word: String) -> Bool {
    TimeUnit(word) != nil
      || (word.hasSuffix("s") && word.utf8.count > 3 && !word.hasSuffix("ous")
        && !notCounted.contains(word))
      || UnitWord.isKnown(word) || behindNumbers.contains(word)
      || TimeWords.isCounted(word) || SpokenDate.month(named: word) != nil
  }

  /// Whether a word counts parts or attempts, as `1.2.`.
  package static func isNumbering(_ word: String) -> Bool {
    let parts = word.split(separator: ".")
    let isLow = parts.allSatisfy { ["1", "2", "3"].contains($0) }
    return word.hasSuffix(".") && parts.count == 2 && isLow
  }

  /// Words with the ending of what is counted: `6 this morning`.
  private static let notCounted: Set = ["this", "always", "less", "perhaps"]

  private static let behindNumbers: Set = [
    "am", "pm", "uhr", "o'clock", "out", "or", "and", "in", "on", "is", "was", "each", "per",
    "feet", "past", "noon", "more", "new", "old", "other", "different", "by", "has", "bis", "till",
    "men", "women", "children", "day", "year", "month", "week", "cup", "egg", "slice", "glass",
  ]
}
