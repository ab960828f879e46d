import Testing

@testable import tj

@Suite struct ErrorMessageTests {
  @Test("A message says what, where, its code, and what to do next")
  func whole() {
    let message = ErrorMessage(
      "bad-time", at: .init("trips/kyoto.md", line: 3, column: 14), "There is no 30 February",
      "use 2026-03-02", "or tj help add")
    #expect(
      string(message.rendered(.plain)) == """
        tj: trips/kyoto.md:3:14: There is no 30 February [bad-time]
          use 2026-03-02
          or tj help add

        """)
  }

  @Test("A warning and a note say so; what is not known is left out")
  func warning() {
    let message = ErrorMessage(
      "id-twice", severity: .warning, at: .init("a.md", line: 7), "The id k3f is there twice")
    #expect(
      string(message.rendered(.plain))
        == "tj: warning: a.md:7: The id k3f is there twice [id-twice]\n")
    let note = ErrorMessage("no-id", severity: .note, at: .init("a.md"), "An entry has no id")
    #expect(string(note.rendered(.plain)) == "tj: note: a.md: An entry has no id [no-id]\n")
    let bare = ErrorMessage("no-journal", "There is no journal here")
    #expect(string(bare.rendered(.plain)) == "tj: There is no journal here [no-journal]\n")
  }

  @Test("No control character of a name gets out, in any of the parts")
  func escaped() {
    let message = ErrorMessage(
      "unknown", at: .init("a\u{1B}[2J\n.md"), "no \u{202E}'x\r'", "tj new '\u{7}\n'")
    #expect(
      string(message.rendered(.plain))
        == "tj: a␛[2J␊.md: no \\u{202e}'x␍' [unknown]\n  tj new '␇␊'\n")
  }

  @Test("With colour only the first words, the position and the code have any")
  func colored() {
    let message = ErrorMessage("c", at: .init("p"), "s")
    #expect(
      string(message.rendered(.colored))
        == "\u{1B}[1;31mtj:\u{1B}[0m \u{1B}[1mp\u{1B}[0m: s\u{1B}[2m [c]\u{1B}[0m\n")
  }
}
