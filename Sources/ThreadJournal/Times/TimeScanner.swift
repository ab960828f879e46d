import ThreadStorage

/// A reader of the words, numbers and signs of a time expression, in which case and the amount of white space do not count.
struct TimeScanner {
  /// The whole text, for errors.
  let text: String
  /// Offset of the next byte to read.
  private(set) var place: Int
  private let bytes: [UInt8]
  private let start: Int
  private let end: Int

  init(_ text: String) {
    self.text = text
    self.bytes = Array(text.utf8)
    self.start = 0
    self.place = 0
    self.end = bytes.count
    skipSpaces()
  }

  private init(_ whole: TimeScanner, range: Range<Int>) {
    self.text = whole.text
    self.bytes = whole.bytes
    self.start = range.lowerBound
    self.place = range.lowerBound
    self.end = range.upperBound
    skipSpaces()
  }

  /// The error that nothing is known which begins here.
  var notUnderstood: TimeExpressionError { .notUnderstood(text: text, column: place + 1) }

  /// The error that this part of the text names no date, or none that a thread can hold.
  var noSuchDate: TimeExpressionError { .noSuchDate(text: partText) }

  /// The text of the part that this scanner reads, without white space around it.
  var partText: String {
    var first = start
    var last = end
    while first < last, isSpace(bytes[first]) { first += 1 }
    while last > first, isSpace(bytes[last - 1]) { last -= 1 }
    return String(utf8: bytes[first..<last])
  }

  /// Whether everything is read.
  var isAtEnd: Bool { place >= end }

  /// Whether a digit is next.
  var isAtDigit: Bool { !isAtEnd && digit(bytes[place]) != nil }

  /// The parts before and after the first `..`, or nil without one.
  func splitAtDots() -> (before: TimeScanner, after: TimeScanner)? {
    var dots = start
    while dots + 1 < end {
      if bytes[dots] == UInt8(ascii: "."), bytes[dots + 1] == UInt8(ascii: ".") {
        return (TimeScanner(self, range: start..<dots), TimeScanner(self, range: dots + 2..<end))
      }
      dots += 1
    }
    return nil
  }

  /// The run of ASCII letters that is next, in lower case; empty where there is none.
  var nextWord: String {
    var word: [UInt8] = []
    var reader = place
    while reader < end, case let lower = bytes[reader] | 0x20,
      lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z")
    {
      word.append(lower)
      reader += 1
    }
    return String(utf8: word)
  }

  /// Reads the next word if it is this one, in lower case.
  mutating func take(word: String) -> Bool {
    guard nextWord == word else { return false }
    advance(by: word.utf8.count)
    return true
  }

  /// Reads the next word if `meaning` knows it.
  mutating func take<Value>(wordMeaning meaning: (String) -> Value?) -> Value? {
    let word = nextWord
    guard !word.isEmpty, let value = meaning(word) else { return nil }
    advance(by: word.utf8.count)
    return value
  }

  /// Reads a sign, if it is next, and the white space after it.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard !isAtEnd, UInt32(bytes[place]) == sign.value else { return false }
    advance(by: 1)
    return true
  }

  /// Reads digits, if they are next; a value too large for any use is cut to 999,999,999.
  mutating func number() -> (value: Int, digits: Int)? {
    var value = 0
    var reader = place
    while reader < end, let digit = digit(bytes[reader]) {
      value = min(value * 10 + digit, 999_999_999)
      reader += 1
    }
    guard reader > place else { return nil }
    let digits = reader - place
    advance(by: digits)
    return (value, digits)
  }

  /// Reads a timestamp of F8, if one is next.
  mutating func timestamp() throws(TimeExpressionError) -> Timestamp? {
    switch Timestamp.scan(bytes.span, in: place..<end) {
    case .none: return nil
    case .impossible: throw noSuchDate
    case .valid(let timestamp, let timestampEnd):
      advance(by: timestampEnd - place)
      return timestamp
    }
  }

  /// Refuses what is left, if anything is.
  func expectEnd() throws(TimeExpressionError) {
    guard isAtEnd else { throw notUnderstood }
  }

  private mutating func advance(by count: Int) {
    place += count
    skipSpaces()
  }

  private mutating func skipSpaces() {
    while place < end, isSpace(bytes[place]) { place += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte >= 0x09 && byte <= 0x0D)
  }

  private func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
