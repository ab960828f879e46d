import ThreadJournal
import ThreadStorage

enum PlanCommand {
  static let definition = CommandDefinition(
    name: "plan", group: .changing, summary: "Say how often entries of a thread are meant.",
    arguments: [
      .init("THREAD", .thread, count: .optional, "The thread; without it, the plans of all."),
      .init("CADENCE", .text, count: .zeroOrMore, "How often; `none` ends the plan."),
    ],
    options: [
      .value("goal", "QUERY", .text, "Count only entries that match QUERY; empty for any."),
      .value("from", "DAY", .text, "The first day, instead of today."),
      .value("drop", "DAY", .text, "Take the line away that begins on DAY."),
    ], exclusive: [["drop", "CADENCE"], ["drop", "goal"], ["drop", "from"]],
    description: """
      Plans entries of THREAD from today on; without CADENCE and options it prints the plan as it
      was and is, and without THREAD what each thread is planned for today. A change is a new line in the front matter, and what was planned before stays as
      it was: only the days from the first one on are judged by it, up to a line that begins later. `--drop` takes a line away, such as a
      mistaken one: then the line before it holds on its days, too.

      A CADENCE is `day`, `weekday`, `weekend`, days of the week (`mon,wed,fri`), every so many days
      (`3 days`), `week`, `month`, so many times a week or month (`3/week`, `2/month`), or `none`, or the
      same in other words (`daily`, `every mon and thu`, `mon-fri`, `3 times a week`). An
      entry with the field `skip`, whose value says why, excuses a day, a week or a month.

      `tj due` lists what is to be done, `tj stats THREAD` what came of it; how that is counted,
      `man tj` says under PLANS. Without CADENCE, `--goal` changes the goal alone; without `--goal`, the
      goal stays as it is.
      """,
    examples: [
      ("tj plan sleep day", "Plan an entry a day."),
      ("tj plan running 3/week --goal 'distance:5..'", "Plan three long runs a week."),
      ("tj plan running mon,thu --from 2027-01-01", "Plan two days from the new year on."),
      ("tj plan running none", "End a plan."),
      ("tj plan running", "See what was planned, and when."),
      ("tj plan running --drop 2027-01-01", "Plan nothing else from the new year on."),
      ("tj plan", "See the plans of all threads."),
    ], seeAlso: ["due", "stats", "undo"], synonyms: ["habit", "goal", "schedule", "remind"],
    action: .run(run))

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    let words = arguments.values("CADENCE").joined(separator: " ")
    let goal = arguments.value("goal")
    let isChange =
      !words.isEmpty || goal != nil || arguments.flag("from") || arguments.flag("drop")
    guard let name = arguments.value("THREAD") else {
      guard !isChange else {
        throw CommandLineError.missingArgument(name: "THREAD", command: "plan")
      }
      return try showAll(session)
    }
    let journal = try session.journal(isChange ? .writing : .reading)
    let header: ThreadHeader
    do { header = try journal.thread(named: name, isChange ? .live : .all) } catch {
      guard Cadence(typed: name) != nil else { throw error }
      let thread = try? journal.thread(named: words)
      let line = "tj plan \(thread?.name ?? "THREAD") \(ShellWord.quoted(name))"
      throw CommandError.unknownThread(error, line: "The thread comes first: \(line)")
    }
    session.reportGuesses()
    guard isChange else { return try show(header, journal, session) }
    if let day = arguments.value("drop") {
      let from = try session.time(day).journalDate(dayStartsAt: session.dayStartsAt)
      let outcome = try journal.dropPlanLine(of: header, from: from, session.planReading)
      session.report(undoable: outcome) {
        line("\(header.title), no longer", from, $0.cadence, $0.goal)
      }
      return .done
    }
    if let goal, !goal.isEmpty {
      let schema = try journal.schema(at: header.path)
      let query = try session.query(goal)
      let defined = DefinedFields(schema.withoutDeleted)
      for problem in query.fieldProblems(given: defined, countsWords: true) {
        // Where no field is defined, entries may have any.
        guard schema.fields.isEmpty || !problem.isSure else { throw PlanError.badGoal(problem) }
        session.warn(ErrorMessage(problem))
      }
    }
    let from = try arguments.value("from").map {
      let day = try session.time($0).journalDate(dayStartsAt: session.dayStartsAt)
      if let first = Timestamp(day.text) {
        session.tellDistance(
          of: first, typed: $0.lowercased().split(separator: " "), by: "--from")
      }
      return day
    }
    var change = PlanChange(from: from ?? session.today, goal: goal)
    if !words.isEmpty {
      guard let cadence = Cadence(typed: words) else {
        let typed = words.split(separator: " ").map(String.init)
        if let (whole, count) = journal.thread(named: name, and: typed) {
          let rest = typed.dropFirst(count).map { " \($0)" }.joined()
          session.note("For the thread \"\(whole.title)\": tj plan \(whole.name)\(rest)")
        }
        throw PlanError.badCadence(words)
      }
      change.cadence = cadence
    }
    let outcome = try journal.changePlan(of: header, change, session.planReading)
    let result = session.report(undoable: outcome) { result in
      let since = result.since.map { CalendarDate(daysSinceEpoch: $0) }
      return line(
        "\(header.title),\(since == nil ? "" : " as it was,")", since ?? change.from,
        result.cadence,
        result.goal)
    }
    if let moved = result.moved {
      session.note("It was so from \(CalendarDate(daysSinceEpoch: moved.from).text) on.")
    }
    if let next = result.next, result.since == nil {
      let from = CalendarDate(daysSinceEpoch: next.from)
      session.note(line("As it was,", from, next.cadence, next.goal))
    }
    if let next = result.nextPeriod {
      let day = Array(CalendarDate(daysSinceEpoch: next).text.utf8)
      var given = arguments.given.filter { $0.name != "from" }
      given.append(.init(name: "from", bytes: day))
      let period = result.cadence.period.rawValue
      session.note(
        "That \(period) is judged in two parts, up to that day and from it on, and may count twice. "
          + "For whole ones: tj undo, then \(arguments.line(of: given))")
    }
    let countsSeveral = result.cadence.target > 1 && result.since == nil
    let file = try journal.file(at: header.path)
    let first = result.since.map { CalendarDate(daysSinceEpoch: $0) } ?? change.from
    let skips =
      file.schema.field(withKey: FieldDefinition.skip.key)?.type == .boolean
      ? []
      : file.entries(.live).filter { entry in
        first <= entry.timestamp.date
          && entry.fields.effective.contains {
            $0.key == FieldDefinition.skip.key && !$0.value.isEmpty
          }
      }
    if let skip = skips.first {
      let (have, excuse) = skips.count == 1 ? ("has", "excuses its") : ("have", "excuse their")
      session.note(
        "\(Plural.entries(skips.count)) \(have) the field skip, which \(excuse) \(result.cadence.period.rawValue): tj show \(ShellWord.quoted(skip.reference))"
      )
    }
    guard goal != nil || countsSeveral else { return .done }
    func days(_ entries: [Entry]) -> (all: Int, different: Int) {
      let days = entries.map { $0.timestamp.journalDate(dayStartsAt: session.dayStartsAt) }
      return (days.count, Set(days).count)
    }
    let live = file.entries(.live)
    let own = days(live)
    if countsSeveral, own.all > 4, own.different * 2 <= own.all {
      session.note("It counts entries, of which this thread often has several a day.")
    }
    if let goal {
      tell(ofGoal: goal, of: header, file.schema, session) { name in
        let own = days(
          live.filter { entry in
            entry.fields.effective.contains { $0.key == FieldName.key(name) }
          })
        return own.different < own.all
      }
    }
    return .done
  }

  /// Tells that `km:5` is 5 and no more, as the goal of many is 5 or more, and that `5km` and `or` are words; and what no
  /// entry can meet.
  private static func tell(
    ofGoal goal: String, of thread: ThreadHeader, _ schema: FieldSchema, _ session: Session,
    hasSeveralADay: (_ field: String) -> Bool
  ) {
    if let (sign, words) = EntryQuery.meant([goal]) {
      let meant = words.joined(separator: " ")
      if meant != goal, (try? session.query(meant)) != nil {
        let line = "tj plan \(thread.name) --goal \(ShellWord.quoted(meant))"
        return session.note(EntrySelection.question(sign, line))
      }
    }
    for (field, term) in (try? session.query(goal))?.termsBeyondLimits(of: schema) ?? [] {
      let limits = [
        field.minimum.map { "at least \($0)" }, field.maximum.map { "at most \($0)" },
      ]
      let words = limits.compactMap(\.self).joined(separator: " and ")
      session.note("No entry can have \(term), as \(field.name) is \(words).")
    }
    // `kcal:..1500`, where a day has several of them
    let most = (try? session.query(goal))?.namesOfUpperBounds ?? []
    if let name = most.first(where: hasSeveralADay) {
      session.note(
        "A goal is of each entry by itself, and of no sum: one with little \(name) is enough for its day."
      )
    }
    let terms = goal.split(separator: " ").map(String.init)
    for (index, term) in terms.enumerated() {
      if !term.contains(":"), !term.hasPrefix("#"), term.contains(where: \.isNumber) {
        let meant = comparison(meantBy: term, schema).map {
          " For a value: --goal \(ShellWord.quoted($0))"
        }
        session.note("\(term) is a word that an entry is to have.\(meant ?? "")")
      }
      let parts = term.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let field = schema.field(named: parts[0]),
        [.integer, .number, .duration].contains(field.type),
        field.check(Array(parts[1].utf8)) == nil
      else { continue }
      var others = terms
      others[index] += ".."
      session.note(
        "\(term) is exactly \(parts[1]). For \(parts[1]) or more: "
          + "--goal \(ShellWord.quoted(others.joined(separator: " ")))")
    }
  }

  /// The term for a number without a name, as in `5km`, `>7h` or `200`, of the thread's first field that may be meant.
  private static func comparison(meantBy term: String, _ schema: FieldSchema) -> String? {
    let typed = term.drop { "<>=".contains($0) }
    let dots = typed.firstRange(of: "..")
    let parts: [Substring] =
      dots.map { [typed[..<$0.lowerBound], typed[$0.upperBound...]] }
      ?? (term.first == "<" ? ["", typed] : [typed, ""])
    let ends = parts.map { $0.prefix { $0.isNumber || $0 == "." } }
    let units = zip(parts, ends).map { $0.dropFirst($1.count) }
    guard zip(parts, ends).allSatisfy({ $0.isEmpty || !$1.isEmpty }) else { return nil }
    let unit = units.first { !$0.isEmpty } ?? ""
    let fields = schema.withoutDeleted.fields.filter {
      [.integer, .number, .duration].contains($0.type)
    }
    let isDuration = TimeUnit(unit.lowercased()) != nil
    let named =
      fields.first { [$0.name, $0.unit].contains(String(unit)) }
      ?? fields.first { $0.type == .duration && isDuration }
    // A unit that no field has may be of anything.
    guard let field = named ?? (unit.isEmpty ? fields.first : nil) else { return nil }
    let behind = field.type == .duration ? (unit.isEmpty ? "h" : unit) : ""
    let values: [String] = ends.map { $0.isEmpty ? "" : "\($0)\(behind)" }
    return "\(EntryQuery.key(of: field.name)):\(values.joined(separator: ".."))"
  }

  private static func line(
    _ start: String, _ from: CalendarDate, _ cadence: Cadence, _ goal: String?
  ) -> String {
    "\(start) from \(from.text) on: \(cadence.words)\(goal.map { ", \($0)" } ?? "")"
  }

  /// What each thread is planned for today.
  private static func showAll(_ session: Session) throws -> ExitStatus {
    let (plans, problems) = try session.journal(.reading).plans(in: nil, session.planRequest())
    session.warn(of: problems, ofPlans: plans)
    var table = Table(layout: session.layout)
    for plan in plans.compactMap({ PlanStatus($0, today: session.today.daysSinceEpoch) }) {
      table.add(
        [(plan.thread.title.utf8, .plain), (plan.meant.utf8, .plain)]
          + (plan.line?.goal.map { [($0.utf8, .plain)] } ?? []))
    }
    session.print(table)
    if plans.isEmpty { session.note("No thread has a plan. To make one: tj plan THREAD day") }
    return .done
  }

  private static func show(
    _ header: ThreadHeader, _ journal: Journal, _ session: Session
  ) throws -> ExitStatus {
    guard let plan = try journal.plan(of: header, session.planReading) else {
      session.note("\(header.title) has no plan. To make one: tj plan \(header.name) day")
      return .done
    }
    var table = Table(layout: session.layout)
    for line in plan.lines {
      table.add(
        [
          (CalendarDate(daysSinceEpoch: line.from).text.utf8, .date),
          (line.cadence.text.utf8, .plain),
        ] + (line.goal.map { [($0.utf8, .plain)] } ?? []))
    }
    session.print(table)
    return .done
  }
}
