import ThreadStorage

/// A search of a whole journal, file by file, on all processors.
///
/// Files are searched as bytes first; only entries that may match are read. Results come in the order
/// of the files' paths while the search goes on.
package struct JournalSearch: Sendable {
  /// The entries of one thread that match.
  package struct Matches: Sendable {
    /// The thread.
    package let header: ThreadHeader
    /// The fields that it defines.
    package let schema: FieldSchema
    /// The entries, in time order; entries of the same time in file order.
    package let entries: [Entry]

    /// Some entries of a thread.
    package init(header: ThreadHeader, schema: FieldSchema, entries: [Entry]) {
      self.header = header
      self.schema = schema
      self.entries = entries
    }

    /// The values of what was found, while the file's bytes are at hand.
    package init(_ found: FoundEntries, in bytes: borrowing Span<UInt8>) {
      header = found.header
      schema = found.schema
      entries = found.values(in: bytes)
    }
  }

  /// What is known when all files have been searched.
  package struct Outcome: Sendable {
    /// What is wrong with files that could not be read (S6).
    package fileprivate(set) var problems: [FileProblem] = []
    /// How many entries match.
    package fileprivate(set) var count = 0
    /// The fields that the threads define; nil where the query asks for none.
    package fileprivate(set) var fields: DefinedFields?
  }

  /// What the entries of a deleted thread are.
  package enum DeletedThreads: Sendable {
    /// Deleted entries.
    case haveDeletedEntries
    /// Out of the question.
    case areLeftOut
    /// Like those of any other thread.
    case areLikeOthers
  }

  let journal: Journal
  let request: FileSearch.Request
  private let paths: [String]?
  private let needsLines: Bool

  /// A search of `journal` for the entries in `scope` that match `query`.
  ///
  /// - Parameters:
  ///   - paths: The threads' files, in the order in which they are searched; nil for all.
  ///   - needsLines: Whether the entries' lines are asked for; otherwise they are 0.
  ///   - needsPositions: Whether the places that name entries without an id are asked for; otherwise they are 0.
  package init(
    _ journal: Journal, for query: EntryQuery, _ scope: Journal.Scope = .live,
    in paths: [String]? = nil, deletedThreads: DeletedThreads = .haveDeletedEntries,
    needsLines: Bool = true, needsPositions: Bool = true
  ) {
    self.journal = journal
    self.paths = paths
    self.needsLines = needsLines
    request = FileSearch.Request(
      query, scope, deletedThreads: deletedThreads, needsPositions: needsPositions,
      zone: journal.zone)
  }

  /// The files that are searched, and what is wrong with folders that could not be.
  var files: (paths: [String], problems: [FileProblem]) {
    if let paths { return (paths, []) }
    let listing = journal.directory.threadFiles()
    return (listing.files, listing.problems.map { .storage($0) })
  }

  /// Runs the search.
  ///
  /// - Parameters:
  ///   - render: Makes what is wanted of a thread's matches from its file's bytes, on any thread of the process.
  ///   - deliver: Takes it on this one, in the order of the paths; false ends the search.
  package func run<Output: Sendable, Failure: Error>(
    rendering render: @escaping @Sendable (FoundEntries, borrowing Span<UInt8>) -> Output,
    deliver: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> Outcome {
    let files = self.files
    let (request, needsLines) = (request, needsLines)
    var outcome = Outcome()
    if request.query.asksForFields { outcome.fields = DefinedFields() }
    outcome.problems = files.problems
    try journal.directory.readInParallel(
      files.paths, makeState: { QueryMatcher(request.query) },
      work: { matcher, path, bytes -> FileOutcome<Output> in
        guard !bytes.isUTF16 else { throw FileProblem.utf16(path: path) }
        var search = FileSearch(path: path, bytes, request)
        let found = search.found(in: bytes, &matcher, needsLines: needsLines)
        var outcome = FileOutcome<Output>(count: found.count)
        if request.query.asksForFields { outcome.fields = DefinedFields(search.schema) }
        if let header = search.header, !found.isEmpty {
          outcome.output = render(
            FoundEntries(
              header: header, schema: search.schema, entries: found, zone: request.zone), bytes)
        }
        return outcome
      },
      deliver: { (_, result) throws(Failure) in
        switch result {
        case .failure(let error): outcome.problems.append(FileProblem(error))
        case .success(let file):
          outcome.count += file.count
          if let fields = file.fields { outcome.fields?.formUnion(fields) }
          if let output = file.output { return try deliver(output) }
        }
        return true
      })
    return outcome
  }
}

extension JournalSearch {
  /// Runs the search and gives each thread's matches to `deliver`, which ends it with false.
  package func run<Failure: Error>(
    deliver: (Matches) throws(Failure) -> Bool
  ) throws(Failure) -> Outcome {
    try run(
      rendering: { found, bytes in Matches(found, in: bytes) }, deliver: deliver)
  }
}

/// What the search of one file found.
private struct FileOutcome<Output: Sendable>: Sendable {
  let count: Int
  var fields: DefinedFields?
  var output: Output?
}
