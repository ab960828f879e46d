import Foundation
import Testing
import ThreadJournal

@testable import ThreadStorage
@testable import tj

@Suite struct CheckJournalTests {
  static let entry = "## 2026-03-28 {#a1000000aa}\n"

  @Test("a journal with nothing wrong has no problems")
  func clean() throws {
    let folder = try CheckedFolder()
    try folder.write(Self.entry, "a.md")
    #expect(try folder.problems() == [])
    #expect(try folder.journal().check().filesRead == 1)
  }

  @Test("many commas in a value, and many entries below a long one, take no time")
  func large() throws {
    let folder = try CheckedFolder()
    let commas = String(repeating: "a, ", count: 300_000)
    var text = "---\nfields:\n  note: text\n  mood: integer\n---\n"
    text += "\n## 2026-03-27 {#a1000000aa}\n- note:: \(commas)b\n"
    for number in 0..<20_000 {
      let words = number == 0 ? String(repeating: "word ", count: 200_000) : "\(number)"
      text += "\n## 2026-03-28 {#b1000\(10_000 + number)}\n\n\(words)\n"
    }
    try folder.write(text, "a.md")
    let start = ContinuousClock.now
    #expect(try folder.problems() == [])
    #expect(start.duration(to: .now) < .seconds(20))
  }

  @Test("links that leave the journal, loops, and what is no file are named")
  func links() throws {
    let folder = try CheckedFolder()
    let outside = folder.folder.deletingLastPathComponent().appending(path: "outside.md")
    try Data(Self.entry.utf8).write(to: outside)
    let links = ["out.md": outside.path, "loop.md": "loop.md", "nowhere.md": "gone.md"]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.folder.appending(path: name).path, withDestinationPath: target)
    }
    try FileManager.default.createDirectory(
      at: folder.folder.appending(path: "folder.md"), withIntermediateDirectories: false)
    #expect(
      try folder.problems() == [
        "folder.md - error not-a-file", "loop.md - error link-loop",
        "nowhere.md - error file-missing", "out.md - error leaves-journal",
      ])
  }

  @Test("names that a disk may take for one are named")
  func names() throws {
    let folder = try CheckedFolder()
    try folder.write(Self.entry, "Caf\u{E9}.md")
    try folder.write("## 2026-03-28 {#b1000000aa}\n", "Cafe\u{301}.md")
    try folder.write("## 2026-03-28 {#c1000000aa}\n", "caf\u{E9}.md")
    let files = try folder.journal().directory.threadFiles().files
    let problems = try folder.problems()
    let collisions = problems.filter { $0.hasSuffix("warning name-collision") }
    #expect(collisions.count == files.count - 1)
  }

  @Test("an id on entries of two files is reported at the later one, which gets a new one")
  func acrossFiles() throws {
    let folder = try CheckedFolder()
    try folder.write(Self.entry, "a.md")
    try folder.write("## 2026-03-27 {#b1000000aa}\n\n" + Self.entry, "b.md")
    #expect(try folder.problems() == ["b.md 3:17 error duplicate-id fix"])
    #expect(try folder.problems(.init(paths: ["a.md"])) == [])
    let journal = try folder.journal()
    _ = try journal.fix()
    #expect(try folder.problems() == [])
    #expect(try folder.bytes("a.md") == Array(Self.entry.utf8))
  }

  @Test("of an id in two files that which git knows keeps it, else the older thread's")
  func originals() throws {
    let folder = try CheckedFolder()
    func thread(_ created: String) -> String {
      "---\ncreated: \(created)\n---\n\n## 2026-03-28 {#a1000000aa}\n"
    }
    try folder.write(thread("2026-03-02"), "a.md")
    try folder.write(thread("2026-03-01"), "b.md")
    #expect(try folder.problems() == ["a.md 5:17 error duplicate-id fix"])
    let tracked = try folder.journal().check(isTracked: { $0 == "a.md" })
    #expect(tracked.problems.map(CheckedFolder.summary) == ["b.md 5:17 error duplicate-id fix"])
  }

  @Test("a copy above its original gets the new id, as the last commit knows")
  func copyAbove() throws {
    let folder = try CheckedFolder()
    let original = "## 2026-03-27 7:00 {#a1000000aa}\n\nOne.\n"
    let copy = original.replacing("27", with: "28").replacing("One", with: "Two")
    try folder.write(copy + "\n" + original, "a.md")
    let commit = LastCommit(files: ["a.md": Array(original.utf8)], unchanged: [])
    _ = try folder.journal().fix(lastCommit: { _ in commit })
    let text = String(decoding: try folder.bytes("a.md"), as: UTF8.self)
    #expect(text.hasSuffix(original))
    #expect(try folder.problems() == [])
  }

  @Test("a copy by name of a thread without ids, and settings that nobody reads, are named")
  func copiesAndSettings() throws {
    let folder = try CheckedFolder()
    let text = "## 2026-03-27 07:00\n\nOne.\n\n## 2026-03-28 07:00\n\nTwo.\n"
    try folder.write(text, "m.md")
    for name in ["m 2.md", "m copy.md", "m (1).md", "m - Copy.md"] { try folder.write(text, name) }
    try folder.write("## 2026-03-29\n\nAnother year.\n", "m 2026.md")
    try folder.write("## 2026-03-29\n\nNo copy.\n", "m 3.md")
    try folder.write("wrap: 60\n", ".threadjournal/config.yaml")
    try folder.write("format: 1\nwarp: 60\nwrap: many\neditor: vi\n", ".threadjournal/config.yml")
    let problems = try folder.problems().filter { $0.contains("warning") }
    #expect(
      problems == [
        "m (1).md - warning thread-copy", "m - Copy.md - warning thread-copy",
        "m 2.md - warning thread-copy", "m copy.md - warning thread-copy",
        ".threadjournal/config.yml 2:1 warning unknown-setting",
        ".threadjournal/config.yml 3:7 warning bad-setting",
        ".threadjournal/config.yml 4:1 warning untrusted-setting",
        ".threadjournal/config.yaml - warning settings-file",
      ])
  }

  @Test("a last line without an ending may be half saved, and nothing is written into it")
  func halfSaved() throws {
    for line in [
      "## 2026-03-28 07.12", "## 28.03.2026", "## 2026-03-28", "## 2026-03-28\n- mood: 5",
    ] {
      let folder = try CheckedFolder()
      let text = "---\nfields: {mood: integer}\n---\n\n## 2026-03-27 {#a1000000aa}\n\n\(line)"
      try folder.write(text, "a.md")
      let before = try folder.bytes("a.md")
      _ = try folder.journal().fix()
      let after = try folder.bytes("a.md")
      #expect(after.suffix(5) == before.suffix(5), "\(line)")
    }
  }

  @Test("copies of one thread keep their entries' ids, by which they can be merged")
  func twins() throws {
    let folder = try CheckedFolder()
    let head = "---\nid: 0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f\n---\n"
    try folder.write(head + Self.entry, "a.md")
    try folder.write(head + Self.entry, "b.md")
    #expect(
      try folder.problems() == [
        "b.md 2:5 error duplicate-thread-id", "b.md 4:17 error duplicate-id",
      ])
  }

  @Test("a file that a merge left unfinished gets no ids")
  func conflicted() throws {
    let folder = try CheckedFolder()
    let text = "## 2026-03-28\n\n<<<<<<< a\n=======\n## 2026-03-29 {#b1}\n>>>>>>> b\n"
    try folder.write(text, "a.md")
    #expect(
      try folder.problems() == [
        "a.md 1:1 note entry-without-id", "a.md 3:1 error conflict-markers",
      ])
  }

  @Test("a check of paths leaves the rest alone")
  func scope() throws {
    let folder = try CheckedFolder()
    for path in ["a.md", "b/c.md", "b/d/e.md", "bb.md"] {
      try folder.write("## 2026-03-28\n", path)
    }
    func paths(_ scope: [String]) throws -> [String] {
      try folder.problems(.init(paths: scope)).map { String($0.split(separator: " ")[0]) }
    }
    #expect(try paths(["b"]) == ["b/c.md", "b/d/e.md"])
    #expect(try paths(["a.md", "b/d"]) == ["a.md", "b/d/e.md"])
    #expect(try paths([""]).count == 4)
  }

  @Test("what a crash cut short is named, and finished")
  func leftovers() throws {
    let folder = try CheckedFolder()
    try folder.write(Self.entry, "a.md")
    let (entry, addition) = (utf8(Self.entry), utf8("\n## 2026-03-29 {#b1000000aa}\n"))
    let hunk = Hunk(adding: addition, behind: FileTail(size: entry.count, bytes: entry))
    _ = try folder.journal().directory.log.begin(
      Transaction(summary: "add", time: .test, changes: [.edited(path: "a.md", [hunk])]))
    try folder.write("Some words.", ".threadjournal/drafts/0000000000000002.md")
    #expect(
      try folder.problems() == [
        ".threadjournal/changes/0000000000000001.pending - warning unfinished-change fix",
        ".threadjournal/drafts/0000000000000002.md - note draft",
      ])
    let journal = try folder.journal()
    #expect(try journal.fix().notes.count == 1)
    #expect(try folder.problems() == [".threadjournal/drafts/0000000000000002.md - note draft"])
    #expect(try String(decoding: folder.bytes("a.md"), as: UTF8.self).contains("b1000000aa"))
  }

  @Test(
    "the configuration is checked",
    arguments: [
      ("format: 1\n", []),
      ("format: one\n", ["1:9 error newer-format"]),
      ("format: 1\nx: *y\n", ["2:4 warning configuration"]),
      ("format: 2\n", ["1:1 error newer-format"]),
    ])
  func configuration(text: String, expected: [String]) throws {
    let folder = try CheckedFolder()
    try folder.write(text, ".threadjournal/config.yml")
    #expect(try folder.problems() == expected.map { ".threadjournal/config.yml \($0)" })
  }

  @Test("a driver that git does not know in this clone is named")
  func drivers() throws {
    let folder = try CheckedFolder()
    try folder.write("# x\n*.md merge=threadjournal diff=threadjournal\n", ".gitattributes")
    let journal = try folder.journal()
    func found() -> [String] {
      GitProbe(journal.directory.root).missingDrivers(of: journal.directory).map(
        CheckedFolder.summary)
    }
    #expect(found() == [], "no repository")
    guard let git = Tool("git") else { return }
    func run(_ words: [String]) throws {
      _ = try git.output(["-C", folder.folder.path] + words, input: [])
    }
    try run(["init", "-q"])
    #expect(
      found() == [
        ".gitattributes 2:6 warning missing-merge-driver fix",
        ".gitattributes 2:26 warning missing-diff-driver fix",
      ])
    try run(["config", "merge.threadjournal.driver", "true"])
    try run(["config", "diff.threadjournal.xfuncname", "x"])
    #expect(found() == [])
    try folder.write("*.md diff=threadjournal\n", ".gitattributes")
    #expect(found() == [".gitattributes 1:1 warning missing-merge-driver fix"], "an older journal")
  }
}
