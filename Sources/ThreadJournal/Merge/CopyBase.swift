import ThreadStorage

/// What a thread and a copy of it were both made of, as far as that is known for certain.
///
/// A sync tool that keeps a copy does not keep what both began with, nor does it tell which of the two is the newer. A
/// base that has what one of them never had would make that look taken out, and words would go. So the base has:
///
/// 1. what is the same in both;
/// 2. of a part, an entry or what stands above them, that differs: for each of the two forms the newest version of the
///    thread is looked for that has it to the byte, else one all lines of which it has, and the older of the two
///    versions counts. What that has and a form has not, a later version had taken out;
/// 3. without such versions, the form all lines of which the other has, unless it was changed later than that;
/// 4. else nothing: then both forms stand in the result, between markers.
///
/// An entry that one of them alone has is not in it, and so stays.
struct CopyBase {
  private(set) var bytes: [UInt8] = []

  /// - Parameter history: Versions that the thread had, the oldest first.
  init(
    ours: [UInt8], theirs: [UInt8], history: some Sequence<[UInt8]>
  ) throws(MergeRefusal) {
    let lineEnding = LineEnding(firstLineOf: ours.span)
    let copy = try MergeVersion(lineEnding.ending(linesOf: theirs), like: nil)
    let own = try MergeVersion(ours, like: copy)
    var parts = [PartInBoth?](repeating: nil, count: copy.parts.count)
    for (index, part) in try MergeMatch(copy, own, own).ours.enumerated() where part >= 0 {
      parts[Int(part)] = PartInBoth(
        own: own.content(of: index), copy: copy.content(of: Int(part)), isEntry: index > 0)
    }
    var head = own.block.flatMap { own in
      copy.block.map { PartInBoth(own: own, copy: $0, isEntry: false) }
    }
    for (number, version) in history.enumerated() {
      // A version that cannot be cut into entries tells nothing.
      guard let version = try? MergeVersion(lineEnding.ending(linesOf: version), like: copy),
        let match = try? MergeMatch(copy, version, version)
      else { continue }
      if let block = version.block { head?.look(at: block, number) }
      for (index, part) in match.ours.enumerated() where part >= 0 {
        parts[Int(part)]?.look(at: version.content(of: index), number)
      }
    }
    bytes += head?.base ?? []
    for base in parts.compactMap({ $0?.base }) where !base.isEmpty {
      bytes += base + lineEnding.bytes + lineEnding.bytes
    }
  }
}

/// A part that a thread and its copy both have, and what versions of the thread tell of it.
private struct PartInBoth {
  let own: ArraySlice<UInt8>
  let copy: ArraySlice<UInt8>
  private let isSame: Bool
  /// The entries' parts; nil where it is none.
  private let entries: (own: EntryParts, copy: EntryParts)?
  /// Whether lines alone tell them apart.
  private let differsInLines: Bool
  /// The newest versions all lines of which either has; one that is the same to the byte tells more than a newer one.
  private var inOwn: (number: Int, content: [UInt8])?
  private var inCopy: (number: Int, content: [UInt8])?

  init(own: ArraySlice<UInt8>, copy: ArraySlice<UInt8>, isEntry: Bool) {
    (self.own, self.copy) = (own, copy)
    isSame = own == copy
    if !isSame, isEntry, let mine = EntryParts(own), let other = EntryParts(copy) {
      entries = (mine, other)
      differsInLines =
        mine.time == other.time && mine.title == other.title
        && mine.otherAttributes == other.otherAttributes
    } else {
      entries = nil
      differsInLines = !isEntry
    }
  }

  /// Sees what the version of this number had there.
  mutating func look(at version: ArraySlice<UInt8>, _ number: Int) {
    guard !isSame else { return }
    let lines = entries == nil ? version : version.drop { $0 != .lineFeed }
    func isIn(_ form: ArraySlice<UInt8>, _ known: [UInt8]?) -> Bool {
      version == form
        || differsInLines && known.map { $0[...] != form } ?? true && hasLines(lines, in: form)
    }
    if isIn(own, inOwn?.content) { inOwn = (number, Array(version)) }
    if isIn(copy, inCopy?.content) { inCopy = (number, Array(version)) }
  }

  var base: ArraySlice<UInt8>? {
    if isSame { return own }
    var known = shorter
    if let inOwn, let inCopy {
      known = (inOwn.number < inCopy.number ? inOwn : inCopy).content[...]
    }
    guard let content = known, differsInLines, let entries, entries.own.id != nil,
      entries.copy.id == nil
    else { return known }
    // A copy that lost its ids takes none away: what it has for a heading is no change.
    return ArraySlice(entries.copy.heading + Array(content.drop { $0 != .lineFeed }))
  }

  /// The form all lines of which the other has, and that was not changed later.
  private var shorter: ArraySlice<UInt8>? {
    guard differsInLines else { return nil }
    guard let entries else {
      return hasLines(own, in: copy) ? own : hasLines(copy, in: own) ? copy : nil
    }
    let last = (entries.own.lastChange, entries.copy.lastChange)
    let later = EntryParts.later(last.0, last.1)
    let (mine, other) = (
      own.dropFirst(entries.own.heading.count), copy.dropFirst(entries.copy.heading.count)
    )
    if last.1 == later, hasLines(mine, in: other) { return own }
    if last.0 == later, hasLines(other, in: mine) { return copy }
    return nil
  }

  /// Whether the lines of `part` stand in `whole` in the same order, whatever stands between them.
  private func hasLines(_ part: ArraySlice<UInt8>, in whole: ArraySlice<UInt8>) -> Bool {
    var rest = whole.split(separator: .lineFeed)[...]
    return part.split(separator: .lineFeed).allSatisfy { line in
      guard let found = rest.firstIndex(of: line) else { return false }
      rest = rest[(found + 1)...]
      return true
    }
  }
}

extension EntryParts {
  /// When it was last edited, deleted or restored.
  fileprivate var lastChange: String? { Self.later(edited, Self.later(deleted, restored)) }
}
