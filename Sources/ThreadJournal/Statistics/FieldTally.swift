import ThreadStorage

/// What the figures of a field are made of: its type, where whole numbers are numbers, and a choice is a text.
package enum FieldKind: String, Sendable, Hashable, CaseIterable {
  case number, duration, time, boolean, date, text

  init(_ type: FieldType) {
    switch type {
    case .integer, .number: self = .number
    case .duration: self = .duration
    case .time: self = .time
    case .boolean: self = .boolean
    case .date: self = .date
    case .text, .choice: self = .text
    }
  }

  /// Whether values have a mean.
  package var hasMean: Bool {
    switch self {
    case .number, .duration, .time, .boolean: true
    case .date, .text: false
    }
  }

  /// Whether values can be added up: not the times of a clock.
  package var hasSum: Bool { self != .time && hasMean }
}

/// The values of a field, counted: of all threads that define one of this name, kind and unit.
package struct FieldTally: Sendable {
  /// What makes the fields of several threads one: name and unit as they are compared.
  package struct Identity: Sendable, Hashable {
    package let key: String
    package let kind: FieldKind
    package let unit: String?
  }

  package let identity: Identity
  /// The name as the first of the threads spells it.
  package let name: String
  package let unit: String?
  /// The options of the first of the threads, in their order.
  package let options: [String]
  /// How often each value is there that is no text: days count from 1970-01-01, durations in seconds, times in seconds
  /// after the day's start, and yes is 1.
  package private(set) var numbers: [FixedNumber: Int] = [:]
  package private(set) var texts: [[UInt8]: Int] = [:]
  /// How many values are none of the field's type, or have more digits than are counted.
  package private(set) var unfit = 0
  /// From where to where the numbers of each thread go, where it is of several.
  private var reaches: [ClosedRange<FixedNumber>] = []
  /// The values of the last weeks, the present one first.
  package private(set) var trend = weeks.map { _ in NumberSum() }

  /// The weeks of a trend, 0 the present one.
  package static let weeks = 0..<12

  /// A value as it is counted.
  enum Value: Sendable, Hashable {
    case number(FixedNumber)
    case text([UInt8])
    case unfit
    /// An empty value, which is none.
    case empty
  }

  init(_ name: String, key: String, _ definition: FieldDefinition?) {
    let kind = FieldKind(definition?.type ?? .text)
    self.name = definition?.name ?? name
    unit = kind == .number ? definition?.unit : nil
    identity = Identity(key: key, kind: kind, unit: unit.map(FieldName.key))
    options = definition?.options ?? []
  }

  package var kind: FieldKind { identity.kind }

  /// What `bytes` are counted as; a clock's time from the start of days, so many seconds after midnight.
  static func value(
    _ bytes: [UInt8], _ definition: FieldDefinition?, dayStartsAt: Int
  ) -> Value {
    let typed = bytes[...].trimmed
    if typed.isEmpty { return .empty }
    guard let definition else { return .text(Array(typed)) }
    guard let value = definition.value(of: bytes) else { return .unfit }
    switch value {
    case .text(let text): return .text(Array(text[...].trimmed))
    case .choice(let index): return .text(Array(definition.options[index].utf8))
    case .number(let number): return FixedNumber(number).map { .number($0) } ?? .unfit
    case .duration(let seconds):
      return value.isCounted ? .number(FixedNumber(Int(seconds))) : .unfit
    case .time(let second):
      return .number(FixedNumber((second - dayStartsAt + 86_400) % 86_400))
    case .boolean(let flag): return .number(FixedNumber(flag ? 1 : 0))
    case .date(let date): return .number(FixedNumber(date.daysSinceEpoch))
    }
  }

  mutating func count(_ value: Value, times: Int) {
    switch value {
    case .number(let number): numbers[number, default: 0] += times
    case .text(let text): texts[text, default: 0] += times
    case .unfit: unfit += times
    case .empty: break
    }
  }

  @inline(__always)
  mutating func count(_ number: FixedNumber, inWeek week: Int) { trend[week].add(number) }

  /// Adds the values of another thread.
  mutating func merge(_ other: FieldTally) {
    reaches = ownReaches + other.ownReaches
    numbers.merge(other.numbers, uniquingKeysWith: +)
    texts.merge(other.texts, uniquingKeysWith: +)
    unfit += other.unfit
    for week in Self.weeks { trend[week].add(other.trend[week]) }
  }

  private var ownReaches: [ClosedRange<FixedNumber>] {
    guard reaches.isEmpty, let least = numbers.keys.min(), let most = numbers.keys.max() else {
      return reaches
    }
    return [least...most]
  }

  /// How many threads have numbers that go into one mean; 1 where it has none.
  package var threadCount: Int { kind.hasMean ? max(1, reaches.count) : 1 }

  /// Whether it is of several threads, and the numbers of some are far above those of the others, as the weights of two people.
  package var isOfUnlike: Bool {
    let sorted = reaches.sorted { $0.lowerBound < $1.lowerBound }
    guard kind == .number || kind == .duration, let first = sorted.first,
      first.lowerBound.whole >= 0
    else { return false }
    var most = first.upperBound
    return sorted.dropFirst().contains { reach in
      defer { most = max(most, reach.upperBound) }
      return reach.lowerBound.whole / 2 > most.whole
    }
  }

  /// The values that are texts, the most frequent first, then by their bytes.
  package var frequent: [(text: [UInt8], count: Int)] {
    texts.map { ($0.key, $0.value) }.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.text.lexicographicallyPrecedes($1.text)
    }
  }
}

package struct NumberFigures: Sendable {
  package private(set) var total = NumberSum()
  /// The value in the middle, or the two of an even number.
  package private(set) var middle = NumberSum()
  package let least: FixedNumber
  package let greatest: FixedNumber
  /// The most digits that a value has behind its point.
  package private(set) var decimals = 0
  private var hasSeconds = false

  /// The figures of values that are there so often; nil of none.
  package init?(_ counts: [FixedNumber: Int]) {
    let values = counts.sorted { $0.key < $1.key }
    guard let first = values.first, let last = values.last else { return nil }
    (least, greatest) = (first.key, last.key)
    for (value, count) in values {
      total.add(value, times: count)
      decimals = max(decimals, value.decimals)
      if value.whole % 60 != 0 { hasSeconds = true }
    }
    let (low, high) = ((total.count - 1) / 2, total.count / 2)
    var before = 0
    for (value, count) in values {
      if before..<before + count ~= low { middle.add(value) }
      if high != low, before..<before + count ~= high { middle.add(value) }
      before += count
    }
  }

  /// Whether minutes are too coarse for the mean of these durations: one has seconds, or all are shorter than an hour.
  package var needsSeconds: Bool { hasSeconds || greatest < FixedNumber(3600) }

  /// How often a value that is 1 or 0 is 1.
  package var yes: Int { total.sum.whole }
}
