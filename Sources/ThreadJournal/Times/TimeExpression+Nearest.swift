import ThreadStorage

extension TimeExpression {
  /// What `text`, which is not understood, may be meant as: with its words spelt right, or its time as it is read here.
  ///
  /// - Parameter isOneTime: Whether a range is not what is wanted.
  package static func nearest(to text: String, isOneTime: Bool = false) -> [String] {
    let known =
      CalendarDate.weekdayNames + CalendarDate.monthNames + [
        "today", "yesterday", "tomorrow", "tonight", "now", "noon", "midnight", "last", "next",
        "this", "morning", "afternoon", "evening", "night", "ago", "week", "month", "year", "past",
        "weeks", "months", "years",
      ]
    if let tight = withoutBlanks(inSpan: text) {
      let noon = Instant(secondsSinceEpoch: 43_200)
      if (try? parse(tight, now: noon, zone: .utc)) != nil { return [tight] }
      let found = nearest(to: tight, isOneTime: isOneTime)
      if !found.isEmpty { return found }
    }
    var words = withWholeDays(text.split(separator: " ").map(String.init))
    // Before a time of day it is no German word for a place.
    if words.count > 1, words[0].lowercased() == "hier" { words[0] = "yesterday" }
    // Not in `english`: `Midday: a walk` is a text.
    words = words.map { $0.lowercased() == "midday" ? "noon" : $0 }
    let inEnglish = words.map { english[$0.lowercased()] ?? $0 }
    let spelt = words.map { word -> String in
      // `nov` is short for a month, and not near to `now`.
      let name = word.lowercased()
      if let meant = english[name] { return meant }
      // `juin`, but `mar` is short for March here.
      let bare = name.filter { $0 != "." }
      if !known.contains(name), let month = SpokenDate.month(named: bare),
        !CalendarDate.monthNames.contains(where: { $0.hasPrefix(bare) })
      {
        return CalendarDate.monthNames[month - 1]
      }
      // `nvo`
      let letters = name.sorted()
      let turned = CalendarDate.monthNames.map { String($0.prefix(3)) }
        .filter { $0 != name && $0.sorted() == letters }
      if turned.count == 1 { return turned[0] }
      let isShort =
        name.utf8.count > 2
        && (CalendarDate.weekdayNames + CalendarDate.monthNames).contains { $0.hasPrefix(name) }
      let isName = word.utf8.allSatisfy(Byte.isLetter) && !known.contains(name) && !isShort
      return isName ? known.nearest(to: word, limit: 1).first ?? word : word
    }
    let bytes = Array(text.utf8)
    let clock = TypedClock(bytes.span, in: 0..<bytes.count, after: .day)
    let digits = bytes.count == 4 && bytes.allSatisfy(Byte.isDigit)
    let noon = Instant(secondsSinceEpoch: 43_200)
    let parts = text.split(whereSeparator: { $0 == "-" || $0 == "–" })
    let ends = parts.compactMap { part -> Substring? in
      let time = try? parse(String(part), now: noon, zone: .utc, keepsDay: true)
      return time?.precision == .day ? nil : time?.canonicalText.dropFirst(11).prefix(5)
    }
    let haveHalves = parts.map { half(of: $0) != nil }
    // What stands before the time of day stays.
    let first = parts.first?.split(separator: " ") ?? []
    let count = first.indices.suffix(3).first { isClock(first[$0...].joined(separator: " ")) } ?? 0
    var clocks = first[..<count].map { String($0) }
    clocks.append(ends.joined(separator: "-"))
    // Of `2pm-4:30` the end is read with the start.
    let isPair =
      ends.count == 2 && parts.count == 2 && haveHalves != [true, false]
      && parts.allSatisfy { $0.utf8.contains(where: Byte.isDigit) }
    // `1h`, `-1h` and `+1h` as other programs have them.
    let isAhead = bytes.first == UInt8(ascii: "+")
    let amount = isAhead || bytes.first == UInt8(ascii: "-") ? String(text.dropFirst()) : text
    // `22h` may be a time of day.
    let isHour = text.lowercased().hasSuffix("h") && (Int(text.dropLast()) ?? 0) > 12
    let hasHalf = haveHalves.contains(true)
    // `9-5.30`, `18u45-19u40`
    let isSpan =
      parts.count == 2 && text.utf8.allSatisfy { Byte.isDigit($0) || "-.:uh".utf8.contains($0) }
    let hour = isHour || hasHalf || isSpan ? Self.clock(meantBy: text) : nil
    let withClock = Self.withClock(inEnglish)
    let pair = isPair ? nearEnd(of: clocks.joined(separator: " ")) : ""
    func time(_ text: String) -> Timestamp? { try? parse(text, now: noon, zone: .utc) }
    let name = text.lowercased()
    // `a couple of days ago`
    let unit = name.hasPrefix("a couple ") ? words.dropLast().last : nil
    let couple = unit.map { "2 \($0) ago" } ?? ""
    // `0315 hrs` is a time of day.
    let number = amount.prefix(while: \.isNumber)
    let hours = number.utf8.count == 4 ? "\(number.prefix(2)):\(number.suffix(2))" : ""
    let distance = isAhead ? "in \(amount)" : hours.isEmpty ? "\(amount) ago" : ""
    let isHours = ["h", "hr", "hrs", "hours", "uhr"].contains(
      amount.dropFirst(4).lowercased().filter { $0 != " " })
    let candidates: [String] = [
      distance, isHours ? hours : "", hour ?? "", span(meantBy: text) ?? "",
      withClock ?? Self.withColons(text), withEnd(words) ?? "", withLength(words) ?? "",
      name.hasSuffix("day before yesterday") ? "2 days ago" : "",
      name == "half an hour ago" ? "30min ago" : "", couple, Self.month(meantBy: name) ?? "",
      text.replacing(" + ", with: " for "),
      Self.withBlankBeforeMonth(text),
      words.first?.lowercased() == "past" ? "last\(text.dropFirst(4))" : "",
      Self.writing("M", as: "min", in: words), Self.writing("M", as: "mo", in: words),
      pair,
      spelt.joined(separator: " "),
      clock?.end == bytes.count ? clock?.written ?? "" : "",
      digits ? String(text.prefix(2)) + ":" + text.suffix(2) : "", Self.withoutHalf(text) ?? "",
    ]
    return (candidates + withMinutes(text) + spokenOtherwise(words) + roundHours(inEnglish)).reduce(
      into: []) { found, meant in
        // The same in other words is not offered twice.
        let moment = time(meant)
        if meant != text,
          !found.contains(where: { $0 == meant || moment != nil && time($0) == moment }),
          (try? TimeRange.parse(meant, now: noon, zone: .utc)) != nil, !isOneTime || moment != nil
        {
          found.append(meant)
        }
      }
  }
}

extension TimeExpression {
  /// Whether a month stands beside the number of a day that it never has: `nov 31 9am`, `30 feb`.
  static func namesNoDay(_ text: String) -> Bool {
    let words = text.lowercased().split { " .,".contains($0) }.map(String.init)
    return zip(words, words.dropFirst()).contains { first, second in
      guard let month = [first, second].compactMap({ SpokenDate.month(named: $0) }).first,
        let day = [first, second].compactMap({ Int($0) }).first
      else { return false }
      return 30...31 ~= day && CalendarDate(year: 2024, month: month, day: day) == nil
    }
  }

  /// `3:30 - 4:15 pm` and `13:00 -16:00` as `3:30-4:15pm` and `13:00-16:00`; nil for what is no such span.
  private static func withoutBlanks(inSpan text: String) -> String? {
    guard let dash = [" - ", " – ", " -", " –"].first(where: text.contains),
      let found = text.firstRange(of: dash),
      text[..<found.lowerBound].contains(where: \.isNumber),
      text.first?.isNumber == true || text[found.upperBound...].first?.isNumber == true
    else { return nil }
    let tight = text.replacing(dash, with: "-")
    let half = [" pm", " am"].first(where: tight.lowercased().hasSuffix)
    return half.map { String(tight.dropLast($0.count)) + $0.dropFirst() } ?? tight
  }

  /// `16nov` as `16 nov`.
  private static func withBlankBeforeMonth(_ text: String) -> String {
    let day = text.prefix(while: \.isNumber)
    let rest = text.dropFirst(day.count)
    let isMonth = SpokenDate.month(named: rest.prefix(while: \.isLetter).lowercased()) != nil
    return 1...2 ~= day.count && isMonth ? "\(day) \(rest)" : ""
  }

  /// `12.30 today`, `10.24-13.47 GMT` and `17h00-18h15` as `12:30 today`, `10:24-13:47 GMT` and `17:00-18:15`.
  private static func withColons(_ text: String) -> String {
    let bytes = Array(text.utf8)
    func isDigit(_ offset: Int) -> Bool {
      bytes.indices.contains(offset) && Byte.isDigit(bytes[offset])
    }
    let meant = bytes.indices.map { offset in
      let isPoint =
        (bytes[offset] == .dot || bytes[offset] | 0x20 == 0x68) && isDigit(offset - 1)
        && isDigit(offset + 1) && isDigit(offset + 2)
        && !isDigit(offset + 3)
      return isPoint ? .colon : bytes[offset]
    }
    return nearEnd(of: String(utf8: meant))
  }

  /// `15:30` for `15:30pm`; nil for what is no time of the later half with its sign.
  package static func withoutHalf(_ text: String) -> String? {
    let name = text.lowercased()
    guard let half = ["pm", "p"].first(where: name.hasSuffix) else { return nil }
    let time = String(text.dropLast(half.count)).replacing(".", with: ":")
      .split(separator: " ").joined(separator: " ")
    let clock = time.split(separator: " ").last ?? ""
    let hour = Int(clock.prefix { $0 != ":" }) ?? 0
    return clock.contains(":") && 13...23 ~= hour ? time : nil
  }

  /// The same without commas behind words and with colons for `10;20`, and `now`, `8:30am` and `90min ago` for `just now`, `8:30 this morning` and
  /// `1.5h ago`.
  private static func spokenOtherwise(_ words: [String]) -> [String] {
    let bare = words.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    let names = bare.map { $0.lowercased() }
    var meant = [bare.joined(separator: " ").replacing(";", with: ":")]
    if names == ["just", "now"] { meant.append("now") }
    let halves = ["morning": "am", "afternoon": "pm", "evening": "pm"]
    if names.count == 3, names[1] == "this", let half = halves[names[2]] {
      meant.append(names[0] + half)
    }
    guard names.last == "ago", let first = names.first else { return meant }
    let digits = first.prefix { $0.isNumber || ".,".contains($0) }
    let unit = names.count == 2 ? String(first.dropFirst(digits.count)) : names[1]
    let isNumber = names.count == 2 || names.count == 3 && digits == first
    if isNumber, hourWords.contains(unit),
      let hours = Double(digits.replacing(",", with: ".")), 0..<24 ~= hours, hours > 0
    {
      meant.append("\(Int((hours * 60).rounded()))min ago")
    }
    return meant
  }

  /// `9:05` and `9:50` for `9:5`.
  private static func withMinutes(_ text: String) -> [String] {
    guard let minute = text.last, minute.isNumber, text.dropLast().last == ":" else { return [] }
    return ["\(text.dropLast())0\(minute)", "\(text)0"]
  }

  private static let hourWords: Set = ["h", "hr", "hrs", "hour", "hours"]

  /// `20:00 for 1h30m` for `20:00 for 1.5h`; nil where no length with a fraction is at the end.
  private static func withLength(_ words: [String]) -> String? {
    guard let sign = words.firstIndex(of: "for"), sign > 0 else { return nil }
    let length = words[(sign + 1)...].joined()
    let unit = length.drop { $0.isNumber || ".,".contains($0) }
    let number = length.dropLast(unit.count).replacing(",", with: ".")
    guard hourWords.contains(String(unit)), number.contains("."),
      let hours = Double(number), hours < 24
    else { return nil }
    let start = Timestamp(instant: Instant(secondsSinceEpoch: 0), in: .utc)
    return start.ending(afterMinutes: Int((hours * 60).rounded())).lengthText(in: .utc)
      .map { (words[...sign] + [$0]).joined(separator: " ") }
  }

  /// The words with another unit behind a number.
  private static func writing(_ old: String, as new: String, in words: [String]) -> String {
    let changed = words.map { word -> String in
      let isCount = word.dropLast(old.count).utf8.allSatisfy(Byte.isDigit)
      return word.hasSuffix(old) && isCount ? String(word.dropLast(old.count)) + new : word
    }
    return changed.joined(separator: " ")
  }
}
