import TestSupport
import Testing
import ThreadStorage

/// What the fuzzer (.ci/fuzz) found once, made small.
@Suite struct FuzzFindTests {
  @Test(
    "a new entry's title that looks like a time or zone stays the title",
    arguments: ["Z", "+02:00", "-0400", "Z x", "+02:00 x"],
    ["2026-03-28 07:15", "2026-03-28", "2026-03-28 07:15:33.5", "2026-03-28 07:15:33Z"])
  func titleLikeZone(title: String, time: String) throws {
    let entry = NewEntry(
      id: PropertySamples.id, timestamp: try #require(Timestamp(time)), title: Array(title.utf8))
    let document = ThreadDocument(entry.block(lineEnding: .lineFeed))
    let slice = try #require(document.entries.first)
    #expect(EntryValues(of: slice, in: document) == EntryValues(entry))
  }

  @Test(
    "restoring an entry takes back what deleting wrote, blanks before the brace included",
    arguments: ["{ #b1 .c }", "{#b1\t}", "{ #b1  x=\"y\"  }"])
  func blanksBeforeTheBrace(attributes: String) throws {
    let before = ThreadDocument(Array("## 2026-03-28 \(attributes)\n".utf8))
    var edit = EntryEdit()
    edit.deletion = .mark("2026-03-31T09:00:00-04:00")
    let deleted = try ThreadProperties.checkEdit(edit, ofEntry: 0, in: before)
    edit.deletion = .unmark
    #expect(try ThreadProperties.checkEdit(edit, ofEntry: 0, in: deleted).bytes == before.bytes)
  }

  @Test("front matter is not edited where an entry's heading would come to stand in it")
  func headingBehindLoneReturn() throws {
    let file = Array("---\r\ntitle: New\r## 2026-03-28 x\r\n---\r\n".utf8)
    try FrontMatterProperties.checkTitle(Array("Newer".utf8), in: file)
    let document = ThreadDocument(file)
    #expect(document.frontMatter != nil)
    #expect(throws: FrontMatterEditError.self) {
      try document.splices(removingFrontMatter: "title")
    }
  }
}
