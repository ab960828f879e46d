#if DEBUG
  import TestSupport
  import Testing

  @testable import ThreadStorage

  /// Makes each system call of each change fail in turn, and checks that nothing is lost, and that what succeeds is there.
  ///
  /// Which harness is for which kind of fault:
  /// - A call that fails, one after the other: here, for each change of a file; `ChangeFaultTests`, for each command.
  /// - A kill at any call: `ChangeFaultTests`; in a process of its own, `DiskProcessTests`.
  /// - A power cut at any call, with what was not synced gone (`VolatileDisk`): `PowerCutTests`.
  /// - Somebody saves the thread before any one call: `DiskMeanwhileTests`; in orders that once lost words:
  ///   `DiskInterleavingTests`, `ReplannedAddTests`.
  /// - Several programs and an editor in any order, with all of the above: `Simulation`, by `SimulationTests`, and four thousand
  ///   schedules of it by `.ci/check-simulation`; its controls put the faults back that it must find.
  /// - The system's own calls, locks and signals, in racing processes: `DiskProcessTests`, `RacingProgramsTests`,
  ///   `InterruptTests`, `.ci/check-races`, `.ci/check-faults`; its errors and full disks, by strace and a small tmpfs:
  ///   `.ci/check-faults`. The tests race a few times, so that one runs them often; the same races many times are, of
  ///   `DiskProcessTests`, `.ci/check-races`, and of `RacingProgramsTests`, `.ci/check-faults`.
  /// - State that was not written here, and a journal that a stranger made: `DiskStateTests`, `ChangeTrustTests`,
  ///   `.ci/check-trust`.
  @Suite struct DiskFaultTests {
    static let codes =
      getenv("TJ_LONG_TESTS") == nil
      ? [ENOSPC, EIO, EACCES, EXDEV]
      : [ENOSPC, EDQUOT, EFBIG, EIO, EINTR, EROFS, EACCES, EXDEV, EMFILE]

    /// Runs `change` with a fault at call 0, 1, 2, … until it is made without one; returns how many calls it has.
    private func runAll(
      _ change: DiskChange, _ folder: JournalFolder, _ label: String,
      _ fault: (Int) -> FaultPlan.Fault, check: (JournalFolder, (any Error)?, FaultPlan) -> Void
    ) -> Int {
      for number in 0..<400 {
        change.prepare(folder)
        let plan = FaultPlan(fault(number), at: number)
        var failure: (any Error)?
        do {
          try Interception.$current.withValue(plan) { try change.make(folder.root) }
        } catch {
          failure = error
        }
        if !plan.happened { return number }
        check(folder, failure, plan)
      }
      Issue.record("\(label): no end")
      return 0
    }

    private func check(
      _ change: DiskChange, _ folder: JournalFolder, _ error: (any Error)?, _ plan: FaultPlan,
      _ code: Int32?
    ) {
      let call = plan.calls.last ?? ""
      let comment = Comment(rawValue: "\(change) \(code ?? 0): \(plan.failedCall ?? call)")
      let broken = change.brokenPromise(folder, error)
      #expect(broken == nil, comment)
      var isUnfinished = false
      if case TransactionError.unfinished? = error { isUnfinished = true }
      if let error {
        if let code { #expect(error.cause.code == code || error.cause.code == nil, comment) }
        #expect(!"\(error)".contains("path: \"\""), comment)
      }
      let unfinished = change.brokenAfterRecovery(folder, isUnfinished: isUnfinished)
      #expect(unfinished == nil, comment)
    }

    @Test("a call that fails, whichever it is, loses nothing", arguments: DiskChange.allCases)
    func failingCall(_ change: DiskChange) throws {
      let folder = try JournalFolder()
      for code in Self.codes {
        let calls = runAll(change, folder, "\(change) \(code)") { _ in
          .fail(code)
        } check: {
          check(change, $0, $1, $2, code)
        }
        #expect(calls > 10)
      }
    }

    @Test("calls that fail from one point on lose nothing", arguments: DiskChange.allCases)
    func failingFromHere(_ change: DiskChange) throws {
      let folder = try JournalFolder()
      for code in [ENOSPC, EIO, EROFS] {
        _ = runAll(change, folder, "\(change) \(code)") { _ in
          .failFromHere(code)
        } check: { folder, error, plan in
          // Nothing can be cleaned up then; but the old bytes, and what is said to be kept, are there.
          let comment = Comment(rawValue: "\(change) \(code): \(plan.failedCall ?? "")")
          let found = change.found(folder)
          let kept = folder.keptText()
          let old = change.before.values.allSatisfy {
            found.values.contains($0) || kept.contains($0) || found == change.after
          }
          #expect(old, comment)
          if case TransactionError.unfinished? = error, change != .rename, change != .remove,
            change != .shorten
          {
            #expect(kept.contains(DiskChange.block), comment)
          }
          let unfinished = change.brokenAfterRecovery(folder, isUnfinished: false)
          #expect(unfinished == nil, comment)
        }
      }
    }

    @Test("a write cut short is continued, or taken back", arguments: DiskChange.allCases)
    func shortWrite(_ change: DiskChange) throws {
      let folder = try JournalFolder()
      for code in [0, ENOSPC, EIO] {
        _ = runAll(change, folder, "\(change) short \(code)") { _ in
          .shortWrite(code)
        } check: { folder, error, plan in
          if code == 0 { #expect(error == nil) }
          check(change, folder, error, plan, code == 0 ? nil : code)
        }
      }
    }

    @Test("where exchanging names is not supported, changes are made all the same")
    func withoutExchange() throws {
      let folder = try JournalFolder()
      for change in DiskChange.allCases {
        change.prepare(folder)
        let plan = FaultPlan(.failFromHere(EINVAL)) { operation, _ in operation == .exchange }
        try Interception.$current.withValue(plan) { try change.make(folder.root) }
        #expect(change.found(folder) == change.after, "\(change)")
      }
    }

    @Test("where a name cannot be replaced, the bytes are overwritten", arguments: [EBUSY, EACCES])
    func overwriting(_ code: Int32) throws {
      let folder = try JournalFolder()
      for change in [DiskChange.rewrite, .shorten] {
        change.prepare(folder)
        let plan = FaultPlan(.failFromHere(code)) { operation, _ in operation == .exchange }
        try Interception.$current.withValue(plan) { try change.make(folder.root) }
        #expect(change.found(folder) == change.after, "\(change)")
        #expect(folder.names(".threadjournal/drafts").isEmpty)
      }
    }

    /// The calls of a change that write, sync or give names, each with what it is about.
    private func calls(of change: DiskChange) throws -> [String] {
      let folder = try JournalFolder()
      change.prepare(folder)
      // The folders that the first change makes are there from now on.
      try change.make(folder.root)
      change.prepare(folder)
      let plan = FaultPlan()
      try Interception.$current.withValue(plan) { try change.make(folder.root) }
      return plan.calls.filter { call in
        ["write", "sync", "exchange", "rename", "remove"].contains { call.hasPrefix($0 + " ") }
          && !call.hasSuffix("/lock")
      }.map { call in
        let name = call.split(separator: "/").last ?? ""
        let what =
          ["changes", "displaced"].contains(name)
          ? String(name)
          : call.contains("/changes/")
            ? "record"
            : name.hasSuffix("-a.md") ? "copy" : call.hasSuffix(" .") ? "folder" : "thread"
        return call.split(separator: " ")[0] + " " + what
      }
    }

    @Test(
      "an addition's record is on the disk before the thread is touched, and the thread before it is done"
    )
    func orderOfSyncs() throws {
      #expect(
        try calls(of: .append) == [
          "write record", "sync record", "rename record", "sync changes", "write thread",
          "sync thread", "rename record",
        ])
    }

    @Test("a rewrite has record and copy on the disk before the exchange, and the folder after it")
    func orderOfRewrite() throws {
      #expect(
        try calls(of: .rewrite) == [
          "write record", "sync record", "rename record", "sync changes", "write copy", "sync copy",
          "sync displaced", "exchange thread", "sync folder", "sync displaced", "rename record",
          "sync changes",
        ])
    }

    @Test("making a journal that fails at any call is finished by making it again")
    func makingAJournal() throws {
      for code in [ENOSPC, EIO, EINTR] {
        let folder = try JournalFolder()
        for number in 0..<100 {
          let root = folder.root + "/new-\(code)-\(number)/deep"
          let plan = FaultPlan(.fail(code), at: number)
          let made = try? Interception.$current.withValue(plan) {
            try JournalDirectory.create(at: root)
          }
          if !plan.happened {
            #expect(number > 15 && made != nil)
            break
          }
          do { _ = try JournalDirectory.create(at: root) } catch StorageError.exists {}
          let journal = try JournalDirectory(opening: root)
          #expect(journal.configuration == Array("format: 1\n".utf8), "\(number)")
          #expect(try journal.marker.visibleNames() == ["config.yml"], "\(number)")
          #expect(try journal.marker.status(of: ".gitignore") != nil, "\(number)")
        }
      }
    }

    @Test("the checks find a writer that truncates and writes")
    func naiveWriter() throws {
      let folder = try JournalFolder()
      var broken = 0
      for number in 0..<20 {
        DiskChange.rewrite.prepare(folder)
        var failure: (any Error)?
        do {
          try Interception.$current.withValue(FaultPlan(.fail(ENOSPC), at: number)) {
            let journal = try folder.journal()
            let bytes = try journal.read("a.md")
            let file = try journal.rootFolder.open("a.md", O_WRONLY | O_TRUNC)
            try file.write(bytes + Array(DiskChange.block.utf8))
          }
        } catch {
          failure = error
        }
        if DiskChange.rewrite.brokenPromise(folder, failure) != nil { broken += 1 }
      }
      #expect(broken > 0)
    }
  }
#endif
