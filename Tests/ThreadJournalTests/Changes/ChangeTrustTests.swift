#if DEBUG
  import Foundation
  import Testing
  import TestSupport

  @testable import ThreadJournal
  @testable import ThreadStorage

  /// A change is recorded before it is made, and a record is believed only where it names threads.
  @Suite struct ChangeTrustTests {
    /// Leaves a transaction that was begun and not made.
    private func leave(_ changes: [FileChange], in folder: JournalFolder) throws {
      _ = try folder.journal().directory.log.begin(
        Transaction(summary: "hello", time: .test, changes: changes))
    }

    static let foreignPaths = [
      ".git/config", "../victim.md", ".threadjournal/x.yml", "/tmp/x.md", "a.txt", "",
      "x/../../v.md",
    ]

    /// Every kind of change, with `path` in each of its places.
    private func changes(_ path: String) -> [FileChange] {
      let removed = RemovedFile(name: "0123456789abcdef-x", permissions: 0o600)
      return [
        .edited(path: path, [.init(offset: 0, before: [], after: [10], leading: [])]),
        .created(path: path, bytes: [10]), .created(path: path, bytes: [10], removed: removed),
        .removed(path: path, bytes: [10], as: removed), .renamed(from: path, to: "n.md"),
        .renamed(from: "a.md", to: path),
      ]
    }

    private func isRefused(_ note: RecoveryNote) -> Bool {
      if case .refused = note.outcome { true } else { false }
    }

    @Test(
      "a pending record that names what is no thread is set aside, and the rest goes on",
      arguments: foreignPaths)
    func pending(path: String) throws {
      let folder = try JournalFolder()
      for change in changes(path) {
        folder.fill(JournalCommand.files)
        try folder.recover()
        let before = folder.files()
        try leave([change], in: folder)
        let outcome = try folder.journal().change("nothing") { _ in }
        #expect(outcome.notes.map(isRefused) == [true])
        #expect(folder.files() == before)
        #expect(try folder.journal().change("nothing") { _ in }.notes.isEmpty)
        let codes = try folder.journal().check().problems.map(\.kind)
        #expect(codes.contains(.foreignState(.refused)))
      }
    }

    @Test("such a record is not taken back either", arguments: foreignPaths)
    func undo(path: String) throws {
      let folder = try JournalFolder()
      for change in changes(path) {
        folder.fill(JournalCommand.files)
        try folder.recover()
        let before = folder.files()
        let log = try folder.journal().directory.log
        let pending = try log.begin(
          Transaction(summary: "hello", time: .test, changes: [change.inverted]))
        _ = try log.commit(pending)
        #expect(throws: JournalError.self) { try folder.journal().undo() }
        #expect(folder.files() == before)
      }
    }

    @Test(
      "a change that cannot be recorded is not made, and nothing is taken for lost",
      arguments: [
        JournalCommand.addEarlier, .edit, .move, .delete, .restore, .purge, .rename, .newThread,
        .importEntries, .undoDelete,
      ])
    func unrecorded(_ command: JournalCommand) throws {
      for code in [Int32(13), 28] {
        let folder = try JournalFolder()
        try command.prepare(folder)
        let before = folder.files()
        let plan = FaultPlan(.failFromHere(code)) { operation, path in
          path.contains("/changes/") && (operation == .open || operation == .write)
        }
        #expect(throws: (any Error).self) {
          try Interception.$current.withValue(plan) { try command.run(folder) }
        }
        #expect(plan.happened)
        #expect(folder.files() == before)
        #expect(
          try folder.journal().check().problems.allSatisfy {
            if case .lostEntry = $0.kind { false } else { true }
          })
      }
    }

    @Test("what was restored while a purge waited for its answer is not purged")
    func restoredMeanwhile() throws {
      let folder = try JournalFolder(JournalCommand.files)
      let journal = try folder.journal()
      let (entry, thread) = (
        try journal.entry("cccc", .deleted), try journal.thread(named: "c", .deleted)
      )
      _ = try journal.restore(threads: [thread], entries: [entry])
      let before = folder.files()
      #expect(throws: JournalError.self) { try journal.purge(entries: [entry], threads: []) }
      #expect(throws: JournalError.self) { try journal.purge(entries: [], threads: [thread]) }
      #expect(folder.files() == before)
    }

    @Test(
      "an entry whose newest record is not believed, or damaged, is not called lost",
      arguments: ["chmod 622 %", "printf x > %", "chmod 622 % && printf x > %"])
    func unbelievedPurge(_ command: String) throws {
      let folder = try JournalFolder(JournalCommand.files)
      try JournalCommand.edit.run(folder)
      var journal = try folder.journal()
      _ = try journal.delete(threads: [], entries: [journal.entry("bbbb")])
      _ = try journal.purge(entries: [journal.entry("bbbb", .deleted)], threads: [])
      let newest = try #require(folder.names(".threadjournal/changes").last)
      let path = "'\(folder.root)/.threadjournal/changes/\(newest)'"
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", command.replacing("%", with: path)]
      try process.run()
      process.waitUntilExit()
      journal = try folder.journal()
      _ = try journal.fix()
      #expect(!(folder.text("a.md") ?? "").contains("bbbb"))
    }

    @Test("a pending record of a thread that is a link now is set aside, and others are finished")
    func pendingLink() throws {
      let folder = try JournalFolder(JournalCommand.files)
      try folder.recover()
      let before = folder.text("b.md")
      let edit = FileChange.edited(
        path: "link.md", [.init(offset: 0, before: [], after: [10], leading: [])])
      try leave([edit], in: folder)
      try leave([.created(path: "new.md", bytes: Array("words\n".utf8))], in: folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.root + "/link.md", withDestinationPath: "b.md")
      let outcome = try folder.journal().change("nothing") { _ in }
      #expect(outcome.notes.map(isRefused) == [true, false])
      #expect(folder.text("new.md") == "words\n")
      #expect(folder.text("b.md") == before)
      #expect(try folder.journal().change("nothing") { _ in }.notes.isEmpty)
    }

    @Test("an addition that a kill cut short can be taken back once it is finished")
    func undoOfFinishedAddition() throws {
      let folder = try JournalFolder(JournalCommand.files)
      try JournalCommand.edit.run(folder)
      let before = folder.files()
      // After the draft is on the disk, before the block is in the thread.
      let plan = FaultPlan(.failFromHere(5)) { operation, path in
        operation == .write && path == "a.md" || operation == .remove
      }
      #expect(throws: (any Error).self) {
        try Interception.$current.withValue(plan) { try JournalCommand.add.run(folder) }
      }
      // As any change, the removal of a draft finishes it, tells so, and lets undo take it back.
      let journal = try folder.journal()
      let outcome = try journal.discard(journal.directory.drafts.create(Array("Words.".utf8)))
      #expect(outcome.notes.count == 1)
      #expect(try journal.directory.drafts.list().isEmpty)
      #expect(folder.files() != before)
      _ = try folder.journal().undo()
      #expect(folder.files() == before)
    }

    @Test("a check without --fix writes nothing, whatever was left over")
    func readOnly() throws {
      let folder = try JournalFolder(JournalCommand.files)
      try JournalCommand.move.run(folder)
      folder.write("torn", ".threadjournal/changes/00000000000000ff.new")
      folder.write("torn", ".threadjournal/changes/00000000000000fe.pending")
      folder.write("torn", ".threadjournal/drafts/0123456789abcdef.append")
      let plan = FaultPlan(nil) { operation, _ in
        ![.open, .read, .status, .close, .list, .resolve].contains(operation)
      }
      let before = ["drafts", "changes", "displaced"].map(folder.names)
      Interception.$current.withValue(plan) { _ = try? folder.journal().check() }
      #expect(plan.calls == [])
      #expect(["drafts", "changes", "displaced"].map(folder.names) == before)
    }

    @Test("a fix is for what is wrong under the lock, not for what was seen before")
    func fixUnderLock() throws {
      let folder = try JournalFolder(JournalCommand.files)
      let journal = try folder.journal()
      // Seen before the lock, the entry of the move stands in both files.
      let plan = FaultPlan(
        .meanwhile { _ = try? JournalCommand.move.run(folder) },
        of: { operation, _ in operation == .lock })
      folder.write((folder.text("b.md") ?? "") + "\n## 2026-03-06\n\nWithout id.\n", "b.md")
      let fix = try Interception.$current.withValue(plan) { try journal.fix().result }
      #expect(plan.happened)
      let reading = "Fri 2026-03-06 without a time, text \"Without id.\""
      #expect(fix.fixed.map(\.kind) == [.file(.missingID, text: reading, line: 1)])
      #expect(try folder.journal().entry("bbbb").thread.path == "b.md")
    }
  }
#endif
