import ThreadStorage

package struct CheckScope: Sendable {
  /// Files and folders, relative to the journal, whose own folder is empty; nil for the whole journal.
  package var paths: [String]?

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
  /// How many files were read, threads or not.
  package internal(set) var filesRead = 0
  var ids = IDIndex()

  var fixablePaths: [String] {
    let inFiles = problems.filter { $0.isFixable && !$0.isUnfinishedChange }
    return Set(inFiles.map(\.path)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func lostEntries(of path: String) -> [LostEntry] {
    problems.compactMap { problem in
      guard problem.isFixable, case .lostEntry(let entry) = problem.kind else { return nil }
      return entry.path == path ? entry : nil
    }
  }
}

/// Which file has which ids of entries and threads; the first file, in the order of paths, owns an id.
struct IDIndex: Sendable {
  private var files: [String] = []
  private var owners: [String: Int] = [:]
  private var threads: [String: String] = [:]
  private var threadIDs: [String: String] = [:]

  /// What earlier files have in common with one.
  struct Overlap {
    /// The first earlier file with the same thread id.
    var twin: String?
    /// For entries, by index, whose id another file owns: its path, and whether its thread id is the same.
    var entries: [Int: (path: String, isSameThread: Bool)] = [:]
  }

  /// Notes the ids of the file of `document`, and returns which of them earlier files have.
  mutating func note(_ document: ThreadDocument, _ header: ThreadHeader) -> Overlap {
    let file = files.count
    files.append(header.path)
    var overlap = Overlap()
    if let id = header.id?.lowercased() {
      threadIDs[header.path] = id
      overlap.twin = threads[id]
      if overlap.twin == nil { threads[id] = header.path }
    }
    // What looks like entries in a file of another encoding is nothing that a command can name.
    guard !document.isUTF16 else { return overlap }
    for (index, slice) in document.entries.enumerated() {
      guard let id = slice.heading.attributes?.id else { continue }
      let key = document.string(id)
      if let owner = owners[key], owner != file {
        overlap.entries[index] = (files[owner], areTwins(files[owner], header.path))
      } else {
        owners[key] = file
      }
    }
    return overlap
  }

  /// The file that owns the entry's id `id`; nil where no file has it.
  func owner(of id: String) -> String? { owners[id].map { files[$0] } }

  /// Whether the files at both paths have the same thread id.
  func areTwins(_ path: String, _ other: String) -> Bool {
    threadIDs[path].map { $0 == threadIDs[other] } ?? false
  }
}
