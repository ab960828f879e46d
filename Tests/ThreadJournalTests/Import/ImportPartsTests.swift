import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// Files that tell a part of an entry, or two things of one: what is not told stays, and nothing is guessed.
@Suite struct ImportPartsTests {
  private static let file = """
    ---
    title: A
    fields:
      mood: {type: integer}
    ---
    Above.

    ## 2026-03-28 22:00-23:30 T {#aaaaaaaaa1 .own}
    - mood:: 7
    - rest:: 6h

    Long text.

    ## 2026-03-27 {#bbbbbbbbb1 deleted="2026-03-29T08:00:00Z"}

    Gone.

    """

  /// Imports `text` into a journal with the file, in place of what is different, and returns what the file then is.
  private func replaced(_ text: String, named name: String) throws -> (String, ImportPlan) {
    let folder = try JournalFolder([".threadjournal/config.yml": "format: 1\n", "a.md": Self.file])
    let journal = try folder.journal()
    var reading = ImportReader.read(
      Array(text.utf8), file: name, ImportOptions(zone: LocalTimeZone { _ in 0 }))
    reading.preference = .file
    let plan = try journal.importEntries(reading).result
    #expect(plan.problems == [])
    return (folder.text("a.md") ?? "", plan)
  }

  @Test(
    "what a table or an object does not tell stays as it is in the journal",
    arguments: [
      (
        "p.csv",
        "id,time,thread,mood\naaaaaaaaa1,2026-03-28T22:00:00Z,A,8\nbbbbbbbbb1,2026-03-27,A,\n"
      ),
      (
        "p.csv",
        "thread,path,id,time,deleted,mood\nA,a.md,aaaaaaaaa1,2026-03-28T22:00:00Z,,8\n"
      ),
      (
        "p.ndjson",
        "{\"id\":\"aaaaaaaaa1\",\"time\":\"2026-03-28T22:00:00Z\",\"thread\":\"A\",\"fields\":{\"mood\":8,\"rest\":\"6h\"}}\n"
      ),
    ])
  func parts(_ name: String, _ text: String) throws {
    let (found, plan) = try replaced(text, named: name)
    #expect(plan.held.replaced.map(\.parts) == [["mood"]])
    let edited = found.replacing(#/ edited="[^"]*"/#, with: "")
    #expect(edited == Self.file.replacing("mood:: 7", with: "mood:: 8"))
  }

  @Test("a table that is as the journal is, but for columns that it has not, is the same")
  func sameParts() throws {
    let rows = "id,time,thread,mood\naaaaaaaaa1,2026-03-28T22:00:00Z,A,7\n"
    let (found, plan) = try replaced(rows, named: "p.csv")
    #expect(plan.held.same == 1 && found == Self.file)
  }

  @Test("an entry that was never edited in the file loses the mark of an edit, once")
  func unedited() throws {
    let member = { (text: String, more: String) in
      "{\"id\":\"aaaaaaaaa1\",\"thread\":\"A\",\"time\":\"2026-03-28T22:00:00Z\",\"length\":\"1h30m\","
        + "\"title\":\"T\",\"text\":\"\(text)\",\"fields\":{\"mood\":7,\"rest\":\"6h\"},\"edited\":null\(more)}\n"
    }
    let marked = Self.file.replacing(".own}", with: "edited=\"2026-03-29T08:00:00Z\" .own .edited}")
    for (text, more) in [("Long text.", ",\"deleted\":null"), ("Long text.", ""), ("Short.", "")] {
      let folder = try JournalFolder([".threadjournal/config.yml": "format: 1\n", "a.md": marked])
      let journal = try folder.journal()
      var reading = ImportReader.read(
        Array(member(text, more).utf8), file: "p.ndjson",
        ImportOptions(zone: LocalTimeZone { _ in 0 }))
      reading.preference = .file
      let first = try journal.importEntries(reading)
      #expect(first.isChanged && first.result.held.replaced.count == 1)
      let wanted = Self.file.replacing(".own}", with: ".own .edited}")
      #expect(folder.text("a.md") == wanted.replacing("Long text.", with: text))
      let second = try journal.importEntries(reading)
      #expect(!second.isChanged && second.result.held.same == 1)
    }
  }

  /// A complete copy of the file as JSON, with `changes` made in it.
  private static func json(_ changes: [(String, String)]) -> String {
    let front =
      "---\\ntitle: A\\ncreated: 2026-03-01T08:00:00Z\\nfields:\\n  mood: {type: integer}\\n---\\n"
    let json = """
      {"version": 1, "threads": [{"id": null, "title": "A", "path": "a.md", "created": "2026-03-01T08:00:00Z",
      "deleted": null, "fields": [{"name": "mood", "type": "integer", "group": null, "min": null, "max": null,
      "unit": null, "options": [], "default": null, "ask": true, "deleted": null}],
      "front_matter": "\(front)", "preamble": "Above.\\n\\n"}], "entries": [{"id": "aaaaaaaaa1", "thread": "A",
      "thread_id": null, "path": "a.md", "line": 8, "time": "2026-03-28T22:00:00Z", "title": null, "text": "x",
      "fields": {"mood": 7}, "edited": null, "deleted": null}]}
      """
    return changes.reduce(json) { $0.replacing($1.0, with: $1.1) }
  }

  private static let wrong: [(String, String, ImportProblem.Kind)] = [
    (
      "\"deleted\": null, \"fields\"", "\"deleted\": true, \"fields\"",
      .otherHead("A", member: "deleted")
    ),
    ("\"created\": \"2026-03-01", "\"created\": \"2026-03-02", .otherHead("A", member: "created")),
    ("\"type\": \"integer\"", "\"type\": \"number\"", .otherHead("A", member: "fields")),
    ("\"min\": null", "\"min\": \"1\"", .otherHead("A", member: "fields")),
    ("\"path\": \"a.md\", \"created\"", "\"path\": \"b.md\", \"created\"", .otherThread("A")),
    ("\"thread\": \"A\"", "\"thread\": \"B\"", .otherThread("B")),
    ("\"preamble\": \"", "\"preamble_hex\": \"0\", \"preamble\": \"", .badMember("preamble_hex")),
  ]

  @Test("JSON whose members contradict each other is refused", arguments: wrong.indices)
  func contradictions(_ index: Int) throws {
    let (old, new, kind) = Self.wrong[index]
    let text = Self.json([("\"fields\": [", "\n\"fields\": ["), (old, new)])
      .replacing("null,\n\n", with: "null, ")
    let json = text.contains(new) ? text : Self.json([(old, new)])
    let reading = ImportReader.read(
      Array(json.utf8), file: "a.json", ImportOptions(zone: LocalTimeZone { _ in 0 }))
    #expect(reading.problems.map(\.kind).contains(kind), "\(json)")
    let whole = ImportReader.read(
      Array(Self.json([]).utf8), file: "a.json", ImportOptions(zone: LocalTimeZone { _ in 0 }))
    #expect(whole.problems == [] && whole.copies.count == 1)
  }

  @Test("front matter without a preamble is taken, and what --into leaves of both is told")
  func heads() throws {
    let json = Self.json([("\"preamble\": \"Above.\\n\\n\"", "\"own\": 1")])
    var options = ImportOptions(zone: LocalTimeZone { _ in 0 })
    let reading = ImportReader.read(Array(json.utf8), file: "a.json", options)
    #expect(
      reading.copies.map { String(decoding: $0.head, as: UTF8.self).hasSuffix("---\n") } == [true])
    options.into = ImportedThread(title: "Other")
    let other = ImportReader.read(Array(Self.json([]).utf8), file: "a.json", options)
    #expect(
      other.leftOut.map(\.kind) == [.member("threads.front_matter"), .member("threads.preamble")])
  }

  @Test("two copies of a thread with something else above the entries are refused")
  func twoHeads() throws {
    let folder = try JournalFolder([".threadjournal/config.yml": "format: 1\n"])
    let options = ImportOptions(zone: LocalTimeZone { _ in 0 })
    var reading = ImportReader.read(Array(Self.json([]).utf8), file: "a.json", options)
    let other = Self.json([
      ("\"id\": null, \"title\"", "\"id\": \"0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f\", \"title\""),
      ("---\\ntitle", "---\\nid: 0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f\\ntitle"),
      ("\"thread_id\": null", "\"thread_id\": \"0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f\""),
      ("aaaaaaaaa1", "ccccccccc1"),
    ])
    reading.append(ImportReader.read(Array(other.utf8), file: "b.json", options))
    let plan = try folder.journal().importPlan(for: reading).plan
    #expect(plan.problems.map(\.kind) == [.twoHeads("A")])
    #expect(plan.problems.map(\.file) == ["b.json"])
  }

  @Test("of a hand-typed entry without an id, a deletion that the file tells is different")
  func marks() throws {
    let folder = try JournalFolder([
      ".threadjournal/config.yml": "format: 1\n", "a.md": "# A\n\n## 2026-03-28 22:00\n\nx\n",
    ])
    let rows =
      "thread,path,id,time,edited,deleted,title,text\nA,a.md,,2026-03-28T22:00:00Z,,2026-03-29T08:00:00Z,,x\n"
    var reading = ImportReader.read(
      Array(rows.utf8), file: "a.csv", ImportOptions(zone: LocalTimeZone { _ in 0 }))
    #expect(try folder.journal().importPlan(for: reading).plan.held.different.count == 1)
    reading.preference = .file
    #expect(try folder.journal().importEntries(reading).result.held.replaced.count == 1)
    #expect(folder.text("a.md")?.contains("deleted=") == true)
  }

  @Test("many entries of one time and text are compared in linear time")
  func manyOfOneTime() throws {
    let folder = try JournalFolder()
    let count = 3000
    let entries = (0..<count).map { "## 2026-03-28 22:00\n- n:: \($0)\n\nx\n\n" }.joined()
    folder.fill([".threadjournal/config.yml": "format: 1\n", "a.md": "# A\n\n" + entries])
    let rows = (0..<count).map { "A,a.md,,2026-03-28T22:00:00Z,,,,x,\($0)\n" }.joined()
    let reading = ImportReader.read(
      Array(("thread,path,id,time,edited,deleted,title,text,n\n" + rows).utf8), file: "a.csv",
      ImportOptions(zone: LocalTimeZone { _ in 0 }))
    let clock = ContinuousClock()
    let start = clock.now
    let plan = try folder.journal().importPlan(for: reading).plan
    #expect(plan.held.same == count && plan.entryCount == 0)
    #expect(start.duration(to: clock.now) < .seconds(20))
  }
}
