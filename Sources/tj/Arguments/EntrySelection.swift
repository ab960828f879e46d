import ThreadJournal
import ThreadStorage

/// Which entries a command reads, in which order, and in which form it prints them: the options that several take.
struct EntrySelection {
  let query: EntryQuery
  let scope: Journal.Scope
  /// The time that entries begin with and end with; nil where it is open.
  let from: TimeRange?
  let to: TimeRange?
  var order: EntryOrder
  /// Whether `--sort time` was given; a log has that order anyway.
  let sortsByTime: Bool
  let form: Form
  /// The columns of a table; nil for the usual ones.
  let columns: [String]?
  /// A word behind these that may be one of them, and the line for that.
  private let wordBehindColumns: (word: String, line: String)?
  var isJSON: Bool { form == .json }

  enum Form: String, CaseIterable {
    case oneline, raw, json, table
    /// Each entry with its whole text.
    case card
  }

  /// The query as it may be meant, where it has words such as `or` and `not`.
  let meant: (sign: EntryQuery.WordSign, arguments: [String])?
  let terms: [String]
  /// The same query in small letters, which find capitals, too; nil where it has no capitals.
  let queryInSmallLetters: (query: EntryQuery, terms: [String])?

  init(_ arguments: ParsedArguments, terms: [String], _ session: Session) throws {
    try WordsBehindOption.checkTimes(arguments, session)
    try WordsBehindOption.checkEnds(arguments, session)
    WordsBehindOption.tellYears(arguments, session)
    func range(_ option: String) throws -> TimeRange? {
      try arguments.value(option).map { try session.range($0) }
    }
    let (from, on) = (try range("from"), try range("on"))
    let to = try session.end(arguments.value("to"), of: from, typed: arguments.value("from"))
    func parse(_ terms: [String]) throws(QueryError) -> EntryQuery {
      try EntryQuery.parse(
        terms, from: from, to: to, on: on, now: session.now, zone: session.zone,
        dayStartsAt: session.dayStartsAt, dateOrder: session.dateOrder)
    }
    query = try parse(terms)
    (self.from, self.to) = (on ?? from, on ?? to)
    let scope = Journal.Scope(arguments)
    self.scope = scope == .live && query.asksForDeleted ? .all : scope
    order = EntryOrder(
      isByTime: arguments.value("sort") == "time", limit: arguments.integer("limit"),
      isReversed: arguments.flag("reverse"))
    sortsByTime = arguments.value("sort") == "time"
    let form = Form.allCases.first { arguments.flag($0.rawValue) }
    self.form = form ?? (arguments.flag("columns") ? .table : .card)
    columns = arguments.value("columns")?.split(separator: ",", omittingEmptySubsequences: false)
      .map {
        String(utf8: Array($0.utf8)[...].trimmed)
      }
    wordBehindColumns = WordsBehindOption.column(arguments)
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
    meant = EntryQuery.meant(terms).flatMap { (try? parse($0.arguments)) == nil ? nil : $0 }
    queryInSmallLetters = Self.inSmallLetters(terms).flatMap { small in
      (try? parse(small)).map { (query: $0, terms: small) }
    }
    self.terms = terms
  }

  /// The same terms without capitals; nil where they have none, or one is a regular expression.
  private static func inSmallLetters(_ terms: [String]) -> [String]? {
    let words = terms.map { $0.split(separator: " ", omittingEmptySubsequences: false) }
    let hasExpression = words.joined().contains { word in
      ["re:", "-re:", "not:re:"].contains { word.lowercased().hasPrefix($0) }
    }
    let small = words.map { words in
      words.map { $0 == "OR" ? "OR" : $0.lowercased() }.joined(separator: " ")
    }
    return small == terms || hasExpression ? nil : small
  }

  /// What the entries of deleted threads are: where no thread is named, they count as deleted, as to `tj find`.
  func deletedThreads(areNamed: Bool) -> FileScan.DeletedThreads {
    areNamed ? .areLikeOthers : scope == .live ? .areLeftOut : .haveDeletedEntries
  }

  /// Whether the query is a word that others have for the newest entry.
  var asksForNewest: Bool {
    terms.count == 1 && ["last", "latest", "newest"].contains(terms[0].lowercased())
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
      // Not all of the others are counted.
      let count = runs.reduce(0) { $0 + $1.entries.count }
      tellLimit(hasOthers: count == order.limit, session)
    } else {
      outcome = session.print(scan, order, with: sink(journal, session, showsThread: true))
    }
    let status = reportEmptiness(of: outcome, by: command, session)
    tellSides(by: command, session)
    if !isJSON { tellNights(in: journal, outcome.fields, session) }
    tellOneThread(in: journal, session)
    tellOwnColumns(session) { outcome.fields?.name(of: $0) != nil }
    if outcome.count == 0 {
      tellToday(in: journal, session)
      if !isJSON { tellYearless(outcome.fields, session) }
      tellOrderOfTimes(outcome.fields, session)
    }
    if outcome.count > 0, !isJSON { tellValue(in: journal, by: command, session) }
    if outcome.count == 0 || !isJSON {
      tellThreads(in: journal, by: command, hasMatches: outcome.count > 0, session)
    }
    // To tj find, one word is a word of a text in the first place.
    let text = terms.joined(separator: " ")
    let isWord = text.hasPrefix("at ") || command == "tj find" && !text.contains(" ")
    if outcome.count > 0, !isJSON, !isWord { tellTime(session) }
    if command != "tj find" { tellAll(session) }
    tellNumber(by: command, session)
    tellNames(in: journal, hasMatches: outcome.count > 0, session)
    if outcome.count == 0 { tellSmallLetters(in: journal, by: command, session) }
    tellRedirection(in: journal, by: command, session)
    return status
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
    if let (word, line) = wordBehindColumns,
      definitions().contains(where: { $0.defines(word) })
    {
      session.note("\"\(word)\" was looked for as a word. As a column: \(line)")
    }
    let table = try EntryTable(
      runs, headers: columns, definitions: definitions, showsThread: showsThread
    ).table(session.layout)
    session.print(table)
    session.tellHidden(
      table.hiddenColumns, "--columns NAME,NAME chooses, tj export has all.")
  }

  /// Tells that the newest entries are sorted, and not the first of all that are sorted, where there are others.
  func tellLimit(hasOthers: Bool, _ session: Session) {
    guard order.field != nil, let limit = order.limit, hasOthers else { return }
    session.note(
      "-n takes the newest, and --sort orders these. "
        + "For the first of all: --oneline | head -n \(limit)")
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
