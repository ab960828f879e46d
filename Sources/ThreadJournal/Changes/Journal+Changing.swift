import ThreadStorage

extension Journal {
  /// What a command did, and what it found unfinished before.
  package struct Outcome<Result> {
    package let result: Result
    /// What an earlier crash had left, and what became of it.
    package let notes: [RecoveryNote]
    /// Whether something was changed, which `undo` can take back.
    package let isChanged: Bool
  }

  /// How often a change is worked out anew because somebody saved a file meanwhile.
  private static let attempts = 16

  /// Makes what `plan` plans, under the journal's lock, as one transaction that can be undone.
  ///
  /// Every command that changes threads comes to this. On `tj add`, the words are read first (`TextInput`), and the
  /// entry gets its time, its fields and its id. Then:
  ///
  /// 1. The lock is taken, and what an earlier command left is finished. Where another has the lock, `whenBusy` makes
  ///    a draft of the words before the wait.
  /// 2. `plan` looks for the thread again, which may have got another name, or been deleted, since it was found. It
  ///    plans the entry's lines: at the file's end, of which only the tail is read, or by splices before entries that
  ///    are later (`add`). No file is touched; `PlannedEdits` has the files as the plan leaves them.
  /// 3. The plan becomes one transaction, which is recorded, made and kept (`Transaction`).
  /// 4. Where somebody saved a file between planning and making, all is planned again from its new bytes, up to
  ///    `attempts` times. Only an undo is not: it says what is in its way.
  ///
  /// After an error the words are in a draft, unless the record has them, which the next command finishes
  /// (`JournalError.willBeFinished`).
  ///
  /// - Parameters:
  ///   - whenBusy: Called before a wait for the lock, so that a text is safe by then.
  func change<Result>(
    _ summary: String, whenBusy: (() throws -> Void)? = nil,
    _ plan: (inout PlannedEdits) throws -> Result
  ) throws -> Outcome<Result> {
    try locked(whenBusy) { writer in
      var isDone = false
      defer { if !isDone { notices.add(writer.recovered) } }
      for attempt in 1... {
        var edits = PlannedEdits(summary, in: self)
        let result = try plan(&edits)
        let transaction = edits.finished
        let isChanged =
          !transaction.changes.isEmpty || transaction.isFinal || transaction.undoes != nil
        let conflicts = isChanged ? try commit(transaction, &writer) : []
        if !isChanged { writer.dropAged(at: timestamp) }
        if conflicts.isEmpty {
          isDone = true
          return Outcome(result: result, notes: writer.notes, isChanged: isChanged)
        }
        // Somebody saved a file between the planning and the making: plan again from its new bytes.
        guard transaction.undoes == nil, attempt < Self.attempts else {
          throw transaction.undoes == nil
            ? JournalError.changedMeanwhile(summary: transaction.summary, conflicts)
            : JournalError.cannotUndo(summary: transaction.summary, conflicts)
        }
      }
      throw StorageError.changedMeanwhile(path: summary)
    }
  }

  /// Finishes what an earlier command left unfinished, so that what is read next will stay.
  package func finishUnfinished() throws -> Outcome<Void> {
    try locked(nil) { Outcome(result: (), notes: $0.notes, isChanged: false) }
  }

  /// Drops what undo keeps of changes that are older than is kept, after something else than a change of threads.
  package func dropAged() throws { try locked(nil) { $0.dropAged(at: timestamp) } }

  /// Takes the lock; where it is not free at once, `whenBusy` is called before the wait.
  private func locked<Result>(
    _ whenBusy: (() throws -> Void)?, _ body: (inout JournalWriter) throws -> Result
  ) throws -> Result {
    var hasLock = false
    do {
      let limit = whenBusy == nil ? lockTimeLimit : 0
      return try directory.withLock(timeLimit: limit, zone: zone, eraseDrafts: Self.eraseDrafts) {
        hasLock = true
        return try body(&$0)
      }
    } catch StorageError.busy where !hasLock && whenBusy != nil {
      try whenBusy?()
      return try directory.withLock(
        timeLimit: lockTimeLimit, zone: zone, eraseDrafts: Self.eraseDrafts, body)
    }
  }

  private static func eraseDrafts(
    _ drafts: DraftBox, _ parts: [ErasedPart]
  ) throws(StorageError) -> [PurgedDraft] {
    try drafts.erase(PurgedWords(parts))
  }

  private func commit(
    _ transaction: Transaction, _ writer: inout JournalWriter
  ) throws -> [Conflict] {
    // One file's change goes on; several must not get between the files of another, nor a purge come before its end.
    if transaction.changes.count > 1 || transaction.isFinal,
      let unfinished = try directory.log.pending().first
    {
      throw JournalError.unfinishedChange(path: unfinished.path)
    }
    do { return try writer.commit(transaction) } catch let error
      as TransactionError
    {
      switch error {
      case .notRecorded(let cause):
        throw JournalError.cannotRecord(summary: transaction.summary, cause: cause)
      case .unfinished(let path, let cause):
        throw JournalError.willBeFinished(summary: transaction.summary, path: path, cause: cause)
      }
    }
  }
}

extension Journal.Outcome: Sendable where Result: Sendable {}
