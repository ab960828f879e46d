/// What a title begins with that may be a time of day, though it has no one reading: `~22:15`, `22.15 walk`, `22h walk`,
/// `9h walk`, `9p walk`, `10,30`, `10:3`, `**22:15**`, `— 22:15`, `930`, `evening`, and behind a time `- 2026-11-22 06:15`,
/// `- ?`, `- 11`, `→ 06:15`, `bis 06:15`, `and 13:30`, or a zone by its name, `EST`.
package enum DoubtfulClock {
  /// The words before an end.
  static let until = ["to", "until", "till", "til", "bis", "hasta", "à"]

  /// Whether what is left of a title, behind a time that it began with, may belong to that time: `30 Lunch`, `bis 15 Uhr`.
  package static func mayGoOn(with title: String) -> Bool {
    let words = title.lowercased()
    if let first = words.utf8.first, Byte.isDigit(first) { return true }
    if ["-", "–", "—", "→", "&", "~"].contains(where: { words.hasPrefix($0) }) {
      return true
    }
    let word = String(words.prefix { $0.isLetter || $0 == "'" || $0 == "’" })
    return until.contains(word)
      || ["de", "o'clock", "o’clock", "noon", "midnight", "mittag", "mitternacht"].contains(word)
  }

  /// Whether a number that ends at `start` counts what follows it: `7.05 miles`, `9-12 people`.
  static func isCounted(
    by bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> Bool {
    !DoubtfulScan(String(utf8: bytes.copy(start..<min(end, start + 40)))).isFollowedByNoUnit
  }

  /// Behind its last byte, where the title at `range`, which follows `time`, begins with one.
  package static func end(
    in bytes: borrowing Span<UInt8>, title range: Range<Int>, after time: Timestamp
  ) -> Int? {
    guard !range.isEmpty else { return nil }
    // No time is longer.
    let start = range.lowerBound
    var scan = DoubtfulScan(String(utf8: bytes.copy(start..<min(range.upperBound, start + 40))))
    let isFound =
      time.precision == .day
      ? scan.skipNumber() || scan.skipPartOfDay() || scan.skipClock()
      : (time.utcOffset == nil && scan.skipRest(after: time.hour))
        || scan.skipEnd(after: time.hour) || (time.utcOffset == nil && scan.skipZone())
    guard isFound else { return nil }
    return start + scan.skipped
  }
}

private struct DoubtfulScan {
  private var rest: Substring

  /// How many bytes are behind it; a sign may have more or less of them than the one that it was compared with.
  var skipped: Int { rest.base.utf8.distance(from: rest.base.startIndex, to: rest.startIndex) }

  init(_ text: String) { rest = text[...] }

  private static let about = [
    "~", "ca.", "ca", "circa", "approx.", "about", "around", "gegen", "vers", "from", "von", "de",
    "à",
    "kl.", "kl", "klo", "ore", "alle",
  ]

  /// Signs before a time; a `T` stands directly before it.
  private static let signs = [
    "**", "*", "`", "—", "→", "->", "[", "(", "\"", "'", "“", "”", "„", "«", "»", "‘", "’", "T",
  ]

  private static let arrows = ["→", "->", "=>", "—", "&", "/", "|", "…", "..."]

  private static let units: Set = [
    "km", "m", "mi", "miles", "mile", "cm", "mm", "kg", "g", "lb", "lbs", "oz", "l", "ml", "h",
    "hr",
    "hrs", "hours", "hour", "min", "mins", "minutes", "s", "sec", "eur", "euro", "euros", "usd",
    "chf", "gbp", "points", "point", "percent", "degrees", "c", "f", "k", "stunden", "std",
    "minuten", "kcal", "cal", "hz", "mhz", "ghz", "kb", "mb", "gb", "v", "w", "a", "x", "to",
  ]

  /// What so many hours are counted of.
  private static let counted: Set = [
    "of", "de", "sleep", "slept", "work", "worked", "schlaf", "arbeit",
    "people", "things", "times", "pages", "words", "steps", "calories", "for", "friends", "emails",
    "mails", "years", "days", "weeks", "cups", "Seiten", "Bier", "Leute", "Personen", "Mal", "mal",
    "Jahre", "Tage", "Wochen", "Tassen", "personnes", "fois", "ans", "jours",
  ]

  /// Passes over a time behind a day.
  mutating func skipClock() -> Bool {
    for word in Self.about + Self.signs {
      var scan = self
      guard scan.skip(word) else { continue }
      let isSign = Self.signs.contains(word)
      guard scan.skipBlanks() ? word != "T" : isSign || word == "~" else { continue }
      let isHour =
        Self.about.contains(word) && (scan.skipLooseSpan() || scan.skipLastHour())
      if isHour || scan.skipTime() || scan.skipHalfDay() {
        self = scan
        return true
      }
    }
    var scan = self
    // A picture of a clock, say.
    if let first = scan.rest.unicodeScalars.first, first.properties.isEmojiPresentation {
      scan.rest = scan.rest.dropFirst()
      _ = scan.skipBlanks()
      guard scan.skipTime() else { return false }
      self = scan
      return true
    }
    if scan.skip("at"), scan.skipBlanks() {
      guard let hour = scan.number(), hour.value < 24, scan.rest.isEmpty else { return false }
      self = scan
      return true
    }
    guard let hour = scan.number(), hour.digits <= 2 else { return false }
    defer { self = scan }
    if hour.digits == 2, scan.skip(".") {
      guard hour.value < 24, let minute = scan.number(), minute.digits == 2, minute.value < 60
      else { return false }
      var words = scan
      guard words.skipBlanks() else { return false }
      let word = words.word()
      return !word.isEmpty && !Self.units.contains(word)
    }
    // `9: 05`, `9 :05` and `9;05` are slips.
    for (sign, mayEndInUnit) in [(": ", false), (" :", true), (";", true)] where scan.skip(sign) {
      guard hour.value < 24, let minute = scan.number(), minute.digits == 2, minute.value < 60,
        scan.isWordEnd
      else { return false }
      return mayEndInUnit || scan.isFollowedByNoUnit
    }
    // `12,50 for lunch` is a price, and `3:2 gegen Köln` a result.
    for (sign, digits) in [(",", 2), (":", 1)] where scan.skip(sign) {
      guard hour.value < 24, let minute = scan.number(), minute.digits == digits else {
        return false
      }
      return minute.value < 60 && scan.rest.isEmpty
    }
    if scan.skip("-") || scan.skip("–") {
      guard let last = scan.number(), last.digits <= 2, hour.value < 24, scan.isWordEnd else {
        return false
      }
      if hour.digits == 2, last.digits == 2, last.value < hour.value { return true }
      // `10-12 people` are counted, and an hour such as `9-10 meeting` hardly is.
      return hour.value > 5 && last.value == hour.value + 1 && last.value <= 24
        && scan.isFollowedByNoUnit
    }
    if 1...12 ~= hour.value, scan.skip("p") || (scan.rest == "a" && scan.skip("a")) {
      return scan.isWordEnd
    }
    if 5...23 ~= hour.value, scan.skip("h") {
      guard hour.value <= 12 else { return scan.isWordEnd }
      var words = scan
      let word = words.skipBlanks() ? words.rest.prefix { $0.isLetter }.lowercased() : ""
      return !word.isEmpty && !Self.counted.contains(word)
    }
    if hour.value == 0 || 13...23 ~= hour.value {
      return ["am", "pm", "AM", "PM"].contains { scan.skip($0) } && scan.isWordEnd
    }
    return false
  }

  /// Passes over an end behind a time of this hour.
  mutating func skipEnd(after hour: Int) -> Bool {
    var scan = self
    let isWord = scan.skip(oneOf: DoubtfulClock.until)
    let second = ["and", "und", "et", "u.", "u", "y", "then", "dann", "+", "&"]
    if !isWord, scan.skip(oneOf: second) {
      var range = scan
      guard range.skipLooseSpan() || scan.skipTime() || scan.skipHalfDay() else { return false }
      self = range.skipped > scan.skipped ? range : scan
      return true
    }
    let isArrow = !isWord && Self.arrows.contains { scan.skip($0) }
    let isDash = !isWord && !isArrow && (scan.skip("-") || scan.skip("–"))
    guard isWord || isArrow || isDash else { return false }
    _ = scan.skipBlanks()
    defer { self = scan }
    if isDash, scan.skip("?") { return scan.isWordEnd }
    if isDash, scan.rest.isEmpty { return true }
    return scan.skipDate() || (!isDash && scan.skipTime()) || scan.skipHour()
      || (isWord && scan.skipHalfDay())
      || scan.skipLastHour(after: hour)
  }

  /// Passes over `EST`, `GMT+2` or `UTC+02:00`, or over a `z` or `+1` that is the whole title.
  mutating func skipZone() -> Bool {
    var scan = self
    let name = String(scan.rest.prefix { $0.isLetter })
    let isName = ZoneName.offsets[name] != nil
    guard isName || name.isEmpty || name == "z", scan.skip(name) else { return false }
    if name != "z", scan.skip("+") || scan.skip("-") || scan.skip("−") {
      guard let hours = scan.number(), hours.digits <= 2, hours.value <= 14 else { return false }
      if scan.skip(":"), scan.number() == nil { return false }
    } else if name.isEmpty {
      return false
    }
    guard isName ? scan.isWordEnd : scan.rest.isEmpty else { return false }
    self = scan
    return true
  }

  /// Passes over a number that clocks show, where it is the whole title, or a word with a capital follows that it hardly
  /// counts: `930`, `9`, `21 30`, `T0930`, `930 Walk`, `21:300`.
  mutating func skipNumber() -> Bool {
    let start = self
    if skipClockNumber() { return true }
    self = start
    return false
  }

  private mutating func skipClockNumber() -> Bool {
    var scan = self
    let hasMark = scan.skip("T")
    // `- 26` is the last day of several.
    let isRange = scan.skip("- ") || scan.skip("– ")
    let digits = scan.rest.utf8.prefix { Byte.isDigit($0) }.count
    guard 1...6 ~= digits, let value = Int(scan.rest.prefix(digits)) else { return false }
    scan.rest = scan.rest.dropFirst(digits)
    let (hour, minute) = (value / 100, value % 100)
    let isClock = hour < 24 && minute < 60
    defer { self = scan }
    switch digits {
    case 1...2:
      guard value <= (isRange ? 31 : 24) else { return false }
      if scan.skip("ish") { return scan.isWordEnd }
      if scan.rest.isEmpty { return isRange || digits == 2 || value > 4 }
      if digits == 2, scan.skip(":") {
        guard let slip = scan.number() else {
          return scan.skip(":") && scan.number()?.digits == 2 && scan.isWordEnd
        }
        return slip.digits == 3 && scan.isWordEnd
      }
      guard ["-", "–", " ", "_"].contains(where: { scan.skip($0) }), let minute = scan.number()
      else { return false }
      return minute.digits == 2 && minute.value < 60 && scan.rest.isEmpty
    case 3:
      // `100` counts something; `9:30` has lost its colon.
      if scan.rest.isEmpty { return isClock && (hour > 4 || minute > 0) }
      if scan.skip(":") {
        guard value / 10 < 24, let slip = scan.number() else { return false }
        return slip.digits == 2 && slip.value < 60 && scan.isWordEnd
      }
      return hour > 4 && [15, 30, 45].contains(minute) && scan.isFollowedByCapital
    case 4:
      if hasMark, scan.rest.isEmpty { return isClock }
      // From 1500 on it is a year.
      return 10...14 ~= hour && [15, 30, 45].contains(minute) && scan.isFollowedByCapital
    case 6: return scan.rest.isEmpty && value / 10_000 < 24 && hour % 100 < 60 && minute < 60
    default: return false
    }
  }

  private static let eveningParts = [
    "afternoon", "evening", "tonight", "night", "abends", "nachts", "nachmittags",
  ]
  private static let morningParts = ["morning", "morgens", "mittags", "vormittags"]

  /// Passes over one of these parts of the day, and what may stand before it.
  private mutating func skip(partOfDay parts: [String]) -> Bool {
    _ = ["this ", "in the ", "at "].contains { skip(anyCase: $0) }
    return parts.contains { skip(anyCase: $0) }
  }

  /// Passes over a part of the day that is the whole title, `evening`, `this morning`, or over `half past` before an hour.
  mutating func skipPartOfDay() -> Bool {
    for phrase in ["half past ", "quarter past ", "quarter to "] where skip(anyCase: phrase) {
      return true
    }
    var scan = self
    guard scan.skip(partOfDay: Self.eveningParts + Self.morningParts),
      scan.rest.isEmpty || scan.skip(", ") || scan.skip(": ")
    else { return false }
    self = scan
    return true
  }

  /// Passes over what is left behind a time of this hour and changes what it says: `evening` behind 9:30, seconds.
  mutating func skipRest(after hour: Int) -> Bool {
    var scan = self
    if let seconds = scan.number(), scan.rest.isEmpty {
      self = scan
      return seconds.digits == 2 && seconds.value < 60
    }
    scan = self
    guard 1...11 ~= hour else { return false }
    guard scan.skip("p") || scan.skip(partOfDay: Self.eveningParts), scan.rest.isEmpty
    else { return false }
    self = scan
    return true
  }

  // MARK: Pieces

  private mutating func skip(anyCase text: String) -> Bool {
    guard rest.prefix(text.count).lowercased() == text else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private var isFollowedByCapital: Bool {
    var words = self
    return words.skipBlanks() && words.rest.first?.isUppercase == true
  }

  /// Passes over an hour alone that ends the title, or that a word with a capital follows and the hour before it precedes.
  private mutating func skipLastHour(after start: Int? = nil) -> Bool {
    var scan = self
    guard let hour = scan.number(), hour.digits <= 2, hour.value <= 24 else { return false }
    let isNext = start.map { $0 + 1...$0 + 3 ~= hour.value } ?? false
    guard scan.rest.isEmpty || (isNext && scan.isFollowedByCapital) else { return false }
    self = scan
    return true
  }

  private var isWordEnd: Bool {
    rest.first.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Passes over one of `words` and the blanks behind it.
  private mutating func skip(oneOf words: [String]) -> Bool {
    words.contains { word in
      var next = self
      guard next.skip(word), next.skipBlanks() else { return false }
      self = next
      return true
    }
  }

  private mutating func skipBlanks() -> Bool {
    let start = skipped
    while skip(" ") || skip("\t") {}
    return skipped > start
  }

  private mutating func number() -> (value: Int, digits: Int)? {
    let digits = rest.utf8.prefix { Byte.isDigit($0) }.count
    guard 1...4 ~= digits, let value = Int(rest.prefix(digits)) else { return nil }
    rest = rest.dropFirst(digits)
    return (value, digits)
  }

  /// The word of small letters that is next; empty where none is.
  private mutating func word() -> String {
    let word = rest.prefix { $0.isLetter }
    return word.first?.isLowercase == true ? String(word) : ""
  }

  /// Passes over `13-15` and `1pm-3pm`, of which nothing is counted.
  private mutating func skipLooseSpan() -> Bool {
    let text = Array(rest.utf8)
    guard let clock = LooseClock(text.span, at: 0, upTo: text.count), clock.isSpan else {
      return false
    }
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: clock.end)...]
    return true
  }

  /// Passes over `15 Uhr`.
  private mutating func skipHour() -> Bool {
    var scan = self
    guard let hour = scan.number(), hour.digits <= 2, hour.value <= 24 else { return false }
    _ = scan.skipBlanks()
    guard scan.skip("Uhr") || scan.skip("uhr"), scan.isWordEnd else { return false }
    self = scan
    return true
  }

  /// Whether no word follows of what numbers count.
  var isFollowedByNoUnit: Bool {
    var words = self
    _ = words.skipBlanks()
    let word = String(words.rest.prefix { $0.isLetter })
    // In German `Euro` has a capital; `A` and `C` begin titles.
    let unit = word.count > 1 ? word.lowercased() : word
    return !Self.units.contains(unit) && !Self.counted.contains(word)
  }

  /// Passes over `9pm` or `9 am`.
  private mutating func skipHalfDay() -> Bool {
    var scan = self
    guard let hour = scan.number(), 1...12 ~= hour.value else { return false }
    _ = scan.skipBlanks()
    guard ["am", "pm", "AM", "PM"].contains(where: { scan.skip($0) }), scan.isWordEnd else {
      return false
    }
    self = scan
    return true
  }

  /// Passes over `22:15`, `22.15` or `22h15`.
  private mutating func skipTime() -> Bool {
    var scan = self
    guard let hour = scan.number(), hour.value < 24, hour.digits <= 2,
      [":", ".", "h"].contains(where: { scan.skip($0) }), let minute = scan.number(),
      minute.digits == 2, minute.value < 60
    else { return false }
    self = scan
    return true
  }

  /// Passes over `2026-11-22`.
  private mutating func skipDate() -> Bool {
    var scan = self
    guard let year = scan.number(), year.digits == 4, scan.skip("-"), let month = scan.number(),
      scan.skip("-"), let day = scan.number(),
      CalendarDate(year: year.value, month: month.value, day: day.value) != nil
    else { return false }
    self = scan
    return true
  }
}
