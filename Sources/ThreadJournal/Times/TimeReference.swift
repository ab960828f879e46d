import ThreadStorage

/// What words such as "yesterday" are relative to: the time, the zone, and when a day starts.
struct TimeReference: Sendable {
  /// The current time.
  let now: Instant
  /// The zone of times that name none.
  let zone: LocalTimeZone
  /// When a day starts, in seconds after midnight; 0 to 86,399.
  let dayStartsAt: Int

  init(now: Instant, zone: LocalTimeZone, dayStartsAt: Int) {
    self.now = now
    self.zone = zone
    self.dayStartsAt = min(max(dayStartsAt, 0), 86_399)
  }

  /// The current time on the local clock, cut to whole seconds: what the program writes (F8).
  var localNow: Timestamp {
    Timestamp(instant: Instant(secondsSinceEpoch: now.secondsSinceEpoch), in: zone)
  }

  /// The day that now belongs to: before `dayStartsAt` still the one before.
  var today: CalendarDate { localNow.journalDate(dayStartsAt: dayStartsAt) }

  /// The calendar date on which a time of the current day lies.
  ///
  /// In the small hours that still belong to yesterday's day, "21:30" is yesterday evening, and "01:30" tonight.
  func currentDate(forSecondOfDay secondOfDay: Int) -> CalendarDate {
    secondOfDay >= dayStartsAt ? today : localNow.date
  }

  /// The first instant of a day; where the clock skips its start, the instant of the skip.
  func start(of date: CalendarDate, utcOffset: Int32? = nil) -> Instant {
    let wallClock = Int64(date.daysSinceEpoch) * 86_400 + Int64(dayStartsAt)
    if let utcOffset { return Instant(secondsSinceEpoch: wallClock - Int64(utcOffset)) }
    switch zone.resolve(wallClockSeconds: wallClock) {
    case .unique(let offset), .overlap(let offset, _):
      return Instant(secondsSinceEpoch: wallClock - Int64(offset))
    case .gap(let gap): return gap.transition
    }
  }
}
