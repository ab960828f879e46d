import Synchronization
import ThreadStorage

/// A scan of a whole journal for entries, file by file, on all processors: what every command that reads is made of.
///
/// A query says which entries are meant; what is made of a thread's entries is made beside the reading, on any
/// processor (`rendering`), and taken in the order of the files' paths while the scan goes on (`deliver`).
package struct EntryScan: Sendable {
  /// What is known when all files have been read.
  package struct Outcome: Sendable {
    /// What is wrong with files that could not be read; the work goes on with the others.
    package var problems: [FileProblem] = []
    package fileprivate(set) var count = 0
    /// The fields that the threads define; nil where the query asks for none.
    package fileprivate(set) var fields: DefinedFields?
  }

  let journal: Journal
  private(set) var request: FileScan.Request
  private let paths: [String]?

  /// A scan for the entries in `scope` that match `query`: in the files at `paths`, in their order, or in all.
  package init(
    _ journal: Journal, for query: EntryQuery, _ scope: Journal.Scope = .live,
    in paths: [String]? = nil, deletedThreads: FileScan.DeletedThreads = .haveDeletedEntries,
    needsLines: Bool = true, positions: FileScan.Positions = .asNames,
    needsEveryThread: Bool = false
  ) {
    self.journal = journal
    self.paths = paths
    request = FileScan.Request(
      query: query, scope: scope, deletedThreads: deletedThreads, needsLines: needsLines,
      positions: positions, needsEveryThread: needsEveryThread)
  }

  /// The files that are read, and what is wrong with folders that could not be.
  var files: (paths: [String], problems: [FileProblem]) {
    if let paths { return (paths, []) }
    let listing = journal.directory.threadFiles()
    return (listing.files, listing.problems.map { .storage($0) })
  }

  /// Runs the scan: `render` makes what is wanted of a thread's entries, on any thread of the process; `deliver`
  /// takes it on this one, in the order of the paths, and ends the scan with false.
  ///
  /// - Parameter renderer: What each processor keeps from thread to thread.
  package func run<Renderer: Sendable, Output: Sendable, Failure: Error>(
    keeping renderer: Renderer,
    rendering render: @escaping @Sendable (inout Renderer, ThreadEntries) -> Output,
    deliver: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> Outcome {
    let needsEveryThread = request.needsEveryThread
    return try run(
      keeping: renderer,
      reading: { (renderer, scan, query) -> (count: Int, output: Output?) in
        let found = scan.entries(&query)
        guard let file = scan.file, !found.isEmpty || needsEveryThread else {
          return (found.count, nil)
        }
        return (found.count, render(&renderer, ThreadEntries(file, found)))
      },
      deliver: deliver)
  }

  /// Runs the scan: `read` makes what is wanted of a file that is scanned for a query, and counts its entries.
  func run<Renderer: Sendable, Output: Sendable, Failure: Error>(
    keeping renderer: Renderer,
    reading read:
      @escaping @Sendable (inout Renderer, inout FileScan, inout EntryQuery) -> (
        count: Int, output: Output?
      ),
    deliver: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> Outcome {
    let files = self.files
    let request = request
    var outcome = Outcome()
    if request.query.asksForFields { outcome.fields = DefinedFields() }
    let problems = try journal.read(
      files.paths, makeState: { (query: request.query.unshared, renderer: renderer) },
      work: { state, path, bytes -> (count: Int, fields: DefinedFields?, output: Output?) in
        var scan = FileScan(path: path, bytes, request, state.query)
        let (count, output) = read(&state.renderer, &scan, &state.query)
        guard request.query.asksForFields else { return (count, nil, output) }
        let schema = scan.schemaOfAskedThread()
        let counts = request.scope != .live || scan.hasLiveEntries
        return (count, DefinedFields(counts ? schema : FieldSchema()), output)
      },
      deliver: { (file) throws(Failure) in
        outcome.count += file.count
        if let fields = file.fields { outcome.fields?.formUnion(fields) }
        guard let output = file.output else { return true }
        return try deliver(output)
      })
    outcome.problems = files.problems + problems
    return outcome
  }

  /// The ids of all entries that are found, for links to them; none where no file may have such a link.
  package func linkedIDs() -> Set<EntryID> {
    var hasLink = false
    _ = journal.read(
      files.paths, makeState: {}, work: { _, _, bytes in EntryScan.mayHaveLink(bytes.span) },
      deliver: {
        if $0 { hasLink = true }
        return !hasLink
      })
    guard hasLink else { return [] }
    var ids: Set<EntryID> = []
    _ = run(rendering: { $0.entries.compactMap(\.id) }, taking: { ids.formUnion($0) })
    return ids
  }

  /// Whether a Markdown link may lead to an entry: `](#`, perhaps with signs between.
  private static func mayHaveLink(_ bytes: borrowing Span<UInt8>) -> Bool {
    let middle = Array("](".utf8)
    var start = 0
    while let found = ByteSearch.firstIndex(of: middle, in: bytes, start..<bytes.count) {
      start = found + middle.count
      while start < bytes.count,
        Byte.isSpace(bytes[start]) || bytes[start] == Byte.backslash
          || bytes[start] == UInt8(ascii: "<")
      {
        start += 1
      }
      if start < bytes.count, bytes[start] == Byte.hash { return true }
    }
    return false
  }

  /// Runs the scan and gives each thread's entries to `deliver`, which ends it with false.
  package func run<Failure: Error>(
    deliver: (ThreadEntries) throws(Failure) -> Bool
  ) throws(Failure) -> Outcome {
    try run(keeping: (), rendering: { $1 }, deliver: deliver)
  }

  /// Runs the scan to its end: `render` makes what is wanted of a thread's entries, and `take` gets it in order.
  package func run<Output: Sendable>(
    rendering render: @escaping @Sendable (ThreadEntries) -> Output, taking take: (Output) -> Void
  ) -> Outcome {
    run(
      keeping: (), rendering: { render($1) },
      deliver: {
        take($0)
        return true
      })
  }
}

/// How many of the newest entries a scan keeps, and from when on others may be among them, as all processors know it.
final class NewestEntries: Sendable {
  /// 1 or more.
  let limit: Int
  private let first = Atomic<Int64>(.min)

  init(limit: Int) { self.limit = max(limit, 1) }

  /// Entries before this second are older than so many others.
  var firstSecond: Int64 { first.load(ordering: .relaxed) }

  /// Takes what was kept into account.
  func note(_ kept: [ThreadEntries]) {
    let seconds = kept.flatMap { $0.entries.map(\.instant.secondsSinceEpoch) }
    if let second = seconds.min() { first.store(second, ordering: .relaxed) }
  }
}

extension EntryScan {
  /// Runs the scan and gives the `limit` newest of the entries that are found, by their threads.
  ///
  /// Twice as many are held at a time. The outcome counts those that were looked at.
  package func newest(_ limit: Int) -> (entries: [ThreadEntries], outcome: Outcome) {
    let newest = NewestEntries(limit: limit)
    var scan = self
    scan.request.newest = newest
    var kept: [ThreadEntries] = []
    var count = 0
    let outcome = scan.run(
      rendering: { ThreadEntries($0.file, Array($0.entries.suffix(limit))).compacted() },
      taking: {
        kept.append($0)
        count += $0.entries.count
        if count / 2 >= limit {
          kept = kept.arranged(byTime: false, limit: limit)
          count = limit
          newest.note(kept)
        }
      })
    return (kept.arranged(byTime: false, limit: limit), outcome)
  }
}

/// Some of the entries that are found, of which each is as likely as any other, by their order while they are found.
package struct EntrySample: Sendable {
  private let count: Int
  private var generator: any RandomNumberGenerator & Sendable
  private var seen = 0
  private var kept: [(number: Int, entry: ThreadEntries)] = []

  /// - Parameter generator: Whose numbers choose.
  package init(_ count: Int, using generator: any RandomNumberGenerator & Sendable) {
    self.count = count
    self.generator = generator
  }

  /// The chosen entries, in the order in which they were added.
  package var entries: [ThreadEntries] { kept.sorted { $0.number < $1.number }.map(\.entry) }

  package mutating func add(_ thread: ThreadEntries) {
    for entry in thread.entries {
      seen += 1
      let index = kept.count < count ? kept.count : Int(generator.next() % UInt64(seen))
      guard index < count else { continue }
      let chosen = (seen, ThreadEntries(thread.file, [entry]).compacted())
      if index == kept.count { kept.append(chosen) } else { kept[index] = chosen }
    }
  }
}

/// Numbers that a seed decides, by the algorithm SplitMix64.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension [Entry] {
  /// The names of the fields that the entries carry, as typed, in the order in which they are met.
  package var carriedNames: [[UInt8]] {
    var names = InternTable<Bool>()
    for entry in self {
      let bytes = entry.file.bytes
      for field in entry.content.fields {
        _ = names.value(of: bytes.span, field.name) { _ in true }
      }
    }
    return names.spellings
  }

  /// Whether one of them has an end (F8a).
  package var haveEnds: Bool { contains { $0.timestamp.minutesToEnd > 0 } }
}
