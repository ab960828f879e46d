import ThreadJournal
import ThreadStorage

/// `tj show`: prints the entries of a thread, or one entry.
enum ShowCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "show", group: .reading,
    summary: "Show a thread's entries, or one entry.",
    arguments: [
      ArgumentDefinition("REF", .reference, "A thread or an entry."),
      ArgumentDefinition("QUERY", .query, count: .zeroOrMore, "What the entries must hold."),
    ],
    options: OptionDefinition.timeRange + OptionDefinition.entryListing,
    exclusive: [[String]].timeRange + [[String]].entryListing,
    description: [
      """
      Prints the entries of a thread, the oldest first; or one entry, by its id or as `THREAD@N`. \
      Words and options choose among a thread's entries; an entry must match all of them.
      """,
      "What a QUERY may be, `tj help find` says.",
    ],
    examples: [
      .init("tj show morning", "Show a thread."),
      .init("tj show morning -n 3", "Show its three newest entries."),
      .init("tj show morning@1", "Show its newest entry."),
      .init("tj show morning coffee --on 2026-03", "Show what it says about coffee in a month."),
      .init("tj show k3f9q2wz7h --json", "Show an entry for a script."),
    ],
    seeAlso: ["find", "list", "edit"],
    synonyms: ["cat", "view", "read", "print", "less"])
}

extension ShowCommand {
  /// Prints the entries of a thread, or one entry.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let selection = try EntrySelection(arguments, session)
    switch try journal.reference(arguments.positional("REF") ?? "", .all) {
    case .entry(let entry):
      let schema = try journal.schema(at: entry.thread.path)
      let isMatch = selection.query.matches(entry) { schema.field(named: $0)?.type }
      session.tellFieldProblems(of: selection.query, inThreadWith: schema)
      print(isMatch ? [entry] : [], schema, showsThread: true, selection, journal, session)
      return isMatch ? .done : .failed
    case .thread(let header):
      let list = try journal.entries(of: header)
      let chosen = selection.applied(to: list)
      session.tellFieldProblems(of: selection.query, inThreadWith: list.schema)
      print(chosen, selection, journal, session)
      tellOfConflict(in: list, session)
      if header.deletion != nil {
        session.note("This thread is deleted. To bring it back: tj restore \(header.name)")
        return .done
      }
      if chosen.order.isEmpty, !selection.isJSON { session.note(emptyNote(list, selection)) }
      return .done
    }
  }

  /// Prints the entries of a thread; plain cards straight from the file's bytes.
  private static func print(
    _ list: EntryList, _ selection: EntrySelection, _ journal: Journal, _ session: Session
  ) {
    if !selection.isJSON, !selection.isOneline, !list.order.isEmpty {
      var heading: [UInt8] = []
      EntryView(layout: session.layout).appendHeading(
        title: Array(list.header.title.utf8), entries: list.order.count, to: &heading)
      heading.append(0x0A)
      session.output.write(heading)
      let printer = EntryPrinter(session, journal: journal)
      if printer.isPlain {
        let found = FoundEntries(list)
        return session.output.write(
          printer.plainCards(
            of: found.entries, found, showsThread: false, in: list.document.bytes.span))
      }
    }
    print(list.values, list.schema, showsThread: false, selection, journal, session)
  }

  private static func print(
    _ entries: [Entry], _ schema: FieldSchema, showsThread: Bool, _ selection: EntrySelection,
    _ journal: Journal, _ session: Session
  ) {
    if selection.isJSON {
      return EntryJSON.print(session) { add in for entry in entries { add(entry, schema) } }
    }
    let printer = EntryPrinter(session, journal: journal, query: selection.query)
    var output: [UInt8] = []
    if selection.isOneline {
      printer.appendLines(of: entries, schema, showsThread: false, to: &output)
    } else {
      var isFirst = true
      printer.appendCards(
        of: entries, schema, showsThread: showsThread, isFirst: &isFirst, to: &output)
    }
    session.output.write(output)
  }

  private static func tellOfConflict(in list: EntryList, _ session: Session) {
    guard let lines = ConflictMarkers.firstBlock(in: list.document.bytes) else { return }
    session.tell(
      ErrorMessage(JournalError.conflictMarkers(path: list.header.path, lines: lines)).asWarning)
  }

  private static func emptyNote(_ list: EntryList, _ selection: EntrySelection) -> String {
    if selection.scope != .deleted, list.count(isDeleted: false) > 0 { return "No entry matches." }
    if selection.scope == .deleted { return "No entry of this thread is deleted." }
    return
      "\(list.header.title) has no entries yet. To add one: tj add \(list.header.name) 'Your words'"
  }
}
