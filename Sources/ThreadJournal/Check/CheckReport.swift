import ThreadStorage

/// What a check found.
package struct CheckReport: Sendable {
  /// The problems: those of files by path and place, then those of the journal itself.
  package internal(set) var problems: [JournalProblem] = []
  /// How many files were read, threads or not.
  package internal(set) var filesRead = 0
  var census = IDCensus()

  /// Adds what was found by other means, behind the rest.
  package mutating func add(_ more: [JournalProblem]) { problems += more }

  /// The paths of the files that `mend` changes, in order.
  var mendablePaths: [String] {
    var seen: Set<String> = []
    return problems.filter(\.isMendable).compactMap { problem in
      switch problem.kind {
      case .lostEntry(let entry): entry.path
      case .unfinishedChange: nil
      default: problem.path
      }
    }.filter { seen.insert($0).inserted }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The lost entries of the thread at `path`.
  func lostEntries(of path: String) -> [LostEntry] {
    problems.compactMap { problem in
      guard problem.isMendable, case .lostEntry(let entry) = problem.kind, entry.path == path
      else { return nil }
      return entry
    }
  }
}
