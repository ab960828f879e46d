import Testing

@testable import tj

@Suite struct PaletteTests {
  @Test(
    "colour is on only where a setting or the terminal asks for it",
    arguments: [
      (ColorChoice.auto, true, nil, "xterm", true), (.auto, false, nil, "xterm", false),
      (.auto, true, "1", "xterm", false), (.auto, true, "", "xterm", true),
      (.auto, true, nil, "dumb", false), (.auto, true, nil, nil, true),
      (.never, true, nil, "xterm", false), (.always, false, nil, nil, true),
    ] as [(ColorChoice, Bool, String?, String?, Bool)])
  func decision(
    choice: ColorChoice, isTerminal: Bool, noColor: String?, term: String?, expected: Bool
  ) {
    let palette = Palette.chosen(by: choice, isTerminal: isTerminal, noColor: noColor, term: term)
    #expect(palette.isColored == expected)
  }

  @Test("Without colour no style has an escape sequence")
  func plain() {
    for style in [Style.plain, .faint, .date, .title, .match, .deleted, .failure, .warning] {
      #expect(Palette.plain.opening(style) + Palette.plain.closing(style) == "")
    }
  }

  @Test("Styles survive being broken over lines: each line opens and closes its own")
  func brokenRun() {
    var text = StyledText()
    text.append("one ")
    text.append("two three", .match)
    text.append(" four")
    var output: [UInt8] = []
    Layout(columns: 20, palette: .colored, readingColumns: 20).append(text, indent: 12, to: &output)
    let (on, off) = ("\u{1B}[1;31m", "\u{1B}[0m")
    let pad = String(repeating: " ", count: 12)
    #expect(string(output) == "\(pad)one \(on)two\(off)\n\(pad)\(on)three\(off)\n\(pad)four\n")
  }

  @Test("Matches out of order, overlapping or outside the text are ignored")
  func badMatches() {
    var text = StyledText()
    let matches = [1..<3, 2..<4, 0..<1, 5..<9, 4..<5]
    text.append(utf8("abcdef"), matches: matches, transform: { $0 })
    #expect(string(text.bytes) == "abcdef")
    #expect(text.runs.map(\.range) == [1..<3, 4..<5])
  }

  @Test(
    "A text is cut by columns, with its style",
    arguments: [
      ("short", 5, "short"), ("longer", 5, "long…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("日本語", 6, "日本語"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"),
      ("abc", 0, ""), ("", 0, ""),
    ])
  func cut(text: String, columns: Int, expected: String) {
    var styled = StyledText()
    styled.append(text, .title)
    let cut = styled.truncated(to: columns)
    #expect(string(cut.bytes) == expected)
    #expect(cut.columns <= columns)
    #expect(cut.runs.allSatisfy { $0.range.upperBound <= cut.bytes.count })
  }
}
