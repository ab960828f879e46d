import ThreadStorage

/// A word for a unit, as it stands behind a number.
package enum UnitWord {
  /// Whether a word means this unit.
  package static func isSame(_ word: String, _ unit: String) -> Bool {
    let (word, unit) = (FieldName.key(word), FieldName.key(unit))
    return word == unit || word == unit + "s" || word + "s" == unit
      || (known + currencies).contains { $0.contains(word) && $0.contains(unit) }
  }

  package static func isKnown(_ word: String) -> Bool {
    let key = FieldName.key(word)
    return known.contains { $0.contains(key) }
  }

  /// The unit in brackets at the end of a column's name: `Weight (kg)`, but not `Weight (morning)`.
  static func unit(inName name: String) -> String? {
    guard let last = name.last, ")]".contains(last),
      let open = name.lastIndex(where: { "([".contains($0) })
    else { return nil }
    let unit = String(name[name.index(after: open)...].dropLast())
    // `mg/dL`, but not `am/pm`.
    let parts = unit.split(separator: "/").map(String.init)
    let isRatio =
      parts.count == 2 && unit.utf8.count < 10 && !unit.contains(" ")
      && (isKnown(parts[1]) || ofRatios.contains(FieldName.key(parts[1])))
    return isKnown(unit) || isRatio ? unit : nil
  }

  /// What others are counted by, besides those that stand alone.
  private static let ofRatios: Set = [
    "s", "sec", "m", "m²", "m2", "m³", "m3", "kwh", "mol", "µl", "day", "week",
  ]

  /// Those that mean the same.
  private static let known: [Set<String>] = [
    ["mi", "mile", "miles"], ["km", "k", "kms", "kilometers", "kilometres"], ["cm"], ["mm"],
    ["kg", "kgs", "kilo", "kilos"], ["lb", "lbs", "pound", "pounds"], ["st", "stone", "stones"],
    ["oz", "ounce", "ounces"], ["g", "gram", "grams"], ["mg", "mgs", "milligram", "milligrams"],
    ["mcg", "µg", "μg", "ug", "microgram", "micrograms"],
    ["l", "litre", "litres", "liter", "liters"], ["cl"], ["dl"],
    ["ml", "mls", "millilitre", "millilitres", "milliliter", "milliliters"],
    ["kcal", "kcals", "cal", "cals", "calories"], ["kj"],
    ["min", "mins", "minute", "minutes"], ["h", "hr", "hrs", "hour", "hours"],
    ["page", "pages", "pp", "pgs"],
  ]

  /// Words for money, which are also counted where no field has them.
  private static let currencies: [Set<String>] = [
    ["$", "usd", "dollar", "dollars", "buck", "bucks"], ["€", "eur", "euro", "euros"],
    ["£", "gbp", "quid"],
  ]

  /// What makes more of a number, whatever it counts.
  static let multiples: Set = ["k", "hundred", "thousand", "million", "dozen"]
}

extension FieldDefinition {
  /// Whether its values are numbers.
  package var isOfNumbers: Bool { type == .integer || type == .number }

  /// Whether a word means the unit that the field has.
  package func hasUnit(_ word: String) -> Bool {
    unit.map { isOfNumbers && UnitWord.isSame(word, $0) } == true
  }

  /// Whether the number before the word alone would be another amount: `75 mcg` of a field in mg, `10 k`.
  package func isOtherUnit(_ word: String) -> Bool {
    guard isOfNumbers, !UnitWord.isSame(word, unit ?? name) else { return false }
    return UnitWord.multiples.contains(FieldName.key(word))
      || unit != nil && UnitWord.isKnown(word)
  }
}
