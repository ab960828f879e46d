import Foundation
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct LostEntryTests {
  /// A journal with one thread, `log.md`, to which tj added an entry.
  private func folder() throws -> CheckedFolder {
    let folder = try CheckedFolder()
    try folder.write("## 2026-03-27 {#a1000000aa}\n\nOld.\n", "log.md")
    try add("b1000000aa", "New.", folder)
    return folder
  }

  private func add(_ id: String, _ text: String, _ folder: CheckedFolder) throws {
    let journal = try folder.journal()
    let entry = NewEntry(
      id: try #require(EntryID(id)), timestamp: try #require(Timestamp("2026-03-28 07:12:00Z")),
      text: utf8(text))
    let header = try #require(try journal.header(at: "log.md"))
    _ = try journal.add(entry, to: header)
  }

  private func edit(_ id: String, _ text: String, _ folder: CheckedFolder) throws {
    let journal = try folder.journal()
    var edit = EntryEdit()
    edit.text = utf8(text)
    _ = try journal.edit(try journal.entry(id), edit)
  }

  private func check(
    _ folder: CheckedFolder, inGit: ([LostEntry]) -> Set<LostEntry> = { _ in [] }
  ) throws -> CheckReport {
    try folder.journal().check(inGit: inGit)
  }

  private func problems(_ folder: CheckedFolder) throws -> [String] {
    try check(folder).problems.map(CheckedFolder.summary)
  }

  private func fix(_ folder: CheckedFolder) throws {
    #expect(try folder.journal().fix().result.failures.isEmpty)
  }

  @Test("what stands where tj wrote it is not lost")
  func present() throws {
    let folder = try folder()
    #expect(try problems(folder) == [])
    try edit("b1000000aa", "Newer.", folder)
    #expect(try problems(folder) == [])
    let bytes = try folder.bytes("log.md")
    try folder.write(string(bytes) + "\nBy hand.\n", "log.md")
    #expect(try problems(folder) == [], "an editor may change what it likes")
  }

  @Test("an entry that an older version of the file overwrote is put back as it was")
  func addedEntry() throws {
    let folder = try folder()
    let whole = try folder.bytes("log.md")
    for old in ["## 2026-03-27 {#a1000000aa}\n\nOld.\n", "## 2026-03-27 {#a1000000aa}\n\nOld."] {
      try folder.write(old, "log.md")
      #expect(try problems(folder) == ["log.md - warning lost-entry fix"])
      try fix(folder)
      #expect(try folder.bytes("log.md") == whole)
      #expect(try problems(folder) == [])
    }
  }

  @Test("several lost entries come back in the order of their times")
  func several() throws {
    let folder = try folder()
    try add("c1000000aa", "Third.", folder)
    let whole = try folder.bytes("log.md")
    try folder.write("## 2026-03-27 {#a1000000aa}\n\nOld.\n", "log.md")
    #expect(try problems(folder).count == 2)
    try fix(folder)
    #expect(try folder.bytes("log.md").count == whole.count)
    #expect(try problems(folder) == [])
  }

  @Test("an edit that an older version of the file overwrote is brought back")
  func changedEntry() throws {
    let folder = try folder()
    let old = try folder.bytes("log.md")
    try edit("b1000000aa", "Newer.", folder)
    let whole = try folder.bytes("log.md")
    try folder.write(old, "log.md")
    #expect(try problems(folder) == ["log.md - warning lost-edit fix"])
    try fix(folder)
    #expect(try folder.bytes("log.md") == whole)
    #expect(try problems(folder) == [])
  }

  @Test("what a command took away, or undo took back, is not lost")
  func takenBack() throws {
    let folder = try folder()
    let journal = try folder.journal()
    let entry = try journal.entry("b1000000aa")
    _ = try journal.delete(threads: [], entries: [entry])
    let deleted = try journal.entry("b1000000aa", .deleted)
    _ = try journal.purge(entries: [deleted], threads: [])
    #expect(try problems(folder) == [])
    let other = try self.folder()
    _ = try other.journal().undo()
    #expect(try problems(other) == [])
  }

  @Test("an entry without a text is looked for, but not what was written before a purge")
  func withoutText() throws {
    let folder = try folder()
    try purge("b1000000aa", folder)
    try add("e1000000aa", "", folder)
    #expect(try problems(folder) == [])
    try folder.write("## 2026-03-27 {#a1000000aa}\n\nOld.\n", "log.md")
    #expect(try problems(folder) == ["log.md - warning lost-entry fix"])
    try fix(folder)
    #expect(try folder.journal().entry("e1000000aa").id == EntryID("e1000000aa"))
    try purge("e1000000aa", folder)
    #expect(try problems(folder) == [])
  }

  private func purge(_ id: String, _ folder: CheckedFolder) throws {
    let journal = try folder.journal()
    _ = try journal.delete(threads: [], entries: [try journal.entry(id)])
    _ = try journal.purge(entries: [try journal.entry(id, .deleted)], threads: [])
  }

  @Test("what was taken out by hand is settled by undo")
  func settled() throws {
    let folder = try folder()
    try folder.write("## 2026-03-27 {#a1000000aa}\n\nOld.\n", "log.md")
    _ = try folder.journal().undo()
    #expect(try problems(folder) == [])
  }

  @Test("an entry that was moved, or whose file was renamed, is not lost")
  func moved() throws {
    let folder = try folder()
    try folder.write("## 2026-03-26 {#d1000000aa}\n", "other.md")
    let journal = try folder.journal()
    let target = try #require(try journal.header(at: "other.md"))
    _ = try journal.move([try journal.entry("b1000000aa")], to: target)
    #expect(try problems(folder) == [])
    try FileManager.default.moveItem(
      at: folder.folder.appending(path: "other.md"), to: folder.folder.appending(path: "x.md"))
    #expect(try problems(folder) == [])
  }

  @Test("what stands in a file that cannot be read is not called lost")
  func unreadable() throws {
    let folder = try folder()
    try folder.write([0xff, 0xfe] + folder.bytes("log.md"), "log.md")
    #expect(try problems(folder) == ["log.md 1:1 error utf-16"])
  }

  @Test("an entry whose words stand in the thread without its id is not lost")
  func withoutID() throws {
    let folder = try folder()
    let text = String(decoding: try folder.bytes("log.md"), as: UTF8.self)
    try folder.write(text.replacing(#/ \{#\w+\}/#, with: ""), "log.md")
    #expect(try problems(folder).allSatisfy { $0.hasSuffix("note entry-without-id fix") })
    try fix(folder)
    let lines = try folder.bytes("log.md").split(separator: 0x0A)
    #expect(lines.count == text.split(separator: "\n").count)
  }

  @Test("of what older commits have there is a note alone")
  func inGit() throws {
    guard Tool("git") != nil, let git = Tool("env") else { return }
    let folder = try folder()
    func run(_ words: [String]) throws {
      _ = try git.output(
        [
          "GIT_COMMITTER_DATE=@1798790400 +0000", "git", "-C", folder.folder.path, "-c",
          "user.name=a", "-c", "user.email=a@b",
        ] + words, input: [])
    }
    let root = try folder.journal().directory.root
    try run(["init", "-q"])
    let added = try folder.bytes("log.md")
    try folder.write("## 2026-03-27 {#a1000000aa}\n\nOld.\n", "log.md")
    #expect(try check(folder, inGit: GitProbe(root).committed).problems.count == 1)
    try folder.write(added, "log.md")
    try run(["add", "-A"])
    try run(["commit", "-qm", "x"])
    try folder.write("## 2026-03-27 {#a1000000aa}\n\nOld.\n", "log.md")
    let problems = try check(folder, inGit: GitProbe(root).committed).problems
    #expect(problems.map(CheckedFolder.summary) == ["log.md - note entries-gone fix"])
    // Of one of which it is not known when it was written, all commits are asked.
    var timeless: [LostEntry] = []
    _ = try check(folder) { lost in
      timeless = lost
      return []
    }
    for index in timeless.indices { timeless[index].written = nil }
    #expect(timeless.count == 1 && GitProbe(root).committed(timeless) == Set(timeless))
    // An edit that no commit has is lost all the same.
    try folder.write(added, "log.md")
    try edit("b1000000aa", "Newer.", folder)
    try folder.write(added, "log.md")
    #expect(try check(folder, inGit: GitProbe(root).committed).problems.count == 1)
  }

  @Test("what the last commit has is told where it may have been overwritten, until the next one")
  func inLastCommit() throws {
    guard Tool("git") != nil, let git = Tool("env") else { return }
    let folder = try folder()
    func run(_ words: [String]) throws {
      _ = try git.output(
        [
          "GIT_COMMITTER_DATE=@1798790400 +0000", "git", "-C", folder.folder.path, "-c",
          "user.name=a", "-c", "user.email=a@b",
        ] + words, input: [])
    }
    let probe = GitProbe(try folder.journal().directory.root)
    func problems() throws -> [String] {
      try folder.journal().check(inGit: probe.committed, lastCommit: probe.lastCommit).problems
        .map(CheckedFolder.summary)
    }
    let old = "## 2026-03-27 {#a1000000aa}\n\nOld.\n"
    try run(["init", "-q"])
    let added = try folder.bytes("log.md")
    try run(["add", "-A"])
    try run(["commit", "-qm", "x"])
    #expect(try problems() == [])
    // What tj wrote, it wrote just now.
    try folder.write(old, "log.md")
    #expect(try problems() == ["log.md - warning lost-entry fix"])
    try run(["commit", "-qam", "x"])
    #expect(try problems() == ["log.md - note entries-gone fix"])
    try run(["revert", "--no-edit", "HEAD"])
    #expect(try problems() == [])
    // An entry that no record tells of.
    let whole = String(decoding: added, as: UTF8.self)
    try folder.write(whole.replacing("## 2026-03-27 {#a1000000aa}\n\nOld.\n\n", with: ""), "log.md")
    #expect(try problems() == ["log.md - note entries-gone"])
    try FileManager.default.removeItem(at: folder.folder.appending(path: "log.md"))
    #expect(try problems() == ["log.md - note entries-gone"])
    // Its words without its heading.
    try folder.write(old + "\nNew.\n", "log.md")
    #expect(try problems() == ["log.md 5:1 note lost-heading fix"])
    try run(["commit", "-qam", "x"])
    #expect(try problems() == ["log.md 5:1 note lost-heading fix"])
  }

  @Test("front matter that an older version overwrote is told, and what was changed by hand is not")
  func frontMatter() throws {
    let folder = try CheckedFolder()
    let old =
      "---\ntitle: Log\nfields:\n  mood: integer\n---\n\n## 2026-03-27 {#a1000000aa}\n\nOld.\n"
    try folder.write(old, "log.md")
    let journal = try folder.journal()
    for title in ["Journal", "Notes"] {
      let header = try #require(try journal.header(at: "log.md"))
      _ = try journal.rename(header, to: title, renamesFile: false)
    }
    #expect(try problems(folder) == [])
    try folder.write(old, "log.md")
    #expect(try problems(folder) == ["log.md - warning lost-edit fix"])
    try folder.write(old.replacing("title: Log", with: "title: Other"), "log.md")
    #expect(try problems(folder) == [])
    try folder.write(old.replacing("title: Log", with: "title: Notes"), "log.md")
    _ = try journal.undo()
    _ = try journal.redo()
    #expect(try problems(folder) == [])
  }

  @Test("entries that went with their file are told in a line, and not where a copy says the same")
  func fileGone() throws {
    let folder = try folder()
    try add("c1000000aa", "Third.", folder)
    let text = String(decoding: try folder.bytes("log.md"), as: UTF8.self)
    try FileManager.default.removeItem(at: folder.folder.appending(path: "log.md"))
    #expect(try problems(folder) == ["log.md - note entries-gone"])
    try folder.write(text.replacing(#/ \{#\w+\}/#, with: ""), "copy.md")
    #expect(try problems(folder).allSatisfy { !$0.contains("gone") && !$0.contains("lost") })
  }

  @Test("what was purged and stands there again is told")
  func purged() throws {
    let folder = try folder()
    let old = try folder.bytes("log.md")
    try purge("b1000000aa", folder)
    #expect(try problems(folder) == [])
    try folder.write(old, "log.md")
    #expect(try problems(folder) == ["log.md 5:1 note purged-entry"])
    // The next purge knows it, too.
    try purge("b1000000aa", folder)
    try purge("a1000000aa", folder)
    try folder.write(old, "log.md")
    #expect(try problems(folder) == ["log.md 1:1 note purged-entry"])
  }
}
