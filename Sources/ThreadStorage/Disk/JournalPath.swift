/// A path relative to the journal's folder that cannot lead out of it by its words alone (F32).
struct JournalPath: Sendable {
  /// The folder part, empty for the journal's own folder.
  let folder: String
  /// The last part.
  let name: String

  /// - Throws: `leavesJournal` for an absolute path or `..`, `invalidName` for an empty name or one with a NUL.
  init(_ path: String) throws(StorageError) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !path.utf8.starts(with: "/".utf8) else { throw .leavesJournal(path: path) }
    guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
      throw .leavesJournal(path: path)
    }
    let kept = parts.filter { !$0.isEmpty && !$0.elementsEqual(".".utf8) }.map {
      String(Substring($0))
    }
    guard let last = kept.last, parts.last?.isEmpty == false, !path.utf8.contains(0) else {
      throw .invalidName(path: path)
    }
    name = last
    folder = kept.dropLast().joined(separator: "/")
  }

  /// The whole path, without empty parts and `.`.
  var text: String { folder.isEmpty ? name : folder + "/" + name }

  /// Whether no part starts with a dot, so that the file is seen as the journal's (F29).
  var isVisible: Bool {
    !text.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }
}
