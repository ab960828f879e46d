import TestSupport
import ThreadJournal
import ThreadStorage

/// Any bytes as a time or a range of times: read or refused, and written as the same (F8).
enum TimeTarget {
  static func check(_ bytes: [UInt8]) throws {
    let zones: [LocalTimeZone] = [.utc, .newYork2026, .lordHowe2026, .beirut2026, .samoa2011]
    guard let choice = bytes.first else { return }
    let zone = zones[Int(choice) % zones.count]
    let dayStartsAt = choice & 0x80 == 0 ? 0 : 14_400
    let written = Array(bytes.dropFirst())
    try LineProperties.checkTimestamp(written, zone: zone)
    let text = String(decoding: written, as: UTF8.self)
    let now = Instant(secondsSinceEpoch: choice & 0x40 == 0 ? 1_775_059_200 : 1_325_260_000)
    if let time = try? TimeExpression.parse(text, now: now, zone: zone, dayStartsAt: dayStartsAt) {
      try PropertyViolation.unless(
        Timestamp(time.canonicalText) != nil, "a time can be written", for: written)
      try PropertyViolation.unless(time.utcOffset != nil, "a time has its offset", for: written)
    }
    let range = try? TimeRange.parse(text, now: now, zone: zone, dayStartsAt: dayStartsAt)
    if let range, let lower = range.lower, let upper = range.upper {
      // Empty is the day that a zone skipped.
      try PropertyViolation.unless(lower <= upper, "a range ends after its start", for: written)
      // Days begin on each clock by itself.
      guard range.start?.day == nil, range.end?.day == nil else { return }
      let reading = DateReading(zone: zone, dayStartsAt: dayStartsAt)
      let (start, end) = (Timestamp(instant: lower, in: zone), Timestamp(instant: upper, in: zone))
      try PropertyViolation.unless(
        range.contains(start, reading) == (lower < upper), "its start is in it", for: written)
      try PropertyViolation.unless(!range.contains(end, reading), "its end is not", for: written)
    }
  }
}
