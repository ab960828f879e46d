import Foundation
import Simulation
import TestSupport
import Testing

@testable import ThreadJournal
@testable import ThreadStorage

/// What is purged stands in no file of the journal any more, whatever was done with it before.
@Suite struct PurgeTests {
  /// The lines of all threads that tell something.
  private func lines(of folder: JournalFolder) -> Set<String> {
    var lines: Set<String> = []
    for (path, text) in folder.files() where path.hasSuffix(".md") {
      lines.formUnion(text.split(separator: "\n").map(String.init).filter { $0.utf8.count > 7 })
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
    let before = folder.everything()
    #expect(written.count { before.contains($0) } > 5)
    try purgeAll(folder)
    let left = folder.everything()
    for line in written { #expect(!left.contains(line)) }
    #expect(folder.allFiles() == [])
    #expect(folder.names(".threadjournal/displaced") == [])
    #expect(folder.names(".threadjournal/changes").count == 1)
    let error = #expect(throws: JournalError.self) { try folder.journal().undo() }
    guard case .purgeIsFinal? = error else {
      Issue.record("not refused: \(String(describing: error))")
      return
    }
  }

  @Test("one entry is purged with all that it said before, and the others are not touched")
  func oneEntry() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
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
    "drafts lose the lines of what is purged, and nothing else; one of which nothing is left goes")
  func drafts() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
    let journal = try folder.journal()
    let box = journal.directory.drafts
    let note = DraftNote(.add, thread: "a.md", entry: "zzzz").encoded
    _ = try box.create(Array("Mine.\nDeleted of A.\n\nAlso mine.\n".utf8), note: note)
    _ = try box.create(Array("Deleted of A.\n".utf8), note: note)
    _ = try box.create(Array("Untouched.\n".utf8), note: note)
    var edit = DraftNote(.edit, thread: "a.md", entry: "cccc")
    edit.original = Array("Deleted of A.\n".utf8)
    _ = try box.create(Array("New words of it.\n".utf8), note: edit.encoded)
    var several = DraftNote(.editSeveral, thread: "", entry: "")
    several.handed = [
      .init(id: "cccc", path: "a.md", isNamed: true),
      .init(id: "aaaa", path: "a.md", isNamed: true),
    ]
    let heading = "## 2026-03-03 08:00:00+00:00 {#cccc}\n\n"
    several.original = Array("\(heading)Deleted of A.\n\n## 2026-03-01 {#aaaa}\n\nFirst.\n".utf8)
    _ = try box.create(
      Array("\(heading)Changed openly.\n\n## 2026-03-01 {#aaaa}\n\nSecond.\n".utf8),
      note: several.encoded)
    _ = try box.create(
      Array("\(heading)Deleted of A.\n\n## 2026-03-01 {#aaaa}\n\nSecond.\n".utf8),
      note: several.encoded)
    let entry = try journal.entry("cccc", .deleted)
    #expect(try box.drafts(with: PurgedWords(of: [entry], [])).count == 5)
    #expect(try journal.purge(entries: [entry], threads: []).result == [])
    let texts = try box.list().map { String(decoding: try box.text(of: $0), as: UTF8.self) }
    #expect(
      Set(texts) == [
        "Mine.\n\nAlso mine.\n", "Untouched.\n", "New words of it.\n",
        "\(heading)Changed openly.\n\n## 2026-03-01 {#aaaa}\n\nSecond.\n",
        "## 2026-03-01 {#aaaa}\n\nSecond.\n",
      ])
    let everything = folder.everything()
    #expect(!everything.contains("Deleted of A"))
    let notes = try box.list().compactMap { DraftNote(decoding: try box.note(of: $0)) }
    #expect(notes.count == 5 && notes.count { $0.handed.map(\.id) == ["aaaa"] } == 2)
  }

  @Test(
    "a purge is found wherever somebody's save has moved it, and refused where it is not the same")
  func savedMeanwhile() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
    let document = ThreadDocument(try #require(folder.bytes("a.md")))
    let slice = try #require(document.entries.last)
    let erasure = Erasure(of: [slice], in: document, at: "a.md")
    let text = try #require(folder.text("a.md"))
    let purged = try String(text[..<#require(text.range(of: "## 2026-03-03")).lowerBound])
    func begin(_ saved: String) throws -> String? {
      folder.fill(JournalCommand.files)
      var transaction = Transaction(summary: "purge", time: try folder.journal().timestamp)
      transaction.isFinal = true
      transaction.erasures = [erasure]
      _ = try folder.directory().log.begin(transaction)
      #expect(!folder.keptText().contains("Deleted of A"))
      folder.write(saved, "a.md")
      try folder.recover()
      #expect(folder.names(".threadjournal/changes").count == 1)
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
    #expect(try begin(restored) == restored)
  }

  @Test("records and displaced files go when they are older than is kept, by an addition, too")
  func ageing() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
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
    #expect(folder.names(".threadjournal/changes").count == 3)
    #expect(folder.names(".threadjournal/displaced").count == 1)
    try add("mmmm", days: 31)
    #expect(folder.names(".threadjournal/changes").count == 2)
    #expect(folder.names(".threadjournal/displaced") == [])
    #expect(!folder.keptText().contains("Second of A"))
  }

  @Test("displaced copies are readable by their owner only, and come back as they were")
  func closedCopies() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
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
