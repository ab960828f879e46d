import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Why a plan cannot be read, as `check` tells it.
  init(_ kind: PlanProblem.Kind) {
    let (sentence, advice): (String, String) =
      switch kind {
      case .notAList:
        ("the plan is no list of lines", "Such as: plan: [{from: 2026-03-01, every: day}]")
      case .notALine: ("this is no line of a plan", "Such as: {from: 2026-03-01, every: day}")
      case .noStart: ("this line of the plan has no first day", "Add it: from: 2026-03-01")
      case .badStart: ("this is no day", "A day is written from: 2026-03-01")
      case .disorder:
        ("this line of the plan begins before the one above it", "Put the lines in order.")
      case .noCadence: ("this line of the plan does not say how often", "Add it: every: day")
      case .badCadence: ("this does not say how often", Self.cadences)
      case .unknownKey(let key):
        ("a line of a plan has no \"\(key)\"", "It may have from, every and goal.")
      case .badGoal:
        ("the goal is no query", "What a query is, `tj help find` says; to try it: tj find QUERY")
      }
    self.init("plan", severity: .warning, sentence + "; the plan does not count", advice)
  }

  /// The same of a thread's plan that a command goes on without.
  init(_ problem: PlanProblem, in path: String, at position: (line: Int, column: Int)?) {
    self.init(problem.kind)
    self.position = .init(path, line: position?.line, column: position?.column)
    advice.append("To open it: tj open \(ShellWord.quoted(path))")
  }

  /// What a goal asks for, and hardly any entry has.
  init(ofGoal problem: QueryFieldProblem) {
    let message = ErrorMessage(problem)
    self.init(
      "plan-goal", severity: .warning, "of the goal: \(message.sentence)",
      "Correct it, or plan anew: tj plan THREAD --goal QUERY")
  }

  private static let cadences =
    "It may be day, weekday, weekend, mon,thu, 3 days, week, 3/week, month, 2/month or none."

  init(_ error: PlanError) {
    switch error {
    case .badCadence(let text):
      self.init("bad-cadence", "\"\(text)\" does not say how often", Self.cadences)
      let words = text.lowercased().split(separator: " ")
      let weeks = words.compactMap { Int($0) }.first
      if let weeks, 2...52 ~= weeks, words.last?.hasPrefix("week") == true {
        advice.append("Counted in days: tj plan THREAD '\(weeks * 7) days'")
      } else if text.contains(where: \.isNumber) {
        advice.append("What an entry is to have is its goal: tj plan THREAD day --goal QUERY")
      }
    case .badGoal(let problem):
      self.init(problem)
      severity = .error
    case .unreadable(let problem, let path, let line, let column):
      self.init(problem, in: path, at: (line, column))
      severity = .error
    case .noPlan(let header):
      self.init(
        "no-plan", "\(header.title) has no plan for that day",
        "Say how often, too: tj plan \(header.name) day")
    case .noLine(let header, let day, let others):
      let days = others.map { CalendarDate(daysSinceEpoch: $0).text }
      self.init(
        "no-plan", "no line of the plan of \(header.title) begins on \(day.text)",
        days.isEmpty ? "It has no plan." : "They begin on: \(days.joined(separator: ", "))")
    }
  }
}
