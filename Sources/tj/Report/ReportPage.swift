import ThreadJournal
import ThreadStorage

/// What of a report stands around its entries: the head, and what they come to, as numbers and pictures.
struct ReportPage {
  let title: String
  /// The words of the query; empty for all entries.
  let query: String
  let today: CalendarDate
  /// Of a tally that is grouped by days.
  let view: StatisticsView
  let showsEntries: Bool

  private static let mostValues = 12
  private static let mostTags = 24
  private static let mostCharts = 100

  /// The periods whose means a chart shows: so long that it has about a hundred points at most.
  private var period: Period {
    guard let first = view.tally.days.min(), let last = view.tally.days.max() else { return .day }
    switch last - first {
    case ..<62: return .day
    case ..<400: return .week
    case ..<3700: return .month
    case ..<12_000: return .quarter
    default: return .year
    }
  }

  /// All that stands before the entries.
  var beforeEntries: [UInt8] {
    var writer = HTMLWriter()
    appendHead(to: &writer)
    appendSummary(to: &writer)
    var number = 0
    ReportCalendar(view.tally).append(number: &number, to: &writer)
    appendFields(&number, to: &writer)
    appendTags(&number, to: &writer)
    return writer.finished()
  }

  /// All that stands behind them.
  var afterEntries: [UInt8] {
    var writer = HTMLWriter()
    writer.write(
      "</main>\n<footer>Made with tj from plain text, \(today.text).</footer>\n</body>\n</html>\n")
    return writer.finished()
  }

  private func appendHead(to writer: inout HTMLWriter) {
    writer.write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(ReportStyle.policy)">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="x-dns-prefetch-control" content="off">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(ReportStyle.sheet)</style>
      </head>
      <body>
      <header>
      <h1 dir="auto">\(title)</h1>

      """)
    let ends = Set([view.tally.days.min(), view.tally.days.max()].compactMap { $0 }).sorted()
      .map { CalendarDate(daysSinceEpoch: $0).text }
    writer.paragraph("note", ends.joined(separator: " – "))
    writer.paragraph("note", query.isEmpty ? "" : "Entries that match: \(query)")
    writer.markup("</header>\n<main>\n")
  }

  private func appendSummary(to writer: inout HTMLWriter) {
    let tally = view.tally
    guard tally.entries > 0 else { return writer.paragraph("note", "There are no entries.") }
    func tile(_ name: String, _ number: String, _ more: String = "") {
      let small: HTML = more.isEmpty ? "" : "<small>\(more)</small>"
      writer.write("<div><dt>\(name)</dt><dd>\(number)\(small)</dd></div>\n")
    }
    let days = tally.days
    let streak = DayStreak(of: days, today: today.daysSinceEpoch)
    writer.markup("<dl class=\"tiles\">\n")
    tile("Entries", Plural.grouped(tally.entries))
    tile("Days with an entry", Plural.grouped(days.count))
    tile("Words", Plural.grouped(tally.words))
    tile(
      "Days in a row", Plural.grouped(streak.present), "at most \(Plural.grouped(streak.best))")
    writer.markup("</dl>\n")
    if !view.plans.isEmpty {
      for text in view.habits(today: today.daysSinceEpoch) { writer.paragraph("note", text) }
    }
    guard tally.threads.count > 1, showsEntries else { return }
    writer.markup("<nav aria-label=\"Threads\"><ul>\n")
    for thread in tally.threads {
      writer.markup("<li><a href=\"#")
      writer.markup(anchor: thread.path)
      writer.write("\">\(thread.title)</a></li>\n")
    }
    writer.markup("</ul></nav>\n")
  }

  // MARK: Fields

  private func appendFields(_ number: inout Int, to writer: inout HTMLWriter) {
    let rows = view.fieldRows()
    guard !rows.isEmpty else { return }
    writer.markup("<section>\n<h2>Fields</h2>\n")
    appendFigures(rows.filter { $0.values.isEmpty }, to: &writer)
    var tally = view.tally
    tally.regroup(by: period)
    let groups = tally.arrangedGroups(.period(period))
    let shown = tally.fields.enumerated().filter { !$1.numbers.isEmpty || !$1.texts.isEmpty }
    for (index, field) in shown.prefix(Self.mostCharts) {
      let unit: HTML = field.unit.map { " <span class=\"quiet\">\($0)</span>" } ?? ""
      writer.write("<h3 dir=\"auto\">\(field.name)\(unit)</h3>\n")
      writer.paragraph("note", field.unfit > 0 ? field.unfitNote : "")
      switch field.kind {
      case .number, .duration, .time:
        number += 1
        let points = groups.compactMap { group -> (String, NumberSum)? in
          switch group.key {
          case .period(let start): (period.name(ofStart: start), group.sum(ofField: index))
          case .gap(let periods): (Plural.of(periods, period.rawValue), NumberSum())
          default: nil
          }
        }.trimmed
        ReportChart(
          text: view.text(of: field, NumberFigures(field.numbers)), unit: field.unit, points: points
        )
        .append(name: field.name, period: period, number: number, to: &writer)
      case .boolean, .date, .text:
        let (name, bars) = bars(of: field)
        appendBars(bars, of: bars.reduce(0) { $0 + $1.count }, name, &number, to: &writer)
      }
    }
    let others = shown.count - Self.mostCharts
    writer.paragraph("note", others > 0 ? "and \(Plural.of(others, "other field"))" : "")
    writer.markup("</section>\n")
  }

  /// The table of the fields that have a mean.
  private func appendFigures(_ rows: [StatisticsView.Row], to writer: inout HTMLWriter) {
    guard !rows.isEmpty else { return }
    writer.markup(
      "<div class=\"scroll\" role=\"region\" aria-label=\"Figures of fields\" tabindex=\"0\">")
    writer.table(["field"] + StatisticsView.figures, rows.map { ($0.name, $0.figures) })
    writer.markup("</div>\n")
  }

  /// How often each value is there, of a field without a mean: of days, those of each year.
  private func bars(of field: FieldTally) -> (name: String, bars: [(name: String, count: Int)]) {
    switch field.kind {
    case .boolean:
      let figures = NumberFigures(field.numbers)
      let (yes, count) = (figures?.yes ?? 0, figures?.total.count ?? 0)
      return ("value", [("yes", yes), ("no", count - yes)])
    case .date:
      let years = field.numbers.reduce(into: [Int: Int]()) {
        $0[Period.year.start(of: $1.key.whole), default: 0] += $1.value
      }
      return (
        "year",
        years.sorted { $0.key < $1.key }.map { (Period.year.name(ofStart: $0.key), $0.value) }
      )
    default:
      let values = field.frequent
      let named = values.prefix(Self.mostValues).map {
        (String(utf8: $0.text), $0.count)
      }
      let others = values.dropFirst(Self.mostValues)
      let rest = (Plural.of(others.count, "other value"), others.reduce(0) { $0 + $1.count })
      return ("value", named + (others.isEmpty ? [] : [rest]))
    }
  }

  /// A table with a bar in each row.
  private func appendBars(
    _ bars: [(name: String, count: Int)], of all: Int, _ name: String, _ number: inout Int,
    to writer: inout HTMLWriter
  ) {
    writer.write(
      """
      <table class="bars"><thead><tr><th scope="col">\(name)</th>\
      <th scope="col" class="n">entries</th><th scope="col" class="n">share</th>\
      <td></td></tr></thead>
      <tbody>

      """)
    let most = bars.map(\.count).max() ?? 0
    for bar in bars {
      let share = NumberSum(bar.count, of: all).mean(to: .one(at: 2)).map { "\($0.percent) %" }
      number += 1
      writer.write(
        """
        <tr><th scope="row" dir="auto">\(bar.name)</th><td class="n">\(Plural.grouped(bar.count))</td>\
        <td class="n">\(share ?? "")</td><td>
        """)
      writer.beginImage(
        "viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\"", number, title: bar.name,
        "\(bar.count) of \(all)")
      let width = most > 0 ? max(bar.count * 1000 / most, bar.count > 0 ? 4 : 0) : 0
      writer.write("<rect width=\"\(width)\" height=\"10\"/></svg></td></tr>\n")
    }
    writer.markup("</tbody></table>\n")
  }

  private func appendTags(_ number: inout Int, to writer: inout HTMLWriter) {
    let tags = view.tally.tags
    guard !tags.isEmpty else { return }
    writer.markup("<section>\n<h2>Tags</h2>\n")
    let bars = tags.prefix(Self.mostTags).map { ("#" + $0.tag, $0.entries) }
    appendBars(bars, of: view.tally.entries, "tag", &number, to: &writer)
    let others = tags.count - bars.count
    writer.paragraph("note", others > 0 ? "and \(Plural.of(others, "other tag"))" : "")
    writer.markup("</section>\n")
  }
}

extension [(String, NumberSum)] {
  /// Without those before the first and behind the last that has a number.
  fileprivate var trimmed: [(String, NumberSum)] {
    guard let first = firstIndex(where: { $0.1.count > 0 }),
      let last = lastIndex(where: { $0.1.count > 0 })
    else { return [] }
    return Array(self[first...last])
  }
}

extension HTMLWriter {
  /// Writes a paragraph, unless it is empty.
  fileprivate mutating func paragraph(_ kind: StaticString, _ words: String) {
    guard !words.isEmpty else { return }
    // What a journal calls something must not turn the words behind it round.
    write("<p class=\"\(kind)\" dir=\"auto\">\(TerminalText.line(words))</p>\n")
  }
}
