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
    let lists = try threads.map { try journal.entries(of: $0.header) }
    selection.tellUnknownFields(definedBy: lists.map(\.schema), session)
    let found = lists.map { (list: $0, entries: selection.entries(of: $0)) }
    let isEmpty = found.allSatisfy(\.entries.isEmpty)
    if selection.isJSON {
      EntryJSON.print(session) { add in
        for (list, entries) in found { for entry in entries { add(entry, list.schema) } }
      }
    } else {
      print(found, selection, journal, session)
      if isEmpty { session.note("No entry matches.") }
    }
    session.tell(problems)
    return isEmpty ? .failed : .done
  }

  private static func print(
    _ found: [(list: EntryList, entries: [Entry])], _ selection: EntrySelection,
    _ journal: Journal, _ session: Session
  ) {
    let printer = EntryPrinter(session, journal: journal, query: selection.query)
    var output: [UInt8] = []
    var isFirst = true
    for (list, entries) in found {
      if selection.isOneline {
        printer.appendLines(of: entries, list.schema, showsThread: true, to: &output)
      } else {
        printer.appendCards(
          of: entries, list.schema, showsThread: true, isFirst: &isFirst, to: &output)
      }
      session.output.drain(&output)
    }
  }
}
