import TestSupport
import Testing
import ThreadStorage

@Suite struct TimestampTests {
  @Test(
    "A timestamp of every form of F8 is read, up to its end",
    arguments: [
      ("2026-03-28", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 2 apples", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 07:12", 16, "2026-03-28 07:12:00"),
      ("2026-03-28T07:12", 16, "2026-03-28 07:12:00"),
      ("2026-03-28 07:12 - a title", 16, "2026-03-28 07:12:00"),
      ("2026-03-28 07:12 -04:00", 23, "2026-03-28 07:12:00-04:00"),
      ("2026-03-28T07:12-04:00 A title", 22, "2026-03-28 07:12:00-04:00"),
      ("2026-03-28 07:12+02:00 A title", 22, "2026-03-28 07:12:00+02:00"),
      ("2026-03-28 07:12:33", 19, "2026-03-28 07:12:33"),
      ("2026-03-28 07:12:33.250Z", 24, "2026-03-28 07:12:33.25+00:00"),
      ("2026-03-28 07:12:33.000Z", 24, "2026-03-28 07:12:33+00:00"),
      ("2026-03-28 07:12:33.123456789987 Z", 34, "2026-03-28 07:12:33.123456789+00:00"),
      ("2026-03-28T07:12:33-0400", 24, "2026-03-28 07:12:33-04:00"),
      ("2026-03-28 07:12:33 +0530 x", 25, "2026-03-28 07:12:33+05:30"),
      ("2026-03-28 23:59:60Z", 20, "2026-03-28 23:59:59+00:00"),
      ("2026-03-28 +02:00", 17, "2026-03-28 00:00:00+02:00"),
      ("2026-03-28Z", 11, "2026-03-28 00:00:00+00:00"),
      ("2026-03-28 Zebras", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 07:12 Zebras", 16, "2026-03-28 07:12:00"),
      ("2026-03-28 12:30pm lunch", 18, "2026-03-28 12:30:00"),
      ("2026-03-28 12:30pmish", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 9:05", 15, "2026-03-28 09:05:00"),
      ("2026-03-28 9:05 PM x", 18, "2026-03-28 21:05:00"),
      ("2026-03-28 09:05:33 AM", 22, "2026-03-28 09:05:33"),
      ("2026-03-28 12:30 Am Ufer", 16, "2026-03-28 12:30:00"),
      ("2026-03-28 9pm", 14, "2026-03-28 21:00:00"),
      ("2026-03-28 9 pm +02:00", 22, "2026-03-28 21:00:00+02:00"),
      ("2026-03-28 12am", 15, "2026-03-28 00:00:00"),
      ("2026-03-28 12 PM", 16, "2026-03-28 12:00:00"),
      ("2026-03-28 13 pm", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 13:05 pm", 16, "2026-03-28 13:05:00"),
      ("2026-03-28 9:05 p", 15, "2026-03-28 09:05:00"),
      ("2026-03-28 5 amber beads", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 14:00-15:30 Meeting", 22, "2026-03-28 14:00-15:30"),
      ("2026-03-28 14:00–15:30", 24, "2026-03-28 14:00-15:30"),
      ("2026-03-28 9:00-8:30", 20, "2026-03-28 09:00-08:30"),
      ("2026-03-28 9:00-9:00", 20, "2026-03-28 09:00-09:00"),
      ("2026-03-28 22:00-24:00", 22, "2026-03-28 22:00-00:00"),
      ("2026-03-28 14:00-15:30 -04:00 x", 29, "2026-03-28 14:00-15:30 -04:00"),
      ("2026-03-28 14:00-15:30+02:00", 28, "2026-03-28 14:00-15:30 +02:00"),
      ("2026-03-28 14:00-15:30Z", 23, "2026-03-28 14:00-15:30 +00:00"),
      ("2026-03-28 14:00-15:30-04:00", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 14:00-15:30pm", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 14:00:00-03:30", 25, "2026-03-28 14:00:00-03:30"),
      ("2026-03-28T9:05", 10, "2026-03-28 00:00:00"),
      ("2026-03-28T09:05pm", 16, "2026-03-28 09:05:00"),
      ("2026-03-28 14:00 +02:10", 16, "2026-03-28 14:00:00"),
      ("2026-03-28 14:00 -12:30", 16, "2026-03-28 14:00:00"),
      ("1930-03-28 14:00:00+00:20", 25, "1930-03-28 14:00:00+00:20"),
      ("2026-03-28 +9999 steps", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 07:12 +1 day", 16, "2026-03-28 07:12:00"),
      ("2026-03-28  07:12", 10, "2026-03-28 00:00:00"),
      ("2026-03-28 07:12\tTitle", 16, "2026-03-28 07:12:00"),
      ("2026-03-28 07:12\r\n", 16, "2026-03-28 07:12:00"),
      ("2026-03-28 07:12:33.x", 10, "2026-03-28 00:00:00"),
      ("2026-03-28T07:12:33.x", 19, "2026-03-28 07:12:33"),
      ("2026-03-28-foo", 10, "2026-03-28 00:00:00"),
      ("0001-01-01T00:00Z", 17, "0001-01-01 00:00:00+00:00"),
      ("9999-12-31 23:59:59.999999999+14:00", 35, "9999-12-31 23:59:59.999999999+14:00"),
      ("2024-02-29", 10, "2024-02-29 00:00:00"),
      ("2000-02-29", 10, "2000-02-29 00:00:00"),
    ])
  func forms(text: String, end: Int, canonical: String) throws {
    guard case .valid(let timestamp, let scannedEnd) = scan(text) else {
      Issue.record("\(text) is not read")
      return
    }
    #expect(scannedEnd == end)
    #expect(timestamp.canonicalText == canonical)
  }

  @Test(
    "The program's own form is read as with a T, which is read in the general way, whatever its digits"
  )
  func ownForm() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var form = Array("2026-03-28 07:12:33+01:00".utf8)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let odd = Array("0123456789-+:. /Z".utf8)
        form[Int.random(in: 0..<25, using: &generator)] = odd.randomElement(using: &generator) ?? 0
      }
      form[10] = UInt8(ascii: " ")
      let own = scan(String(decoding: form, as: UTF8.self))
      form[10] = UInt8(ascii: "T")
      let general = scan(String(decoding: form, as: UTF8.self))
      // What is shorter may end at the space.
      let isWhole = [own, general].contains {
        if case .valid(_, end: 25) = $0 { true } else { false }
      }
      if isWhole { #expect(own == general, "\(String(decoding: form, as: UTF8.self))") }
    }
  }

  @Test(
    "A date, time or zone that does not exist is impossible, up to its end",
    arguments: [
      ("2026-02-30", 10), ("2026-02-29 x", 10), ("1900-02-29", 10), ("2026-13-01", 10),
      ("2026-00-10", 10), ("2026-04-31", 10), ("2026-01-00", 10), ("2026-01-32", 10),
      ("0000-01-01", 10), ("2026-03-28 25:00 x", 16), ("2026-03-28T24:00", 16),
      ("2026-03-28 14:00+15:30", 22), ("2026-03-28T14:00-15:30", 22),
      ("2026-03-28 14:00:00-12:01", 25), ("2026-03-28 14:00-0400", 21),
      ("2026-03-28 14:00-25:30 x", 22), ("2026-03-28 14:00–15:60", 24),
      ("2026-03-28 14:00+02:10", 22),
      ("2026-03-28 12:00+0060 x", 21), ("2026-02-30 12:30pm", 18), ("2026-02-30T10:00Z x", 17),
    ])
  func impossible(text: String, end: Int) {
    #expect(scan(text) == .impossible(end: end))
    #expect(Timestamp(text) == nil)
  }

  @Test(
    "What has another shape is no timestamp",
    arguments: [
      "", "2026", "2026-03", "2026-03-2", "2026-3-28", "26-03-28", "2026/03/28", "+026-03-28",
      "２０２６-03-28", "2026-03-2x", " 2026-03-28",
    ])
  func otherShapes(text: String) {
    #expect(scan(text) == .none)
    #expect(Timestamp(text) == nil)
  }

  @Test(
    "Only a whole string is a timestamp",
    arguments: ["2026-03-28 x", "2026-03-28 ", "2026-03-28 07:12:3", "2026-03-28T07:12:33z"])
  func wholeStringOnly(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("An end is told with the offset that the clock has then, and a clock change counts")
  func ends() throws {
    for (text, end, length) in [
      ("2026-03-28 14:00-15:30", "2026-03-28T15:30:00-04:00", "1h30m"),
      ("2026-03-28 23:00-7:00", "2026-03-29T07:00:00-04:00", "8h"),
      ("2026-03-07 23:00-7:00", "2026-03-08T07:00:00-04:00", "7h"),
      ("2026-10-31 23:00-07:00", "2026-11-01T07:00:00-05:00", "9h"),
      ("2026-03-28 14:00-14:45 +05:30", "2026-03-28T14:45:00+05:30", "45m"),
      ("2026-03-07 23:00-07:00 +05:30", "2026-03-08T07:00:00+05:30", "8h"),
    ] {
      let time = try #require(Timestamp(text))
      let zone = LocalTimeZone.newYork2026
      #expect(time.end(in: zone)?.rfc3339(in: zone) == end, "\(text)")
      #expect(time.lengthText(in: zone) == length, "\(text)")
      #expect(time.withOffset(in: zone).lengthText(in: zone) == length, "\(text)")
      let start = try #require(Timestamp(time.rfc3339(in: zone)))
      let last = try #require(Timestamp(end)).instant(in: zone)
      let closed = try #require(start.ending(at: last, in: zone))
      #expect(closed.end(in: zone) == time.end(in: zone), "\(text)")
      #expect(Timestamp(closed.canonicalText) == closed)
    }
    #expect(Timestamp("2026-03-28 14:00")?.end(in: .utc) == nil)
  }

  @Test("A scan begins and stays in its range") func range() {
    let bytes = Array("## 2026-03-28 07:12:33Z".utf8)
    let day = Timestamp.scan(bytes.span, in: 3..<13)
    #expect(day == Timestamp("2026-03-28").map { .valid($0, end: 13) })
    let minute = Timestamp.scan(bytes.span, in: 3..<20)
    #expect(minute == Timestamp("2026-03-28").map { .valid($0, end: 13) })
    #expect(Timestamp.scan(bytes.span, in: 3..<12) == .none)
    #expect(Timestamp.scan(bytes.span, in: 100..<200) == .none)
    #expect(Timestamp.scan(bytes.span, in: bytes.count..<Int.max) == .none)
  }

  @Test(
    "The precision is the smallest part that is written",
    arguments: [
      ("2026-03-28", Timestamp.Precision.day), ("2026-03-28Z", .day),
      ("2026-03-28 07:12", .minute), ("2026-03-28 07:12:00Z", .second),
      ("2026-03-28 07:12:00.0", .fraction),
    ])
  func precision(text: String, precision: Timestamp.Precision) {
    #expect(Timestamp(text)?.precision == precision)
  }

  @Test("Calendar parts are those of the written clock") func parts() throws {
    let timestamp = try #require(Timestamp("0001-12-31 23:58:59.5-11:30"))
    #expect(timestamp.date.parts == (1, 12, 31))
    #expect(timestamp.date.parts == (1, 12, 31))
    #expect((timestamp.hour, timestamp.minute, timestamp.secondOfDay % 60) == (23, 58, 59))
    #expect(timestamp.nanoseconds == 500_000_000)
    #expect(timestamp.utcOffset == -41_400)
  }

  @Test("RFC 3339 keeps clock, offset and fraction, and gives a local time the zone's offset")
  func rfc3339() throws {
    let zone = LocalTimeZone.newYork2026
    let expected = [
      "2026-03-28 07:12:33.250 -0400": "2026-03-28T07:12:33.25-04:00",
      "2026-03-28 07:12:33Z": "2026-03-28T07:12:33+00:00",
      "2026-03-01": "2026-03-01T00:00:00-05:00",
      "2026-07-01 09:00": "2026-07-01T09:00:00-04:00",
      "2026-03-08 02:30": "2026-03-08T02:30:00-05:00",
      "2026-11-01 01:30": "2026-11-01T01:30:00-04:00",
    ]
    for (text, rfc3339) in expected {
      let timestamp = try #require(Timestamp(text))
      #expect(timestamp.rfc3339(in: zone) == rfc3339)
      let read = try #require(Timestamp(rfc3339))
      #expect(read.instant(in: .utc) == timestamp.instant(in: zone))
    }
  }

  @Test("A local time in a gap is moved forward, a repeated one is the first") func instants()
    throws
  {
    let zone = LocalTimeZone.newYork2026
    let inGap = try #require(Timestamp("2026-03-08 02:30")).instant(in: zone)
    #expect(inGap == Timestamp("2026-03-08T03:30-04:00")?.instant(in: .utc))
    let repeated = try #require(Timestamp("2026-11-01 01:30:00.5")).instant(in: zone)
    #expect(repeated == Timestamp("2026-11-01 05:30:00.5Z")?.instant(in: .utc))
  }

  @Test("A day without a time starts when days start, a time is itself") func dayStart() throws {
    let fourOClock = 4 * 3600
    for (text, meant) in [
      ("2026-03-08", "2026-03-08T04:00-04:00"), ("2026-03-08Z", "2026-03-08 04:00Z"),
      ("2026-03-08 00:00", "2026-03-08T00:00-05:00"),
    ] {
      let instant = try #require(Timestamp(text))
        .instant(in: .newYork2026, dayStartsAt: fourOClock)
      #expect(instant == Timestamp(meant)?.instant(in: .utc), "\(text)")
    }
  }

  @Test("With a written offset the zone is not asked") func zoneNotAsked() throws {
    let asked = LocalTimeZone { _ in
      Issue.record("the zone was asked")
      return 0
    }
    let timestamp = try #require(Timestamp("2026-03-28 07:12:33-04:00"))
    #expect(timestamp.instant(in: asked).secondsSinceEpoch == 1_774_696_353)
    #expect(timestamp.rfc3339(in: asked) == "2026-03-28T07:12:33-04:00")
  }

  @Test("A time of day before the day's start belongs to the day before; a day alone to itself")
  func journalDate() throws {
    let fourOClock = 4 * 3600
    for (text, day) in [
      ("2026-03-01 03:59:59", 28), ("2026-03-01 04:00", 1), ("2026-03-01 00:00", 28),
      ("2026-03-01", 1),
    ] {
      let timestamp = try #require(Timestamp(text))
      #expect(timestamp.journalDate(dayStartsAt: fourOClock).parts.day == day, "\(text)")
      #expect(timestamp.journalDate(dayStartsAt: 0).parts.day == 1)
    }
  }

  @Test(
    "An instant is kept whatever offset it is written with",
    arguments: [0, -14_400, 20_700, 45_184])
  func instantAndOffset(offset: Int32) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let instant = Instant(
        secondsSinceEpoch: Int64.random(in: Timestamp.wallClockRange, using: &random),
        nanoseconds: Int32.random(in: 0..<1_000_000_000, using: &random))
      let timestamp = Timestamp(instant: instant, utcOffset: offset)
      #expect(timestamp.instant(in: .utc) == instant)
      #expect(Timestamp(timestamp.canonicalText) == timestamp)
    }
  }

  @Test(
    "At the ends of the calendar another offset keeps the instant, and beyond them it is clamped",
    arguments: [
      ("9999-12-31 23:30Z", 3600, "9999-12-31 23:30:00+00:00"),
      ("0001-01-01 00:30Z", -3600, "0001-01-01 00:30:00+00:00"),
      ("9999-12-31T23:30-10:00", 0, "9999-12-31 21:30:00-12:00"),
      ("0001-01-01 00:30+10:00", 0, "0001-01-01 04:30:00+14:00"),
    ])
  func calendarEnds(text: String, offset: Int32, expected: String) throws {
    let instant = try #require(Timestamp(text)).instant(in: .utc)
    let timestamp = Timestamp(instant: instant, utcOffset: offset)
    #expect(timestamp.canonicalText == expected)
    #expect(timestamp.instant(in: .utc) == instant)
  }

  @Test("No instant is too far to be written", arguments: [Int64.min, Int64.max])
  func farInstants(seconds: Int64) {
    let timestamp = Timestamp(instant: Instant(secondsSinceEpoch: seconds), utcOffset: 3600)
    #expect(Timestamp.wallClockRange.contains(timestamp.wallClockSeconds))
    #expect(Timestamp(timestamp.canonicalText) == timestamp)
  }

  @Test("Only what F8 can write makes a timestamp of parts") func partsOutOfRange() {
    let range = Timestamp.wallClockRange
    func make(_ seconds: Int64, _ nanoseconds: Int32, _ offset: Int32?) -> Timestamp? {
      Timestamp(
        wallClockSeconds: seconds, nanoseconds: nanoseconds, utcOffset: offset, precision: .second)
    }
    #expect(make(range.lowerBound, 0, nil)?.canonicalText == "0001-01-01 00:00:00")
    #expect(make(range.upperBound, 0, 50_400)?.canonicalText == "9999-12-31 23:59:59+14:00")
    #expect(make(range.lowerBound - 1, 0, nil) == nil)
    #expect(make(range.upperBound + 1, 0, nil) == nil)
    #expect(make(0, -1, nil) == nil)
    #expect(make(0, 1_000_000_000, nil) == nil)
    #expect(make(0, 0, 50_460) == nil)
    #expect(make(0, 0, 30) == nil)
  }

  @Test("What is written is read back the same") func roundTrips() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<5000 {
      let hasFraction = Bool.random(using: &random)
      let timestamp = Timestamp(
        wallClockSeconds: Int64.random(in: Timestamp.wallClockRange, using: &random),
        nanoseconds: hasFraction ? Int32.random(in: 1..<1_000_000_000, using: &random) : 0,
        utcOffset: Bool.random(using: &random)
          ? Int32.random(in: -720...840, using: &random) * 60 : nil,
        precision: hasFraction ? .fraction : .second)
      #expect(timestamp != nil)
      #expect(timestamp.flatMap { Timestamp($0.canonicalText) } == timestamp)
      #expect(
        timestamp.flatMap { Timestamp($0.rfc3339(in: .utc)) }?.instant(in: .utc)
          == timestamp?.instant(in: .utc))
    }
  }

  @Test("Any bytes are scanned without a trap, and the end lies within them") func randomBytes() {
    var random = SeededGenerator(seed: 3)
    let alphabet = Array("0123456789-:.+ TZ\t".utf8)
    var found = 0
    for round in 0..<20_000 {
      var bytes = Array("2026-03-28 07:12:33.25 -04:00".utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] =
          round % 2 == 0
          ? alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      let length = Int.random(in: 0...bytes.count, using: &random)
      switch Timestamp.scan(bytes.span, in: 0..<length) {
      case .none: break
      case .impossible(let end): #expect((10...length).contains(end))
      case .valid(let timestamp, let end):
        found += 1
        #expect((10...length).contains(end))
        #expect(Timestamp(String(decoding: bytes[..<end], as: UTF8.self)) == timestamp)
        #expect(
          Timestamp(timestamp.canonicalText)?.instant(in: .utc) == timestamp.instant(in: .utc))
      }
    }
    #expect(found > 1000)
  }

  private func scan(_ text: String) -> Timestamp.Scan {
    let bytes = Array(text.utf8)
    return Timestamp.scan(bytes.span, in: 0..<bytes.count)
  }
}
