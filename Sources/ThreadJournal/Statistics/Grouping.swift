import ThreadStorage

/// What entries are put together by.
package enum Grouping: Sendable, Hashable {
  case period(Period)
  case weekday, hour, tag, thread
  /// The hours of each weekday.
  case hourOfWeek
  /// The value of the field with this `FieldName.key`.
  case field(key: String)

  /// What can be grouped by besides fields.
  package static let names =
    Period.allCases.map(\.rawValue) + ["weekday", "hour", "tag", "thread"]

  package init(_ name: String) {
    let key = FieldName.key(name)
    switch key {
    case "weekday": self = .weekday
    case "hour": self = .hour
    case "tag": self = .tag
    case "thread": self = .thread
    default:
      self =
        Period(rawValue: key).map { .period($0) }
        ?? .field(key: FieldName.key(CSVColumns.fieldName(ofHeader: name)))
    }
  }
}

/// The entries of a group, and the sums of their fields.
package struct GroupTally: Sendable {
  package enum Key: Sendable, Hashable {
    /// A period, by its first day.
    case period(start: Int)
    /// 1 is Monday.
    case weekday(Int)
    case hour(Int)
    /// From 0, the first of Monday.
    case hourOfWeek(Int)
    /// In lower case, without `#`.
    case tag(String)
    case thread(path: String)
    case number(FieldKind, FixedNumber, unit: String?)
    case text([UInt8])
    /// That of entries which have no such thing.
    case none
    /// So many periods one after the other that have no entry, and are left out.
    case gap(periods: Int)

    package var isGap: Bool { if case .gap = self { true } else { false } }
  }

  package let key: Key
  package internal(set) var entries = 0
  /// By the field's index in the tally, perhaps fewer than there are fields; those of the first fields alone, as a
  /// group of few entries has few of very many fields.
  private var sums: [NumberSum] = []
  private var otherSums: [Int: NumberSum] = [:]
  private static let mostFirst = 64

  init(_ key: Key) { self.key = key }

  package func sum(ofField index: Int) -> NumberSum {
    index < sums.count ? sums[index] : otherSums[index] ?? NumberSum()
  }

  @inline(__always)
  mutating func add(_ number: FixedNumber, toField index: Int) {
    changeSum(ofField: index) { $0.add(number) }
  }

  /// Adds another group, whose fields have the indices `fields` here.
  mutating func merge(_ other: GroupTally, fields: [Int]) {
    entries += other.entries
    for (index, sum) in other.sums.enumerated() where sum.count > 0 {
      changeSum(ofField: fields[index]) { $0.add(sum) }
    }
    for (index, sum) in other.otherSums { changeSum(ofField: fields[index]) { $0.add(sum) } }
  }

  @inline(__always)
  private mutating func changeSum(ofField index: Int, _ change: (inout NumberSum) -> Void) {
    if index < Self.mostFirst {
      while sums.count <= index { sums.append(NumberSum()) }
      change(&sums[index])
    } else {
      change(&otherSums[index, default: NumberSum()])
    }
  }
}

extension Grouping {
  /// The group of all entries of a day, where it depends on nothing else.
  func group(ofDay day: Int) -> GroupTally.Key? {
    switch self {
    case .period(let period): .period(start: period.start(of: day))
    case .weekday: .weekday(CalendarDate(daysSinceEpoch: day).weekday)
    case .hour, .hourOfWeek, .tag, .thread, .field: nil
    }
  }
}

extension JournalTally {
  /// More periods without an entry than these, one after the other, are one gap.
  package static let longestGap = 1000

  /// The groups in the order in which they are told, with those that are empty, and gaps in place of too many of them.
  package func arrangedGroups(_ grouping: Grouping) -> [GroupTally] {
    let known = Dictionary(groups.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    let others = known[.none].map { [$0] } ?? []
    func all(_ keys: [GroupTally.Key]) -> [GroupTally] {
      keys.map { known[$0] ?? GroupTally($0) } + others
    }
    switch grouping {
    case .period(let period):
      return all(periods(period))
    case .weekday: return entries == 0 ? [] : all((1...7).map { .weekday($0) })
    case .hour: return entries == 0 ? [] : all((0..<24).map { .hour($0) })
    case .hourOfWeek: return entries == 0 ? [] : all((0..<168).map { .hourOfWeek($0) })
    case .tag: return all(tags.map { .tag($0.tag) })
    case .thread: return all(threads.map { .thread(path: $0.path) })
    case .field(let key): return all(values(ofField: key))
    }
  }

  /// All periods between the first and the last entry.
  private func periods(_ period: Period) -> [GroupTally.Key] {
    let found = groups.compactMap {
      if case .period(let start) = $0.key { start } else { nil as Int? }
    }.sorted()
    var keys: [GroupTally.Key] = []
    var last: Int?
    for start in found {
      if let last {
        let count = period.count(from: last, to: start) - 1
        if count > Self.longestGap {
          keys.append(.gap(periods: count))
        } else {
          var next = period.next(after: last)
          while next < start {
            keys.append(.period(start: next))
            next = period.next(after: next)
          }
        }
      }
      keys.append(.period(start: start))
      last = start
    }
    return keys
  }

  /// The values of the field: numbers and days in their order, options in that of their definition, other texts by
  /// how often they are there.
  private func values(ofField key: String) -> [GroupTally.Key] {
    var fields = fields.filter { $0.identity.key == key }
    var keys: [GroupTally.Key] = []
    // Of one kind there may be fields of several units.
    while var field = fields.first {
      for own in fields where own.kind == field.kind {
        keys += own.numbers.keys.sorted().map { .number(own.kind, $0, unit: own.identity.unit) }
      }
      for other in fields.dropFirst() where other.kind == field.kind { field.merge(other) }
      fields.removeAll { $0.kind == field.kind }
      let options = Dictionary(
        field.options.enumerated().map { (Array($1.utf8), $0) }, uniquingKeysWith: { $1 })
      let texts = field.frequent.map(\.text)
      keys += texts.filter { options[$0] != nil }.sorted { options[$0] ?? 0 < options[$1] ?? 0 }
        .map { .text($0) }
      keys += texts.filter { options[$0] == nil }.map { .text($0) }
    }
    return keys
  }
}
