import ThreadStorage

/// What became of a thread between two versions of its file, counted in entries.
package struct ThreadChange: Equatable, Sendable {
  package let title: String
  /// The id of the thread, if it has one.
  package let id: String?
  /// Whether there was no file before.
  package private(set) var isNew: Bool
  /// Whether there is none any more.
  package let isGone: Bool
  package private(set) var added = 0
  package private(set) var edited = 0
  package private(set) var deleted = 0
  package private(set) var restored = 0
  /// How many entries were taken out of the file.
  package private(set) var removed = 0
  /// Whether the thread itself was deleted, or restored; nil for neither.
  package let isDeleted: Bool?
  /// Whether it has another title, or its file another name.
  package private(set) var isRenamed: Bool
  package private(set) var changesFrontMatter = false
  package private(set) var changesPreamble = false
  /// What became of the entries that were edited, deleted or restored, but for what says the same as before.
  package private(set) var changes: [EntryChange] = []

  /// Compares two versions of the file at `path`, of which nil is no file; nil where neither is a thread.
  ///
  /// How lines end does not count.
  package init?(path: String, before: [UInt8]?, after: [UInt8]?) {
    let before = before.map { LineEnding.lineFeed.ending(linesOf: $0) }
    let after = after.map { LineEnding.lineFeed.ending(linesOf: $0) }
    let versions = [after, before].compactMap(\.self)
    guard versions.contains(where: Self.isThread), let newest = versions.first else { return nil }
    let header = ThreadFile(newest, path: path, zone: .utc).header
    title = header.title
    id = header.id
    let old = before.flatMap { after == nil ? nil : ThreadFile($0, path: path, zone: .utc).header }
    let wasDeleted = old.map { $0.deletion != nil }
    isDeleted = wasDeleted.flatMap { $0 == (header.deletion != nil) ? nil : !$0 }
    isRenamed = old.map { $0.title != header.title } ?? false
    isNew = before == nil
    isGone = after == nil
    // What cannot be cut into entries is changed, and that is all that is known of it.
    guard let (old, new, match) = Self.match(before ?? [], after ?? []) else { return }
    count(old, new, match)
  }

  /// Whether an entry was edited of which nothing tells yet that this takes back a change.
  package var hasOwnEdits: Bool { changes.contains { $0.takenBack == nil } }

  /// A change of the thread's file that was committed, from one of some versions to another.
  package struct Committed: Sendable {
    let time: Instant
    package let before: String
    package let after: String

    package init(time: Instant, before: String, after: String) {
      (self.time, self.before, self.after) = (time, before, after)
    }
  }

  /// Notes which of its changes have an entry, line by line, as it was before one of `commits`, the newest first.
  package mutating func noteTakenBack(
    _ commits: [Committed], _ versions: [String: [UInt8]], in zone: LocalTimeZone
  ) {
    let blocks = versions.mapValues { bytes in
      let document = ThreadDocument(bytes)
      return Set(document.entries.map { document.block(of: $0, lineEnding: .lineFeed) })
    }
    for index in changes.indices where changes[index].takenBack == nil {
      let block = changes[index].block
      let commit = commits.first {
        blocks[$0.before]?.contains(block) == true && blocks[$0.after]?.contains(block) == false
      }
      changes[index].takenBack = commit.map { Timestamp(instant: $0.time, in: zone) }
    }
  }

  private static func match(
    _ before: [UInt8], _ after: [UInt8]
  ) -> (old: MergeVersion, new: MergeVersion, ours: [Int32])? {
    guard let old = try? MergeVersion(before, like: nil),
      let new = try? MergeVersion(after, like: old),
      let match = try? MergeMatch(old, new, old)
    else { return nil }
    return (old, new, match.ours)
  }

  /// This change of a new file as one of the thread that was in the file which `old` says is gone.
  package func moved(from old: ThreadChange) -> ThreadChange {
    var change = self
    (change.isNew, change.isRenamed) = (false, true)
    change.added = max(0, added - old.removed)
    change.removed = max(0, old.removed - added)
    return change
  }

  private mutating func count(_ old: MergeVersion, _ new: MergeVersion, _ match: [Int32]) {
    for (index, oldIndex) in match.enumerated().dropFirst() {
      guard oldIndex >= 0 else {
        added += 1
        continue
      }
      if new.isSame(index, as: old, Int(oldIndex)) { continue }
      let change = EntryChange(old.content(of: Int(oldIndex)), new.content(of: index))
      if let change, !change.parts.isEmpty { changes.append(change) }
      let wasDeleted = old.heading(of: Int(oldIndex))?.attributes?.isDeleted ?? false
      let isDeleted = new.heading(of: index)?.attributes?.isDeleted ?? false
      if wasDeleted != isDeleted {
        if isDeleted { deleted += 1 } else { restored += 1 }
        // It says the same else.
        if change?.parts.count == 1 { continue }
      }
      edited += 1
    }
    removed = old.parts.count - match.count { $0 >= 0 }
    changesPreamble = !old.isSame(0, as: new, 0)
    changesFrontMatter = old.block != new.block
  }

  /// The lines of the entries without ids that were taken out of a file between these versions, but for those in the
  /// trash, and those that may only be changed: one that is new has their time, or their words.
  static func unnamedGone(before: [UInt8], after: [UInt8]) -> [[UInt8]] {
    let versions = [before, after].map { LineEnding.lineFeed.ending(linesOf: $0) }
    guard let (old, new, match) = match(versions[0], versions[1]) else { return [] }
    let taken = Set(
      match.indices.filter { match[$0] < 0 || !isOther(new, $0, than: old, Int(match[$0])) }
        .map { match[$0] })
    let gone = old.parts.indices.filter {
      old.parts[$0].id.isEmpty && !taken.contains(Int32($0))
    }
    guard !gone.isEmpty else { return [] }
    var others: [[UInt8]: [Int]] = [:]
    for index in match.indices where match[index] < 0 {
      for mark in EntryParts(new.content(of: index))?.marks ?? [] {
        others[mark, default: []].append(index)
      }
    }
    var used: Set<Int> = []
    return gone.compactMap { index in
      let block = old.content(of: index)
      guard let parts = EntryParts(block), !parts.isDeleted else { return nil }
      for mark in parts.marks {
        while let other = others[mark]?.popLast() {
          if used.insert(other).inserted { return nil }
        }
      }
      return Array(block) + [.lineFeed]
    }
  }

  /// Whether an entry without an id has none of the words of the one at its place, so that somebody wrote over it.
  private static func isOther(
    _ new: MergeVersion, _ index: Int, than old: MergeVersion, _ oldIndex: Int
  ) -> Bool {
    guard old.parts[oldIndex].id.isEmpty, new.parts[index].id.isEmpty,
      !new.isSame(index, as: old, oldIndex), let own = EntryParts(new.content(of: index)),
      let before = EntryParts(old.content(of: oldIndex))
    else { return false }
    func words(_ parts: EntryParts) -> Set<ArraySlice<UInt8>> {
      Set((parts.title + [Byte.space] + parts.text).split(whereSeparator: Byte.isSpace))
    }
    let (typed, known) = (words(own), words(before))
    return known.count > 2 && !typed.isEmpty && typed.isDisjoint(with: known)
  }

  /// Whether the file of these bytes is a thread: one with front matter, or with an entry.
  package static func isThread(_ bytes: [UInt8]) -> Bool {
    let layout = FileLayout(bytes.span)
    return layout.frontMatter != nil
      || layout.entries(in: bytes.span).firstHeading < bytes.count
  }
}

extension ThreadMerge {
  /// What is wrong with a thread that was merged of these versions, and with none of them; nil where it can be read as
  /// one, with each id once and no marker left.
  package static func fault(of bytes: [UInt8], mergedFrom versions: [[UInt8]]) -> MergeRefusal? {
    guard let fault = fault(of: bytes) else {
      func marks(_ bytes: [UInt8]) -> Int { ConflictMarkers.labelled(in: bytes).count }
      return marks(bytes) > versions.reduce(0) { $0 + marks($1) } ? .conflictMarkers : nil
    }
    return versions.contains { self.fault(of: $0) == fault } ? nil : fault
  }

  private static func fault(of bytes: [UInt8]) -> MergeRefusal? {
    do throws(MergeRefusal) {
      let version = try MergeVersion(bytes, like: nil)
      _ = try MergeMatch(version, version, version)
      return nil
    } catch {
      return error
    }
  }

  /// Whether two files are versions of one thread: they have its id, or an entry, in common.
  package static func areOneThread(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let ids = [one, other].map { ThreadFile($0, path: "", zone: .utc).header.id }
    return ids[0] != nil && ids[0] == ids[1]
      || !Set(Self.ids(of: one)).isDisjoint(with: Self.ids(of: other))
  }

  /// Whether two files of one name are different threads by their ids.
  package static func areTwoThreads(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let ids = [one, other].compactMap { ThreadFile($0, path: "", zone: .utc).header.id }
    return ids.count == 2 && ids[0] != ids[1]
  }

  /// The fields of the base that neither side defines any more, where each has a new one of its own: as it seems, both
  /// gave them another name.
  package static func fieldsRenamedTwice(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [String]
  {
    let names = [base, ours, theirs].map { version in
      FieldSchema(ThreadDocument(version).frontMatter).fields.map(\.key)
    }
    let sides = names[1...].map { Set($0) }
    let new = sides.map { $0.subtracting(names[0]) }
    guard !new[0].subtracting(new[1]).isEmpty, !new[1].subtracting(new[0]).isEmpty else {
      return []
    }
    return names[0].filter { name in !sides.contains { $0.contains(name) } }
  }

  /// The fields that one side defines anew, or no more, where the other has values of them that the base has not.
  package static func reinterpreted(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> [String] {
    let documents = [base, ours, theirs].map { ThreadDocument($0) }
    let known = FieldSchema(documents[0].frontMatter).fields
    let entries = Set(documents[0].entries.map { documents[0].bytes[$0.region] })
    var names: Set<String> = []
    for (side, other) in [(documents[1], documents[2]), (documents[2], documents[1])] {
      let now = FieldSchema(side.frontMatter).fields
      let changed = Set(
        known.filter { field in
          !now.contains { $0.key == field.key && $0.type == field.type && $0.unit == field.unit }
        }.map(\.key))
      guard !changed.isEmpty else { continue }
      for slice in other.entries where !entries.contains(other.bytes[slice.region]) {
        for field in slice.content(in: other.bytes.span).fields {
          let name = other.string(field.name)
          if changed.contains(FieldName.key(name)) { names.insert(name) }
        }
      }
    }
    return names.sorted()
  }

  /// The ids of the entries, in their order.
  package static func ids(of bytes: [UInt8]) -> [EntryID] { ThreadDocument(bytes).entryIDs }
}
