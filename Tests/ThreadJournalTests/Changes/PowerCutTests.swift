#if DEBUG
  import Foundation
  import TestSupport
  import Testing
  import Simulation
  import Synchronization
  import ThreadStorage

  @testable import ThreadJournal

  /// Cuts the power at each system call of each writing command: what was written and not synced is gone, whole or
  /// in part, and so are names in folders that were not.
  @Suite struct PowerCutTests {
    /// How much of what was not synced is left.
    static let shares = FaultPoints.areAll ? [0.0, 0.5] : [0.5]

    @Test(
      "after a power cut at any call nothing is half done, and what was reported is there",
      arguments: JournalCommand.real)
    func powerCut(_ command: JournalCommand) throws {
      let broken = try brokenPromises(of: command)
      #expect(broken == [])
    }

    @Test("the check catches a move of one file after the other")
    func control() throws {
      #expect(try !brokenPromises(of: .naiveMove).isEmpty)
    }

    @Test(
      "the check catches folders that are not synced", arguments: [JournalCommand.edit, .newThread])
    func unsyncedFolders(_ command: JournalCommand) throws {
      let broken = try brokenPromises(of: command, heedsFolders: false)
      #expect(broken.contains { $0.contains("and names at the end") })
    }

    @Test(
      "what a killed command left, and the next one finished, outlasts a power cut",
      arguments: [JournalCommand.addEarlier, .rename, .newThread, .undoNew])
    func afterRecovery(_ command: JournalCommand) throws {
      let folder = try JournalFolder()
      let (before, after) = try command.states(in: folder)
      var ended = false
      var finished = 0
      for points in FaultPoints.of(command) where !ended {
        try command.prepare(folder)
        let disk = VolatileDisk(folder.root)
        let calls = Mutex(0)
        let kill = FaultPlan(.failFromHere(EIO), at: points) { operation, path in
          let isCounted = operation != .close && operation != .lock
          let isAlive = calls.withLock { calls in
            calls += isCounted ? 1 : 0
            return calls <= points
          }
          if isAlive { disk.follow(operation, path) }
          return isCounted
        }
        try? Interception.$current.withValue(kill) { try command.run(folder) }
        ended = !kill.happened
        let follow = FaultPlan { operation, path in
          disk.follow(operation, path)
          return false
        }
        try Interception.$current.withValue(follow) { try folder.recover() }
        let recovered = folder.files()
        // As the next change does, after which no draft is left to make it again.
        disk.follow(.sync, folder.root + "/.threadjournal/drafts")
        disk.cut(to: 0.5, losesNames: true)
        try folder.recover()
        let found = folder.files()
        let comment = Comment(rawValue: "\(command) at \(kill.failedCall ?? "the end")")
        if recovered == after {
          finished += 1
          #expect(found == after, comment)
        } else {
          #expect(found == before || found == after, comment)
        }
      }
      #expect(finished > 0)
    }

    /// What is wrong after the power was cut at one call after the other of `command`, and the journal recovered.
    private func brokenPromises(
      of command: JournalCommand, heedsFolders: Bool = true
    ) throws -> [String] {
      var broken: [String] = []
      let folder = try JournalFolder()
      let (before, after) = try command.states(in: folder)
      var tried = 0
      var cuts = 0
      var ended = false
      for points in FaultPoints.of(command) where !ended {
        tried += 1
        for share in Self.shares {
          for losesNames in [false, true] {
            try command.prepare(folder)
            let disk = VolatileDisk(
              folder.root, before: points, heedsFolders: heedsFolders)
            let plan = FaultPlan(.failFromHere(EIO), at: points) { operation, path in
              let isCounted = operation != .close && operation != .lock
              disk.follow(operation, path, isCounted: isCounted)
              return isCounted
            }
            let isReported: Bool
            do {
              try Interception.$current.withValue(plan) { try command.run(folder) }
              isReported = true
            } catch { isReported = false }
            ended = !plan.happened
            cuts += disk.cut(to: share, losesNames: losesNames)
            let label =
              "\(command) \(share)\(losesNames ? " and names" : "") at \(plan.failedCall ?? "the end")"
            do { try folder.recover() } catch { broken.append("\(label): \(error)") }
            let found = folder.files()
            let isWhole = found == after || (!isReported && found == before)
            if !isWhole { broken.append("\(label): \(found)") }
            if let words = command.keptWords(in: folder, purged: after) {
              broken.append("\(label): \(words)")
            }
          }
        }
      }
      print("power cuts: \(command): \(tried) points, \(cuts) files and names lost")
      #expect(cuts > 0)
      return broken
    }
  }

  /// Before which of a command's system calls something goes wrong in a run of the tests.
  ///
  /// All of them where `TJ_LONG_TESTS` is set, as `.ci/check-long-tests` does; else every fifth, in each command others, so
  /// that a run takes seconds.
  enum FaultPoints {
    static let areAll = ProcessInfo.processInfo.environment["TJ_LONG_TESTS"] != nil
    static let step = areAll ? 1 : 5

    static func of(_ command: JournalCommand) -> StrideTo<Int> {
      let number = JournalCommand.allCases.firstIndex(of: command) ?? 0
      return stride(
        from: command == .naiveMove ? 0 : number % step, to: 1000,
        by: command == .naiveMove ? 1 : step)
    }
  }
#endif
