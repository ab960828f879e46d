import ThreadStorage

/// Prints what was measured, row by row as it comes, or as JSON at the end.
final class Report {
  private let options: Options
  private var objects: [String] = []
  private var medians: [String: Double] = [:]
  private var hasHeader = false

  /// What a row says under one heading, which is also its key in JSON.
  private typealias Cell = (name: String, width: Int, value: String?)

  init(options: Options) { self.options = options }

  func add(_ rows: [Contestant.Row], of work: Work, _ size: Size) {
    let floor = rows.first { $0.name == work.floor }?.median
    for row in rows {
      if row.isOwn { medians[work.name + size.rawValue] = row.median }
      let cells = cells(row, work, size, floor.map { row.median / $0 })
      if options.isJSON {
        let members = cells.map { cell in
          let value = cell.value.map { Double($0) == nil ? "\"\($0)\"" : $0 } ?? "null"
          return "\"\(cell.name)\": \(value)"
        }
        objects.append("    {" + members.joined(separator: ", ") + "}")
      } else {
        if !hasHeader { printLine(cells.map { ($0.name, $0.width) }) }
        hasHeader = true
        printLine(cells.map { ($0.value ?? "", $0.width) })
      }
    }
    if Set(rows.compactMap(\.answer)).count > 1 {
      let given = rows.compactMap { row in row.answer.map { "\(row.name) \($0)" } }
      Benchmark.tell(
        "\(work.name) \(size.rawValue): answers differ: \(given.joined(separator: ", "))")
    }
  }

  private func cells(
    _ row: Contestant.Row, _ work: Work, _ size: Size, _ ratio: Double?
  ) -> [Cell] {
    func milliseconds(_ seconds: Double?) -> String? { seconds.map { decimal($0 * 1000) } }
    // tj should take 24 MB for the smallest size, 48 for the others.
    let isMet = ratio.map { ratio in
      let median = row.median
      return work.seconds.map { median - median / ratio < $0 } ?? (ratio <= work.ratio)
    }
    let memory = row.megabytes.map { $0 <= (size == .small ? 24 : 48) ? "yes" : "NO" }
    return [
      ("work", 12, work.name), ("size", 5, size.rawValue), ("program", 18, row.name),
      ("floor", 18, work.floor), ("median ms", 11, milliseconds(row.median)),
      ("least", 9, milliseconds(row.seconds.first)), ("most", 9, milliseconds(row.seconds.last)),
      ("ratio", 7, ratio.map(decimal)), ("goal", 18, row.isOwn ? work.goal : nil),
      ("met", 4, row.isOwn ? isMet.map { $0 ? "yes" : "NO" } : nil),
      ("growth", 7, row.isOwn ? growth(work, size).map(decimal) : nil),
      ("MB", 7, row.megabytes.map(decimal)), ("fits", 5, row.isOwn ? memory : nil),
      ("found", 0, row.answer.map { String($0) }),
    ]
  }

  private func growth(_ work: Work, _ size: Size) -> Double? {
    guard let index = Size.allCases.firstIndex(of: size), index > 0,
      let before = medians[work.name + Size.allCases[index - 1].rawValue],
      let now = medians[work.name + size.rawValue]
    else { return nil }
    return now / before
  }

  private func printLine(_ cells: [(text: String, width: Int)]) {
    let padded = cells.map {
      $0.text + String(repeating: " ", count: max($0.width - $0.text.count, 1))
    }
    print(padded.joined())
    fflush(nil)
  }

  private func decimal(_ value: Double) -> String {
    let scaled = Int((value * 100).rounded())
    return "\(scaled / 100)." + String(scaled % 100 + 100).dropFirst()
  }

  func finish() {
    guard options.isJSON else { return }
    print("{\n  \"version\": 2,\n  \"rows\": [\n\(objects.joined(separator: ",\n"))\n  ]\n}")
  }
}
