import Testing

@testable import tj

@Suite struct ErrorMessageTests {
  @Test("A message says what, where, its code, and what to do next")
  func whole() {
    let message = ErrorMessage(
      code: "bad-time", place: .init(path: "trips/kyoto.md", line: 3, column: 14),
      sentence: "There is no 30 February", advice: ["use 2026-03-02", "or tj help add"])
    #expect(
      string(message.rendered(.plain)) == """
        tj: trips/kyoto.md:3:14: There is no 30 February [bad-time]
          use 2026-03-02
          or tj help add

        """)
  }

  @Test("A warning says so; what is not known is left out")
  func warning() {
    let message = ErrorMessage(
      code: "id-twice", severity: .warning, place: .init(path: "a.md", line: 7),
      sentence: "The id k3f is there twice")
    #expect(
      string(message.rendered(.plain))
        == "tj: warning: a.md:7: The id k3f is there twice [id-twice]\n")
    let bare = ErrorMessage(code: "no-journal", sentence: "There is no journal here")
    #expect(string(bare.rendered(.plain)) == "tj: There is no journal here [no-journal]\n")
  }

  @Test("No control character of a name gets out, in any of the parts")
  func escaped() {
    let message = ErrorMessage(
      code: "unknown", place: .init(path: "a\u{1B}[2J\n.md"), sentence: "no \u{202E}'x\r'",
      advice: ["tj new '\u{7}\n'"])
    #expect(
      string(message.rendered(.plain))
        == "tj: a␛[2J␊.md: no \\u{202e}'x␍' [unknown]\n  tj new '␇␊'\n")
  }

  @Test("With colour only the first words, the place and the code have any")
  func colored() {
    let message = ErrorMessage(code: "c", place: .init(path: "p"), sentence: "s")
    #expect(
      string(message.rendered(.colored))
        == "\u{1B}[1;31mtj:\u{1B}[0m \u{1B}[1mp\u{1B}[0m: s\u{1B}[2m [c]\u{1B}[0m\n")
  }
}
