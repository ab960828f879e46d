import ThreadStorage

package struct PlanRequest: Sendable {
  /// The day that it is now, counted from 1970-01-01.
  package var today: Int
  /// When days begin, in seconds after midnight.
  package var dayStartsAt: Int
  package var told: ClosedRange<Int>
  /// Whether every period is kept that is not off and has one of those days.
  package var keepsPeriods = false
  /// How goals are read.
  package var reading: Plan.Reading

  package init(
    today: CalendarDate, dayStartsAt: Int, told: ClosedRange<Int> = Int.min...Int.max,
    _ reading: @escaping Plan.Reading
  ) {
    self.today = today.daysSinceEpoch
    self.dayStartsAt = dayStartsAt
    self.told = told
    self.reading = reading
  }
}

/// What came of a thread's plan, or why it cannot be read.
package struct PlanTally: Sendable {
  package let thread: ThreadHeader
  package let result: Result<(plan: Plan, figures: PlanFigures), PlanProblem>
  /// In their order, where that was asked for.
  package private(set) var periods: [PlanFigures.Period] = []
  /// Where the problem is, 1-based.
  package private(set) var position: (line: Int, column: Int)?

  /// The tally of all live entries of a thread; nil where it has no plan.
  init?(_ thread: ThreadEntries, _ request: PlanRequest) {
    guard let value = thread.file.plan, !value.isNull else { return nil }
    self.thread = thread.header
    do throws(PlanProblem) {
      let plan = try Plan(value, request.reading)
      let days = plan.days(
        of: thread.entries, upTo: request.today, dayStartsAt: request.dayStartsAt)
      var periods: [PlanFigures.Period] = []
      let figures = PlanFigures(plan, days, today: request.today, told: request.told) {
        if request.keepsPeriods, $0.days.overlaps(request.told) { periods.append($0) }
      }
      result = .success((plan, figures))
      self.periods = periods
    } catch {
      result = .failure(error)
      position = ThreadDocument(thread.file.bytes).position(of: error.offset)
    }
  }

  /// The tally of a thread, whose entries are read only where it has a plan.
  init?(_ file: ThreadFile, _ request: PlanRequest) {
    guard file.plan != nil else { return nil }
    self.init(
      ThreadEntries(file, file.entries(for: nil, .live, needsLines: false, positions: .none)),
      request)
  }
}

extension Plan {
  /// What each day up to `today` has that counts for the line which holds on it.
  func days(
    of entries: [Entry], upTo today: Int, dayStartsAt: Int
  ) -> [Int: PlanFigures.Day] {
    var queries = lines.map(\.query)
    var days: [Int: PlanFigures.Day] = [:]
    for entry in entries {
      let day = entry.timestamp.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
      guard day <= today, let line = line(on: day) else { continue }
      if entry.isSkip {
        days[day, default: .init()].isSkipped = true
      } else if queries[line]?.matches(entry) ?? true {
        days[day, default: .init()].matches += 1
      }
    }
    return days
  }
}

extension Entry {
  /// Whether its last field `skip` excuses a day: it has a value, and where the thread defines it as a boolean, yes.
  fileprivate var isSkip: Bool {
    let bytes = file.bytes
    let skip = content.fields.last {
      // No letter takes more than three bytes that is the same as one of these.
      $0.name.count <= 12 && FieldName.key(bytes[$0.name]) == FieldDefinition.skip.key
    }
    guard let value = skip?.value(in: bytes.span), !value[...].trimmed.isEmpty else { return false }
    let type = file.schema.field(withKey: FieldDefinition.skip.key)?.type
    return FieldValue.boolean(value[...].trimmed) == true || type != .boolean
  }
}

extension Journal {
  /// What came of the plans of the threads at `paths`, or of all that are not deleted, in the order of their paths.
  ///
  /// Of threads without a plan no entry is looked at.
  package func plans(
    in paths: [String]?, _ request: PlanRequest
  ) -> (plans: [PlanTally], problems: [FileProblem]) {
    let scan = EntryScan(
      self, for: .all(zone: zone), in: paths,
      deletedThreads: paths == nil ? .areLeftOut : .areLikeOthers)
    var plans: [PlanTally] = []
    let outcome = scan.run(
      keeping: (),
      reading: { (_, scan, _) -> (count: Int, output: PlanTally?) in
        (0, scan.openedFile().flatMap { PlanTally($0, request) })
      },
      deliver: {
        plans.append($0)
        return true
      })
    return (plans, outcome.problems)
  }
}

extension EntryScan {
  /// The entries that are found, and what came of the plans of all threads that are read.
  package func entriesAndPlans(
    _ request: PlanRequest
  ) -> (entries: [ThreadEntries], plans: [PlanTally], outcome: Outcome) {
    var entries: [ThreadEntries] = []
    var plans: [PlanTally] = []
    let outcome = run(
      rendering: { ($0.compacted(), PlanTally($0.file, request)) },
      taking: { thread, plan in
        if !thread.entries.isEmpty { entries.append(thread) }
        if let plan { plans.append(plan) }
      })
    return (entries, plans, outcome)
  }
}
