import ThreadJournal
import ThreadStorage

enum ReportCommand {
  static let definition = CommandDefinition(
    name: "report", group: .reading, summary: "Write a page with figures, charts and entries.",
    arguments: [
      .init(
        "THREAD|QUERY", .thread, count: .zeroOrMore, "Threads, then what their entries must hold.")
    ],
    options: [
      .value("output", short: "o", "FILE", .file, "The page, `-` for standard output."),
      .flag("force", "Replace FILE if it is there."),
      .value("title", "TEXT", .text, "The page's title, instead of the thread's."),
      .flag("no-entries", "Figures and charts alone, without the entries themselves."),
    ] + OptionDefinition.timeRange,
    exclusive: [[String]].timeRange, needsOneOf: ["output"],
    description: """
      Writes one page of HTML that needs nothing else: no network, no script, no font. It has what
      the entries of the threads that are named, or of the whole journal, come to, as far as they
      match: how many, on which days, what was planned; a calendar; for each field its figures and a
      chart; the tags; then the entries themselves. Threads and QUERY are told apart as by
      `tj export`, and how all is counted, `man tj` says under STATISTICS.

      The page is light or dark as its reader's system is, fits a phone, and prints without a
      heading alone at a page's end. Each chart has a title, a description, and its numbers as a table
      that opens. Texts are shown as the Markdown that they are (MARKDOWN in `man tj`); nothing in a
      journal becomes markup of the page. The same entries give the same bytes on the same day.

      FILE appears complete or not at all, and never replaces another file without `--force`.
      Where a query finds nothing, that is an error, and no FILE is written.
      """,
    examples: [
      ("tj report -o journal.html", "Make a page of the whole journal."),
      (
        "tj report migraine --from 2026-06 --title 'Migraine diary' -o migraine.html",
        "Make a page of half a year of a diary, to print for a doctor."
      ),
      ("tj report sleep --no-entries -o sleep.html", "Show charts without a word of the text."),
      ("tj report running 'km:5..' -o runs.html --force", "Choose entries, and make it anew."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["stats", "export", "show"],
    synonyms: ["html", "print", "pdf", "page", "publish", "web"],
    action: .run { arguments, session in
      let report = try Report(arguments, session)
      return try report.write(arguments)
    })
}

private struct Report {
  private let journal: Journal
  private let session: Session
  private let words: (threads: [ThreadHeader], terms: [String], nearest: [String])
  private let selection: EntrySelection
  /// The paths of the threads that are named; nil for the whole journal.
  private let paths: [String]?

  init(_ arguments: ParsedArguments, _ session: Session) throws {
    self.session = session
    journal = try session.journal(.reading)
    words = try journal.threadsAndTerms(arguments.values("THREAD|QUERY"), .live)
    selection = try EntrySelection(arguments, terms: words.terms, session)
    paths = words.threads.isEmpty ? nil : words.threads.map(\.path)
  }

  private func scan(needsEveryThread: Bool = false) -> EntryScan {
    EntryScan(
      journal, for: selection.query, selection.scope, in: paths,
      deletedThreads: selection.deletedThreads(areNamed: paths != nil), needsLines: false,
      positions: .none, needsEveryThread: needsEveryThread)
  }

  func write(_ arguments: ParsedArguments) throws -> ExitStatus {
    let file = try ExportDestination.file(arguments)
    let destination = try ExportDestination(file, arguments, journal, session)
    // First all is counted, then the entries are read for the page, so that none is kept.
    let isWhole = selection.query.isEmpty && selection.scope == .live
    let request = StatisticsRequest(
      today: session.today, dayStartsAt: session.dayStartsAt, grouping: .period(.day),
      plans: isWhole ? session.planRequest() : nil)
    let (tally, outcome) = scan(needsEveryThread: isWhole).tally(request)
    // Of a plan all entries count.
    let told = session.planRequest(told: try StatsCommand.days(arguments, session))
    let plans = isWhole ? tally.plans : journal.plans(in: paths, told).plans
    session.warn(ofPlans: plans)
    session.reportGuesses()
    session.warn(of: outcome.problems)
    session.reportFieldProblems(of: selection.query, given: outcome.fields)
    if tally.entries == 0, !selection.query.isEmpty { throw nothingToReport }
    try write(page(tally, plans, arguments), to: destination)
    for field in tally.fields where field.unfit > 0 { session.note(field.unfitNote) }
    return outcome.problems.isEmpty ? .done : .failed
  }

  private func page(
    _ tally: JournalTally, _ plans: [PlanTally], _ arguments: ParsedArguments
  ) -> ReportPage {
    ReportPage(
      title: title(tally, arguments), query: words.terms.joined(separator: " "),
      today: session.today,
      view: StatisticsView(
        tally: tally, grouping: nil, showsSums: false, dayStartsAt: session.dayStartsAt,
        bars: BarText(isUnicode: true),
        plans: plans.compactMap { PlanStatus($0, today: session.today.daysSinceEpoch) }),
      showsEntries: !arguments.flag("no-entries"))
  }

  private func write(_ page: ReportPage, to destination: ExportDestination) throws {
    _ = try destination.write(page.start, "Writing the figures")
    if page.showsEntries {
      let threads = page.view.tally.threads.count
      var count = 0
      _ = try scan().print(with: ReportSink()) { (bytes) throws(StorageError) in
        count += 1
        return try destination.write(
          bytes, "Writing: \(min(count, threads)) of \(Plural.threads(threads))")
      }
    }
    _ = try destination.write(page.end, "Writing the end")
    try destination.finish()
  }

  /// What was asked for, or the title of the only thread.
  private func title(_ tally: JournalTally, _ arguments: ParsedArguments) -> String {
    if let title = arguments.value("title"), !title.utf8.allSatisfy(Byte.isSpace) { return title }
    if words.threads.count == 1 { return words.threads[0].title }
    return tally.threads.count == 1 ? tally.threads[0].title : "Journal"
  }

  private var nothingToReport: TransferError {
    let first = words.terms.first.flatMap { $0.contains(":") ? nil : $0 }
    let threads = words.threads.map { ShellWord.quoted(ThreadHeader.withoutSuffix($0.path)) }
    let command = (["tj report"] + threads).joined(separator: " ")
    return .nothingToExport(
      name: first, nearest: first == nil ? [] : words.nearest,
      note: selection.meantQuestion(command) ?? "")
  }
}
