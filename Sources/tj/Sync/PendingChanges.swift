import ThreadJournal
import ThreadStorage

/// What waits to be committed, of the files that `tj sync` commits.
struct PendingChanges {
  var paths: [String] = []
  /// Those of the paths that git does not know yet.
  var new: [String] = []
  /// Those that are gone, which git's index has already.
  var removed: [String] = []
  /// Those that are as the last commit has them, while git's index has something else, perhaps of a run cut short.
  var takenBack: [String] = []
  /// Those that were in conflict, and have no markers any more.
  var resolved: [String] = []
  var threads: [ThreadChange] = []
  var changesSettings = false
  /// The entries that it takes out of files and that stand nowhere else, by the files' paths.
  var gone: [String: [LostEntry]] = [:]
  /// The last commit; nil for none.
  private let head: String?
  /// The other side of a merge that waits to be finished: of that, it is what the merge did not bring.
  private let theirs: String?
  /// The files in which a merge is not finished; they are not among the paths.
  var conflicted: [(path: String, lines: ClosedRange<Int>)] = []
  /// The threads whose names are not UTF-8.
  var unnamed: [String] = []
  /// Those whose bytes are not UTF-8.
  var utf16: [String] = []

  var isWhole: Bool { conflicted.isEmpty && unnamed.isEmpty && utf16.isEmpty }
  var message: CommitMessage { CommitMessage(threads, changesSettings: changesSettings) }

  private static let ownFiles: Set = [
    ".gitattributes", "\(JournalDirectory.markerName)/.gitignore",
    JournalDirectory.settingsPath,
  ]

  init(_ journal: Journal, _ git: GitRepository, _ probe: GitProbe) throws {
    let (files, unnamed) = try git.changedFiles()
    self.unnamed = unnamed.filter(GitRepository.mayBeThread)
    let known = Set(journal.directory.threadFiles().files)
    let head = try git.commit("HEAD")
    self.head = head
    theirs = git.isMerging ? try git.commit("MERGE_HEAD") : nil
    let merge = theirs.flatMap { _ in probe.lastCommit(besides: Self.sizes(known, journal)) }
    let before =
      try head.map { head in
        try git.files(files.lazy.filter { !$0.isUntracked }.map(\.path), in: head)
      } ?? [:]
    var lookedBack = 0
    for file in files.sorted(by: { $0.path < $1.path }) where Self.isOwn(file.path) {
      let path = file.path
      let isThere = try journal.directory.hasFile(at: path)
      // Who took a file out of the index and left it in the folder wants it to be so.
      if isThere, file.isRemovalStaged { continue }
      let isSetting = Self.ownFiles.contains(path)
      guard isSetting || !isThere || known.contains(path) else { continue }
      let after = isThere ? try journal.directory.read(path) : nil
      if theirs == nil, file.isStagedAndChanged, let after, after == before[path],
        isSetting || ThreadChange.isThread(after)
      {
        takenBack.append(path)
        continue
      }
      let lines = after.flatMap { bytes in
        file.isUnmerged || isSetting
          ? ConflictedFile.markers(in: bytes, probe.versions(of: path)).first.map { $0...$0 }
          : ConflictMarkers.firstBlock(in: bytes)
      }
      if let lines {
        conflicted.append((path, lines))
        continue
      }
      changed: if isSetting {
        changesSettings = true
      } else {
        let old = merge?.unchanged.contains(path) == true ? after : (merge?.files ?? before)[path]
        guard var change = ThreadChange(path: path, before: old, after: after) else {
          if let after, ThreadDocument(after).isUTF16 { utf16.append(path) }
          continue
        }
        guard merge == nil || after != old && !file.isUnmerged else { break changed }
        let commits = [head, theirs].compactMap(\.self)
        if change.hasOwnEdits, !commits.isEmpty, lookedBack < Self.mostThreads {
          lookedBack += 1
          // Of a large file few versions are read.
          let count = min(max(Self.mostBytes / max(after?.count ?? 0, 1), 2), Self.mostCommits)
          // It is only told, and no reason to stop.
          if let changes = try? git.changes(of: path, in: commits, count),
            let versions = try? git.contents(of: changes.flatMap { [$0.before, $0.after] })
          {
            change.noteTakenBack(changes, versions, in: journal.zone)
          }
        }
        threads.append(change)
      }
      paths.append(path)
      if file.isUntracked { new.append(path) }
      if file.isRemovalStaged { removed.append(path) }
      if file.isUnmerged { resolved.append(path) }
    }
    guard merge != nil || threads.contains(where: { $0.removed > 0 }) else { return }
    let commit =
      merge ?? LastCommit(files: before, unchanged: known.subtracting(files.map(\.path)))
    let taken = Set(paths)
    gone = Dictionary(
      grouping: journal.entriesGone(since: commit).filter { taken.contains($0.path) }, by: \.path)
  }

  /// In how many commits of a file it is looked whether an entry was so before, and in how many bytes.
  private static let mostCommits = 20
  /// And of how many threads, as each goes through the history.
  private static let mostThreads = 10
  private static let mostBytes = 1 << 25

  private static func sizes(_ paths: Set<String>, _ journal: Journal) -> [String: Int] {
    Dictionary(
      paths.compactMap { path in (try? journal.directory.read(path)).map { (path, $0.count) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The ids of what it takes out.
  var idsGone: [String] { gone.values.flatMap { $0.compactMap { $0.id?.description } } }

  /// What it takes out, and how that comes back, also once it is committed.
  func losses(_ journal: Journal) throws -> [SyncError] {
    try gone.sorted { $0.key < $1.key }.flatMap { path, entries in
      try [(head, false), (theirs, true)].compactMap { commit, isOfMerge -> SyncError? in
        let entries = entries.filter { $0.isOfMerge == isOfMerge }
        guard let commit, !entries.isEmpty else { return nil }
        return .takesOut(
          entries.count, names: ErrorMessage.named(entries), path: path,
          commit: String(commit.prefix(10)), isOfMerge: isOfMerge,
          isFileGone: try !journal.directory.hasFile(at: path))
      }
    }
  }

  /// Whether a file of the journal is one that is committed.
  static func isOwn(_ path: String) -> Bool {
    ownFiles.contains(path) || GitRepository.mayBeThread(path)
  }

  /// Tells what of it cannot be committed.
  func tell(_ session: Session) {
    for (path, lines) in conflicted {
      session.report(ErrorMessage(JournalError.conflictMarkers(path: path, lines: lines)))
    }
    for name in unnamed { session.report(ErrorMessage(SyncError.notUTF8(name: name))) }
    for path in utf16 { session.report(ErrorMessage(JournalError.utf16(path: path))) }
  }
}
