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
  /// It is the longest one that white space or the range's end follows, so that "12:30ish" stays a title; only
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
      let zone = ZonePart(bytes, at: time.end, end, after: time)
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
    } else if let zone = ZonePart(bytes, at: date.end, end, after: nil), zone.exists {
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
      time[6] < 60, rest[0] < 60, rest[6] < 60,
      rest[3] * 60 + rest[6] <= (isWest ? 12 * 60 : 14 * 60)
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
      precision: time?.precision ?? .day, minutesToEnd: time?.minutesToEnd ?? 0)
    return .valid(timestamp, end: end)
  }
}

/// Whether white space or the end stands at `offset`.
@inline(__always)
private func isBoundary(_ bytes: Span<UInt8>, at offset: Int, _ end: Int) -> Bool {
  offset >= end || Byte.isBlankLineByte(bytes[offset]) || bytes[offset] == .lineFeed
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

/// A space or `T`, and a time of day: `HH:MM`, optionally `:SS` and `.` with digits; and as people type it.
///
/// They type, without a `T`, an hour of one digit, `am` or `pm`, and an end: `14:00-15:30` (F8a).
private struct TimePart {
  private var hour: Int
  private var minute = 0
  private var second = 0
  private(set) var nanoseconds: Int32 = 0
  private(set) var precision = Timestamp.Precision.minute
  private(set) var end: Int
  /// How long it lasts; 0 without an end.
  private(set) var minutesToEnd: Int16 = 0
  private var hasPossibleEnd = true
  /// Whether a `T` stands before it, so that it is ISO 8601.
  private let isISO: Bool

  init?(_ bytes: Span<UInt8>, at start: Int, _ end: Int) {
    guard start < end, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "T"),
      let (hour, hourEnd) = oneOrTwoDigits(bytes, at: start + 1, end)
    else { return nil }
    self.hour = hour
    self.end = hourEnd
    isISO = bytes[start] == UInt8(ascii: "T")
    if isISO, hourEnd == start + 2 { return nil }
    let hasMinutes = readMinutes(bytes, end)
    let hasHalf = !isISO && readHalf(bytes, end)
    guard hasMinutes || hasHalf else { return nil }
    if !isISO, hasMinutes, precision == .minute { readEnd(bytes, end) }
  }

  var exists: Bool { hour < 24 && minute < 60 && second <= 60 && hasPossibleEnd }

  /// A leap second is read as the second before it (F8).
  var secondOfDay: Int { hour * 3600 + minute * 60 + min(second, 59) }

  /// Whether a `-HH:MM` directly behind it is no offset: people mean an end by it (F8a).
  var refusesDirectWest: Bool { !isISO && precision == .minute }

  private mutating func readMinutes(_ bytes: Span<UInt8>, _ end: Int) -> Bool {
    guard let minute = twoDigits(bytes, behindColonAt: self.end, end) else { return false }
    self.minute = minute
    self.end += 3
    guard let second = twoDigits(bytes, behindColonAt: self.end, end) else { return true }
    self.second = second
    self.precision = .second
    self.end += 3
    readFraction(bytes, end)
    return true
  }

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

  /// Reads `am`, `AM`, `pm` or `PM`, perhaps behind a space, where white space or the end follows; `Am` is a word.
  private mutating func readHalf(_ bytes: Span<UInt8>, _ end: Int) -> Bool {
    let start = self.end < end && bytes[self.end] == .space ? self.end + 1 : self.end
    guard end - start >= 2, bytes[start + 1] | 0x20 == UInt8(ascii: "m"),
      bytes[start] & 0x20 == bytes[start + 1] & 0x20, isBoundary(bytes, at: start + 2, end),
      1...12 ~= hour
    else { return false }
    switch bytes[start] | 0x20 {
    case UInt8(ascii: "a"): hour %= 12
    case UInt8(ascii: "p"): hour = hour % 12 + 12
    default: return false
    }
    self.end = start + 2
    return true
  }

  /// Reads an end, which is on the next day where it is not later than the start; an offset may follow it.
  private mutating func readEnd(_ bytes: Span<UInt8>, _ end: Int) {
    guard let start = Timestamp.dashEnd(bytes, at: self.end, end),
      let (hour, hourEnd) = oneOrTwoDigits(bytes, at: start, end),
      let minute = twoDigits(bytes, behindColonAt: hourEnd, end)
    else { return }
    let position = hourEnd + 3
    guard
      isBoundary(bytes, at: position, end) || bytes[position] == UInt8(ascii: "+")
        || bytes[position] == UInt8(ascii: "Z")
    else { return }
    hasPossibleEnd = minute < 60 && (hour < 24 || (hour == 24 && minute == 0))
    let difference = (hour * 60 + minute) - (self.hour * 60 + self.minute)
    minutesToEnd = Int16(difference > 0 ? difference : difference + 24 * 60)
    self.end = position
  }
}

extension Timestamp {
  /// The offset behind the `-` or `–` at `offset`; nil where there is none.
  package static func dashEnd(_ bytes: Span<UInt8>, at offset: Int, _ end: Int) -> Int? {
    guard offset < end else { return nil }
    if bytes[offset] == UInt8(ascii: "-") { return offset + 1 }
    let isDash =
      end - offset >= 3 && bytes[offset] == 0xE2 && bytes[offset + 1] == 0x80
      && bytes[offset + 2] == 0x93
    return isDash ? offset + 3 : nil
  }
}

/// `Z`, `±HH:MM` or `±HHMM`, with or without a space before it.
private struct ZonePart {
  let offset: Int32
  let exists: Bool
  let end: Int

  init?(_ bytes: Span<UInt8>, at start: Int, _ end: Int, after time: TimePart?) {
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
    let offset = isWest ? -seconds : seconds
    // Other minutes than quarter hours are those of old zones, which the program writes behind seconds or an end.
    let isExact = time.map { $0.precision != .minute || $0.minutesToEnd > 0 } ?? false
    let isRefused = isWest && sign == start && time?.refusesDirectWest == true
    self.offset = offset
    self.exists =
      minutes < 60 && Timestamp.utcOffsetRange.contains(offset)
      && (isExact || minutes % 15 == 0) && !isRefused
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

/// A number of two digits behind the colon at `offset`.
private func twoDigits(_ bytes: Span<UInt8>, behindColonAt offset: Int, _ end: Int) -> Int? {
  guard offset < end, bytes[offset] == .colon else { return nil }
  return twoDigits(bytes, at: offset + 1, end)
}

/// A number of one digit or two, and where it ends.
private func oneOrTwoDigits(
  _ bytes: Span<UInt8>, at offset: Int, _ end: Int
) -> (number: Int, end: Int)? {
  if let number = twoDigits(bytes, at: offset, end) { return (number, offset + 2) }
  guard offset < end, let number = digit(bytes[offset]) else { return nil }
  return (number, offset + 1)
}
