/// What a title begins with that looks like a time of day, such as `9.05`, `9h05`, `9:05 a.m.`, `noon` or `- 15:30`.
package struct TypedClock {
  /// Behind its last byte.
  package let end: Int
  /// As a heading has it; nil where it may mean something else, too.
  package let written: String?
  /// Whether it is only what belongs behind a time that was read: an end, or `a.m.`.
  package let continuesTime: Bool

  /// What stands at the start of the title at `range`, which follows a timestamp of this precision.
  package init?(
    _ bytes: borrowing Span<UInt8>, in range: Range<Int>, after precision: Timestamp.Precision
  ) {
    var scan = ClockScan(bytes, at: range.lowerBound, upTo: range.upperBound)
    let hour = precision == .day ? 1 : Self.hour(bytes, before: range)
    let found =
      switch precision {
      case .day:
        scan.clock()
          ?? LookalikeDigits.clock(in: bytes, at: range.lowerBound, upTo: range.upperBound)
      case .minute: scan.zone() ?? scan.continuation(after: hour)
      // What has its seconds has its zone.
      default: scan.continuation(after: hour)
      }
    guard let found else { return nil }
    self = found
  }

  /// The hour of a time that ends before the title; 1 where there is none to be seen.
  private static func hour(_ bytes: borrowing Span<UInt8>, before title: Range<Int>) -> Int {
    let before = bytes.copy(max(0, title.lowerBound - 16)..<title.lowerBound)[...].trimmed
    return hour(ofClockEnding: before)
  }

  private static func hour(ofClockEnding text: ArraySlice<UInt8>) -> Int {
    let start = text.lastIndex { !Byte.isDigit($0) && $0 != .colon }.map { $0 + 1 }
    let hour = text[(start ?? text.startIndex)...].prefix(while: Byte.isDigit)
    return Int(String(utf8: hour)) ?? 1
  }

  /// Whether `text`, which stands behind this hour, begins with a half of the day: `am` or `pm`, and how long it is.
  ///
  /// - Parameter isWhole: Whether no title follows, so that one word will do.
  package static func half(
    _ text: ArraySlice<UInt8>, after hour: Int, isWhole: Bool = false
  ) -> (half: String, length: Int)? {
    let bytes = Array(text.prefix(64))
    var scan = ClockScan(bytes.span, at: 0, upTo: bytes.count)
    return scan.half(after: hour, alone: isWhole).map { ($0, scan.end) }
  }

  /// `20/11/2026 6:31 p. m.` with `pm` for its half of the day; other texts as they are.
  package static func withPlainHalf(_ text: [UInt8]) -> [UInt8] {
    guard let last = text.last, !Byte.isDigit(last),
      let colon = text.lastIndex(of: .colon),
      let start = text[(colon + 1)...].firstIndex(where: { !Byte.isDigit($0) }),
      let found = half(text[start...], after: hour(ofClockEnding: text[..<start]), isWhole: true),
      start + found.length == text.count
    else { return text }
    return Array(text[..<start]) + " \(found.half)".utf8
  }

  /// Whether a time of day has its half of the day behind it: `9pm`, `9:05 p. m.`.
  package static func hasHalf(_ clock: ArraySlice<UInt8>) -> Bool {
    withPlainHalf(Array(clock)).last.map { $0 | 0x20 } == UInt8(ascii: "m")
  }

  init(end: Int, written: String?, continuesTime: Bool = false) {
    (self.end, self.written, self.continuesTime) = (end, written, continuesTime)
  }
}

extension ClockScan {
  private func typed(_ written: String?, continuesTime: Bool = false) -> TypedClock {
    TypedClock(end: end, written: written, continuesTime: continuesTime)
  }

  /// Reads a time of day behind a date.
  fileprivate mutating func clock() -> TypedClock? {
    skipSeparators()
    take(UInt8(ascii: "("))
    for word in ["at", "um", "from", "a las", "a la", "às"] where skip(word: word) { break }
    // "Kl. 7" is a class at school.
    let isSmall = next == UInt8(ascii: "k")
    let name = TimeWords.clock.first { skip(word: $0) }
    let start = self
    let signs = name == nil ? ":" : ":."
    guard let clock = numbers(signs) else {
      let isHour = name.map { isSmall || $0.utf8.count > 3 } == true
      return hours() ?? wordClock() ?? (isHour ? hourOfClock() : nil) ?? otherClock()
    }
    let found = finished(clock, signs)
    var rest = self
    rest.skipBlanks()
    // `kl 9:30 på kvällen`
    let mayBeEvening =
      name != nil && clock.hour.value < 13 && ["på", "om", "i"].contains(rest.word)
    if mayBeEvening { return typed(nil) }
    guard let span = start.hours() else { return found }
    // `8:45am-5pm` is more than `8:45am`.
    let last = start.bytes[start.position + span.end - start.end - 1]
    let isWhole = span.written != nil && span.end > found.end && !Byte.isDigit(last)
    return found.written == nil || isWhole ? span : found
  }

  /// The hour behind `kl`; `kl 9 på kvällen` does not tell which half of the day it is.
  private func hourOfClock() -> TypedClock? {
    var scan = self
    guard let hour = scan.number(upTo: 2)?.value, hour < 24, scan.isEnded else { return nil }
    return scan.typed(hour > 12 || scan.isFollowedByWords ? "\(hour):00" : nil)
  }

  /// Two times of day, of which one may be an hour alone: `9 to 10 Lunch`, `9-10am`.
  private func hours() -> TypedClock? {
    var scan = self
    guard let first = scan.hour() else { return nil }
    scan.skipBlanks()
    let isDash = scan.skipDash()
    guard isDash || scan.skip(word: "to") || scan.skip(word: "until"),
      let last = scan.hour(), scan.isEnded,
      // Numbers alone count something else, unless a title follows: `9 to 10 Lunch`, `10 to 4 Bus duty`.
      first.isClear || last.isClear
        || (first.hour < last.hour || !isDash && 7...11 ~= first.hour && 1...6 ~= last.hour)
          && scan.isFollowedByWords
    else { return nil }
    // In `6:30-7:15pm` the first may be one of the evening as well.
    let isClear = first.hour == 0 || last.hour > 0 || first.hour > 12
    guard isClear, let start = first.text, var end = last.text else { return scan.typed(nil) }
    if first.hour == 0, 1...12 ~= last.hour { end = Self.next(end, behind: start) }
    return scan.typed("\(start)-\(end)")
  }

  /// An end on a clock of twelve hours as the next one behind the start: `4:30` behind `14:00` is `16:30`.
  private static func next(_ end: String, behind start: String) -> String {
    let minutes = [start, end].map { clock in
      clock.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }
    let distance = (minutes[1] - minutes[0] + 1440) % 720
    let later = (minutes[0] + (distance == 0 ? 720 : distance)) % 1440
    return "\(later / 60):\((later % 60).twoDigits)"
  }

  /// Reads `9:30`, `9pm` or `9`; the last one is not clear.
  ///
  /// With what is clear comes its time as a heading has it.
  private mutating func hour() -> (hour: Int, isClear: Bool, text: String?)? {
    let clock = numbers()
    guard let hour = clock?.hour.value ?? number(upTo: 2)?.value, hour <= 24 else { return nil }
    guard clock != nil || 1...12 ~= hour, let half = half(after: hour) else {
      return (hour, clock != nil, clock?.text)
    }
    let minute = (clock?.minute ?? 0).twoDigits
    let text = 1...12 ~= hour ? "\(hour % 12 + (half == "pm" ? 12 : 0)):\(minute)" : nil
    return (0, true, text)
  }

  /// `noon` or `midnight`, which may be the start of the day or its end; before other words it is one of these.
  private func wordClock() -> TypedClock? {
    for word in ["noon", "midnight", "morning", "afternoon", "evening", "night"] {
      let written = word == "noon" ? "12:00" : nil
      var (scan, behind) = (self, self)
      guard scan.skip(word: word) else { continue }
      behind.position += word.utf8.count
      // In small letters before a capital it is no part of the title.
      if next == word.utf8.first, let first = scan.next, 0x41...0x5A ~= first {
        return behind.typed(written)
      }
      guard ["noon", "midnight"].contains(word) else { return nil }
      var range = scan
      if range.skip(word: "to") || range.skip(word: "until"), range.hour()?.isClear == true {
        return range.typed(nil)
      }
      // With its offset it was a time of day's place: `noon+00:00`.
      if scan.next == UInt8(ascii: "+") { return scan.typed(nil) }
      let isAlone = scan.next.map(Self.separators.contains) ?? true
      return isAlone || scan.skipDash() ? behind.typed(written) : nil
    }
    return nil
  }

  /// Reads what belongs to the time of day that was read before the title: an end, or the half of the day.
  fileprivate mutating func continuation(after hour: Int) -> TypedClock? {
    // A bare "Am" is a word, as in "Am Bahnhof".
    if !bytes.starts(with: "Am".utf8), let half = half(after: hour), isEnded {
      return typed(half, continuesTime: true)
    }
    if clockWord(ofLetters: false) != nil, isEnded { return typed("", continuesTime: true) }
    if let clock = length() { return clock }
    let isUntil = skip(word: "to") || skip(word: "until")
    let isEnd = skipDash()
    let isHalf = skipHalfClock()
    let clock = isHalf ? nil : numbers()
    // `- 9:15h`
    if clock != nil { clockWord() }
    guard isHalf || clock != nil, isEnded else { return nil }
    return typed(
      isEnd || isUntil ? clock.map { "-" + $0.text } : nil, continuesTime: isEnd || isUntil)
  }

  /// A zone as other programs write it: `UTC`, `GMT+1`, `CET`, `+1`, `Europe/Berlin`.
  fileprivate func zone() -> TypedClock? {
    var scan = self
    while scan.next.map(Byte.isLetter) == true { scan.position += 1 }
    let word = String(utf8: bytes[position..<scan.position])
    var written: String?
    if word.isEmpty || word == "UTC" || word == "GMT" {
      let isWest = scan.take(UInt8(ascii: "-"))
      if !word.isEmpty, !isWest, scan.next != UInt8(ascii: "+") {
        written = "+00:00"
      } else {
        guard isWest ? !word.isEmpty : scan.take(UInt8(ascii: "+")),
          let hour = scan.number(upTo: 2)?.value, hour <= 14
        else { return nil }
        if scan.take(.colon), scan.twoDigits() == nil { return nil }
        if !isWest, !word.isEmpty { written = "+\(hour.twoDigits):00" }
      }
    } else if ZoneName.areas.contains(word), scan.take(UInt8(ascii: "/")) {
      while let byte = scan.next, Byte.isLetter(byte) || "/_-".utf8.contains(byte) {
        scan.position += 1
      }
    } else {
      guard ZoneName.offsets[word] != nil else { return nil }
    }
    return scan.isEnded ? scan.typed(written, continuesTime: true) : nil
  }

  /// How long it lasts: `for 1h`.
  private func length() -> TypedClock? {
    var scan = self
    guard scan.skip(word: "for"), scan.number(upTo: 3) != nil else { return nil }
    scan.skipBlanks()
    let unit = scan.word.lowercased()
    guard unit == "h" || TimeWords.lengths.contains(unit) else { return nil }
    scan.position += unit.utf8.count
    return scan.typed(nil, continuesTime: true)
  }

  /// Passes over `9pm`, `9:05 pm` or `9.05pm`.
  private mutating func skipHalfClock() -> Bool {
    var scan = self
    guard scan.numbers(":.") != nil || scan.number(upTo: 2).map({ 1...12 ~= $0.value }) == true,
      scan.half() != nil
    else { return false }
    self = scan
    return true
  }

  /// What follows a `9:05` that is the time of an entry: `Uhr`, `p.m.`, an end.
  private mutating func finished(_ clock: Numbers, _ signs: String) -> TypedClock {
    var text = clock.text
    if let half = half(after: clock.hour.value) {
      let isClear = isEnded && !mayBePlace(behind: clock.hour.value)
      return typed(isClear && 1...12 ~= clock.hour.value ? "\(text)\(half)" : nil)
    }
    clockWord()
    var range = self
    range.skipBlanks()
    if range.skipDash(), let last = range.numbers(signs) {
      range.clockWord()
      guard range.isEnded else { return typed(nil) }
      self = range
      text += "-" + last.text
    }
    return typed(isEnded ? text : nil)
  }

  /// A time in a form that may be something else, unless it is the whole title or a word says so.
  private mutating func otherClock() -> TypedClock? {
    let isClear = next == 0x30
    guard let (hour, digits) = number() else { return nil }
    if digits == 4 {
      guard hour / 100 < 24, hour % 100 < 60 else { return nil }
      if isAtEnd { return typed(nil) }
      // `2015 Review` is a year, and `2200 Words` a count; `2130 Dinner` is neither, but who knows.
      guard isClear || hour > 2100 && hour % 100 > 0, isEnded else { return nil }
      guard isFollowedByWords else { return isClear ? typed(nil) : nil }
      return typed(isClear ? "\(hour / 100):\((hour % 100).twoDigits)" : nil)
    }
    guard digits <= 2, hour < 24 else { return nil }
    if 1...12 ~= hour, let half = half(after: hour) {
      return typed(isEnded && !mayBePlace(behind: hour) ? "\(hour)\(half)" : nil)
    }
    if let word = clockWord(ofLetters: false) {
      // In Dutch `8 uur slaap` is a length, and `2 uur gewied` is how long it took.
      guard isEnded, word != "uur" || isFollowedByNoUnit else { return nil }
      // `5 o'clock` is rather one of the afternoon.
      let isClear = word == "uur" ? isAtEnd && hour > 4 : word.hasPrefix("o") ? hour > 7 : true
      return typed(isClear ? "\(hour):00" : nil)
    }
    let isDot = take(0x2E)
    if !isDot, !skip(anyCase: "h") {
      // Dutch `8u15`; `8u` is told with its hour.
      guard rest.dropFirst().first?.isNumber == true, skip(anyCase: "u") else { return nil }
    }
    guard let minute = number(), minute.digits == 2, minute.value < 60,
      isEnded || (isDot && hasHalf)
    else { return !isDot && isAtEnd ? typed(nil) : nil }
    let text = "\(hour):\(minute.value.twoDigits)"
    // `1h30` and `1h30 run` may be how long it took.
    if !isDot { return typed(hour > 4 && (isAtEnd || isFollowedByNoUnit) ? text : nil) }
    if 1...12 ~= hour, let half = half(after: hour), isEnded {
      return typed(mayBePlace(behind: hour) ? nil : "\(text)\(half)")
    }
    if isAtEnd || clockWord(ofLetters: false) != nil { return typed(text) }
    // `2.30 h` may be a length, too.
    return clockWord() != nil || isFollowedByWords ? typed(nil) : nil
  }

  private var hasHalf: Bool {
    var scan = self
    return scan.half() != nil
  }

  /// Whether no unit follows, as in `5.30 km` and `6.30 Euro`: a capital, or a sign.
  private var isFollowedByWords: Bool {
    var rest = self
    rest.skipBlanks()
    guard let byte = rest.next else { return true }
    // Also the long dash, as `9.00–13.00` has it.
    if rest.skipDash() { return true }
    return Self.separators.contains(byte) || 0x41...0x5A ~= byte && isFollowedByNoUnit
  }

  private mutating func skipSeparators() {
    while let byte = next {
      if Self.separators.contains(byte) {
        position += 1
      } else if !skipBlanks(), !skip("–") {
        return
      }
    }
  }
}
