import ThreadJournal
import ThreadStorage

/// Times as they are typed, and those that a text begins with.
extension Session {
  func range(_ text: String) throws -> TimeRange {
    try TimeRange.parse(
      text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder)
  }

  func time(_ text: String, keepsDay: Bool = false) throws -> Timestamp {
    try TimeExpression.parse(
      text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder,
      keepsDay: keepsDay)
  }

  /// `yesterday: had lunch`, `[2026-11-20 18:00] foo`, `9pm foo` as a time and a text; nil where it begins with no time.
  func timeAndText(_ text: String) -> (time: String, text: String)? {
    func split(
      _ time: Substring, _ rest: Substring, isBehindSign: Bool = false
    ) -> (String, String)? {
      let bare = rest.drop { $0 == " " }
      // `9pm - foo`, but `9pm -5 degrees`.
      let isSign =
        bare.first.map { "-–:".contains($0) } == true
        && bare.dropFirst().first.map { $0 == " " } != false
      let text = String(isSign && !isBehindSign ? bare.dropFirst().drop { $0 == " " } : bare)
      // Without its zone it would be another time.
      guard (try? self.time(String(time))) != nil,
        ZoneName.example(in: String(text.prefix { !" :".contains($0) })) == nil
      else { return nil }
      return (String(time), text)
    }
    if let colon = text.firstRange(of: ": "),
      let found = split(
        text[..<colon.lowerBound], text[colon.upperBound...], isBehindSign: true)
    {
      return found
    }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]"),
      let found = split(text[..<end].dropFirst(), text[text.index(after: end)...])
    {
      return found
    }
    if text.hasPrefix("@"), let space = text.firstIndex(of: " "),
      let found = split(text[..<space].dropFirst(), text[space...])
    {
      return found
    }
    // Without a sign behind it, only what can be nothing else: a clock time, or a whole date.
    let words = text.split(separator: " ", maxSplits: 4)
    // All may be the time, of several words or as a date: `8:00 - 9:00`, `2026-11-20`.
    let isDate =
      text.utf8.count { $0 == UInt8(ascii: "-") } == 2 || ForeignDate.begins(text[...])
    let counts = (1...4).filter { $0 < words.count || ($0 == words.count && ($0 > 1 || isDate)) }
    let found = counts.compactMap { count in
      let time = text[..<words[count - 1].endIndex]
      let isClear =
        words[count - 1].utf8.first.map(Byte.isDigit) == true
        && (time.contains(":") || time.hasSuffix("am") || time.hasSuffix("pm")
          || time.count { $0 == "-" } == 2 || ForeignDate.begins(time))
      return isClear ? split(time, text[time.endIndex...]) : nil
    }
    return found.last
  }

  /// The same with the times that may be meant where it begins with one that is not read: `20.11.2026: text`,
  /// `11/20/2026 9:00 text`, `yesterday 08.30 text`.
  func meantTimesAndText(_ text: String) -> (times: [String], text: String)? {
    if let (time, rest) = timeAndText(text) { return ([time], rest) }
    if let colon = text.firstRange(of: ": ") {
      let words = String(text[..<colon.lowerBound])
      let times = meantTimes(words, isBeforeSign: true)
      if !times.isEmpty { return (times, String(text[colon.upperBound...])) }
    }
    let words = text.split(separator: " ", maxSplits: 4)
    for count in (1...4).reversed() where count <= words.count {
      let end = words[count - 1].endIndex
      let times = meantTimes(String(text[..<end]), isBeforeSign: false)
      if !times.isEmpty { return (times, String(text[end...].drop { $0 == " " })) }
    }
    if words.count > 2, let time = dayInWords(words[..<3].map { $0.lowercased() }) {
      let count = time.hasSuffix("ago") ? 3 : 2
      let rest = words.count > count ? text[words[count - 1].endIndex...] : ""
      if !rest.isEmpty { return ([time], String(rest.drop { $0 == " " })) }
    }
    if words.count > 1, let day = recentDay(String(words[0]), before: words[1].lowercased()) {
      return ([day.text], String(text[words[0].endIndex...].drop { $0 == " " }))
    }
    return nil
  }

  /// The times that may be meant by words at a text's start that are not read as one.
  private func meantTimes(_ words: String, isBeforeSign: Bool) -> [String] {
    do {
      _ = try time(words)
    } catch TimeExpressionError.otherForm(let form, let dates, let behind)
      where ForeignDate.begins(form[...])
    {
      return dates.map { $0.text + behind }.filter { (try? time($0)) != nil }
    } catch {
      // Words of a text are near to many others: `Todo: milk`, `Midday: a walk`.
      let days = ["yesterday", "today", "tomorrow", "tonight"]
      let parts = words.lowercased().split(separator: " ").map(String.init)
      let first = parts.first ?? ""
      let clock = parts.dropFirst().first ?? ""
      let isTyped = clock.first?.isNumber == true
      // Without a sign, of a day only a time that is no price and no length: `08.30`, `7:00`, `7 Uhr`.
      let isTime =
        isTyped
        && (clock.contains(":") || parts.dropFirst(2).first == "uhr"
          || clock.hasPrefix("0") && clock.dropFirst().first?.isNumber == true)
      if isTime, first == "um", let meant = TimeExpression.clock(meantBy: words.lowercased()),
        (try? time(meant)) != nil
      {
        return [meant]
      }
      if first == "hier", isTyped, clock.contains("h") {
        // Here and nowhere else it is French.
        return meantTimes("gestern\(words.dropFirst(first.count))", isBeforeSign: true)
      }
      let day = TimeExpression.english[first] ?? first
      guard isBeforeSign || days.contains(day) && isTime else { return [] }
      let bytes = Array(words.utf8)
      if let typed = TypedClock(bytes.span, in: 0..<bytes.count, after: .day),
        typed.end == bytes.count, let written = typed.written, (try? time(written)) != nil
      {
        return [written]
      }
      let yearless = yearlessDays(words)
      if !yearless.isEmpty { return yearless.map(\.text) }
      let near = TimeExpression.nearest(to: words, isOneTime: true).first { meant in
        let day = meant.prefix { $0 != " " }
        let isNear = first.count > 4 && abs(first.count - day.count) < 2
        let isKnown = first == "last" || TimeExpression.english[first] != nil
        return days.contains(String(day)) && (isNear || isKnown)
      }
      return near.map { [$0] } ?? []
    }
    return []
  }

  /// The day of the last weeks that words at the start of a text name which is hardly prose: `3 days ago`, `20 nov`.
  private func dayInWords(_ words: [String]) -> String? {
    let amount = words.joined(separator: " ")
    if words[2] == "ago", words[0].first?.isNumber == true, (try? time(amount)) != nil {
      return amount
    }
    // `May 5 people come`
    let days = ["may", "march"].contains(words[0]) ? [] : yearlessDays("\(words[0]) \(words[1])")
    let isSaid = ["is", "was", "will"].contains(words[2])
    guard days.count == 1, days[0].days(from: today) <= 31, !isSaid else { return nil }
    return days[0].text
  }

  /// The day of the last weeks that `20.11.`, `20.11` or `20/11` means at the start of a text; `5.11` may be a price.
  private func recentDay(_ word: String, before next: String) -> CalendarDate? {
    let isWhole = word.hasSuffix(".") || word.contains("/")
    let days = yearlessDays(isWhole ? word : word + ".")
    guard days.count == 1, days[0].days(from: today) <= 31 else { return nil }
    let isPrice = days[0].parts.day < 13 || ["for", "eur", "euro", "euros", "usd"].contains(next)
    return isWhole || !isPrice ? days[0] : nil
  }

  /// The days of the nearest year that words without it may mean: `24.11.`, `11/24`, `Nov 24`.
  private func yearlessDays(_ words: String) -> [CalendarDate] {
    let bytes = Array(words.utf8)
    guard
      let found = SpokenDate.yearless(in: bytes.span, at: 0, upTo: bytes.count, near: today),
      found.end == bytes.count
    else { return [] }
    // `10/10` is a rating, too.
    let isDay = !words.contains("/") || found.dates.allSatisfy { $0.parts.day > 12 }
    return isDay ? found.dates : []
  }
}

extension ForeignDate {
  /// Whether `text` begins with a date of another form.
  fileprivate static func begins(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    return ForeignDate(bytes.span, at: 0, upTo: bytes.count) != nil
  }
}
