import ThreadJournal
import ThreadStorage

/// Figures as a table: a line a field, or a line a group.
struct StatisticsView {
  var tally: JournalTally
  var grouping: Grouping?
  /// Whether groups show sums in place of means.
  let showsSums: Bool
  let dayStartsAt: Int
  var bars: BarText
  /// The titles of the threads, by their paths.
  let titles: [String: String]
  /// The plans of the threads.
  var plans: [PlanStatus] = []
  /// Whether they are not all of the one thread that the figures are of.
  var plansNeedNames = true

  /// The most values of a field, and tags, that a line names.
  private static let mostValues = 5
  private static let mostTags = 8
  /// The columns of a bar on a terminal.
  private static let barColumns = 16

  /// A row, a column for each cell: what it is of, and its figures.
  typealias Row = (name: String, figures: [String], values: String, trend: String)

  /// How the figures of a field look that are `figures`.
  func text(of field: FieldTally, _ figures: NumberFigures?) -> FigureText {
    FigureText(
      kind: field.kind, of: [figures].compactMap(\.self), dayStartsAt: dayStartsAt)
  }

  // MARK: Fields

  /// The field's name; where another field has the same, with its unit, or else its kind.
  private func name(of field: FieldTally) -> String {
    guard tally.sharesName(field) else { return field.name }
    let kind = field.kind == .number ? "no unit" : field.kind.rawValue
    return "\(field.name) (\(field.unit ?? kind))"
  }

  /// The names of the figures that a field has.
  static let figures = ["n", "mean", "median", "min", "max", "sum", "momentum"]

  /// A row for each field that an entry has.
  ///
  /// - Parameter namesAll: Whether all values of texts are named.
  func fieldRows(namesAll: Bool = false) -> [Row] {
    tally.fields.compactMap { field in
      let figures = NumberFigures(field.numbers)
      let text = text(of: field, figures)
      switch field.kind {
      case .text:
        let count = field.texts.values.reduce(0, +)
        guard count > 0 else { return nil }
        return (name(of: field), ["\(count)"], values(field.frequent, namesAll), "")
      case .boolean:
        guard let figures else { return nil }
        let no = figures.total.count - figures.yes
        let values = "yes \(figures.yes) (\(text.mean(figures.total))), no \(no)"
        return (name(of: field), ["\(figures.total.count)"], values, "")
      case .date:
        guard let figures else { return nil }
        let values = [figures.least, figures.greatest].map(text.value)
        return (
          name(of: field), ["\(figures.total.count)"], values[0] + " – " + values[1], ""
        )
      case .number, .duration, .time:
        guard let figures else { return nil }
        let trend = field.trend
        return (
          name(of: field),
          [
            "\(figures.total.count)", text.mean(figures.total), text.mean(figures.middle),
            text.value(figures.least), text.value(figures.greatest), text.sum(figures.total),
            text.difference(trend[0], trend[1]),
          ], "", bars.line(trend.reversed().map { $0.mean(to: text.step) })
        )
      }
    }
  }

  private func values(_ frequent: [(text: [UInt8], count: Int)], _ namesAll: Bool) -> String {
    frequent.lazy.map { "\(FigureText.name(ofText: $0.text)) \($0.count)" }
      .first(namesAll ? .max : Self.mostValues) { Plural.of($0, "other value") }
      .joined(separator: ", ")
  }

  /// The table of fields; on a terminal with their trend.
  func fieldTable(_ layout: Layout) -> Table {
    var table = Table(layout: layout)
    let isTerminal = layout.columns != nil
    let rows = fieldRows()
    let hasFigures = rows.contains { $0.values.isEmpty }
    // With the trend, of which a part says nothing either; the values of texts alone are cut.
    table.numbers = hasFigures ? Set(1...Self.figures.count + 1) : [1]
    if hasFigures {
      let trend = isTerminal ? ["last 12 weeks"] : []
      table.add(([""] + Self.figures + trend).map { ($0.utf8, .faint) })
    }
    for row in rows {
      let behind = row.values.isEmpty ? (isTerminal ? [row.trend] : []) : [row.values]
      table.add(
        [(name(row.name, layout).utf8, .faint)]
          + (row.figures + behind).map { ($0.utf8, .plain) })
    }
    let tags = tally.tags.lazy.map { "#\($0.tag) \($0.entries)" }
      .first(Self.mostTags) { Plural.of($0, "other tag") }.joined(separator: ", ")
    if !tags.isEmpty { table.add([("tags".utf8, .faint), ("".utf8, .plain), (tags.utf8, .tag)]) }
    return table
  }

  /// A name that leaves room for what stands behind it.
  func name(_ name: String, _ layout: Layout) -> String {
    guard let columns = layout.columns else { return name }
    let text = StyledText(layout.oneLine(Array(name.utf8)))
    let shown = text.truncated(to: max(columns / 6, 12))
    let name = String(utf8: shown.bytes)
    return bars.isUnicode || shown.bytes == text.bytes ? name : name.dropLast() + ".."
  }

  // MARK: Groups

  /// The fields of which groups have a figure, and their indices in the tally.
  private var groupedFields: [(index: Int, field: FieldTally)] {
    tally.fields.enumerated().filter {
      !$1.numbers.isEmpty && (showsSums ? $1.kind.hasSum : $1.kind.hasMean)
        && grouping != .field(key: $1.identity.key)
    }.map { ($0, $1) }
  }

  /// Whether groups are the values of a field that has several units.
  private var groupsHaveUnits: Bool {
    guard case .field(let key)? = grouping else { return false }
    return Set(tally.fields.filter { $0.identity.key == key }.map(\.identity.unit)).count > 1
  }

  /// What a group is called, in a form that queries take where there is one.
  func name(of key: GroupTally.Key) -> String {
    switch key {
    case .period(let start):
      guard case .period(let period)? = grouping else { return "" }
      return period.name(ofStart: start)
    case .weekday(let day): return TimeText.weekday(day)
    case .hour(let hour): return hour.twoDigits
    case .hourOfWeek(let hour):
      return name(of: .weekday(hour / 24 + 1)) + " " + name(of: .hour(hour % 24))
    case .tag(let tag): return "#" + tag
    case .thread(let path):
      return titles[path] ?? path
    case .number(.boolean, let number, _): return number == FixedNumber(0) ? "no" : "yes"
    case .number(let kind, let number, let unit):
      let value = FigureText(kind: kind, of: [], dayStartsAt: dayStartsAt).value(number)
      return groupsHaveUnits ? value + (unit.map { " " + $0 } ?? "") : value
    case .text(let text):
      // What stands for no value is a text's own in quotation marks.
      return text.elementsEqual("–".utf8) ? "\"–\"" : String(utf8: text)
    case .none: return "–"
    case .gap(let periods):
      guard case .period(let period)? = grouping else { return "" }
      return Plural.of(periods, period.rawValue)
    }
  }

  /// The names of the columns, the groups, with the gaps where these are wanted, and what makes the row of one: many
  /// rows of many fields are not kept.
  private func groupRows(
    _ grouping: Grouping, withGaps: Bool
  ) -> (header: [String], groups: [GroupTally], row: (GroupTally) -> [String]) {
    let fields = groupedFields
    let texts = fields.map { text(of: $0.field, NumberFigures($0.field.numbers)) }
    let groups = tally.arrangedGroups(grouping).filter { withGaps || !$0.key.isGap }
    func row(_ group: GroupTally) -> [String] {
      [name(of: group.key), "\(group.entries)"]
        + zip(fields, texts).map { field, text in
          let sum = group.sum(ofField: field.index)
          return showsSums ? text.sum(sum) : text.mean(sum)
        }
    }
    return (["entries"] + fields.map { name(of: $0.field) }, groups, row)
  }

  /// How long the bar of each group is: of its entries, or of the sum where that is the only one.
  private func barLengths(_ groups: [GroupTally]) -> [Int] {
    let fields = groupedFields
    guard showsSums, fields.count == 1, fields[0].field.kind.hasSum else {
      return groups.map(\.entries)
    }
    let zero = FixedNumber(0)
    let sums = groups.map { max(zero, $0.sum(ofField: fields[0].index).sum) }
    return sums.map { $0.share(of: sums.max() ?? zero, in: 1000) }
  }

  /// The table of groups; on a terminal with their bars.
  ///
  /// - Parameter days: Of groups that are days, those that have a row; nil for all.
  func groupTable(
    _ grouping: Grouping, _ layout: Layout, in days: ClosedRange<Int>? = nil
  ) -> Table {
    var table = Table(layout: layout)
    let (header, all, row) = groupRows(grouping, withGaps: true)
    let first = all.firstIndex { $0.isDay(in: days) } ?? all.endIndex
    let groups = all[first...].filter { $0.key.isGap || $0.isDay(in: days) }
    table.numbers = Set(1...header.count)
    table.pictures = [header.count + 1]
    let isTerminal = layout.columns != nil
    // Two fields of one name over their columns would be taken for one another.
    let heads = header.map { name($0, layout) }
    let isToldApart = Set(heads).count == Set(header).count
    let figures = header.count == 1 ? "" : showsSums ? "sums" : "means"
    table.add(([figures] + (isToldApart ? heads : header) + [""]).map { ($0.utf8, .faint) })
    let lengths = barLengths(groups)
    let most = lengths.max() ?? 0
    for (group, length) in zip(groups, lengths) {
      let bar = isTerminal ? bars.bar(length, of: most, columns: Self.barColumns) : ""
      let row = row(group)
      table.add(
        [(name(row[0], layout).utf8, .faint)]
          + (row.dropFirst() + [bar]).map { ($0.utf8, .plain) })
    }
    return table
  }

  // MARK: CSV

  /// The same table as CSV.
  var csv: [UInt8] {
    var writer = CSVWriter()
    var output: [UInt8] = []
    func append(_ row: [String]) {
      for cell in row { writer.append(cell, to: &output) }
      writer.endRow(to: &output)
    }
    if let grouping {
      let (header, groups, row) = groupRows(grouping, withGaps: false)
      append(["group"] + header)
      for group in groups { append(row(group)) }
      return output
    }
    append(["field"] + Self.figures + ["values"])
    for row in fieldRows(namesAll: true) {
      let gap = [String](repeating: "", count: Self.figures.count - row.figures.count)
      // What is absent is empty in a table for programs.
      append([row.name] + row.figures.map { $0 == "–" ? "" : $0 } + gap + [row.values])
    }
    return output
  }
}

extension StatisticsView {
  /// What came of each plan, a line each; without a plan the days in a row.
  func habits(today: Int) -> [String] {
    let streak = DayStreak(of: tally.days, today: today)
    if plans.isEmpty {
      return ["streak \(Plural.of(streak.present, "day")), best \(Plural.grouped(streak.best))"]
    }
    return plans.map { (plansNeedNames ? $0.thread.title + ": " : "") + $0.text }
  }

  /// What all entries have in common: by which query they were chosen, how many, on which days, in how many words.
  func summary(title: String, query: String, isUnicode: Bool) -> StyledText {
    var line = StyledText(title, .title)
    let days = tally.days
    var parts = [Plural.entries(tally.entries)]
    if let first = days.min(), let last = days.max() {
      parts[0] = parts[0] + " on " + Plural.of(days.count, "day")
      let ends = Set([first, last]).sorted().map { CalendarDate(daysSinceEpoch: $0).text }
      parts += [
        ends.joined(separator: isUnicode ? " – " : " - "),
        Plural.words(tally.words),
      ]
    }
    if !query.isEmpty { parts.insert(query, at: 0) }
    line.append(parts.map { (isUnicode ? " · " : ", ") + $0 }.joined(), .faint)
    return line
  }
}

extension GroupTally {
  /// Whether it is of one of `days`, or these are all there are.
  fileprivate func isDay(in days: ClosedRange<Int>?) -> Bool {
    guard let days, case .period(let start) = key else { return days == nil }
    return days.contains(start)
  }
}

extension FieldTally {
  /// How many values are left out, and why.
  var unfitNote: String {
    let (values, are) = unfit == 1 ? ("1 value", "is") : ("\(unfit) values", "are")
    let cause = kind == .text ? "none of its options" : "no \(kind.rawValue)"
    return "\(values) of \(name) \(are) left out: \(cause)."
  }

  /// How to find them.
  static let unfitAdvice = "To see where: tj check"

  /// What is told of nights that midnight, or the later time at which days start, cuts in two; nil of other values.
  func midnightNote(dayStartsAt: Int) -> String? {
    guard kind == .time else { return nil }
    // Their hours, counted from there, and so many.
    let hours = numbers.reduce(into: [Int: Int]()) { hours, number in
      hours[Int(number.key.whole) / 3600, default: 0] += number.value
    }
    func count(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 + hours[$1, default: 0] }
    }
    // What is mistyped is no other kind of times, nor is what follows a night at work.
    let (early, late, others) = (count(0..<4), count(18..<24), count(4..<18))
    guard early > 0, late > 0, others * 2 <= early + late else { return nil }
    let minutes = dayStartsAt / 60
    let start = "\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
    return dayStartsAt == 0
      ? "Midnight lies between the times of \(name), and they are counted from there. "
        + "For nights in one piece: tj config day-starts 04:00"
      : "\(start), where days start, lies between the times of \(name): what is earlier counts as the latest. "
        + "Another time, tj config day-starts, moves the days of all threads."
  }
}

extension Session {
  /// Tells how many values of `fields` are left out, and what their figures do not mean.
  func tellDoubts(of fields: [FieldTally]) {
    let unfit = fields.filter { $0.unfit > 0 }
    for field in unfit { note(field.unfitNote) }
    if !unfit.isEmpty { note(FieldTally.unfitAdvice) }
    for field in fields { field.midnightNote(dayStartsAt: dayStartsAt).map(note) }
    // As in a month's review, whose means are kept, one takes them for those of the thread at hand.
    let shared = fields.filter { $0.threadCount > 1 }
    for (names, words) in [
      (shared.filter(\.isOfUnlike).map(\.name), ", with values far apart"),
      (shared.filter { !$0.isOfUnlike }.map(\.name), ""),
    ] where !names.isEmpty {
      note(
        "\(Self.list(names)) \(names.count == 1 ? "is" : "are") of several threads\(words). "
          + "Those of one: tj stats THREAD")
    }
  }
}
