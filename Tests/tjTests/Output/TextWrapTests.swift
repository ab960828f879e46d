import TestSupport
import Testing

@testable import tj

@Suite struct TextWrapTests {
  private func wrapped(_ text: String, _ columns: Int, indent: Int = 0) -> [String] {
    let bytes = utf8(text)
    return TextWrap.lines(of: bytes, columns: columns, indent: indent).map { line in
      string(bytes[line.quote]) + String(repeating: " ", count: line.hang)
        + string(bytes[line.range])
    }
  }

  @Test(
    "Text is broken at words",
    arguments: [
      ("", [""]),
      ("one two three four", ["one two", "three four"]),
      ("exactly te n", ["exactly te", "n"]),
      ("a  b  c  d  e  f", ["a  b  c  d", "e  f"]),
      ("ends in blanks      ", ["ends in", "blanks"]),
      ("one\n\ntwo\n", ["one", "", "two", ""]),
      ("short\nlines stay as they are", ["short", "lines stay", "as they", "are"]),
      ("averylongword and more", ["averylongword", "and more"]),
      ("see https://example.com/a/b?c=d ok", ["see", "https://example.com/a/b?c=d", "ok"]),
      ("  indented text stays in", ["  indented", "  text", "  stays in"]),
      ("no\u{A0}break\u{A0}here at", ["no\u{A0}break\u{A0}here", "at"]),
    ])
  func words(text: String, expected: [String]) {
    #expect(wrapped(text, 10) == expected)
  }

  @Test(
    "CJK text is broken between characters, but not away from its punctuation",
    arguments: [
      ("今日は朝から雨が降る", ["今日は朝か", "ら雨が降る"]),
      ("今日は朝「おはよう」", ["今日は朝", "「おはよ", "う」"]),
      ("今日は朝か。ら雨", ["今日は朝", "か。ら雨"]),
      ("漢字abcdef漢字", ["漢字abcdef", "漢字"]),
      ("abc漢字漢字漢字", ["abc漢字漢", "字漢字"]),
      ("한국어입니다 그래요", ["한국어입니다", "그래요"]),
      ("😀😀😀😀😀😀", ["😀😀😀😀😀", "😀"]),
    ])
  func ideographs(text: String, expected: [String]) {
    #expect(wrapped(text, 10) == expected)
  }

  @Test(
    "List items, tasks and quotes go on below their text",
    arguments: [
      ("- one two three", ["- one two", "  three"]),
      ("12. one two three", ["12. one", "    two", "    three"]),
      ("  * one two", ["  * one", "    two"]),
      ("> one two three", ["> one two", "> three"]),
      ("> > one two three", ["> > one", "> > two", "> > three"]),
      ("> - one two", ["> - one", ">   two"]),
      ("-one two three", ["-one two", "three"]),
      ("- [ ] one two", ["- [ ] one", "     two"]),
    ])
  func hanging(text: String, expected: [String]) {
    #expect(wrapped(text, 10) == expected)
  }

  @Test(
    "Code and tables are left alone",
    arguments: [
      "```\nlet x = something long\n```", "~~~ swift\nlong code here it is\n~~~~",
      "    indented code of some length", "\tindented code with a tab",
      "- item\n\n      code below the item", "| a long table | of columns |",
      "a long head | of\n----|----\nand a long | row", "```\nnever closed, never wrapped",
    ])
  func verbatim(text: String) {
    #expect(
      wrapped(text, 10)
        == text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test(
    "What only looks like code is wrapped",
    arguments: [
      ("```inline``` code is text", ["```inline```", "code is", "text"]),
      ("text\n    continued line", ["text", "    continued", "    line"]),
      ("```\nx\n```\nafter the fence", ["```", "x", "```", "after the", "fence"]),
      ("either|or stays text", ["either|or", "stays text"]),
    ])
  func notCode(text: String, expected: [String]) {
    #expect(wrapped(text, 10) == expected)
  }

  @Test("The indent counts, also for TABs")
  func indent() {
    #expect(wrapped("one two three", 10, indent: 4) == ["one", "two", "three"])
    #expect(wrapped("a\tb c", 20, indent: 4) == ["a\tb c"])
    #expect(wrapped("a\tb cccccccc", 16, indent: 4) == ["a\tb", "cccccccc"])
  }

  @Test("A width of nothing overflows, word by word")
  func narrow() {
    #expect(wrapped("one two", 0) == ["one", "two"])
    #expect(wrapped("- one two", -5, indent: 3) == ["- one", "two"])
  }

  @Test(
    "Wrapping keeps every byte but blanks, in order, and no line is wider but for one word",
    arguments: 0..<40)
  func keepsEverything(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = [
      "a", "word", "日本語", "Überraschung", "e\u{301}te\u{301}", "👩‍👩‍👧", "x".repeated(30), "、",
    ]
    var text = ""
    for _ in 0..<200 {
      text += words[Int.random(in: words.indices, using: &generator)]
      text += Int.random(in: 0..<12, using: &generator) == 0 ? "\n" : " "
    }
    let bytes = utf8(text)
    let columns = Int.random(in: 8...60, using: &generator)
    let lines = TextWrap.lines(of: bytes, columns: columns)
    #expect(lines.count > bytes.count { $0 == 0x0A } + 1)
    let kept = lines.flatMap { bytes[$0.range] }.filter { $0 != 0x20 }
    #expect(kept == bytes.filter { $0 != 0x20 && $0 != 0x0A })
    for line in lines {
      let slice = Array(bytes[line.range])
      #expect(
        line.hang + DisplayWidth.columns(of: slice) <= columns || !slice.contains(0x20),
        "\(string(slice))")
    }
  }

  @Test("Any bytes are laid out, with nothing lost")
  func randomBytes() {
    var generator = SeededGenerator(seed: 4)
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A]
    for _ in 0..<3_000 {
      let bytes = generator.bytes(upTo: 120)
      let columns = Int.random(in: -2...30, using: &generator)
      let lines = TextWrap.lines(of: bytes, columns: columns, indent: 2)
      let kept = lines.flatMap { bytes[$0.range] }.filter { !blanks.contains($0) }
      #expect(kept == bytes.filter { !blanks.contains($0) })
    }
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
