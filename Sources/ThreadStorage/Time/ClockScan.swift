/// What is read so far of a text that may begin with a time of day; all who read one as people type it, read it with this.
struct ClockScan {
  /// What is looked at, as no time is longer.
  let bytes: [UInt8]
  /// Where that begins in the text.
  private let start: Int
  var position = 0

  init(_ bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int) {
    self.bytes = bytes.copy(start..<max(start, min(end, start + 64)))
    self.start = start
  }

  /// Hours and minutes with a sign between them.
  struct Numbers {
    let hour: (value: Int, digits: Int)
    let minute: Int
    let hasSeconds: Bool
    let hasColon: Bool
    /// As a heading has them.
    let text: String
  }

  /// Behind what was read, in the text.
  var end: Int { start + position }
  var isAtEnd: Bool { position >= bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }
  var rest: String { String(utf8: bytes[position...]) }
  /// The letters that are next.
  var word: String { String(rest.prefix { $0.isLetter }) }

  // MARK: Times

  /// Reads `9:05`, perhaps with seconds, whatever follows; with other signs, also `9.05` or `9h05`.
  mutating func numbers(_ signs: String = ":", upTo lastHour: Int = 23) -> Numbers? {
    var scan = self
    guard let hour = scan.number(upTo: 2), hour.value <= lastHour else { return nil }
    let hasColon = scan.takeColon()
    if !hasColon {
      guard let sign = scan.next, signs.utf8.contains(sign < 0x41 ? sign : sign | 0x20) else {
        return nil
      }
      scan.position += 1
    }
    guard let minute = scan.twoDigits(), minute < 60 else { return nil }
    var text = String(utf8: bytes[position..<position + hour.digits]) + ":" + minute.twoDigits
    var seconds = scan
    let second = hasColon && seconds.takeColon() ? seconds.twoDigits() : nil
    if let second {
      scan = seconds
      text += ":" + second.twoDigits
    }
    self = scan
    return Numbers(
      hour: hour, minute: minute, hasSeconds: second != nil, hasColon: hasColon, text: text)
  }

  /// Reads a number that has no more digits than that.
  mutating func number(upTo limit: Int = 4) -> (value: Int, digits: Int)? {
    let digits = bytes[position...].prefix(limit + 1).prefix(while: Byte.isDigit)
    guard 1...limit ~= digits.count else { return nil }
    position += digits.count
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }

  mutating func twoDigits() -> Int? {
    var scan = self
    guard let number = scan.number(upTo: 2), number.digits == 2 else { return nil }
    self = scan
    return number.value
  }

  /// Reads `am`, `p. m.`, `de la tarde` and the like, perhaps behind blanks or in brackets.
  ///
  /// - Parameters:
  ///   - hour: The hour before it: of 12 some words do not tell which half is meant.
  ///   - alone: Whether nothing else is to be expected, so that one word such as `tarde` will do.
  mutating func half(after hour: Int = 1, alone: Bool = false) -> String? {
    var scan = self
    scan.skipBlanks()
    let isInBrackets = scan.take(UInt8(ascii: "("))
    let isAlone = alone || isInBrackets
    // `am Abend` begins with `am`.
    guard let half = scan.wordsOfHalf(after: hour, alone: isAlone) ?? scan.lettersOfHalf(),
      !isInBrackets || scan.take(UInt8(ascii: ")"))
    else { return nil }
    self = scan
    return half
  }

  /// Whether the half that was read behind `hour` may be a word: `12:30 am Bahnhof` is at the station, and at noon.
  func mayBePlace(behind hour: Int) -> Bool {
    hour == 12 && isFollowedByCapital
      && bytes[max(0, position - 3)..<position].elementsEqual(" am".utf8)
  }

  private mutating func lettersOfHalf() -> String? {
    var scan = self
    let isMorning = scan.skip(anyCase: "a")
    guard isMorning || scan.skip(anyCase: "p") else { return nil }
    let hasDot = scan.take(0x2E)
    if hasDot { scan.skipBlanks() }
    guard scan.skip(anyCase: "m") else { return nil }
    if hasDot { scan.take(0x2E) }
    guard scan.next.map(Byte.isLetter) != true else { return nil }
    self = scan
    return isMorning ? "am" : "pm"
  }

  /// Reads the `a` or `p` of `7a-7p`.
  mutating func letterOfHalf() -> String? {
    var scan = self
    let isMorning = scan.skip(anyCase: "a")
    guard isMorning || scan.skip(anyCase: "p"), scan.isWordEnd else { return nil }
    self = scan
    return isMorning ? "am" : "pm"
  }

  mutating func wordsOfHalf(after hour: Int, alone: Bool = false) -> String? {
    // `20:30 abends` says it twice.
    guard hour <= 12 else { return nil }
    for (half, words, mayBeAlone, hasTwelve) in TimeWords.halves
    where (alone || !mayBeAlone) && (hour != 12 || hasTwelve) {
      for word in words {
        var scan = self
        guard scan.skip(anyCase: word), scan.isWordEnd else { continue }
        self = scan
        return half
      }
    }
    return nil
  }

  /// Reads `Uhr`, `uur` or `o'clock` behind a time, or one of the letters `h` and, in Dutch, `u`.
  @discardableResult
  mutating func clockWord(ofLetters: Bool = true) -> String? {
    var scan = self
    scan.skipBlanks()
    let words = ["uhr", "uur", "o'clock", "o’clock"] + (ofLetters ? ["h", "u"] : [])
    for word in words {
      // `9-12 u. 13-15` says `and`.
      if word == "u", scan.position > position { continue }
      var behind = scan
      guard behind.skip(word: word) else { continue }
      // The blanks behind it are the title's, and `6 Uhr-Glocken` is one word.
      scan.position += word.utf8.count
      let isPart =
        behind.take(UInt8(ascii: "-")) && behind.next.map(Byte.isLetter) == true
      if !isPart { self = scan }
      return isPart ? nil : word
    }
    return nil
  }

  // MARK: Pieces

  @discardableResult
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Passes over a colon, also over the wide one of keyboards for Chinese and Japanese, and the one of ratios.
  private mutating func takeColon() -> Bool { take(.colon) || skip("：") || skip("∶") }

  /// Passes over these bytes.
  mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// The same in any case.
  mutating func skip(anyCase text: String) -> Bool {
    let typed = bytes[position...].prefix(text.utf8.count)
    guard
      typed.elementsEqual(text.utf8, by: { $0 == $1 || 0x41...0x5A ~= $0 && $0 | 0x20 == $1 })
    else { return false }
    position += typed.count
    return true
  }

  /// Passes over `word`, in any case, and the blanks behind it.
  mutating func skip(word: String) -> Bool {
    var scan = self
    guard scan.skip(anyCase: word), scan.next.map(Byte.isLetter) != true else { return false }
    scan.skipBlanks()
    self = scan
    return true
  }

  /// Passes over a dash, also the long one of phones, and the blanks behind it.
  mutating func skipDash() -> Bool {
    if let dash = Timestamp.dashEnd(bytes.span, at: position, bytes.count) {
      position = dash
    } else if !skip("—"), !skip("−") {
      return false
    }
    skipBlanks()
    return true
  }

  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = position
    position = WideBlank.end(in: bytes.span, from: position, upTo: bytes.count)
    return position > start
  }

  static let separators = Array(",;:|@-".utf8)

  /// Whether a word ends here: a blank, a sign, or the end.
  var isEnded: Bool {
    guard let byte = next else { return true }
    if byte == 0x2E || byte == 0x3A {
      // A dot or colon within a number goes on with it.
      return position + 1 >= bytes.count || !Byte.isDigit(bytes[position + 1])
    }
    var scan = self
    return Self.separators.contains(byte) || byte == UInt8(ascii: ")") || scan.skipBlanks()
      || scan.skipDash()
  }

  /// Whether neither a letter nor a digit follows.
  var isWordEnd: Bool { rest.first.map { !$0.isLetter && !$0.isNumber } ?? true }

  var isFollowedByCapital: Bool {
    var words = self
    return words.skipBlanks() && words.rest.first?.isUppercase == true
  }

  /// Whether a word of small letters follows that is no unit.
  var isFollowedByWord: Bool {
    var words = self
    return words.skipBlanks() && words.word.first?.isLowercase == true
      && !TimeWords.units.contains(words.word)
  }

  /// Whether a word follows that says how or where something was: `9-12 by hand`.
  var isFollowedByPreposition: Bool {
    var words = self
    return words.skipBlanks() && TimeWords.prepositions.contains(words.word)
  }

  /// Whether no word follows of what numbers count: `7.05 miles`, `9-12 people`.
  var isFollowedByNoUnit: Bool {
    var words = self
    words.skipBlanks()
    return !TimeWords.isCounted(words.word)
  }
}
