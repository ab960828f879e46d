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
    let search = JournalSearch(
      journal, for: selection.query, selection.scope, needsLines: selection.isJSON)
    let outcome: JournalSearch.Outcome
    if selection.isJSON {
      outcome = EntryJSON.print(session) { add in
        search.run { matches in
          for entry in selection.chosen(matches.entries) { add(entry, matches.schema) }
          return true
        }
      }
    } else {
      let printer = EntryPrinter(session, journal: journal, query: selection.query)
      // On a terminal ids are cut, for which all that are shown must be known.
      outcome =
        session.layout.columns == nil
        ? stream(search, selection, printer, session)
        : printAll(search, selection, printer, session)
      if outcome.count == 0 { session.note("No entry matches.") }
    }
    if selection.query.asksForFields {
      selection.tellUnknownFields(among: outcome.fieldNames, session)
    }
    session.tell(outcome.problems)
    return outcome.count == 0 ? .failed : .done
  }

  /// Prints each thread's entries as soon as they are found.
  private static func stream(
    _ search: JournalSearch, _ selection: EntrySelection, _ printer: EntryPrinter,
    _ session: Session
  ) -> JournalSearch.Outcome {
    var isFirst = true
    return search.run(
      rendering: { found, bytes in printer.rendered(found, in: bytes, selection) },
      deliver: { output in
        if !isFirst, !selection.isOneline { session.output.write([0x0A]) }
        isFirst = false
        session.output.write(output)
        return session.output.state == .open
      })
  }

  private static func printAll(
    _ search: JournalSearch, _ selection: EntrySelection, _ printer: EntryPrinter,
    _ session: Session
  ) -> JournalSearch.Outcome {
    var found: [JournalSearch.Matches] = []
    let outcome = search.run { matches in
      found.append(matches)
      return true
    }
    var printer = printer
    printer.prepareIDs(of: found.flatMap(\.entries))
    for (index, matches) in found.enumerated() {
      session.output.write(printer.rendered(matches, selection, isFirst: index == 0))
    }
    return outcome
  }
}

extension EntryPrinter {
  /// The lines of what was found in a thread, while its bytes are at hand.
  fileprivate func rendered(
    _ found: FoundEntries, in bytes: borrowing Span<UInt8>, _ selection: EntrySelection
  ) -> [UInt8] {
    guard isPlain, !selection.isOneline else {
      let matches = JournalSearch.Matches(found, in: bytes)
      return rendered(matches, selection, isFirst: true)
    }
    return plainCards(
      of: selection.chosen(found.entries), found, showsThread: true, in: bytes)
  }

  /// The lines of a thread's matches.
  fileprivate func rendered(
    _ matches: JournalSearch.Matches, _ selection: EntrySelection, isFirst: Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    var isFirst = isFirst
    let entries = selection.chosen(matches.entries)
    if selection.isOneline {
      appendLines(of: entries, matches.schema, showsThread: true, to: &output)
    } else {
      appendCards(
        of: entries, matches.schema, showsThread: true, isFirst: &isFirst, to: &output)
    }
    return output
  }
}
