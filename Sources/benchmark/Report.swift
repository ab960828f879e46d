import ThreadStorage

/// Prints what was measured, row by row as it comes, or as JSON at the end.
final class Report {
  private let options: Options
  private var objects: [String] = []
  /// The medians of tj by work and size, for the growth.
  private var medians: [String: Double] = [:]
  private var hasHeader = false

  init(options: Options) { self.options = options }

  func add(_ rows: [Contestant.Row], of work: Work, _ size: Size) {
    let floor = rows.first { $0.name == work.floor }?.median
    for row in rows {
      if row.isOwn { medians[work.name + size.rawValue] = row.median }
      let ratio = floor.map { row.median / $0 }
      if options.isJSON {
        objects.append(json(row, work, size, ratio))
      } else {
        printRow(row, work, size, ratio)
      }
    }
    if Set(rows.compactMap(\.answer)).count > 1 {
      let given = rows.compactMap { row in row.answer.map { "\(row.name) \($0)" } }
      Benchmark.tell(
        "\(work.name) \(size.rawValue): answers differ: \(given.joined(separator: ", "))")
    }
  }

  private func printRow(_ row: Contestant.Row, _ work: Work, _ size: Size, _ ratio: Double?) {
    if !hasHeader {
      hasHeader = true
      printLine([
        "work", "size", "program", "median ms", "min–max", "× floor", "goal", "met", "growth",
        "MB", "found",
      ])
    }
    func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1000, 1) }
    // tj should take 24 MB for the smallest size, 48 for the others.
    let isTooLarge = row.isOwn && row.megabytes ?? 0 > (size == .small ? 24 : 48)
    printLine([
      work.name, size.rawValue, row.name + (row.name == work.floor ? " (floor)" : ""),
      milliseconds(row.median),
      milliseconds(row.seconds[0]) + "–" + milliseconds(row.seconds[row.seconds.count - 1]),
      ratio.map { decimal($0, 2) } ?? "", row.isOwn ? work.goal : "",
      row.isOwn ? ratio.map { $0 <= work.ratio ? "yes" : "NO" } ?? "" : "",
      row.isOwn ? growth(work, size).map { "× " + decimal($0, 1) } ?? "" : "",
      row.megabytes.map { decimal($0, 1) + (isTooLarge ? " NO" : "") } ?? "",
      row.answer.map { String($0) } ?? "",
    ])
  }

  /// How many times longer tj takes than for the size before.
  private func growth(_ work: Work, _ size: Size) -> Double? {
    guard let index = Size.allCases.firstIndex(of: size), index > 0,
      let before = medians[work.name + Size.allCases[index - 1].rawValue],
      let now = medians[work.name + size.rawValue]
    else { return nil }
    return now / before
  }

  private func printLine(_ cells: [String]) {
    var text = ""
    for (cell, width) in zip(cells, [12, 5, 20, 10, 15, 8, 21, 4, 8, 7, 8]) {
      text += cell + String(repeating: " ", count: max(width - cell.count, 1))
    }
    while text.last == " " { text.removeLast() }
    print(text)
    fflush(nil)
  }

  private func decimal(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  private func json(
    _ row: Contestant.Row, _ work: Work, _ size: Size, _ ratio: Double?
  ) -> String {
    var parts = [
      "\"work\": \"\(work.name)\"", "\"size\": \"\(size.rawValue)\"",
      "\"program\": \"\(row.name)\"", "\"seconds\": \(row.median)",
      "\"least\": \(row.seconds[0])", "\"most\": \(row.seconds[row.seconds.count - 1])",
      "\"megabytes\": \(row.megabytes.map { String($0) } ?? "null")",
      "\"floor\": \(row.name == work.floor)",
    ]
    if let ratio { parts.append("\"ratio\": \(ratio)") }
    if row.isOwn {
      parts.append("\"goal\": \"\(work.goal)\"")
      if let ratio { parts.append("\"met\": \(ratio <= work.ratio)") }
      if let growth = growth(work, size) { parts.append("\"growth\": \(growth)") }
    }
    if let answer = row.answer { parts.append("\"found\": \(answer)") }
    return "    {" + parts.joined(separator: ", ") + "}"
  }

  /// Ends the report.
  func finish() {
    guard options.isJSON else { return }
    print("{\n  \"version\": 1,\n  \"rows\": [\n\(objects.joined(separator: ",\n"))\n  ]\n}")
  }
}
