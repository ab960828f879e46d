import ThreadJournal
import ThreadStorage

enum PurgeCommand {
  static let definition = CommandDefinition(
    name: "purge", group: .changing, summary: "Remove deleted entries and threads for good.",
    arguments: [
      .init("REF", .reference, count: .zeroOrMore, "What to remove; all that is deleted if absent.")
    ],
    options: [
      .value("older-than", "AGE", .text, "Only what was deleted longer ago than AGE, such as 30d."),
      .yes,
    ], exclusive: [["REF", "older-than"]],
    description: """
      Removes deleted entries and threads, and with them their text. It removes nothing that was
      not deleted first. It is final: `tj undo` does not bring it back, nor what was done before it.
      Words that also stand elsewhere stay there: in a draft, an export, git, and, until newer
      changes have pushed it out, in the record below .threadjournal/.

      Without REF and `--older-than` the setting `trash-days`, where it is not 0, keeps what was
      deleted in so many days; `--older-than 0d` removes that too.

      It asks first; without a terminal it needs `--yes`.
      """,
    examples: [
      ("tj purge", "Empty the trash."),
      ("tj purge --older-than 30d --yes", "Remove what was deleted more than 30 days ago."),
      ("tj purge k3f9q2wz7h", "Remove a deleted entry."),
    ], seeAlso: ["trash", "delete", "restore", "undo"], synonyms: ["empty", "expunge"],
    action: .run(run))

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.changing)
    let names = arguments.values("REF")
    let keptDays = names.isEmpty ? session.settings.number(.trashDays) : 0
    let age =
      try arguments.value("older-than").map(seconds)
      ?? (keptDays > 0 ? Int64(keptDays) &* 86_400 : nil)
    let named = names.isEmpty ? nil : try journal.references(names, .deleted)
    let (threads, entries, problems) =
      try named.map { ($0.threads, $0.entries, []) } ?? journal.deleted(longerThan: age)
    session.warn(of: problems)
    // What could not be read may hold what was to go.
    let status = problems.isEmpty ? ExitStatus.done : .failed
    guard !threads.isEmpty || !entries.isEmpty else {
      session.note("There is nothing to purge.")
      if keptDays > 0, arguments.value("older-than") == nil {
        session.note(
          "What was deleted in the last \(keptDays) days is kept (tj config trash-days).")
        session.note("To remove it too: tj purge --older-than 0d")
      }
      return status
    }
    let what = Plural.both(threads: threads.count, entries: entries.count)
    let question = "Remove \(what) for good? This cannot be undone."
    guard try session.mayRemove(arguments, question) else { return .failed }
    session.report(try journal.purge(entries: entries, threads: threads))
    session.note("Removed \(what) for good.")
    return status
  }

  /// The seconds of a length of time: a number and `h`, `d`, `w`, `m` (30 days) or `y` (365 days).
  private static func seconds(_ age: String) throws -> Int64 {
    let units: [Character: Int64] = [
      "h": 3600, "d": 86_400, "w": 604_800, "m": 2_592_000, "y": 31_536_000,
    ]
    guard let unit = age.last.flatMap({ units[$0] }), let count = Int64(age.dropLast()), count >= 0,
      case (let seconds, let overflow) = count.multipliedReportingOverflow(by: unit), !overflow
    else { throw CommandError.badAge(age) }
    return seconds
  }
}

extension Journal {
  /// What is deleted; with an age, only what is known to have been deleted more seconds ago.
  fileprivate func deleted(
    longerThan age: Int64?
  ) throws -> (threads: [ThreadHeader], entries: [Entry], problems: [FileProblem]) {
    func isMeant(_ deletion: SoftDeletion?) -> Bool {
      guard let age, let deletion else { return deletion != nil }
      let (limit, overflow) = now.secondsSinceEpoch.subtractingReportingOverflow(age)
      let instant = Instant(secondsSinceEpoch: overflow ? .min : limit)
      return deletion.time.map { $0.instant(in: zone) < instant } ?? false
    }
    let (summaries, problems) = summaries(.all)
    let threads = summaries.map(\.header).filter { isMeant($0.deletion) }
    var entries: [Entry] = []
    _ = deletedEntries(of: summaries, positions: .all).run {
      entries += $0.compacted().entries.filter { isMeant($0.deletion) }
      return true
    }
    return (threads, entries, problems)
  }
}

extension Session {
  /// Whether a command may remove something for good: `--yes`, or the answer to `question`, says so.
  func mayRemove(_ arguments: ParsedArguments, _ question: String) throws -> Bool {
    if arguments.flag("yes") { return true }
    guard Self.inputIsTerminal else {
      throw CommandError.needsYes(command: arguments.command.joined(separator: " "))
    }
    if confirms(question) { return true }
    note("Nothing was removed.")
    return false
  }
}
