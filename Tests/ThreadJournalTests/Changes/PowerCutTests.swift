#if DEBUG
  import Foundation
  import Testing
  import ThreadStorage

  @testable import ThreadJournal

  /// Cuts the power at each system call of each writing command: what was written and not synced is gone, whole or in part.
  @Suite struct PowerCutTests {
    /// How much of what was not synced is left; also nothing of it where `TJ_ALL_FAULTS` is set.
    static let shares =
      ProcessInfo.processInfo.environment["TJ_ALL_FAULTS"] == nil ? [0.5] : [0.0, 0.5]

    /// The absolute paths of files that were written to after their last sync.
    private func unsynced(_ calls: ArraySlice<String>, _ folder: ChangeFolder) -> Set<String> {
      var paths: Set<String> = []
      for call in calls {
        let words = call.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { continue }
        let path = words[1].hasPrefix("/") ? String(words[1]) : "\(folder.root)/\(words[1])"
        if words[0] == "write" { paths.insert(path) }
        if words[0] == "sync" { paths.remove(path) }
      }
      return paths
    }

    private func size(_ path: String) -> Int? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Cuts off what was not synced of a file that had `old` bytes before the command.
    private func cut(_ path: String, to share: Double, old: Int) -> Bool {
      guard let size = size(path), size > old, let file = FileHandle(forUpdatingAtPath: path) else {
        return false
      }
      defer { try? file.close() }
      return (try? file.truncate(atOffset: UInt64(old + Int(Double(size - old) * share)))) != nil
    }

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

    /// What is wrong after the power was cut at call 0, 1, 2, … of `command`, and the journal recovered.
    private func brokenPromises(of command: JournalCommand) throws -> [String] {
      var broken: [String] = []
      let folder = try ChangeFolder()
      try command.prepare(folder)
      let before = folder.files()
      let sizes = Dictionary(
        uniqueKeysWithValues: before.keys.map { name in
          ("\(folder.root)/\(name)", size("\(folder.root)/\(name)") ?? 0)
        })
      try command.run(folder)
      let after = folder.files()
      var points = 0
      var cuts = 0
      var ended = false
      while !ended {
        for share in Self.shares {
          try command.prepare(folder)
          let plan = FaultPlan(.failFromHere(EIO), at: points) { operation, _ in
            operation != .close && operation != .lock
          }
          let isReported: Bool
          do {
            try FaultPlan.$current.withValue(plan) { try command.run(folder) }
            isReported = true
          } catch { isReported = false }
          ended = !plan.happened
          for path in unsynced(plan.calls.prefix(points), folder)
          where cut(path, to: share, old: sizes[path] ?? 0) {
            cuts += 1
          }
          let place = "\(command) \(share) at \(plan.failedCall ?? "the end")"
          do { try folder.recover() } catch { broken.append("\(place): \(error)") }
          let found = folder.files()
          let isWhole = found == after || (!isReported && found == before)
          if !isWhole { broken.append("\(place): \(found)") }
        }
        points += 1
      }
      print("power cuts: \(command): \(points) points, \(cuts) files cut")
      #expect(cuts > 0)
      return broken
    }
  }
#endif
