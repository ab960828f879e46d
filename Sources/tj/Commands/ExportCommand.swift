import ThreadJournal
import ThreadStorage

/// `tj export`: writes the entries of threads in a form that other programs read.
enum ExportCommand {
  static let definition = CommandDefinition(
    name: "export", group: .reading,
    summary: "Write entries as CSV, JSON or Markdown.",
    arguments: [
      ArgumentDefinition(
        "THREAD|QUERY", .thread, count: .zeroOrMore,
        "Threads, then what their entries must hold.")
    ],
    options: [
      .value(
        "format", "FORMAT", .choice(ExportFormat.allCases.map(\.rawValue)),
        "The form: `csv`, `json`, `ndjson` or `markdown`."),
      .value("output", short: "o", "FILE", .file, "Write FILE instead of standard output."),
      .flag("force", "Replace FILE if it is there."),
      .flag("excel", "CSV as Excel reads it: CRLF and a byte order mark."),
      .flag("raw", "CSV cells as they are, formulas too."),
    ] + OptionDefinition.timeRange + [.trashedEntries, .allEntries],
    exclusive: [[String]].timeRange + [["trash", "all"]],
    description: """
      Writes the entries of the threads that are named, or of the whole journal, in the order of
      time. The first arguments that name threads, in full or by a beginning that is unique, are
      threads; from the first one that names none, arguments are a QUERY, as `tj help find` says.
      To look for a word that also names a thread, write it in quotation marks (`'"morning"'`).

      The form is CSV, unless FORMAT or the end of FILE's name says otherwise. CSV has a row for
      each entry: its thread and the thread's path, its id, time, edited (and deleted, with `--all`
      or `--trash`), title and text, and a column for each field. A field named like one of these
      columns gets `field:` before its name.

      A cell that a spreadsheet would run as a formula gets a `'` before it, which `tj import`
      takes off; `--raw` leaves cells alone. JSON is one document, which has the definitions of
      the threads' fields too; NDJSON is an entry a line. Markdown is a thread file; of several
      threads, each entry's heading says which it is from. `tj import` reads all of them back.

      FILE appears complete or not at all, and never replaces another file without `--force`.
      """,
    examples: [
      .init("tj export", "Print the whole journal as CSV."),
      .init("tj export morning -o morning.csv --excel", "Write a thread as a table for Excel."),
      .init("tj export --format json -o backup.json", "Write the whole journal as JSON."),
      .init("tj export morning evening mood:7.. --from 2026", "Choose threads, then entries."),
    ],
    seeAlso: ["import", "find", "show"],
    synonyms: ["dump", "save", "csv", "backup"],
    action: .run(run))

  /// Writes the entries.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let request = try ExportRequest(arguments, journal, session)
    let destination = try ExportDestination(request, journal, session)
    let outcome = try write(request, journal, session, to: destination)
    try destination.finish()
    session.tell(outcome.problems)
    session.tellFieldProblems(of: request.selection.query, given: outcome.fields)
    if outcome.count == 0 { session.note(request.emptyNote) }
    return outcome.problems.isEmpty ? .done : .failed
  }

  /// Writes everything; what is wrong with files that could not be read is in the outcome.
  private static func write(
    _ request: ExportRequest, _ journal: Journal, _ session: Session,
    to destination: ExportDestination
  ) throws(StorageError) -> EntryScan.Outcome {
    let listing = request.paths == nil ? journal.directory.threadFiles() : nil
    let paths = request.paths ?? listing?.files ?? []
    let scan = EntryScan(
      journal, for: request.selection.query, request.selection.scope, in: paths,
      deletedThreads: request.deletedThreads,
      needsLines: request.format == .json || request.format == .ndjson, positions: .none,
      needsEveryThread: paths.count == 1)
    var count = 0
    var outcome = try scan.print(with: sink(request, paths, scan, journal, session)) {
      (bytes) throws(StorageError) in
      count += 1
      destination.report("Exporting: \(min(count, paths.count)) of \(Counted.threads(paths.count))")
      try destination.write(bytes)
      return destination.isOpen
    }
    outcome.problems = (listing?.problems ?? []).map { .storage($0) } + outcome.problems
    return outcome
  }

  private static func sink(
    _ request: ExportRequest, _ paths: [String], _ scan: EntryScan, _ journal: Journal,
    _ session: Session
  ) -> any EntrySink {
    switch request.format {
    case .csv:
      // First all files are read for the columns, then for the rows; one alone is read once.
      return CSVSink(
        paths.count == 1 ? nil : scan.columns(), includesDeleted: request.selection.scope != .live,
        style: request.style, zone: session.zone)
    case .json:
      let threads = journal.definitions(of: paths).filter {
        request.deletedThreads != .areLeftOut || $0.header.deletion == nil
      }
      return JSONSink(zone: session.zone) { writer in
        writer.array("threads") {
          for thread in threads { $0.thread(thread.header, thread.schema, zone: session.zone) }
        }
      }
    case .ndjson: return NDJSONSink(zone: session.zone)
    case .markdown: return MarkdownSink(isAlone: paths.count == 1)
    }
  }
}

/// The forms in which entries are exported.
enum ExportFormat: String, CaseIterable, Sendable {
  case csv, json, ndjson, markdown

  /// The form that a file's name asks for; nil where it tells nothing.
  init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }
}
