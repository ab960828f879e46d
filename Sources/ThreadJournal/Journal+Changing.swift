import ThreadStorage

extension Journal {
  /// What a command did, and what it found unfinished before.
  package struct Outcome<Result> {
    /// What the command gives back.
    package let result: Result
    /// What an earlier crash had left, and what became of it.
    package let recovered: [RecoveryNote]
  }

  /// Runs `body` under the journal's lock, and records what it changes as one step that can be undone.
  ///
  /// - Throws: `StorageError.busy` where another program holds the lock; what `body` throws.
  func change<Result>(
    _ summary: String, _ body: (inout JournalWriter, inout ChangeRecord) throws -> Result
  ) throws -> Outcome<Result> {
    try directory.withLock { writer in
      var record = ChangeRecord(summary: summary, time: timestamp)
      let result = try body(&writer, &record)
      return Outcome(result: result, recovered: writer.recovered)
    }
  }

  /// Applies the splices that `plan` makes for the thread at `path`; it is asked again where somebody saved meanwhile.
  ///
  /// - Throws: What `plan` throws; `JournalError.conflictMarkers` where a merge left the file unfinished.
  func edit(
    _ path: String, _ writer: inout JournalWriter, _ record: inout ChangeRecord,
    allowingConflicts: Bool = false, _ plan: (ThreadDocument) throws -> [Splice]
  ) throws {
    var splices: [Splice] = []
    let rewriting = try writer.rewrite(path) { bytes in
      let document = ThreadDocument(bytes)
      guard !document.isUTF16 else { throw JournalError.utf16(path: path) }
      if !allowingConflicts, let lines = ConflictMarkers.firstBlock(in: bytes) {
        throw JournalError.conflictMarkers(path: path, lines: lines)
      }
      splices = try plan(document)
      return bytes.applying(splices)
    }
    record.noteEdit(of: path, rewriting.before, splices)
  }
}
