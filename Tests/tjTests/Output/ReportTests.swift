import Foundation
import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct ReportTests {
  private func html(_ text: String, below level: Int = 3, lineEnd: String = "") -> String {
    let ids = Set([EntryID("k3f9q2wz7h")].compactMap(\.self))
    var (markdown, writer) = (MarkdownHTML(linkingTo: ids), HTMLWriter())
    markdown.append(utf8(text), below: level, to: &writer)
    return string(writer.finished()).replacing("\n", with: lineEnd)
  }

  @Test(
    "Markdown is written as HTML",
    arguments: [
      (
        "one *two* **three** `four`",
        "<p>one <em>two</em> <strong>three</strong> <code>four</code></p>"
      ),
      ("# a\n### b\n# c", "<h4>a</h4><h5>b</h5><h4>c</h4>"), ("### a", "<h4>a</h4>"),
      ("> a\n> - b", "<blockquote><p>a</p><ul><li><p>b</p></li></ul></blockquote>"),
      ("3. a\n7. b", "<ol><li value=\"3\"><p>a</p></li><li value=\"7\"><p>b</p></li></ol>"),
      (
        "- [x] a",
        "<ul><li class=\"task\"><span role=\"img\" aria-label=\"done\">☑</span> <p>a</p></li></ul>"
      ),
      ("```swift\na < b\n```", "<pre><span class=\"quiet\">swift</span>a &lt; b</pre>"),
      ("| a |\n|---|", "<pre>| a ||---|</pre>"), ("a\\\nb", "<p>a<br>b</p>"), ("---", "<hr>"),
      ("#a #b", "<p><b>#a</b> <b>#b</b></p>"),
      (
        "[a](http://b.c/?d=\"e\"&f \"g\")",
        "<p><a href=\"http://b.c/?d=&quot;e&quot;&amp;f\">a</a> <span class=\"quiet\">&quot;g&quot;</span></p>"
      ),
      (
        "<https://a.b> mailto",
        "<p><a class=\"url\" href=\"https://a.b\">https://a.b</a> mailto</p>"
      ),
      (
        "(https://a.b/c_(d)). ",
        "<p>(<a class=\"url\" href=\"https://a.b/c_(d)\">https://a.b/c_(d)</a>).</p>"
      ),
      ("![a](https://b.c/d.png)", "<p><a href=\"https://b.c/d.png\">a</a></p>"),
      ("[a](#k3f9q2wz7h)", "<p><a href=\"#k3f9q2wz7h\">a</a></p>"),
      (
        "[![a](http://b.c)](http://d.e)",
        "<p><a href=\"http://d.e\">![a](http://b.c)</a></p>"
      ),
    ])
  func markdown(text: String, expected: String) { #expect(html(text) == expected) }

  @Test(
    "What could be more than text is text",
    arguments: [
      "<script>alert(1)</script>", "]]>", "--><img src=x onerror=alert(1)>",
      "</style><svg onload=x>",
      "[a](javascript:alert(1))", "[a]( javascript:alert(1))", "[a](JaVaScRiPt:x)",
      "[a](<java script:x>)",
      "[a](data:text/html,x)", "[a](//b.c)", "[a](b.html)", "![a](file:///etc/passwd)",
      "<javascript:x>",
      "[a](vbscript:x)", "[a](#\"onclick=)", "[a](#k3f9q2wz7)", "[a](#)", "&lt;b&gt;",
    ])
  func hostile(text: String) {
    let shown = html(text)
    #expect(shown.hasPrefix("<p>") && shown.hasSuffix("</p>"))
    #expect(visible(shown).trimmingCharacters(in: .whitespaces) == text)
  }

  @Test("A text is UTF-8 without control characters, whatever it was")
  func bytes() {
    var generator = SeededGenerator(seed: 3)
    func escaped(_ bytes: [UInt8]) -> [UInt8] {
      var writer = HTMLWriter()
      writer.text(bytes)
      return writer.finished()
    }
    for _ in 0..<3000 {
      let bytes = generator.bytes(upTo: 40)
      let written = escaped(bytes)
      #expect(String(validating: written, as: UTF8.self) != nil)
      #expect(written.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 })
      #expect(!written.contains { "<>\"'".utf8.contains($0) })
    }
    let plain = utf8("Grüße, 日本語 😀 \u{A0}\u{10FFFF}")
    #expect(escaped(plain) == plain)
    #expect(
      string(escaped([0x61, 0x00, 0x1B, 0x7F, 0xC2, 0x9B, 0xFF, 0xED, 0xA0, 0x80]))
        == "a␀␛␡����\u{FFFD}\u{FFFD}")
  }

  @Test(
    "No word of the CommonMark examples is lost in HTML",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func words() throws {
    struct Example: Decodable { let markdown: String }
    let url = try #require(Corpora.folder).appending(path: "commonmark/examples.json")
    let examples = try JSONDecoder().decode([Example].self, from: Data(contentsOf: url))
    #expect(examples.count > 600)
    for example in examples {
      let shown = words(
        of: visible(html(example.markdown, below: 1, lineEnd: " "), withAttributes: true))
      for (word, count) in words(of: example.markdown) {
        #expect(shown[word, default: 0] >= count, "\(word) in \(example.markdown)")
      }
    }
  }

  /// The words of a text, a number without the zeros before it.
  private func words(of text: String) -> [String: Int] {
    text.utf8.split { !($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80) }
      .map { String(decoding: $0, as: UTF8.self) }
      .reduce(into: [:]) { $0[Int($1).map(String.init) ?? $1, default: 0] += 1 }
  }

  /// What a reader sees of HTML; perhaps with the values of attributes.
  private func visible(_ html: String, withAttributes: Bool = false) -> String {
    var (shown, isInTag, isInValue) = ("", false, false)
    for character in html {
      if isInTag {
        if character == "\"" { isInValue.toggle() }
        if character == ">", !isInValue { isInTag = false }
        if withAttributes { shown.append(isInValue ? character : " ") }
      } else if character == "<" {
        isInTag = true
        if withAttributes { shown.append(" ") }
      } else {
        shown.append(character)
      }
    }
    for (reference, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      shown = shown.replacing(reference, with: sign)
    }
    return shown
  }

  @Test(
    "A scale has round numbers around all values",
    arguments: [
      ([1.0, 9], FieldKind.number, [0.0, 2, 4, 6, 8, 10]),
      ([4.2, 5.1], .number, [4, 4.5, 5, 5.5]),
      ([7], .number, [6, 8]), ([0], .number, [-0.5, 0, 0.5]),
      ([16_200, 27_000], .duration, [14_400, 18_000, 21_600, 25_200, 28_800]),
      ([-3, 250], .number, [-100, 0, 100, 200, 300]),
    ])
  func scale(values: [Double], kind: FieldKind, expected: [Double]) {
    let ticks = ChartScale(values, kind).ticks
    #expect(ticks.count >= 2 && ticks.count <= 9)
    #expect(ticks[0] <= values.min() ?? 0 && ticks[ticks.count - 1] >= values.max() ?? 0)
    #expect(
      zip(ticks, expected).allSatisfy { abs($0 - $1) < 1e-9 } && ticks.count == expected.count,
      "\(ticks)")
  }

  @Test("Any values have a scale", arguments: FieldKind.allCases)
  func anyScale(kind: FieldKind) {
    for value in [0, 1e-12, 3e-7, 0.1, 1, 59, 86_399, 123_456_789, 999_999_999_999_999.0] {
      for other in [0, value, value * 2, -value, value + 1] {
        let scale = ChartScale([value, other], kind)
        #expect(2...9 ~= scale.ticks.count)
        // Yes and no have one scale, whatever else stands there.
        guard kind != .boolean || 0...1 ~= value && 0...1 ~= other else { continue }
        guard (kind != .duration && kind != .time) || other >= 0 else { continue }
        #expect(-1...1001 ~= scale.height(of: value), "\(value) \(other)")
      }
    }
  }

  @Test("A curve goes from edge to edge, and a mean between two gaps is a point")
  func curve() {
    func drawn(_ means: [Int?]) -> String {
      let chart = ReportChart(
        text: FigureText(kind: .boolean, of: [], dayStartsAt: 0), unit: nil,
        points: means.enumerated().map { index, mean in
          ("p\(index)", mean.map { NumberSum($0, of: 1) } ?? NumberSum())
        })
      var writer = HTMLWriter()
      chart.append(name: "a", period: .day, number: 1, to: &writer)
      let html = string(writer.finished())
      let curve = html.split(separator: "class=\"curve\" d=\"").last?.prefix { $0 != "\"" } ?? ""
      let labels = html.split(separator: "class=\"x\"").last?.prefix { $0 != "\n" } ?? ""
      return curve
        + labels.replacing("<span>", with: " ").replacing("</span>", with: "").filter {
          $0 == " " || $0 == "p" || $0.isNumber
        }.replacing("  ", with: " ")
    }
    #expect(drawn([1]).hasPrefix("M500 0h0 "))
    #expect(drawn([1, nil, 0]).hasPrefix("M0 0h0M1000 1000h0"))
    #expect(drawn([1, 0, nil, 1, 1]).hasPrefix("M0 0h0L250 1000M750 0h0L1000 0"))
    #expect(drawn([1, 0, 0]).contains("p1") && !drawn([1, 0, 0, 1]).contains("p1"))
  }

  @Test(
    "of another program's HTML the elements of a text are kept, and the rest is text",
    arguments: [
      ("<p>a <EM class=x>b</em></p>\n", "<p>a <em>b</em></p>\n"),
      ("<h1>a</h1><h3>b</h3><h1>c</h1>", "<h4>a</h4><h5>b</h5><h4>c</h4>"),
      ("a &amp; b &#8211; &copy; & c &; &lt", "a &amp; b &#8211; &copy; &amp; c &amp;; &amp;lt"),
      ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
      ("<img src=x onerror=y>", "<a>x</a>"),
      (
        "<img src=\"https://a.b/c.png\" alt='d &amp; e'/>",
        "<a href=\"https://a.b/c.png\">d &amp; e</a>"
      ),
      ("<img src=javascript:x alt=\"\">", "<a>javascript:x</a>"), ("<img alt=x>", ""),
      ("<li><input type=checkbox checked disabled> a", "<li>☑ a</li>"),
      ("<div class=x><span>a</span></div></div>", "a"),
      ("a<!-- raw HTML omitted -->b<!-- c", "ab&lt;!-- c"),
      ("<!-->a<!--->-->b", "&lt;!--&gt;a&lt;!---&gt;--&gt;b"),
      ("</article></section>", "&lt;/article&gt;"),
      ("</p><p>a<strong>b</p>c", "&lt;/p&gt;<p>a<strong>b</strong></p>c"),
      ("<ul><li>a", "<ul><li>a</li></ul>"),
      ("<ol start=\"3\"><li value='x'>a</li></ol>", "<ol start=\"3\"><li>a</li></ol>"),
      ("<br/><hr />", "<br><hr>"), ("a < b <3 <p", "a &lt; b &lt;3 &lt;p"),
      (
        "<a onclick=x href=\"HTTPS://a.b/?c&amp;d\" title='e'>f</a>",
        "<a href=\"HTTPS://a.b/?c&amp;d\">f</a>"
      ),
      ("<a href=javascript:x>a</a>", "<a>a</a>"),
      ("<a href=\" javascript:x\">a</a>", "<a>a</a>"),
      ("<a href=\"&#106;avascript:x\">a</a>", "<a>a</a>"),
      ("<a href='http://a\"onclick=\"b'>a</a>", "<a href=\"http://a&quot;onclick=&quot;b\">a</a>"),
      ("<a href=\"http://a<script>\">", "&lt;a href=&quot;http://a&lt;script&gt;&quot;&gt;"),
      ("<a href=\"#x\" href=\"javascript:y\">a</a>", "<a href=\"#x\">a</a>"),
      ("<p style=\"x\"y>", "<p></p>"), ("<p =>", "&lt;p =&gt;"),
    ])
  func filter(html: String, expected: String) {
    var writer = HTMLWriter()
    HTMLFilter(utf8(html), below: 3).write(to: &writer)
    #expect(string(writer.finished()) == expected)
  }
}
