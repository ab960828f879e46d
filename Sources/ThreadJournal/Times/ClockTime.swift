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
    let hasMinutes = reader.take(":")
    let minute = hasMinutes ? try reader.twoDigits() : 0
    let second = hasMinutes && reader.take(":") ? try reader.twoDigits() : nil
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

  private mutating func twoDigits() throws(TimeExpressionError) -> Int {
    var reader = self
    guard let number = reader.number(), number.digits == 2 else { throw notUnderstood }
    self = reader
    return number.value
  }

  /// Reads `Z`, `UTC`, `±HH:MM` or `±HHMM`; nil where no zone is next.
  private mutating func zone() throws(TimeExpressionError) -> Int32? {
    if take(wordMeaning: { ["z", "utc", "gmt"].contains($0) ? true : nil }) != nil { return 0 }
    var reader = self
    let isWest = reader.take("-")
    guard isWest || reader.take("+") else { return nil }
    guard let written = reader.number(), written.digits == 2 || written.digits == 4 else {
      throw notUnderstood
    }
    var (hours, minutes) = (written.value, 0)
    if written.digits == 4 {
      (hours, minutes) = (hours / 100, hours % 100)
    } else {
      guard reader.take(":") else { throw reader.notUnderstood }
      minutes = try reader.twoDigits()
    }
    self = reader
    guard hours < 24, minutes < 60 else { throw noSuchDate }
    let seconds = Int32(hours * 3600 + minutes * 60)
    return isWest ? -seconds : seconds
  }
}
