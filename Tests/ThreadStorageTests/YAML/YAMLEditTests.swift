import Testing
import ThreadStorage

@Suite struct YAMLEditTests {
  private static let before = """
    # settings
    title:  Old   # keep me
    empty:
    list:   # items
      - a
      - b # last
    text: |  # note
      one
      two

    fields:
        mood: {type: integer, min: 1} # how
        # a comment
        sleep: duration
    flow: { a: 1, b: 2, }
    'end': "x"
    """ + "\n"

  private func edited(
    _ text: String, _ edit: (YAMLDocument) throws -> [Splice]
  ) throws -> String {
    let document = YAMLDocument(Array(text.utf8))
    return String(decoding: document.bytes.applying(try edit(document)), as: UTF8.self)
  }

  private func expect(
    _ old: String, becomes new: String, _ edit: (YAMLDocument) throws -> [Splice],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(Self.before.contains(old), sourceLocation: location)
    let result = try edited(Self.before, edit)
    #expect(result == Self.before.replacing(old, with: new), sourceLocation: location)
  }

  @Test("a value is replaced where it stands, and the comment beside it stays")
  func settingInline() throws {
    try expect("Old   #", becomes: "\"no\"   #") { try $0.setting(["title"], to: .text("no")) }
    try expect("empty:\n", becomes: "empty: 1\n") { try $0.setting(["empty"], to: .integer(1)) }
    try expect("list:   # items\n  - a\n  - b # last\n", becomes: "list: x   # items\n") {
      try $0.setting(["list"], to: .text("x"))
    }
    try expect("text: |  # note\n  one\n  two\n", becomes: "text: true  # note\n") {
      try $0.setting(["text"], to: .bool(true))
    }
    try expect("min: 1", becomes: "min: -2.50") {
      try $0.setting(["fields", "mood", "min"], to: .number("-2.50"))
    }
    try expect("\"x\"", becomes: "[a, \"b, c\"]") {
      try $0.setting(["end"], to: .flowSequence([.text("a"), .text("b, c")]))
    }
  }

  @Test("a block mapping takes a value's place")
  func settingBlock() throws {
    let block = YAMLNewValue.blockMapping([.init("x", .text("w")), .init("z", .integer(1))])
    try expect("title:  Old   # keep me\n", becomes: "title:   # keep me\n    x: w\n    z: 1\n") {
      try $0.setting(["title"], to: block)
    }
    try expect("empty:\n", becomes: "empty:\n    x: w\n    z: 1\n") {
      try $0.setting(["empty"], to: block)
    }
    try expect("text: |  # note\n  one\n  two\n", becomes: "text:  # note\n    x: w\n    z: 1\n") {
      try $0.setting(["text"], to: block)
    }
  }

  @Test("a key is added at its mapping's end, in that mapping's style")
  func adding() throws {
    try expect("'end': \"x\"\n", becomes: "'end': \"x\"\ncreated: 2026-03-28T07:12:33-04:00\n") {
      try $0.setting(["created"], to: .timestamp("2026-03-28T07:12:33-04:00"))
    }
    try expect("sleep: duration\n", becomes: "sleep: duration\n    \"on\": {type: text}\n") {
      try $0.setting(["fields", "on"], to: .flowMapping([.init("type", .text("text"))]))
    }
    try expect("min: 1}", becomes: "min: 1, max: 10}") {
      try $0.setting(["fields", "mood", "max"], to: .integer(10))
    }
    try expect("b: 2, }", becomes: "b: 2, c: {d: e}, }") {
      try $0.setting(["flow", "c", "d"], to: .text("e"))
    }
    try expect("empty:\n", becomes: "empty:\n    a:\n      b: c\n") {
      try $0.setting(["empty", "a", "b"], to: .text("c"))
    }
  }

  @Test(
    "several keys are added at once as one after the other",
    arguments: [
      "fields:\n  a: b # c\nend: 1\n", "fields: {a: b}\n", "fields: {}\n", "fields:\n", "x: y",
      "fields: {a: b, }\r\nx: y\r\n", "",
    ])
  func addingSeveral(_ text: String) throws {
    let pairs: [YAMLNewValue.Pair] = [
      .init("on", .text("x")), .init("z", .flowMapping([.init("type", .text("text"))])),
    ]
    let together = try edited(text) { try $0.adding(pairs, to: ["fields"]) }
    let first = try edited(text) { try $0.setting(["fields", "on"], to: pairs[0].value) }
    let second = try edited(first) { try $0.setting(["fields", "z"], to: pairs[1].value) }
    #expect(together == second)
    #expect(throws: FrontMatterEditError.self) {
      try edited(together) { try $0.adding(pairs, to: ["fields"]) }
    }
  }

  @Test("a file without a last line end, and one with CRLF, are added to in kind")
  func lineEndings() throws {
    #expect(try edited("a: b") { try $0.setting(["c"], to: .text("d")) } == "a: b\nc: d\n")
    #expect(
      try edited("a: b\r\n") { try $0.setting(["c"], to: .text("d")) }.utf8
        .elementsEqual("a: b\r\nc: d\r\n".utf8))
    #expect(try edited("") { try $0.setting(["c"], to: .text("d")) } == "c: d\n")
    #expect(try edited("# x") { try $0.setting(["c"], to: .text("d")) } == "# x\nc: d\n")
    #expect(try edited("{}") { try $0.setting(["c"], to: .text("d")) } == "{c: d}")
  }

  @Test("a key is removed with its lines, or out of its braces")
  func removing() throws {
    try expect("title:  Old   # keep me\n", becomes: "") { try $0.removing(["title"]) }
    try expect("list:   # items\n  - a\n  - b # last\n", becomes: "") { try $0.removing(["list"]) }
    try expect("    sleep: duration\n", becomes: "") { try $0.removing(["fields", "sleep"]) }
    try expect("a: 1, b", becomes: "b") { try $0.removing(["flow", "a"]) }
    try expect("a: 1, b: 2, }", becomes: "a: 1, }") { try $0.removing(["flow", "b"]) }
    #expect(try edited("a: {b: 1, }\n") { try $0.removing(["a", "b"]) } == "a: {}\n")
    #expect(try edited("a: b\n") { try $0.removing(["a"]) } == "")
  }

  @Test("a key is renamed where it stands")
  func renaming() throws {
    try expect("sleep:", becomes: "\"no\":") { try $0.renamingKey(["fields", "sleep"], to: "no") }
    try expect("{ a:", becomes: "{ \"c,d\":") { try $0.renamingKey(["flow", "a"], to: "c,d") }
    #expect(throws: FrontMatterEditError.self) {
      try edited(Self.before) { try $0.renamingKey(["title"], to: "empty") }
    }
  }

  @Test(
    "beside a key that is not understood, what may be that key is left alone",
    arguments: ["? a\n:\na: 1\n", "a: 1\n? a\n", "? [b,\n\na: 1\n]\n: c\n"])
  func strangeKey(text: String) throws {
    let document = YAMLDocument(Array(text.utf8))
    let problem = try #require(document.problems.first { $0.kind == .complexKey })
    #expect(throws: FrontMatterEditError.notUnderstood(problem)) {
      try document.renamingKey(["a"], to: "c")
    }
    #expect(throws: FrontMatterEditError.notUnderstood(problem)) {
      try document.setting(["b"], to: .integer(2))
    }
  }

  @Test("nothing is added behind what is not understood and ends with the file")
  func strangeEnd() throws {
    let text = "foo: |\n  \n   1"
    let document = YAMLDocument(Array(text.utf8))
    let problem = try #require(document.problems.first)
    #expect(throws: FrontMatterEditError.notUnderstood(problem)) {
      try document.setting(["b"], to: .integer(2))
    }
    #expect(try edited(text + "\n") { try $0.setting(["b"], to: .integer(2)) } == text + "\nb: 2\n")
  }

  @Test("a key moves among its siblings")
  func moving() throws {
    let old = "a: 1 # x\nb: |\n  2\n# c\nc: 3"
    let cFirst = try edited(old) { try $0.moving(["c"], isAfter: false, "a") }
    #expect(cFirst == "c: 3\na: 1 # x\nb: |\n  2\n# c\n")
    let aLast = try edited(old) { try $0.moving(["a"], isAfter: true, "c") }
    #expect(aLast == "b: |\n  2\n# c\nc: 3\na: 1 # x\n")
    #expect(try edited(old) { try $0.moving(["a"], isAfter: false, "b") } == old)
    let flow = "f: {a: 1,  b: 2, c: [3]} # d\n"
    let cBefore = try edited(flow) { try $0.moving(["f", "c"], isAfter: false, "a") }
    #expect(cBefore == "f: {c: [3],  a: 1, b: 2} # d\n")
    let aAfter = try edited(flow) { try $0.moving(["f", "a"], isAfter: true, "b") }
    #expect(aAfter == "f: {b: 2,  a: 1, c: [3]} # d\n")
  }

  @Test(
    "an edit that cannot be done safely is refused",
    arguments: [
      ("a: &x b\n", ["a"]), ("a: *x\n", ["a"]), ("a: b\tc\n", ["a"]), ("a: 1\na: 2\n", ["a"]),
      ("a: b\n", ["a", "c"]), ("a: [b]\n", ["a", "c"]), ("- a\n", ["b"]), ("text\n", ["b"]),
      ("a: {b: !!str c}\n", ["a", "b"]), ("a:\n  b: &x c\nd: *x\n", ["a"]), ("a: \"b\n", ["a"]),
    ])
  func refusing(yaml: String, path: [String]) {
    #expect(throws: FrontMatterEditError.self) {
      try edited(yaml) { try $0.setting(path, to: .text("x")) }
    }
  }

  @Test("what cannot be written is refused")
  func refusingValues() {
    let document = YAMLDocument(Array("a: b\n".utf8))
    #expect(throws: FrontMatterEditError.invalidUTF8) {
      try document.setting(["a"], to: .string([0xFF]))
    }
    for text in ["", "1e3", "0x1", "01", "1.", ".5", "1_0", "nan"] {
      #expect(throws: FrontMatterEditError.notANumber) {
        try document.setting(["a"], to: .number(text))
      }
    }
    #expect(throws: FrontMatterEditError.notATimestamp) {
      try document.setting(["a"], to: .timestamp("x: y"))
    }
    #expect(throws: FrontMatterEditError.keyTooLong) {
      try document.setting([String(repeating: "x", count: 1000)], to: .integer(1))
    }
    #expect(throws: FrontMatterEditError.noSuchKey) { try document.removing(["b"]) }
  }

  @Test("removing a key that would change what another says is refused")
  func refusingRemoval() {
    #expect(throws: FrontMatterEditError.self) {
      try edited("a: |+\n  x\nb: 1\n\nc: 2\n") { try $0.removing(["b"]) }
    }
  }
}
