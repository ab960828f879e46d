import TestSupport
import Testing

@testable import tj

@Suite struct TerminalTextTests {
  @Test(
    "Control characters become visible",
    arguments: [
      ("plain text", "plain text"), ("日本 é 😀", "日本 é 😀"), ("a\u{1B}[31mb", "a␛[31mb"),
      ("\u{0}\u{7}\u{7F}", "␀␇␡"), ("a\nb\tc", "a\nb\tc"), ("a\r\nb\rc\r", "a\nb␍c␍"),
      ("\u{9B}31m", "\\u{9b}31m"), ("a\u{202E}b\u{2066}c", "a\\u{202e}b\\u{2066}c"),
      ("a\u{2028}b\u{85}c", "a\\u{2028}b\\u{85}c"), ("\u{200F}א", "\u{200F}א"), ("", ""),
      ("\u{1B}]52;c;ZXZpbA==\u{7}", "␛]52;c;ZXZpbA==␇"),
    ])
  func body(text: String, expected: String) {
    #expect(string(TerminalText.escaped(utf8(text))) == expected)
  }

  @Test("In a name, newlines and TABs become visible too")
  func name() {
    let name = utf8("a\nb\tc\r\nd")
    #expect(string(TerminalText.escaped(name, lineBreaks: .escaped)) == "a␊b␉c␍␊d")
  }

  @Test("Bytes that are not UTF-8 become U+FFFD")
  func invalid() {
    #expect(string(TerminalText.escaped([0x61, 0xFF, 0x62, 0xE2, 0x82])) == "a\u{FFFD}b\u{FFFD}")
    // The byte of C1's CSI by itself, which some terminals obey.
    #expect(string(TerminalText.escaped([0x9B, 0x33, 0x31])) == "\u{FFFD}31")
  }

  @Test("Nothing that a terminal obeys is left, whatever the bytes")
  func random() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3_000 {
      let bytes = generator.bytes(upTo: 60)
      expectHarmless(TerminalText.escaped(bytes), allowing: [0x0A, 0x09])
      expectHarmless(TerminalText.escaped(bytes, lineBreaks: .escaped), allowing: [])
    }
  }

  @Test(
    "The naughty strings are harmless",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func naughty() {
    #expect(naughtyStrings.count >= 500)
    for text in naughtyStrings {
      expectHarmless(TerminalText.escaped(utf8(text)), allowing: [0x0A, 0x09])
    }
  }

  private func expectHarmless(_ bytes: [UInt8], allowing allowed: Set<UInt8>) {
    #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || allowed.contains($0) })
    let text = string(bytes)
    #expect(utf8(text) == bytes, "it is UTF-8")
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069: Issue.record("\(scalar) is left")
      default: break
      }
    }
  }
}
