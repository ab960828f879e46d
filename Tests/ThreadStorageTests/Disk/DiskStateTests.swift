import Synchronization
import TestSupport
import Testing

@testable import ThreadStorage

/// What lies in the folders of the program's state and was not written here is left alone.
@Suite struct DiskStateTests {
  private static let block = "\n## 2026-03-29 {#bbbb}\n\nThe new entry.\n"

  /// Leaves a transaction that was begun and not made.
  @discardableResult
  private func leave(_ change: FileChange, in folder: JournalFolder) throws -> UInt64 {
    try folder.journal().log.begin(
      Transaction(summary: "test", time: .test, changes: [change])
    ).number
  }

  private func addition(to path: String) -> FileChange {
    .edited(
      path: path,
      [Hunk(adding: Array(Self.block.utf8), behind: FileTail(size: 2, bytes: [97, 10]))])
  }

  /// Every kind of change, with `path` in each of its places.
  private func changes(_ path: String) -> [FileChange] {
    let removed = RemovedFile(name: "0123456789abcdef-x", permissions: 0o600)
    return [
      addition(to: path), .created(path: path, bytes: [10]),
      .created(path: path, bytes: [10], removed: removed),
      .removed(path: path, bytes: [97, 10], as: removed), .renamed(from: path, to: "n.md"),
      .renamed(from: "a.md", to: path),
    ]
  }

  /// Paths that no change may name, whoever names them.
  static let foreignPaths = [
    "../victim.md", "/tmp/victim.md", ".git/config", ".git/config.md", "x/../../victim.md",
    ".threadjournal/config.yml", ".gitattributes", "a.txt", "x//a.md", "./a.md", "x/.hidden/a.md",
    "", "a.md/", ".md", "a.md\0b.md", "out/victim.md",
  ]

  @Test(
    "a record that names what is no thread's file is set aside, and never tried again",
    arguments: foreignPaths)
  func foreignTarget(path: String) throws {
    for change in changes(path) {
      let folder = try JournalFolder()
      folder.write("a\n", "a.md")
      folder.link("..", "out")
      folder.write("a\n", "../victim.md")
      let before = folder.allFiles()
      try leave(change, in: folder)
      let notes = try folder.journal().withLock { writer in writer.recovered }
      #expect(folder.allFiles() == before)
      #expect(folder.text("a.md") == "a\n")
      #expect(folder.text("../victim.md") == "a\n")
      #expect(folder.text(".threadjournal/config.yml") == "format: 1\n")
      #expect(notes.count == 1)
      #expect(folder.names(".threadjournal/changes").allSatisfy { $0.hasSuffix(".refused") })
      #expect(try folder.journal().withLock { writer in writer.recovered } == [])
    }
  }

  @Test(
    "nor does a purge that was cut short erase what is no thread's file", arguments: foreignPaths)
  func foreignErasure(path: String) throws {
    let (text, rest) = (Array("## 2026-03-28\n\na\n".utf8), Checksum([UInt8]()))
    let document = ThreadDocument(text)
    let removed = RemovedFile(name: "0123456789abcdef-x", permissions: 0o600)
    let entries = Erasure(of: document.entries, in: document, at: path)
    #expect(
      entries
        == .entries(
          path: path, [ErasedEntry(offset: 0, length: 16, sum: Checksum(text.dropLast()), id: nil)],
          leaving: rest))
    for erasure in [entries, .file(path: path, Checksum(text), as: removed)] {
      let folder = try JournalFolder()
      folder.link("..", "out")
      folder.write(String(decoding: text, as: UTF8.self), "../victim.md")
      var transaction = Transaction(summary: "test", time: .test)
      transaction.erasures = [erasure]
      _ = try folder.journal().log.begin(transaction)
      let notes = try folder.journal().withLock { writer in writer.recovered }
      #expect(notes.count == 1)
      #expect(folder.text("../victim.md") == String(decoding: text, as: UTF8.self))
      #expect(folder.names(".threadjournal/changes").allSatisfy { $0.hasSuffix(".refused") })
    }
  }

  @Test("a displaced file that is another file, too, keeps its bytes when it is erased")
  func linkedDisplaced() throws {
    let folder = try JournalFolder()
    folder.write("## 2026-03-28 {#aaaa}\n\na\n", "a.md")
    try folder.journal().withLock { writer in try writer.change("a.md") { $0 + [10] } }
    let name = try #require(folder.names(".threadjournal/displaced").first)
    folder.hardLink(".threadjournal/displaced/\(name)", "../other")
    let before = folder.text("../other")
    let state = try folder.journal().state(.displaced)
    #expect(try Backups(state: state, now: 0).erase(name))
    #expect(folder.names(".threadjournal/displaced") == [])
    #expect(folder.text("../other") == before && before != "")
  }

  @Test("no change takes such a path from a person either", arguments: foreignPaths)
  func foreignArgument(path: String) throws {
    let folder = try JournalFolder()
    folder.write("a\n", "a.md")
    folder.link("..", "out")
    folder.write("a\n", "../victim.md")
    let before = folder.allFiles()
    try folder.journal().withLock { writer in
      #expect(throws: StorageError.self) { try writer.rewrite(path) { $0 + [10] } }
      #expect(throws: StorageError.self) { try writer.add([10], to: path) }
      #expect(throws: StorageError.self) { try writer.create(path, [10]) }
      let removed = RemovedFile(name: "", permissions: 0o600)
      #expect(throws: StorageError.self) { _ = try writer.remove(path, [], as: removed) }
      #expect(throws: StorageError.self) { try writer.rename(path, to: "b.md") }
      #expect(throws: StorageError.self) { try writer.rename("a.md", to: path) }
      let kept = RemovedFile(name: Backups.freshName(for: "a.md"), permissions: 0o600)
      #expect(throws: StorageError.self) { try writer.create(path, [10], kept) }
    }
    #expect(folder.allFiles() == before)
    #expect(folder.text("../victim.md") == "a\n")
  }

  @Test(
    "the name of a backup that a record gives stays in its folder",
    arguments: ["../../../victim.md", "../drafts/x", "/etc/passwd", "a.md", ".."])
  func foreignPart(name: String) throws {
    let folder = try JournalFolder()
    folder.write("a\n", "a.md")
    folder.write("victim\n", "../victim.md")
    let removed = RemovedFile(name: name, permissions: 0o600)
    try folder.journal().withLock { writer in
      #expect(throws: StorageError.invalidName(path: name)) {
        _ = try writer.remove("a.md", Array("a\n".utf8), as: removed)
      }
      _ = try ConcurrentSave.Watch(
        path: "a.md", copy: name, lines: Array("words that stand nowhere".utf8)
      ).write(to: writer.drafts)
    }
    for change in [
      FileChange.removed(path: "a.md", bytes: Array("a\n".utf8), as: removed),
      .created(path: "n.md", bytes: [10], removed: removed),
    ] {
      try leave(change, in: folder)
      let notes = try folder.journal().withLock { writer in writer.recovered }
      guard case .refused? = notes.first?.outcome else {
        Issue.record("\(notes)")
        continue
      }
    }
    try folder.journal().withLock { writer in try writer.change("a.md") { $0 + [10] } }
    #expect(folder.text("../victim.md") == "victim\n")
    #expect(folder.text("a.md") == "a\n\n")
  }

  @Test("a record that git tracks, or that others own or may write to, is not acted on")
  func foreignRecord() throws {
    let folder = try JournalFolder()
    folder.write("a\n", "a.md")
    try folder.journal().withLock { _ in }
    for _ in 0..<6 { try leave(addition(to: "a.md"), in: folder) }
    let changes = "cd '\(folder.root)/.threadjournal/changes' && "
    shell(changes + "chmod 622 *1.pending && chmod 620 *2.pending && mv *3.pending odd.pending")
    shell(changes + "rm *4.pending && mkfifo 0000000000000004.pending")
    shell(changes + "truncate -s 3G *5.pending")
    if getuid() == 0 { shell(changes + "chown 12:34 *[12].pending") }
    var journal = try folder.journal()
    journal.trackedState = TrackedState { ["changes/0000000000000006.pending"] }
    let notes = try journal.withLock { writer in writer.recovered }
    #expect(notes.count == (getuid() == 0 ? 2 : 0))
    for note in notes {
      guard case .leftToOwner = note.outcome else {
        Issue.record("\(note)")
        continue
      }
    }
    #expect(folder.text("a.md") == "a\n")
    #expect(try journal.log.pending().isEmpty)
    let faults = journal.foreignState().map(\.fault)
    #expect(faults.count == (getuid() == 0 ? 6 : 5))
    for fault in [StateFault.trackedByGit, .unknownName, .notAFile(.pipe), .tooLarge(3 << 30)] {
      #expect(faults.contains(fault))
    }
    // What another user could only write to by the owner's will is no fault of a group of one's own.
    #expect(faults.contains(getuid() == 0 ? .ownedBy(12) : .writableByOthers))
  }

  @Test("where git tracks more files than it tells, none is believed")
  func tooManyTracked() throws {
    let folder = try JournalFolder()
    folder.write("a\n", "a.md")
    try folder.journal().withLock { _ in }
    try leave(addition(to: "a.md"), in: folder)
    var journal = try folder.journal()
    journal.trackedState = TrackedState { nil }
    try journal.withLock { writer in #expect(writer.recovered == []) }
    #expect(folder.text("a.md") == "a\n")
    #expect(journal.foreignState().map(\.fault) == [.trackedByGit])
  }

  @Test("a file of a size that no journal has is told, and never read")
  func enormousFiles() throws {
    let folder = try JournalFolder()
    folder.write("a\n", "a.md")
    folder.write("---\ntitle: Big\n---\n", "big.md")
    try folder.journal().withLock { _ in }
    let displaced = Backups.freshName(for: "a.md")
    shell(
      "truncate -s 1T '\(folder.root)/big.md' && mkdir '\(folder.root)/.threadjournal/displaced'")
    shell("truncate -s 1T '\(folder.root)/.threadjournal/displaced/\(displaced)'")
    shell("truncate -s 1T '\(folder.root)/.threadjournal/lock'")
    let journal = try folder.journal()
    let error = StorageError.tooLarge(path: "big.md", limit: JournalDirectory.mostBytes)
    #expect(throws: error) { _ = try journal.read("big.md") }
    let reader = FileReader(journal)
    #expect(throws: error) { try reader.read("big.md") }
    #expect(throws: error) { try reader.read("big.md", upTo: 9) }
    try journal.withLock { writer in
      #expect(throws: error) { try writer.rewrite("big.md") { $0 + [10] } }
      #expect(throws: error) { try writer.add([10], to: "big.md") }
    }
    try journal.withLock { writer in #expect(writer.recovered == []) }
    shell("truncate -s 1T '\(folder.root)/.threadjournal/config.yml'")
    #expect(throws: StorageError.self) { _ = try folder.journal() }
  }

  @Test(
    "nothing that stands in the place of a folder of state is written through, and check tells it",
    arguments: StateFolder.Kind.allCases)
  func oddFolder(kind: StateFolder.Kind) throws {
    for (command, found) in [("ln -s ../..", FileKind.symbolicLink), ("mkfifo", .pipe)] {
      let folder = try JournalFolder()
      folder.write("a\n", "a.md")
      let path = ".threadjournal/" + kind.rawValue
      shell("\(command) '\(folder.root)/\(path)'")
      let journal = try folder.journal()
      let before = folder.allFiles()
      #expect(throws: StorageError.notAFolder(path: folder.root + "/" + path, kind: found)) {
        try journal.withLock { writer in
          _ = try writer.directory.log.numbers()
          try writer.rewrite("a.md") { $0 + [10] }
        }
      }
      #expect(folder.allFiles() == before)
      #expect(folder.text("a.md") == "a\n")
      #expect(journal.foreignState().map(\.path) == [path])
      #expect(journal.foreignState().map(\.fault) == [.notAFile(found)])
    }
  }

  @Test(
    "the program's own files are not written through a link of either kind",
    arguments: [".gitattributes", ".threadjournal/config.yml"])
  func linkedOwnFile(path: String) throws {
    let folder = try JournalFolder()
    folder.write("format: 1\n", "../victim")
    let journal = try folder.journal()
    let rewrite = {
      try journal.withLock { writer in
        path == ".gitattributes"
          ? try writer.rewriteGitAttributes { $0 + [10] }
          : try writer.rewriteConfiguration { $0 + [10] }
      }
    }
    shell("ln -sf ../victim '\(folder.root)/\(path)'")
    #expect(throws: (any Error).self) { try rewrite() }
    folder.remove(path)
    folder.hardLink("../victim", path)
    try rewrite()
    #expect(folder.text(path) == "format: 1\n\n")
    #expect(folder.text("../victim") == "format: 1\n")
  }

  @Test("a note whose text is gone goes after a while, and not before")
  func orphanedNote() throws {
    let folder = try JournalFolder()
    try folder.journal().withLock { _ in }
    folder.write("x", ".threadjournal/drafts/0123456789abcdef.note")
    try folder.journal().withLock { _ in }
    #expect(folder.names(".threadjournal/drafts") == ["0123456789abcdef.note"])
    // The time of now is that of the lock, which is not written to where it has another name.
    folder.hardLink(".threadjournal/lock", "../lock")
    shell("touch -d '+1 hour' '\(folder.root)/.threadjournal/lock'")
    try folder.journal().withLock { _ in }
    #expect(folder.names(".threadjournal/drafts") == [])
  }

  @Test("a lock file that is another file, too, is not written to")
  func linkedLock() throws {
    let folder = try JournalFolder()
    folder.write("words", "../victim")
    folder.remove(".threadjournal/lock")
    folder.hardLink("../victim", ".threadjournal/lock")
    try folder.journal().withLock { _ in }
    #expect(folder.text("../victim") == "words")
  }

  #if os(Linux)
    @Test("where a link leads is told only where a text can name it")
    func linkToNoText() throws {
      let folder = try JournalFolder()
      shell(
        "cd '\(folder.root)' && mkdir \"$(printf 'x\\377')\" && ln -s \"$(printf 'x\\377')\" link")
      let link = folder.root + "/link"
      #expect(throws: StorageError.system(operation: .resolve, path: link, code: EILSEQ)) {
        try SystemCalls.realPath(link)
      }
    }
  #endif

  @Test("one's own journal is trusted, and none that others own or may exchange")
  func distrust() throws {
    let folder = try JournalFolder()
    #expect(try JournalDirectory.distrust(of: folder.root) == nil)
    let real = try SystemCalls.realPath(folder.root)
    let parent = String(real.dropLast(2))
    let faults = { try JournalDirectory.distrust(of: folder.root) }
    shell("chmod 777 '\(parent)'")
    #expect(try faults() == .writableByOthers(path: parent))
    shell("chmod 1777 '\(parent)'")
    #expect(try faults() == nil)
    shell("chmod 777 '\(folder.root)/.threadjournal'")
    #expect(try faults() == .writableByOthers(path: real + "/.threadjournal"))
    shell("chmod 700 '\(folder.root)/.threadjournal'")
    shell("chmod 777 '\(folder.root)'")
    #expect(try faults() == .writableByOthers(path: real))
    shell("chmod 700 '\(folder.root)'")
    guard getuid() == 0 else { return }
    for path in [real, real + "/.threadjournal", parent] {
      shell("chown 12 '\(path)'")
      #expect(try faults() == .ownedBy(path: path, user: 12))
      shell("chown 0 '\(path)'")
    }
  }
}

#if DEBUG
  extension DiskStateTests {
    /// What a file system may lack: the calls that fail there, and with what.
    enum Lack: CaseIterable, Sendable {
      case exchange, exchangeAndLinks, sync, all

      var operations: [FileOperation] {
        switch self {
        case .exchange: [.exchange]
        case .exchangeAndLinks: [.exchange, .link]
        case .sync: [.sync]
        case .all: [.exchange, .link, .sync]
        }
      }

      var limits: [FileSystemLimits.Limit] {
        switch self {
        case .exchange: [.exchange]
        case .exchangeAndLinks: [.exchange, .hardLinks]
        case .sync: [.sync]
        case .all: [.exchange, .hardLinks, .sync]
        }
      }
    }

    @Test(
      "where the file system lacks something, the next best is done, and told",
      arguments: Lack.allCases, [Int32(EINVAL), ENOSYS, ENOTSUP])
    func weakFileSystem(_ lack: Lack, code: Int32) throws {
      let folder = try JournalFolder()
      folder.write("a\n", "a.md")
      let plan = FaultPlan(.failFromHere(code)) { operation, path in
        lack.operations.contains(operation)
      }
      let notes = try Interception.$current.withValue(plan) {
        try folder.journal().withLock { writer in
          try writer.change("a.md") { $0 + Array("more\n".utf8) }
          try writer.add(Array("and more\n".utf8), to: "a.md")
          try writer.create("new.md", [10])
          return writer.notes
        }
      }
      #expect(folder.text("a.md") == "a\nmore\nand more\n")
      #expect(folder.text("new.md") == "\n")
      #expect(notes.map(\.outcome) == [.fileSystemLacks(lack.limits)])
    }

    @Test(
      "without a rename that spares what is there, nothing is written over",
      arguments: [false, true])
    func renameToFree(isTaken: Bool) throws {
      let folder = try JournalFolder()
      let renames = Mutex(0)
      let plan = FaultPlan(.failFromHere(EINVAL)) { operation, path in
        if operation == .link { return true }
        guard operation == .rename, path == "new.md" else { return false }
        let number = renames.withLock { count -> Int in
          count += 1
          return count
        }
        // Somebody makes the file just before.
        if isTaken, number == 1 { folder.write("theirs\n", "new.md") }
        return number == 1
      }
      try Interception.$current.withValue(plan) {
        try folder.journal().withLock { writer in
          if isTaken {
            #expect(throws: StorageError.exists(path: "new.md")) {
              try writer.create("new.md", [10])
            }
          } else {
            try writer.create("new.md", [10])
          }
        }
      }
      #expect(folder.text("new.md") == (isTaken ? "theirs\n" : "\n"))
      #expect(folder.names(".threadjournal/displaced") == [])
    }
  }
#endif
