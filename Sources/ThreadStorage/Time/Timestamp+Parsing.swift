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
    if let timestamp = canonical(bytes, at: range.lowerBound, end) {
      return .valid(timestamp, end: range.lowerBound + 25)
    }
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

  /// The form that the program writes, `YYYY-MM-DD HH:MM:SS±HH:MM`, eight bytes at a time: a list reads a million.
  private static func canonical(_ bytes: Span<UInt8>, at start: Int, _ end: Int) -> Timestamp? {
    guard start >= 0, end - start >= 25, isBoundary(bytes, at: start + 25, end),
      bytes[start + 16] == .colon
    else { return nil }
    let isWest = bytes[start + 19] == UInt8(ascii: "-")
    guard isWest || bytes[start + 19] == UInt8(ascii: "+"),
      let date = DigitPairs(bytes, at: start, 0x2D30_302D_3030_3030, 0xFF00_00FF_0000_0000),
      let time = DigitPairs(bytes, at: start + 8, 0x3030_3A30_3020_3030, 0x0000_FF00_00FF_0000),
      let rest = DigitPairs(
        bytes, at: start + 17, isWest ? 0x3030_3A30_302D_3030 : 0x3030_3A30_302B_3030,
        0x0000_FF00_00FF_0000)
    else { return nil }
    let (year, month, day) = (date[0] * 100 + date[2], date[5], time[0])
    // What does not exist, and a leap second, is left to the general way.
    guard year > 0, 1...12 ~= month, day > 0,
      day <= 28 || day <= CalendarDate.dayCount(year: year, month: month), time[3] < 24,
      time[6] < 60, rest[0] < 60, rest[3] < 24, rest[6] < 60
    else { return nil }
    let days = CalendarDate.dayNumber(year: year, month: month, day: day)
    let offset = Int32(rest[3] * 3600 + rest[6] * 60)
    return Timestamp(
      unchecked: Int64(days * 86_400 + time[3] * 3600 + time[6] * 60 + rest[0]),
      utcOffset: isWest ? -offset : offset, precision: .second)
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

/// The numbers of two digits in eight bytes.
private struct DigitPairs {
  private let numbers: UInt64

  /// Those at `start`, if the bytes there are those of `shape`, in which a 0 is any digit and `marks` masks the others.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, at start: Int, _ shape: UInt64, _ marks: UInt64) {
    let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
    let digits = UInt64(littleEndian: word) ^ shape
    let tooHigh = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    guard digits & marks == 0, tooHigh == 0 else { return nil }
    numbers = digits &* 10 &+ digits >> 8
  }

  /// The number whose tens stand at the byte `index`.
  @inline(__always)
  subscript(index: Int) -> Int { Int(numbers >> (UInt64(index) * 8) & 0xFF) }
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
      let hour = twoDigits(bytes, at: start + 1, end), bytes[start + 3] == .colon,
      let minute = twoDigits(bytes, at: start + 4, end)
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.end = start + 6
    guard self.end < end, bytes[self.end] == .colon,
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
    guard end - self.end >= 2, bytes[self.end] == .dot else { return }
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
    let minutesStart = bytes[sign + 3] == .colon ? sign + 4 : sign + 3
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
