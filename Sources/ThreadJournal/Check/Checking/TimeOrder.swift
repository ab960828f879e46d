import ThreadStorage

/// What breaks the order of times that stand in a file.
enum TimeOrder {
  /// A time that is not where its place is: what is rather meant, and how many more below it have the same slip.
  typealias Stray = (index: Int, meant: Timestamp?, others: Int)

  /// Where an order of days is broken: behind these indices.
  static func breaks(_ days: [Int]) -> [Int] {
    days.indices.dropLast().filter { days[$0] > days[$0 + 1] }
  }

  /// Times that stand behind later ones of the same day, in a file that has the order of time but for some, and what
  /// they rather are of: those of the small hours, and what follows them there, of the next day or of the afternoon.
  ///
  /// What is filled in later has its place in the day, and each is told by itself.
  /// - Parameter isNamed: Whether the entry of this index has an id, which says that it is meant.
  static func nights(_ times: [Timestamp], isNamed: (Int) -> Bool) -> [Stray] {
    let days = times.map(\.date.daysSinceEpoch)
    let (back, forth) = (breaks(days).count, breaks(days.map(-)).count)
    guard min(back, forth) * 4 <= days.count else { return [] }
    let isRising = back <= forth
    let inOrder = isRising ? times : times.reversed()
    let pairs = inOrder.indices.dropFirst().filter { index in
      let (first, second) = (inOrder[index - 1], inOrder[index])
      return first.date == second.date && first.precision != .day && second.precision != .day
        // By hand, nobody types the zone.
        && (first.utcOffset == second.utcOffset || first.utcOffset == nil
          || second.utcOffset == nil)
        && first.secondOfDay != second.secondOfDay
    }
    let falls = pairs.filter { inOrder[$0 - 1].secondOfDay > inOrder[$0].secondOfDay }
    let rises = pairs.count - falls.count
    // In a file in no order nothing is out of it; and where days are written from the newest on, the times of each may go
    // the other way.
    guard falls.count * 3 <= times.count, falls.count <= max(rises, isRising ? 3 : 1) else {
      return []
    }
    return falls.compactMap { position -> Stray? in
      let (first, second) = (inOrder[position - 1], inOrder[position])
      let index = isRising ? position : times.count - 1 - position
      let isNight = second.hour < 5
      let next = Timestamp(second.date.advanced(byDays: 1).text)
      if isNight, first.hour >= 20 { return (index, next, 0) }
      // Those below it that have its date, too, and not yet a time behind that of the one above it.
      let run = inOrder[position...].prefix(24).prefix {
        $0.date == first.date && $0.secondOfDay < first.secondOfDay
      }
      let afternoon = second.secondOfDay + 12 * 3600
      if 1..<7 ~= second.hour, afternoon > first.secondOfDay {
        let minute = (afternoon / 60 % 60).twoDigits
        let meant = Timestamp("\(second.date.text) \(afternoon / 3600):\(minute)")
        return (index, meant, run.count - 1)
      }
      // By day, it may be filled in: an id says that it is meant, and so does a habit.
      let isMeant = isNight || falls.count * 4 <= rises && !isNamed(index)
      guard isMeant, let last = run.last, let next,
        inOrder[run.endIndex...].first.map({ below in
          below.date > next.date
            || below.date == next.date
              && (below.precision == .day || below.secondOfDay >= last.secondOfDay)
        }) ?? true
      else { return nil }
      return (index, next, run.count - 1)
    }
  }
}
