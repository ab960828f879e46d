import ThreadJournal
import ThreadStorage

/// Times as they are typed, and those that a text begins with.
extension Session {
  /// - Parameter days: How much later it is read.
  func range(_ text: String, inDays days: Int = 0) throws -> TimeRange {
    let seconds = now.secondsSinceEpoch + Int64(days) * 86_400
    return try TimeRange.parse(
      text, now: Instant(secondsSinceEpoch: seconds, nanoseconds: now.nanoseconds), zone: zone,
      dayStartsAt: dayStartsAt, dateOrder: dateOrder)
  }

  /// The end `text` of the range that begins with `start`, typed as `typed`; one without a year is the first behind that.
  func end(_ text: String?, of start: TimeRange?, typed: String?) throws -> TimeRange? {
    guard let text else { return nil }
    let end = try range(text)
    guard let first = start?.lower, let last = end.upper, last <= first else { return end }
    return try range("\(typed ?? "")..\(text)")
  }

  /// The day that `text`, one without a year, is read as, and the coming one where that is less than ten weeks ahead.
  func daysOfLastYear(_ text: String) -> (read: CalendarDate, coming: CalendarDate)? {
    let digits = text.split { !$0.isNumber }
    guard !digits.contains(where: { $0.count > 2 }), let read = try? range(text),
      let coming = try? range(text, inDays: 70), read.isYear(before: coming, today: today)
    else { return nil }
    let days = [read, coming].compactMap(\.lower).map { Timestamp(instant: $0, in: zone).date }
    return days.count == 2 && days[1] > today ? (days[0], days[1]) : nil
  }

  /// The time that `text` says; a day without its year is the latest one, or the one next to `date`.
  func time(
    _ text: String, keepsDay: Bool = false, near date: CalendarDate? = nil
  ) throws -> Timestamp {
    try TimeExpression.parse(
      text, now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: dateOrder,
      keepsDay: keepsDay, near: date)
  }

  /// Tells the time that an entry has now instead of `old`, which was typed so.
  func tell(_ time: Timestamp, insteadOf old: Timestamp, typed: String?) {
    let zoned = old.precision == .day ? old : old.withOffset(in: zone)
    // A time that the clock showed twice says nothing beside another one without its offset.
    let isTwice = [zoned, time].contains { time in
      guard time.precision != .day,
        case .overlap = zone.resolve(wallClockSeconds: time.wallClockSeconds)
      else { return false }
      return true
    }
    var words = [zoned, time].map { isTwice ? $0.headingText : $0.shown(in: zone) }
    if words[0] == words[1] {
      words = [zoned, time].map { String($0.canonicalText.prefix("2026-03-28 07:12:33".count)) }
    }
    // Beside that of another zone, the new one says its own.
    let isOther = zoned.utcOffset != time.utcOffset && isOfOtherZone(zoned)
    note(
      "Its time was \(isTwice ? words[0] : typed ?? words[0]), and is "
        + "\(isOther ? time.withOffset(in: zone).canonicalText : words[1]) now.")
  }

  /// Tells of a heading in an editor that lost the offset of another zone when its time was changed.
  func tell(_ typed: String?, withoutZoneOf old: String?) {
    guard let typed, let old, let time = Timestamp(typed), let was = Timestamp(old),
      time.utcOffset == nil, was.utcOffset != nil, isOfOtherZone(was)
    else { return }
    let now = time.withOffset(in: zone)
    if now.utcOffset != was.utcOffset { tell(now, insteadOf: was, typed: old) }
  }

  /// Whether the offset of `time` is not that of the clock here, then.
  func isOfOtherZone(_ time: Timestamp) -> Bool {
    let offset = time.offset(in: zone)
    return offset != zone.offset(at: time.instant(in: zone))
  }

  /// A typed value as an entry has it, of a date also `tomorrow`, `in 30 days` and the like.
  func stored(_ value: [UInt8], of field: FieldDefinition) -> [UInt8] {
    let word = String(utf8: value[...].trimmed).lowercased()
    // `monday` is the latest one as a time, and the next one as what is due.
    let isClear =
      TimeWords.nearDays.contains(word)
      || (word.hasPrefix("in ") || word.hasSuffix(" ago"))
        && ["day", "week", "month", "year"].contains(where: word.contains)
    guard field.type == .date, isClear, let day = try? time(word)
    else { return field.stored(value, dateOrder: dateOrder) }
    return Array(day.date.text.utf8)
  }

  /// The times that the words at the start of a text may mean, and the text behind: `yesterday: had lunch`,
  /// `last night, slept`, `[2026-11-20 18:00] foo`, `9pm foo`, `20.11.2026 foo`; nil where it begins with no time.
  func timeAndText(_ text: String) -> TextTime? {
    guard !beginsWithOtherNumbers(text) else { return nil }
    let words = text.split(separator: " ", maxSplits: 6)
    for count in (1...6).reversed() where count <= words.count {
      var time = text[..<words[count - 1].endIndex]
      var rest = text[time.endIndex...].drop { $0 == " " }
      var sign: Character?
      // `8am.` ends a sentence, and `8 a.m.` has a dot of its own.
      let endsSentence = ["am.", "pm."].contains(time.suffix(3).lowercased())
      if let last = time.last, ":,".contains(last) || endsSentence {
        sign = last
        time = time.dropLast()
        while time.last == " " { time = time.dropLast() }
      } else if let next = rest.first, "-–—:".contains(next), rest.dropFirst().first == " " {
        // `9pm - foo`, but `9pm -5 degrees`.
        sign = next
        rest = rest.dropFirst().drop { $0 == " " }
      }
      // `(1) milk` is of a list.
      let isInBrackets =
        time.hasPrefix("[") && time.hasSuffix("]")
        || time.hasPrefix("(") && time.hasSuffix(")") && time.contains { $0.isLetter || $0 == ":" }
      if time.hasPrefix("@") || isInBrackets {
        time = time.hasPrefix("@") ? time.dropFirst() : time.dropFirst().dropLast()
        sign = sign ?? ":"
      }
      let found = TextTime(
        times: meantTimes(String(time), isLabel: sign == ":"), text: String(rest), sign: sign)
      // Without its zone it would be another time.
      guard let first = found.times.first,
        ZoneName.example(in: String(rest.prefix { !" :".contains($0) })) == nil,
        // And twelve hours earlier without its half of the day.
        TypedClock.half(Array(rest.utf8)[...], after: 1) == nil, found.nextWord != "nachts",
        isMeant(time, first, found)
      else { continue }
      return found.withSpan
    }
    // `20. 11. milk`, but `10. 11. 12. and 13. are the pages` and `20.11. 3. Etappe`.
    let areNumbered = words.prefix(3).map { $0.last == "." && $0.dropLast().allSatisfy(\.isNumber) }
    let count = areNumbered.starts(with: [true, true]) ? 2 : 1
    if areNumbered == [true, true, true] { return nil }
    guard words.count > count,
      let day = recentDay(words.prefix(count).joined(), before: words[count].lowercased())
    else { return nil }
    let rest = text[words[count - 1].endIndex...].drop { $0 == " " }
    return TextTime(times: [day.text], text: String(rest), sign: nil).withSpan
  }

  /// The lines of a text that begin with one of the past days each, where the first one does and others do.
  func datedLines(of text: String) -> [TextTime] {
    let lines = text.split(whereSeparator: \.isNewline).prefix(100).map { line -> TextTime? in
      guard line.utf8.count <= 1000, let found = timeAndText(String(line)) ?? dayAndText(line),
        found.times.count == 1, !found.text.isEmpty, !TimeExpression.isClock(found.times[0]),
        let time = try? self.time(found.times[0], keepsDay: true), time.date <= today
      else { return nil }
      return found
    }
    let dated = lines.compactMap(\.self)
    let areDays = lines.first.map { $0 != nil } == true && Set(dated.map { $0.times[0] }).count > 1
    return areDays ? dated : []
  }

  /// The latest day that `11/6` at the start of a line may mean in either order, which several lines make likely.
  private func dayAndText(_ line: Substring) -> TextTime? {
    let words = line.split(separator: " ", maxSplits: 1)
    let bytes = Array((words.first ?? "").prefix { $0 != ":" }.utf8)
    guard words.count == 2, bytes.contains(UInt8(ascii: "/")),
      let found = SpokenDate.yearless(
        in: bytes.span, at: 0, upTo: bytes.count, near: today, order: dateOrder, isTime: true),
      found.end == bytes.count,
      let day = found.dates.filter({ $0 <= today && $0.days(from: today) <= 31 }).max()
    else { return nil }
    let rest = TextTime(times: [day.text], text: String(words[1]), sign: nil)
    return BareValue.isCounted(by: rest.nextWord) || rest.nextWord == "cup" ? nil : rest
  }

  /// Whether what stands behind a time lets it be the entry's: a colon does, and a dash where no other time follows.
  private func isMeant(_ typed: Substring, _ time: String, _ found: TextTime) -> Bool {
    if found.sign == nil, TimeExpression.clockOfWord(String(typed)) != nil {
      return !found.text.isEmpty && !BareValue.isCounted(by: found.nextWord)
    }
    // `kl 10 km`
    if found.sign == nil, typed.lowercased().hasPrefix("kl"), !typed.contains(":"),
      BareValue.isCounted(by: found.nextWord)
    {
      return false
    }
    // `0044 20 7946` is a telephone number.
    if typed.utf8.count == 4, typed.utf8.allSatisfy(Byte.isDigit),
      found.nextWord.first?.isNumber == true
    {
      return false
    }
    // `6a: Chemistry` is a form, and `1a` a grade.
    if time.last?.lowercased() == "a", !time.contains(":"), !time.contains(" ") { return false }
    guard let sign = found.sign else { return isClear(typed, time, found) }
    let isDash = "-–—".contains(sign)
    // `Friday - Monday away`
    if isDash, (try? self.time(found.nextWord.filter { $0 != "," })) != nil { return false }
    let isWord = time.first?.isNumber != true
    return sign == "," || isDash && isWord ? isBehind(time, found) : true
  }

  /// The times that a line may mean which has nothing else: `yesterday`, `9:00-11:00`, `Tues 17/11`; none where it may be
  /// another word, as `Sun`.
  func times(alone line: String) -> [String] {
    var words = line.drop { $0 == " " }
    while let last = words.last, " .,:!".contains(last) { words.removeLast() }
    let typed = String(words)
    guard 5..<40 ~= typed.utf8.count || typed.first?.isNumber == true,
      !beginsWithOtherNumbers(typed)
    else { return [] }
    if (try? time(typed)) != nil { return [typed] }
    guard typed.contains(where: { $0.isLetter || $0 == "/" }) else { return [] }
    return yearlessDays(typed).filter { $0 <= today && $0.days(from: today) <= 31 }.map(\.text)
  }

  /// Whether a time before a comma is one of the past, and no word of a list or a sentence: `Sun, sea`, `Yesterday, I`.
  private func isBehind(_ time: String, _ found: TextTime) -> Bool {
    let parsed = try? self.time(time)
    let isShort = time.utf8.count < 5 && time.first?.isNumber != true
    return !isShort && !TextTime.sentenceWords.contains(found.nextWord)
      && parsed.map { $0.instant(in: zone) <= now } == true
  }

  /// Whether a time with no sign behind it can be nothing else: a clock time, a whole date, `20 nov`, `3 days ago`.
  private func isClear(_ typed: Substring, _ time: String, _ found: TextTime) -> Bool {
    // What is not read as it stands is meant by its form.
    guard typed == time else { return true }
    let words = typed.lowercased().split(separator: " ")
    let bytes = Array(typed.utf8)
    let isDate =
      typed.count { $0 == "-" } == 2 || ForeignDate.begins(typed)
      || SpokenDate(bytes.span, at: 0, upTo: bytes.count)?.end == bytes.count
    guard let first = words.first, let last = words.last,
      !found.text.isEmpty || words.count > 1 || isDate
    else { return false }
    // `at 7 woke early`, but `at 7 km`, and not `at 18 she left home`
    if first == "at", words.count == 2, found.text.first?.isLowercase == true,
      !BareValue.isCounted(by: found.nextWord),
      !["he", "she", "they", "we", "you", "my"].contains(found.nextWord)
    {
      return (try? self.time(time)).map { $0.instant(in: zone) <= now } == true
    }
    if last == "ago" {
      // `a year ago Mom died`
      let isCount =
        first.first?.isNumber == true
        || Self.counts.contains(first)
          && ["min", "hou", "day", "wee"].contains { words[1].hasPrefix($0) }
      // `2h ago`, in two words
      let isAmount = first.first?.isNumber == true && first.last?.isNumber == false
      return (words.count == 3 || isAmount && words.count == 2) && isCount
        && found.nextWord != "today"
    }
    let isHalf =
      TimeWords.englishHalves.contains { last.hasSuffix($0) }
      || last.hasSuffix("p") && last.contains(":") && last.dropLast().last?.isNumber == true
    if isHalf || last.first?.isNumber == true, isHalf || typed.contains(":") || isDate {
      return typed.contains(where: \.isNumber)
    }
    // `9:00 +09:00`
    let isZone = last == "z" || "+-".contains(last.first ?? " ") && last.utf8.count > 4
    if isZone, typed.contains(":") { return true }
    // `16 juillet 14h30 RDV`
    if words.count > 2, TimeExpression.clockOfWord(String(last)) != nil,
      !yearlessDays(words.dropLast().joined(separator: " ")).isEmpty
    {
      return true
    }
    // `May 5 people come`, but `Wednesday 4 nov Tane came`
    let isNamed = words.count == 3 && SpokenDate.weekday(named: String(first)) != nil
    let day = words.dropFirst(isNamed ? 1 : 0).joined(separator: " ")
    let days = ["may", "march"].contains(first) ? [] : yearlessDays(day)
    return days.count == 1 && (words.count == 2 || isNamed) && days[0] <= today
      && days[0].days(from: today) <= 31 && !found.text.isEmpty && !found.isSentence
  }

  private static let counts: Set<Substring> = [
    "a", "an", "one", "two", "three", "four", "five", "six", "seven", "ten",
  ]

  /// The times that words at a text's start may mean; what is not read as a time is one in few forms where no colon follows.
  private func meantTimes(_ typed: String, isLabel: Bool) -> [String] {
    do {
      _ = try time(typed)
      return [typed]
    } catch TimeExpressionError.yearOrClock(_, let meant) {
      return Array(meant.prefix(1))
    } catch TimeExpressionError.otherForm(let form, let dates, let behind)
      where ForeignDate.begins(form[...])
    {
      let bytes = Array(form.utf8)
      let named = SpokenDate.weekday(in: bytes.span, at: 0, upTo: bytes.count)?.day
      // `9/10/10` is rather of three marks than of long ago.
      let isDay =
        isLabel || dates.count < 2 || form.split { !$0.isNumber }.contains { $0.count > 2 }
      // Of two days that contradict each other either may be meant.
      return dates.filter { named == nil || $0.weekday == named }
        .filter { isDay || $0.days(from: today) <= 366 }
        .map { TimeExpression.text(of: $0, before: behind) }
        .filter { (try? time($0)) != nil }
    } catch {
      // `0830 rig check`
      if typed.utf8.count == 4, typed.first == "0", typed.utf8.allSatisfy(Byte.isDigit),
        let clock = TimeExpression.clock(meantBy: typed)
      {
        return [clock]
      }
      let yearless = yearlessDays(typed)
      // `Mon 23.11.` is a day, and no time of one.
      if typed.first?.isLetter == true, isLabel || typed.hasSuffix("."), !yearless.isEmpty {
        return yearless.map(\.text)
      }
      // `20.11. 9am`
      let parts = typed.split(separator: " ")
      if let last = parts.last, TimeExpression.isClock(String(last)) {
        let days = yearlessDays(parts.dropLast().joined(separator: " "))
        let meant = days.map { "\($0.text) \(last)" }.filter { (try? time($0)) != nil }
        if !meant.isEmpty { return meant }
      }
      var words = TimeExpression.withWholeDays(
        typed.lowercased().split(separator: " ").map(String.init))
      let clock = words.prefix(2).first { $0.first?.isNumber == true } ?? ""
      // Here and nowhere else it is French.
      let isFrench = words.first == "hier" && clock.contains("h")
      if isFrench { words[0] = "yesterday" }
      // `kl. 13`, `i går kl. 7.30`
      var isOfClock = false
      if let sign = words.prefix(2).firstIndex(where: TimeWords.clock.contains),
        let clock = TimeExpression.clock(meantBy: words[sign...].joined(separator: " "))
      {
        words = words[..<sign] + [clock]
        isOfClock = true
      }
      let isGerman = ["um", "von"].contains(words.first)
      if isGerman { words.removeFirst() }
      words = words.map { word in
        let name = word.hasSuffix(",") ? String(word.dropLast()) : word
        let isLong = name.utf8.count > 2 || isLabel && Self.shortDays.contains(name)
        return isLong ? TimeExpression.english[name] ?? name : word
      }
      guard let first = words.first else { return [] }
      let days = TimeWords.nearDays + ["tonight"]
      // Of a day only a time that is no price and no length: `08.30`, `7:00`, `7 Uhr`, `6.15am`.
      let isHalf = TimeWords.englishHalves.contains { words.last?.hasSuffix($0) == true }
      let isNamed = isHalf || isOfClock || words.last == "uhr"
      let isTime =
        isNamed || isFrench || words.contains { $0.contains(":") }
        || clock.hasPrefix("0") && clock.dropFirst().first?.isNumber == true
      let joined = words.joined(separator: " ")
      if let shift = TimeExpression.clockOfWord(words.last ?? ""), !isLabel,
        words.count == 1 || words.count == 2 && days.contains(first)
      {
        return [(words.dropLast() + [shift]).joined(separator: " ")]
      }
      // `yestreday 19:00`
      let slipped = days.first { $0.count > 5 && first.isSlip(of: $0, atMost: 2) }
      if words.count == 2, !days.contains(first), let slipped, isTime {
        return ["\(slipped) \(words[1])"].filter { (try? time($0)) != nil }
      }
      // `06:00 bis 14:15`
      let isSpan =
        clock.contains(":") && words.last?.contains(":") == true
        && TimeExpression.span(meantBy: joined) != nil
      guard isLabel || isSpan || isTime && (isNamed || isGerman || days.contains(first)) else {
        return []
      }
      let bytes = Array(joined.utf8)
      let whole = TypedClock(bytes.span, in: 0..<bytes.count, after: .day)
      let meant = [
        whole?.end == bytes.count ? whole?.written : nil, TimeExpression.span(meantBy: joined),
        // `530am`, `6-7pm`
        isHalf ? TimeExpression.clock(meantBy: joined) : nil,
        TimeExpression.withClock(words),
        // `yesterday 9:30 du soir`
        TimeExpression.withClock([first] + parts.dropFirst().map { $0.lowercased() }), joined,
      ].compactMap(\.self).filter { (try? time($0)) != nil }
      guard meant.isEmpty, isLabel else { return Array(meant.prefix(1)) }
      if !yearless.isEmpty { return yearless.map(\.text) }
      // Words of a text are near to many others: `Todo: milk`, `Midday: a walk`.
      let near = TimeExpression.nearest(to: joined, isOneTime: true).first { meant in
        let day = meant.prefix { $0 != " " }
        return words.count == 1 && first.count > 4 && abs(first.count - day.count) < 2
          && days.contains(String(day))
      }
      return near.map { [$0] } ?? []
    }
  }

  /// Days of the week as German has them in two letters, which are hardly another word before a colon; `so` and `do` are.
  private static let shortDays: Set = ["mo", "di", "mi", "fr", "sa"]

  /// The day of the last weeks that `20.11.`, `20.11` or `20/11` means at the start of a text; `5.11` may be a price.
  private func recentDay(_ word: String, before next: String) -> CalendarDate? {
    let isWhole = word.hasSuffix(".") || word.contains("/")
    let days = yearlessDays(isWhole ? word : word + ".")
    guard days.count == 1, days[0].days(from: today) <= 31,
      !BareValue.isNumbering(word)
    else { return nil }
    // `3/18 tests`
    let isPart =
      word.contains("/") && word.count(where: \.isNumber) < 4 && BareValue.isCounted(by: next)
      && days[0].days(from: today) > 3
    let isPrice = days[0].parts.day < 13 || ["for", "eur", "euro", "euros", "usd"].contains(next)
    return isWhole && !isPart || !isWhole && !isPrice ? days[0] : nil
  }

  /// The days of the nearest year that words without it may mean: `24.11.`, `11/24`, `Nov 24`.
  private func yearlessDays(_ words: String) -> [CalendarDate] {
    let bytes = Array(words.utf8)
    guard
      let found = SpokenDate.yearless(
        in: bytes.span, at: 0, upTo: bytes.count, near: today, order: dateOrder, isTime: true),
      found.end == bytes.count
    else { return [] }
    let numbers = words.split(separator: "/").compactMap { Int($0) }
    // `8/10` is a rating, too.
    let isRating =
      numbers == [24, 7]
      || numbers.count == 2 && numbers[0] <= numbers[1] && [5, 10].contains(numbers[1])
    return !words.contains("/") || found.dates.count == 1 && !isRating ? found.dates : []
  }

  /// Whether a text begins with numbers that are a rating, a part or a day long ago, rather than one of the last weeks.
  ///
  /// So do `8/10` and `1/2 cup`, but for a time of day behind them, and `set 1` of an exercise: in Italian the day stands before
  /// its month.
  func beginsWithOtherNumbers(_ text: String) -> Bool {
    if text.lowercased().hasPrefix("set ") { return true }
    let words = text.split(separator: " ", maxSplits: 3)
    guard let first = words.first else { return false }
    let day = first.prefix { $0.isNumber || $0 == "/" }
    let numbers = day.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0.map { $0 < 13 } == true }) else {
      return false
    }
    let next = words.dropFirst()
    let isTimed = (1...2).contains {
      TimeExpression.isClock(next.prefix($0).joined(separator: " "))
    }
    let word = next.first?.lowercased() ?? ""
    let isPart =
      day.endIndex == first.endIndex
      && (BareValue.isCounted(by: word) || ["a", "an", "the", "cup"].contains(word))
    return !isTimed
      && (isPart || yearlessDays(String(day)).allSatisfy { $0.days(from: today) > 31 })
  }
}

/// What a text begins with that may be its time.
struct TextTime {
  let times: [String]
  /// The text behind it.
  let text: String
  /// What stands between the two; nil for a space.
  let sign: Character?

  /// What a sentence goes on with behind its first word.
  static let sentenceWords: Set = [
    "i", "we", "he", "she", "it", "they", "you", "my", "our", "the", "a", "an", "is", "was", "were",
    "had", "and", "in", "at", "on", "there", "this",
  ]

  /// Whether the text goes on behind its time as a sentence does; `9:00 to 10` is none.
  var isSentence: Bool {
    TimeWords.goesOn(behindDay: Array(text.lowercased().utf8)[...])
      && !TimeWords.until.contains(nextWord)
  }

  var nextWord: String { text.prefix { !" :".contains($0) }.lowercased() }

  /// The same where the day is followed by a time of day with its end as it is not read, `29/4 9.00-17.30 busy`, or stands
  /// behind the time of day, `6-8pm yesterday gym`.
  var withSpan: TextTime {
    let word = text.prefix { $0 != " " }
    if times.count == 1, TimeExpression.isClock(times[0]), word.lowercased() == "yesterday" {
      let rest = text[word.endIndex...].drop { $0 == " " }
      return TextTime(times: ["yesterday \(times[0])"], text: String(rest), sign: sign)
    }
    guard times.count == 1, !TimeExpression.isClock(times[0]), !times[0].contains(" "),
      word.contains("."), let clock = TimeExpression.clock(meantBy: String(word)),
      clock.contains("-")
    else { return self }
    let rest = text[word.endIndex...].drop { $0 == " " }
    return TextTime(times: ["\(times[0]) \(clock)"], text: String(rest), sign: sign)
  }
}

extension ForeignDate {
  /// Whether `text` begins with a date of another form.
  fileprivate static func begins(_ text: Substring) -> Bool {
    let bytes = Array(text.utf8)
    return ForeignDate(bytes.span, at: 0, upTo: bytes.count) != nil
  }
}
