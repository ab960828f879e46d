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
    let before =
      try head.map { head in
        try git.files(files.lazy.filter { !$0.isUntracked }.map(\.path), in: head)
      } ?? [:]
    for file in files.sorted(by: { $0.path < $1.path }) where Self.isOwn(file.path) {
      let path = file.path
      let isThere = try journal.directory.hasFile(at: path)
      // Who took a file out of the index and left it in the folder wants it to be so.
      if isThere, file.isRemovalStaged { continue }
      let isSetting = Self.ownFiles.contains(path)
      guard isSetting || !isThere || known.contains(path) else { continue }
      let after = isThere ? try journal.directory.read(path) : nil
      if file.isStagedAndChanged, let after, after == before[path],
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
      if isSetting {
        changesSettings = true
      } else {
        guard let change = ThreadChange(path: path, before: before[path], after: after) else {
          if let after, ThreadDocument(after).isUTF16 { utf16.append(path) }
          continue
        }
        threads.append(change)
      }
      paths.append(path)
      if file.isUntracked { new.append(path) }
      if file.isRemovalStaged { removed.append(path) }
      if file.isUnmerged { resolved.append(path) }
    }
    guard threads.contains(where: { $0.removed > 0 }) else { return }
    let commit = LastCommit(files: before, unchanged: known.subtracting(files.map(\.path)))
    let taken = Set(paths)
    gone = Dictionary(
      grouping: journal.entriesGone(since: commit).filter { taken.contains($0.path) }, by: \.path)
  }

  /// What it takes out, and how that comes back, also once it is committed.
  func losses(_ journal: Journal) throws -> [SyncError] {
    guard let head else { return [] }
    return try gone.sorted { $0.key < $1.key }.map { path, entries in
      .takesOut(
        entries.count, names: ErrorMessage.named(entries), path: path,
        commit: String(head.prefix(10)),
        isFileGone: try !journal.directory.hasFile(at: path))
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
