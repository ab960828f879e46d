import ThreadJournal
import ThreadStorage

enum ChartCommand {
  static let definition = CommandDefinition(
    name: "chart", group: .reading, summary: "Draw entries, fields and plans.",
    arguments: [.threadsAndQuery],
    options: [
      .value("field", short: "f", "NAME", .field, "The mean of this field, instead of entries."),
      .value(
        "as", "FORM", .choice(ChartView.Form.allCases.map(\.rawValue)),
        "`calendar`, `bars`, `line` or `hours`."),
      .value(
        "by", "GROUP", .grouping, "What a bar, or a point of the line, is of, as `tj stats` has it."
      ),
      .flag("ascii", "Draw with ASCII alone, as where the locale is not UTF-8."),
    ] + OptionDefinition.timeRange + [.trashedEntries, .allEntries],
    exclusive: [[String]].timeRange + [["trash", "all"]],
    description: """
      Draws the entries of the threads that are named, or of the whole journal, as far as they match:
      as a calendar of 53 weeks, the last one that of today, of the end of `--to` or `--on`, or, where
      there is nothing so late, of the last entry. It shows how many entries each day has, or the mean
      of a field, or, of one thread with a plan and without QUERY, which days were followed, missed or
      skipped.

      `bars` has a row for each group, a month if `--by` names none, with its number. `line` is a
      field, or the number of entries, over time: by the shortest period for which there is room.
      `hours` has the days of the week by hours. What is there for each is counted as `tj stats` does.

      A picture is at most as wide as the setting `wrap`. Into a pipe goes the table of its numbers.
      """,
    examples: [
      ("tj chart sleep", "See on which days of a year you wrote."),
      ("tj chart sleep -f quality", "See the good and the bad nights of a year."),
      ("tj chart sleep -f quality --as line", "See how it went."),
      ("tj chart running --by month -f distance", "Compare months."),
      ("tj chart --as hours '#idea'", "See when ideas come."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["stats", "plan"],
    synonyms: ["graph", "plot", "calendar", "heatmap", "histogram"], action: .run(run))

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    let by = arguments.value("by").map { Grouping($0) }
    let form = try form(arguments, by)
    let name = arguments.value("field")
    let key = name.map { FieldName.key(CSVColumns.fieldName(ofHeader: $0)) }
    let counted = try CountedEntries(
      in: try session.journal(.reading), arguments, grouping: by ?? form.usualGrouping,
      countsText: session.layout.columns != nil, fields: Set([key].compactMap(\.self)),
      keepsPeriods: form == .calendar, session)
    guard !counted.hasNothingToCount else { return .failed }
    tellForm(arguments, session)
    let fields = counted.view.tally.fields.enumerated().filter { $1.identity.key == key }
    let shown = fields.first { $1.kind.hasMean && !$1.numbers.isEmpty }
    if let name, shown == nil {
      if let field = fields.first?.element, !field.kind.hasMean {
        throw CommandError.fieldWithoutMean(field.name)
      }
      if counted.isSound { session.note("No entry has a value of \(name).") }
      _ = counted.status(session, "tj chart")
      return .failed
    }
    let layout = session.layout
    var chart = ChartView(
      view: counted.view, field: shown.map { ($0.offset, $0.element) },
      columns: layout.textColumns ?? 80, isUnicode: session.isUnicode && !arguments.flag("ascii"))
    if form == .line, by == nil { chart.fitLine() }
    let plan = form == .calendar && key == nil ? counted.onePlan : nil
    let told = CountedEntries.days(counted.selection, session)
    let end = told.upperBound
    let days = chart.calendarDays(
      upTo: end == Int.max ? session.today.daysSinceEpoch : end,
      elseLast: end == Int.max && plan == nil)
    var bytes: [UInt8] = []
    if layout.columns == nil {
      chart.table(form, days, plan, layout).append(to: &bytes)
    } else {
      layout.append(
        counted.summary(layout, isUnicode: chart.isUnicode), indent: 0, to: &bytes)
      if counted.view.tally.entries > 0 || plan != nil {
        bytes.append(0x0A)
        chart.append(form, days, told: told, plan, layout, to: &bytes)
      }
    }
    session.output.write(bytes)
    if let plan, bytes.isEmpty, counted.isSound {
      let ends = [days.lowerBound, days.upperBound].map { CalendarDate(daysSinceEpoch: $0).text }
      session.note(
        "The plan of \(plan.thread.title) has no days in \(ends.joined(separator: "..")). "
          + "For the entries: \(counted.line(of: "tj chart")) --as bars")
    }
    if let shown, fields.count > 1, layout.columns != nil {
      session.note("Of \(shown.element.name), only the values of one type and unit are shown.")
    }
    return counted.status(session, "tj chart")
  }

  /// Tells that a word that was looked for is a form.
  private static func tellForm(_ arguments: ParsedArguments, _ session: Session) {
    func isForm(_ given: ParsedArguments.Occurrence) -> Bool {
      given.name.hasSuffix("QUERY")
        && given.bytes.flatMap { ChartView.Form(rawValue: String(utf8: $0)) } != nil
    }
    guard !arguments.flag("as"), let word = arguments.given.first(where: isForm) else { return }
    let line = arguments.line(
      of: arguments.given.filter { !isForm($0) } + [.init(name: "as", bytes: word.bytes)])
    session.note("\"\(String(utf8: word.bytes ?? []))\" is a form, too: \(line)")
  }

  private static func form(
    _ arguments: ParsedArguments, _ by: Grouping?
  ) throws -> ChartView.Form {
    let given = arguments.value("as").flatMap { ChartView.Form(rawValue: $0) }
    guard let by, let name = arguments.value("by") else { return given ?? .calendar }
    switch (given, by) {
    case (nil, _), (.bars, _): return .bars
    case (.line, .period): return .line
    default: throw CommandError.needsOption(option: "by \(name)", other: "as bars")
    }
  }
}

extension ChartView.Form {
  /// What is put together where no `--by` says so; for a line, longer periods are made of days.
  fileprivate var usualGrouping: Grouping {
    switch self {
    case .calendar, .line: .period(.day)
    case .bars: .period(.month)
    case .hours: .hourOfWeek
    }
  }
}
