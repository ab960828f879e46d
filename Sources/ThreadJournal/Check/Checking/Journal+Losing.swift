import ThreadStorage

extension Journal {
  /// How long nobody is thought to have taken out on purpose what tj wrote and a commit has, in seconds.
  private static let freshness: Int64 = 86_400
  /// How long it is told that somebody's editor may have taken back what a command did, in seconds: checks are not made daily.
  private static let memory: Int64 = 7 * 86_400

  /// What a check would tell of lost entries and edits, looked for only where one that tj wrote is in no thread as it
  /// wrote it, nor in git.
  package func losses(inGit: ([LostEntry]) -> Set<LostEntry>) -> [JournalProblem] {
    let written = writtenEntries()
    var read: [String: ThreadDocument?] = [:]
    func document(_ path: String) -> ThreadDocument? {
      if let known = read[path] { return known }
      let document = try? self.document(at: path)
      read[path] = .some(document)
      return document
    }
    let edits = written.overwritten({ written.path(of: $0.description) }, document, nil)
      .filter { $0.isRestorable || was($0.written, within: Self.memory) }
    var missing = written.astray(document)
    if !missing.isEmpty {
      for path in directory.threadFiles().files {
        let ids = Set(document(path)?.entryIDs ?? [])
        missing.removeAll { $0.id.map(ids.contains) ?? false }
      }
    }
    let lost = missing + edits
    let ofFrontMatter = lostFrontMatter(of: written) { _ in true }
    guard !lost.isEmpty, inGit(lost) != Set(lost) else { return ofFrontMatter }
    return check(inGit: inGit).problems.filter(\.isLoss) + ofFrontMatter
  }

  /// The entries that `commit` has and no thread has any more, but for what a command took out.
  package func entriesGone(since commit: LastCommit) -> [LostEntry] {
    var ids: Set<EntryID> = []
    for path in directory.threadFiles().files {
      ids.formUnion((try? document(at: path))?.entryIDs ?? [])
    }
    return entriesGone(since: commit, writtenEntries()) { ids.contains($0) }
  }

  private func entriesGone(
    since commit: LastCommit, _ written: WrittenEntries, _ isThere: (EntryID) -> Bool
  ) -> [LostEntry] {
    let gone =
      commit.entries { id, slice in
        !slice.isDeleted && !isThere(id) && !written.takenOut.contains(id) && !written.isPurged(id)
      }
      + commit.unnamedEntriesGone { (try? document(at: $0))?.bytes }
      .filter { !written.unnamed.isChanged($0) }
    if gone.isEmpty { return [] }
    // It may stand in another thread, or without its id, and not only beside one that says the same.
    let kept = standing(Set(gone.compactMap(\.key)), since: commit)
    return gone.filter { $0.key.map { !kept.contains($0) } ?? true }
  }

  /// Adds what tj wrote, or the last commit has, and the threads have not any more.
  ///
  /// What a commit has is safe, and may have been taken out on purpose: of that it is told where the words stand without
  /// their heading, or where tj wrote it lately, as an editor may have saved an older version; else in one note a file,
  /// until the next commit.
  func addLosses(
    of written: WrittenEntries, _ scope: CheckScope, _ report: inout CheckReport,
    inGit: ([LostEntry]) -> Set<LostEntry>, isTracked: (String) -> Bool
  ) {
    // What stands in a file that cannot be read, nobody knows.
    let unread = Set(report.problems.filter(\.hidesEntries).map(\.path))
    let ids = report.ids
    // Where a fix gives an entry its id back, it stands already: put back, it would be there twice.
    let regained = Dictionary(
      report.problems.compactMap { problem in problem.regainedID.map { ($0, problem.path) } },
      uniquingKeysWith: { first, _ in first })
    func file(of id: EntryID) -> String? { ids.owner(of: id.description) ?? regained[id] }
    let commit = report.commit
    let gone = commit.map { entriesGone(since: $0, written) { id in file(of: id) != nil } } ?? []
    let committed = Dictionary(gone.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var lost =
      written.missing(file(of:))
      + written.overwritten(file(of:), { try? document(at: $0) }, commit)
    for (index, entry) in lost.enumerated() where entry.overwritingBlock == nil {
      // It may have been changed by hand since tj wrote it, or by tj since the commit.
      guard let id = entry.id, let own = committed[id], !written.isEarlier(own.block, of: id) else {
        continue
      }
      lost[index].isCommitted = true
      (lost[index].block, lost[index].timestamp) = (own.block, own.timestamp)
      lost[index].path = own.path
      lost[index].commit = own.commit
    }
    lost.removeAll {
      !$0.isRestorable && !$0.isCommitted && !was($0.written, within: Self.memory)
    }
    let known = Set(lost.map(\.id))
    let meant = (lost + gone.filter { !known.contains($0.id) }).filter {
      scope.includes($0.path) && !unread.contains($0.path)
    }
    // What is gone with its file may stand in a copy of that.
    let withFile = meant.filter { !$0.isCommitted && report.sizes[$0.path] == nil }
    let inCopies = withFile.isEmpty ? [] : standing(Set(withFile.compactMap(\.key)))
    let byPath = Dictionary(grouping: meant, by: \.path).sorted { $0.key < $1.key }
    var all = byPath.map { path, entries in
      let inOrder = entries.sorted {
        let times = [$0, $1].map { $0.timestamp.instant(in: zone) }
        return (times[0], $0.firstWords) < (times[1], $1.firstWords)
      }
      return losses(inOrder, of: path, written, inCopies)
    }
    let named = namedElsewhere(all.flatMap(\.lost), written)
    for index in all.indices { all[index].lost.removeAll(where: named.contains) }
    let asked = all.flatMap { $0.lost + $0.withFile }.filter { !$0.isCommitted }
    let safe = asked.isEmpty ? [] : inGit(asked)
    // Of an entry that two machines gave ids, a merge keeps one, with which it may be anywhere.
    let kept = safe.isEmpty ? [] : standing(Set(safe.compactMap(\.key)))
    let found = all.flatMap { $0.problems(without: safe, standing: kept) }
    // What is taken back whole is told once.
    let lessened = Set(all.flatMap { $0.lost.compactMap(\.id) })
    report.problems.removeAll { $0.lessenedID.map(lessened.contains) ?? false }
    report.problems += found
    report.problems += lostFrontMatter(of: written, scope.includes)
    let told = Set(meant.compactMap(\.id))
    addForgotten(besides: told, unread, file(of:), scope, &report, isTracked)
  }

  /// Adds the entries that old records wrote and that are in no thread, a problem for each file; not what the last commit
  /// has, which is told, nor what it was made without.
  private func addForgotten(
    besides told: Set<EntryID>, _ unread: Set<String>, _ file: (EntryID) -> String?,
    _ scope: CheckScope, _ report: inout CheckReport, _ isTracked: (String) -> Bool
  ) {
    // What is in a file that cannot be read, nobody knows.
    guard unread.isEmpty else { return }
    let commit = report.commit
    let gone = report.written.forgotten { file($0) != nil }.filter { entry in
      scope.includes(entry.path) && !told.contains(entry.id)
        // Where all is as the last commit has it, that is nil.
        && !(commit.map { $0.has(entry.path) } ?? isTracked(entry.path))
    }
    for (path, entries) in Dictionary(grouping: gone, by: \.path).sorted(by: { $0.key < $1.key }) {
      let inOrder = entries.sorted { ($0.time, $0.id.description) < ($1.time, $1.id.description) }
      report.problems.append(JournalProblem(path, .entriesForgotten(inOrder), isFixable: true))
    }
  }

  private func losses(
    _ entries: [LostEntry], of path: String, _ written: WrittenEntries, _ kept: Set<EntryKey>
  ) -> Losses {
    var found = Losses(path: path)
    guard let document = try? document(at: path) else {
      found.isFileGone = true
      found.gone = entries.filter(\.isCommitted)
      found.withFile = entries.filter { entry in
        !entry.isCommitted && entry.key.map { !kept.contains($0) } ?? true
      }
      return found
    }
    // Into what an editor encrypted nothing is put back.
    if document.isNoText {
      found.headings = [JournalProblem(path, .threadGone(entries.count))]
      return found
    }
    let thread = StandingThread(document)
    let isConflicted = ConflictMarkers.firstBlock(in: document.bytes) != nil
    // What of each remains is searched for in the whole thread; of very many, git knows enough.
    let areMany = entries.count(where: \.isCommitted) > Self.mostSearched
    var unread = 0
    for entry in entries {
      if areMany, entry.isCommitted, entry.overwritingBlock == nil {
        found.gone.append(entry)
        continue
      }
      switch thread.remains(of: entry, written) {
      case .text(let line, let id)?:
        let fields = thread.fieldsGone(of: entry, above: line)
        found.headings.append(
          JournalProblem(
            path, .lostHeading(entry, fields: fields, in: id), at: (line, 1),
            isFixable: id != nil && !isConflicted))
      case .entry?:
        if !document.isThread { unread += 1 }
        if let back = thread.livingAgain(entry) { found.lost.append(back) }
      case nil:
        let isTold =
          !entry.isCommitted || entry.overwritingBlock != nil
          || was(entry.written, within: Self.freshness)
        guard isTold else {
          found.gone.append(entry)
          continue
        }
        var lost = entry
        // Of very many, an older version of the file stands there.
        if found.lost.count < Self.mostSearched {
          lost.restLine = thread.restLine(of: entry, written)
        }
        found.lost.append(lost)
      }
    }
    if unread > 0 { found.headings.append(JournalProblem(path, .threadGone(unread))) }
    let missing = found.lost.filter { $0.overwritingBlock == nil }
    if !missing.isEmpty {
      let known = Set(found.lost.map(\.id))
      found.lost += written.cutOff(in: document, at: path, with: missing)
        .filter { !known.contains($0.id) }
    }
    for (index, entry) in found.lost.enumerated() {
      found.lost[index].linesAbove = written.linesGone(above: entry, in: document)
    }
    return found
  }

  private static let mostSearched = 200

  private func was(_ time: Timestamp?, within seconds: Int64) -> Bool {
    guard let time = time?.instant(in: zone) else { return false }
    return now.secondsSinceEpoch - time.secondsSinceEpoch < seconds
  }

  /// Adds the entries that stand where a command took them from, and nowhere else: where they stand twice, that is told.
  func addEntriesBack(_ scope: CheckScope, _ report: inout CheckReport) {
    let back = report.written.takenFrom.filter { id, taken in
      scope.includes(taken.path) && was(taken.time, within: Self.memory)
        && report.ids.owner(of: id.description) == taken.path
    }
    if back.isEmpty { return }
    let shared = Set(report.ids.shared.map(\.id))
    for path in Set(back.values.map(\.path)) {
      guard let document = try? document(at: path) else { continue }
      let found = document.entries.compactMap {
        slice -> (offset: Int, kind: JournalProblem.Kind)? in
        guard !slice.isDeleted, let id = document.id(of: slice), let taken = back[id],
          taken.path == path, !shared.contains(id.description)
        else { return nil }
        return (slice.heading.line.lowerBound, .entryBack(id, taken.summary, taken.time))
      }
      for (one, place) in zip(found, document.positions(of: found.map(\.offset))) {
        report.problems.append(JournalProblem(path, one.kind, at: place))
      }
    }
  }

  /// Those that stand in a thread with another id, which tj gave none here: two machines named them, and a merge kept one.
  private func namedElsewhere(_ lost: [LostEntry], _ written: WrittenEntries) -> Set<LostEntry> {
    let gone = lost.filter { $0.overwritingBlock == nil && $0.timestamp.precision != .day }
    let keys = Set(gone.compactMap(\.key))
    if keys.isEmpty { return [] }
    let named = standing(keys) { place in place.id.map { !written.knows($0) } == true }
    return Set(gone.filter { $0.key.map(named.contains) == true })
  }

  /// Those of `keys` that an entry which is meant has in any thread, but for what `commit` has there, too.
  private func standing(
    _ keys: Set<EntryKey>, since commit: LastCommit? = nil,
    _ isMeant: (EntryPlace) -> Bool = { _ in true }
  ) -> Set<EntryKey> {
    var found: Set<EntryKey> = []
    for path in directory.threadFiles().files where commit?.unchanged.contains(path) != true {
      guard let document = try? document(at: path) else { continue }
      let old = commit?.files[path].map { ThreadDocument($0).places(of: keys) } ?? []
      found.formUnion(document.places(of: keys).subtracting(old).filter(isMeant).map(\.key))
    }
    return found
  }

  /// What commands wrote into the front matter of the threads that are meant, and is gone from it.
  private func lostFrontMatter(
    of written: WrittenEntries, _ isMeant: (String) -> Bool
  ) -> [JournalProblem] {
    written.frontMatter.paths.filter(isMeant).flatMap { path -> [JournalProblem] in
      guard let document = try? document(at: path), !document.isNoText else { return [] }
      if let gone = written.frontMatter.gone(from: document, at: path) {
        return [JournalProblem(path, .frontMatterGone(gone.lines, gone.time))]
      }
      return written.frontMatter.overwritten(in: document, at: path).map {
        JournalProblem(
          path, .lostFrontMatter($0.summaries, $0.time, record: $0.number), isFixable: true)
      }
    }
  }
}

extension ThreadDocument {
  /// Whether it is no thread, and not even text, as what vim's `:X` makes of one.
  fileprivate var isNoText: Bool {
    !isThread && !isUTF16 && TextCheck.firstInvalidUTF8(in: bytes.span) != nil
  }
}

/// What is gone from one file.
private struct Losses {
  let path: String
  var isFileGone = false
  var headings: [JournalProblem] = []
  /// Entries that an older version of the file seems to have overwritten.
  var lost: [LostEntry] = []
  /// What the last commit has, and may have been taken out on purpose.
  var gone: [LostEntry] = []
  /// What is gone with the file, and the last commit has not.
  var withFile: [LostEntry] = []

  /// What is to be told, but for what is safe in git; of that, what stands nowhere by another id either, as in `kept`.
  func problems(without safe: Set<LostEntry>, standing kept: Set<EntryKey>) -> [JournalProblem] {
    var problems = headings
    problems += lost.filter { !safe.contains($0) }.map {
      JournalProblem(path, .lostEntry($0), isFixable: $0.isRestorable)
    }
    let ofMerge = gone.filter { $0.commit != "HEAD" }
    let ofHead = gone.filter { $0.commit == "HEAD" }
    let old = lost.filter { entry in
      safe.contains(entry) && entry.overwritingBlock == nil
        && entry.key.map { !kept.contains($0) } ?? true
    }
    if !old.isEmpty {
      problems.append(JournalProblem(path, .entriesOfHistory(old), isFixable: true))
    }
    for entries in [ofHead, ofMerge, withFile.filter { !safe.contains($0) }] where !entries.isEmpty
    {
      problems.append(JournalProblem(path, .entriesGone(entries, isFileGone: isFileGone)))
    }
    return problems
  }
}
