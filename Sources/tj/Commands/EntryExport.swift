import ThreadJournal
import ThreadStorage

/// Writes the entries that are asked for, in the form that is asked for.
struct EntryExport {
  private let request: ExportRequest
  private let journal: Journal
  private let session: Session
  private let destination: ExportDestination
  private let paths: [String]
  private let folderProblems: [FileProblem]
  private let scan: EntryScan

  /// An export of what `request` asks for.
  init(
    _ request: ExportRequest, journal: Journal, session: Session, to destination: ExportDestination
  ) {
    self.request = request
    self.journal = journal
    self.session = session
    self.destination = destination
    let listing = request.paths == nil ? journal.directory.threadFiles() : nil
    paths = request.paths ?? listing?.files ?? []
    folderProblems = (listing?.problems ?? []).map { .storage($0) }
    scan = EntryScan(
      journal, for: request.query, request.scope, in: paths,
      deletedThreads: request.deletedThreads,
      needsLines: request.format == .json || request.format == .ndjson, positions: .none,
      needsEveryThread: paths.count == 1)
  }

  /// Writes everything; what is wrong with files that could not be read is in the outcome.
  func write() throws(StorageError) -> EntryScan.Outcome {
    var outcome: EntryScan.Outcome
    switch request.format {
    case .csv:
      // First all files are read for the columns, then for the rows; one alone is read once.
      outcome = try write(
        CSVSink(
          paths.count == 1 ? nil : scan.columns(), includesDeleted: request.scope != .live,
          style: request.style, zone: session.zone))
    case .json:
      let threads = journal.definitions(of: paths).filter {
        request.deletedThreads != .areLeftOut || $0.header.deletion == nil
      }
      outcome = try write(
        JSONSink(zone: session.zone) { writer in
          writer.array("threads") {
            for thread in threads { $0.thread(thread.header, thread.schema, zone: session.zone) }
          }
        })
    case .ndjson: outcome = try write(NDJSONSink(zone: session.zone))
    case .markdown: outcome = try write(MarkdownSink(isAlone: paths.count == 1))
    }
    outcome.problems = folderProblems + outcome.problems
    return outcome
  }

  private func write(_ sink: some EntrySink) throws(StorageError) -> EntryScan.Outcome {
    var count = 0
    return try scan.print(with: sink) { (bytes) throws(StorageError) in
      count += 1
      destination.report("Exporting: \(min(count, paths.count)) of \(Counted.threads(paths.count))")
      try destination.write(bytes)
      return destination.isOpen
    }
  }
}
