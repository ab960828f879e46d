/// What a title begins with that may be a time of day, though it has no one reading: `~22:15`, `22.15 walk`, `22h walk`,
/// `9h walk`, `9p walk`, `10,30`, `10:3`, `**22:15**`, `— 22:15`, `930`, `evening`, and behind a time `- 2026-11-22 06:15`,
/// `- ?`, `- 11`, `→ 06:15`, `bis 06:15`, `(bis 06:15)`, `and 13:30`, a length, `45 mins`, or a zone by its name, `EST`.
package enum DoubtfulClock {
  /// Whether what is left of a title, behind a time that it began with, may belong to that time: `30 Lunch`, `bis 15 Uhr`.
  package static func mayGoOn(with title: String) -> Bool {
    let words = title.lowercased()
    if let first = words.utf8.first, Byte.isDigit(first) { return true }
    if ["-", "–", "—", "→", "&", "~"].contains(where: { words.hasPrefix($0) }) {
      return true
    }
    let word = String(words.prefix { $0.isLetter || $0 == "'" || $0 == "’" })
    return TimeWords.until.contains(word)
      || ["de", "o'clock", "o’clock", "noon", "midnight", "mittag", "mitternacht"].contains(word)
  }

  /// Whether the text at `range` begins with one in words: `half nine`, `ten past nine`.
  package static func isInWords(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    var scan = ClockScan(bytes, at: range.lowerBound, upTo: range.upperBound)
    return scan.skipHalfHour()
  }

  /// Behind its last byte, where the title at `range`, which follows `time`, begins with one.
  package static func end(
    in bytes: borrowing Span<UInt8>, title range: Range<Int>, after time: Timestamp
  ) -> Int? {
    guard !range.isEmpty else { return nil }
    let start = ClockScan(bytes, at: range.lowerBound, upTo: range.upperBound)
    let (hour, isLocal) = (time.hour, time.utcOffset == nil)
    let readers: [(inout ClockScan) -> Bool] =
      time.precision == .day
      ? [{ $0.skipClockNumber(in: time.date.year) }, { $0.skipPartOfDay() }, { $0.skipClock() }]
      : [
        { isLocal && $0.skipRest(after: hour) }, { $0.skipEnd(after: hour) },
        { isLocal && $0.skipZone() }, { time.minutesToEnd == 0 && $0.skipLength() },
      ]
    for read in readers {
      var scan = start
      if read(&scan) { return scan.end }
    }
    return nil
  }
}

/// Each passes over what it names; where it is not there, the place is of no use any more.
extension ClockScan {
  /// Signs before a time; a `T` stands directly before it.
  private static let signs = [
    "**", "*", "`", "—", "→", "->", "[", "(", "\"", "'", "“", "”", "„", "«", "»", "‘", "’", "T",
  ]

  private static let arrows = ["→", "->", "=>", ">", "—", "&", "/", "|", "…", "..."]

  /// A time behind a day.
  fileprivate mutating func skipClock() -> Bool {
    let start = self
    for word in TimeWords.beginnings + Self.signs {
      self = start
      guard skip(word) else { continue }
      let isSign = Self.signs.contains(word)
      guard skipBlanks() ? word != "T" : isSign || word == "~" else { continue }
      if !isSign, tries({ $0.skipLooseSpan() || $0.skipLastHour() }) { return true }
      if !isSign, skipHalfHour(isBehindWord: true) { return true }
      if skipTime() { return isFollowedByNoLength }
    }
    self = start
    // A picture of a clock, say.
    if let first = rest.unicodeScalars.first, first.properties.isEmojiPresentation {
      position += String(rest.prefix(1)).utf8.count
      skipBlanks()
      return numbers(":.h") != nil
    }
    guard let hour = number(upTo: 2), hour.value < 24 else { return false }
    // `7.15h`; `14h30m` is longer than what has so many minutes.
    if hour.value > 4, tries({ $0.skip(".") && $0.skipMinute() && $0.skipLetterOfHours() }) {
      return isFollowedByNoUnit
    }
    if hour.value > 12, tries({ $0.skip("h") && $0.skipMinute() && $0.skip("m") }) {
      return isWordEnd
    }
    if hour.digits == 2, skip(".") { return skipMinute() && isFollowedByWord }
    // `20 h 30` is a time, and `2 h 30` rather a length; `9: 05`, `9 :05` and `9;05` are slips.
    if hour.value > 4 && skip(" h ") || skip(": ") {
      return skipMinute() && isWordEnd && isFollowedByNoUnit
    }
    if skip(" :") || skip(";") { return skipMinute() && isWordEnd }
    // `12,50 for lunch` is a price, and `3:2 gegen Köln` a result.
    for (sign, digits) in [(",", 2), (":", 1)] where skip(sign) {
      return skipMinute(digits) && isAtEnd
    }
    if skip("-") || skip("–") {
      guard let last = number(upTo: 2), isWordEnd else { return false }
      if hour.digits == 2, last.digits == 2, last.value < hour.value { return true }
      // `10-12 people` are counted, and an hour such as `9-10 meeting` hardly is.
      return hour.value > 5 && last.value == hour.value + 1 && last.value <= 24
        && isFollowedByNoUnit
    }
    if 1...12 ~= hour.value, skip("p") || (rest == "a" && skip("a")) { return isWordEnd }
    let hasBlank = next.map(Byte.isBlank) == true
    if hour.value > 4, skipLetterOfHours() {
      // `16 h fast` is how long it took, as `9 h` may be.
      if isAtEnd { return true }
      if hasBlank { return isFollowedByCapital && isFollowedByNoUnit }
      guard hour.value <= 12 else { return true }
      _ = [",", ":"].contains { skip($0) }
      var words = self
      let word = words.skipBlanks() ? words.word.lowercased() : ""
      return !word.isEmpty && !TimeWords.counted.contains(word)
    }
    // `7 rano`
    if 1...12 ~= hour.value,
      tries({ scan in
        scan.skipBlanks() && TimeWords.earlierHalves.contains { scan.skip($0) } && scan.isWordEnd
      })
    {
      return true
    }
    // Behind such an hour it is a slip.
    return !(1...12 ~= hour.value) && next.map(Byte.isBlank) != true && half() != nil && isWordEnd
  }

  /// An end behind a time of this hour.
  fileprivate mutating func skipEnd(after hour: Int) -> Bool {
    if skip("("), next != UInt8(ascii: "(") { return skipEnd(after: hour) && skip(")") }
    let isWord = skip(oneOf: TimeWords.until + ["ate"])
    // `to 20 past`
    if isWord, tries({ $0.skipMinutesBesideHour() }) { return true }
    // `até às 12:30`, `hasta las 12:30`
    if isWord { _ = skip(oneOf: TimeWords.about + ["as", "ao", "las", "la"]) }
    let isAnd =
      !isWord && skip(oneOf: ["and", "und", "och", "og", "et", "then", "dann", "u.", "+", "&"])
    // `y 13:30` in any language, but not `in 1:45 done`.
    if isAnd || !isWord && tries({ $0.skipShortWord() }) {
      // `a 12h`
      if !isAnd, tries({ $0.skipHourOfEnd(after: hour) }) { return true }
      var clock = self
      let isLater = clock.numbers(":h").map { hour...hour + 12 ~= $0.hour.value } == true
      guard isAnd || isLater && clock.isFollowedByNoLength else { return false }
      return tries { $0.skipLooseSpan() } || skipTime()
    }
    let isArrow = !isWord && Self.arrows.contains { skip($0) }
    let isDash = !isWord && !isArrow && (skip("-") || skip("–"))
    guard isWord || isArrow || isDash else { return false }
    skipBlanks()
    if isDash, isAtEnd || skip("?") { return isWordEnd }
    return skipDate() || tries { !isDash && $0.skipTime(mayHaveHalf: isWord) }
      || tries { $0.skipHour() } || tries { $0.skipHourOfEnd(after: hour) }
      || tries { $0.skipPointOfDay() && ($0.isAtEnd || $0.isFollowedByCapital) }
      || tries { isDash && $0.skipSlippedEnd(after: hour) }
      || tries { !isArrow && $0.skipHalfHour(isBehindWord: true) }
      || tries { isWord && $0.skipNamedHour() }
      || skipLastHour(after: hour)
  }

  /// `20 past`, `quarter to`: an end whose hour is that of the time before it, or the next.
  private mutating func skipMinutesBesideHour() -> Bool {
    let isNumber = number(upTo: 2) != nil
    guard isNumber || TimeWords.minutes.contains(where: { skip(anyCase: $0) }) else { return false }
    skipBlanks()
    return ["past", "to", "nach", "vor"].contains { skip(anyCase: $0) } && isAtEnd
  }

  /// A length that is the whole title: `45 mins`, `1h30`, `(for 1.5 hours)`.
  fileprivate mutating func skipLength() -> Bool {
    let isInBrackets = skip("(")
    _ = ["for ", "about ", "ca. ", "~"].contains { skip(anyCase: $0) }
    var hasUnit = false
    while let number = number(upTo: 3) {
      if skip(".") || skip(","), self.number() == nil { return false }
      skipBlanks()
      let unit = word.lowercased()
      guard TimeWords.lengths.contains(unit) || ["h", "m", "hs"].contains(unit), skip(word) else {
        // `1h30`
        return hasUnit && number.digits == 2 && (!isInBrackets || skip(")")) && isAtEnd
      }
      // `5 m` is how far it was.
      if !hasUnit, unit == "m" { return false }
      hasUnit = true
      skipBlanks()
    }
    return hasUnit && (!isInBrackets || skip(")")) && isAtEnd
  }

  /// An end of which a sign or a slip made a part of the title: `- 9.15`, `- ~9:15`, `-- 9:15`, `- 25:15`.
  private mutating func skipSlippedEnd(after start: Int) -> Bool {
    _ = ["- ", "~", "(", "ca. "].contains { skip($0) }
    guard let hour = number(upTo: 2) else { return false }
    if skip(":") || skip(";") {
      return number().map { $0.digits > 1 } == true && isFollowedByNoLength
    }
    // `- 2.50 spent` is a price.
    guard start...start + 12 ~= hour.value, skip(".") || skip("h") else { return false }
    return skipMinute() && (isWordEnd || skipLetterOfHours()) && isFollowedByNoUnit
  }

  /// An hour with its letter, which is later than the start by no more than a long day, or one of the morning behind a
  /// night: `- 12h`, `até 12 h`; `8:30 - 2h` says how long it took.
  private mutating func skipHourOfEnd(after start: Int) -> Bool {
    guard let hour = number(upTo: 2), hour.value <= 24, skipLetterOfHours() else { return false }
    return start + 1...start + 14 ~= hour.value
      ? isAtEnd || isFollowedByCapital && isFollowedByNoUnit
      : isAtEnd && start > 18 && hour.value < 10
  }

  /// `EST`, `GMT+2` or `UTC+02:00`, or a `z` or `+1` that is the whole title.
  fileprivate mutating func skipZone() -> Bool {
    let name = word
    let isName = ZoneName.offsets[name] != nil
    guard isName || name.isEmpty || name == "z", skip(name) else { return false }
    if name != "z", skip("+") || skip("-") || skip("−") {
      guard let hours = number(upTo: 2), hours.value <= 14 else { return false }
      if skip(":"), number() == nil { return false }
    } else if name.isEmpty {
      return false
    }
    return isName ? isWordEnd : isAtEnd
  }

  /// A number that clocks show, where it is the whole title, or a word with a capital follows that it hardly counts:
  /// `930`, `1930`, `9`, `21 30`, `T0930`, `930 Walk`, `21:300`; not the year of the heading, or one beside it.
  fileprivate mutating func skipClockNumber(in year: Int) -> Bool {
    let hasMark = skip("T") || skip("~")
    // `- 26` is the last day of several.
    let isRange = skip("- ") || skip("– ")
    guard let (value, digits) = number(upTo: 6) else { return false }
    let (hour, minute) = (value / 100, value % 100)
    let isClock = hour < 24 && minute < 60
    // `530 Kilo` are counted.
    let isQuarter =
      [15, 30, 45].contains(minute) && isFollowedByCapital && isFollowedByNoUnit
    switch digits {
    case 1...2:
      guard value <= (isRange ? 31 : 24) else { return false }
      // `12 noon`
      if value == 12, tries({ $0.skipBlanks() && ($0.skip("noon") || $0.skip("midnight")) }) {
        return isWordEnd
      }
      if skip("ish") { return isWordEnd }
      if isAtEnd { return isRange || digits == 2 || value > 4 }
      if digits == 2, skip(":") {
        guard let slip = number() else { return skip(":") && twoDigits() != nil && isWordEnd }
        return slip.digits == 3 && isWordEnd
      }
      // `9-5` is the hours of a working day, and `9-2` rather a result.
      if 8...10 ~= value, tries({ $0.skipDash() && $0.skipHour(in: value - 5...value - 3) }) {
        return true
      }
      return ["-", "–", " ", "_"].contains { skip($0) } && skipMinute() && isAtEnd
    case 3:
      // `730am`
      if isClock, 1...9 ~= hour, tries({ $0.half(after: hour) != nil && $0.isWordEnd }) {
        return true
      }
      // `100` counts something; `9:30` has lost its colon.
      if isAtEnd { return isClock && (hour > 4 || minute > 0) }
      if skip(":") { return value / 10 < 24 && skipMinute() && isWordEnd }
      return hour > 4 && isQuarter
    case 4:
      guard isClock else { return false }
      if isAtEnd { return hasMark || minute % 5 == 0 && !(year - 1...year + 1 ~= value) }
      // `0900Z` is of UTC.
      if skip("ish") || skip("Z") || tries({ $0.skipWordOfHours() }) { return isWordEnd }
      if tries({ $0.skipEndOfDigits() }) { return true }
      // From 1500 on it is a year.
      return 10...14 ~= hour && isQuarter
    case 6: return isAtEnd && value / 10_000 < 24 && hour % 100 < 60 && minute < 60
    default: return false
    }
  }

  /// `hrs` and the like behind four digits of a time of day, and the blanks before it.
  private mutating func skipWordOfHours() -> Bool {
    skipBlanks()
    return ["hrs", "hours", "hr", "h", "uhr"].contains { word in
      tries { $0.skip(anyCase: word) && $0.isWordEnd }
    }
  }

  /// ` - 0730` behind four digits, where that is no later year; `hrs` may follow.
  private mutating func skipEndOfDigits() -> Bool {
    skipBlanks()
    guard skipDash() else { return false }
    skipBlanks()
    let hasZero = next == UInt8(ascii: "0")
    guard let end = number(upTo: 4), end.digits == 4, end.value / 100 <= 24, end.value % 100 < 60
    else { return false }
    return tries { $0.skipWordOfHours() } || hasZero && isWordEnd
  }

  /// One of these parts of the day, and what may stand before it.
  private mutating func skip(partOfDay parts: [String]) -> Bool {
    _ = ["this ", "in the ", "at "].contains { skip(anyCase: $0) }
    return parts.contains { skip(anyCase: $0) }
  }

  /// A part of the day that is the whole title, `evening`, `this morning`, or `half past` or `half` before an hour.
  fileprivate mutating func skipPartOfDay() -> Bool {
    skipHalfHour()
      || skip(partOfDay: TimeWords.eveningParts + TimeWords.morningParts)
        && (isAtEnd || skip(", ") || skip(": "))
      || skipPointOfDay() && isAtEnd
  }

  /// `half past nine`, `halb 8` and `ten past nine`; `half marathon` and `half past caring` are other halves.
  fileprivate mutating func skipHalfHour(isBehindWord: Bool = false) -> Bool {
    let isOfMinutes = tries { scan in
      guard TimeWords.minutes.contains(where: { scan.skip(anyCase: $0 + " ") }),
        scan.skip(oneOf: TimeWords.besideHours)
      else { return false }
      let name = scan.word
      // `five to nine people` are counted.
      return TimeWords.hours.contains(name.lowercased()) && scan.skip(name)
        && (scan.isAtEnd || scan.isFollowedByCapital)
    }
    return isOfMinutes
      || TimeWords.halfHours.contains { words in
        tries { scan in
          guard scan.skip(anyCase: words) else { return false }
          let name = scan.word
          if TimeWords.hours.contains(name.lowercased()) { return scan.skip(name) }
          guard let hour = scan.number(upTo: 2), 1...12 ~= hour.value else { return false }
          // `half 8 pages` is none, and `half 5 - half 8` are two.
          return isBehindWord || words.dropLast().contains(" ") || scan.isAtEnd
            || scan.isFollowedByCapital
            || scan.tries {
              $0.skipBlanks()
              guard $0.skipDash() else { return false }
              return $0.skipHalfHour(isBehindWord: true) || $0.number() != nil
            }
        }
      }
  }

  /// `five` at the end, or before a capital.
  private mutating func skipNamedHour() -> Bool {
    let name = word
    return TimeWords.hours.contains(name.lowercased()) && skip(name)
      && (isAtEnd || isFollowedByCapital)
  }

  /// What is left behind a time of this hour and changes what it says: `evening` behind 9:30, seconds.
  fileprivate mutating func skipRest(after hour: Int) -> Bool {
    // Of 12, `de la noche` does not tell which half of the day it is.
    if tries({ $0.wordsOfHalf(after: hour == 12 ? 1 : hour) != nil && $0.isEnded }) { return true }
    if tries({ $0.skipMinute() && $0.isAtEnd }) { return true }
    // `9:05 h - 10:30 h`
    if tries({ $0.skip("h ") && $0.skipDash() && $0.skipTime() }) { return true }
    guard 1...11 ~= hour else { return false }
    // `8:30 am Abend`, of which `am` was read.
    if tries({ ($0.skip("Abend") || $0.skip("Nachmittag")) && $0.isWordEnd }) { return true }
    return (skip("p") || skip(partOfDay: TimeWords.eveningParts)) && isAtEnd
  }

  // MARK: Pieces

  /// Whether `read` finds what it looks for; else this stays where it is.
  private mutating func tries(_ read: (inout ClockScan) -> Bool) -> Bool {
    var scan = self
    guard read(&scan) else { return false }
    self = scan
    return true
  }

  /// A word of one or two small letters and the blanks behind it: `y`, `et`, `às`.
  private mutating func skipShortWord() -> Bool {
    let word = word
    return 1...2 ~= word.count && word.allSatisfy(\.isLowercase) && skip(word) && skipBlanks()
  }

  /// One of `words` and the blanks behind it.
  private mutating func skip(oneOf words: [String]) -> Bool {
    words.contains { word in tries { $0.skip(word) && $0.skipBlanks() } }
  }

  /// A number of so many digits that may be minutes.
  private mutating func skipMinute(_ digits: Int = 2) -> Bool {
    number().map { $0.digits == digits && $0.value < 60 } ?? false
  }

  /// An hour of these that ends the title.
  private mutating func skipHour(in hours: ClosedRange<Int>) -> Bool {
    number(upTo: 2).map { hours.contains($0.value) } == true && isAtEnd
  }

  /// An hour alone that ends the title, or that a word with a capital follows and the hour before it precedes.
  private mutating func skipLastHour(after start: Int? = nil) -> Bool {
    guard let hour = number(upTo: 2), hour.value <= 24 else { return false }
    let isNext = start.map { $0 + 1...$0 + 3 ~= hour.value } ?? false
    return isAtEnd || isNext && isFollowedByCapital && isFollowedByNoUnit
  }

  /// `13-15` and `1pm-3pm`, of which nothing is counted.
  private mutating func skipLooseSpan() -> Bool {
    guard let clock = LooseClock(bytes.span, at: position, upTo: bytes.count), clock.isSpan else {
      return false
    }
    position = clock.end
    // `gegen 3-5-2` is no time.
    var rest = self
    return clock.isPlain || !rest.skipDash() || rest.next.map(Byte.isDigit) != true
  }

  /// `h`, `H`, `hrs` or `horas` behind an hour, perhaps behind a blank.
  private mutating func skipLetterOfHours() -> Bool {
    tries { scan in
      scan.skipBlanks()
      return ["horas", "heures", "hrs", "hs", "h"].contains { scan.skip(anyCase: $0) }
        && scan.isWordEnd
    }
  }

  /// `midnight` and `meio-dia`.
  private mutating func skipPointOfDay() -> Bool {
    TimeWords.pointsOfDay.contains { word in tries { $0.skip(anyCase: word) && $0.isWordEnd } }
  }

  /// Whether neither hours nor minutes follow, which `2:30` counts.
  private var isFollowedByNoLength: Bool {
    var rest = self
    rest.skipBlanks()
    return !TimeWords.lengths.contains(rest.word.lowercased())
  }

  /// `22:15`, `22.15` or `22h15`, and `9pm`.
  private mutating func skipTime(mayHaveHalf: Bool = true) -> Bool {
    if numbers(":.hu") != nil { return true }
    guard mayHaveHalf, let hour = number(upTo: 2), 1...12 ~= hour.value else { return false }
    return half() != nil && isWordEnd
  }

  /// `15 Uhr`.
  private mutating func skipHour() -> Bool {
    guard let hour = number(upTo: 2), hour.value <= 24 else { return false }
    return clockWord(ofLetters: false) != nil && isWordEnd
  }

  /// `2026-11-22`.
  private mutating func skipDate() -> Bool {
    guard Timestamp(String(rest.prefix(10)))?.precision == .day else { return false }
    position += 10
    return true
  }
}
