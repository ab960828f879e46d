import ThreadStorage

/// A line that begins, but for blanks or what nobody sees, with `#`.
struct HeadingLine {
  let line: Line
  let level: Int
  /// Whether it begins as entries do: `##` in the first column, and a blank.
  let isEntryLevel: Bool
  let isIndented: Bool
  /// Whether so much stands before it that Markdown takes it for code, as where a paste indents each line more.
  let isDeep: Bool
  /// Whether what nobody sees stands before it.
  let isHidden: Bool
  /// Whether it would begin as entries do if no spaces stood before it.
  let isHeadingBehindIndent: Bool
  /// Behind the marks and the blanks.
  let content: Int

  private static let mostIndent = 80

  init?(_ bytes: [UInt8], hash: Int, from lower: Int) {
    var start = hash
    while start > lower, hash - start < Self.mostIndent, Byte.isBlank(bytes[start - 1]) {
      start -= 1
    }
    // One tab is an indentation that says as little as spaces do.
    isDeep = hash - start > 3 || hash - start > 1 && bytes[start..<hash].contains(.tab)
    // Nobody sees these, and nobody types them to say that a line is text.
    let visible = start
    if start > lower, bytes[start - 1] >= 0x80 {
      start = WideBlank.start(in: bytes.span, before: start, from: lower)
    }
    isHidden = start < visible
    guard start == lower || bytes[start - 1] == 0x0A else { return nil }
    line = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
    let end = line.text.upperBound
    var position = hash
    while position < end, bytes[position] == UInt8(ascii: "#") { position += 1 }
    level = position - hash
    guard level <= 6 else { return nil }
    let marksEnd = position
    position = WideBlank.end(in: bytes.span, from: marksEnd, upTo: end)
    isIndented = start < hash && !isHidden
    isHeadingBehindIndent = level == 2 && position > marksEnd
    isEntryLevel =
      start == hash && isHeadingBehindIndent && bytes[marksEnd..<position].allSatisfy(Byte.isBlank)
    content = position
    // `#2026-11-16` is a tag, and with a time of day it is none.
    if level == 1, position == marksEnd {
      guard case .valid(let time, _) = Timestamp.scan(bytes.span, in: position..<end),
        time.precision != .day
      else { return nil }
    }
  }

  /// What closes what `opening` opens.
  static func closing(_ opening: UInt8) -> UInt8? {
    switch opening {
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"): opening
    default: nil
    }
  }
}

extension [UInt8] {
  /// The text of a short line with one of `===` or `---` below it; nil for others.
  func underlined(_ line: Line) -> ArraySlice<UInt8>? {
    let text = self[line.text].trimmed
    guard 1...80 ~= text.count, line.next < count else { return nil }
    let below = Line(startingAt: line.next, in: span, upTo: count).text
    let rule = self[below].trimmed
    guard rule.count >= 3, rule.first == UInt8(ascii: "=") || rule.first == UInt8(ascii: "-"),
      rule.allSatisfy({ $0 == rule.first })
    else { return nil }
    return text
  }
}

/// What may have been typed but for one slip of the finger: a key too many, one left out or in place of another, two swapped,
/// or a blank inside.
enum OneSlip {
  typealias Reading = (letters: [Unicode.Scalar], length: Int)

  /// Stands for a digit that is not known.
  static let gap: Unicode.Scalar = "?"
  private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

  /// `form`, in which `0` is any digit, with the slip taken back, and how many letters were typed for it; nothing where these
  /// have the form as they stand, or a word goes on behind them.
  static func readings(_ typed: [Unicode.Scalar], of form: String) -> [Reading] {
    // Of bytes that are no UTF-8 nobody knows what was typed, nor how many there are.
    guard !typed.contains("\u{FFFD}") else { return [] }
    let form = Array(form.unicodeScalars)
    guard !fits(typed.prefix(form.count), form) || typed.prefix(form.count).contains(gap) else {
      return []
    }
    return form.indices.flatMap { index -> [Reading] in
      guard index < typed.count else { return [] }
      let meant = form[index] == "0" ? gap : form[index]
      var (without, swapped, replaced, filled) = (typed, typed, typed, typed)
      without.remove(at: index)
      if index > 0 { swapped.swapAt(index - 1, index) }
      replaced[index] = meant
      filled.insert(meant, at: index)
      let all = [
        (without, form.count + 1), (swapped, form.count), (replaced, form.count),
        (filled, form.count - 1),
      ]
      return all.compactMap { (letters, length) -> Reading? in
        let letters = letters.prefix(form.count)
        guard typed.count >= length, fits(letters, form), letters.count(where: { $0 == gap }) < 2
        else { return nil }
        // `2026-11-1 7:05` has a time.
        let isBlank = length > form.count && typed[index] == " "
        // `2026-11 12 things` are twelve.
        if length == form.count, letters[index] != typed[index], typed[index] == " " { return nil }
        if typed.count > length, !isEnd(typed[length], isBlank: isBlank) { return nil }
        return (Array(letters), length)
      }
    }
  }

  private static func fits(_ letters: ArraySlice<Unicode.Scalar>, _ form: [Unicode.Scalar]) -> Bool
  {
    letters.count == form.count
      && zip(letters, form).allSatisfy { letter, sign in
        sign == "0" ? digits.contains(letter) || letter == gap : letter == sign
      }
  }

  private static func isEnd(_ next: Unicode.Scalar, isBlank: Bool) -> Bool {
    !next.properties.isAlphabetic && next.properties.numericType == nil && next != "-"
      && next != "/" && !(isBlank && next == ":")
  }

  /// How many bytes the first `length` letters have.
  static func width(_ typed: [Unicode.Scalar], _ length: Int) -> Int {
    typed.prefix(length).reduce(0) { $0 + UTF8.width($1) }
  }
}

/// A date of ours with one slip of the finger: `20226-11-25`, `202611-11`, `2026-11-1w`, `2026-1 1-11`.
struct SlippedDate {
  /// Behind its last byte.
  let end: Int
  /// What it may be within a month of another entry; else any of it, or nothing where a digit is not known.
  let dates: [CalendarDate]
  /// Whether all of its digits are known.
  let isKnown: Bool

  init?(_ text: ArraySlice<UInt8>, near date: CalendarDate?) {
    // `[2026-11-16](…)` is a link, and brackets are read by themselves.
    guard text.first.map({ HeadingLine.closing($0) == nil }) == true else { return nil }
    let typed = Array(String(utf8: text.prefix(24)).unicodeScalars.prefix(12))
    let all = OneSlip.readings(typed, of: "0000-00-00").filter { !Self.dates($0.letters).isEmpty }
    let known = all.filter { !$0.letters.contains(OneSlip.gap) }
    let readings = known.isEmpty ? all : known
    guard let length = readings.first?.length else { return nil }
    isKnown = !known.isEmpty
    end = text.startIndex + OneSlip.width(typed, length)
    var found: [CalendarDate] = []
    for reading in readings {
      found += Self.dates(reading.letters).filter { !found.contains($0) }
    }
    let near = found.filter { day in date.map { day.days(from: $0) <= 31 } ?? false }
    if known.isEmpty || !near.isEmpty { found = near }
    dates = found.count > 3 ? [] : found
  }

  /// The dates of our times that the letters are, with any digit in a gap.
  private static func dates(_ letters: [Unicode.Scalar]) -> [CalendarDate] {
    let values: [Unicode.Scalar] =
      letters.contains(OneSlip.gap) ? Array("0123456789".unicodeScalars) : [OneSlip.gap]
    return values.compactMap { value in
      let filled = letters.map { $0 == OneSlip.gap ? value : $0 }
      let date = Timestamp(String(String.UnicodeScalarView(filled)))?.date
      return date.flatMap { 1900...2100 ~= $0.year ? $0 : nil }
    }
  }
}

/// A time of day, or one to another, with one slip of the finger, as a title begins with it: `7::05`, `14:3p`, `705`,
/// `21:0022:30`, `1 9:45`.
struct SlippedClock {
  /// Behind its last byte.
  let end: Int
  /// As a heading has it; nil where a digit is not known.
  let written: String?

  /// The longest first.
  private static let forms = ["00:00", "0:00"].flatMap { first in
    ["-00:00", "-0:00", ""].map { first + $0 }
  }.sorted { $0.utf8.count > $1.utf8.count }
  /// The keys beside the colon's, and what they are with or without Shift; `10x12` and `10,12` are something else.
  private static let colons = Set(";_öÖ#".unicodeScalars)

  init?(_ title: ArraySlice<UInt8>) {
    let typed = Array(String(utf8: title.prefix(40)).unicodeScalars.prefix(13))
    for form in Self.forms {
      let readings = OneSlip.readings(typed, of: form).filter { Self.isClock($0, typed) }
      guard let first = readings.first else { continue }
      let rest = title.dropFirst(OneSlip.width(typed, first.length))
      // `750 ml` and `120 Seiten` are counted.
      let isNumber = title.prefix(4).prefix(while: Byte.isDigit).count > 2
      if isNumber, !rest.isEmpty, !form.contains("-") { return nil }
      let word = rest.drop(while: Byte.isBlank).prefix { Byte.isLetter($0) || $0 >= 0x80 }
      if let letter = word.first, 0x61...0x7A ~= letter, word.count < 4 { return nil }
      end = rest.startIndex
      let isOne = readings.allSatisfy { $0.letters == first.letters }
      let text = String(String.UnicodeScalarView(first.letters))
      written = isOne && !first.letters.contains(OneSlip.gap) ? text : nil
      return
    }
    return nil
  }

  private static func isClock(_ reading: OneSlip.Reading, _ typed: [Unicode.Scalar]) -> Bool {
    let text = String(String.UnicodeScalarView(reading.letters))
    for part in text.split(separator: "-") {
      let numbers = part.split(separator: ":").map(String.init)
      // What is not known may be anything that clocks show.
      guard numbers.count == 2, Int(numbers[0]) ?? 0 < 24, Int(numbers[1]) ?? 0 < 60 else {
        return false
      }
    }
    let isLeftOut = reading.length < reading.letters.count
    let word = String(String.UnicodeScalarView(typed.prefix(reading.length)))
    if typed.count > reading.length, typed[reading.length] == ":" { return false }
    if isLeftOut, reading.letters.contains(OneSlip.gap) { return word.hasPrefix(":") }
    // `1000` and `100` count something, and `1945` is a year; `11:9` is a result.
    if word.utf8.allSatisfy({ Byte.isDigit($0) || $0 == .colon }), !word.contains("::") {
      if let colon = word.utf8.firstIndex(of: .colon) { return word.utf8[colon...].count > 3 }
      let isYear = word.count == 4 && ["18", "19", "20"].contains { word.hasPrefix($0) }
      return isLeftOut && !isYear && !text.hasSuffix(":00")
        && (text.hasSuffix("0") || text.hasSuffix("5"))
    }
    let changed = zip(typed, reading.letters).filter { $0 != $1 }
    guard reading.length == reading.letters.count, changed.count == 1 else { return true }
    if changed[0].1 == ":" { return colons.contains(changed[0].0) }
    // `6:4, 6:3` and `3:2!` are results.
    let isLast = reading.letters.last == OneSlip.gap
    return !(isLast ? " ,.:;)!?-" : " ,.:;)-").unicodeScalars.contains(changed[0].0)
  }
}

extension ThreadDocument {
  /// Words behind which the first number of a title may be the time of the entry.
  private static let wordsOfTimes = Set(
    TimeWords.beginnings + TimeWords.morningParts + TimeWords.eveningParts + ["nach"])
  /// Those behind which it needs no sign to be an hour.
  private static let wordsOfHours = Set(TimeWords.clock + ["um", "at", "om", "o", "a las", "às"])

  /// The first number of a title, where it is written as clocks are, whatever else may be wrong with it: `9h-13h`,
  /// `9-13h`, `7:445`, `74:5`, `Tarde 14h-18h Clínica`, and at the beginning `18,30`; or, among times, where a word says
  /// that it is one.
  func clockLikeNumber(in title: Range<Int>, _ amongTimes: Bool) -> Range<Int>? {
    var (before, word) = (bytes[title].prefix(0), "")
    for part in bytes[title].split(whereSeparator: Byte.isBlank) {
      let number = part.drop { !Byte.isLetterOrDigit($0) && $0 < 0x80 }
      let hour = number.prefix(while: Byte.isDigit)
      guard !hour.isEmpty else {
        if part.contains(where: Byte.isDigit) { return nil }
        let key = FieldName.key(part)
        (before, word) = (part, word == "a" ? "a \(key)" : key)
        continue
      }
      let behind = String(
        utf8: bytes[part.endIndex..<title.upperBound].drop(while: Byte.isBlank)
          .prefix { Byte.isLetter($0) || $0 >= 0x80 })
      let isCounted = TimeWords.isCounted(behind)
      if amongTimes, Self.wordsOfTimes.contains(word),
        let end = endOfClock(
          at: number.startIndex, of: title, behind: word, before.startIndex, isCounted)
      {
        return number.startIndex..<end
      }
      guard hour.count < 3, !TimeWords.beforeNumbers.contains(word), !isCounted,
        isClockLike(number, hour: hour, isFirst: before.isEmpty, behind)
      else { return nil }
      return number.indices
    }
    return nil
  }

  /// Where a time ends behind such a word, whatever follows: `Early shift ab 6:00`, `ab 14:00 Glasshouse`, `nachts um 3`,
  /// `Jantar às 20h`, `at 8 Walk`.
  private func endOfClock(
    at start: Int, of title: Range<Int>, behind word: String, _ wordStart: Int, _ isCounted: Bool
  ) -> Int? {
    let isOfHours = Self.wordsOfHours.contains(word)
    // `Pause von 0:30`, `Marathon nach 3:59` and `nuit de 6h30` are no times.
    let mayBeLength = ["nach", "about", "von", "van", "de"].contains(word)
    if let clock = LooseClock(bytes.span, at: start, upTo: title.upperBound) {
      let hasSign = isOfHours || bytes[start..<clock.end].contains(UInt8(ascii: "h"))
      let isClock = clock.isPlain || hasSign && clock.hasMinutes && clock.isLikely
      let least = clock.isPlain || clock.isSpan ? 5 : 10
      return !isClock || mayBeLength && clock.hour < least ? nil : clock.end
    }
    let digits = bytes[start..<title.upperBound].prefix(while: Byte.isDigit)
    let rest = bytes[digits.endIndex..<title.upperBound]
    guard digits.count < 3, let hour = Int(String(utf8: digits)), hour < 25, !isCounted else {
      return nil
    }
    if rest.first == UInt8(ascii: "h"), rest.dropFirst().first.map(Byte.isBlank) != false {
      return mayBeLength || hour < 5 ? nil : digits.endIndex + 1
    }
    // `um 8 Lauf`, but not `Dinner at 7 Elm Street`; with a capital it begins a sentence, `Um 2 Ecken gedacht`, or is
    // "class", `Kl. 7`.
    let isSmall = !(0x41...0x5A ~= bytes[wordStart])
    let isBegin = wordStart < title.lowerBound + 3
    let hasTitle = String(utf8: rest.trimmed.prefix(4)).first?.isUppercase == true
    let mayGoOn = TimeWords.clock.contains(word) || isBegin && hasTitle
    let isHour = rest.isEmpty || mayGoOn && rest.first.map(Byte.isBlank) == true
    // "o" is "or" and "the", too: `uno o 2`.
    return isOfHours && isSmall && isHour && (word != "o" || hour > 5) ? digits.endIndex : nil
  }

  private func isClockLike(
    _ number: ArraySlice<UInt8>, hour: ArraySlice<UInt8>, isFirst: Bool, _ behind: String
  ) -> Bool {
    let tail = number[hour.endIndex...]
    let isLong = tail.starts(with: "–".utf8)
    let sign = isLong ? UInt8(ascii: "-") : tail.first
    let rest = tail.dropFirst(isLong ? 3 : 1)
    let digits = rest.prefix(while: Byte.isDigit)
    let isDash = { (bytes: ArraySlice<UInt8>) in
      bytes.first == UInt8(ascii: "-") || bytes.first == 0xE2
    }
    switch sign {
    // `3:2` and `10:1 won` are results, `break of 0:30` is a length, and `Mark 8:15-20` a verse.
    case UInt8.colon:
      let isNight = Int(String(utf8: hour)).map { $0 < 5 } == true
      let least = behind.first?.isLowercase == true ? 2 : 1
      let isVerse = isDash(rest[digits.endIndex...]) && !rest.contains(.colon)
      return digits.count >= least && hour.count + digits.count > 2
        && (isFirst || !isNight && !isVerse)
    case UInt8(ascii: "h"): return isDash(rest) || isFirst && digits.isEmpty && rest.isEmpty
    case UInt8(ascii: ","):
      return isFirst && digits.count == 2
        && (digits.endIndex == number.endIndex || isDash(number[digits.endIndex...]))
    case UInt8(ascii: "-"):
      let unit = number[digits.endIndex...]
      return 1...2 ~= digits.count
        && (unit.elementsEqual("h".utf8) || unit.isEmpty && behind.lowercased() == "uhr")
    default: return false
    }
  }
}
