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

  /// All entries, with lines of theirs that tell something.
  private func entries(
    of folder: JournalFolder, _ written: inout Set<String>
  ) throws -> [Entry] {
    let journal = try folder.journal()
    let entries = try journal.directory.threadFiles().files.flatMap {
      Array(try journal.file(at: $0).entries(.all))
    }
    for entry in entries {
      let text = String(decoding: entry.file.bytes[entry.slice.region], as: UTF8.self)
      written.formUnion(text.split(separator: "\n").map(String.init).filter { $0.utf8.count > 7 })
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
    #expect(folder.names(".threadjournal/changes").count == 1)
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
    // Of another entry: a line of it may be the same by chance.
    _ = try box.create(Array("Mine.\nDeleted of A.\n\nAlso mine.\n".utf8), note: note)
    // It was added, and is still there.
    let added = DraftNote(.add, thread: "a.md", entry: "cccc").encoded
    _ = try box.create(Array("Deleted of A.\n".utf8), note: added)
    _ = try box.create(Array("> Deleted of A.  \n  Mine, too.\n".utf8), note: added)
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
    let fates = try journal.purge(entries: [entry], threads: []).result.map(\.fate)
    #expect(fates.count == 5 && fates.count { $0 == .removed } == 1)
    #expect(
      Set(fates) == [
        .removed, .kept(lines: 0, isAboutIt: true), .kept(lines: 1, isAboutIt: true),
        .kept(lines: 2, isAboutIt: true),
      ])
    let texts = try box.list().map { String(decoding: try box.text(of: $0), as: UTF8.self) }
    #expect(
      Set(texts) == [
        "Mine.\nDeleted of A.\n\nAlso mine.\n", "  Mine, too.\n", "Untouched.\n",
        "New words of it.\n",
        "\(heading)Changed openly.\n\n## 2026-03-01 {#aaaa}\n\nSecond.\n",
        "## 2026-03-01 {#aaaa}\n\nSecond.\n",
      ])
    #expect(folder.everything().split(separator: "\n").count { $0.contains("Deleted of A") } == 1)
    let notes = try box.list().compactMap { DraftNote(decoding: try box.note(of: $0)) }
    #expect(notes.count == 6 && notes.count { $0.handed.map(\.id) == ["aaaa"] } == 2)
  }

  private static let other = """
    ## 2026-03-09
    - mood:: 7

    Yes.
    Tea
    """

  @Test("a draft about something else loses a whole text that tells, and no line that is the same")
  func unrelatedDrafts() throws {
    let folder = try JournalFolder()
    let long = "Tea\nYes.\nNo.\n"
    folder.fill([
      ".threadjournal/config.yml": "format: 1\n",
      "a.md": """
      ---
      title: A
      ---

      ## 2026-03-01 {#aaaa deleted="2026-03-04"}
      - mood:: 7

      Yes.

      ## 2026-03-02 {#bbbb deleted="2026-03-04"}

      \(long)
      """,
    ])
    let journal = try folder.journal()
    let box = journal.directory.drafts
    let note = DraftNote(.add, thread: "b.md", entry: "zzzz").encoded
    let texts = [Self.other, "Mine.\n\(long)", "Tea\nYes.\nMaybe.\nNo.\n", "> Tea\n>\n> Yes.\nNo."]
    for text in texts { _ = try box.create(Array(text.utf8), note: note) }
    let thread = try journal.delete(threads: [journal.thread(named: "a")], entries: [])
    #expect(thread.isChanged)
    let drafts = try journal.purge(
      entries: [], threads: [journal.thread(named: "a", .all)]
    ).result
    #expect(
      Set(drafts.map(\.fate)) == [.kept(lines: 3, isAboutIt: false), .removed])
    let left = try box.list().map { String(decoding: try box.text(of: $0), as: UTF8.self) }
    #expect(Set(left) == [Self.other, "Mine.\n", "Tea\nYes.\nMaybe.\nNo.\n"])
  }

  @Test("a purge that is refused, or does not get so far, takes nothing out of drafts")
  func refusedPurge() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
    let journal = try folder.journal()
    let entry = try journal.entry("cccc", .deleted)
    let note = DraftNote(.edit, thread: "a.md", entry: "cccc").encoded
    let draft = try journal.directory.drafts.create(Array("Deleted of A.\n".utf8), note: note)
    _ = try journal.restore(threads: [], entries: [entry])
    #expect(throws: JournalError.self) { try journal.purge(entries: [entry], threads: []) }
    #expect(try journal.directory.drafts.text(of: draft) == Array("Deleted of A.\n".utf8))
    _ = try journal.delete(threads: [], entries: [journal.entry("cccc")])
    #if DEBUG
      // A full disk, at any call before the entry goes.
      let again = try journal.entry("cccc", .deleted)
      let full = FaultPlan(.failFromHere(ENOSPC)) { operation, _ in operation == .write }
      Interception.$current.withValue(full) {
        #expect(throws: JournalError.self) { try journal.purge(entries: [again], threads: []) }
      }
      #expect(try journal.directory.drafts.text(of: draft) == Array("Deleted of A.\n".utf8))
    #endif
  }

  @Test("what an editor left beside drafts goes with them, or is told where nobody has saved it")
  func leftovers() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
    let journal = try folder.journal()
    let box = journal.directory.drafts
    let names = [
      "NAME.md~", "NAME.md.~2~", "#NAME.md#", ".NAME.md.swp", ".NAME.md.swo", "NAME.md.save",
      ".NAME.md.un~", ".NAME.md~", "NAME.md.bak", "NAME.md.orig", ".#NAME.md", "._NAME.md",
      ".~lock.NAME.md#", ".NAME.md.kate-swp", ".NAME.md.kak.x", ".~NAME.md", "NAME.md.swp",
      "NAME.md.tmp", "NAME.md.rej",
    ]
    func leave(_ name: String) {
      for leftover in names {
        folder.write(
          "Deleted of A.", ".threadjournal/drafts/" + leftover.replacing("NAME", with: name))
      }
    }
    var note = DraftNote(.edit, thread: "a.md", entry: "cccc")
    note.original = Array("Deleted of A.\n".utf8)
    let gone = try box.create(Array("Deleted of A.\n".utf8), note: note.encoded)
    note.title = "Secret"
    let kept = try box.create(Array("Mine.\nDeleted of A.\n".utf8), note: note.encoded)
    for name in [gone.name, kept.name, "0123456789abcdef"] { leave(name) }
    folder.write("Deleted of A.", ".threadjournal/drafts/other.md~")
    folder.write("Mine.", ".threadjournal/drafts/\(gone.name).md.md")
    // A text that was removed by hand.
    folder.write(
      String(decoding: note.encoded, as: UTF8.self), ".threadjournal/drafts/fedcba9876543210.note")
    #expect(journal.directory.foreignState().isEmpty)
    #expect(box.leftovers().count == 57 && box.leftovers().count(where: \.isUnsaved) == 30)
    let drafts = try journal.purge(entries: [journal.entry("cccc", .deleted)], threads: []).result
    #expect(drafts.count { $0.fate == .unsaved } == 20)
    #expect(box.leftovers().allSatisfy { $0.isUnsaved && $0.draft != gone.name })
    #expect(try Set(box.list().map(\.name)) == [kept.name, gone.name + ".md"])
    #expect(folder.names(".threadjournal/drafts").filter { $0.hasSuffix(".note") }.count == 1)
    _ = try journal.discard(kept)
    #expect(box.leftovers().allSatisfy { $0.draft == "0123456789abcdef" })
    box.removeLeftovers { _ in true }
    #expect(box.leftovers().isEmpty)
  }

  // Only there does the system tell who writes to a file.
  #if os(Linux)
    @Test("the note of a draft that is just being made stays; one whose text never came goes")
    func noteWithoutText() throws {
      let folder = try JournalFolder()
      folder.fill(JournalCommand.files)
      let journal = try folder.journal()
      _ = try journal.directory.drafts.create(Array("x".utf8))
      let name = ".threadjournal/drafts/fedcba9876543210.note"
      folder.write("Of another entry.", name)
      let writer = open(folder.root + "/" + name, O_WRONLY)
      _ = try journal.purge(entries: [journal.entry("cccc", .deleted)], threads: [])
      #expect(folder.bytes(name) != nil)
      close(writer)
      _ = try journal.delete(threads: [], entries: [journal.entry("aaaa")])
      _ = try journal.purge(entries: [journal.entry("aaaa", .deleted)], threads: [])
      #expect(folder.bytes(name) == nil)
    }
  #endif

  @Test("a title goes out of a draft of its entry, with words of its own, and out of its note")
  func titles() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
    let text = try #require(folder.text("a.md"))
    folder.write(text.replacing("{#cccc", with: "Clinic {#cccc"), "a.md")
    let journal = try folder.journal()
    let entry = try journal.entry("cccc", .deleted)
    var note = DraftNote(.edit, thread: "a.md", entry: "cccc")
    note.original = EntryDraft(of: entry).bytes()
    note.title = "Clinic"
    note.fields = [.init(name: Array("dose".utf8), value: Array("5".utf8))]
    _ = try journal.directory.drafts.create(
      Array("## 2026-03-03 08:00:00+00:00 Clinic\n\nMine.\n".utf8), note: note.encoded)
    let drafts = try journal.purge(entries: [entry], threads: []).result
    #expect(drafts.map(\.fate) == [.kept(lines: 1, isAboutIt: true)])
    #expect(!folder.everything().contains("Clinic"))
    #expect(folder.everything().contains("Mine."))
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
    func begin(_ saved: String, records: Int = 1) throws -> String? {
      folder.fill(JournalCommand.files)
      var transaction = Transaction(summary: "purge", time: try folder.journal().timestamp)
      transaction.isFinal = true
      transaction.erasures = [erasure]
      _ = try folder.directory().log.begin(transaction)
      #expect(!folder.keptText().contains("Deleted of A"))
      folder.write(saved, "a.md")
      try folder.recover()
      #expect(folder.names(".threadjournal/changes").count == records)
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
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
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
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
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

  @Test("a record of a time to come, a damaged one and one with a long title do not stop the rest")
  func ageingBehindOthers() throws {
    let folder = try JournalFolder()
    folder.fill(JournalCommand.files)
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
    #expect(folder.names(".threadjournal/changes").count == 5)
    try edit("More words.", days: 35)
    #expect(folder.names(".threadjournal/changes").count == 2)
    #expect(!folder.keptText().contains("secret"))
  }

  #if DEBUG
    @Test("a displaced file that is written, and cannot be emptied, goes with a purge all the same")
    func unwritableCopy() throws {
      let folder = try JournalFolder()
      folder.fill(JournalCommand.files)
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
