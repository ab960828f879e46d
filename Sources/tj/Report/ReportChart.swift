import ThreadJournal
import ThreadStorage

/// The curve of a field's means over time, with its scale and a table of the same numbers.
struct ReportChart {
  let text: FigureText
  let unit: String?
  /// A name and what was counted, of each period.
  let points: [(name: String, sum: NumberSum)]

  func append(name: String, period: Period, number: Int, to writer: inout HTMLWriter) {
    guard !points.isEmpty else { return }
    let means = points.map { $0.sum.mean(to: text.step) }
    let scale = ChartScale(means.compactMap { $0?.double }, text.kind)
    writer.markup("<figure>\n<div class=\"plot\">\n<div class=\"y\" aria-hidden=\"true\">")
    for tick in scale.ticks.reversed() { writer.write("<span>\(label(of: tick, scale))</span>") }
    writer.markup("</div>\n")
    appendCurve(means, scale, name: name, period: period, number: number, to: &writer)
    writer.markup("<div class=\"x\" aria-hidden=\"true\">")
    let last = points.count - 1
    // One in the middle, where there is one, or where nobody sees that there is none.
    let hasMiddle = last > 1 && (last.isMultiple(of: 2) || last > 40)
    for index in Set([0, hasMiddle ? last / 2 : 0, last]).sorted() {
      writer.write("<span>\(points[index].name)</span>")
    }
    writer.write(
      """
      </div>
      </div>
      <figcaption>The mean of each \(period.rawValue); one without a value is a gap.</figcaption>

      """)
    appendTable(period: period, to: &writer)
    writer.markup("</figure>\n")
  }

  private func label(of tick: Double, _ scale: ChartScale) -> String {
    text.value(FixedNumber(rounding: tick, decimals: text.kind == .boolean ? 2 : scale.decimals))
  }

  private func appendCurve(
    _ means: [FixedNumber?], _ scale: ChartScale, name: String, period: Period, number: Int,
    to writer: inout HTMLWriter
  ) {
    let known = means.compactMap { $0 }
    var told = ""
    if let least = known.min(), let greatest = known.max() {
      let unit = unit.map { " " + $0 } ?? ""
      let ends = "from \(text.value(least)) to \(text.value(greatest))\(unit)"
      told = "\(Plural.of(known.count, "mean")), \(ends); the numbers are in the table below."
    }
    writer.beginImage(
      "viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\"", number,
      title: "\(name), by \(period.rawValue)", told)
    writer.markup("<path class=\"grid\" d=\"")
    for tick in scale.ticks { writer.write("M0 \(scale.height(of: tick))h1000") }
    writer.markup("\"/>")
    var (curve, dots) = (HTMLWriter(), HTMLWriter())
    var isGap = true
    for (index, mean) in means.enumerated() {
      guard let mean else {
        isGap = true
        continue
      }
      let x = means.count == 1 ? 500 : index * 1000 / (means.count - 1)
      let y = scale.height(of: mean.double)
      // One alone is a line without length, which is drawn as its round ends.
      curve.write(isGap ? "M\(x) \(y)h0" : "L\(x) \(y)")
      dots.write("M\(x) \(y)h0")
      isGap = false
    }
    writer.markup("<path class=\"curve\" d=\"")
    writer.text(curve.finished())
    // So many dots would be a line.
    if means.count <= 130 {
      writer.markup("\"/><path class=\"dots\" d=\"")
      writer.text(dots.finished())
    }
    writer.markup("\"/></svg>\n")
  }

  private func appendTable(period: Period, to writer: inout HTMLWriter) {
    let hasSum = text.kind.hasSum
    writer.numbers(
      [period.rawValue, "n", "mean"] + (hasSum ? ["sum"] : []),
      points.map { name, sum in
        (name, ["\(sum.count)", text.mean(sum)] + (hasSum ? [text.sum(sum)] : []))
      })
  }
}

/// Where values are drawn: between two round numbers, with lines at round ones.
struct ChartScale {
  let ticks: [Double]
  /// How many digits behind the point tell the ticks apart.
  let decimals: Int

  init(_ values: [Double], _ kind: FieldKind) {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    let spread = greatest > least ? greatest - least : max(abs(greatest), 1)
    var (step, decimals) = (1.0, 0)
    switch kind {
    case .duration, .time:
      let steps: [Double] = [60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
      step = steps.first { $0 * 4 >= spread } ?? (spread / 4 / 86_400).rounded(.up) * 86_400
    case .boolean: step = 0.25
    case .number, .date, .text:
      while step * 4 < spread { step *= 10 }
      while step * 0.4 >= spread, decimals < FixedNumber.mostDecimals {
        step /= 10
        decimals += 1
      }
      for part in [0.2, 0.5] where step * part * 4 >= spread {
        step *= part
        if step < 1 { decimals += 1 }
        break
      }
    }
    var low = kind == .boolean ? 0 : (least / step).rounded(.down) * step
    var high = kind == .boolean ? 1 : (greatest / step).rounded(.up) * step
    if high <= low { (low, high) = (low - step, low + step) }
    if kind == .duration || kind == .time { low = max(low, 0) }
    // Of numbers with more digits than these can tell apart, two lines are enough.
    let count = min(max(((high - low) / step).rounded(), 1), 8)
    ticks = (0...Int(count)).map { low + (high - low) * Double($0) / count }
    self.decimals = min(decimals, FixedNumber.mostDecimals)
  }

  /// How far below the top, in thousandths.
  func height(of value: Double) -> Int {
    guard let low = ticks.first, let high = ticks.last, high > low else { return 500 }
    return Int(((high - value) / (high - low) * 1000).rounded())
  }
}

extension HTMLWriter {
  /// Begins the image of this number on the page.
  mutating func beginImage(
    _ attributes: StaticString, _ number: Int, title: String, _ description: String
  ) {
    write(
      """
      <svg role="img" aria-labelledby="t.\(number)" aria-describedby="d.\(number)" \(attributes)>\
      <title id="t.\(number)">\(title)</title><desc id="d.\(number)">\(description)</desc>
      """)
  }

  /// Writes a table: what rows are about and the names of their numbers, then the rows.
  mutating func table(_ head: [String], _ rows: [(name: String, numbers: [String])]) {
    markup("<table><thead><tr>")
    for (index, name) in head.enumerated() {
      write(
        index == 0
          ? "<th scope=\"col\">\(name)</th>" : "<th scope=\"col\" class=\"n\">\(name)</th>")
    }
    markup("</tr></thead>\n<tbody>\n")
    for row in rows {
      write("<tr><th scope=\"row\">\(row.name)</th>")
      for number in row.numbers { write("<td class=\"n\">\(number)</td>") }
      markup("</tr>\n")
    }
    markup("</tbody></table>")
  }

  /// Writes a table that is shown where somebody wants to see the numbers of a picture.
  mutating func numbers(_ head: [String], _ rows: [(name: String, numbers: [String])]) {
    markup("<details><summary>Numbers</summary>\n")
    table(head, rows)
    markup("</details>\n")
  }
}
