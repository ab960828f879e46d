import ThreadStorage

extension TimeExpression {
  /// Signs around a time of day, and words before it, that change nothing of it.
  private static let beginnings = TimeWords.about.map { "\($0) " } + ["~", "(", "[", "T"]
  /// Parts of a day: the hour at which each begins, and how many it has.
  static let hoursOfParts = [
    "morning": (6, 6), "afternoon": (12, 6), "evening": (18, 4), "night": (22, 8),
    "tonight": (22, 8),
  ]
  package static let partsOfDay = Array(hoursOfParts.keys)
  private static let endings: Set<Character> = [",", ";", ":", ".", ")", "]"]

  /// Days and parts of days in the words of other languages, or in short ones, for what is no time in English; not
  /// `hier`, which is a day in one of them and a place in another.
  package static let english: [String: String] = TimeWords.weekdays.reduce(into: [
    "gestern": "yesterday", "ayer": "yesterday", "ieri": "yesterday", "gisteren": "yesterday",
    "heute": "today", "hoy": "today", "oggi": "today", "vandaag": "today",
    "aujourd'hui": "today", "aujourd’hui": "today", "vorgestern": "2 days ago",
    "abend": "evening", "nachmittag": "afternoon", "morgen": "morning", "früh": "morning",
    "nacht": "night", "mittag": "noon", "midi": "noon", "matin": "morning", "soir": "evening",
    "demain": "tomorrow", "yest": "yesterday", "tmrw": "tomorrow", "nite": "night",
    "tonite": "tonight", "igår": "yesterday", "idag": "today", "ontem": "yesterday",
    "hoje": "today",
  ]) { words, names in
    for name in names.dropFirst() { words[name] = names[0] }
  }

  /// The words with `i går` and `i dag` as one each.
  package static func withWholeDays(_ words: [String]) -> [String] {
    guard words.count > 1, words[0].lowercased() == "i" else { return words }
    let whole = "i" + words[1].lowercased()
    return english[whole.filter { $0 != "," }] == nil ? words : [whole] + words.dropFirst(2)
  }

  /// `11/2026`, `11.2026` and `2026/11` as `2026-11`.
  static func month(meantBy text: String) -> String? {
    let parts = text.split { "/.".contains($0) }.sorted { $0.utf8.count > $1.utf8.count }
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(Byte.isDigit) }),
      parts[0].utf8.count == 4, let month = Int(parts[1]), 1...12 ~= month
    else { return nil }
    return "\(parts[0])-\(month.twoDigits)"
  }

  /// `am` or `pm`, where a word ends so.
  static func half(of word: some StringProtocol) -> String? {
    let end = word.suffix(2).lowercased()
    return ["am", "pm"].contains(end) ? end : nil
  }

  /// `7.30`, `7 Uhr`, `19h`, `1930`, `22-23`, `(7:30)`, `T21:30` or `about 7` as a time of day that is read behind a
  /// day; nil where `text` is none.
  package static func clock(meantBy text: String) -> String? {
    // `-15.11.` behind a day is another one.
    let end = text.drop { "-–".contains($0) }
    if end.startIndex > text.startIndex, end.contains("."),
      end.hasSuffix(".") || end.first?.isNumber == true
    {
      return nil
    }
    var bare = text[...]
    while let sign = beginnings.first(where: { bare.hasPrefix($0) }) {
      bare = bare.dropFirst(sign.count)
    }
    var trimmed = bare
    while let last = trimmed.last, endings.contains(last) { trimmed = trimmed.dropLast() }
    // `7 p.m.` ends with a dot of its own.
    let forms = [text, String(bare), String(trimmed)].flatMap { clocks($0) }
    return forms.first { isClock($0) }
  }

  /// What may be a time of day, in the forms that are read.
  private static func clocks(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let typed = TypedClock(bytes.span, in: 0..<bytes.count, after: .day)
    func isNumber(_ text: Substring, _ digits: ClosedRange<Int>) -> Bool {
      digits ~= text.utf8.count && text.utf8.allSatisfy(Byte.isDigit)
    }
    var forms = [text]
    // `8.15pm` is read as a time that is typed, and not in a heading.
    if typed?.end == bytes.count, let written = typed?.written {
      forms.insert(written, at: text.contains(".") ? 0 : 1)
    }
    if let span = span(meantBy: text) { forms.append(span) }
    if isNumber(text[...], 1...2) { forms.append("at \(text)") }
    if isNumber(text[...], 3...4), text.utf8.count == 4 || !text.hasPrefix("0") {
      forms.append("\(text.dropLast(2)):\(text.suffix(2))")
    }
    let hour = text.dropLast()
    if text.lowercased().hasSuffix("h"), isNumber(hour, 1...2) { forms.append("\(hour):00") }
    let hours = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "–" })
    // `10.30am-16.45`: the half of the day says nothing new, but of `12am`.
    if hours.count == 2, hours[0].lowercased().hasSuffix("am"), !hours[0].hasPrefix("12"),
      let last = Int(hours[1].prefix(while: \.isNumber)), 13...23 ~= last
    {
      forms += Self.clocks("\(hours[0].dropLast(2))-\(hours[1])")
    }
    let clocks = hours.compactMap { hour -> String? in
      let parts = hour.split(omittingEmptySubsequences: false) { ":.".contains($0) }
      guard isNumber(parts[0], 1...2), parts.dropFirst().allSatisfy({ isNumber($0, 2...2) }),
        parts.count < 3
      else { return nil }
      return "\(parts[0]):\(parts.count > 1 ? parts[1] : "00")"
    }
    if hours.count == 2, clocks.count == 2 {
      forms.append(nearEnd(of: clocks.joined(separator: "-")))
    }
    if let shift = shift(text) { forms.append(shift) }
    // Of a clock of twelve hours.
    let ends = hours.compactMap { hour -> Int? in
      let numbers = hour.split { ":.".contains($0) }.compactMap {
        Int($0.prefix(while: \.isNumber))
      }
      return numbers.first.map { $0 % 12 * 60 + (numbers.dropFirst().first ?? 0) }
    }
    func other(_ half: String) -> String { half == "am" ? "pm" : "am" }
    // Of `9am-5` the end is the next one behind the start; `7pm-7` is a night.
    if ends.count == 2, let half = half(of: hours[0]), hours[1].last?.isNumber == true {
      forms.append("\(text)\(ends[0] < ends[1] ? half : other(half))")
    }
    // `9 bis 11`, `9h-13h`, `0315hrs`
    let loose = LooseClock(bytes.span, at: 0, upTo: bytes.count)
    if loose?.end == bytes.count, let written = loose?.written { forms.append(written) }
    guard let half = half(of: text) else { return forms }
    let number = text.dropLast(2)
    if isNumber(number, 3...4) { forms.append("\(number.dropLast(2)):\(number.suffix(2))\(half)") }
    // Of `7-7:30pm` and `11-1pm` the first hour is the nearest one before the other.
    if ends.count == 2, let first = hours.first, first.last?.isNumber == true {
      forms.append("\(first)\(ends[0] < ends[1] ? half : other(half))-\(hours[1])")
    }
    return forms
  }

  /// `yesterday 9:00-17:00` for `yesterday 9:00-5:00`, which would end in the night, and `7:00-19:00` for `7:00-7:00`; other
  /// times as they are.
  package static func nearEnd(of typed: String) -> String {
    let words = typed.split(separator: " ").map(String.init)
    let noon = Instant(secondsSinceEpoch: 43_200)
    guard !typed.lowercased().hasSuffix("m"),
      let first = words.indices.suffix(4).first(where: {
        isClock(words[$0...].joined(separator: " "))
      }),
      let time = try? parse(words[first...].joined(separator: " "), now: noon, zone: .utc),
      721...1440 ~= time.minutesToEnd
    else { return typed }
    let start = time.hour * 60 + time.minute
    let end = start + Int(time.minutesToEnd) - 720
    // A clock of twelve hours has no hour 0.
    guard start < 780, 780..<1440 ~= end else { return typed }
    let clocks = [start, end].map { "\($0 / 60):\(($0 % 60).twoDigits)" }
    return (words[..<first] + [clocks.joined(separator: "-")]).joined(separator: " ")
  }

  /// Whether a time of day with its end, of which no half of the day is said, would be read with another hour of its end:
  /// `11-7`, `10.45-7.15`.
  package static func hasOtherEnd(_ text: String) -> Bool {
    let typed = text.drop { ", ".contains($0) }
    guard typed.utf8.allSatisfy({ Byte.isDigit($0) || "-.: ".utf8.contains($0) }),
      let meant = clock(meantBy: String(typed))
    else { return false }
    let hours = [String(typed), meant].map { span in
      span.split(separator: "-").dropFirst().first
        .flatMap { Int($0.drop { $0 == " " }.prefix(while: \.isNumber).prefix(2)) }
    }
    return hours[0] != nil && hours[0] != hours[1]
  }

  /// Whether a time ends in the hour in which it begins, and says only of the end which half of the day it is of: `7-7:15am`.
  package static func hasOneHour(_ text: String) -> Bool {
    let parts = text.split(separator: " ").last?.split { "-–".contains($0) } ?? []
    let hours = parts.map { $0.prefix(while: \.isNumber) }
    return parts.count == 2 && hours[0] == hours[1] && parts[0].last?.isNumber == true
      && half(of: parts[1]) != nil
  }

  /// `1900-0715` and `7p-7a` as a time of day with its end, as those who work in shifts write them, `6-8pm`,
  /// `2:30pm-11:45`, `11.40-12.25`, and `18h30` or `18h-19h`; nil for other words, also for two years, and for hours alone or of the
  /// morning, which may be a length.
  package static func clockOfWord(_ word: String) -> String? {
    let hour = word.prefix(while: \.isNumber)
    let isHour = word.dropFirst(hour.count).first == "h" && (Int(hour) ?? 0) > 9
    let isSpan = word.contains { "-–".contains($0) }
    // Small numbers are rather prices.
    let isPointed =
      isSpan && (Int(hour) ?? 0) > 5
      && word.split { "-–".contains($0) }.allSatisfy { part in
        let numbers = part.split(separator: ".")
        return numbers.count == 2 && numbers[1].count == 2
          && part.allSatisfy { $0.isNumber || $0 == "." }
      }
    // `6-8pm`, `2:30pm-11:45`
    let hasHalf = isSpan && word.split { "-–".contains($0) }.contains { half(of: $0) != nil }
    if isHour && (isSpan || word.count > 3) || hasHalf || isPointed {
      let bytes = Array(word.utf8)
      let loose = LooseClock(bytes.span, at: 0, upTo: bytes.count)
      let span = loose?.end == bytes.count ? loose?.written : nil
      return clock(meantBy: word) ?? span.flatMap { isClock($0) ? $0 : nil }
    }
    let parts = word.split(omittingEmptySubsequences: false) { "-–".contains($0) }
    let areYears = parts.allSatisfy { "1800"..."2100" ~= $0 && $0.utf8.count == 4 }
    return areYears ? nil : shift(word)
  }

  /// `1900-0715` and `7p-7a` as a time of day with its end.
  private static func shift(_ word: String) -> String? {
    let parts = word.lowercased().split(omittingEmptySubsequences: false) { "-–".contains($0) }
    guard parts.count == 2 else { return nil }
    let ends = parts.compactMap { part -> String? in
      let number = part.prefix(while: \.isNumber)
      let half = part[number.endIndex...]
      if ["a", "p", "am", "pm"].contains(half), 1...2 ~= number.utf8.count {
        return "\(number)\(half.prefix(1))m"
      }
      guard half.isEmpty, number.utf8.count == 4 else { return nil }
      return "\(Int(number.prefix(2)) ?? 24):\(number.suffix(2))"
    }
    let span = ends.joined(separator: "-")
    return ends.count == 2 && isClock(span) ? span : nil
  }

  /// `6-14 Uhr` and `06:00 bis 14:15` as a time of day with its end; nil for what says of no hour that it is one.
  package static func span(meantBy text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let clock = LooseClock(bytes.span, at: 0, upTo: bytes.count), clock.end == bytes.count,
      clock.isSpan, clock.isPlain
    else { return nil }
    return clock.written
  }

  /// The day with what is typed behind it, as a time of day where it means one: ` 7.30pm`, `, 9am`.
  package static func text(of day: CalendarDate, before rest: String) -> String {
    let typed = rest.drop { ", ".contains($0) }
    return clock(meantBy: String(typed)).map { "\(day.text) \($0)" } ?? day.text + rest
  }

  /// `yesterday 08.30` as `yesterday 8:30`, and `last night 11pm` as `yesterday 11pm`; nil where the last words are no
  /// time of day behind others.
  package static func withClock(_ words: [String]) -> String? {
    for count in (1...4).reversed() where count < words.count {
      guard let clock = clock(meantBy: words.suffix(count).joined(separator: " ")) else { continue }
      let day = words.dropLast(count).map { $0.lowercased() }
      // `19:30 + 12h`
      if day.last == "+" { return nil }
      guard let part = day.last, partsOfDay.contains(part) else {
        return "\(words.dropLast(count).joined(separator: " ")) \(clock)"
      }
      return time(clock, in: part, of: Array(day.dropLast()))
    }
    return nil
  }

  /// `5pm till 6` as `5pm-6pm`; nil where the words have no time of day with its end.
  package static func withEnd(_ words: [String]) -> String? {
    guard let sign = words.firstIndex(where: { ["till", "til", "until", "to"].contains($0) }),
      sign > 0, sign + 1 < words.count
    else { return nil }
    let (start, end) = (words[sign - 1], words[(sign + 1)...].joined())
    // `7:30 until 8`
    let isHour = end.utf8.count < 3 && end.utf8.allSatisfy(Byte.isDigit)
    let minutes = isHour && start.contains(":") && start.last?.isNumber == true ? ":00" : ""
    return clock(meantBy: "\(start)-\(end)\(minutes)")
      .map { (words[..<(sign - 1)] + [$0]).joined(separator: " ") }
  }

  /// `tues 6ish` as `tues 6pm` and `tues 6am`; empty where no hour is said so.
  package static func roundHours(_ words: [String]) -> [String] {
    guard let index = words.firstIndex(where: { $0.first?.isNumber == true && $0.contains("ish") })
    else { return [] }
    var number = words[index].replacing("ish", with: "", maxReplacements: 1)
    if let sign = number.firstIndex(of: "-") { number.remove(at: sign) }
    // `6ish pm` says its half, and `19ish` needs none.
    let hour = Int(number.prefix(while: \.isNumber)) ?? 0
    let isSaid = number.last?.isNumber != true || index + 1 < words.count || hour == 0 || hour > 12
    let hours =
      isSaid
      ? [hour > 12 && !number.contains(":") ? "\(number):00" : number]
      : ["pm", "am"].map { number + $0 }
    return hours.map { (words[..<index] + [$0] + words[(index + 1)...]).joined(separator: " ") }
  }

  /// The time of day in a part of a day, which has none beside it.
  private static func time(_ clock: String, in part: String, of day: [String]) -> String? {
    let start = Instant(secondsSinceEpoch: 0)
    guard let time = try? parse(clock, now: start, zone: .utc) else { return nil }
    let isNight = part == "night" || part == "tonight"
    // Behind midnight it is the next day.
    let isNext = isNight && (time.hour < 6 || time.hour == 12)
    let isLast = day == ["last"]
    guard !isNext || isLast else { return nil }
    let isToday = day.isEmpty || day == ["this"] || isNext
    let name = isToday ? "today" : isLast ? "yesterday" : day.joined(separator: " ")
    let isOfTwelve = 1...11 ~= time.hour && !clock.lowercased().hasSuffix("m")
    guard part != "morning", isOfTwelve, !isNext else { return "\(name) \(clock)" }
    guard time.minutesToEnd == 0 else { return nil }
    return "\(name) \(time.hour + 12):\(time.minute.twoDigits)"
  }
}
