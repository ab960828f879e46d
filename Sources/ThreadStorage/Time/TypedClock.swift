/// What a title begins with that looks like a time of day, such as `9.05`, `9h05`, `9:05 a.m.`, `noon` or `- 15:30`.
package struct TypedClock {
  /// Behind its last byte.
  package let end: Int
  /// As a heading has it; nil where it may mean something else, too.
  package let written: String?
  /// Whether it is only what belongs behind a time that was read: an end, or `a.m.`.
  package private(set) var continuesTime = false

  /// What stands at the start of the title at `range`, which follows a timestamp of this precision.
  package init?(
    _ bytes: borrowing Span<UInt8>, in range: Range<Int>, after precision: Timestamp.Precision
  ) {
    var scan = TimeScan(position: range.lowerBound, end: range.upperBound)
    if precision == .day {
      let found = scan.clock(in: bytes)
      guard
        let found = found
          ?? LookalikeDigits.clock(in: bytes, at: range.lowerBound, upTo: range.upperBound)
      else { return nil }
      self = found
    } else {
      // What has its seconds has its zone.
      let found = precision == .minute ? scan.zone(in: bytes) : nil
      guard let found = found ?? scan.continuation(in: bytes) else { return nil }
      self = found
    }
  }

  init(end: Int, written: String?, continuesTime: Bool = false) {
    self.end = end
    self.written = written
    self.continuesTime = continuesTime
  }
}

extension TimeScan {
  private typealias Clock = (hour: Int, minute: Int, text: String)

  private static let separators = Array(",;:|@-".utf8)

  /// Reads a time of day behind a date.
  fileprivate mutating func clock(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    skipSeparators(in: bytes)
    take(UInt8(ascii: "("), in: bytes)
    for word in ["at", "um", "from"] where skip(word: word, in: bytes) { break }
    let start = self
    if let clock = colonClock(in: bytes) {
      let found = finished(clock, in: bytes)
      return found?.written == nil ? start.hours(in: bytes) ?? found : found
    }
    self = start
    return hours(in: bytes) ?? wordClock(in: bytes) ?? otherClock(in: bytes)
  }

  /// Two times of day, of which one may be an hour alone: `9 to 10 Lunch`, `9-10am`.
  private func hours(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    var scan = self
    guard let first = scan.hour(in: bytes) else { return nil }
    scan.skipBlanks(in: bytes)
    if let dash = scan.dashEnd(in: bytes) {
      scan.position = dash
      scan.skipBlanks(in: bytes)
    } else if !scan.skip(word: "to", in: bytes), !scan.skip(word: "until", in: bytes) {
      return nil
    }
    guard let last = scan.hour(in: bytes), scan.isEnded(in: bytes),
      // Numbers alone count something else, unless a title follows.
      first.isClear || last.isClear || first.hour < last.hour && scan.isFollowedByWords(in: bytes)
    else { return nil }
    let written = first.text.flatMap { start in last.text.map { "\(start)-\($0)" } }
    return TypedClock(end: scan.position, written: written)
  }

  /// Where the dash ends that stands here, also the long one of phones.
  private func dashEnd(in bytes: borrowing Span<UInt8>) -> Int? {
    if position + 2 < end, bytes[position] == 0xE2, bytes[position + 1] == 0x80,
      bytes[position + 2] == 0x94
    {
      return position + 3
    }
    return Timestamp.dashEnd(bytes, at: position, end)
  }

  /// Reads `9:30`, `9pm` or `9`; the last one is not clear.
  ///
  /// With what is clear comes its time as a heading has it.
  private mutating func hour(
    in bytes: borrowing Span<UInt8>
  ) -> (hour: Int, isClear: Bool, text: String?)? {
    let start = self
    if skipHalfClock(in: bytes) {
      var scan = start
      let clock = scan.colonClock(in: bytes)
      if clock == nil { scan = start }
      guard let hour = clock?.hour ?? scan.wholeNumber(in: bytes, upTo: 2),
        let half = scan.half(in: bytes)
      else { return (0, true, nil) }
      let minute = (clock?.minute ?? 0).twoDigits
      let text = 1...12 ~= hour ? "\(hour % 12 + (half == "pm" ? 12 : 0)):\(minute)" : nil
      return (0, true, text)
    }
    if let clock = colonClock(in: bytes) { return (clock.hour, true, clock.text) }
    self = start
    return wholeNumber(in: bytes, upTo: 2).flatMap { $0 <= 24 ? ($0, false, nil) : nil }
  }

  private static let partsOfDay: [(word: String, written: String?)] = [
    ("noon", "12:00"), ("midnight", nil), ("morning", nil), ("afternoon", nil), ("evening", nil),
    ("night", nil),
  ]

  /// `noon` or `midnight`, which may be the start of the day or its end; before other words it is one of these.
  private func wordClock(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    for (word, written) in Self.partsOfDay {
      var scan = self
      guard scan.skip(word: word, in: bytes) else { continue }
      // In small letters before a capital it is no part of the title.
      if bytes[position] == word.utf8.first, !scan.isAtEnd,
        0x41...0x5A ~= bytes[scan.position]
      {
        return TypedClock(end: position + word.utf8.count, written: written)
      }
      guard ["noon", "midnight"].contains(word) else { return nil }
      let next = scan.next(in: bytes)
      var range = scan
      if range.skip(word: "to", in: bytes) || range.skip(word: "until", in: bytes),
        range.hour(in: bytes)?.isClear == true
      {
        return TypedClock(end: range.position, written: nil)
      }
      // With its offset it was a time of day's place: `noon+00:00`.
      if next == UInt8(ascii: "+") { return TypedClock(end: scan.position, written: nil) }
      let isAlone = scan.isAtEnd || next.map(Self.separators.contains) == true
      let isTime = isAlone || Timestamp.dashEnd(bytes, at: scan.position, end) != nil
      return isTime ? TypedClock(end: position + word.utf8.count, written: written) : nil
    }
    return nil
  }

  /// Reads what belongs to the time of day that was read before the title: an end, or the half of the day.
  fileprivate mutating func continuation(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    // A bare "Am" is a word, as in "Am Bahnhof".
    let isWord = end - position > 1 && bytes[position] == 0x41 && bytes[position + 1] == 0x6D
    if !isWord, let half = half(in: bytes), isEnded(in: bytes) {
      return TypedClock(end: position, written: half, continuesTime: true)
    }
    if skipClockWord(in: bytes, besides: "h"), isEnded(in: bytes) {
      return TypedClock(end: position, written: "", continuesTime: true)
    }
    if let clock = length(in: bytes) { return clock }
    let isUntil = skip(word: "to", in: bytes) || skip(word: "until", in: bytes)
    if let dash = dashEnd(in: bytes) {
      position = dash
      skipBlanks(in: bytes)
      if skipHalfClock(in: bytes), isEnded(in: bytes) {
        return TypedClock(end: position, written: nil, continuesTime: true)
      }
      guard let clock = colonClock(in: bytes), isEnded(in: bytes) else { return nil }
      return TypedClock(end: position, written: "-" + clock.text, continuesTime: true)
    }
    let isHalf = skipHalfClock(in: bytes)
    let clock = isHalf ? nil : colonClock(in: bytes)
    guard isHalf || clock != nil, isEnded(in: bytes) else { return nil }
    return TypedClock(
      end: position, written: isUntil ? clock.map { "-" + $0.text } : nil, continuesTime: isUntil)
  }

  /// A zone as other programs write it: `UTC`, `GMT+1`, `CET`, `+1`, `Europe/Berlin`.
  fileprivate func zone(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    var scan = self
    while scan.position < end, Byte.isLetter(bytes[scan.position]) { scan.position += 1 }
    let word = String(utf8: bytes.copy(position..<scan.position))
    var written: String?
    if word.isEmpty || word == "UTC" || word == "GMT" {
      let isWest = scan.take(UInt8(ascii: "-"), in: bytes)
      if !word.isEmpty, !isWest, scan.next(in: bytes) != UInt8(ascii: "+") {
        written = "+00:00"
      } else {
        guard isWest ? !word.isEmpty : scan.take(UInt8(ascii: "+"), in: bytes),
          let hour = scan.wholeNumber(in: bytes, upTo: 2), hour <= 14
        else { return nil }
        if scan.take(0x3A, in: bytes), scan.twoDigits(in: bytes) == nil { return nil }
        if !isWest, !word.isEmpty { written = "+\(hour.twoDigits):00" }
      }
    } else if ZoneName.areas[word] != nil, scan.take(UInt8(ascii: "/"), in: bytes) {
      while let byte = scan.next(in: bytes), Byte.isLetter(byte) || "/_-".utf8.contains(byte) {
        scan.position += 1
      }
    } else {
      guard ZoneName.offsets[word] != nil else { return nil }
    }
    guard scan.isEnded(in: bytes) else { return nil }
    return TypedClock(end: scan.position, written: written, continuesTime: true)
  }

  /// How long it lasts: `for 1h`.
  private func length(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    var scan = self
    guard scan.skip(word: "for", in: bytes), scan.wholeNumber(in: bytes, upTo: 3) != nil else {
      return nil
    }
    scan.skipBlanks(in: bytes)
    let start = scan.position
    for word in ["h", "hour", "hours", "min", "mins", "minutes"] {
      guard scan.skip(word: word, in: bytes) else { continue }
      return TypedClock(end: start + word.utf8.count, written: nil, continuesTime: true)
    }
    return nil
  }

  /// `9:05`, perhaps with seconds: a time, whatever follows it.
  private mutating func colonClock(in bytes: borrowing Span<UInt8>) -> Clock? {
    let start = position
    guard let hour = wholeNumber(in: bytes, upTo: 2) else { return nil }
    let hourEnd = position
    guard takeColon(in: bytes), let minute = twoDigits(in: bytes) else { return nil }
    var text = String(utf8: bytes.copy(start..<hourEnd)) + ":" + minute.twoDigits
    var seconds = self
    if seconds.takeColon(in: bytes), let second = seconds.twoDigits(in: bytes) {
      self = seconds
      text += ":" + second.twoDigits
    }
    guard hour < 24, minute < 60 else { return nil }
    return (hour, minute, text)
  }

  /// Passes over a colon, also over the wide one of keyboards for Chinese and Japanese.
  private mutating func takeColon(in bytes: borrowing Span<UInt8>) -> Bool {
    if position + 2 < end, bytes[position] == 0xEF, bytes[position + 1] == 0xBC,
      bytes[position + 2] == 0x9A
    {
      position += 3
      return true
    }
    return take(0x3A, in: bytes)
  }

  /// Passes over `9pm` or `9:05 pm`.
  private mutating func skipHalfClock(in bytes: borrowing Span<UInt8>) -> Bool {
    var scan = self
    if scan.colonClock(in: bytes) == nil {
      scan = self
      guard let hour = scan.wholeNumber(in: bytes, upTo: 2), 1...12 ~= hour else { return false }
    }
    guard scan.half(in: bytes) != nil else { return false }
    self = scan
    return true
  }

  /// What follows a `9:05` that is the time of an entry: `Uhr`, `p.m.`, an end.
  private mutating func finished(
    _ clock: Clock, in bytes: borrowing Span<UInt8>
  ) -> TypedClock? {
    var text = clock.text
    if let half = half(in: bytes) {
      guard isEnded(in: bytes) else { return TypedClock(end: position, written: nil) }
      return TypedClock(
        end: position, written: (1...12).contains(clock.hour) ? "\(text) \(half)" : nil)
    }
    skipClockWord(in: bytes)
    var range = self
    range.skipBlanks(in: bytes)
    if let dash = range.dashEnd(in: bytes) {
      range.position = dash
      range.skipBlanks(in: bytes)
      if let last = range.colonClock(in: bytes) {
        range.skipClockWord(in: bytes)
        guard range.isEnded(in: bytes) else { return TypedClock(end: position, written: nil) }
        self = range
        text += "-" + last.text
      }
    }
    return TypedClock(end: position, written: isEnded(in: bytes) ? text : nil)
  }

  /// A time in a form that may be something else, unless it is the whole title or a word says so.
  private mutating func otherClock(in bytes: borrowing Span<UInt8>) -> TypedClock? {
    let start = position
    guard let hour = wholeNumber(in: bytes, upTo: 4) else { return nil }
    let digits = position - start
    if digits == 4 {
      guard hour / 100 < 24, hour % 100 < 60 else { return nil }
      if isAtEnd { return TypedClock(end: position, written: nil) }
      // `2015 Review` is a year, and `2200 Words` a count; `2130 Dinner` is neither, but who knows.
      let isClear = bytes[start] == 0x30
      guard isClear || hour > 2100 && hour % 100 > 0, isEnded(in: bytes) else { return nil }
      guard isFollowedByWords(in: bytes) else {
        return isClear ? TypedClock(end: position, written: nil) : nil
      }
      if !isClear { return TypedClock(end: position, written: nil) }
      return TypedClock(end: position, written: "\(hour / 100):\((hour % 100).twoDigits)")
    }
    guard digits <= 2, hour < 24 else { return nil }
    if let half = half(in: bytes), (1...12).contains(hour) {
      return TypedClock(end: position, written: isEnded(in: bytes) ? "\(hour) \(half)" : nil)
    }
    if skipClockWord(in: bytes, besides: "h") {
      return isEnded(in: bytes) ? TypedClock(end: position, written: "\(hour):00") : nil
    }
    let sign = next(in: bytes).map { $0 | 0x20 }
    let isDot = next(in: bytes) == 0x2E
    guard isDot || sign == UInt8(ascii: "h") else { return nil }
    position += 1
    guard let minute = twoDigits(in: bytes), minute < 60,
      isEnded(in: bytes) || (isDot && hasHalf(in: bytes))
    else {
      return !isDot && isAtEnd ? TypedClock(end: position, written: nil) : nil
    }
    let text = "\(hour):\(minute.twoDigits)"
    if !isDot { return TypedClock(end: position, written: text) }
    if let half = half(in: bytes), (1...12).contains(hour), isEnded(in: bytes) {
      return TypedClock(end: position, written: "\(text) \(half)")
    }
    if isAtEnd || skipClockWord(in: bytes, besides: "h") {
      return TypedClock(end: position, written: text)
    }
    // `2.30 h` may be a length, too.
    if skipClockWord(in: bytes) { return TypedClock(end: position, written: nil) }
    return isFollowedByWords(in: bytes) ? TypedClock(end: position, written: nil) : nil
  }

  /// Whether no unit follows, as in `5.30 km` and `6.30 Euro`: a capital, or a sign.
  private func isFollowedByWords(in bytes: borrowing Span<UInt8>) -> Bool {
    var rest = self
    rest.skipBlanks(in: bytes)
    guard let byte = rest.next(in: bytes) else { return true }
    return Self.separators.contains(byte)
      || 0x41...0x5A ~= byte && !DoubtfulClock.isCounted(by: bytes, at: position, upTo: end)
  }

  // MARK: Pieces

  /// Whether a word ends here: a blank, a sign, or the end.
  private func isEnded(in bytes: borrowing Span<UInt8>) -> Bool {
    guard let byte = next(in: bytes) else { return true }
    if byte == 0x2E || byte == 0x3A {
      // A dot or colon within a number goes on with it.
      return position + 1 >= end || !Byte.isDigit(bytes[position + 1])
    }
    return Byte.isBlank(byte) || Self.separators.contains(byte)
      || byte == UInt8(ascii: ")") || WideBlank.length(in: bytes, at: position, upTo: end) > 0
      || dashEnd(in: bytes) != nil
  }

  private mutating func skipSeparators(in bytes: borrowing Span<UInt8>) {
    while position < end {
      if let dash = Timestamp.dashEnd(bytes, at: position, end), dash > position + 1 {
        position = dash
      } else if Self.separators.contains(bytes[position]) || bytes[position] == 0x20 {
        position += 1
      } else if WideBlank.length(in: bytes, at: position, upTo: end) > 0 {
        skipBlanks(in: bytes)
      } else {
        return
      }
    }
  }

  private mutating func skipBlanks(in bytes: borrowing Span<UInt8>) {
    position = WideBlank.end(in: bytes, from: position, upTo: end)
  }

  /// Passes over `word`, in any case, and the blanks behind it.
  @discardableResult
  private mutating func skip(word: String, in bytes: borrowing Span<UInt8>) -> Bool {
    var scan = self
    for letter in word.utf8 {
      guard let byte = scan.next(in: bytes), byte == letter || byte | 0x20 == letter else {
        return false
      }
      scan.position += 1
    }
    guard scan.isAtEnd || !Byte.isLetter(bytes[scan.position]) else { return false }
    scan.skipBlanks(in: bytes)
    self = scan
    return true
  }

  /// Passes over `Uhr`, `o'clock` or `h` behind a time.
  @discardableResult
  private mutating func skipClockWord(
    in bytes: borrowing Span<UInt8>, besides excluded: String? = nil
  ) -> Bool {
    var scan = self
    scan.skipBlanks(in: bytes)
    for word in ["uhr", "o'clock", "o’clock", "h"] where word != excluded {
      guard scan.skip(word: word, in: bytes) else { continue }
      // `6 Uhr-Glocken` is one word.
      if scan.next(in: bytes) == UInt8(ascii: "-"), scan.position + 1 < end,
        Byte.isLetter(bytes[scan.position + 1])
      {
        return false
      }
      // The blanks behind it are the title's.
      while scan.position > position, bytes[scan.position - 1] == 0x20 { scan.position -= 1 }
      self = scan
      return true
    }
    return false
  }

  /// Reads `am`, `p.m.` and the like, perhaps behind blanks.
  private mutating func half(in bytes: borrowing Span<UInt8>) -> String? {
    var scan = self
    scan.skipBlanks(in: bytes)
    guard let first = scan.next(in: bytes).map({ $0 | 0x20 }),
      first == UInt8(ascii: "a") || first == UInt8(ascii: "p")
    else { return nil }
    scan.position += 1
    let hasDot = scan.take(0x2E, in: bytes)
    guard let second = scan.next(in: bytes), second | 0x20 == UInt8(ascii: "m") else { return nil }
    scan.position += 1
    if hasDot { scan.take(0x2E, in: bytes) }
    guard scan.isAtEnd || !Byte.isLetter(bytes[scan.position]) else { return nil }
    self = scan
    return first == UInt8(ascii: "a") ? "am" : "pm"
  }

  private func hasHalf(in bytes: borrowing Span<UInt8>) -> Bool {
    var scan = self
    return scan.half(in: bytes) != nil
  }

  /// Reads up to so many digits, behind which no other one stands.
  private mutating func wholeNumber(in bytes: borrowing Span<UInt8>, upTo limit: Int) -> Int? {
    let number = number(in: bytes, upTo: limit)
    return next(in: bytes).map(Byte.isDigit) == true ? nil : number?.value
  }

  private mutating func twoDigits(in bytes: borrowing Span<UInt8>) -> Int? {
    let start = position
    guard let number = wholeNumber(in: bytes, upTo: 2), position == start + 2 else { return nil }
    return number
  }
}
