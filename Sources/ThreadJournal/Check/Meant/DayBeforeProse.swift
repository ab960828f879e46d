import ThreadStorage

/// A day with which a line of text begins, set off from what follows as by somebody who notes what a day had: `22/11 did
/// nothing`, `**25.11.2026** Rain`, `Nov 22: rain`, `22 Nov – Rain`, `Sunday. Rain`.
struct DayBeforeProse {
  /// What it may mean; of the name of a day, that one of the next three.
  let dates: [CalendarDate]
  /// The time of day behind it.
  let clock: String?
  /// What stands behind both.
  let title: ArraySlice<UInt8>
  /// What stands behind the day.
  private let behind: ArraySlice<UInt8>
  /// The day of the week that the line begins with, beside a date or alone.
  private let named: Int?
  private let isName: Bool
  private let isISO: Bool
  private let isFraction: Bool
  private let isBehindBlank: Bool
  /// Whether a dash, a colon or a time of day sets it off.
  private let hasSign: Bool

  /// - Parameter date: That of the entry above.
  init?(_ bytes: [UInt8], _ line: Range<Int>, below date: CalendarDate) {
    let text = bytes[line]
    let start = text.startIndex + (text.starts(with: "**".utf8) ? 2 : 0)
    // Most prose ends here: a day has its number soon, or its name a sign.
    guard text.prefix(24).contains(where: { Byte.isDigit($0) || ".:-–".utf8.contains($0) }),
      NamedDay.mayBegin(bytes.span, in: start..<text.endIndex),
      let day = NamedDay(bytes.span, in: line, near: date)
    else { return nil }
    let name = text[start...].prefix { Byte.isLetter($0) || $0 >= 0x80 }
    named = SpokenDate.weekday(named: String(utf8: name).lowercased())
    let weekday = day.dates.isEmpty ? named : nil
    isName = weekday != nil
    let end = weekday == nil ? day.end : name.endIndex
    behind = text[end...].trimmed
    isBehindBlank = behind.startIndex > end
    isFraction = NamedDay.isFraction(String(utf8: text[start..<end]))
    isISO = text.prefix(4).allSatisfy(Byte.isDigit)
    let sign = behind.first
    let behindDash = isBehindBlank ? Self.behindDash(behind) : nil
    let isRange = behindDash == nil && sign.map { "-–—".utf8.contains($0) || $0 == 0xE2 } == true
    let (time, title) = DayLine.behindClock(behindDash ?? behind)
    (clock, self.title) = (isRange ? nil : time, title)
    hasSign = behindDash != nil || sign == .colon || clock != nil
    if let weekday {
      // The name of one of the next days, and more than a word of a sentence; `Sun. Left knee ok.` is weather, and `thurs.`
      // short.
      let isLong = name.count > 4 && String(utf8: name).lowercased() != "thurs"
      guard
        sign == UInt8(ascii: ".") && !isBehindBlank && isLong
          || (sign == .colon && !isBehindBlank || behindDash != nil) && day.isName
      else { return nil }
      dates = (1...3).map { date.advanced(byDays: $0) }.filter { $0.weekday == weekday }
    } else {
      // `26/11 is the deadline` is prose, and `3/4 cup` and `7/10 today` are numbers.
      let isWord = String(utf8: behind.prefix(4)).first?.isLetter == true
      let isProse = isFraction || TimeWords.goesOn(behindDay: behind)
      let isBehindPoint = text[..<end].trimmed.last == UInt8(ascii: ".")
      let isClear =
        isBehindBlank && (isWord && !isProse || clock != nil)
        || isBehindPoint && !isProse || sign == .colon || behindDash != nil
        || day.isClear && !isBehindBlank && (sign.map { ",;*".utf8.contains($0) } ?? true)
      guard day.isFirst, isClear else { return nil }
      dates = day.dates
    }
  }

  /// What a dash sets off; `20 Nov – 22 Nov` and `2026-11-20 – 2026-11-22` are several days.
  private static func behindDash(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    ["-", "–", "—"].filter { text.starts(with: $0.utf8) }
      .map { text.dropFirst($0.utf8.count).trimmed }
      .first { NamedDay.yearlessEnd(in: $0) == nil && DayLine.date($0, isHeading: false) == nil }
  }

  /// Whether one of its dates that are `past` was perhaps forgotten, and so stands below later ones or below another entry
  /// of it: where it is set off, or as ours are.
  func isFilledIn(_ past: [CalendarDate], below date: CalendarDate) -> Bool {
    if isName || isFraction { return false }
    let goesOn = TimeWords.goesOn(behindDay: behind)
    let isSetOff = hasSign || !goesOn && past.contains { $0.weekday == named }
    let reach = isISO && isSetOff ? 366 : 31
    return past.contains { $0.days(from: date) <= reach }
      && (isSetOff || isISO && isBehindBlank && !behind.isEmpty && !goesOn)
  }
}
