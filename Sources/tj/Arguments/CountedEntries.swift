import ThreadJournal
import ThreadStorage

/// The entries that a command line chooses, counted; what is wrong on the way is told.
struct CountedEntries {
  private let journal: Journal
  /// The threads that are named, then what their entries must hold.
  let words: (threads: [ThreadHeader], terms: [String], nearest: [String])
  var view: StatisticsView
  let request: StatisticsRequest
  let selection: EntrySelection
  /// The title of the one thread, or how many there are.
  let title: String
  /// The plan of the one thread, of which all entries are counted; nil where there is none.
  let onePlan: PlanStatus?
  /// Whether no thread has the field that entries are put together by, or any of the fields that are asked for.
  let hasNothingToCount: Bool
  /// Whether everything could be read, and the fields that are asked for are there.
  let isSound: Bool

  /// - Parameters:
  ///   - countsText: Whether words and tags are told.
  ///   - fields: The `FieldName.key` of each field that is counted; nil for all.
  ///   - keepsPeriods: Whether the periods of plans are kept.
  init(
    in journal: Journal, _ arguments: ParsedArguments, grouping: Grouping?,
    countsText: Bool = true, fields: Set<String>? = nil, keepsPeriods: Bool = false,
    _ session: Session
  ) throws {
    self.journal = journal
    words = try journal.threadsAndTerms(
      arguments.values("THREAD|QUERY"), Journal.Scope(arguments))
    selection = try EntrySelection(arguments, terms: words.terms, session)
    let times = ["from", "to", "on"].compactMap { option in
      arguments.value(option).map { "\(option) \($0)" }
    }
    query = (words.terms + times).joined(separator: " ")
    let paths = Self.paths(of: words.threads)
    var planRequest = session.planRequest(told: Self.days(selection, session))
    planRequest.keepsPeriods = keepsPeriods
    request = StatisticsRequest(
      today: session.today, dayStartsAt: session.dayStartsAt, grouping: grouping,
      countsText: countsText, fields: fields,
      plans: selection.query.isEmpty && selection.scope == .live ? planRequest : nil)
    let scan = Self.scan(journal, selection, in: paths, needsEveryThread: request.plans != nil)
    let (tally, outcome) = scan.tally(request)
    // Of a plan all entries count, of whatever days; beside figures of some of them it would say nothing.
    let hasPlans = words.terms.isEmpty && selection.scope == .live
    let plans =
      request.plans != nil
      ? tally.plans : hasPlans ? journal.plans(in: paths, planRequest).plans : []
    session.tellNearThread(words)
    session.warn(ofPlans: plans)
    session.reportGuesses()
    session.warn(of: outcome.problems)
    session.reportFieldProblems(ofFigures: selection.query, outcome.fields, in: paths, journal)
    selection.tellAll(session)
    let unknown = Self.unknownFields(request, tally, in: paths, of: journal)
    var group: String?
    if case .field(let key)? = grouping { group = key }
    hasNothingToCount =
      unknown.contains { $0.name == group } || (!unknown.isEmpty && unknown.count == fields?.count)
    for (name, nearest, members) in unknown {
      let message =
        members.isEmpty
        ? ErrorMessage(unknownField: name, nearest: nearest, isGrouping: name == group)
        : ErrorMessage(group: name, members: members)
      hasNothingToCount ? session.report(message) : session.warn(message)
    }
    let today = request.today.daysSinceEpoch
    view = StatisticsView(
      tally: tally, grouping: grouping, showsSums: arguments.flag("sum"),
      dayStartsAt: request.dayStartsAt, bars: BarText(isUnicode: session.isUnicode),
      titles: Dictionary(
        tally.threads.map { ($0.path, $0.title) }, uniquingKeysWith: { first, _ in first }),
      plans: plans.compactMap { PlanStatus($0, today: today) })
    let titles = tally.threads.map(\.title)
    let one =
      titles.count == 1 ? titles[0] : words.threads.count == 1 ? words.threads[0].title : nil
    title = one ?? Plural.threads(titles.count)
    let path = words.threads.count == 1 ? words.threads[0].path : tally.threads.first?.path
    let isOne = words.threads.count == 1 || (words.threads.isEmpty && titles.count == 1)
    onePlan =
      isOne ? view.plans.first { $0.thread.path == path } : nil
    view.plansNeedNames = onePlan == nil || view.plans.count > 1
    isSound = outcome.problems.isEmpty && unknown.isEmpty
  }

  /// The words of the query and of the options for times; empty for all entries.
  let query: String

  /// What all counted entries have in common.
  func summary(_ layout: Layout, isUnicode: Bool = true) -> StyledText {
    let query = query.isEmpty ? "" : "only " + String(utf8: layout.oneLine(Array(query.utf8)))
    return view.summary(title: title, query: query, isUnicode: isUnicode)
  }

  /// The scan that finds the counted entries once more.
  func scan() -> EntryScan {
    Self.scan(journal, selection, in: Self.paths(of: words.threads), needsEveryThread: false)
  }

  private static func scan(
    _ journal: Journal, _ selection: EntrySelection, in paths: [String]?, needsEveryThread: Bool
  ) -> EntryScan {
    EntryScan(
      journal, for: selection.query, selection.scope, in: paths,
      deletedThreads: selection.deletedThreads(areNamed: paths != nil), needsLines: false,
      positions: .none, needsEveryThread: needsEveryThread)
  }

  /// The paths of the threads that are named; nil for the whole journal.
  private static func paths(of threads: [ThreadHeader]) -> [String]? {
    threads.isEmpty ? nil : threads.map(\.path)
  }

  /// The line of `command` up to its query: `tj stats sleep`.
  func line(of command: String) -> String {
    let threads = words.threads.map { ShellWord.quoted(ThreadHeader.withoutSuffix($0.path)) }
    return ([command] + threads).joined(separator: " ")
  }

  /// How the command ends, which `command` begins, after the notes on what was not counted.
  func status(_ session: Session, _ command: String, tellsNoMatch: Bool = true) -> ExitStatus {
    session.tellDoubts(of: view.tally.fields)
    if tellsNoMatch { selection.tellRedirection(in: journal, by: line(of: command), session) }
    if view.tally.entries == 0, !selection.query.isEmpty {
      if tellsNoMatch {
        session.note(selection.noMatchNote(line(of: command)))
        selection.tellYearless(journal.definedFields(), session)
        selection.tellTime(session)
        if !tellFigures(by: command, session) { tellGroups(by: command, session) }
      }
      return .failed
    }
    if tellsNoMatch {
      selection.tellTime(session)
      tellFigures(by: command, session)
      tellTexts(session)
    }
    return isSound ? .done : .failed
  }

  /// Tells of a field of text all values of which are numbers or durations, and which have no figures so.
  private func tellTexts(_ session: Session) {
    let named = words.threads.map(\.path)
    let paths = named.isEmpty ? view.tally.threads.map(\.path) : named
    guard paths.count == 1, let schema = try? journal.schema(at: paths[0]) else { return }
    for field in view.tally.fields where schema.field(named: field.name)?.type == .text {
      let texts = field.texts.filter { !$0.key.isEmpty }
      // One of them may be anything.
      guard texts.values.reduce(0, +) > 1 else { continue }
      let definitions = [FieldType.number, .duration].compactMap { type in
        try? FieldDefinition(name: field.name, type: type.rawValue)
      }
      let fitting = definitions.first { definition in
        texts.keys.allSatisfy { definition.check($0) == nil || definition.converted($0) != nil }
      }
      guard let type = fitting?.type else { continue }
      let thread = ShellWord.quoted(ThreadHeader.withoutSuffix(paths[0]))
      let line = "tj field change \(thread) \(ShellWord.quoted(field.name)) --type"
      let values = texts.keys.map { $0[...].trimmed }
      Self.advice(on: field.name, values, all: type, line).map(session.note)
    }
  }

  /// What is told of the values of a text field, all of which are of `type`; nil for nothing.
  ///
  /// - Parameter line: The one that changes the field's type, up to the type.
  private static func advice(
    on name: String, _ values: [ArraySlice<UInt8>], all type: FieldType, _ line: String
  ) -> String? {
    let isText = "and the field is text, which has no mean"
    if type == .duration, values.contains(where: ForeignForm.isShortClock),
      TimeUnit(beforeColonIn: values, named: name) != .hours
    {
      return
        "All values of \(name) may be minutes and seconds, or hours and minutes, \(isText) and no sum. "
        + "For minutes: \(line) duration --unit min --convert; "
        + "for hours: \(line) duration --unit h --convert"
    }
    if type == .duration, values.allSatisfy({ FieldValue(Array($0), as: .time) != nil }) {
      let meaning = ClockMeaning(ofFieldNamed: name)
      // Hardly anything is done for so long.
      let isLong = values.contains { text in
        Int(String(utf8: text.prefix { $0 != .colon })).map { $0 > 12 } == true
      }
      let isTime = meaning == .timeOfDay || meaning == nil && isLong
      let lines = ["times of day: \(line) time --convert", "durations: \(line) duration --convert"]
      let both = (isTime ? lines : lines.reversed()).joined(separator: "; for ")
      return "All values of \(name) are times of day or durations, \(isText). For \(both)"
    }
    // A code is no number, and nobody sums it.
    if type == .number, values.contains(where: { type.isCode(Array($0)) }) { return nil }
    if type == .number, ColumnForm.mayBeThousands(values) {
      return
        "All values of \(name) are numbers with decimals, or thousands, \(isText) and no sum. "
        + "Thousands are written as 1234; with decimals: \(line) number --convert"
    }
    return "All values of \(name) are \(type.rawValue)s, \(isText) and no sum. "
      + "For these: \(line) \(type.rawValue) --convert"
  }

  /// Tells how entries are put together, where the words are the end of a line for that: `by week`.
  private func tellGroups(by command: String, _ session: Session) {
    guard let group = selection.terms.last, selection.terms.dropLast().last == "by",
      Grouping.names.contains(group)
    else { return }
    session.note("For groups: \(line(of: command)) --by \(group)")
  }

  /// Tells how a field is counted whose name was looked for as words, perhaps before a time or a group, as in `mood last
  /// month`, `mood by week`; whether it is so.
  @discardableResult
  private func tellFigures(by command: String, _ session: Session) -> Bool {
    guard ["tj stats", "tj chart"].contains(command) else { return false }
    let fields = journal.definedFields(in: Self.paths(of: words.threads))
    let isFigure = ["avg", "average", "mean", "sum"].contains(selection.terms.first?.lowercased())
    let terms = selection.terms.dropFirst(isFigure && selection.terms.count > 1 ? 1 : 0)
    let named = (0...terms.count).reversed().compactMap { count in
      fields.name(of: terms.prefix(count).joined(separator: " ")).map { (count: count, name: $0) }
    }.first
    guard let (count, name) = named else { return false }
    let rest = terms.dropFirst(count)
    var options = " -f \(ShellWord.quoted(name))"
    if rest.count == 2, rest.first == "by", let group = rest.last, Grouping.names.contains(group) {
      options += " --by \(group)"
    } else if !rest.isEmpty {
      guard let range = session.typedRange(rest.joined(separator: " ")) else { return false }
      options += " --on \(ShellWord.quoted(range))"
    }
    session.note("For the figures of it: \(line(of: command))\(options)")
    return true
  }

  /// The days of which the periods of plans are told: those that the options choose.
  static func days(_ selection: EntrySelection, _ session: Session) -> ClosedRange<Int> {
    let first = (selection.from?.lower).map(session.day) ?? Int.min
    let last =
      (selection.to?.upper).map {
        session.day(Instant(secondsSinceEpoch: $0.secondsSinceEpoch - 1))
      } ?? Int.max
    return min(first, last)...max(first, last)
  }

  /// The fields that are asked for and that no thread has, with the names that are near, or the fields of a group that
  /// is called so.
  private static func unknownFields(
    _ request: StatisticsRequest, _ tally: JournalTally, in paths: [String]?, of journal: Journal
  ) -> [(name: String, nearest: [String], members: [String])] {
    var keys = request.fields ?? []
    if case .field(let key)? = request.grouping { keys.insert(key) }
    let missing = keys.subtracting(tally.fields.map(\.identity.key))
    guard !missing.isEmpty else { return [] }
    let schemas = journal.definitions(of: paths ?? journal.directory.threadFiles().files)
      .map(\.schema)
    let defined = schemas.flatMap(\.fields)
    let others = request.grouping == nil ? [] : Grouping.names
    // These are those of every thread.
    let all = FieldDefinition.reserved + defined
    return missing.subtracting(all.map(\.key)).sorted().map { key in
      let group = schemas.flatMap(\.groups).first { FieldName.key($0.name) == key }
      let nearest = Set(defined.map(\.name) + others).sorted().nearest(to: key)
      return (key, nearest, group?.members ?? [])
    }
  }
}
