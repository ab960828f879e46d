import ThreadStorage

/// What one command changes: first planned, then made as a whole, and kept so that it can be taken back as one step.
package struct ChangeRecord: Sendable {
  /// What the command did, for people: `add to Morning pages`.
  package var summary: String
  /// When it was done.
  package var time: Timestamp
  /// The number of the change that this one takes back; nil for any other change.
  package var undoes: UInt64?
  /// Whether it is never taken back, and nothing before it: a purge.
  package var isFinal = false
  /// The changes that are made, in their order.
  package var files: [FileChange] = []
  /// The changes that are planned; they are made together when the command's body is through.
  var stage = ChangeStage()

  /// A record of nothing yet.
  package init(summary: String, time: Timestamp) {
    self.summary = summary
    self.time = time
  }
}

/// A change of one file.
package enum FileChange: Sendable, Hashable {
  /// Regions of the file at `path` were replaced; none overlap, and they are in file order.
  case edited(path: String, [RegionChange])
  /// The file at `path` was made with these bytes; `removed` where it is one that had been removed.
  case created(path: String, bytes: [UInt8], removed: JournalWriter.RemovedFile? = nil)
  /// The file at `path`, which had these bytes, was removed.
  case removed(path: String, bytes: [UInt8], as: JournalWriter.RemovedFile)
  /// The file was renamed.
  case renamed(from: String, to: String)

  /// The change that takes this one back.
  package var inverted: FileChange {
    switch self {
    case .edited(let path, let regions): .edited(path: path, regions.inverted)
    case .created(let path, let bytes, let removed):
      .removed(
        path: path, bytes: bytes, as: removed ?? .init(name: "", permissions: 0o600))
    case .removed(let path, let bytes, let removed):
      .created(path: path, bytes: bytes, removed: removed)
    case .renamed(let from, let to): .renamed(from: to, to: from)
    }
  }

  /// The file's path; of a renamed one the new one.
  package var path: String {
    switch self {
    case .edited(let path, _), .created(let path, _, _), .removed(let path, _, _): path
    case .renamed(_, let path): path
    }
  }
}

extension ChangeRecord {
  /// The file at `path` as the planned changes leave it.
  func document(at path: String, in directory: JournalDirectory) throws -> ThreadDocument {
    try stage.document(at: path, in: directory)
  }

  /// The paths of files that the planned changes are about.
  var plannedPaths: [String] { stage.paths }

  /// Plans a new file.
  mutating func create(_ path: String, _ bytes: [UInt8]) {
    stage.add(.created(path: path, bytes: bytes))
  }

  /// Plans the removal of a file.
  mutating func remove(_ path: String, in directory: JournalDirectory) throws {
    let path = try directory.threadPath(of: path, followsLast: false)
    let bytes = try stage.document(at: path, in: directory).bytes
    stage.add(.removed(path: path, bytes: bytes, as: try directory.removal(of: path)))
  }

  /// Plans a new name for a file.
  mutating func rename(
    _ path: String, to newPath: String, in directory: JournalDirectory
  ) throws {
    try stage.rename(
      directory.threadPath(of: path, followsLast: false),
      to: directory.threadPath(of: newPath, followsLast: false), in: directory)
  }
}
