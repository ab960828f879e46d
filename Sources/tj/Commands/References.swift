import ThreadJournal
import ThreadStorage

/// Things that a command line names: a thread, or an entry.
enum Reference {
  case thread(ThreadHeader)
  case entry(Entry)
}

extension Journal {
  /// The thread or entry that `text` names; a thread's full name wins over an entry's id.
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
    else { throw Self.unknown(text, threadError) }
    do {
      return .entry(try entry(text, scope))
    } catch JournalError.unknownEntry(_, let nearest) {
      throw Self.unknown(text, threadError, nearest)
    }
  }

  /// The error for a name that a thread or an entry might have had.
  private static func unknown(
    _ text: String, _ threadError: any Error, _ entries: [String] = []
  ) -> any Error {
    guard case JournalError.unknownThread(_, let threads) = threadError else { return threadError }
    return JournalError.unknownReference(name: text, nearest: threads + entries)
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
