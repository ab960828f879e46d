import ThreadStorage

extension Journal {
  package struct Fix: Sendable {
    package var fixed: [JournalProblem] = []
    /// What stood in the way, by the file's path.
    package var failures: [(path: String, error: any Error)] = []
    /// How each entry that got an id, or was marked as edited, is read now, with its line, by the file's path.
    package var readings: [String: [(line: Int, text: String)]] = [:]
  }

  /// Fixes what has one right answer, as one change that can be undone.
  ///
  /// It checks again under the lock, as what another tj is still writing may look like a problem without it.
  /// A file that cannot be changed is left, and the work goes on with the others.
  package func fix(
    _ scope: CheckScope = .whole, inGit: ([LostEntry]) -> Set<LostEntry> = { _ in [] },
    isTracked: (String) -> Bool = { _ in false },
    lastCommit: ([String: Int]) -> LastCommit? = { _ in nil }
  ) throws -> Outcome<Fix> {
    let early =
      PlantedFault.fixLooksWithoutLock.isPlanted
      ? checkOnce(scope, inGit, isTracked, lastCommit) : nil
    let outcome = try change(Self.fixSummary) { plan in
      // What a crash had left was finished when the lock was taken.
      fix(early ?? checkOnce(scope, inGit, isTracked, lastCommit), &plan)
    }
    directory.log.forget(outcome.result.fixed.flatMap(\.forgotten))
    return outcome
  }

  func fix(_ report: CheckReport, _ plan: inout PlannedEdits) -> Fix {
    var fix = Fix()
    for path in report.fixablePaths {
      do {
        try plan.edit(path, allowingConflicts: true) {
          try splices(fixing: path, $0, report, &fix.readings[path, default: []])
        }
      } catch {
        fix.readings[path] = nil
        fix.failures.append((path, error))
      }
    }
    let failed = Set(fix.failures.map(\.path))
    // Beside lost entries the lines stay as they are, and what takes a lost edit back is not marked.
    let lost = report.problems.filter(\.isLostEntry)
    let (paths, left) = (Set(lost.map(\.path)), Set(report.lostEntries.compactMap(\.id)))
    func isLeft(_ problem: JournalProblem) -> Bool {
      if let id = problem.shownID { return left.contains(id) }
      return problem.isMeantLine && paths.contains(problem.path)
    }
    fix.fixed = report.problems.filter {
      $0.isFixable && !failed.contains($0.path) && !isLeft($0)
    }
    return fix
  }

  /// The edits and failures of `fix`, without any change; the ids that it makes will be others.
  package func plannedFixes(
    _ report: CheckReport
  ) -> (edits: [PlannedEdits.Edit], failures: [(path: String, error: any Error)]) {
    var plan = PlannedEdits(Self.fixSummary, in: self)
    let failures = fix(report, &plan).failures
    return (plan.edits, failures)
  }

  private func splices(
    fixing path: String, _ document: ThreadDocument, _ report: CheckReport,
    _ readings: inout [(line: Int, text: String)]
  ) throws -> [Splice] {
    var splices: [Splice] = []
    readings = []
    if ConflictMarkers.firstBlock(in: document.bytes) == nil {
      splices = lineSplices(document, besides: report.lostEntries(of: path), report)
      let fixed = ThreadDocument(document.bytes.applying(splices))
      let ids = newIDs(for: path, fixed, report)
      let named = try fixed.splices(naming: ids)
      let slices = ids.keys.sorted().map { fixed.entries[$0] }
      let positions = fixed.positions(of: slices.map(\.region.lowerBound))
      readings = zip(slices, positions).map { slice, position in
        (position.line, slice.reading(in: fixed.bytes, zone))
      }
      splices = splices.followed(by: named, making: fixed.bytes.applying(named))
      let now = ThreadDocument(document.bytes.applying(splices))
      let marked = report.entriesShown(of: path)
      let seen = now.entries.filter { now.id(of: $0).map(marked.contains) == true }
      readings += zip(seen, now.positions(of: seen.map(\.region.lowerBound))).map { slice, place in
        (place.line, slice.reading(in: now.bytes, zone))
      }
      var mark = EntryEdit()
      mark.edited = timestamp.rfc3339(in: zone)
      let marks = try seen.flatMap { try now.splices(for: mark, of: $0) }
      splices = splices.followed(by: marks, making: now.bytes.applying(marks))
    }
    return splices + self.splices(restoring: report.lostEntries(of: path), document)
  }

  /// What makes lines of a thread what they were meant as; nothing beside lost entries, which may stand there.
  private func lineSplices(
    _ document: ThreadDocument, besides lost: [LostEntry], _ report: CheckReport
  ) -> [Splice] {
    guard lost.isEmpty else { return [] }
    var splices: [Splice] = []
    // Behind front matter that is read now, and in entries that begin now, there may be more.
    for _ in 0..<5 {
      let now = ThreadDocument(document.bytes.applying(splices))
      let meant = report.written.leavingText(
        of: now,
        now.meantLines(now.meantSchema, in: zone, dateOrder: report.dateOrder))
      // Of what is no thread, only the front matter says that it is meant as one.
      let isMeant = now.isThread || meant.first?.isFrontMatter == true
      let next = isMeant ? meant.flatMap { $0.splices ?? [] } : []
      if next.isEmpty { break }
      splices = splices.followed(by: next, making: now.bytes.applying(next))
    }
    let now = ThreadDocument(document.bytes.applying(splices))
    let values =
      now.isThread ? now.splicesWritingValues(report.written, dateOrder: report.dateOrder) : []
    return values.isEmpty
      ? splices : splices.followed(by: values, making: now.bytes.applying(values))
  }

  /// The ids that entries had here and no thread has any more, by their times and titles as typed: an editor may have
  /// saved what it had before the id was given.
  private func formerIDs(
    for path: String, _ missing: [LostEntry], _ report: CheckReport
  ) -> [[UInt8]: EntryID] {
    let pairs = missing.compactMap(\.id).flatMap { id in
      let headings = report.written.blocks(of: id).compactMap { block -> [UInt8]? in
        let document = ThreadDocument(block)
        guard let heading = document.entries.first?.heading, heading.timestamp.precision != .day
        else { return nil }
        return document.typed(heading)
      }
      return Set(headings).map { ($0, id) }
    }
    let counts = Dictionary(pairs.map { ($0.0, 1) }, uniquingKeysWith: +)
    return Dictionary(uniqueKeysWithValues: pairs.filter { counts[$0.0] == 1 })
  }

  /// Ids, by index, for the entries without one, or with that of another entry, here or in another file.
  private func newIDs(
    for path: String, _ document: ThreadDocument, _ report: CheckReport
  ) -> [Int: EntryID] {
    let known = report.ids
    let missing = report.written.missing { known.owner(of: $0.description) }
      .filter { $0.path == path }
    let unnamed = document.entries.filter { document.id(of: $0) == nil }
    let headings = Set(unnamed.map { document.typed($0.heading) })
    var former = formerIDs(for: path, missing, report).filter { headings.contains($0.key) }
    // Of what was typed anew otherwise, too.
    let thread = missing.isEmpty ? nil : StandingThread(document)
    let renamed = missing.compactMap { lost -> (Int, EntryID)? in
      guard let id = lost.id, let slice = thread?.renamed(lost) else { return nil }
      return (slice.region.lowerBound, id)
    }
    let others = Dictionary(renamed, uniquingKeysWith: { first, _ in first })
    var ids: [Int: EntryID] = [:]
    let originals = report.written.originals(in: document, at: path, report.commit)
    var firsts = Dictionary(
      originals.map { (document.id(of: document.entries[$0]), document.entries[$0]) },
      uniquingKeysWith: { first, _ in first })
    let nameable = document.nameableEntries
    let doubtful = document.entriesInDoubt(in: zone, copies: document.repeatedEntries.copies)
    for (index, slice) in document.entries.enumerated() {
      if let id = document.id(of: slice) {
        let first = firsts[id]
        if first == nil { firsts[id] = slice }
        let isFirst = first == nil || originals.contains(index)
        if !isFirst, let first, document.isVersion(slice, of: first) { continue }
        let owner = known.owner(of: id.description)
        let isElsewhere = owner.map { $0 != path && !known.areTwins($0, path) } ?? false
        guard !isFirst || isElsewhere,
          !report.written.isMoved(id.description, from: path, to: owner ?? path)
        else { continue }
      } else if !nameable.contains(index) || doubtful.contains(slice.region.lowerBound) {
        continue
      }
      guard document.isWholeLine(at: slice.region.lowerBound) else { continue }
      if document.id(of: slice) == nil,
        let id = former.removeValue(forKey: document.typed(slice.heading))
      {
        ids[index] = id
        continue
      }
      if document.id(of: slice) == nil, let id = others[slice.region.lowerBound],
        !former.values.contains(id), !ids.values.contains(id)
      {
        ids[index] = id
        continue
      }
      var id = newEntryID()
      while known.owner(of: id.description) != nil { id = newEntryID() }
      ids[index] = id
    }
    return ids
  }

  /// The splices that put lost entries back, in order of time; where an older version overwrote one, over that.
  private func splices(restoring lost: [LostEntry], _ document: ThreadDocument) -> [Splice] {
    let isConflicted = ConflictMarkers.firstBlock(in: document.bytes) != nil
    let present = Dictionary(
      document.entries.map { (document.id(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    var splices: [Splice] = []
    let inOrder = lost.sorted { $0.timestamp.instant(in: zone) < $1.timestamp.instant(in: zone) }
    for entry in inOrder {
      let block = entry.block(lineEnding: document.lineEnding)
      guard let slice = present[entry.id] else {
        let instant = entry.timestamp.instant(in: zone)
        let inserted = document.splices(insertingBlock: block) {
          isConflicted || $0.heading.timestamp.instant(in: zone) <= instant
        }
        for splice in inserted { splices.insert(splice, of: block, document) }
        continue
      }
      // Only over the version that the check saw.
      guard !isConflicted,
        document.block(of: slice, lineEnding: .lineFeed) == entry.overwritingBlock
      else { continue }
      splices.append(Splice(document.lines(of: slice), block))
    }
    return splices
  }
}

extension ThreadDocument {
  /// What makes of the values that do not fit their fields, `4 h`, the only ones that they may be meant as, `4h`; and takes
  /// the blanks around a text away.
  ///
  /// - Parameter dateOrder: How dates such as 11.12.2026 are read; nil for not at all.
  fileprivate func splicesWritingValues(
    _ written: WrittenEntries, dateOrder: ForeignDate.Order?
  ) -> [Splice] {
    let schema = FieldSchema(frontMatter)
    return entries.filter { !$0.isDeleted }.flatMap { slice in
      content(of: slice).fields.compactMap { field in
        let definition = schema.anyField(named: string(field.name))
        if written.hasStrayBlanks(field, of: slice, in: self, definition) {
          return Splice(field.firstValueLine, Array(self[field.firstValueLine].trimmed))
        }
        let value = field.value(in: bytes.span)
        guard !field.hasMoreLines, let definition, definition.check(stored: value) != nil,
          let reading = definition.sureReading(of: value, dateOrder: dateOrder)
        else { return nil }
        return Splice(field.firstValueLine, reading)
      }
    }
  }
}

extension [Splice] {
  /// Adds `splice`, which inserts `block`; joins it to an earlier one at its offset, with a blank line between.
  fileprivate mutating func insert(_ splice: Splice, of block: [UInt8], _ document: ThreadDocument)
  {
    guard let index = firstIndex(where: { $0.range == splice.range }) else { return append(splice) }
    let blank = document.lineEnding.bytes
    let isLast = splice.range.lowerBound == document.bytes.count
    self[index].replacement += isLast ? blank + block : block + blank
  }
}

extension LostEntry {
  /// The entry's lines as a file with `lineEnding` holds them.
  fileprivate func block(lineEnding: LineEnding) -> [UInt8] {
    let document = ThreadDocument(merged ?? block)
    guard let slice = document.entries.first else { return document.bytes }
    return document.block(of: slice, lineEnding: lineEnding)
  }
}
