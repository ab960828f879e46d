/// Text that is not in a thread yet, in `.threadjournal/drafts/`.
///
/// What somebody types is nowhere but here until it is in a thread. So a draft is made before anything that may fail
/// or take long: before the editor starts, at the first pause of standard input (`DraftStream`, which grows with it),
/// before a wait for the lock, and after any error. It goes once a transaction has the words. Until then `tj draft`
/// lists it and `tj draft resume` finishes it, once, however often it is tried: the id of the new entry is in the
/// note.
///
/// A draft is `NAME.md`, exactly the text, for any editor to open; beside it, `NAME.note` holds what the program must
/// know to finish it, in named parts (`PartWriter`). Both are on the disk when a call returns. No lock is needed:
/// every name is new. A `.watched` beside them is no draft, but what a `ConcurrentSave` looks for in a thread. What an
/// editor leaves beside a draft is a `Leftover`.
public struct DraftBox: Sendable {
  let directory: JournalDirectory

  public struct Draft: Sendable {
    /// What to call it: sixteen hexadecimal digits.
    public let name: String
    /// The absolute path (as the journal's is) of the file with the text.
    public let path: String
    /// When it was last written, in seconds since 1970.
    public var modified: Int64 { changed.secondsSinceEpoch }
    /// The same, with the nanoseconds, by which drafts of one second are told apart.
    let changed: Instant
  }

  func folder() throws(StorageError) -> OpenFolder { try directory.state(.drafts).folder }

  /// Keeps `text`, and `note` in the caller's own syntax beside it.
  public func create(_ text: [UInt8], note: [UInt8] = []) throws(StorageError) -> Draft {
    let folder = try folder()
    let name = SystemRandom.freshName()
    // It stays open until its text is there: a note that nobody writes and that has no text is taken away.
    let noteFile = try folder.write(note, toNew: name + ".note")
    do throws(StorageError) { try folder.write(text, toNew: name + ".md") } catch {
      try? folder.remove(name + ".note")
      throw error
    }
    withExtendedLifetime(noteFile) {}
    try folder.sync()
    return try draft(name, in: folder)
  }

  /// All drafts, the oldest first.
  /// - Parameter passesOver: Whether one that cannot be looked at is left out, and no error.
  public func list(passesOver: Bool = true) throws(StorageError) -> [Draft] {
    guard let state = try directory.existingState(.drafts) else { return [] }
    var drafts: [Draft] = []
    for name in try state.names(passesOver: passesOver, where: StateFolder.isText) {
      do throws(StorageError) {
        drafts.append(try draft(String(name.dropLast(3)), in: state.folder))
      } catch {
        // One that somebody finished meanwhile is not an error.
        if case .missing = error { continue }
        if !passesOver { throw error }
      }
    }
    return drafts.sorted { ($0.changed, $0.name) < ($1.changed, $1.name) }
  }

  /// How many texts wait for their writers: one look at the folder's names; 0 where it cannot be read.
  public func waitingCount() -> Int {
    guard let state = try? directory.existingState(.drafts) else { return 0 }
    return (try? state.names(where: StateFolder.isText))?.count ?? 0
  }

  public func text(of draft: Draft) throws(StorageError) -> [UInt8] {
    try folder().bytes(of: draft.name + ".md")
  }

  /// What was kept beside a text draft; empty where there is nothing.
  public func note(of draft: Draft) throws(StorageError) -> [UInt8] {
    try StorageError.ifThere(try folder().bytes(of: draft.name + ".note")) ?? []
  }

  /// Gives a draft another text and note; a crash in the middle leaves the old ones, or one of them.
  package func replace(_ draft: Draft, text: [UInt8], note: [UInt8]) throws(StorageError) {
    let folder = try folder()
    for (bytes, ending) in [(note, ".note"), (text, ".md")] where !bytes.isEmpty {
      // What a crash leaves of it is no draft, and goes with the draft like an editor's older version of it.
      let name = draft.name + ".md." + SystemRandom.freshName() + "~"
      try folder.write(bytes, toNew: name)
      try folder.rename(name, over: draft.name + ending, in: folder)
    }
    try folder.sync()
  }

  /// Whether somebody has the text open to write to it, or may have where the system does not tell.
  package func isBeingWritten(_ draft: Draft) -> Bool {
    let file = try? folder().open(draft.name + ".md", O_RDONLY)
    return file?.isBeingWritten == true
  }

  /// Takes a draft away for good, and older versions of it that an editor kept; where asked, also what it never saved.
  public func remove(_ draft: Draft, withUnsaved: Bool = false) throws(StorageError) {
    let folder = try folder()
    _ = try StorageError.ifThere(try folder.remove(draft.name + ".md"))
    _ = try StorageError.ifThere(try folder.remove(draft.name + ".note"))
    removeLeftovers { $0.draft == draft.name && (withUnsaved || !$0.isUnsaved) }
    try folder.sync()
  }

  /// A file that an editor keeps beside a draft, and leaves there when it is killed.
  public struct Leftover: Sendable {
    public let draft: String
    /// The absolute path of the file.
    public let path: String
    /// Whether it may have what was typed since the last save; else it is what the draft said before.
    public let isUnsaved: Bool
    let name: String

    /// What editors put before the name of a file, in the names of those that they keep beside it; the longest first.
    private static let marks = [".~lock.", ".#", "._", ".~", ".", "#"]

    /// What an editor makes of `DRAFT.md`, such as `.DRAFT.md.swp` or `DRAFT.md~`; nil for other names.
    init?(_ name: String, in folder: OpenFolder) {
      let mark = Self.marks.first(where: name.hasPrefix) ?? ""
      let own = name.dropFirst(mark.count)
      let ending = own.dropFirst(19)
      guard StateFolder.beginsWithNumber(String(own)),
        own.utf8.dropFirst(16).starts(with: ".md".utf8),
        // A text that somebody put there, and its note.
        mark.hasPrefix(".") || !StateFolder.isText(name) && !name.hasSuffix(".note")
      else { return nil }
      // An undo file (`.un~`) is written when the text is; locks and attributes hold no words.
      let isOlder = ending.hasSuffix("~") || [".bak", ".orig"].contains(ending)
      isUnsaved = !isOlder && ![".~lock.", ".#", "._"].contains(mark)
      draft = String(own.prefix(16))
      self.name = name
      path = folder.path(of: name)
    }
  }

  /// What editors left; none where the folder cannot be read.
  public func leftovers() -> [Leftover] {
    guard let state = try? directory.existingState(.drafts),
      let names = try? state.folder.names()
    else { return [] }
    return names.sorted().compactMap { Leftover($0, in: state.folder) }
      .filter { state.fault(of: $0.name) == nil }
  }

  /// What an editor has of this draft that nobody saved.
  public func unsaved(of draft: Draft) -> Leftover? {
    leftovers().first { $0.draft == draft.name && $0.isUnsaved }
  }

  public func removeLeftovers(where isMeant: (Leftover) -> Bool) {
    guard let folder = try? folder() else { return }
    for leftover in leftovers() where isMeant(leftover) { try? folder.remove(leftover.name) }
  }

  private func draft(_ name: String, in folder: OpenFolder) throws(StorageError) -> Draft {
    let path = folder.path(of: name + ".md")
    guard let status = try folder.status(of: name + ".md"), status.kind == .regular else {
      throw .missing(path: path)
    }
    return Draft(name: name, path: path, changed: status.modified)
  }
}

extension JournalDirectory {
  public var drafts: DraftBox { DraftBox(directory: self) }
}

/// A text draft that grows while its text arrives; on the disk after every call.
public struct DraftStream: Sendable {
  private let file: OpenFile
  /// The draft, for when the text is whole or the input was cut off.
  public let draft: DraftBox.Draft

  /// Begins a draft with `text`, and `note` beside it.
  public init(_ text: [UInt8], note: [UInt8], in box: DraftBox) throws(StorageError) {
    draft = try box.create(text, note: note)
    file = try box.folder().open(draft.name + ".md", O_WRONLY | O_APPEND)
  }

  public func append(_ bytes: [UInt8]) throws(StorageError) {
    try file.write(bytes)
    try file.sync()
  }
}
