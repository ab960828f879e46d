import ThreadStorage

/// What a thread is meant for: how often an entry is written, from when on, and what it must hold.
///
/// The last line that has begun holds, so that a change of mind does not change what was.
package struct Plan: Sendable {
  package struct Line: Sendable {
    /// The first day, counted from 1970-01-01.
    package let from: Int
    package let cadence: Cadence
    /// The query that an entry must match; nil for any entry.
    package let goal: String?
    let query: EntryQuery?
    /// Its index in the sequence.
    let item: Int
  }

  /// In the order of their days.
  package private(set) var lines: [Line] = []

  /// What a line of a plan may have.
  private static let keys = ["from", "every", "goal"]

  /// The query that the text of a goal makes; nil where it makes none.
  package typealias Reading = @Sendable (String) -> EntryQuery?

  /// The plan that the value of the key `plan` says.
  ///
  /// - Throws: `PlanProblem`, the first; a plan of which one line cannot be read is none.
  package init(_ value: YAMLValue, _ reading: Reading) throws(PlanProblem) {
    guard let items = value.items else { throw PlanProblem(.notAList, value) }
    for (index, item) in items.enumerated() {
      guard let pairs = item.pairs else { throw PlanProblem(.notALine, item) }
      if let pair = pairs.first(where: { !Self.keys.contains(String(utf8: $0.name)) }) {
        throw PlanProblem(.unknownKey(String(utf8: pair.name)), pair.key)
      }
      guard let from = item.value(at: ["from"]) else { throw PlanProblem(.noStart, item) }
      guard let time = from.stringBytes.flatMap({ Timestamp(String(utf8: $0)) }),
        time.precision == .day, time.utcOffset == nil
      else { throw PlanProblem(.badStart, from) }
      let day = time.date.daysSinceEpoch
      if let last = lines.last, last.from > day { throw PlanProblem(.disorder, from) }
      guard let every = item.value(at: ["every"]) else { throw PlanProblem(.noCadence, item) }
      guard let cadence = Cadence(every) else { throw PlanProblem(.badCadence, every) }
      var line = Line(from: day, cadence: cadence, goal: nil, query: nil, item: index)
      if let goal = item.value(at: ["goal"]), !goal.isNull {
        guard let text = goal.stringBytes.map({ String(utf8: $0) }), let query = reading(text)
        else { throw PlanProblem(.badGoal, goal) }
        line = Line(from: day, cadence: cadence, goal: text, query: query, item: index)
      }
      // Of two lines of one day the later one holds.
      if lines.last?.from == day { lines.removeLast() }
      lines.append(line)
    }
  }

  /// The days on which the line at `index` holds; open where it is the last.
  func days(ofLine index: Int) -> ClosedRange<Int> {
    lines[index].from...(index + 1 < lines.count ? lines[index + 1].from - 1 : Int.max)
  }

  /// The index of the line that holds on `day`.
  package func line(on day: Int) -> Int? { lines.lastIndex { $0.from <= day } }

  /// The days of the week or month that is judged as a whole around `day`, from the plan's first one on, all of which a skip
  /// leaves out; nil where a day is judged by itself.
  package func period(
    around day: Int
  ) -> (cadence: Cadence, days: ClosedRange<CalendarDate>)? {
    guard let line = line(on: day).map({ lines[$0] }), line.cadence.period != .day else {
      return nil
    }
    let cadence = line.cadence
    let first = cadence.period.start(of: day)
    let start = max(first, line.from)
    let end = cadence.period.next(after: first) - 1
    return (cadence, CalendarDate(daysSinceEpoch: start)...CalendarDate(daysSinceEpoch: end))
  }
}

/// Why a plan cannot be read, and where.
package struct PlanProblem: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case notAList
    case notALine
    case noStart, badStart
    /// A line begins before the one above it.
    case disorder
    case noCadence, badCadence
    /// A line has a key that means nothing, perhaps a misspelt one.
    case unknownKey(String)
    case badGoal
  }

  package let kind: Kind
  /// A byte offset into the file.
  package let offset: Int

  init(_ kind: Kind, _ value: YAMLValue) {
    self.kind = kind
    offset = value.range.lowerBound
  }
}
