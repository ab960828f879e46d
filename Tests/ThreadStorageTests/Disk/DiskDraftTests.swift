import TestSupport
import Testing

@testable import ThreadStorage

/// Drafts, recovery from them, the record of changes, and the lock.
@Suite struct DiskDraftTests {
  private static let block = Array("\n## 2026-03-29 {#bbbb}\n\nText.\n".utf8)

  /// Leaves an addition as a killed program would, and then `thread` in the thread's place.
  private func leave(
    _ folder: JournalFolder, before: String, thread: String, _ path: String = "a.md"
  ) throws {
    let before = Array(before.utf8)
    let hunk = Hunk(adding: Self.block, behind: FileTail(size: before.count, bytes: before))
    _ = try folder.journal().log.begin(
      Transaction(
        summary: "add", time: .test, changes: [.edited(path: path, [hunk])]))
    folder.write(thread, path)
  }

  @Test(
    "what a crash left of an addition is finished, once",
    arguments: [
      ("old\n", "old\n", "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n"),
      ("old\n", "old\n\n## 2026-", "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n"),
      (
        "old\n", "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n",
        "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n"
      ),
      ("old\n", "changed", "changed\n\n## 2026-03-29 {#bbbb}\n\nText.\n"),
      ("old\n", "win\r\n", "win\r\n\r\n## 2026-03-29 {#bbbb}\r\n\r\nText.\r\n"),
      ("old\n", "", "## 2026-03-29 {#bbbb}\n\nText.\n"),
    ])
  func finishing(_ before: String, _ thread: String, _ after: String) throws {
    let folder = try JournalFolder()
    try leave(folder, before: before, thread: thread)
    let notes = try folder.journal().withLock { writer in writer.recovered }
    #expect(notes.map(\.outcome) == [.finished("add", [])])
    #expect(folder.bytes("a.md") == Array(after.utf8))
    #expect(try folder.journal().withLock { writer in writer.recovered } == [])
    #expect(folder.bytes("a.md") == Array(after.utf8))
  }

  @Test("the words of an entry that was edited since, or whose thread is gone, are kept as drafts")
  func keeping() throws {
    let folder = try JournalFolder()
    try leave(folder, before: "old\n", thread: "old\n\n## 2026-03-29 {#bbbb}\n\nOther.\n")
    try folder.journal().withLock { _ in }
    #expect(folder.text("a.md") == "old\n\n## 2026-03-29 {#bbbb}\n\nOther.\n")
    try leave(folder, before: "old\n", thread: "")
    folder.remove("a.md")
    try folder.journal().withLock { _ in }
    let box = try folder.journal().drafts
    #expect(try box.list().map { try box.text(of: $0) } == [Self.block, Self.block])
  }

  @Test("one change that cannot be finished does not stop the rest")
  func independence() throws {
    let folder = try JournalFolder()
    try leave(folder, before: "", thread: "", "folder.md")
    folder.remove("folder.md")
    folder.makeFolder("folder.md")
    try leave(folder, before: "old\n", thread: "old\n")
    let notes = try folder.journal().withLock { writer in writer.recovered }
    guard case .refused? = notes.first?.outcome else {
      Issue.record("\(notes)")
      return
    }
    #expect(notes.last?.outcome == .finished("add", []))
    #expect(folder.text("a.md")?.hasSuffix("Text.\n") == true)
  }

  @Test("text drafts are kept, listed and taken away")
  func textDrafts() throws {
    let folder = try JournalFolder()
    let box = try folder.journal().drafts
    #expect(try box.list().isEmpty)
    let draft = try box.create(Array("Text é\n".utf8), note: Array("add a".utf8))
    #expect(try box.list().map(\.path) == [draft.path])
    #expect(folder.text(".threadjournal/drafts/\(draft.name).md") == "Text é\n")
    #expect(try box.note(of: draft) == Array("add a".utf8))
    #expect(try box.text(of: draft) == Array("Text é\n".utf8))
    // Recovery leaves it alone.
    try folder.journal().withLock { writer in #expect(writer.recovered == []) }
    try box.remove(draft)
    #expect(folder.names(".threadjournal/drafts") == [])
  }

  /// Records a transaction called `summary`, which is made.
  private func keep(
    _ summary: String, _ bytes: [UInt8] = [], isFinal: Bool = false, in log: TransactionLog
  ) throws {
    var transaction = Transaction(
      summary: summary, time: .test, changes: [.created(path: "n.md", bytes: bytes)])
    transaction.isFinal = isFinal
    _ = try log.commit(log.begin(transaction))
  }

  @Test("the last changes are on record, the newest first; a torn one is passed over")
  func changes() throws {
    let folder = try JournalFolder()
    let log = try folder.journal().log
    let last = TransactionLog.limit + 30
    for number in 1...last { try keep("change \(number)", in: log) }
    #expect(try log.numbers() == (31...UInt64(last)).reversed())
    #expect(try log.transaction(UInt64(last))?.summary == "change \(last)")
    folder.write("0000", ".threadjournal/changes/" + Checksum.hexadecimal(UInt64(last)))
    #expect(try log.transaction(UInt64(last)) == nil)
    #expect(try log.transaction(UInt64(last) - 1)?.summary == "change \(last - 1)")
  }

  @Test("the record of the last purge stays, however many changes there were since")
  func purges() throws {
    let folder = try JournalFolder()
    let log = try folder.journal().log
    try keep("purge", isFinal: true, in: log)
    let last = UInt64(TransactionLog.limit) + 10
    for number in 2...last { try keep("change \(number)", in: log) }
    #expect(try log.numbers() == (11...last).reversed() + [1])
    // The next one takes away all before it.
    try keep("purge", isFinal: true, in: log)
    try log.erase(before: last + 1, purged: [])
    try keep("after", in: log)
    #expect(try log.numbers() == [last + 2, last + 1])
  }

  @Test("of records that go the entries stay known, but for what is purged or forgotten")
  func knownEntries() throws {
    let folder = try JournalFolder()
    let log = try folder.journal().log
    func entry(_ id: String) -> [UInt8] { Array("## 2026-03-28 9:05 {#\(id)}\n\nWords.\n".utf8) }
    for id in ["aaaaaaaa01", "aaaaaaaa02", "aaaaaaaa03"] { try keep("add", entry(id), in: log) }
    #expect(log.knownEntries().entries.isEmpty)
    let last = TransactionLog.limit + 3
    for number in 4...last { try keep("change \(number)", in: log) }
    let known = log.knownEntries().entries.values.map { "\($0.id) \($0.time) \($0.path)" }.sorted()
    #expect(known == (1...3).map { "aaaaaaaa0\($0) 2026-03-28 09:05 n.md" })
    #expect(folder.text(".threadjournal/changes/known")?.contains("Words") == false)
    log.forget(
      try #require(
        log.knownEntries().entries.keys.first { $0.description.hasSuffix("1") }.map {
          [$0.description]
        }))
    #expect(log.knownEntries().entries.count == 2)
    // One that was forgotten comes back; behind a line that a power cut ended, others are read.
    let cut = (folder.text(".threadjournal/changes/known") ?? "") + "aaaaaaaa05\t2026"
    folder.write(cut, ".threadjournal/changes/known")
    for id in ["aaaaaaaa01", "aaaaaaaa04"] { try keep("add", entry(id), in: log) }
    try log.erase(before: UInt64(last) + 3, purged: [Checksum("aaaaaaaa02".utf8)])
    let left = log.knownEntries().entries.keys.map(\.description).sorted()
    #expect(left == ["aaaaaaaa01", "aaaaaaaa03", "aaaaaaaa04"])
    #expect(folder.text(".threadjournal/changes/known")?.contains("aaaaaaaa02") == false)
  }

  @Test("beyond 64 MB only the newest 20 records stay")
  func largeChanges() throws {
    let folder = try JournalFolder()
    let log = try folder.journal().log
    for _ in 1...5 { try keep("small", in: log) }
    let large = [UInt8](repeating: 0, count: TransactionLog.mostBytes / 18)
    for _ in 1...25 { try keep("large", large, in: log) }
    #expect(try log.numbers() == (11...30).reversed())
    for _ in 1...5 { try keep("small", in: log) }
    // Twenty-five fit again where the last are small.
    #expect(try log.numbers().count >= 20)
  }

  @Test(
    "a stray file among the records does not become the newest",
    arguments: ["ffffffffffffffff", "0001000000000001", "7fffffffffffffff", "00000000000000AB"])
  func strayNumber(name: String) throws {
    let folder = try JournalFolder()
    let log = try folder.journal().log
    try keep("one", in: log)
    folder.write("x", ".threadjournal/changes/" + name)
    try keep("two", in: log)
    #expect(try log.numbers() == [2, 1])
    #expect(try log.transaction(2)?.summary == "two")
    #expect(
      try folder.journal().foreignState().map(\.path) == [".threadjournal/changes/" + name])
  }

  @Test("a second writer is refused, with the first one's process id")
  func busy() throws {
    let folder = try JournalFolder()
    let journal = try folder.journal()
    try journal.withLock { _ in
      #expect(throws: StorageError.busy(processID: Int(getpid()))) {
        try journal.withLock(timeLimit: 0.01) { _ in }
      }
    }
    // A child that another test starts in this moment has the lock until it is another program.
    try journal.withLock(timeLimit: 5) { _ in }
  }

  @Test(
    "a newer format is read and not written (F30)",
    arguments: [
      ("format: 2\n", true), ("format: 1\n", false), ("", false),
      ("# x\r\nformat:   7 # y\r\n", true),
      ("format: 99999999999999999999\n", true), ("format: one\n", true),
      ("\"format\": 2\n", true), (" format: 2\n", true), ("format : 2\n", true),
      ("{format: 2}\n", true), ("{\"format\":2}", true), ("\u{feff}format: 2\n", true),
      ("'format': 2", true), ("format:\n  2\n", true), ("--- {format: 2}\n", true),
      ("---\nformat: 2\n", true), ("format: 2.0\n", true), ("format: 0x2\n", true),
      ("format: \"2\"\n", true), ("format: &a 2\n", true), ("format: !!int 2\n", true),
      ("a: &a 2\nformat: *a\n", true), ("? format\n: 2\n", true), ("!!str format: 2\n", true),
      ("\"f\\x6frmat\": 2\n", true), ("<<: {format: 2}\n", true), ("format:\t2\n", true),
      ("format: 1\nformat: 2\n", true), ("format: 2\nformat: 1\n", true), ("format:\n", true),
      ("format: 0\n", true), ("format: [1]\n", true), ("a: [\nformat: 2\n", true),
      ("color: never\n", false), ("# format: 2\n", false), ("\u{feff}format: 1 # x\n", false),
      ("{format: 1}\n", false), ("note: format: 2\n", true), ("%YAML 1.2\n---\nformat: 2\n", true),
    ])
  func newerFormat(_ configuration: String, _ isNewer: Bool) throws {
    let folder = try JournalFolder()
    folder.write(configuration, ".threadjournal/config.yml")
    folder.write("x", "a.md")
    let journal = try folder.journal()
    #expect(journal.formatIsNewer == isNewer)
    #expect(try journal.read("a.md") == Array("x".utf8))
    if isNewer {
      #expect(throws: StorageError.self) { try journal.withLock { _ in } }
    } else {
      try journal.withLock { _ in }
    }
  }

  @Test("the nearest journal upwards is found")
  func finding() throws {
    let folder = try JournalFolder()
    folder.makeFolder("a")
    folder.makeFolder("a/b")
    #expect(try JournalDirectory.find(from: folder.root + "/a/b") == folder.root)
    #expect(try JournalDirectory.find(from: String(folder.root.dropLast(2))) == nil)
    #expect(throws: StorageError.notAJournal(path: folder.root + "/a")) {
      try JournalDirectory(opening: folder.root + "/a")
    }
  }
}
