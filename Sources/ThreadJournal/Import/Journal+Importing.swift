import ThreadStorage

extension Journal {
  /// What importing `reading` would do; a thread that cannot be read is passed over.
  package func importPlan(for reading: ImportReading) -> ImportPlan {
    var index = ImportIndex(for: reading, zone: zone)
    for path in directory.threadFiles().files {
      guard let list = try? entryList(at: path), list.document.isThread else { continue }
      index.note(list)
    }
    return ImportPlan(reading, index, zone: zone) { newEntryID() }
  }

  /// Imports `reading` as one change that can be undone; where anything is wrong with it, nothing is written.
  ///
  /// - Returns: What was done, or, where it has problems, what would have been.
  /// - Throws: Before anything is written, what stands in the way of one of the threads.
  package func importEntries(_ reading: ImportReading) throws -> Outcome<ImportPlan> {
    let count = reading.entries.count
    return try change("import \(count == 1 ? "1 entry" : "\(count) entries")") { writer, record in
      let plan = importPlan(for: reading)
      guard plan.problems.isEmpty else { return plan }
      let threads = plan.threads.filter { !$0.entries.isEmpty }
      var files: [[UInt8]] = []
      // All of it is worked out before any of it is written.
      for thread in threads {
        if let existing = thread.existing {
          try check(thread, existing)
        } else {
          files.append(try newFile(of: thread))
        }
      }
      var made = 0
      for thread in threads {
        if let existing = thread.existing {
          try edit(existing.path, &writer, &record) { document in
            try thread.splices(into: document, zone: zone)
          }
        } else {
          record.create(freePath(for: thread.thread, beside: record.plannedPaths), files[made])
          made += 1
        }
      }
      return plan
    }
  }

  private func check(_ thread: ImportPlan.ThreadPlan, _ existing: ThreadHeader) throws {
    let document = try document(at: existing.path)
    if let lines = ConflictMarkers.firstBlock(in: document.bytes) {
      throw JournalError.conflictMarkers(path: existing.path, lines: lines)
    }
    if document.hasUnterminatedFrontMatter, !thread.newFields.isEmpty {
      throw JournalError.unterminatedFrontMatter(path: existing.path)
    }
    _ = try thread.splices(into: document, zone: zone)
  }

  /// The new thread's file, with the id it comes with where that is one.
  private func newFile(of thread: ImportPlan.ThreadPlan) throws -> [UInt8] {
    let created = timestamp.rfc3339(in: zone)
    if let id = thread.thread.id {
      let file = try thread.newFile(id: id, created: created)
      let header = ThreadHeader(path: "", document: ThreadDocument(file))
      if header.id == id { return file }
    }
    var generator = SystemRandomNumberGenerator()
    return try thread.newFile(id: newThreadID(using: &generator), created: created)
  }

  /// The path that the thread comes with, where it is free; else one for its title (F31).
  private func freePath(for thread: ImportedThread, beside planned: [String]) -> String {
    guard let path = thread.path, ImportPlan.isThreadPath(path) else {
      return freePath(forTitle: thread.title, beside: planned)
    }
    let key = FieldName.key(path)
    let isTaken = (directory.threadFiles().files + planned).contains { FieldName.key($0) == key }
    let isThere = (try? directory.hasFile(at: path)) ?? true
    return isTaken || isThere ? freePath(forTitle: thread.title, beside: planned) : path
  }
}
