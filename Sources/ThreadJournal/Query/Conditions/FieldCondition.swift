import ThreadStorage

/// What a term like `mood:3..5` asks of a field.
struct FieldCondition: QueryCondition {
  let name: String
  let key: String
  /// Of these, one has to hold.
  let tests: [FieldTest]
  /// The same as `tests`, where all of them are ranges of whole numbers of up to 15 digits.
  let wholeNumbers: [ClosedRange<Int>]?

  init(name: String, tests: [FieldTest]) {
    self.name = name
    key = FieldName.key(name)
    self.tests = tests
    let ranges = tests.compactMap(\.wholeNumbers)
    wholeNumbers = ranges.count == tests.count ? ranges : nil
  }

  var literals: [LiteralSearch?] { [LiteralSearch(key + "::", isExact: false)] }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    let file = entry.file.bytes
    let bytes = file.span
    // Of a name given twice the last one counts (F18).
    guard let last = entry.content.fields.last(where: { isName(bytes, $0.name) }) else {
      return false
    }
    let value = last.value(in: bytes)
    let type = entry.file.schema.field(withKey: key)?.type
    return tests.contains { $0.accepts(value, type: type, reading) }
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    guard case .value(key) = part else { return [] }
    return tests.flatMap { $0.text.ranges(in: text) }
  }

  private func isName(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    for offset in range where bytes[offset] >= 0x80 {
      return FieldName.key(bytes.copy(range)) == key
    }
    guard key.utf8.count == range.count else { return false }
    var offset = range.lowerBound
    for byte in key.utf8 {
      if TextFolding.foldedASCII(bytes[offset]) != byte { return false }
      offset += 1
    }
    return true
  }
}

/// One value or range that a field is compared with, in every way that it can be read.
struct FieldTest: Sendable {
  /// Two ends of a range, nil where it is open; a single value is both.
  struct Bounds<Value: Comparable & Sendable>: Sendable {
    let lower: Value?
    let upper: Value?

    func contains(_ value: Value) -> Bool {
      if let lower, value < lower { return false }
      if let upper, value > upper { return false }
      return true
    }
  }

  let typed: String
  let text: TextPattern
  let key: String
  let numbers: Bounds<DecimalNumber>?
  /// The same as `numbers`, where both ends are whole numbers of up to 15 digits.
  let wholeNumbers: ClosedRange<Int>?
  let durations: Bounds<Int64>?
  let clocks: Bounds<Int>?
  let dates: TimeRange?
  let boolean: Bool?

  /// Reads `value`, which is a range where it has `ends`.
  init(_ value: [UInt8], ends: (lower: [UInt8], upper: [UInt8])?, dates: TimeRange?) {
    text = TextPattern(value)
    typed = String(utf8: value)
    key = FieldName.key(typed)
    let (lower, upper) = ends ?? (value, value)
    numbers = FieldTest.bounds(lower, upper) { DecimalNumber($0[...].trimmed) }
    wholeNumbers = numbers.flatMap { FieldTest.wholeNumbers($0) }
    durations = FieldTest.bounds(lower, upper) { FieldTest.seconds($0) }
    clocks = FieldTest.bounds(lower, upper) { FieldTest.clock($0) }
    boolean = ends == nil ? FieldTest.boolean(value) : nil
    self.dates = dates
  }

  private static func wholeNumbers(_ bounds: Bounds<DecimalNumber>) -> ClosedRange<Int>? {
    let limit = 999_999_999_999_999
    let ends = [bounds.lower?.text ?? "-\(limit)", bounds.upper?.text ?? "\(limit)"].map {
      Int($0) ?? Int.max
    }
    guard ends.allSatisfy({ abs($0 / 2) <= limit / 2 }), ends[0] <= ends[1] else { return nil }
    return ends[0]...ends[1]
  }

  private static func bounds<Value>(
    _ lower: [UInt8], _ upper: [UInt8], _ read: ([UInt8]) -> Value?
  ) -> Bounds<Value>? {
    let bounds = Bounds(lower: read(lower), upper: read(upper))
    guard lower.isEmpty == (bounds.lower == nil), upper.isEmpty == (bounds.upper == nil),
      !(lower.isEmpty && upper.isEmpty)
    else { return nil }
    return bounds
  }

  private static func boolean(_ value: [UInt8]) -> Bool? {
    if case .boolean(let boolean)? = FieldValue(value, as: .boolean) { boolean } else { nil }
  }

  private static func seconds(_ value: [UInt8]) -> Int64? {
    if case .duration(let seconds)? = FieldValue(value, as: .duration) { seconds } else { nil }
  }

  private static func clock(_ value: [UInt8]) -> Int? {
    guard case .time(let second)? = FieldValue(value, as: .time) else { return nil }
    return second
  }

  /// Whether a field's value passes; where it or the test does not fit the type, it has to contain the test's text.
  func accepts(_ value: [UInt8], type: FieldType?, _ reading: DateReading) -> Bool {
    switch type {
    case nil, .integer, .number:
      if let numbers, let number = DecimalNumber(value[...].trimmed) {
        return numbers.contains(number)
      }
    case .duration:
      if let durations, let seconds = Self.seconds(value) {
        return durations.contains(seconds)
      }
    case .time:
      if let clocks, let second = FieldTest.clock(value) { return clocks.contains(second) }
    case .boolean:
      if let boolean, let actual = Self.boolean(value) { return boolean == actual }
    case .date:
      let typed = String(utf8: value[...].trimmed)
      if let dates, let day = Timestamp(typed) { return dates.contains(reading.instant(of: day)) }
    case .choice: return FieldName.key(value[...].trimmed) == key
    case .text: break
    }
    return text.matches(value)
  }
}
