import TestSupport
import Testing

@testable import tj

@Suite struct EntryViewTests {
  private var card: EntryCard {
    EntryCard(
      id: "k3f9q2wz7h", time: "2026-03-28 07:12", title: HighlightedText([]),
      fields: [
        FieldTag(name: utf8("mood"), value: HighlightedText(utf8("7"))),
        FieldTag(name: utf8("sleep"), value: HighlightedText(utf8("6h30m"))),
        FieldTag(name: [], value: HighlightedText(utf8("Portland, OR"))),
        FieldTag(name: utf8("weight"), value: HighlightedText(utf8("71.5")), unit: utf8("kg")),
      ],
      body: HighlightedText(
        utf8("Slept badly, but the coffee is good, and the day is long.\n\n- one\n- two")),
      isEdited: false)
  }

  private func shown(_ card: EntryCard, columns: Int?, palette: Palette = .plain) -> String {
    var output: [UInt8] = []
    EntryView(layout: Layout(columns: columns, palette: palette)).append(card, to: &output)
    return string(output)
  }

  private func line(_ card: EntryCard, columns: Int?, palette: Palette = .plain) -> String {
    var output: [UInt8] = []
    EntryView(layout: Layout(columns: columns, palette: palette)).appendLine(of: card, to: &output)
    return string(output)
  }

  @Test("A card in 40 columns is wrapped, its tags whole and its id at the right")
  func narrow() {
    #expect(
      shown(card, columns: 40) == """
        2026-03-28 07:12              k3f9q2wz7h
          mood 7 · sleep 6h30m · Portland, OR ·
          weight 71.5 kg

          Slept badly, but the coffee is good,
          and the day is long.

          - one
          - two

        """)
  }

  @Test("A wide terminal is used up to the reading width")
  func wide() {
    let text = shown(card, columns: 200)
    #expect(text == shown(card, columns: 80))
    #expect(text.hasPrefix("2026-03-28 07:12" + String(repeating: " ", count: 54) + "k3f9q2wz7h\n"))
  }

  @Test("Into a pipe the text is whole, and as it is in the file")
  func piped() {
    var card = card
    card.title = HighlightedText(utf8("A title"))
    card.isEdited = true
    card.body = HighlightedText(
      utf8(
        "An \u{1B}[1mescape\u{1B}[0m and a line that is longer than eighty columns, which nobody wraps.\nx"
      ))
    #expect(
      shown(card, columns: nil) == """
        2026-03-28 07:12  A title  edited · k3f9q2wz7h
          mood 7 · sleep 6h30m · Portland, OR · weight 71.5 kg

          An \u{1B}[1mescape\u{1B}[0m and a line that is longer than eighty columns, which nobody wraps.
          x

        """)
  }

  @Test("A long title goes on below itself, beside the marks or above them")
  func longTitle() {
    var card = card
    card.fields = []
    card.body = HighlightedText([])
    card.title = HighlightedText(utf8("A title that is quite long and needs a second line"))
    #expect(
      shown(card, columns: 80) == """
        2026-03-28 07:12  A title that is quite long and needs a second line  k3f9q2wz7h

        """)
    card.deleted = "2026-03-31 09:00"
    #expect(
      shown(card, columns: 80) == """
        2026-03-28 07:12  A title that is quite long and needs a second line
                                                   deleted 2026-03-31 09:00 · k3f9q2wz7h

        """)
    card.deleted = nil
    card.isEdited = true
    #expect(
      shown(card, columns: 72) == """
        2026-03-28 07:12  A title that is quite long and     edited · k3f9q2wz7h
                          needs a second line

        """)
  }

  @Test("Matches are marked in title, values and text, also over a line's end")
  func matches() {
    let card = EntryCard(
      id: "abc", time: "T", title: HighlightedText(utf8("title"), matches: [0..<5]),
      fields: [FieldTag(name: utf8("f"), value: HighlightedText(utf8("value"), matches: [1..<3]))],
      body: HighlightedText(utf8("one two three four five"), matches: [14..<23]), isEdited: false)
    let output = shown(card, columns: 20, palette: .colored)
    let (on, faint, off) = ("\u{1B}[1;31m", "\u{1B}[2m", "\u{1B}[0m")
    #expect(
      output == "\u{1B}[36mT\(off)  \(on)title\(off)         \(faint)abc\(off)\n"
        + "  \u{1B}[32mf\(off) v\(on)al\(off)ue\n\n  one two three \(on)four\(off)\n  \(on)five\(off)\n"
    )
  }

  @Test("A line is cut to the terminal, and whole in a pipe")
  func oneLine() {
    var card = card
    card.title = HighlightedText(utf8("Title"))
    card.thread = utf8("Morning")
    #expect(line(card, columns: 50) == "k3f9q2wz7h  2026-03-28 07:12  Morning › Title  Sl…\n")
    let whole = "Slept badly, but the coffee is good, and the day is long."
    #expect(line(card, columns: nil) == "k3f9q2wz7h  2026-03-28 07:12  Morning › Title  \(whole)\n")
    card.id = "@3"
    card.title = HighlightedText([])
    card.thread = nil
    card.deleted = "2026-04-01"
    #expect(
      line(card, columns: nil) == "@3          2026-03-28 07:12  \(whole)  deleted 2026-04-01\n")
  }

  @Test("The heading names the thread and counts its entries")
  func heading() {
    var output: [UInt8] = []
    let view = EntryView(layout: Layout(columns: 80))
    view.appendHeading(title: utf8("Morning\u{1B}\npages"), entries: 1, to: &output)
    view.appendHeading(title: utf8("日記"), entries: 12, to: &output)
    #expect(string(output) == "Morning␛ pages · 1 entry\n日記 · 12 entries\n")
  }

  @Test("A value longer than a line is broken at words, and a newline in one is a space")
  func longValue() {
    var card = card
    card.body = HighlightedText([])
    card.fields = [
      FieldTag(name: utf8("mood"), value: HighlightedText(utf8("7"))),
      FieldTag(
        name: utf8("note"), value: HighlightedText(utf8("a value of\nseveral lines and words"))),
    ]
    #expect(
      shown(card, columns: 30) == """
        2026-03-28 07:12    k3f9q2wz7h
          mood 7 ·
          note a value of several
          lines and words

        """)
  }

  @Test(
    "On a terminal no naughty string sends a control character, and every line fits",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func naughty() {
    #expect(naughtyStrings.count >= 500)
    for text in naughtyStrings {
      let highlighted = HighlightedText(utf8(text))
      let card = EntryCard(
        id: "abc", time: "2026-03-28", thread: utf8(text), title: highlighted,
        fields: [FieldTag(name: utf8(text), value: highlighted)], body: highlighted, isEdited: true)
      let bytes = utf8(shown(card, columns: 60) + line(card, columns: 60))
      #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 })
      #expect(DisplayWidth.columns(of: utf8(line(card, columns: 60))) <= 61)
    }
  }

  @Test("Any bytes and any matches are shown", arguments: [nil, 1, 30, 80])
  func random(columns: Int?) {
    var generator = SeededGenerator(state: 6)
    for _ in 0..<500 {
      let bytes = generator.bytes(upTo: 80)
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let text = HighlightedText(
        bytes, matches: [start..<Int.random(in: start...bytes.count, using: &generator)])
      let card = EntryCard(
        id: "abc", time: "2026-03-28", thread: bytes, title: text,
        fields: [FieldTag(name: bytes, value: text)],
        body: text, isEdited: false, deleted: "2026")
      #expect(shown(card, columns: columns, palette: .colored).isEmpty == false)
      #expect(line(card, columns: columns, palette: .colored).isEmpty == false)
    }
  }
}
