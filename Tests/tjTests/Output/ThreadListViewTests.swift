import Testing

@testable import tj

@Suite struct ThreadListViewTests {
  private let rows = [
    ThreadRow(
      title: utf8("Morning pages"), path: utf8("morning-pages"), entries: 1_204,
      updated: "today 07:12"),
    ThreadRow(
      title: utf8("日本 Reise"), path: utf8("travel/日本-reise"), entries: 7, updated: "2026-03-28"),
    ThreadRow(title: utf8("Empty\u{1B}"), path: utf8("empty"), entries: 0, updated: ""),
  ]

  private func shown(_ rows: [ThreadRow], columns: Int?, palette: Palette = .plain) -> String {
    var output: [UInt8] = []
    ThreadListView(layout: Layout(columns: columns, palette: palette)).append(rows, to: &output)
    return string(output)
  }

  @Test("Columns are aligned by display width, numbers to the right, under a header")
  func aligned() {
    #expect(
      shown(rows, columns: 80) == """
        Thread         Entries  Updated      Path
        Morning pages     1204  today 07:12  morning-pages
        日本 Reise           7  2026-03-28   travel/日本-reise
        Empty␛               0               empty

        """)
  }

  @Test("Into a pipe there is no header, and nothing is cut or changed")
  func piped() {
    #expect(
      shown(rows, columns: nil) == """
        Morning pages  1204  today 07:12  morning-pages
        日本 Reise        7  2026-03-28   travel/日本-reise
        Empty\u{1B}            0               empty

        """)
  }

  @Test("In a narrow terminal titles and paths are cut")
  func narrow() {
    #expect(
      shown(rows, columns: 44) == """
        Thread         Entries  Updated      Path
        Morning pages     1204  today 07:12  morni…
        日本 Reise           7  2026-03-28   trave…
        Empty␛               0               empty

        """)
    for columns in 1..<60 {
      for line in shown(rows, columns: columns).split(separator: "\n") {
        #expect(DisplayWidth.columns(of: utf8(String(line))) <= columns)
      }
    }
  }

  @Test("When each was deleted has a column where any was")
  func deleted() {
    var rows = rows
    rows[0].deleted = "2026-03-31"
    #expect(
      shown(Array(rows.prefix(2)), columns: 80) == """
        Thread         Entries  Updated      Deleted     Path
        Morning pages     1204  today 07:12  2026-03-31  morning-pages
        日本 Reise           7  2026-03-28               travel/日本-reise

        """)
  }

  @Test("The header is faint, dates have their colour, a deleted title is struck")
  func colored() {
    var row = rows[0]
    row.deleted = "D"
    let (faint, off) = ("\u{1B}[2m", "\u{1B}[0m")
    #expect(
      shown([row], columns: 80, palette: .colored)
        == "\(faint)Thread\(off)         \(faint)Entries\(off)  \(faint)Updated\(off)      \(faint)Deleted\(off)  \(faint)Path\(off)\n"
        + "\u{1B}[2;9mMorning pages\(off)     1204  \u{1B}[36mtoday 07:12\(off)  \(faint)D\(off)        \(faint)morning-pages\(off)\n"
    )
  }

  @Test("No threads print nothing")
  func empty() {
    #expect(shown([], columns: 80) == "")
  }
}
