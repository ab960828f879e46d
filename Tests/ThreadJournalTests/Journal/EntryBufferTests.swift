import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

/// Several entries in one buffer of an editor.
@Suite struct EntryBufferTests {
  private static let note = DraftNote(.editSeveral, thread: "", entry: "kaaaaaaaaa")

  private func buffer(_ bytes: [UInt8]) throws -> EntryBuffer {
    try EntryBuffer(reading: DraftLines(bytes, for: Self.note))
  }

  @Test(
    "the entries of any file are in the buffer as they are, and change nothing", arguments: 0..<20)
  func anyFile(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 6_000 + seed)
    for _ in 0..<100 {
      let bytes = ThreadSamples.file(using: &generator)
      let file = ThreadFile(bytes, path: "notes/a.md", zone: LocalTimeZone { _ in 0 })
      let entries = file.entries(.all).shuffled(using: &generator)
      let ids = entries.compactMap(\.id)
      guard Set(ids).count == ids.count else { continue }
      let (text, handed) = EntryBuffer.bytes(of: entries) { EntryID.random(using: &generator) }
      let read = try buffer(text)
      let drafts = entries.sorted { $0.instant < $1.instant }.map { EntryDraft(of: $0) }
      let isSame = Set(drafts.map(\.text)) == Set(read.items.map(\.draft.text))
      #expect(
        isSame && read.items.allSatisfy { drafts.contains($0.draft) },
        "\(String(decoding: text, as: UTF8.self).debugDescription)")
      let found = try BufferChanges(from: read, to: buffer(text), handed, in: .utc) { _ in
        FieldSchema(fields: [FieldDefinition(name: "mood")])
      }
      #expect(found.changes.isEmpty && found.added.isEmpty)
    }
  }

  @Test("a class that is added or taken away is refused, as another change in the braces is")
  func classes() throws {
    let plain = "## 2026-11-10 10:00 A {#kaaaaaaaaa thread=\"a\"}\n\nText.\n"
    let starred = plain.replacing(" thread", with: " .star thread")
    let handed = [DraftNote.Handed(id: "kaaaaaaaaa", path: "a.md", isNamed: true)]
    for (old, new) in [(plain, starred), (starred, plain)] {
      let (old, new) = (try buffer(Array(old.utf8)), try buffer(Array(new.utf8)))
      #expect(throws: DraftFault(line: 1, .attributes)) {
        try BufferChanges(from: old, to: new, handed, in: .utc) { _ in FieldSchema() }
      }
      #expect(throws: Never.self) {
        try BufferChanges(from: old, to: old, handed, in: .utc) { _ in FieldSchema() }
      }
    }
  }

  @Test("two changes of one text are joined where they are of other lines")
  func lines() {
    func merged(_ base: String, _ mine: String, _ theirs: String) -> String? {
      LineMerge.merged(Array(base.utf8), Array(mine.utf8), Array(theirs.utf8)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(merged("a\nb\nc", "A\nb\nc", "a\nb\nC") == "A\nb\nC")
    #expect(merged("a\nb\nc", "a\nb\nc\nd", "A\nb\nc") == "A\nb\nc\nd")
    #expect(merged("a\nb\nc", "b\nc", "a\nb\nc\nd") == "b\nc\nd")
    #expect(merged("a\nb\nc", "x\nb\nc", "x\nb\nc") == "x\nb\nc")
    #expect(merged("a\nb\nc", "a\nb\nc", "") == "")
    #expect(merged("a\nb\nc", "A\nb\nc", "a\nB\nc") == nil)
    #expect(merged("a", "b", "c") == nil)
    #expect(merged("a\nb", "a\nx\nb", "a\ny\nb") == nil)
    // Which of two equal lines became x can be read in two ways, of which one agrees with the other side.
    #expect(merged("a\na", "w\na\nx", "w\na\na") == "w\na\nx")
    #expect(merged("a\na", "w\na\na", "w\na\nx") == "w\na\nx")
  }

  @Test("the comments that tj puts into a draft are no text, nor is one that was changed by chance")
  func comments() {
    var note = DraftNote(.edit, thread: "a.md", entry: "kaaaaaaaaa")
    note.hint = "Write."
    func text(_ lines: String, of original: String = "") -> String {
      note.original = Array(original.utf8)
      let draft = EntryDraft(reading: DraftLines(Array(lines.utf8), for: note))
      return String(decoding: draft.text, as: UTF8.self)
    }
    #expect(text("One.\n\n<!-- tj: Write. -->\n") == "One.")
    #expect(text("<!-- tj: Wr1te. -->\r\nOne.\n<!-- tj: Write. -->") == "One.")
    #expect(text("One.\n<!-- tj: Write. -->\n", of: "One.\n<!-- tj: old -->\n") == "One.")
    let own = "One.\n<!-- tj: Write. -->\nTwo."
    #expect(text(own, of: own) == own)
    #expect(text("\(own)\n\n<!-- tj: Write. -->\n", of: own) == own)
    #expect(text("One.\n<!-- mine -->\n") == "One.\n<!-- mine -->")
    let written = "One.\n<!-- tj: Write.\nMy words. -->"
    #expect(text(written) == written)
  }

  @Test("a draft's lines are read as its writer means them, or told")
  func faults() {
    var note = DraftNote(.add, thread: "a.md", entry: "kaaaaaaaaa")
    note.hint = "Write."
    func fault(_ text: String) -> DraftFault? {
      DraftLines(Array(text.utf8), for: note).fault(
        offering: FieldSchema(fields: ["sleep", "Mood"].map { FieldDefinition(name: $0) }),
        after: nil, in: .utc, dateOrder: nil)
    }
    let heading = "## 2026-03-28 07:12 \n"
    for line in [
      "- sleep::7h", "- sleep: 7h", "sleep:: 7h", "sleep::7h", "-sleep:: 7h", "* MOOD : 5",
    ] {
      #expect(fault("\(heading)- mood:: 7\n\(line)\n")?.line == 3, "\(line)")
    }
    for line in [
      "sleep: 7h", " - sleep:: 7h", "- other: 7h", "- sleep\\:: 7h", "see sleep:: 7h", "### Three",
      "## Two", "- sleep well",
    ] { #expect(fault("\(heading)\n\(line)\n") == nil, "\(line)") }
    #expect(fault("\(heading)Words.\n- sleep: 7h\n") == nil)
    #expect(fault("\(heading)Words.\n- sleep:: 7h\n")?.line == 3)
    for first in [
      "## soon", "## 2026-02-30", "## 2026-03-28 7.12 A", "##2026-03-28", "## 21.11.2026",
    ] {
      #expect(fault("\n\(first)\n\nWords.\n")?.line == 2, "\(first)")
    }
    #expect(fault("Words.\n## 2026-03-28 07:12\n")?.kind == .anotherEntry)
    for first in [
      "## 2026-03-28 22:00 - 7:15", "## 2026-03-28 22:00:00+00:00 - 7:15", "# 2026-03-28 07:12",
      "## 2026-03-28 22:00 -7:15", "## 2026-03-28 22:00 -07:15", "## 2026-03-28 22:00 9pm",
      "## 2026-03-28 22:00 21:30-22:30", "## 2026-03-28 07:12 A {#kaaaaaaaaa}",
    ] { #expect(fault("\(first)\n\nWords.\n")?.line == 1, "\(first)") }
    for first in [
      "## 2026-03-28 22:00  - 7:15", "## 2026-03-28T22:00-07:15", "## 2026-03-28 22:00 +02:00",
      "## 2026-03-28", "## 2026-03-28 22:00 9 lives", "### Three", "# One",
    ] { #expect(fault("\(first)\n\nWords.\n") == nil, "\(first)") }
    for line in ["# 2026-03-28 07:12", "## 2026-03-28, 22:00", "## 23:30", "##2026-03-28"] {
      #expect(fault("\(heading)\nWords.\n\(line)\n")?.line == 4, "\(line)")
      #expect(fault("\(heading)\nWords.\n \(line)\n") == nil, "\(line)")
    }
    #expect(fault("\(heading)- mood:: 7\n- MOOD:: 8\n")?.kind == .sameField("MOOD"))
    #expect(fault("Words alone.\n") == nil)
    // A space before a heading makes it text, but where the entry's own heading was.
    #expect(fault("\(heading)\n ## 2026-03-28 07:12\n") == nil)
    let meant = JournalProblem.Kind.headingPlace("## 2026-03-28 07:12", isIndented: true)
    #expect(fault(" ## 2026-03-28 07:12\n")?.kind == .check(meant))
  }
}
