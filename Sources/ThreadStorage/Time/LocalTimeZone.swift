/// A clock's distance from UTC through time: the machine's (`TZ`), a fixed one, or a given function.
///
/// Offsets are whole minutes from −12:00 to +14:00, because a timestamp can write no others (F8). A zone's older
/// offset with seconds (New York was at -4:56:02 until 1883) is rounded up to a minute, everywhere alike, so
/// that a local time, its instant and its RFC 3339 form always agree. Up, as a moment's clock is then never
/// before its true one: what was at the start of a day stays in that day.
public struct LocalTimeZone: Sendable {
  /// What a wall clock's reading means in a zone.
  public enum Resolution: Hashable, Sendable {
    /// It happened once; seconds east of UTC.
    case unique(offset: Int32)
    /// It never happened: the clock was put forward over it.
    case gap(Gap)
    /// It happened twice, first with the one offset and later with the other; seconds east of UTC.
    case overlap(first: Int32, second: Int32)
  }

  /// A change of offset that skips some wall-clock times.
  public struct Gap: Hashable, Sendable {
    /// The first second with the new offset.
    public let transition: Instant
    /// Seconds east of UTC until then.
    public let before: Int32
    /// Seconds east of UTC from then on.
    public let after: Int32

    /// What the clock would have shown at the change, in wall-clock seconds: the first that is skipped.
    public var wallClockBefore: Int64 { transition.secondsSinceEpoch + Int64(before) }
    /// What the clock was put to at the change, in wall-clock seconds: the first that exists again.
    public var wallClockAfter: Int64 { transition.secondsSinceEpoch + Int64(after) }
  }

  /// Seconds east of UTC as they are; a timestamp can write them only where they are whole minutes.
  let secondsEast: @Sendable (Int64) -> Int

  /// A zone whose offset, in seconds east of UTC, is what `secondsEast` says for seconds since 1970 in UTC.
  public init(secondsEast: @escaping @Sendable (Int64) -> Int) {
    self.secondsEast = secondsEast
  }

  /// The machine's zone: `TZ` as it is when first asked, else the system's; UTC where that is nonsense.
  public static let system = LocalTimeZone { systemSecondsEast(at: $0) }

  public static let utc = fixed(0)

  /// A zone always `offset` seconds east of UTC.
  public static func fixed(_ offset: Int32) -> LocalTimeZone {
    LocalTimeZone { _ in Int(offset) }
  }

  /// Seconds east of UTC at an instant, in whole minutes from −12:00 to +14:00.
  public func offset(at instant: Instant) -> Int32 {
    offset(atSecond: instant.secondsSinceEpoch)
  }

  /// What a reading of this zone's clock, in seconds from 1970 as if it were UTC, means.
  ///
  /// `mktime` is not asked: with `tm_isdst` -1 it picks a side of an overlap as its caches happen to stand, it
  /// moves a time in a gap silently, and -1 is both its failure and a good answer. Instead the offsets well
  /// before and well after are tried: no zone of the tz database changes twice within four days, so a change
  /// between them is the only one, and a time agrees with the one offset, the other, both or neither.
  public func resolve(wallClockSeconds: Int64) -> Resolution {
    let wallClock = min(max(wallClockSeconds, -Self.reach), Self.reach)
    let before = offset(atSecond: wallClock - Self.window)
    let after = offset(atSecond: wallClock + Self.window)
    if before == after { return .unique(offset: before) }
    let fitsBefore = offset(atSecond: wallClock - Int64(before)) == before
    let fitsAfter = offset(atSecond: wallClock - Int64(after)) == after
    switch (fitsBefore, fitsAfter) {
    case (true, true): return .overlap(first: max(before, after), second: min(before, after))
    case (true, false): return .unique(offset: before)
    case (false, true): return .unique(offset: after)
    case (false, false): return crossing(of: wallClock)
    }
  }

  /// The offset of a reading: in a gap the one before it, in an overlap the first.
  func firstOffset(wallClockSeconds: Int64) -> Int32 {
    switch resolve(wallClockSeconds: wallClockSeconds) {
    case .unique(let offset), .overlap(let offset, _): offset
    case .gap(let gap): gap.before
    }
  }

  /// More than the largest offset, so that these seconds before and after every meaning are outside it.
  private static let window: Int64 = 26 * 3600
  /// Far more seconds than any year that can be written, and far from overflow.
  private static let reach: Int64 = 1 << 50

  /// Finds the second at which the clock first shows `wallClock` or more: by halving, as the clock jumps there.
  private func crossing(of wallClock: Int64) -> Resolution {
    var earlier = wallClock - Self.window
    var later = wallClock + Self.window
    while later - earlier > 1 {
      let middle = earlier + (later - earlier) / 2
      if middle + Int64(offset(atSecond: middle)) < wallClock {
        earlier = middle
      } else {
        later = middle
      }
    }
    let before = offset(atSecond: earlier)
    let after = offset(atSecond: later)
    guard later + Int64(after) > wallClock else { return .unique(offset: after) }
    return .gap(Gap(transition: Instant(secondsSinceEpoch: later), before: before, after: after))
  }

  private func offset(atSecond second: Int64) -> Int32 {
    Self.wholeMinutes(secondsEast(second))
  }

  static func wholeMinutes(_ seconds: Int) -> Int32 {
    let limits = Timestamp.utcOffsetRange
    let clamped = min(max(seconds, Int(limits.lowerBound)), Int(limits.upperBound))
    let rest = clamped % 60
    return Int32(clamped - rest + (rest > 0 ? 60 : 0))
  }

  /// POSIX lets `localtime_r` skip reading `TZ`, so it is read here, once for the process.
  private static let zoneIsRead: Void = tzset()

  private static func systemSecondsEast(at second: Int64) -> Int {
    zoneIsRead
    var time = time_t(second)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return 0 }
    return Int(parts.tm_gmtoff)
  }
}

/// A zone's offset through time, asked for once in each stretch of a few days.
package struct UTCOffsetCache: Sendable {
  private let zone: LocalTimeZone
  /// The offset in each stretch from 1970 on, as far as one was asked about.
  private var offsets: [Int32] = []

  /// No zone changes twice within so many seconds, so that equal ends have no change between them.
  private static let stretch: Int64 = 94 * 3600
  private static let unknown = Int32.max
  private static let changes = Int32.max - 1

  package init(_ zone: LocalTimeZone) { self.zone = zone }

  package mutating func offset(at instant: Instant) -> Int32 {
    let second = instant.secondsSinceEpoch
    let index = Int(truncatingIfNeeded: second / Self.stretch)
    // Until the year 2077.
    guard second >= 0, index < 10_000 else { return zone.offset(at: instant) }
    while offsets.count <= index { offsets.append(Self.unknown) }
    if offsets[index] == Self.unknown {
      let start = second - second % Self.stretch
      let ends = [start, start + Self.stretch].map {
        zone.offset(at: Instant(secondsSinceEpoch: $0))
      }
      offsets[index] = ends[0] == ends[1] ? ends[0] : Self.changes
    }
    return offsets[index] == Self.changes ? zone.offset(at: instant) : offsets[index]
  }
}
