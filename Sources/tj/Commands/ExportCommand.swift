import ThreadJournal
import ThreadStorage

enum ExportCommand {
  static let definition = CommandDefinition(
    name: "export", group: .reading, summary: "Write entries as CSV, JSON or Markdown.",
    arguments: [.threadsAndQuery],
    options: [
      .value(
        "format", "FORMAT", .choice(ExportFormat.allCases.map(\.rawValue) + ["md"]),
        "The form: `csv`, `json`, `ndjson` or `markdown`, in short `md`."),
      .value(
        "output", short: "o", "FILE", .file,
        "Write FILE instead of standard output; DIR/ for a file in DIR, named after thread and day."
      ),
      .force,
      .flag("excel", "CSV as Excel reads it: CRLF and a byte order mark."),
      .flag("raw", "CSV cells as they are, formulas too."),
      .value(
        "columns", "NAMES", .text, "Only these columns of CSV, `time,mood,text`, in this order."),
      .value(
        "durations", "UNIT", .choice(TimeUnit.allCases.map(\.rawValue)),
        "CSV durations as numbers of `hours`, `minutes` or `seconds`."),
      .value(
        "booleans", "FORM", .choice(CSVForm.BooleanWords.allCases.map(\.rawValue)),
        "CSV booleans all as `true`, `yes` or `1`, and `false`, `no` or `0`."),
    ] + OptionDefinition.timeRange + [.trashedEntries, .allEntries],
    exclusive: [[String]].timeRange + [["trash", "all"]],
    description: """
      Writes the entries of the threads that are named, or of the whole journal, in the order of
      time. The first arguments that name threads, in full or by a beginning that is unique, are
      threads; from the first one that names none, arguments are a QUERY, as `tj help find` says.
      To look for a word that also names a thread, write it in quotation marks (`'"morning"'`).

      The form is CSV, unless FORMAT or the end of FILE's name says otherwise; one that ends in
      something else (`.xlsx`) is refused. Where a query finds nothing, that is an error, and no
      FILE is written. CSV has a row for
      each entry: its thread and the thread's path, its id, time, edited (and deleted, with `--all`
      or `--trash`), title and text, and a column for each field. Where an entry of the table has
      an end, `end` and `length` follow the time. A field named like one of these columns gets
      `field:` before its name. The fields of a group stand side by side; the group's own name,
      which holds no value, is in JSON and Markdown only. A value or text of several lines keeps
      them, in quotation marks.

      A cell that a spreadsheet would run as a formula gets a `'` before it, which `tj import`
      takes off; `--raw` leaves cells alone. Values are as they are typed, so that they come back
      the same; `--durations` and `--booleans` give each type of field one form, for spreadsheets.
      `tj import` reads all forms back but durations as numbers, of which nothing says the unit, and `1` and `0`,
      which are numbers, too. The column `length` is written as `1h30m` always.

      JSON is the copy to keep: one document with all that the threads hold, their front matter and
      the text above their entries, threads without entries, and with `--all` what is deleted.
      `tj import` makes of it the same files, to the byte. (Settings, drafts, and what `tj undo`
      takes back, are not in it.) NDJSON is an entry a line, for programs that read line by line;
      Markdown is for reading, and for one thread a thread file; of several threads, each entry's
      heading says which it is from. They and CSV have the entries, and the rest is said to be left out.

      FILE appears complete or not at all, and never replaces another file without `--force`.
      DIR/, with a slash at its end, is for a new file in that folder: `morning-2026-03-28.csv`, or
      one whose name begins with `journal`, of several threads.
      """,
    examples: [
      ("tj export", "Print the whole journal as CSV."),
      ("tj export morning -o morning.csv --excel", "Write a thread as a table for Excel."),
      ("tj export --all -o backup.json", "Write a copy of the whole journal, the trash too."),
      (
        "tj export sleep --columns time,hours,rested --durations hours",
        "Print some columns as a spreadsheet adds them up."
      ),
      ("tj export morning evening mood:7.. --from 2026", "Choose threads, then entries."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["import", "find", "show"], synonyms: ["dump", "save", "csv", "backup"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let export = try Export(arguments, journal, session)
      let destination = try ExportDestination(export.file, arguments, journal, session)
      let outcome = try export.write(to: destination)
      session.reportGuesses()
      session.warn(of: outcome.problems)
      session.reportFieldProblems(
        ofFigures: export.selection.query, outcome.fields, in: export.named, journal)
      if outcome.count == 0 { try export.checkQuery() }
      try destination.finish()
      if outcome.count == 0 { session.note("There are no entries.") }
      export.tellOmissions()
      return outcome.problems.isEmpty ? .done : .failed
    })
}

enum ExportFormat: String, CaseIterable, Sendable {
  case csv, json, ndjson, markdown

  /// What the name of its files ends in.
  var suffix: String { self == .markdown ? "md" : rawValue }

  var title: String { self == .markdown ? "Markdown" : rawValue.uppercased() }

  /// The form that the end of a file's name says; nil for a name without one.
  ///
  /// - Throws: `TransferError.unknownSuffix`.
  init?(file path: String) throws(TransferError) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let suffix = String(name[name.index(after: dot)...])
    switch suffix.lowercased() {
    case "csv": self = .csv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "md", "markdown": self = .markdown
    default: throw .unknownSuffix(path: path, suffix: suffix)
    }
  }
}

struct Export {
  let selection: EntrySelection
  /// The file to be written; nil for standard output.
  let file: String?
  let format: ExportFormat
  private let style: CSVStyle
  let form: CSVForm
  /// The paths of the threads that are named; nil for the whole journal.
  let named: [String]?
  /// The first word of the query, where it is a word and not a term with a key, and threads near it.
  private let firstWord: (word: String, nearest: [String])?
  let journal: Journal
  let session: Session
  let partial = PartialEntries()

  init(_ arguments: ParsedArguments, _ journal: Journal, _ session: Session) throws {
    self.journal = journal
    self.session = session
    let output = try ExportDestination.file(arguments)
    let isFolder = output?.hasSuffix("/") == true
    let path = isFolder ? nil : output
    let told: ExportFormat? =
      arguments.value("format") == "md" ? .markdown : arguments.choice("format")
    format = try told ?? path.flatMap { try ExportFormat(file: $0) } ?? .csv
    for option in ["excel", "raw", "columns", "durations", "booleans"]
    where arguments.flag(option) && format != .csv {
      throw CommandError.needsOption(option: option, other: "format csv")
    }
    let style = arguments.flag("excel") ? CSVStyle.excel : .standard
    self.style = arguments.flag("raw") ? style.raw : style
    let words = try journal.threadsAndTerms(
      arguments.values("THREAD|QUERY"), Journal.Scope(arguments))
    selection = try EntrySelection(arguments, terms: words.terms, session)
    form = CSVForm(
      columns: selection.columns, durations: arguments.choice("durations"),
      booleans: arguments.choice("booleans"))
    named = words.threads.isEmpty ? nil : words.threads.map(\.path)
    firstWord = words.terms.first.flatMap { $0.contains(":") ? nil : ($0, words.nearest) }
    let one = words.threads.count == 1 ? ThreadHeader.fileName(of: words.threads[0].path) : nil
    let name = "\(one ?? "journal")-\(session.today.text).\(format.suffix)"
    file = isFolder ? output.map { $0 + name } : output
  }

  var deletedThreads: FileScan.DeletedThreads {
    selection.deletedThreads(areNamed: named != nil)
  }

  /// Writes everything; what is wrong with files that could not be read is in the outcome.
  func write(to destination: ExportDestination) throws -> EntryScan.Outcome {
    let listing = named == nil ? journal.directory.threadFiles() : nil
    let paths = named ?? listing?.files ?? []
    let scan = EntryScan(
      journal, for: selection.query, selection.scope, in: paths, deletedThreads: deletedThreads,
      needsLines: format == .json || format == .ndjson, positions: .none,
      needsEveryThread: paths.count == 1)
    let sink = try sink(paths, scan)
    var count = 0
    var outcome = try scan.print(with: sink) { (bytes) throws(StorageError) in
      count += 1
      return try destination.write(
        bytes, "Exporting: \(min(count, paths.count)) of \(Plural.threads(paths.count))")
    }
    outcome.problems = (listing?.problems ?? []).map { .storage($0) } + outcome.problems
    return outcome
  }

  private func sink(_ paths: [String], _ scan: EntryScan) throws(TransferError) -> any EntrySink {
    switch format {
    case .csv:
      // First all files are read for the columns, then for the rows; one alone is read once.
      var columns = paths.count == 1 && form.columns == nil ? nil : scan.columns()
      if columns?.unknown(among: form.columns ?? []) != nil { columns?.noteReserved() }
      if let columns, let unknown = columns.unknown(among: form.columns ?? []) {
        throw .unknownColumn(unknown, among: columns.headers)
      }
      return CSVSink(
        columns: columns, includesDeleted: selection.scope != .live, style: style,
        zone: session.zone, form: form, partial: partial)
    case .json:
      let threads = journal.definitions(of: paths).filter {
        deletedThreads != .areLeftOut || $0.header.deletion == nil
      }
      return JSONSink(zone: session.zone, isCopy: true) { writer in
        writer.array("threads") {
          for thread in threads {
            $0.thread(thread, isCopy: isWhole(thread.header), zone: session.zone)
          }
        }
      }
    case .ndjson: return NDJSONSink(zone: session.zone, partial: partial)
    case .markdown: return MarkdownSink(isAlone: paths.count == 1)
    }
  }

  /// Whether the export has all entries of a thread that it is asked for, and not only some of them.
  func isWhole(_ thread: ThreadHeader) -> Bool {
    selection.query.isEmpty && (selection.scope != .deleted || thread.deletion != nil)
  }

  /// - Throws: `TransferError.nothingToExport` where a query was given, and so found nothing.
  func checkQuery() throws(TransferError) {
    guard !selection.query.isEmpty else { return }
    let first = firstWord
    let threads = (named ?? []).map { ShellWord.quoted(ThreadHeader.withoutSuffix($0)) }
    let command = (["tj export"] + threads).joined(separator: " ")
    var file: String?
    if let word = first?.word, (try? ExportFormat(file: word)) != nil {
      file = "To write such a file: -o \(ShellWord.quoted(word))"
    }
    throw .nothingToExport(
      name: first?.word, nearest: first?.nearest ?? selection.nearThreads(in: journal),
      note: selection.meantQuestion(command) ?? file ?? "")
  }
}
