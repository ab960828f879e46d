import TestSupport
import Testing

@testable import ThreadStorage

@Suite struct DiskJournalTests {
  @Test("a new journal has a format, ignores its own files, and is readable by its owner only")
  func creating() throws {
    let folder = try JournalFolder()
    #expect(folder.text(".threadjournal/config.yml") == "format: 1\n")
    #expect(folder.text(".threadjournal/.gitignore")?.contains("/drafts/\n") == true)
    #expect(shell("stat -c %a '\(folder.root)' '\(folder.root)/.threadjournal'") == "700\n700\n")
    #expect(throws: StorageError.exists(path: folder.root)) {
      try JournalDirectory.create(at: folder.root)
    }
  }

  @Test("append, rewrite, create, rename and remove do what they say")
  func writing() throws {
    let folder = try JournalFolder()
    try folder.journal().withLock { writer in
      try writer.create("sub/a.md", Array("one\n".utf8))
      let tail = try writer.directory.tail(of: "sub/a.md", limit: 1024)
      #expect(tail == FileTail(size: 4, bytes: Array("one\n".utf8)))
      try writer.add(Array("two\n".utf8), to: "sub/a.md")
      try writer.change("sub/a.md") { $0 + Array("three\n".utf8) }
      try writer.make(.renamed(from: "sub/a.md", to: "b.md"))
      #expect(folder.text("b.md") == "one\ntwo\nthree\n")
      #expect(throws: StorageError.exists(path: "b.md")) { try writer.create("b.md", []) }
      #expect(folder.allFiles() == ["./b.md"])
      #expect(try folder.journal().drafts.list().isEmpty)
      try writer.make(
        .removed(
          path: "b.md", bytes: Array("one\ntwo\nthree\n".utf8),
          as: writer.directory.removal(of: "b.md")))
    }
    #expect(folder.allFiles().isEmpty)
    #expect(folder.keptText().contains("one\ntwo\nthree\n"))
  }
}
