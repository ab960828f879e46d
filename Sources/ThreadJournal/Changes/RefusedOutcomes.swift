import Synchronization

/// What changes that were refused had finished before that an earlier crash had left; to be told all the same.
package final class RefusedOutcomes: Sendable {
  private let outcomes = Mutex<[Journal.Outcome<Void>]>([])

  /// A collection without any.
  package init() {}

  /// Keeps one more.
  func add(_ outcome: Journal.Outcome<Void>) {
    outcomes.withLock { $0.append(outcome) }
  }

  /// Those that came since the last call.
  package func take() -> [Journal.Outcome<Void>] {
    outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
  }
}
