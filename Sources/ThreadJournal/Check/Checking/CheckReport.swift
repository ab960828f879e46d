import ThreadStorage

package struct CheckScope: Sendable {
  /// Files and folders, relative to the journal, whose own folder is empty; nil for the whole journal.
  package var paths: [String]?
  /// When days begin, in seconds after midnight, for threads that take one entry a day.
  package var dayStartsAt = 0
  /// How dates such as 11.12.2026 in headings are read.
  package var dateOrder: ForeignDate.Order?

  package static let whole = CheckScope(paths: nil)

  package init(paths: [String]?) { self.paths = paths }

  /// Whether everything is meant, also what belongs to no file.
  package var isWhole: Bool { paths?.contains("") ?? true }

  package func includes(_ path: String) -> Bool {
    guard let paths, !isWhole else { return true }
    return paths.contains { chosen in
      path.utf8.elementsEqual(chosen.utf8) || path.utf8.starts(with: (chosen + "/").utf8)
    }
  }
}

package struct CheckReport: Sendable {
  /// The problems: those of files by path and line, then those of the journal itself.
  package var problems: [JournalProblem] = []
  package internal(set) var filesRead = 0
  var ids = IDIndex()
  /// What tj's records say that the threads should hold.
  var written = WrittenEntries()
  /// The ids of the entries that these wrote to each file.
  lazy var idsWritten = written.idsByPath
  /// What the last commit has of those that are not so now; nil where it has all of them so.
  var commit: LastCommit?
  var dateOrder: ForeignDate.Order?
  /// The entries of each file that have less text than tj wrote.
  var lessened: [String: [LessenedEntry]] = [:]
  /// The paths of threads by the `FieldName.key` of the titles that stand in them.
  var titles: [String: String] = [:]
  /// The same of those that have none, and are called by their files' names.
  var fileNames: [String: String] = [:]
  /// The paths of threads that have no id at all.
  var unnamed: [String] = []
  /// How many bytes the files have that could be read.
  var sizes: [String: Int] = [:]

  var fixablePaths: [String] {
    let inFiles = problems.filter {
      $0.isFixable && !$0.isUnfinishedChange && !$0.isMissingDriver && $0.forgotten.isEmpty
    }
    return Set(inFiles.map(\.path)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The entries of a file that were changed by hand, and that a fix marks as edited; not those that it takes lost edits back
  /// into.
  func entriesShown(of path: String) -> Set<EntryID> {
    let ids = problems.compactMap { $0.isFixable && $0.path == path ? $0.shownID : nil }
    return Set(ids).subtracting(lostEntries.compactMap(\.id))
  }

  /// The entries that a fix puts back, or takes lost edits back into.
  var lostEntries: [LostEntry] {
    problems.compactMap { problem in
      guard problem.isFixable, case .lostEntry(let entry) = problem.kind else { return nil }
      return entry
    }
  }

  func lostEntries(of path: String) -> [LostEntry] { lostEntries.filter { $0.path == path } }
}

/// Which file has which ids of entries and threads; the first file, in the order of paths, owns an id unless told.
struct IDIndex: Sendable {
  private var files: [String] = []
  private var created: [Instant?] = []
  private var owners: [String: Int] = [:]
  /// The later files with an id that is owned.
  private var copies: [String: [Int]] = [:]
  private var threads: [String: String] = [:]
  private var threadIDs: [String: String] = [:]

  /// Notes the ids of the file of `document`, and returns the first earlier file with the same thread id.
  mutating func note(
    _ document: ThreadDocument, _ header: ThreadHeader, _ zone: LocalTimeZone
  ) -> String? {
    let file = files.count
    files.append(header.path)
    created.append(header.created?.instant(in: zone))
    var twin: String?
    if let id = header.id?.lowercased() {
      threadIDs[header.path] = id
      twin = threads[id]
      if twin == nil { threads[id] = header.path }
    }
    // What looks like entries in a file of another encoding is nothing that a command can name.
    guard !document.isUTF16 else { return twin }
    for slice in document.entries {
      guard let id = slice.heading.attributes?.id else { continue }
      let key = document.string(id)
      guard let owner = owners[key] else {
        owners[key] = file
        continue
      }
      if owner != file, copies[key]?.last != file { copies[key, default: []].append(file) }
    }
    return twin
  }

  /// The ids that stand in several files, with the paths of these.
  var shared: [(id: String, paths: [String])] {
    copies.map { id, later in
      (id, ((owners[id].map { [$0] } ?? []) + later).map { files[$0] })
    }
  }

  /// Makes one of the files with `id` its owner: the one at `original`, else the one whose thread is the oldest.
  mutating func chooseOwner(of id: String, original: String?) {
    guard let first = owners[id], let later = copies[id] else { return }
    let all = [first] + later
    let known = original.flatMap { path in all.first { files[$0].utf8.elementsEqual(path.utf8) } }
    // Those that say when they were made; of those that say the same, or nothing, the first.
    let oldest = all.filter { created[$0] != nil }.min { one, other in
      guard let early = created[one], let late = created[other] else { return false }
      return early < late
    }
    owners[id] = known ?? oldest ?? first
  }

  /// The file that owns the entry's id `id`; nil where no file has it.
  func owner(of id: String) -> String? { owners[id].map { files[$0] } }

  /// Whether the files at both paths have the same thread id.
  func areTwins(_ path: String, _ other: String) -> Bool {
    threadIDs[path].map { $0 == threadIDs[other] } ?? false
  }
}
