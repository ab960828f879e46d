import Testing

@testable import ThreadStorage

@Suite struct InvalidUTF8Tests {
  @Test(
    "the first byte that is not UTF-8 is found",
    arguments: [
      ([0xFF], 0), ([0x61, 0x80], 1), ([0xC3], 0), ([0x61, 0xC3, 0x28], 1), ([0xC0, 0xAF], 0),
      ([0xE0, 0x80, 0xAF], 0), ([0xED, 0xA0, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xC3, 0xA9, 0xE2, 0x82], 2), ([0xF0, 0x9F, 0x98, 0x80, 0xF0, 0x9F, 0x98, 0x41], 4),
      ([0xF5, 0x80, 0x80, 0x80], 0), ([0xE2, 0x82, 0x41], 0),
    ] as [([UInt8], Int)])
  func invalid(bytes: [UInt8], offset: Int) {
    #expect(TextCheck.firstInvalidUTF8(in: bytes.span) == offset)
  }

  @Test("UTF-8 is valid", arguments: ["", "a", "é", "日本", "😀", "\0", "\u{10FFFF}\u{D7FF}\u{E000}"])
  func valid(text: String) {
    #expect(TextCheck.firstInvalidUTF8(in: Array(text.utf8).span) == nil)
  }

  @Test("agrees with the standard library on every pair and many triples of bytes")
  func agreement() {
    let interesting: [UInt8] =
      [0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF]
      + [0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF]
    for first in interesting {
      for second in interesting {
        for third in interesting {
          let bytes = [first, second, third, 0x80]
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          #expect((TextCheck.firstInvalidUTF8(in: bytes.span) == nil) == isValid)
          if let offset = TextCheck.firstInvalidUTF8(in: bytes.span) {
            #expect(String(validating: bytes[..<offset], as: UTF8.self) != nil)
          }
        }
      }
    }
  }
}
