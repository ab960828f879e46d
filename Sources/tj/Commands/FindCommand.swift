import ThreadJournal
import ThreadStorage

enum FindCommand {
  static let definition = CommandDefinition(
    name: "find", group: .reading, summary: "Find entries in all threads.",
    arguments: [.init("QUERY", .text, count: .zeroOrMore, "What the entries must hold.")],
    options: OptionDefinition.timeRange + [
      .value(
        "sort", "KEY", .choice(["thread", "time"]),
        "By `thread` (the usual order) or by `time` across threads.")
    ] + OptionDefinition.entryListing, exclusive: [[String]].timeRange + [[String]].entryListing,
    needsOneOf: ["QUERY", "from", "to", "on"],
    description: """
      Prints the entries that match every QUERY and every option, of which one at least is
      needed. A QUERY is a word or, as one argument, a phrase, which is looked for in an entry's
      text, title and field values; or a term with a colon.

      The terms: \(ManualText.queryTerms.blocks.dropFirst(2).map { "`\($0.term ?? "")`" }.joined(separator: "; ")).

      \(ManualText.queryCase)

      \(ManualText.queryJoining) All of it: `man tj`, under QUERIES.
      """,
    examples: [
      ("tj find coffee", "Find a word."),
      ("tj find 'the lake' swim", "Find entries with both a phrase and a word."),
      ("tj find --on yesterday", "Find all entries of a day."),
      ("tj find mood:..3 not:coffee", "Find bad days without it."),
      ("tj find 'sleep:<5h' OR 'mood:<3'", "Find short nights and bad days."),
      ("tj find Kyoto --from 2025 --oneline", "Find a name since 2025, a line each."),
      ("tj find lunch --sort time -n 5", "Find the five newest entries about it, by time."),
    ], exitStatuses: [(1, "No entry matches.")], seeAlso: ["show", "list"],
    synonyms: ["search", "grep", "query"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let selection = try EntrySelection(arguments, terms: arguments.values("QUERY"), session)
      let scan = EntryScan(
        journal, for: selection.query, selection.scope, needsLines: selection.isJSON)
      let outcome = session.print(
        scan, selection.order, with: selection.sink(journal, session, showsThread: true))
      if outcome.count == 0, !selection.isJSON { session.note(selection.noMatchNote("tj find")) }
      if outcome.count > 0 { selection.matchNote("tj find").map(session.note) }
      session.reportFieldProblems(of: selection.query, given: outcome.fields)
      tellNames(of: selection.query, in: journal, hasMatches: outcome.count > 0, session)
      session.warn(of: outcome.problems)
      return outcome.count == 0 ? .failed : .done
    })

  /// Tells which names of threads and tags no entry has, where they were to be found or left out.
  private static func tellNames(
    of query: EntryQuery, in journal: Journal, hasMatches: Bool, _ session: Session
  ) {
    for name in query.names where name.isExcluded || !hasMatches {
      let scan = EntryScan(journal, for: name.query, .all, needsLines: false, positions: .none)
      guard scan.run(deliver: { _ in false }).count == 0 else { continue }
      session.note(
        name.isTag
          ? "No entry has the tag \"\(name.words)\"."
          : "No entry is in a thread whose name begins with \"\(name.words)\".")
    }
  }
}
