import ThreadJournal
import ThreadStorage

/// A picture of figures, made of characters: lines that are as wide as the terminal allows, always with numbers.
struct ChartView {
  var view: StatisticsView
  /// The field that is shown, and its index in the tally; nil for the number of entries.
  let field: (index: Int, tally: FieldTally)?
  /// The columns that there are.
  let columns: Int
  let isUnicode: Bool
  /// How the field's numbers look.
  let text: FigureText?

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
  static let weekdays = (1...7).map { String(TimeText.weekday($0).prefix(3)) }
  static let months = (1...12).map { String(TimeText.month($0).prefix(3)) }

  /// The number that is shown of a group; nil where it has none.
  func number(_ group: GroupTally) -> FixedNumber? {
    guard let field, let text else { return FixedNumber(group.entries) }
    return group.sum(ofField: field.index).mean(to: text.step)
  }

  func words(_ number: FixedNumber) -> String { text?.value(number) ?? number.text }

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
      let shown = isUnicode ? line : line.inASCII
      layout.append(StyledText(layout.oneLine(Array(shown.utf8))), indent: 0, to: &output)
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

  var groups: [GroupTally] { view.grouping.map { view.tally.arrangedGroups($0) } ?? [] }

  // MARK: Shades

  /// Signs for numbers, and what each of them means.
  struct Shades {
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

  func shades(_ numbers: [FixedNumber]) -> Shades {
    let all = (isUnicode ? "░▒▓█" : "-+*#").map(String.init)
    let levels = Levels(of: numbers, step: text?.step ?? FixedNumber(1), count: all.count)
    let used = max(levels.starts.count, 1)
    return Shades(
      levels: levels, none: isUnicode ? "·" : ".",
      signs: isUnicode ? all.suffix(used) : all, areDigits: !isUnicode && field == nil)
  }

  func legend(_ shades: Shades) -> String {
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

  var dash: String { isUnicode ? " – " : " - " }

  /// What the numbers are of.
  var subject: String {
    guard let field else { return "entries" }
    let unit = field.tally.unit.map { " in \($0)" } ?? ""
    return field.tally.kind == .boolean
      ? "\(field.tally.name), how often it is yes" : "mean of \(field.tally.name)\(unit)"
  }

  /// How many values the groups have, and their mean; nothing where entries are counted.
  func summary(_ groups: some Collection<GroupTally>) -> String {
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
      column.map { DisplayWidth.columns(of: Array($0.utf8)) }.max() ?? 0
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
  var withoutSpacesAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

extension String {
  /// The same with signs that every terminal has.
  var inASCII: String { replacing(" · ", with: ", ").replacing("–", with: "-") }
}
