import ThreadJournal
import ThreadStorage

/// Which entries a command reads, in which order, and in which form it prints them: the options that several take.
struct EntrySelection {
  let query: EntryQuery
  let scope: Journal.Scope
  var order: EntryOrder
  let form: Form
  /// The columns of a table; nil for the usual ones.
  private let columns: [String]?
  var isJSON: Bool { form == .json }

  enum Form: String, CaseIterable {
    case oneline, raw, json, table
    /// Each entry with its whole text.
    case card
  }

  /// The query as it may be meant, where it has words such as `or` and `not`.
  private let meant: (sign: EntryQuery.WordSign, arguments: [String])?
  private let terms: [String]

  init(_ arguments: ParsedArguments, terms: [String], _ session: Session) throws {
    try WordsBehindOption.checkTimes(arguments, session)
    func range(_ option: String) throws -> TimeRange? {
      try arguments.value(option).map { try session.range($0) }
    }
    let (from, to) = (try range("from"), try range("to"))
    if let first = from?.lower, let last = to?.upper, last <= first {
      let ends = ["from", "to"].map { arguments.value($0) ?? "" }
      throw TimeExpressionError.endBeforeStart(text: ends.joined(separator: ".."))
    }
    query = try EntryQuery.parse(
      terms, from: from, to: to, on: try range("on"), now: session.now,
      zone: session.zone, dayStartsAt: session.dayStartsAt, dateOrder: session.dateOrder)
    let scope = Journal.Scope(arguments)
    self.scope = scope == .live && query.asksForDeleted ? .all : scope
    order = EntryOrder(
      isByTime: arguments.value("sort") == "time", limit: arguments.integer("limit"),
      isReversed: arguments.flag("reverse"))
    let form = Form.allCases.first { arguments.flag($0.rawValue) }
    self.form = form ?? (arguments.flag("columns") ? .table : .card)
    columns = arguments.value("columns")?.split(separator: ",", omittingEmptySubsequences: false)
      .map {
        String(utf8: Array($0.utf8)[...].trimmed)
      }
    if let columns, columns.isEmpty || columns.contains("") {
      throw TransferError.unknownColumn("", among: [])
    }
    if let sort = arguments.value("sort"), !["thread", "time"].contains(sort) {
      let key = FieldName.key(CSVColumns.fieldName(ofHeader: sort))
      order.field = (key, session.dayStartsAt)
    }
    if arguments.flag("random") {
      order.sample = EntrySample(
        arguments.integer("random") ?? 1, using: session.randomNumbers)
    }
    meant = EntryQuery.meant(terms)
    self.terms = terms
  }

  /// What the entries of deleted threads are: where no thread is named, they count as deleted, as to `tj find`.
  func deletedThreads(areNamed: Bool) -> FileScan.DeletedThreads {
    areNamed ? .areLikeOthers : scope == .live ? .areLeftOut : .haveDeletedEntries
  }

  /// Whether the query is a word that others have for the newest entry.
  var asksForNewest: Bool {
    terms.count == 1 && ["last", "latest", "newest"].contains(terms[0].lowercased())
  }

  /// What is told where no entry matches; `command` is what stands before the query.
  func noMatchNote(_ command: String) -> String {
    meantQuestion(command).map { "No entry matches. \($0)" } ?? "No entry matches."
  }

  /// What is told where entries match all the same: those of `not coffee` have coffee, and "or" is in "work".
  func matchNote(_ command: String) -> String? {
    guard let meant else { return nil }
    switch meant.sign {
    case .not, .phrase: return meantQuestion(command)
    case .colon, .marks: return nil
    case .or, .and, .tagEnd: return terms.count > 1 ? meantQuestion(command) : nil
    }
  }

  /// Whether something else was meant, and the line for that.
  func meantQuestion(_ command: String) -> String? {
    guard let meant else { return nil }
    let line = "\(command) \(meant.arguments.map(ShellWord.quoted).joined(separator: " "))"
    switch meant.sign {
    case .or: return "Was OR meant? \(line)"
    case .not: return "Was not: meant? \(line)"
    case .and: return "Terms are joined without AND: \(line)"
    case .colon: return "As a term: \(line)"
    case .phrase: return "That leaves a phrase out. For two terms: \(line)"
    case .tagEnd: return "A tag has letters and digits, - and _: \(line)"
    case .marks: return "The signs around it were looked for, too. Without: \(line)"
    }
  }

  private func sink(
    _ journal: Journal, _ session: Session, showsThread: Bool
  ) -> any EntrySink {
    switch form {
    case .json: JSONSink(zone: session.zone)
    case .raw: RawSink(layout: session.layout)
    case .card, .oneline, .table:
      CardSink(session, journal, query, isOneline: form == .oneline, showsThread: showsThread)
    }
  }

  /// Prints what is found in the whole journal, for a command whose line up to its query is `command`.
  func print(
    from journal: Journal, by command: String, _ session: Session
  ) throws -> ExitStatus {
    let scan = EntryScan(journal, for: query, scope, needsLines: isJSON)
    let outcome: EntryScan.Outcome
    if form == .table || order.field != nil {
      let runs: [ThreadEntries]
      (runs, outcome) = scan.runs(order)
      let definitions = {
        journal.definitions(of: journal.directory.threadFiles().files)
          .filter { $0.header.deletion == nil }.map(\.schema)
      }
      try checkOrder(of: runs, definitions)
      try print(runs, from: journal, definitions, showsThread: true, session)
    } else {
      outcome = session.print(scan, order, with: sink(journal, session, showsThread: true))
    }
    let status = reportEmptiness(of: outcome, by: command, session)
    if command != "tj find" || outcome.count == 0 {
      tellThreads(in: journal, by: command, hasMatches: outcome.count > 0, session)
    }
    tellNames(in: journal, hasMatches: outcome.count > 0, session)
    return status
  }

  /// Tells which names of threads and tags no entry has, where they were to be found or left out.
  private func tellNames(in journal: Journal, hasMatches: Bool, _ session: Session) {
    if !hasMatches { tellOtherForm(in: journal, session) }
    for name in query.names where name.isExcluded || !hasMatches {
      let scan = EntryScan(journal, for: name.query, .all, needsLines: false, positions: .none)
      guard scan.run(deliver: { _ in false }).count == 0 else { continue }
      session.note(
        name.isTag
          ? "No entry has the tag \"\(name.words)\"."
          : "No entry is in a thread whose name begins with \"\(name.words)\".")
    }
  }

  /// Tells of words that name an entry, a time or a field, and were looked for as words.
  func tellOtherForm(in journal: Journal, _ session: Session) {
    let text = terms.joined(separator: " ")
    var isEntry = false
    if terms.count == 1 {
      if case .position? = EntryReference(text) { isEntry = true }
      isEntry = isEntry || (try? journal.entry(text, .all)) != nil
    }
    if query.asksForWords {
      for problem in query.fieldProblems(given: journal.definedFields(), countsWords: true) {
        if case .word(_, isExcluded: false) = problem { session.report(ErrorMessage(problem)) }
      }
    }
    if isEntry {
      session.note("For an entry: tj show \(ShellWord.quoted(text))")
    } else if !text.isEmpty, (try? session.range(text)) != nil {
      session.note("For that time: --on \(ShellWord.quoted(text))")
    }
  }

  /// Tells which words that were looked for are threads' names, or near to one where nothing matches, for a command
  /// that takes no threads.
  func tellThreads(
    in journal: Journal, by command: String, hasMatches: Bool, _ session: Session
  ) {
    for term in terms where !term.contains(":") {
      if case .position? = EntryReference(term) { continue }
      do {
        let thread = try journal.thread(named: term, by: .wholeName)
        session.note(
          "\"\(term)\" was looked for as a word. It is a thread, too: "
            + "\(command) thread:\(ShellWord.quoted(thread.name))")
      } catch JournalError.unknownThread(_, let nearest) where !hasMatches {
        session.tellNearThread(([], [term], nearest), key: "thread:")
      } catch {
        // It is a word, and nothing else.
      }
    }
  }

  /// What is printed of `threads`, in the order that was asked for.
  ///
  /// - Throws: `TransferError.unknownOrder` where the field to sort by is not there.
  func runs(
    of threads: [ThreadEntries], _ definitions: () -> [FieldSchema]
  ) throws(TransferError) -> [ThreadEntries] {
    var chosen = threads
    if var sample = order.sample {
      for thread in threads { sample.add(thread) }
      chosen = sample.entries
    }
    let runs = order.runs(of: chosen)
    try checkOrder(of: runs, definitions)
    return runs
  }

  private func checkOrder(
    of runs: [ThreadEntries], _ definitions: () -> [FieldSchema]
  ) throws(TransferError) {
    guard let key = order.field?.key, !runs.isEmpty else { return }
    func has(_ columns: CSVColumns) -> Bool { columns.ofFields.contains { $0.key == key } }
    let columns = CSVColumns(runs, definitions, unless: has)
    guard !has(columns) else { return }
    throw .unknownOrder(key, among: columns.ofFields.map(\.name))
  }

  /// Prints entries that are in order.
  ///
  /// - Throws: `TransferError.unknownColumn` where a column is not there.
  func print(
    _ runs: [ThreadEntries], from journal: Journal, _ definitions: () -> [FieldSchema],
    showsThread: Bool, _ session: Session
  ) throws(TransferError) {
    guard form == .table else {
      return session.print(runs, with: sink(journal, session, showsThread: showsThread))
    }
    let table = try EntryTable(
      runs, headers: columns, definitions: definitions, showsThread: showsThread
    ).table(session.layout)
    session.print(table)
    guard table.hiddenColumns > 0 else { return }
    session.note(
      "\(Plural.of(table.hiddenColumns, "column")) more would be wider than the terminal; "
        + "--columns NAME,NAME chooses, tj export has all.")
  }

  /// Reports what was not found, or could not be read; what the command ends with.
  func reportEmptiness(
    of outcome: EntryScan.Outcome, by command: String, _ session: Session
  ) -> ExitStatus {
    if outcome.count == 0, !isJSON {
      session.note(query.isEmpty ? "There are no entries." : noMatchNote(command))
    }
    if outcome.count > 0 { matchNote(command).map(session.note) }
    session.reportFieldProblems(of: query, given: outcome.fields)
    session.warn(of: outcome.problems)
    return outcome.count == 0 && !query.isEmpty ? .failed : .done
  }
}

extension Journal.Scope {
  init(_ arguments: ParsedArguments) {
    self = arguments.flag("trash") ? .deleted : arguments.flag("all") ? .all : .live
  }
}

extension Session {
  /// Tells that the first word of a query is like the names of threads that are not named before it.
  ///
  /// - Parameter key: What stands before a thread's name where words name none.
  func tellNearThread(
    _ words: (threads: [ThreadHeader], terms: [String], nearest: [String]), key: String = ""
  ) {
    let near = words.nearest.filter { name in
      !words.threads.contains { [$0.name, $0.title].contains(name) }
    }
    guard let word = words.terms.first, !word.contains(":"), !near.isEmpty else { return }
    let meant = near.map { key + ShellWord.quoted($0) }
    note(
      "\"\(word)\" names no thread, and is looked for as a word. "
        + "Did you mean \(meant.joined(separator: " or "))?")
  }

  /// Reports the terms of `query` over fields that no thread defines, or with values that the types cannot have.
  func reportFieldProblems(of query: EntryQuery, given fields: DefinedFields?) {
    guard let fields else { return }
    for problem in query.fieldProblems(given: fields) { report(ErrorMessage(problem)) }
  }

  /// The same of entries that are counted or written, which does not show whether a word was meant as a field.
  func reportFieldProblems(
    ofFigures query: EntryQuery, _ fields: DefinedFields?, in paths: [String]?, _ journal: Journal
  ) {
    guard query.asksForWords else { return reportFieldProblems(of: query, given: fields) }
    for problem in query.fieldProblems(given: journal.definedFields(in: paths), countsWords: true) {
      report(ErrorMessage(problem))
    }
  }
}

enum Reference {
  case thread(ThreadHeader)
  case entry(Entry)
}

extension Journal {
  /// The thread or entry that `text` names; a thread's name wins over an entry's id, and that over a word of a title.
  func reference(_ text: String, _ scope: Scope = .live) throws -> Reference {
    var meant: [String] = []
    if case .position(_, let position)? = EntryReference(text) {
      do { return .entry(try entry(text, scope)) } catch JournalError.unknownThread(_, let nearest)
      {
        meant = nearest.map { "\($0)@\(position)" }
      }
    }
    let threadError: any Error
    do { return .thread(try thread(named: text, scope, by: .beginning)) } catch {
      threadError = error
    }
    func byWord(_ entries: [String] = []) throws -> Reference {
      guard case JournalError.unknownThread = threadError else { throw threadError }
      do {
        return .thread(try thread(named: text, scope))
      } catch JournalError.unknownThread(_, let threads) {
        throw JournalError.unknownReference(name: text, nearest: meant + threads + entries)
      }
    }
    guard case .id? = EntryReference(text) else { return try byWord() }
    do { return .entry(try entry(text, scope)) } catch JournalError.unknownEntry(_, let nearest) {
      return try byWord(nearest)
    } catch JournalError.shortEntryReference {
      return try byWord()
    }
  }

  /// The threads that the first of `words` name, each once, and the terms of the query behind them.
  ///
  /// - Returns: With the names that are near to the first word that names none.
  func threadsAndTerms(
    _ words: [String], _ scope: Scope
  ) throws -> (threads: [ThreadHeader], terms: [String], nearest: [String]) {
    var threads: [ThreadHeader] = []
    for (index, word) in words.enumerated() {
      do {
        let header = try thread(named: word, scope == .live ? .live : .all)
        if !threads.contains(where: { $0.path == header.path }) { threads.append(header) }
      } catch JournalError.unknownThread(_, let nearest) {
        return (threads, Array(words[index...]), nearest)
      }
    }
    return (threads, [], [])
  }

  /// The live entries that `texts` name, each once.
  func entries(named texts: [String]) throws -> [Entry] {
    var entries: [Entry] = []
    for text in texts {
      let entry = try entry(text)
      let isKnown = entries.contains {
        $0.thread.path == entry.thread.path && $0.line == entry.line
      }
      if !isKnown { entries.append(entry) }
    }
    return entries
  }

  func references(
    _ texts: [String], _ scope: Scope
  ) throws -> (threads: [ThreadHeader], entries: [Entry]) {
    var threads: [ThreadHeader] = []
    var entries: [Entry] = []
    for text in texts {
      switch try reference(text, scope) {
      case .thread(let header):
        if !threads.contains(header) { threads.append(header) }
      case .entry(let entry):
        let isKnown = entries.contains {
          $0.thread.path == entry.thread.path && $0.line == entry.line
        }
        if !isKnown { entries.append(entry) }
      }
    }
    return (threads, entries)
  }
}
