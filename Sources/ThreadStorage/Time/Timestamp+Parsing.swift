extension Timestamp {
  /// What stands at an offset of some bytes.
  public enum Scan: Hashable, Sendable {
    /// Nothing of the shape of a timestamp.
    case none
    /// The shape of a timestamp up to offset `end`, with a date, time or zone that does not exist (F12).
    case impossible(end: Int)
    /// A timestamp up to the offset `end`, exclusive.
    case valid(Timestamp, end: Int)
  }

  /// The one timestamp (F8) that is the whole of `text`, or nil.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, at: 0..<bytes.count)
  }

  package init?(_ bytes: borrowing Span<UInt8>, at range: Range<Int>) {
    guard case .valid(let timestamp, end: range.upperBound) = Self.scan(bytes, in: range) else {
      return nil
    }
    self = timestamp
  }

  /// Reads the timestamp that begins at `range.lowerBound`, looking no further than the range; allocates nothing.
  ///
  /// It is the longest one that white space or the range's end follows, so that "12:30pm" stays a title; only
  /// where none is so followed is it the longest of all, for the caller to refuse.
  public static func scan(_ bytes: Span<UInt8>, in range: Range<Int>) -> Scan {
    let end = min(range.upperBound, bytes.count)
    guard range.lowerBound >= 0, let date = DatePart(bytes, at: range.lowerBound, end) else {
      return .none
    }
    if let time = TimePart(bytes, at: date.end, end) {
      let zone = ZonePart(bytes, at: time.end, end)
      // One that a space sets off and that does not exist is the title: "07:12 -2500 calories".
      if let zone, isBoundary(bytes, at: zone.end, end),
        zone.exists || bytes[time.end] != UInt8(ascii: " ")
      {
        return result(date, time, zone, end: zone.end)
      }
      if isBoundary(bytes, at: time.end, end) { return result(date, time, nil, end: time.end) }
      if !isBoundary(bytes, at: date.end, end) {
        return result(date, time, zone, end: zone?.end ?? time.end)
      }
    } else if let zone = ZonePart(bytes, at: date.end, end), zone.exists {
      // Only an offset that exists counts here: "+9999 steps" is a title.
      if isBoundary(bytes, at: zone.end, end) || !isBoundary(bytes, at: date.end, end) {
        return result(date, nil, zone, end: zone.end)
      }
    }
    return result(date, nil, nil, end: date.end)
  }

  private static func result(
    _ date: DatePart, _ time: TimePart?, _ zone: ZonePart?, end: Int
  ) -> Scan {
    guard date.exists, time?.exists ?? true, zone?.exists ?? true else {
      return .impossible(end: end)
    }
    let days = CalendarDate.dayNumber(year: date.year, month: date.month, day: date.day)
    let timestamp = Timestamp(
      unchecked: Int64(days) * 86_400 + Int64(time?.secondOfDay ?? 0),
      nanoseconds: time?.nanoseconds ?? 0, utcOffset: zone?.offset,
      precision: time?.precision ?? .day)
    return .valid(timestamp, end: end)
  }

  private static func isBoundary(_ bytes: Span<UInt8>, at offset: Int, _ end: Int) -> Bool {
    offset >= end || Byte.isBlankLineByte(bytes[offset]) || bytes[offset] == .lineFeed
  }
}

/// `YYYY-MM-DD`.
private struct DatePart {
  let year: Int
  let month: Int
  let day: Int
  let end: Int

  init?(_ bytes: Span<UInt8>, at start: Int, _ end: Int) {
    guard start <= end, end - start >= 10, bytes[start + 4] == UInt8(ascii: "-"),
      bytes[start + 7] == UInt8(ascii: "-"), let century = twoDigits(bytes, at: start, end),
      let yearOfCentury = twoDigits(bytes, at: start + 2, end),
      let month = twoDigits(bytes, at: start + 5, end),
      let day = twoDigits(bytes, at: start + 8, end)
    else { return nil }
    self.year = century * 100 + yearOfCentury
    self.month = month
    self.day = day
    self.end = start + 10
  }

  var exists: Bool {
    year >= 1 && month >= 1 && month <= 12 && day >= 1
      && (day <= 28 || day <= CalendarDate.dayCount(year: year, month: month))
  }
}

/// A space or `T`, `HH:MM`, and optionally `:SS` and `.` with digits.
private struct TimePart {
  private let hour: Int
  private let minute: Int
  private var second = 0
  private(set) var nanoseconds: Int32 = 0
  private(set) var precision = Timestamp.Precision.minute
  private(set) var end: Int

  init?(_ bytes: Span<UInt8>, at start: Int, _ end: Int) {
    guard end - start >= 6, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "T"),
      let hour = twoDigits(bytes, at: start + 1, end), bytes[start + 3] == UInt8(ascii: ":"),
      let minute = twoDigits(bytes, at: start + 4, end)
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.end = start + 6
    guard self.end < end, bytes[self.end] == UInt8(ascii: ":"),
      let second = twoDigits(bytes, at: self.end + 1, end)
    else { return }
    self.second = second
    self.precision = .second
    self.end += 3
    readFraction(bytes, end)
  }

  var exists: Bool { hour < 24 && minute < 60 && second <= 60 }

  /// A leap second is read as the second before it (F8).
  var secondOfDay: Int { hour * 3600 + minute * 60 + min(second, 59) }

  private mutating func readFraction(_ bytes: Span<UInt8>, _ end: Int) {
    guard end - self.end >= 2, bytes[self.end] == UInt8(ascii: ".") else { return }
    var position = self.end + 1
    var unit: Int32 = 100_000_000
    while position < end, let digit = digit(bytes[position]) {
      nanoseconds += Int32(digit) * unit
      unit /= 10
      position += 1
    }
    guard position > self.end + 1 else { return }
    precision = .fraction
    self.end = position
  }
}

/// `Z`, `±HH:MM` or `±HHMM`, with or without a space before it.
private struct ZonePart {
  let offset: Int32
  let exists: Bool
  let end: Int

  init?(_ bytes: Span<UInt8>, at start: Int, _ end: Int) {
    let sign = start < end && bytes[start] == .space ? start + 1 : start
    guard sign < end else { return nil }
    if bytes[sign] == UInt8(ascii: "Z") {
      self.offset = 0
      self.exists = true
      self.end = sign + 1
      return
    }
    let isWest = bytes[sign] == UInt8(ascii: "-")
    guard isWest || bytes[sign] == UInt8(ascii: "+"),
      let hours = twoDigits(bytes, at: sign + 1, end), sign + 3 < end
    else { return nil }
    let minutesStart = bytes[sign + 3] == UInt8(ascii: ":") ? sign + 4 : sign + 3
    guard let minutes = twoDigits(bytes, at: minutesStart, end) else { return nil }
    let seconds = Int32(hours * 3600 + minutes * 60)
    self.offset = isWest ? -seconds : seconds
    self.exists = hours < 24 && minutes < 60
    self.end = minutesStart + 2
  }
}

// Inlined by hand: a list of a million entries spends its time here.
@inline(__always)
private func twoDigits(_ bytes: Span<UInt8>, at offset: Int, _ end: Int) -> Int? {
  guard end - offset >= 2, let tens = digit(bytes[offset]), let units = digit(bytes[offset + 1])
  else { return nil }
  return tens * 10 + units
}

@inline(__always)
private func digit(_ byte: UInt8) -> Int? {
  let value = byte &- UInt8(ascii: "0")
  return value < 10 ? Int(value) : nil
}
