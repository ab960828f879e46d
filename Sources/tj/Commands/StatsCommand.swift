import ThreadJournal
import ThreadStorage

enum StatsCommand {
  static let definition = CommandDefinition(
    name: "stats", group: .reading, summary: "Count entries, words, days and values of fields.",
    arguments: [.threadsAndQuery],
    options: [
      .value(
        "by", "GROUP", .grouping,
        "A line for each `day`, `week`, `month`, `quarter`, `year`, `weekday`, `hour`, `tag`, "
          + "`thread`, or value of a field."),
      .value("field", short: "f", "NAME", .field, isRepeatable: true, "Only this field."),
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
    ],
    exitStatuses: [
      (1, "No entry matches the query, no thread has the field, or a file cannot be read.")
    ],
    seeAlso: ["export", "list", "find"],
    synonyms: ["statistics", "count", "average", "streak", "summary"], action: .run(run))

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    guard !arguments.flag("sum") || arguments.flag("by") else {
      throw CommandError.needsOption(option: "sum", other: "by GROUP")
    }
    let names = arguments.values("field")
    let keys = Set(names.map { FieldName.key(CSVColumns.fieldName(ofHeader: $0)) })
    let isCSV = arguments.value("format") == "csv"
    let counted = try CountedEntries(
      in: try session.journal(.reading), arguments,
      grouping: arguments.value("by").map { Grouping($0) },
      countsText: !isCSV || !arguments.flag("by"),
      fields: keys.isEmpty ? nil : keys, session)
    guard !counted.hasNothingToCount else { return .failed }
    if counted.view.grouping != nil {
      for field in counted.view.tally.fields
      where !field.kind.hasMean && keys.contains(field.identity.key) {
        session.warn(ErrorMessage(CommandError.fieldWithoutMean(field.name)))
      }
    }
    if arguments.flag("json") {
      session.printDocument { $0.statistics(counted.view, counted.request) }
    } else if isCSV {
      session.output.write(counted.view.csv)
    } else {
      show(counted, session)
    }
    return counted.status(session, "tj stats", tellsNoMatch: !arguments.flag("json"))
  }

  private static func show(_ counted: CountedEntries, _ session: Session) {
    let (view, layout) = (counted.view, session.layout)
    var bytes: [UInt8] = []
    var hidden = 0
    let isUnicode = session.isUnicode || layout.columns == nil
    layout.append(counted.summary(layout, isUnicode: isUnicode), indent: 0, to: &bytes)
    if view.tally.entries > 0 || !view.plans.isEmpty {
      for text in view.habits(today: session.today.daysSinceEpoch) {
        let shown = layout.oneLine(Array((isUnicode ? text : text.inASCII).utf8))
        layout.append(StyledText(shown, .faint), indent: 0, to: &bytes)
      }
      let table = view.grouping.map { view.groupTable($0, layout) } ?? view.fieldTable(layout)
      if !table.rows.isEmpty { bytes.append(0x0A) }
      table.append(to: &bytes)
      hidden = table.hiddenColumns
    }
    session.output.write(bytes)
    session.tellHidden(
      hidden, view.grouping == nil ? "--json has all." : "-f NAME chooses, --json has all.")
  }
}
