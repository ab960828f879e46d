import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@Suite struct FrontMatterTests {
  @Test(
    "the lines of dashes are found, whatever ends the lines",
    arguments: [
      ("---\na: b\n---\nx", 0..<13, 4..<9), ("---\r\na: b\r\n---\r\nx", 0..<16, 5..<11),
      ("---\na: b\n---\r\n", 0..<14, 4..<9), ("---\na\r---\r\n---\n", 0..<15, 4..<11),
      ("\u{FEFF}---\na: b\n...\n", 3..<16, 7..<12),
      ("---\n---\n", 0..<8, 4..<4), ("---\na: b\n---", 0..<12, 4..<9),
      ("---\n--- \n----\n ---\n---\n", 0..<23, 4..<19),
    ])
  func found(file: String, block: Range<Int>, content: Range<Int>) {
    let bytes = Array(file.utf8)
    #expect(locate(bytes) == .found(block: block, content: content))
  }

  @Test(
    "a file whose first line is not exactly three dashes has none",
    arguments: [
      "", "--", "--- \na: b\n---\n", "\n---\n---\n", "----\n---\n", " ---\n---\n", "a",
      "---\r", "---\ra: b\r---\r",
    ])
  func none(file: String) {
    #expect(locate(Array(file.utf8)) == .none)
    #expect(frontMatter(of: Array(file.utf8)) == nil)
  }

  @Test(
    "front matter that is not closed is reported as such",
    arguments: [
      "---", "---\n", "---\r\n", "---\na: b\n---\r", "---\na: b\n--- \n....\n", "---\n\r\n\r\r",
    ])
  func unterminated(file: String) {
    #expect(locate(Array(file.utf8)) == .unterminated)
  }

  @Test("a long body costs nothing, and a file of one kind of line is searched once")
  func longFiles() {
    let head = Array("---\na: b\n---\n".utf8)
    for filler in [[UInt8(0x0A)], [0x0D], [0x2D], Array("---- \n".utf8), Array("-\r".utf8)] {
      let body = [[UInt8]](repeating: filler, count: 200_000).joined()
      #expect(
        locate(head + Array(body)) == .found(block: 0..<13, content: 4..<9))
      #expect(locate(head.prefix(9) + Array(body)) == .unterminated)
    }
  }

  @Test("a new block reads back, in the file's line ending")
  func newBlock() throws {
    let pairs: [(String, YAMLNewValue)] = [
      ("id", .text("0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f")), ("title", .text("no")),
      ("created", .timestamp("2026-03-28T07:12:33-04:00")),
      (
        "fields",
        .blockMapping([
          .init("mood", .flowMapping([.init("type", .text("integer")), .init("min", .integer(1))]))
        ])
      ),
    ]
    let block = try FrontMatter.newBlock(pairs, lineEnding: [0x0D, 0x0A])
    let expected = """
      ---
      id: 0198a6b2-6f0e-7c3a-9a51-3f2b8c1d4e5f
      title: "no"
      created: 2026-03-28T07:12:33-04:00
      fields:
        mood: {type: integer, min: 1}
      ---

      """
    #expect(
      text(block)
        == expected.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
    let read = try #require(frontMatter(of: block))
    #expect(read.problems.isEmpty)
    #expect(read.value(at: ["title"])?.stringBytes == Array("no".utf8))
    #expect(read.value(at: ["fields", "mood", "min"])?.integerValue == 1)
  }

  @Test(
    "every document of the YAML test suite is located, and read or reported",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func testSuite() throws {
    let folder = try #require(Corpora.folder).appending(path: "yaml-front-matter/valid")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count == 110)
    for name in names {
      let file = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let matter = try #require(frontMatter(of: file), "\(name)")
      if matter.root.pairs == nil { #expect(!matter.problems.isEmpty, "\(name)") }
      expectEditsLeaveOthers(matter, file, name)
    }
  }

  /// Tries an edit of each key, and expects every byte outside that key's lines unchanged.
  private func expectEditsLeaveOthers(_ matter: FrontMatter, _ file: [UInt8], _ name: String) {
    if let splices = try? matter.checked(matter.document.setting(["zz"], to: .text("new"))) {
      #expect(splices.allSatisfy { $0.range.isEmpty }, "\(name)")
      let edited = frontMatter(of: file.applying(splices))
      #expect(edited?.value(at: ["zz"])?.stringBytes == Array("new".utf8), "\(name)")
    }
    for pair in matter.root.pairs ?? [] {
      let key = String(decoding: pair.name, as: UTF8.self)
      guard let splices = try? matter.checked(matter.document.setting([key], to: .text("new")))
      else { continue }
      let lower = pair.range.lowerBound
      #expect(
        splices.allSatisfy {
          $0.range.lowerBound > lower && matter.block.contains($0.range.upperBound)
        }, "\(name)")
      for other in matter.root.pairs ?? [] where other.name != pair.name {
        #expect(!splices.contains { $0.range.overlaps(other.range) }, "\(name) \(key)")
      }
    }
  }

  private func locate(_ file: [UInt8]) -> FrontMatter.Location {
    FrontMatter.locate(in: file.span)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
