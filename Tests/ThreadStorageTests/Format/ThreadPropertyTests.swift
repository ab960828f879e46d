import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@Suite struct ThreadPropertyTests {
  private static let fixtures = Fixtures.markdownFiles(below: Fixtures.folder)

  @Test("there are fixtures to keep the law on")
  func fixturesAreThere() {
    #expect(Self.fixtures.count > 100)
  }

  @Test("the law holds on every fixture", arguments: fixtures)
  func holdsOnFixture(path: String) throws {
    var generator = SeededGenerator(seed: 6_000)
    let file = try Fixtures.bytes(path)
    try Self.check(file, edits: 5, using: &generator)
  }

  @Test("the law holds on random mutations of every fixture", arguments: fixtures)
  func holdsOnMutations(path: String) throws {
    let file = try Fixtures.bytes(path)
    for seed in UInt64(0)..<8 {
      var generator = SeededGenerator(seed: 7_000 + seed)
      let mutated = Self.mutated(file, using: &generator)
      try Self.check(mutated, edits: 1, using: &generator)
    }
  }

  @Test("a law that does not hold is told")
  func brokenLawIsTold() throws {
    let document = ThreadDocument(Array("## 2026-03-28 {#a}\n".utf8))
    var entry = NewEntry(
      id: PropertySamples.id, timestamp: document.entries[0].heading.timestamp)
    entry.title = Array("two\nlines".utf8)
    #expect(throws: PropertyViolation.self) {
      try ThreadProperties.checkAdding(entry, to: document, at: 1)
    }
    entry.title = []
    entry.text = Array("\nnot trimmed".utf8)
    #expect(throws: PropertyViolation.self) {
      try ThreadProperties.checkAdding(entry, to: document, at: 0)
    }
  }

  static func check(
    _ file: [UInt8], edits: Int, using generator: inout SeededGenerator
  ) throws {
    try ThreadProperties.checkReading(file)
    try ThreadProperties.checkRewriting(file)
    for _ in 0..<edits {
      try ThreadProperties.checkEditing(file, using: &generator)
      try ThreadProperties.checkAdding(to: file, using: &generator)
      try FrontMatterProperties.checkTitle(
        PropertySamples.text(from: file, using: &generator), in: file)
    }
    try FrontMatterProperties.checkEdit(of: file, using: &generator)
  }

  /// `file` with one to four of its parts repeated, taken out, cut short or replaced.
  private static func mutated(
    _ file: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    var file = file
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let start = Int.random(in: 0...file.count, using: &generator)
      let end = Int.random(in: start...min(file.count, start + 40), using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: file.removeSubrange(start..<end)
      case 1: file.insert(contentsOf: Array(file[start..<end]), at: start)
      case 2:
        file.replaceSubrange(
          start..<min(end, start + 2), with: ThreadSamples.bytes(upTo: 2, using: &generator))
      default: file.removeLast(Int.random(in: 0...min(file.count, 20), using: &generator))
      }
    }
    return file
  }
}
