import ThreadStorage

/// A zone's offset, asked only once for times that lie near each other.
struct UTCOffsetCache {
  private let zone: LocalTimeZone
  private var seconds: Range<Int64> = 0..<0
  private var offset: Int32 = 0

  /// No zone changes twice within twice so many seconds, so that equal ends have no change between them.
  private static let reach: Int64 = 47 * 3600

  init(_ zone: LocalTimeZone) { self.zone = zone }

  mutating func offset(at instant: Instant) -> Int32 {
    let second = instant.secondsSinceEpoch
    if seconds.contains(second) { return offset }
    let ends = second - Self.reach..<second + Self.reach
    let before = zone.offset(at: Instant(secondsSinceEpoch: ends.lowerBound))
    guard before == zone.offset(at: Instant(secondsSinceEpoch: ends.upperBound)) else {
      return zone.offset(at: instant)
    }
    seconds = ends
    offset = before
    return before
  }
}
