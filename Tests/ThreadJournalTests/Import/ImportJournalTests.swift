import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportJournalTests {
  private static let zone = LocalTimeZone.fixed(-14_400)

  /// A journal in a fresh folder, which is removed afterwards.
  private func withJournal(_ body: (Journal) throws -> Void) throws {
    let folder = try JournalFolder()
    let now = Instant(secondsSinceEpoch: 1_774_696_353)
    try withExtendedLifetime(folder) {
      try body(Journal(try folder.directory(), zone: Self.zone, now: now))
    }
  }

  private func reading(_ table: String) -> ImportReading {
    ImportReader.read(Array(table.utf8), file: "log.csv", ImportOptions(zone: Self.zone))
  }

  @Test("Threads are made at their paths, and the same import again changes no file")
  func importing() throws {
    try withJournal { journal in
      let table = reading(
        "thread,path,id,time,text,mood\nA,x/a.md,aaa,2026-03-28T07:12:33-04:00,One,7\n"
          + "B,,,2026-03-29,Two,\nA,x/a.md,bbb,2026-03-27,Zero,8\n")
      let plan = try journal.importEntries(table).result
      #expect(plan.problems == [])
      #expect(plan.entryCount == 3)
      #expect(journal.directory.threadFiles().files.sorted() == ["b.md", "x/a.md"])
      let file = try journal.file(at: "x/a.md")
      #expect(file.entries(.all).map { $0.id?.description } == ["bbb", "aaa"])
      #expect(file.schema.field(named: "mood")?.type == .integer)
      let before = try journal.directory.read("b.md")
      let again = try journal.importEntries(table).result
      #expect(again.entryCount == 0)
      #expect(again.held.same == 3)
      #expect(try journal.directory.read("b.md") == before)
    }
  }

  @Test("Where one row is wrong, nothing is written")
  func allOrNothing() throws {
    try withJournal { journal in
      let plan = try journal.importEntries(reading("date,text\n2026-03-28,a\nno,b\n")).result
      #expect(plan.problems.map(\.line) == [3])
      #expect(journal.directory.threadFiles().files == [])
    }
  }

  @Test("A path that another thread has is left to it")
  func takenPath() throws {
    try withJournal { journal in
      _ = try journal.importEntries(reading("thread,path,id,time,text\nA,a.md,a1,2026-03-28,x\n"))
      _ = try journal.importEntries(
        reading("thread,path,id,time,text\nOther,A.md,b1,2026-03-28,y\n"))
      #expect(journal.directory.threadFiles().files.sorted() == ["a.md", "other.md"])
    }
  }

  @Test("Of two threads of one title, the one that has the entries is meant, and no other")
  func twins() throws {
    try withJournal { journal in
      let rows =
        "thread,path,id,time,text\nSame,a.md,aa1,2026-01-01,upper\nSame,b.md,bb1,2026-01-02,lower\n"
      _ = try journal.importEntries(reading(rows))
      let root = journal.directory.root
      try FileManager.default.moveItem(atPath: root + "/b.md", toPath: root + "/zz.md")
      let again = try journal.importEntries(reading(rows))
      #expect(again.result.problems == [] && again.result.held.same == 2)
      #expect(!again.isChanged && again.result.held.elsewhere.isEmpty)
      let more = try journal.importEntries(reading(rows + "Same,b.md,bb2,2026-01-03,new\n"))
      #expect(more.result.problems == [] && more.result.entryCount == 1)
      #expect(try journal.file(at: "zz.md").entries(.all).count == 2)
      let unnamed = reading(
        "thread,path,id,time,text\nSame,,aa1,2026-01-01,upper\nSame,,bb1,2026-01-02,lower\n")
      let named = try journal.importEntries(unnamed)
      #expect(named.result.problems == [] && named.result.held.same == 2 && !named.isChanged)
      for (rows, isAlone) in [("", true), ("Other,,oo1,2026-01-04,x\n", false)] {
        let other = reading("thread,path,id,time,text\nSame,c.md,cc1,2026-01-03,x\n" + rows)
        let plan = try journal.importEntries(other).result
        #expect(plan.problems.map(\.kind) == [.ambiguousThread("Same", isAlone: isAlone)])
      }
    }
  }

  @Test("Where a thread cannot be read, nothing is imported, as its entries would be there twice")
  func unreadableThread() throws {
    try withJournal { journal in
      _ = try journal.importEntries(
        reading("thread,path,id,time,text\nA,a.md,aaa,2026-03-28T07:12:33-04:00,One\n"))
      let root = journal.directory.root
      try FileManager.default.moveItem(atPath: root + "/a.md", toPath: root + "/kept")
      try FileManager.default.createSymbolicLink(
        atPath: root + "/a.md", withDestinationPath: "gone.md")
      #expect(throws: FileProblem.self) {
        try journal.importEntries(
          reading("thread,path,id,time,text\nA,a.md,aaa,2026-03-28T07:12:33-04:00,One\n"))
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: root).sorted()
          == [".threadjournal", "a.md", "kept"])
    }
  }

  @Test("A link that leads out of the journal keeps nothing from being imported")
  func linkOutside() throws {
    try withJournal { journal in
      let outside = FileManager.default.temporaryDirectory
        .appending(path: "tj-outside-\(UInt64.random(in: 0...UInt64.max))")
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: outside) }
      try FileManager.default.createSymbolicLink(
        atPath: journal.directory.root + "/sub", withDestinationPath: outside.path)
      var told: [FileProblem] = []
      let plan = try journal.importEntries(reading("thread,date,text\nA,2026-03-28,One\n")) {
        told = $1
      }
      #expect(plan.result.entryCount == 1)
      #expect(told.count == 1)
    }
  }

  @Test("What a journal without entries exports adds nothing, and is no problem")
  func emptyExport() throws {
    try withJournal { journal in
      let header = CSVColumns.Entry.allCases.map(\.rawValue).joined(separator: ",") + "\n"
      let json = Array("{\"version\": 1, \"threads\": [], \"entries\": []}".utf8)
      for (file, bytes) in [("log.csv", Array(header.utf8)), ("log.json", json)] {
        let reading = ImportReader.read(bytes, file: file, ImportOptions(zone: Self.zone))
        #expect(reading.problems == [])
        let plan = try journal.importEntries(reading).result
        #expect(plan.entryCount == 0)
      }
      #expect(reading("date,text\n").problems.map(\.kind) == [.noEntries])
    }
  }

  private static let exported =
    "thread,path,id,time,edited,deleted,title,text,mood\n"
    + "A,a.md,aaa,2026-03-28T07:12:33-04:00,,,T,One,7\n"

  @Test(
    "An entry of which anything is different is told, and stays as it is",
    arguments: [
      ("T,One,7", "T,Two,7"), ("T,One,7", "U,One,7"), ("T,One,7", "T,One,8"), ("T,One,7", "T,One,"),
      ("07:12:33", "07:12:34"), (",,,T", ",2026-03-29T00:00:00-04:00,,T"),
      (",,,T", ",,2026-03-29T00:00:00-04:00,T"),
    ])
  func different(_ old: String, _ new: String) throws {
    try withJournal { journal in
      _ = try journal.importEntries(reading(Self.exported))
      let before = try journal.directory.read("a.md")
      let changed = Self.exported.replacingOccurrences(of: old, with: new)
      let plan = try journal.importEntries(reading(changed)).result
      #expect(plan.entryCount == 0)
      #expect(plan.held.different.map(\.reference) == ["aaa"])
      #expect(plan.held.different.map(\.thread) == ["A"])
      #expect(plan.held.same == 0)
      #expect(try journal.directory.read("a.md") == before)
    }
  }

  @Test(
    "An entry is the same in other words for its time, in another thread, and beside a deleted twin"
  )
  func same() throws {
    try withJournal { journal in
      let root = URL(filePath: journal.directory.root)
      let files = [
        "z.md": "## 2026-03-28T07:12:33 T {#aaa}\n* Mood:: 7\n\nOne\n",
        "b.md": "## 2026-03-28 07:12:33 T {#aaa .deleted}\n- mood:: 8\n\nTwo\n",
      ]
      for (name, text) in files { try Data(text.utf8).write(to: root.appending(path: name)) }
      let plan = try journal.importEntries(reading(Self.exported)).result
      #expect(plan.entryCount == 0)
      #expect(plan.held.same == 1)
      #expect(plan.held.different.isEmpty && plan.held.inTrash.isEmpty)
    }
  }

  @Test(
    "The file's entry counts where it is preferred, or newer; only what the file tells is changed",
    arguments: [
      (ImportPreference.file, "aaa,2026-03-28,,Two", true),
      (.newest, "aaa,2026-03-28,,Two", false),
      (.newest, "aaa,2026-03-28,2026-03-29T08:00:00Z,Two", false),
      // The file was written now, perhaps by hand.
      (.newest, "aaa,2026-03-28,2026-03-29T08:00:01Z,Two", false),
      (.newest, "aaa,2026-03-28,2999-03-29T08:00:01Z,Two", true),
      (.newestByMarks, "aaa,2026-03-28,2026-03-29T08:00:00Z,Two", false),
      (.newestByMarks, "aaa,2026-03-28,2026-03-29T08:00:01Z,Two", true),
      (.newestByMarks, "aaa,2026-03-30,,Two", true), (.journal, "aaa,2026-03-30,,Two", false),
    ])
  func preferences(_ preference: ImportPreference, _ row: String, _ isReplaced: Bool) throws {
    try withJournal { journal in
      let file =
        "# A\n\n## 2026-03-28 T {#aaa .own edited=\"2026-03-29T08:00:00Z\"}\n* mood:: 7\n\nOne\n\n\n"
        + "## 2026-03-27 {#bbb}\n\nOther"
      let path = URL(filePath: journal.directory.root).appending(path: "a.md")
      try Data(file.utf8).write(to: path)
      var reading = reading("thread,path,id,time,edited,text\nA,a.md,\(row)\n")
      reading.preference = preference
      let planned = journal.importPlan(for: reading).plan
      #expect(try journal.differences(of: planned).map(\.splices.isEmpty) == [false])
      let plan = try journal.importEntries(reading).result
      #expect(plan.held.replaced.map(\.reference) == (isReplaced ? ["aaa"] : []))
      #expect(plan.held.different.map(\.reference) == (isReplaced ? [] : ["aaa"]))
      let text = try String(contentsOf: path, encoding: .utf8)
      guard isReplaced else {
        #expect(text == file)
        return
      }
      #expect(text.hasPrefix("# A\n\n## 2026-03-") && text.contains(" T {#aaa .own edited=\"2"))
      #expect(text.contains("}\n* mood:: 7\n\nTwo\n\n\n## 2026-03-27 {#bbb}\n\nOther"))
      _ = try journal.undo()
      #expect(try String(contentsOf: path, encoding: .utf8) == file)
    }
  }

  @Test(
    "An entry in the trash is told with what restores it, also without an id or with its thread",
    arguments: [
      ("## 2026-03-28 {#aaa .deleted}\n\nOne\n", "aaa,2026-03-28,One", "aaa"),
      ("## 2026-03-28 {.deleted}\n\nOne\n", ",2026-03-28,One", "a@1"),
      (
        "---\ntitle: Z\ndeleted: true\n---\n## 2026-03-28 {#aaa}\n\nOne\n", "aaa,2026-03-28,One",
        "a"
      ),
    ])
  func trash(_ file: String, _ row: String, _ reference: String) throws {
    try withJournal { journal in
      try Data(file.utf8).write(to: URL(filePath: journal.directory.root).appending(path: "a.md"))
      let plan = try journal.importEntries(reading("thread,path,id,time,text\na,,\(row)\n")).result
      #expect(plan.entryCount == 0)
      #expect(plan.held.inTrash.map(\.reference) == [reference])
    }
  }

  @Test(
    "What another program writes while the journal is read is seen, and the import planned anew")
  func twoWriters() throws {
    try withJournal { journal in
      let table = reading(
        "thread,path,id,time,text\nA,a.md,aaa,2026-03-28,One\nA,a.md,bbb,2026-03-29,Two\n")
      let other = reading("thread,path,id,time,text\nA,a.md,aaa,2026-03-28,One\n")
      var counts: [Int] = []
      let plan = try journal.importEntries(
        table,
        { plan, _ in
          counts.append(plan.entryCount)
          if counts.count == 1 { _ = try journal.importEntries(other) }
        }
      ).result
      #expect(counts == [2, 1])
      #expect(plan.held.same == 1)
      let entries = try journal.file(at: "a.md").entries(.all)
      #expect(entries.map { $0.id?.description } == ["aaa", "bbb"])
    }
  }

  @Test("While the journal is read, and the plan is looked at, others can write")
  func lock() throws {
    try withJournal { journal in
      _ = try journal.importEntries(reading("thread,path,id,time,text\nA,a.md,aaa,2026-03-28,x\n"))
      var couldWrite: [Bool] = []
      func tryToWrite() {
        couldWrite.append((try? journal.directory.withLock(timeLimit: 0) { _ in }) != nil)
      }
      _ = try journal.importEntries(
        reading("thread,path,id,time,text\nA,a.md,bbb,2026-03-29,y\n"),
        { _, _ in tryToWrite() }, whileReading: { _, _ in tryToWrite() })
      // A file that was saved just before may be read again under the lock.
      #expect(couldWrite.prefix(2) == [true, true])
    }
  }
}
