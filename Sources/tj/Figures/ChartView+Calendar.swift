import ThreadJournal
import ThreadStorage

/// A calendar: a column a week, and each day a sign, of a number or of what came of a plan.
extension ChartView {
  /// The days of a calendar that ends with the week of `last`, as many weeks as there is room for.
  ///
  /// - Parameter elseLast: Whether it ends with the last entry where none is in those weeks.
  func calendarDays(upTo last: Int, elseLast: Bool) -> ClosedRange<Int> {
    let weeks = min(Self.weeks, max(columns - 4, 1))
    let days = Period.week.start(of: last) - 7 * (weeks - 1)...last
    guard elseLast, let end = view.tally.days.max(),
      !view.tally.days.sorted().contains(where: days.contains)
    else { return days }
    return calendarDays(upTo: end, elseLast: false)
  }

  /// A column a week, with months above and weekdays beside: each day as `sign` has it.
  private func calendar(_ days: ClosedRange<Int>, _ sign: (Int) -> String) -> [String] {
    let starts = Array(stride(from: days.lowerBound, through: days.upperBound, by: 7))
    var header = "    "
    for (column, start) in starts.enumerated() {
      let first = (start..<start + 7).first { CalendarDate(daysSinceEpoch: $0).parts.day == 1 }
      guard let first, header.utf8.count <= column + 4 else { continue }
      let name = Self.months[CalendarDate(daysSinceEpoch: first).month - 1]
      // A name that would end behind the last week has no room.
      guard column + name.utf8.count <= starts.count else { continue }
      header += String(repeating: " ", count: column + 4 - header.utf8.count) + name + " "
    }
    let rows = (0..<7).map { weekday in
      Self.weekdays[weekday] + " "
        + starts.map { days.contains($0 + weekday) ? sign($0 + weekday) : " " }.joined()
    }
    return ([header] + rows).map(\.withoutSpacesAtEnd)
  }

  /// The days, of those of `days`, that have a number.
  private func numbers(_ days: ClosedRange<Int>) -> [Int: GroupTally] {
    var found: [Int: GroupTally] = [:]
    for group in view.tally.groups {
      if case .period(let day) = group.key, days.contains(day) { found[day] = group }
    }
    return found
  }

  func calendar(_ days: ClosedRange<Int>, told: ClosedRange<Int>) -> [String] {
    let groups = numbers(days)
    let shades = shades(groups.values.compactMap(number))
    let lines = calendar(days) { shades.sign(groups[$0].flatMap(number)) }
    let entries = groups.values.reduce(0) { $0 + $1.entries }
    let total = "\(Plural.entries(entries)) on \(Plural.of(groups.count, "day"))"
    return lines + [
      "", legend(shades), "\(subject), \(ends(told)): \(total)\(summary(groups.values))",
    ]
  }

  /// A calendar of what came of a plan.
  func calendar(
    _ days: ClosedRange<Int>, told: ClosedRange<Int>, of plan: PlanStatus
  ) -> [String] {
    let states = plan.states(in: days)
    let lines = calendar(days) { sign(states[$0] ?? .off) }
    let legend = [PlanFigures.State.followed, .missed, .skipped, .pending, .off].map {
      "\(sign($0)) \($0 == .pending ? "waits" : $0.rawValue)"
    }
    return lines + [
      "", legend.joined(separator: "  "), "\(ends(told)): \(plan.followed(in: told))",
      "today: \(plan.present)",
    ]
  }

  private func sign(_ state: PlanFigures.State) -> String {
    switch state {
    case .followed: isUnicode ? "●" : "#"
    case .missed: isUnicode ? "○" : "o"
    case .skipped: isUnicode ? "–" : "-"
    case .pending: "?"
    case .off: isUnicode ? "·" : "."
    }
  }

  private func ends(_ days: ClosedRange<Int>) -> String {
    Set([days.lowerBound, days.upperBound]).sorted().map { CalendarDate(daysSinceEpoch: $0).text }
      .joined(separator: dash)
  }
}
