import TestSupport
import ThreadStorage

extension JournalFolder {
  /// The journal on disk.
  func journal() throws -> JournalDirectory { try directory() }
}

/// The front matter of a file; nil if it has none, or one that is not closed.
func frontMatter(of file: [UInt8]) -> FrontMatter? {
  guard case .found(let block, let content) = FrontMatter.locate(in: file.span) else { return nil }
  return FrontMatter(file: file, block: block, content: content)
}
