import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct PlanTests {
  private static let zone = LocalTimeZone.utc

  private static func day(_ text: String) -> Int { Timestamp(text)?.date.daysSinceEpoch ?? 0 }

  private func file(_ plan: String, _ entries: [String]) -> ThreadFile {
    let text =
      "---\ntitle: A\nfields:\n  mood: integer\nplan: \(plan)\n---\n\n"
      + entries.map { "## \($0)\n\n" }.joined()
    return ThreadFile(Array(text.utf8), path: "a.md", zone: Self.zone)
  }

  private func tally(_ file: ThreadFile, today: String) throws -> PlanTally {
    let now = Instant(secondsSinceEpoch: 0)
    let day = CalendarDate(daysSinceEpoch: Self.day(today))
    let request = PlanRequest(today: day, dayStartsAt: 0) {
      try? EntryQuery.parse([$0], now: now, zone: Self.zone)
    }
    return try #require(PlanTally(ThreadEntries(file, file.entries(.live)), request))
  }

  /// What came of a plan, and all its periods that are not off.
  private func judged(
    _ plan: String, _ entries: [String], today: String,
    in days: ClosedRange<Int> = Int.min...Int.max
  ) throws -> (figures: PlanFigures, periods: [PlanFigures.Period]) {
    let file = self.file(plan, entries)
    let (read, told) = try tally(file, today: today).result.get()
    var periods: [PlanFigures.Period] = []
    let figures = PlanFigures(
      read, read.days(of: file.entries(.live), upTo: Self.day(today), dayStartsAt: 0),
      today: Self.day(today), told: days,
      visit: { periods.append($0) })
    #expect(told.strength == figures.strength && told.total == figures.total)
    return (figures, periods)
  }

  @Test(
    "Cadences are read as they are typed, and named by their shortest words",
    arguments: [
      ("day", "day"), ("Mon, wed,FRI", "mon,wed,fri"), ("sunday", "sun"), ("weekday", "weekday"),
      ("sat,sun", "weekend"), ("mon,tue,wed,thu,fri", "weekday"), ("3 days", "3 days"),
      ("1/week", "week"), ("3/week", "3/week"), ("month", "month"), ("2 / month", "2/month"),
      ("none", "none"), ("weekday,sat", "mon,tue,wed,thu,fri,sat"),
    ])
  func cadences(typed: String, name: String) {
    #expect(Cadence(typed)?.text == name)
    #expect(Cadence(name) == Cadence(typed))
  }

  @Test(
    "What is no cadence is none",
    arguments: ["", "daily", "mon,", "0 days", "1000/week", "3/year", "3", "-1 days", "mon foo"])
  func bad(text: String) { #expect(Cadence(text) == nil) }

  @Test(
    "A plan that cannot be read says why and where",
    arguments: [
      ("daily", PlanProblem.Kind.notAList, 6), ("[day]", .notALine, 7),
      ("[{every: day}]", .noStart, 7),
      ("[{from: soon, every: day}]", .badStart, 14), ("[{from: 2026-01-01}]", .noCadence, 7),
      ("[{from: 2026-01-01, every: [mon, foo]}]", .badCadence, 33),
      ("[{from: 2026-01-02, every: day}, {from: 2026-01-01, every: day}]", .disorder, 46),
      ("[{from: 2026-01-01, every: day, goal: \"mood:>\"}]", .badGoal, 44),
      ("[{from: 2026-01-01, every: day, gaol: \"mood:7\"}]", .unknownKey("gaol"), 38),
    ])
  func problems(plan: String, kind: PlanProblem.Kind, column: Int) throws {
    let read = try tally(file(plan, []), today: "2026-01-05")
    #expect(throws: PlanProblem.self) { try read.result.get() }
    guard case .failure(let problem) = read.result else { return }
    #expect(problem.kind == kind)
    #expect(read.position?.line == 5 && read.position?.column == column + 1)
  }

  @Test("Each day has its state: followed, skipped, pending or missed; all else is off")
  func states() throws {
    let (figures, periods) = try judged(
      "[{from: 2026-11-02, every: weekday, goal: \"mood:5..\"}]",
      [
        "2026-10-30 08:00\n- mood:: 9", "2026-11-02 08:00\n- mood:: 5",
        "2026-11-03 08:00\n- mood:: 4", "2026-11-04 08:00\n- skip:: ill\n- mood:: 9",
        "2026-11-05 08:00\n- skip:: ill", "2026-11-05 09:00\n- mood:: 6",
        "2026-11-07 08:00\n- mood:: 9",
      ], today: "2026-11-09", in: Self.day("2026-11-04")...Self.day("2026-11-09"))
    #expect(
      periods.map(\.state) == [.followed, .missed, .skipped, .followed, .missed, .pending])
    #expect(figures.streak == 0 && figures.best == 1 && figures.total == 2)
    #expect(figures.counts == [.skipped: 1, .followed: 1, .missed: 1, .pending: 1])
  }

  @Test("Weeks are judged whole, and those that a line holds a part of are never missed")
  func weeks() throws {
    let (figures, periods) = try judged(
      "[{from: 2026-11-04, every: 2/week}, {from: 2026-11-18, every: day}]",
      ["2026-11-09", "2026-11-10", "2026-11-16", "2026-11-18"], today: "2026-11-19")
    // Of the first week five days, of the third two: off, as they were not followed.
    #expect(periods.map(\.state) == [.followed, .followed, .pending])
    #expect(figures.streak == 2)
  }

  @Test("An entry of a day to come does not count for the week that has begun")
  func daysToCome() throws {
    let entries = ["2026-11-17", "2026-11-20"]
    for (today, state) in [("2026-11-19", PlanFigures.State.pending), ("2026-11-20", .followed)] {
      let (_, periods) = try judged(
        "[{from: 2026-11-16, every: 2/week}]", entries, today: today)
      #expect(periods.map(\.state) == [state])
    }
  }

  @Test("Strength is the score of Loop Habit Tracker")
  func strength() throws {
    let days = (1...28).map { "2026-02-\($0 < 10 ? "0" : "")\($0)" }
    let daily = try judged("[{from: 2026-02-01, every: day}]", days, today: "2026-02-28").figures
    // 1 − 0.5^(28 / 13)
    #expect(abs(daily.strength - 0.775287) < 0.000_001)
    let none = try judged("[{from: 2026-02-01, every: day}]", [], today: "2026-02-28").figures
    #expect(none.strength == 0)
  }

  // MARK: Properties

  private struct Sample {
    var lines: [String] = []
    var entries: [String] = []

    var plan: String { "[" + lines.joined(separator: ", ") + "]" }
  }

  private func sample(_ generator: inout SeededGenerator) -> Sample {
    var sample = Sample()
    var day = Self.day("2026-01-01")
    let cadences = ["day", "weekend", "3 days", "week", "3/week", "2/month", "none", "mon"]
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let every = cadences.randomElement(using: &generator) ?? "day"
      let goal = Bool.random(using: &generator) ? ", goal: \"mood:5..\"" : ""
      sample.lines.append(
        "{from: \(CalendarDate(daysSinceEpoch: day).text), every: \(every)\(goal)}")
      day += Int.random(in: 0...30, using: &generator)
    }
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      sample.entries.append(entry(&generator))
    }
    return sample
  }

  private func entry(_ generator: inout SeededGenerator) -> String {
    let day = Self.day("2025-12-25") + Int.random(in: 0...80, using: &generator)
    let field = ["", "\n- mood:: 3", "\n- mood:: 7", "\n- skip:: ill"]
      .randomElement(using: &generator)
    return "\(CalendarDate(daysSinceEpoch: day).text) 08:00\(field ?? "")"
  }

  @Test(
    "An entry more never lowers what was followed, its order does not count, and all is between 0 and 1"
  )
  func properties() throws {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<400 {
      var sample = sample(&generator)
      let before = try judged(sample.plan, sample.entries, today: "2026-03-10")
      #expect((0...1).contains(before.figures.strength))
      #expect(
        before.figures.total >= before.figures.best && before.figures.best >= before.figures.streak)
      let shuffled = try judged(
        sample.plan, sample.entries.shuffled(using: &generator), today: "2026-03-10")
      #expect(shuffled.periods.map(\.state) == before.periods.map(\.state))
      #expect(shuffled.figures.strength == before.figures.strength)
      sample.entries.append(entry(&generator))
      let after = try judged(sample.plan, sample.entries, today: "2026-03-10")
      #expect(after.figures.total >= before.figures.total, "\(sample)")
    }
  }

  @Test("A plan that is changed today changes no period that is over")
  func changedToday() throws {
    var generator = SeededGenerator(seed: 13)
    let today = Self.day("2026-03-10")
    for _ in 0..<400 {
      var sample = sample(&generator)
      let before = try judged(sample.plan, sample.entries, today: "2026-03-10")
      sample.lines.append("{from: 2026-03-10, every: 2/week}")
      let after = try judged(sample.plan, sample.entries, today: "2026-03-10")
      func past(_ judged: (figures: PlanFigures, periods: [PlanFigures.Period])) -> [String] {
        judged.periods.filter { $0.days.upperBound < today }
          .map { "\($0.days) \($0.state) \($0.count)" }
      }
      // A week or month that today is in ends yesterday now; it was none of those that were over.
      let told = past(after).filter { past(before).contains($0) || !$0.contains("missed") }
      #expect(told == past(after), "\(sample)")
      #expect(past(before).allSatisfy(past(after).contains), "\(sample)")
    }
  }
}
