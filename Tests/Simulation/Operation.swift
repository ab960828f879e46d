#if DEBUG
  import ThreadJournal
  import ThreadStorage

  /// One command, or save, of an actor: what it was to do, when, and what it was told.
  struct Operation {
    /// What is done; the oracle knows what each means for entries.
    enum Kind: Equatable {
      case add(String, thread: Int)
      case addEarlier(String, thread: Int)
      case importEntries([String])
      case makeThread(String)
      case edit(String)
      case editSeveral([String])
      case tag(String)
      case move(String, thread: Int)
      case delete(String)
      case restore(String)
      case purge(String)
      case rename(thread: Int, renamesFile: Bool)
      case undo
      case redo
      case check
      case fix
      case recover
    }

    enum Outcome {
      /// It was said to be done.
      case acknowledged
      /// It was refused, and is not done.
      case refused(any Error)
      /// It was killed, or a call failed under it: it may be done, or be finished later.
      case unknown
    }

    /// Its number, which is also in what it writes.
    let number: Int
    let kind: Kind
    /// The calls made before it began.
    let begun: Int
    /// The calls made when it ended; never, where that is open.
    var ended = Int.max
    var outcome = Outcome.unknown
    /// The calls made when it was killed.
    var died: Int?
    /// Whether a call failed under it, so that it may have told that it is not recorded.
    var hadFault = false
    /// The number of the operation that an `undo` took back, or a `redo` did again.
    var target: Int?

    /// The text, or value, that it writes.
    var word: String { "word\(number)" }

    var isAcknowledged: Bool {
      if case .acknowledged = outcome { return true }
      return false
    }

    var isRefused: Bool {
      if case .refused = outcome { return true }
      return false
    }
  }

  /// A person's save of a thread's file.
  struct Save {
    let path: String
    /// The calls made when the buffer was read, and around the save.
    let read: Int
    var begun = 0
    var ended = Int.max
    /// The word that the person added.
    let word: String
    /// What was saved.
    let buffer: String
  }

  extension Operation.Kind {
    /// Does it, in the journal as it is now, as a program of its own.
    ///
    /// - Returns: For an undo, the change that it took back; for a redo, the one that it did again.
    func run(_ operation: Operation, in world: World) throws -> Transaction? {
      let journal = try world.journal(at: operation.number)
      switch self {
      case .add(let id, let thread):
        try journal.add(
          world.entry(id, "2026-03-09", operation), to: journal.thread(named: World.threads[thread])
        )
      case .addEarlier(let id, let thread):
        try journal.add(
          world.entry(id, "2026-02-01", operation), to: journal.thread(named: World.threads[thread])
        )
      case .importEntries(let ids): _ = try journal.importEntries(world.table(ids, operation))
      case .makeThread(let id):
        _ = try journal.makeThread(
          titled: operation.word, id: World.threadID(operation.number), fields: [],
          first: world.entry(id, "2026-03-09", operation))
      case .edit(let id):
        var edit = EntryEdit()
        edit.text = Array(operation.word.utf8)
        _ = try journal.edit(try journal.entry(id, .all), edit)
      case .editSeveral(let ids):
        try journal.edit(ids) { text in
          text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("word") ? operation.word : String($0) }.joined(separator: "\n")
        }
      case .tag(let id):
        var edit = EntryEdit()
        edit.fields = [("mood", Array(operation.word.utf8))]
        _ = try journal.edit(try journal.entry(id, .all), edit)
      case .move(let id, let thread):
        _ = try journal.move(
          [journal.entry(id, .all)], to: journal.thread(named: World.threads[thread]))
      case .delete(let id): _ = try journal.delete(threads: [], entries: [journal.entry(id)])
      case .restore(let id):
        _ = try journal.restore(threads: [], entries: [journal.entry(id, .deleted)])
      case .purge(let id):
        _ = try journal.purge(entries: [journal.entry(id, .deleted)], threads: [])
      case .rename(let thread, let renamesFile):
        _ = try journal.rename(
          try journal.thread(named: World.threads[thread]), to: operation.word,
          renamesFile: renamesFile)
      case .undo: return try journal.undo().result.transaction
      case .redo: return try journal.redo().result.transaction
      case .check: _ = journal.check()
      case .fix: _ = try journal.fix()
      case .recover: _ = try journal.delete(threads: [], entries: [])
      }
      return nil
    }
  }

  extension Journal {
    /// Edits entries as a writer does in one buffer, of whose text `change` makes another.
    package func edit(_ ids: [String], _ change: (String) -> String) throws {
      let (bytes, handed) = EntryBuffer.bytes(
        of: try ids.map { try entry($0, .all) }, newID: newEntryID)
      let note = DraftNote(.editSeveral, thread: "", entry: "")
      let text = change(String(decoding: bytes, as: UTF8.self))
      let found = try BufferChanges(
        from: EntryBuffer(reading: DraftLines(bytes, for: note)),
        to: EntryBuffer(reading: DraftLines(Array(text.utf8), for: note)), handed,
        in: zone
      ) { _ in FieldSchema() }
      let added = try found.added.enumerated().map { index, item in
        (path: item.path, entry: try newEntry(.derived(from: "\(index)"), saying: item.draft))
      }
      _ = try edit(found.changes, adding: added)
    }
  }
#endif
