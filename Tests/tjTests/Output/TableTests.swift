import Testing

@testable import tj

/// The table that `tj list` prints.
@Suite struct TableTests {
  private struct Row {
    var title: String
    var path: String
    var entries: Int
    var updated: String
    var deleted: String?
  }

  private let rows = [
    Row(title: "Morning pages", path: "morning-pages", entries: 1_204, updated: "today 07:12"),
    Row(title: "日本 Reise", path: "travel/日本-reise", entries: 7, updated: "2026-03-28"),
    Row(title: "Empty\u{1B}", path: "empty", entries: 0, updated: ""),
  ]

  private func shown(_ rows: [Row], columns: Int?, palette: Palette = .plain) -> String {
    let hasDeleted = rows.contains { $0.deleted != nil }
    var table = Table(
      layout: Layout(columns: columns, palette: palette),
      header: ["Thread", "Entries", "Updated"] + (hasDeleted ? ["Deleted"] : []) + ["Path"],
      numbers: [1], isElastic: true)
    for row in rows {
      table.add(
        [
          (utf8(row.title), row.deleted == nil ? .plain : .deleted),
          (utf8("\(row.entries)"), .plain), (utf8(row.updated), .date),
        ] + (hasDeleted ? [(utf8(row.deleted ?? ""), .faint)] : []) + [(utf8(row.path), .faint)])
    }
    var output: [UInt8] = []
    table.append(to: &output)
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
