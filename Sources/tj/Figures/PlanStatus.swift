import ThreadJournal
import ThreadStorage

/// What came of a plan that could be read, and how it looks.
struct PlanStatus {
  let thread: ThreadHeader
  let plan: Plan
  let figures: PlanFigures
  /// The present period; nil where there is none.
  let period: PlanFigures.Period?
  private let periods: [PlanFigures.Period]
  private let today: Int

  /// Nil where the plan cannot be read, or has no line.
  init?(_ tally: PlanTally, today: Int) {
    guard case .success(let (plan, figures)) = tally.result, !plan.lines.isEmpty else { return nil }
    thread = tally.thread
    self.plan = plan
    self.figures = figures
    periods = tally.periods
    self.today = today
    period = figures.present
  }

  /// The line that holds today; nil before the first.
  var line: Plan.Line? { plan.line(on: today).map { plan.lines[$0] } }

  /// The state of each of `days` that is not off, where the periods were asked for; that of a week is of all its days.
  func states(in days: ClosedRange<Int>) -> [Int: PlanFigures.State] {
    var states: [Int: PlanFigures.State] = [:]
    for period in periods where period.days.overlaps(days) {
      for day in period.days.clamped(to: days) { states[day] = period.state }
    }
    return states
  }

  /// The first days of the periods that begin within `days` and have `state`, where the periods were asked for.
  func starts(of state: PlanFigures.State, in days: ClosedRange<Int>) -> [Int] {
    periods.filter { $0.state == state && days.contains($0.days.lowerBound) }.map(\.days.lowerBound)
  }

  /// How many days of the present period are left, today among them.
  var daysLeft: Int { period.map { $0.days.upperBound - today + 1 } ?? .max }

  /// `today`, or `2 of 3 this week, 2 days left`.
  var dueText: String {
    guard let period else { return "" }
    let cadence = plan.lines[period.line].cadence
    if cadence.period == .day { return "today" }
    let left = daysLeft == 1 ? "the last day" : "\(daysLeft) days left"
    return "\(period.count) of \(cadence.target) this \(cadence.period.rawValue), \(left)"
  }

  /// How many of the periods that are told were followed, and of how many that could be.
  fileprivate var adherence: (followed: Int, of: Int) {
    let followed = count(.followed)
    return (followed, followed + count(.missed))
  }

  func count(_ state: PlanFigures.State) -> Int { figures.counts[state] ?? 0 }

  /// `every day · followed 20 of 21 (95 %) · streak 8, best 12 · strength 63 %`; of a plan that is yet to begin, or that
  /// ended before anything was judged by it, no figures.
  var text: String {
    var followed = PlanStatus.followed(adherence.followed, of: adherence.of)
    // The others were judged by an earlier line, of which the words say nothing.
    if let first = figures.first, first.line != plan.line(on: today) {
      followed += " since " + CalendarDate(daysSinceEpoch: first.days.lowerBound).text
    }
    let skipped = count(.skipped)
    if skipped > 0 { followed += ", \(Plural.grouped(skipped)) skipped" }
    return hasFigures ? [meant, followed, firmness].joined(separator: " · ") : meant
  }

  /// What is meant today, and how firm a habit it is.
  var present: String { hasFigures ? [meant, firmness].joined(separator: " · ") : meant }

  /// `followed 20 of 21 (95 %)`: the periods that begin within `days`, where the periods were asked for.
  func followed(in days: ClosedRange<Int>) -> String {
    let followed = starts(of: .followed, in: days).count
    return PlanStatus.followed(followed, of: followed + starts(of: .missed, in: days).count)
  }

  private static func followed(_ followed: Int, of all: Int) -> String {
    let share = NumberSum(followed, of: all).mean(to: .one(at: 2)).map { "\($0.percent) %" }
    return "followed \(Plural.grouped(followed)) of \(Plural.grouped(all)) (\(share ?? "–"))"
  }

  /// Whether a line holds today, or one held of which a period was followed or missed.
  private var hasFigures: Bool {
    line.map { $0.cadence != .never || figures.total > 0 || figures.first != nil } ?? false
  }

  /// How often an entry is meant today, or from when on, or until when it was.
  var meant: String {
    guard let line else {
      let first = plan.lines[0]
      return "\(first.cadence.words), from \(CalendarDate(daysSinceEpoch: first.from).text) on"
    }
    return line.cadence == .never
      ? "ended \(CalendarDate(daysSinceEpoch: line.from).text)" : line.cadence.words
  }

  private var firmness: String {
    let strength = Int((figures.strength * 100).rounded(.toNearestOrEven))
    return "streak \(figures.streak), best \(figures.best) · strength \(strength) %"
  }
}

extension [PlanTally] {
  /// The plans whose present period waits for an entry on the day `today`, that with the fewest days left first.
  func due(on today: Int) -> [PlanStatus] {
    compactMap { PlanStatus($0, today: today) }.filter { $0.period?.state == .pending }
      .sorted { ($0.daysLeft, $0.thread.path) < ($1.daysLeft, $1.thread.path) }
  }
}

extension Table {
  /// What is due, a thread a line.
  init(due: [PlanStatus], layout: Layout) {
    self.init(layout: layout)
    for status in due { add([(status.thread.title.utf8, .plain), (status.dueText.utf8, .plain)]) }
  }
}

extension Cadence {
  /// In words: `every day`, `Monday, Thursday`, `3 times a week`.
  var words: String {
    switch self {
    case .never: "none"
    case .weekdays: text.contains(",") ? text.replacing(",", with: ", ") : "every \(text)"
    case .everyDays(let count): "every \(count) days"
    case .perWeek(let count): Self.times(count) + " a week"
    case .perMonth(let count): Self.times(count) + " a month"
    }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

extension JSONWriter {
  /// What came of a plan, the same object wherever it is printed.
  mutating func status(_ status: PlanStatus) {
    func day(_ day: Int?) -> String? { day.map { CalendarDate(daysSinceEpoch: $0).text } }
    member("thread", status.thread.title)
    member("path", status.thread.path)
    member("every", status.line?.cadence.text)
    member("goal", status.line?.goal)
    member("state", status.period?.state.rawValue ?? PlanFigures.State.off.rawValue)
    member("from", day(status.period?.days.lowerBound))
    member("to", day(status.period?.days.upperBound))
    member("count", status.period?.count)
    member("target", status.period.map { status.plan.lines[$0.line].cadence.target })
    member("followed", status.count(.followed))
    member("missed", status.count(.missed))
    member("skipped", status.count(.skipped))
    let adherence = status.adherence
    member("adherence", NumberSum(adherence.followed, of: adherence.of).mean(to: Self.finest))
    member("streak", status.figures.streak)
    member("best", status.figures.best)
    member("total", status.figures.total)
    member("strength", FixedNumber(rounding: status.figures.strength, decimals: 6))
  }
}

extension Session {
  /// Tells of a skip that it says no, leaves out more than its day, or nothing; or that only the text says it.
  func tell(
    skip value: [UInt8]?, saidIn text: [UInt8] = [], at time: Timestamp, of entry: String,
    in header: ThreadHeader, _ journal: Journal
  ) {
    let key = FieldDefinition.skip.key
    guard let value, !value[...].trimmed.isEmpty else {
      guard let why = Self.skip(saidIn: text),
        let plan = try? journal.plan(of: header, planReading),
        let line = plan.line(on: time.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch)
      else { return }
      let field = ShellWord.quoted("skip=\(why)")
      let period = plan.lines[line].cadence.period
      let skip = period == .day ? "To skip" : "To leave out the whole \(period.rawValue)"
      return note("It is no skip, and may count for the plan. \(skip): tj tag \(entry) \(field)")
    }
    guard (try? journal.schema(at: header.path))?.field(withKey: key)?.type != .boolean else {
      return
    }
    guard let plan = try? journal.plan(of: header, planReading), !plan.lines.isEmpty else {
      return note(
        "skip excuses a day of a plan, of which \(header.title) has none yet. As a field of your own, by another name: "
          + "tj tag \(entry) skip= NAME=\(ShellWord.quoted(String(utf8: value[...].trimmed)))")
    }
    let day = time.journalDate(dayStartsAt: dayStartsAt)
    guard let line = plan.line(on: day.daysSinceEpoch).map({ plan.lines[$0] }),
      line.cadence != .never
    else { return }
    let period = line.cadence.period
    let words = String(utf8: value[...].trimmed)
    if Self.refusals.contains(words.lowercased()) {
      note(
        "skip is \"\(words)\", and leaves out the \(period.rawValue) all the same, as any value "
          + "does. To take it away: tj tag \(entry) skip=")
    } else if case .weekdays(let weekdays) = line.cadence, !weekdays.contains(day.weekday) {
      note("\(TimeText.weekday(day.weekday)) is not planned, so its skip leaves nothing out.")
    } else if let (_, days) = plan.period(around: day.daysSinceEpoch) {
      var request = planRequest()
      request.keepsPeriods = true
      let plans = journal.plans(in: [header.path], request).plans
      // What is followed stays so.
      let isFollowed = plans.compactMap { PlanStatus($0, today: today.daysSinceEpoch) }.contains {
        $0.states(in: days.lowerBound.daysSinceEpoch...day.daysSinceEpoch).values
          .contains(.followed)
      }
      guard !isFollowed else { return }
      note(
        "Its skip leaves out the whole \(period.rawValue), \(days.lowerBound.text) to \(days.upperBound.text)."
      )
    }
  }

  /// Why a day is skipped that the text seems to skip: `skip today, sore knee`, `Skip. Sore knee.`, `rest day`; nil of
  /// another text, as `Skipped the hills` and `skip: ill`, which names the field.
  private static func skip(saidIn text: [UInt8]) -> String? {
    let words = String(utf8: text).split(whereSeparator: \.isWhitespace).map(String.init)
    func word(_ index: Int) -> String {
      words.indices.contains(index) ? words[index].lowercased().filter(\.isLetter) : ""
    }
    guard words.count < 10, let first = words.first, !first.contains(where: { ":=".contains($0) })
    else { return nil }
    let isRest = word(0) == "rest" && word(1) == "day"
    // `Skipped breakfast` is said of other things.
    let isPast =
      word(0) == "skipped"
      && (first.last?.isLetter == false || ["", "today"].contains(word(1))
        || words[1].hasPrefix("("))
    guard isRest || isPast || word(0) == "skip",
      !TextTime.sentenceWords.contains(word(isRest ? 2 : 1))
    else { return nil }
    let count = isRest || word(1) == "today" ? 2 : 1
    let why = words.dropFirst(count).joined(separator: " ")
    let trimmed = why.drop { " ,;-–—(".contains($0) }.filter { $0 != ")" }
    let end = trimmed.hasSuffix(".") ? String(trimmed.dropLast()) : String(trimmed)
    return end.isEmpty ? (isRest ? "rest day" : "yes") : end
  }

  private static let refusals: Set = [
    "no", "none", "nope", "nein", "non", "n/a", "false", "0", "-",
  ]

  /// Reports the files, and the plans, that cannot be read, and that all else goes on without them.
  func warn(of problems: [FileProblem] = [], ofPlans plans: [PlanTally]) {
    warn(of: problems)
    for plan in plans {
      guard case .failure(let problem) = plan.result else { continue }
      warn(ErrorMessage(problem, in: plan.thread.path, at: plan.position))
    }
  }
}
