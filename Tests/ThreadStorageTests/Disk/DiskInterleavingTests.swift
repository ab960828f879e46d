#if DEBUG
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadStorage

  /// The orders of saves and a rewrite's steps in which words could be lost, one by one.
  @Suite struct DiskInterleavingTests {
    /// Does something before the calls of one operation: the first, the second, and so on.
    private final class Script: Sendable {
      private let steps: [(FileOperation, @Sendable () -> Void)]
      private let next = Mutex(0)

      init(_ steps: [(FileOperation, @Sendable () -> Void)]) { self.steps = steps }

      var isDone: Bool { next.withLock { $0 == steps.count } }

      func plan() -> FaultPlan {
        FaultPlan { operation, _ in
          let step = self.next.withLock { next -> Int? in
            guard next < self.steps.count, self.steps[next].0 == operation else { return nil }
            next += 1
            return next - 1
          }
          if let step { self.steps[step].1() }
          return false
        }
      }
    }

    enum Way: CaseIterable, Sendable {
      case inPlace
      case byRename

      func save(_ text: String, _ folder: JournalFolder) {
        switch self {
        case .inPlace: folder.write(text, "a.md")
        case .byRename: folder.save(text, "a.md")
        }
      }
    }

    /// When the second save comes, which was made of what the thread had while it was exchanged.
    enum Moment: CaseIterable, Sendable {
      case beforeExchangingBack
      case afterExchangingBack
    }

    private func words(_ folder: JournalFolder) -> (thread: String, drafts: String) {
      let drafts = folder.names(".threadjournal/drafts").filter { $0.hasSuffix(".md") }
      return (
        folder.text("a.md") ?? "",
        drafts.map { folder.text(".threadjournal/drafts/" + $0) ?? "" }.joined()
      )
    }

    private func isSavedByOthers(_ note: RecoveryNote) -> Bool {
      guard case .savedByOthers = note.outcome else { return false }
      return note.thread == "a.md"
    }

    @Test(
      "what was read in the moment of the exchange, and saved, costs no words",
      arguments: Moment.allCases, Way.allCases)
    func staleSave(_ moment: Moment, _ way: Way) throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let seen = Mutex("")
      let saveOnce: @Sendable () -> Void = {
        way.save((folder.text("a.md") ?? "") + "saved once\n", folder)
      }
      let look: @Sendable () -> Void = { seen.withLock { $0 = folder.text("a.md") ?? "" } }
      let saveAgain: @Sendable () -> Void = {
        way.save(seen.withLock { $0 } + "saved again\n", folder)
      }
      let script =
        switch moment {
        case .beforeExchangingBack:
          Script([
            (.exchange, saveOnce),
            (
              .exchange,
              {
                look()
                saveAgain()
              }
            ),
          ])
        case .afterExchangingBack:
          Script([(.exchange, saveOnce), (.exchange, look), (.sync, saveAgain)])
        }
      let notes = try Interception.$current.withValue(script.plan()) {
        try folder.journal().withLock { writer in
          try writer.change("a.md") { $0 + Array(DiskChange.block.utf8) }
          return writer.recovered
        }
      }
      #expect(script.isDone)
      let (thread, drafts) = words(folder)
      for text in ["saved once\n", "saved again\n", DiskChange.old, DiskChange.block] {
        #expect(thread.contains(text) || drafts.contains(text), "\(text)")
      }
      #expect(!drafts.isEmpty)
      #expect(notes.contains { isSavedByOthers($0) })
    }

    @Test("a thread that is renamed takes along what is looked for in it")
    func renamedThread() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let seen = Mutex("")
      let script = Script([
        (.exchange, { folder.save((folder.text("a.md") ?? "") + "saved once\n", "a.md") }),
        (.exchange, { seen.withLock { $0 = folder.text("a.md") ?? "" } }),
      ])
      let notes = try Interception.$current.withValue(script.plan()) {
        try folder.journal().withLock { writer in
          try writer.change("a.md") { $0 + Array(DiskChange.block.utf8) }
          folder.save(seen.withLock { $0 } + "saved again\n", "a.md")
          // A rename that fails leaves nothing that is looked for in another thread.
          folder.write("another\n", "c.md")
          #expect(throws: StorageError.exists(path: "c.md")) {
            try writer.make(.renamed(from: "a.md", to: "c.md"))
          }
          #expect(watched(folder) == 1)
          try writer.make(.renamed(from: "a.md", to: "b.md"))
          #expect(watched(folder) == 1)
          try writer.change("b.md") { $0 + [10] }
          return writer.recovered
        }
      }
      #expect(script.isDone)
      #expect(folder.text("b.md")?.contains("saved again\n") == true)
      #expect(words(folder).drafts.contains("saved once\n"))
      #expect(notes.map(\.thread) == ["b.md"])
      #expect(watched(folder) == 0)
    }

    private func watched(_ folder: JournalFolder) -> Int {
      folder.names(".threadjournal/drafts").count { $0.hasSuffix(".watched") }
    }

    @Test("a save while what cannot be verified is put back is kept", arguments: [5, 13])
    func savesWhileUnverified(_ code: Int32) throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let exchanges = Mutex(0)
      let plan = FaultPlan(.fail(code)) { operation, path in
        guard operation == .exchange else {
          return operation == .open && path.contains("/displaced/")
            && exchanges.withLock { $0 == 1 }
        }
        let count = exchanges.withLock { count in
          count += 1
          return count
        }
        if count == 2 { folder.save(DiskChange.old + "saved meanwhile\n", "a.md") }
        return false
      }
      var notes: [RecoveryNote] = []
      #expect(throws: StorageError.self) {
        try Interception.$current.withValue(plan) {
          try folder.journal().withLock { writer in
            defer { notes = writer.recovered }
            try writer.change("a.md") { $0 + Array(DiskChange.block.utf8) }
          }
        }
      }
      #expect(folder.text("a.md") == DiskChange.old)
      #expect(notes.contains { isSavedByOthers($0) })
      #expect(words(folder).drafts.contains("saved meanwhile\n"))
    }

    @Test("without an exchange of names, too, a save in that moment costs no words")
    func savesWithoutExchange() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let save: @Sendable (String) -> @Sendable () -> Void = { words in
        { folder.save((folder.text("a.md") ?? "") + words, "a.md") }
      }
      let calls = Mutex(0)
      let failing = FaultPlan(.failFromHere(22)) { operation, path in
        if operation == .rename, path.hasSuffix("a.md") {
          // In place, into the file that is just renamed over, and then over the new one.
          switch calls.withLock({
            $0 += 1
            return $0
          }) {
          case 1: folder.write(DiskChange.old + "saved once\n", "a.md")
          default: break
          }
        }
        if operation == .link, calls.withLock({ $0 }) == 1 {
          calls.withLock { $0 += 1 }
          save("saved again\n")()
        }
        return operation == .exchange
      }
      try Interception.$current.withValue(failing) {
        try folder.journal().withLock { writer in
          try writer.change("a.md") { $0 + Array(DiskChange.block.utf8) }
        }
      }
      let (thread, drafts) = words(folder)
      for text in ["saved once\n", "saved again\n", DiskChange.old, DiskChange.block] {
        #expect(thread.contains(text) || drafts.contains(text), "\(text)")
      }
      #expect(!drafts.isEmpty)
    }

    @Test("after a kill between exchange and look, the same holds", arguments: Way.allCases)
    func staleSaveAfterKill(_ way: Way) throws {
      let folder = try JournalFolder()
      let journal = try folder.journal()
      let new = DiskChange.old + DiskChange.block
      folder.write(new, "a.md")
      let (before, after) = (Array(DiskChange.old.utf8), Array(new.utf8))
      let splice = Splice(0..<before.count, after)
      try journal.withLock { writer in _ = try writer.backups() }
      let pending = try journal.log.begin(
        Transaction(
          summary: "test", time: .test,
          changes: [.edited(path: "a.md", [Hunk]([splice], of: ThreadDocument(before)))]))
      let name = Backups.freshName(
        for: "a.md", marked: Backups.mark(Checksum(before), Checksum(after)), of: pending.number)
      folder.write(DiskChange.old + "saved once\n", ".threadjournal/displaced/" + name)
      #expect(
        try journal.withLock { writer in writer.recovered }.map(\.outcome)
          == [.finished("test", [])])
      #expect(folder.text("a.md") == new + "saved once\n")
      way.save(new + "saved again\n", folder)
      let notes = try journal.withLock { writer in
        try writer.change("a.md") { $0 + Array("more\n".utf8) }
        return writer.recovered
      }
      #expect(notes.contains { isSavedByOthers($0) })
      #expect(words(folder).drafts.contains("saved once\n"))
      #expect(folder.text("a.md") == new + "saved again\nmore\n")
    }

    @Test("what was written of a file before a crash is taken for no save", arguments: [0, 3, 10])
    func stagedFile(length: Int) throws {
      let folder = try JournalFolder()
      folder.write(DiskChange.old, "a.md")
      try folder.journal().withLock { writer in _ = try writer.backups() }
      let bytes = Array("new words\n".utf8)
      let old = Array(DiskChange.old.utf8)
      let new = bytes + old
      let log = try folder.journal().log
      for (change, name, sums) in [
        (FileChange.created(path: "new.md", bytes: bytes), "new.md", (bytes, bytes)),
        (
          .edited(
            path: "a.md", [Hunk]([Splice(insertingAt: 0, bytes)], of: ThreadDocument(old))),
          "a.md", (old, new)
        ),
      ] {
        let pending = try log.begin(
          Transaction(summary: "test", time: .test, changes: [change]))
        let staged = Backups.freshName(
          for: name, marked: Backups.mark(Checksum(sums.0), Checksum(sums.1)), of: pending.number)
        folder.write(
          String(decoding: bytes.prefix(length), as: UTF8.self),
          ".threadjournal/displaced/" + staged)
      }
      let notes = try folder.journal().withLock { writer in writer.recovered }
      #expect(notes.map(\.outcome) == [.finished("test", []), .finished("test", [])])
      #expect(folder.text("new.md") == "new words\n")
      #expect(folder.text("a.md") == "new words\n" + DiskChange.old)
      #expect(folder.names(".threadjournal/displaced").count == 1)
      #expect(folder.names(".threadjournal/drafts") == [])
    }

    @Test("a displaced file with words of its own is not dropped with the others")
    func pruning() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      try DiskChange.rewrite.make(folder.root)
      try folder.journal().withLock { _ in }
      let first = try #require(folder.names(".threadjournal/displaced").first)
      let notes = try folder.journal().withLock { writer in
        folder.write("late words\n", ".threadjournal/displaced/" + first)
        for number in 0..<(Backups.mostFiles + 5) {
          try writer.change("a.md") { $0 + Array("\(number)\n".utf8) }
        }
        return writer.recovered
      }
      #expect(notes.count == 1)
      #expect(notes.first?.thread == "a.md")
      #expect(words(folder).drafts == "late words\n")
      #expect(folder.names(".threadjournal/displaced").count == Backups.mostFiles)
    }

    @Test(
      "a displaced file that somebody has open to write is kept, and told of once it is written")
    func openFile() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let late = try OpenFolder(at: folder.root).open("a.md", 1)
      let notes = try folder.journal().withLock { writer in
        for number in 0..<(Backups.mostFiles + 5) {
          try writer.change("a.md") { $0 + Array("\(number)\n".utf8) }
        }
        return writer.recovered
      }
      #expect(notes == [])
      try late.write(Array("late words\n".utf8), at: 0)
      #expect(try folder.journal().withLock { writer in writer.recovered.count } == 1)
      #expect(words(folder).drafts.contains("late words\n"))
    }

    @Test("a rewrite waits for who has the file open to write, and then changes what they saved")
    func waiting() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      let open = Mutex<OpenFile?>(try OpenFolder(at: folder.root).open("a.md", 1))
      let end = Array("saved\n".utf8)
      let script = Script([
        (
          .read,
          {
            // The editor ends its save after the first look at the file.
            open.withLock { file in
              try? file?.write(end, at: DiskChange.old.utf8.count)
              file = nil
            }
          }
        )
      ])
      let notes = try Interception.$current.withValue(script.plan()) {
        try folder.journal().withLock { writer in
          try writer.change("a.md") { $0 + Array(DiskChange.block.utf8) }
          return writer.recovered
        }
      }
      #expect(notes == [])
      #expect(folder.text("a.md") == DiskChange.old + "saved\n" + DiskChange.block)
    }

    @Test("a full disk makes a rewrite drop what was displaced, and try once more")
    func fullDisk() throws {
      let folder = try JournalFolder()
      DiskChange.rewrite.prepare(folder)
      for _ in 0..<3 { try DiskChange.rewrite.make(folder.root) }
      #expect(folder.names(".threadjournal/displaced").count == 3)
      for code in [Int32(28), 122] {
        let plan = FaultPlan(.fail(code)) { operation, path in
          operation == .write && path.contains("displaced/")
        }
        try Interception.$current.withValue(plan) { try DiskChange.rewrite.make(folder.root) }
        #expect(plan.happened)
        #expect(folder.names(".threadjournal/displaced").count == 1)
      }
      folder.empty(".threadjournal/displaced")
      let plan = FaultPlan(.failFromHere(28)) { operation, path in
        operation == .write && path.contains("displaced/")
      }
      #expect(throws: StorageError.self) {
        try Interception.$current.withValue(plan) { try DiskChange.rewrite.make(folder.root) }
      }
    }
  }
#endif
