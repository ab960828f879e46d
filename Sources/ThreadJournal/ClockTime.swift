import ThreadStorage

/// A time of day in words, such as "9pm" or "21:30 +02:00".
struct ClockTime: Hashable, Sendable {
  /// Seconds after midnight, 0 to 86,399.
  let secondOfDay: Int
  /// Whether the seconds are written.
  let precision: Timestamp.Precision
  /// Seconds east of UTC; nil for the local clock.
  let utcOffset: Int32?
}

extension TimeScanner {
  /// Reads a time of day, with "at" before it or without; nil where none is next.
  mutating func clock() throws(TimeExpressionError) -> ClockTime? {
    let hasAt = take(word: "at")
    if let hour = take(wordMeaning: { ["midnight": 0, "noon": 12][$0] }) {
      return ClockTime(secondOfDay: hour * 3600, precision: .minute, utcOffset: try zone())
    }
    guard let time = try timeOfDay(needsMore: !hasAt) else {
      if hasAt { throw notUnderstood }
      return nil
    }
    return ClockTime(
      secondOfDay: time.secondOfDay, precision: time.precision, utcOffset: try zone())
  }

  /// Reads `9:30`, `21:30:05`, `9pm`, and, unless more is needed, `9`.
  private mutating func timeOfDay(
    needsMore: Bool
  ) throws(TimeExpressionError) -> (secondOfDay: Int, precision: Timestamp.Precision)? {
    var reader = self
    guard let first = reader.number(), first.digits <= 2 else { return nil }
    var minute = 0
    var second: Int?
    let hasMinutes = reader.take(":")
    if hasMinutes {
      guard let minutes = reader.number(), minutes.digits == 2 else { throw reader.notUnderstood }
      minute = minutes.value
      if reader.take(":") {
        guard let seconds = reader.number(), seconds.digits == 2 else {
          throw reader.notUnderstood
        }
        second = seconds.value
      }
    }
    let half = reader.take(wordMeaning: { ["am": 0, "pm": 12][$0] })
    guard hasMinutes || half != nil || !needsMore else { return nil }
    self = reader
    var hour = first.value
    if let half {
      guard (1...12).contains(hour) else { throw noSuchDate }
      hour = hour % 12 + half
    }
    guard hour < 24, minute < 60, (second ?? 0) <= 60 else { throw noSuchDate }
    let secondOfDay = hour * 3600 + minute * 60 + min(second ?? 0, 59)
    return (secondOfDay, second == nil ? .minute : .second)
  }

  /// Reads `Z`, `UTC`, `±HH:MM` or `±HHMM`; nil where no zone is next.
  private mutating func zone() throws(TimeExpressionError) -> Int32? {
    if take(wordMeaning: { ["z", "utc", "gmt"].contains($0) ? true : nil }) != nil { return 0 }
    var reader = self
    let isWest = reader.take("-")
    guard isWest || reader.take("+") else { return nil }
    guard var hours = reader.number() else { throw reader.notUnderstood }
    var minutes = hours.value % 100
    if hours.digits == 4 {
      hours.value /= 100
    } else {
      guard hours.digits == 2, reader.take(":"), let written = reader.number(),
        written.digits == 2
      else { throw reader.notUnderstood }
      minutes = written.value
    }
    self = reader
    guard hours.value < 24, minutes < 60 else { throw noSuchDate }
    let seconds = Int32(hours.value * 3600 + minutes * 60)
    return isWest ? -seconds : seconds
  }
}
