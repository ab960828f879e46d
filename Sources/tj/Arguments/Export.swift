import ThreadJournal
import ThreadStorage

/// What an export writes, in which form, and where it goes.
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
  let partial = SinkCount()
  private let unfit = SinkCount()

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
      if let fields = columns?.ofFields {
        selection.tellOwnColumns(session) { name in fields.contains { $0.key == name } }
      }
      return CSVSink(
        columns: columns, includesDeleted: selection.scope != .live, style: style,
        zone: session.zone, form: form, partial: partial, unfit: unfit)
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

  /// Says how many values are not in the form that was asked for.
  func tellUnfit() {
    guard unfit.count > 0 else { return }
    let values = Plural.of(unfit.count, "value")
    session.note("\(values) of another form stayed as typed. \(FieldTally.unfitAdvice)")
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
    } else if let word = first?.word, ExportFormat(rawValue: word) != nil {
      file = "For the form: --format \(word)"
    }
    throw .nothingToExport(
      name: first?.word, nearest: first?.nearest ?? selection.nearThreads(in: journal),
      note: selection.meantQuestion(command) ?? file)
  }
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
