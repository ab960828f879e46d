import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct TakenNamesTests {
  private static let thread = "---\ntitle: Walks\n---\n"

  @Test("a taken name gets the next number, also where its case or normalization is another")
  func taken() throws {
    let folder = try JournalFolder(["CAFÉ.md": Self.thread, "cafe\u{301}-2.md": Self.thread])
    let names = TakenNames(in: try folder.journal().directory)
    #expect(names.freePath(forTitle: "Café") == "café-3.md")
    #expect(names.freePath(forTitle: "Cafe") == "cafe.md")
    #expect(names.freePath(forTitle: "Café", in: "walks") == "walks/café.md")
  }

  @Test("a new thread's file does not differ from another only by case")
  func new() throws {
    let folder = try JournalFolder(["Tea.md": Self.thread])
    let made = try folder.journal().makeThread(titled: "Tea", id: "x", fields: [], first: nil)
    #expect(made.result == "tea-2.md")
  }

  @Test("a renamed thread's file does not differ from another only by case")
  func renamed() throws {
    let folder = try JournalFolder(["Tea.md": Self.thread, "walks.md": Self.thread])
    let journal = try folder.journal()
    let header = try journal.thread(named: "walks.md")
    let path = try journal.rename(header, to: "Tea", renamesFile: true).result
    #expect(path == "tea-2.md")
    #expect(folder.text("walks.md") == nil)
    #expect(folder.text("Tea.md") == Self.thread)
  }

  @Test("a thread's own name in another case is not taken by itself")
  func ownName() throws {
    let folder = try JournalFolder(["Walks.md": Self.thread])
    let directory = try folder.journal().directory
    #expect(TakenNames(in: directory).contains("WALKS.md"))
    #expect(!TakenNames(in: directory, except: "Walks.md").contains("WALKS.md"))
  }

  @Test("a draft's note reads back as it was, whatever its values hold")
  func note() throws {
    var note = DraftNote(.new, thread: "", entry: "k3xm9a")
    note.unreadTime = "half past 7"
    note.title = "A: b\\n\n"
    note.hint = ""
    note.fields = [
      .init(name: Array("mood".utf8), value: Array("a=b\n\n c".utf8)),
      .init(name: [0x78], value: [0]),
    ]
    note.original = [0xff, 0x0a]
    note.newThread = .init(title: "T", id: "i", definitions: ["mood:integer", "x"])
    #expect(DraftNote(decoding: note.encoded) == note)
    let plain = DraftNote(.edit, thread: "a.md", entry: "a@1")
    #expect(DraftNote(decoding: plain.encoded) == plain)
    #expect(DraftNote(decoding: Array(note.encoded.dropLast(3))) == nil)
    #expect(DraftNote(decoding: []) == nil)
  }
}
