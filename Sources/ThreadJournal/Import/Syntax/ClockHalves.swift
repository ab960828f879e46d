import ThreadStorage

/// Which times of day of a column, or of headings, say of what half of the day they are, `5:30 PM`, and which do not, `5:30`.
struct ClockHalves {
  /// Whether these are values of a field, which may be durations as well.
  private let isOfField: Bool
  private var withHalf = 0
  /// Whether one of these is of a clock of 24 hours.
  private var has24Hours = false
  /// Whether one of these has an hour such as `05`, as the others may then have in the afternoon.
  private var haveZeros = false
  private var without: [(line: Int, text: String, hour: Int, hasZero: Bool)] = []

  init(isOfField: Bool = false) { self.isOfField = isOfField }

  /// - Parameter mayHaveDay: Whether a day may stand before the time; else the text has nothing besides it.
  mutating func note(_ text: ArraySlice<UInt8>, line: Int, mayHaveDay: Bool = false) {
    let words = text.prefix(40).split(whereSeparator: Byte.isBlank)
    let isNumber = { (word: ArraySlice<UInt8>) in word.first.map(Byte.isDigit) == true }
    guard text.count < 40,
      let start = words.firstIndex(where: { isNumber($0) && $0.contains(.colon) })
        ?? words.lastIndex(where: isNumber),
      start == 0 || mayHaveDay, words.count - start <= 3
    else { return }
    let clock = text[words[start].startIndex...].trimmed
    if TypedClock.hasHalf(clock) {
      withHalf += 1
      haveZeros = haveZeros || clock.first == UInt8(ascii: "0")
    } else if let colon = clock.firstIndex(of: .colon),
      clock.allSatisfy({ Byte.isDigit($0) || $0 == .colon }),
      let hour = Int(String(utf8: clock[..<colon]))
    {
      if 1...11 ~= hour {
        without.append((line, String(utf8: text), hour, clock.first == UInt8(ascii: "0")))
      } else if hour != 12 {
        has24Hours = true
      }
    }
  }

  /// Those which do not, where half as many do, and so may be of the afternoon; of a log in which none does, and nothing is
  /// of a clock of 24 hours, what would else be of the small hours.
  var doubtful: [(line: Int, text: String)] {
    if withHalf == 0 {
      // `09:30` is written by those who write 17:30.
      let isOf24 = has24Hours || without.contains(where: \.hasZero)
      let small = without.filter { $0.hour < 5 }
      // Those of nights are meant so.
      return isOfField || isOf24 || without.count < 4 || small.count * 2 >= without.count
        ? [] : small.map { ($0.line, $0.text) }
    }
    let doubtful = without.filter { haveZeros || !$0.hasZero }.map { ($0.line, $0.text) }
    return withHalf * 2 >= doubtful.count ? doubtful : []
  }
}
