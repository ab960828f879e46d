import ThreadStorage

/// A line that is to be added to a plan; what is nil stays as it is.
package struct PlanChange: Sendable {
  package var cadence: Cadence?
  /// Empty for none.
  package var goal: String?
  /// The first day on which it holds.
  package var from: CalendarDate

  /// What it says, behind the thread's title; empty where that is only a day.
  fileprivate var words: String {
    let goal = goal.map { $0.isEmpty ? "any entry" : $0 }
    let words = [cadence?.text, goal].compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "" : ": \(words)"
  }

  package init(from: CalendarDate, goal: String?) {
    self.from = from
    self.goal = goal
  }
}

/// What holds from the day on that a change of a plan is about.
package struct ChangedPlan: Sendable {
  package let cadence: Cadence
  package var goal: String?
  /// The first day of the line that said so already.
  package fileprivate(set) var since: Int?
  package var next: Plan.Line?
  /// The later line that said the same, and begins here now.
  package fileprivate(set) var moved: Plan.Line?
  /// The first day of the next week or month, where the change cuts one in two that is planned before it and behind it.
  package fileprivate(set) var nextPeriod: Int?
}

/// Why a plan cannot be changed, as facts.
package enum PlanError: Error, Sendable {
  case badCadence(String)
  /// The goal asks for what no entry of the thread can have.
  case badGoal(QueryFieldProblem)
  /// The plan that is there cannot be read, at this 1-based line and column.
  case unreadable(PlanProblem, path: String, line: Int, column: Int)
  /// There is no plan of which a goal or a day alone could be changed.
  case noPlan(ThreadHeader)
  /// No line begins on that day; those that there are begin on `others`, counted from 1970-01-01.
  case noLine(ThreadHeader, CalendarDate, others: [Int])
}

extension Journal {
  /// The plan of the thread; nil where it has none.
  package func plan(of header: ThreadHeader, _ reading: Plan.Reading) throws -> Plan? {
    try plan(of: document(at: header.path), header, reading)
  }

  private func plan(
    of document: ThreadDocument, _ header: ThreadHeader, _ reading: Plan.Reading
  ) throws -> Plan? {
    guard let value = document.frontMatter?.value(at: ["plan"]), !value.isNull else { return nil }
    do throws(PlanProblem) { return try Plan(value, reading) } catch {
      let (line, column) = document.position(of: error.offset)
      throw PlanError.unreadable(error, path: header.path, line: line, column: column)
    }
  }

  /// Puts a line into the plan of the thread, or in place of the one that begins on the same day.
  ///
  /// - Throws: `PlanError`; `ThreadFieldError` where the front matter cannot take it.
  package func changePlan(
    of header: ThreadHeader, _ planChange: PlanChange, _ reading: Plan.Reading
  ) throws -> Outcome<ChangedPlan> {
    try change("plan \(header.title)\(planChange.words)") { plan in
      let header = try currentLive(header)
      var result = ChangedPlan(cadence: .never)
      try plan.edit(header.path, inFrontMatter: true) { document in
        let lines = try self.plan(of: document, header, reading)?.lines ?? []
        let from = planChange.from.daysSinceEpoch
        let held = lines.last { $0.from <= from }
        let next = lines.first { $0.from > from }
        guard let cadence = planChange.cadence ?? (held ?? next)?.cadence else {
          throw PlanError.noPlan(header)
        }
        // Nothing is ended where nothing is planned, and what has ended has no goal.
        if cadence == .never, lines.isEmpty || planChange.goal?.isEmpty == false {
          throw PlanError.noPlan(header)
        }
        let isFirst = planChange.cadence != nil && held == nil
        // What has ended has none; who begins again goes on with that from before.
        let last = lines.last { $0.from <= from && $0.cadence != .never } ?? held ?? next
        let goal = planChange.goal ?? (cadence == .never || isFirst ? nil : last?.goal)
        result = ChangedPlan(
          cadence: cadence, goal: goal.flatMap { $0.isEmpty ? nil : $0 }, next: next)
        // What says so already stays as it is typed: a new line would begin the week anew.
        func isSame(_ line: Plan.Line) -> Bool {
          line.cadence == cadence && line.goal == result.goal
        }
        if let held, isSame(held) {
          result.since = held.from
          return []
        }
        var same = held?.from == from ? held : nil
        // Of two lines that say the same, the second would begin its week anew.
        let again = next.flatMap { isSame($0) ? $0 : nil }
        // A line of the same day that is put right at once goes where the one before it says the same.
        if let same, let earlier = lines.last(where: { $0.from < from }), isSame(earlier) {
          result.since = earlier.from
          let splices = try ThreadFieldError.naming(header) { () throws(FieldError) in
            try document.splices(removingFromPlan: same.item)
          }
          return try self.splices(splices, removing: again, from: document, header, reading)
        }
        let isMoved = same == nil
        if let again {
          same = same ?? again
          result.moved = again
          result.next = lines.first { $0.from > again.from }
        }
        let period = cadence.period
        let start = period.start(of: from)
        if let before = lines.last(where: { $0.from < from }), before.cadence.period == period,
          start < from
        {
          result.nextPeriod = period.next(after: start)
        }
        var pairs = [
          YAMLNewValue.Pair("from", .timestamp(planChange.from.text)), .init("every", cadence.yaml),
        ]
        if let goal = result.goal { pairs.append(.init("goal", .text(goal))) }
        let splices = try ThreadFieldError.naming(header) { () throws(FieldError) in
          try document.splices(
            puttingInPlan: .flowMapping(pairs), for: same?.item, before: next?.item)
        }
        return try self.splices(
          splices, removing: isMoved ? nil : again, from: document, header, reading)
      }
      return result
    }
  }

  /// The splices that also take this line out of the plan, where there is one: the two may stand side by side.
  private func splices(
    _ splices: [Splice], removing line: Plan.Line?, from document: ThreadDocument,
    _ header: ThreadHeader, _ reading: Plan.Reading
  ) throws -> [Splice] {
    let changed = ThreadDocument(document.bytes.applying(splices))
    guard let line,
      let own = try plan(of: changed, header, reading)?.lines.first(where: { $0.from == line.from })
    else { return splices }
    let removal = try ThreadFieldError.naming(header) { () throws(FieldError) in
      try changed.splices(removingFromPlan: own.item)
    }
    let bytes = changed.bytes.applying(removal)
    return [document.minimal(Splice(document.bytes.indices, bytes))].compactMap(\.self)
  }

  /// Takes the line out of the plan of the thread that begins on `day`; returns it.
  ///
  /// - Throws: `PlanError`; `ThreadFieldError` where the front matter cannot be changed.
  package func dropPlanLine(
    of header: ThreadHeader, from day: CalendarDate, _ reading: Plan.Reading
  ) throws -> Outcome<Plan.Line> {
    try change("plan \(header.title): no longer from \(day.text) on") { plan in
      let header = try currentLive(header)
      let lines = try self.plan(of: header, reading)?.lines ?? []
      guard let line = lines.first(where: { $0.from == day.daysSinceEpoch }) else {
        throw PlanError.noLine(header, day, others: lines.map(\.from))
      }
      try plan.edit(header.path, inFrontMatter: true) { document in
        try ThreadFieldError.naming(header) { () throws(FieldError) in
          try document.splices(removingFromPlan: line.item)
        }
      }
      return line
    }
  }
}

extension ThreadDocument {
  /// The splices that take out the plan's line at `index`, and the plan with its only one.
  fileprivate func splices(removingFromPlan index: Int) throws(FieldError) -> [Splice] {
    let count = frontMatter?.value(at: ["plan"])?.items?.count ?? 0
    guard count > 1 else { return try edit(try splices(removingFrontMatter: "plan")) }
    return try edit(try ownFrontMatter.removingItem(of: ["plan"], at: index))
  }

  /// The splices that put a line in place of the plan's one at `old`, else before `next`, else at the end of the plan,
  /// which is made where there is none.
  fileprivate func splices(
    puttingInPlan line: YAMLNewValue, for old: Int?, before next: Int?
  ) throws(FieldError) -> [Splice] {
    guard let items = frontMatter?.value(at: ["plan"])?.items, !items.isEmpty else {
      return try edit(try splices(settingFrontMatter: "plan", to: .flowSequence([line])))
    }
    let path = ["plan"]
    if let old { return try edit(try ownFrontMatter.replacingItem(of: path, at: old, with: line)) }
    if let next {
      return try edit(try ownFrontMatter.insertingItem(into: path, before: next, line))
    }
    return try edit(try ownFrontMatter.addingItems(to: path, [line]))
  }

  /// The splices that give the goals of the plan the new name of a field.
  package func splices(renamingInGoals old: String, to new: String) throws(FieldError) -> [Splice] {
    var splices: [Splice] = []
    let keepsTag = entries.contains { slice in
      Hashtag.keys(ofTitle: slice.heading.title, slice.content(in: bytes.span), in: bytes.span)
        .contains(FieldName.key(old))
    }
    for (index, item) in (frontMatter?.value(at: ["plan"])?.items ?? []).enumerated() {
      guard let goal = item.value(at: ["goal"])?.stringBytes else { continue }
      let parser = QueryArgumentParser(
        bytes: goal, index: 0, now: Instant(secondsSinceEpoch: 0), zone: .utc, dayStartsAt: 0,
        dateOrder: nil)
      // A goal that is no query is told by `tj check`, and stays.
      guard let renamed = try? parser.renaming(old, to: new, keepsTag: keepsTag), renamed != goal
      else { continue }
      splices += try edit(
        try ownFrontMatter.replacingValue(
          of: "goal", inItem: index, of: ["plan"], with: .string(renamed)))
    }
    return splices
  }
}
