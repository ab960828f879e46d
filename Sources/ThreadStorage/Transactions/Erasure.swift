/// What a purge takes out of a file, told without a word of it: its record outlives a crash, and must keep nothing.
///
/// An entry is told by where it stood, how long it was, a checksum of its bytes and its id. A file that somebody has
/// changed since is read anew, and the entries are looked for wherever they stand by then.
package enum Erasure: Hashable, Sendable {
  /// These entries of the thread at `path`, which then has bytes of the checksum `leaving`.
  case entries(path: String, [ErasedEntry], leaving: Checksum)
  /// The file at `path`, which has bytes of this checksum.
  case file(path: String, Checksum, as: RemovedFile)

  /// The file's path in the journal.
  package var path: String {
    switch self {
    case .entries(let path, _, _), .file(let path, _, _): path
    }
  }

  /// The erasure of these entries of `document`, the file at `path`.
  package init(of slices: [EntrySlice], in document: ThreadDocument, at path: String) {
    let rest = document.bytes.applying(slices.flatMap { document.splicesRemoving($0) })
    self = .entries(
      path: path, slices.map { ErasedEntry($0, in: document) }, leaving: Checksum(rest))
  }

  /// The erasure of the file at `path`, which has these bytes.
  package init(
    of bytes: [UInt8], at path: String, in directory: JournalDirectory
  ) throws(StorageError) {
    let sum = Checksum(bytes)
    let permissions = try directory.removal(of: path).permissions
    let name = try directory.namedFile(at: path).name
    // The mark tells whether somebody has written to the file since it was displaced.
    let kept = Backups.freshName(for: name, marked: Backups.mark(sum, sum))
    self = .file(path: path, sum, as: RemovedFile(name: kept, permissions: permissions))
  }

  /// What is left of the file's `bytes`; they stay as they are where an entry is not what it was.
  func applied(to bytes: [UInt8]) -> (bytes: [UInt8], conflicts: [Conflict]) {
    guard case .entries(let path, let erased, let leaving) = self, Checksum(bytes) != leaving
    else { return (bytes, []) }
    let document = ThreadDocument(bytes)
    var search = ErasedEntrySearch(document)
    var splices: [Splice] = []
    var conflicts: [Conflict] = []
    // First those that stand where they stood: of several that are the same, these are meant.
    let moved = erased.filter { entry in
      guard let slice = search.take(entry, at: entry.offset) else { return true }
      splices += document.splicesRemoving(slice)
      return false
    }
    for entry in moved {
      if let slice = search.take(entry, at: nil) {
        splices += document.splicesRemoving(slice)
      } else if let conflict = search.conflict(entry, path) {
        conflicts.append(conflict)
      }
    }
    return conflicts.isEmpty ? (bytes.applying(splices), []) : (bytes, conflicts)
  }
}

extension Erasure {
  /// Those of the files that its purge displaced, by their names, which may be of this one.
  func backups(among names: Set<String>) -> [String] {
    switch self {
    case .file(_, _, let removed): [removed.name]
    case .entries(let path, _, _):
      names.filter {
        path.utf8.reversed().starts(with: Backups.originalName(of: $0).utf8.reversed())
      }
    }
  }

  /// What it takes out of a file that has these bytes.
  func part(of bytes: [UInt8]) -> ErasedPart {
    let document = ThreadDocument(bytes)
    guard case .entries(let path, let erased, _) = self else {
      return ErasedPart(of: document, at: path)
    }
    var search = ErasedEntrySearch(document)
    let found = erased.compactMap { search.take($0, at: $0.offset) ?? search.take($0, at: nil) }
    return ErasedPart(path: path, bytes: bytes, entries: found, isWhole: false)
  }

  /// The ids of those of its entries that stand in the file with these bytes; nil where the whole file was to go.
  func entriesLeft(in bytes: [UInt8]) -> [String]? {
    guard case .entries(_, let erased, _) = self else { return nil }
    let there = Set(ThreadDocument(bytes).entryIDs.map(\.description))
    return erased.compactMap(\.id).filter(there.contains)
  }
}

/// Words that a purge takes out of a file, as drafts are searched for them.
public struct ErasedPart: Sendable {
  public let path: String
  /// The file's bytes, as they were.
  public let bytes: [UInt8]
  public let entries: [EntrySlice]
  /// Whether the file itself goes, and not its entries alone.
  public let isWhole: Bool

  public init(path: String, bytes: [UInt8], entries: [EntrySlice], isWhole: Bool) {
    (self.path, self.bytes, self.entries, self.isWhole) = (path, bytes, entries, isWhole)
  }

  /// Checksums of the ids of its entries.
  package var sums: [Checksum] {
    entries.compactMap { slice in
      slice.heading.attributes?.id.flatMap { EntryID(String(utf8: bytes[$0])) }.map {
        Checksum($0.description.utf8)
      }
    }
  }

  /// The whole of the file at `path`.
  package init(of document: ThreadDocument, at path: String) {
    self.init(path: path, bytes: document.bytes, entries: document.entries, isWhole: true)
  }
}

/// An entry that is to go, without its words.
package struct ErasedEntry: Hashable, Sendable {
  /// Where its heading began in the file, in bytes.
  let offset: Int
  /// How many bytes it had, without blank lines at its end.
  let length: Int
  /// The checksum of those bytes.
  let sum: Checksum
  /// Its id, if it had one.
  let id: String?
}

extension ErasedEntry {
  fileprivate init(_ slice: EntrySlice, in document: ThreadDocument) {
    let content = Self.content(of: slice, in: document)
    self.init(
      offset: slice.region.lowerBound, length: content.count, sum: Checksum(content),
      id: document.id(of: slice)?.description)
  }

  /// The entry's bytes without blank lines at its end, which change with what is added below it.
  fileprivate static func content(
    of slice: EntrySlice, in document: ThreadDocument
  ) -> ArraySlice<UInt8> {
    document.bytes[slice.region].withoutBlankEnd
  }
}

/// The entries of a file that are not taken yet, by what they are.
private struct ErasedEntrySearch {
  private struct Key: Hashable {
    let length: Int
    let sum: Checksum
  }

  private let document: ThreadDocument
  private var byOffset: [Int: Int] = [:]
  /// The last of each key first.
  private var byKey: [Key: [Int]] = [:]
  private var byID: [String: Int] = [:]
  private var taken: Set<Int> = []

  init(_ document: ThreadDocument) {
    self.document = document
    for (index, slice) in document.entries.enumerated().reversed() {
      byOffset[slice.region.lowerBound] = index
      if let id = document.id(of: slice) { byID[id.description] = index }
      byKey[key(of: slice), default: []].append(index)
    }
  }

  private func key(of slice: EntrySlice) -> Key {
    let content = ErasedEntry.content(of: slice, in: document)
    return Key(length: content.count, sum: Checksum(content))
  }

  /// The entry, at `offset` or anywhere; each is given out once.
  mutating func take(_ entry: ErasedEntry, at offset: Int?) -> EntrySlice? {
    let key = Key(length: entry.length, sum: entry.sum)
    var found: Int?
    if let offset {
      found = byOffset[offset].flatMap { self.key(of: document.entries[$0]) == key ? $0 : nil }
      if let index = found, taken.contains(index) { found = nil }
    } else {
      while let index = byKey[key]?.popLast() {
        if taken.contains(index) { continue }
        found = index
        break
      }
    }
    guard let found else { return nil }
    taken.insert(found)
    return document.entries[found]
  }

  /// What stands in the way of an entry that was not found; nil where it is gone already.
  func conflict(_ entry: ErasedEntry, _ path: String) -> Conflict? {
    guard let id = entry.id else {
      // Without an id nobody can tell whether it is gone or has other words by now.
      return Conflict(kind: .changed, path: path)
    }
    guard let index = byID[id] else { return nil }
    let region = document.entries[index].region
    return Conflict(
      kind: .changed, path: path, line: document.position(of: region.lowerBound).line,
      found: Array(document.bytes[region]))
  }
}
