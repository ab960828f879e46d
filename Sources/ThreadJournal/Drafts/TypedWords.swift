import ThreadStorage

/// The words of a text, and how each stands in it.
struct TypedWords {
  /// The words without signs around them.
  private(set) var words: [String] = []
  /// Whether a sign or the line's end stands behind the word, or a value's end.
  private(set) var isEnded: [Bool] = []
  /// Whether a sign does.
  private(set) var isSigned: [Bool] = []
  /// Whether a sentence or the line ends with the word.
  private(set) var endsSentence: [Bool] = []
  /// Whether the word's line has few words; what is longer has sentences.
  private(set) var isShort: [Bool] = []

  /// - Parameter fields: `=` behind the name of one belongs to it; a number behind one with a most has no thousands.
  init(_ text: [UInt8], _ fields: [FieldDefinition]) {
    let keys = Set(fields.map(\.key))
    let low = Set(fields.filter { $0.isOfNumbers && $0.maximum != nil }.map(\.key))
    for line in text.split(separator: 0x0A) {
      let all = line.split(whereSeparator: Byte.isSpace).map { String(utf8: $0) }
      let start = words.count
      var isGrouped = false
      for (index, word) in all.enumerated() {
        let count = word.reversed().prefix { ",.;)!".contains($0) }.count
        let typed = word.dropLast(count).drop { "(~".contains($0) }
        // `kg .5`
        let isFraction = typed.first == "." && typed.dropFirst().first?.isNumber == true
        let plain = (isFraction ? "0" : "") + String(typed)
        let isSigned = count > 0 || word.hasSuffix(":")
        let last = words.count - 1
        // `8 km / felt easy`, `mood 8 + energy 7`
        let isBetween =
          ["+", "&", "-", "–", "—"].contains(word) && last >= start
          && words[last].first?.isNumber == true && index + 1 < all.count
          && all[index + 1].first?.isLetter == true
        if last >= start, isBetween || ["/", "|"].contains(word) {
          (self.isSigned[last], isEnded[last]) = (true, true)
          continue
        }
        // `mood =7` and `mood = 7`
        if plain.hasPrefix("="), last >= start, !isEnded[last],
          keys.contains(FieldName.key(words[last]))
        {
          words[last] += plain
          (self.isSigned[last], isEnded[last]) = (isSigned, count > 0)
          endsSentence[last] = word.last.map { ".!?".contains($0) } == true
          continue
        }
        let isHalf = ["am", "pm", "a.m", "p.m"].contains(plain.lowercased())
        if isHalf, last >= start, !isEnded[last], words[last].first?.isNumber == true,
          words[last].allSatisfy({ $0.isNumber || $0 == ":" })
        {
          words[last] += " \(plain.filter { $0 != "." }.lowercased())"
          (self.isSigned[last], isEnded[last]) = (isSigned, isSigned)
          continue
        }
        // `12 400` is one number.
        if last >= start, !isEnded[last], words[last].utf8.allSatisfy(Byte.isDigit),
          isGrouped || words[last].utf8.count < 4 && words[last].first != "0",
          Self.isGroup(plain),
          last == start || !low.contains(FieldName.key(words[last - 1].filter { $0 != ":" }))
        {
          words[last] += plain
          (self.isSigned[last], isEnded[last], isGrouped) = (isSigned, count > 0, true)
          endsSentence[last] = word.last.map { ".!?".contains($0) } == true
          continue
        }
        isGrouped = false
        words.append(plain)
        self.isSigned.append(isSigned)
        isEnded.append(count > 0)
        endsSentence.append(word.last.map { ".!?".contains($0) } == true)
        isShort.append(all.count < 12)
      }
      if words.count > start {
        (isEnded[words.count - 1], endsSentence[words.count - 1]) = (true, true)
      }
    }
  }

  /// Whether a word has the last three digits of a number, perhaps with a fraction or the sign of a currency behind them.
  private static func isGroup(_ word: String) -> Bool {
    let rest = word.utf8.drop(while: Byte.isDigit)
    return word.utf8.count - rest.count == 3
      && (rest.isEmpty || [".", ",", "€", "$", "£"].contains(word.dropFirst(3).first))
  }

  /// The first sentence with a number, or else the first one, and another behind it that begins with a number.
  var firstSentence: TypedWords {
    var first = self
    guard var last = endsSentence.firstIndex(of: true) else { return first }
    var start = 0
    if let number = words.firstIndex(where: { $0.utf8.contains(where: Byte.isDigit) }) {
      start = endsSentence[..<number].lastIndex(of: true).map { $0 + 1 } ?? 0
      last = endsSentence[number...].firstIndex(of: true) ?? last
      if last + 1 < words.count, words[last + 1].first?.isNumber == true {
        last = endsSentence[(last + 1)...].firstIndex(of: true) ?? last
      }
    }
    first.words = Array(words[start...last])
    first.endsSentence = Array(endsSentence[start...last])
    first.isEnded = Array(isEnded[start...last])
    first.isSigned = Array(isSigned[start...last])
    first.isShort = Array(isShort[start...last])
    first.isEnded[last - start] = true
    return first
  }

  mutating func end(at index: Int) { isEnded[index] = true }

  /// Whether many other words stand before the first value, or around the only one, unless it has a name: `The bus was
  /// full; 15 min late`.
  func isProse(around found: [BareValue]) -> Bool {
    guard let value = found.first else { return false }
    let (first, last) = (value.range.lowerBound, value.range.upperBound)
    // `24 pages, the vote and the dinner`
    let start = endsSentence[..<first].lastIndex(of: true).map { $0 + 1 } ?? 0
    if found.count > 1 { return first - start > 5 }
    // Nothing else is written `8/10`.
    let isNamed = FieldName.key(words[first]) == value.field.key || words[last].contains("/")
    let isOption = value.field.type == .choice && first == start && Self.isOfParts(value.value)
    guard !isNamed, !isOption, first > start || !isSigned[last] else { return false }
    let end = endsSentence[last...].firstIndex(of: true) ?? words.count - 1
    return end + 1 - value.range.count > 4
  }

  /// Where the value of a field stands whose name is a word: `mood 7`, `mood - 7`, `bed at 23:15`.
  func valueIndex(behind index: Int, _ field: FieldDefinition) -> Int? {
    let behind = words.indices.dropFirst(index + 1)
    let clock =
      field.type == .time ? behind.prefix(2).first { Self.isClock(words[$0]) } : nil
    let between: Set = ["-", "–", "—", "about", "around"]
    return clock ?? behind.first { !between.contains(words[$0]) || $0 > index + 1 }
  }

  /// Whether another value follows, of which either may be meant: `3 to 7`, `7 or 8`, `7 → 8`.
  func isRange(behind index: Int) -> Bool {
    !isEnded[index] && index + 2 < words.count && words[index + 2].first?.isNumber == true
      && ["to", "or", "→", "->", "-", "–", "—"].contains(words[index + 1])
  }

  /// Whether it is a time of day by its form: `23:15`, `11pm`.
  static func isClock(_ word: some StringProtocol) -> Bool {
    ForeignForm.clock.written(Array(word.utf8)[...]) != nil
  }

  func value(
    at index: Int, of fields: [FieldDefinition], takesNumbers: Bool
  ) -> BareValue? {
    let value =
      named(at: index, fields) ?? quantity(at: index, fields) ?? rating(at: index, fields)
    return value ?? (takesNumbers ? number(at: index, fields) : nil)
  }

  /// The word behind one in the same part of the sentence, in lower case; empty without one.
  func word(behind index: Int) -> String {
    isEnded[index] ? "" : words[index + 1].lowercased()
  }

  /// `mood 7 feeling ok`, `effort about 4`, `mood is 7`, `q 8`, but not `Mood 2.0 is a bad app`.
  private func named(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let before = index > 1 ? words[index - 1] : ""
    let isStated = ["is", "was", "→"].contains(before)
    let first = isStated || ["about", "around"].contains(before) ? index - 2 : index - 1
    guard first == 0 || (first > 0 && isEnded[first - 1]), words[index].first?.isNumber == true,
      // `Coffee, 3 biscuits`, but not `mood, 7`
      !isEnded[index - 1] || words.count == 2, !isRange(behind: index),
      // `mood was 7 times better`, `energy is 3 out of ten`, `energy is 24/7`
      !isStated || isEnded[index]
        || ["today", "now", "again", "and", "but"].contains(word(behind: index)),
      words[index] != "24/7", !["is", "was", "of"].contains(word(behind: index))
    else { return nil }
    let name = words[first]
    let key = FieldName.key(name)
    var found = fields.filter { $0.key == key }
    // A part of a name is one only beside another value.
    let isWhole = !found.isEmpty
    if !isWhole, !isStated, isEnded[index], !key.isEmpty, !Self.beforeNumbers.contains(key) {
      found = fields.filter { $0.key.hasPrefix(key) }
    }
    // `up 4 times`
    guard found.count == 1,
      found[0].type != .time || !BareValue.isCounted(by: word(behind: index))
    else { return nil }
    let (last, typed) = longest(found[0], words[index], upTo: index)
    if found[0].isOtherUnit(word(behind: last)) { return nil }
    return fitting(typed, found[0]).map {
      BareValue(found[0], $0, first...last, of: self, isClear: isWhole)
    }
  }

  /// `2h`, `41 minutes`, `4mi`, `4 miles`, `12 pages`, but not `5km of headwind`.
  private func quantity(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let sign = words[index].prefix { "$€£¥".contains($0) }
    let number = String(words[index].dropFirst(sign.count).prefix { "0123456789.,".contains($0) })
    // `1.100 €` may be eleven hundred.
    if ForeignForm.isGrouped(Array(number.utf8)[...]) { return nil }
    if !sign.isEmpty { return price(number, String(sign), at: index, fields) }
    // `At 7h we left`
    let isClock = index > 0 && Self.beforeClocks.contains(words[index - 1].lowercased())
    // `in 45min. so full` is still to come.
    let isComing = index == 1 && words[0].lowercased() == "in"
    // `80 to 100 minutes` has either end.
    let isEnd =
      index > 1 && words[index - 2].first?.isNumber == true && !isEnded[index - 2]
      && ["to", "or"].contains(words[index - 1])
    // `11lb 4oz` and `5 ft 9 in` are one size.
    if index > 0, !isEnded[index - 1], Self.isGreaterPart(words[index - 1]) { return nil }
    // `0315 pt` has a time of day.
    let isCode = number.utf8.count == 4 && DecimalNumber.isCode(Array(number.utf8))
    guard number.first?.isNumber == true, !isClock, !isComing, !isEnd, !isCode,
      !isRange(behind: index)
    else { return nil }
    var (unit, last) = (String(words[index].dropFirst(number.count)), index)
    if unit.isEmpty {
      guard !isEnded[index] else { return nil }
      last += 1
      unit = words[last]
    }
    // `2h: revisions`
    if unit.hasSuffix(":") { unit.removeLast() }
    var typed = last == index ? number + unit : "\(number) \(unit)"
    let isWord = last == index
    if let length = fields.first(where: { $0.type == .duration }) {
      (last, typed) = longest(length, typed, upTo: last)
    }
    let next = word(behind: last)
    if Self.behindLengths.contains(next) { return nil }
    let isOf = next == "of"
    let found = fields.compactMap { field -> BareValue? in
      let value: String? =
        if field.type == .duration, unit.contains(where: \.isLetter), !Self.ofDays.contains(unit) {
          isWord || TimeUnit(unit.lowercased()) != nil ? fitting(typed, field) : nil
        } else if field.isOfNumbers, !isOf, UnitWord.isSame(unit, field.unit ?? field.name) {
          fitting(number, field)
        } else {
          nil
        }
      return value.map { BareValue(field, $0, index...last, of: self) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a word is the greater part of a size in two units, behind its number or with it: `11lb`.
  private static func isGreaterPart(_ word: String) -> Bool {
    ["lb", "lbs", "st", "stone", "ft", "feet", "foot"].contains(
      word.drop(while: \.isNumber).lowercased())
  }

  /// `$42.10`, the only price of the text, of the only field in dollars.
  private func price(
    _ number: String, _ sign: String, at index: Int, _ fields: [FieldDefinition]
  ) -> BareValue? {
    let found = fields.filter { $0.isOfNumbers && $0.hasUnit(sign) }
    guard found.count == 1, words[index] == sign + number,
      words.count(where: { $0.hasPrefix(sign) }) == 1,
      !UnitWord.multiples.contains(word(behind: index))
    else { return nil }
    return fitting(number, found[0]).map { BareValue(found[0], $0, index...index, of: self) }
  }

  /// Whether an option is no word of prose: `Med-Surg`, `Home office`.
  static func isOfParts(_ option: String) -> Bool { option.contains { !$0.isLetter } }

  /// The only number of the text: all of it, or with a fraction or a sign, `coffee 4.50`, `3€ tea`.
  private func number(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let word = Array(words[index].utf8)[...]
    guard let field = fields.first(where: \.isOfNumbers), !Self.isClock(words[index]),
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
      words.count == 1 || (field.type == .number && isAmount),
      let value = fitting(String(utf8: quantity?.number ?? word), field)
    else { return nil }
    return BareValue(field, value, index...index, of: self)
  }

  /// The number that is the first word, or that a sign sets off from more: `8:`, `6–tired`; nil where a word behind it says
  /// what is counted.
  func numberAtStart(_ fields: [FieldDefinition]) -> String? {
    guard let word = words.first, !isRange(behind: 0) else { return nil }
    var number = word.prefix { ("0"..."9").contains($0) || ".,".contains($0) }
    while let last = number.last, ".,".contains(last) { number.removeLast() }
    let rest = word[number.endIndex...]
    // `240,-` is a price, and no length.
    let isPrice = [",-", ".-", ",–", ".–", ",—", ".—"].contains(rest)
    guard !isPrice || fields.contains(where: \.isOfNumbers) else { return nil }
    // `8/10` where ten is the most.
    let isRating =
      rest.first == "/" && fields.contains { $0.maximum.map { "/\($0)" == rest } == true }
    let isSetOff = isRating || rest == "-" || rest.first.map { ",:;–—(".contains($0) } == true
    let next = isSetOff ? "" : self.word(behind: 0)
    // `2 1/2` is one number.
    guard number.first?.isNumber == true, rest.isEmpty || isSetOff, !next.contains("/"),
      isRating || rest.dropFirst().first?.isNumber != true
    else { return nil }
    let isUnit = fields.contains { field in
      [field.name, field.unit].contains { $0.map { UnitWord.isSame(next, $0) } == true }
    }
    // Nothing but a unit counts with a fraction: `1.2 to the bus`, and `23.90 plasters` are no so many.
    let isFraction = number.contains { ".,".contains($0) }
    let hasCents = number.split { ".,".contains($0) }.dropFirst().first?.utf8.count == 2
    let isOther =
      isFraction && ["to", "in", "on", "and"].contains(next)
      || hasCents && TimeUnit(next) == nil && !UnitWord.isKnown(next)
    guard !isUnit, isOther || !BareValue.isCounted(by: next) else { return nil }
    return String(number)
  }

  /// The word as the field takes it, where that is clear.
  func fitting(_ word: String, _ field: FieldDefinition) -> String? {
    let bytes = Array(word.utf8)
    if field.check(bytes) == nil { return word }
    let meant = field.readings(of: bytes)
    return meant.count == 1 ? meant[0] : nil
  }

  /// Words before a time of day: `à 18h30`.
  private static let beforeClocks: Set = ["at", "until", "till", "à", "um", "om", "kl"]

  private static let beforeNumbers = TimeWords.beforeNumbers.union([
    "a", "i", "at", "from", "on", "the", "and", "or", "no", "room", "week",
  ])

  /// Behind a length of time, or what is counted, these say that it is none of the entry's: `15 min late`.
  private static let behindLengths: Set = [
    "a", "ago", "early", "est", "earlier", "i", "late", "later", "left", "old", "per", "to",
  ]

  /// Nothing that is noted lasts so long: `2 days off`.
  private static let ofDays: Set = [
    "day", "days", "week", "weeks", "month", "months", "year", "years",
  ]
}
