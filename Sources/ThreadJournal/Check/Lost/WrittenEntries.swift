import ThreadStorage

/// What records of changes say that the threads should hold.
struct WrittenEntries {
  private(set) var versions: [EntryID: WrittenVersion] = [:]
  /// The lines that tj wrote of entries of which a record has only lines.
  private var ownTornLines: [EntryID: Set<[UInt8]>] = [:]
  /// The entries that the record of a number put back as they had been written before.
  private var restored: [UInt64: Set<EntryID>] = [:]
  /// Which imports brought the entries that each record took away, as where an import was undone.
  private var importsTakenBack: [UInt64: [EntryID: UInt64]] = [:]
  /// The ids that the record of a number took from copies, or gave back to them.
  private var ofCopies: [UInt64: Set<EntryID>] = [:]
  /// The entries that a command took out last, and none has put back since.
  private(set) var takenOut: Set<EntryID> = []
  /// The command that took each of these from a file, to another one or for good, and when.
  private(set) var takenFrom: [EntryID: (path: String, summary: String, time: Timestamp)] = [:]
  /// Checksums of the ids of what was purged, and no command has brought back since.
  private var purged: Set<Checksum> = []
  /// What they say of entries without ids.
  private(set) var unnamed = UnnamedEntries()
  /// The entries of older records, which are gone.
  private var known: [EntryID: KnownEntry] = [:]
  /// The number of the record of the import that added each of these entries.
  private var importRecords: [EntryID: UInt64] = [:]
  /// Of each record of an import of one file, the name of that.
  private var importedFiles: [UInt64: String] = [:]
  /// What they say of front matter.
  private(set) var frontMatter = WrittenFrontMatter()
  /// The newest records that changed so many entries of files that they have only the lines of these.
  private var wideChanges: [String: UInt64] = [:]
  /// The number of the newest record.
  private var newest: UInt64 = 0

  var isEmpty: Bool { versions.isEmpty && known.isEmpty }

  var hasPurged: Bool { !purged.isEmpty }

  /// Whether the entry `id` was purged.
  func isPurged(_ id: EntryID) -> Bool {
    hasPurged && purged.contains(Checksum(id.description.utf8))
  }

  /// Whether tj wrote this line, but for blanks around it, into a thread, in whatever version of an entry.
  func isOwn(_ line: [UInt8], at path: String) -> Bool {
    versions.values.contains { version in
      version.entry.path == path
        && version.earlier.union([version.entry.block]).contains { block in
          block.split(separator: 0x0A).contains {
            $0.trimmed.suffix(line.count).elementsEqual(line)
          }
        }
    }
  }

  /// The file that the entry `id` was written to last, as it is called now.
  func path(of id: String) -> String? {
    EntryID(id).flatMap { versions[$0]?.entry.path }
  }

  /// Whether the entry `id` got the field of this `FieldName.key` here, after an import wrote it or without one; nil where no
  /// record tells.
  func isAdded(_ key: String, to id: EntryID) -> Bool? {
    guard let version = versions[id], !version.isNamedByFix else { return nil }
    guard let block = version.imported else { return isImported(id.description) ? nil : true }
    return version.hasAdded(key, to: block)
  }

  /// The entry `id` as an import wrote it last; nil where no record tells.
  func blockImported(of id: EntryID) -> [UInt8]? { versions[id]?.imported }

  /// When tj wrote the entry `id` last.
  func timeWritten(_ id: String) -> Timestamp? {
    EntryID(id).flatMap { versions[$0]?.entry.written }
  }

  /// Whether a command moved the entry `id` from one file to another.
  func isMoved(_ id: String, from path: String, to other: String) -> Bool {
    EntryID(id).flatMap { versions[$0] }.map {
      $0.movedFrom.contains(path) && $0.entry.path == other
    }
      ?? false
  }

  /// Whether records tell that an import added the entry `id`.
  func isImported(_ id: String) -> Bool {
    EntryID(id).map { importRecords[$0] != nil || known[$0]?.isImported == true } ?? false
  }

  /// Whether records tell where the entry `id` came from.
  func tellsOrigin(_ id: EntryID) -> Bool {
    isImported(id.description) || known[id] != nil || versions[id].map { !$0.isFound } == true
  }

  /// The name of the file whose import added the entry `id`, or where that had several the number of its record; nil where
  /// no record is there.
  func importNamed(_ id: String) -> String? {
    importRecord(of: id).map { importedFiles[$0] ?? String($0) }
  }

  /// The number of the record of the import that added the entry `id`, where it is there.
  func importRecord(of id: String) -> UInt64? {
    EntryID(id).flatMap { importRecords[$0] }
  }

  /// The time that tj gave the entry `id` last.
  func time(of id: EntryID) -> Timestamp? {
    versions[id].flatMap { version in
      version.heading.map {
        WrittenVersion.document(ofHeading: $0).entries.first?.heading.timestamp
      }
        ?? version.entry.timestamp
    }
  }

  /// Whether tj gave the entry `id` this time last, as far as old records tell, to the minute.
  func hasGiven(_ time: Timestamp, to id: EntryID) -> Bool {
    self.time(of: id).map { $0 == time }
      ?? (known[id]?.time == (time.precision == .day ? time.date.text : time.minuteText))
  }

  /// The title that tj gave the entry `id` last, where its time and title were not `typed`; nil also where another machine
  /// edited it since, as the attribute tells.
  func title(of id: EntryID, unlike typed: [UInt8], edited: String?) -> [UInt8]? {
    versions[id]?.title(unlike: typed, edited: edited)
  }

  /// The entry `id` as tj wrote it last, where `block` stands there now; nil where that is the same.
  func whole(_ id: EntryID, besides block: [UInt8]) -> [UInt8]? {
    guard let version = versions[id], version.entry.block != block, !version.isForeign,
      !version.isSettled(in: block)
    else { return nil }
    return version.entry.block
  }

  /// Whether a change of very many entries of its file is newer than the last record that tells of the entry `id`.
  func isBeforeWideChange(_ id: EntryID) -> Bool {
    versions[id].map { version in
      wideChanges[version.entry.path].map { $0 > version.lastNumber } ?? false
    } ?? false
  }

  /// The first line of `block`, a deleted entry that stands there, that was not in it as tj deleted it.
  func line(new block: [UInt8], in id: EntryID) -> [UInt8]? {
    guard let version = versions[id], version.entry.block != block,
      wideChanges[version.entry.path].map({ $0 < version.lastNumber }) != false,
      let (own, present) = parts(version.entry.block).flatMap({ own in
        parts(block).map { (own, $0) }
      }),
      own.isDeleted, own.deleted == present.deleted
    else { return nil }
    if present.time + present.title != own.time + own.title { return present.time + present.title }
    let known = WrittenVersion.lines(in: [version.entry.block])
    return block.split(separator: 0x0A).dropFirst().map(Array.init).first {
      !known.contains($0) && $0.contains { $0 > 0x20 }
    }
  }

  /// The entry `id` as a fix marked it as edited last, and so has shown it.
  func blockShown(of id: EntryID) -> [UInt8]? { versions[id]?.shown }

  /// The entry `id` as tj wrote it last.
  func block(of id: EntryID) -> [UInt8]? { versions[id]?.entry.block }

  /// The entries of which no record tells what they said, and whose ids stand in no file, as `isThere` tells.
  func forgotten(_ isThere: (EntryID) -> Bool) -> [KnownEntry] {
    known.values.filter { entry in
      versions[entry.id] == nil && !takenOut.contains(entry.id) && !isPurged(entry.id)
        && !isThere(entry.id)
    }
  }

  /// Whether anything is known of the entry `id`.
  func knows(_ id: EntryID) -> Bool { versions[id] != nil }

  /// The same, and also by older records, which are gone.
  func remembers(_ id: EntryID) -> Bool { versions[id] != nil || known[id] != nil }

  /// Whether tj wrote the entry `id` in an earlier change than `other`.
  func isWritten(_ id: EntryID, before other: EntryID) -> Bool {
    guard let one = versions[id], let two = versions[other] else { return false }
    return one.number < two.number
  }

  /// Whether the newest change of all, a fix, gave the entry `id` its id: nobody has looked at it since.
  func isJustNamed(_ id: EntryID) -> Bool {
    versions[id].map { $0.isNamedByFix && $0.number == newest } ?? false
  }

  /// Whether a fix gave the entry `id` its id.
  func isNamedByFix(_ id: EntryID) -> Bool { versions[id]?.isNamedByFix == true }

  /// Whether the entry stands as tj wrote it last.
  func hold(_ entry: Entry) -> Bool {
    guard let version = entry.id.flatMap({ versions[$0] }) else { return false }
    let document = ThreadDocument(Array(entry.file.bytes[entry.slice.region]))
    let block = document.entries.first.map { document.block(of: $0, lineEnding: .lineFeed) }
    return block == version.entry.block && !version.isForeign
  }

  /// The entries of a thread that somebody changed since tj wrote them last.
  func changedByHand(in document: ThreadDocument) -> Set<String> {
    if versions.isEmpty { return [] }
    let changed = Self.blocks(in: document) { versions[$0] != nil }.filter { id, _, block in
      versions[id].map { $0.entry.block != block } == true
    }
    return Set(changed.map(\.id.description))
  }

  /// The entries of a file whose id an earlier one has, and that tj wrote under it, or `commit` has, as the earlier one is
  /// not: a copy that somebody put above its original.
  func originals(in document: ThreadDocument, at path: String, _ commit: LastCommit?) -> Set<Int> {
    lazy var committed = commit?.blocks(at: path) ?? [:]
    var firsts: [EntryID: Int] = [:]
    var found: [EntryID: Int] = [:]
    for (index, slice) in document.entries.enumerated() {
      guard let id = document.id(of: slice) else { continue }
      guard let first = firsts[id] else {
        firsts[id] = index
        continue
      }
      guard found[id] == nil else { continue }
      let known = [versions[id]?.entry.block, committed[id]]
      let blocks = [first, index].map {
        document.block(of: document.entries[$0], lineEnding: .lineFeed)
      }
      let original = known.compactMap(\.self).first { blocks.contains($0) }
      if let original, original != blocks[0] { found[id] = index }
    }
    return Set(found.values)
  }

  /// The lines that tj wrote as the entry `id`, but for those that stood in a file before; nil where it wrote none.
  func ownLines(of id: EntryID) -> Set<[UInt8]>? {
    versions[id].map { WrittenVersion.lines(in: [$0.entry.block]).subtracting($0.found) }
      ?? ownTornLines[id]
  }

  /// The same of an entry as it stands in `document`: where no record tells, all of a text that is as tj wrote it.
  func ownLines(of id: EntryID, _ slice: EntrySlice, in document: ThreadDocument) -> Set<[UInt8]> {
    ownLines(of: id) ?? textLines(of: id, slice, in: document)
  }

  /// The lines of the text of an entry, where that is as tj wrote it, as far as older records tell.
  private func textLines(
    of id: EntryID, _ slice: EntrySlice, in document: ThreadDocument
  ) -> Set<[UInt8]> {
    let content = document.content(of: slice)
    guard let sum = known[id]?.textSum, Checksum(content.text(in: document.bytes.span)) == sum
    else { return [] }
    return WrittenVersion.lines(in: [Array(document.bytes[content.body])])
  }

  /// The same of a block that is the entry's alone.
  private func textLines(of id: EntryID, in block: [UInt8]?) -> Set<[UInt8]> {
    guard known[id] != nil, let document = block.map({ ThreadDocument($0) }),
      let slice = document.entries.first
    else { return [] }
    return textLines(of: id, slice, in: document)
  }

  /// The entries that are not in the thread that they were written to.
  func astray(_ document: (String) -> ThreadDocument?) -> [LostEntry] {
    Dictionary(grouping: versions, by: \.value.entry.path).flatMap { path, versions in
      let ids = Set(document(path)?.entryIDs ?? [])
      return versions.filter { !ids.contains($0.key) }.map(\.value.entry)
    }
  }

  /// The ids of entries by the files that they were written to.
  var idsByPath: [String: [EntryID]] {
    Dictionary(grouping: versions.keys) { versions[$0]?.entry.path ?? "" }
  }

  /// The versions of the entry `id` that tj wrote, or wrote over.
  func blocks(of id: EntryID) -> Set<[UInt8]> {
    versions[id].map { $0.earlier.union([$0.entry.block]) } ?? []
  }

  /// Whether `block` is a version of an entry that tj has written over.
  func isEarlier(_ block: [UInt8], of id: EntryID) -> Bool {
    versions[id]?.earlier.contains(block) == true
  }

  /// The entries whose ids stand in no file, as `file` tells.
  func missing(_ file: (EntryID) -> String?) -> [LostEntry] {
    versions.filter { file($0.key) == nil }.map(\.value.entry)
  }

  func parts(_ block: [UInt8]?) -> EntryParts? { block.flatMap { EntryParts(block: $0) } }

  /// What `known` tells of records that are gone.
  init(known: [EntryID: KnownEntry] = [:]) { self.known = known }

  /// Takes one more record into account, which is newer than those before.
  mutating func read(_ record: Transaction, _ number: UInt64) {
    newest = number
    if let file = record.importedFile { importedFiles[number] = file }
    // Nothing that was written before a purge is offered back: an entry may have had other words by then.
    if record.isFinal {
      (versions, importRecords, takenFrom, purged) = ([:], [:], [:], Set(record.purged))
      unnamed.readPurge()
    }
    frontMatter.read(record, number)
    // What is taken out here and put back there was moved.
    var removed: [EntryID: [UInt8]] = [:]
    var added: [EntryID: LostEntry] = [:]
    var paths: [EntryID: String] = [:]
    var torn: Set<EntryID> = []
    // What entries without ids say that the change left so.
    var left: Set<EntryKey> = []
    let before = WrittenVersion.lines(in: record.changes.flatMap(\.bytesBefore))
    for change in record.changes {
      let (old, new) = (Self.blocks(of: change), Self.blocks(of: change.inverted))
      let above = change.linesAbove
      unnamed.read(change, old.unnamed, of: record)
      left.formUnion(new.unnamed)
      // Of an entry of which the record has only lines, no more is known than which of its lines were tj's.
      for id in old.torn.union(new.torn) {
        torn.insert(id)
        ownTornLines[id] = ownLines(of: id)
        versions[id] = nil
      }
      for part in old.whole where !torn.contains(part.id) {
        (removed[part.id], paths[part.id]) = (part.block, change.path)
      }
      for part in new.whole where !torn.contains(part.id) {
        added[part.id] = LostEntry(
          id: part.id, path: change.path, written: record.time, timestamp: part.timestamp,
          block: part.block, linesAbove: above[part.id] ?? [])
      }
      switch change {
      case .edited(let path, let hunks):
        if hunks.count >= Hunk.mostWholeEntries { wideChanges[path] = number }
      case .created: break
      case .removed(let path, _, _):
        // All entries of the thread went with it, those too that its bytes at the end did not have any more.
        for (id, version) in versions where version.entry.path == path {
          removed[id] = version.entry.block
        }
      case .renamed(let from, let to):
        wideChanges[to] = wideChanges.removeValue(forKey: from)
        for id in versions.keys where versions[id]?.entry.path == from {
          versions[id]?.entry.path = to
        }
        for id in versions.keys where versions[id]?.movedFrom.remove(from) != nil {
          versions[id]?.movedFrom.insert(to)
        }
        for id in takenFrom.keys where takenFrom[id]?.path == from { takenFrom[id]?.path = to }
      }
    }
    unnamed.leaveOut(left)
    // An id that a fix takes away stands elsewhere, on the original; so it does where the fix is taken back.
    let fixed = Set(removed.keys.filter { added[$0] == nil })
    let copied =
      record.undoes.map { ofCopies[$0] ?? [] }
      ?? (record.summary == Journal.fixSummary ? fixed : [])
    if !copied.isEmpty { ofCopies[number] = copied }
    for id in copied { (removed[id], added[id]) = (nil, nil) }
    // What a fix only takes the lines of another entry out of was not lost.
    let putBack = added.filter { id, entry in
      guard let version = versions[id], version.entry.block == entry.block else { return false }
      return removed[id].map { old in
        version.earlier.contains(old) || parts(old).map(version.isOlder) == true
      } ?? true
    }.keys
    if !putBack.isEmpty { restored[number] = Set(putBack) }
    // What had been lost, and was put back, is lost anew where that is taken back.
    for id in record.undoes.flatMap({ restored[$0] }) ?? [] {
      (removed[id], added[id]) = (nil, nil)
    }
    for (id, path) in paths where removed[id] != nil {
      let isGone = added[id]?.path != path
      // Of a fix that gave it its id, and was taken back, it still stands there without that.
      let undoesFix = record.undoes != nil && record.summary.hasSuffix(Journal.fixSummary)
      if isGone, !undoesFix { takenFrom[id] = (path, record.summary, record.time) }
      if isGone || added[id]?.block != removed[id] { unnamed.change(id, at: path, by: record) }
    }
    for (id, entry) in added where takenFrom[id]?.path == entry.path { takenFrom[id] = nil }
    for id in removed.keys where added[id] == nil {
      if let imported = importRecords[id] {
        importsTakenBack[number, default: [:]][id] = imported
      }
      (versions[id], importRecords[id]) = (nil, nil)
      takenOut.insert(id)
    }
    for (id, entry) in added {
      takenOut.remove(id)
      if hasPurged { purged.remove(Checksum(id.description.utf8)) }
      // An older version that a fix gives the id back to is an older version still.
      if record.summary == Journal.fixSummary, removed[id] == nil,
        let parts = parts(entry.block), versions[id]?.isOlder(parts) == true
      {
        versions[id]?.isOnOlder = true
        continue
      }
      // Most entries are written once, and have no earlier versions.
      let isKnown = versions[id] != nil
      var version = versions.removeValue(forKey: id) ?? WrittenVersion(entry: entry, number: number)
      if !isKnown {
        if removed[id] == nil {
          importRecords[id] =
            record.isImport ? number : record.undoes.flatMap { importsTakenBack[$0]?[id] }
        }
        version.isFound = removed[id] != nil
        version.isNamedByFix = removed[id] == nil && record.summary == Journal.fixSummary
        if version.isNamedByFix { unnamed.name(id, entry.block) }
      }
      if let old = removed[id], isKnown { version.keepLost(under: old) }
      if let old = removed[id], !isKnown || old != version.entry.block {
        version.foreign.insert(old)
      }
      if version.entry.block != entry.block { version.earlier.insert(version.entry.block) }
      if let old = removed[id] { version.earlier.insert(old) }
      version.earlier.remove(entry.block)
      version.endLost(by: record, from: removed[id], to: entry.block)
      version.before = removed[id]
      if record.summary == Journal.fixSummary, isKnown {
        version.noteFix(entry.block, from: removed[id])
      } else {
        version.endFixes()
      }
      version.heading =
        isKnown ? version.heading(after: record, from: removed[id], to: entry.block) : nil
      if let old = removed[id] {
        version.noteShown(by: record, from: old, to: entry.block)
      }
      if record.isImport { version.noteImport(of: entry.block, over: removed[id]) }
      if let path = paths[id], path != entry.path { version.movedFrom.insert(path) }
      version.movedFrom.remove(entry.path)
      if !before.isEmpty {
        // What tj had written earlier stays tj's.
        let own =
          isKnown
          ? WrittenVersion.lines(in: [version.entry.block]).subtracting(version.found)
          : textLines(of: id, in: removed[id])
        // Nor is what an undo puts back, and no record says that tj wrote, any more its own than before.
        let isForeign = record.undoes != nil && version.foreign.contains(entry.block)
        let new = WrittenVersion.lines(in: [entry.block])
        // What somebody typed stays theirs, too, where a fix puts back what it took for granted.
        let typed = new.intersection(before).union(version.found.intersection(new))
        version.found = (isForeign ? new : typed).subtracting(own)
      }
      (version.entry, version.lastNumber) = (entry, number)
      versions[id] = version
    }
  }

  /// Leaves out what somebody has been told is gone, where no record of a later number than these wrote it.
  mutating func leaveOut(told: [String: UInt64]) {
    for (key, number) in told {
      guard let id = EntryID(key), let version = versions[id], version.lastNumber <= number else {
        continue
      }
      versions[id] = nil
    }
    frontMatter.leaveOut(told: told)
  }

  /// Leaves out the entries of a pending change: nobody knows yet how far it went.
  mutating func forget(_ record: Transaction) {
    // What a purge that was cut short takes out is not told by its record.
    if record.isFinal { versions = [:] }
    frontMatter.forget(record)
    for change in record.changes {
      let parts = change.bytesBefore + change.inverted.bytesBefore
      for part in Self.blocks(in: parts) { versions[part.id] = nil }
    }
  }

  typealias Block = (id: EntryID, timestamp: Timestamp, block: [UInt8])

  /// The entries with ids, and of these those that are meant, as lines that end in line feeds.
  static func blocks(
    in document: ThreadDocument, _ isMeant: (EntryID) -> Bool = { _ in true }
  ) -> [Block] {
    document.entries.compactMap { slice in
      guard let id = document.id(of: slice), isMeant(id) else { return nil }
      return (id, slice.heading.timestamp, document.block(of: slice, lineEnding: .lineFeed))
    }
  }

  /// The entries that a change had before it, the ids of those of which it kept only lines, and what those without ids say.
  private static func blocks(
    of change: FileChange
  ) -> (whole: [Block], torn: Set<EntryID>, unnamed: [EntryKey]) {
    var whole: [Block] = []
    var torn: Set<EntryID> = []
    var unnamed: [EntryKey] = []
    for (bytes, isWhole) in change.partsBefore {
      let document = ThreadDocument(bytes)
      var blocks = blocks(in: document)
      unnamed += document.entries.filter { document.id(of: $0) == nil }.map(document.key(of:))
      if !isWhole, let last = blocks.popLast() { torn.insert(last.id) }
      whole += blocks
    }
    return (whole, torn, unnamed)
  }

  private static func blocks(in parts: [[UInt8]]) -> [Block] {
    parts.flatMap { blocks(in: ThreadDocument($0)) }
  }
}
