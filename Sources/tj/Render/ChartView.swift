import ThreadJournal
import ThreadStorage

/// A picture of figures, made of characters: lines that are as wide as the terminal allows, always with numbers.
struct ChartView {
  private(set) var view: StatisticsView
  /// The field that is shown, and its index in the tally; nil for the number of entries.
  let field: (index: Int, tally: FieldTally)?
  /// The columns that there are.
  let columns: Int
  let isUnicode: Bool
  /// How the field's numbers look.
  private let text: FigureText?

  init(
    view: StatisticsView, field: (index: Int, tally: FieldTally)?, columns: Int, isUnicode: Bool
  ) {
    self.view = view
    self.field = field
    self.columns = columns
    self.isUnicode = isUnicode
    text = field.map { view.text(of: $0.tally, NumberFigures($0.tally.numbers)) }
  }

  enum Form: String, CaseIterable { case calendar, bars, line, hours }

  /// The weeks of a calendar.
  static let weeks = 53
  private static let weekdays = (1...7).map { String(TimeText.weekday($0).prefix(3)) }
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The number that is shown of a group; nil where it has none.
  private func number(_ group: GroupTally) -> FixedNumber? {
    guard let field, let text else { return FixedNumber(group.entries) }
    return group.sum(ofField: field.index).mean(to: text.step)
  }

  private func words(_ number: FixedNumber) -> String { text?.value(number) ?? number.text }

  /// Writes the picture, each line with its newline.
  ///
  /// - Parameters:
  ///   - told: The days that are asked for, of which the figures below a calendar are.
  ///   - plan: What a calendar shows in place of entries.
  func append(
    _ form: Form, _ days: ClosedRange<Int>, told: ClosedRange<Int>, _ plan: PlanStatus?,
    _ layout: Layout, to output: inout [UInt8]
  ) {
    let lines: [String]
    switch form {
    case .calendar:
      let told = days.clamped(to: told)
      lines = plan.map { calendar(days, told: told, of: $0) } ?? calendar(days, told: told)
    case .line: lines = line()
    case .hours: lines = hours()
    case .bars:
      bars(layout).append(to: &output)
      lines = ["", barsNote]
    }
    for line in lines {
      var text = StyledText()
      text.append(layout.oneLine(Array((isUnicode ? line : line.inASCII).utf8)))
      layout.append(text, indent: 0, to: &output)
    }
  }

  /// The numbers of the picture, or the days of a plan and their states.
  func table(
    _ form: Form, _ days: ClosedRange<Int>, _ plan: PlanStatus?, _ layout: Layout
  ) -> Table {
    guard let plan else {
      let shown = form == .calendar ? days : nil
      return view.grouping.map { view.groupTable($0, layout, in: shown) } ?? Table(layout: layout)
    }
    var table = Table(layout: layout)
    for (day, state) in plan.states(in: days).sorted(by: { $0.key < $1.key }) {
      table.add([
        (CalendarDate(daysSinceEpoch: day).text.utf8, .date), (state.rawValue.utf8, .plain),
      ])
    }
    return table
  }

  private var groups: [GroupTally] {
    view.grouping.map { view.tally.arrangedGroups($0) } ?? []
  }

  // MARK: Shades

  /// Signs for numbers, and what each of them means.
  private struct Shades {
    let levels: Levels
    let none: String
    let signs: [String]
    /// In ASCII, a number of entries is its own sign, as far as it has one digit.
    let areDigits: Bool

    func sign(_ number: FixedNumber?) -> String {
      guard let number else { return none }
      if areDigits { return number.whole < 10 ? number.text : "#" }
      return signs[min(levels.level(of: number), signs.count - 1)]
    }
  }

  private func shades(_ numbers: [FixedNumber]) -> Shades {
    let all = (isUnicode ? "░▒▓█" : "-+*#").map(String.init)
    let levels = Levels(of: numbers, step: text?.step ?? FixedNumber(1), count: all.count)
    let used = max(levels.starts.count, 1)
    return Shades(
      levels: levels, none: isUnicode ? "·" : ".",
      signs: isUnicode ? all.suffix(used) : all, areDigits: !isUnicode && field == nil)
  }

  private func legend(_ shades: Shades) -> String {
    var parts = ["\(shades.none) none"]
    if shades.areDigits {
      parts += ["1-9 so many", "# 10 or more"]
    } else {
      for level in shades.levels.starts.indices {
        let (first, last) = shades.levels.ends(of: level)
        let range = first == last ? [first] : [first, last]
        // A sign such as `-` would run together with the numbers.
        parts.append(
          shades.signs[level] + (isUnicode ? " " : ": ")
            + range.map(words).joined(separator: dash))
      }
    }
    return parts.joined(separator: "  ")
  }

  private var dash: String { isUnicode ? " – " : " - " }

  /// What the numbers are of.
  private var subject: String {
    guard let field else { return "entries" }
    let unit = field.tally.unit.map { " in \($0)" } ?? ""
    return field.tally.kind == .boolean
      ? "\(field.tally.name), how often it is yes" : "mean of \(field.tally.name)\(unit)"
  }

  // MARK: Calendar

  /// The days of a calendar that ends with the week of `last`, as many weeks as there is room for.
  ///
  /// - Parameter elseLast: Whether it ends with the last entry where none is in those weeks.
  func calendarDays(upTo last: Int, elseLast: Bool) -> ClosedRange<Int> {
    let weeks = min(Self.weeks, max(columns - 4, 1))
    let days = Period.week.start(of: last) - 7 * (weeks - 1)...last
    guard elseLast, let end = view.tally.days.max(),
      !view.tally.days.sorted().contains(where: days.contains)
    else { return days }
    return calendarDays(upTo: end, elseLast: false)
  }

  /// A column a week, with months above and weekdays beside: each day as `sign` has it.
  private func calendar(_ days: ClosedRange<Int>, _ sign: (Int) -> String) -> [String] {
    let starts = Array(stride(from: days.lowerBound, through: days.upperBound, by: 7))
    var header = "    "
    for (column, start) in starts.enumerated() {
      let first = (start..<start + 7).first { CalendarDate(daysSinceEpoch: $0).parts.day == 1 }
      guard let first, header.utf8.count <= column + 4 else { continue }
      let name = Self.months[CalendarDate(daysSinceEpoch: first).month - 1]
      // A name that would end behind the last week has no room.
      guard column + name.utf8.count <= starts.count else { continue }
      header += String(repeating: " ", count: column + 4 - header.utf8.count) + name + " "
    }
    let rows = (0..<7).map { weekday in
      Self.weekdays[weekday] + " "
        + starts.map { days.contains($0 + weekday) ? sign($0 + weekday) : " " }.joined()
    }
    return ([header] + rows).map(\.withoutSpacesAtEnd)
  }

  /// The days, of those of `days`, that have a number.
  private func numbers(_ days: ClosedRange<Int>) -> [Int: GroupTally] {
    var found: [Int: GroupTally] = [:]
    for group in view.tally.groups {
      if case .period(let day) = group.key, days.contains(day) { found[day] = group }
    }
    return found
  }

  private func calendar(_ days: ClosedRange<Int>, told: ClosedRange<Int>) -> [String] {
    let groups = numbers(days)
    let shades = shades(groups.values.compactMap(number))
    let lines = calendar(days) { shades.sign(groups[$0].flatMap(number)) }
    let entries = groups.values.reduce(0) { $0 + $1.entries }
    let total = "\(Plural.entries(entries)) on \(Plural.of(groups.count, "day"))"
    return lines + [
      "", legend(shades), "\(subject), \(ends(told)): \(total)\(summary(groups.values))",
    ]
  }

  /// A calendar of what came of a plan.
  private func calendar(
    _ days: ClosedRange<Int>, told: ClosedRange<Int>, of plan: PlanStatus
  ) -> [String] {
    let states = plan.states(in: days)
    let lines = calendar(days) { sign(states[$0] ?? .off) }
    let legend = [PlanFigures.State.followed, .missed, .skipped, .pending, .off].map {
      "\(sign($0)) \($0 == .pending ? "waits" : $0.rawValue)"
    }
    return lines + [
      "", legend.joined(separator: "  "), "\(ends(told)): \(plan.followed(in: told))",
      "today: \(plan.present)",
    ]
  }

  private func sign(_ state: PlanFigures.State) -> String {
    switch state {
    case .followed: isUnicode ? "●" : "#"
    case .missed: isUnicode ? "○" : "o"
    case .skipped: isUnicode ? "–" : "-"
    case .pending: "?"
    case .off: isUnicode ? "·" : "."
    }
  }

  private func ends(_ days: ClosedRange<Int>) -> String {
    Set([days.lowerBound, days.upperBound]).sorted().map { CalendarDate(daysSinceEpoch: $0).text }
      .joined(separator: dash)
  }

  /// How many values the groups have, and their mean; nothing where entries are counted.
  private func summary(_ groups: some Collection<GroupTally>) -> String {
    guard let field, let text else { return "" }
    var sum = NumberSum()
    for group in groups { sum.add(group.sum(ofField: field.index)) }
    return sum.count == 0
      ? ", no value of \(field.tally.name)"
      : ", \(Plural.of(sum.count, "value")), mean \(text.mean(sum))"
  }

  // MARK: Bars

  /// A group a row: its name, its number, a bar.
  private func bars(_ layout: Layout) -> Table {
    let groups = groups
    var table = Table(layout: layout)
    table.numbers = [1]
    let numbers = groups.map(number)
    let known = numbers.compactMap(\.self)
    let names = groups.map { view.name(view.name(of: $0.key), layout) }
    let values = numbers.map { $0.map(words) ?? "" }
    // What stands before a bar: two columns, each with a gap behind it.
    let before = [names, values].map { column in
      column.map { text in
        var styled = StyledText()
        styled.append(text)
        return styled.columns
      }.max() ?? 0
    }.reduce(4, +)
    let room = max(columns - before, 4)
    let least = min(known.min() ?? FixedNumber(0), FixedNumber(0))
    let most = (known.max() ?? FixedNumber(0)) - least
    for (index, number) in numbers.enumerated() {
      let length = number.map { ($0 - least).share(of: most, in: room * 2) } ?? 0
      let isSomething = number.map { least < $0 } ?? false
      let bar = String(
        repeating: isUnicode ? "█" : "#", count: isSomething ? max((length + 1) / 2, 1) : 0)
      table.add([
        (names[index].utf8, .faint), (values[index].utf8, .plain), (bar.utf8, .plain),
      ])
    }
    return table
  }

  /// What bars show, and where they begin.
  private var barsNote: String {
    let groups = groups
    let least = groups.compactMap(number).min()
    let isBelow = least.map { $0 < FixedNumber(0) } ?? false
    return subject + (isBelow ? ", from \(least.map(words) ?? "")" : "") + summary(groups)
  }

  // MARK: Line

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
  private func line() -> [String] {
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

  // MARK: Hours

  /// Days of the week by hours, and how many entries each day has.
  private func hours() -> [String] {
    let groups = groups
    var known: [Int: GroupTally] = [:]
    for group in groups {
      if case .hourOfWeek(let hour) = group.key, group.entries > 0 { known[hour] = group }
    }
    let shades = shades(known.values.compactMap(number))
    let gap = columns < 60 ? "" : " "
    let step = gap.isEmpty ? "  " : "    "
    let header = stride(from: 0, to: 24, by: gap.isEmpty ? 4 : 3).map {
      ($0 < 10 ? "0\($0)" : "\($0)") + step
    }
    let rows = (0..<7).map { weekday in
      let cells = (0..<24).map { known[weekday * 24 + $0] }
      let entries = cells.reduce(0) { $0 + ($1?.entries ?? 0) }
      return Self.weekdays[weekday] + " "
        + cells.map { shades.sign($0.flatMap(number)) + gap }.joined() + " \(entries)"
    }
    let untimed = groups.filter { $0.key == .none }.reduce(0) { $0 + $1.entries }
    let rest = untimed == 0 ? "" : "; \(Plural.entries(untimed)) without a time of day"
    return [("    " + header.joined()).withoutSpacesAtEnd] + rows
      + [
        "", legend(shades),
        "\(subject); beside each weekday its entries\(rest)\(summary(known.values))",
      ]
  }
}

extension String {
  fileprivate var withoutSpacesAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension String {
  /// The same with signs that every terminal has.
  var inASCII: String { replacing(" · ", with: ", ").replacing("–", with: "-") }
}
