import ThreadStorage

/// A form in which people and other programs write values, of which a field's type writes something else.
package enum ForeignForm: Sendable, Hashable, CaseIterable {
  /// `7,5`, `1.250,5` and `1 250,5`, and whole numbers beside them.
  case decimalComma
  /// `1,234.50` and `1,234,567`, and numbers without thousands beside them.
  case commaOfThousands
  /// `ja` and `nein`, also in the languages north of German, and what spreadsheets write.
  case german
  /// `oui` and `non`, and what spreadsheets write.
  case french
  /// `sí` and `no`, in Italian `sì`, in Portuguese `sim` and `não`, and what spreadsheets write.
  case spanish
  /// `ano`, `da` or `tak` and `ne` or `nie`.
  case slavic
  /// `7h30`, `7 h 30 min`, `90 min`.
  case duration
  /// `36:15` and `36:15:30`, hours, minutes and seconds.
  case hoursAndMinutes
  /// `58:31` beside `1:02:30`, minutes and seconds.
  case shortHours
  /// `9:05 pm`, `9pm`.
  case clock
  /// `22.30` and `22h30`, which are a number and a duration where no name says that they are times of day.
  case pointedClock

  /// The type that its values become.
  package var type: FieldType {
    switch self {
    case .decimalComma, .commaOfThousands: .number
    case .german, .french, .spanish, .slavic: .boolean
    case .duration, .hoursAndMinutes, .shortHours: .duration
    case .clock, .pointedClock: .time
    }
  }

  /// What the type writes for `text`; nil where it does not have this form.
  package func written(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .decimalComma: decimal(text)
    case .commaOfThousands: withoutCommas(text)
    // In small letters, sand is rather what a path is of.
    case .german where text.elementsEqual("SAND".utf8): Array("true".utf8)
    case .german:
      answer(
        text, ["ja", "wahr", "sandt", "sant", "sann", "waar"],
        ["nein", "nej", "nei", "nee", "falsch", "falsk", "falskt", "usant", "usann", "onwaar"])
    case .french: answer(text, ["oui", "vrai"], ["non", "faux"])
    case .spanish:
      answer(
        text, ["sí", "sì", "si", "sim", "verdadero", "verdadeiro", "vero"],
        ["no", "não", "nao", "falso"])
    case .slavic: answer(text, ["ano", "áno", "da", "tak", "да"], ["ne", "nie", "не", "нет"])
    case .duration: parts(text)
    case .hoursAndMinutes: hours(text)
    case .shortHours:
      ForeignForm.isShortClock(text) ? ForeignForm.minutesAndSeconds(text) : hours(text)
    case .clock: time(text)
    case .pointedClock:
      text.contains { $0 == .dot || $0 == 0x68 }
        ? ForeignForm.bareClock(text).map { Array($0.utf8) } : nil
    }
  }

  private func decimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let text = ForeignForm.withPoints(text)
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count <= 2, !parts[0].contains(.dot) || ForeignForm.isGrouped(parts[0]) else {
      return nil
    }
    let number = parts[0].filter { $0 != .dot } + parts.dropFirst().flatMap { [.dot] + $0 }
    // `007` is a code, as it is in a column without commas.
    return DecimalNumber.isCode(number) || DecimalNumber(number[...]) == nil ? nil : number
  }

  /// The text with points for the spaces that stand between thousands, of any width; other texts as they are.
  private static func withPoints(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !text.contains(.dot), text.contains(where: { $0 == 0x20 || $0 >= 0x80 }) else {
      return text
    }
    let spaces: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]
    let pointed = String(utf8: text).unicodeScalars.map { spaces.contains($0) ? "." : $0 }
    var string = String.UnicodeScalarView()
    string.append(contentsOf: pointed)
    return Array(String(string).utf8)[...]
  }

  /// The number with a `-` for the minus sign that spreadsheets write in the north of Europe; nil of anything
  /// that is no number, or has more behind it than a unit.
  static func withPlainMinus(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let minus = Array("\u{2212}".utf8)
    let rest = text.dropFirst(minus.count)
    guard text.starts(with: minus), rest.first.map(Byte.isDigit) == true else { return nil }
    let plain = [UInt8(ascii: "-")] + rest
    let isBare = withPoints(rest).allSatisfy { Byte.isDigit($0) || ",.".utf8.contains($0) }
    return isBare || Quantity(plain[...]) != nil ? plain : nil
  }

  /// Whether `number` is written as thousands are in half of Europe, `1.250` or `1.250.000`.
  package static func isGrouped(_ number: ArraySlice<UInt8>) -> Bool {
    let digits = number.first.map { "+-".utf8.contains($0) } == true ? number.dropFirst() : number
    let groups = digits.split(separator: .dot, omittingEmptySubsequences: false)
    guard groups.count > 1, 1...3 ~= groups[0].count, groups[0].first != UInt8(ascii: "0") else {
      return false
    }
    return groups.dropFirst().allSatisfy { $0.count == 3 }
      && groups.allSatisfy { $0.allSatisfy(Byte.isDigit) }
  }

  /// Whether `text` is a number with a decimal comma, and so none of a type.
  static func hasDecimalComma(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: ",")) && ForeignForm.decimalComma.written(text) != nil
  }

  private func withoutCommas(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let comma = UInt8(ascii: ",")
    let whole = text.prefix { $0 != .dot }
    guard !text[whole.endIndex...].contains(comma),
      !whole.contains(comma) || ForeignForm.isGrouped(whole.map { $0 == comma ? .dot : $0 }[...])
    else { return nil }
    let number = text.filter { $0 != comma }
    return DecimalNumber.isCode(number) || DecimalNumber(number[...]) == nil ? nil : number
  }

  private func answer(
    _ text: ArraySlice<UInt8>, _ yes: [String], _ no: [String]
  ) -> [UInt8]? {
    // No word is longer; letters with accents apart from them are the same.
    guard text.count < 12 else { return nil }
    let word = String(utf8: text).lowercased()
    if yes.contains(word) { return Array("true".utf8) }
    return no.contains(word) ? Array("false".utf8) : nil
  }

  /// Hours, minutes and seconds with their units; behind hours, minutes without one.
  private func parts(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var scanner = ByteScanner(text)
    var written: [UInt8] = []
    var last: TimeUnit?
    while !scanner.isAtEnd {
      let digits = scanner.take(while: Byte.isDigit)
      scanner.take { $0 == 0x20 }
      let word = String(utf8: scanner.take { !Byte.isDigit($0) && $0 != 0x20 }).lowercased()
      scanner.take { $0 == 0x20 }
      let isBare = word.isEmpty && last == .hours && digits.count == 2 && scanner.isAtEnd
      // `7t 20m`, of "timer" and "timmar": beside minutes it is no weight.
      let isNordic = word == "t" && last == nil && !scanner.isAtEnd
      guard !digits.isEmpty, let unit = isBare ? .minutes : isNordic ? .hours : TimeUnit(word),
        last.map({ unit.seconds < $0.seconds }) != false
      else { return nil }
      last = unit
      written += digits + unit.rawValue.utf8.prefix(1)
    }
    return last == nil ? nil : written
  }

  private func hours(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, (1...4).contains(parts[0].count),
      parts.allSatisfy({ $0.allSatisfy(Byte.isDigit) }),
      parts.dropFirst().allSatisfy({ $0.count == 2 && $0.first ?? 0 < 0x36 })
    else { return nil }
    let numbers = parts.map { $0.drop { $0 == 0x30 } }
    let written = zip(numbers, "hms".utf8).filter { !$0.0.isEmpty }.flatMap { $0.0 + [$0.1] }
    return written.isEmpty ? Array("0m".utf8) : written
  }

  /// Whether `text` is rather a length than a time of day: `0:58:31`, `00:58:31`, `27:15`.
  static func isLength(_ text: ArraySlice<UInt8>) -> Bool {
    guard ForeignForm.hoursAndMinutes.written(text) != nil,
      let hours = Int(String(utf8: text.prefix { $0 != .colon }))
    else { return false }
    let isShort = text.firstIndex(of: .colon) == text.startIndex + 1 || hours == 0
    return hours > 23 || isShort && text.count { $0 == .colon } == 2
  }

  /// Whether nothing in `text` tells a time of day from a length: `07:30`, `58:31`, `45`, `5.30`.
  static func mayBeLength(_ text: ArraySlice<UInt8>) -> Bool {
    ForeignForm.hoursAndMinutes.written(text) != nil
      || text.count < 3 && text.allSatisfy(Byte.isDigit)
      || (text.contains(.dot) || text.contains(UInt8(ascii: ",")))
        && (DecimalNumber(text) != nil || ForeignForm.hasDecimalComma(text))
  }

  /// Whether `text` is one such as `28:14`, which is hours and minutes, or minutes and seconds.
  package static func isShortClock(_ text: ArraySlice<UInt8>) -> Bool {
    text.count { $0 == .colon } == 1 && hoursAndMinutes.written(text) != nil
  }

  /// `5:30` as minutes and seconds, which it may be as well as hours and minutes; nil for other forms.
  package static func minutesAndSeconds(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count(where: { $0 == .colon }) == 1, 4...5 ~= text.count else { return nil }
    let hours = Array((text.count == 4 ? "0:0" : "0:").utf8)
    return hoursAndMinutes.written((hours + text)[...])
  }

  /// `46m10` with its seconds, which in a column may be metres; nil for other forms.
  static func minutesWithSeconds(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let seconds = text.suffix(2)
    guard text.count > 3, seconds.allSatisfy(Byte.isDigit),
      seconds.first.map({ $0 < 0x36 }) == true,
      text.dropLast(2).last == UInt8(ascii: "m")
    else { return nil }
    return ForeignForm.duration.written((text + [UInt8(ascii: "s")])[...])
  }

  /// `7h45` for the Dutch `7u45`, and `52m18s` for `52'18"`; nil for a text without these units, or with others.
  static func withUnitsOfLetters(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let typed = String(utf8: text).lowercased().filter { $0 != " " }
    let units = [
      ("uren", "h"), ("uur", "h"), ("u", "h"), ("''", "s"), ("\"", "s"), ("″", "s"), ("”", "s"),
      ("'", "m"), ("′", "m"), ("’", "m"),
    ]
    let plain = units.reduce(typed) { $0.replacing($1.0, with: $1.1) }
    guard plain != typed, plain.first?.isNumber == true,
      plain.utf8.allSatisfy({ Byte.isDigit($0) || "hms.,".utf8.contains($0) })
    else { return nil }
    return Array(plain.utf8)
  }

  /// `2.30h` with minutes behind the point, as clocks are written, too; nil for other forms, and a half or a quarter.
  package static func pointedMinutes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let hours = text.prefix(while: Byte.isDigit)
    let behind = text[hours.endIndex...]
    let minutes = behind.dropFirst().prefix(while: Byte.isDigit)
    let unit = String(utf8: text[minutes.endIndex...].trimmed).lowercased()
    guard 1...2 ~= hours.count, behind.first == .dot || behind.first == UInt8(ascii: ","),
      minutes.count == 2, let minute = Int(String(utf8: minutes)), 1..<60 ~= minute,
      ![25, 50].contains(minute), ["", "h", "u", "uur", "std", "hours"].contains(unit)
    else { return nil }
    return Array(hours) + [0x68] + minutes + [0x6D]
  }

  /// Whether the fraction of a number is none that minutes have: `7.5`, `7.75`.
  static func hasOwnDecimals(_ text: ArraySlice<UInt8>) -> Bool {
    let behind = text.drop { Byte.isDigit($0) }
    let fraction = behind.dropFirst().prefix(while: Byte.isDigit)
    return !fraction.isEmpty && [.dot, UInt8(ascii: ",")].contains(behind.first)
      && (fraction.count != 2 || Int(String(utf8: fraction)).map { $0 > 59 } == true)
  }

  package static func bareClock(_ text: String) -> String? { bareClock(Array(text.utf8)[...]) }

  /// `0730`, `730`, `7`, `7h`, `7h30`, `7.30` or `7.30.00` as a time of day, which they are where a column is of times; nil for
  /// others.
  static func bareClock(_ text: ArraySlice<UInt8>) -> String? {
    let parts = text.split(separator: .dot, omittingEmptySubsequences: false)
    if parts.count == 3, parts[2].count == 2, let second = Int(String(utf8: parts[2])), second < 60
    {
      return bareClock(text.dropLast(3)).map { "\($0):\(second.twoDigits)" }
    }
    let digits = text.prefix(while: Byte.isDigit)
    let rest = text[digits.endIndex...]
    let isOneNumber = rest.isEmpty && 3...4 ~= digits.count
    // Behind the hours stands nothing, their letter with two digits or none, or a point with two.
    let hasPoint = rest.first == .dot && rest.count == 3
    guard
      isOneNumber || 1...2 ~= digits.count && (rest.isEmpty || rest.first == 0x68 || hasPoint)
    else {
      return nil
    }
    let minutes = isOneNumber ? digits.suffix(2) : rest.dropFirst()
    guard isOneNumber || rest.count <= 1 || rest.count == 3,
      let hour = Int(String(utf8: isOneNumber ? digits.dropLast(2) : digits)),
      let minute = minutes.isEmpty ? 0 : Int(String(utf8: minutes)),
      ClockTime(hour: hour, minute: minute, second: nil, half: nil) != nil
    else { return nil }
    return "\(hour.twoDigits):\(minute.twoDigits)"
  }

  /// `9.30am` as a time of day; nil for others.
  static func pointedHalf(_ text: ArraySlice<UInt8>) -> String? {
    guard let point = text.firstIndex(of: .dot) else { return nil }
    var typed = text
    typed[point] = .colon
    return clock.written(typed).map { String(utf8: $0) }
  }

  /// The same of a time with its end, too: `9.00-11.30`.
  static func bareTime(_ text: ArraySlice<UInt8>) -> String? {
    guard let (start, end) = span(text) else { return bareClock(text) }
    return bareClock(start).flatMap { start in bareClock(end).map { "\(start)-\($0)" } }
  }

  /// Whether `text` is a time of day with its end, both with minutes: `9.00-11.30`, `9:00 – 11:30`.
  static func isClockSpan(_ text: ArraySlice<UInt8>) -> Bool {
    guard let (start, end) = span(text) else { return false }
    return [start, end].allSatisfy { pointedClock.written($0) != nil || isShortClock($0) }
  }

  /// What stands on both sides of the one dash in `text`.
  private static func span(
    _ text: ArraySlice<UInt8>
  ) -> (start: ArraySlice<UInt8>, end: ArraySlice<UInt8>)? {
    let parts = String(utf8: text).split(omittingEmptySubsequences: false) { "-–".contains($0) }
    guard parts.count == 2 else { return nil }
    return (Array(parts[0].utf8)[...].trimmed, Array(parts[1].utf8)[...].trimmed)
  }

  private func time(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if case .time? = FieldValue(Array(text), as: .time) { return Array(text) }
    var scanner = ByteScanner(TypedClock.withPlainHalf(Array(text))[...])
    guard let hour = scanner.number(upTo: 2) else { return nil }
    let minute = scanner.take(sign: ":") ? scanner.number(upTo: 2) : 0
    scanner.take { $0 == 0x20 }
    let halves = ["am": 0, "pm": 12]
    guard let minute, let half = halves[String(utf8: scanner.rest).lowercased()],
      let clock = ClockTime(hour: hour, minute: minute, second: nil, half: half)
    else { return nil }
    let numbers = [clock.secondOfDay / 3600, clock.secondOfDay / 60 % 60]
    return Array(numbers.map(\.twoDigits).joined(separator: ":").utf8)
  }
}

/// What the name of a field tells of values such as `7:30`.
package enum ClockMeaning: Sendable {
  case timeOfDay
  /// A length of hours.
  case duration
  /// A length which may be of minutes and seconds.
  case shortDuration

  /// What a field of this name has; nil where that is open.
  package init?(ofFieldNamed name: String) {
    let words = Set(name.lowercased().split { !$0.isLetter }.map(String.init))
    // "Time in bed" is a length, as "Sleep duration" is.
    if !words.isDisjoint(with: Self.shortDurations) {
      self = words.isDisjoint(with: Self.durations) ? .shortDuration : .duration
    } else if !words.isDisjoint(with: ["in", "im", "au", "ore"]),
      !words.isDisjoint(with: ["bed", "bett", "lit", "letto"])
    {
      self = .duration
    } else if !words.isDisjoint(with: Self.timesOfDay) {
      self = .timeOfDay
    } else if !words.isDisjoint(with: Self.durations) {
      self = .duration
    } else {
      return nil
    }
  }

  private static let timesOfDay: Set = [
    "bed", "bedtime", "bett", "wake", "woke", "waketime", "up", "start", "begin",
    "from", "end", "until", "uhrzeit", "von", "bis", "beginn", "ende", "aufgestanden", "aufgewacht",
    "wach",
    "eingeschlafen", "clock", "heure", "hora", "coucher", "lever", "réveil",
    "arrivée", "départ", "acostarse", "levantarse", "despertar",
    "sengetid", "vågnede", "vågnet", "klokken", "klokkeslæt", "leggetid", "våknet", "klokkeslett",
    "letto", "sveglia", "svegliata", "svegliato", "alzata", "orario", "inizio", "dalle", "alle",
    "entrata", "uscita", "läggdags", "vaknade", "klockan", "bedtijd", "wakker", "opgestaan",
  ]

  private static let durations: Set = [
    "sleep", "slept", "schlaf", "sommeil", "sueño", "sonno", "hours", "stunden", "heures", "horas",
    "ore", "uren", "søvn", "sovet", "varighet", "varaktighet", "varighed", "sömn", "søvnlængde",
    "slaap", "geslapen", "break", "pause",
    "pausa", "overtime", "überstunden",
  ]

  private static let shortDurations: Set = [
    "duration", "dauer", "durée", "duración", "durata", "length", "länge", "pace", "tempo", "lap",
    "runde", "run", "lauf", "elapsed", "moving", "ritmo", "allure", "passo", "tiempo", "temps",
    "movimiento",
  ]
}

/// A unit of durations, in the order in which they are written.
package enum TimeUnit: String, Sendable, CaseIterable {
  case hours, minutes, seconds

  package init?(_ word: String) {
    switch word {
    case "h", "hr", "hrs", "hour", "hours", "std", "std.", "stunde", "stunden", "heures", "horas":
      self = .hours
    case "m", "min", "min.", "mins", "minute", "minutes", "minuten", "minutter", "minuter",
      "minutos", "minuti", "minut", "minuty":
      self = .minutes
    case "s", "sec", "secs", "second", "seconds", "sek", "sekunden": self = .seconds
    default: return nil
    }
  }

  /// What stands before the colon of values such as `28:14`, of those of the field `name`; nil where that is open.
  package init?(beforeColonIn values: [ArraySlice<UInt8>], named name: String) {
    func isBeyondDay(_ text: ArraySlice<UInt8>) -> Bool {
      Int(String(utf8: text.prefix { $0 != .colon })).map { $0 > 23 } == true
    }
    let short = values.filter { ForeignForm.isShortClock($0) }
    let long = values.filter {
      !ForeignForm.isShortClock($0) && ForeignForm.hoursAndMinutes.written($0) != nil
    }
    let meaning = ClockMeaning(ofFieldNamed: name)
    let areBeyondDay = short.contains(where: isBeyondDay)
    if meaning == .duration || (meaning != .shortDuration && long.isEmpty && !areBeyondDay) {
      self = .hours
    } else if areBeyondDay, !long.isEmpty, !long.contains(where: isBeyondDay) {
      // `1:02:30` beside `58:31` has the hours that the others lack.
      self = .minutes
    } else {
      return nil
    }
  }

  package var seconds: Int64 {
    switch self {
    case .hours: 3600
    case .minutes: 60
    case .seconds: 1
    }
  }

  /// How many units so many seconds are, with up to three decimals; nil where that is not exact.
  func number(_ count: Int64) -> [UInt8]? {
    let (thousandths, overflows) = count.multipliedReportingOverflow(by: 1000)
    guard !overflows, thousandths % seconds == 0 else { return nil }
    let (whole, rest) = (thousandths / seconds / 1000, thousandths / seconds % 1000)
    let digits = String(String(1000 + rest).dropFirst())
    return DecimalNumber("\(whole).\(digits)").map { Array($0.text.utf8) }
  }

  /// The duration of so many units as a duration is written: `7.5` hours are `7h30m`; nil where it is no whole seconds.
  package func duration(_ number: ArraySlice<UInt8>) -> [UInt8]? {
    var scanner = ByteScanner(number)
    let whole = scanner.take(while: Byte.isDigit)
    let hasPoint = scanner.take(sign: ".")
    let fraction = scanner.take(while: Byte.isDigit)
    // `.5`
    let digits = whole.isEmpty && hasPoint ? "0" : String(utf8: whole)
    guard let high = Int64(digits), high < 1 << 40, hasPoint != fraction.isEmpty,
      scanner.isAtEnd, fraction.count <= 6,
      let low = fraction.isEmpty ? 0 : Int64(String(utf8: fraction))
    else { return nil }
    let scale = fraction.reduce(Int64(1)) { scale, _ in scale * 10 }
    guard low * seconds % scale == 0 else { return nil }
    let total = high * seconds + low * seconds / scale
    let parts = [(total / 3600, "h"), (total / 60 % 60, "m"), (total % 60, "s")]
    let written = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return Array((written.isEmpty ? "0m" : written).utf8)
  }
}

extension ForeignForm {
  /// `.75`, `1/2`, `2 1/2` and `2½` with decimals; nil for other texts.
  static func decimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if text.first == .dot, text.count > 1, text.dropFirst().allSatisfy(Byte.isDigit) {
      return [UInt8(ascii: "0")] + text
    }
    let written = ["½": " 1/2", "¼": " 1/4", "¾": " 3/4"].reduce(String(utf8: text)) {
      text, fraction in text.replacing(fraction.key, with: fraction.value)
    }
    let parts = written.split { " /".contains($0) }
    let numbers = parts.compactMap { Int($0) }.map { Double($0) }
    guard written.count(where: { $0 == "/" }) == 1, 2...3 ~= parts.count,
      numbers.count == parts.count,
      let lower = numbers.last, [2, 4, 8].contains(lower), numbers[numbers.count - 2] < lower
    else { return nil }
    let whole = numbers.count == 3 ? numbers[0] : 0
    return Array("\(whole + numbers[numbers.count - 2] / lower)".utf8)
  }

  /// The first number of `6/10` and `6 out of 10`; nil for other texts.
  static func rating(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let number = text.prefix { Byte.isDigit($0) || $0 == .dot }
    let words = String(utf8: text[number.endIndex...]).lowercased().split { " /".contains($0) }
    let hasSign = text.contains(UInt8(ascii: "/")) || words.dropLast().last == "of"
    guard !number.isEmpty, hasSign, let last = words.last, last.utf8.allSatisfy(Byte.isDigit),
      words.dropLast().allSatisfy({ ["out", "of"].contains($0) })
    else { return nil }
    return number
  }
}
