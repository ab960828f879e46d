import Foundation
import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct CheckRandomTests {
  /// The files of the fixtures that have problems, by their bytes.
  static let samples: [[UInt8]] = {
    let folder = CheckedFolder.fixtures.appending(path: "threads/invalid")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap {
      (try? Data(contentsOf: folder.appending(path: $0))).map { [UInt8]($0) }
    }
  }()

  @Test(
    "whatever is typed into threads, fixing leaves nothing to fix and no entry less",
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try CheckedFolder()
    for (index, sample) in Self.samples.enumerated() {
      try folder.write(Self.changed(sample, &generator), "\(index).md")
    }
    let journal = try folder.journal()
    let report = journal.check()
    let before = try Self.texts(journal)
    let planned = journal.plannedFixes(report)
    #expect(planned.failures.isEmpty)
    for edit in planned.edits {
      #expect(!UnifiedDiff(edit.original.bytes, edit.splices).text(path: edit.path).isEmpty)
    }
    #expect(try journal.fix().result.failures.isEmpty)
    let after = try Self.texts(journal)
    // What is fixed was text before, and may be a heading or a field then.
    let isRewritten = report.problems.contains { problem in
      problem.isFixable
        && ["form", "time", "place", "level"].contains {
          ErrorMessage(problem).code.hasSuffix("-\($0)")
        }
    }
    #expect(isRewritten ? after.count >= before.count : after == before)
    #expect(journal.check().problems.filter(\.isFixable).map(CheckedFolder.summary) == [])
  }

  /// A thread with pieces of other ones, and bytes of no meaning, in it.
  private static func changed(
    _ sample: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 0..<4, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0..<8, using: &generator))
      let other = samples.randomElement(using: &generator) ?? []
      let piece =
        Bool.random(using: &generator)
        ? generator.bytes(upTo: 4) : Array(other.suffix(Int.random(in: 0..<60, using: &generator)))
      bytes.replaceSubrange(start..<end, with: piece)
    }
    return bytes
  }

  /// The text of every entry of every thread.
  private static func texts(_ journal: Journal) throws -> [[UInt8]] {
    try journal.directory.threadFiles().files.flatMap { path in
      let document = ThreadDocument(try journal.directory.read(path))
      return document.entries.map { document.content(of: $0).text(in: document.bytes.span) }
    }
  }
}
