import ThreadStorage

/// A pattern of `strptime`, such as `%Y-%m-%d %H:%M`, by which times are read; months are English.
package struct TimePattern: Sendable {
  private var parts: [Part] = []

  private enum Part: Sendable {
    case literal(UInt8)
    case space
    case field(Unicode.Scalar)

    var isPoint: Bool {
      if case .literal(.dot) = self { true } else { false }
    }
  }

  /// The pattern that `text` writes; nil where a `%` is followed by what is not known, or for what is `unread`.
  package init?(_ text: String) {
    guard Self.unread(in: text) == nil else { return nil }
    var bytes = Self.readingZone(Array(text.utf8))[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        parts.append(byte == .space ? .space : .literal(byte))
        continue
      }
      var letter = bytes.popFirst()
      // `%-d` writes no leading zero; reading takes both.
      if letter == UInt8(ascii: "-") || letter == UInt8(ascii: "_") { letter = bytes.popFirst() }
      guard let letter = letter.map({ Unicode.Scalar($0) }) else { return nil }
      if let longer = Self.abbreviations[letter] {
        bytes = Array(longer.utf8) + bytes
      } else if letter == "%" {
        parts.append(.literal(UInt8(ascii: "%")))
      } else if "YmdHMSIpyjbafz".unicodeScalars.contains(letter) {
        parts.append(.field(letter))
      } else {
        return nil
      }
    }
  }

  /// Which of day and month it has first; nil where the year stands before both, or one is not there.
  package var dateOrder: ForeignDate.Order? {
    let fields = parts.compactMap { part -> Unicode.Scalar? in
      if case .field(let letter) = part, "Yymd".unicodeScalars.contains(letter) {
        letter
      } else {
        nil
      }
    }
    guard fields.contains("d"), fields.contains("m") else { return nil }
    return fields.first == "d" ? .dmy : fields.first == "m" ? .mdy : nil
  }

  /// What changes a time, and would be passed over where a pattern has it as words.
  package enum Unread: Equatable {
    case half
    case zone(example: String)
  }

  package static func unread(in text: String) -> Unread? {
    var bytes = readingZone(Array(text.utf8))[...]
    var literals: [UInt8] = []
    while let byte = bytes.popFirst() {
      let isField = byte == UInt8(ascii: "%")
      literals.append(isField ? .space : byte)
      if isField, let sign = bytes.popFirst(), "-_".utf8.contains(sign) {
        bytes = bytes.dropFirst()
      }
    }
    let words = String(utf8: literals)
    if let zone = ZoneName.example(in: words) { return .zone(example: zone) }
    let starts = words.split { !$0.isLetter && $0 != "." }.map(\.startIndex)
    let hasHalf = starts.contains { start in
      let rest = Array(words[start...].utf8)[...].trimmed
      guard let (half, length) = TypedClock.half(rest, after: 1, isWhole: true) else {
        return false
      }
      // "um 9:05 am 21.11." is German.
      return half == "pm"
        || !rest.dropFirst(length).contains { Byte.isLetter($0) || $0 == .dot || $0 >= 0x80 }
    }
    return hasHalf ? .half : nil
  }

  /// The pattern with `%z` for a zone that is written out at its end, behind a time of day: `UTC`, `+0530`.
  private static func readingZone(_ text: [UInt8]) -> [UInt8] {
    for start in text.indices.suffix(9) {
      let before = text[..<start]
      // The end of a word, as in "MEZ" or "Raum+03", is none.
      guard let last = before.last, !"%-_".utf8.contains(last),
        before.dropLast().last == UInt8(ascii: "%") || !Byte.isLetterOrDigit(last),
        isZone(text[start...]),
        zip(before, before.dropFirst()).contains(where: { sign, letter in
          sign == UInt8(ascii: "%") && "HIMTRrcXp".utf8.contains(letter)
        })
      else { continue }
      return Array(before) + Array("%z".utf8)
    }
    return text
  }

  /// Whether `text`, which is a time, ends with its zone.
  static func endsWithZone(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.suffix(9).contains { start in
      isZone(bytes[start...]) && (start == 0 || !Byte.isLetter(bytes[start - 1]))
    }
  }

  /// Whether `text` is the zone of a time, and no more.
  private static func isZone(_ text: ArraySlice<UInt8>) -> Bool {
    var scan = TimePatternScan(scanner: ByteScanner(text))
    return scan.takeField("z") && scan.scanner.isAtEnd
  }

  /// How a pattern says `rest`, which stands behind the times of `clock`; empty where that is no zone.
  private static func zone(of rest: ArraySlice<UInt8>, behind clock: String) -> String {
    let hasSpace = rest.first == .space
    // `09:00 -10:30` is a time with its end.
    let mayBeEnd = rest.contains(UInt8(ascii: "-")) && rest.contains(.colon) || !hasSpace
    guard !mayBeEnd || clock.contains("%S"), isZone(rest.trimmed) else { return "" }
    return hasSpace ? " %z" : "%z"
  }

  /// Whether `rest`, which stands behind a time, begins with a part of it that was not read.
  private static func beginsWithHalf(
    _ rest: ArraySlice<UInt8>, mayBeTitle: Bool
  ) -> Bool {
    TypedClock.half(rest, after: 1, isWhole: !mayBeTitle) != nil
  }

  /// Whether `words` behind hours up to 12 may say which half of the day is meant, in a language that is not read.
  private static func mayBeHalf(_ words: [UInt8], behind times: [Timestamp]) -> Bool {
    words.contains { Byte.isLetter($0) || $0 >= 0x80 }
      && times.allSatisfy { $0.precision != .day && 1...12 ~= $0.hour }
      && !["uhr", "uur", "h", "hs", "hrs", "o'clock"].contains(
        String(utf8: words[...].trimmed).lowercased())
  }

  private static let abbreviations: [Unicode.Scalar: String] = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "r": "%I:%M:%S %p", "D": "%m/%d/%y",
    "c": "%a %b %e %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S",
    "A": "%a", "B": "%b", "h": "%b", "e": "%d", "Z": "%z",
  ]

  /// The patterns that jrnl's own settings have and that are no guess, first the one it starts with.
  static let jrnl = ["%F %r", "%F %T", "%F %R", "%F %H.%M", "%F"].compactMap { TimePattern($0) }

  /// The patterns after which all of `texts` are times, or begin with one, and after which they are others.
  ///
  /// Of two that read the same times, only one is told; of `03/04/2026` there are two.
  /// - Parameter mayHaveTitles: Whether what stands behind a time may be a title; else all have the same words there.
  package static func fitting(_ texts: [String], mayHaveTitles: Bool = false) -> [String] {
    var patterns: [(text: String, isWhole: Bool)] = []
    var found: Set<[Timestamp]> = []
    let first = Array((texts.first ?? "").utf8)[...].trimmed
    for date in dates {
      for clock in clocks {
        let rest = TimePattern(date + clock)?.beginning(of: first)?.rest ?? []
        let zone = clock.isEmpty ? "" : Self.zone(of: rest, behind: clock)
        // Without a zone, these need no pattern.
        guard let pattern = TimePattern(date + clock + zone),
          date != "%Y-%m-%d" || !zone.isEmpty || !ownClocks.contains(clock)
        else { continue }
        var times: [Timestamp] = []
        var rests: Set<[UInt8]> = []
        for text in texts {
          guard let (time, rest) = pattern.beginning(of: Array(text.utf8)[...].trimmed),
            time.date.year >= 1000,
            rest.isEmpty
              || (rest.first == 0x20 && !rest.contains(.colon)
                && !beginsWithHalf(rest, mayBeTitle: mayHaveTitles))
          else { break }
          times.append(time)
          rests.insert(Array(rest))
        }
        guard times.count == texts.count, mayHaveTitles || rests.count == 1,
          found.insert(times).inserted
        else { continue }
        let words = mayHaveTitles ? [] : rests.first ?? []
        if unread(in: String(utf8: words)) != nil || mayBeHalf(words, behind: times) { continue }
        let whole = date + clock + zone + String(utf8: words).replacing("%", with: "%%")
        // Digits that all have may be a part of the time.
        guard !words.contains(where: Byte.isDigit), TimePattern(whole)?.beginning(of: first) != nil
        else { continue }
        patterns.append((whole, rests.allSatisfy(\.isEmpty)))
        // Shorter ones would leave a part of the time.
        break
      }
    }
    // What is left over is a title only where no pattern takes it.
    let whole = patterns.filter(\.isWhole)
    return (whole.isEmpty ? patterns : whole).map(\.text)
  }

  /// Those of `texts` that fit the pattern which most of them fit; of two that as many fit, that of the first.
  package static func mostFitting(_ texts: [String], mayHaveTitles: Bool = false) -> [String] {
    let forms = texts.map { Set(fitting([$0], mayHaveTitles: mayHaveTitles)) }
    let counts = Dictionary(forms.joined().map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = counts.values.max(),
      let form = forms.lazy.flatMap({ $0.sorted() }).first(where: { counts[$0] == most })
    else { return [] }
    return zip(texts, forms).filter { $0.1.contains(form) }.map(\.0)
  }

  private static let dates = [
    "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y%m%d", "%d.%m.%y", "%d/%m/%y",
    "%m/%d/%y", "%d %B %Y", "%d. %B %Y", "%B %d, %Y", "%B %d %Y", "%A, %d %B %Y", "%A, %B %d, %Y",
    "%A %d %B %Y", "%d-%B-%Y", "%d-%B-%y", "%a %B %d %H:%M:%S %Y",
    "%d %B. %Y", "%d. %B. %Y", "%B. %d, %Y",
    "%A, %d. %B %Y", "%A, %d.%m.%Y", "%A %d.%m.%Y", "%A., %d.%m.%Y", "%A. %d.%m.%Y",
    "%A, %d/%m/%Y", "%A, %m/%d/%Y", "%A %d/%m/%Y", "%A %m/%d/%Y", "%Y.%m.%d", "%Y/%m/%d",
    "%Y-%m-%d",
  ]

  /// Longer ones first: what they leave would else be taken for a title.
  private static let clocks = [
    " %I:%M:%S %p", " %H:%M:%S", ", %I:%M:%S %p", ", %H:%M:%S", ", %I:%M %p", " %I:%M %p",
    ", %H:%M", " %H:%M", "T%H:%M:%S", "T%H%M%S", "T%H%M", " %H.%M", ", %H.%M", " at %I:%M %p",
    " at %H:%M", " um %H:%M", " um %H.%M", " um %H Uhr %M", " um %H Uhr", " %H Uhr %M", " à %Hh%M",
    " %Hh%M", "",
  ]

  /// Those that are read behind a date of ours, or for which there is another word.
  private static let ownClocks: Set = ["", " %H:%M:%S", " %H:%M", "T%H:%M:%S", " %H.%M"]

  /// The pattern up to the time of day, for values that have none.
  var withoutClock: TimePattern {
    var pattern = self
    pattern.parts = Array(
      parts.prefix { part in
        guard case .field(let letter) = part else { return true }
        return !"HMSIpfz".unicodeScalars.contains(letter)
      })
    while let last = pattern.parts.last {
      if case .field = last { break }
      pattern.parts.removeLast()
    }
    return pattern
  }

  /// The time that `text` writes after this pattern, all of it; nil where it does not, or does not exist.
  func timestamp(_ text: String) -> Timestamp? {
    guard let (time, rest) = beginning(of: Array(text.utf8)[...]), rest.isEmpty else { return nil }
    return time
  }

  /// The day that `text` means after this pattern, as `2026-04-03`.
  package func day(of text: String) -> String? {
    beginning(of: Array(text.utf8)[...].trimmed)?.time.date.text
  }

  /// The time that `text` begins with after this pattern, and what stands behind it.
  func beginning(of text: ArraySlice<UInt8>) -> (time: Timestamp, rest: ArraySlice<UInt8>)? {
    var scan = TimePatternScan(scanner: ByteScanner(text))
    for (index, part) in parts.enumerated() {
      switch part {
      case .field("M") where index > 0 && parts[index - 1].isPoint:
        // `12.5` may be 12.50 of a spreadsheet, which takes it for a number.
        guard scan.scanner.rest.prefix(2).count(where: Byte.isDigit) == 2, scan.takeField("M")
        else { return nil }
      case .literal(let byte): guard scan.scanner.take(byte) else { return nil }
      case .space: scan.scanner.take { $0 == .space }
      case .field(let letter): guard scan.takeField(letter) else { return nil }
      }
    }
    return scan.timestamp.map { ($0, scan.scanner.rest) }
  }
}

/// What of a text a pattern has read so far.
private struct TimePatternScan {
  var scanner: ByteScanner
  /// The numbers that were read, by the letters of their fields; names by their numbers, 1 the first.
  var values: [Unicode.Scalar: Int] = [:]

  mutating func takeField(_ letter: Unicode.Scalar) -> Bool {
    if letter == "d" { scanner.take { $0 == .space } }
    let value: Int? =
      switch letter {
      case "a": weekday()
      case "b": name(of: CalendarDate.monthNames)
      case "p": half()
      case "z": utcOffset()
      case "Y": year()
      case "f": scanner.number(upTo: 9)
      case "j": nil
      default: scanner.number(upTo: 2)
      }
    values[letter == "b" ? "m" : letter] = value
    return value != nil
  }

  /// The number, 1 the first, of the name that is next, in full or its first three letters.
  private mutating func name(of names: [String]) -> Int? {
    let rest = String(utf8: scanner.rest.prefix(12)).lowercased()
    for (index, name) in names.enumerated() {
      for candidate in [name, String(name.prefix(3))] where rest.hasPrefix(candidate) {
        scanner.skip(candidate.utf8.count)
        return index + 1
      }
    }
    return nil
  }

  /// 1 for the half of a day before noon, 2 for the other: `pm`, `p. m.`, `de la tarde`.
  private mutating func half() -> Int? {
    let hour = values["I"] ?? 1
    guard let (half, length) = TypedClock.half(scanner.rest, after: hour, isWhole: true) else {
      return nil
    }
    scanner.skip(length)
    return half == "am" ? 1 : 2
  }

  /// The number of the weekday that is next, in full or its first letters; which one it is does not count.
  private mutating func weekday() -> Int? {
    let word = String(utf8: scanner.rest.prefix(24)).prefix(while: \.isLetter)
    let lower = word.lowercased()
    guard word.utf8.count > 1, let index = Self.weekdays.firstIndex(where: { $0.hasPrefix(lower) })
    else { return nil }
    scanner.skip(word.utf8.count)
    return index + 1
  }

  private static let weekdays = Array(TimeWords.weekdays.joined())

  /// Four digits: 26 is a year of antiquity to nobody.
  private mutating func year() -> Int? {
    let digits = scanner.rest.prefix(4)
    return digits.count == 4 && digits.allSatisfy(Byte.isDigit) ? scanner.number(upTo: 4) : nil
  }

  /// Seconds east of UTC: `Z`, `UTC`, `+0530`, `+05:30`, `GMT-5`.
  private mutating func utcOffset() -> Int? {
    if scanner.take(sign: "Z") { return 0 }
    if scanner.take(word: "UTC") || scanner.take(word: "GMT"), scanner.next != 0x2B,
      scanner.next != 0x2D
    {
      return 0
    }
    let isWest = scanner.take(sign: "-")
    guard isWest || scanner.take(sign: "+"), let hours = scanner.number(upTo: 2) else {
      return nil
    }
    let hasMinutes = scanner.take(sign: ":") || scanner.next.map(Byte.isDigit) == true
    guard let minutes = hasMinutes ? scanner.number(upTo: 2) : 0, hours < 24, minutes < 60 else {
      return nil
    }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  var timestamp: Timestamp? {
    let shortYear = values["y"].map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
    let hour = values["I"] ?? values["H"]
    let half = values["p"].map { $0 == 2 ? 12 : 0 } ?? (values["I"] == nil ? nil : 0)
    guard let year = values["Y"] ?? shortYear, let month = values["m"], let day = values["d"],
      let date = CalendarDate(year: year, month: month, day: day),
      let clock = ClockTime(
        hour: hour ?? 0, minute: values["M"] ?? 0, second: values["S"], half: half)
    else { return nil }
    return Timestamp(
      wallClockSeconds: date.wallClockSeconds(at: clock.secondOfDay),
      utcOffset: values["z"].map { Int32($0) },
      precision: hour == nil && values["S"] == nil ? .day : clock.precision)
  }
}
