import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct MarkdownEscapesTests {
  @Test(
    "Backslashes are taken off where Markdown shows the same without them",
    arguments: [
      (##"We move\! 3\.50 \(about\), C\# and a\_b"##, "We move! 3.50 (about), C# and a_b"),
      (
        ##"2026\-11\-01 \@home \#walk C:\\Users 2 \* 3"##,
        #"2026-11-01 @home #walk C:\Users 2 * 3"#
      ),
    ])
  func taken(_ typed: String, _ plain: String) {
    let escapes = MarkdownEscapes(of: Array(typed.utf8))
    #expect(String(decoding: escapes.text, as: UTF8.self) == plain)
    #expect(escapes.count == 6)
  }

  @Test(
    "A backslash stays before what would begin something, and in code",
    arguments: [
      "\\# a\n\\- b\n\\+ c\n\\> d\n1\\. e\n- \\# f", #"\*a\* \_b\_ \[c\]\(d"#,
      #"\![a](b) &amp\; \<b"#, "Title\n\\-\\-\\-", "`a\\!` b\\!", "```\na\\!\n\nb\\!\n```",
      "    a\\!\n\n>     b\\!", "<b>a\\!\n\nb\\!", #"~a\~"#, #"# A \#"#, #"[a](b "c\"" )"#,
    ])
  func kept(_ typed: String) {
    let escapes = MarkdownEscapes(of: Array(typed.utf8))
    #expect(String(decoding: escapes.text, as: UTF8.self) == typed)
    #expect(escapes.count == 0)
  }

  @Test("Of Day One's entries escapes are told, and not that they are neither starred nor pinned")
  func dayOne() {
    let journal = #"""
      {"metadata":{},"entries":[{"creationDate":"2026-03-28T22:30:00Z","text":"Go\\! \\(so\\)",
      "starred":false,"isPinned":false,"isAllDay":false}]}
      """#
    let reading = ImportReader.read(
      Array(journal.utf8), file: "Trips.json", ImportOptions(zone: .utc))
    #expect(reading.entries.map { String(decoding: $0.text, as: UTF8.self) } == ["Go! (so)"])
    #expect(reading.leftOut.map(\.kind) == [.escapes])
    #expect(reading.leftOut.map(\.count) == [3])
  }
}
