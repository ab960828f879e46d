import ThreadStorage

/// What a command has worked out so far, and not made: a transaction, and the files as it leaves them.
package struct PlannedEdits: Sendable {
  package struct Edit: Sendable {
    package let path: String
    package let original: ThreadDocument
    package fileprivate(set) var splices: [Splice]
  }

  private enum Step: Sendable {
    case edit(Edit)
    case other(FileChange)
  }

  private let journal: Journal
  /// What the plan comes to, without the changes.
  var transaction: Transaction
  private var steps: [Step] = []
  /// The step that further edits of the file at a path join.
  private var openSteps: [String: Int] = [:]
  /// Files as the steps leave them; nil for one that they take away.
  private var planned: [String: ThreadDocument?] = [:]

  init(_ summary: String, in journal: Journal) {
    self.journal = journal
    transaction = Transaction(summary: summary, time: journal.timestamp)
  }

  var finished: Transaction {
    var transaction = transaction
    transaction.changes = steps.compactMap { step in
      switch step {
      case .edit(let edit):
        edit.splices.isEmpty
          ? nil : .edited(path: edit.path, [Hunk](edit.splices, of: edit.original))
      case .other(let change): change
      }
    }
    return transaction
  }

  var edits: [Edit] { steps.compactMap { if case .edit(let edit) = $0 { edit } else { nil } } }

  /// The file at `path` as the steps leave it.
  func document(at path: String) throws -> ThreadDocument {
    guard let planned = planned[path] else { return try journal.document(at: path) }
    guard let planned else { throw StorageError.missing(path: path) }
    return planned
  }

  /// Plans the splices that `plan` makes for the thread at `asked`, as the steps so far leave it; throws
  /// `JournalError.conflictMarkers` where a merge left the file unfinished, and what tells that its front matter is none.
  mutating func edit(
    _ asked: String, allowingConflicts: Bool = false, inFrontMatter: Bool = false,
    _ plan: (ThreadDocument) throws -> [Splice]
  ) throws {
    let path = try journal.directory.threadPath(of: asked)
    let document = try document(at: path)
    if !allowingConflicts { try Journal.checkConflicts(of: document, path) }
    if inFrontMatter, document.hasUnterminatedFrontMatter {
      throw JournalError.unterminatedFrontMatter(path: asked)
    }
    // New front matter would make text of what is there, for good.
    if inFrontMatter, document.frontMatter == nil, let meant = document.meantFrontMatter() {
      let line = document.position(of: meant.offset).line
      throw JournalError.frontMatterElsewhere(path: asked, line: line)
    }
    let splices = try plan(document)
    guard !splices.isEmpty else { return }
    let result = document.bytes.applying(splices)
    // A value in place of the same one is no change, and nothing to take back.
    guard result != document.bytes else { return }
    guard result.count <= JournalDirectory.mostBytes else {
      throw StorageError.tooLarge(path: path, limit: JournalDirectory.mostBytes)
    }
    planned[path] = ThreadDocument(result)
    if let index = openSteps[path], case .edit(var edit) = steps[index] {
      edit.splices = edit.splices.followed(by: splices, making: result)
      steps[index] = .edit(edit)
    } else {
      openSteps[path] = steps.count
      steps.append(.edit(Edit(path: path, original: document, splices: splices)))
    }
  }

  /// Plans bytes at a thread's end, without reading the thread.
  mutating func append(_ addition: Hunk, to path: String) {
    steps.append(.other(.edited(path: path, [addition])))
  }

  mutating func remove(_ path: String) throws {
    let path = try journal.directory.threadPath(of: path, followsLast: false)
    let removed = try journal.directory.removal(of: path)
    add(.removed(path: path, bytes: try document(at: path).bytes, as: removed), leaving: nil)
  }

  /// Plans a change that is worked out already.
  private mutating func add(_ change: FileChange, leaving bytes: [UInt8]?) {
    planned[change.path] = .some(bytes.map { ThreadDocument($0) })
    openSteps[change.path] = nil
    steps.append(.other(change))
  }
}

extension PlannedEdits: FileStore {
  package typealias Failure = any Error

  package func hasFile(at path: String) throws -> Bool {
    try planned[path].map { $0 != nil } ?? journal.directory.hasFile(at: path)
  }

  package func bytes(at path: String) throws -> [UInt8] { try document(at: path).bytes }

  package mutating func edit(_ path: String, _ hunks: [Hunk], _ edit: ([UInt8]) -> [UInt8]) throws {
    let document = try document(at: path)
    // A merge of the whole file is taken back, and done again, though it left some of it open.
    if hunks.map(\.before) != [document.bytes] { try Journal.checkConflicts(of: document, path) }
    let bytes = edit(document.bytes)
    if bytes != document.bytes { add(.edited(path: path, hunks), leaving: bytes) }
  }

  package mutating func create(_ path: String, _ bytes: [UInt8], _ removed: RemovedFile? = nil) {
    add(.created(path: path, bytes: bytes, removed: removed), leaving: bytes)
  }

  package mutating func remove(
    _ path: String, _ bytes: [UInt8], as removed: RemovedFile
  ) throws -> [UInt8]? {
    try remove(path)
    return nil
  }

  package mutating func rename(_ path: String, to newPath: String) throws {
    let from = try journal.directory.threadPath(of: path, followsLast: false)
    let to = try journal.directory.threadPath(of: newPath, followsLast: false)
    planned[to] = try document(at: from)
    planned[from] = .some(nil)
    openSteps[from] = nil
    openSteps[to] = nil
    steps.append(.other(.renamed(from: from, to: to)))
  }

  package mutating func confirm(_ change: FileChange) throws {}
}
