import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportSafetyTests {
  private static let zone = LocalTimeZone.utc

  private static func journal(_ folder: CheckedFolder) throws -> Journal { try folder.journal() }

  /// Every file of the journal that is a thread, with its bytes.
  private static func files(_ folder: CheckedFolder) throws -> [String: [UInt8]] {
    let directory = try folder.journal().directory
    return try Dictionary(
      uniqueKeysWithValues: directory.threadFiles().files.map { ($0, try directory.read($0)) })
  }

  private static func reading(_ text: String, _ file: String = "x.ndjson") -> ImportReading {
    ImportReader.read(Array(text.utf8), file: file, ImportOptions(zone: zone))
  }

  private static let lines = """
    {"thread":"Morning pages","time":"2026-03-29T08:00:00Z","text":"New","fields":{"mood":8}}
    {"thread":"Walks","path":"far/walks.md","time":"2026-03-29T09:00:00Z","text":"Out"}
    {"thread":"Runs","time":"2026-03-29T10:00:00Z","text":"Fast"}

    """

  private static func prepared() throws -> CheckedFolder {
    let folder = try CheckedFolder()
    try folder.write(
      "---\ntitle: Morning pages\n---\n\n## 2026-03-28 07:12:33Z {#k3f9q2wz7h}\n\nSlept badly.\n",
      "morning.md")
    return folder
  }

  @Test("an import of several threads is one change, and undo takes it back whole")
  func undo() throws {
    let folder = try Self.prepared()
    let before = try Self.files(folder)
    let outcome = try folder.journal().importEntries(
      Self.reading(Self.lines), summary: "import x"
    ) { _, _ in }
    #expect(outcome.result.entryCount == 3)
    #expect(
      try Self.files(folder).keys.sorted() == ["far/walks.md", "morning.md", "runs.md"])
    _ = try folder.journal().undo()
    #expect(try Self.files(folder) == before)
  }

  @Test("the review sees the plan before anything is written, and may refuse it")
  func review() throws {
    struct Refusal: Error {}
    let folder = try Self.prepared()
    let before = try Self.files(folder)
    #expect(throws: Refusal.self) {
      try folder.journal().importEntries(Self.reading(Self.lines), summary: "x") { plan, _ in
        #expect(plan.threads.map(\.newFields.count) == [1, 0, 0])
        throw Refusal()
      }
    }
    #expect(try Self.files(folder) == before)
  }

  @Test("a thread that cannot be written to leaves the others as they were")
  func allOrNothing() throws {
    let folder = try Self.prepared()
    try folder.write(
      "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n## 2026-03-01 {#kaaaaaaaaa}\n", "runs.md")
    let before = try Self.files(folder)
    #expect(throws: JournalError.self) {
      try folder.journal().importEntries(Self.reading(Self.lines), summary: "x") { _, _ in }
    }
    #expect(try Self.files(folder) == before)
  }

  @Test(
    "no path leads out of the journal",
    arguments: ["../x.md", "/tmp/x.md", "a/../../x.md", ".threadjournal/x.md", "x", "a//b.md"])
  func paths(_ path: String) throws {
    let folder = try Self.prepared()
    let text = """
      {"thread":"T","path":"\(path)","time":"2026-03-29T08:00:00Z","text":"New"}
      """
    let plan = try folder.journal().importPlan(for: Self.reading(text)).plan
    #expect(plan.problems.map(\.kind) == [.badPath(path)])
  }

  @Test(
    "coordinates in a field are refused with their line; those of a table's column are left out",
    arguments: [
      ("x.csv", "time,text,location\n2026-01-01,a,Kyoto\n2026-01-02,b,\"45.5,-122.6\"\n", nil),
      (
        "x.ndjson",
        #"{"thread":"T","time":"2026-03-29","text":"a","fields":{"Location":"geo:45,9"}}"#, 1
      ),
      (
        "x.json",
        #"{"version":1,"entries":[{"thread":"T","time":"2026-03-29","text":"a","fields":{"location":"45.5, 9.1"}}]}"#,
        1
      ),
      ("x.md", "---\ntitle: T\n---\n\n## 2026-01-01\n- location:: 45.5° N\n\na\n", 5),
    ])
  func coordinates(_ file: String, _ text: String, _ line: Int?) throws {
    let folder = try Self.prepared()
    let plan = try folder.journal().importPlan(for: Self.reading(text, file)).plan
    guard let line else { return #expect(plan.problems.isEmpty) }
    #expect(plan.problems.map(\.line) == [line])
    guard case .field(.badValue(_, _, .coordinates), path: _)? = plan.problems.first?.kind else {
      Issue.record("\(plan.problems)")
      return
    }
  }

  @Test("two new threads of one title get two files")
  func sameTitle() throws {
    let folder = try CheckedFolder()
    let text = """
      {"thread":"T","path":"a/t.md","time":"2026-03-29T08:00:00Z","text":"One"}
      {"thread":"T","path":"t.md","time":"2026-03-29T08:00:00Z","text":"Two"}
      {"thread":"t","path":"T.md","time":"2026-03-29T08:00:00Z","text":"Three"}

      """
    _ = try folder.journal().importEntries(Self.reading(text), summary: "x") { _, _ in }
    #expect(try Self.files(folder).count == 3)
  }

  @Test("a thread's id is kept where it is free, and made anew where another thread has it")
  func threadIDs() throws {
    let id = "0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f"
    let folder = try CheckedFolder()
    let text = """
      {"thread":"T","thread_id":"\(id)","time":"2026-03-29T08:00:00Z","text":"One"}
      """
    _ = try folder.journal().importEntries(Self.reading(text), summary: "x") { _, _ in }
    #expect(try folder.journal().header(at: "t.md")?.id == id)
  }
}
