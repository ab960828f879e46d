import ThreadStorage

/// A reader of the words, numbers and signs of a time expression, in which case and the amount of white space do not count.
struct TimeScanner {
  /// The whole text, for errors.
  let text: String
  /// Offset of the next byte to read.
  private(set) var position: Int
  private let bytes: [UInt8]
  private let start: Int
  private let end: Int

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(text, bytes, 0..<bytes.count)
  }

  private init(_ text: String, _ bytes: [UInt8], _ range: Range<Int>) {
    self.text = text
    self.bytes = bytes
    (start, position, end) = (range.lowerBound, range.lowerBound, range.upperBound)
    skipSpaces()
  }

  /// The error that nothing is known which begins here.
  var notUnderstood: TimeExpressionError { .notUnderstood(text: text, column: position + 1) }

  /// The error that this part of the text names no date, or none that a thread can hold.
  var noSuchDate: TimeExpressionError { .noSuchDate(text: partText) }

  /// The text of the part that this scanner reads, without white space around it.
  var partText: String {
    String(utf8: FieldValue.trimmed(Array(bytes[start..<end])))
  }

  /// Whether everything is read.
  var isAtEnd: Bool { position >= end }

  /// Whether a digit is next.
  var isAtDigit: Bool { !isAtEnd && digit(bytes[position]) != nil }

  /// The parts before and after the first `..`, or nil without one.
  func splitAtDots() -> (before: TimeScanner, after: TimeScanner)? {
    let dots = ByteSearch.firstIndex(of: Array("..".utf8), in: bytes.span, start..<end)
    guard let dots else { return nil }
    return (TimeScanner(text, bytes, start..<dots), TimeScanner(text, bytes, dots + 2..<end))
  }

  /// The run of ASCII letters that is next, in lower case; empty where there is none.
  var nextWord: String {
    let letters = bytes[position..<end].lazy.map { $0 | 0x20 }.prefix { (0x61...0x7A).contains($0) }
    return String(utf8: Array(letters))
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
    guard !isAtEnd, UInt32(bytes[position]) == sign.value else { return false }
    advance(by: 1)
    return true
  }

  /// Reads digits, if they are next; a value too large for any use is cut to 999,999,999.
  mutating func number() -> (value: Int, digits: Int)? {
    var value = 0
    var reader = position
    while reader < end, let digit = digit(bytes[reader]) {
      value = min(value * 10 + digit, 999_999_999)
      reader += 1
    }
    guard reader > position else { return nil }
    let digits = reader - position
    advance(by: digits)
    return (value, digits)
  }

  /// Reads a timestamp of F8, if one is next.
  mutating func timestamp() throws(TimeExpressionError) -> Timestamp? {
    switch Timestamp.scan(bytes.span, in: position..<end) {
    case .none: return nil
    case .impossible: throw noSuchDate
    case .valid(let timestamp, let timestampEnd):
      advance(by: timestampEnd - position)
      return timestamp
    }
  }

  /// Refuses what is left, if anything is.
  func expectEnd() throws(TimeExpressionError) {
    guard isAtEnd else { throw notUnderstood }
  }

  private mutating func advance(by count: Int) {
    position += count
    skipSpaces()
  }

  private mutating func skipSpaces() {
    while position < end, isSpace(bytes[position]) { position += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte >= 0x09 && byte <= 0x0D)
  }

  private func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
