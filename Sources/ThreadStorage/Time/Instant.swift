/// A point on the time line, the same for every clock; leap seconds are not counted.
public struct Instant: Comparable, Hashable, Sendable {
  /// Whole seconds from 1970-01-01T00:00:00Z, negative before it.
  public let secondsSinceEpoch: Int64
  /// Nanoseconds after that second, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// The instant `nanoseconds` (clamped to one second) after a whole second since 1970 in UTC.
  public init(secondsSinceEpoch: Int64, nanoseconds: Int32 = 0) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  public static func < (earlier: Instant, later: Instant) -> Bool {
    earlier.secondsSinceEpoch == later.secondsSinceEpoch
      ? earlier.nanoseconds < later.nanoseconds
      : earlier.secondsSinceEpoch < later.secondsSinceEpoch
  }
}
