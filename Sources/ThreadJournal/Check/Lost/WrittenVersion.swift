import ThreadStorage

/// An entry as a record says that it was written last, and what stood there before.
struct WrittenVersion {
  var entry: LostEntry
  /// The number of the record that wrote it first.
  let number: UInt64
  /// That of the record that wrote it last.
  var lastNumber: UInt64 = 0
  /// Whether it stood in its thread before the first record of it, so that nothing tells where it came from.
  var isFound = false
  /// Whether a fix gave it its id.
  var isNamedByFix = false
  /// What stood there before, in any of the records.
  var earlier: Set<[UInt8]> = []
  /// Of these, what no record says that tj wrote: undo may have put it back since.
  var foreign: Set<[UInt8]> = []
  /// Those of its lines that stood in a file before tj wrote the entry, and so are not tj's.
  var found: Set<[UInt8]> = []
  /// What the last record replaced.
  var before: [UInt8]?
  /// The time and title that tj gave it last, where somebody changed them since, and tj only left them so.
  var heading: [UInt8]?
  /// The files that commands took it out of to put it into others, but for the one that it is in.
  var movedFrom: Set<String> = []
  /// What tj had written before fixes wrote it last, all of whose words were in it.
  var beforeFix: [UInt8]?
  /// What these fixes found, as somebody had made it.
  var ofHands: Set<[UInt8]> = []
  /// The entry as an import wrote it last; nil where no record tells.
  var imported: [UInt8]?
  /// The fields that it had got here when an import wrote over it, and kept, by `FieldName.key`.
  var keptFields: Set<String> = []
  /// What a fix marked as edited last, after it had shown what somebody changed in it.
  var shown: [UInt8]?
  /// Whether a fix gave its id to an older version, of which nothing else is known.
  var isOnOlder = false
  /// A change by tj that was lost when a command wrote over an older version, and what that was made of.
  var lost: (base: [UInt8], entry: LostEntry)?

  /// Keeps what is lost where a command found `block` here, and that is older than what tj wrote last.
  mutating func keepLost(under block: [UInt8]) {
    let isExact = earlier.contains(block)
    guard block != entry.block, !isForeign,
      let found = EntryParts(block: block), isExact || isOlder(found)
    else { return }
    // What was typed in an older version since then is its own, if it is known what it was made of.
    let base =
      isExact
      ? block : before.flatMap { EntryParts(block: $0)?.edited == found.edited ? $0 : nil }
    var new = entry
    let both = lost.flatMap { EntryMerge.block($0.base, new.block, $0.entry.block) }
    if let both { new.block = both }
    lost = (base ?? [], new)
  }

  /// Whether an undo put it back as somebody had typed it, so that it is no change by tj.
  var isForeign: Bool { foreign.contains(entry.block) }

  /// Whether a merge's markers are in it that `block` has no more: somebody chose between the two sides.
  func isSettled(in block: [UInt8]) -> Bool {
    !ConflictMarkers.labelled(in: entry.block).isEmpty
      && ConflictMarkers.labelled(in: block).isEmpty
  }

  func isOlder(_ parts: EntryParts) -> Bool {
    EntryParts(block: entry.block).map(parts.isOlder) == true
  }

  /// Whether nothing that tj wrote is lost in `block`, though a fix wrote another version last: that only gave it another form,
  /// or took for granted what somebody had taken out, and `block` is what somebody made of the version before.
  func isUnfixed(by block: [UInt8]) -> Bool {
    guard let old = beforeFix, let present = EntryParts(block: block),
      let before = EntryParts(block: old), !present.isOlder(than: before),
      present.isDeleted == before.isDeleted, present.restored == before.restored
    else { return false }
    return block == old || !earlier.contains(block) || ofHands.contains(block)
  }

  /// Notes that a fix wrote `new` now, where `found` stood.
  mutating func noteFix(_ new: [UInt8], from found: [UInt8]?) {
    // What it put back as it was is what the version before had brought.
    if new == entry.block { return }
    guard Self.has(Self.words(entry.block), all: Self.words(new)) else {
      (beforeFix, ofHands) = (nil, [])
      return
    }
    beforeFix = beforeFix ?? entry.block
    if let found { ofHands.insert(found) }
  }

  /// Notes that another command wrote it now.
  mutating func endFixes() { (beforeFix, ofHands) = (nil, []) }

  /// The words of an entry without its attributes.
  private static func words(_ block: [UInt8]) -> [ArraySlice<UInt8>] {
    let attributes = ThreadDocument(block).entries.first?.heading.attributes?.range
    return block.indices.split { block[$0] <= 0x20 || attributes?.contains($0) == true }
      .map { block[$0.startIndex..<$0.endIndex] }.filter { !$0.starts(with: "{#".utf8) }
  }

  /// Whether all `words` stand in `others`, in their order.
  private static func has(_ others: [ArraySlice<UInt8>], all words: [ArraySlice<UInt8>]) -> Bool {
    var rest = words[...]
    for word in others where rest.first == word { rest.removeFirst() }
    return rest.isEmpty
  }

  /// What was lost so and `block`, which stands there now, is still without.
  func lost(from block: [UInt8]) -> LostEntry? {
    guard case (let base, var lost)? = lost, let present = EntryParts(block: block),
      let own = EntryParts(block: lost.block), !present.saysTheSame(as: own)
    else { return nil }
    lost.overwritingBlock = block
    lost.merged = EntryMerge.block(base, block, lost.block)
    lost.isRestorable = lost.merged != nil
    if lost.merged == block { return nil }
    // Where both changed the same, it may have been made again by hand.
    let (old, new, now) = (
      Self.lines(in: [base]), Self.lines(in: [lost.block]), Self.lines(in: [block])
    )
    let brought = new.subtracting(old).filter { !$0.starts(with: "## ".utf8) }
    let isMadeAgain = lost.merged == nil && !brought.isEmpty && now.isSuperset(of: brought)
    return isMadeAgain ? nil : lost
  }

  /// Ends what is lost where `record` took it back itself, or left the entry with it.
  mutating func endLost(by record: Transaction, from old: [UInt8]?, to new: [UInt8]) {
    let isTakenBack = record.undoes != nil && old == lost?.entry.block
    // Merging once more may bring something else, as of lines that are there several times.
    let isPutBack = old.flatMap { lost(from: $0)?.merged } == new
    if isTakenBack || isPutBack || lost(from: new) == nil { lost = nil }
  }

  // MARK: Its heading

  /// The title that tj gave it last, where its time and title were not `typed`; nil also where another machine edited it
  /// since, as the attribute tells.
  func title(unlike typed: [UInt8], edited: String?) -> [UInt8]? {
    // Most stand as tj wrote them.
    let line = Array("## ".utf8) + typed + Array(" {#".utf8)
    if heading == nil, entry.block.starts(with: line) { return nil }
    guard heading ?? Self.typed(entry.block) != typed else { return nil }
    let document = ThreadDocument(entry.block)
    guard let present = document.entries.first?.heading,
      present.attributes?.edited.map(document.string) == edited
    else { return nil }
    let own = heading.map(Self.document(ofHeading:)) ?? document
    return own.entries.first.map { Array(own[$0.heading.title]) }
  }

  /// What tj gave it last as its time and title, where `record` left what somebody else typed there; nil where they are
  /// those of the block.
  func heading(
    after record: Transaction, from old: [UInt8]?, to new: [UInt8]
  ) -> [UInt8]? {
    guard let typed = Self.typed(new), let own = heading ?? Self.typed(entry.block), own != typed
    else { return nil }
    // A fix that only closes its braces gives it no other heading.
    guard let old else { return record.summary == Journal.fixSummary ? own : nil }
    guard Self.typed(old) == typed else { return nil }
    return Self.marks(record, old, as: new) ? nil : own
  }

  /// Notes that an import wrote it over `old`; nil where it brought it.
  mutating func noteImport(of new: [UInt8], over old: [UInt8]?) {
    let none: [String: [UInt8]] = [:]
    let brought = imported.map { Self.fields(in: $0) } ?? none
    let before = old.map { Self.fields(in: $0) } ?? none
    let now = before.isEmpty ? none : Self.fields(in: new)
    for (key, value) in before {
      let isAdded = brought[key] == nil || keptFields.contains(key)
      if isAdded, now[key] == value { keptFields.insert(key) } else { keptFields.remove(key) }
    }
    imported = new
  }

  /// Whether it got the field of this `FieldName.key` here, after an import brought `block`.
  func hasAdded(_ key: String, to block: [UInt8]) -> Bool {
    keptFields.contains(key) || Self.fields(in: block)[key] == nil
  }

  /// The values of an entry, by `FieldName.key`.
  private static func fields(in block: [UInt8]) -> [String: [UInt8]] {
    let document = ThreadDocument(block)
    let fields = document.entries.first.map { document.content(of: $0).fields } ?? []
    return Dictionary(
      fields.map { (FieldName.key(document.string($0.name)), $0.value(in: document.bytes.span)) },
      uniquingKeysWith: { $1 })
  }

  /// Notes what a fix has shown, and forgets it where that is taken back.
  mutating func noteShown(by record: Transaction, from old: [UInt8], to new: [UInt8]) {
    if Self.marks(record, old, as: new) { shown = new }
    let marks = [shown, new].map { $0.flatMap { EntryParts(block: $0)?.edited } }
    if record.undoes != nil, marks[0] != marks[1] { shown = nil }
  }

  /// Whether `record` is that of a fix which marked the entry as edited, and so has shown it.
  private static func marks(_ record: Transaction, _ old: [UInt8], as new: [UInt8]) -> Bool {
    let edited = EntryParts(block: new)?.edited
    return record.summary == Journal.fixSummary && edited != EntryParts(block: old)?.edited
      && edited.flatMap { Timestamp($0) }?.instant(in: .utc) == record.time.instant(in: .utc)
  }

  /// The time and title of an entry, as typed.
  private static func typed(_ block: [UInt8]) -> [UInt8]? {
    let document = ThreadDocument(block)
    return document.entries.first.map { document.typed($0.heading) }
  }

  static func document(ofHeading typed: [UInt8]) -> ThreadDocument {
    ThreadDocument(Array("## ".utf8) + typed)
  }

  /// The lines of all `parts`, without their endings.
  static func lines(in parts: [[UInt8]]) -> Set<[UInt8]> {
    Set(
      parts.flatMap { part in
        part.split(separator: 0x0A).map { Array($0.last == 0x0D ? $0.dropLast() : $0) }
      })
  }
}
