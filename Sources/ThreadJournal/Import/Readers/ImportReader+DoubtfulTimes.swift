import ThreadStorage

/// Times that are read, and may be meant otherwise.
extension ImportReader {
  mutating func leaveOut(_ halves: ClockHalves) {
    for (line, text) in halves.doubtful {
      leaveOut(.halfMissing, showing: Array(text.utf8)[...], line: line)
    }
  }

  /// Notes where `line`, which begins with a date, names another day of the week before that, perhaps behind marks.
  mutating func noteWeekday(_ line: ArraySlice<UInt8>, of date: CalendarDate, number: Int) {
    let text = line.drop { "#[(*_-+<\" ".utf8.contains($0) }
    // `Mar 23, 2020` begins with a month, which is a day of the week elsewhere.
    let isMonth = date.month == 3 && String(utf8: text.prefix(4)).lowercased() == "mar "
    if let day = SpokenDate.weekday(in: text.span, at: 0, upTo: text.count)?.day,
      day != date.weekday, !isMonth
    {
      leaveOut(.otherWeekday, showing: line, line: number, of: [date])
    }
  }

  /// Notes the times that stand below later ones of their days, as `2:15` does below `11:30`.
  mutating func noteTimesBehindLater() {
    let entries = reading.entries
    guard entries.count > 2 else { return }
    for stray in TimeOrder.nights(entries.map(\.timestamp), isNamed: { entries[$0].id != nil }) {
      let (index, time) = (stray.index, entries[stray.index].timestamp)
      let above = index > 0 ? entries[index - 1].timestamp : time
      let isRising = above.date == time.date && above.secondOfDay > time.secondOfDay
      for entry in entries[index...].prefix(isRising ? stray.others + 1 : 1) {
        leaveOut(
          .behindLater, showing: Array(entry.timestamp.minuteText.utf8)[...], line: entry.line)
      }
    }
  }
}
