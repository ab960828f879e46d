import ThreadStorage

/// Changes of files that are planned and not made: what a command has worked out so far.
struct ChangeStage: Sendable {
  private enum Step: Sendable {
    case edit(path: String, original: ThreadDocument, splices: [Splice])
    case other(FileChange)
  }

  private var steps: [Step] = []
  /// The step that further edits of the file at a path join.
  private var openSteps: [String: Int] = [:]
  /// Files as the steps leave them; nil for one that they take away.
  private var planned: [String: ThreadDocument?] = [:]

  /// The changes in their order.
  var files: [FileChange] {
    steps.compactMap { step in
      switch step {
      case .edit(let path, let original, let splices):
        splices.isEmpty ? nil : .edited(path: path, [RegionChange](splices, of: original))
      case .other(let change): change
      }
    }
  }

  /// The file at `path` as the steps leave it.
  ///
  /// - Throws: `StorageError` where it cannot be read, `JournalError.utf16` where it is UTF-16.
  func document(at path: String, in directory: JournalDirectory) throws -> ThreadDocument {
    if let planned = planned[path] {
      guard let planned else { throw StorageError.missing(path: path) }
      return planned
    }
    let document = ThreadDocument(try directory.read(path))
    guard !document.isUTF16 else { throw JournalError.utf16(path: path) }
    return document
  }

  /// Whether something has this path after the steps.
  func hasFile(at path: String, in directory: JournalDirectory) throws -> Bool {
    if let planned = planned[path] { return planned != nil }
    return try directory.hasFile(at: path)
  }

  /// Plans `splices` of `document`, which is the file at `path` as the steps so far leave it.
  mutating func edit(_ path: String, _ document: ThreadDocument, _ splices: [Splice]) {
    guard !splices.isEmpty else { return }
    planned[path] = ThreadDocument(document.bytes.applying(splices))
    if let index = openSteps[path], case .edit(_, let original, let earlier) = steps[index] {
      steps[index] = .edit(
        path: path, original: original,
        splices: earlier.followed(by: splices, on: original.bytes))
    } else {
      openSteps[path] = steps.count
      steps.append(.edit(path: path, original: document, splices: splices))
    }
  }

  /// Plans a change that makes or removes a file.
  mutating func add(_ change: FileChange) {
    switch change {
    case .edited, .renamed: break
    case .created(let path, let bytes, _): planned[path] = ThreadDocument(bytes)
    case .removed(let path, _, _): planned[path] = .some(nil)
    }
    openSteps[change.path] = nil
    steps.append(.other(change))
  }

  /// Plans a new name.
  mutating func rename(
    _ path: String, to newPath: String, in directory: JournalDirectory
  ) throws {
    planned[newPath] = try document(at: path, in: directory)
    planned[path] = .some(nil)
    openSteps[path] = nil
    openSteps[newPath] = nil
    steps.append(.other(.renamed(from: path, to: newPath)))
  }

  /// Plans a change that is worked out already, and leaves the file's bytes for later steps to read.
  mutating func add(_ change: FileChange, leaving bytes: [UInt8]) {
    planned[change.path] = ThreadDocument(bytes)
    steps.append(.other(change))
  }
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
      joined.map { Splice($0.range.lowerBound - start..<$0.range.upperBound - start, $0.replacement) }
    )
    let offset = start + shift
    let local = splice.range.lowerBound - offset..<splice.range.upperBound - offset
    replaceSubrange(
      first..<last,
      with: [Splice(start..<end, stretch.applying([Splice(local, splice.replacement)]))])
  }
}
