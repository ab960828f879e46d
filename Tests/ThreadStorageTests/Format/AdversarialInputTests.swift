import TestSupport
import Testing
import ThreadStorage

/// Inputs on which a slip would take quadratic time or deep recursion: hours, or a crash, instead of a second.
@Suite(.serialized) struct AdversarialInputTests {
  /// How often a piece is repeated: a fifth of it, but where `TJ_LONG_TESTS` is set.
  private static let many = getenv("TJ_LONG_TESTS") == nil ? 60_000 : 300_000

  /// A file that is one piece after another, between a beginning and an end.
  struct Sample: CustomStringConvertible, Sendable {
    var description: String
    var start = ""
    var piece: String
    var count: Int
    var end = ""

    var bytes: [UInt8] {
      var bytes = Array(start.utf8)
      let piece = Array(self.piece.utf8)
      bytes.reserveCapacity(bytes.count + piece.count * count + end.utf8.count)
      for _ in 0..<count { bytes += piece }
      return bytes + Array(end.utf8)
    }
  }

  static let samples: [Sample] = [
    Sample(
      description: "attributes opened in attributes", start: "## 2026-03-28", piece: " {a=\"",
      count: many / 2, end: "}\n"),
    Sample(
      description: "attributes opened in escaped quotes", start: "## 2026-03-28 {a=\"",
      piece: " {a=\\\"", count: many / 3, end: "}\n"),
    Sample(
      description: "braces with ids", start: "## 2026-03-28", piece: " {#a", count: many / 2,
      end: "}\n"),
    Sample(
      description: "braces", start: "## 2026-03-28", piece: " {", count: many, end: "}\n"),
    Sample(
      description: "one long id", start: "## 2026-03-28 {#", piece: "a", count: many,
      end: "}\n"),
    Sample(
      description: "many classes", start: "## 2026-03-28 {", piece: ".a ", count: many / 2,
      end: "}\n"),
    Sample(
      description: "backslashes before a heading", start: "## 2026-03-28\n\n", piece: "\\",
      count: many, end: "## 2026-03-28\n"),
    Sample(
      description: "lines of backslashes and a heading", start: "## 2026-03-28\n\n",
      piece: "\\\\\\\\## 2026-03-28\n", count: many / 15),
    Sample(
      description: "colons in a field's name", start: "## 2026-03-28\n- ", piece: ":",
      count: many, end: " x\n"),
    Sample(
      description: "colons in pairs", start: "## 2026-03-28\n- a", piece: "::a", count: many / 2,
      end: ":: x\n"),
    Sample(
      description: "backslashes before a field's colons", start: "## 2026-03-28\n- a",
      piece: "\\", count: many, end: ":: x\n"),
    Sample(
      description: "a long field", start: "## 2026-03-28\n- a:: x\n", piece: "  y\n",
      count: many / 5),
    Sample(
      description: "many fields", start: "## 2026-03-28\n", piece: "- a:: x\n", count: many / 15),
    Sample(description: "hashes", piece: "#", count: many, end: " 2026-03-28\n"),
    Sample(description: "lines of hashes", piece: "##\n## \n", count: many / 5),
    Sample(description: "headings", piece: "## 2026-03-28\n", count: many / 3),
    Sample(
      description: "a long title", start: "## 2026-03-28 ", piece: "title ", count: many,
      end: "{#a}\n"),
    Sample(
      description: "blanks after a heading", start: "## 2026-03-28", piece: " ", count: many,
      end: "x\n"),
    Sample(
      description: "blank lines", start: "## 2026-03-28\n", piece: " \r\n\n", count: many / 5),
    Sample(description: "lone returns", start: "## 2026-03-28\n", piece: "\r", count: many),
    Sample(description: "unclosed front matter", start: "---\n", piece: "a: b\n", count: many / 5),
    Sample(
      description: "conflict markers without end", piece: "<<<<<<< \n=======\n", count: many / 3),
  ]

  @Test("is read, edited and added to in linear time", .timeLimit(.minutes(10)), arguments: samples)
  func finishes(sample: Sample) throws {
    let file = sample.bytes
    let document = ThreadDocument(file)
    #expect(document.bytes.count == file.count)
    _ = ConflictMarkers.firstBlock(in: file)
    _ = document.positions(of: document.entries.map(\.region.lowerBound))
    guard let slice = document.entries.first else { return }
    let values = EntryValues(of: slice, in: document)
    var edit = EntryEdit()
    edit.newID = PropertySamples.id
    edit.deletion = .mark("2026-04-02T00:00:00+00:00")
    edit.fields = [("note", Array("v".utf8))]
    let after = ThreadDocument(file.applying(try document.splices(for: edit, of: slice)))
    #expect(after.entries.count == document.entries.count)
    #expect(EntryValues(of: after.entries[0], in: after).text == values.text)
  }

  @Test(
    "comes back as a text and as a value", .timeLimit(.minutes(10)),
    arguments: [
      Sample(description: "backslashes", piece: "\\", count: many / 3, end: "## 2026-03-28"),
      Sample(description: "headings", piece: "## 2026-03-28\n", count: many / 15, end: "x"),
      Sample(description: "line feeds", start: "x", piece: "\n", count: many / 3, end: "x"),
      Sample(description: "returns", start: "x", piece: "\r", count: many / 3, end: "x"),
      Sample(description: "a field's colons", start: "- a", piece: "\\::", count: many / 3),
    ])
  func comesBack(sample: Sample) throws {
    try LineProperties.checkValues(sample.bytes)
  }

  @Test(
    "is YAML that is read or reported in linear time, without recursion", .timeLimit(.minutes(10)),
    arguments: [
      Sample(description: "flow sequences", start: "a: ", piece: "[", count: many / 3),
      Sample(description: "flow mappings", start: "a: ", piece: "{a: ", count: many / 3),
      Sample(description: "block sequences", piece: "- ", count: many / 3),
      Sample(description: "complex keys", piece: "? ", count: many / 3),
      Sample(description: "anchors", start: "a: ", piece: "&a ", count: many / 3),
      Sample(description: "aliases", piece: "a: *a\n", count: many / 15),
      Sample(description: "one key again and again", piece: "a: b\n", count: many / 15),
      Sample(description: "an open quote", start: "a: \"", piece: "\\\"\n ", count: many / 3),
      Sample(description: "a long plain text", start: "a:\n", piece: " b\n", count: many / 3),
      Sample(description: "comments", piece: "# a\n", count: many / 5),
      Sample(description: "block scalars", start: "a: |\n", piece: "  b\n", count: many / 3),
    ])
  func yamlFinishes(sample: Sample) throws {
    let file = Array("---\n".utf8) + sample.bytes + Array("\n---\n## 2026-03-28\n".utf8)
    let document = ThreadDocument(file)
    #expect(document.entries.count == 1)
    try FrontMatterProperties.checkTitle(Array("new".utf8), in: file)
  }

  @Test("two thousand levels of YAML's indentation are reported, not followed")
  func deepIndentation() {
    var yaml: [UInt8] = []
    for level in 0..<2_000 {
      yaml += [UInt8](repeating: 32, count: level) + Array("a:\n".utf8)
    }
    #expect(!YAMLDocument(yaml).problems.isEmpty)
  }
}
