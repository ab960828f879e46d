import ThreadJournal
import ThreadStorage

/// The days of years, a square each: the larger, the more entries.
struct ReportCalendar {
  /// How many entries each day has, counted from 1970-01-01.
  private let days: [Int: Int]
  /// How many entries more make a square larger by one of four sizes.
  private let step: Int
  private let sizes: Int

  /// Older years are only in the table.
  private static let mostYears = 10

  init(_ tally: JournalTally) {
    var days: [Int: Int] = [:]
    for group in tally.groups {
      if case .period(let day) = group.key { days[day] = group.entries }
    }
    self.days = days
    let counts = days.values.sorted()
    // A few days with very many entries must not make all others small.
    let usual = counts.isEmpty ? 1 : counts[counts.count * 9 / 10]
    step = max((usual + 3) / 4, 1)
    sizes = min(((counts.last ?? 1) + step - 1) / step, 4)
  }

  /// From 1 to 4; of fewer sizes the largest ones.
  private func size(of count: Int) -> Int { 4 - sizes + min((count + step - 1) / step, sizes) }

  /// - Parameter number: The number of the page's next image.
  func append(number: inout Int, to writer: inout HTMLWriter) {
    guard !days.isEmpty else { return }
    writer.markup("<section>\n<h2>Calendar</h2>\n")
    let years = Set(days.keys.map { CalendarDate(daysSinceEpoch: $0).parts.year }).sorted()
    for year in years.suffix(Self.mostYears) {
      let months = days.keys.map { CalendarDate(daysSinceEpoch: $0).parts }
        .filter { $0.year == year }.map(\.month)
      guard let first = months.min(), let last = months.max() else { continue }
      writer.write("<h3>\(TimeText.year(year))</h3>\n<div class=\"months\">\n")
      for month in first...last { append(month, of: year, &number, to: &writer) }
      writer.markup("</div>\n")
    }
    appendLegend(&number, to: &writer)
    appendTable(to: &writer)
    writer.markup("</section>\n")
  }

  private func append(
    _ month: Int, of year: Int, _ number: inout Int, to writer: inout HTMLWriter
  ) {
    guard let first = CalendarDate(year: year, month: month, day: 1)?.daysSinceEpoch else { return }
    let all = first..<first + CalendarDate.dayCount(year: year, month: month)
    let used = all.filter { days[$0] != nil }
    let entries = used.reduce(0) { $0 + (days[$1] ?? 0) }
    let name = TimeText.month(month)
    number += 1
    let shown: HTML = entries > 0 ? "\(entries)" : ""
    writer.write(
      "<figure><figcaption aria-hidden=\"true\"><span>\(name)</span><span>\(shown)</span></figcaption>"
    )
    let told = used.map { day in
      let count = days[day] ?? 0
      return "\(day - first + 1)" + (count > 1 ? " (\(count))" : "")
    }
    let total = "\(Plural.entries(entries)) on \(Plural.of(used.count, "day"))"
    writer.beginImage(
      "viewBox=\"0 0 112 96\"", number, title: "\(name) \(TimeText.year(year)): \(total)",
      told.isEmpty ? "no day" : told.joined(separator: ", "))
    writer.markup("<path d=\"")
    let offset = CalendarDate(daysSinceEpoch: first).weekday - 1
    func square(_ day: Int, _ side: Int) {
      let cell = day - first + offset
      writer.square(
        x: cell % 7 * 16 + (16 - side) / 2, y: cell / 7 * 16 + (16 - side) / 2, side: side)
    }
    for day in used { square(day, Self.side(of: size(of: days[day] ?? 0))) }
    writer.markup("\"/><path class=\"none\" d=\"")
    for day in all where days[day] == nil { square(day, 2) }
    writer.markup("\"/></svg></figure>\n")
  }

  private static func side(of size: Int) -> Int { [0, 5, 8, 11, 14][min(max(size, 0), 4)] }

  private func appendLegend(_ number: inout Int, to writer: inout HTMLWriter) {
    writer.markup("<ul class=\"legend\">")
    for size in 1...max(sizes, 1) {
      let most = days.values.max() ?? 1
      let (first, last) = ((size - 1) * step + 1, min(size * step, most))
      let text =
        size == sizes && most > last
        ? "\(first) or more" : first == last ? "\(first)" : "\(first)–\(last)"
      number += 1
      writer.markup("<li>")
      writer.beginImage(
        "viewBox=\"0 0 16 16\"", number, title: "A square of size \(size)", "stands for")
      writer.markup("<path d=\"")
      let side = Self.side(of: 4 - sizes + size)
      writer.square(x: (16 - side) / 2, y: (16 - side) / 2, side: side)
      writer.write("\"/></svg>\(text + (text == "1" ? " entry" : " entries") + " a day")</li>")
    }
    writer.markup("</ul>\n")
  }

  private func appendTable(to writer: inout HTMLWriter) {
    var months: [Int: (entries: Int, days: Int)] = [:]
    for (day, count) in days {
      let month = months[Period.month.start(of: day)] ?? (0, 0)
      months[Period.month.start(of: day)] = (month.entries + count, month.days + 1)
    }
    writer.numbers(
      ["month", "entries", "days"],
      months.sorted { $0.key < $1.key }.map {
        (Period.month.name(ofStart: $0.key), ["\($0.value.entries)", "\($0.value.days)"])
      })
  }
}

extension HTMLWriter {
  fileprivate mutating func square(x: Int, y: Int, side: Int) {
    write("M\(x) \(y)h\(side)v\(side)h-\(side)z")
  }
}
