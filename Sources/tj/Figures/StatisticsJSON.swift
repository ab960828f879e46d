import ThreadJournal
import ThreadStorage

extension JSONWriter {
  /// The figures of all entries, unrounded: means and medians to twelve digits behind the point.
  mutating func statistics(_ view: StatisticsView, _ request: StatisticsRequest) {
    let tally = view.tally
    let days = tally.days
    let streak = DayStreak(of: days, today: request.today.daysSinceEpoch)
    member("entries", tally.entries)
    member("days", days.count)
    member("words", tally.words)
    member("first", days.min().map { CalendarDate(daysSinceEpoch: $0).text })
    member("last", days.max().map { CalendarDate(daysSinceEpoch: $0).text })
    member("streak", streak.present)
    member("best", streak.best)
    array("plans", view.plans) { $0.status($1) }
    array("fields", tally.fields) { $0.figures(of: $1, view, request) }
    array("tags", tally.tags) {
      $0.member("tag", $1.tag)
      $0.member("entries", $1.entries)
    }
    guard let grouping = request.grouping else { return }
    array("groups", tally.arrangedGroups(grouping).filter { !$0.key.isGap }) { writer, group in
      writer.member("group", view.name(of: group.key))
      if case .period(let start) = group.key {
        writer.member("from", CalendarDate(daysSinceEpoch: start).text)
      }
      writer.member("entries", group.entries)
      writer.array("fields", Array(tally.fields.enumerated()).filter { $1.kind.hasMean }) {
        $0.member("name", $1.element.name)
        let sum = group.sum(ofField: $1.offset)
        $0.member("n", sum.count)
        $0.mean(sum, of: $1.element.kind, request)
        $0.member("sum", sum.count > 0 && $1.element.kind.hasSum ? sum.sum : nil)
      }
    }
  }

  private mutating func figures(
    of field: FieldTally, _ view: StatisticsView, _ request: StatisticsRequest
  ) {
    let figures = NumberFigures(field.numbers)
    member("name", field.name)
    member("type", field.kind.rawValue)
    member("unit", field.unit)
    member("n", figures?.total.count ?? field.texts.values.reduce(0, +))
    member("unfit", field.unfit)
    let text = view.text(of: field, figures)
    switch field.kind {
    case .text:
      array("values", field.frequent) {
        $0.member("value", $1.text)
        $0.member("n", $1.count)
      }
    case .boolean:
      member("yes", figures?.yes ?? 0)
      member("no", figures.map { $0.total.count - $0.yes } ?? 0)
      mean(figures?.total ?? NumberSum(), of: field.kind, request)
    case .date:
      member("min", figures.map { text.value($0.least) })
      member("max", figures.map { text.value($0.greatest) })
    case .number, .duration, .time:
      mean(figures?.total ?? NumberSum(), of: field.kind, request)
      mean(figures?.middle ?? NumberSum(), of: field.kind, request, as: "median")
      member("min", figures.map { shifted($0.least, field.kind, request) })
      member("max", figures.map { shifted($0.greatest, field.kind, request) })
      member("sum", field.kind.hasSum ? figures?.total.sum : nil)
    }
    guard field.kind.hasMean else { return }
    let thisWeek = Period.week.start(of: request.today.daysSinceEpoch)
    array("trend", Array(field.trend.enumerated().reversed())) {
      $0.member("from", CalendarDate(daysSinceEpoch: thisWeek - 7 * $1.offset).text)
      $0.member("n", $1.element.count)
      $0.mean($1.element, of: field.kind, request)
    }
    member("momentum", field.trend[0].mean(above: field.trend[1], to: Self.finest))
  }

  /// The last digit that means have.
  static let finest = FixedNumber.one(at: FixedNumber.mostDecimals)

  private mutating func mean(
    _ sum: NumberSum, of kind: FieldKind, _ request: StatisticsRequest,
    as name: StaticString = "mean"
  ) {
    member(name, sum.mean(to: Self.finest).map { shifted($0, kind, request) })
  }

  /// A clock's time in seconds after midnight, where others count from the start of days.
  private func shifted(
    _ number: FixedNumber, _ kind: FieldKind, _ request: StatisticsRequest
  ) -> FixedNumber {
    kind == .time ? number.clock(dayStartsAt: request.dayStartsAt) : number
  }

  mutating func member(_ name: StaticString, _ number: FixedNumber?) {
    key(name)
    if let number { self.number(Array(number.text.utf8)) } else { null() }
  }
}
