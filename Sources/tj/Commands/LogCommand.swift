import ThreadJournal

enum LogCommand {
  static let definition = CommandDefinition(
    name: "log", group: .reading, summary: "Show what was written last.",
    arguments: [.query],
    options: [.newestEntries, .randomEntries, .fieldOrder] + OptionDefinition.timeRange
      + OptionDefinition.entryForms, exclusive: [[String]].timeRange + [[String]].entryForms,
    description: """
      Prints the entries of all threads, the newest first, each with the title of its thread; or of
      these only what matches every QUERY, which is what `tj find` takes.
      """,
    examples: [
      ("tj log -n 20 --oneline", "List the last 20 entries."),
      ("tj log --from 'last week'", "Read what you wrote since the last week began."),
      ("tj log thread:sleep mood:..3", "Read of the bad nights, the last one first."),
      ("tj log thread:sleep --columns time,sleep,mood", "See the nights as a table."),
      ("tj log -n 1 --raw", "Print the newest entry as its file has it."),
    ], exitStatuses: [(1, "A query was given, and no entry matches.")],
    seeAlso: ["find", "show"], synonyms: ["recent", "latest", "timeline", "feed", "history"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      var selection = try EntrySelection(arguments, terms: arguments.values("QUERY"), session)
      selection.order.isByTime = true
      selection.order.isReversed = selection.order.field == nil
      return try selection.print(from: journal, by: "tj log", session)
    })
}
