import ThreadJournal
import ThreadStorage

/// What a merge by `tj sync` brought: told, and read again before it is sent.
struct MergeReview {
  let session: Session
  let git: GitRepository

  /// Says what the merge brought to `before`, the commit that was there; nil for none.
  func tellMerged(
    from before: String?, _ theirs: String, _ upstream: GitRepository.Upstream
  ) throws {
    let all =
      try before.map { try git.changedPaths($0, "HEAD") }
      ?? git.paths(["ls-tree", "-r", "-z", "--name-only", "HEAD", "--", "."])
    let paths = all.filter { $0.hasSuffix(".md") }
    let old = try before.map { try git.files(paths, in: $0) } ?? [:]
    let new = try git.files(paths, in: "HEAD")
    let changes = paths.compactMap { ThreadChange(path: $0, before: old[$0], after: new[$0]) }
    if changes.isEmpty {
      session.note("Merged \(upstream.name).")
    } else {
      CommitMessage(changes, changesSettings: false).tell("From \(upstream.name)", session)
    }
    for (path, bytes) in new.sorted(by: { $0.key < $1.key }) {
      guard let lines = ConflictMarkers.firstBlock(in: bytes),
        old[path].flatMap(ConflictMarkers.firstBlock) == nil
      else { continue }
      session.warn(ErrorMessage(JournalError.conflictMarkers(path: path, lines: lines)))
    }
    if let before { try tellJoined(before, theirs) }
  }

  /// Says where what one side did is not what it was meant as, for what the other did.
  private func tellJoined(_ ours: String, _ theirs: String) throws {
    guard let base = try git.line("merge-base", ours, theirs), base != ours else { return }
    let paths = try git.changedPaths(theirs, "HEAD").filter(GitRepository.mayBeThread)
    let versions = try [base, ours, theirs, "HEAD"].map { try git.files(paths, in: $0) }
    for path in paths {
      guard let other = versions[2][path], let merged = versions[3][path] else { continue }
      if let change = ThreadChange(path: path, before: other, after: merged),
        change.isDeleted == false
      {
        session.note(
          "\(change.title) was deleted there, and is back, as something was written in it here.")
      }
      guard let own = versions[1][path] else { continue }
      let base = versions[0][path] ?? []
      if ThreadMerge.areTwoThreads(own, other) {
        session.warn(ErrorMessage(SyncError.joinedThreads(path: path)))
      }
      let count = ThreadMerge.addedTwice(base: base, ours: own, theirs: other)
      if count > 0 { session.warn(ErrorMessage(SyncError.addedTwice(count, path: path))) }
      let names = ThreadMerge.reinterpreted(base: base, ours: own, theirs: other)
      if !names.isEmpty { session.warn(ErrorMessage(SyncError.reinterpreted(names, path: path))) }
      let renamed = ThreadMerge.fieldsRenamedTwice(base: base, ours: own, theirs: other)
      if !renamed.isEmpty {
        session.warn(ErrorMessage(SyncError.renamedFields(renamed, path: path)))
      }
    }
  }

  /// Reads again what was merged of both sides and is not sent yet, by this run or by one that was cut short.
  func checkMerged(_ theirs: String) throws {
    let merges = try git.line("rev-list", "--merges", "\(theirs)..HEAD") ?? ""
    for merge in merges.split(separator: "\n") {
      let sides = ["\(merge)^1", "\(merge)^2", theirs]
      let paths = try git.paths([
        "diff-tree", "-r", "-c", "-z", "--name-only", "--no-commit-id", "--relative", String(merge),
      ])
      let merged = try git.files(paths, in: "HEAD").filter { ThreadChange.isThread($0.value) }
      let versions = try sides.map { try git.files(merged.keys, in: $0) }
      for (path, bytes) in merged.sorted(by: { $0.key < $1.key }) {
        // What is as it was on a side is no reason to send nothing.
        let known = versions.compactMap { $0[path] }
        if let fault = ThreadMerge.fault(of: bytes, mergedFrom: known) {
          throw SyncError.badMerge(path: path, fault)
        }
      }
      try checkIDs(of: String(merge), sides)
    }
  }

  /// Looks whether each id of what both sides changed is in one thread alone, as it was on the sides.
  private func checkIDs(of merge: String, _ sides: [String]) throws {
    guard let base = try git.line("merge-base", "\(merge)^1", "\(merge)^2") else { return }
    let paths = try git.changedPaths(base, "HEAD")
    func doubled(_ commit: String) throws -> [EntryID: (first: String, path: String)] {
      let files = try git.files(paths.filter(GitRepository.mayBeThread), in: commit)
      var owners: [EntryID: String] = [:]
      var doubled: [EntryID: (first: String, path: String)] = [:]
      for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
        for id in ThreadMerge.ids(of: bytes) {
          if let first = owners[id] { doubled[id] = (first, path) } else { owners[id] = path }
        }
      }
      return doubled
    }
    let found = try doubled("HEAD")
    guard !found.isEmpty else { return }
    let known = try sides.map { Set(try doubled($0).keys) }
    for (id, place) in found.sorted(by: { $0.value < $1.value })
    where !known.contains(where: { $0.contains(id) }) {
      throw SyncError.doubledEntry(id.description, path: place.path, other: place.first)
    }
  }
}
