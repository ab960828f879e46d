import ThreadStorage

/// Times whose ends or zones are rather meant otherwise, and those that no clock showed.
extension ThreadDocument {
  /// An end before the start that may be a zone, or one of the afternoon: `## 2026-11-20 10:00-05:00`, `9:00-5:30`; or one
  /// that is written as the zone here.
  func meantLength(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let time = heading.timestamp
    guard time.utcOffset == nil, time.minutesToEnd > 0 else { return nil }
    let range = heading.timestampRange
    let typed = string(range)
    // So long lasts hardly anything that is noted with its end; and the zone here stands behind times that tj wrote.
    let local = zone.offset(at: time.instant(in: zone))
    let isLocal = local < 0 && typed.hasSuffix(Timestamp.offsetText(local))
    guard time.minutesToEnd > (isLocal ? 0 : 12 * 60),
      let length = time.lengthText(in: zone)
    else { return nil }
    guard let meant = endAsZone(range) ?? endAfterNoon(time) else { return nil }
    let title = string(range.upperBound..<heading.line.upperBound)
    let exact = Timestamp(typed)?.withOffset(in: zone).canonicalText
    return MeantLine(
      at: range.lowerBound,
      .headingLength(
        length: length, end: meant.end, other: "## \(meant.time)\(title)", isZone: meant.isZone,
        asEnd: "## \(exact ?? typed)\(title)"))
  }

  private typealias OtherEnd = (end: String, time: String, isZone: Bool)

  /// The end of the time at `range`, and that with it as a zone; nil where it cannot be one.
  private func endAsZone(_ range: Range<Int>) -> OtherEnd? {
    let typed = bytes[range]
    guard let sign = typed.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let end = String(utf8: typed[sign...])
    guard Timestamp("2000-01-01T00:00:00" + end) != nil else { return nil }
    return (end, "\(String(utf8: typed[..<sign])):00\(end)", true)
  }

  /// The end of `time`, and that with it on a clock of 12 hours; nil where that is no working time.
  private func endAfterNoon(_ time: Timestamp) -> OtherEnd? {
    let start = time.secondOfDay / 60
    let end = (start + Int(time.minutesToEnd)) % 1440
    let later = end + 12 * 60
    // Behind a start in the afternoon, the end of the same afternoon is near.
    guard 5 * 60..<18 * 60 ~= start, 60..<12 * 60 ~= end, start < later,
      start < 13 * 60 || later - start <= 6 * 60
    else {
      return nil
    }
    let minute = (end % 60).twoDigits
    return ("\(end / 60):\(minute)", "\(time.minuteText)-\(later / 60):\(minute)", false)
  }

  /// An end shortly before the start, so that the entry lasts most of a day: `13:00-12:30`.
  func meantNight(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let time = heading.timestamp
    // With its zone it was written by a program, or by somebody who means what is there.
    guard time.utcOffset == nil, time.minutesToEnd > 16 * 60,
      let length = time.lengthText(in: zone)
    else { return nil }
    return MeantLine(at: heading.timestampRange.lowerBound, .headingNight(length: length))
  }

  /// A time that was corrected before the zone which tj wrote, and is none with that: `6:45 pm+00:00`, `6.45:00+00:00`.
  func meantBeforeZone(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let (date, title) = (heading.timestampRange.lowerBound + 10, heading.title)
    guard heading.timestamp.utcOffset == nil, date < title.lowerBound,
      !heading.hasDeclaredTitle(bytes.span)
    else { return nil }
    let typed = bytes[date..<title.upperBound].prefix(24)
    let sign = typed.indices.first { index in
      let zone = typed[index...].dropFirst().prefix(5)
      return index >= title.lowerBound && "+-".utf8.contains(typed[index]) && zone.count == 5
        && zone.dropFirst(2).first == .colon && zone.count(where: Byte.isDigit) == 4
    }
    guard let sign else { return nil }
    let end = sign + 6
    var clock = typed[..<sign].trimmed
    // The seconds that stood there, too.
    let hasSeconds = clock.suffix(3).elementsEqual(":00".utf8)
    if hasSeconds { clock = clock.dropLast(3) }
    // `9.30-10:45` has an end.
    let local = zone.offset(at: heading.timestamp.instant(in: zone))
    let isZone =
      bytes[sign] == UInt8(ascii: "+") || hasSeconds
      || bytes[sign..<end].elementsEqual(Timestamp.offsetText(local).utf8)
    guard isZone, clock.first.map(Byte.isDigit) == true,
      end == title.upperBound || Byte.isBlank(bytes[end])
    else { return nil }
    let loose = LooseClock(bytes.span, at: clock.startIndex, upTo: clock.endIndex)
    let read = TypedClock(bytes.span, in: clock.indices, after: .day)
    let day = heading.timestamp.date.text
    let readings = [
      loose?.end == clock.endIndex ? loose?.written : nil, String(utf8: clock),
      read?.end == clock.endIndex ? read?.written : nil,
    ]
    // Behind seconds an end is read as a zone.
    let time = readings.compactMap { $0.flatMap { Timestamp("\(day) \($0)") } }
      .first { $0.utcOffset == nil }
    // `9:00 call +01:00` has a title.
    guard time != nil || !clock.contains(where: Byte.isBlank) else { return nil }
    let start = string(heading.line.lowerBound..<heading.timestampRange.lowerBound)
    let rest = string(sign..<heading.line.upperBound)
    // An end has its zone behind a blank.
    let new = time.map { time -> [UInt8] in
      var end: [UInt8] = []
      if time.minutesToEnd > 0 { time.appendEnd(to: &end) }
      let written = end.isEmpty ? ":00" : "-\(String(utf8: end)) "
      return Array("\(start)\(time.minuteText)\(written)\(rest)".utf8)
    }
    let isClear =
      new.flatMap { ThreadDocument($0).entries.first?.heading }.map {
        $0.timestamp.utcOffset != nil && $0.timestamp.minutesToEnd == time?.minutesToEnd
      } == true
    let line = Line(startingAt: heading.line.lowerBound, in: bytes.span, upTo: bytes.count)
    return MeantLine(
      at: title.lowerBound,
      .headingTime(
        string(title.lowerBound..<end), isClear ? new.map { String(utf8: $0) } : nil, isSure: true),
      splices: isClear ? new.flatMap { splices(replacing: line, by: $0) } : nil)
  }

  /// A zone that is not the one here, or not any, and may be an end, or behind a day a time of it: `## 2026-11-20 22:00
  /// -07:15`, `## 2026-11-20 -11:30`.
  func meantZone(_ heading: EntryHeading, isNew: Bool, in zone: LocalTimeZone) -> MeantLine? {
    let (time, range) = (heading.timestamp, heading.timestampRange)
    let (typed, isDay) = (bytes[range], time.precision == .day)
    guard let offset = time.utcOffset, offset < 0, time.minutesToEnd == 0,
      isDay && isNew || zone.offset(at: time.instant(in: zone)) != offset,
      let sign = typed.lastIndex(of: UInt8(ascii: "-")),
      // `8pm -05:00` is no `8pm-5am`.
      !(Byte.isBlank(typed[sign - 1]) && TypedClock.hasHalf(typed[..<sign].trimmed))
    else { return nil }
    let isUsed = offset.isUsedByCountries || time.date.year < 1990
    // With a `T`, which says so in a draft, or with seconds, as programs write, it is a zone that there is.
    let isTyped =
      typed.contains(UInt8(ascii: "T"))
      ? !isNew && !isUsed : isNew || !isUsed || time.precision == .minute
    guard isDay || isTyped else { return nil }
    let name = string(sign..<range.upperBound)
    let clock = name.contains(":") ? name : "\(name.dropLast(2)):\(name.suffix(2))"
    let meant = isDay ? "\(time.date.text) \(clock.dropFirst())" : time.minuteText + clock
    return MeantLine(
      at: isDay ? sign : range.lowerBound,
      .headingZone(
        name, "## \(meant)\(string(range.upperBound..<heading.line.upperBound))",
        isEnd: !isDay, isUsed: isUsed))
  }

  /// The zone that is the one here in the other half of the year, as where an entry of that was copied:
  /// `2026-11-10 19:30:00+01:00` in London.
  func meantSeason(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let (time, range) = (heading.timestamp, heading.timestampRange)
    guard time.precision != .day, let offset = time.utcOffset else { return nil }
    let local = zone.offset(at: time.instant(in: zone))
    guard offset != local,
      [-180, -90, 90, 180].contains(where: {
        zone.offset(
          at: Instant(secondsSinceEpoch: time.instant(in: zone).secondsSinceEpoch + $0 * 86_400))
          == offset
      }),
      let sign = bytes[range].lastIndex(where: { "+-".utf8.contains($0) })
    else { return nil }
    let other = string(heading.line.lowerBound..<sign) + Timestamp.offsetText(local)
    return MeantLine(
      at: sign,
      .headingSeason(
        string(sign..<range.upperBound),
        readAs: Timestamp(instant: time.instant(in: zone), in: zone),
        other: other + string(range.upperBound..<heading.line.upperBound)))
  }

  /// A time, or an end, that no clock here showed: `2026-03-29 2:30`, `2026-03-29 1:00-2:30`.
  func meantGap(_ heading: EntryHeading, in zone: LocalTimeZone) -> MeantLine? {
    let time = heading.timestamp
    guard time.utcOffset == nil, time.precision != .day else { return nil }
    guard case .gap = zone.resolve(wallClockSeconds: time.wallClockSeconds) else {
      let end = time.wallClockSeconds + Int64(time.minutesToEnd) * 60
      guard time.minutesToEnd > 0, case .gap = zone.resolve(wallClockSeconds: end),
        let read = time.end(in: zone)
      else { return nil }
      var clock: [UInt8] = []
      time.appendEnd(to: &clock)
      return MeantLine(
        at: heading.timestampRange.lowerBound,
        .headingGap(String(utf8: clock), readAs: read))
    }
    let read = Timestamp(instant: time.instant(in: zone), in: zone)
    return MeantLine(
      at: heading.timestampRange.lowerBound,
      .headingGap(string(heading.timestampRange), readAs: read))
  }
}

extension Int32 {
  /// As an offset west of Greenwich, in seconds: whether a country had it since 1990.
  fileprivate var isUsedByCountries: Bool {
    self % 3600 == 0 || [-34_200, -16_200, -12_600, -9000].contains(self)
  }
}
