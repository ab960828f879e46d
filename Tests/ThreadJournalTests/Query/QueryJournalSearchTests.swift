import Foundation
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct QueryJournalSearchTests {
  /// A fresh journal of random files, removed after `body`.
  private func withJournal(
    files count: Int, seed: UInt64, _ body: (Journal, String) throws -> Void
  ) throws {
    let folder = try JournalFolder()
    var generator = SeededGenerator(seed: seed)
    for index in 0..<count {
      var file = ThreadSamples.file(using: &generator)
      file += Array(
        "\n## 2026-05-0\(index % 9 + 1) 07:0\(index % 10)Z {#id\(index)}\n\nthe lake \(index)\n"
          .utf8)
      file += ThreadSamples.file(using: &generator)
      try Data(file).write(to: URL(filePath: folder.root + "/thread-\(1000 + index).md"))
    }
    let now = Instant(secondsSinceEpoch: 1_774_700_000)
    try withExtendedLifetime(folder) {
      try body(Journal(try folder.directory(), zone: .utc, now: now), folder.root)
    }
  }

  private func query(_ terms: String...) throws -> EntryQuery {
    try EntryQuery.parse(terms, now: Instant(secondsSinceEpoch: 1_774_700_000), zone: .utc)
  }

  @Test("The search finds what each thread's own list has, in the order of the paths and of time")
  func agreesWithLists() throws {
    try withJournal(files: 60, seed: 31) { journal, _ in
      for terms in [
        ["lake"], ["lake", "not:lake 1"], ["word"], ["tag:mood"], ["日本"], ["mood:7"], ["re:w.rd"],
      ] {
        var query = try EntryQuery.parse(terms, now: journal.now, zone: .utc)
        var expected: [String] = []
        for thread in journal.summaries().threads {
          expected += try journal.file(at: thread.header.path).entries(.live)
            .filter { query.matches($0) }
            .map { "\($0.thread.path):\($0.line):\($0.reference)" }
        }
        var found: [String] = []
        let outcome = EntryScan(journal, for: query).run { matches in
          found += matches.entries.map { "\(matches.header.path):\($0.line):\($0.reference)" }
          return true
        }
        #expect(found == expected)
        #expect(!expected.isEmpty, "\(terms)")
        #expect(outcome.count == found.count)
        #expect(outcome.problems.isEmpty)
      }
    }
  }

  @Test("The newest entries are the last of all, wherever in their files they stand")
  func newest() throws {
    try withJournal(files: 60, seed: 37) { journal, folder in
      // Many of one time, the oldest last, deleted ones, and lines that are no headings.
      var file = "---\ntitle: x\n---\n##x\n"
      for index in 0..<80 {
        let mark = index % 3 == 0 ? " deleted" : ""
        file += "## 2026-05-0\(9 - index / 10) 07:00Z {#odd\(index)\(mark)}\n##\n##y\n"
      }
      for number in [1, 2] {
        try Data(file.utf8).write(to: URL(filePath: folder + "/odd-\(number).md"))
      }
      for terms in [[], ["date:2026-05"], ["date:..2026-05-05"], ["thread:odd"], ["lake"]] {
        let query = try EntryQuery.parse(terms, now: journal.now, zone: .utc)
        for (scope, limit) in [
          (Journal.Scope.live, 1), (.live, 2), (.live, 20), (.all, 33), (.deleted, 7),
          (.live, 9999),
        ] {
          func names(_ threads: [ThreadEntries]) -> [String] {
            threads.arranged(byTime: true).flatMap(\.entries).map {
              "\($0.thread.path):\($0.line):\($0.reference):\($0.text)"
            }
          }
          let scan = EntryScan(journal, for: query, scope)
          var all: [ThreadEntries] = []
          _ = scan.run {
            all.append($0)
            return true
          }
          let (found, outcome) = scan.newest(limit)
          #expect(names(found) == names(all).suffix(limit), "\(terms) \(scope) \(limit)")
          #expect((outcome.count == 0) == all.isEmpty)
        }
      }
    }
  }

  @Test("A file that cannot be read is told, and the others are searched")
  func badFile() throws {
    try withJournal(files: 8, seed: 32) { journal, folder in
      try Data([0xff, 0xfe, 0x23, 0]).write(to: URL(filePath: folder + "/thread-1003x.md"))
      var paths: [String] = []
      let outcome = EntryScan(journal, for: try query("the lake")).run {
        paths.append($0.header.path)
        return true
      }
      #expect(paths == (0..<8).map { "thread-\(1000 + $0).md" })
      #expect(outcome.problems.count == 1)
    }
  }

  @Test("A search that is not wanted any more ends")
  func stops() throws {
    try withJournal(files: 40, seed: 33) { journal, _ in
      var count = 0
      let outcome = EntryScan(journal, for: try query("lake")).run { _ in
        count += 1
        return count < 5
      }
      #expect(count == 5)
      #expect(outcome.count == 5)
    }
  }

  @Test("Summaries count what the documents hold")
  func summaries() throws {
    try withJournal(files: 50, seed: 34) { journal, _ in
      let (threads, problems) = journal.summaries(.all)
      #expect(problems.isEmpty)
      #expect(threads.count == 50)
      for thread in threads {
        let document = try journal.document(at: thread.header.path)
        #expect(thread.entries == document.entries.count { !$0.isDeleted })
        #expect(thread.deletedEntries == document.entries.count { $0.isDeleted })
      }
    }
  }

  @Test("Entries are found by the beginning of their id, in whichever files they stand")
  func ids() throws {
    try withJournal(files: 30, seed: 35) { journal, _ in
      let found = journal.entries(withIDBeginning: "id1")
      #expect(
        found.map { $0.id?.description }
          == [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map { "id\($0)" })
    }
  }

  @Test("The fields that the threads define are known, found in or not")
  func fields() throws {
    try withJournal(files: 4, seed: 36) { journal, folder in
      let text = "---\nfields: {mood: integer, sleep: duration}\n---\n## 2026-05-01\n- mood:: 17\n"
      try Data(text.utf8).write(to: URL(filePath: folder + "/z.md"))
      var found = 0
      let outcome = EntryScan(journal, for: try query("mood:17..")).run {
        found += $0.entries.count
        return true
      }
      let problems = try query("mood:1 sleep:1h steps:3 location:x").fieldProblems(
        given: #require(outcome.fields))
      #expect(problems == [.undefined(name: "steps", nearest: [])])
      #expect(found == 1)
    }
  }
}
