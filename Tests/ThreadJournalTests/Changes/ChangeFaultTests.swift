#if DEBUG
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadJournal
  @testable import ThreadStorage

  /// Makes each system call of each writing command fail in turn: nothing may be half done.
  @Suite struct ChangeFaultTests {
    /// The error numbers; that the others are alike is checked for each change of a file (`DiskFaultTests`).
    static let codes: [Int32] = FaultPoints.areAll ? [ENOSPC, EIO, EACCES] : [ENOSPC]

    /// What came of all tries of one command.
    struct Tally {
      var points = 0
      var broken: [String] = []
    }

    private func plan(_ fault: FaultPlan.Fault, at number: Int) -> FaultPlan {
      // A process that is gone holds neither files nor the lock.
      FaultPlan(fault, at: number) { operation, _ in operation != .close && operation != .lock }
    }

    /// Runs `command` with `fault` at one call after the other until it is done without one.
    private func tally(
      _ command: JournalCommand, _ label: String, _ folder: JournalFolder, _ fault: FaultPlan.Fault
    ) throws -> Tally {
      let (before, after) = try command.states(in: folder)
      var tally = Tally()
      for number in FaultPoints.of(command) {
        try command.prepare(folder)
        let drafts = folder.names(".threadjournal/drafts")
        let plan = plan(fault, at: number)
        var failure: (any Error)?
        do {
          try Interception.$current.withValue(plan) { try command.run(folder) }
        } catch {
          failure = error
        }
        guard plan.happened else { return tally }
        tally.points += 1
        let states = (before: before, after: after)
        let broken =
          command.recordedWords(in: folder)
          ?? brokenPromise(
            folder, states, failure, isKill: label.hasPrefix("kill"), drafts: drafts)
          ?? command.keptWords(in: folder, purged: after)
        if let broken {
          tally.broken.append("\(command) \(label) at \(plan.failedCall ?? "\(number)"): \(broken)")
        }
      }
      tally.broken.append("\(command) \(label): no end")
      return tally
    }

    private func brokenPromise(
      _ folder: JournalFolder, _ states: (before: [String: String], after: [String: String]),
      _ failure: (any Error)?, isKill: Bool, drafts: [String]
    ) -> String? {
      // It has left what it could not read, and says so.
      if failure is LeftAsItWas { return nil }
      let found = folder.files()
      let isWhole = found == states.before || found == states.after
      if failure == nil, found != states.after { return "done, and not there: \(found)" }
      if let failure, !isWhole, !isKill, !Self.promisesToFinish(failure) {
        return "half done without a word, \(failure): \(found)"
      }
      do {
        try folder.recover()
        let recovered = folder.files()
        guard recovered == states.before || recovered == states.after else {
          return "half done after recovery: \(recovered)"
        }
        if failure == nil, recovered != states.after { return "taken back after success" }
        if isWhole, failure != nil, !isKill, recovered != found, !Self.promisesToFinish(failure) {
          return "changed after it was refused"
        }
        try folder.recover()
        if folder.files() != recovered { return "a second recovery changes more" }
      } catch {
        return "no recovery: \(error)"
      }
      let left =
        folder.names(".threadjournal/drafts").filter { !drafts.contains($0) }
        + folder.names(".threadjournal/changes").filter {
          $0.utf8.count != 16 && $0 != TransactionLog.knownName
        }
      return left.isEmpty ? nil : "left over: \(left)"
    }

    private static func promisesToFinish(_ error: (any Error)?) -> Bool {
      switch error {
      case JournalError.willBeFinished?: true
      default: false
      }
    }

    private func check(_ command: JournalCommand, _ label: String, _ fault: FaultPlan.Fault) throws
    {
      let tally = try tally(command, label, try JournalFolder(), fault)
      #expect(tally.points > 10 / FaultPoints.step)
      for broken in tally.broken { Issue.record(Comment(rawValue: broken)) }
      print("faults: \(command) \(label): \(tally.points) points, \(tally.broken.count) broken")
    }

    @Test("a call that fails leaves all or nothing", arguments: JournalCommand.real)
    func failingCall(_ command: JournalCommand) throws {
      for code in Self.codes { try check(command, "error \(code)", .fail(code)) }
    }

    @Test("a kill at any call leaves all or nothing after recovery", arguments: JournalCommand.real)
    func kill(_ command: JournalCommand) throws {
      try check(command, "kill", .failFromHere(EIO))
    }

    @Test("a write cut short leaves all or nothing", arguments: JournalCommand.real)
    func shortWrite(_ command: JournalCommand) throws {
      try check(command, "short write", .shortWrite(ENOSPC))
    }

    @Test("a copy of what a command that was killed displaced is closed to others by the next one")
    func closedCopies() throws {
      let folder = try JournalFolder()
      var kept = 0
      for command in [JournalCommand.edit, .undoNew] {
        for number in 60...160 {
          try command.prepare(folder)
          for name in folder.names("") where name.hasSuffix(".md") {
            chmod("\(folder.root)/\(name)", 0o664)
          }
          let plan = plan(.failFromHere(EIO), at: number)
          _ = try? Interception.$current.withValue(plan) { try command.run(folder) }
          try folder.recover()
          let displaced = "\(folder.root)/.threadjournal/displaced"
          for name in folder.names(".threadjournal/displaced") {
            kept += 1
            let status = try #require(FileStatus(ofFileAt: "\(displaced)/\(name)"))
            #expect(status.permissions & 0o077 == 0, "\(command) \(number): \(name)")
          }
        }
      }
      #expect(kept > 0)
    }

    @Test("an entry whose move was cut short is no copied id")
    func cutMove() throws {
      let folder = try JournalFolder()
      var seen = 0
      for number in 1...200 {
        try JournalCommand.move.prepare(folder)
        let plan = plan(.failFromHere(EIO), at: number)
        _ = try? Interception.$current.withValue(plan) { try JournalCommand.move.run(folder) }
        let journal = try folder.journal()
        guard journal.entries(withIDBeginning: "bbbb").count == 2 else { continue }
        seen += 1
        #expect {
          try journal.entry("bbbb")
        } throws: {
          if case JournalError.unfinishedChange = $0 { true } else { false }
        }
        let kinds = journal.check().problems.map(\.kind)
        #expect(!kinds.contains { if case .duplicateIDElsewhere = $0 { true } else { false } })
        #expect(kinds.contains { if case .unfinishedChange = $0 { true } else { false } })
      }
      #expect(seen > 0)
    }

    @Test("the check catches a move of one file after the other")
    func control() throws {
      let folder = try JournalFolder()
      let failing = try tally(.naiveMove, "error", folder, .fail(EIO))
      let killed = try tally(.naiveMove, "kill", folder, .failFromHere(EIO))
      #expect(!failing.broken.isEmpty)
      #expect(!killed.broken.isEmpty)
      print("faults: control: \(failing.broken.count) and \(killed.broken.count) caught")
    }
  }
#endif
