import ThreadJournal
import ThreadStorage

/// Which entries a command reads, in which order, and in which form it prints them: the options that several take.
struct EntrySelection {
  /// What the entries must hold.
  let query: EntryQuery
  /// Whether live entries, deleted ones, or both are meant.
  let scope: Journal.Scope
  /// In which order they are printed, and how many.
  let order: EntryOrder
  /// One line an entry.
  let isOneline: Bool
  /// One JSON document.
  let isJSON: Bool

  /// Reads the options, and `terms` as the words of the query.
  init(_ arguments: ParsedArguments, terms: [String], _ session: Session) throws {
    func range(_ option: String) throws -> TimeRange? {
      try arguments.value(option).map { try session.range($0) }
    }
    query = try EntryQuery.parse(
      terms, from: try range("from"), to: try range("to"), on: try range("on"), now: session.now,
      zone: session.zone, dayStartsAt: session.dayStartsAt)
    let scope = Journal.Scope(arguments)
    self.scope = scope == .live && query.asksForDeleted ? .all : scope
    order = EntryOrder(
      isByTime: arguments.value("sort") == "time", limit: arguments.integer("limit"),
      isReversed: arguments.flag("reverse"))
    isOneline = arguments.flag("oneline")
    isJSON = arguments.flag("json")
  }

  /// What prints the entries as the options say.
  func sink(_ journal: Journal, _ session: Session, showsThread: Bool) -> any EntrySink {
    if isJSON { return JSONSink(zone: session.zone) }
    return CardSink(session, journal, query, isOneline: isOneline, showsThread: showsThread)
  }
}

extension Journal.Scope {
  /// What the flags `--trash` and `--all` choose.
  init(_ arguments: ParsedArguments) {
    self = arguments.flag("trash") ? .deleted : arguments.flag("all") ? .all : .live
  }
}

extension Session {
  /// Says which terms of `query` are over fields that no thread defines, or ask for what their types cannot be.
  func tellFieldProblems(of query: EntryQuery, given fields: DefinedFields?) {
    guard let fields else { return }
    for problem in query.fieldProblems(given: fields) { tell(ErrorMessage(problem)) }
  }
}
