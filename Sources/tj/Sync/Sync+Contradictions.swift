import ThreadJournal
import ThreadStorage

/// What two machines contradict each other about, and what who decided about it took out.
extension Sync {
  /// The entries that both sides of a file in conflict have, and who decided about it took out of the journal, besides
  /// those that are told.
  func goneEntries(_ path: String, besides told: [LostEntry]) throws -> SyncError? {
    let versions = probe.versions(of: path)
    guard let ours = versions.ours, let theirs = versions.theirs else { return nil }
    let others = Set(ThreadMerge.ids(of: theirs))
    let left = try journal.directory.hasFile(at: path) ? journal.directory.read(path) : []
    let kept = Set(ThreadMerge.ids(of: left) + told.compactMap(\.id))
    var gone = ThreadMerge.ids(of: ours).filter { others.contains($0) && !kept.contains($0) }
    // What was moved to another thread is not gone.
    for file in journal.directory.threadFiles().files where !gone.isEmpty {
      let ids = Set(ThreadMerge.ids(of: (try? journal.directory.read(file)) ?? []))
      gone.removeAll { ids.contains($0) }
    }
    return gone.isEmpty ? nil : .entriesGone(gone.map(\.description), path: path)
  }

  func contradictions(_ paths: [String], isNew: Bool) throws -> SyncError? {
    let inside = paths.filter {
      $0.hasPrefix(git.prefix) && $0.hasSuffix(".md")
        || $0 == git.prefix + JournalDirectory.settingsPath
    }
    guard inside.count == paths.count else {
      return .otherConflicts(paths.filter { !inside.contains($0) })
    }
    let files = try inside.map { path in
      try ConflictedFile(String(path.dropFirst(git.prefix.count)), journal.directory, probe)
    }
    var count = 0
    var marked: [String] = []
    var areByLines = false
    var twins: Set<String> = []
    for file in files where !twins.contains(file.path) {
      let twin = files.first(where: file.isRenamed(as:))
      if let twin {
        twins.insert(twin.path)
        session.report(ErrorMessage(.renamedTwice(other: twin.path), inFileAt: file.path))
        count += 1
      }
      // What is there under another name was not taken out.
      let (contradictions, faults) = file.contradictions(isNew: isNew && twin == nil)
      for conflict in contradictions {
        var message = ErrorMessage(conflict, path: file.path)
        // What to do with markers is said once, at the end.
        message.advice =
          threadMovedTo(conflict, from: file.path).map {
            ["It stands in \($0) now, as it was before: change it there, and take it out here."]
          } ?? []
        session.report(message)
      }
      for fault in faults { tell(ErrorMessage(fault, inFileAt: file.path)) }
      count += contradictions.count + faults.count
      areByLines = areByLines || faults.contains { if case .byLines = $0 { true } else { false } }
      if !file.markers.isEmpty { marked.append(file.path) }
    }
    return count == 0 ? nil : .conflicts(count, paths: marked, areByLines: areByLines)
  }

  /// The thread in which an entry stands that one side took out of the file at `path` and the other changed there.
  private func threadMovedTo(_ conflict: MergeConflict, from path: String) -> String? {
    guard conflict.cause == .removedAndChanged, case .entry(let heading) = conflict.part,
      let id = ThreadMerge.ids(of: Array("## \(heading)\n".utf8)).first
    else { return nil }
    return journal.directory.threadFiles().files.first { other in
      other != path
        && ThreadMerge.ids(of: (try? journal.directory.read(other)) ?? []).contains(id)
    }
  }
}
