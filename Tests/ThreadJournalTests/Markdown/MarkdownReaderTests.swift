import Foundation
import TestSupport
import Testing
import ThreadJournal

/// What Markdown is read as, written as nested names.
@Suite struct MarkdownReaderTests {
  private func described(_ text: [UInt8]) -> String {
    var reader = MarkdownReader()
    reader.read(text.span)
    var shown = ""
    for event in reader.events {
      switch event {
      case .open(let container): shown += name(of: container) + "("
      case .close: shown += ")"
      case .leaf(let leaf, let lines):
        shown += name(of: leaf)
        switch leaf {
        case .paragraph, .heading: shown += inlines(reader.words(of: lines), text)
        case .rule: break
        case .code, .table:
          shown +=
            "[" + reader.lines[lines].map { string(text[$0.content]) }.joined(separator: "|")
            + "]"
        }
      }
    }
    return shown
  }

  private func described(_ text: String) -> String { described(utf8(text)) }

  private func name(of container: MarkdownReader.Container) -> String {
    switch container {
    case .quote: "quote"
    case .list(let isOrdered): isOrdered ? "ol" : "ul"
    case .item(let number, let isDone):
      (number.map(String.init) ?? "") + (isDone.map { $0 ? "☑" : "☐" } ?? "•")
    }
  }

  private func name(of leaf: MarkdownReader.Leaf) -> String {
    switch leaf {
    case .paragraph: "p"
    case .heading(let level): "h\(level)"
    case .rule: "rule"
    case .code: "code"
    case .table: "table"
    }
  }

  private func inlines(_ lines: ArraySlice<MarkdownReader.Line>, _ text: [UInt8]) -> String {
    var reader = MarkdownInlineReader()
    reader.read(lines, in: text.span)
    var shown = "["
    for piece in reader.pieces {
      switch piece.kind {
      case .text, .code: shown += string(text[piece.range])
      case .address: shown += "<" + string(text[piece.range]) + ">"
      case .hidden: break
      case .lineBreak(let isHard): shown += isHard ? "↵" : "|"
      case .open(.emphasis): shown += "em("
      case .open(.strong): shown += "b("
      case .open(.code): shown += "`"
      case .open(.link(let isImage)):
        shown += (isImage ? "image" : "a") + "{" + string(text[piece.target]) + "}("
      case .close(.code): shown += "`"
      case .close: shown += ")"
      }
    }
    return shown + "]"
  }

  @Test(
    "Blocks are found",
    arguments: [
      ("one\ntwo\n\nthree", "p[one|two]p[three]"),
      ("# a #\n###### b\n#c\n#", "h1[a]h6[b]p[#c|#]"),
      ("a\n===\nb\n---\n---", "h1[a]h2[b]rule"),
      ("***\n- - -\n_ _ _\n**", "rulerulerulep[**]"),
      ("```swift\na\n\n b\n```\nc", "code[swift|a|| b|]p[c]"),
      ("~~~\na\n```", "code[|a|```]"),
      ("    a\n\n      b\n\nc", "code[a||  b]p[c]"),
      ("a\n    b", "p[a|b]"),
      ("> a\n> b\nc\n\nd", "quote(p[a|b|c])p[d]"),
      ("> > a\n> b\n>\n> c", "quote(quote(p[a|b])p[c])"),
      ("- a\n- b\n\n  c\n+ d", "ul(•(p[a])•(p[b]p[c]))ul(•(p[d]))"),
      ("- a\n  - b\n    - c\n- d", "ul(•(p[a]ul(•(p[b]ul(•(p[c])))))•(p[d]))"),
      ("3. a\n7) b\n8) c", "ol(3•(p[a]))ol(7•(p[b])8•(p[c]))"),
      ("a\n- b\n2. c", "p[a]ul(•(p[b]))ol(2•(p[c]))"),
      ("a\n2. b\n1. c", "p[a|2. b]ol(1•(p[c]))"),
      ("- [ ] a\n- [x] b\n- [y] c\n- [ ]", "ul(☐(p[a])☑(p[b])•(p[[y] c])•(p[[ ]]))"),
      ("-\n  a\n-\n\n  b", "ul(•(p[a])•())p[b]"),
      ("- a\n\n      b\n> - c\n> d", "ul(•(p[a]code[b]))quote(ul(•(p[c|d])))"),
      ("-\ta\n\n\tb", "ul(•(p[a]p[b]))"),
      ("| a | b |\n|---|---|\n| c | d\ne", "table[| a | b |||---|---||| c | d]p[e]"),
      ("a | b\n--|--\nc | d\n\ne | f", "table[a | b|--|--|c | d]p[e | f]"),
      ("a | b\n---\nc | d\n:-|-:", "h2[a | b]table[c | d|:-|-:]"),
      ("-\n  ```\n  a\n\n  b\n  ```\n\nc", "ul(•(code[|a||b|]))p[c]"),
      ("<div>\n*a*\n</div>", "p[<div>|em(a)|</div>]"),
      ("- a\r\n- b\r\n", "ul(•(p[a])•(p[b]))"), ("", ""), ("\n\n", ""),
    ])
  func blocks(text: String, expected: String) { #expect(described(text) == expected) }

  @Test(
    "What stands inside a paragraph is found",
    arguments: [
      ("*a* _b_ **c** __d__ ***e***", "em(a) em(b) b(c) b(d) em(b(e))"),
      ("*a **b** c* **d *e***", "em(a b(b) c) b(d em(e))"),
      ("*a **b* c**", "em(a em(em(b) c))"), ("**a*", "*em(a)"), ("*a**b*", "em(a**b)"),
      ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
      ("**„a“**b *(a)*", "**„a“**b em((a))"), ("日本**語**です", "日本b(語)です"),
      (#"\*a\* \q \\"#, #"*a* \q \"#), ("`a*b*` ``c`d`` `` `e` ``", "`a*b*` `c`d` ``e``"),
      ("`a\nb` c", "`a|b` c"), ("`a ``b", "`a ``b"), (#"\`a`"#, "`a`"),
      ("[a](b) [c *d*](<e f> 'g')", "a{b}(a) a{e f}(c em(d))"),
      ("![a](b(c)d \"e\")", "image{b(c)d}(a)"), ("[![a](b)](c)", "a{c}(image{b}(a))"),
      ("[a [b](c) d](e)", "[a a{c}(b) d](e)"),
      ("[a] [b](c d) [](e) [f]()", "[a] [b](c d) [](e) [f]()"),
      ("*a [b*](c)", "*a a{c}(b*)"),
      ("<https://a.b> <mailto:a@b.c> <b>", "<https://a.b> <mailto:a@b.c> <b>"),
      ("see https://a.b/c_d_e, (http://f.g)!", "see <https://a.b/c_d_e>, (<http://f.g>)!"),
      ("**https://a.b** xhttp://c.d http://", "b(<https://a.b>) xhttp://c.d http://"),
      ("a  \nb\\\nc \nd\\", "a↵b↵c|d\\"), ("&amp; <i>&lt;", "&amp; <i>&lt;"),
    ])
  func inlines(text: String, expected: String) {
    #expect(described(text) == "p[\(expected)]")
  }

  @Test("Every byte of a paragraph is in one piece, and spans are nested, of any text")
  func coverage() throws {
    var texts: [[UInt8]] = []
    if let url = Corpora.folder?.appending(path: "commonmark/examples.json") {
      struct Example: Decodable { let markdown: String }
      let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: url))
      texts = examples.map { utf8($0.markdown) }
    } else {
      print("skipped: the corpora are not here")
    }
    var generator = SeededGenerator(seed: 13)
    let parts = [
      "*", "**", "_", "`", "``", "[", "](", ")", "!", "<", ">", "> ", "- ", "1. ", "#", "# ", "\\",
      "a", "b c", "\n", "\n\n", "    ", "\t", "é", "“", "http://x", "|", "---", "===", "~~~", "```",
    ]
    for _ in 0..<4000 {
      texts.append(
        (0..<Int.random(in: 0...30, using: &generator)).flatMap { _ in
          Array(parts[Int.random(in: parts.indices, using: &generator)].utf8)
        })
    }
    var inlines = MarkdownInlineReader()
    var reader = MarkdownReader()
    for text in texts {
      reader.read(text.span)
      check(reader, text)
      for case .leaf(let leaf, let lines) in reader.events {
        switch leaf {
        case .paragraph, .heading: break
        default: continue
        }
        let words = reader.words(of: lines)
        inlines.read(words, in: text.span)
        check(inlines.pieces, words, text)
      }
    }
  }

  /// Checks that lines cover the text, leaves have no line in common, and containers are nested.
  private func check(_ reader: MarkdownReader, _ text: [UInt8]) {
    #expect(reader.lines.count == text.count { $0 == 0x0A } + 1)
    var (line, open) = (0, [MarkdownReader.Container]())
    for event in reader.events {
      switch event {
      case .open(let container): open.append(container)
      case .close(let container): #expect(open.popLast() == container)
      case .leaf(_, let lines):
        #expect(lines.lowerBound >= line && !lines.isEmpty, "\(string(text))")
        line = lines.upperBound
      }
    }
    #expect(open.isEmpty)
  }

  private func check(
    _ pieces: [MarkdownInlineReader.Piece], _ lines: ArraySlice<MarkdownReader.Line>,
    _ text: [UInt8]
  ) {
    var (line, open) = (lines.startIndex, [MarkdownInlineReader.Inline]())
    var offset = lines[line].content.lowerBound
    for piece in pieces {
      #expect(piece.range.lowerBound == offset, "\(string(text))")
      offset = piece.range.upperBound
      switch piece.kind {
      case .open(let span): open.append(span)
      case .close(let span): #expect(open.popLast() == span, "\(string(text))")
      case .lineBreak:
        #expect(offset == lines[line].range.upperBound)
        line += 1
        offset = lines[line].content.lowerBound
      default: break
      }
    }
    #expect(open.isEmpty && line + 1 == lines.endIndex)
    #expect(offset == lines[line].content.upperBound)
  }

  @Test(
    "A text made to be slow is read in time linear in it",
    arguments: [
      "[", "*", "_", "`", ">", "> ", "- ", "1. ", "a*", "*a ", "**a ", "_a*b", "[a](", "[a](b ",
      "[a](b \"", "[a](<", "![a](b)", "[a](b)", "[", "`a``", "*a_", "<http://", "http://a:", "\\",
      "a\\\n", "- \n", "-\n\n", "> a\n\n", "    a\n", "|\n", "# a\n", "```\n", "***\n", "a\n---\n",
      "![",
      "]", "**a*a", "a**b*c***", "*a**", "[a*](", "(", "[a]((", "[`", " ", "\t", "\n", "- a\n\n",
    ])
  func linear(part: String) {
    func time(_ count: Int) -> Duration {
      let text = Array(repeating: utf8(part), count: count / part.utf8.count).flatMap { $0 }
      var (reader, inlines) = (MarkdownReader(), MarkdownInlineReader())
      return ContinuousClock().measure {
        reader.read(text.span)
        for case .leaf(let leaf, let lines) in reader.events where leaf == .paragraph {
          inlines.read(reader.words(of: lines), in: text.span)
        }
      }
    }
    // What took time quadratic in this would take minutes.
    #expect(time(200_000) < .seconds(3), "\(part)")
  }
}

private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
private func string(_ bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self)
}
