import ThreadStorage

extension Journal {
  /// How often a check looks anew because another tj changed something meanwhile.
  private static let looks = 5

  /// Everything that is wrong with the journal, or may have been meant otherwise, but for lost entries that are in git.
  ///
  /// - Parameters:
  ///   - inGit: Which of some entries git has; asked once for all.
  ///   - lastCommit: The last commit, besides threads that have these sizes and its bytes.
  package func check(
    _ scope: CheckScope = .whole, inGit: ([LostEntry]) -> Set<LostEntry> = { _ in [] },
    isTracked: (String) -> Bool = { _ in false },
    lastCommit: ([String: Int]) -> LastCommit? = { _ in nil }
  ) -> CheckReport {
    if PlantedFault.checkClearsRecords.isPlanted { directory.log.removeUnbegun() }
    for _ in 1..<Self.looks {
      // Without the lock, a move that goes on while the files are read shows an entry twice, or nowhere.
      let numbers = recordNumbers
      let report = checkOnce(scope, inGit, isTracked, lastCommit)
      if recordNumbers == numbers { return report }
    }
    return checkOnce(scope, inGit, isTracked, lastCommit)
  }

  /// One look at everything; exact while the lock is held.
  func checkOnce(
    _ scope: CheckScope, _ inGit: ([LostEntry]) -> Set<LostEntry>,
    _ isTracked: (String) -> Bool, _ lastCommit: ([String: Int]) -> LastCommit?
  ) -> CheckReport {
    var report = CheckReport()
    let written = writtenEntries()
    report.written = written
    report.dateOrder = scope.dateOrder
    let listing = directory.threadFiles()
    for path in listing.files { check(path, scope, &report) }
    report.commit = lastCommit(report.sizes)
    addCopiedIDs(written, scope, isTracked, &report)
    leaveOutCopies(&report)
    addCopies(in: listing.files, scope, &report)
    report.problems += nameCollisions(in: listing.files, scope)
    report.problems += listing.conflictCopies.filter(scope.includes).map {
      JournalProblem($0, .conflictCopy)
    }
    addLikeThreads(in: listing, scope, &report)
    addNearNames(in: listing.files, &report)
    for error in listing.problems {
      let path = error.path ?? ""
      guard scope.includes(path) else { continue }
      report.problems.append(JournalProblem(path, .unreadable(error)))
    }
    addMovedLines(scope, &report)
    addEntriesBack(scope, &report)
    report.problems.sort { one, other in
      if one.path.utf8.elementsEqual(other.path.utf8) {
        return (one.line ?? 0, one.column ?? 0) < (other.line ?? 0, other.column ?? 0)
      }
      return one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
    }
    addLosses(of: written, scope, &report, inGit: inGit, isTracked: isTracked)
    if scope.isWhole {
      report.problems += configurationProblems
      report.problems += unfinishedChanges + waitingDrafts + foreignState
    }
    if directory.formatIsNewer {
      for index in report.problems.indices { report.problems[index].isFixable = false }
    }
    return report
  }

  private func check(_ path: String, _ scope: CheckScope, _ report: inout CheckReport) {
    let isMeant = scope.includes(path)
    let document: ThreadDocument
    do throws(StorageError) {
      document = ThreadDocument(try directory.read(path))
    } catch {
      if isMeant { report.problems.append(JournalProblem(path, .unreadable(error))) }
      return
    }
    let header = ThreadHeader(path: path, document: document)
    let twin = report.ids.note(document, header, zone)
    report.sizes[path] = document.bytes.count
    if document.isThread, header.deletion == nil, twin == nil {
      let key = FieldName.key(header.title)
      // Two files without a title may have one name, in two folders.
      let first = report.titles[key] ?? (header.isCalledByFile ? nil : report.fileNames[key])
      if let first, isMeant {
        report.problems.append(
          JournalProblem(
            path,
            .duplicateTitle(header.title, path: first, isFileName: report.titles[key] == nil)))
      }
      if header.isCalledByFile {
        report.fileNames[key] = path
      } else if report.titles[key] == nil {
        report.titles[key] = path
      }
    }
    guard isMeant else { return }
    report.filesRead += 1
    if document.isThread, !document.hasOwnIDs(at: path) { report.unnamed.append(path) }
    let (now, zone, dayStartsAt, order) = (now, zone, scope.dayStartsAt, scope.dateOrder)
    var check = ThreadCheck(
      document: document, header: header, zone: zone, dayStartsAt: dayStartsAt,
      dateOrder: order, today: Timestamp(instant: now, in: zone).date, written: report.written,
      idsWritten: report.idsWritten[path] ?? []
    ) {
      try? EntryQuery.parse(
        [$0], now: now, zone: zone, dayStartsAt: dayStartsAt, dateOrder: order)
    }
    let found = check.problems(twin: twin)
    if !check.lessened.isEmpty { report.lessened[path] = check.lessened }
    // What is no thread is the writer's own, unless it looks like a thread that lost something.
    if document.isThread || document.isUTF16 {
      report.problems += found
    } else {
      report.problems += found.filter(\.isAboutThreads)
      // One line tells that this may have been meant as a thread; nobody knows whether it was.
      if var form = found.first(where: \.isDateForm) {
        form.isFixable = false
        report.problems.append(form)
      }
      if !found.contains(where: \.hidesEntries) {
        report.problems.append(JournalProblem(path, .notAThread))
      }
    }
  }

  /// Leaves out the fields that a copy in another file is without: it is told as a copy.
  private func leaveOutCopies(_ report: inout CheckReport) {
    let ids = report.ids
    report.problems.removeAll { problem in
      guard case .fieldGone(let id, _) = problem.kind else { return false }
      return ids.owner(of: id.description).map { $0 != problem.path } ?? false
    }
  }

  /// Adds the ids that stand in several files: the original keeps its own, which a record of tj's, or git, knows.
  private func addCopiedIDs(
    _ written: WrittenEntries, _ scope: CheckScope, _ isTracked: (String) -> Bool,
    _ report: inout CheckReport
  ) {
    var copied: [String: Set<String>] = [:]
    var tracked: [String: Bool] = [:]
    let commit = report.commit
    var committed: [String: Set<String>] = [:]
    func isCommitted(_ id: String, _ path: String) -> Bool {
      if commit?.unchanged.contains(path) == true { return true }
      let ids =
        committed[path] ?? Set(commit?.blocks(at: path).keys.map(\.description) ?? [])
      committed[path] = ids
      return ids.contains(id)
    }
    for (id, paths) in report.ids.shared where unfinishedChange(ofAll: paths) == nil {
      var original = written.path(of: id)
      // Somebody may have moved it by hand since, and committed that.
      let ofCommit = paths.filter { isCommitted(id, $0) }
      if let own = original, ofCommit.count == 1, ofCommit[0] != own,
        !written.isMoved(id, from: ofCommit[0], to: own)
      {
        original = ofCommit[0]
      }
      if original.map({ !paths.contains($0) }) ?? true {
        for path in paths where tracked[path] == nil { tracked[path] = isTracked(path) }
        let known = paths.filter { tracked[$0] == true }
        original = known.count == 1 ? known[0] : nil
      }
      report.ids.chooseOwner(of: id, original: original)
      let owner = report.ids.owner(of: id)
      for path in paths where path != owner { copied[path, default: []].insert(id) }
    }
    for (path, ids) in copied where scope.includes(path) {
      guard let document = try? document(at: path) else { continue }
      report.problems += problems(ofIDs: ids, in: document, path, report.ids, written)
    }
  }

  private func problems(
    ofIDs ids: Set<String>, in document: ThreadDocument, _ path: String, _ index: IDIndex,
    _ written: WrittenEntries
  ) -> [JournalProblem] {
    let isConflicted = ConflictMarkers.firstBlock(in: document.bytes) != nil
    var left = ids
    var found: [(offset: Int, kind: JournalProblem.Kind, isFixable: Bool)] = []
    for slice in document.entries {
      guard let range = slice.heading.attributes?.id,
        let id = left.remove(document.string(range)), let owner = index.owner(of: id)
      else { continue }
      let place: JournalProblem.CopyPlace =
        index.areTwins(owner, path)
        ? .sameThread : written.isMoved(id, from: path, to: owner) ? .moved : .otherThread
      found.append(
        (
          range.lowerBound, .duplicateIDElsewhere(id, path: owner, place),
          !isConflicted && place == .otherThread && document.isWholeLine(at: range.lowerBound)
        ))
    }
    return zip(found, document.positions(of: found.map(\.offset))).map {
      JournalProblem(path, $0.kind, at: $1, isFixable: $0.isFixable)
    }
  }

  /// Adds the threads that are named like a copy of another one, and have entries of it without their ids.
  private func addCopies(in files: [String], _ scope: CheckScope, _ report: inout CheckReport) {
    let names = Set(files)
    for path in files where scope.includes(path) {
      guard let original = JournalFileName.original(ofCopy: path), names.contains(original),
        !report.ids.areTwins(path, original), let copy = try? document(at: path),
        let document = try? document(at: original)
      else { continue }
      let unnamed = copy.entries.filter { copy.id(of: $0) == nil }
      let known = Set(document.entries.map { document.key(of: $0) })
      let shared = unnamed.count { known.contains(copy.key(of: $0)) }
      if shared > 0, shared * 2 >= copy.entries.count {
        report.problems.append(JournalProblem(path, .threadCopy(path: original)))
      }
    }
  }

  /// The longest file that may be somebody's notes; others are data.
  private static let mostNoteBytes = 1 << 22

  /// Adds the first of the files that have entries, and would be threads if their names ended so, and how many there are.
  private func addLikeThreads(
    in listing: JournalListing, _ scope: CheckScope, _ report: inout CheckReport
  ) {
    let found = listing.likeThreads.filter { path in
      guard scope.includes(path), let bytes = try? directory.read(path, upTo: Self.mostNoteBytes)
      else { return false }
      let document = ThreadDocument(bytes)
      // `garden` beside `garden.md` is a slip; others may be anything, but for what has times in all headings, as no list of
      // changes has, or ids as tj gives them, and more than a copy of a thread has.
      let isNote =
        FileNameConvention.isNote(path) || listing.files.contains(path + ".md")
        || document.frontMatter == nil
          && document.entries.allSatisfy {
            $0.heading.timestamp.precision == .minute && $0.heading.attributes == nil
          }
      if isNote || !document.hasOwnIDs(at: path) { return isNote && !document.entries.isEmpty }
      return document.entries.contains { entry in
        document.id(of: entry).map { report.ids.owner(of: $0.description) == nil } ?? true
      }
    }
    guard let first = found.first else { return }
    let meant = FileNameConvention.threadPath(for: first)
    let kind = JournalProblem.Kind.likeThread(
      meant: listing.files.contains(meant) ? nil : meant, others: found.count - 1)
    report.problems.append(JournalProblem(first, kind))
  }

  /// Adds the threads without any id whose names are one letter from that of another, which has one: `migrane.md`.
  private func addNearNames(in files: [String], _ report: inout CheckReport) {
    // To compare very many with very many would take very long.
    guard report.unnamed.count <= 100 else { return }
    for path in report.unnamed {
      let name = ThreadHeader.fileName(of: path)
      let folder = path.dropLast(name.count + ".md".count)
      let near = files.first { other in
        let meant = ThreadHeader.fileName(of: other)
        return other != path && other == "\(folder)\(meant).md" && min(name.count, meant.count) > 4
          && name.isSlip(of: meant, atMost: 1)
          && (try? document(at: other))?.hasOwnIDs(at: other) == true
      }
      if let near { report.problems.append(JournalProblem(path, .nearName(path: near))) }
    }
  }

  private func nameCollisions(in files: [String], _ scope: CheckScope) -> [JournalProblem] {
    var first: [String: String] = [:]
    return files.compactMap { path in
      let key = FieldName.key(path)
      guard let other = first[key] else {
        first[key] = path
        return nil
      }
      return scope.includes(path) ? JournalProblem(path, .nameCollision(path: other)) : nil
    }
  }

  /// What tells whether tj changed something between two looks: the numbers of its records, pending ones too.
  private var recordNumbers: [UInt64] {
    let pending = ((try? directory.log.pending()) ?? []).map(\.number)
    return ((try? directory.log.numbers()) ?? []) + pending
  }

  private var configurationProblems: [JournalProblem] {
    let path = JournalDirectory.settingsPath
    let document = YAMLDocument(directory.configuration)
    var found = document.problems.map { ($0.offset, JournalProblem.Kind.configuration($0.kind)) }
    if let format = document.value(at: ["format"]), format.integerValue == nil {
      let text = String(utf8: directory.configuration[format.range])
      found.append((format.range.lowerBound, .configurationFormat(text)))
    } else if directory.formatIsNewer {
      found.append((0, .newerFormat(found: directory.format)))
    }
    let settings =
      document.problems.isEmpty
      ? SettingsFile(directory.configuration, of: .journal).problems : []
    return found.sorted { $0.0 < $1.0 }.map { offset, kind in
      JournalProblem(
        path, kind, at: LineCounter.position(of: offset, in: directory.configuration.span))
    } + settings.map { JournalProblem(path, .setting($0), at: ($0.line, $0.column)) }
      + strayedSettings
  }

  /// Files that people take for the journal's settings.
  private var strayedSettings: [JournalProblem] {
    let marker = JournalDirectory.markerName
    let inside = SettingsFile.mistakenNames.map { "\(marker)/\($0)" }
    return (inside + ["\(marker).yml", "\(marker).yaml"]).filter {
      (try? directory.hasFile(at: $0)) ?? false
    }.map { JournalProblem($0, .settingsFile(.journal)) }
  }

  package var unfinishedChanges: [JournalProblem] {
    ((try? directory.log.pending()) ?? []).map { pending in
      JournalProblem(
        String(pending.path.dropFirst(directory.root.count + 1)),
        .unfinishedChange(target: pending.transaction?.changes.first?.path), isFixable: true)
    }
  }

  /// The record of a change of all of `paths` that was cut short: until it is finished, an entry that is moved stands
  /// in two of them.
  func unfinishedChange(ofAll paths: some Sequence<String>) -> String? {
    ((try? directory.log.pending()) ?? []).first { pending in
      let changed = pending.transaction?.changes.map(\.path) ?? []
      return paths.allSatisfy(changed.contains)
    }?.path
  }

  /// Files among the program's own that it did not write here, and so leaves alone.
  private var foreignState: [JournalProblem] {
    directory.foreignState().map { JournalProblem($0.path, .foreignState($0.fault)) }
  }

  private var waitingDrafts: [JournalProblem] {
    ((try? directory.drafts.list()) ?? []).map {
      JournalProblem("\(JournalDirectory.markerName)/drafts/\($0.name).md", .waitingDraft)
    }
  }
}

extension ThreadDocument {
  /// Whether its front matter has an id, or an entry one as tj gives them.
  fileprivate func hasOwnIDs(at path: String) -> Bool {
    ThreadHeader(path: path, document: self).id != nil
      || entries.contains { id(of: $0).map { EntryID.isLikeNew($0.description) } == true }
  }
}

extension JournalProblem {
  /// Whether it keeps the file's entries from being seen.
  var hidesEntries: Bool {
    switch kind {
    case .unreadable, .file(.utf16, _, _), .file(.carriageReturn, _, _): true
    default: false
    }
  }

  fileprivate var isDateForm: Bool {
    if case .headingForm = kind { true } else { false }
  }

  /// Whether the problem matters in a Markdown file that is no thread.
  fileprivate var isAboutThreads: Bool {
    switch kind {
    case .file(.unterminatedFrontMatter, _, _), .file(.impossibleTime, _, _),
      .file(.conflictMarkers, _, _), .file(.carriageReturn, _, _),
      .frontMatterPlace(.blankLinesAbove),
      .frontMatterPlace(.blanksBehind), .frontMatterPlace(.keys):
      true
    default: false
    }
  }
}

extension StorageError {
  var path: String? {
    switch self {
    case .notAJournal(let path), .newerFormat(let path, _, _), .notRegularFile(let path, _),
      .notAFolder(let path, _), .tooLarge(let path, _), .leavesJournal(let path),
      .symbolicLinkLoop(let path), .invalidName(let path), .unrepresentableName(let path),
      .sameName(let path, _),
      .exists(let path), .missing(let path), .changedMeanwhile(let path), .damaged(let path),
      .system(_, let path, _), .halfWritten(let path, _):
      path
    case .busy: nil
    }
  }
}
