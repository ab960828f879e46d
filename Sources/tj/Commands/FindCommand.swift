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
    options: OptionDefinition.timeRange + [
      .value(
        "sort", "KEY", .choice(SearchResults.Order.allCases.map(\.rawValue)),
        "By `thread` (the usual order) or by `time` across threads.")
    ] + OptionDefinition.entryListing,
    exclusive: [[String]].timeRange + [[String]].entryListing,
    needsOneOf: ["QUERY", "from", "to", "on"],
    description: [
      """
      Prints the entries that match every QUERY and every option, of which one at least is \
      needed. A QUERY is a word or, as one argument, a phrase, which is looked for in an entry's \
      text, title and field values; or a term with a colon.
      """,
      "The terms: "
        + ManualText.queryTerms.dropFirst(2).map { "`\($0.form)`" }
        .joined(separator: "; ") + ".",
      ManualText.queryCase,
      ManualText.queryJoining + " All of it: `man tj`, under QUERIES.",
    ],
    examples: [
      .init("tj find coffee", "Find a word."),
      .init("tj find 'the lake' swim", "Find entries with both a phrase and a word."),
      .init("tj find --on yesterday", "Find all entries of a day."),
      .init("tj find mood:..3 not:coffee", "Find bad days without it."),
      .init("tj find Kyoto --from 2025 --oneline", "Find a name since 2025, a line each."),
      .init("tj find lunch --sort time -n 5", "Find the five newest entries about it, by time."),
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
    let printer = EntryPrinter(session, journal: journal, query: selection.query)
    let order = arguments.choice("sort", as: SearchResults.Order.self) ?? .thread
    // On a terminal ids are cut, for which all that are shown must be known.
    let isStream =
      order == .thread && selection.limit == nil
      && (selection.isJSON || session.layout.columns == nil)
    let outcome =
      isStream
      ? stream(search, selection, printer, session)
      : printArranged(search, in: order, selection, printer, session)
    if outcome.count == 0, !selection.isJSON { session.note("No entry matches.") }
    session.tellFieldProblems(of: selection.query, given: outcome.fields)
    session.tell(outcome.problems)
    return outcome.count == 0 ? .failed : .done
  }

  /// Prints each thread's entries as soon as they are found.
  private static func stream(
    _ search: JournalSearch, _ selection: EntrySelection, _ printer: EntryPrinter,
    _ session: Session
  ) -> JournalSearch.Outcome {
    if selection.isJSON {
      return EntryJSON.print(session) { add in
        search.run { matches in
          for entry in selection.chosen(matches.entries) { add(entry, matches.schema) }
          return true
        }
      }
    }
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

  /// Prints what was found when all of it is known.
  private static func printArranged(
    _ search: JournalSearch, in order: SearchResults.Order, _ selection: EntrySelection,
    _ printer: EntryPrinter, _ session: Session
  ) -> JournalSearch.Outcome {
    var results = SearchResults()
    let limit = selection.limit
    let outcome = search.run(
      rendering: { found, bytes in
        JournalSearch.Matches(limit.map(found.newest) ?? found, in: bytes)
      },
      deliver: { matches in
        results.append(matches)
        return true
      })
    let runs = results.arranged(in: order, limit: limit, isReversed: selection.isReversed)
    if selection.isJSON {
      EntryJSON.print(session) { add in
        for run in runs { for entry in run.entries { add(entry, run.schema) } }
      }
    } else {
      session.output.write(printer.rendered(runs, selection))
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
      let chosen = JournalSearch.Matches(
        header: matches.header, schema: matches.schema,
        entries: selection.chosen(matches.entries))
      return rendered([chosen], selection)
    }
    return plainCards(
      of: selection.chosen(found.entries), found, showsThread: true, in: bytes)
  }

  /// The lines of runs of entries, each of one thread.
  fileprivate func rendered(
    _ runs: [JournalSearch.Matches], _ selection: EntrySelection
  ) -> [UInt8] {
    var printer = self
    printer.prepareIDs(of: runs.flatMap(\.entries))
    var output: [UInt8] = []
    if selection.isOneline {
      printer.appendLines(
        of: runs.flatMap { run in run.entries.map { ($0, run.schema) } }, showsThread: true,
        to: &output)
    } else {
      var isFirst = true
      for run in runs {
        printer.appendCards(
          of: run.entries, run.schema, showsThread: true, isFirst: &isFirst, to: &output)
      }
    }
    return output
  }
}
