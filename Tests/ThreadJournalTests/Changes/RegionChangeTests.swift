import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct RegionChangeTests {
  private static let zone = LocalTimeZone { _ in 0 }

  /// A few splices of `bytes` that do not overlap.
  private static func splices(
    of bytes: [UInt8], using generator: inout SeededGenerator
  ) -> [Splice] {
    var splices: [Splice] = []
    var position = 0
    for _ in 0..<Int.random(in: 1...3, using: &generator) where position <= bytes.count {
      let start = Int.random(in: position...bytes.count, using: &generator)
      let end = Int.random(in: start...min(bytes.count, start + 12), using: &generator)
      splices.append(Splice(start..<end, ThreadSamples.bytes(upTo: 3, using: &generator)))
      position = end + 1
    }
    return splices
  }

  @Test("splices of splices are one list of splices", arguments: 0..<300)
  func composing(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let original = ThreadSamples.file(using: &generator)
    var composed: [Splice] = []
    var bytes = original
    for _ in 0..<4 {
      let next = Self.splices(of: bytes, using: &generator)
      composed = composed.followed(by: next, on: original)
      bytes = bytes.applying(next)
      #expect(original.applying(composed) == bytes)
    }
  }

  @Test("regions make the change, know it as made, and take it back", arguments: 0..<300)
  func regions(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let before = ThreadSamples.file(using: &generator)
    let splices = Self.splices(of: before, using: &generator)
    let after = before.applying(splices)
    guard before != after else { return }
    let regions = [RegionChange](splices, of: ThreadDocument(before))
    expect(regions, in: before, make: after)
    expect(regions.inverted, in: after, make: before)
    #expect(regions.inverted.inverted == regions)
  }

  private func expect(_ regions: [RegionChange], in bytes: [UInt8], make result: [UInt8]) {
    guard case .changed(let made) = RegionPlacement(regions, in: bytes, zone: Self.zone).apply()
    else {
      Issue.record("not made")
      return
    }
    #expect(made == result)
  }

  @Test("a record comes back from its bytes, and no cut-off one does", arguments: 0..<100)
  func encoding(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = ThreadDocument(ThreadSamples.file(using: &generator))
    var record = ChangeRecord(
      summary: "edit \"x\"\n 7", time: try #require(Timestamp("2026-03-28 07:12:33-04:00")))
    record.undoes = seed.isMultiple(of: 2) ? seed : nil
    record.files = [
      .edited(
        path: "a b.md",
        [RegionChange](Self.splices(of: document.bytes, using: &generator), of: document)),
      .created(path: "n.md", bytes: document.bytes),
      .created(
        path: "p.md", bytes: [], removed: .init(name: "0123456789abcdef-x", permissions: 0o640)),
      .removed(
        path: "r.md", bytes: document.bytes,
        as: .init(name: "0123456789abcdef-y", permissions: 0o600)),
      .renamed(from: "x\ny.md", to: "é.md"),
    ]
    let bytes = record.encoded
    let decoded = try #require(ChangeRecord(decoding: bytes))
    #expect(decoded.files == record.files)
    #expect(decoded.summary == record.summary)
    #expect(decoded.undoes == record.undoes)
    #expect(decoded.time == record.time)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let part = ChangeRecord(decoding: Array(bytes[..<length]))
      #expect(part == nil || part?.files.count ?? 0 < record.files.count)
    }
  }
}

extension RegionChangeTests {
  /// A thread of `count` entries of one mood.
  private static func thread(_ count: Int) -> String {
    (0..<count).map { "## 2026-01-01 {#e\($0)}\n- mood:: 3\n\nWords of \($0).\n\n" }.joined()
  }

  @Test("a change of very many entries keeps the changed lines, and finds them after other edits")
  func manyEntries() throws {
    let before = Self.thread(500)
    let document = ThreadDocument(Array(before.utf8))
    let splices = try document.splices(renamingField: "mood", to: "temper")
    let regions = [RegionChange](splices, of: document)
    #expect(regions.count == 500)
    #expect(regions.map { $0.before.count + $0.after.count }.max() ?? 0 < 40)
    let after = document.bytes.applying(splices)
    expect(regions.inverted, in: after, make: document.bytes)
    // Somebody adds words in the middle: all lines behind them have moved.
    let edited = { (text: String) in
      Array(text.replacing("Words of 250.", with: "Words of 250, and more.").utf8)
    }
    expect(
      regions.inverted, in: edited(String(decoding: after, as: UTF8.self)), make: edited(before))
  }

  @Test("lines that were changed since are told, and none is changed")
  func manyEntriesChangedSince() throws {
    let document = ThreadDocument(Array(Self.thread(500).utf8))
    let splices = try document.splices(renamingField: "mood", to: "temper")
    let regions = [RegionChange](splices, of: document)
    let other = Self.thread(500).replacing("mood:: 3", with: "temper:: 4")
    guard
      case .differs(let found) = RegionPlacement(
        regions.inverted, in: Array(other.utf8), zone: LocalTimeZone { _ in 0 }
      ).apply()
    else {
      Issue.record("something was changed")
      return
    }
    #expect(!found.isEmpty)
  }
}
