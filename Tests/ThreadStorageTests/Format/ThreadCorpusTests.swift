import Foundation
import TestSupport
import Testing
import ThreadStorage

@Suite(.enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
struct ThreadCorpusTests {
  @Test("every CommonMark example comes back to the byte as text, title and value")
  func commonMark() throws {
    let texts = try Self.commonMarkTexts()
    #expect(texts.count == 655)
    for text in texts { try Self.checkText(Array(text.utf8)) }
  }

  @Test("every naughty string comes back to the byte as text, title and value")
  func naughtyStrings() throws {
    let texts = try Self.naughtyTexts()
    #expect(texts.count == 515)
    for text in texts { try Self.checkText(Array(text.utf8)) }
  }

  @Test("every naughty string can be a thread's title, or is refused")
  func naughtyTitles() throws {
    let files = ["", "---\ntitle: x\nother: y # z\n---\n", "# T\n\n## 2026-03-28\n"]
    for text in try Self.naughtyTexts() {
      for file in files {
        try FrontMatterProperties.checkTitle(Array(text.utf8), in: Array(file.utf8))
      }
    }
  }

  @Test("every YAML document as front matter stays as it is below an added entry")
  func yamlDocuments() throws {
    let files = try Self.files("yaml-front-matter/valid", endingIn: ".md")
    #expect(files.count == 110)
    var generator = SeededGenerator(seed: 8_000)
    for file in files {
      try ThreadPropertyTests.check(file, edits: 3, using: &generator)
      guard let content = frontMatter(of: file)?.document else { continue }
      try ThreadPropertyTests.check(
        Array(content.bytes[content.range]), edits: 3, using: &generator)
    }
  }

  @Test("every file of other people's journals keeps its bytes, also with an entry added")
  func journals() throws {
    let files = try Self.files("journals", endingIn: "")
    #expect(files.count > 100)
    var generator = SeededGenerator(seed: 9_000)
    for file in files { try ThreadPropertyTests.check(file, edits: 1, using: &generator) }
  }

  private static func checkText(_ text: [UInt8]) throws {
    try LineProperties.checkValues(text)
    try LineProperties.checkLines(text)
    var entry = NewEntry(
      id: PropertySamples.id, timestamp: try #require(Timestamp("2026-03-28 07:12:33Z")), text: text
    )
    let file = Array("Above.\r\n\r\n## 2026-03-27\r\n\r\nBefore.".utf8)
    try ThreadProperties.checkAdding(entry, to: ThreadDocument(file), at: 1)
    entry.text = []
    let empty = ThreadDocument(entry.block(lineEnding: .lineFeed))
    var edit = EntryEdit()
    edit.text = text
    try ThreadProperties.checkEdit(edit, ofEntry: 0, in: empty)
  }

  private static func commonMarkTexts() throws -> [String] {
    struct Example: Decodable { var markdown: String }
    return try JSONDecoder().decode(
      [Example].self, from: Data(contentsOf: folder("commonmark/examples.json"))
    ).map(\.markdown)
  }

  private static func naughtyTexts() throws -> [String] {
    try JSONDecoder().decode(
      [String].self, from: Data(contentsOf: folder("naughty-strings/blns.json")))
  }

  private static func folder(_ path: String) throws -> URL {
    try #require(Corpora.folder).appending(path: path)
  }

  private static func files(_ path: String, endingIn suffixes: String...) throws -> [[UInt8]] {
    let folder = try folder(path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try names.filter { name in suffixes.contains { name.hasSuffix($0) } }.compactMap {
      name in
      let file = folder.appending(path: name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
        !isFolder.boolValue
      else { return nil }
      return [UInt8](try Data(contentsOf: file))
    }
  }
}
