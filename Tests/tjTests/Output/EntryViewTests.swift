import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

@Suite struct EntryViewTests {
  /// An entry of a thread that defines the field `weight`.
  private struct Sample {
    var thread: [UInt8]?
    var title: [UInt8] = []
    var fields = utf8("- mood:: 7\n- sleep:: 6h30m\n- location:: Portland, OR\n- weight:: 71.5\n")
    var body = utf8("Slept badly, but the coffee is good, and the day is long.\n\n- one\n- two")
    var attributes = "#k3f9q2wz7h"
    var query: [String] = []

    /// A thread's file with the entry, as somebody may have typed it.
    var file: ThreadFile {
      let definitions =
        "fields: {mood: text, sleep: text, location: text, weight: {type: number, unit: kg}}"
      let front = utf8("---\ntitle: \"") + (thread ?? []) + utf8("\"\n\(definitions)\n---\n\n")
      let heading = utf8("## 2026-03-28 07:12 ") + title + utf8(" {\(attributes)}\n")
      return ThreadFile(
        front + heading + fields + [0x0A] + body + [0x0A], path: "a.md", zone: .newYork2026)
    }
  }

  private func view(_ sample: Sample, columns: Int?, palette: Palette) throws -> (
    EntryView, [Entry]
  ) {
    let query = try EntryQuery.parse(
      sample.query, now: Instant(secondsSinceEpoch: 0), zone: .newYork2026)
    let file = sample.file
    let view = EntryView(
      file, Layout(columns: columns, palette: palette), marking: query,
      showsThread: sample.thread != nil)
    return (view, file.entries(.all))
  }

  private func shown(
    _ sample: Sample, columns: Int?, palette: Palette = .plain
  ) throws -> String {
    var (view, entries) = try view(sample, columns: columns, palette: palette)
    var output: [UInt8] = []
    let bytes = sample.file.bytes
    for entry in entries { view.append(entry, in: bytes.span, to: &output) }
    return string(output)
  }

  private func line(
    _ sample: Sample, columns: Int?, palette: Palette = .plain
  ) throws -> String {
    var (view, entries) = try view(sample, columns: columns, palette: palette)
    var output: [UInt8] = []
    for entry in entries { view.appendLine(of: entry, to: &output) }
    return string(output)
  }

  @Test("A card in 40 columns is wrapped, its tags whole and its id at the right")
  func narrow() throws {
    #expect(
      try shown(Sample(), columns: 40) == """
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
  func wide() throws {
    let text = try shown(Sample(), columns: 200)
    #expect(try text == shown(Sample(), columns: 80))
    #expect(text.hasPrefix("2026-03-28 07:12" + String(repeating: " ", count: 54) + "k3f9q2wz7h\n"))
  }

  @Test("Into a pipe the text is whole, and as it is in the file")
  func piped() throws {
    var card = Sample()
    card.title = utf8("A title")
    card.attributes += " edited=\"2026-04-01T08:00:00Z\""
    card.body = utf8(
      "An \u{1B}[1mescape\u{1B}[0m and a line that is longer than eighty columns, which nobody wraps.\nx"
    )
    #expect(
      try shown(card, columns: nil) == """
        2026-03-28 07:12  A title  edited · k3f9q2wz7h
          mood 7 · sleep 6h30m · Portland, OR · weight 71.5 kg

          An \u{1B}[1mescape\u{1B}[0m and a line that is longer than eighty columns, which nobody wraps.
          x

        """)
  }

  @Test("A long title goes on below itself, beside the marks or above them")
  func longTitle() throws {
    var card = Sample()
    card.fields = []
    card.body = []
    card.title = utf8("A title that is quite long and needs a second line")
    #expect(
      try shown(card, columns: 80) == """
        2026-03-28 07:12  A title that is quite long and needs a second line  k3f9q2wz7h

        """)
    card.attributes = "#k3f9q2wz7h deleted=\"2026-03-31T09:00:00-04:00\""
    #expect(
      try shown(card, columns: 80) == """
        2026-03-28 07:12  A title that is quite long and needs a second line
                                                   deleted 2026-03-31 09:00 · k3f9q2wz7h

        """)
    card.attributes = "#k3f9q2wz7h edited=\"2026-04-01T08:00:00Z\""
    #expect(
      try shown(card, columns: 72) == """
        2026-03-28 07:12  A title that is quite long and     edited · k3f9q2wz7h
                          needs a second line

        """)
  }

  @Test("Matches are marked in title, values and text, also over a line's end")
  func matches() throws {
    let card = Sample(
      title: utf8("title"), fields: utf8("- mood:: value\n"),
      body: utf8("one two three four five"), attributes: "#abc",
      query: ["title", "al", "four five"])
    let output = try shown(card, columns: 35, palette: .colored)
    let (on, faint, off) = ("\u{1B}[1;31m", "\u{1B}[2m", "\u{1B}[0m")
    #expect(
      output == "\u{1B}[36m2026-03-28 07:12\(off)  \(on)title\(off)         \u{1B}[36mabc\(off)\n"
        + "  \(faint)mood\(off) v\(on)al\(off)ue\n\n  one two three \(on)four five\(off)\n")
    let narrow = try shown(card, columns: 20, palette: .colored)
    #expect(narrow.hasSuffix("\n\n  one two three \(on)four\(off)\n  \(on)five\(off)\n"))
  }

  @Test("A line is cut to the terminal, and whole in a pipe")
  func oneLine() throws {
    var card = Sample()
    card.title = utf8("Title")
    card.thread = utf8("Morning")
    #expect(try line(card, columns: 50) == "k3f9q2wz7h  2026-03-28 07:12  Morning › Title  Sl…\n")
    let whole = "Slept badly, but the coffee is good, and the day is long."
    let fields = "mood 7 · sleep 6h30m · Portland, OR · weight 71.5 kg"
    #expect(
      try line(card, columns: nil)
        == "k3f9q2wz7h  2026-03-28 07:12  Morning › Title  \(whole)  \(fields)\n")
    card.title = []
    card.thread = nil
    card.attributes = "deleted=\"2026-04-01T09:30:00-04:00\""
    #expect(
      try line(card, columns: nil)
        == "a@1         2026-03-28 07:12  \(whole)  \(fields)  deleted 2026-04-01 09:30\n")
    card.attributes = "#k3f9q2wz7h"
    // Words are cut before fields, as long as some are left.
    #expect(
      try line(card, columns: 110)
        == "k3f9q2wz7h  2026-03-28 07:12  Slept badly, but the coff…  \(fields)\n")
  }

  @Test("A value longer than a line is broken at words, and one of several lines keeps them")
  func longValue() throws {
    var card = Sample()
    card.body = []
    card.fields = utf8("- mood:: 7\n- note:: a value of several lines and words\n")
    card.fields += utf8("- more:: one\n  two\n- last::\n")
    #expect(
      try shown(card, columns: 30) == """
        2026-03-28 07:12    k3f9q2wz7h
          mood 7 ·
          note a value of several
          lines and words
          more one
            two
          last –

        """)
  }

  @Test(
    "On a terminal no naughty string sends a control character, and every line fits",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func naughty() throws {
    #expect(naughtyStrings.count >= 500)
    for text in naughtyStrings {
      let card = Sample(
        thread: utf8(text), title: utf8(text), fields: utf8("- \(text):: \(text)\n"),
        body: utf8(text))
      let bytes = try utf8(shown(card, columns: 60) + line(card, columns: 60))
      #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 })
      for line in try line(card, columns: 60).split(separator: "\n") {
        #expect(DisplayWidth.columns(of: utf8(String(line))) <= 60)
      }
    }
  }

  @Test("Any bytes and any matches are shown", arguments: [nil, 1, 30, 80])
  func random(columns: Int?) throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let bytes = generator.bytes(upTo: 80)
      let card = Sample(
        thread: bytes, title: bytes, fields: utf8("- ") + bytes + utf8(":: ") + bytes + [0x0A],
        body: bytes, query: ["re:[a-z]|^.", "re:."])
      if card.file.entries(.all).isEmpty { continue }
      #expect(try shown(card, columns: columns, palette: .colored).isEmpty == false)
      #expect(try line(card, columns: columns, palette: .colored).isEmpty == false)
    }
  }

  /// What a card is in a pipe, made of an entry's values.
  private func card(_ entry: Entry, showsThread: Bool) -> String {
    let zone = entry.file.zone
    let oneLine = { (text: [UInt8]) in string(text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }) }
    var title = oneLine(entry.title)
    if showsThread { title = entry.thread.title + (title.isEmpty ? "" : " › ") + title }
    var card = TimeText.entry(entry.timestamp, in: zone) + "  " + title
    if !title.isEmpty { card += "  " }
    if let deletion = entry.deletion {
      card += "deleted \(TimeText.deletion(deletion, in: zone)) · "
    }
    if entry.edited != nil { card += "edited · " }
    card += entry.reference + "\n"
    let schema = entry.file.schema
    let fields = entry.fields.effective
    let positions = fields.map { schema.shownPosition(ofFieldWithKey: $0.key) }
    let order = fields.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
    var rows = [""]
    var lastGroup: String?
    for field in order.map({ fields[$0] }) {
      let group = schema.group(ofField: String(decoding: field.name, as: UTF8.self))?.name
      var tag = group == nil || group == lastGroup ? "" : "\(group ?? ""): "
      lastGroup = group
      tag += field.key == FieldDefinition.location.key ? "" : oneLine(field.name) + " "
      let unit = schema.field(withKey: field.key)?.unit.map { " \($0)" } ?? ""
      let lines = field.value.split(separator: 0x0A, omittingEmptySubsequences: false)
      let value = lines.map { oneLine([UInt8]($0)) }.joined(separator: "\n    ")
      tag += field.value.isEmpty ? "–" : value
      if lines.count == 1, field.value.last.map({ 0x30...0x39 ~= $0 }) == true { tag += unit }
      if lines.count > 1 {
        rows += [tag, ""]
      } else {
        rows[rows.count - 1] += (rows[rows.count - 1].isEmpty ? "" : " · ") + tag
      }
    }
    for row in rows where !row.isEmpty { card += "  \(row)\n" }
    guard !entry.text.isEmpty else { return card }
    let lines = entry.text.split(separator: 0x0A, omittingEmptySubsequences: false)
    return card + "\n" + lines.map { ($0.isEmpty ? "" : "  ") + string($0) + "\n" }.joined()
  }

  private static let fields = """
    ---
    title: A thread
    fields: {b: {type: number, unit: kg}, mood: integer, a b: text, g: {group: [b, x]}}
    ---

    """

  @Test("Random entries are shown in a pipe as their values say")
  func agreesWithValues() {
    var generator = SeededGenerator(seed: 41)
    var count = 0
    for _ in 0..<600 {
      var file = Array(Self.fields.utf8)
      for _ in 0..<3 {
        let times = ["03-08 02:30", "11-01 01:30:00-05:00", "07-01 12:00Z", "05-05"]
        file += "\n## 2026-\(times.randomElement(using: &generator) ?? "") T {#x}\n".utf8
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          let fields = [
            "- b:: 7\n", "- B:: 8\n", "- location:: Kyoto\n", "- x::\n", "- z:: q\n  r\n",
          ]
          file += (fields.randomElement(using: &generator) ?? "").utf8
        }
        file += ThreadSamples.file(using: &generator)
      }
      guard !ThreadDocument(file).isUTF16 else { continue }
      let thread = ThreadFile(file, path: "a.md", zone: .newYork2026)
      let showsThread = Bool.random(using: &generator)
      var view = EntryView(thread, Layout(columns: nil), showsThread: showsThread)
      for entry in thread.entries(.all) {
        var viewed: [UInt8] = []
        view.append(entry, in: file.span, to: &viewed)
        #expect(string(viewed) == card(entry, showsThread: showsThread))
        count += 1
      }
    }
    #expect(count > 2000)
  }
}
