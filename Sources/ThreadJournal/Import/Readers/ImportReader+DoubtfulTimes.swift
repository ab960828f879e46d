import ThreadStorage

/// Times that are read, and may be meant otherwise.
extension ImportReader {
  mutating func leaveOut(_ halves: ClockHalves) {
    for (line, text) in halves.doubtful {
      leaveOut(.halfMissing, showing: Array(text.utf8)[...], line: line)
    }
  }

  /// Notes a time of the hour that the clock here showed twice, where it was typed without its zone.
  mutating func noteRepeated(_ time: Timestamp, typed: ArraySlice<UInt8>, line: Int) {
    guard time.precision != .day,
      case .overlap = options.zone.resolve(wallClockSeconds: time.wallClockSeconds)
    else { return }
    var text = typed.drop { $0 == UInt8(ascii: "[") }
    while let last = text.last, " ]-:,".utf8.contains(last) { text.removeLast() }
    if TimePattern.endsWithZone(String(utf8: text)) { return }
    leaveOut(.repeatedTime, line: line)
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
      // With seconds a machine wrote it.
      if time.precision == .second { continue }
      let above = index > 0 ? entries[index - 1].timestamp : time
      let isRising = above.date == time.date && above.secondOfDay > time.secondOfDay
      for entry in entries[index...].prefix(isRising ? stray.others + 1 : 1) {
        leaveOut(
          .behindLater, showing: Array(entry.timestamp.minuteText.utf8)[...], line: entry.line)
      }
    }
  }

  /// Tells of one row whose day is far from those beside it, where the days of all others follow each other: of January with
  /// the old year, or of another century.
  mutating func noteFarDay() {
    let days = reading.entries.map(\.timestamp.date)
    guard days.count > 3 else { return }
    func areFar(_ pair: (CalendarDate, CalendarDate)) -> Bool { pair.0.days(from: pair.1) > 200 }
    func areSorted(_ days: [CalendarDate]) -> Bool {
      let pairs = zip(days, days.dropFirst())
      return pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
    }
    // Beside the second or the last but one, that at the end is far, too.
    let steps = zip(days, days.dropFirst()).enumerated().filter { areFar($1) }.map(\.offset)
    guard 1...2 ~= steps.count else { return }
    for index in Set(steps + steps.map { $0 + 1 }).sorted() {
      var others = days
      let day = others.remove(at: index)
      let beside = days[index > 0 ? index - 1 : 1]
      // Somebody may begin anew after years, but hardly after ten.
      guard areSorted(others), !zip(others, others.dropFirst()).contains(where: areFar),
        !areSorted(days) || day.days(from: beside) > 3653
      else { continue }
      return leaveOut(
        .farDay(day, beside: beside), line: reading.entries[index].line)
    }
  }

  /// Whether an end at this minute of the day may be an offset that another program wrote: of at most 14 hours behind a whole
  /// time, and behind a time of day in a column of its own about that of the clock here.
  func isLikeOffset(_ minute: Int, behind time: Timestamp, isWhole: Bool) -> Bool {
    let west = -Int(time.offset(in: options.zone)) / 60
    return isWhole ? minute <= 14 * 60 : west > 0 && abs(minute - west) <= 60
  }
}
