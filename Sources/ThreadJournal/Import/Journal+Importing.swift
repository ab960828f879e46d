import ThreadStorage

extension Journal {
  /// What the import of `reading` would do to the journal as it is now, and which files could not be read (S6).
  package func importPlan(
    for reading: ImportReading, whileReading: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) -> (plan: ImportPlan, problems: [FileProblem]) {
    let listing = directory.threadFiles()
    var problems = listing.problems.map { FileProblem.storage($0) }
    var index = ImportIndex(for: reading, zone: zone)
    for (place, path) in listing.files.enumerated() {
      whileReading(place, listing.files.count)
      do {
        let list = try entryList(at: path)
        if list.document.isThread { index.note(list) }
      } catch {
        problems.append(FileProblem(error))
      }
    }
    let plan = ImportPlan(reading, index, zone: zone, newID: newEntryID)
    return (plan, problems)
  }

  /// Adds what `reading` holds to the journal, all of it or nothing, as one change that can be undone.
  ///
  /// Where the plan has problems, or a thread cannot be read, nothing is written.
  /// - Parameters:
  ///   - summary: What the change is called: `import diary.csv`.
  ///   - review: Is given the plan before anything is written; what it throws ends the import.
  ///   - whileReading: Is told how many of the journal's threads were looked at.
  package func importEntries(
    _ reading: ImportReading, summary: String = "import",
    _ review: (ImportPlan, [FileProblem]) throws -> Void = { _, _ in },
    whileReading: (_ done: Int, _ count: Int) -> Void = { _, _ in }
  ) throws -> Outcome<ImportPlan> {
    try change(summary) { writer, record in
      let (plan, problems) = importPlan(for: reading, whileReading: whileReading)
      // What cannot be read may hold what is imported; it would be there twice.
      for problem in problems {
        switch problem {
        // What a link leads to outside is none of the journal's.
        case .storage(.leavesJournal): continue
        case .storage: throw problem
        default: continue
        }
      }
      try review(plan, problems)
      guard plan.problems.isEmpty else { return plan }
      var names = TakenNames(directory)
      for thread in plan.threads where !thread.entries.isEmpty {
        if let existing = thread.existing {
          try edit(existing.path, &writer, &record) { document in
            if document.hasUnterminatedFrontMatter, !thread.newFields.isEmpty {
              throw JournalError.unterminatedFrontMatter(path: existing.path)
            }
            do throws(FieldError) {
              return try thread.splices(into: document, zone: zone)
            } catch { throw ThreadFieldError(error: error, thread: existing) }
          }
        } else {
          let path = names.take(thread.thread, in: directory)
          record.create(path, try newFile(thread, plan, path: path))
        }
      }
      return plan
    }
  }

  private func newFile(
    _ thread: ImportPlan.ThreadPlan, _ plan: ImportPlan, path: String
  ) throws -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let wanted = thread.thread.id.flatMap { plan.isFreeThreadID($0) ? $0 : nil }
    let file: [UInt8]
    do throws(FieldError) {
      file = try thread.newFile(
        id: wanted ?? newThreadID(using: &generator),
        created: (thread.created ?? timestamp).rfc3339(in: zone))
    } catch {
      let header = ThreadHeader(path: path, document: ThreadDocument([]))
      throw ThreadFieldError(error: error, thread: header)
    }
    return file
  }
}

/// The names of files that new threads cannot have: case and normalization aside.
private struct TakenNames {
  private var keys: Set<String>

  init(_ directory: JournalDirectory) {
    let listing = directory.threadFiles()
    keys = Set((listing.files + listing.conflictCopies).map { FieldName.key($0) })
  }

  /// The path for a new thread: the one it had, where that is free, else one after its title (F31).
  mutating func take(_ thread: ImportedThread, in directory: JournalDirectory) -> String {
    var path = thread.path ?? ""
    if !ImportPlan.isThreadPath(path) || isTaken(path, in: directory) {
      path = JournalFileName.fileName(forTitle: thread.title) { isTaken($0, in: directory) }
    }
    keys.insert(FieldName.key(path))
    return path
  }

  private func isTaken(_ path: String, in directory: JournalDirectory) -> Bool {
    // What cannot be looked at, the making of the file reports.
    keys.contains(FieldName.key(path)) || (try? directory.hasFile(at: path)) ?? false
  }
}
