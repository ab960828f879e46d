/// What keyboards and slips put in place of the digits and signs of a date or time: `2O26-11-25`, `21:3O`, `２０２６-１１-２５`,
/// `2026年11月25日`.
package enum LookalikeDigits {
  private static let meant: [Unicode.Scalar: String] = [
    "O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "：": ":", "－": "-", "／": "/", "．": ".",
    "年": "-", "月": "-", "日": "", "時": ":", "时": ":", "分": "",
  ]

  /// The word at `start` as it is with our digits and signs, and its end; nil where it has no others, or not one digit.
  package static func word(
    in bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> (text: String, end: Int)? {
    // No date or time is longer.
    let limit = min(end, start + 48)
    var wordEnd = start
    while wordEnd < limit, !Byte.isBlank(bytes[wordEnd]) { wordEnd += 1 }
    let word = String(utf8: bytes.copy(start..<wordEnd))
    var text = ""
    var (length, hasDigit) = (0, false)
    for scalar in word.unicodeScalars {
      length += UTF8.width(scalar)
      let value = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
      if let value {
        text += String(Int(value))
        hasDigit = true
      } else if let sign = meant[scalar] {
        text += sign
        // A title may follow directly.
        if sign.isEmpty { break }
      } else if "-:/.".unicodeScalars.contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        return nil
      }
    }
    return hasDigit && text != word.prefix(text.count) ? (text, start + length) : nil
  }

  /// The time of day that such a word is.
  static func clock(
    in bytes: borrowing Span<UInt8>, at start: Int, upTo end: Int
  ) -> TypedClock? {
    guard let word = word(in: bytes, at: start, upTo: end),
      let time = Timestamp("2000-01-01 " + word.text), time.precision != .day,
      time.utcOffset == nil
    else { return nil }
    return TypedClock(end: word.end, written: word.text)
  }
}
