import TestSupport
import Testing

@testable import ThreadStorage

/// The file names that titles give (F31).
@Suite struct DiskFileNameTests {
  @Test(
    "a title becomes a name",
    arguments: [
      ("Morning pages", "morning-pages.md"), ("  A  --  B!  ", "a-b.md"), ("../x", "x.md"),
      ("/etc/passwd", "etc-passwd.md"), (".git", "git.md"), ("-rf", "rf.md"), ("", "thread.md"),
      ("🌲🌲", "thread.md"), ("CON", "con-thread.md"), ("com1", "com1-thread.md"), ("a\nb", "a-b.md"),
      ("日本語の日記", "日本語の日記.md"), ("हिन्दी डायरी", "हिन्दी-डायरी.md"), ("Ünïcode ÉTÉ", "ünïcode-été.md"),
      ("a\0b", "a-b.md"), ("\u{202e}abc", "abc.md"), ("Straße 5", "straße-5.md"),
    ])
  func name(_ title: String, _ expected: String) {
    #expect(Array(JournalFileName.fileName(forTitle: title).utf8) == Array(expected.utf8))
  }

  @Test("a name is cut between characters' scalars, within 100 bytes, also with a number")
  func length() {
    for title in [String(repeating: "x", count: 300), String(repeating: "日", count: 300)] {
      let name = JournalFileName.fileName(forTitle: title)
      #expect(name.utf8.count <= 100 && name.utf8.count > 95)
      #expect(!name.contains("\u{fffd}"))
      let second = JournalFileName.fileName(forTitle: title) { $0 == name }
      #expect(second.utf8.count <= 100 && second.hasSuffix("-2.md"))
    }
  }
}
