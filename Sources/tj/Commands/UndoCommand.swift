import ThreadJournal
import ThreadStorage

enum UndoCommand {
  static let definition = CommandDefinition(
    name: "undo", group: .changing, summary: "Take back the last change.",
    options: [.flag("list", "Print the changes that are kept, the newest first."), .json],
    description: """
      Takes back the last change that `tj` made, and prints what it was; again
      for the one before. `tj redo` does it again. The last 500 changes are kept, as far as they have 64 MB together; the
      last 10 in any case; none longer than `trash-days`.

      Nothing that was changed since is overwritten, and no entry is taken away that somebody wrote
      below since: then nothing is taken back, and what differs is printed.

      A purge is not taken back, nor is what was done before it, of which nothing is kept.

      A change of several files is taken back as a whole. `--json` goes with `--list`, which also
      tells the threads that a change was of, and the first words of an entry that it changed.
      """,
    examples: [
      ("tj undo", "Take back the last change."),
      ("tj undo --list", "See the changes that are kept."),
    ], seeAlso: ["redo", "restore", "trash", "purge", "draft"], synonyms: ["revert", "rollback"],
    action: .run { arguments, session in
      if arguments.flag("json"), !arguments.flag("list") {
        throw CommandError.needsOption(option: "json", other: "list")
      }
      if arguments.flag("list") {
        let journal = try session.journal(.reading)
        let changes = try journal.keptChanges()
        arguments.flag("json") ? printJSON(changes, session) : print(changes, session)
        for problem in journal.unfinishedChanges { session.warn(ErrorMessage(problem)) }
        return .done
      }
      let journal = try session.journal(.changing)
      tell(
        session.report(try journal.undo()), in: journal,
        as: ("Taken back", "Already taken back"), "To do it again: tj redo", session)
      return .done
    })

  /// Says which change was taken back or done again, in the second words where it was so before, and what turns that
  /// round.
  static func tell(
    _ change: (transaction: Transaction, wasSoBefore: Bool), in journal: Journal,
    as words: (String, String), _ reversal: String, _ session: Session
  ) {
    let time = TimeText.entry(change.transaction.time, in: session.zone)
    let word = change.wasSoBefore ? words.1 : words.0
    let summary = change.transaction.summary
    // Of several entries, one says little.
    let isOne =
      ["add to ", "edit ", "delete ", "restore "].contains(where: summary.hasPrefix)
      && change.transaction.changes.count == 1 && !summary.hasSuffix(" entries")
    let first = isOne ? journal.words(of: change.transaction) : nil
    let rest = first.map { ": \(String(utf8: $0).shortened(to: 50))" } ?? "."
    session.note("\(word): \(summary), of \(time)\(rest)")
    if summary.hasPrefix("restore "), words.0 == "Taken back" {
      session.note(isOne ? "It is deleted again." : "They are deleted again.")
    }
    presentPlan(after: change.transaction, in: journal, session).map(session.note)
    session.note(reversal)
  }

  /// What is planned for today where the change was one of a plan; nil for others.
  private static func presentPlan(
    after transaction: Transaction, in journal: Journal, _ session: Session
  ) -> String? {
    guard transaction.summary.hasPrefix("plan "), let path = transaction.changes.first?.path,
      let header = try? journal.thread(named: path)
    else { return nil }
    guard let plan = try? journal.plan(of: header, session.planReading),
      let index = plan.line(on: session.today.daysSinceEpoch)
    else { return "\(header.title) has no plan for today now." }
    let line = plan.lines[index]
    let goal = line.goal.map { ", \($0)" } ?? ""
    return "\(header.title) is planned now: \(line.cadence.words)\(goal)"
  }

  private static func print(_ changes: [Journal.KeptChange], _ session: Session) {
    for change in changes {
      let mark = change.isUndone ? "  (taken back)" : change.isFinal ? "  (final)" : ""
      let time = TimeText.entry(change.time, in: session.zone)
      let threads = change.threads.filter { !isNamed($0, in: change.summary) }
        .joined(separator: ", ")
      var line = Array("\(time)  \(change.summary)\(mark)".utf8)
      if !threads.isEmpty { line += Array("  \(threads)".utf8) }
      if let words = change.words {
        let sign = threads.isEmpty ? "  " : " › "
        line += Array("\(sign)\(String(utf8: words).shortened(to: 50))".utf8)
      }
      session.printLine(line)
    }
    if changes.isEmpty { session.note("No change is kept.") }
  }

  /// Whether the summary has the title in words of their own: `import log.csv` may be of a thread of another name.
  private static func isNamed(_ title: String, in summary: String) -> Bool {
    summary.ranges(of: title).contains { range in
      let (before, after) = (summary[..<range.lowerBound].last, summary[range.upperBound...].first)
      return before == " " && (after.map { " ,:".contains($0) } ?? true)
    }
  }

  private static func printJSON(_ changes: [Journal.KeptChange], _ session: Session) {
    session.printDocument { writer in
      writer.array("changes", changes) { writer, change in
        writer.member("time", change.time.rfc3339(in: session.zone))
        writer.member("summary", change.summary)
        writer.array("paths") { for path in change.paths { $0.string(path) } }
        writer.array("threads") { for title in change.threads { $0.string(title) } }
        writer.member("words", change.words.map { String(utf8: $0) })
        writer.member("undone", change.isUndone)
        writer.member("final", change.isFinal)
      }
    }
  }
}
