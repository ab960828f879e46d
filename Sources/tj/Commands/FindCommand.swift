import ThreadJournal
import ThreadStorage

enum FindCommand {
  static let definition = CommandDefinition(
    name: "find", group: .reading, summary: "Find entries in all threads.",
    arguments: [.query],
    options: OptionDefinition.timeRange + [
      .value(
        "sort", "KEY", .field,
        "By `thread` (the usual order), by `time` across threads, or by the values of a field.")
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
      ("tj find place:kyoto --random 3", "Read three entries that you did not choose."),
      ("tj find lunch --sort time -n 5", "Find the five newest entries about it, by time."),
    ], exitStatuses: [(1, "No entry matches.")], seeAlso: ["show", "log", "list"],
    synonyms: ["search", "grep", "query"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      return try EntrySelection(arguments, terms: arguments.values("QUERY"), session)
        .print(from: journal, by: "tj find", session)
    })
}
