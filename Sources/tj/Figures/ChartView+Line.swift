import ThreadJournal
import ThreadStorage

/// A line through the numbers of periods that follow each other, with a scale beside it.
extension ChartView {
  /// The rows of a line between its least and its greatest number.
  private static let lineRows = 9
  /// The columns that a scale takes at most.
  private static let scaleColumns = 14

  /// How many periods a line has room for.
  private var lineColumns: Int { max(columns - Self.scaleColumns, 8) }

  /// Puts days together to the shortest period for which there is room.
  mutating func fitLine() {
    let days = view.tally
    for period in Period.allCases {
      // Months are no sums of weeks.
      view.tally = days
      view.tally.regroup(by: period)
      view.grouping = .period(period)
      if length(of: lineGroups) <= lineColumns { return }
    }
  }

  /// How many periods `groups` are, with those of gaps.
  private func length(of groups: ArraySlice<GroupTally>) -> Int {
    groups.reduce(0) { sum, group in
      if case .gap(let periods) = group.key { sum + periods } else { sum + 1 }
    }
  }

  /// From the first group that has a number to the last.
  private var lineGroups: ArraySlice<GroupTally> {
    let groups = groups
    guard let first = groups.firstIndex(where: { number($0) != nil }),
      let last = groups.lastIndex(where: { number($0) != nil })
    else { return [] }
    return groups[first...last]
  }

  /// A column a group, as many of the last as there is room for, with the scale beside; one without a number is a gap.
  func line() -> [String] {
    let all = lineGroups
    // What lies before a gap has no room.
    let start = all.lastIndex { $0.key.isGap }.map { $0 + 1 } ?? all.startIndex
    let groups = all[start...].suffix(lineColumns)
    let numbers = groups.map(number)
    let known = numbers.compactMap(\.self)
    guard let least = known.min(), let greatest = known.max() else {
      return [subject + summary(groups)]
    }
    let height = least == greatest ? 1 : Self.lineRows
    let rows = numbers.map { number in
      number.map { (($0 - least).share(of: greatest - least, in: 2 * (height - 1)) + 1) / 2 }
    }
    var picture = [[String]](
      repeating: [String](repeating: " ", count: rows.count), count: height)
    let signs = (isUnicode ? "•─│╭╮╰╯" : "*-|....").map(String.init)
    for (column, row) in rows.enumerated() {
      guard let row else { continue }
      guard column > 0, let before = rows[column - 1] else {
        picture[row][column] = signs[0]
        continue
      }
      if before == row {
        picture[row][column] = signs[1]
        continue
      }
      for between in min(before, row)..<max(before, row) { picture[between][column] = signs[2] }
      picture[row][column] = before < row ? signs[3] : signs[5]
      picture[before][column] = before < row ? signs[6] : signs[4]
    }
    var labels = [height - 1: words(greatest)]
    labels[0] = words(least)
    if height > 2 {
      // The number in the middle.
      var middle = NumberSum()
      middle.add(least)
      middle.add(greatest)
      let label = middle.mean(to: text?.step ?? FixedNumber(1)).map {
        (number: $0, text: words($0))
      }
      // A rounded number would stand at another height, or be that of two.
      if let label, !labels.values.contains(label.text), middle.hasMean(label.number) {
        labels[height / 2] = label.text
      }
    }
    let width = labels.values.map(\.count).max() ?? 0
    var lines: [String] = []
    for row in (0..<height).reversed() {
      let label = labels[row] ?? ""
      let tick = isUnicode ? (label.isEmpty ? "│" : "┤") : (label.isEmpty ? "|" : "+")
      lines.append(
        String(repeating: " ", count: width - label.count) + label + " " + tick
          + picture[row].joined().withoutSpacesAtEnd)
    }
    let names = [groups.first, groups.last].compactMap { $0.map { view.name(of: $0.key) } }
    let gap = max(rows.count - names.map(\.count).reduce(0, +), 2)
    let axis =
      groups.count == 1 ? names[0] : names.joined(separator: String(repeating: " ", count: gap))
    lines.append(String(repeating: " ", count: width + 2) + axis)
    let left = length(of: all) - groups.count
    let rest = left == 0 ? "" : "; \(Plural.of(left, "earlier group")) not shown"
    return lines + ["", subject + by + summary(groups) + rest]
  }

  /// `, by month`.
  private var by: String {
    if case .period(let period)? = view.grouping { ", by \(period.rawValue)" } else { "" }
  }
}
