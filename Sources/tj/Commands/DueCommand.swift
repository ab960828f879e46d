import ThreadJournal
import ThreadStorage

enum DueCommand {
  static let definition = CommandDefinition(
    name: "due", group: .reading, summary: "List the threads whose plan waits for an entry.",
    arguments: [.init("THREAD", .thread, count: .zeroOrMore, "Only these threads.")],
    options: [.json, .flag("quiet", short: "q", "Print nothing; the exit status tells.")],
    exclusive: [["json", "quiet"]],
    description: """
      Prints a line for each thread whose day, week or month is not over and lacks entries that its
      plan asks for: the one with the fewest days left first. What is due and how, `tj plan` says.
      """,
    examples: [
      ("tj due", "See what is to be done today."),
      ("tj due -q && echo 'Write something!'", "Remind yourself, from a prompt or cron."),
    ], exitStatuses: [(0, "Something is due."), (1, "Nothing is due.")],
    seeAlso: ["checkin", "plan", "stats"],
    synonyms: ["todo", "agenda", "pending"],
    action: .run { arguments, session in
      // Without a journal nothing is due; who asks at each prompt wants no words.
      let isQuiet = arguments.flag("quiet")
      guard let journal = isQuiet ? try session.journalIfAny() : try session.journal(.reading)
      else { return .failed }
      let paths = try arguments.values("THREAD").map { try journal.thread(named: $0).path }
      let (plans, problems) = journal.plans(
        in: paths.isEmpty ? nil : paths, session.planRequest())
      if !isQuiet {
        session.reportGuesses()
        session.warn(of: problems, ofPlans: plans)
      }
      let due = plans.due(on: session.today.daysSinceEpoch)
      if arguments.flag("json") {
        session.printDocument { $0.array("due", due) { $0.status($1) } }
      } else if !isQuiet {
        session.print(Table(due: due, layout: session.layout))
        if due.isEmpty { session.note("Nothing is due.") }
      }
      return due.isEmpty ? .failed : .done
    })
}
