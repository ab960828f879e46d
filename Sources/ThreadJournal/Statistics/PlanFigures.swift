import ThreadStorage

/// What of a plan was done: a pure function of the plan, the days and today.
///
/// A period is a planned day, or the part of a calendar week or month in which a line holds. Its state is the first
/// of these that is true: followed, with as many matching entries as are asked for; skipped, with an entry that has
/// the field `skip`, which itself is none of those; pending, while it is not over; missed, or, where the line did not
/// hold from its first day to its last, off. What is in the future, before the plan, or not planned, is off, too.
package struct PlanFigures: Sendable {
  package enum State: String, Sendable {
    case off, followed, skipped, pending, missed
  }

  /// What a day has that counts for its line.
  package struct Day: Sendable {
    var matches = 0
    var isSkipped = false
  }

  package struct Period: Sendable {
    package let days: ClosedRange<Int>
    package let line: Int
    package let state: State
    /// How many matching entries it has.
    package let count: Int
  }

  /// The present period; nil where there is none.
  package private(set) var present: Period?
  /// How many periods that begin in the days that are told are followed, skipped or missed.
  package private(set) var counts: [State: Int] = [:]
  /// The first of them that is followed or missed.
  package private(set) var first: Period?
  /// All that were ever followed.
  package private(set) var total = 0
  /// Followed periods one after the other, up to now: what is off, skipped or pending does not end them.
  package private(set) var streak = 0
  /// The most that there ever were.
  package private(set) var best = 0
  /// From 0 to 1.
  package private(set) var strength = 0.0

  /// - Parameters:
  ///   - told: The days of which `counts` tells the periods.
  ///   - visit: Is given every period that is not off, in their order: there may be many more than entries.
  package init(
    _ plan: Plan, _ days: [Int: Day], today: Int, told: ClosedRange<Int> = Int.min...Int.max,
    visit: (Period) -> Void = { _ in }
  ) {
    let matching = MatchingDays(plan, days, today: today)
    for index in plan.lines.indices where plan.lines[index].from <= today {
      let cadence = plan.lines[index].cadence
      let keep = PlanFigures.decay(cadence.frequency)
      let (window, target) = cadence.window
      PlanFigures.periods(of: cadence, in: plan.days(ofLine: index), upTo: today) {
        range, isWhole in
        let found = range.lazy.compactMap { days[$0] }
        let count = found.reduce(0) { $0 + $1.matches }
        let state: State =
          count >= cadence.target
          ? .followed
          : found.contains(where: \.isSkipped)
            ? .skipped : range.upperBound >= today ? .pending : isWhole ? .missed : .off
        guard state != .off else { return }
        let period = Period(days: range, line: index, state: state, count: count)
        note(period, today: today, told: told)
        visit(period)
        guard state == .followed || state == .missed else { return }
        for day in range.lowerBound...min(range.upperBound, today) {
          let done = matching.count(in: day - window + 1...day)
          strength = strength * keep + min(1, Double(done) / Double(target)) * (1 - keep)
        }
      }
    }
  }

  private mutating func note(_ period: Period, today: Int, told: ClosedRange<Int>) {
    if period.days.contains(today) { present = period }
    if told.contains(period.days.lowerBound) {
      counts[period.state, default: 0] += 1
      if first == nil, period.state == .followed || period.state == .missed { first = period }
    }
    if period.state == .missed { streak = 0 }
    if period.state == .followed {
      total += 1
      streak += 1
      best = max(best, streak)
    }
  }

  /// Gives `visit` the periods of a line that holds on the days `held`, as far as they have begun, and whether each is
  /// whole.
  private static func periods(
    of cadence: Cadence, in held: ClosedRange<Int>, upTo today: Int,
    _ visit: (ClosedRange<Int>, _ isWhole: Bool) -> Void
  ) {
    let last = min(held.upperBound, today)
    guard held.lowerBound <= last else { return }
    switch cadence {
    case .never: return
    case .weekdays(let weekdays):
      for day in held.lowerBound...last
      where weekdays.contains(CalendarDate(daysSinceEpoch: day).weekday) {
        visit(day...day, true)
      }
    case .everyDays(let count):
      for day in stride(from: held.lowerBound, through: last, by: count) { visit(day...day, true) }
    case .perWeek, .perMonth:
      var start = cadence.period.start(of: held.lowerBound)
      while start <= last {
        let next = cadence.period.next(after: start)
        let days = max(start, held.lowerBound)...min(next - 1, held.upperBound)
        visit(days, days == start...next - 1)
        start = next
      }
    }
  }

  /// What a day keeps of the strength before it: a half to the power of the square root of `frequency`, by 13.
  private static func decay(_ frequency: Double) -> Double {
    // The series of the exponential function, which is small here; no library is needed for it.
    let exponent = -frequency.squareRoot() / 13 * 0.693_147_180_559_945_3
    var (sum, term) = (1.0, 1.0)
    for index in 1...40 {
      term *= exponent / Double(index)
      sum += term
    }
    return sum
  }
}

/// How many days of a stretch have a matching entry.
private struct MatchingDays {
  private let first: Int
  /// For each day from the first on, how many there were up to it.
  private var counts: [Int32] = []

  init(_ plan: Plan, _ days: [Int: PlanFigures.Day], today: Int) {
    first = plan.lines.first?.from ?? today
    guard first <= today else { return }
    var count: Int32 = 0
    for day in first...today {
      if days[day]?.matches ?? 0 > 0 { count += 1 }
      counts.append(count)
    }
  }

  func count(in days: ClosedRange<Int>) -> Int {
    Int(before(days.upperBound + 1) - before(days.lowerBound))
  }

  private func before(_ day: Int) -> Int32 {
    day <= first ? 0 : counts[min(day - first, counts.count) - 1]
  }
}
