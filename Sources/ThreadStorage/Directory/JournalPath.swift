/// A path relative to the journal's folder that cannot lead out of it by its words alone (F32); for reading.
struct JournalPath: Sendable {
  /// The folder part, empty for the journal's own folder.
  let folder: String
  let name: String

  /// - Throws: `leavesJournal` for an absolute path or `..`, `invalidName` for an empty name or one with a NUL.
  init(_ path: String) throws(StorageError) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !path.utf8.starts(with: "/".utf8),
      !parts.contains(where: { $0.elementsEqual("..".utf8) })
    else { throw .leavesJournal(path: path) }
    let kept = parts.filter { !$0.isEmpty && !$0.elementsEqual(".".utf8) }.map {
      String(Substring($0))
    }
    guard let last = kept.last, parts.last?.isEmpty == false, !path.utf8.contains(0) else {
      throw .invalidName(path: path)
    }
    name = last
    folder = kept.dropLast().joined(separator: "/")
  }

  var text: String { folder.isEmpty ? name : folder + "/" + name }
}

/// The path of a thread's file in its journal: the one gate for every file that is changed.
///
/// A journal may come from a stranger, and with it records, drafts and notes that name files. So the path of
/// whatever is appended to, overwritten, made, renamed or removed is one of these, whoever it comes from, and
/// `JournalDirectory.namedFile(at:)`, the only way to such a file, takes it without following a link.
public struct ThreadPath: Hashable, Sendable {
  /// The path, relative to the journal's folder.
  public let text: String
  let folder: String
  let name: String

  /// - Throws: `leavesJournal` for an absolute path or `..`; `invalidName` where a part is hidden or empty, or
  ///   the last is no thread's name.
  public init(_ path: String) throws(StorageError) {
    let asked = try JournalPath(path)
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.first != .dot }),
      FileNameConvention.isThreadName(Array(path.utf8))
    else { throw .invalidName(path: path) }
    (text, folder, name) = (path, asked.folder, asked.name)
  }
}
