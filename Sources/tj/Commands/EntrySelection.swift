import ThreadJournal
import ThreadStorage

/// Which entries `show` and `find` print, and how: the options that both take.
struct EntrySelection {
  /// What the entries must hold.
  let query: EntryQuery
  /// Whether live entries, deleted ones, or both are meant.
  let scope: Journal.Scope
  /// Only this many of the newest; nil for all.
  let limit: Int?
  /// Whether the newest come first.
  let isReversed: Bool
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
    limit = arguments.integer("limit")
    isReversed = arguments.flag("reverse")
    isOneline = arguments.flag("oneline")
    isJSON = arguments.flag("json")
  }

  /// Leaves the entries of `list` that are meant, the newest `limit` of them, in the order they are printed.
  func applied(to list: EntryList) -> EntryList {
    let scoped = list.filtered(scope)
    guard !query.isEmpty else { return scoped.ordered(chosen(scoped.order)) }
    var found: [Int] = []
    for index in scoped.order.reversed() {
      if let limit, found.count == limit { break }
      let entry = scoped.entry(at: index, line: 0)
      let isMatch = query.matches(entry) { list.schema.field(named: $0)?.type }
      if isMatch { found.append(index) }
    }
    return scoped.ordered(isReversed ? found : found.reversed())
  }

  /// Of `entries`, which match and are in time order, those that are printed, in the order they are.
  func chosen<Found>(_ entries: [Found]) -> [Found] {
    let newest = limit.map { Array(entries.suffix($0)) } ?? entries
    return isReversed ? newest.reversed() : newest
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
