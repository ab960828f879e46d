import ThreadStorage

/// What a term like `mood:3..5` asks of a field.
struct FieldCondition: QueryCondition {
  let name: String
  let key: String
  /// Of these, one has to hold.
  let tests: [FieldTest]
  /// The same as `tests`, where all of them are ranges of whole numbers of up to 15 digits.
  let wholeNumbers: [ClosedRange<Int>]?
  /// What of an entry's time is asked for where neither its thread nor the entry has such a field; mostly nothing.
  let part: TimePart?

  /// What the time of an entry with an end tells, by its key (F8a).
  enum TimePart: String, Sendable {
    case end
    case length

    /// The end where only times of a clock are asked for: of any day.
    case clockOfEnd

    var type: FieldType {
      switch self {
      case .end: .date
      case .length: .duration
      case .clockOfEnd: .time
      }
    }

    func value(of time: Timestamp, _ zone: LocalTimeZone) -> String? {
      switch self {
      case .end: time.end(in: zone)?.rfc3339(in: zone)
      case .length: time.lengthText(in: zone)
      case .clockOfEnd: (time.end(in: zone)?.minuteText.suffix(5)).map(String.init)
      }
    }
  }

  init(name: String, tests: [FieldTest], part: TimePart? = nil) {
    self.name = name
    key = FieldName.key(name)
    self.tests = tests
    self.part = part == .end && tests.allSatisfy { $0.clocks != nil } ? .clockOfEnd : part
    let ranges = tests.compactMap(\.wholeNumbers)
    wholeNumbers = ranges.count == tests.count ? ranges : nil
  }

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    part == nil ? [LiteralSearch(key + "::", isExact: false)] : []
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    let file = entry.file.bytes
    let bytes = file.span
    var type = entry.file.schema.field(withKey: key)?.type
    let value: [UInt8]
    // Of a name given twice the last one counts (F18).
    if let last = entry.content.fields.last(where: { isName(bytes, $0.name) }) {
      value = last.value(in: bytes)
    } else if type == nil, let part, let told = part.value(of: entry.timestamp, reading.zone) {
      (value, type) = (Array(told.utf8), part.type)
    } else {
      return false
    }
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

/// What is asked of a field in a thread; a class, so that looking at it copies nothing.
final class FieldCheck: Sendable {
  private let field: FieldCondition
  private let reading: DateReading
  /// The field's type; nil where the thread does not define it.
  private let type: FieldType?
  private static let separator = Array("::".utf8)

  init(_ field: FieldCondition, _ schema: FieldSchema, _ reading: DateReading) {
    self.field = field
    self.reading = reading
    type = schema.field(withKey: field.key)?.type
  }

  /// Whether the value behind the next `::` after `index` may pass, as far as a single line tells.
  func mayAccept(_ bytes: borrowing Span<UInt8>, after index: Int, upTo end: Int) -> Bool {
    if let ranges = field.wholeNumbers, type == nil || type == .integer || type == .number,
      let number = FieldCheck.numberInLine(bytes, from: index, upTo: end)
    {
      return ranges.contains { $0.contains(number) }
    }
    let line = Line(startingAt: index, in: bytes, upTo: end)
    let colons = ByteSearch.firstIndex(of: FieldCheck.separator, in: bytes, line.text)
    guard let colons else { return true }
    let goesOn =
      line.next + 1 < end && bytes[line.next] == UInt8(ascii: " ")
      && bytes[line.next + 1] == UInt8(ascii: " ")
    if goesOn { return true }
    let range = min(colons + 3, line.text.upperBound)..<line.text.upperBound
    let value = bytes.copy(range)
    return field.tests.contains { $0.accepts(value, type: type, reading) }
  }

  /// The number behind the next `::` where it has up to 15 digits and nothing else follows on its line or the next.
  private static func numberInLine(
    _ bytes: borrowing Span<UInt8>, from start: Int, upTo end: Int
  ) -> Int? {
    // Most names are short; what is longer is read in the general way.
    let limit = min(start + 64, end - 4)
    var offset = start
    while offset < limit, bytes[offset] != UInt8(ascii: ":") { offset += 1 }
    guard offset < limit, bytes[offset + 1] == UInt8(ascii: ":"),
      bytes[offset + 2] == UInt8(ascii: " ")
    else { return nil }
    offset += 3
    let digits = offset
    var number = 0
    while offset < end, bytes[offset] &- 0x30 < 10, offset - digits < 15 {
      number = number * 10 + Int(bytes[offset] &- 0x30)
      offset += 1
    }
    // A line that begins with a space may belong to the value.
    guard offset > digits, offset + 1 < end, bytes[offset] == UInt8(ascii: "\n"),
      bytes[offset + 1] != UInt8(ascii: " ")
    else { return nil }
    return number
  }
}

/// The sign before a value that others are compared with: `>7`.
package enum Comparison: String, Sendable {
  case above = ">"
  case atLeast = ">="
  case below = "<"
  case atMost = "<="

  /// Whether `character` is one of those that they are made of.
  package static func isSign(_ character: Character) -> Bool { "<>=".contains(character) }

  /// The ends of the range that it makes with `value`.
  func ends(_ value: [UInt8]) -> (lower: [UInt8], upper: [UInt8]) {
    self == .above || self == .atLeast ? (value, []) : ([], value)
  }

  /// The times that it means with `range`, whose own bounds are both given.
  func times(_ range: TimeRange) -> TimeRange {
    switch self {
    case .above: TimeRange(start: range.end, end: nil)
    case .atLeast: TimeRange(start: range.start, end: nil)
    case .below: TimeRange(start: nil, end: range.start)
    case .atMost: TimeRange(start: nil, end: range.end)
    }
  }
}

extension FieldTest.Bounds<Int> {
  /// Of times of a clock, in seconds after midnight, the bounds in the order that they have in a day.
  fileprivate func ordered(_ reading: DateReading) -> Self {
    FieldTest.Bounds(
      lower: lower.map { reading.order(ofClock: $0) },
      upper: upper.map { reading.order(ofClock: $0) }, leavesOutEnds: leavesOutEnds)
  }
}

/// One value or range that a field is compared with, in every way that it can be read.
struct FieldTest: Sendable {
  /// Two ends of a range, nil where it is open; a single value is both.
  struct Bounds<Value: Comparable & Sendable>: Sendable {
    let lower: Value?
    let upper: Value?
    let leavesOutEnds: Bool

    var isEmpty: Bool {
      if let lower, let upper { upper < lower } else { false }
    }

    /// Whether every value is within one of both, which are open at one end each.
    func leavesNothingOut(with other: Bounds) -> Bool {
      guard (lower == nil) != (other.lower == nil), (upper == nil) != (other.upper == nil),
        let lower = lower ?? other.lower, let upper = upper ?? other.upper
      else { return false }
      return lower < upper
    }

    /// Whether no value from `least` to `most` is within it.
    func leavesOutAll(from least: Value?, to most: Value?) -> Bool {
      if let lower, let most, most < lower || leavesOutEnds && most == lower { return true }
      if let upper, let least, upper < least || leavesOutEnds && upper == least { return true }
      return false
    }

    /// Whether it is inside where the values go round: `22:00..01:00` is a range over midnight.
    func containsRound(_ value: Value) -> Bool {
      guard isEmpty, let lower, let upper else { return contains(value) }
      return value >= lower || value <= upper
    }

    func contains(_ value: Value) -> Bool {
      if let lower, value < lower || leavesOutEnds && value == lower { return false }
      if let upper, value > upper || leavesOutEnds && value == upper { return false }
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
  /// Whether it asks for an order, which a text has none of.
  let isComparison: Bool
  /// Whether it is a range of numbers, durations or times of a clock, or of words with numbers, as grades are: `V4..V6`.
  let isRangeOfNumbers: Bool

  /// Reads `value`, which is a range where it has `ends`; with a `comparison` these are what that makes of it.
  init(
    _ value: [UInt8], ends: (lower: [UInt8], upper: [UInt8])?, _ comparison: Comparison? = nil,
    dates: TimeRange?
  ) {
    text = TextPattern(value)
    typed = String(utf8: value)
    key = FieldName.key(typed)
    isComparison = comparison != nil
    let leavesOutEnds = comparison == .above || comparison == .below
    let isRange = comparison == nil && ends != nil
    let ends = (lower: ends?.lower ?? value, upper: ends?.upper ?? value, leavesOutEnds)
    numbers = FieldTest.bounds(ends) { DecimalNumber($0) }
    wholeNumbers = numbers.flatMap { FieldTest.wholeNumbers($0) }
    durations = FieldTest.bounds(ends) { FieldValue.seconds($0) }
    clocks = FieldTest.bounds(ends) { end in
      FieldValue.clock(end)
        ?? ForeignForm.clock.written(end).flatMap { FieldValue.clock($0[...]) }
    }
    boolean = FieldValue.boolean(value[...].trimmed)
    self.dates = dates
    let isOfGrades =
      [ends.lower, ends.upper].allSatisfy { end in
        end.count < 10 && !end.contains(where: Byte.isSpace)
          && (end.isEmpty || end.contains(where: Byte.isDigit))
      } && !(ends.lower.isEmpty && ends.upper.isEmpty)
    isRangeOfNumbers =
      isRange && (isOfGrades || numbers != nil || durations != nil || clocks != nil)
  }

  /// Whether every value is within one of both, such as `>=4` and `<=6`.
  func leavesNothingOut(with other: FieldTest, _ reading: DateReading) -> Bool {
    if let numbers, let others = other.numbers { return numbers.leavesNothingOut(with: others) }
    if let durations, let others = other.durations {
      return durations.leavesNothingOut(with: others)
    }
    if let clocks = clocks?.ordered(reading), let others = other.clocks?.ordered(reading) {
      return clocks.leavesNothingOut(with: others)
    }
    if let dates, let others = other.dates { return dates.leavesNothingOut(with: others) }
    return false
  }

  /// Whether it is a range of numbers or durations with nothing in it.
  var isEmptyRange: Bool { numbers?.isEmpty == true || durations?.isEmpty == true }

  private static func wholeNumbers(_ bounds: Bounds<DecimalNumber>) -> ClosedRange<Int>? {
    let limit = 999_999_999_999_999
    var ends = [bounds.lower?.text ?? "-\(limit)", bounds.upper?.text ?? "\(limit)"].map {
      Int($0) ?? Int.max
    }
    guard ends.allSatisfy({ abs($0 / 2) <= limit / 2 }) else { return nil }
    if bounds.leavesOutEnds, bounds.lower != nil { ends[0] += 1 }
    if bounds.leavesOutEnds, bounds.upper != nil { ends[1] -= 1 }
    return ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  private static func bounds<Value>(
    _ ends: (lower: [UInt8], upper: [UInt8], areLeftOut: Bool),
    _ read: (ArraySlice<UInt8>) -> Value?
  ) -> Bounds<Value>? {
    let (lower, upper, leavesOutEnds) = ends
    let bounds = Bounds(
      lower: read(lower[...].trimmed), upper: read(upper[...].trimmed),
      leavesOutEnds: leavesOutEnds)
    guard lower.isEmpty == (bounds.lower == nil), upper.isEmpty == (bounds.upper == nil),
      !(lower.isEmpty && upper.isEmpty)
    else { return nil }
    return bounds
  }

  /// Whether a field's value passes; where it or the test does not fit the type, it has to contain the test's text.
  func accepts(_ value: [UInt8], type: FieldType?, _ reading: DateReading) -> Bool {
    let trimmed = value[...].trimmed
    switch type {
    case nil, .integer, .number:
      if let numbers, let number = DecimalNumber(trimmed) { return numbers.contains(number) }
    case .duration:
      if let durations, let seconds = FieldValue.seconds(trimmed) {
        return durations.contains(seconds)
      }
    case .time:
      if let clocks, let second = FieldValue.clock(trimmed) {
        return clocks.ordered(reading).containsRound(reading.order(ofClock: second))
      }
    case .boolean:
      if let boolean, let actual = FieldValue.boolean(trimmed) { return boolean == actual }
    case .date:
      let typed = String(utf8: trimmed)
      if let dates, let day = Timestamp(typed) { return dates.contains(day, reading) }
    case .choice: return FieldName.key(trimmed) == key
    case .text: break
    }
    return text.matches(value)
  }
}
