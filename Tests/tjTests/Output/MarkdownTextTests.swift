import Foundation
import TestSupport
import Testing

@testable import tj

@Suite struct MarkdownTextTests {
  private func styled(_ text: [UInt8], matches: [Range<Int>] = []) -> StyledText {
    var styled = StyledText()
    styled.append(MarkdownText(text), matches: matches, transform: { $0 })
    return styled
  }

  /// The text as it is shown, each run as its style's name and its words in braces.
  private func described(_ text: String, matches: [Range<Int>] = []) -> String {
    let styled = styled(utf8(text), matches: matches)
    var (shown, end) = ("", 0)
    for run in styled.runs {
      shown += string(styled.bytes[end..<run.range.lowerBound])
      shown += "\(run.style){\(string(styled.bytes[run.range]))}"
      end = run.range.upperBound
    }
    return shown + string(styled.bytes[end...])
  }

  @Test(
    "A text is shown as what its marks mean",
    arguments: [
      ("plain words", "plain words"),
      ("# A heading", "strong{A heading}"),
      ("### With *one* word", "strong{With }strongEmphasis{one}strong{ word}"),
      ("#tag and #two-words", "tag{#tag} and tag{#two-words}"),
      ("an *emphasis*, a _second_", "an emphasis{emphasis}, a emphasis{second}"),
      ("**strong** and ***both***", "strong{strong} and strongEmphasis{both}"),
      ("code `a*b*` here", "code faint{a*b*} here"),
      ("> quoted *words*", "faint{│} quoted emphasis{words}"),
      ("> > twice", "faint{│} faint{│} twice"),
      ("- one\n* two\n+ three\n1. four", "• one\n• two\n• three\n1. four"),
      ("- [ ] open\n- [x] done", "• ☐ open\n• ☑ done"),
      ("---\n* * *", "faint{---}\nfaint{* * *}"),
      ("```\n*code* #no\n```", "faint{```}\nfaint{*code* #no}\nfaint{```}"),
      ("a [link](https://a.b/c) here", "a link{link}faint{ (}faint{https://a.b/c)} here"),
      ("see https://a.b/c_d, please", "see link{https://a.b/c_d}, please"),
      (#"\*no\* emphasis"#, "*no* emphasis"),
      ("| a | *b* |\n|---|---|", "| a | *b* |\n|---|---|"),
    ])
  func marks(text: String, expected: String) {
    #expect(described(text) == expected)
  }

  @Test("What goes on in the next line is seen, and marks at a line's end are not")
  func severalLines() {
    #expect(described("an *emphasis\nover* lines") == "an emphasis{emphasis}\nemphasis{over} lines")
    #expect(described("> `code\n> more` text") == "faint{│} faint{code}\nfaint{│} faint{more} text")
    #expect(described("A heading\n=====\ntext") == "strong{A heading}\nfaint{=====}\ntext")
    #expect(described("## A heading ##") == "strong{A heading}")
    #expect(described("hard\\\nbreak") == "hard\nbreak")
    #expect(described("an ![image](a.png) here") == "an link{image}faint{ (}faint{a.png)} here")
  }

  @Test(
    "A line that is too long goes on below its text, behind its bars",
    arguments: [
      ("> one two three four five six", "│ one two three four\n│ five six\n"),
      ("> - one two three four five", "│ • one two three\n│   four five\n"),
      ("- one two three four five six", "• one two three four\n  five six\n"),
      ("- [ ] one two three four five", "• ☐ one two three\n    four five\n"),
      ("# one two three four five six", "one two three four\nfive six\n"),
      ("```\none two three four five six\n```", "```\none two three four five six\n```\n"),
    ])
  func wrapping(text: String, expected: String) {
    var output: [UInt8] = []
    let palette = Palette.plain
    Layout(columns: 20, palette: palette, readingColumns: 20).append(
      styled(utf8(text)), indent: 0, to: &output)
    #expect(string(output) == expected)
  }

  @Test(
    "What only looks like a mark is shown as it was typed",
    arguments: [
      "2 * 3 * 4", "snake_case_name", "*open", "a ** b", "`open", "[no link]", "[a](b", "#", "#1#",
      "######## many", "5 > 3", "-5 degrees", "[x] done", "a\\b", "_ _", "****", "h", "http://",
    ])
  func noMarks(text: String) {
    let styled = styled(utf8(text))
    #expect(string(styled.bytes) == text)
  }

  @Test("What was found is marked inside every other style")
  func matches() {
    #expect(described("**one** two", matches: [2..<5]) == "match{one} two")
    #expect(described("a *long word*", matches: [3..<7]) == "a match{long}emphasis{ word}")
    #expect(described("*a* b", matches: [1..<5]) == "match{a}match{ b}")
  }

  @Test("No letter is left out, of the CommonMark examples and of random bytes")
  func letters() throws {
    var texts: [[UInt8]] = []
    if let url = Corpora.folder?.appending(path: "commonmark/examples.json") {
      struct Example: Decodable { let markdown: String }
      let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: url))
      #expect(examples.count > 600)
      texts = examples.map { utf8($0.markdown) }
    } else {
      print("skipped: the corpora are not here")
    }
    var generator = SeededGenerator(seed: 7)
    let marks = Array("*_`[]()#>-\\ ab\nhttp://x1".utf8)
    for _ in 0..<2000 {
      texts.append(
        (0..<Int.random(in: 0...60, using: &generator)).map { _ in
          marks[Int.random(in: marks.indices, using: &generator)]
        })
      texts.append(generator.bytes(upTo: 60))
    }
    func isWord(_ byte: UInt8) -> Bool {
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }
    for text in texts {
      let shown = styled(text).bytes
      // A task's `x` becomes its box.
      let expected = text.filter(isWord)
      let boxes = tickedBoxes(in: shown)
      let letters = shown.filter(isWord)
      #expect(letters.count + boxes == expected.count, "\(string(text))")
      if boxes == 0 { #expect(letters == expected, "\(string(text))") }
    }
  }

  private func tickedBoxes(in bytes: [UInt8]) -> Int {
    bytes.indices.count { bytes[$0...].starts(with: "☑".utf8) }
  }
}
