import ThreadJournal
import ThreadStorage

/// Why a text is no time, or no range of time, and how it would be one.
extension ErrorMessage {
  /// What is missing in a text that is a part of a time.
  private static func partOfTime(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    if text.first?.isNumber == true, !text.contains("-"),
      NamedDay.yearlessEnd(in: bytes[...], isSure: false) == bytes.count
    {
      let numbers = text.split(separator: ".").map { Int($0) }
      let isDotted = numbers.count == 2 && numbers[1].map { 1...12 ~= $0 } == true
      return "With its year, and the month as a number: 2026-03-28"
        + (isDotted ? "; or with a point behind both: \(text)." : "")
    }
    if [".csv", ".json", ".md", ".txt"].contains(where: text.lowercased().hasSuffix) {
      return "To write to a file: > \(ShellWord.quoted(text))"
    }
    if let day = dayWithoutYear(text) { return day }
    let words = text.lowercased().split(separator: " ").map(String.init)
    // `Mon 23rd 8:15`
    let ordinal = words.lazy.map { $0.prefix(while: \.isNumber) + "|" + $0.drop(while: \.isNumber) }
      .first { ["|st", "|nd", "|rd", "|th"].contains(where: $0.hasSuffix) && $0.first != "|" }
    if let day = ordinal?.prefix(while: \.isNumber) {
      return "A day of a month takes its name: \(day) mar, or \(day) mar 07:12"
    }
    if let zone = ZoneName.example(in: text) { return advice(onZone: zone) }
    if words.contains(where: TimeExpression.partsOfDay.contains),
      words.contains(where: TimeExpression.isClock)
    {
      return "A part of a day has no time of day beside it: yesterday evening, or yesterday 20:15"
    }
    if let index = words.firstIndex(of: "half"), let hour = words.dropFirst(index + 1).first,
      let number = Int(hour) ?? TimeWords.numbers.firstIndex(of: hour).map({ $0 + 1 }),
      1...12 ~= number
    {
      let before = number == 1 ? 12 : number - 1
      return "It is \(before):30 to some and \(number):30 to others: write the one that is meant"
    }
    if TimeExpression.nearest(to: text).contains("\(text) ago") {
      return "For all the time since then, where a range is wanted: last \(text)"
    }
    guard let number = Int(text), number >= 0, bytes.count <= 2 else { return nil }
    let days = "counted back: \(Plural.of(number, "day")) ago"
    let meant = [
      number < 24 ? "for the hour: \(number):00" : nil,
      1...31 ~= number ? "for that day of a month, with its name: \(number) mar" : nil,
      number > 0 ? days : nil,
    ].compactMap(\.self).joined(separator: "; ")
    return meant.prefix(1).uppercased() + meant.dropFirst()
  }

  /// What `11-05` is as a day, where it is read as two hours, and that `11/31 9am` has none.
  private static func dayWithoutYear(_ text: String) -> String? {
    let first = text.prefix { !$0.isWhitespace }
    let numbers = first.split(
      omittingEmptySubsequences: false, whereSeparator: { "-/".contains($0) }
    ).map { part -> Int? in
      let isNumber = part.utf8.count < 3 && part.utf8.allSatisfy(Byte.isDigit)
      return isNumber ? Int(part).flatMap { 1...31 ~= $0 ? $0 : nil } : nil
    }
    guard numbers.count == 2, let left = numbers[0], let right = numbers[1] else { return nil }
    let days = [(left, right), (right, left)].filter { month, day in
      1...12 ~= month && CalendarDate(year: 2024, month: month, day: day) != nil
    }.map { "YYYY-\($0.0.twoDigits)-\($0.1.twoDigits)" }
    if first.contains("/") {
      return days.isEmpty ? "\(first) is no day of the calendar." : nil
    }
    guard first.utf8.count == text.utf8.count, let day = days.first else { return nil }
    let other = days.dropFirst().first.map { $0 == day ? "" : " or \($0)" } ?? ""
    return "For a day, write its year, too: \(day)\(other)"
  }

  /// Whether the day is read so where it stands alone.
  private static func isRead(_ text: String, on date: CalendarDate) -> Bool {
    let noon = Instant(secondsSinceEpoch: Int64(date.daysSinceEpoch) * 86_400 + 43_200)
    return (try? TimeExpression.parse(text, now: noon, zone: .utc)) != nil
  }

  /// How to have `text` read as one of the two dates that it may mean; nil where no setting tells them apart.
  static func order(of text: String, as dates: [CalendarDate]) -> String? {
    let first = Int(text.drop { !$0.isNumber }.prefix(while: \.isNumber))
    let orders = dates.compactMap { date -> String? in
      let order: ForeignDate.Order? =
        first == date.parts.day ? .dmy : first == date.parts.month ? .mdy : nil
      return order.map { "\($0.rawValue) (\(date.text))" }
    }
    guard orders.count == 2 else { return nil }
    return "To have one order read always: tj config date-order \(orders.joined(separator: " or "))"
  }

  init(_ error: TimeExpressionError) {
    switch error {
    case .notUnderstood(let text, let column):
      self.init(
        "bad-time",
        column == 1 || !text.utf8.contains { $0 > 0x20 }
          ? "\"\(text)\" is not understood as a time"
          : "\"\(text)\" is not understood as a time from its character \(column) on",
        // Before other words it is a place, in German.
        nearest: text.lowercased() == "hier" ? ["yesterday"] : TimeExpression.nearest(to: text),
        Self.partOfTime(text)
          ?? "Such as: 2026-03-28 07:12, yesterday 21:30, monday, 2h ago, 2026-03")
    case .otherForm(let text, let dates, let rest):
      let bytes = Array(text.utf8)
      let named = SpokenDate.weekday(in: bytes.span, at: 0, upTo: bytes.count)?.day
      let typed = rest.drop { ", ".contains($0) }
      // An hour alone is none behind a date that is read, either.
      let isHour = Int(typed) != nil
      // Of `11/21 4:45pm-5:45`, the setting `date-order` may read the date.
      let isOfDateAndTime =
        isHour
        || dates.count == 1
          && !TimeExpression.text(of: dates[0], before: rest).hasSuffix(typed)
      var meant = dates
      var words =
        isOfDateAndTime
        ? "is not how times are written here, such as 2026-03-28 07:12"
        : "is not how dates are written here, which is YYYY-MM-DD"
      if let named, let date = dates.first, !dates.contains(where: { $0.weekday == named }) {
        words = "names another day of the week: \(date.text) is a \(TimeText.weekday(date.weekday))"
        meant.append(date.advanced(byDays: (named - date.weekday + 10) % 7 - 3))
      }
      if !typed.isEmpty, !isHour, dates.count == 1,
        Self.isRead(text, on: dates[0]) || TimeExpression.hasOtherEnd(rest)
      {
        self.init(
          "date-form", "\"\(typed)\" is not how times of day are written here, such as 19:30-20:15",
          "It would be: \(TimeExpression.text(of: dates[0], before: rest))")
        return
      }
      let shown = meant.map { TimeExpression.text(of: $0, before: rest) }
        .joined(separator: " or ")
      let order = Self.order(of: text, as: dates)
      self.init(
        "date-form", "\"\(isOfDateAndTime ? text + rest : text)\" \(words)",
        advice: meant.count == 1
          ? ["It would be: \(shown)"]
          : ["Write the one that is meant: \(shown)"] + [order].compactMap(\.self))
    case .yearOrClock(let text, let meant):
      self.init(
        "date-form", "\"\(text)\" may end with a time of day, or with a year",
        "Write the one that is meant: \(meant.joined(separator: " or "))")
    case .noSuchDate(let text):
      // An end behind a blank is read as a time zone.
      let isMeant = text.contains(" -") || TimeExpression.withoutHalf(text) != nil
      let nearest = isMeant ? TimeExpression.nearest(to: text) : []
      self.init(
        "no-such-time", "\"\(text)\" is not in the calendar, or not on the clock",
        nearest: nearest,
        "Months go to 12, days to the end of the month, hours to 23, and years to 9999.")
    case .skippedLocalTime(let text, let from, let to):
      // Where the date line moved, a whole day is skipped.
      let dateLength = from.date == to.date ? "2026-03-28 ".count : 0
      let (start, end) = (from.canonicalText.prefix(16), to.canonicalText.prefix(16))
      self.init(
        "skipped-time",
        "\"\(text)\" did not exist: the clock went from "
          + "\(start.dropFirst(dateLength)) to \(end.dropFirst(dateLength))",
        "Give another time, or one with its zone: \(to.canonicalText)")
    case .isRange(let text):
      self.init(
        "bad-time", "\"\(text)\" is a range of time, and one time is wanted here",
        nearest: TimeExpression.nearest(to: text, isOneTime: true),
        "Such as: 2026-03-28 07:12, or 2026-03-28 for the start of that day")
    case .otherSign(let text, let meant):
      self.init(
        "bad-time", "\"\(text)\" has no .. between its ends",
        nearest: [ShellWord.quoted(meant)], "Both ends are included; one of them may be left out.")
    case .endBeforeStart(let text):
      self.init("empty-range", "\"\(text)\" ends before it begins", "Write the earlier end first.")
    }
  }
}
