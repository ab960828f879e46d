import ThreadJournal
import ThreadStorage

/// Writes the entries of one thread after the other; no more than one thread is in memory.
struct EntryExport {
  /// How many entries were written.
  private(set) var entryCount = 0
  /// The fields that the threads define; nil where the query asks for none.
  private(set) var fields: DefinedFields?

  private let request: ExportRequest
  private let journal: Journal
  private let session: Session
  private let sink: ExportSink
  private let paths: [String]
  private var problems: [FileProblem] = []
  /// The thread, where there is only one: it is read once for columns and rows.
  private var only: EntryList?

  /// How much is written before it is drained.
  private static let drainLimit = 1 << 17

  /// An export of what `request` asks for.
  init(_ request: ExportRequest, journal: Journal, session: Session, sink: ExportSink) {
    self.request = request
    self.journal = journal
    self.session = session
    self.sink = sink
    if request.query.asksForFields { fields = DefinedFields() }
    if let paths = request.paths {
      self.paths = paths
    } else {
      let listing = journal.directory.threadFiles()
      paths = listing.files
      problems = listing.problems.map { .storage($0) }
    }
  }

  /// Writes everything; what is wrong with files that could not be read comes back (S6).
  mutating func write() throws -> [FileProblem] {
    switch request.format {
    case .csv: try writeCSV()
    case .json: try writeJSON()
    case .ndjson: try writeLines()
    case .markdown: try writeMarkdown()
    }
    return problems
  }

  /// Calls `body` with the entries that are asked for, thread by thread.
  private mutating func forEachThread(
    _ body: (EntryList, Int) throws -> Void
  ) throws {
    let filter = EntryFilter(request, zone: session.zone)
    for (place, path) in paths.enumerated() {
      guard sink.isOpen else { return }
      sink.report("Exporting: \(place) of \(Counted.threads(paths.count))")
      guard let list = list(at: path) else { continue }
      fields?.formUnion(DefinedFields(list.schema))
      let chosen = filter.filtered(list)
      entryCount += chosen.order.count
      try body(chosen, place)
    }
  }

  private mutating func list(at path: String) -> EntryList? {
    if let only { return only }
    do {
      let list = try journal.entryList(at: path)
      guard list.document.isThread else { return nil }
      if request.deletedThreads == .areLeftOut, list.header.deletion != nil { return nil }
      if paths.count == 1 { only = list }
      return list
    } catch {
      note(FileProblem(error), at: path)
      return nil
    }
  }

  private var isFirstPass = true

  /// Notes a problem once, however often the files are read.
  private mutating func note(_ problem: FileProblem, at path: String) {
    if isFirstPass { problems.append(problem) }
  }

  /// Writes a table: first all files are read for its columns, then for its rows; one alone is read once.
  private mutating func writeCSV() throws {
    let search = JournalSearch(
      journal, for: request.query, request.scope, in: paths,
      deletedThreads: request.deletedThreads, needsLines: false, needsPositions: false)
    let table = CSVTable(request, zone: session.zone)
    let isAlone = paths.count == 1
    let columns = isAlone ? CSVColumns() : search.columns()
    try sink.write(isAlone ? [] : table.header(columns))
    let (sink, threadCount) = (sink, paths.count)
    var place = 0
    var changed: [FileProblem] = []
    let outcome = try search.run(
      rendering: { found, bytes in
        isAlone ? table.whole(found, in: bytes) : table.rows(found, in: bytes, columns)
      },
      deliver: { (part: CSVTable.Part) throws(StorageError) in
        place += 1
        sink.report("Exporting: \(place) of \(Counted.threads(threadCount))")
        try sink.write(part.bytes)
        if let path = part.changedPath { changed.append(.changedMeanwhile(path: path)) }
        return sink.isOpen
      })
    if isAlone, outcome.count == 0 {
      try sink.write(table.header(search.columns()))
    }
    entryCount = outcome.count
    fields = outcome.fields
    problems += outcome.problems + changed
  }

  private mutating func writeMarkdown() throws {
    var output: [UInt8] = []
    var isFirst = true
    let (sink, isAlone) = (sink, paths.count == 1)
    try forEachThread { list, _ in
      guard isAlone || !list.order.isEmpty else { return }
      try MarkdownExport.append(list, isAlone: isAlone, isFirst: isFirst, to: &output) {
        (bytes) throws(StorageError) in try sink.drain(&bytes)
      }
      isFirst = false
    }
    try sink.drain(&output)
  }

  private mutating func writeLines() throws {
    var writer = JSONWriter(.compact)
    let (sink, zone) = (sink, session.zone)
    try forEachThread { list, _ in
      let lines = list.headingLines
      for index in list.order {
        writer.entry(list.entry(at: index, lines: lines), list.schema, zone: zone)
        writer.endDocument()
        if writer.bytes.count >= Self.drainLimit { try sink.drain(&writer.bytes) }
      }
    }
    try sink.drain(&writer.bytes)
  }

  private mutating func writeJSON() throws {
    var writer = JSONWriter(.indented)
    let (sink, zone) = (sink, session.zone)
    writer.beginObject()
    writer.key("version")
    writer.integer(1)
    try writeThreads(&writer)
    writer.key("entries")
    writer.beginArray()
    try forEachThread { list, _ in
      let lines = list.headingLines
      for index in list.order {
        writer.entry(list.entry(at: index, lines: lines), list.schema, zone: zone)
        if writer.bytes.count >= Self.drainLimit { try sink.drain(&writer.bytes) }
      }
    }
    writer.endArray()
    writer.endObject()
    writer.endDocument()
    try sink.drain(&writer.bytes)
  }

  /// The threads with their definitions, of which only the files' beginnings are read.
  private func writeThreads(_ writer: inout JSONWriter) throws {
    writer.key("threads")
    writer.beginArray()
    for path in paths {
      // What cannot be read, the pass over the entries reports.
      guard let header = try? journal.header(at: path), let schema = try? journal.schema(at: path)
      else { continue }
      if request.deletedThreads == .areLeftOut, header.deletion != nil { continue }
      writer.thread(header, schema, zone: session.zone)
      if writer.bytes.count >= Self.drainLimit { try sink.drain(&writer.bytes) }
    }
    writer.endArray()
  }
}

/// Makes the parts of a table, on any thread of the process.
private struct CSVTable: Sendable {
  private let includesDeleted: Bool
  private let style: CSVStyle
  private let zone: LocalTimeZone

  /// What one thread gives.
  struct Part: Sendable {
    let bytes: [UInt8]
    /// The thread's path, where it has got fields since the columns were found out.
    let changedPath: String?
  }

  init(_ request: ExportRequest, zone: LocalTimeZone) {
    includesDeleted = request.scope != .live
    style = request.style
    self.zone = zone
  }

  private func export(_ columns: CSVColumns) -> CSVExport {
    CSVExport(columns, includesDeleted: includesDeleted, style: style, zone: zone)
  }

  func header(_ columns: CSVColumns) -> [UInt8] {
    var output: [UInt8] = []
    export(columns).appendHeader(to: &output)
    return output
  }

  func rows(
    _ found: FoundEntries, in bytes: borrowing Span<UInt8>, _ columns: CSVColumns,
    below header: [UInt8] = []
  ) -> Part {
    var export = export(columns)
    var output = header
    // Most rows are a little shorter than what they are made of.
    output.reserveCapacity(header.count + bytes.count)
    export.append(found, in: bytes, to: &output)
    return Part(bytes: output, changedPath: export.leavesOutFields ? found.header.path : nil)
  }

  /// The table of one thread alone.
  func whole(_ found: FoundEntries, in bytes: borrowing Span<UInt8>) -> Part {
    let columns = found.columns(in: bytes)
    return rows(found, in: bytes, columns, below: header(columns))
  }
}

/// Which of a thread's entries are exported.
private struct EntryFilter {
  private let scope: Journal.Scope
  private let deletedThreads: JournalSearch.DeletedThreads
  private let query: EntryQuery

  init(_ request: ExportRequest, zone: LocalTimeZone) {
    scope = request.scope
    deletedThreads = request.deletedThreads
    query = request.query
  }

  func filtered(_ list: EntryList) -> EntryList {
    let isWholeThread = deletedThreads == .haveDeletedEntries && list.header.deletion != nil
    let scoped = isWholeThread ? list : list.filtered(scope)
    guard !query.isEmpty else { return scoped }
    let lines = scoped.headingLines
    return scoped.filtered { index in
      query.matches(scoped.entry(at: index, lines: lines)) {
        scoped.schema.field(named: $0)?.type
      }
    }
  }
}
