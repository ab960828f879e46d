import ThreadJournal
import ThreadStorage

enum ShowCommand {
  static let definition = CommandDefinition(
    name: "show", group: .reading, summary: "Show a thread's entries, or one entry.",
    arguments: [.init("REF", .reference, "A thread or an entry."), .query],
    options: OptionDefinition.timeRange + [.fieldOrder] + OptionDefinition.entryListing,
    exclusive: [[String]].timeRange + [[String]].entryListing,
    description: """
      Prints the entries of a thread, the oldest first, as its file has them; or one entry, by its
      id or as `THREAD@N`. Where they are more than the screen holds, `less` begins at the end: the
      newest are seen first, and what was before them stands above, as in a diary.
      Words and options choose among a thread's entries; an entry must match all of them.

      What a QUERY may be, `tj help find` says.
      """,
    examples: [
      ("tj show morning", "Show a thread."),
      ("tj show morning -n 3", "Show its three newest entries."),
      ("tj show morning@1", "Show its newest entry."),
      ("tj show morning coffee --on 2026-03", "Show what it says about coffee in a month."),
      ("tj show sleep --table --sort hours", "Show a table, the shortest night first."),
      ("tj show k3f9q2wz7h --json", "Show an entry for a script."),
    ], exitStatuses: [(1, "No entry matches.")], seeAlso: ["find", "log", "edit"],
    synonyms: ["cat", "view", "read", "print", "less"],
    action: .run(run))

  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let selection = try EntrySelection(arguments, terms: arguments.values("QUERY"), session)
    let text = arguments.value("REF") ?? ""
    var reference = try journal.reference(text, .all)
    // In the trash N counts the deleted entries alone, and others are none of it.
    if selection.scope == .deleted, case .entry(let entry) = reference, entry.thread.deletion == nil
    {
      reference = .entry(try journal.entry(text, .deleted))
    }
    switch reference {
    case .entry(let entry):
      var query = selection.query
      let isMatch = query.matches(entry)
      reportFieldProblems(of: query, in: entry.file, session)
      let shown = try selection.runs(of: isMatch ? [ThreadEntries(entry.file, [entry])] : []) {
        [entry.file.schema]
      }
      try selection.print(
        shown, from: journal, { [entry.file.schema] }, showsThread: selection.form == .card, session
      )
      if entry.thread.deletion != nil {
        session.note("Its thread is deleted. To bring it back: tj restore \(entry.thread.name)")
      }
      guard !isMatch else { return .done }
      let name = arguments.value("REF") ?? ""
      if !tellOther(arguments.values("QUERY"), journal, session), !selection.isJSON {
        session.note(selection.noMatchNote("tj show \(ShellWord.quoted(name))"))
      }
      return .failed
    case .thread(let header):
      let file = try journal.file(at: header.path)
      let chosen = file.entries(
        for: selection.query, selection.scope, needsLines: selection.isJSON, positions: .asNames)
      let threads = try selection.runs(of: [ThreadEntries(file, chosen)]) { [file.schema] }
      reportFieldProblems(of: selection.query, in: file, session)
      if !selection.order.isReversed, !selection.isJSON { session.output.beginAtEnd() }
      if !threads.isEmpty, selection.form == .card {
        let count = file.entries(selection.scope, needsLines: false, positions: .none).count
        let shown = threads.reduce(0) { $0 + $1.entries.count }
        session.output.write(heading(of: header, shown, of: count, session.layout))
      }
      try selection.print(
        threads, from: journal, { [file.schema] }, showsThread: false, session)
      selection.tellOwnColumns(session) { file.schema.defines($0) }
      selection.tellLimit(
        hasOthers: selection.order.limit.map { $0 < chosen.count } ?? false, session)
      if let lines = ConflictMarkers.firstBlock(in: file.bytes) {
        session.warn(ErrorMessage(JournalError.conflictMarkers(path: header.path, lines: lines)))
      }
      if header.deletion != nil {
        session.note("This thread is deleted. To bring it back: tj restore \(header.name)")
        return .done
      }
      let words = arguments.values("QUERY")
      if threads.isEmpty, !selection.isJSON {
        session.note(emptyNote(file, selection))
        selection.tellYearless(DefinedFields(file.schema), session)
        if !tellTitle(text, words, journal, session), !tellOther(words, journal, session) {
          selection.tellOtherForm(in: journal, session)
          selection.tellSmallLetters(
            in: journal, at: [header.path], by: "tj show \(header.name)", session)
        }
      } else if !selection.isJSON, let word = words.first {
        // A word of the entries may be meant as a word of the title all the same.
        let isOfTitle = FieldName.key(header.title).split(separator: " ").dropFirst()
          .contains { $0 == FieldName.key(word) }
        if !isOfTitle || !tellTitle(text, words, journal, session) { selection.tellTime(session) }
      }
      if let number = arguments.values("QUERY").first.flatMap({ Int($0) }),
        (1..<100).contains(number),
        arguments.values("QUERY").count == 1, !arguments.flag("limit")
      {
        session.note("For the \(number) newest: tj show \(header.name) -n \(number)")
      }
      if !threads.isEmpty, !selection.isJSON {
        selection.tellValue(
          in: journal, at: [header.path], by: "tj show \(header.name)", session)
      }
      selection.tellRedirection(in: journal, by: "tj show \(header.name)", session)
      return threads.isEmpty && !selection.query.isEmpty ? .failed : .done
    }
  }

  /// Tells that words that were looked for are, behind `name`, a thread's title; whether they are.
  private static func tellTitle(
    _ name: String, _ words: [String], _ journal: Journal, _ session: Session
  ) -> Bool {
    guard let meant = journal.thread(named: name, and: words) else { return false }
    let rest = words.dropFirst(meant.count).map { " " + ShellWord.quoted($0) }.joined()
    session.note(
      "To see the thread \"\(meant.header.title)\": tj show \(meant.header.name)\(rest)")
    return true
  }

  /// Tells that a word that was looked for is a thread or an entry; whether one is.
  private static func tellOther(
    _ words: [String], _ journal: Journal, _ session: Session
  ) -> Bool {
    guard let other = words.first(where: { (try? journal.reference($0, .all)) != nil }) else {
      return false
    }
    session.note("tj show shows one entry or thread: tj show \(ShellWord.quoted(other))")
    return true
  }

  private static func heading(
    of thread: ThreadHeader, _ shown: Int, of count: Int, _ layout: Layout
  ) -> [UInt8] {
    var line = StyledText(layout.oneLine(Array(thread.title.utf8)), .title)
    line.append(" · \(shown < count ? "\(shown) of " : "")\(Plural.entries(count))", .faint)
    var heading: [UInt8] = []
    layout.append(line, indent: 0, to: &heading)
    return heading + [0x0A]
  }

  private static func reportFieldProblems(
    of query: EntryQuery, in file: ThreadFile, _ session: Session
  ) {
    session.reportFieldProblems(
      of: query, given: query.asksForFields ? DefinedFields(file.schema) : nil)
  }

  private static func emptyNote(_ file: ThreadFile, _ selection: EntrySelection) -> String {
    if selection.scope == .deleted { return "No entry of this thread is deleted." }
    if !file.entries(.live).isEmpty {
      let note = selection.noMatchNote("tj show \(file.header.name)")
      return selection.asksForNewest
        ? "\(note) For its newest: tj show \(file.header.name)@1" : note
    }
    return
      "\(file.header.title) has no entries yet. To add one: tj add \(file.header.name) 'Your words'"
  }
}
