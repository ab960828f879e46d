import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct PrefilterTests {
  @Test("A search of bytes finds what a comparison byte by byte finds")
  func asciiSearch() throws {
    var generator = SeededGenerator(seed: 21)
    let letters = Array("aAbB@`[{-1 \u{7f}é".utf8)
    for _ in 0..<8000 {
      let text = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? 0
      }
      let needle = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Array("ab@`[-1".utf8).randomElement(using: &generator) ?? 0
      }
      let ignoringCase = Bool.random(using: &generator)
      let lower = Int.random(in: 0...text.count, using: &generator)
      let upper = Int.random(in: lower...text.count, using: &generator)
      let compared = ignoringCase ? text.map { TextFolding.foldedASCII($0) } : text
      let expected = (lower..<max(lower, upper - needle.count + 1)).first {
        Array(compared[$0..<$0 + needle.count]) == needle
      }
      let search = try #require(LiteralSearch(needle.map { UInt32($0) }, isExact: !ignoringCase))
      let found = search.firstIndex(in: text.span, lower..<upper)
      #expect(found.map { $0 - search.scan.anchor } == expected)
    }
  }

  @Test("The search of raw bytes never misses a pattern that stands in them")
  func rawSearchMissesNothing() {
    var generator = SeededGenerator(seed: 22)
    var matches = 0
    var refused = 0
    for _ in 0..<15_000 {
      let text = QuerySamples.text(upTo: 14, using: &generator)
      let term = QuerySamples.text(upTo: 4, using: &generator)
      let pattern = TextPattern(Array(term.utf8))
      guard let search = LiteralSearch(pattern) else { continue }
      let bytes = Array("x ".utf8) + Array(text.utf8) + Array(" y".utf8)
      let mayMatch = search.firstIndex(in: bytes.span, 2..<bytes.count - 2) != nil
      if pattern.matches(Array(text.utf8)) {
        #expect(mayMatch, "\(term.debugDescription) in \(text.debugDescription)")
        matches += 1
      } else if !mayMatch {
        refused += 1
      }
    }
    #expect(matches > 200)
    #expect(refused > 5000)
  }

  private static func terms(
    from entries: [Entry], using generator: inout SeededGenerator
  ) -> [String] {
    let texts = entries.flatMap {
      [$0.text, $0.title] + $0.fields.flatMap { [$0.value, $0.name] }
    }
    return (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      let source = Array(
        String(decoding: texts.randomElement(using: &generator) ?? [], as: UTF8.self).unicodeScalars
      )
      var term = ""
      if !source.isEmpty {
        let start = Int.random(in: 0..<source.count, using: &generator)
        let end = Int.random(in: start...min(source.count, start + 6), using: &generator)
        term.unicodeScalars.append(contentsOf: source[start..<end])
      }
      if Bool.random(using: &generator) { term = term.lowercased() }
      let keys = [
        "", "", "", "mood:", "a b:", "x:", "é:", "tag:", "title:", "not:", "re:", "thread:", "-",
        "mood:7..", "\"a b\":",
        "is:edited,deleted ", "date:2026-0", "mood:7,", "mood:>", "mood:>=7", "mood:<8", "x:<=",
        "date:>2026-0",
      ]
      return (keys.randomElement(using: &generator) ?? "") + term
    }
  }

  /// The same with `OR` between some of them.
  private static func alternatives(
    from entries: [Entry], using generator: inout SeededGenerator
  ) -> [String] {
    var all = terms(from: entries, using: &generator)
    while Int.random(in: 0..<3, using: &generator) == 0 {
      all.append("OR")
      all += terms(from: entries, using: &generator)
    }
    return all
  }

  private static let extraPieces = [
    "- mood:: 7\n", "- mood:: eight\n", "- x:: Café\n  au lait\n", "- É:: y\n", "#tag ", "#Mood",
    "“#Tag” ", "—#mood", "\u{3000}#x ", "（#é）", "\u{a0}#a", "é#tag ", "a#mood ", "日#x ",
    "\u{301}#é ",
    "Cafe\u{301} ",
    "\\- mood:: 9\n", "- mood\\:: 9\n",
  ]

  /// A file like those that people write, with what queries look at.
  private static func file(using generator: inout SeededGenerator) -> [UInt8] {
    var file: [UInt8] = []
    for _ in 0..<3 {
      file += ThreadSamples.file(using: &generator)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        file += (extraPieces.randomElement(using: &generator) ?? "").utf8
      }
      file += QuerySamples.text(upTo: 8, using: &generator).utf8
      file.append(0x0a)
    }
    return file
  }

  @Test(
    "An entry that matches is never turned away by its raw bytes, and a file's search finds the same entries"
  )
  func filterMissesNothing() throws {
    var generator = SeededGenerator(seed: 23)
    var matches = 0
    var refused = 0
    for round in 0..<2500 {
      let bytes = Self.file(using: &generator)
      guard !ThreadDocument(bytes).isUTF16 else { continue }
      let file = ThreadFile(bytes, path: "a.md", zone: .utc)
      let entries = file.entries(.all)
      let terms = Self.alternatives(from: entries, using: &generator)
      let now = Instant(secondsSinceEpoch: 1_774_700_000)
      guard var query = try? EntryQuery.parse(terms, now: now, zone: .utc) else { continue }
      var alternatives = terms.split(separator: "OR").compactMap {
        try? EntryQuery.parse(Array($0), now: now, zone: .utc)
      }
      let prefilter = query.prefilter.comparing(by: file.schema, query.reading)
      var expected: [Int] = []
      for entry in entries {
        let isMatch = query.matches(entry)
        var isMatchOfOne = false
        for index in alternatives.indices where alternatives[index].matches(entry) {
          isMatchOfOne = true
        }
        #expect(isMatch == isMatchOfOne, "round \(round): \(terms)")
        let mayMatch = prefilter.mayMatch(bytes.span, in: entry.slice.region)
        if isMatch {
          #expect(mayMatch, "round \(round): \(terms)")
          expected.append(entry.line)
          matches += 1
        } else if !mayMatch {
          refused += 1
        }
      }
      var scan = FileScan(path: "a.md", bytes, FileScan.Request(query: query), query)
      let found = scan.entries(&query)
      #expect(found.map(\.line) == expected, "round \(round): \(terms)")
      for entry in found where entry.id == nil {
        let same = entries.first { $0.line == entry.line }
        #expect(entry.position == same?.position)
      }
    }
    #expect(matches > 300)
    #expect(refused > 300)
  }
}
