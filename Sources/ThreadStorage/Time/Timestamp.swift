/// A date, or date and time, as written on a heading (F8): 12:00Z and 13:00+01:00 are two, of one instant.
///
/// One with an end is a time to the minute, and how long it lasts (F8a).
public struct Timestamp: Hashable, Sendable {
  /// The smallest part that was written.
  public enum Precision: Sendable {
    /// `2026-03-28`.
    case day
    /// `2026-03-28 07:12`.
    case minute
    /// `2026-03-28 07:12:33`.
    case second
    /// `2026-03-28 07:12:33.25`.
    case fraction
  }

  /// Seconds from 1970-01-01T00:00:00 on the written clock, as if that clock were UTC.
  public let wallClockSeconds: Int64
  /// Nanoseconds after that second, 0 to 999,999,999; digits beyond the ninth are cut off.
  public let nanoseconds: Int32
  /// Seconds east of UTC, whole minutes from −12:00 to +14:00; nil for local wall-clock time.
  public let utcOffset: Int32?
  public let precision: Precision
  /// How many minutes the written clock goes on until the end, 1 to 1440; 0 without one.
  public let minutesToEnd: Int16

  /// The wall-clock seconds of 0001-01-01T00:00:00 to 9999-12-31T23:59:59.
  public static let wallClockRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Offsets from UTC that can be written, in seconds: −12:00 to +14:00.
  public static let utcOffsetRange: ClosedRange<Int32> = -43_200...50_400

  init(
    unchecked wallClockSeconds: Int64, nanoseconds: Int32 = 0, utcOffset: Int32?,
    precision: Precision, minutesToEnd: Int16 = 0
  ) {
    self.wallClockSeconds = wallClockSeconds
    self.nanoseconds = nanoseconds
    self.utcOffset = utcOffset
    self.precision = precision
    self.minutesToEnd = minutesToEnd
  }

  /// A timestamp of these parts, or nil where F8 cannot write it: the year, fraction or offset is out of range.
  public init?(
    wallClockSeconds: Int64, nanoseconds: Int32 = 0, utcOffset: Int32?, precision: Precision
  ) {
    guard Self.wallClockRange.contains(wallClockSeconds), (0..<1_000_000_000).contains(nanoseconds)
    else { return nil }
    if let utcOffset {
      guard Self.utcOffsetRange.contains(utcOffset), utcOffset % 60 == 0 else { return nil }
    }
    self.init(
      unchecked: wallClockSeconds, nanoseconds: nanoseconds, utcOffset: utcOffset,
      precision: precision)
  }

  /// The instant as the clock of `zone` shows it, with its offset and, unless it is zero, its fraction.
  public init(instant: Instant, in zone: LocalTimeZone) {
    self.init(instant: instant, utcOffset: zone.offset(at: instant))
  }

  /// The instant on a clock `utcOffset` seconds east of UTC, or whichever keeps it in the years 1 to 9999; or clamped.
  public init(instant: Instant, utcOffset: Int32) {
    let seconds = min(
      max(instant.secondsSinceEpoch, Self.wallClockRange.lowerBound - 86_400),
      Self.wallClockRange.upperBound + 86_400)
    let wished = LocalTimeZone.wholeMinutes(Int(utcOffset))
    let limits = Self.utcOffsetRange
    let fitting = [wished, 0, limits.lowerBound, limits.upperBound].first {
      Self.wallClockRange.contains(seconds + Int64($0))
    }
    let offset = fitting ?? wished
    let wallClock = min(
      max(seconds + Int64(offset), Self.wallClockRange.lowerBound), Self.wallClockRange.upperBound)
    self.init(
      unchecked: wallClock, nanoseconds: instant.nanoseconds, utcOffset: offset,
      precision: instant.nanoseconds == 0 ? .second : .fraction)
  }

  /// The day on the written clock.
  public var date: CalendarDate {
    CalendarDate(daysSinceEpoch: Int((wallClockSeconds - Int64(secondOfDay)) / 86_400))
  }
  /// Seconds since the written clock's midnight, 0 to 86,399.
  public var secondOfDay: Int {
    let remainder = Int(wallClockSeconds % 86_400)
    return remainder < 0 ? remainder + 86_400 : remainder
  }
  /// The hour on the written clock, 0 to 23.
  public var hour: Int { secondOfDay / 3600 }
  /// The minute on the written clock, 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }

  /// The day that this belongs to if days start `dayStartsAt` seconds after midnight; of one without a time, its date.
  public func journalDate(dayStartsAt: Int) -> CalendarDate {
    precision == .day || secondOfDay >= dayStartsAt ? date : date.advanced(byDays: -1)
  }

  /// Seconds east of UTC, as written or as `zone` has it: in a gap the offset before it, in an overlap the first.
  public func offset(in zone: LocalTimeZone) -> Int32 {
    utcOffset ?? zone.firstOffset(wallClockSeconds: wallClockSeconds)
  }

  /// The point in time that is meant; with a written offset, `zone` is not asked.
  /// - Parameter dayStartsAt: When a day without a time starts, in seconds after midnight.
  public func instant(in zone: LocalTimeZone, dayStartsAt: Int = 0) -> Instant {
    let start = precision == .day ? min(max(dayStartsAt, 0), 86_399) : 0
    let wallClock = wallClockSeconds + Int64(start)
    let offset = utcOffset ?? zone.firstOffset(wallClockSeconds: wallClock)
    return Instant(secondsSinceEpoch: wallClock - Int64(offset), nanoseconds: nanoseconds)
  }

  /// This with its offset in `zone` where none is written; an offset with seconds is rounded up, keeping the instant.
  public func withOffset(in zone: LocalTimeZone) -> Timestamp {
    guard utcOffset == nil else { return self }
    let offset = offset(in: zone)
    let exact = zone.secondsEast(wallClockSeconds - Int64(offset))
    // In a gap the offset is that before it, and not the one of the instant; a time with an end has no seconds.
    guard exact != Int(offset), LocalTimeZone.wholeMinutes(exact) == offset, minutesToEnd == 0
    else {
      // The end is written with the offset of the start, also where the clock changes in between.
      let minutes = length(in: zone).map { Int16($0 / 60) } ?? minutesToEnd
      return Timestamp(
        unchecked: wallClockSeconds, nanoseconds: nanoseconds, utcOffset: offset,
        precision: precision, minutesToEnd: minutes)
    }
    return Timestamp(
      instant: Instant(
        secondsSinceEpoch: wallClockSeconds - Int64(exact), nanoseconds: nanoseconds),
      utcOffset: offset)
  }

  /// Whether no clock in `zone` showed it, because a change to summer time skipped it; its offset is the one before.
  package func isSkipped(in zone: LocalTimeZone) -> Bool {
    guard let utcOffset, precision != .day else { return false }
    let second = wallClockSeconds - Int64(utcOffset)
    let gap = zone.secondsEast(second) - Int(utcOffset)
    return gap > 0 && zone.secondsEast(second - Int64(gap)) == Int(utcOffset)
  }
}

/// The ends of times that have one (F8a).
extension Timestamp {
  /// This with its end at `end`; nil where that is not 1 to 1440 whole minutes later, or this is not to the minute.
  package func ending(at end: Instant, in zone: LocalTimeZone) -> Timestamp? {
    let start = instant(in: zone)
    let seconds = end.secondsSinceEpoch - start.secondsSinceEpoch
    guard precision != .day, wallClockSeconds % 60 == 0, nanoseconds == 0, end.nanoseconds == 0,
      1...86_400 ~= seconds, seconds % 60 == 0
    else { return nil }
    return ending(afterMinutes: Int(seconds / 60))
  }

  /// This to the minute, with an end so many minutes later, 1 to 1440.
  package func ending(afterMinutes minutes: Int) -> Timestamp {
    Timestamp(
      unchecked: wallClockSeconds - Int64(secondOfDay % 60), utcOffset: utcOffset,
      precision: .minute, minutesToEnd: Int16(min(max(minutes, 1), 1440)))
  }

  /// How long it lasts, in seconds, local times by their instants, so that a clock change counts; nil without an end.
  package func length(in zone: LocalTimeZone) -> Int64? {
    guard minutesToEnd > 0 else { return nil }
    let written = Int64(minutesToEnd) * 60
    guard utcOffset == nil else { return written }
    let start = instant(in: zone).secondsSinceEpoch
    let end = wallClockSeconds + written
    let elapsed = end - Int64(zone.firstOffset(wallClockSeconds: end)) - start
    return 1...86_400 ~= elapsed ? elapsed : written
  }

  /// When it ends, with the offset of its start or, where that is the one of `zone`, with the one that this has then; nil
  /// without an end, or beyond the year 9999.
  package func end(in zone: LocalTimeZone) -> Timestamp? {
    length(in: zone).flatMap { length in
      let start = instant(in: zone)
      let end = Instant(secondsSinceEpoch: start.secondsSinceEpoch + length)
      let isLocal = utcOffset == nil || utcOffset == zone.offset(at: start)
      let offset = isLocal ? zone.offset(at: end) : offset(in: zone)
      return Timestamp(
        wallClockSeconds: end.secondsSinceEpoch + Int64(offset), utcOffset: offset,
        precision: .second)
    }
  }

  /// How long it lasts, as a field of the type `duration` says it: `1h30m`; nil without an end.
  package func lengthText(in zone: LocalTimeZone) -> String? {
    length(in: zone).map { seconds in
      let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
      return (hours > 0 ? "\(hours)h" : "") + (minutes > 0 || hours == 0 ? "\(minutes)m" : "")
    }
  }
}
