import TestSupport
import Testing

@testable import tj

@Suite struct DisplayWidthTests {
  @Test(
    "A text's columns are what a terminal gives it",
    arguments: [
      ("", 0), ("plain ASCII", 11), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국어", 6),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("ｶﾅ", 2), ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2),
      ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("a\u{FE0F}", 1), ("🇩🇪", 2),
      ("🇩🇪🇫🇷", 4), ("🏳\u{FE0F}‍🌈", 2), ("🫨", 2), ("\u{200B}", 0), ("…", 1), ("─", 1),
      ("क्‍ष", 2), ("日\u{300}本", 4), ("日‍本", 4), ("a\u{300}\u{301}\u{302}b", 2), ("␛", 1),
    ])
  func columns(text: String, expected: Int) {
    #expect(DisplayWidth.columns(of: utf8(text)) == expected)
  }

  @Test(
    "Invalid bytes count one column for each replacement character",
    arguments: [
      ([0xFF], 1), ([0x61, 0xC3], 2), ([0xE2, 0x82, 0x61], 2), ([0xED, 0xA0, 0x80], 3),
      ([0xF0, 0x9F, 0x98], 1), ([0xC0, 0x80], 2),
    ] as [([UInt8], Int)])
  func invalid(bytes: [UInt8], expected: Int) {
    #expect(DisplayWidth.columns(of: bytes) == expected)
  }

  @Test("Scalars are decoded, and replaced, as the standard library does it")
  func decoding() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let bytes = generator.bytes(upTo: 24)
      let span = bytes.span
      var scalars: [UInt32] = []
      var offset = 0
      while offset < span.count {
        let scalar = span.scalar(at: offset)
        scalars.append(scalar.value)
        offset += scalar.length
      }
      #expect(scalars == string(bytes).unicodeScalars.map(\.value), "\(bytes)")
    }
  }

  @Test("Clusters cover every byte of any text, each once")
  func clusters() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      let bytes = generator.bytes(upTo: 40)
      let span = bytes.span
      var offset = 0
      while offset < span.count {
        let cluster = span.cluster(at: offset)
        #expect(cluster.length > 0)
        #expect(0...2 ~= cluster.columns)
        offset += cluster.length
      }
      #expect(offset == span.count)
    }
  }

  @Test("The table's ranges ascend and do not touch")
  func table() {
    for ranges in [DisplayWidth.zeroRanges, DisplayWidth.wideRanges] {
      #expect(ranges.count.isMultiple(of: 2))
      for index in stride(from: 0, to: ranges.count, by: 2) {
        #expect(ranges[index] <= ranges[index + 1])
        #expect(index == 0 || ranges[index - 1] + 1 < ranges[index])
      }
    }
  }
}
