/// Text that is not in a thread yet, in `.threadjournal/drafts/`; needs no lock.
///
/// A text draft is `NAME.md`, exactly the text, for any editor to open; beside it, `NAME.note` holds
/// what the program must know to finish it. Both are on the disk when a call returns.
public struct DraftBox: Sendable {
  let directory: JournalDirectory

  /// A draft in the box.
  public struct Draft: Sendable {
    /// What to call it: sixteen hexadecimal digits.
    public let name: String
    /// The absolute path (as the journal's is) of the file with the text.
    public let path: String
    /// Whether it is a change that the next `withLock` finishes by itself, not text that waits for its writer.
    public let isUnfinishedChange: Bool
    /// The thread's path in the journal, of an unfinished change.
    public let target: String?
    /// When it was last written, in seconds since 1970.
    public var modified: Int64 { changed.first ?? 0 }
    /// The same, with the nanoseconds, by which drafts of one second are told apart.
    let changed: [Int64]
  }

  /// The drafts folder, made where it is missing.
  func folder() throws(StorageError) -> OpenFolder { try directory.state(.drafts).folder }

  /// Keeps `text`, and `note` in the caller's own syntax beside it.
  public func create(_ text: [UInt8], note: [UInt8] = []) throws(StorageError) -> Draft {
    let folder = try folder()
    let name = Self.freshName()
    try Self.write(note, to: name + ".note", in: folder)
    do throws(StorageError) { try Self.write(text, to: name + ".md", in: folder) } catch {
      try? folder.remove(name + ".note")
      throw error
    }
    try folder.sync()
    return try draft(name, ".md", in: folder)
  }

  /// All drafts, the oldest first.
  public func list() throws(StorageError) -> [Draft] {
    guard let state = try directory.existingState(.drafts) else { return [] }
    let suffixes = [".md", ".append", ".create", ".overwrite"]
    var drafts: [Draft] = []
    for file in try state.names() {
      guard let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
      let suffix = String(file[dot...])
      guard suffixes.contains(suffix) else { continue }
      // One that somebody finished meanwhile is not an error.
      if let draft = try? draft(String(file[..<dot]), suffix, in: state.folder) {
        drafts.append(draft)
      }
    }
    return drafts.sorted { one, other in
      one.changed == other.changed
        ? one.name < other.name : one.changed.lexicographicallyPrecedes(other.changed)
    }
  }

  /// How many texts wait for their writers: one look at the folder's names; 0 where it cannot be read.
  public func waitingCount() -> Int {
    guard let state = (try? directory.existingState(.drafts)) ?? nil else { return 0 }
    return (try? state.names { $0.utf8.suffix(3).elementsEqual(".md".utf8) })?.count ?? 0
  }

  /// The draft of this name.
  /// - Throws: `missing` where there is none.
  public func draft(named name: String) throws(StorageError) -> Draft {
    guard let draft = try list().first(where: { $0.name == name }) else {
      throw .missing(path: path(name + ".md"))
    }
    return draft
  }

  /// The text: of a text draft its file's bytes, of an unfinished change the bytes on their way.
  public func text(of draft: Draft) throws(StorageError) -> [UInt8] {
    let bytes = try Self.read(file(of: draft), in: folder())
    guard draft.isUnfinishedChange else { return bytes }
    guard let record = DraftRecord(decoding: bytes), record.kind == .overwrite else {
      return DraftRecord.remains(of: bytes)
    }
    return Array(record.bytes.dropFirst(record.size))
  }

  /// What was kept beside a text draft; empty where there is nothing.
  public func note(of draft: Draft) throws(StorageError) -> [UInt8] {
    do throws(StorageError) { return try Self.read(draft.name + ".note", in: folder()) } catch {
      guard error.code == ENOENT else { throw error }
      return []
    }
  }

  /// Takes a draft away for good.
  public func remove(_ draft: Draft) throws(StorageError) {
    let folder = try folder()
    do throws(StorageError) { try folder.remove(file(of: draft)) } catch {
      guard error.code == ENOENT else { throw error }
    }
    try? folder.remove(draft.name + ".note")
    try folder.sync()
  }

  private func path(_ file: String) -> String {
    directory.root + "/" + JournalDirectory.markerName + "/drafts/" + file
  }

  private func file(of draft: Draft) -> String {
    String(decoding: draft.path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  func draft(
    _ name: String, _ suffix: String, in folder: OpenFolder
  ) throws(StorageError) -> Draft {
    guard let facts = try folder.facts(of: name + suffix), facts.kind == .regular else {
      throw .missing(path: path(name + suffix))
    }
    let unfinished = suffix != ".md"
    let bytes = unfinished ? try Self.read(name + suffix, in: folder) : []
    return Draft(
      name: name, path: path(name + suffix), isUnfinishedChange: unfinished,
      target: unfinished ? DraftRecord(decoding: bytes)?.target : nil,
      changed: facts.modified)
  }

  static func freshName() -> String {
    var generator = SystemRandom()
    return Checksum.hexadecimal(generator.next())
  }

  static func read(_ name: String, in folder: OpenFolder) throws(StorageError) -> [UInt8] {
    let file = try folder.open(name, O_RDONLY)
    return try file.allBytes(expected: try file.regularFacts(upTo: StateFolder.mostBytes).size)
  }

  /// Writes a new file and syncs it; leaves none behind where that fails.
  static func write(
    _ bytes: [UInt8], to name: String, in folder: OpenFolder
  ) throws(StorageError) {
    let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
    do throws(StorageError) {
      try file.write(bytes)
      try file.sync()
    } catch {
      try? folder.remove(name)
      throw error
    }
  }
}

extension DraftBox {
  /// Makes a record durable and returns its file's name.
  static func write(
    _ record: DraftRecord, in folder: OpenFolder
  ) throws(StorageError) -> String {
    let name = freshName() + "." + record.kind.rawValue
    try write(record.encoded, to: name, in: folder)
    do throws(StorageError) { try folder.sync() } catch {
      try? folder.remove(name)
      throw error
    }
    return name
  }
}
