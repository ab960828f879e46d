import ThreadJournal
import ThreadStorage

enum StatsCommand {
  static let definition = CommandDefinition(
    name: "stats", group: .reading, summary: "Count entries, words, days and values of fields.",
    arguments: [
      .init(
        "THREAD|QUERY", .thread, count: .zeroOrMore, "Threads, then what their entries must hold.")
    ],
    options: [
      .value(
        "by", "GROUP", .text,
        "A line for each `day`, `week`, `month`, `quarter`, `year`, `weekday`, `hour`, `tag`, "
          + "`thread`, or value of a field."),
      .value("field", short: "f", "NAME", .text, isRepeatable: true, "Only this field."),
      .flag("sum", "With `--by`: sums in place of means."),
      .value("format", "FORMAT", .choice(["csv"]), "`csv`: the table as CSV."), .json,
    ] + OptionDefinition.timeRange + [.trashedEntries, .allEntries],
    exclusive: [[String]].timeRange + [["trash", "all"], ["json", "format"]],
    description: """
      Counts the entries of the threads that are named, or of the whole journal, as far as they
      match: how many, on how many days, in how many words; the streak of days with an entry; then
      a line for each field, and the tags. Threads and QUERY are told apart as by `tj export`.

      Of numbers, durations and times it tells how many, the mean, the median, the least, the
      greatest, the sum, the momentum, which is this week's mean minus the last week's, and, on a
      terminal, the means of the last 12 weeks. Of booleans, texts and choices it counts the values.
      With `--by` each group has its entries and the mean, or sum, of each field; of a boolean, how
      often it is yes. How all of it is counted, `man tj` says under STATISTICS.
      """,
    examples: [
      ("tj stats sleep", "See how you sleep."),
      ("tj stats sleep --by weekday", "Compare the days of the week."),
      ("tj stats --by month --from 2026", "Count the entries of each month of a year."),
      ("tj stats running --by month --sum -f distance", "Add up a field, month by month."),
      ("tj stats migraine --by trigger 'pain:>5'", "Group bad days by the value of a field."),
      ("tj stats sleep --json", "Have every figure for a script."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["export", "list", "find"],
    synonyms: ["statistics", "count", "average", "streak", "summary"], action: .run(run))

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    guard !arguments.flag("sum") || arguments.flag("by") else {
      throw CommandError.needsOption(option: "sum", other: "by GROUP")
    }
    let journal = try session.journal(.reading)
    let words = try journal.threadsAndTerms(
      arguments.values("THREAD|QUERY"), Journal.Scope(arguments))
    let selection = try EntrySelection(arguments, terms: words.terms, session)
    let paths = words.threads.isEmpty ? nil : words.threads.map(\.path)
    let names = arguments.values("field")
    let request = StatisticsRequest(
      today: session.today, dayStartsAt: session.dayStartsAt,
      grouping: arguments.value("by").map { Grouping($0) },
      fields: names.isEmpty ? nil : Set(names.map { FieldName.key($0) }),
      plans: selection.query.isEmpty && selection.scope == .live ? session.planRequest() : nil)
    let scan = EntryScan(
      journal, for: selection.query, selection.scope, in: paths,
      deletedThreads: selection.deletedThreads(areNamed: paths != nil), needsLines: false,
      positions: .none, needsEveryThread: request.plans != nil)
    let (tally, outcome) = scan.tally(request)
    // Of a plan all entries count.
    let plans =
      request.plans == nil
      ? journal.plans(in: paths, session.planRequest(told: try days(arguments, session))).plans
      : tally.plans
    session.warn(ofPlans: plans)
    session.reportGuesses()
    session.warn(of: outcome.problems)
    session.reportFieldProblems(of: selection.query, given: outcome.fields)
    let unknown = unknownFields(request, tally, in: paths, of: journal)
    let group = if case .field(let key)? = request.grouping { key } else { "" }
    var isGroupUnknown = false
    for problem in unknown {
      guard case .undefined(let name, _) = problem else { continue }
      isGroupUnknown = isGroupUnknown || name == group
      session.report(ErrorMessage(unknownStatistic: problem, isGroup: name == group))
    }
    guard !isGroupUnknown, unknown.isEmpty || unknown.count < names.count else { return .failed }
    let view = StatisticsView(
      tally: tally, grouping: request.grouping, showsSums: arguments.flag("sum"),
      dayStartsAt: request.dayStartsAt, bars: BarText(isUnicode: session.isUnicode),
      plans: plans.compactMap { PlanStatus($0, today: request.today.daysSinceEpoch) })
    if arguments.flag("json") {
      session.printDocument { $0.statistics(view, request) }
    } else if arguments.value("format") == "csv" {
      session.output.write(view.csv)
    } else {
      let titles = tally.threads.map(\.title)
      let one =
        titles.count == 1 ? titles[0] : words.threads.count == 1 ? words.threads[0].title : nil
      show(view, request, title: one ?? Plural.threads(titles.count), session)
    }
    for field in tally.fields where field.unfit > 0 {
      session.note(unfitNote(field))
    }
    if tally.entries == 0, !selection.query.isEmpty {
      if !arguments.flag("json") { session.note(selection.noMatchNote("tj stats")) }
      return .failed
    }
    return outcome.problems.isEmpty && unknown.isEmpty ? .done : .failed
  }

  /// The days of which the periods of plans are told: those that the options choose.
  private static func days(
    _ arguments: ParsedArguments, _ session: Session
  ) throws -> ClosedRange<Int> {
    func day(_ instant: Instant) -> Int {
      Timestamp(instant: instant, in: session.zone).journalDate(dayStartsAt: session.dayStartsAt)
        .daysSinceEpoch
    }
    let from = try (arguments.value("on") ?? arguments.value("from")).map { try session.range($0) }
    let to = try (arguments.value("on") ?? arguments.value("to")).map { try session.range($0) }
    let first = (from?.lower).map(day) ?? Int.min
    let last =
      (to?.upper).map { day(Instant(secondsSinceEpoch: $0.secondsSinceEpoch - 1)) } ?? Int.max
    return min(first, last)...max(first, last)
  }

  private static func show(
    _ view: StatisticsView, _ request: StatisticsRequest, title: String, _ session: Session
  ) {
    let layout = session.layout
    var bytes: [UInt8] = []
    layout.append(view.summary(title: title), indent: 0, to: &bytes)
    if view.tally.entries > 0 {
      for text in view.habits(today: request.today.daysSinceEpoch) {
        var line = StyledText()
        line.append(layout.oneLine(Array(text.utf8)), .faint)
        layout.append(line, indent: 0, to: &bytes)
      }
      let table = request.grouping.map { view.groupTable($0, layout) } ?? view.fieldTable(layout)
      if !table.rows.isEmpty { bytes.append(0x0A) }
      table.append(to: &bytes)
    }
    session.output.write(bytes)
  }

  /// The fields that are asked for and that no thread has, with the names that are near.
  private static func unknownFields(
    _ request: StatisticsRequest, _ tally: JournalTally, in paths: [String]?, of journal: Journal
  ) -> [QueryFieldProblem] {
    var keys = request.fields ?? []
    if case .field(let key)? = request.grouping { keys.insert(key) }
    let missing = keys.subtracting(tally.fields.map(\.identity.key))
    guard !missing.isEmpty else { return [] }
    let defined = journal.definitions(of: paths ?? journal.directory.threadFiles().files)
      .flatMap(\.schema.fields)
    let others = request.grouping == nil ? [] : Grouping.names
    return missing.subtracting(defined.map(\.key)).sorted().map {
      .undefined(name: $0, nearest: Set(defined.map(\.name) + others).sorted().nearest(to: $0))
    }
  }

  private static func unfitNote(_ field: FieldTally) -> String {
    let (are, noun) = field.unfit == 1 ? ("1 value", "is") : ("\(field.unfit) values", "are")
    return "\(are) of \(field.name) \(noun) left out: no \(field.kind.rawValue)."
  }
}
