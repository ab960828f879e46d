import TestSupport
import Testing
import ThreadStorage

/// What the tz database says of one zone; from `zdump -v`.
struct ZoneFacts: Codable, Sendable, CustomTestStringConvertible {
  /// The value of `TZ`.
  let name: String
  /// Offsets in seconds, keyed by seconds since 1970.
  let offsets: [Int64: Int32]
  /// RFC 3339 forms of local times that are in the keys.
  let localTimes: [String: String]

  var testDescription: String { name }

  static let all = [
    ZoneFacts(
      name: "America/New_York",
      offsets: [
        -62_134_344_000: -17_760, -2_207_736_000: -18_000, -803_563_200: -14_400,
        1_772_953_199: -18_000, 1_772_953_200: -14_400, 253_387_656_000: -14_400,
      ],
      localTimes: [
        "0001-01-01": "0001-01-01T00:00:00-04:56",
        "9999-12-31 23:59:59": "9999-12-31T23:59:59-05:00",
        "2026-03-08 01:59:59": "2026-03-08T01:59:59-05:00",
        "2026-03-08 02:00": "2026-03-08T02:00:00-05:00",
        "2026-03-08 03:00": "2026-03-08T03:00:00-04:00",
        "2026-11-01 00:59:59": "2026-11-01T00:59:59-04:00",
        "2026-11-01 01:00": "2026-11-01T01:00:00-04:00",
        "2026-11-01 01:59:59": "2026-11-01T01:59:59-04:00",
        "2026-11-01 02:00": "2026-11-01T02:00:00-05:00",
      ]),
    ZoneFacts(
      name: "Australia/Lord_Howe",
      offsets: [1_775_314_799: 39_600, 1_775_314_800: 37_800, 253_372_017_600: 39_600],
      localTimes: [
        "2026-04-05 01:29:59": "2026-04-05T01:29:59+11:00",
        "2026-04-05 01:30": "2026-04-05T01:30:00+11:00",
        "2026-04-05 02:00": "2026-04-05T02:00:00+10:30",
        "2026-10-04 02:15": "2026-10-04T02:15:00+10:30",
        "2026-10-04 02:30": "2026-10-04T02:30:00+11:00",
      ]),
    ZoneFacts(
      name: "Pacific/Apia", offsets: [1_325_239_199: -36_000, 1_325_239_200: 50_400],
      localTimes: [
        "2011-12-29 23:59:59": "2011-12-29T23:59:59-10:00",
        "2011-12-30": "2011-12-30T00:00:00-10:00", "2011-12-30 23:59": "2011-12-30T23:59:00-10:00",
        "2011-12-31": "2011-12-31T00:00:00+14:00",
      ]),
    ZoneFacts(
      name: "Africa/Casablanca", offsets: [1_771_120_799: 3600, 1_771_120_800: 0],
      localTimes: [
        "2026-02-15 02:30": "2026-02-15T02:30:00+01:00",
        "2026-03-22 02:30": "2026-03-22T02:30:00+00:00",
      ]),
    ZoneFacts(
      name: "Africa/Monrovia", offsets: [1_252_800: -2640, 1_295_092_800: 0],
      localTimes: ["1970-01-15 12:00": "1970-01-15T12:00:00-00:44"]),
    ZoneFacts(
      name: "Asia/Kathmandu", offsets: [-819_288_000: 19_800, 1_768_478_400: 20_700],
      localTimes: ["2026-01-15": "2026-01-15T00:00:00+05:45"]),
    ZoneFacts(
      name: "Not/A-Zone", offsets: [0: 0, 1_768_478_400: 0],
      localTimes: ["2026-01-15": "2026-01-15T00:00:00+00:00"]),
    ZoneFacts(
      name: "<-03>3:30", offsets: [0: -12_600],
      localTimes: ["2026-01-15": "2026-01-15T00:00:00-03:30"]),
  ]
}

@Suite struct LocalTimeZoneTests {
  // In a process of its own: TZ is one for all threads of a process, and is read once.
  @Test(
    "The system's zone is what TZ names",
    .enabled(if: access("/usr/share/zoneinfo/Pacific/Apia", R_OK) == 0, "no tz database here"),
    arguments: ZoneFacts.all)
  func systemZone(facts: ZoneFacts) async {
    await #expect(processExitsWith: .success) { [facts = facts as ZoneFacts] in
      setenv("TZ", facts.name, 1)
      for (second, offset) in facts.offsets {
        let found = LocalTimeZone.system.offset(at: Instant(secondsSinceEpoch: second))
        #expect(found == offset, "\(second)")
      }
      for (text, rfc3339) in facts.localTimes {
        #expect(Timestamp(text)?.rfc3339(in: .system) == rfc3339)
      }
    }
  }

  @Test("Every reading of a clock with random changes means what trying all its offsets finds")
  func agreesWithTryingAll() {
    var state: UInt64 = 99
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var kinds: [String: Int] = [:]
    for _ in 0..<200 {
      var moment: Int64 = 1_000_000_000
      let changes = (0..<6).map { _ in
        moment += Int64(4 * 86_400 + random(40 * 86_400))
        return (at: moment, offset: (random(105) - 48) * 900)
      }
      let zone = LocalTimeZone.changing(from: 0, changes)
      for _ in 0..<40 {
        let change = changes[random(6)]
        let wallClock = change.at + Int64(random(30 * 3600) - 4 * 3600)
        let offsets = Set([0] + changes.map { Int32($0.offset) }).filter {
          zone.offset(at: Instant(secondsSinceEpoch: wallClock - Int64($0))) == $0
        }
        .sorted(by: >)
        switch zone.resolve(wallClockSeconds: wallClock) {
        case .unique(let offset):
          kinds["unique", default: 0] += 1
          #expect(offsets == [offset])
        case .overlap(let first, let second):
          kinds["overlap", default: 0] += 1
          #expect(offsets == [first, second])
        case .gap(let gap):
          kinds["gap", default: 0] += 1
          #expect(offsets == [])
          #expect(changes.contains { $0.at == gap.transition.secondsSinceEpoch })
          #expect((gap.wallClockBefore..<gap.wallClockAfter).contains(wallClock))
        }
      }
    }
    #expect(kinds.values.allSatisfy { $0 > 100 } && kinds.count == 3)
  }

  @Test("Between two steps forward on one day the offset is the one between them")
  func twoStepsForward() {
    let zone = LocalTimeZone.changing(from: 0, [(100_000, 3600), (120_000, 7200)])
    #expect(zone.resolve(wallClockSeconds: 99_999) == .unique(offset: 0))
    #expect(zone.resolve(wallClockSeconds: 113_600) == .unique(offset: 3600))
    #expect(zone.resolve(wallClockSeconds: 123_599) == .unique(offset: 3600))
    #expect(zone.resolve(wallClockSeconds: 127_200) == .unique(offset: 7200))
    for (skipped, transition) in [(100_000, 100_000), (103_599, 100_000), (123_600, 120_000)] {
      guard case .gap(let gap) = zone.resolve(wallClockSeconds: Int64(skipped)) else {
        Issue.record("\(skipped) is no gap")
        continue
      }
      #expect(gap.transition.secondsSinceEpoch == Int64(transition))
    }
  }

  @Test("The bounds of a gap and of an overlap belong to the right side") func bounds() throws {
    func resolve(_ text: String, _ zone: LocalTimeZone) throws -> LocalTimeZone.Resolution {
      zone.resolve(wallClockSeconds: try #require(Timestamp(text)).wallClockSeconds)
    }
    guard case .gap(let gap) = try resolve("2011-12-30", .samoa2011) else {
      Issue.record("the skipped day is no gap")
      return
    }
    #expect(gap.transition == Instant(secondsSinceEpoch: 1_325_239_200))
    #expect((gap.before, gap.after) == (-36_000, 50_400))
    #expect(try resolve("2011-12-29 23:59:59", .samoa2011) == .unique(offset: -36_000))
    #expect(try resolve("2011-12-30 23:59:59", .samoa2011) == .gap(gap))
    #expect(try resolve("2011-12-31", .samoa2011) == .unique(offset: 50_400))
    #expect(try resolve("2026-04-05 01:29:59", .lordHowe2026) == .unique(offset: 39_600))
    let half = LocalTimeZone.Resolution.overlap(first: 39_600, second: 37_800)
    #expect(try resolve("2026-04-05 01:30", .lordHowe2026) == half)
    #expect(try resolve("2026-04-05 01:59:59", .lordHowe2026) == half)
    #expect(try resolve("2026-04-05 02:00", .lordHowe2026) == .unique(offset: 37_800))
  }

  @Test(
    "An offset is rounded up to whole minutes from −12:00 to +14:00",
    arguments: [
      (-17_762, -17_760), (-2670, -2640), (-2588, -2580), (2670, 2700), (29, 60), (-29, 0),
      (90_000, 50_400), (-90_000, -43_200), (Int.max, 50_400), (Int.min, -43_200),
    ] as [(Int, Int32)])
  func wholeMinutes(seconds: Int, rounded: Int32) {
    let zone = LocalTimeZone { _ in seconds }
    #expect(zone.offset(at: Instant(secondsSinceEpoch: 0)) == rounded)
  }

  @Test(
    "A local time gets an offset that says its exact moment, in the same minute",
    arguments: [-17_762, -2670, -2588, 2670, 5025, 29, -29, 0, 3600])
  func exactMoments(seconds: Int) throws {
    let zone = LocalTimeZone { _ in seconds }
    for text in ["1960-01-01 12:00", "1880-05-01", "2026-07-01 23:59", "2026-07-01 00:00:00.5"] {
      let local = try #require(Timestamp(text))
      let written = local.withOffset(in: zone)
      let moment = written.instant(in: .utc)
      #expect(moment.secondsSinceEpoch == local.wallClockSeconds - Int64(seconds))
      #expect(moment.nanoseconds == local.nanoseconds)
      #expect(
        (written.date, written.hour, written.minute) == (local.date, local.hour, local.minute))
    }
  }

  @Test("No reading is too far to be resolved", arguments: [Int64.min, Int64.max])
  func farReadings(seconds: Int64) {
    #expect(
      LocalTimeZone.newYork2026.resolve(wallClockSeconds: seconds) == .unique(offset: -18_000))
  }

  @Test("a time that the clock skips keeps its reading, with the offset before")
  func gap() throws {
    for (text, zone, expected) in [
      ("2026-03-29 00:00", LocalTimeZone.beirut2026, "2026-03-29 00:00:00+02:00"),
      ("2026-03-08 02:30", .newYork2026, "2026-03-08 02:30:00-05:00"),
    ] {
      let time = try #require(Timestamp(text))
      #expect(time.withOffset(in: zone).canonicalText == expected)
      #expect(time.withOffset(in: zone).instant(in: .utc) == time.instant(in: zone))
    }
  }
}
