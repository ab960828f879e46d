/// Prints what was measured, row by row as it comes, or as JSON at the end.
final class Report {
  private let options: Options
  private var objects: [String] = []
  /// The medians of tj by work and size, for the growth.
  private var medians: [String: Double] = [:]
  private var hasHeader = false

  init(options: Options) { self.options = options }

  func add(_ rows: [Contestant.Row], of work: Work, _ size: Size) {
    let floor = rows.first { $0.isFloor }
    for row in rows {
      if row.isOwn { medians[work.name + size.rawValue] = row.median }
      if options.isJSON {
        objects.append(json(row, work, size, floor))
      } else {
        printRow(row, work, size, floor)
      }
    }
    let answers = Set(rows.compactMap(\.answer))
    if answers.count > 1 {
      let given = rows.compactMap { row in row.answer.map { "\(row.name) \($0)" } }
      Console.error(
        "\(work.name) \(size.rawValue): answers differ: \(given.joined(separator: ", "))\n")
    }
  }

  private func printRow(
    _ row: Contestant.Row, _ work: Work, _ size: Size, _ floor: Contestant.Row?
  ) {
    if !hasHeader {
      hasHeader = true
      Console.print(
        line([
          "work", "size", "program", "median ms", "min–max", "× floor", "goal", "met", "growth",
          "MB",
          "found",
        ]))
    }
    Console.print(
      line([
        work.name, size.rawValue, row.name + (row.isFloor ? " (floor)" : ""),
        milliseconds(row.median),
        milliseconds(row.seconds[0]) + "–" + milliseconds(row.seconds[row.seconds.count - 1]),
        ratio(row, floor).map { decimal($0, 2) } ?? "", row.isOwn ? work.goal : "",
        row.isOwn ? isMet(row, work, floor).map { $0 ? "yes" : "NO" } ?? "" : "",
        row.isOwn ? growth(work, size).map { "× " + decimal($0, 1) } ?? "" : "",
        row.megabytes.map { decimal($0, 1) + (isTooLarge(row, size) ? " NO" : "") } ?? "",
        row.answer.map { String($0) } ?? "",
      ]))
  }

  private func ratio(_ row: Contestant.Row, _ floor: Contestant.Row?) -> Double? {
    floor.map { row.median / $0.median }
  }

  private func isMet(_ row: Contestant.Row, _ work: Work, _ floor: Contestant.Row?) -> Bool? {
    ratio(row, floor).map { $0 <= work.ratio }
  }

  /// Whether tj takes more memory than it should: 24 MB for the smallest size, 48 for the others.
  private func isTooLarge(_ row: Contestant.Row, _ size: Size) -> Bool {
    row.isOwn && row.megabytes ?? 0 > (size == .small ? 24 : 48)
  }

  /// How many times longer tj takes than for the size before.
  private func growth(_ work: Work, _ size: Size) -> Double? {
    guard let index = Size.allCases.firstIndex(of: size), index > 0,
      let before = medians[work.name + Size.allCases[index - 1].rawValue],
      let now = medians[work.name + size.rawValue]
    else { return nil }
    return now / before
  }

  private static let widths = [12, 5, 20, 10, 15, 8, 21, 4, 8, 7, 8]

  private func line(_ cells: [String]) -> String {
    var text = ""
    for (cell, width) in zip(cells, Self.widths) {
      text += cell + String(repeating: " ", count: max(width - cell.count, 1))
    }
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1000, 1) }

  private func decimal(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  private func json(
    _ row: Contestant.Row, _ work: Work, _ size: Size, _ floor: Contestant.Row?
  ) -> String {
    let last = row.seconds[row.seconds.count - 1]
    var parts = [
      "\"work\": \"\(work.name)\"", "\"size\": \"\(size.rawValue)\"",
      "\"program\": \"\(row.name)\"",
      "\"seconds\": \(row.median)", "\"least\": \(row.seconds[0])", "\"most\": \(last)",
      "\"megabytes\": \(row.megabytes.map { String($0) } ?? "null")", "\"floor\": \(row.isFloor)",
    ]
    if let ratio = ratio(row, floor) { parts.append("\"ratio\": \(ratio)") }
    if row.isOwn {
      parts.append("\"goal\": \"\(work.goal)\"")
      if let isMet = isMet(row, work, floor) { parts.append("\"met\": \(isMet)") }
      if let growth = growth(work, size) { parts.append("\"growth\": \(growth)") }
    }
    if let answer = row.answer { parts.append("\"found\": \(answer)") }
    return "    {" + parts.joined(separator: ", ") + "}"
  }

  /// Ends the report.
  func finish() {
    guard options.isJSON else { return }
    Console.print(
      "{\n  \"version\": 1,\n  \"rows\": [\n\(objects.joined(separator: ",\n"))\n  ]\n}\n")
  }
}
