import ThreadJournal
import ThreadStorage

/// Which entries a command reads, in which order, and in which form it prints them: the options that several take.
struct EntrySelection {
  let query: EntryQuery
  let scope: Journal.Scope
  let order: EntryOrder
  let isOneline: Bool
  let isJSON: Bool

  init(_ arguments: ParsedArguments, terms: [String], _ session: Session) throws {
    func range(_ option: String) throws -> TimeRange? {
      try arguments.value(option).map { try session.range($0) }
    }
    query = try EntryQuery.parse(
      terms, from: try range("from"), to: try range("to"), on: try range("on"), now: session.now,
      zone: session.zone, dayStartsAt: session.dayStartsAt, dateOrder: session.dateOrder)
    let scope = Journal.Scope(arguments)
    self.scope = scope == .live && query.asksForDeleted ? .all : scope
    order = EntryOrder(
      isByTime: arguments.value("sort") == "time", limit: arguments.integer("limit"),
      isReversed: arguments.flag("reverse"))
    isOneline = arguments.flag("oneline")
    isJSON = arguments.flag("json")
  }

  func sink(_ journal: Journal, _ session: Session, showsThread: Bool) -> any EntrySink {
    if isJSON { return JSONSink(zone: session.zone) }
    return CardSink(session, journal, query, isOneline: isOneline, showsThread: showsThread)
  }
}

extension Journal.Scope {
  init(_ arguments: ParsedArguments) {
    self = arguments.flag("trash") ? .deleted : arguments.flag("all") ? .all : .live
  }
}

extension Session {
  /// Reports the terms of `query` over fields that no thread defines, or with values that the types cannot have.
  func reportFieldProblems(of query: EntryQuery, given fields: DefinedFields?) {
    guard let fields else { return }
    for problem in query.fieldProblems(given: fields) { report(ErrorMessage(problem)) }
  }
}

enum Reference {
  case thread(ThreadHeader)
  case entry(Entry)
}

extension Journal {
  /// The thread or entry that `text` names; a thread's full name wins over an entry's id.
  func reference(_ text: String, _ scope: Scope = .live) throws -> Reference {
    if case .position? = EntryReference(text) {
      do { return .entry(try entry(text, scope)) } catch JournalError.unknownThread {}
    }
    let threadError: any Error
    do { return .thread(try thread(named: text, scope)) } catch { threadError = error }
    func unknown(_ entries: [String] = []) -> any Error {
      guard case JournalError.unknownThread(_, let threads) = threadError else {
        return threadError
      }
      return JournalError.unknownReference(name: text, nearest: threads + entries)
    }
    guard case .id? = EntryReference(text) else { throw unknown() }
    do { return .entry(try entry(text, scope)) } catch JournalError.unknownEntry(_, let nearest) {
      throw unknown(nearest)
    } catch JournalError.shortEntryReference {
      throw unknown()
    }
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
