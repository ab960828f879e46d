import Foundation
import Simulation
import TestSupport
import Testing

@testable import ThreadJournal
@testable import ThreadStorage

/// What a purge takes out of the drafts that wait, and out of what editors left beside them.
@Suite struct PurgedDraftsTests {
  @Test(
    "drafts lose the lines of what is purged, and nothing else; one of which nothing is left goes")
  func drafts() throws {
    let folder = try JournalFolder(JournalCommand.files)
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

  @Test(
    "a draft has the words in another form, or little else; one of an entry that stays keeps its own"
  )
  func otherForms() throws {
    let folder = try JournalFolder([
      ".threadjournal/config.yml": "format: 1\n",
      "a.md": """
      ## 2026-03-01 {#aaaa deleted="2026-03-04T08:00:00+00:00"}

      Said twice, in these words.

      ## 2026-03-02 {#bbbb}

      Said twice, in these words.

      ## 2026-03-03 {#cccc deleted="2026-03-04T08:00:00+00:00"}

      \\- f:: the first of it
      \\## 2026-01-01 no heading

      ## 2026-03-04 {#dddd deleted="2026-03-04T08:00:00+00:00"}

      HIV+

      """,
    ])
    let journal = try folder.journal()
    let box = journal.directory.drafts
    let other = DraftNote(.add, thread: "b.md", entry: "zzzz").encoded
    let escaped = try journal.entry("cccc", .deleted)
    _ = try box.create(EntryLines.bytes(fields: [], text: escaped.text), note: other)
    _ = try box.create(escaped.text, note: other)
    _ = try box.create(Array("HIV+\n".utf8), note: other)
    _ = try box.create(Array("HIV+ or not\n".utf8), note: other)
    var edit = DraftNote(.edit, thread: "a.md", entry: "bbbb")
    edit.original = Array("Said twice, in these words.\n".utf8)
    _ = try box.create(Array("Said twice, in these words.\nMine.\n".utf8), note: edit.encoded)
    var several = DraftNote(.editSeveral, thread: "", entry: "")
    several.original = Array(
      "## 2026-03-01 {#aaaa}\n\nAn older line.\n\n## 2026-03-02 {#bbbb}\n".utf8)
    _ = try box.create(
      several.original + Array("\nMine.\n".utf8), note: several.encoded)
    let deleted = try ["aaaa", "cccc", "dddd"].map { try journal.entry($0, .deleted) }
    _ = try journal.purge(entries: deleted, threads: [])
    let left = try box.list().map { String(decoding: try box.text(of: $0), as: UTF8.self) }
    #expect(
      Set(left) == [
        "HIV+ or not\n", "Said twice, in these words.\nMine.\n", "## 2026-03-02 {#bbbb}\n\nMine.\n",
      ])
    #expect(!folder.everything().contains("An older line"))
    #expect(!folder.everything().contains("the first of it"))
  }

  @Test("a thread that was changed after somebody agreed that it goes stays")
  func changedThread() throws {
    let folder = try JournalFolder(JournalCommand.files)
    let journal = try folder.journal()
    let thread = try journal.thread(named: "c", .all)
    let sum = Checksum(try journal.document(at: "c.md").bytes)
    let files = folder.files()
    #expect(throws: JournalError.self) {
      try journal.purge(entries: [], threads: [thread], agreedTo: [Checksum([])])
    }
    #expect(folder.files() == files)
    #expect(try journal.purge(entries: [], threads: [thread], agreedTo: [sum]).isChanged)
  }

  @Test("a purge that is refused, or does not get so far, takes nothing out of drafts")
  func refusedPurge() throws {
    let folder = try JournalFolder(JournalCommand.files)
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
    let folder = try JournalFolder(JournalCommand.files)
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
      let folder = try JournalFolder(JournalCommand.files)
      let journal = try folder.journal()
      _ = try journal.directory.drafts.create(Array("x".utf8))
      let name = ".threadjournal/drafts/fedcba9876543210.note"
      folder.write("Of another entry.", name)
      let writer = open(folder.root + "/" + name, O_WRONLY | O_CLOEXEC)
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
    let folder = try JournalFolder(JournalCommand.files)
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
}
