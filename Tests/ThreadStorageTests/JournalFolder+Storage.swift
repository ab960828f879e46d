import TestSupport
import ThreadStorage

extension JournalFolder {
  /// The journal on disk.
  func journal() throws -> JournalDirectory { try directory() }
}
