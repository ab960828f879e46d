import TestSupport
import Testing

@testable import ThreadJournal
@testable import ThreadStorage

@Suite struct HunkTests {
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
      bytes = bytes.applying(next)
      composed = composed.followed(by: next, making: bytes)
      #expect(original.applying(composed) == bytes)
    }
  }

  @Test("hunks make the change, know it as made, and take it back", arguments: 0..<300)
  func hunks(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let before = ThreadSamples.file(using: &generator)
    let splices = Self.splices(of: before, using: &generator)
    let after = before.applying(splices)
    guard before != after else { return }
    let hunks = [Hunk](splices, of: ThreadDocument(before))
    expect(hunks, in: before, make: after)
    expect(hunks.inverted, in: after, make: before)
    #expect(hunks.inverted.inverted == hunks)
  }

  private func expect(_ hunks: [Hunk], in bytes: [UInt8], make result: [UInt8]) {
    guard
      case .changed(let made) = HunkApplier(
        hunks: hunks, bytes: bytes, zone: Self.zone, mayStrandLines: true
      ).apply()
    else {
      Issue.record("not made")
      return
    }
    #expect(made == result)
  }

  @Test("a transaction comes back from its bytes, and no cut-off one does", arguments: 0..<100)
  func encoding(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let document = ThreadDocument(ThreadSamples.file(using: &generator))
    var transaction = Transaction(
      summary: "edit \"x\"\n 7", time: try #require(Timestamp("2026-03-28 07:12:33-04:00")))
    transaction.undoes = seed.isMultiple(of: 2) ? seed : nil
    transaction.changes = [
      .edited(
        path: "a b.md",
        [Hunk](Self.splices(of: document.bytes, using: &generator), of: document)),
      .created(path: "n.md", bytes: document.bytes),
      .created(
        path: "p.md", bytes: [], removed: .init(name: "0123456789abcdef-x", permissions: 0o640)),
      .removed(
        path: "r.md", bytes: document.bytes,
        as: .init(name: "0123456789abcdef-y", permissions: 0o600)),
      .renamed(from: "x\ny.md", to: "é.md"),
    ]
    let bytes = transaction.encoded
    let decoded = try #require(Transaction(decoding: bytes))
    #expect(decoded.changes == transaction.changes)
    #expect(decoded.summary == transaction.summary)
    #expect(decoded.undoes == transaction.undoes)
    #expect(decoded.time == transaction.time)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let part = Transaction(decoding: Array(bytes[..<length]))
      #expect(part == nil || part?.changes.count ?? 0 < transaction.changes.count)
    }
  }
}

extension HunkTests {
  /// A thread of `count` entries of one mood.
  private static func thread(_ count: Int) -> String {
    (0..<count).map { "## 2026-01-01 {#e\($0)}\n- mood:: 3\n\nWords of \($0).\n\n" }.joined()
  }

  @Test("a change of very many entries keeps the changed lines, and finds them after other edits")
  func manyEntries() throws {
    let before = Self.thread(500)
    let document = ThreadDocument(Array(before.utf8))
    let splices = try document.splices(renamingField: "mood", to: "temper")
    let hunks = [Hunk](splices, of: document)
    #expect(hunks.count == 500)
    #expect(hunks.map { $0.before.count + $0.after.count }.max() ?? 0 < 40)
    let after = document.bytes.applying(splices)
    expect(hunks.inverted, in: after, make: document.bytes)
    // Somebody adds words in the middle: all lines behind them have moved.
    let edited = { (text: String) in
      Array(text.replacing("Words of 250.", with: "Words of 250, and more.").utf8)
    }
    expect(
      hunks.inverted, in: edited(String(decoding: after, as: UTF8.self)), make: edited(before))
  }

  @Test("lines that were changed since are told, and none is changed")
  func manyEntriesChangedSince() throws {
    let document = ThreadDocument(Array(Self.thread(500).utf8))
    let splices = try document.splices(renamingField: "mood", to: "temper")
    let hunks = [Hunk](splices, of: document)
    let other = Self.thread(500).replacing("mood:: 3", with: "temper:: 4")
    guard
      case .conflicts(let found) = HunkApplier(
        hunks: hunks.inverted, bytes: Array(other.utf8), zone: LocalTimeZone { _ in 0 },
        mayStrandLines: true
      ).apply()
    else {
      Issue.record("something was changed")
      return
    }
    #expect(!found.isEmpty)
  }
}
