import ThreadJournal
import ThreadStorage

/// Which entries `show` and `find` print, and how: the options that both take.
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

  /// Reads the options and the words of the query.
  init(_ arguments: ParsedArguments, _ session: Session) throws {
    query = try EntryQuery.parse(
      arguments.positionals("QUERY"),
      from: try arguments.value("from").map { try session.range($0) },
      to: try arguments.value("to").map { try session.range($0) },
      on: try arguments.value("on").map { try session.range($0) }, now: session.now,
      zone: session.zone, dayStartsAt: session.dayStartsAt)
    let scope = Journal.Scope(arguments)
    self.scope = scope == .live && query.asksForDeleted ? .all : scope
    order = EntryOrder(
      limit: arguments.integer("limit"), isReversed: arguments.flag("reverse"))
    isOneline = arguments.flag("oneline")
    isJSON = arguments.flag("json")
  }
}

extension Session {
  /// Says which terms of `query` are over fields that no thread defines, or ask for what their types cannot be.
  func tellFieldProblems(of query: EntryQuery, given fields: DefinedFields?) {
    guard let fields else { return }
    for problem in query.fieldProblems(given: fields) { tell(ErrorMessage(problem)) }
  }

  /// The same, where only one thread is looked at.
  func tellFieldProblems(of query: EntryQuery, inThreadWith schema: FieldSchema) {
    if query.asksForFields { tellFieldProblems(of: query, given: DefinedFields(schema)) }
  }
}
