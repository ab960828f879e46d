import ThreadStorage

extension Journal {
  /// A plan, what files could not be read, and the state of the journal that it was made for.
  package typealias PlannedImport = (plan: ImportPlan, problems: [FileProblem], state: JournalState)

  /// What the import of `reading` would do to the journal as it is now.
  package func importPlan(
    for reading: ImportReading, whileReading: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) -> PlannedImport {
    let listing = directory.threadFiles()
    let state = JournalState(listing, of: directory)
    let isByTime = reading.preference == .newest
    // What has no id is known by what tj's records say of it.
    let needsWritten = isByTime || reading.entries.contains { $0.id == nil }
    let written = needsWritten ? writtenEntries() : nil
    var index = ImportIndex(for: reading, zone: zone, written: written)
    var position = 0
    let outcome = EntryScan(
      self, for: .all(zone: zone), .all, in: listing.files, deletedThreads: .areLikeOthers,
      needsLines: false, needsEveryThread: true
    ).run {
      whileReading(position, listing.files.count)
      position += 1
      index.note($0, changed: isByTime ? directory.lastWrite(to: $0.header.path) : nil)
      return true
    }
    let problems = listing.problems.map { FileProblem.storage($0) } + outcome.problems
    var plan = ImportPlan(reading, index, zone: zone, newID: newEntryID)
    let files = Set(reading.entries.map(\.fileName))
    if let written, !plan.isOfExports {
      plan.noteSameOfOthers(than: files, by: written) { try? document(at: $0) }
    }
    if plan.threads.contains(where: { !$0.absent.isEmpty || !$0.absentNotes.isEmpty }) {
      let written = written ?? writtenEntries()
      // An export of ours has what was added here, too.
      if plan.isOfExports, let exported = plan.index.end {
        plan.leaveOutNewer(than: exported, by: written)
      } else {
        plan.settleAbsent(of: files, by: written) { try? document(at: $0) }
      }
      plan.leaveOutMany()
      plan.addAbsentNotes()
      if !plan.isOfExports { plan.markEdited(by: written) { try? document(at: $0) } }
    }
    return (plan, problems, state)
  }

  /// Adds what `reading` holds to the journal, all of it or nothing, as one change that can be undone.
  ///
  /// The journal is read before it is locked, so that nobody waits for that; what somebody changed meanwhile is read
  /// again. Where the plan has problems, or a thread cannot be read, nothing is written.
  /// - Parameters:
  ///   - summary: What the change is called: `import diary.csv`.
  ///   - review: Is given each plan before anything is written; what it throws ends the import.
  ///   - whileReading: Is told how many of the journal's threads were looked at.
  package func importEntries(
    _ reading: ImportReading, summary: String = Transaction.importSummary,
    _ review: (ImportPlan, [FileProblem]) throws -> Void = { _, _ in },
    whileReading: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws -> Outcome<ImportPlan> {
    func accept(_ planned: PlannedImport) throws {
      // What cannot be read may hold what is imported; it would be there twice.
      for case .storage(let problem) in planned.problems {
        // What a link leads to outside is none of the journal's.
        guard case .leavesJournal = problem else { throw FileProblem.storage(problem) }
      }
      try review(planned.plan, planned.problems)
    }
    // A file that went while the journal was read was renamed, perhaps: it is found again, at last under the lock.
    func isStale(_ planned: PlannedImport) -> Bool {
      planned.problems.contains { if case .storage(.missing) = $0 { true } else { false } }
    }
    var current = importPlan(for: reading, whileReading: whileReading)
    if isStale(current) { current = importPlan(for: reading, whileReading: whileReading) }
    var isAccepted = !isStale(current)
    if isAccepted { try accept(current) }
    return try change(summary) { edits in
      if !isAccepted || !current.state.isStillTrue(of: directory) {
        current = importPlan(for: reading, whileReading: whileReading)
        try accept(current)
        isAccepted = true
      }
      var plan = current.plan
      guard plan.problems.isEmpty else { return plan }
      plan.renamed = try stage(plan, &edits)
      return plan
    }
  }

  /// How the threads would be if the entries and heads that `plan` has otherwise were as it has them; or only those
  /// that it replaces.
  package func differences(
    of plan: ImportPlan, onlyReplaced: Bool = false
  ) throws -> [(path: String, document: ThreadDocument, splices: [Splice])] {
    let held = plan.held
    let others = onlyReplaced ? [] : held.different + held.inTrash.filter { !$0.parts.isEmpty }
    var differences = (held.replaced + others)
      .byPath.map { (path: $0.path, held: $0.held, head: ImportPlan.ThreadPlan?.none) }
    for thread in plan.threads
    where onlyReplaced ? thread.replacesHead : thread.hasOtherHead {
      guard let path = thread.existing?.path else { continue }
      if let position = differences.firstIndex(where: { $0.path == path }) {
        differences[position].head = thread
      } else {
        differences.append((path, [], thread))
      }
    }
    return try differences.map { path, held, thread in
      let document = try document(at: path)
      let head = thread.flatMap { $0.splice(ofHeadIn: document) }
      let splices = try splices(replacing: held, in: document, path)
      return (path, document, (head.map { [$0] } ?? []) + splices)
    }
  }

  private func splices(
    replacing held: [ImportPlan.HeldEntry], in document: ThreadDocument, _ path: String
  ) throws -> [Splice] {
    try ThreadFieldError.naming(ThreadHeader(path: path, document: document)) {
      () throws(FieldError) in
      try document.splices(replacing: held, edited: timestamp.rfc3339(in: zone), zone: zone)
    }
  }

  /// Where a thread that is to be made at `path` would be, of which folders may be links, or may be missing yet.
  ///
  /// - Throws: `StorageError.leavesJournal` where a link leads out, before anything is written.
  private func pathOfNewThread(_ path: String) throws(StorageError) -> String {
    do throws(StorageError) { return try directory.threadPath(of: path, followsLast: false) } catch
    {
      let parts = path.split(separator: "/")
      guard case .missing = error, parts.count > 2 else {
        if case .missing = error { return path }
        throw error
      }
      let (above, name) = (parts.dropLast(2), parts[parts.count - 1])
      let inside = try pathOfNewThread((above + [name]).joined(separator: "/"))
      return inside.dropLast(name.count) + parts[parts.count - 2] + "/" + name
    }
  }

  /// Plans the changes of files that `plan` comes to; returns the new threads whose paths were taken.
  private func stage(
    _ plan: ImportPlan, _ edits: inout PlannedEdits
  ) throws -> [(from: String, to: String)] {
    for (path, held) in plan.held.replaced.byPath {
      try edits.edit(path) { try splices(replacing: held, in: $0, path) }
    }
    var names = TakenNames(in: directory)
    var renamed: [(from: String, to: String)] = []
    for thread in plan.threads where thread.isChange {
      guard let existing = thread.existing else {
        // The path that it had, where that is free, else one after its title (F31).
        var path = thread.thread.path ?? ""
        if !ImportPlan.isThreadPath(path) {
          path = names.freePath(forTitle: thread.thread.title)
        } else if thread.isCopied ? names.hasFile(at: path) : names.contains(path) {
          let folder = path.split(separator: "/").dropLast().joined(separator: "/")
          let free = names.freePath(forTitle: thread.thread.title, in: folder)
          renamed.append((path, free))
          path = free
        }
        path = try pathOfNewThread(path)
        names.insert(path)
        let header = ThreadHeader(path: path, document: ThreadDocument([]))
        let file = try ThreadFieldError.naming(header) { () throws(FieldError) in
          try thread.newFile(
            id: thread.thread.id ?? newThreadID(),
            created: (thread.created ?? timestamp).rfc3339(in: zone))
        }
        edits.create(path, file)
        continue
      }
      try edits.edit(existing.path, inFrontMatter: !thread.newFields.isEmpty) {
        document in
        try ThreadFieldError.naming(existing) { () throws(FieldError) in
          try thread.splices(into: document, zone: zone)
        }
      }
    }
    return renamed
  }
}

extension [ImportPlan.HeldEntry] {
  /// The entries by the file that they are in, in the order of the files' names.
  fileprivate var byPath: [(path: String, held: [ImportPlan.HeldEntry])] {
    Dictionary(grouping: self, by: \.place.path).sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
  }
}
