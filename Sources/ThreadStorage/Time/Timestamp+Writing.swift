extension Timestamp {
  /// As an entry's heading has it: a day alone without a time, else canonical.
  package var headingText: String {
    precision == .day && utcOffset == nil ? date.text : canonicalText
  }

  /// The form that the program writes (F8): seconds always, a fraction and an offset where there is one; with an end
  /// to the minute, as `2026-11-20 14:00-15:30 -04:00` (F8a).
  public var canonicalText: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    if minutesToEnd > 0 {
      appendMinutes(to: &text)
      text.append(UInt8(ascii: "-"))
      appendEnd(to: &text)
      if utcOffset != nil { text.append(UInt8(ascii: " ")) }
    } else {
      appendClock(separator: UInt8(ascii: " "), to: &text)
    }
    if let utcOffset { Self.appendOffset(utcOffset, to: &text) }
    return String(utf8: text)
  }

  /// The RFC 3339 form, with the offset that a local time has in `zone`.
  public func rfc3339(in zone: LocalTimeZone) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    appendRFC3339(in: zone, to: &text)
    return String(utf8: text)
  }

  public func appendRFC3339(in zone: LocalTimeZone, to text: inout [UInt8]) {
    appendClock(separator: UInt8(ascii: "T"), to: &text)
    Self.appendOffset(offset(in: zone), to: &text)
  }

  /// Appends the RFC 3339 form of the timestamp that is typed at `range` of `bytes`; of a date alone, the date.
  package func appendRFC3339(
    typedAt range: Range<Int>, of bytes: borrowing Span<UInt8>, in zone: LocalTimeZone,
    to text: inout [UInt8]
  ) {
    // What the program writes needs only its space changed: `YYYY-MM-DD HH:MM:SS±HH:MM`.
    let start = range.lowerBound
    guard range.count == 25, precision == .second, let utcOffset, utcOffset != 0,
      bytes[start + 16] == Byte.colon, bytes[start + 22] == Byte.colon,
      bytes[start + 17] != UInt8(ascii: "6")
    else {
      // With the local offset, a day would come back as midnight.
      if precision == .day, utcOffset == nil { return text.append(contentsOf: date.text.utf8) }
      return appendRFC3339(in: zone, to: &text)
    }
    bytes.withUnsafeBufferPointer {
      text.append(contentsOf: $0[start..<start + 10])
      text.append(UInt8(ascii: "T"))
      text.append(contentsOf: $0[start + 11..<start + 25])
    }
  }

  /// Appends the date and the time to the minute: `2026-11-20 14:00`.
  package func appendMinutes(to text: inout [UInt8]) {
    appendClock(separator: UInt8(ascii: " "), to: &text)
    text.removeLast(text.count - (text.lastIndex(of: UInt8(ascii: ":")) ?? text.count))
  }

  /// The date and the time to the minute: `2026-11-20 14:00`.
  package var minuteText: String {
    var text: [UInt8] = []
    appendMinutes(to: &text)
    return String(utf8: text)
  }

  /// Appends the end's time on the written clock: `15:30`; on one that was set forward by so many minutes since the begin.
  package func appendEnd(to text: inout [UInt8], laterBy change: Int = 0) {
    let minute = (secondOfDay / 60 + Int(minutesToEnd) + change + 1440) % 1440
    text.append(addingCapacity: 5) { text in
      Self.appendTwoDigits(minute / 60, UInt8(ascii: ":"), to: &text)
      Self.appendTwoDigits(minute % 60, to: &text)
    }
  }

  private func appendClock(separator: UInt8, to text: inout [UInt8]) {
    let parts = date.parts
    let time = secondOfDay
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    text.append(addingCapacity: 19) { text in
      Self.appendTwoDigits(parts.year / 100, to: &text)
      Self.appendTwoDigits(parts.year % 100, dash, to: &text)
      Self.appendTwoDigits(parts.month, dash, to: &text)
      Self.appendTwoDigits(parts.day, separator, to: &text)
      Self.appendTwoDigits(time / 3600, colon, to: &text)
      Self.appendTwoDigits(time / 60 % 60, colon, to: &text)
      Self.appendTwoDigits(time % 60, to: &text)
    }
    if nanoseconds != 0 { appendFraction(to: &text) }
  }

  private func appendFraction(to text: inout [UInt8]) {
    text.append(.dot)
    var rest = nanoseconds
    var unit: Int32 = 100_000_000
    while rest > 0, unit > 0 {
      text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / unit))
      rest %= unit
      unit /= 10
    }
  }

  /// Appends an offset from UTC, in seconds, as `±HH:MM`.
  package static func appendOffset(_ offset: Int32, to text: inout [UInt8]) {
    let minutes = Int(offset.magnitude) / 60
    text.append(addingCapacity: 6) { text in
      text.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      appendTwoDigits(minutes / 60, UInt8(ascii: ":"), to: &text)
      appendTwoDigits(minutes % 60, to: &text)
    }
  }

  /// An offset from UTC, in seconds, as `±HH:MM`.
  package static func offsetText(_ offset: Int32) -> String {
    var text: [UInt8] = []
    appendOffset(offset, to: &text)
    return String(utf8: text)
  }

  private static func appendTwoDigits(
    _ number: Int, _ separator: UInt8? = nil, to text: inout OutputSpan<UInt8>
  ) {
    text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10 % 10))
    text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    if let separator { text.append(separator) }
  }
}

extension Int {
  /// As an hour or a minute is written, where it is below a hundred: `07`.
  package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension Timestamp {
  /// As a new entry's heading shows it to its writer: to the minute, where that says which time is meant.
  package func shown(in zone: LocalTimeZone) -> String {
    if precision == .day, utcOffset == nil { return headingText }
    let minute = String(canonicalText.prefix("2026-03-28 07:12".count))
    let isLocal = Timestamp(minute)?.withOffset(in: zone).utcOffset == utcOffset
    guard minutesToEnd > 0, isLocal, let end = end(in: zone) else {
      return isLocal ? minute : canonicalText
    }
    // Where the clock changes before the end, that is the one which it shows then.
    let range = "\(minute)-\(end.canonicalText.dropFirst(11).prefix(5))"
    return Timestamp(range)?.withOffset(in: zone) == self ? range : canonicalText
  }
}
