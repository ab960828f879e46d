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
      var query = selection.query
      let isMatch = query.matches(entry)
      session.tellFieldProblems(of: query, inThreadWith: entry.file.schema)
      let thread = ThreadEntries(entry.file, isMatch ? [entry] : [])
      print(thread, selection, journal, session, showsThread: true)
      return isMatch ? .done : .failed
    case .thread(let header):
      let file = try journal.file(at: header.path)
      let chosen = file.entries(
        for: selection.query, selection.scope, needsLines: selection.isJSON)
      let thread = [ThreadEntries(file, chosen)].arranged(
        byTime: false, limit: selection.order.limit, isReversed: selection.order.isReversed
      ).first
      session.tellFieldProblems(of: selection.query, inThreadWith: file.schema)
      printHeading(thread, selection, session)
      print(thread ?? ThreadEntries(file, []), selection, journal, session, showsThread: false)
      tellOfConflict(in: file, session)
      if header.deletion != nil {
        session.note("This thread is deleted. To bring it back: tj restore \(header.name)")
        return .done
      }
      if thread == nil, !selection.isJSON { session.note(emptyNote(file, selection)) }
      return .done
    }
  }

  /// Prints the line above the cards of a thread.
  private static func printHeading(
    _ thread: ThreadEntries?, _ selection: EntrySelection, _ session: Session
  ) {
    guard let thread, !selection.isJSON, !selection.isOneline else { return }
    var heading: [UInt8] = []
    EntryView(layout: session.layout).appendHeading(
      title: Array(thread.header.title.utf8), entries: thread.entries.count, to: &heading)
    heading.append(0x0A)
    session.output.write(heading)
  }

  private static func print(
    _ thread: ThreadEntries, _ selection: EntrySelection, _ journal: Journal, _ session: Session,
    showsThread: Bool
  ) {
    let threads = thread.entries.isEmpty ? [] : [thread]
    if selection.isJSON {
      session.print(threads, with: JSONSink(zone: session.zone))
    } else if selection.isOneline {
      session.print(
        threads, with: LineSink(session, journal, selection.query, showsThread: false))
    } else {
      session.print(
        threads, with: CardSink(session, journal, selection.query, showsThread: showsThread))
    }
  }

  private static func tellOfConflict(in file: ThreadFile, _ session: Session) {
    guard let lines = ConflictMarkers.firstBlock(in: file.bytes) else { return }
    session.tell(
      ErrorMessage(JournalError.conflictMarkers(path: file.header.path, lines: lines)).asWarning)
  }

  private static func emptyNote(_ file: ThreadFile, _ selection: EntrySelection) -> String {
    if selection.scope == .deleted { return "No entry of this thread is deleted." }
    if !file.entries(.live).isEmpty { return "No entry matches." }
    return
      "\(file.header.title) has no entries yet. To add one: tj add \(file.header.name) 'Your words'"
  }
}
