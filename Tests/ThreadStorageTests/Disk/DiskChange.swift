import TestSupport

@testable import ThreadStorage

/// A change of a journal that fault tests make fail everywhere, and what may be on the disk afterwards.
enum DiskChange: String, CaseIterable, Sendable {
  case append
  case appendThroughLink
  case rewrite
  case shorten
  case overwriteHardLink
  case create
  case createInNewFolder
  case rename
  case remove

  static let old = "## 2026-03-28 {#aaaa}\n\nThe old entry.\n"
  static let block = "\n## 2026-03-29 {#bbbb}\n\nThe new entry.\n"

  /// The threads before, by path; links apart.
  var before: [String: String] {
    switch self {
    case .create, .createInNewFolder: [:]
    default: ["a.md": Self.old]
    }
  }

  /// The threads after the change.
  var after: [String: String] {
    switch self {
    case .append, .appendThroughLink, .rewrite, .overwriteHardLink: ["a.md": Self.old + Self.block]
    case .shorten: ["a.md": "short\n"]
    case .create: ["n.md": Self.block]
    case .createInNewFolder: ["x/y/n.md": Self.block]
    case .rename: ["b.md": Self.old]
    case .remove: [:]
    }
  }

  /// Puts the folder into the state before, whatever it was in.
  func prepare(_ folder: JournalFolder) {
    for name in ["a.md", "b.md", "n.md", "x/y/n.md", "link.md", "hard.txt"] { folder.remove(name) }
    for name in ["x/y", "x"] { folder.removeFolder(name) }
    for area in ["drafts", "displaced", "changes"] { folder.empty(".threadjournal/" + area) }
    for (path, text) in before { folder.write(text, path) }
    if self == .appendThroughLink { folder.link("a.md", "link.md") }
    if self == .overwriteHardLink { folder.hardLink("a.md", "hard.txt") }
  }

  /// Makes the change, the way the program does.
  func make(_ root: String) throws {
    try JournalDirectory(opening: root).withLock(timeLimit: 0.5) { writer in
      switch self {
      case .append: try Self.append(to: "a.md", &writer)
      case .appendThroughLink:
        try Self.append(to: writer.directory.threadPath(of: "link.md"), &writer)
      case .rewrite, .overwriteHardLink: try writer.change("a.md") { $0 + Array(Self.block.utf8) }
      case .shorten: try writer.change("a.md") { _ in Array("short\n".utf8) }
      case .create: try writer.make(.created(path: "n.md", bytes: Array(Self.block.utf8)))
      case .createInNewFolder:
        try writer.make(.created(path: "x/y/n.md", bytes: Array(Self.block.utf8)))
      case .rename: try writer.make(.renamed(from: "a.md", to: "b.md"))
      case .remove:
        try writer.make(
          .removed(
            path: "a.md", bytes: Array(Self.old.utf8), as: writer.directory.removal(of: "a.md")))
      }
    }
  }

  private static func append(to path: String, _ writer: inout JournalWriter) throws {
    try writer.add(Array(block.utf8), to: path)
  }

  /// The threads as they are on the disk.
  func found(_ folder: JournalFolder) -> [String: String] {
    var found: [String: String] = [:]
    for path in ["a.md", "b.md", "n.md", "x/y/n.md"] { found[path] = folder.text(path) }
    return found
  }

  /// The promise that does not hold, after a try that ended with `error` (nil for success); nil for none.
  func brokenPromise(_ folder: JournalFolder, _ error: (any Error)?) -> String? {
    let found = found(folder)
    guard let error else {
      return found == after ? nil : "done, and not on the disk: \(found)"
    }
    switch error {
    case TransactionError.unfinished(let path, _):
      if access(path, F_OK) != 0 { return "no record at \(path)" }
      // The file is as it was, or has the change already; nothing between, but where it is overwritten.
      let isWhole = found == before || found == after || self == .overwriteHardLink
      return isWhole ? nil : "between: \(found)"
    case is TransactionError, is StorageError: break
    default: return "not a storage error: \(error)"
    }
    if found != before { return "failed, and not as before: \(found)" }
    let expected: Set<String> = Set(before.keys.map { "./" + $0 })
    let others = Set(folder.allFiles()).subtracting(expected)
      .subtracting(["./link.md", "./hard.txt"])
    return others.isEmpty ? nil : "left over: \(others)"
  }

  /// The promise that does not hold after recovery; nil for none.
  func brokenAfterRecovery(_ folder: JournalFolder, isUnfinished: Bool) -> String? {
    do {
      try JournalDirectory(opening: folder.root).withLock(timeLimit: 0.5) { _ in }
      // A second time changes nothing.
      try JournalDirectory(opening: folder.root).withLock(timeLimit: 0.5) { _ in }
    } catch {
      return "recovery: \(error)"
    }
    let found = found(folder)
    if found != before && found != after { return "after recovery: \(found)" }
    if isUnfinished, found != after { return "the change was not finished" }
    let left =
      folder.names(".threadjournal/drafts")
      + folder.names(".threadjournal/changes").filter { $0.contains(".") }
    return left.isEmpty ? nil : "left: \(left)"
  }
}
