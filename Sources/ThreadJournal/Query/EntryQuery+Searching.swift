import ThreadStorage

extension EntryQuery {
  /// Whether a field is asked for, so that the threads' definitions count.
  package var asksForFields: Bool {
    terms.contains {
      if case .field = $0.condition { return true }
      return false
    }
  }

  /// Whether an entry with this time may match.
  func mayMatch(_ time: Timestamp) -> Bool {
    terms.allSatisfy {
      guard case .time(let ranges) = $0.condition else { return true }
      let instant = reading.instant(of: time)
      return ranges.contains { $0.contains(instant) } != $0.isExcluded
    }
  }

  /// Whether entries of this thread may match.
  func mayMatch(_ thread: ThreadHeader) -> Bool {
    terms.allSatisfy {
      guard case .thread(let patterns) = $0.condition else { return true }
      return patterns.contains { $0.matches(aNameOf: thread) } != $0.isExcluded
    }
  }
}

extension TextPattern {
  /// Whether the thread's path, file name, title or id begins with the pattern.
  func matches(aNameOf thread: ThreadHeader) -> Bool {
    let path = thread.path
    let hasSuffix = path.utf8.suffix(3).elementsEqual(".md".utf8)
    let names = [
      hasSuffix ? String(path.dropLast(3)) : path, ThreadHeader.fileName(of: path), thread.title,
      thread.id ?? "",
    ]
    return names.contains { matchesBeginning(of: Array($0.utf8)) }
  }
}
