import ThreadStorage

/// A field that a thread defines (F24).
package struct FieldDefinition: Sendable, Hashable {
  package var name: String
  package var type = FieldType.text
  /// The least value, as typed; only for types with an order.
  package var minimum: String?
  /// The greatest value, as typed; only for types with an order.
  package var maximum: String?
  /// What the values are counted in, such as `kg`; shown behind them.
  package var unit: String?
  package var options: [String] = []
  /// What an empty answer means when an entry's values are asked for, as typed; nil for no value.
  package var usual: String?
  package var isAsked = true
  /// Whether, and when, the field was soft-deleted (F27).
  package var deletion: SoftDeletion?

  /// The reserved field for an entry's place, which every thread accepts (F17).
  package static let location = FieldDefinition(name: "location")

  /// The reserved field of an entry that excuses a planned day; its value says why.
  package static let skip = FieldDefinition(name: "skip")

  /// The fields that need no definition.
  package static let reserved = [location, skip]

  /// The form of the name in which names are compared (F15).
  package var key: String { FieldName.key(name) }

  /// What `bytes` mean to this field, whatever its limits; nil where they do not fit its type.
  package func value(of bytes: [UInt8]) -> FieldValue? {
    FieldValue(bytes, as: type, options: options)
  }

  /// What is wrong with `bytes` as a value of this field; nil where they fit.
  package func check(_ bytes: [UInt8]) -> FieldValueError? {
    if key == Self.location.key, PlaceName.isCoordinates(bytes) { return .coordinates }
    guard let value = value(of: bytes) else {
      guard type == .choice else { return .wrongType(type) }
      let text = String(utf8: bytes[...].trimmed)
      let begun = options.filter { $0.lowercased().hasPrefix(text.lowercased()) }
      return .notAnOption(nearest: begun.count == 1 ? begun : options.nearest(to: text))
    }
    guard value.isCounted else { return .tooLarge }
    if let minimum, let least = limit(minimum), value.isLess(than: least) == true {
      return .belowMinimum(minimum)
    }
    if let maximum, let greatest = limit(maximum), greatest.isLess(than: value) == true {
      return .aboveMaximum(maximum)
    }
    return nil
  }

  /// A typed value as an entry has it: an option as it is defined, a date of this order, a time with am or pm.
  package func stored(_ value: [UInt8], dateOrder: ForeignDate.Order?) -> [UInt8] {
    switch type {
    case .choice:
      guard case .choice(let index)? = self.value(of: value) else { return value }
      return Array(options[index].utf8)
    case .date where check(value) != nil: return converted(value, dateOrder: dateOrder) ?? value
    case .time where check(value) != nil:
      guard let clock = ForeignForm.clock.written(value[...].trimmed), check(clock) == nil else {
        return value
      }
      return clock
    default: return value
    }
  }

  /// What is wrong with `bytes` where an entry has them already; an empty value there is none (F25).
  func check(stored bytes: [UInt8]) -> FieldValueError? {
    bytes[...].trimmed.isEmpty ? nil : check(bytes)
  }

  /// Refuses to give values of this field to `other`, where they would come to mean something else.
  func checkUnit(isThatOf other: FieldDefinition) throws(FieldError) {
    let units = [self, other].map { $0.unit.map(FieldName.key) }
    // A duration says its units itself.
    guard units[0] != units[1], type != .duration, other.type != .duration else { return }
    throw .otherUnit(other.name, from: unit, to: other.unit)
  }

  /// Whether the minimum is more than the maximum.
  var hasReversedLimits: Bool {
    guard let least = minimum.flatMap(limit), let greatest = maximum.flatMap(limit) else {
      return false
    }
    return greatest.isLess(than: least) == true
  }

  private func limit(_ text: String) -> FieldValue? { value(of: Array(text.utf8)) }
}

/// How JSON writes a field's value.
package enum FieldJSON: Sendable, Hashable {
  case number([UInt8])
  case boolean(Bool)
  case string([UInt8])
}

/// Why a value does not fit its field, with what would.
package enum FieldValueError: Error, Sendable, Hashable {
  case wrongType(FieldType)
  /// It has more digits than are counted.
  case tooLarge
  case belowMinimum(String)
  case aboveMaximum(String)
  /// It is none of the field's options; these are the nearest.
  case notAnOption(nearest: [String])
  /// It says where on the globe a place is, which is never stored (F17).
  case coordinates
}

extension FieldDefinition {
  /// The definition that the words of a command describe; of text where no type is given, a choice where options are.
  ///
  /// - Throws: `FieldError` where name, type, limits or options cannot be, or do not go together.
  package init(
    name: String, type typeName: String?, minimum: String? = nil, maximum: String? = nil,
    unit: String? = nil, options: [String] = [], usual: String? = nil, isAsked: Bool = true
  ) throws(FieldError) {
    guard FieldName.isValid(name) else { throw .badName(name) }
    var type = options.isEmpty ? FieldType.text : .choice
    if let typeName {
      guard let known = FieldType(name: typeName) else {
        let names = FieldType.allCases.map(\.rawValue)
        throw .unknownType(typeName, nearest: names.nearest(to: typeName))
      }
      type = known
    }
    self.init(name: name, type: type)
    guard key != Self.location.key || type == .text else { throw .locationIsText }
    self.minimum = try limit(minimum)
    self.maximum = try limit(maximum)
    if hasReversedLimits, let minimum = self.minimum, let maximum = self.maximum {
      throw .limitsReversed(minimum: minimum, maximum: maximum)
    }
    self.unit = try Self.line(unit)
    self.options = try Self.options(options, of: type)
    self.usual = try Self.line(usual)
    if let usual = self.usual, let error = check(Array(usual.utf8)) {
      throw .badValue(self, value: Array(usual.utf8), error)
    }
    self.isAsked = isAsked
  }

  private func limit(_ text: String?) throws(FieldError) -> String? {
    guard let text else { return nil }
    guard type.isOrdered else { throw .limitWithoutOrder(type) }
    let trimmed = Array(text.utf8)[...].trimmed
    guard value(of: Array(trimmed)) != nil else { throw .badLimit(text, type) }
    return DecimalNumber(trimmed)?.text ?? String(utf8: trimmed)
  }

  private static func options(
    _ options: [String], of type: FieldType
  ) throws(FieldError) -> [String] {
    guard type == .choice else {
      if options.isEmpty { return [] }
      throw .optionsWithoutChoice(type)
    }
    if options.isEmpty { throw .noOptions }
    var seen: Set<String> = []
    return try options.map { (option) throws(FieldError) in
      guard let text = try line(option), seen.insert(FieldName.key(text)).inserted else {
        throw .badOption(option)
      }
      return text
    }
  }

  /// `text` without white space around it, nil where nothing is left; refused where it is not one line.
  private static func line(_ text: String?) throws(FieldError) -> String? {
    guard let text else { return nil }
    let trimmed = String(utf8: Array(text.utf8)[...].trimmed)
    if trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw .badOption(text)
    }
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The definition as front matter says it: the type alone, or a mapping on one line (F24).
  package var yaml: YAMLNewValue {
    let pairs = yamlParts
    return pairs.count == 1 ? pairs[0].value : .flowMapping(pairs)
  }

  /// The definition's parts, of which the type is always there.
  var yamlParts: [YAMLNewValue.Pair] {
    var pairs = [YAMLNewValue.Pair("type", .text(type.rawValue))]
    if let minimum { pairs.append(.init("min", Self.yaml(limit: minimum))) }
    if let maximum { pairs.append(.init("max", Self.yaml(limit: maximum))) }
    if let unit { pairs.append(.init("unit", .text(unit))) }
    if !options.isEmpty {
      pairs.append(.init("options", .flowSequence(options.map { .text($0) })))
    }
    if let usual {
      let isNumber = type == .integer || type == .number
      pairs.append(.init("default", isNumber ? Self.yaml(limit: usual) : .text(usual)))
    }
    if !isAsked { pairs.append(.init("ask", .bool(false))) }
    if let deletion {
      let time = deletion.time?.rfc3339(in: .utc) ?? "1970-01-01T00:00:00+00:00"
      pairs.append(.init("deleted", .timestamp(time)))
    }
    return pairs
  }

  private static func yaml(limit text: String) -> YAMLNewValue {
    DecimalNumber(text).map { .number($0.text) } ?? .text(text)
  }
}

/// What values that do not fit may be meant as, and how those of other forms are written.
extension FieldDefinition {
  /// Which of `values`, by their positions, are numbers with three decimals, as `1.250`, and may be thousands: the others
  /// have a decimal comma, or never so many decimals; where dates are day, month and year, nothing but such values will
  /// do, and so will a few that end in a zero.
  package func mayBeThousands(in values: [[UInt8]], _ dateOrder: ForeignDate.Order?) -> [Int] {
    guard type == .number else { return [] }
    let texts = values.map { $0[...].trimmed }.filter { !$0.isEmpty }
    let others = texts.filter { !ForeignForm.isGrouped($0) }
    let found = values.indices.filter { index in
      values[index].count { $0 == .dot } == 1 && ForeignForm.isGrouped(values[index][...].trimmed)
    }
    let hasCommas = others.contains { text in
      ForeignForm.hasDecimalComma(text)
        && text.firstIndex(of: UInt8(ascii: ",")).map { text.endIndex - $0 != 4 } == true
    }
    if hasCommas { return found }
    let areShort = others.allSatisfy { text in
      text.firstIndex(of: .dot).map { text.endIndex - $0 <= 3 } ?? true
    }
    // Of the first few, those that end in a zero are: decimals hardly do.
    let areRound = found.count < 4 && found.allSatisfy { values[$0][...].trimmed.last == 0x30 }
    let isUnlike =
      others.count > 1
      ? found.count <= 2 * others.count : areRound || dateOrder == .dmy
    guard areShort, isUnlike else { return [] }
    // As thousands they are no more than the others may be: 42.195 km beside 12 are no thousands.
    let most = others.compactMap { Double(String(utf8: $0)) }.max()
    return found.filter { index in
      let whole = Double(String(utf8: values[index].filter { Byte.isDigit($0) })) ?? 0
      return most.map { whole <= 20 * max($0, 250) } ?? true
    }
  }

  /// Whether its values are numbers of hours.
  package var isInHours: Bool {
    guard type == .number, let unit, let measure = TimeUnit(unit.lowercased()) else { return false }
    return measure == .hours
  }

  /// Which of `values`, by their positions, are hours with decimals as minutes are written, and end in a zero, as decimals
  /// hardly do: `1.30`; none where others have two decimals that are no minutes, and end in a zero, or are none: `7.80`, `8.00`.
  package func mayBeMinutes(in values: [[UInt8]]) -> [Int] {
    guard isInHours else { return [] }
    let decimals = values.map { $0[...].trimmed.drop { $0 != .dot }.dropFirst() }
    let haveZeros = decimals.contains {
      $0.count == 2 && $0.last == 0x30 && ($0.first == 0x30 || $0.first.map { $0 > 0x35 } == true)
    }
    if haveZeros { return [] }
    return values.indices.filter { index in
      decimals[index].last == 0x30 && ForeignForm.pointedMinutes(values[index][...].trimmed) != nil
    }
  }

  /// What a value that does not fit is probably meant as: `7h30m`, or of a number without a unit `7h or 7m`.
  package func meant(by value: [UInt8]) -> String? {
    let readings = readings(of: value)
    return readings.isEmpty ? nil : readings.joined(separator: " or ")
  }

  /// Whether the field takes the value, or one that it is meant as.
  func mayTake(_ value: [UInt8]) -> Bool { check(value) == nil || meant(by: value) != nil }

  /// The only value that one which does not fit may be meant as, where it is no guess to write it so.
  ///
  /// - Parameter dateOrder: How dates such as 11.12.2026 are read; nil for not at all.
  func sureReading(of value: [UInt8], dateOrder: ForeignDate.Order?) -> [UInt8]? {
    if type == .date { return converted(value, dateOrder: dateOrder) }
    let readings = readings(of: value).map { Array($0.utf8) }
    return readings.count == 1 && converted(value) == readings[0] ? readings[0] : nil
  }

  /// The values that one which does not fit may be meant as, the likeliest first.
  package func readings(of value: [UInt8]) -> [String] {
    let text = value[...].trimmed
    // `~7h`
    if text.first == UInt8(ascii: "~"), isOfNumbers || type == .duration || type == .time {
      let rest = Array(text.dropFirst())
      return check(rest) == nil ? [String(utf8: rest)] : readings(of: rest)
    }
    if type == .duration || type == .time, let plain = ForeignForm.withUnitsOfLetters(text) {
      return check(plain) == nil ? [String(utf8: plain)] : readings(of: plain)
    }
    var found: [[UInt8]]
    if type == .duration, let minutes = ForeignForm.minutesAndSeconds(text) {
      let hours = Int(String(utf8: text.prefix(while: Byte.isDigit))) ?? 0
      found = [converted(value), minutes].compactMap(\.self)
      if isPace || hours >= 24 { found.reverse() }
      // `0:00` is nothing, of whatever.
      if found.first == found.last { found = found.suffix(1) }
    } else if let converted = converted(value) {
      found = [converted]
    } else if type == .time, let clock = ForeignForm.bareClock(text) ?? Self.clock(named: text) {
      found = [Array(clock.utf8)]
    } else if type == .time, let last = text.last, "apAP".utf8.contains(last),
      let clock = converted(Array(text) + [UInt8(ascii: "m")])
    {
      // `2:45a`
      found = [clock]
    } else if type == .duration, text.last == UInt8(ascii: "t"), text.count > 1,
      text.dropLast().allSatisfy(Byte.isDigit)
    {
      // `7t` of "timer" and "timmar"
      found = [text.dropLast() + [UInt8(ascii: "h")]]
    } else if type == .number, let decimal = ForeignForm.decimal(text) {
      found = [decimal]
    } else if type == .integer || type == .number, let number = ForeignForm.rating(text) {
      found = [Array(number)]
    } else {
      let value = ForeignForm.decimal(text) ?? value
      guard type == .duration, let hours = converted(value, from: "h") else { return [] }
      // `36.5` is rather minutes.
      let mayBeMinutes =
        value.allSatisfy(Byte.isDigit) || Double(String(utf8: value)).map { $0 >= 24 } == true
      let minutes =
        mayBeMinutes ? converted(value, from: "m").flatMap { $0 == hours ? nil : $0 } : nil
      // So many hours nobody means: `1860.0` is of seconds.
      let seconds = Double(String(utf8: value)).map { $0 >= 600 } == true
      found = [seconds ? converted(value, from: "s") ?? hours : hours, minutes].compactMap(\.self)
    }
    if type == .duration, let minutes = ForeignForm.pointedMinutes(text) {
      found.append(minutes)
      // Of a pace, `5.42` is rather minutes and seconds.
      let clock = text.map { $0 == .dot ? .colon : $0 }[...]
      if isPace, let pace = ForeignForm.minutesAndSeconds(clock) { found.insert(pace, at: 0) }
    }
    return found.filter { check($0) == nil }.map { String(utf8: $0) }
  }

  /// Whether its name says that its values are minutes and seconds for a distance.
  private var isPace: Bool {
    key.split(separator: " ").contains {
      ["pace", "split", "tempo", "ritmo", "allure"].contains($0)
    }
  }

  /// `9.30am`, `noon` and `midnight`, which some write `24:00`, as times of day.
  private static func clock(named text: ArraySlice<UInt8>) -> String? {
    ForeignForm.pointedHalf(text)
      ?? ["noon": "12:00", "midnight": "00:00", "24:00": "00:00"][String(utf8: text).lowercased()]
  }

  /// What is written for `value`, which does not fit, of a column of this form; itself where that would be a guess.
  func written(
    _ value: [UInt8], in column: ColumnForm?, dateOrder: ForeignDate.Order?
  ) -> [UInt8] {
    let text = value[...].trimmed
    if type == .duration {
      // `5:30` may be hours and minutes or less, which the column or the name tells; `23h30` may be a time of day.
      if ForeignForm.isShortClock(text) {
        let own = column?.type == .duration ? column : nil
        let form = own ?? ColumnForm(of: [value], isForeign: true, named: name)
        return form.type == .duration ? form.written(value) : value
      }
      if ClockMeaning(ofFieldNamed: name) == .timeOfDay, ForeignForm.bareClock(text) != nil {
        return value
      }
    }
    return converted(value, dateOrder: dateOrder) ?? value
  }

  /// `value`, which does not fit, as the field's type writes it; nil where that would be a guess.
  ///
  /// - Parameters:
  ///   - old: The unit that a number has which names none.
  ///   - dateOrder: How dates such as 11.12.2026 are read; nil for not at all.
  package func converted(
    _ value: [UInt8], from old: String? = nil, dateOrder: ForeignDate.Order? = nil
  ) -> [UInt8]? {
    let text = value[...].trimmed
    if type == .date, let date = dateOrder?.date(of: Array(text)) { return Array(date.text.utf8) }
    if isOfNumbers, let plain = ForeignForm.withPlainMinus(text) {
      return check(plain) == nil ? plain : converted(plain, from: old, dateOrder: dateOrder)
    }
    if type == .duration, let seconds = ForeignForm.minutesWithSeconds(text) { return seconds }
    // The unit may be said again, and no other.
    if type == .integer || type == .number, let quantity = Quantity(text), let unit,
      FieldName.key(String(utf8: quantity.unit)) == FieldName.key(unit)
    {
      let number = Array(quantity.number)
      // `1.250 g` may be a thousand.
      if ColumnForm.mayBeThousands([quantity.number]) { return nil }
      return check(number) == nil ? number : converted(number)
    }
    // `£2,412.67` and `-£4.35`, in £
    if type == .integer || type == .number, let unit, !unit.isEmpty {
      let sign = text.prefix { "-+".utf8.contains($0) }
      let behind = text.dropFirst(sign.count)
      if sign.count < 2, behind.starts(with: unit.utf8) {
        let number = Array(sign + behind.dropFirst(unit.utf8.count).trimmed)
        return check(number) == nil ? number : converted(number)
      }
    }
    if let unit = unit.flatMap({ TimeUnit($0.lowercased()) }),
      let seconds = FieldValue.seconds(text)
        ?? ForeignForm.duration.written(text).flatMap({ FieldValue.seconds($0[...]) }),
      let number = unit.number(seconds), check(number) == nil
    {
      return number
    }
    if type == .duration, let unit = old.flatMap({ TimeUnit($0.lowercased()) }),
      let duration = unit.duration((ForeignForm.decimalComma.written(text) ?? Array(text))[...])
    {
      return check(duration) == nil ? duration : nil
    }
    // A fraction of one unit, `7.5h`; of an `m` alone it is not known whether it means minutes.
    let number = text.prefix { Byte.isDigit($0) || $0 == .dot || $0 == UInt8(ascii: ",") }
    let word = text[number.endIndex...].trimmed
    if type == .duration, number.contains(where: { !Byte.isDigit($0) }),
      !word.elementsEqual("m".utf8), let unit = TimeUnit(String(utf8: word).lowercased()),
      ColumnForm(of: [Array(number)], isForeign: true).doubt == nil,
      let duration = unit.duration((ForeignForm.decimalComma.written(number) ?? Array(number))[...])
    {
      return check(duration) == nil ? duration : nil
    }
    let column = ColumnForm(of: [value], isForeign: true)
    if column.doubt == .thousands || column.unit != nil { return nil }
    for form in ForeignForm.allCases
    where form.type == type || (form.type == .number && type == .integer) {
      if let written = form.written(text), check(written) == nil { return written }
    }
    return nil
  }
}
