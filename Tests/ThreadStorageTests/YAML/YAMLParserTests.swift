import TestSupport
import Testing
import ThreadStorage

@Suite struct YAMLParserTests {
  private func document(_ text: String) -> YAMLDocument { YAMLDocument(Array(text.utf8)) }

  @Test(
    "a scalar is decoded as YAML says",
    arguments: [
      ("a: b c  # d", "b c"), ("a: b#c", "b#c"), ("a: b\n c\n\n d", "b c\nd"), ("a:\n  b", "b"),
      ("a: 'it''s'", "it's"), ("a: 'x\n\n  y'", "x\ny"),
      (#"a: "\t\x41\u00e9\U0001F600""#, "\tAé😀"),
      ("a: \"b\\\n   c \n d\"", "bc d"), (#"a: "\/\"\\""#, "/\"\\"),
      ("a: |\n  b\n   c\n", "b\n c\n"),
      ("a: |-\n  b\n\n", "b"), ("a: |+\n  b\n\n", "b\n\n"), ("a: >\n  b\n  c\n\n  d\n", "b c\nd\n"),
      ("a: >-\n  b\n    c\n  d", "b\n  c\nd"), ("a: |2\n    b\n", "  b\n"), ("a: -b", "-b"),
      ("a: http://x:1/?y", "http://x:1/?y"), ("'a' : b", "b"), ("\"\\x61\": b", "b"),
      ("a: |\r\n  b\r\n  c\r\n", "b\nc\n"), ("a: >\r  b\r  c\r", "b c\n"), ("{a: b c}", "b c"),
      ("{'a':b}", "b"), ("{\"a\": \"b\", c}", "b"), ("# c\n\na: b", "b"), ("---\na: b\n", "b"),
      ("\u{FEFF}a: b", "b"), ("a: é世", "é世"),
    ])
  func scalar(yaml: String, expected: String) {
    let document = document(yaml)
    #expect(document.problems.isEmpty)
    #expect(document.value(at: ["a"])?.stringBytes == Array(expected.utf8))
  }

  @Test(
    "A comment is found where it stands, and no sign inside a value is one",
    arguments: [
      ("a: b # one\n# two\nc: d#e\n", [5, 11]), ("a: '# x'\nb: \"y # z\" # w\n", [20]),
      ("a: | # head\n  # text\n  more\n# end\n", [5, 28]),
      ("a: # list\n- b # c\n- [d, # e\n  f]\n", [3, 14, 24]), ("'a # b': c\n", []),
      ("# only\n", [0]), ("a: [[b # c]]\n", []), ("a: x\r# y\rb: z", [5]), ("", []),
    ])
  func comments(yaml: String, offsets: [Int]) {
    #expect(document(yaml).comments == offsets)
  }

  @Test("collections are read, block and flow, with their places")
  func collections() throws {
    let yaml = """
      tags:
      - a
      - [b, {c: d}]
      fields: # all
        mood: {type: integer, min: 1}
        sleep: duration
      empty:
      last: x
      """
    let document = document(yaml)
    #expect(document.problems.isEmpty)
    let tags = try #require(document.value(at: ["tags"])?.items)
    #expect(tags.count == 2)
    #expect(tags[1].items?[1].value(at: ["c"])?.stringBytes == Array("d".utf8))
    #expect(document.value(at: ["fields", "mood", "min"])?.integerValue == 1)
    #expect(document.value(at: ["empty"])?.isNull == true)
    let mood = try #require(document.value(at: ["fields", "mood"])?.range)
    #expect(String(decoding: document.bytes[mood], as: UTF8.self) == "{type: integer, min: 1}")
    #expect(document.value(at: ["fields", "none"]) == nil)
  }

  @Test(
    "what is not understood is kept, and hides no other key",
    arguments: [
      ("&x b", .anchor), ("*x", .alias), ("!!str b", .tag), ("b: c", .unexpectedText),
      ("\tb", .tab), ("b\t", .tab), ("[b", .unterminatedFlow), ("|x\n  b", .badBlockHeader),
      ("\"\\q\"", .invalidEscape), ("\"\\ud800\"", .invalidEscape), ("\u{7}", .unreadableCharacter),
      ("b\u{85}", .unreadableCharacter), ("[b?]", .ambiguousFlow), ("{[b]: c}", .complexKey),
      ("\n   b:\n  c", .badIndentation), ("%b", .unexpectedText), ("- b", .unexpectedText),
      ("{? b : c}", .complexKey), ("\n|\n  b", .badIndentation),
      ("{\n? b : c,\nd: e\n}", .complexKey),
    ] as [(String, YAMLProblem.Kind)])
  func reported(value: String, kind: YAMLProblem.Kind) {
    let document = document("before: 1\nx: \(value)\nafter: 2\n")
    #expect(document.problems.map(\.kind).contains(kind))
    guard case .unsupported? = firstUnsupported(in: document.value(at: ["x"]))?.content else {
      Issue.record("read as \(String(describing: document.value(at: ["x"])))")
      return
    }
    #expect(document.root.pairs?.map(\.name) == ["before", "x", "after"].map { Array($0.utf8) })
    #expect(document.value(at: ["before"])?.integerValue == 1)
    #expect(document.value(at: ["after"])?.integerValue == 2)
  }

  private func firstUnsupported(in value: YAMLValue?) -> YAMLValue? {
    if case .unsupported? = value?.content { return value }
    return value?.items?.compactMap { firstUnsupported(in: $0) }.first
  }

  @Test(
    "what stands between keys is reported with its place",
    arguments: [
      ("a: 1\n? b\n: c\nd: 2", .complexKey, 5), ("a: 1\ntext\nd: 2", .missingColon, 5),
      ("a: 1\n%b\nd: 2", .directive, 5), ("a: 1\na: 2\nd: 2", .duplicateKey([0x61]), 5),
      ("<<: {x: y}\nd: 2", .mergeKey, 0), ("d: 2\n---\na: 1", .multipleDocuments, 5),
      ("d: 2\n... \n", .multipleDocuments, 5), ("a: x\n[b]: c\nd: 2", .complexKey, 5),
    ] as [(String, YAMLProblem.Kind, Int)])
  func between(yaml: String, kind: YAMLProblem.Kind, offset: Int) {
    let document = document(yaml)
    #expect(document.problems.first == YAMLProblem(kind, at: offset))
    #expect(document.value(at: ["d"])?.integerValue == 2)
  }

  @Test("invalid UTF-8 spoils only its own key")
  func invalidUTF8() {
    let document = YAMLDocument(Array("a: ".utf8) + [0xFF] + Array("\nb: c\n".utf8))
    #expect(document.problems == [YAMLProblem(.invalidUTF8, at: 3)])
    #expect(document.value(at: ["b"])?.stringBytes == Array("c".utf8))
    #expect(document.value(at: ["a"])?.stringBytes == nil)
  }

  @Test("a document that is no mapping is reported", arguments: ["- a\n- b", "[a]", "text", "'a'"])
  func notAMapping(yaml: String) {
    #expect(!document(yaml).problems.isEmpty)
  }

  @Test("types are told only where YAML 1.1 and 1.2 agree")
  func types() {
    let document = document(
      "a: true\nb: 'true'\nc: yes\nd: 12\ne: 012\nf: -1.5\ng: 1e3\nh: ~\ni: 99999999999999999999")
    #expect(document.value(at: ["a"])?.boolValue == true)
    #expect(document.value(at: ["b"])?.boolValue == nil)
    #expect(document.value(at: ["c"])?.boolValue == nil)
    #expect(document.value(at: ["c"])?.stringBytes == Array("yes".utf8))
    #expect(document.value(at: ["d"])?.integerValue == 12)
    #expect(document.value(at: ["e"])?.integerValue == nil)
    #expect(document.value(at: ["f"])?.numberText == Array("-1.5".utf8))
    #expect(document.value(at: ["g"])?.numberText == nil)
    #expect(document.value(at: ["h"])?.stringBytes == nil)
    #expect(document.value(at: ["i"])?.integerValue == nil)
  }

  @Test("deep nesting is reported, not followed")
  func deepNesting() {
    let depth = 100_000
    let steps = (0..<500).map { String(repeating: " ", count: $0) + "k:\n" }.joined()
    let deep = [
      String(repeating: "[", count: depth), String(repeating: "{a: ", count: depth),
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      "\n  " + String(repeating: "- ", count: depth) + "x", "\n" + steps.replacing("k", with: " k"),
      "\n" + String(repeating: " &a\n", count: depth),
      "[" + String(repeating: "&a [", count: depth),
    ]
    for value in deep {
      let document = document("a: 1\nx: \(value)\nz: 2\n")
      #expect(document.problems.map(\.kind).contains(.tooDeep))
      #expect(document.value(at: ["a"])?.integerValue == 1)
      #expect(document.value(at: ["z"])?.integerValue == 2)
    }
  }

  @Test("a billion laughs stay unexpanded")
  func billionLaughs() {
    var yaml = "a0: &a0 lol\n"
    for level in 1...100 {
      let references = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(references)]\n"
    }
    let document = document(yaml + "title: x\n")
    #expect(document.root.pairs?.count == 102)
    #expect(document.value(at: ["title"])?.stringBytes == [0x78])
  }

  @Test("values that are never closed do not make reading slower than linear")
  func unclosedValues() {
    for line in ["k: [\n", "k: {a: [\n", "k: \"\n", "k: '''\n", "k: |+\n", "? k\n", "k: [x], [\n"] {
      let document = document(String(repeating: line, count: 20_000))
      #expect(!document.problems.isEmpty)
    }
  }

  @Test("random changes never crash the reader or an edit", arguments: 0..<8)
  func mutations(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array(" \t\n\r:-#?,[]{}&*!|>'\"%@`a1~\\.<é".utf8) + [0x00, 0xFF, 0xC2]
    let start = Array(
      """
      a: [b, {c: 'd'}] # e
      f:
        g: |+
          h

        i: "j\\x41
          k"
      l:
      - m: n
      - >-
        o
      p: q
       r

      """.utf8)
    for _ in 0..<400 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        let byte = alphabet.randomElement(using: &generator) ?? 0
        if Bool.random(using: &generator) {
          bytes.insert(byte, at: offset)
        } else {
          bytes[offset] = byte
        }
      }
      let upper = Int.random(in: 0...bytes.count, using: &generator)
      for document in [YAMLDocument(bytes), YAMLDocument(bytes, range: upper / 2..<upper)] {
        expectSound(document)
      }
    }
  }

  /// Expects edits, where they are not refused, to say what they were to say.
  private func expectSound(_ document: YAMLDocument) {
    let block = YAMLNewValue.blockMapping([.init("x", .text("y"))])
    for pair in document.root.pairs ?? [] {
      let name = String(decoding: pair.name, as: UTF8.self)
      if let splices = try? document.setting([name], to: block) {
        let edited = YAMLDocument(document.bytes.applying(splices), range: range(document, splices))
        #expect(edited.value(at: [name, "x"])?.stringBytes == [0x79])
      }
      if let splices = try? document.removing([name]) {
        let edited = YAMLDocument(document.bytes.applying(splices), range: range(document, splices))
        #expect(edited.value(at: [name]) == nil)
      }
    }
  }

  private func range(_ document: YAMLDocument, _ splices: [Splice]) -> Range<Int> {
    let growth = splices.reduce(0) { $0 + $1.replacement.count - $1.range.count }
    return document.range.lowerBound..<document.range.upperBound + growth
  }
}
