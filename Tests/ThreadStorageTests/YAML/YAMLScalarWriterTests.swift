import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@Suite struct YAMLScalarWriterTests {
  private func written(_ text: String) throws -> String {
    let block = try FrontMatter.newBlock([("a", .text(text))], lineEnding: [0x0A])
    return String(String(decoding: block, as: UTF8.self).dropFirst(7).dropLast(5))
  }

  @Test(
    "a text that every parser reads as itself is written plain",
    arguments: [
      "Morning pages", "a:b", "a#b", "What next?", "7 days", "é世😀", "it's", "a, b", "/x", "x-1",
    ])
  func plain(text: String) throws {
    #expect(try written(text) == text)
  }

  @Test(
    "a text that some parser reads as something else is quoted",
    arguments: [
      "no", "On", "y", "N", "TRUE", "null", "~", "", "=", "<<", ".inf", "-", "--- a", "? a", "a: b",
      "a:", "a #b", " a", "a ", "1:30", "0o7", "1_000", "1e3", "2026-03-28", "12", "#a", "@a", "`a",
      "%a", "!a", "&a", "*a", "|", ">", "'a", "\"a", "[a", "{a", ",a", "-1", "+1",
      "2026-03-28 07:12",
    ])
  func quoted(text: String) throws {
    let result = try written(text)
    #expect(result.first == "\"" || result.first == "'")
  }

  @Test(
    "characters that are no text everywhere are escaped",
    arguments: [
      ("a\nb", #""a\nb""#), ("\t", #""\t""#), ("\u{0}", #""\x00""#), ("\u{85}", #""\x85""#),
      ("\u{2028}", #""\u2028""#), ("\u{FEFF}", #""\uFEFF""#), ("\u{7F}", #""\x7F""#),
      ("\u{FFFE}", #""\uFFFE""#), ("\u{1FFFE}", #""\U0001FFFE""#), ("say \"x\"", #"say "x""#),
      ("\"x\"", #"'"x"'"#), ("\"x' ", #""\"x' ""#), ("\r\n", #""\r\n""#),
      ("\u{1B}[0m", #""\x1B[0m""#),
    ])
  func escaped(text: String, expected: String) throws {
    #expect(try written(text) == expected)
  }

  @Test(
    "the naughty strings come back as the same bytes, as values and as keys",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func naughtyStrings() throws {
    let file = try #require(Corpora.folder).appending(path: "naughty-strings/blns.json")
    let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    #expect(strings.count == 515)
    for text in strings {
      let value = YAMLNewValue.text(text)
      var pairs: [(String, YAMLNewValue)] = [
        ("block", value), ("flow", .flowSequence([value, .flowMapping([.init("k", value)])])),
      ]
      let isKey = text.utf8.count < 200
      if isKey { pairs.append((text, .integer(1))) }
      let read = try #require(
        frontMatter(of: try FrontMatter.newBlock(pairs, lineEnding: [0x0A])))
      let bytes = Array(text.utf8)
      #expect(read.problems.isEmpty)
      #expect(read.value(at: ["block"])?.stringBytes == bytes)
      let items = read.value(at: ["flow"])?.items
      #expect(items?.first?.stringBytes == bytes)
      #expect(items?.last?.value(at: ["k"])?.stringBytes == bytes)
      if isKey { #expect(read.value(at: [text])?.integerValue == 1) }
    }
  }
}
