import ThreadStorage

/// `thread:`, of which one pattern has to begin the thread's path, file name, title or id.
struct ThreadCondition: QueryCondition {
  let patterns: [TextPattern]

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool { accepts(entry.thread) }

  func accepts(_ thread: ThreadHeader) -> Bool {
    let names = thread.names.map { Array($0.utf8) }
    return patterns.contains { pattern in
      names.contains { pattern.matchesBeginning(of: $0) }
    }
  }
}
