import ThreadStorage

/// What the threads that a query was asked of define, as far as it tells whether its terms make sense.
package struct DefinedFields: Sendable {
  private var names: Set<String> = []
  /// By the `FieldName.key` of each name.
  private var types: [String: Set<FieldType>] = [:]
  /// The options of choices, by the same.
  private var options: [String: Set<String>] = [:]
  /// The keys of the units that values are counted in, by the same.
  private var units: [String: Set<String>] = [:]
  /// The keys of the names that a thread defines itself.
  private var defined: Set<String> = []

  /// What one thread defines, and the reserved fields, which every thread has (F17).
  package init(_ schema: FieldSchema = FieldSchema()) {
    for field in schema.fields { defined.insert(field.key) }
    for field in FieldDefinition.reserved + schema.fields {
      names.insert(field.name)
      types[field.key, default: []].insert(field.type)
      if let unit = field.unit { units[field.key, default: []].insert(FieldName.key(unit)) }
      if !field.options.isEmpty { options[field.key, default: []].formUnion(field.options) }
    }
  }

  mutating func formUnion(_ other: DefinedFields) {
    names.formUnion(other.names)
    defined.formUnion(other.defined)
    types.merge(other.types) { $0.union($1) }
    options.merge(other.options) { $0.union($1) }
    units.merge(other.units) { $0.union($1) }
  }

  /// The name of the field that is called like `words`, where a thread defines it.
  package func name(of words: String) -> String? {
    let key = FieldName.key(words)
    return defined.contains(key) ? names.first { FieldName.key($0) == key } : nil
  }

  /// Whether the field of this name has dates wherever it is defined.
  package func hasDates(_ name: String) -> Bool { types[FieldName.key(name)] == [.date] }

  /// Whether the field of this name has times of day wherever it is defined.
  package func hasTimes(_ name: String) -> Bool { types[FieldName.key(name)] == [.time] }

  /// `mood 5` as `mood:5`, `heart rate > 60` as `"heart rate":>60`, and the field's name, where a thread defines it with
  /// such values.
  func term(of words: String) -> (name: String, term: String)? {
    guard let space = words.lastIndex(of: " ") else { return nil }
    let value = String(words[words.index(after: space)...].drop(while: Comparison.isSign))
    let named = words.dropLast(value.count)
    let sign = String(named.filter(Comparison.isSign))
    let typed = String(utf8: Array(named.prefix { !Comparison.isSign($0) }.utf8)[...].trimmed)
    // One word with a sign behind it is a term without its colon.
    guard sign.isEmpty || typed.contains(" ") && Comparison(rawValue: sign) != nil,
      let name = name(of: typed)
    else { return nil }
    let key = FieldName.key(name)
    let fits = (types[key] ?? []).contains { type in
      guard type.isOrdered || sign.isEmpty else { return false }
      return switch type {
      case .text: false
      case .choice: (options[key] ?? []).contains { FieldName.key($0) == FieldName.key(value) }
      default: FieldValue(Array(value.utf8), as: type) != nil
      }
    }
    return fits ? (name, "\(EntryQuery.key(of: name)):\(sign)\(value)") : nil
  }

  /// Why `field` can be met by hardly any entry, of all threads or of those that define it with some type.
  func problems(_ field: FieldCondition) -> [QueryFieldProblem] {
    guard let types = types[field.key] ?? field.part.map({ [$0.type] }) else {
      let known = names.union(["date", "tag", "thread", "title"]).sorted()
      return [.undefined(name: field.name, nearest: known.nearest(to: field.name))]
    }
    let defined = FieldType.allCases.filter { types.contains($0) }
    let known = options[field.key] ?? []
    for test in field.tests {
      // Of a text that a field has, hardly any is a star; others mean any value by it.
      let unfit = defined.filter { !test.fits($0, known) || $0 == .text && test.typed == "*" }
      guard !unfit.isEmpty else { continue }
      let fitsElsewhere = unfit.count < defined.count
      return unfit.prefix(fitsElsewhere ? unfit.count : 1).map { type -> QueryFieldProblem in
        let option = type == .choice ? known.sorted().nearest(to: test.typed).first : nil
        let range = type.isOrdered ? TypedRange.dotted(test.typed, where: type.hasEnd) : nil
        return .unfit(
          name: field.name, value: test.typed, type: type,
          meant: option ?? range
            ?? type.meant(test.typed, (units[field.key] ?? []).union([field.key])),
          fitsElsewhere: fitsElsewhere)
      }
    }
    guard types.isSubset(of: [.number, .integer]) else { return [] }
    let isWhole = types.contains(.integer)
    let typed = field.tests.map(\.typed)
    let meant = FieldTest.meant(byCommas: typed, ofWhole: isWhole)
    if !meant.isEmpty {
      return [.comma(name: field.name, asked: typed.joined(separator: " or "), meant: meant)]
    }
    return field.tests.compactMap { $0.meantByPoints(ofWhole: isWhole) }.map {
      .point(name: field.name, asked: $0.asked, meant: $0.meant)
    }
  }
}

/// Why a term over a field finds little or nothing.
package enum QueryFieldProblem: Sendable, Hashable {
  /// No thread that was looked at defines the field; `nearest` are names that may be meant.
  case undefined(name: String, nearest: [String])
  /// In none of them, or not where the field is of this type, `value` could be a value or a range; `meant` may be one.
  case unfit(
    name: String, value: String, type: FieldType, meant: String?, fitsElsewhere: Bool = false)
  /// Two numbers are asked for, with a comma between them, which may be meant as one: whole, or with decimals.
  case comma(name: String, asked: String, meant: [String])
  /// A small number is asked for, with a point that may be meant between thousands.
  case point(name: String, asked: String, meant: String)
  /// A word is looked for, or left out, that is a field's name; with the term that it may be with the word behind it.
  case word(name: String, isExcluded: Bool, term: String? = nil)
}

extension QueryFieldProblem {
  /// Whether hardly any entry meets the term; else it may only be meant otherwise.
  package var isSure: Bool {
    switch self {
    case .unfit(_, "*", .text, _, _), .comma, .point, .word: false
    case .undefined, .unfit: true
    }
  }
}

extension FieldType {
  /// What `text`, which is no such value, may be meant as: `≥7` and `7+` as `>=7`, `~7` as `7`, `<5` as `<5h`, `2..5km` as
  /// `2..5`, `ja` as `true`.
  ///
  /// - Parameter units: The keys of the field's units, which its values do not have.
  fileprivate func meant(_ text: String, _ units: Set<String>) -> String? {
    if self == .boolean {
      switch text.lowercased() {
      case "1", "y", "on": return "true"
      case "0", "n", "off": return "false"
      default:
        let word = Array(text.utf8)[...]
        let written = ForeignForm.allCases.lazy.filter { $0.type == .boolean }.compactMap {
          $0.written(word)
        }.first
        return written.map { String(utf8: $0) }
      }
    }
    let signs = [
      ("≥", ">="), ("≤", "<="), ("≈", ""), ("~", ""), (">=", ">="), ("<=", "<="), (">", ">"),
      ("<", "<"), ("", ""),
    ]
    guard isOrdered, let (typed, sign) = signs.first(where: { text.hasPrefix($0.0) }) else {
      return nil
    }
    if let dots = text.firstRange(of: "..") {
      let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map { end in
        written(String(end), units).map { String(utf8: $0) } ?? String(end)
      }
      let meant = ends.joined(separator: "..")
      return meant != text && ends.allSatisfy({ $0.isEmpty || hasEnd($0) }) ? meant : nil
    }
    var value = String(utf8: Array(text.dropFirst(typed.count).utf8)[...].trimmed)
    var meant = sign
    if sign.isEmpty, value.last == "+" {
      meant = ">="
      value.removeLast()
    }
    value = written(value, units).map { String(utf8: $0) } ?? value
    return hasEnd(value) && meant + value != text ? meant + value : nil
  }

  /// What the type writes for a value in a form of others; nil where it has none: `7h30` is `7h30m`, `11pm` `23:00`.
  private func written(_ value: String, _ units: Set<String>) -> [UInt8]? {
    guard !hasEnd(value) else { return nil }
    let text = Array(value.utf8)
    let quantity = Quantity(text[...])
    switch self {
    case .integer, .number:
      if let quantity, units.contains(FieldName.key(quantity.unit)) {
        return ForeignForm.decimalComma.written(quantity.number) ?? Array(quantity.number)
      }
      return text.contains(where: Byte.isDigit) ? ForeignForm.decimalComma.written(text[...]) : nil
    case .duration:
      if let number = Int(value), number >= 0 { return text + (number < 24 ? "h" : "m").utf8 }
      let unit = (quantity?.unit).flatMap { TimeUnit(String(utf8: $0).lowercased()) }
      return ForeignForm.duration.written(text[...])
        ?? ForeignForm.hoursAndMinutes.written(text[...])
        ?? quantity.flatMap { unit?.duration($0.number) }
    case .time:
      if let hour = Int(value), 0..<24 ~= hour { return Array("\(hour):00".utf8) }
      return ForeignForm.clock.written(text[...])
    case .text, .boolean, .date, .choice: return nil
    }
  }

  /// Whether `text` can be an end of a range of such values.
  fileprivate func hasEnd(_ text: String) -> Bool {
    FieldValue(Array(text.utf8), as: self == .integer ? .number : self) != nil
  }
}

extension FieldTest {
  /// Whether values of `type` can be compared with it; if not, only those are found that have its text.
  fileprivate func fits(_ type: FieldType, _ options: Set<String>) -> Bool {
    switch type {
    case .integer, .number: numbers != nil
    case .duration: durations != nil
    case .time: clocks != nil
    case .boolean: boolean != nil
    case .date: dates != nil
    case .text: !isComparison && !isRangeOfNumbers
    case .choice:
      !isComparison && !isRangeOfNumbers
        && (options.isEmpty || options.contains { FieldName.key($0) == key })
    }
  }
}

extension Journal {
  /// The fields that the threads at `paths` define, or all live threads.
  package func definedFields(in paths: [String]? = nil) -> DefinedFields {
    let heads = definitions(of: paths ?? directory.threadFiles().files)
    return heads.reduce(into: DefinedFields()) { fields, head in
      guard paths != nil || head.header.deletion == nil else { return }
      fields.formUnion(DefinedFields(head.schema))
    }
  }
}
