import TestSupport
import Testing

@testable import ThreadStorage

/// Which files are threads (F29), and which are refused (F32).
@Suite struct DiskListingTests {
  @Test("threads are found in subfolders, in the order of bytes; what editors leave is not")
  func files() throws {
    let folder = try JournalFolder()
    for name in ["sub", "sub/deep", ".obsidian"] { folder.makeFolder(name) }
    let threads = [
      "B.md", "a.md", "e\u{301}.md", "sub-x.md", "sub/a.md", "sub/deep/z.md", "\u{e9}.md",
    ]
    let others = [
      "a.md~", ".a.md.swp", ".#a.md", "#a.md#", "a.txt", ".hidden.md", ".obsidian/b.md", ".md",
      "a_BACKUP_123.md", "a_REMOTE_123.md", "~$a.md", "a.MD", "a.md.orig",
    ]
    for name in threads + others { folder.write("x", name) }
    let listing = try folder.journal().threadFiles()
    #expect(listing.files.map { Array($0.utf8) } == threads.map { Array($0.utf8) })
    #expect(listing.problems == [])
    #expect(listing.conflictCopies == [])
  }

  @Test(
    "conflict copies are listed apart",
    arguments: [
      "a.sync-conflict-20260328-071233-ABCDEFG.md", "a (Ann's conflicted copy 2026-03-28).md",
      "a (conflicted copy 2026-03-28 071233).md", "a_conflict-20260328-071233.md",
      "a (SFConflict x@y 2026-03-28-07-12-33).md", "a (Case Conflict).md", "a.Conflict.md",
    ])
  func conflictCopy(_ name: String) throws {
    let folder = try JournalFolder()
    folder.write("x", name)
    let listing = try folder.journal().threadFiles()
    #expect(listing.conflictCopies == [name])
    #expect(listing.files == [])
  }

  @Test(
    "names that only look like conflict copies are threads",
    arguments: [
      "conflicted copy.md", "a (draft).md", "sync-conflict-notes.md", "my conflict.md",
      "a_conflict-x.md", "base_LOCAL.md",
    ])
  func noConflictCopy(_ name: String) throws {
    let folder = try JournalFolder()
    folder.write("x", name)
    #expect(try folder.journal().threadFiles().files == [name])
  }

  @Test("pipes, devices, folders and bad links are named, at once, and the rest is listed")
  func problems() throws {
    let folder = try JournalFolder()
    folder.write("x", "good.md")
    folder.makeFolder("folder.md")
    shell("mkfifo '\(folder.root)/pipe.md'")
    folder.link("loop2.md", "loop1.md")
    folder.link("loop1.md", "loop2.md")
    folder.link("/etc/hostname", "out.md")
    folder.link("nowhere", "dead.md")
    folder.link("/dev/null", "null.md")
    folder.link(".", "again")
    folder.link("/tmp", "away")
    folder.link("good.md", "same.md")
    let listing = try folder.journal().threadFiles()
    #expect(listing.files == ["good.md"])
    let expected: Set<StorageError> = [
      .notRegularFile(path: "folder.md", kind: .folder),
      .notRegularFile(path: "pipe.md", kind: .pipe), .symbolicLinkLoop(path: "loop1.md"),
      .symbolicLinkLoop(path: "loop2.md"), .leavesJournal(path: "out.md"),
      .missing(path: "dead.md"), .leavesJournal(path: "null.md"),
      .symbolicLinkLoop(path: "again"), .leavesJournal(path: "away"),
    ]
    #expect(Set(listing.problems) == expected)
  }

  @Test("a link to a folder inside the journal is walked once")
  func folderLink() throws {
    let folder = try JournalFolder()
    folder.makeFolder(".archive")
    folder.makeFolder("seen")
    folder.write("x", ".archive/old.md")
    folder.write("x", "seen/new.md")
    folder.link(".archive", "archive")
    folder.link("seen", "seen-too")
    folder.link("..", ".archive/up")
    let journal = try folder.journal()
    #expect(journal.threadFiles().files == ["archive/old.md", "seen/new.md"])
    #expect(try journal.read("archive/old.md") == Array("x".utf8))
  }

  @Test("a name that is not UTF-8 is reported, shown with a replacement character")
  func invalidName() throws {
    let folder = try JournalFolder()
    shell("printf x > '\(folder.root)'/$(printf 'a\\377.md')")
    #expect(
      try folder.journal().threadFiles().problems == [.unrepresentableName(path: "a\u{fffd}.md")])
  }

  @Test(
    "no path leads out of the journal",
    arguments: [
      "../x.md", "/etc/passwd", "sub/../../x.md", "away/x.md", "out.md", "a/..",
    ])
  func leaving(_ path: String) throws {
    let folder = try JournalFolder()
    folder.link("/tmp", "away")
    folder.link("/etc/hostname", "out.md")
    shell("printf secret > '\(folder.root)/../x.md'")
    let journal = try folder.journal()
    #expect(throws: StorageError.self) { try journal.read(path) }
    try journal.withLock { writer in
      #expect(throws: StorageError.self) { try writer.create(path, [10]) }
      #expect(throws: StorageError.self) { try writer.rewrite(path) { _ in [10] } }
      #expect(throws: StorageError.self) { try writer.add([10], to: path) }
    }
    #expect(shell("cat '\(folder.root)/../x.md'") == "secret")
  }

  @Test("reading what is no file is refused, at once", arguments: ["pipe.md", "folder.md"])
  func notAFile(_ path: String) throws {
    let folder = try JournalFolder()
    folder.makeFolder("folder.md")
    shell("mkfifo '\(folder.root)/pipe.md'")
    let journal = try folder.journal()
    let kind: FileKind = path == "pipe.md" ? .pipe : .folder
    #expect(throws: StorageError.notRegularFile(path: path, kind: kind)) { try journal.read(path) }
    let reader = FileReader(journal)
    #expect(throws: StorageError.notRegularFile(path: path, kind: kind)) {
      try reader.read(path)
    }
    try journal.withLock { writer in
      #expect(throws: StorageError.notRegularFile(path: path, kind: kind)) {
        try writer.add([10], to: path)
      }
    }
  }

  @Test("the reader gives each file's bytes, larger ones than its buffer too")
  func reader() throws {
    let folder = try JournalFolder()
    let texts = ["", "a", String(repeating: "long line\n", count: 100_000), "b"]
    for (index, text) in texts.enumerated() { folder.write(text, "\(index).md") }
    let reader = FileReader(try folder.journal())
    for (index, text) in texts.enumerated() {
      #expect(try reader.read("\(index).md") == Array(text.utf8))
    }
    // A small file that is kept does not keep the memory of the large one before it.
    _ = try reader.read("2.md")
    #expect(try reader.read("3.md").capacity < 1000)
    #expect(throws: StorageError.missing(path: "none.md")) {
      try reader.read("none.md")
    }
  }
}
