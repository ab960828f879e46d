import Foundation
import TestSupport
import Testing

@testable import ThreadJournal

@Suite struct QueryFoldingTests {
  @Test("The table's decompositions are canonical equivalences")
  func decompositions() {
    let table = TextFolding.decompositions
    for index in stride(from: 0, to: table.count, by: 3) {
      let composed = QuerySamples.string([table[index]])
      let parts = table[index + 2] > 0 ? [table[index + 1], table[index + 2]] : [table[index + 1]]
      #expect(composed == QuerySamples.string(parts))
      #expect(index == 0 || table[index - 3] < table[index])
    }
  }

  @Test(
    "Every letter is compared like its lower case and, where that is one letter, its upper case")
  func caseMappings() {
    // A dotless i has the capital I, and is no i; the iota below a letter is a mark.
    let exceptions: Set<UInt32> = [0x131, 0x345]
    for value in UInt32(0x80)..<0x2_0000 where !exceptions.contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
        guard mapping.unicodeScalars.count == 1, let other = mapping.unicodeScalars.first else {
          continue
        }
        #expect(
          QuerySamples.units(String(scalar)) == QuerySamples.units(String(other)),
          "U+\(String(value, radix: 16))")
      }
    }
  }

  @Test("Every scalar is compared like its canonical decomposition, but in scripts left alone")
  func normalization() {
    var differing: [UInt32] = []
    for value in UInt32(0x80)..<0x2_f800 {
      guard let scalar = Unicode.Scalar(value), !(0xf900...0xfaff).contains(value) else { continue }
      let text = String(scalar)
      let decomposed = text.decomposedStringWithCanonicalMapping
      if QuerySamples.units(text) != QuerySamples.units(decomposed) { differing.append(value) }
    }
    let isLeftAlone: (UInt32) -> Bool = {
      (0x900...0x109f).contains($0) || (0x1b00...0x1b4f).contains($0)
        || (0x11000...0x11fff).contains($0) || (0x16100...0x16fff).contains($0)
        || (0x1d100...0x1d1ff).contains($0) || (0x105c0...0x105ff).contains($0)
    }
    #expect(differing.filter { !isLeftAlone($0) } == [])
  }

  @Test(
    "A term without a capital minds neither case nor diacritics",
    arguments: [
      ("cafe", "Café"), ("cafe", "CAFÉ"), ("cafe", "cafe\u{301}"), ("café", "CAFE"),
      ("straße", "STRAẞE"), ("елка", "Ёлка"), ("ёлка", "елка"), ("σοφος", "ΣΟΦΌΣ"),
      ("kelvin", "\u{212A}elvin"),
      ("が", "か\u{3099}"), ("한국", "한국".decomposedStringWithCanonicalMapping),
      ("two words", "two\n  words"),
      ("a b", "a\u{a0}b"), ("ångström", "\u{212B}ngstro\u{308}m"), ("שלום", "שָׁלוֹם"),
      ("strasse", "Strasse"), ("don't", "don’t"), ("don’t", "don't"), ("'", "‘"),
    ])
  func insensitive(term: String, text: String) {
    #expect(TextPattern(Array(term.utf8)).matches(Array("x \(text) y".utf8)))
  }

  @Test(
    "A term with a capital is exact, but for canonical equivalence",
    arguments: [
      ("Cafe", "Café", false), ("Cafe", "Cafe\u{301}", false), ("Café", "Cafe\u{301}", true),
      ("Cafe\u{301}", "Café", true), ("Cafe", "CAFE", false), ("Cafe", "Cafe", true),
      ("K", "\u{212A}", true),
      ("Ệ", "E\u{302}\u{323}", true), ("Ệ", "Ê", false),
    ])
  func exact(term: String, text: String, isMatch: Bool) {
    #expect(TextPattern(Array(term.utf8)).matches(Array("x \(text) y".utf8)) == isMatch)
  }

  @Test(
    "Different letters stay different",
    arguments: [
      ("strasse", "straße"), ("か", "が"), ("하", "한"), ("i", "ı"), ("o", "ø"), ("cafe", "caf e"),
      ("ab", "a b"),
    ])
  func different(term: String, text: String) {
    #expect(!TextPattern(Array(term.utf8)).matches(Array(text.utf8)))
  }

  @Test("Random texts: the pattern is found exactly where the obvious comparison finds it")
  func randomTexts() {
    var generator = SeededGenerator(seed: 7)
    var matches = 0
    for _ in 0..<8000 {
      let text = QuerySamples.text(upTo: 14, using: &generator)
      let term = QuerySamples.text(upTo: 3, using: &generator)
      guard !term.isEmpty else { continue }
      let pattern = TextPattern(Array(term.utf8))
      let expected = QuerySamples.naivelyContains(text, term)
      #expect(
        pattern.matches(Array(text.utf8)) == expected,
        "\(term.debugDescription) in \(text.debugDescription)")
      if expected { matches += 1 }
    }
    #expect(matches > 200)
  }

  @Test("Highlights cover what was found, with its marks")
  func ranges() {
    let text = Array("Cafe\u{301}, café; CAFE".utf8)
    let ranges = TextPattern(Array("cafe".utf8)).ranges(in: text)
    #expect(ranges == [0..<6, 8..<13, 15..<19])
    #expect(TextPattern(Array("zz".utf8)).ranges(in: text) == [])
  }

  @Test("Bytes that are not UTF-8 are passed over and never the same as letters")
  func invalidBytes() {
    let text: [UInt8] = [0x63, 0xff, 0x61, 0xc3, 0x66, 0x65, 0xe9]
    #expect(TextPattern(Array("fe".utf8)).matches(text))
    #expect(!TextPattern(Array("caf".utf8)).matches(text))
    #expect(!TextPattern(Array("ée".utf8)).matches(text))
    #expect(TextPattern(Array("fe".utf8)).ranges(in: text) == [4..<6])
  }

  @Test("A term of one letter many times takes linear time over a text of the same")
  func repetitiveText() {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    let term = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000) + Array("é".utf8)
    #expect(!TextPattern(term).matches(text))
  }
}
