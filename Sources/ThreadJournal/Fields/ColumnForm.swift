import ThreadStorage

/// What all values of a field that nobody has defined have in common: its type, and how they are read.
package struct ColumnForm: Sendable {
  /// Why values stay text that look like something.
  package enum Doubt: Sendable, Hashable {
    /// `1:30` may be a time of day or a duration, of hours or of minutes, and so may `00:45:00`.
    case timeOrDuration
    /// `5:30` may be a duration of hours and minutes, or of minutes and seconds.
    case hoursOrMinutes
    /// `1,234` may be a thousand or little more than one, and so may `1.234`.
    case thousands
    /// `1.234` is read as little more than one, as its field takes numbers, and may be a thousand.
    case readAsDecimals
    /// `7.30` is read with a decimal point in a field that takes numbers, and others have a comma there.
    case readWithPoint
    /// `7.30` is read as a number, and all of them may be hours and minutes.
    case readAsHours
    /// `45m` may be minutes or metres.
    case minutesOrMetres
    /// Some have other units than others, or none.
    case units
    /// Dates in a form that the setting of the order of day and month reads.
    case dates
    /// `1,234.50`, `$5.00`, and `81,4` beside `81.1`.
    case numberForms
    /// `y` and `n`, `j` and `n`.
    case initials
    /// Its column is in this unit, and its field in another.
    case otherUnit(String, of: String)
    /// `--` in a column of texts.
    case mayBeNone
    /// It stands at this line of this file, and is not of the type that most others have.
    case unlikeOthers(FieldType, file: String, line: Int)
  }

  package private(set) var type: FieldType
  package private(set) var unit: String?
  package private(set) var doubt: Doubt?
  private var form: ForeignForm?
  /// The order of day and month, where all values are dates of other forms.
  private var dateOrder: ForeignDate.Order?

  /// The form of `values`; those of our own exports are as their types write them.
  ///
  /// - Parameters:
  ///   - name: The field's, which may tell times of day from durations.
  ///   - dateOrder: How dates such as 11.12.2026 are read; nil for not at all.
  package init(
    of values: [[UInt8]], isForeign: Bool, named name: String = "",
    dateOrder: ForeignDate.Order? = nil
  ) {
    type = FieldType(narrowestOf: values)
    guard isForeign else { return }
    let texts = values.map { $0[...].trimmed }
    if type == .text, let dateOrder, !texts.isEmpty,
      texts.allSatisfy({ dateOrder.date(of: Array($0)) != nil })
    {
      (type, self.dateOrder) = (.date, dateOrder)
      return
    }
    if type == .time || type == .text, tellClocks(texts, named: name) { return }
    if type == .number || type == .text, !texts.isEmpty,
      ClockMeaning(ofFieldNamed: name) == .timeOfDay,
      texts.allSatisfy({ ForeignForm.pointedClock.written($0) != nil })
    {
      (type, form) = (.time, .pointedClock)
      return
    }
    if type == .number, ColumnForm.mayBeThousands(texts) {
      (type, doubt) = (.text, .thousands)
      return
    }
    if type == .number, ColumnForm.mayBeHours(texts) { doubt = .readAsHours }
    let quantities = texts.compactMap { Quantity($0) }
    let units = Set(quantities.map { String(utf8: $0.unit) })
    let isPlace =
      quantities.allSatisfy(\.mayBePlace) && Set(quantities.map(\.number)).count == 1
    let isQuantity =
      !texts.isEmpty && quantities.count == texts.count && units.count == 1 && !isPlace
    // `100 m` are metres: nobody sets off the letter of minutes.
    let isMetres = isQuantity && units.first?.lowercased() == "m"
    guard type == .text || isMetres else { return }
    type = .text
    if isMetres, !texts.contains(where: { $0.contains { $0 == .space || $0 >= 0x80 } }) {
      doubt = .minutesOrMetres
      return
    }
    if !isMetres { findForm(of: texts) }
    guard type == .text else {
      doubt = nil
      return
    }
    if isQuantity, let only = units.first {
      let numbers = quantities.map(\.number)
      type = FieldType(narrowestOf: numbers.map { Array($0) })
      if type == .number, ColumnForm.mayBeThousands(numbers) {
        (type, doubt) = (.text, .thousands)
        return
      }
      if type == .text { findForm(of: numbers) }
      if type == .integer || type == .number {
        (unit, doubt) = (only, nil)
        return
      }
      (type, form) = (.text, nil)
    }
    if doubt == nil, !quantities.isEmpty, !isQuantity, !isPlace,
      texts.allSatisfy({
        Quantity($0) != nil || DecimalNumber($0) != nil
          || ForeignForm.decimalComma.written($0) != nil
      })
    {
      doubt = .units
    }
  }

  /// The form of durations such as `7:30`, before whose colon this unit stands.
  init(beforeColon unit: TimeUnit) {
    type = .duration
    form = unit == .minutes ? .shortHours : .hoursAndMinutes
  }

  /// Whether `texts` are written as `7:30` is, which may be a time of day or a duration; the type is then told by the
  /// field's name, or by hours of two digits.
  private mutating func tellClocks(_ texts: [ArraySlice<UInt8>], named name: String) -> Bool {
    guard !texts.isEmpty, texts.allSatisfy({ ForeignForm.hoursAndMinutes.written($0) != nil })
    else { return false }
    let areTimes = texts.allSatisfy { ForeignForm.clock.written($0) != nil }
    let haveSeconds = texts.allSatisfy { text in text.count { $0 == .colon } == 2 }
    let digits = texts.map { $0.prefix { $0 != .colon } }
    let mostHours = digits.compactMap { Int(String(utf8: $0)) }.max() ?? 0
    if TimeUnit(beforeColonIn: texts, named: name) == .minutes,
      texts.allSatisfy({ ForeignForm.shortHours.written($0) != nil })
    {
      (type, form) = (.duration, .shortHours)
      return true
    }
    switch ClockMeaning(ofFieldNamed: name) {
    case .timeOfDay? where areTimes: (type, form) = (.time, .clock)
    // Nobody sleeps for so long, and some fall asleep then.
    case .duration? where mostHours <= 16 || mostHours > 23,
      .shortDuration? where haveSeconds:
      (type, form) = (.duration, .hoursAndMinutes)
    case .shortDuration?: (type, doubt) = (.text, .hoursOrMinutes)
    default:
      guard type == .time else { return false }
      // Spreadsheets write durations as they write times; hours of one digit, too, may be anything.
      let isClear =
        !texts.contains { $0.count == 8 }
        && (mostHours > 12 || digits.allSatisfy { $0.count == 2 })
      if !isClear { (type, doubt) = (.text, .timeOrDuration) }
    }
    return true
  }

  /// The position of the first of `values` that is not of the type which at least half of them have, and that type.
  static func odd(in values: [[UInt8]]) -> (position: Int, type: FieldType)? {
    guard let usual = usualType(of: values, isForeign: true) else { return nil }
    let odd = values.firstIndex { value in
      // Alone, `45m` may be metres.
      let isDuration = usual == .duration && FieldValue.seconds(value[...].trimmed) != nil
      return !isDuration && type(of: value, isForeign: true) != usual
    }
    return odd.map { ($0, usual) }
  }

  /// The type that at least half of `values` have, each for itself; nil where that is text, or there is but one.
  ///
  /// Of other programs' values without letters, such as `7-8` and `~6` beside 7, fewer will do.
  static func usualType(of values: [[UInt8]], isForeign: Bool) -> FieldType? {
    let sample = values.prefix(200).map { type(of: $0, isForeign: isForeign) }
    let counts = Dictionary(sample.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.key != .text }
    let usual = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    let haveLetters = values.prefix(200).contains { value in
      value.contains { Byte.isLetter($0) || $0 >= 0x80 } || !value.contains(where: Byte.isDigit)
    }
    guard let usual, sample.count > 1,
      isForeign && !haveLetters || usual.value * 2 >= sample.count
    else { return nil }
    return usual.key
  }

  private static func type(of value: [UInt8], isForeign: Bool) -> FieldType {
    // No number is longer.
    guard value.count <= 40 else { return .text }
    let type = ColumnForm(of: [value], isForeign: isForeign).type
    return type == .integer ? .number : type
  }

  /// What all of `values`, which stay text, look like; nil for nothing.
  static func unread(_ values: [[UInt8]]) -> Doubt? {
    let texts = values.map { Array($0[...].trimmed) }
    guard !texts.contains(where: \.isEmpty) else { return nil }
    let areDates = texts.allSatisfy { text in
      let date = ForeignDate(text.span, at: 0, upTo: text.count)
      return date?.end == text.count && date?.hasShortYear == false
    }
    if areDates { return .dates }
    if texts.allSatisfy(isLikeNumber) { return .numberForms }
    let words = Set(texts.map { String(utf8: $0).lowercased() })
    return words == ["y", "n"] || words == ["j", "n"] ? .initials : nil
  }

  /// Whether another program writes so that there is no value, among numbers: `--`, `n/a`.
  static func isNone(_ value: [UInt8]) -> Bool {
    value.count < 8 && value.first.map(Byte.isDigit) == false
      && ["-", "--", "---", "–", "—", "n/a", "#n/a", "nan", "null"].contains(
        String(utf8: value[...].trimmed).lowercased())
  }

  /// The first of `values`, which stay text for this reason, that shows it best.
  static func example(of doubt: Doubt, in values: [[UInt8]]) -> [UInt8]? {
    values.first { value in
      switch doubt {
      case .thousands:
        (Quantity(value[...].trimmed)?.number ?? value[...].trimmed).contains {
          " .,".utf8.contains($0) || $0 >= 0x80
        }
      case .units: Quantity(value[...].trimmed) != nil
      case .numberForms: ColumnForm(of: [value], isForeign: true).type == .text
      default: true
      }
    } ?? values.first
  }

  /// Whether it is a number, with a unit or without, with any of the signs between thousands; in brackets it is below
  /// zero.
  private static func isLikeNumber(_ value: [UInt8]) -> Bool {
    var text = value[...]
    if text.first == UInt8(ascii: "("), text.last == UInt8(ascii: ")") {
      text = text.dropFirst().dropLast()
    }
    // `+420 541 211 344` is of a telephone.
    if text.first == UInt8(ascii: "+"), text.contains(.space) { return false }
    let typed = Quantity(text)?.number ?? text
    // `5'09` is no number of thousands.
    let parts = typed.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    guard parts.dropFirst().allSatisfy({ $0.prefix(while: Byte.isDigit).count == 3 }) else {
      return false
    }
    let number = Array(parts.joined())
    let comma = UInt8(ascii: ",")
    let groups = number.prefix { $0 != .dot }.split(
      separator: comma, omittingEmptySubsequences: false)
    let areThousands = groups.dropFirst().allSatisfy { $0.count == 3 }
    let plain = number.filter { $0 != comma }
    return !DecimalNumber.isCode(number)
      && (areThousands && DecimalNumber(plain[...]) != nil
        || ForeignForm.decimalComma.written(number[...]) != nil)
  }

  /// Whether its numbers are written as `1.250,5` or `1,250.5` is.
  var tellsThousands: Bool { form == .decimalComma || form == .commaOfThousands }

  /// Whether its numbers have no unit, or that of `field`: a number of another one is another there.
  func hasUnit(of field: FieldDefinition) -> Bool {
    guard let unit else { return true }
    return field.unit.map { FieldName.key($0) } == FieldName.key(unit)
  }

  private mutating func findForm(of texts: [ArraySlice<UInt8>]) {
    for candidate in ForeignForm.allCases where !texts.isEmpty {
      let written = texts.lazy.map { candidate.written($0) }
      // `+420 541 211 344` is no number without its blanks, either.
      guard written.allSatisfy({ $0 != nil }), isCertain(candidate, texts),
        FieldType(narrowestOf: written.compactMap(\.self)) != .text
      else { continue }
      (form, type) = (candidate, candidate.type)
      return
    }
  }

  /// Whether all numbers with a point may be thousands, which have one in half of Europe.
  package static func mayBeThousands(_ numbers: [ArraySlice<UInt8>]) -> Bool {
    let pointed = numbers.filter { $0.contains(.dot) }
    return !pointed.isEmpty && pointed.allSatisfy(ForeignForm.isGrouped)
  }

  /// Whether several numbers are all written as hours and minutes are where these have a point, and as they are rounded:
  /// `22.45`, `7.30`.
  private static func mayBeHours(_ numbers: [ArraySlice<UInt8>]) -> Bool {
    let minutes = numbers.map { $0.suffix(2) }
    return numbers.count > 2 && Set(minutes).count > 1
      && minutes.allSatisfy { $0.last == 0x30 || $0.last == 0x35 }
      && numbers.allSatisfy {
        $0.dropLast(2).last == .dot && ForeignForm.pointedClock.written($0) != nil
      }
  }

  /// Whether the form leaves no other reading.
  private mutating func isCertain(_ form: ForeignForm, _ texts: [ArraySlice<UInt8>]) -> Bool {
    switch form {
    case .decimalComma, .commaOfThousands:
      // Three digits behind each comma or point may be thousands, and behind a blank are.
      let isClear = texts.contains { text in
        text.contains { $0 == .space || $0 >= 0x80 }
          || text.firstIndex(of: UInt8(ascii: ",")).map { text.endIndex - $0 != 4 } == true
          || text.count { $0 == .dot || $0 == UInt8(ascii: ",") } > 1
      }
      if !isClear { doubt = .thousands }
      return isClear
    case .hoursAndMinutes:
      // `36:15` is no time of day, and may be minutes and seconds.
      let areBeyondDay = texts.contains { text in
        Int(String(utf8: text.prefix { $0 != .colon })).map { $0 >= 24 } == true
      }
      let isClear =
        areBeyondDay && texts.allSatisfy { text in text.count { $0 == .colon } == 2 }
      if !isClear { doubt = areBeyondDay ? .hoursOrMinutes : .timeOrDuration }
      return isClear
    case .clock: return texts.contains(where: TypedClock.hasHalf)
    case .german, .french, .spanish, .duration: return true
    // `NE` alone is a wind, and `nie` is never.
    case .slavic: return Set(texts.map { form.written($0) }).count > 1
    // `22.30` may be anything, and `28:14` hours and minutes.
    case .pointedClock, .shortHours: return false
    }
  }

  /// What the field's type writes for `value`.
  package func written(_ value: [UInt8]) -> [UInt8] {
    var text = value[...].trimmed
    if let date = dateOrder?.date(of: Array(text)) { return Array(date.text.utf8) }
    if type == .boolean, let plain = FieldValue.plainBoolean(text) { return plain }
    if unit != nil, let quantity = Quantity(text) { text = quantity.number }
    if let form { return form.written(text) ?? value }
    return unit == nil ? value : Array(text)
  }
}

extension ForeignDate.Order {
  /// The date that `text` is where people write day and month in this order.
  func date(of text: [UInt8]) -> CalendarDate? {
    let found = ForeignDate(text.span, at: 0, upTo: text.count)
    return found?.end == text.count ? found?.date(in: self) : nil
  }
}
