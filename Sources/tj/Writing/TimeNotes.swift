import ThreadJournal
import ThreadStorage

/// What is told of the time of an entry that may be meant otherwise.
extension Session {
  /// Tells of a day of last year or long ago which no other entry is near, as where a digit of its month is lost: 2026-01-21.
  ///
  /// - Parameter others: The other entries of its thread.
  func tell(lonely time: Timestamp, others: () -> [Entry]) {
    let ago = today.daysSinceEpoch - time.date.daysSinceEpoch
    guard ago > 120, !(365...397 ~= ago) else { return }
    let others = others()
    guard others.count > 4, others.allSatisfy({ $0.timestamp.date.days(from: time.date) > 120 })
    else { return }
    note(
      "Its day is \(TimeText.weekday(time.date.weekday)), \(time.date.text), \(ago) days ago, and no other entry is near it."
    )
  }

  /// Tells which day is meant by the name of a weekday or a month where the next such day is nearer than the latest one, and
  /// by numbers, of which either may be the month, where there are two and it is more than a month ago, or dots between
  /// them, where the setting has the month first; and of a date of last year that is one of the last weeks in this one.
  ///
  /// - Parameter words: The command, or its option, that another day is given behind.
  func tellDistance(of time: Timestamp, typed words: [Substring], by command: String) {
    func names(_ names: [String]) -> Bool {
      words.contains { word in
        let name = word.prefix(while: \.isLetter)
        return name.utf8.count > 2 && names.contains { $0.hasPrefix(name) }
      }
    }
    // `11/10`, and `10.11.` where the setting has it so
    let isShort = words.contains { word in
      let numbers = word.split { "./".contains($0) }
      return word.first?.isNumber == true && numbers.count == 2
        && numbers.allSatisfy { Int($0) != nil && $0.utf8.count < 3 }
    }
    let isDotted =
      dateOrder == .mdy && time.date != today
      && words.contains { word in
        let bytes = Array(word.utf8)
        let date = ForeignDate(bytes.span, at: 0, upTo: bytes.count)
        return word.contains(".") && date.map { $0.dates.count > 1 } == true
      }
    let hasYear =
      !isShort && words.contains { $0.count(where: \.isNumber) >= 4 && !$0.contains(":") }
    let isSaid = hasYear || words.contains("this")
    // `last wednesday` on a Thursday may be of the week before.
    let isOther = words.contains { ["last", "next"].contains($0) }
    // `ago` is short for August elsewhere.
    let hasMonth =
      names(CalendarDate.monthNames)
      || words.contains { $0 != "ago" && SpokenDate.month(named: $0.filter { $0 != "." }) != nil }
    let hasWeekday =
      names(CalendarDate.weekdayNames)
      || words.contains {
        CalendarDate.weekdayNames.contains(TimeExpression.english[String($0)] ?? "")
      }
    let ago = today.daysSinceEpoch - time.date.daysSinceEpoch
    let isFar =
      isShort
      ? 32...366 ~= ago
      : hasMonth ? 183...366 ~= ago : hasWeekday && (isOther || 4...6 ~= ago)
    // Last year's number is easily typed for a day of the last weeks.
    let isOfLastYear = hasYear && 365...397 ~= ago
    // `20 nov 2015` may be a quarter past eight.
    let mayBeClock =
      hasYear && time.precision == .day && hasMonth
      && 2000...2059 ~= time.date.year && ago > 397
    guard isDotted || isOfLastYear || mayBeClock || !isSaid && isFar else { return }
    let days = Plural.of(abs(ago), "day")
    let other =
      (hasMonth || isShort) && !isSaid
      ? time.date.aYearLater
      : hasWeekday && !isOther ? time.date.advanced(byDays: 7) : nil
    let coming = other.flatMap { 1...60 ~= $0.days(from: today) ? $0.text : nil }
    let span = time.precision == .day ? "" : " \(TextNotes.clock(of: time))"
    // Of `sunday morning` nobody said the time.
    let isPart = words.contains { TimeExpression.partsOfDay.contains(String($0)) }
    let clock = isPart ? " \(time.canonicalText.dropFirst(11).prefix(5))" : ""
    note(
      "Its \(isPart ? "time" : "day") is \(TimeText.weekday(time.date.weekday)), "
        + "\(time.date.text)\(clock), "
        + (ago < 0 ? "in \(days)" : "\(days) ago")
        + (isDotted ? " (see date-order in tj config)." : ".")
        + (coming.map { " For the coming one: \(command) \(ShellWord.quoted($0 + span))" } ?? ""))
  }

  /// Tells of a time that is still to come, and which one may be meant by a time of day alone.
  func tell(coming time: Timestamp, typed: String, by command: String) {
    guard time.instant(in: zone) > now else { return }
    // In an edit it may be of another day.
    let isOfToday = TimeExpression.isClock(typed) && (try? self.time(typed))?.date == time.date
    let meant = isOfToday ? TextNotes.dated(typed, self) : ""
    let isOther = !meant.isEmpty && !meant.hasPrefix(time.date.text)
    note(
      "\(TimeText.entry(time, in: zone)) is still to come."
        + (isOther ? " For the day before: \(command) \(ShellWord.quoted(meant))" : ""))
  }

  /// Tells which day a word for one means in the hours after midnight that count to the day before.
  func tellDay(meantBy words: [Substring]) {
    guard Timestamp(instant: now, in: zone).date != today,
      let word = TimeWords.nearDays.first(where: { words.contains($0[...]) }),
      let day = try? time(word)
    else { return }
    let minutes = dayStartsAt / 60
    let start = "\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
    note("It is before \(start), so \(word) is \(day.date.text) (see day-starts in tj config).")
  }

  /// Tells of a time of day without am or pm, where that of the afternoon is over and may be meant: from 1:00 to 6:59, and
  /// up to 11:59 of today; not where as many others are at that hour as twelve hours later, from 5:00 on only where some
  /// are then, or that was in the last three hours, and from 7:00 of another day only where nearly all are then.
  func tell(
    halfOf time: Timestamp, typed words: [Substring], of entry: String, others: () -> [Entry]
  ) {
    let start = Int(time.wallClockSeconds / 60 % 1440)
    let end = start + Int(time.minutesToEnd)
    let ago = now.secondsSinceEpoch - time.instant(in: zone).secondsSinceEpoch
    let isDate = { (word: Substring) in
      word.count { $0 == "-" } > 1 || word.contains { "/.".contains($0) }
    }
    let isToday =
      start >= 420 && time.date == today
      && words.prefix { $0 != "for" }
        .allSatisfy { $0 == "at" || $0.first?.isNumber == true && !isDate($0) }
    guard time.precision != .day, 60..<720 ~= start, end < 720,
      ago >= 12 * 3600 + Int64(time.minutesToEnd) * 60, !words.contains(where: Self.saysHalf)
    else { return }
    let clock = words.filter { !isDate($0) }.flatMap { $0.split { "-–".contains($0) } }
      .last { Int($0.prefix { $0 != ":" }) == start / 60 }
    // `05:30` is written by those who write 17:30.
    guard let clock, !clock.hasPrefix("0") else { return }
    let usual = others().map(\.timestamp).filter { $0.precision != .day }.map(\.secondOfDay)
    let second = start * 60
    let count = usual.count { abs($0 - second - 43_200) < 3600 }
    // `5:30`, typed at 18:10.
    let isJustOver = start < 420 && ago < 15 * 3600
    let isOfEvenings = usual.count > 5 && UsualNumbers.areOfOtherHalf(than: second, usual)
    guard UsualNumbers.areLater(than: second, usual),
      start < 300 || isJustOver || (start < 420 || isToday ? count > 0 : isOfEvenings)
    else { return }
    func text(_ minutes: Int) -> String {
      "\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
    }
    let hours = "\(ago / 3600)h\(Int(ago / 60 % 60).twoDigits)m"
    let distance = ago < 48 * 3600 ? hours : Plural.of(Int(ago / 86_400), "day")
    let later = text(start + 720)
    let span = end == start ? later : "\(time.date.text) \(later)-\(text(end + 720))"
    let typedZone = isOfOtherZone(time) ? " \(time.canonicalText.suffix("+01:00".count))" : ""
    let meant = ShellWord.quoted(span + typedZone)
    note(
      "Its time is \(isToday ? "today " : "")\(text(start))\(end == start ? "" : "-\(text(end))"), "
        + "\(distance) ago. For the \(start < 360 ? "afternoon" : "evening"): tj edit \(ShellWord.quoted(entry)) --at \(meant)"
    )
  }

  /// Tells of a number that the words begin with, which may be a time of day: `11.40` beside the values of all fields of numbers,
  /// and `10-12` where others have an end.
  func tell(
    clockBefore words: [String], besides given: [Entry.Field], of entry: String,
    _ schema: FieldSchema, others: () -> [Entry]
  ) {
    let text = words.joined(separator: " ")
    let first = text.prefix { !$0.isWhitespace }
    let rest = text.dropFirst(first.count).drop(while: \.isWhitespace)
    let parts = first.split(omittingEmptySubsequences: false) { "-.".contains($0) }
    let numbers = parts.compactMap { UInt($0) }
    guard parts.count == 2, numbers.count == 2, numbers[0] < 24, first.utf8.count <= 5,
      !rest.isEmpty
    else { return }
    let meant: String
    if first.contains("-") {
      guard numbers[1] < 24, numbers[0] != numbers[1],
        others().count(where: { $0.timestamp.minutesToEnd > 0 }) > 1
      else { return }
      meant = "\(parts[0]):00-\(parts[1]):00"
    } else {
      let fields = schema.withoutDeleted.fields.filter(\.isOfNumbers)
      let values = fields.compactMap { field in given.first { $0.key == field.key }?.value }
      guard parts[1].utf8.count == 2, numbers[1] < 60, !fields.isEmpty,
        values.count == fields.count,
        !values.contains(where: { Double(String(utf8: $0)) == Double(first) })
      else { return }
      meant = "\(parts[0]):\(parts[1])"
    }
    note(
      "Its time is now. If \(first) is its time: tj edit \(entry) --at "
        + "\(ShellWord.quoted(TextNotes.dated(TimeExpression.nearEnd(of: meant), self))) --text \(ShellWord.quoted(String(rest)))"
    )
  }

  /// Tells of a time of today that a few words end with, which is over: `glue and paper at 15:30`, but not `dentist tomorrow at
  /// 15:30`; and of any behind a dash, `came home - at 17:00`, as of an option.
  func tell(clockBehind words: [String], of entry: String) {
    let words = words.flatMap { $0.split(separator: " ").map(String.init) }
    guard 3...12 ~= words.count, let typed = words.last, words[words.count - 2] == "at",
      TimeExpression.isClock(typed), let time = try? time(typed)
    else { return }
    var rest = words.dropLast(2)
    let isDashed = rest.last == "-" || rest.last == "–"
    if isDashed { rest.removeLast() }
    let ago = now.secondsSinceEpoch - time.instant(in: zone).secondsSinceEpoch
    let days = CalendarDate.weekdayNames + ["tomorrow", "until", "from", "before", "after"]
    let isOfOther = rest.contains { word in
      let name = word.lowercased()
      return name.utf8.count > 2 && days.contains { $0.hasPrefix(name) }
    }
    guard !rest.isEmpty, isDashed || 600...43_200 ~= ago && !isOfOther else { return }
    note(
      "Its time is now. If \(typed) is its time: tj edit \(entry) --at "
        + "\(ShellWord.quoted(TextNotes.dated(typed, self))) --text \(ShellWord.quoted(rest.joined(separator: " ")))"
    )
  }

  /// Whether a word of a time says which half of the day is meant.
  static func saysHalf(_ word: Substring) -> Bool {
    ["am", "pm", "m."].contains { word.hasSuffix($0) }
      || "ap".contains(word.last ?? " ") && word.dropLast().last?.isNumber == true
      || ["ago", "midnight"].contains(word) || TimeExpression.partsOfDay.contains(String(word))
  }

  /// Tells of a midnight that it is the start of its day, where its end may be meant.
  func tell(midnight time: Timestamp, typed words: [Substring], of entry: String) {
    // `2:30pm - midnight` ends there.
    guard words.contains("midnight"), time.wallClockSeconds % 86_400 == 0 else { return }
    let hasDay = words.contains { !["at", "midnight", "today"].contains($0) }
    let clock = Timestamp(instant: now, in: zone).wallClockSeconds % 86_400
    guard hasDay ? time.instant(in: zone) <= now : clock >= 18 * 3600 else { return }
    let next = CalendarDate(daysSinceEpoch: time.date.daysSinceEpoch + 1).text
    let day = time.date == today ? "today" : "that day"
    note(
      "Its time is \(time.date.text) 00:00, the start of \(day). "
        + "For its end: tj edit \(ShellWord.quoted(entry)) --at \(ShellWord.quoted("\(next) 00:00"))"
    )
  }

  /// Tells of what is read as a time zone, and no one's here, where it may be meant as an end: `9:00 -12:00`.
  func tell(zoneOf time: Timestamp, typed: String) {
    let second = time.instant(in: zone).secondsSinceEpoch
    // That of the other half of the year is known here, too.
    let half: Int64 = 182 * 86_400
    let own = [second - half, second, second + half].map {
      zone.offset(at: Instant(secondsSinceEpoch: $0))
    }
    guard let sign = typed.lastIndex(of: "-"), typed[..<sign].last == " ",
      let offset = time.utcOffset, !own.contains(offset)
    else { return }
    // What has an end has a zone behind it.
    if time.minutesToEnd > 0 { return }
    let digits = typed[sign...].filter(\.isNumber)
    let start = typed[..<sign].split(separator: " ").joined(separator: " ")
    let meant = "\(start)-\(digits.prefix(2)):\(digits.suffix(2))"
    // Half a day is long for what somebody notes with its end.
    guard digits.count == 4, let span = try? self.time(meant), 1...720 ~= span.minutesToEnd else {
      return
    }
    note(
      "Its \(typed[sign...]) is read as a time zone. As an end: --at \(ShellWord.quoted(meant))")
  }

  /// Tells how long an entry lasts that has an end on the next day, perhaps by a slip, and how its end is written where the
  /// clock changed before it.
  ///
  /// - Parameter typed: Words of which `7-7:15am` may be a night, too.
  func tell(lengthOf time: Timestamp, typed: String = "", by command: String = "") {
    guard let end = time.end(in: zone), let length = time.lengthText(in: zone) else { return }
    let written = Timestamp(instant: end.instant(in: zone), utcOffset: time.offset(in: zone))
    if written.utcOffset != end.utcOffset {
      let clocks = [end, written].map {
        TimeText.entry($0, in: zone).dropFirst("2026-03-28 ".count)
      }
      note(
        "The clock changed in between: its end, \(clocks[0]) here, is written as \(clocks[1]), "
          + "with the offset of its start.")
    }
    // Half a day is long for what somebody notes with its end.
    guard time.minutesToEnd > 12 * 60 || TimeExpression.hasOneHour(typed) else { return }
    let near = TimeExpression.nearEnd(of: typed)
    note(
      "It lasts \(length), until \(TimeText.entry(end, in: zone))."
        + (near == typed ? "" : " For the afternoon: \(command) \(ShellWord.quoted(near))"))
  }
}
