import ThreadJournal
import ThreadStorage

/// How points in time look in lists and on entries.
enum TimeText {
  private static func clock(_ time: Timestamp) -> String {
    "\(twoDigits(time.hour)):\(twoDigits(time.minute))"
  }

  /// `2026-03-28 07:12` as it was written, with its offset where that is not the zone's.
  static func entry(_ time: Timestamp, in zone: LocalTimeZone) -> String {
    guard time.precision != .day else { return time.date.text }
    let local = "\(time.date.text) \(clock(time))"
    guard let offset = time.utcOffset, offset != zone.offset(at: time.instant(in: zone)) else {
      return local
    }
    var text = Array(local.utf8)
    Timestamp.appendOffset(offset, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// When something was deleted; `?` where that is not known.
  static func deletion(_ deletion: SoftDeletion, in zone: LocalTimeZone) -> String {
    deletion.time.map { entry($0, in: zone) } ?? "?"
  }
}

/// A zone's offset, asked only once for times that lie near each other.
struct UTCOffsetCache {
  private let zone: LocalTimeZone
  private var seconds: Range<Int64> = 0..<0
  private var offset: Int32 = 0

  /// No zone changes twice within so many seconds, so that equal ends have no change between them.
  private static let reach: Int64 = 94 * 3600

  init(_ zone: LocalTimeZone) { self.zone = zone }

  mutating func offset(at instant: Instant) -> Int32 {
    let second = instant.secondsSinceEpoch
    if seconds.contains(second) { return offset }
    // A time shortly behind what is known needs only the offset at the new end.
    if seconds.isEmpty || !(seconds.upperBound..<seconds.upperBound + Self.reach).contains(second) {
      seconds = second..<second
      offset = zone.offset(at: instant)
    }
    let end = seconds.upperBound + Self.reach
    guard zone.offset(at: Instant(secondsSinceEpoch: end)) == offset else {
      seconds = 0..<0
      return zone.offset(at: instant)
    }
    seconds = seconds.lowerBound..<end
    return offset
  }
}
