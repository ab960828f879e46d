import ThreadJournal
import ThreadStorage

/// `tj find`: prints the entries of all threads that match a query.
enum FindCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "find", group: .reading,
    summary: "Find entries in all threads.",
    arguments: [
      ArgumentDefinition("QUERY", .query, count: .zeroOrMore, "What the entries must hold.")
    ],
    options: OptionDefinition.timeRange + OptionDefinition.entryListing,
    exclusive: [[String]].timeRange + [[String]].entryListing,
    needsOneOf: ["QUERY", "from", "to", "on"],
    description: [
      """
      Prints the entries that match every QUERY and every option, of which one at least is \
      needed. A QUERY is a word or, as one \
      argument, a phrase; it is looked for in an entry's text, title and field values.
      """,
      """
      Small letters match capitals and letters with accents (`cafe` finds `Café`); a QUERY with a \
      capital letter matches exactly.
      """,
    ],
    examples: [
      .init("tj find coffee", "Find a word."),
      .init("tj find 'the lake' swim", "Find entries with both a phrase and a word."),
      .init("tj find --on yesterday", "Find all entries of a day."),
      .init("tj find Kyoto --from 2025 --oneline", "Find a name since 2025, a line each."),
    ],
    exitStatuses: [.init(code: 1, meaning: "No entry matches.")],
    seeAlso: ["show", "list"],
    synonyms: ["search", "grep", "query"])
}

extension FindCommand {
  /// Prints the entries of all threads that match.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let selection = try EntrySelection(arguments, session)
    let (threads, problems) = journal.summaries()
    var entries: [Entry] = []
    for thread in threads {
      entries += selection.entries(of: try journal.entries(of: thread.header))
    }
    if selection.isJSON {
      EntryJSON.print(entries, session)
    } else {
      var output: [UInt8] = []
      let printer = EntryPrinter(session, journal: journal, query: selection.query)
      if selection.isOneline {
        printer.appendLines(of: entries, showsThread: true, to: &output)
      } else {
        var isFirst = true
        printer.appendCards(of: entries, showsThread: true, isFirst: &isFirst, to: &output)
      }
      session.output.write(output)
      if entries.isEmpty { session.note("No entry matches.") }
    }
    session.tell(problems)
    return entries.isEmpty ? .failed : .done
  }
}
