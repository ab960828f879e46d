import ThreadJournal
import ThreadStorage

/// Which files of the journal the paths on a command line mean.
struct CheckPaths {
  private let root: String
  private let session: Session

  /// For paths from the working directory, or from the folder of `journal`.
  init(_ journal: Journal, _ session: Session) {
    root = journal.directory.root
    self.session = session
  }

  /// The files and folders that `arguments` name; the whole journal where there are none.
  ///
  /// - Throws: `StorageError` where a path names nothing, or leads out of the journal.
  func scope(_ arguments: [[UInt8]]) throws -> CheckScope {
    guard !arguments.isEmpty else { return .whole }
    var paths: [String] = []
    for bytes in arguments {
      paths += try relativePaths(try Session.path(bytes))
    }
    return CheckScope(paths: paths)
  }

  /// What `path` is in the journal: as it is typed, and where its links lead.
  private func relativePaths(_ path: String) throws(StorageError) -> [String] {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let places = isAbsolute ? [path] : [session.absolute(path), "\(root)/\(path)"]
    let candidates = places.flatMap { [$0, $0 + ".md"] }
    guard let base = Session.realPath(root) else { throw .missing(path: root) }
    var leaves = false
    for candidate in candidates {
      guard let real = Session.realPath(candidate) else { continue }
      let found = [inside(base, real), inside(root, candidate)].compactMap { $0 }
      if found.isEmpty { leaves = true } else { return found }
    }
    throw leaves ? .leavesJournal(path: path) : .missing(path: path)
  }

  /// `path` relative to `folder`; nil where it is not below it.
  private func inside(_ folder: String, _ path: String) -> String? {
    let base = parts(folder)
    let all = parts(path)
    guard !all.contains(".."), all.starts(with: base) else { return nil }
    return all.dropFirst(base.count).joined(separator: "/")
  }

  private func parts(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      .filter { $0 != "." }
  }
}
