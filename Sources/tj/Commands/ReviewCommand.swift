import ThreadJournal
import ThreadStorage

enum ReviewCommand {
  static let definition = CommandDefinition(
    name: "review", group: .reading, summary: "Look back on a week, a month or other days.",
    arguments: [
      .init(
        "RANGE", .text, count: .zeroOrMore,
        "`week` or `month`, the last full one; `quarter`, `year`; or days, as `2026-11`.")
    ],
    options: [
      .value("add", "THREAD", .thread, "Save it as an entry of THREAD, once for these days.")
    ],
    description: """
      Prints, as Markdown, what the days of RANGE held, beside the days before, which are the week,
      month, quarter or year before them, or as many days: the entries of each thread; which plans were
      followed and missed; the means of fields; tags that are new; the longest entry, those that were
      edited on a later day, and those of the same days of earlier years; and what is due today.
      Without RANGE it is the last full week, from Monday to Sunday. Days to come are left out; a month
      that is not over stands beside the whole month before it.

      With `--add` it is saved as an entry of THREAD with the title `Review` and the days; where an entry
      of THREAD has that title already, nothing is added. Such entries are left out of later reviews, and
      found like others: `not:title:review` leaves them out of a query.

      Where the setting `review-command` names a program, it is given the Markdown on its standard
      input, and what it prints within 60 seconds stands below as a quotation.
      """,
    examples: [
      ("tj review", "Look back on the last week."),
      ("tj review month --add reviews", "Keep the last month's."),
      ("tj review 2026-10-01..2026-10-14", "Look back on a journey."),
    ], exitStatuses: [(1, "The review of these days is in THREAD already.")],
    seeAlso: ["stats", "due", "config"],
    synonyms: ["summary", "retrospective", "digest", "weekly", "recap"], action: .run(run))

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    // Its settings say when days begin.
    let journal = try session.journal(arguments.flag("add") ? .writing : .reading)
    let (days, before) = try range(arguments.values("RANGE"), session)
    let title = "Review \(name(of: days))"
    let header = try arguments.value("add").map { try journal.thread(named: $0) }
    if let header {
      try refuseSecond(title, in: header, journal)
      do {
        try journal.checkOnce(header, at: journal.timestamp, dayStartsAt: session.dayStartsAt)
      } catch {
        guard case JournalError.alreadyEntered = error else { throw error }
        let range = arguments.values("RANGE").map { " " + ShellWord.quoted($0) }.joined()
        throw CommandError.enteredAlready(
          error,
          again: "tj review\(range) | tail -n +3 | tj add \(header.name) --again --title "
            + ShellWord.quoted(title) + " -")
      }
    }
    var plans = session.planRequest(told: days)
    plans.keepsPeriods = true
    let request = ReviewRequest(
      days: days, before: before,
      counting: StatisticsRequest(
        today: session.today, dayStartsAt: session.dayStartsAt, grouping: .thread, plans: plans))
    let (review, outcome) = EntryScan(
      journal, for: .all(zone: journal.zone), deletedThreads: .areLeftOut, needsLines: false,
      positions: .none, needsEveryThread: true
    ).review(request)
    session.reportGuesses()
    session.warn(of: outcome.problems, ofPlans: review.plans)
    session.tellDoubts(of: review.present.fields)
    let view = ReviewView(
      review: review, request: request, nameBefore: name(of: before),
      today: session.today.daysSinceEpoch)
    let text = view.text
    let remark = try ReviewRemark.lines(on: Array("# \(title)\n\n".utf8) + text, session)
    let words = arguments.values("RANGE").joined(separator: " ").lowercased()
    if let period = Period(rawValue: words), period != .day {
      let add = header.map { " --add \(ShellWord.quoted($0.name))" } ?? ""
      session.note(
        "\(name(of: days)) is the last full \(period.rawValue). "
          + "For the one that goes on: tj review this \(period.rawValue)\(add)")
    }
    guard let header else {
      session.print(exactly: Array("# \(title)\n\n".utf8) + text + remark)
      return outcome.problems.isEmpty ? .done : .failed
    }
    var note = DraftNote(.add, thread: header.path, entry: journal.newEntryID().description)
    note.time = journal.timestamp.canonicalText
    note.title = title
    var delivery = TextDelivery(journal: journal, session: session)
    delivery.thread = header
    delivery.onceDayStartsAt = session.dayStartsAt
    // Its program may have taken a minute, in which another review was added.
    try refuseSecond(title, in: header, journal)
    let input = try TextInput(.words(text + remark), note, in: journal)
    _ = try delivery.deliver(input, note)
    session.acknowledge(note.entry)
    return outcome.problems.isEmpty ? .done : .failed
  }

  /// Refuses a second review of the same days, which has the same title.
  private static func refuseSecond(
    _ title: String, in header: ThreadHeader, _ journal: Journal
  ) throws {
    let entries = try journal.file(at: header.path).entries(.live)
    let other = entries.last { $0.title.elementsEqual(title.utf8) }
    if let other { throw CommandError.reviewedAlready(other, title: title) }
  }

  /// The days that words mean, and those before.
  private static func range(
    _ words: [String], _ session: Session
  ) throws -> (days: ClosedRange<Int>, before: ClosedRange<Int>) {
    let text = words.joined(separator: " ")
    let today = session.today.daysSinceEpoch
    let named = text.isEmpty ? Period.week : Period(rawValue: text.lowercased())
    if let named {
      let last = named.start(of: today) - 1
      guard last >= Self.firstDay else {
        throw TimeExpressionError.noSuchDate(text: "last \(named.rawValue)")
      }
      return (named.start(of: last)...last, named.daysBefore(named.start(of: last)))
    }
    let range = try session.range(text)
    guard let lower = range.lower, let upper = range.upper else {
      throw CommandError.openReview(text)
    }
    guard range.isOfDays else { throw CommandError.reviewOfPart(text) }
    let first = session.day(lower)
    guard first <= today else { throw CommandError.reviewOfFuture(text) }
    let last = max(session.day(Instant(secondsSinceEpoch: upper.secondsSinceEpoch - 1)), first)
    // Days that are still to come hold nothing.
    let days = first...min(last, today)
    let before =
      period(of: first...last)?.daysBefore(first) ?? first - days.count...first - 1
    return (days, before)
  }

  /// The period that all of these days are; nil for others.
  private static func period(of days: ClosedRange<Int>) -> Period? {
    Period.allCases.first {
      $0.start(of: days.lowerBound) == days.lowerBound
        && $0.next(after: days.lowerBound) == days.upperBound + 1
    }
  }

  /// What some days are called: `2026-W47`, `2026-11`, else the first and the last.
  private static func name(of days: ClosedRange<Int>) -> String {
    if let period = period(of: days) { return period.name(ofStart: days.lowerBound) }
    return [days.lowerBound, days.upperBound].map { CalendarDate(daysSinceEpoch: $0).text }
      .joined(separator: "..")
  }

  /// Of the year 1, before which none is written.
  private static let firstDay = Int(Timestamp.wallClockRange.lowerBound / 86_400)
}

extension Period {
  /// The days of the period before that which begins on `day`.
  fileprivate func daysBefore(_ day: Int) -> ClosedRange<Int> { start(of: day - 1)...day - 1 }
}

/// What the `review-command` says of a review.
private enum ReviewRemark {
  private static let mostBytes = 1 << 16

  /// What it prints, as a quotation below a blank line; nothing where there is no such command, or it fails.
  ///
  /// - Throws: `CommandError.interrupted` where somebody waits no longer.
  static func lines(on review: [UInt8], _ session: Session) throws -> [UInt8] {
    guard let program = TextProgram(.reviewCommand, session.settings) else { return [] }
    // It has a group of its own, which `^C` does not reach.
    StandardInput.catchInterrupts()
    defer { StandardInput.releaseInterrupts() }
    do throws(TextProgramFailure) {
      let text = Escaping.trimmingBlankLines(try program.output(of: review, most: mostBytes))
      guard !text.isEmpty else { return [] }
      let lines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
      return [.lineFeed] + lines.flatMap { Array(($0.isEmpty ? ">" : "> ").utf8) + $0 + [0x0A] }
    } catch {
      if StandardInput.isInterrupted { throw CommandError.interrupted(draft: nil) }
      session.report(ErrorMessage(error))
      return []
    }
  }
}
