import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct QueryResultsTests {
  /// Some threads' entries, each in time order, with times that several threads share.
  private static func threads(
    using generator: inout SeededGenerator
  ) -> [ThreadEntries] {
    (0..<Int.random(in: 1...4, using: &generator)).map { number in
      let days = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        Int.random(in: 1...9, using: &generator)
      }
      let file = days.sorted().map { "## 2026-03-0\($0) 07:12:33Z\n\nThread \(number).\n\n" }
      let bytes = Array(file.joined().utf8)
      return allEntries(ThreadFile(bytes, path: "\(number).md", zone: .utc))
    }
  }

  /// An entry as its thread and line, by which it is told from all others.
  private static func name(_ entry: Entry) -> String { "\(entry.thread.path):\(entry.line)" }

  @Test("The newest of all threads are shown, by thread or by time, as a slow sort has them")
  func arrangement() {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<500 {
      let threads = Self.threads(using: &generator)
      let all = threads.flatMap(\.entries)
      let limit = Bool.random(using: &generator) ? Int.random(in: 1...8, using: &generator) : nil
      let isReversed = Bool.random(using: &generator)
      let byTime = all.enumerated().sorted {
        ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
      }.map(\.element)
      let newest = limit.map { Array(byTime.suffix($0)) } ?? byTime
      let names = Set(newest.map(Self.name))
      let time = threads.arranged(byTime: true, limit: limit, isReversed: isReversed)
      #expect(
        time.flatMap(\.entries).map(Self.name)
          == (isReversed ? newest.reversed() : newest).map(Self.name))
      let thread = threads.map { $0.compacted() }.arranged(
        byTime: false, limit: limit, isReversed: isReversed)
      let kept = threads.flatMap { thread in
        let entries = thread.entries.filter { names.contains(Self.name($0)) }
        return isReversed ? entries.reversed() : entries
      }
      #expect(thread.flatMap(\.entries).map(Self.name) == kept.map(Self.name))
      for run in time + thread {
        #expect(run.entries.allSatisfy { $0.thread.path == run.header.path })
      }
    }
  }

  @Test("A search for folded letters finds what a comparison letter by letter finds")
  func foldedSearch() throws {
    var generator = SeededGenerator(seed: 32)
    let pieces = [
      "a", "A", "z", "Z", "k", "\u{212a}", "é", "e", "e\u{301}", "E", "ž", "ẑ", "x", " ", "\n",
      "\u{301}", "“", "д", "日", "q", "Q", "::", ":", "1",
    ]
    let needles = [
      "za", "kz", "e", "eze", "aza", "k", "zk1", "q:", "az", "xk", "e::", "kz::", "::", ":", ":a",
    ]
    var found = 0
    for _ in 0..<6000 {
      let text = (0..<Int.random(in: 0...120, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let needle = needles.randomElement(using: &generator) ?? ""
      let scalars = Array(text.unicodeScalars)
      // Some letters before and behind the range must not count.
      let lower = Int.random(in: 0...min(3, scalars.count), using: &generator)
      let upper = max(lower, scalars.count - Int.random(in: 0...3, using: &generator))
      let bytes = Array(text.utf8)
      let start = Self.length(scalars[..<lower])
      let range = start..<start + Self.length(scalars[lower..<upper])
      let search = try #require(
        LiteralSearch(needle.unicodeScalars.map(\.value), isExact: false))
      let isThere = search.firstIndex(in: bytes.span, range) != nil
      let folded = scalars[lower..<upper].map { scalar in
        scalar.value < 0x80
          ? TextFolding.foldedASCII(scalar.value) : TextFolding.shared[scalar.value]
      }.filter { $0 != 0 }
      let wanted = needle.unicodeScalars.map(\.value)
      let expected = folded.indices.contains { folded[$0...].starts(with: wanted) }
      #expect(isThere == expected, "\(needle) in \(text.debugDescription)")
      if expected { found += 1 }
    }
    #expect(found > 1000)
    #expect(found < 5000)
  }

  private static func length(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + UTF8.width($1) }
  }

  @Test("A search that passes over some places finds the first of the others")
  func wantedPlaces() throws {
    var generator = SeededGenerator(seed: 37)
    for needle in ["k::", "é", "日", "::"] {
      let search = try #require(
        LiteralSearch(TextPattern(Array(needle.utf8))) ?? LiteralSearch(needle, isExact: false))
      for _ in 0..<200 {
        let pieces = ["k::", "K::", "é", "E", "日", "a", "\n"]
        let text = (0..<60).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        let bytes = Array(text.utf8)
        var offsets: [Int] = []
        while let offset = search.firstIndex(
          in: bytes.span, (offsets.last ?? -1) + 1..<bytes.count, where: { _, _ in true })
        {
          offsets.append(offset)
        }
        #expect(!offsets.isEmpty)
        let wanted = Set(offsets.filter { _ in Bool.random(using: &generator) })
        let found = search.firstIndex(in: bytes.span, 0..<bytes.count) { wanted.contains($1) }
        #expect(found == wanted.min())
      }
    }
  }

  @Test("The last marker of a heading before a place is the one that a slow search finds")
  func lastMarker() {
    var generator = SeededGenerator(seed: 33)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...150, using: &generator)).map { _ in
        Array("\n##ab".utf8).randomElement(using: &generator) ?? 0
      }
      let lower = Int.random(in: 0...bytes.count, using: &generator)
      let upper = Int.random(in: lower...bytes.count, using: &generator)
      let expected = (lower..<max(lower, upper - 2)).last {
        Array(bytes[$0..<$0 + 3]) == Array("\n##".utf8)
      }
      #expect(HeadingMarker.lastIndex(in: bytes.span, lower..<upper) == expected)
    }
  }

  @Test(
    "A typed time is copied into a table as it would be written anew",
    arguments: [
      "2026-03-28 07:12:33-04:00", "2026-03-28T07:12:33-04:00", "2026-03-28 07:12:33+00:00",
      "2026-03-28 07:12:33-00:00", "2026-03-28 07:12:60-04:00", "2026-03-28 07:12:33Z",
      "2026-03-28 07:12:33 -04:00", "2026-03-28 07:12:33-0400", "2026-03-28", "2026-03-28 07:12",
      "2026-03-28 07:12:33.25-04:00", "2026-03-28 07:12:33.123456", "2026-03-28 07:12-04:00",
    ])
  func typedTime(text: String) throws {
    let bytes = Array(text.utf8)
    let time = try #require(Timestamp(text))
    var written: [UInt8] = []
    let zone = LocalTimeZone.fixed(3600)
    time.appendRFC3339(typedAt: 0..<bytes.count, of: bytes.span, in: zone, to: &written)
    let wanted = time.precision == .day ? time.date.text : time.rfc3339(in: zone)
    #expect(String(decoding: written, as: UTF8.self) == wanted)
  }
}
