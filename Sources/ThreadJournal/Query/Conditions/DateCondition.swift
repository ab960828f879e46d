import ThreadStorage

/// `date:` and the options for times.
struct DateCondition: QueryCondition {
  var ranges: [TimeRange] = []
  /// Days by their parts, of which one may match instead.
  var patterns: [DatePattern] = []

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    guard ranges.isEmpty else { return [] }
    return patterns.flatMap { pattern -> [LiteralSearch?] in
      pattern.writtenDays(startingAt: reading.dayStartsAt).map {
        $0.map { LiteralSearch($0, isExact: true) }
      } ?? [nil]
    }
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool { accepts(entry.timestamp, reading) }

  func accepts(_ time: Timestamp, _ reading: DateReading) -> Bool {
    if ranges.contains(where: { $0.contains(time, reading) }) { return true }
    guard patterns.contains(where: { $0.mayContainDay(near: time.date) }) else { return false }
    let date = time.journalDate(dayStartsAt: reading.dayStartsAt)
    return patterns.contains { $0.contains(date) }
  }
}
