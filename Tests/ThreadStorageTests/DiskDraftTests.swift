import Testing

@testable import ThreadStorage

/// Drafts, recovery from them, the record of changes, and the lock.
@Suite struct DiskDraftTests {
  private static let block = Array("\n## 2026-03-29 {#bbbb}\n\nText.\n".utf8)

  /// Leaves an append draft as a killed program would, and then `thread` in the thread's place.
  private func leave(_ folder: DiskFolder, before: String, thread: String) throws {
    var record = DraftRecord(.append, target: "a.md")
    record.size = before.utf8.count
    record.before = Checksum(Array(before.utf8).suffix(JournalWriter.rememberedTail)).text
    record.key = "{#bbbb"
    record.bytes = Self.block
    try folder.journal().withLock { writer in
      _ = try DraftBox.write(record, in: writer.drafts)
    }
    folder.write(thread, "a.md")
  }

  @Test(
    "what a crash left of an append is finished, once",
    arguments: [
      ("old\n", "old\n", "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n", RecoveryNote.Outcome.applied),
      ("old\n", "old\n\n## 2026-", "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n", .completed),
      (
        "old\n", "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n",
        "old\n\n## 2026-03-29 {#bbbb}\n\nText.\n", .alreadyThere
      ),
      ("old\n", "changed", "changed\n\n## 2026-03-29 {#bbbb}\n\nText.\n", .applied),
      ("old\n", "win\r\n", "win\r\n\r\n## 2026-03-29 {#bbbb}\n\nText.\n", .applied),
      ("old\n", "", "## 2026-03-29 {#bbbb}\n\nText.\n", .applied),
    ])
  func finishing(
    _ before: String, _ thread: String, _ after: String, _ outcome: RecoveryNote.Outcome
  ) throws {
    let folder = try DiskFolder()
    try leave(folder, before: before, thread: thread)
    let notes = try folder.journal().withLock { writer in writer.recovered }
    #expect(notes.map(\.outcome) == [outcome] && notes.map(\.thread) == ["a.md"])
    #expect(folder.bytes("a.md") == Array(after.utf8))
    #expect(try folder.journal().withLock { writer in writer.recovered } == [])
    #expect(folder.bytes("a.md") == Array(after.utf8))
  }

  @Test("an entry edited since, a thread gone, and a torn draft are kept as drafts")
  func keeping() throws {
    let folder = try DiskFolder()
    try leave(folder, before: "old\n", thread: "old\n\n## 2026-03-29 {#bbbb}\n\nOther.\n")
    try folder.journal().withLock { _ in }
    #expect(folder.text("a.md") == "old\n\n## 2026-03-29 {#bbbb}\n\nOther.\n")
    try leave(folder, before: "old\n", thread: "")
    folder.remove("a.md")
    try folder.journal().withLock { _ in }
    folder.write(
      "tj-draft 1 append\ntarget: a.md\nlength: 99\n\nhalf a tex",
      ".threadjournal/drafts/0000000000000001.append")
    try folder.journal().withLock { _ in }
    let box = try folder.journal().drafts
    let texts = Set(try box.list().map { String(decoding: try box.text(of: $0), as: UTF8.self) })
    #expect(texts == [String(decoding: Self.block, as: UTF8.self), "half a tex"])
    #expect(try box.list().count == 3)
  }

  @Test("one draft that cannot be finished does not stop the rest (S6)")
  func independence() throws {
    let folder = try DiskFolder()
    try leave(folder, before: "old\n", thread: "old\n")
    var record = DraftRecord(.append, target: "folder.md")
    record.bytes = Self.block
    folder.makeFolder("folder.md")
    let drafts = try folder.journal().drafts.folder()
    try DraftBox.write(record.encoded, to: "0000000000000000.append", in: drafts)
    let notes = try folder.journal().withLock { writer in writer.recovered }
    #expect(notes.map(\.thread) == ["folder.md", "a.md"])
    #expect(notes.last?.outcome == .applied)
    #expect(folder.text("a.md")?.hasSuffix("Text.\n") == true)
  }

  @Test("a record reads back as it was written; a changed one does not")
  func records() {
    var record = DraftRecord(.append, target: "a%\n\u{1b}é.md")
    record.size = 12
    record.key = "{#x\n"
    record.bytes = [0, 255, 10, 10, 13]
    let encoded = record.encoded
    let read = DraftRecord(decoding: encoded)
    #expect(read?.target == record.target && read?.key == record.key && read?.size == 12)
    #expect(read?.bytes == record.bytes)
    for count in 0..<encoded.count {
      #expect(DraftRecord(decoding: Array(encoded[..<count])) == nil)
    }
    var changed = encoded
    changed[encoded.count - 1] ^= 1
    #expect(DraftRecord(decoding: changed) == nil)
  }

  @Test("text drafts are kept, listed and taken away")
  func textDrafts() throws {
    let folder = try DiskFolder()
    let box = try folder.journal().drafts
    #expect(try box.list().isEmpty)
    let draft = try box.create(Array("Text é\n".utf8), note: Array("add a".utf8))
    #expect(try box.list().map(\.path) == [draft.path])
    #expect(folder.text(".threadjournal/drafts/\(draft.name).md") == "Text é\n")
    #expect(try box.note(of: draft) == Array("add a".utf8))
    #expect(try box.text(of: box.draft(named: draft.name)) == Array("Text é\n".utf8))
    // Recovery leaves it alone.
    try folder.journal().withLock { writer in #expect(writer.recovered == []) }
    try box.remove(draft)
    #expect(folder.names(".threadjournal/drafts") == [])
  }

  @Test("the last 200 changes are on record, the newest first; a torn one is passed over")
  func changes() throws {
    let folder = try DiskFolder()
    let log = try folder.journal().changes
    for number in 1...230 { try log.append(Array("change \(number)".utf8)) }
    #expect(try log.numbers() == (31...230).reversed())
    #expect(try log.record(230)?.bytes == Array("change 230".utf8))
    folder.write("0000", ".threadjournal/changes/" + Checksum.hexadecimal(230))
    #expect(try log.record(230) == nil)
    #expect(try log.record(229)?.bytes == Array("change 229".utf8))
  }

  @Test("beyond 64 MB only the newest 20 records stay")
  func largeChanges() throws {
    let folder = try DiskFolder()
    let log = try folder.journal().changes
    for _ in 1...5 { try log.append([1]) }
    let large = [UInt8](repeating: 0, count: ChangeLog.mostBytes / 18)
    for _ in 1...25 { try log.append(large) }
    #expect(try log.numbers() == (11...30).reversed())
    for _ in 1...5 { try log.append([1]) }
    // Twenty-five fit again where the last are small.
    #expect(try log.numbers().count >= 20)
  }

  @Test(
    "a stray file among the records does not become the newest",
    arguments: ["ffffffffffffffff", "0001000000000001", "7fffffffffffffff", "00000000000000AB"])
  func strayNumber(name: String) throws {
    let folder = try DiskFolder()
    let log = try folder.journal().changes
    try log.append([1])
    folder.write("x", ".threadjournal/changes/" + name)
    try log.append([2])
    #expect(try log.numbers() == [2, 1])
    #expect(try log.record(2)?.bytes == [2])
    #expect(
      try folder.journal().foreignState().map(\.path) == [".threadjournal/changes/" + name])
  }

  @Test("a second writer is refused, with the first one's process id (S4)")
  func busy() throws {
    let folder = try DiskFolder()
    let journal = try folder.journal()
    try journal.withLock { _ in
      #expect(throws: StorageError.busy(processID: Int(getpid()))) {
        try journal.withLock(timeLimit: 0.01) { _ in }
      }
    }
    try journal.withLock(timeLimit: 0) { _ in }
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
    let folder = try DiskFolder()
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
    let folder = try DiskFolder()
    folder.makeFolder("a")
    folder.makeFolder("a/b")
    #expect(try JournalDirectory.find(from: folder.root + "/a/b") == folder.root)
    #expect(try JournalDirectory.find(from: String(folder.root.dropLast(2))) == nil)
    #expect(throws: StorageError.notAJournal(path: folder.root + "/a")) {
      try JournalDirectory(opening: folder.root + "/a")
    }
  }
}
