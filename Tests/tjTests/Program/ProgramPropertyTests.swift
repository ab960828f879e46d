import Foundation
import TestSupport
import Testing
import ThreadStorage

/// The law of the format (F2, F3), through the program itself.
@Suite struct ProgramPropertyTests {
  @Test(
    "a command makes of a file what Fixtures/edits holds, to the byte",
    arguments: Fixtures.names(in: "edits", endingIn: ".command"))
  func edits(name: String) throws {
    let program = try BuiltProgram(thread: try Fixtures.bytes("edits/\(name).before.md"))
    let command = String(decoding: try Fixtures.bytes("edits/\(name).command"), as: UTF8.self)
    let answer = try program.shell(command)
    #expect(answer.status == 0, "\(answer.errorText)")
    let expected = try Fixtures.bytes("edits/\(name).after.md")
    let actual = try program.thread
    #expect(
      Self.isSame(actual, expected),
      "\(String(decoding: actual, as: UTF8.self).debugDescription)")
  }

  @Test("there are edits to make")
  func editsAreThere() {
    #expect(Fixtures.names(in: "edits", endingIn: ".command").count > 40)
  }

  @Test("a new id is told from the one that stands for it, and other bytes are compared")
  func idsAreCompared() {
    #expect(Self.isSame(Array("a {#b3f9q2wz7h}".utf8), Array("a {#k0000000aa}".utf8)))
    #expect(!Self.isSame(Array("a {#B3f9q2wz7h}".utf8), Array("a {#k0000000aa}".utf8)))
    #expect(!Self.isSame(Array("a {#b3f9q2wz7}".utf8), Array("a {#k0000000aa}".utf8)))
    #expect(!Self.isSame(Array("b {#b3f9q2wz7h}".utf8), Array("a {#k0000000aa}".utf8)))
  }

  /// Whether the bytes are the expected ones, where `k0000000aa` stands for any id that the program makes.
  private static func isSame(_ actual: [UInt8], _ expected: [UInt8]) -> Bool {
    let placeholder = Array("k0000000aa".utf8)
    let letters = Set("abcdefghjkmnpqrstvwxyz".utf8)
    let digits = Set("0123456789".utf8)
    guard actual.count == expected.count else { return false }
    var offset = 0
    while offset < expected.count {
      if expected[offset...].starts(with: placeholder) {
        let id = actual[offset..<offset + placeholder.count]
        guard let first = id.first, letters.contains(first),
          id.allSatisfy({ letters.contains($0) || digits.contains($0) })
        else { return false }
        offset += placeholder.count
      } else {
        guard actual[offset] == expected[offset] else { return false }
        offset += 1
      }
    }
    return true
  }

  private static let texts = [
    "## 2026-03-28 07:12", "\\## 2026-03-28", "- mood:: 7\n- a", "- mood\\:: 7", "a\r\nb\r",
    "  indented\n\n\n    code  \n", "{#abc}", "---\ntitle: x\n---", "\u{feff}mark", "e\u{301} é 日本",
    "\u{1b}[31mred", "tab\there \u{2028} \u{85} end", "-n", "--", "\"quoted\" \\ back",
    "<<<<<<< ours\n=======\n>>>>>>> theirs", "```\n## 2026-03-29\n```",
  ]

  @Test("a text piped in is shown as the same bytes")
  func texts() throws {
    try Self.expectTexts(Self.texts)
  }

  @Test(
    "texts that others wrote are shown as the same bytes",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func corpusTexts() throws {
    struct Example: Decodable { var markdown: String }
    let examples: [Example] = try Self.corpus("commonmark/examples.json")
    let strings: [String] = try Self.corpus("naughty-strings/blns.json")
    try Self.expectTexts(
      Self.every(20, of: examples.map(\.markdown)) + Self.every(20, of: strings))
  }

  private static func expectTexts(_ texts: [String]) throws {
    let program = try BuiltProgram(thread: Array("---\ntitle: T\n---\n".utf8))
    var wanted: [[UInt8]] = []
    for text in texts where !text.utf8.contains(0) {
      let bytes = Escaping.trimmingBlankLines(Array(text.utf8))
      if bytes.isEmpty { continue }
      let answer = try program.run(["add", "thread", "-"], input: Array(text.utf8))
      #expect(answer.status == 0, "\(text.debugDescription): \(answer.errorText)")
      wanted.append(bytes)
    }
    let entries = try Self.entries(of: program)
    #expect(entries.count == wanted.count)
    for (entry, text) in zip(entries, wanted) { #expect(Array(entry.text.utf8) == text) }
  }

  @Test("an entry's title is shown as the same bytes, or refused and nothing is added")
  func entryTitles() throws {
    let titles =
      [
        "Z", "07:15 coffee", "+02:00", "{#x}", "a {#x}", "{}", "\\", "#", "::", "'\"", "é e\u{301}",
        "\u{202e}right to left", "tab\tinside", "a\nb", "\u{1}", " around ", "-x",
      ] + (try Self.naughtySample())
    let program = try BuiltProgram(thread: Array("---\ntitle: T\n---\n".utf8))
    var wanted: [[UInt8]] = []
    for title in titles where !title.utf8.contains(0) {
      let before = try program.thread
      let answer = try program.run(["add", "thread", "--title=\(title)", "Text."])
      if answer.status == 0 {
        wanted.append(Self.trimmed(title))
      } else {
        #expect(try program.thread == before)
        #expect(!Self.isPlain(title), "\(title.debugDescription): \(answer.errorText)")
      }
    }
    let entries = try Self.entries(of: program)
    #expect(entries.map { Array(($0.title ?? "").utf8) } == wanted)
  }

  @Test("a thread's new title is shown as the same bytes, or refused and nothing is changed")
  func threadTitles() throws {
    let titles =
      [
        "no", "1:30", "2026-03-28", "a: b", "# c", "'", "\"", "[x]", "{x}", "*x", "&x", "!x", "|",
        "- x",
        "x #y", "é e\u{301}", "~", "null", "\u{85}", "a\u{2028}b", "\u{feff}", " around ", "\\n",
      ] + (try Self.naughtySample())
    let file = "---\nother: 'kept' # so\ntitle: Old # and this\n---\n\n## 2026-03-28\n\nText.\n"
    let program = try BuiltProgram(thread: Array(file.utf8))
    for title in titles where !title.utf8.contains(0) {
      let before = ThreadDocument(try program.thread)
      let answer = try program.run(["rename", "--", "thread", title])
      let after = ThreadDocument(try program.thread)
      if answer.status == 0 {
        #expect(try Self.threadTitle(of: program) == Self.trimmed(title), "\(title)")
        try Self.expectOnly("title", changedFrom: before, to: after)
      } else {
        #expect(after.bytes == before.bytes)
        #expect(!Self.isPlain(title), "\(title.debugDescription): \(answer.errorText)")
      }
    }
  }

  @Test(
    "renaming and deleting a thread changes that key alone, or is refused and changes nothing",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func frontMatterOfOthers() throws {
    let folder = try #require(Corpora.folder).appending(path: "yaml-front-matter/valid")
    let names = Fixtures.markdownFiles(below: folder)
    let program = try BuiltProgram()
    var changes = 0
    for name in Self.every(4, of: names) {
      let yaml = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let before = ThreadDocument(yaml + Array("\n## 2026-03-28\n\nText.\n".utf8))
      let commands = [
        ("title", ["rename", "thread", "New title"]), ("deleted", ["delete", "--yes", "thread"]),
      ]
      for (key, command) in commands {
        try program.write(before.bytes)
        let answer = try program.run(command)
        let after = ThreadDocument(try program.thread)
        if answer.status == 0 {
          changes += 1
          try Self.expectOnly(key, changedFrom: before, to: after)
        } else {
          #expect(after.bytes == before.bytes, "\(name): \(answer.errorText)")
        }
      }
    }
    #expect(changes > 5)
  }

  /// Expects that all but one key of the front matter is the same bytes.
  private static func expectOnly(
    _ key: String, changedFrom before: ThreadDocument, to after: ThreadDocument
  ) throws {
    #expect(after.entries.count == before.entries.count)
    #expect(after[after.entries[0].region] == before[before.entries[0].region])
    guard let old = before.frontMatter, let new = after.frontMatter else { return }
    #expect(before[before.preamble] == after[after.preamble])
    try FrontMatterProperties.checkKeys(of: old.document, new.document, but: key)
  }

  private struct Shown: Decodable {
    struct Entry: Decodable {
      var title: String?
      var text: String
    }
    var entries: [Entry]
  }

  private static func entries(of program: BuiltProgram) throws -> [Shown.Entry] {
    let answer = try program.run(["show", "thread", "--json"])
    #expect(answer.status == 0, "\(answer.errorText)")
    return try JSONDecoder().decode(Shown.self, from: Data(answer.output)).entries
  }

  private static func threadTitle(of program: BuiltProgram) throws -> [UInt8] {
    struct List: Decodable {
      struct Item: Decodable { var title: String }
      var threads: [Item]
    }
    let answer = try program.run(["list", "--json"])
    let list = try JSONDecoder().decode(List.self, from: Data(answer.output))
    return Array((list.threads.first?.title ?? "").utf8)
  }

  /// Whether nothing in a title is a reason to refuse it.
  private static func isPlain(_ title: String) -> Bool {
    !trimmed(title).isEmpty
      && !title.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// A title as it is kept: without spaces and tabs around it.
  private static func trimmed(_ title: String) -> [UInt8] {
    let bytes = Array(title.utf8)
    let end = bytes.lastIndex { $0 != 32 && $0 != 9 }.map { $0 + 1 } ?? 0
    return Array(bytes[..<end].drop { $0 == 32 || $0 == 9 })
  }

  private static func naughtySample() throws -> [String] {
    guard Corpora.folder != nil else { return [] }
    return every(25, of: try corpus("naughty-strings/blns.json") as [String])
  }

  private static func every<Element>(_ step: Int, of all: [Element]) -> [Element] {
    all.indices.filter { $0 % step == 0 }.map { all[$0] }
  }

  private static func corpus<Value: Decodable>(_ path: String) throws -> Value {
    let folder = try #require(Corpora.folder)
    return try JSONDecoder().decode(
      Value.self, from: Data(contentsOf: folder.appending(path: path)))
  }
}
