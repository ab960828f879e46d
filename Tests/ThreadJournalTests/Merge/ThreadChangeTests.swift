import Testing
import ThreadStorage

@testable import ThreadJournal

/// What became of a thread between two versions, as the message of a commit tells it.
@Suite struct ThreadChangeTests {
  private static let head = "---\ntitle: Log\n---\n"

  private static func entry(_ id: String, _ text: String, marks: String = "") -> String {
    "\n## 2026-03-01 08:00 {#\(id)\(marks)}\n\n\(text)\n"
  }

  private func change(_ before: String?, _ after: String?) throws -> ThreadChange {
    try #require(
      ThreadChange(
        path: "log.md", before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) }))
  }

  @Test("entries are counted by what became of them, wherever they stand")
  func counts() throws {
    let gone = " deleted=\"2026-03-02\""
    let before =
      Self.head + Self.entry("ka", "A.") + Self.entry("kb", "B.")
      + Self.entry("kc", "C.", marks: gone)
      + Self.entry("kd", "D.")
    let after =
      Self.head + Self.entry("kc", "C.") + Self.entry("ke", "E.")
      + Self.entry("kb", "B.", marks: gone)
      + Self.entry("ka", "Aa.")
    let change = try change(before, after)
    #expect(change.title == "Log" && !change.isNew && !change.isGone)
    #expect([change.added, change.edited, change.deleted] == [1, 1, 1])
    #expect([change.restored, change.removed] == [1, 1])
    #expect(!change.changesFrontMatter && !change.changesPreamble && change.isDeleted == nil)
  }

  @Test(
    "what became of an entry is told part by part, and what was taken back; an id alone is nothing")
  func parts() throws {
    let edited = " edited=\"2026-03-02T08:00:00Z\""
    let before =
      Self.head
      + Self.entry("ka", "A.", marks: edited).replacing("}\n", with: "}\n- km:: 5\n- of:: x\n")
      + "\n## 2026-03-03 Run\n\nB.\n\n## 2026-03-04 9:00\n\nC.\n\n## 2026-03-05 9:00\n\nD.\n"
    let after =
      Self.head
      + Self.entry("ka", "Aa.").replacing("}\n", with: "} Walk\n- km:: 6\n- to:: y\n")
      .replacing("{#ka} Walk", with: "Walk {#ka}")
      + "\n## 2026-03-03 Run {#kb}\n\nB.\n\n## 2026-03-04 9:30\n\nC.\n"
    let change = try change(before, after)
    let told = try #require(change.changes.first)
    #expect(change.changes.count == 1 && told.firstWords == "Walk")
    #expect(told.timestamp.minuteText == "2026-03-01 08:00")
    #expect(told.takenBack?.minuteText == "2026-03-02 08:00")
    let parts = told.parts.map { ["\($0.kind)", $0.old ?? "-", $0.new ?? "-"] }
    #expect(
      parts == [
        ["title", "-", "Walk"], [#"field("km")"#, "5", "6"], [#"field("of")"#, "x", "-"],
        [#"field("to")"#, "-", "y"],
        ["text", "-", "-"],
      ])
    // The time of one was changed, which is told by no id; the other is gone.
    let gone = ThreadChange.unnamedGone(before: Array(before.utf8), after: Array(after.utf8))
    #expect(change.removed == 2)
    #expect(gone.map { String(utf8: $0) } == ["## 2026-03-05 9:00\n\nD.\n"])
  }

  @Test("a thread is new, gone, deleted or restored, and its head is no entry")
  func threads() throws {
    let thread = Self.head + Self.entry("ka", "A.")
    #expect(try change(nil, thread).isNew && change(nil, thread).added == 1)
    #expect(try change(thread, nil).isGone && change(thread, nil).title == "Log")
    let deleted = thread.replacing("Log\n", with: "Log\ndeleted: 2026-03-02\n")
    #expect(try change(thread, deleted).isDeleted == true)
    #expect(try change(deleted, thread).isDeleted == false)
    #expect(try change(thread, thread.replacing("Log", with: "Day")).isRenamed)
    let keyed = thread.replacing("---\n\n", with: "x: 1\n---\n\n")
    #expect(try change(thread, keyed).changesFrontMatter)
    let two = thread + Self.entry("kb", "B.")
    let typed = try change(thread, two.replacing("\n", with: "\r\n"))
    #expect([typed.added, typed.edited] == [1, 0] && !typed.changesFrontMatter)
    let restored = try change(
      thread.replacing("#ka", with: "#ka deleted=\"2026-03-02\""),
      thread.replacing("A.", with: "B."))
    #expect([restored.restored, restored.edited] == [1, 1])
    #expect(
      try change(thread, thread.replacing("---\n\n", with: "---\n\nWords.\n\n")).changesPreamble)
    #expect(try change(thread, thread + Self.entry("ka", "Twice.")).added == 0)
    #expect(ThreadChange(path: "readme.md", before: nil, after: Array("Words.\n".utf8)) == nil)
  }

  @Test("a field that one side defines anew is told where the other wrote values of it")
  func reinterpreted() {
    func thread(_ unit: String, _ entries: String = "") -> [UInt8] {
      Array("---\nfields:\n  min: {type: integer\(unit)}\n---\n\(entries)".utf8)
    }
    let value = "\n## 2026-03-01 {#ka}\n- min:: 30\n"
    func names(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [String] {
      ThreadMerge.reinterpreted(base: base, ours: ours, theirs: theirs)
    }
    #expect(names(thread(""), thread(", unit: h"), thread("", value)) == ["min"])
    #expect(names(thread(""), thread("", value), thread(", unit: h")) == ["min"])
    #expect(names(thread("", value), thread(", unit: h", value), thread("", value)).isEmpty)
    #expect(names(thread(""), thread(", unit: h", value), thread("")).isEmpty)
  }

  @Test("a field that both sides gave another name is told, and two threads of one name are")
  func renamed() {
    func thread(_ id: String, _ fields: String...) -> [UInt8] {
      let lines = fields.map { "  \($0): integer\n" }.joined()
      return Array("---\nid: 0198a6b2-6f0e-7c3a-9a51-00000000000\(id)\nfields:\n\(lines)---\n".utf8)
    }
    func names(_ ours: [UInt8], _ theirs: [UInt8]) -> [String] {
      ThreadMerge.fieldsRenamedTwice(base: thread("a", "min", "mood"), ours: ours, theirs: theirs)
    }
    #expect(names(thread("a", "x", "mood"), thread("a", "y", "mood")) == ["min"])
    #expect(names(thread("a", "x", "mood"), thread("a", "x", "mood")).isEmpty)
    #expect(names(thread("a", "x", "mood"), thread("a", "min", "mood")).isEmpty)
    #expect(names(thread("a", "mood"), thread("a", "mood")).isEmpty)
    #expect(ThreadMerge.areTwoThreads(thread("a"), thread("b")))
    #expect(!ThreadMerge.areTwoThreads(thread("a"), thread("a", "x")))
    #expect(!ThreadMerge.areTwoThreads(thread("a"), Array("---\ntitle: A\n---\n".utf8)))
  }

  @Test("what both sides added with the same words, under other ids, is counted")
  func addedTwice() {
    let thread = Self.head + Self.entry("ka", "A.")
    let sides = ["kb", "kc"].map { thread + Self.entry($0, "B.") + Self.entry("\($0)x", $0) }
    func count(_ base: String, _ ours: String, _ theirs: String) -> Int {
      ThreadMerge.addedTwice(
        base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    }
    #expect(count(thread, sides[0], sides[1]) == 1 && count(thread, sides[0], sides[0]) == 0)
  }

  @Test("what is merged is read again: markers, an id twice and a NUL are found")
  func faults() {
    let thread = Self.head + Self.entry("ka", "A.")
    func fault(_ text: String, _ known: String...) -> MergeRefusal? {
      ThreadMerge.fault(of: Array(text.utf8), mergedFrom: known.map { Array($0.utf8) })
    }
    #expect(fault(thread) == nil)
    #expect(fault(thread + Self.entry("ka", "B.")) == .doubledID)
    #expect(fault(thread + "\0") == .notText)
    let block = "<<<<<<< a\n\(Self.entry("kb", "B."))=======\n\(Self.entry("kc", "C."))>>>>>>> b\n"
    #expect(fault(thread + block) == .conflictMarkers)
    // What was so already, the merge did not bring.
    let twice = thread + Self.entry("ka", "B.")
    #expect(fault(twice, thread, twice) == nil && fault(twice, thread) == .doubledID)
    let forgotten = thread + ">>>>>>> theirs\n"
    #expect(fault(forgotten, thread, thread) == .conflictMarkers)
    #expect(fault(forgotten, forgotten) == nil)
  }
}
