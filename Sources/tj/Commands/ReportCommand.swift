import ThreadJournal
import ThreadStorage

enum ReportCommand {
  static let definition = CommandDefinition(
    name: "report", group: .reading, summary: "Write a page with figures, charts and entries.",
    arguments: [.threadsAndQuery],
    options: [
      .value("output", short: "o", "FILE", .file, "The page, `-` for standard output."),
      .force,
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
      journal becomes markup of the page. The same entries give the same bytes on the same day. Where
      the setting `markdown-command` names a program, such as `cmark --safe`, it renders the texts
      instead, each by itself: it reads Markdown and prints HTML, of which the elements of a text are
      kept, with the addresses of links to the web, pictures become links, and comments are left out;
      any other tag is shown as a text. Where it fails for a text, or prints nothing, `tj` renders that one itself,
      says so, and the exit status is 1. It is started anew for each text; one that takes more than a
      minute for one is asked no more.

      A FILE whose name ends as other forms do (`.pdf`) is refused: a browser prints a page into a PDF.

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
    ],
    exitStatuses: [
      (
        1,
        "A query was given, and no entry matches; a file cannot be read; or the setting's program failed for a text."
      )
    ],
    seeAlso: ["stats", "export", "show"],
    synonyms: ["html", "print", "pdf", "page", "publish", "web"],
    action: .run(run))

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let file = try ExportDestination.file(arguments)
    let name = file?.split(separator: "/").last ?? ""
    let suffix = name.split(separator: ".").dropFirst().last ?? ""
    let others = ["pdf", "csv", "json", "ndjson", "xlsx", "docx", "odt", "txt"]
    if let file, others.contains(suffix.lowercased()) {
      throw TransferError.noPage(path: file, suffix: String(suffix))
    }
    let destination = try ExportDestination(file, arguments, journal, session)
    // First all is counted, then the entries are read for the page, so that none is kept.
    var counted = try CountedEntries(in: journal, arguments, grouping: .period(.day), session)
    counted.view.grouping = nil
    if counted.view.tally.entries == 0, !counted.selection.query.isEmpty {
      tellShortTitle(arguments, session)
      throw nothingToReport(counted)
    }
    let page = ReportPage(
      title: title(counted, arguments), query: counted.query,
      today: session.today, view: counted.view, showsEntries: !arguments.flag("no-entries"))
    let program = TextProgram(.markdownCommand, session.settings).map(SharedTextProgram.init)
    // It has a group of its own, which `^C` does not reach.
    if program != nil { StandardInput.catchInterrupts() }
    defer { if program != nil { StandardInput.releaseInterrupts() } }
    let ids = page.showsEntries ? counted.scan().linkedIDs() : []
    try write(page, counted.scan(), ReportSink(program, linkingTo: ids), to: destination)
    if let file {
      let count = Plural.entries(counted.view.tally.entries)
      session.note("Wrote \(file): \"\(page.title)\", \(count).")
    }
    tellShortTitle(arguments, session)
    let status = counted.status(session, "tj report")
    guard let failure = program?.failure else { return status }
    session.report(ErrorMessage(failure))
    return .failed
  }

  private static func write(
    _ page: ReportPage, _ scan: EntryScan, _ sink: ReportSink, to destination: ExportDestination
  ) throws {
    _ = try destination.write(page.beforeEntries, "Writing the figures")
    if page.showsEntries {
      let threads = page.view.tally.threads.count
      var count = 0
      _ = try scan.print(with: sink) { (bytes) throws(StorageError) in
        count += 1
        return try destination.write(
          bytes, "Writing: \(min(count, threads)) of \(Plural.threads(threads))")
      }
      if StandardInput.isInterrupted { throw CommandError.interrupted(draft: nil) }
    }
    _ = try destination.write(page.afterEntries, "Writing the end")
    try destination.finish()
  }

  /// What was asked for, or the title of the only thread.
  private static func title(_ counted: CountedEntries, _ arguments: ParsedArguments) -> String {
    if let title = arguments.value("title"), !title.utf8.allSatisfy(Byte.isSpace) { return title }
    let isOne = counted.words.threads.count == 1 || counted.view.tally.threads.count == 1
    return isOne ? counted.title : "Journal"
  }

  /// Tells that words behind a title are none of it, where threads are named before it, too.
  private static func tellShortTitle(_ arguments: ParsedArguments, _ session: Session) {
    var given = arguments.given
    guard let index = given.lastIndex(where: { $0.name == "title" }),
      !given[index].text.utf8.contains(where: Byte.isSpace),
      given[..<index].contains(where: { $0.name.hasSuffix("QUERY") })
    else { return }
    let words = arguments.words(behind: index, "QUERY")
    // A term says that it is one.
    if words.isEmpty || words.contains(where: { $0.contains(":") }) { return }
    given[index].bytes = Array(([given[index].text] + words).joined(separator: " ").utf8)
    given.removeSubrange(index + 1...index + words.count)
    session.note("For a longer title: \(arguments.line(of: given))")
  }

  private static func nothingToReport(_ counted: CountedEntries) -> TransferError {
    let words = counted.words
    // That it is near to a thread's name is told already.
    let first = words.terms.first.flatMap { $0.contains(":") ? nil : $0 }
    return .nothingToExport(
      name: first, nearest: [],
      note: counted.selection.meantQuestion(counted.line(of: "tj report")))
  }
}
