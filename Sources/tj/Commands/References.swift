import ThreadJournal
import ThreadStorage

/// Things that a command line names: a thread, or an entry.
enum Reference {
  case thread(ThreadHeader)
  case entry(Entry)
}

extension Journal {
  /// The thread or entry that `text` names (C2, C3); a thread's full name wins over an entry's id.
  ///
  /// - Throws: `JournalError` where it names neither, or more than one.
  func reference(_ text: String, _ scope: Scope = .live) throws -> Reference {
    if case .position? = EntryReference(text) {
      do { return .entry(try entry(text, scope)) } catch JournalError.unknownThread {}
    }
    let threadError: any Error
    do {
      return .thread(try thread(named: text, scope))
    } catch {
      threadError = error
    }
    guard case .id(let id)? = EntryReference(text),
      id.utf8.count >= EntryReference.minimumLength
    else { throw threadError }
    do {
      return .entry(try entry(text, scope))
    } catch JournalError.unknownEntry(_, let nearest) {
      if case JournalError.unknownThread(_, []) = threadError, !nearest.isEmpty {
        throw JournalError.unknownEntry(reference: text, nearest: nearest)
      }
      throw threadError
    }
  }

  /// All that the command line names, threads and entries apart.
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
