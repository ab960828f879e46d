import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

private func range(
  _ text: String, now: String = "2026-03-28 15:30:45.5-04:00", zone: LocalTimeZone = .newYork2026,
  dayStartsAt: Int = 0
) throws -> TimeRange {
  let instant = try #require(Timestamp(now)).instant(in: .utc)
  return try TimeRange.parse(text, now: instant, zone: zone, dayStartsAt: dayStartsAt)
}

private func bounds(_ range: TimeRange, zone: LocalTimeZone = .newYork2026) -> String {
  let ends = [range.lower, range.upper].map { instant in
    instant.map { Timestamp(instant: $0, in: zone).canonicalText } ?? ""
  }
  return ends.joined(separator: " < ")
}

private let reading = DateReading(zone: .newYork2026, dayStartsAt: 0)

@Suite struct TimeRangeTests {
  @Test(
    "Words mean a range, up to but without its upper bound",
    arguments: [
      ("2026", "2026-01-01 00:00:00-05:00 < 2027-01-01 00:00:00-05:00"),
      ("2026-03", "2026-03-01 00:00:00-05:00 < 2026-04-01 00:00:00-04:00"),
      ("2026-12", "2026-12-01 00:00:00-05:00 < 2027-01-01 00:00:00-05:00"),
      ("2026-Q1", "2026-01-01 00:00:00-05:00 < 2026-04-01 00:00:00-04:00"),
      ("2026-q4", "2026-10-01 00:00:00-04:00 < 2027-01-01 00:00:00-05:00"),
      ("2026-W13", "2026-03-23 00:00:00-04:00 < 2026-03-30 00:00:00-04:00"),
      ("2026-W01", "2025-12-29 00:00:00-05:00 < 2026-01-05 00:00:00-05:00"),
      ("2026-w53", "2026-12-28 00:00:00-05:00 < 2027-01-04 00:00:00-05:00"),
      ("2026-03-28", "2026-03-28 00:00:00-04:00 < 2026-03-29 00:00:00-04:00"),
      ("2026-03-08", "2026-03-08 00:00:00-05:00 < 2026-03-09 00:00:00-04:00"),
      ("2026-03-28Z", "2026-03-27 20:00:00-04:00 < 2026-03-28 20:00:00-04:00"),
      ("2026-03-28 07:12", "2026-03-28 07:12:00-04:00 < 2026-03-28 07:13:00-04:00"),
      ("2026-03-28 07:12:33Z", "2026-03-28 03:12:33-04:00 < 2026-03-28 03:12:34-04:00"),
      (
        "2026-03-28 07:12:33.999999999",
        "2026-03-28 07:12:33.999999999-04:00 < 2026-03-28 07:12:34-04:00"
      ),
      ("today", "2026-03-28 00:00:00-04:00 < 2026-03-29 00:00:00-04:00"),
      ("yesterday", "2026-03-27 00:00:00-04:00 < 2026-03-28 00:00:00-04:00"),
      ("yesterday 21:30", "2026-03-27 21:30:00-04:00 < 2026-03-27 21:31:00-04:00"),
      ("now", "2026-03-28 15:30:45-04:00 < 2026-03-28 15:30:46-04:00"),
      ("Monday", "2026-03-23 00:00:00-04:00 < 2026-03-24 00:00:00-04:00"),
      ("last saturday", "2026-03-21 00:00:00-04:00 < 2026-03-22 00:00:00-04:00"),
      ("3 days ago", "2026-03-25 00:00:00-04:00 < 2026-03-26 00:00:00-04:00"),
      ("this week", "2026-03-23 00:00:00-04:00 < 2026-03-30 00:00:00-04:00"),
      ("last week", "2026-03-16 00:00:00-04:00 < 2026-03-23 00:00:00-04:00"),
      ("next week", "2026-03-30 00:00:00-04:00 < 2026-04-06 00:00:00-04:00"),
      ("this month", "2026-03-01 00:00:00-05:00 < 2026-04-01 00:00:00-04:00"),
      ("last month", "2026-02-01 00:00:00-05:00 < 2026-03-01 00:00:00-05:00"),
      ("this quarter", "2026-01-01 00:00:00-05:00 < 2026-04-01 00:00:00-04:00"),
      ("last quarter", "2025-10-01 00:00:00-05:00 < 2026-01-01 00:00:00-05:00"),
      ("this year", "2026-01-01 00:00:00-05:00 < 2027-01-01 00:00:00-05:00"),
      ("last year", "2025-01-01 00:00:00-05:00 < 2026-01-01 00:00:00-05:00"),
      ("last 7 days", "2026-03-22 00:00:00-04:00 < 2026-03-29 00:00:00-04:00"),
      ("past 2 weeks", "2026-03-15 00:00:00-04:00 < 2026-03-29 00:00:00-04:00"),
      ("last 3 months", "2025-12-29 00:00:00-05:00 < 2026-03-29 00:00:00-04:00"),
      ("last 1 day", "2026-03-28 00:00:00-04:00 < 2026-03-29 00:00:00-04:00"),
      ("last 3 hours", "2026-03-28 12:30:45-04:00 < 2026-03-28 15:30:46-04:00"),
      ("2026-03-01..2026-03-15", "2026-03-01 00:00:00-05:00 < 2026-03-16 00:00:00-04:00"),
      ("2026-01 .. 2026-02", "2026-01-01 00:00:00-05:00 < 2026-03-01 00:00:00-05:00"),
      ("yesterday 2pm..3pm", "2026-03-27 14:00:00-04:00 < 2026-03-27 15:01:00-04:00"),
      ("2026-03-20 22:00..02:00", "2026-03-20 22:00:00-04:00 < 2026-03-21 02:01:00-04:00"),
      ("2026-03-15..2026-03", "2026-03-15 00:00:00-04:00 < 2026-04-01 00:00:00-04:00"),
      ("november", "2025-11-01 00:00:00-05:00 < 2025-12-01 00:00:00-05:00"),
      ("march", "2026-03-01 00:00:00-05:00 < 2026-04-01 00:00:00-04:00"),
      ("last mar", "2025-03-01 00:00:00-05:00 < 2025-04-01 00:00:00-05:00"),
      ("february 2025", "2025-02-01 00:00:00-05:00 < 2025-03-01 00:00:00-05:00"),
      ("november..january", "2025-11-01 00:00:00-05:00 < 2026-02-01 00:00:00-05:00"),
      ("last night", "2026-03-27 22:00:00-04:00 < 2026-03-28 06:00:00-04:00"),
      ("this morning", "2026-03-28 06:00:00-04:00 < 2026-03-28 12:00:00-04:00"),
      ("14:00-15:30", "2026-03-28 14:00:00-04:00 < 2026-03-28 15:31:00-04:00"),
      ("2025..", "2025-01-01 00:00:00-05:00 < "),
      ("..2025", " < 2026-01-01 00:00:00-05:00"),
      ("..now", " < 2026-03-28 15:30:46-04:00"),
      ("last week..yesterday", "2026-03-16 00:00:00-04:00 < 2026-03-28 00:00:00-04:00"),
      ("monday..", "2026-03-23 00:00:00-04:00 < "),
      ("2h ago..", "2026-03-28 13:30:45-04:00 < "),
      ("yesterday 2pm..3pm", "2026-03-27 14:00:00-04:00 < 2026-03-27 15:01:00-04:00"),
      ("2026-03-20 23:00..01:00", "2026-03-20 23:00:00-04:00 < 2026-03-21 01:01:00-04:00"),
      ("yesterday 14:00..today 9:00", "2026-03-27 14:00:00-04:00 < 2026-03-28 09:01:00-04:00"),
      ("08:00..09:00", "2026-03-28 08:00:00-04:00 < 2026-03-28 09:01:00-04:00"),
      (
        "2026-03-28..2026-03-28 07:12:33.5",
        "2026-03-28 00:00:00-04:00 < 2026-03-28 07:12:33.500000001-04:00"
      ),
      ("week", "2026-03-23 00:00:00-04:00 < 2026-03-30 00:00:00-04:00"),
      ("month", "2026-03-01 00:00:00-05:00 < 2026-04-01 00:00:00-04:00"),
      ("weekend", "2026-03-28 00:00:00-04:00 < 2026-03-30 00:00:00-04:00"),
      ("last weekend", "2026-03-21 00:00:00-04:00 < 2026-03-23 00:00:00-04:00"),
      ("W13", "2026-03-23 00:00:00-04:00 < 2026-03-30 00:00:00-04:00"),
      ("week 14", "2025-03-31 00:00:00-05:00 < 2025-04-07 00:00:00-05:00"),
      ("KW9", "2026-02-23 00:00:00-05:00 < 2026-03-02 00:00:00-05:00"),
      ("2026-w9", "2026-02-23 00:00:00-05:00 < 2026-03-02 00:00:00-05:00"),
      ("q4", "2025-10-01 00:00:00-05:00 < 2026-01-01 00:00:00-05:00"),
      ("2026-03-20..22", "2026-03-20 00:00:00-04:00 < 2026-03-23 00:00:00-04:00"),
      ("2026-02-20..03-02", "2026-02-20 00:00:00-05:00 < 2026-03-03 00:00:00-05:00"),
      ("2026-01..2", "2026-01-01 00:00:00-05:00 < 2026-03-01 00:00:00-05:00"),
      ("0001", "0001-01-01 00:00:00-05:00 < 0002-01-01 00:00:00-05:00"),
      ("0001-W01", "0001-01-01 00:00:00-05:00 < 0001-01-08 00:00:00-05:00"),
    ])
  func words(text: String, expected: String) throws {
    #expect(bounds(try range(text)) == expected)
  }

  @Test("The last day, week, month and year of the calendar have ends")
  func calendarEnd() throws {
    let end = Instant(secondsSinceEpoch: 253_402_300_800)
    for text in ["9999", "9999-12", "9999-Q4", "9999-12-31", "..9999-12-31 23:59"] {
      #expect(try range(text, zone: .utc).upper == end, "\(text)")
    }
  }

  @Test("Both ends are within, and nothing beside them") func contains() throws {
    let march = try range("2026-03-01..2026-03-15")
    for (text, isWithin) in [
      ("2026-02-28 23:59:59.999999999-05:00", false), ("2026-03-01T00:00-05:00", true),
      ("2026-03-15 23:59:59.999999999-04:00", true), ("2026-03-16T00:00-04:00", false),
    ] {
      #expect(march.contains(try #require(Timestamp(text)), reading) == isWithin, "\(text)")
    }
    let (first, last) = (
      try #require(Timestamp("0001-01-01")), try #require(Timestamp("9999-12-31 23:59:59"))
    )
    let everything = TimeRange(start: nil, end: nil)
    #expect(everything.contains(first, reading) && everything.contains(last, reading))
    #expect(try range("2026..").contains(last, reading))
    #expect(try range("..2026").contains(first, reading))
    #expect(try !range("..2026").contains(last, reading))
  }

  @Test(
    "A day is that of the clock by which an entry was written, a time is the same on all clocks",
    arguments: [
      ("2026-03-20", "2026-03-20 02:00+09:00", true),
      ("2026-03-20", "2026-03-20 23:30-10:00", true),
      ("2026-03-20", "2026-03-19 23:59+09:00", false),
      ("2026-03-20", "2026-03-21 00:00-10:00", false), ("2026-03-20", "2026-03-20", true),
      ("2026-03..", "2026-03-01 00:00+14:00", true), ("..2026-03", "2026-04-01 00:00+14:00", false),
      ("2026-03-20 02:00", "2026-03-20 02:00+09:00", false),
      ("2026-03-20 02:00-04:00", "2026-03-20 15:00+09:00", true),
      ("2026-03-20 00:00..", "2026-03-20 02:00+09:00", false),
    ]) func ownClock(text: String, time: String, isWithin: Bool) throws
  {
    let range = try range(text)
    #expect(range.contains(try #require(Timestamp(time)), reading) == isWithin)
    #expect(range.isOfDays == (text == "2026-03-20"))
  }

  @Test("Before the start of days, an entry is of the day before, on its own clock")
  func ownDay() throws {
    let four = DateReading(zone: .newYork2026, dayStartsAt: 4 * 3600)
    let day = try range("2026-03-20", dayStartsAt: 4 * 3600)
    for (time, isWithin) in [
      ("2026-03-20 03:59+09:00", false), ("2026-03-21 03:59+09:00", true), ("2026-03-20", true),
    ] {
      #expect(day.contains(try #require(Timestamp(time)), four) == isWithin, "\(time)")
    }
  }

  @Test(
    "Days that follow one another leave no instant out, whatever the clock does",
    arguments: ["2026-03-06", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-23", "2026-10-30"])
  func daysFollow(first: String) throws {
    let date = try #require(Timestamp(first)).date
    for zone in [LocalTimeZone.newYork2026, .lordHowe2026, .beirut2026] {
      for dayStartsAt in [0, 1800, 2 * 3600 + 900, 4 * 3600] {
        for day in 0..<4 {
          func parse(_ day: Int) throws -> TimeRange {
            let parts = date.advanced(byDays: day).parts
            let month = parts.month < 10 ? "0\(parts.month)" : "\(parts.month)"
            let text = "\(parts.year)-\(month)-\(parts.day < 10 ? "0" : "")\(parts.day)"
            return try range(text, zone: zone, dayStartsAt: dayStartsAt)
          }
          let (today, tomorrow) = (try parse(day), try parse(day + 1))
          #expect(today.upper == tomorrow.lower)
          let hours = zip([today.upper], [today.lower]).map { upper, lower in
            ((upper?.secondsSinceEpoch ?? 0) - (lower?.secondsSinceEpoch ?? 0)) / 1800
          }
          #expect(hours.allSatisfy { (46...50).contains($0) })
        }
      }
    }
  }

  @Test("A day that did not happen is an empty range") func skippedDay() throws {
    let day = try range("2011-12-30", zone: .samoa2011)
    #expect(day.lower == day.upper)
    #expect(day.lower == Instant(secondsSinceEpoch: 1_325_239_200))
    let around = try range("2011-12-29..2011-12-31", zone: .samoa2011)
    #expect(
      bounds(around, zone: .samoa2011) == "2011-12-29 00:00:00-10:00 < 2012-01-01 00:00:00+14:00")
  }

  @Test(
    "Where days start at four, so do weeks, months and years",
    arguments: [
      ("today", "2026-02-28 04:00:00-05:00 < 2026-03-01 04:00:00-05:00"),
      ("this month", "2026-02-01 04:00:00-05:00 < 2026-03-01 04:00:00-05:00"),
      ("2026-03", "2026-03-01 04:00:00-05:00 < 2026-04-01 04:00:00-04:00"),
      ("1 day ago", "2026-02-27 04:00:00-05:00 < 2026-02-28 04:00:00-05:00"),
      ("last 2 days", "2026-02-27 04:00:00-05:00 < 2026-03-01 04:00:00-05:00"),
      ("01:00..", "2026-03-01 01:00:00-05:00 < "),
    ])
  func dayStart(text: String, expected: String) throws {
    #expect(
      bounds(try range(text, now: "2026-03-01T02:00-05:00", dayStartsAt: 4 * 3600)) == expected)
  }

  @Test(
    "What is no range is an error that says where",
    arguments: [
      ("", TimeExpressionError.notUnderstood(text: "", column: 1)),
      ("..", .notUnderstood(text: "..", column: 1)),
      ("2026...", .notUnderstood(text: "2026...", column: 7)),
      ("2026..foo", .notUnderstood(text: "2026..foo", column: 7)),
      ("2026-Q1 x", .notUnderstood(text: "2026-Q1 x", column: 1)),
      ("this week x", .notUnderstood(text: "this week x", column: 11)),
      ("last 2 days 3 hours", .notUnderstood(text: "last 2 days 3 hours", column: 1)),
      ("26", .notUnderstood(text: "26", column: 1)),
      ("0000", .noSuchDate(text: "0000")),
      ("2026-13", .noSuchDate(text: "2026-13")),
      ("2026-00", .noSuchDate(text: "2026-00")),
      ("2026-Q5", .noSuchDate(text: "2026-Q5")),
      ("2026-Q0", .noSuchDate(text: "2026-Q0")),
      ("2026-W54", .noSuchDate(text: "2026-W54")),
      ("2025-W53", .noSuchDate(text: "2025-W53")),
      ("2026-W00", .noSuchDate(text: "2026-W00")),
      ("2026 .. 2026-02-30", .noSuchDate(text: "2026-02-30")),
      ("last 9999 years", .noSuchDate(text: "last 9999 years")),
      ("2026..2025", .endBeforeStart(text: "2026..2025")),
      ("today..yesterday", .endBeforeStart(text: "today..yesterday")),
      ("09:00..08:00", .endBeforeStart(text: "09:00..08:00")),
      (
        "2026-11-01-2026-11-05",
        .otherSign(text: "2026-11-01-2026-11-05", meant: "2026-11-01..2026-11-05")
      ), ("2025-2026", .otherSign(text: "2025-2026", meant: "2025..2026")),
      ("monday to friday", .otherSign(text: "monday to friday", meant: "monday..friday")),
      ("2025 – today", .otherSign(text: "2025 – today", meant: "2025..today")),
      ("2025...2026", .otherSign(text: "2025...2026", meant: "2025..2026")),
    ])
  func errors(text: String, expected: TimeExpressionError) throws {
    #expect(throws: expected) { try range(text) }
  }

  @Test("An end that the clock skips is an error") func skippedEnd() {
    #expect(throws: TimeExpressionError.self) { try range("2026-03-08 02:30..") }
  }

  @Test("ISO weeks follow one another through the years, each with its Thursday's year")
  func isoWeeks() throws {
    var monday = try #require(CalendarDate(year: 2019, month: 12, day: 30))
    for year in 2020...2032 {
      let isLong = [2020, 2026, 2032].contains(year)
      for week in 1...(isLong ? 53 : 52) {
        let days = try range("\(year)-W\(week < 10 ? "0" : "")\(week)", zone: .utc)
        #expect(days.lower?.secondsSinceEpoch == Int64(monday.daysSinceEpoch) * 86_400)
        monday = monday.advanced(byDays: 7)
        #expect(days.upper?.secondsSinceEpoch == Int64(monday.daysSinceEpoch) * 86_400)
      }
      #expect(throws: TimeExpressionError.self) {
        try range("\(year)-W\(isLong ? 54 : 53)", zone: .utc)
      }
    }
  }
}
