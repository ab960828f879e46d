import TestSupport
import Testing
import ThreadStorage

@Suite struct EntryRoundTripTests {
  @Test("any text, title and values come back to the byte", arguments: 0..<20)
  func valuesComeBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let entry = try Self.entry(using: &generator)
      for ending in [LineEnding.lineFeed, .carriageReturnLineFeed] {
        let document = ThreadDocument(entry.block(lineEnding: ending))
        try #require(document.entries.count == 1, "\(entry)")
        Self.expect(document, document.entries[0], is: entry)
      }
    }
  }

  @Test("an entry added to any file leaves every byte of it, and comes back", arguments: 0..<20)
  func addingKeepsTheFile(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 1_000 + seed)
    for _ in 0..<200 {
      let file = ThreadSamples.file(using: &generator)
      let entry = try Self.entry(using: &generator)
      let before = ThreadDocument(file)
      let splices = before.splices(insertingBlock: entry.block(lineEnding: before.lineEnding)) {
        _ in true
      }
      let bytes = file.applying(splices)
      #expect(bytes.starts(with: file))
      let after = ThreadDocument(bytes)
      try #require(after.entries.count == before.entries.count + 1)
      Self.expect(after, after.entries[before.entries.count], is: entry)
      Self.expectSameEntries(before, after, at: before.entries.indices.map { ($0, $0) })
    }
  }

  @Test("an entry put between others leaves them as they were", arguments: 0..<20)
  func insertingKeepsTheOthers(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 2_000 + seed)
    for _ in 0..<200 {
      let before = ThreadDocument(ThreadSamples.file(using: &generator))
      let entry = try Self.entry(using: &generator)
      let index = Int.random(in: 0...before.entries.count, using: &generator)
      let earlier = Set(before.entries.prefix(index).map(\.region.lowerBound))
      let splices = before.splices(insertingBlock: entry.block(lineEnding: before.lineEnding)) {
        earlier.contains($0.region.lowerBound)
      }
      let after = ThreadDocument(before.bytes.applying(splices))
      try #require(after.entries.count == before.entries.count + 1)
      Self.expect(after, after.entries[index], is: entry)
      Self.expectSameEntries(
        before, after, at: before.entries.indices.map { ($0, $0 < index ? $0 : $0 + 1) })
    }
  }

  static func entry(using generator: inout SeededGenerator) throws -> NewEntry {
    let title = ThreadSamples.bytes(upTo: 3, using: &generator).filter { $0 != 10 && $0 != 13 }
    let names = ["mood", "Ort", "a b", "x:y"].shuffled(using: &generator)
    return NewEntry(
      id: EntryID.random(using: &generator),
      timestamp: try #require(Timestamp("2026-03-28 07:12:33-04:00")),
      title: Array(String(decoding: title, as: UTF8.self).utf8).trimmed,
      fields: names.prefix(Int.random(in: 0...3, using: &generator)).map {
        ($0, ThreadSamples.bytes(upTo: 3, using: &generator))
      },
      text: ThreadSamples.bytes(upTo: 8, using: &generator))
  }

  static func expect(_ document: ThreadDocument, _ slice: EntrySlice, is entry: NewEntry) {
    let content = document.content(of: slice)
    let span = document.bytes.span
    #expect(document.id(of: slice) == entry.id)
    #expect(slice.heading.timestamp == entry.timestamp)
    #expect(Array(document[slice.heading.title]) == entry.title)
    #expect(content.text(in: span) == entry.text)
    #expect(content.fields.map { document.string($0.name) } == entry.fields.map(\.name))
    #expect(content.fields.map { $0.value(in: document.bytes.span) } == entry.fields.map(\.value))
  }

  static func expectSameEntries(
    _ before: ThreadDocument, _ after: ThreadDocument, at indices: [(Int, Int)]
  ) {
    for (old, new) in indices {
      let oldBytes = Array(before[before.entries[old].region])
      let newBytes = Array(after[after.entries[new].region])
      #expect(newBytes.starts(with: oldBytes))
      #expect(newBytes.dropFirst(oldBytes.count).allSatisfy { $0 == 10 || $0 == 13 })
      #expect(
        after.content(of: after.entries[new]).text(in: after.bytes.span)
          == before.content(of: before.entries[old]).text(in: before.bytes.span))
    }
  }
}

extension [UInt8] {
  /// These bytes without spaces and tabs at the ends, as a title is accepted.
  var trimmed: [UInt8] {
    let start = firstIndex { $0 != 32 && $0 != 9 } ?? endIndex
    let end = lastIndex { $0 != 32 && $0 != 9 }.map { $0 + 1 } ?? start
    return Array(self[start..<end])
  }
}
