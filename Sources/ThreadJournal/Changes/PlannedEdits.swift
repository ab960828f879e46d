import ThreadStorage

/// What a command has worked out so far, and not made: a transaction, and the files as it leaves them.
package struct PlannedEdits: Sendable {
  /// Splices of one file.
  package struct Edit: Sendable {
    /// The file's path, relative to the journal.
    package let path: String
    /// The file as it is.
    package let original: ThreadDocument
    /// The changes of it.
    package fileprivate(set) var splices: [Splice]
  }

  private enum Step: Sendable {
    case edit(Edit)
    case other(FileChange)
  }

  /// The journal that is changed.
  let directory: JournalDirectory
  /// What the command did, for people: `add to Morning pages`.
  var summary: String
  /// The number of the transaction that this one takes back; nil for any other.
  var undoes: UInt64?
  /// Whether it is never taken back, and nothing before it.
  var isFinal = false

  private var steps: [Step] = []
  /// The step that further edits of the file at a path join.
  private var openSteps: [String: Int] = [:]
  /// Files as the steps leave them; nil for one that they take away.
  private var planned: [String: ThreadDocument?] = [:]

  init(_ summary: String, in directory: JournalDirectory) {
    self.summary = summary
    self.directory = directory
  }

  /// The plan as one transaction.
  func transaction(at time: Timestamp) -> Transaction {
    let changes = steps.compactMap { step -> FileChange? in
      switch step {
      case .edit(let edit):
        edit.splices.isEmpty
          ? nil : .edited(path: edit.path, [Hunk](edit.splices, of: edit.original))
      case .other(let change): change
      }
    }
    var transaction = Transaction(summary: summary, time: time, changes: changes)
    transaction.undoes = undoes
    transaction.isFinal = isFinal
    return transaction
  }

  /// The edits of files, in their order.
  var edits: [Edit] { steps.compactMap { if case .edit(let edit) = $0 { edit } else { nil } } }

  /// The file at `path` as the steps leave it.
  ///
  /// - Throws: `StorageError` where it cannot be read, `JournalError.utf16` where it is UTF-16.
  func document(at path: String) throws -> ThreadDocument {
    if let planned = planned[path] {
      guard let planned else { throw StorageError.missing(path: path) }
      return planned
    }
    let document = ThreadDocument(try directory.read(path))
    guard !document.isUTF16 else { throw JournalError.utf16(path: path) }
    return document
  }

  /// Plans the splices that `plan` makes for the thread at `path`, as the steps so far leave it.
  ///
  /// - Throws: What `plan` throws; `JournalError.conflictMarkers` where a merge left the file unfinished.
  mutating func edit(
    _ path: String, allowingConflicts: Bool = false, _ plan: (ThreadDocument) throws -> [Splice]
  ) throws {
    let path = try directory.threadPath(of: path)
    let document = try document(at: path)
    if !allowingConflicts { try PlannedEdits.checkConflicts(of: document, path) }
    let splices = try plan(document)
    guard !splices.isEmpty else { return }
    planned[path] = ThreadDocument(document.bytes.applying(splices))
    if let index = openSteps[path], case .edit(var edit) = steps[index] {
      edit.splices = edit.splices.followed(by: splices, on: edit.original.bytes)
      steps[index] = .edit(edit)
    } else {
      openSteps[path] = steps.count
      steps.append(.edit(Edit(path: path, original: document, splices: splices)))
    }
  }

  static func checkConflicts(of document: ThreadDocument, _ path: String) throws {
    guard let lines = ConflictMarkers.firstBlock(in: document.bytes) else { return }
    throw JournalError.conflictMarkers(path: path, lines: lines)
  }

  /// Plans bytes at a thread's end, without reading the thread.
  mutating func append(_ addition: Hunk, to path: String) {
    steps.append(.other(.edited(path: path, [addition])))
  }

  /// Plans a new file.
  mutating func create(_ path: String, _ bytes: [UInt8]) {
    add(.created(path: path, bytes: bytes), leaving: bytes)
  }

  /// Plans the removal of a file.
  mutating func remove(_ path: String) throws {
    let path = try directory.threadPath(of: path, followsLast: false)
    let bytes = try document(at: path).bytes
    add(.removed(path: path, bytes: bytes, as: try directory.removal(of: path)), leaving: nil)
  }

  /// Plans a change that is worked out already.
  private mutating func add(_ change: FileChange, leaving bytes: [UInt8]?) {
    planned[change.path] = .some(bytes.map { ThreadDocument($0) })
    openSteps[change.path] = nil
    steps.append(.other(change))
  }
}

extension PlannedEdits: FileStore {
  package func hasFile(at path: String) throws -> Bool {
    if let planned = planned[path] { return planned != nil }
    return try directory.hasFile(at: path)
  }

  package func bytes(at path: String) throws -> [UInt8] { try document(at: path).bytes }

  package mutating func edit(
    _ path: String, _ hunks: [Hunk], _ edit: ([UInt8]) -> [UInt8]
  ) throws {
    let document = try document(at: path)
    try PlannedEdits.checkConflicts(of: document, path)
    let bytes = edit(document.bytes)
    if bytes != document.bytes { add(.edited(path: path, hunks), leaving: bytes) }
  }

  package mutating func create(
    _ path: String, _ bytes: [UInt8], _ removed: RemovedFile?
  ) throws {
    add(.created(path: path, bytes: bytes, removed: removed), leaving: bytes)
  }

  package mutating func remove(
    _ path: String, _ bytes: [UInt8], as removed: RemovedFile
  ) throws -> [UInt8]? {
    add(.removed(path: path, bytes: bytes, as: try directory.removal(of: path)), leaving: nil)
    return nil
  }

  package mutating func rename(_ path: String, to newPath: String) throws {
    let (from, to) = (
      try directory.threadPath(of: path, followsLast: false),
      try directory.threadPath(of: newPath, followsLast: false)
    )
    planned[to] = try document(at: from)
    planned[from] = .some(nil)
    openSteps[from] = nil
    openSteps[to] = nil
    steps.append(.other(.renamed(from: from, to: to)))
  }

  package mutating func confirm(_ change: FileChange) throws {}
}

extension [Splice] {
  /// These splices of `original`, and then `later` of what they make, as splices of `original`.
  func followed(by later: [Splice], on original: [UInt8]) -> [Splice] {
    var result = sorted { $0.range.lowerBound < $1.range.lowerBound }
    // From the last to the first, so that the places of those still to come stay what they were.
    for splice in later.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.add(splice, on: original)
    }
    return result
  }

  /// Adds one splice of what these make of `original`.
  private mutating func add(_ splice: Splice, on original: [UInt8]) {
    var shift = 0
    var first = 0
    while first < count {
      let end = self[first].range.lowerBound + shift + self[first].replacement.count
      if end >= splice.range.lowerBound { break }
      shift += self[first].replacement.count - self[first].range.count
      first += 1
    }
    var last = first
    var lastShift = shift
    while last < count, self[last].range.lowerBound + lastShift <= splice.range.upperBound {
      lastShift += self[last].replacement.count - self[last].range.count
      last += 1
    }
    let joined = self[first..<last]
    let start = Swift.min(
      splice.range.lowerBound - shift, joined.first?.range.lowerBound ?? .max)
    let end = Swift.max(
      splice.range.upperBound - lastShift, joined.last?.range.upperBound ?? .min)
    // The joined stretch as it stands, with the new splice made in it.
    let stretch = [UInt8](original[start..<end]).applying(
      joined.map {
        Splice($0.range.lowerBound - start..<$0.range.upperBound - start, $0.replacement)
      }
    )
    let offset = start + shift
    let local = splice.range.lowerBound - offset..<splice.range.upperBound - offset
    replaceSubrange(
      first..<last,
      with: [Splice(start..<end, stretch.applying([Splice(local, splice.replacement)]))])
  }
}
