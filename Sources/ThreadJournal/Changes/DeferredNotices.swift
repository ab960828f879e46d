import Synchronization
import ThreadStorage

/// What commands that were refused had finished of what an earlier crash had left; to be told all the same.
package final class DeferredNotices: Sendable {
  private let notes = Mutex<[RecoveryNote]>([])

  /// A collection without any.
  package init() {}

  /// Keeps more.
  func add(_ more: [RecoveryNote]) {
    notes.withLock { $0 += more }
  }

  /// Those that came since the last call.
  package func take() -> [RecoveryNote] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}
