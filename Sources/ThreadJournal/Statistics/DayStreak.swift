/// Days in a row that have an entry.
package struct DayStreak: Sendable, Hashable {
  /// Those up to today, or to yesterday where today has none yet.
  package private(set) var present = 0
  /// The most that there ever were.
  package private(set) var best = 0

  /// The streaks among `days`, of which those behind `today` do not count.
  package init(of days: DaySet, today: Int) {
    var (run, last) = (0, Int.min)
    for day in days.sorted() where day <= today {
      run = last == day - 1 ? run + 1 : 1
      last = day
      best = max(best, run)
    }
    if last >= today - 1 { present = run }
  }
}
