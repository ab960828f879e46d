import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct StatisticsTests {
  private static let zone = LocalTimeZone.fixed(0)

  private func tally(
    _ text: String, _ path: String = "a.md", by grouping: Grouping? = nil, dayStartsAt: Int = 0,
    today: String = "2026-11-21"
  ) throws -> JournalTally {
    let file = ThreadFile(Array(text.utf8), path: path, zone: Self.zone)
    let today = try #require(Timestamp(today)).date
    return JournalTally(
      ThreadEntries(file, file.entries(.live)),
      StatisticsRequest(today: today, dayStartsAt: dayStartsAt, grouping: grouping))
  }

  private func number(_ text: String) throws -> FixedNumber {
    try #require(DecimalNumber(text).flatMap { FixedNumber($0) })
  }

  @Test(
    "Numbers keep up to 15 digits before the point and 12 behind it",
    arguments: [
      ("7", "7", 0), ("-2.50", "-2.5", 1), ("+0.000000000001", "0.000000000001", 12),
      ("-0", "0", 0), ("81.40000000000001", "81.4", 1), ("0.0000000000005", "0", 0),
      ("0.0000000000015", "0.000000000002", 12), ("-0.0000000000025", "-0.000000000002", 12),
      ("999999999999999.999999999999", "999999999999999.999999999999", 12), ("007.10", "7.1", 1),
    ])
  func numbers(typed: String, text: String, decimals: Int) throws {
    #expect(try number(typed).text == text)
    #expect(try number(typed).decimals == decimals)
  }

  @Test("A number of more digits before its point is not counted")
  func tooLarge() throws {
    #expect(FixedNumber(try #require(DecimalNumber("1000000000000000"))) == nil)
  }

  @Test(
    "Means are rounded half to even",
    arguments: [
      (["1", "2"], 0, "2"), (["2", "3"], 0, "2"), (["-1", "-2"], 0, "-2"), (["-2", "-3"], 0, "-2"),
      (["0.1", "0.2"], 1, "0.2"), (["1", "1", "2"], 1, "1.3"),
      (["1", "1", "2"], 12, "1.333333333333"),
      (["0.1", "0.1", "0.1"], 12, "0.1"), (["0", "0", "-1"], 0, "0"),
    ])
  func means(values: [String], decimals: Int, mean: String) throws {
    var sum = NumberSum()
    for value in values { sum.add(try number(value)) }
    #expect(sum.mean(to: .one(at: decimals))?.text == mean)
  }

  @Test(
    "The difference of two means is rounded once",
    arguments: [
      (["2", "3", "3"], ["1", "1", "2"], 1, "1.3"), (["1", "1", "2"], ["2", "3", "3"], 1, "-1.3"),
      (["1", "1", "2"], ["2", "3", "3"], 12, "-1.333333333333"), (["1"], ["1"], 1, "0"),
      (["1", "2"], ["1"], 0, "0"), (["2", "3"], ["1"], 0, "2"), (["1"], ["1", "2"], 0, "0"),
      (["999999999999999"], ["-999999999999999"], 0, "1999999999999998"),
    ])
  func differences(_ own: [String], _ other: [String], _ decimals: Int, _ result: String) throws {
    var sums = [NumberSum(), NumberSum()]
    for value in own { sums[0].add(try number(value), times: 100_000) }
    for value in other { sums[1].add(try number(value), times: 100_000) }
    #expect(sums[0].mean(above: sums[1], to: .one(at: decimals))?.text == result)
    #expect(NumberSum().mean(above: sums[0], to: .one(at: decimals)) == nil)
  }

  @Test("The median is the middle value, or the mean of the middle two")
  func medians() throws {
    func median(_ counts: [String: Int]) throws -> String? {
      var numbers: [FixedNumber: Int] = [:]
      for (value, count) in counts { numbers[try number(value)] = count }
      return NumberFigures(numbers)?.middle.mean(to: .one(at: 12))?.text
    }
    #expect(try median(["1": 1, "9": 1, "5": 1]) == "5")
    #expect(try median(["1": 2, "2": 2]) == "1.5")
    #expect(try median(["1": 1, "2": 3]) == "2")
    #expect(try median([:]) == nil)
  }

  @Test(
    "Periods begin where the calendar says, and are called as ranges are",
    arguments: [
      (Period.day, "2026-11-21", "2026-11-21", "2026-11-21", "2026-11-22"),
      (.week, "2026-01-01", "2025-12-29", "2026-W01", "2026-01-05"),
      (.week, "2027-01-03", "2026-12-28", "2026-W53", "2027-01-04"),
      (.week, "2025-12-28", "2025-12-22", "2025-W52", "2025-12-29"),
      (.month, "2024-02-29", "2024-02-01", "2024-02", "2024-03-01"),
      (.quarter, "2026-12-31", "2026-10-01", "2026-Q4", "2027-01-01"),
      (.year, "2024-12-31", "2024-01-01", "2024", "2025-01-01"),
      (.week, "0001-01-01", "0001-01-01", "0001-W01", "0001-01-08"),
    ])
  func periods(
    period: Period, day: String, start: String, name: String, next: String
  ) throws {
    let days = try [day, start, next].map { try #require(Timestamp($0)).date.daysSinceEpoch }
    #expect(period.start(of: days[0]) == days[1])
    #expect(period.name(ofStart: days[1]) == name)
    #expect(period.next(after: days[1]) == days[2])
  }

  @Test("Words are counted as wc -w does, wherever they stand")
  func words() {
    var generator = SeededGenerator(seed: 13)
    let samples: [UInt8] = [0x20, 0x0A, 0x09, 0x61, 0x21, 0xC3, 0xFF, 0x80]
    for number in 0..<2000 {
      // Some are of more than the 8,160 bytes whose words are added up at once.
      let count = Int.random(in: 0...(number % 100 == 0 ? 20_000 : 100), using: &generator)
      let bytes = (0..<count).map { _ in samples.randomElement(using: &generator) ?? 0 }
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let expected = bytes[start...].split { $0 <= 0x20 }.count
      #expect(bytes.span.wordCount(in: start..<bytes.count) == expected)
    }
  }

  @Test("A streak goes up to today, or yesterday while today has nothing")
  func streaks() {
    func streak(_ days: Set<Int>) -> [Int] {
      let streak = DayStreak(of: DaySet(days.sorted()), today: 10)
      return [streak.present, streak.best]
    }
    #expect(streak([]) == [0, 0])
    #expect(streak([8, 9, 10]) == [3, 3])
    #expect(streak([8, 9]) == [2, 2])
    #expect(streak([7, 8]) == [0, 2])
    #expect(streak([1, 2, 3, 9, 10, 11]) == [2, 3])
  }

  private static let sleep = """
    ---
    title: Sleep
    fields:
      sleep: duration
      quality: {type: integer, unit: points}
      nap: boolean
      bed: time
      place: {type: choice, options: [Home, Away]}
    ---

    ## 2026-11-09 07:00
    - sleep:: 5h
    - quality:: 4
    - nap:: yes
    - bed:: 23:30

    One two #Coffee, and #coffee again.

    ## 2026-11-16 07:00 Three
    - sleep:: 6h
    - quality:: many
    - Quality:: 5
    - nap:: no
    - bed:: 00:30
    - place:: away
    - dream:: of a lake

    ## 2026-11-20
    - sleep:: 7h30m
    - quality:: seven

    ## 2026-11-21 02:00 {#kaaa .deleted}
    - sleep:: 1h
    """

  @Test("Entries, words, days, tags and values are counted; what is deleted is not")
  func counting() throws {
    let tally = try tally(Self.sleep, dayStartsAt: 4 * 3600)
    #expect(tally.entries == 3 && tally.words == 7 && tally.days.count == 3)
    #expect(tally.tags.map(\.tag) == ["coffee"] && tally.tags[0].entries == 1)
    #expect(tally.fields.map(\.name) == ["sleep", "quality", "nap", "bed", "place", "dream"])
    let sleep = try #require(NumberFigures(tally.fields[0].numbers))
    #expect(sleep.total.count == 3 && sleep.total.sum == FixedNumber(66_600))
    #expect(tally.fields[0].trend.prefix(3).map(\.count) == [2, 1, 0])
    // Of a name twice the last one counts, and what is no number is left out.
    #expect(tally.fields[1].unfit == 1 && tally.fields[1].numbers.count == 2)
    // Half past eleven and half past twelve at night are an hour apart.
    let bed = try #require(NumberFigures(tally.fields[3].numbers))
    #expect(bed.greatest - bed.least == FixedNumber(3600))
    #expect(tally.fields[4].frequent.map(\.text) == [Array("Away".utf8)])
    #expect(tally.fields[5].frequent.map(\.count) == [1])
  }

  @Test("Groups have their entries and sums, and empty ones are among them")
  func groups() throws {
    func groups(_ grouping: Grouping, dayStartsAt: Int = 0) throws -> [Int] {
      let tally = try tally(Self.sleep, by: grouping, dayStartsAt: dayStartsAt)
      return tally.arrangedGroups(grouping).map(\.entries)
    }
    #expect(try groups(.period(.day)) == [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
    #expect(try groups(.period(.week)) == [1, 2])
    #expect(try groups(.weekday) == [2, 0, 0, 0, 1, 0, 0])
    #expect(try groups(.hour).enumerated().filter { $0.element > 0 }.map(\.offset) == [7, 24])
    #expect(try groups(.tag) == [1, 2])
    #expect(try groups(.thread) == [3])
    #expect(try groups(.field(key: "nap")) == [1, 1, 1])
    #expect(try groups(.field(key: "quality")) == [1, 1, 1])
    let weeks = try tally(Self.sleep, by: .period(.week))
    #expect(weeks.groups[1].sum(ofField: 0).mean(to: FixedNumber(60)) == FixedNumber(24_300))
  }

  @Test("A gap of more than 1,000 periods is told as one")
  func gaps() throws {
    let days = ["0001-01-01", "2026-01-01", "2026-01-03"].map { "## \($0)\n" }.joined()
    let tally = try tally(days, by: .period(.day))
    let groups = tally.arrangedGroups(.period(.day))
    #expect(groups.map(\.entries) == [1, 0, 1, 0, 1])
    #expect(groups.map(\.key.isGap) == [false, true, false, false, false])
    #expect(groups[1].key == .gap(periods: 739_616 - 1))
    for (period, count) in [
      (Period.week, 105_659), (.month, 24_300), (.quarter, 8100), (.year, 2025),
    ] {
      let (start, end) = (period.start(of: -719_162), period.start(of: 20_454))
      #expect(period.count(from: start, to: end) == count, "\(period)")
    }
  }

  @Test("The order of threads changes nothing that is counted")
  func order() throws {
    var generator = SeededGenerator(seed: 7)
    var parts = try (0..<6).map { number in
      try tally(
        Self.sleep + "\n## 2026-0\(number + 1)-03 08:00\n- sleep:: \(number)h\n", "\(number).md")
    }
    func figures() -> [String] {
      var all = JournalTally()
      for part in parts { all.merge(part) }
      let fields = all.fields.map { field in
        "\(field.name) \(NumberFigures(field.numbers)?.total.sum.text ?? "") \(field.frequent)"
          + "\(field.unfit) \(field.trend)"
      }
      return ["\(all.entries) \(all.words) \(all.days.sorted()) \(all.tags)"] + fields
    }
    let expected = figures()
    for _ in 0..<10 {
      parts.shuffle(using: &generator)
      #expect(figures() == expected)
    }
  }

  @Test(
    "Levels are stretches of equal length between the least and the greatest",
    arguments: [
      (["1"], "1", ["1"]), (["1", "2"], "1", ["1", "2"]),
      (["1", "10"], "1", ["1", "3", "6", "8"]),
      (["-2", "2"], "1", ["-2", "-1", "0", "1"]),
      (["0.5", "0.9"], "0.1", ["0.5", "0.6", "0.7", "0.8"]),
      ([], "1", []),
    ])
  func levels(values: [String], step: String, starts: [String]) throws {
    let levels = Levels(of: try values.map(number), step: try number(step), count: 4)
    #expect(levels.starts.map(\.text) == starts)
    for (index, start) in levels.starts.enumerated() {
      #expect(levels.level(of: start) == index)
      #expect(levels.ends(of: index).first == start)
      #expect(levels.level(of: levels.ends(of: index).last) == index)
    }
    if let last = levels.starts.indices.last, let most = values.last {
      #expect(levels.ends(of: last).last == (try number(most)))
    }
  }

  @Test("Days put together to weeks have the entries and the sums of weeks")
  func regrouping() throws {
    let text = """
      ---
      fields: {mood: integer}
      ---

      ## 2026-11-09
      - mood:: 3

      ## 2026-11-15 08:00
      - mood:: 8

      ## 2026-12-31 08:00
      - mood:: 1
      """
    var days = try tally(text, by: .period(.day))
    let weeks = try tally(text, by: .period(.week))
    days.regroup(by: .week)
    let grouping = Grouping.period(.week)
    let (left, right) = (days.arrangedGroups(grouping), weeks.arrangedGroups(grouping))
    #expect(left.map(\.key) == right.map(\.key))
    #expect(left.map(\.entries) == right.map(\.entries))
    #expect(left.map { $0.sum(ofField: 0) } == right.map { $0.sum(ofField: 0) })
  }

  @Test("Hours of the week are those of the journal's day and the entry's clock")
  func hoursOfWeek() throws {
    let text = "## 2026-11-17 01:30\n\n## 2026-11-17 09:00\n\n## 2026-11-17\n"
    let groups = try tally(text, by: .hourOfWeek, dayStartsAt: 4 * 3600)
      .arrangedGroups(.hourOfWeek).filter { $0.entries > 0 }
    // A Tuesday whose night belongs to Monday.
    #expect(groups.map(\.key) == [.hourOfWeek(1), .hourOfWeek(33), .none])
  }

  @Test("A review has the entries of its days, those before, and what stands out")
  func review() throws {
    let text = """
      ## 2024-02-29 08:00 {#kaaaaaaaa1}

      #old

      ## 2026-11-08 23:00 {#kaaaaaaaa2}

      #old and more words

      ## 2026-11-09 02:00 {#kaaaaaaaa3 edited="2026-11-11T08:00:00+00:00"}

      #new #old
      """
    let file = ThreadFile(Array(text.utf8), path: "a.md", zone: Self.zone)
    func review(_ first: String, _ last: String, dayStartsAt: Int) throws -> ReviewTally {
      let ends = try [first, last].map { try #require(Timestamp($0)).date }
      let days = ends[0].daysSinceEpoch...ends[1].daysSinceEpoch
      return ReviewTally(
        ThreadEntries(file, file.entries(.live)),
        ReviewRequest(
          days: days, before: days.lowerBound - days.count...days.lowerBound - 1,
          counting: StatisticsRequest(today: ends[1], dayStartsAt: dayStartsAt)))
    }
    let week = try review("2026-11-09", "2026-11-15", dayStartsAt: 0)
    #expect(week.present.entries == 1 && week.before.entries == 1)
    #expect(week.newTags == ["new"])
    #expect(week.longest?.id == "kaaaaaaaa3")
    #expect(week.edited.map(\.id) == ["kaaaaaaaa3"])
    // The night belongs to the week before.
    let night = try review("2026-11-02", "2026-11-08", dayStartsAt: 4 * 3600)
    #expect(night.present.entries == 2 && night.longest?.id == "kaaaaaaaa2")
    let leap = try review("2028-02-28", "2028-03-05", dayStartsAt: 0)
    #expect(leap.present.entries == 0 && leap.earlierYears.map(\.id) == ["kaaaaaaaa1"])
  }
}
