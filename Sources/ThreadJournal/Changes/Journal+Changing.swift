import ThreadStorage

extension Journal {
  /// What a command did, and what it found unfinished before.
  package struct Outcome<Result> {
    /// What the command gives back.
    package let result: Result
    /// What an earlier crash had left, and what became of it.
    package let recovered: [RecoveryNote]
    /// The changes that were cut short before, and are finished now.
    package let finished: [FinishedChange]
    /// What became of the record of the change, by which `undo` can take it back.
    package var recording = Recording.none
  }

  /// What became of a change's record.
  package enum Recording: Sendable {
    /// Nothing was changed.
    case none
    case kept
    /// The change is made, and cannot be undone.
    case failed(any Error)
  }

  /// A change that an earlier command began.
  package struct FinishedChange: Sendable {
    /// What that command did; empty where its record does not tell.
    package var summary = ""
    /// Where it could not be finished, because something else was changed there since.
    package var differences: [ChangeDifference] = []
    /// Why it is still not finished; nil where it is.
    package var failure: (any Error)?
    /// Where its record was set aside, which names what no change of this program touches.
    package var refused: String?
  }

  /// How often a change is worked out anew because somebody saved a file meanwhile.
  private static let attempts = 16

  /// Runs `body` under the journal's lock, and makes what it plans as one step that can be undone.
  ///
  /// Nothing is half done: several files are changed all or not at all, by the next command where this one is killed.
  ///
  /// - Parameter whenBusy: Called before a wait for the lock, so that a text is safe by then.
  /// - Throws: `StorageError.busy` where another program holds the lock; what `body` throws.
  func change<Result>(
    _ summary: String, whenBusy: (() throws -> Void)? = nil,
    _ body: (inout JournalWriter, inout ChangeRecord) throws -> Result
  ) throws -> Outcome<Result> {
    try locked(whenBusy) { writer in
      let finished = finishPending(&writer)
      recordAdditions(writer)
      var isDone = false
      defer {
        if !isDone, !finished.isEmpty || !writer.recovered.isEmpty {
          refusals.add(Outcome(result: (), recovered: writer.recovered, finished: finished))
        }
      }
      for attempt in 1... {
        var record = ChangeRecord(summary: summary, time: timestamp)
        let result: Result
        let recording: Recording
        do {
          result = try body(&writer, &record)
        } catch {
          if !record.files.isEmpty { try? writer.changes.append(record.encoded) }
          throw error
        }
        do {
          recording = try make(record, &writer)
        } catch let error as JournalError {
          // Somebody saved a file between the planning and the making: plan again from its new bytes.
          guard case .changedMeanwhile = error, attempt < Journal.attempts else { throw error }
          continue
        }
        isDone = true
        return Outcome(
          result: result, recovered: writer.notes, finished: finished, recording: recording)
      }
      throw StorageError.changedMeanwhile(path: summary)
    }
  }

  /// Takes the lock; where it is not free at once, `whenBusy` is called before the wait.
  private func locked<Result>(
    _ whenBusy: (() throws -> Void)?, _ body: (inout JournalWriter) throws -> Result
  ) throws -> Result {
    guard let whenBusy else { return try directory.withLock(timeLimit: lockTimeLimit, body) }
    var hasLock = false
    do {
      return try directory.withLock(timeLimit: 0) { writer in
        hasLock = true
        return try body(&writer)
      }
    } catch StorageError.busy where !hasLock {
      try whenBusy()
      return try directory.withLock(timeLimit: lockTimeLimit, body)
    }
  }

  /// Makes the planned changes, all or none, and keeps the record for undo.
  private func make(
    _ record: ChangeRecord, _ writer: inout JournalWriter
  ) throws -> Recording {
    var record = record
    let planned = record.stage.files
    let isAdded = !record.files.isEmpty
    record.files += planned
    guard !record.files.isEmpty else { return .none }
    if isAdded, planned.isEmpty {
      // Its draft was the intent. Should this fail, only the undo is lost.
      do { try writer.changes.append(record.encoded) } catch { return .failed(error) }
      return .kept
    }
    try makeTogether(planned, record, &writer)
    return .kept
  }

  private static func conflict(
    _ record: ChangeRecord, _ differences: [ChangeDifference]
  ) -> JournalError {
    record.undoes == nil
      ? .changedMeanwhile(summary: record.summary, differences)
      : .cannotUndo(summary: record.summary, differences)
  }

  private func makeTogether(
    _ planned: [FileChange], _ record: ChangeRecord, _ writer: inout JournalWriter
  ) throws {
    let log = writer.changes
    // One file's change goes on; several must not get between the files of another.
    if record.files.count > 1, let unfinished = try log.pending().first {
      throw JournalError.unfinishedChange(path: unfinished.path)
    }
    let pending: ChangeLog.Pending
    do throws(StorageError) { pending = try writer.begin(record.encoded) } catch {
      if PlantedFault.changesWithoutRecord.isPlanted {
        for change in planned { _ = try change.make(&writer, zone: zone) }
        return
      }
      throw JournalError.cannotRecord(summary: record.summary, cause: error)
    }
    var begun: [FileChange] = []
    do {
      for change in planned {
        begun.append(change)
        if case .differs(let differences) = try change.make(&writer, zone: zone) {
          throw Journal.conflict(record, differences)
        }
      }
    } catch StorageError.keptDraft(_, let cause) {
      throw JournalError.willBeFinished(
        summary: record.summary, path: pending.path, cause: cause)
    } catch {
      guard takeBack(begun, &writer), (try? log.cancel(pending)) != nil else {
        throw JournalError.willBeFinished(
          summary: record.summary, path: pending.path, cause: error)
      }
      throw error
    }
    do throws(StorageError) { try log.commit(pending) } catch {
      throw JournalError.willBeFinished(
        summary: record.summary, path: pending.path, cause: error)
    }
  }

  /// Takes changes back, the last first; false where one of them cannot be.
  private func takeBack(_ changes: [FileChange], _ writer: inout JournalWriter) -> Bool {
    for change in changes.reversed() {
      guard let outcome = try? change.inverted.make(&writer, zone: zone) else { return false }
      if case .differs = outcome {
        // The last one differs because it could not be made; then it is not to be taken back either.
        guard change == changes.last else { return false }
      }
    }
    return true
  }

  /// Records the additions that were cut short and are there now, so that they can be taken back as any other.
  private func recordAdditions(_ writer: borrowing JournalWriter) {
    for note in writer.recovered {
      guard let addition = note.addition, let path = note.thread else { continue }
      let block = addition.block
      let title = ((try? header(at: path)) ?? nil)?.title ?? path
      var record = ChangeRecord(summary: "add to \(title)", time: timestamp)
      record.files = [
        .edited(
          path: path,
          [
            .init(
              offset: block.offset, before: [], after: block.bytes,
              leading: addition.leading.suffix(RegionChange.contextLength))
          ])
      ]
      // A draft that came back after a power cut may be of an addition that is recorded.
      guard !isRecorded(block.bytes, in: path) else { continue }
      // Should this fail, only the undo is lost.
      try? writer.changes.append(record.encoded)
    }
  }

  private func isRecorded(_ block: [UInt8], in path: String) -> Bool {
    guard let numbers = try? directory.changes.numbers() else { return false }
    return numbers.contains { number in
      let files = ((try? keptRecord(number)) ?? nil)?.files ?? []
      return files.contains {
        guard case .edited(path, let regions) = $0 else { return false }
        return regions.contains { $0.after == block }
      }
    }
  }

  /// Finishes the changes that commands were killed in; each step twice is the same as once.
  ///
  /// Where one cannot be finished, changes of single files still go on.
  private func finishPending(_ writer: inout JournalWriter) -> [FinishedChange] {
    // Where they cannot be listed, nothing can be recorded either, which is told.
    ((try? writer.changes.pending()) ?? []).map { finish($0, &writer) }
  }

  private func finish(
    _ pending: ChangeLog.Pending, _ writer: inout JournalWriter
  ) -> FinishedChange {
    var finished = FinishedChange()
    if let failure = pending.failure {
      finished.failure = failure
      return finished
    }
    do {
      guard let record = pending.bytes.flatMap({ ChangeRecord(decoding: $0) }) else {
        finished.refused = try writer.changes.refuse(pending)
        return finished
      }
      finished.summary = record.summary
      // Where a draft of one of its files is left over, it would make the file again once this is taken back.
      let paths = Set(record.files.map(\.path))
      for note in writer.recovered where note.thread.map(paths.contains) ?? true {
        if case .failed(let failure) = note.outcome { throw failure }
      }
      for change in record.files {
        if case .differs(let found) = try change.make(&writer, zone: zone) {
          finished.differences += found
        }
      }
      try writer.changes.commit(pending)
    } catch let error as StorageError where error.meansForeignTarget {
      do { finished.refused = try writer.changes.refuse(pending) } catch {
        finished.failure = error
      }
    } catch {
      finished.failure = error
    }
    return finished
  }

  /// Plans the splices that `plan` makes for the thread at `path`, as the changes planned so far leave it.
  ///
  /// - Throws: What `plan` throws; `JournalError.conflictMarkers` where a merge left the file unfinished.
  func edit(
    _ path: String, _ writer: inout JournalWriter, _ record: inout ChangeRecord,
    allowingConflicts: Bool = false, _ plan: (ThreadDocument) throws -> [Splice]
  ) throws {
    let path = try writer.directory.threadPath(of: path)
    let document = try record.document(at: path, in: writer.directory)
    if !allowingConflicts, let lines = ConflictMarkers.firstBlock(in: document.bytes) {
      throw JournalError.conflictMarkers(path: path, lines: lines)
    }
    record.stage.edit(path, document, try plan(document))
  }
}

extension Journal.Outcome: Sendable where Result: Sendable {}
