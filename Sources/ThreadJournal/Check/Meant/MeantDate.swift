import ThreadStorage

/// What else the date of an entry's heading, or a day behind it, may have been meant as.
extension ThreadDocument {
  /// A year that is rather a slip of the finger: `2206-11-21`, `0206-11-21`.
  func meantYear(_ heading: EntryHeading) -> MeantLine? {
    guard !(1000..<2100).contains(heading.timestamp.date.year) else { return nil }
    let start = heading.timestampRange.lowerBound
    return MeantLine(at: start, .headingYear(string(start..<start + 4)))
  }

  /// A title that is another day of the week than the date's, and than that of the end: `2026-11-23 Tue`.
  func meantWeekday(_ heading: EntryHeading) -> MeantLine? {
    let (title, time) = (heading.title, heading.timestamp)
    let date = time.date
    let days = (time.secondOfDay + Int(time.minutesToEnd) * 60) / 86_400
    guard heading.attributes?.id == nil,
      let day = SpokenDate.weekdayName(in: bytes.span, title), day != date.weekday,
      day != date.advanced(byDays: days).weekday
    else { return nil }
    return MeantLine(at: title.lowerBound, .headingWeekday(string(title), date))
  }

  /// A second date behind the date, or the heading as it was, as who corrects one may put the new one before it:
  /// `2026-11-13 2026-11-14 8:00`; or behind a dash the last day of several.
  func meantSecondDate(_ heading: EntryHeading) -> MeantLine? {
    let title = heading.title
    guard !heading.hasDeclaredTitle(bytes.span) || heading.attributes?.id == nil else { return nil }
    let marks = bytes[title].prefix { $0 == .hash || Byte.isBlank($0) }
    let start = offset(behindSignsAt: marks.endIndex, upTo: title.upperBound)
    guard case .valid(let time, let end) = Timestamp.scan(bytes.span, in: start..<title.upperBound),
      time.precision != .day || start > title.lowerBound || end == title.upperBound
    else { return nil }
    // What has an id may be a title that tj was given.
    let isEnd = start > title.lowerBound && time.precision != .day
    let isSure = heading.attributes?.id == nil || !marks.isEmpty || isEnd
    return MeantLine(
      at: title.lowerBound, .headingTime(string(title.lowerBound..<end), nil, isSure: isSure))
  }

  /// The last one of several days, perhaps, behind a dash: `2026-11-16 - 18 Frost`.
  func meantLastDay(_ heading: EntryHeading) -> MeantLine? {
    let (time, title) = (heading.timestamp, heading.title)
    let start = offset(behindSignsAt: title.lowerBound, upTo: title.upperBound)
    let digits = bytes[start..<title.upperBound].prefix(while: Byte.isDigit)
    let behind = bytes[digits.endIndex..<title.upperBound]
    let word = String(utf8: behind.drop(while: Byte.isBlank).prefix { !Byte.isBlank($0) })
    let day = time.date.parts.day
    guard start > title.lowerBound, time.precision == .day, heading.attributes?.id == nil,
      !heading.hasDeclaredTitle(bytes.span), digits.count < 3,
      behind.first.map(Byte.isBlank) != false, !TimeWords.isCounted(word),
      let last = Int(String(utf8: digits)), day + 1...day + 7 ~= last,
      time.date.advanced(byDays: last - day).parts.day == last
    else { return nil }
    return MeantLine(
      at: title.lowerBound,
      .headingTime(string(title.lowerBound..<digits.endIndex), nil, isSure: false))
  }
}
