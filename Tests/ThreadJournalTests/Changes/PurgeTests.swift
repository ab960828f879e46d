import Foundation
import Simulation
import TestSupport
import Testing

@testable import ThreadJournal
@testable import ThreadStorage

/// What is purged stands in no file of the journal any more, whatever was done with it before.
@Suite struct PurgeTests {
  /// The lines of all threads, but for blank ones, however short.
  private func lines(of folder: JournalFolder) -> Set<String> {
    var lines: Set<String> = []
    for (path, text) in folder.files() where path.hasSuffix(".md") {
      lines.formUnion(text.split(separator: "\n").map(String.init))
    }
    return lines
  }

  /// Deletes and purges all threads.
  private func purgeAll(_ folder: JournalFolder) throws {
    let journal = try folder.journal()
    let live = journal.summaries(.all).0.map(\.header).filter { $0.deletion == nil }
    _ = try journal.delete(threads: live, entries: [])
    let all = journal.summaries(.all).0.map(\.header)
    _ = try journal.purge(entries: [], threads: all)
  }

  @Test(
    "no file of the journal holds a line of what was purged, after whatever command",
    arguments: JournalCommand.real)
  func afterEveryCommand(_ command: JournalCommand) throws {
    let folder = try JournalFolder()
    try command.prepare(folder)
    var written = lines(of: folder)
    try command.run(folder)
    written.formUnion(lines(of: folder))
    if JournalCommand.undoable.contains(command), !command.isUndo {
      _ = try folder.journal().undo()
      written.formUnion(lines(of: folder))
      _ = try folder.journal().redo()
    }
    // What two sides contradict each other about is purged once it is merged.
    if command == .undoMerge { _ = try folder.journal().redo() }
    let before = folder.everything()
    #expect(written.count { before.contains($0) } > 5)
    try purgeAll(folder)
    let left = folder.everything()
    for line in written { #expect(!left.contains(line)) }
    #expect(folder.allFiles() == [])
    #expect(folder.names(".threadjournal/displaced") == [])
    #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == 1)
    let error = #expect(throws: JournalError.self) { try folder.journal().undo() }
    guard case .purgeIsFinal? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
  }

  /// All entries, with all lines of theirs that are not blank.
  private func entries(
    of folder: JournalFolder, _ written: inout Set<String>
  ) throws -> [Entry] {
    let journal = try folder.journal()
    let entries = try journal.directory.threadFiles().files.flatMap {
      Array(try journal.file(at: $0).entries(.all))
    }
    for entry in entries {
      let text = String(decoding: entry.file.bytes[entry.slice.region], as: UTF8.self)
      written.formUnion(text.split(separator: "\n").map(String.init))
    }
    return entries
  }

  @Test(
    "nor a line of each single entry, after whatever command, with drafts of it and what is beside them",
    arguments: JournalCommand.real)
  func entriesAfterEveryCommand(_ command: JournalCommand) throws {
    let folder = try JournalFolder()
    try command.prepare(folder)
    var written: Set<String> = []
    _ = try entries(of: folder, &written)
    try command.run(folder)
    let journal = try folder.journal()
    if command == .undoMerge { _ = try journal.redo() }
    for draft in try journal.directory.drafts.list() { try journal.directory.drafts.remove(draft) }
    for entry in try entries(of: folder, &written) {
      var note = DraftNote(
        .edit, thread: entry.thread.path, entry: entry.id?.description ?? "none")
      note.original = EntryDraft(of: entry).bytes()
      note.hint = "Write."
      let text = EntryDraft(of: entry).bytes(hint: note.hint)
      let draft = try journal.directory.drafts.create(text, note: note.encoded)
      folder.write(
        String(decoding: text, as: UTF8.self), ".threadjournal/drafts/\(draft.name).md~")
    }
    let gone = journal.summaries(.all).0.map(\.header).filter { $0.deletion != nil }
    if !gone.isEmpty { _ = try journal.restore(threads: gone, entries: []) }
    let live = try entries(of: folder, &written).filter { $0.deletion == nil }
    if !live.isEmpty { _ = try journal.delete(threads: [], entries: live) }
    #expect(written.count > 5)
    _ = try journal.purge(entries: entries(of: folder, &written), threads: [])
    let left = folder.everything()
    for line in written { #expect(!left.contains(line)) }
    #expect(folder.names(".threadjournal/drafts") == [])
    #expect(folder.names(".threadjournal/displaced") == [])
    #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == 1)
  }

  @Test("one entry is purged with all that it said before, and the others are not touched")
  func oneEntry() throws {
    let folder = try JournalFolder(JournalCommand.files)
    for words in ["Said at first.", "Said then."] {
      var edit = EntryEdit()
      edit.text = Array(words.utf8)
      _ = try folder.journal().edit(try folder.journal().entry("bbbb"), edit)
    }
    let journal = try folder.journal()
    _ = try journal.move([journal.entry("bbbb")], to: journal.thread(named: "b"))
    _ = try journal.delete(threads: [], entries: [journal.entry("bbbb")])
    let others = folder.files().filter { $0.key != "b.md" }
    #expect(folder.keptText().contains("Said at first."))
    _ = try journal.purge(entries: [journal.entry("bbbb", .deleted)], threads: [])
    for words in ["Said", "bbbb", "Second of A"] { #expect(!folder.everything().contains(words)) }
    #expect(folder.files().filter { $0.key != "b.md" } == others)
    #expect(folder.text("b.md")?.contains("First of B.") == true)
    #expect(journal.check().problems.isEmpty)
  }

  @Test(
    "a purge is found wherever somebody's save has moved it, and refused where it is not the same")
  func savedMeanwhile() throws {
    let folder = try JournalFolder(JournalCommand.files)
    let document = ThreadDocument(try #require(folder.bytes("a.md")))
    let slice = try #require(document.entries.last)
    let erasure = Erasure(of: [slice], in: document, at: "a.md")
    let text = try #require(folder.text("a.md"))
    let purged = try String(text[..<#require(text.range(of: "## 2026-03-03")).lowerBound])
    func begin(_ saved: String, records: Int = 1) throws -> String? {
      folder.fill(JournalCommand.files)
      var transaction = Transaction(summary: "purge", time: try folder.journal().timestamp)
      transaction.isFinal = true
      transaction.erasures = [erasure]
      _ = try folder.directory().log.begin(transaction)
      #expect(!folder.keptText().contains("Deleted of A"))
      folder.write(saved, "a.md")
      try folder.recover()
      #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == records)
      return folder.text("a.md")
    }
    #expect(try begin(text) == purged)
    #expect(try begin(purged) == purged)
    let added = "\n## 2026-03-09 {#next}\n\nNext.\n"
    #expect(try begin(text + added) == purged + String(added.dropFirst()))
    let above = text.replacingOccurrences(of: "title: A", with: "title: Another")
    #expect(
      try begin(above) == purged.replacingOccurrences(of: "title: A", with: "title: Another"))
    let restored = text.replacingOccurrences(
      of: " deleted=\"2026-03-04T08:00:00+00:00\"", with: "")
    #expect(try begin(restored, records: 0) == restored)
  }

  @Test("a purge that was cut short can be finished before anything else is looked for")
  func finishing() throws {
    let folder = try JournalFolder(JournalCommand.files)
    let document = ThreadDocument(try #require(folder.bytes("a.md")))
    let slice = try #require(document.entries.last)
    var transaction = Transaction(summary: "purge", time: try folder.journal().timestamp)
    transaction.isFinal = true
    transaction.erasures = [Erasure(of: [slice], in: document, at: "a.md")]
    _ = try folder.directory().log.begin(transaction)
    #expect(try folder.journal().entry("cccc", .deleted).id?.description == "cccc")
    let outcome = try folder.journal().finishUnfinished()
    #expect(outcome.notes.map(\.outcome) == [.finished("purge", [])])
    #expect(throws: JournalError.self) { try folder.journal().entry("cccc", .deleted) }
    #expect(try folder.directory().log.pending().isEmpty)
  }

  @Test("a purge that was cut short has lost nothing, and what stays of it is told")
  func cutShort() throws {
    let folder = try JournalFolder(JournalCommand.files)
    try JournalCommand.add.run(folder)
    let text = try #require(folder.text("a.md"))
    let document = ThreadDocument(Array(text.utf8))
    let slices = Array(document.entries.suffix(2))
    let ids = slices.compactMap { document.id(of: $0)?.description }
    #expect(ids.count == 2)
    var transaction = Transaction(summary: "purge", time: try folder.journal().timestamp)
    transaction.isFinal = true
    transaction.erasures = [Erasure(of: slices, in: document, at: "a.md")]
    _ = try folder.directory().log.begin(transaction)
    let rest = document.bytes.applying(slices.flatMap { document.splicesRemoving($0) })
    folder.write(String(decoding: rest, as: UTF8.self), "a.md")
    let journal = try folder.journal()
    let report = journal.check()
    #expect(report.problems.filter(\.isLostEntry).isEmpty)
    #expect(journal.plannedFixes(report).edits.isEmpty)
    folder.write(text.replacing("Deleted of A.", with: "Changed of A."), "a.md")
    let outcomes = try folder.journal().finishUnfinished().notes.map(\.outcome)
    #expect(outcomes.last == .purgeLeft(entries: ids))
    #expect(outcomes.count == 2)
    #expect(folder.text("a.md")?.contains("Changed of A.") == true)
  }

  @Test("records and displaced files go when they are older than is kept, by an addition, too")
  func ageing() throws {
    let folder = try JournalFolder(JournalCommand.files)
    try JournalCommand.edit.run(folder)
    try JournalCommand.add.run(folder)
    #expect(folder.keptText().contains("Second of A"))
    func add(_ id: String, days: Int64) throws {
      let now = Instant(secondsSinceEpoch: 1_774_700_000 + days * 86_400)
      let later = Journal(try folder.directory(), zone: LocalTimeZone { _ in 0 }, now: now)
      try later.add(
        NewEntry(id: try #require(EntryID(id)), timestamp: later.timestamp, text: Array("x".utf8)),
        to: later.thread(named: "b"))
    }
    try add("kkkk", days: 29)
    #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == 3)
    #expect(folder.names(".threadjournal/displaced").count == 1)
    try add("mmmm", days: 31)
    #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == 2)
    #expect(folder.names(".threadjournal/displaced") == [])
    #expect(!folder.keptText().contains("Second of A"))
  }

  @Test("a record of a time to come, a damaged one and one with a long title do not stop the rest")
  func ageingBehindOthers() throws {
    let folder = try JournalFolder(JournalCommand.files)
    func journal(_ days: Int64) throws -> Journal {
      let now = Instant(secondsSinceEpoch: 1_774_700_000 + days * 86_400)
      return Journal(try folder.directory(), zone: LocalTimeZone { _ in 0 }, now: now)
    }
    func edit(_ words: String, days: Int64) throws {
      var edit = EntryEdit()
      edit.text = Array(words.utf8)
      _ = try journal(days).edit(journal(days).entry("bbbb"), edit)
    }
    try edit("A secret of the future.", days: 3650)
    _ = try journal(0).rename(
      journal(0).thread(named: "b"), to: String(repeating: "T", count: 5000), renamesFile: false)
    folder.write("damaged", ".threadjournal/changes/0000000000000003")
    shell("touch -d 2036-01-01 '\(folder.root)/.threadjournal/changes/0000000000000003'")
    try edit("Words.", days: 1)
    #expect(folder.keptText().contains("secret"))
    try edit("Other words.", days: 20)
    #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == 5)
    try edit("More words.", days: 35)
    #expect(folder.names(".threadjournal/changes").count { $0.utf8.count == 16 } == 2)
    #expect(!folder.keptText().contains("secret"))
  }

  #if DEBUG
    @Test("a displaced file that is written, and cannot be emptied, goes with a purge all the same")
    func unwritableCopy() throws {
      let folder = try JournalFolder(JournalCommand.files)
      try JournalCommand.edit.run(folder)
      let name = try #require(folder.names(".threadjournal/displaced").first)
      let writer = open("\(folder.root)/.threadjournal/displaced/\(name)", O_WRONLY)
      defer { close(writer) }
      let backups = Backups(
        state: try folder.directory().state(.displaced), now: Int64(time(nil)))
      let plan = FaultPlan(.fail(EACCES), at: 1) { $0 == .open && $1.hasSuffix(name) }
      let isGone = try Interception.$current.withValue(plan) { try backups.erase(name) }
      #expect(isGone)
      #expect(plan.happened && folder.names(".threadjournal/displaced") == [])
    }
  #endif

  @Test("displaced copies are readable by their owner only, and come back as they were")
  func closedCopies() throws {
    let folder = try JournalFolder(JournalCommand.files)
    shell(
      "chmod 755 '\(folder.root)' '\(folder.root)/.threadjournal'; chmod 664 '\(folder.root)'/*.md")
    try JournalCommand.newThread.run(folder)
    shell("chmod 664 '\(folder.root)'/new.md")
    try JournalCommand.edit.run(folder)
    try JournalCommand.move.run(folder)
    func modes(_ what: String) -> Set<String> {
      Set(
        shell("cd '\(folder.root)' && stat -c %a \(what)").split(separator: "\n").map(String.init))
    }
    #expect(modes(".threadjournal/displaced/*") == ["600"])
    #expect(modes("*.md") == ["664"])
    for _ in 0..<3 { _ = try folder.journal().undo() }
    #expect(folder.text("new.md") == nil)
    #expect(modes(".threadjournal/displaced/*") == ["600"])
    for _ in 0..<3 { _ = try folder.journal().redo() }
    #expect(folder.text("new.md") != nil)
    #expect(modes("*.md") == ["664"])
  }
}

extension JournalFolder {
  /// Everything that any file below the journal's folder holds, and the files' names.
  func everything() -> String {
    shell("cd '\(root)' && find . -type f -print -exec cat {} +")
  }
}
