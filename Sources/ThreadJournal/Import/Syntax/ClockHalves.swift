import ThreadStorage

/// Which times of a table say of what half of the day they are, `5:30 PM`, and which do not, `5:30`.
struct ClockHalves {
  private var withHalf = 0
  private var without: [(line: Int, text: String)] = []

  /// - Parameter text: A time of day, perhaps behind a day.
  mutating func note(_ text: String, line: Int) {
    let bytes = Array(text.utf8)
    guard bytes.count < 40, bytes.contains(where: Byte.isDigit) else { return }
    guard let colon = bytes.firstIndex(of: .colon) else {
      if TypedClock.hasHalf(bytes[...]) { withHalf += 1 }
      return
    }
    let start = bytes[..<colon].lastIndex { !Byte.isDigit($0) }.map { $0 + 1 } ?? 0
    let hour = Int(String(utf8: bytes[start..<colon]))
    let rest = bytes[colon...].drop { Byte.isDigit($0) || $0 == .colon }.trimmed
    if rest.first.map(Byte.isLetter) == true {
      withHalf += 1
    } else if rest.isEmpty, let hour, 1...11 ~= hour {
      without.append((line, text))
    }
  }

  /// Those which do not, where most do, and so may be of the afternoon.
  var doubtful: [(line: Int, text: String)] { withHalf > 2 * without.count ? without : [] }
}
