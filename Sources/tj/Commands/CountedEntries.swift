import ThreadJournal
import ThreadStorage

/// The entries that a command line chooses, counted; what is wrong on the way is told.
struct CountedEntries {
  var view: StatisticsView
  let request: StatisticsRequest
  let selection: EntrySelection
  /// The title of the one thread, or how many there are.
  let title: String
  /// The plan of the one thread, of which all entries are counted; nil where there is none.
  let onePlan: PlanStatus?
  /// Whether everything could be read, and the fields that are asked for are there.
  let isSound: Bool

  /// - Parameters:
  ///   - fields: The `FieldName.key` of each field that is counted; nil for all.
  ///   - keepsPeriods: Whether the periods of plans are kept.
  init(
    _ arguments: ParsedArguments, grouping: Grouping?, fields: Set<String>?,
    keepsPeriods: Bool = false, _ session: Session
  ) throws {
    let journal = try session.journal(.reading)
    let words = try journal.threadsAndTerms(
      arguments.values("THREAD|QUERY"), Journal.Scope(arguments))
    let selection = try EntrySelection(arguments, terms: words.terms, session)
    let paths = words.threads.isEmpty ? nil : words.threads.map(\.path)
    var planRequest = session.planRequest(told: try Self.days(arguments, session))
    planRequest.keepsPeriods = keepsPeriods
    let request = StatisticsRequest(
      today: session.today, dayStartsAt: session.dayStartsAt, grouping: grouping, fields: fields,
      plans: selection.query.isEmpty && selection.scope == .live ? planRequest : nil)
    let scan = EntryScan(
      journal, for: selection.query, selection.scope, in: paths,
      deletedThreads: selection.deletedThreads(areNamed: paths != nil), needsLines: false,
      positions: .none, needsEveryThread: request.plans != nil)
    let (tally, outcome) = scan.tally(request)
    // Of a plan all entries count.
    let plans =
      request.plans == nil ? journal.plans(in: paths, planRequest).plans : tally.plans
    session.warn(ofPlans: plans)
    session.reportGuesses()
    session.warn(of: outcome.problems)
    session.reportFieldProblems(of: selection.query, given: outcome.fields)
    let unknown = Self.unknownFields(request, tally, in: paths, of: journal)
    for problem in unknown { session.report(ErrorMessage(problem)) }
    view = StatisticsView(
      tally: tally, grouping: grouping, showsSums: arguments.flag("sum"),
      dayStartsAt: request.dayStartsAt, bars: BarText(isUnicode: session.isUnicode),
      titles: Dictionary(
        tally.threads.map { ($0.path, $0.title) }, uniquingKeysWith: { first, _ in first }),
      plans: plans.compactMap { PlanStatus($0, today: request.today.daysSinceEpoch) })
    let titles = tally.threads.map(\.title)
    let one =
      titles.count == 1 ? titles[0] : words.threads.count == 1 ? words.threads[0].title : nil
    title = one ?? Plural.threads(titles.count)
    let path = words.threads.count == 1 ? words.threads[0].path : tally.threads.first?.path
    let isOne = words.threads.count == 1 || (words.threads.isEmpty && titles.count == 1)
    onePlan =
      isOne && words.terms.isEmpty && selection.scope == .live
      ? view.plans.first { $0.thread.path == path } : nil
    isSound = outcome.problems.isEmpty && unknown.isEmpty
    self.request = request
    self.selection = selection
  }

  /// How the command ends, which `command` begins, after the notes on what was not counted.
  func status(_ session: Session, _ command: String, tellsNoMatch: Bool = true) -> ExitStatus {
    for field in view.tally.fields where field.unfit > 0 { session.note(Self.unfitNote(field)) }
    if view.tally.entries == 0, !selection.query.isEmpty {
      if tellsNoMatch { session.note(selection.noMatchNote(command)) }
      return .failed
    }
    return isSound ? .done : .failed
  }

  /// The days of which the periods of plans are told: those that the options choose.
  static func days(
    _ arguments: ParsedArguments, _ session: Session
  ) throws -> ClosedRange<Int> {
    let from = try (arguments.value("on") ?? arguments.value("from")).map { try session.range($0) }
    let to = try (arguments.value("on") ?? arguments.value("to")).map { try session.range($0) }
    let first = (from?.lower).map(session.day) ?? Int.min
    let last =
      (to?.upper).map { session.day(Instant(secondsSinceEpoch: $0.secondsSinceEpoch - 1)) }
      ?? Int.max
    return min(first, last)...max(first, last)
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
    let (values, are) = field.unfit == 1 ? ("1 value", "is") : ("\(field.unfit) values", "are")
    return "\(values) of \(field.name) \(are) left out: no \(field.kind.rawValue)."
  }
}
