#if DEBUG
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadStorage

  /// Several processes at one journal, killed and racing.
  @Suite(.serialized, .enabled(if: StorageProbe.path != nil, "StorageProbe is not built"))
  struct DiskProcessTests {
    @Test(
      "a kill at any system call loses nothing, and recovery ends it",
      arguments: DiskChange.allCases)
    func killed(_ change: DiskChange) async throws {
      let folder = try JournalFolder(in: TestFolders.onDisk)
      // Every fourth call, as each takes a process; `.ci/check-long-tests` takes all of them.
      for number in stride(from: 0, to: 200, by: getenv("TJ_LONG_TESTS") == nil ? 4 : 1) {
        change.prepare(folder)
        let status = await StorageProbe.run("killed '\(folder.root)' \(change.rawValue) \(number)")
        if status == 0 {
          #expect(change.found(folder) == change.after)
          #expect(number > 10)
          return
        }
        #expect(status == 137, "\(change) \(number)")
        let found = change.found(folder)
        let kept = folder.keptText()
        for text in change.before.values {
          // What a cut-off overwriting changed stands in its backup.
          #expect(
            found.values.contains { $0.contains(text) } || kept.contains(text),
            "\(change) \(number)"
          )
        }
        let unfinished = change.brokenAfterRecovery(folder, isUnfinished: false)
        #expect(unfinished == nil, "\(change) \(number)")
      }
      Issue.record("no end")
    }

    @Test("16 writers, killed at random: each success is there exactly once")
    func writers() async throws {
      let folder = try JournalFolder(in: TestFolders.onDisk)
      folder.write("", "a.md")
      await StorageProbe.runAll(Array(0..<16).map { "writer '\(folder.root)' \($0)" })
      try folder.journal().withLock { _ in }
      #expect(lost(folder) == [])
      #expect(logged(folder, "try").count == 800)
      #expect(logged(folder, "ok").count > 400)
      #expect(folder.text("errors") == nil)
    }

    @Test("the check finds writers that know nothing of each other")
    func naiveWriters() async throws {
      let folder = try JournalFolder(in: TestFolders.onDisk)
      folder.write("", "a.md")
      await StorageProbe.runAll(Array(0..<16).map { "naive '\(folder.root)' \($0)" })
      #expect(lost(folder) != [])
    }

    @Test(
      "no token of an editor that saves meanwhile is lost, and each of tj's stays in its record",
      arguments: ["editor", "saver", "slow-editor", "slow-saver"], ["appender", "rewriter"])
    func racing(_ editor: String, _ changer: String) async throws {
      let folder = try JournalFolder(in: TestFolders.onDisk)
      folder.write("start\n", "a.md")
      await StorageProbe.runAll(["\(editor) '\(folder.root)' 60", "\(changer) '\(folder.root)' 30"])
      try folder.journal().withLock { _ in }
      let text = (folder.text("a.md") ?? "") + folder.keptText()
      let present = Set(text.split { $0 == "\n" || $0 == "\r\n" })
      let missing = logged(folder, "ok").filter { !present.contains($0) }
      #expect(missing == [])
      #expect(logged(folder, "ok").count >= 85)
    }

    @Test("the check finds a changer that loses an editor's saves")
    func naiveChanger() async throws {
      let folder = try JournalFolder(in: TestFolders.onDisk)
      folder.write("start\n", "a.md")
      let naive = (0..<4).map { "naive '\(folder.root)' \($0)" }
      await StorageProbe.runAll(["saver '\(folder.root)' 300"] + naive)
      let text = (folder.text("a.md") ?? "") + folder.keptText()
      let present = Set(text.split(separator: "\n"))
      #expect(logged(folder, "ok").contains { $0.hasPrefix("e") && !present.contains($0) })
    }

    /// What the writers logged under `word`.
    private func logged(_ folder: JournalFolder, _ word: String) -> [Substring] {
      folder.names("").filter { $0.hasPrefix("log-") }.flatMap { name in
        (folder.text(name) ?? "").split(separator: "\n").filter { $0.hasPrefix(word + " ") }
          .map { $0.dropFirst(word.count + 1) }
      }
    }

    /// What is not as it should be: a success missing or twice, a try twice, a line that is no token.
    private func lost(_ folder: JournalFolder) -> [Substring] {
      let text = folder.text("a.md") ?? ""
      var counts: [Substring: Int] = [:]
      for line in text.split(separator: "\n") { counts[line, default: 0] += 1 }
      let tried = Set(logged(folder, "try"))
      let missing = logged(folder, "ok").filter { counts[$0] != 1 }
      return missing + counts.filter { $0.value > 1 || !tried.contains($0.key) }.keys.sorted()
    }
  }

  /// The program that stands for other processes, beside the tests' own.
  enum StorageProbe {
    static let path: String? = {
      var candidates = CommandLine.arguments.prefix(1).map { String($0) }
      if let own = try? SystemCalls.realPath("/proc/self/exe") { candidates.append(own) }
      for candidate in candidates {
        var folder = candidate
        while let slash = folder.lastIndex(of: "/") {
          folder = String(folder[..<slash])
          if access(folder + "/StorageProbe", X_OK) == 0 { return folder + "/StorageProbe" }
        }
      }
      return nil
    }()

    /// Runs it once and returns its exit status.
    static func run(_ words: String) async -> Int {
      Int(await waiting("'\(path ?? "")' \(words); printf %d $?")) ?? -1
    }

    /// Runs several at once, each again as long as it is killed.
    static func runAll(_ commands: [String]) async {
      let loops = commands.map { "(while '\(path ?? "")' \($0); [ $? = 137 ]; do :; done) &" }
      // The output ends when the last of them does: `wait` never returns where signals are blocked.
      _ = await waiting(loops.joined(separator: " "))
    }

    /// What the shell prints for `command`, waited for on a thread of its own: the tests' threads are as many as processors.
    private static func waiting(_ command: String) async -> String {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: shell(command)) }.start()
      }
    }
  }
#endif
