import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// Saturday, 28 March 2026, in New York unless said otherwise.
private func meaning(
  _ text: String, now: String = "2026-03-28 15:30:45.5-04:00", zone: LocalTimeZone = .newYork2026,
  dayStartsAt: Int = 0
) throws -> String {
  let instant = try #require(Timestamp(now)).instant(in: .utc)
  return try TimeExpression.parse(text, now: instant, zone: zone, dayStartsAt: dayStartsAt)
    .canonicalText
}

private func failure(
  _ text: String, now: String = "2026-03-28 15:30:45.5-04:00", zone: LocalTimeZone = .newYork2026
) -> TimeExpressionError? {
  do {
    _ = try meaning(text, now: now, zone: zone)
    return nil
  } catch {
    return error as? TimeExpressionError
  }
}

@Suite struct TimeExpressionTests {
  @Test(
    "Words mean a time, relative to now",
    arguments: [
      ("now", "2026-03-28 15:30:45-04:00"),
      ("today", "2026-03-28 00:00:00-04:00"),
      ("yesterday", "2026-03-27 00:00:00-04:00"),
      ("tomorrow", "2026-03-29 00:00:00-04:00"),
      ("  Yesterday   21:30 ", "2026-03-27 21:30:00-04:00"),
      ("yesterday at 9", "2026-03-27 09:00:00-04:00"),
      ("yesterday at 21:30:05", "2026-03-27 21:30:05-04:00"),
      ("TODAY 9PM", "2026-03-28 21:00:00-04:00"),
      ("21:30", "2026-03-28 21:30:00-04:00"),
      ("9:30", "2026-03-28 09:30:00-04:00"),
      ("9pm", "2026-03-28 21:00:00-04:00"),
      ("9:30 pm", "2026-03-28 21:30:00-04:00"),
      ("9p", "2026-03-28 21:00:00-04:00"),
      ("2026-03-27 9:30a", "2026-03-27 09:30:00-04:00"),
      ("12am", "2026-03-28 00:00:00-04:00"),
      ("12 pm", "2026-03-28 12:00:00-04:00"),
      ("noon", "2026-03-28 12:00:00-04:00"),
      ("at 9", "2026-03-28 09:00:00-04:00"),
      ("midnight", "2026-03-28 00:00:00-04:00"),
      ("9pm yesterday", "2026-03-27 21:00:00-04:00"),
      ("yesterday 9pm UTC", "2026-03-27 21:00:00+00:00"),
      ("2026-03-27 21:00 UTC", "2026-03-27 21:00:00+00:00"),
      ("2026-03-27 21:00:05 gmt", "2026-03-27 21:00:05+00:00"),
      ("2026-03-27 21:00-22:00 UTC", "2026-03-27 21:00-22:00 +00:00"),
      ("7:15 on monday", "2026-03-23 07:15:00-04:00"),
      ("9pm 2026-03-20", "2026-03-20 21:00:00-04:00"),
      ("noon on 2026-03-20", "2026-03-20 12:00:00-04:00"),
      ("on 2026-03-20 9pm", "2026-03-20 21:00:00-04:00"),
      ("9pm 3 days ago", "2026-03-25 21:00:00-04:00"),
      ("7:15 in 2 days", "2026-03-30 07:15:00-04:00"),
      ("monday", "2026-03-23 00:00:00-04:00"),
      ("Saturday", "2026-03-28 00:00:00-04:00"),
      ("last saturday", "2026-03-21 00:00:00-04:00"),
      ("last friday", "2026-03-27 00:00:00-04:00"),
      ("last monday 8am", "2026-03-23 08:00:00-04:00"),
      ("next saturday", "2026-04-04 00:00:00-04:00"),
      ("next sun", "2026-03-29 00:00:00-04:00"),
      ("this thurs at noon", "2026-03-26 12:00:00-04:00"),
      ("on tue", "2026-03-24 00:00:00-04:00"),
      ("3 days ago", "2026-03-25 15:30:45-04:00"),
      ("3d ago", "2026-03-25 15:30:45-04:00"),
      ("three days ago at 8:00", "2026-03-25 08:00:00-04:00"),
      ("a week ago", "2026-03-21 15:30:45-04:00"),
      ("1 month ago", "2026-02-28 15:30:45-05:00"),
      ("a year ago", "2025-03-28 15:30:45-05:00"),
      ("2h ago", "2026-03-28 13:30:45-04:00"),
      ("an hour ago", "2026-03-28 14:30:45-04:00"),
      ("1h 30m ago", "2026-03-28 14:00:45-04:00"),
      ("1 hour and 30 minutes ago", "2026-03-28 14:00:45-04:00"),
      ("1h30m5s ago", "2026-03-28 14:00:40-04:00"),
      ("2 days and 2 hours ago", "2026-03-26 13:30:45-04:00"),
      ("in 2 hours", "2026-03-28 17:30:45-04:00"),
      ("in 3 days", "2026-03-31 15:30:45-04:00"),
      ("two weeks ago", "2026-03-14 15:30:45-04:00"),
      ("8:30pm", "2026-03-28 20:30:00-04:00"),
      ("this morning", "2026-03-28 06:00:00-04:00"),
      ("last night", "2026-03-27 22:00:00-04:00"),
      ("tonight", "2026-03-28 22:00:00-04:00"),
      ("Yesterday Evening", "2026-03-27 18:00:00-04:00"),
      ("monday afternoon", "2026-03-23 12:00:00-04:00"),
      ("14:00-15:30", "2026-03-28 14:00-15:30 -04:00"),
      ("yesterday 22:00–6:30", "2026-03-27 22:00-06:30 -04:00"),
      ("22:00-24:00 yesterday", "2026-03-27 22:00-00:00 -04:00"),
      ("14:00-15:30 +02:00", "2026-03-28 14:00-15:30 +02:00"),
      ("21:30 -04:00", "2026-03-28 21:30:00-04:00"),
    ])
  func words(text: String, expected: String) throws {
    #expect(try meaning(text) == expected)
  }

  @Test(
    "A timestamp means itself, with the zone's offset where it has none",
    arguments: [
      ("2026-03-01", "2026-03-01 00:00:00-05:00"),
      ("2026-03-28 07:12", "2026-03-28 07:12:00-04:00"),
      ("2026-03-28T07:12:33.250Z", "2026-03-28 07:12:33.25+00:00"),
      ("2026-03-28 07:12 +0530", "2026-03-28 07:12:00+05:30"),
      ("2026-03-28+02:00", "2026-03-28 00:00:00+02:00"),
      ("2026-03-28 9pm", "2026-03-28 21:00:00-04:00"),
      ("2026-03-28 14:00-15:30", "2026-03-28 14:00-15:30 -04:00"),
      ("2026-03-01 9:00-9:45", "2026-03-01 09:00-09:45 -05:00"),
      ("2026-03-28 at 9:05", "2026-03-28 09:05:00-04:00"),
      ("14:00 - 15:30", "2026-03-28 14:00-15:30 -04:00"),
      ("14:00 – 9:30", "2026-03-28 14:00-09:30 -04:00"),
      ("9:05 -10:00", "2026-03-28 09:05:00-10:00"),
      ("0001-01-01", "0001-01-01 00:00:00-05:00"),
      ("9999-12-31 23:59:59", "9999-12-31 23:59:59-05:00"),
    ])
  func timestamps(text: String, expected: String) throws {
    #expect(try meaning(text) == expected)
  }

  @Test("A year back from the last of February or the 31st is the month's last day")
  func monthEnds() throws {
    #expect(
      try meaning("1 year ago", now: "2024-02-29 12:00Z", zone: .utc)
        == "2023-02-28 12:00:00+00:00")
    #expect(
      try meaning("1 month ago", now: "2026-03-31 12:00Z", zone: .utc)
        == "2026-02-28 12:00:00+00:00")
    #expect(
      try meaning("2 months ago", now: "2026-01-31 12:00Z", zone: .utc)
        == "2025-11-30 12:00:00+00:00")
  }

  @Test(
    "Words that are not understood are an error at their column",
    arguments: [
      ("", 1), ("   ", 4), ("foo", 1), ("yesterday foo", 11), ("yesterday at", 13),
      ("now 9pm", 5), ("9", 1), ("3 days", 7), ("3 apples ago", 1), ("last", 1),
      ("2026-03-28 2 apples", 12), ("2026-03-28 07:12 x", 18), ("21:3", 4),
      ("21:30 +2", 7), ("21:30 +02 00", 11), ("9:30:5", 6), ("ago", 1), ("mo", 1),
      ("in", 1), ("gestern", 1), ("last morning", 1), ("14:00-", 7),
      ("14:00-15", 9), ("2026-03-28 9.05", 12),
      ("été", 1), ("today 99999999999999999999", 7),
    ])
  func notUnderstood(text: String, column: Int) {
    #expect(failure(text) == .notUnderstood(text: text, column: column))
  }

  @Test(
    "The last words may be a time of day in another form",
    arguments: [
      ("yesterday 7.30", "yesterday 7:30"), ("monday 9", "monday at 9"),
      ("today 19h", "today 19:00"), ("2026-03-28 1930", "2026-03-28 19:30"),
      ("yesterday (7:30)", "yesterday 7:30"), ("yesterday 22-23", "yesterday 22:00-23:00"),
      ("yesterday 9-5", "yesterday 9:00-17:00"), ("yesterday 9am-5", "yesterday 9am-5pm"),
      ("yesterday 9:30am-5:30", "yesterday 9:30am-5:30pm"),
      ("yesterday 8pm-10", "yesterday 8pm-10pm"),
      ("last night 11", "yesterday 23:00"), ("last night 2am", "today 2am"),
      ("this morning 6:45", "today 6:45"), ("yesterday evening 8:30", "yesterday 20:30"),
      ("yesterday afternoon 3pm", "yesterday 3pm"), ("yesterday night 1:30", nil),
      ("2026-03-28 06:00 bis 14:15", "2026-03-28 06:00-14:15"),
      ("yesterday 6 bis 14 Uhr", "yesterday 6:00-14:00"),
      ("yesterday 7 km", nil), ("yesterday", nil), ("7.30", nil),
    ] as [(String, String?)])
  func otherClock(text: String, meant: String?) {
    #expect(TimeExpression.withClock(text.split(separator: " ").map(String.init)) == meant)
  }

  @Test(
    "A range is no time, and is told as such",
    arguments: ["2026", "2026-03", "november", "monday.."])
  func ranges(text: String) {
    #expect(failure(text) == .isRange(text: text))
  }

  @Test("A date of another form shows what it may mean, and is read only in a known order")
  func otherForms() throws {
    let now = try #require(Timestamp("2026-03-28T15:30:45-04:00")).instant(in: .utc)
    for (text, form, dates) in [
      ("21.11.2026", "21.11.2026", ["2026-11-21"]),
      ("11/21/2026 9pm", "11/21/2026", ["2026-11-21"]),
      ("11/12/2026", "11/12/2026", ["2026-12-11", "2026-11-12"]),
      ("5.5.2026", "5.5.2026", ["2026-05-05"]),
      ("2026/11/21", "2026/11/21", ["2026-11-21"]), ("2026-3-8", "2026-3-8", ["2026-03-08"]),
      ("3/1 9pm", "3/1", ["2026-01-03", "2026-03-01"]),
      ("20.3.", "20.3.", ["2026-03-20"]), ("5.3. 20:30", "5.3.", ["2026-03-05"]),
      ("sunday, 21st of November 2026", "sunday, 21st of November 2026", ["2026-11-21"]),
    ] {
      #expect(throws: TimeExpressionError.self, "\(text)") { try meaning(text) }
      guard case .otherForm(let found, let meant, _)? = failure(text) else {
        Issue.record("\(text) is not told")
        continue
      }
      #expect(found == form)
      #expect(meant.map(\.text) == dates)
    }
    for (text, expected) in [
      ("Nov 21, 2026", "2026-11-21 00:00:00-05:00"), ("nov 20 8pm", "2025-11-20 20:00:00-05:00"),
      ("saturday, 21st of November 2026", "2026-11-21 00:00:00-05:00"),
      ("20 mar 20:30", "2026-03-20 20:30:00-04:00"),
      ("28. März", "2026-03-28 00:00:00-04:00"), ("29 mar", "2025-03-29 00:00:00-05:00"),
    ] {
      #expect(try meaning(text) == expected, "\(text)")
    }
    for (text, order, expected) in [
      ("21.11.2026", ForeignDate.Order.dmy, "2026-11-21 00:00:00-05:00"),
      ("11/12/2026 9:05", .dmy, "2026-12-11 09:05:00-05:00"),
      ("11/12/2026 9:05", .mdy, "2026-11-12 09:05:00-05:00"),
      ("3/11", .mdy, "2026-03-11 00:00:00-04:00"), ("11/3 9p", .dmy, "2026-03-11 21:00:00-04:00"),
      ("11/12 9pm", .mdy, "2025-11-12 21:00:00-05:00"),
    ] {
      let time = try TimeExpression.parse(text, now: now, zone: .newYork2026, dateOrder: order)
      #expect(time.canonicalText == expected)
    }
    for text in ["1.2.26", "32.13.2026", "2026.11.16.1", "12/13/2026x", "may 2026"] {
      let bytes = Array(text.utf8)
      #expect(ForeignDate(bytes.span, at: 0, upTo: bytes.count) == nil, "\(text)")
    }
  }

  @Test(
    "A date or time that does not exist, or lies beyond the years 1 to 9999, is an error",
    arguments: [
      "2026-02-30", "0000-01-01", "31.11.2026", "2026/02/30", "31 November 2026", "25:00", "12:60",
      "13pm", "0am", "yesterday 24:00",
      "2026-03-28 25:00", "21:30 +24:00", "21:30 +15:00", "14:00-24:30", "14:00-15:60",
      "3000 years ago", "99999999999999999999 days ago",
      "99999999999 hours ago", "in 9000 years",
    ])
  func noSuchDate(text: String) {
    #expect(failure(text) == .noSuchDate(text: text))
  }

  @Test("Amounts without end are an error") func endlessAmounts() {
    let text = String(repeating: "999999999999h 9y 9d ", count: 5000) + "ago"
    #expect(failure(text) == .noSuchDate(text: text))
  }

  @Test("A local time that the clock skips is an error that says from when to when") func skipped()
  {
    guard
      case .skippedLocalTime(text: "2026-03-08 02:30", let from, let to) =
        failure("2026-03-08 02:30")
    else {
      Issue.record("a skipped time is accepted")
      return
    }
    #expect(from.canonicalText == "2026-03-08 02:00:00-05:00")
    #expect(to.canonicalText == "2026-03-08 03:00:00-04:00")
    let dayAfter = failure("yesterday 2:30", now: "2026-03-09T12:00-04:00")
    guard case .skippedLocalTime(text: "yesterday 2:30", _, _) = dayAfter else {
      Issue.record("\(String(describing: dayAfter))")
      return
    }
  }

  @Test("A zone in the text overrules the local one, in a gap and in an overlap") func writtenZone()
    throws
  {
    #expect(try meaning("2026-03-08T02:30-05:00") == "2026-03-08 02:30:00-05:00")
    #expect(try meaning("2026-11-01 01:30") == "2026-11-01 01:30:00-04:00")
    #expect(try meaning("2026-11-01 01:30 -05:00") == "2026-11-01 01:30:00-05:00")
    #expect(try meaning("yesterday 21:30Z") == "2026-03-27 21:30:00+00:00")
    #expect(try meaning("9pm utc") == "2026-03-28 21:00:00+00:00")
    #expect(try meaning("9:30pm+0200 yesterday") == "2026-03-27 21:30:00+02:00")
  }

  @Test("What is counted back from now stays a time that exists") func countedBack() throws {
    #expect(
      try meaning("1 day ago", now: "2026-03-09T02:30-04:00") == "2026-03-08 03:30:00-04:00")
    #expect(
      try meaning("2 hours ago", now: "2026-03-08T04:30-04:00") == "2026-03-08 01:30:00-05:00")
    #expect(
      try meaning("30 min ago", now: "2026-11-01T01:15-05:00") == "2026-11-01 01:45:00-04:00")
    #expect(
      try meaning("0 minutes ago", now: "2026-11-01T01:15-05:00") == "2026-11-01 01:15:00-05:00")
  }

  @Test("A day whose midnight is skipped starts after the skip; one skipped whole is an error")
  func skippedMidnight() throws {
    #expect(
      try meaning("2026-03-29", zone: .beirut2026) == "2026-03-29 01:00:00+03:00")
    #expect(
      try meaning("2026-03-29", zone: .beirut2026, dayStartsAt: 1800)
        == "2026-03-29 01:00:00+03:00")
    #expect(try meaning("2026-03-08", dayStartsAt: 9000) == "2026-03-08 03:00:00-04:00")
    #expect(failure("2026-03-29 00:30", zone: .beirut2026) != nil)
    #expect(
      try meaning("yesterday", now: "2026-10-26 12:00+02:00", zone: .beirut2026)
        == "2026-10-25 00:00:00+02:00")
    guard case .skippedLocalTime = failure("2011-12-30", zone: .samoa2011) else {
      Issue.record("a day that did not happen is accepted")
      return
    }
    #expect(try meaning("2011-12-31", zone: .samoa2011) == "2011-12-31 00:00:00+14:00")
  }

  @Test(
    "Where days start at four, the small hours belong to the day before",
    arguments: [
      ("2026-03-29T01:30-04:00", "today", "2026-03-28 04:00:00-04:00"),
      ("2026-03-29T01:30-04:00", "yesterday", "2026-03-27 04:00:00-04:00"),
      ("2026-03-29T01:30-04:00", "last night", "2026-03-28 22:00:00-04:00"),
      ("2026-03-29T08:30-04:00", "last night", "2026-03-28 22:00:00-04:00"),
      ("2026-03-29T01:30-04:00", "23:30", "2026-03-28 23:30:00-04:00"),
      ("2026-03-29T01:30-04:00", "01:00", "2026-03-29 01:00:00-04:00"),
      ("2026-03-29T01:30-04:00", "today 23:30", "2026-03-28 23:30:00-04:00"),
      ("2026-03-29T01:30-04:00", "now", "2026-03-29 01:30:00-04:00"),
      ("2026-03-29T01:30-04:00", "saturday", "2026-03-28 04:00:00-04:00"),
      ("2026-03-29T04:00-04:00", "today", "2026-03-29 04:00:00-04:00"),
      ("2026-03-29T10:00-04:00", "01:30", "2026-03-29 01:30:00-04:00"),
      ("2026-03-29T10:00-04:00", "2026-03-20", "2026-03-20 04:00:00-04:00"),
    ])
  func dayStart(now: String, text: String, expected: String) throws {
    #expect(try meaning(text, now: now, dayStartsAt: 4 * 3600) == expected)
  }

  @Test("No mixture of words is a trap, and what is understood is written and read the same")
  func randomWords() {
    let pieces = [
      "now", "today", "yesterday", "monday", "last", "next", "in", "ago", "at", "on", "9", "21:30",
      "pm", "2026-03-28", "0001-01-01", "9999-12-31", "23:59", "-04:00", "+23:59", "999999999",
      "days", "h", "months", "noon", "z", "..", "a", "and", "é", "-", ":",
    ]
    var state: UInt64 = 5
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var understood = 0
    for _ in 0..<10_000 {
      let text = (0...random(4)).map { _ in pieces[random(pieces.count)] }.joined(separator: " ")
      let now = Instant(secondsSinceEpoch: Int64(random(2) * 253_402_300_000))
      guard let time = try? TimeExpression.parse(text, now: now, zone: .newYork2026) else {
        continue
      }
      understood += 1
      #expect(time.utcOffset != nil)
      #expect(Timestamp(time.canonicalText) == time, "\(text)")
    }
    #expect(understood > 500)
  }
}
