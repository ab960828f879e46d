import ThreadStorage

/// What a word of the command line may name.
package enum Reference {
  case thread(ThreadHeader)
  case entry(Entry)
}

extension Journal {
  /// The thread or entry that `text` names; a thread's name wins over an entry's id, and that over a word of a title.
  package func reference(_ text: String, _ scope: Scope = .live) throws -> Reference {
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
      // Threads that are near are found by the word.
      return try byWord(nearest.filter { !$0.contains("@") })
    } catch JournalError.shortEntryReference {
      return try byWord()
    }
  }

  /// The threads that the first of `words` name, each once, and the terms of the query behind them.
  ///
  /// - Returns: With the names that are near to the first word that names none.
  package func threadsAndTerms(
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
  package func entries(named texts: [String]) throws -> [Entry] {
    var entries: [Entry] = []
    for text in texts { Self.add(try entry(text), to: &entries) }
    return entries
  }

  private static func add(_ entry: Entry, to entries: inout [Entry]) {
    let isKnown = entries.contains {
      $0.thread.path == entry.thread.path && $0.line == entry.line
    }
    if !isKnown { entries.append(entry) }
  }

  package func references(
    _ texts: [String], _ scope: Scope
  ) throws -> (threads: [ThreadHeader], entries: [Entry]) {
    var threads: [ThreadHeader] = []
    var entries: [Entry] = []
    for text in texts {
      switch try reference(text, scope) {
      case .thread(let header):
        if !threads.contains(header) { threads.append(header) }
      case .entry(let entry): Self.add(entry, to: &entries)
      }
    }
    return (threads, entries)
  }
}
