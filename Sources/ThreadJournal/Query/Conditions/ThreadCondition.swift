import ThreadStorage

/// `thread:`, of which one name has to be that of the thread, or begin it.
struct ThreadCondition: QueryCondition {
  struct Name: Sendable {
    let pattern: TextPattern
    /// Whether it is a file, which is one thread; else it begins the path, file name, title or id.
    let isFile: Bool

    init(_ typed: String) {
      // What a shell's completion adds is no part of it.
      let path = typed.hasPrefix("./") ? String(typed.dropFirst(2)) : typed
      let name = ThreadHeader.withoutSuffix(path)
      isFile = name != path
      pattern = TextPattern(Array(name.utf8))
    }

    func accepts(_ thread: ThreadHeader) -> Bool {
      guard isFile else {
        return thread.names.contains { pattern.matchesBeginning(of: Array($0.utf8)) }
      }
      let path = ThreadHeader.withoutSuffix(thread.path)
      return [path, ThreadHeader.fileName(of: path)].contains { pattern.isWhole($0.utf8) }
    }
  }

  let threads: [Name]

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool { accepts(entry.thread) }

  func accepts(_ thread: ThreadHeader) -> Bool { threads.contains { $0.accepts(thread) } }
}
