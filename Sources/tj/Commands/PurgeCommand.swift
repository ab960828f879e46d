import ThreadJournal
import ThreadStorage

/// `tj purge`: removes deleted entries and threads for good.
enum PurgeCommand {
  static let definition = CommandDefinition(
    name: "purge", group: .changing,
    summary: "Remove deleted entries and threads for good.",
    arguments: [
      ArgumentDefinition(
        "REF", .reference, count: .zeroOrMore, "What to remove; all that is deleted if absent.")
    ],
    options: [
      .value("older-than", "AGE", .age, "Only what was deleted longer ago than AGE, such as 30d."),
      .yes,
    ],
    exclusive: [["REF", "older-than"]],
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
      .init("tj purge", "Empty the trash."),
      .init("tj purge --older-than 30d --yes", "Remove what was deleted more than 30 days ago."),
      .init("tj purge k3f9q2wz7h", "Remove a deleted entry."),
    ],
    seeAlso: ["trash", "delete", "restore", "undo"],
    synonyms: ["empty", "expunge"],
    action: .run(run))

  /// Removes what is deleted, after asking.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let names = arguments.positionals("REF")
    let keptDays = names.isEmpty ? session.settings.number(.trashDays) : 0
    let age =
      try arguments.value("older-than").map { try Age($0) }
      ?? (keptDays > 0 ? Age(days: keptDays) : nil)
    let named = names.isEmpty ? nil : try journal.references(names, .deleted)
    let (threads, entries, problems) =
      try named.map { ($0.threads, $0.entries, []) }
      ?? journal.deleted(before: age.map { journal.now.before($0) })
    session.tell(problems)
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
    let what = Counted.both(threads: threads.count, entries: entries.count)
    if !arguments.flag("yes") {
      guard session.inputIsTerminal else { throw CommandError.needsYes(command: "purge") }
      guard session.confirms("Remove \(what) for good? This cannot be undone.") else {
        session.note("Nothing was removed.")
        return .failed
      }
    }
    session.settle(try journal.purge(entries: entries, threads: threads))
    session.note("Removed \(what) for good.")
    return status
  }
}

/// A length of time such as `30d`, for what is older.
struct Age {
  /// Seconds.
  let seconds: Int64

  /// So many days, at most 100 years.
  init(days: Int) { seconds = Int64(days) &* 86_400 }

  /// Reads a number and a unit: `d`, `w`, `m` (30 days) or `y` (365 days).
  init(_ text: String) throws {
    let units: [Character: Int64] = [
      "h": 3600, "d": 86_400, "w": 604_800, "m": 2_592_000, "y": 31_536_000,
    ]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
      count >= 0, case (let seconds, let overflow) = count.multipliedReportingOverflow(by: unit),
      !overflow
    else { throw CommandError.badAge(text) }
    self.seconds = seconds
  }
}

extension Instant {
  /// The instant that lies `age` before this one.
  fileprivate func before(_ age: Age) -> Instant {
    let (seconds, overflow) = secondsSinceEpoch.subtractingReportingOverflow(age.seconds)
    return Instant(secondsSinceEpoch: overflow ? .min : seconds)
  }
}

extension Journal {
  /// What is deleted; with `limit`, only what is known to have been deleted before it.
  fileprivate func deleted(
    before limit: Instant?
  ) throws -> (threads: [ThreadHeader], entries: [Entry], problems: [FileProblem]) {
    func isMeant(_ deletion: ThreadHeader.Deletion?) -> Bool {
      guard let deletion else { return false }
      guard let limit else { return true }
      return deletion.time.map { $0.instant(in: zone) < limit } ?? false
    }
    let (summaries, problems) = summaries(.all)
    let threads = summaries.map(\.header).filter { isMeant($0.deletion) }
    var entries: [Entry] = []
    let paths = summaries.filter { $0.header.deletion == nil && $0.deletedEntries > 0 }
    _ = EntryScan(
      self, for: .all(zone: zone), .deleted, in: paths.map(\.header.path),
      deletedThreads: .areLeftOut, positions: .all
    ).run {
      entries += $0.compacted().entries.filter { isMeant($0.deletion) }
      return true
    }
    return (threads, entries, problems)
  }
}
