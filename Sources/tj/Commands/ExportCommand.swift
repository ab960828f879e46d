import ThreadJournal
import ThreadStorage

/// `tj export`: writes the entries of threads in a form that other programs read.
enum ExportCommand {
  /// What the command line knows about it.
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
    description: [
      """
      Writes the entries of the threads that are named, or of the whole journal, in the order of \
      time. The first arguments that name threads, in full or by a beginning that is unique, are \
      threads; from the first one that names none, arguments are a QUERY, as `tj help find` says. \
      To look for a word that also names a thread, write it in quotation marks (`'"morning"'`).
      """,
      """
      The form is CSV, unless FORMAT or the end of FILE's name says otherwise. CSV has a row for \
      each entry: its thread and the thread's path, its id, time, edited (and deleted, with `--all` \
      or `--trash`), title and text, and a column for each field. A field named like one of these \
      columns gets `field:` before its name.
      """,
      """
      A cell that a spreadsheet would run as a formula gets a `'` before it, which `tj import` \
      takes off; `--raw` leaves cells alone. JSON is one document, which has the definitions of \
      the threads' fields too; NDJSON is an entry a line. Markdown is a thread file; of several \
      threads, each entry's heading says which it is from. `tj import` reads all of them back.
      """,
      "FILE appears complete or not at all, and never replaces another file without `--force`.",
    ],
    examples: [
      .init("tj export", "Print the whole journal as CSV."),
      .init("tj export morning -o morning.csv --excel", "Write a thread as a table for Excel."),
      .init("tj export --format json -o backup.json", "Write the whole journal as JSON."),
      .init("tj export morning evening mood:7.. --from 2026", "Choose threads, then entries."),
    ],
    seeAlso: ["import", "find", "show"],
    synonyms: ["dump", "save", "csv", "backup"])
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

extension ExportCommand {
  /// Writes the entries.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let request = try ExportRequest(arguments, journal, session)
    let destination = try ExportDestination(request, journal, session)
    let outcome = try EntryExport(request, journal: journal, session: session, to: destination)
      .write()
    try destination.finish()
    session.tell(outcome.problems)
    session.tellFieldProblems(of: request.query, given: outcome.fields)
    if outcome.count == 0 { session.note(request.emptyNote) }
    return outcome.problems.isEmpty ? .done : .failed
  }
}
