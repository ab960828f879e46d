import ThreadStorage

/// What records of changes say that the front matter of threads should hold: titles, fields and plans.
struct WrittenFrontMatter {
  /// Lines that a command wrote there.
  struct Change {
    let summary: String
    let time: Timestamp
    let offset: Int
    /// The lines that it brought.
    let new: [[UInt8]]
    /// The lines that stood there instead before it, and before the commands that had written these.
    var earlier: [Set<[UInt8]>]
    /// What stood around lines that came beside all others: the line above and the one below.
    let seam: [UInt8]
    /// Whether a later command found these touching again, and so wrote over a version without the lines.
    var isOverwritten = false

    /// Whether `bytes`, where nothing stood before, are as they were before the lines came.
    func isSeam(in bytes: [UInt8]) -> Bool { !seam.isEmpty && bytes.firstOffset(of: seam) != nil }

    /// The same of two lines: one alone, as at the beginning of a file, may stand anywhere.
    func isClearSeam(in bytes: [UInt8]) -> Bool {
      seam.count { $0 == Byte.lineFeed } > 1 && isSeam(in: bytes)
    }
  }

  /// How many places of a file are looked at: front matter stands above its entries, and changes in few.
  private static let mostHunks = 8
  /// And few bytes.
  private static let mostBytes = 1 << 16

  /// The changes of files, as these are called now.
  private var changes: [String: [Change]] = [:]

  /// The files that were changed so.
  var paths: [String] { changes.keys.sorted() }

  /// Takes one more record into account, which is newer than those before.
  mutating func read(_ record: Transaction) {
    if record.isFinal { changes = [:] }
    for change in record.changes {
      switch change {
      case .edited(let path, let hunks):
        // Lines that moved come in one place and go in another.
        let brought = Set(
          hunks.prefix(Self.mostHunks).filter { $0.after.count <= Self.mostBytes }
            .flatMap { Self.lines(in: $0.after[...]) })
        for hunk in hunks.prefix(Self.mostHunks) {
          if hunk.before.count + hunk.after.count > Self.mostBytes { break }
          // Entries are told for themselves.
          let hasEntries = [hunk.before, hunk.after].contains {
            !ThreadDocument($0).entries.isEmpty
          }
          if hasEntries { break }
          read(hunk, path, record, besides: brought)
        }
      case .renamed(let from, let to): changes[to] = changes.removeValue(forKey: from)
      case .created(let path, _, _), .removed(let path, _, _): changes[path] = nil
      }
    }
  }

  /// - Parameter brought: The lines that the record wrote into the file.
  private mutating func read(
    _ hunk: Hunk, _ path: String, _ record: Transaction, besides brought: Set<[UInt8]>
  ) {
    let (before, after) = (Self.lines(in: hunk.before[...]), Self.lines(in: hunk.after[...]))
    let gone = Set(before).subtracting(brought)
    let new = after.filter { !before.contains($0) }
    var change = Change(
      summary: record.summary, time: record.time, offset: hunk.offset, new: new, earlier: [gone],
      seam: Self.seam(hunk))
    let found = hunk.leading + hunk.before + hunk.trailing
    for index in changes[path, default: []].indices
    where changes[path]?[index].isClearSeam(in: found) == true {
      changes[path]?[index].isOverwritten = true
    }
    // What an earlier command wrote there, and this one replaced, may come back as it was before either.
    let replaced = changes[path, default: []].filter { !gone.isDisjoint(with: $0.new) }
    change.earlier += replaced.flatMap(\.earlier)
    changes[path, default: []].removeAll { other in
      !gone.isDisjoint(with: other.new) || other.earlier.contains { !$0.isDisjoint(with: new) }
        || !other.new.isEmpty && Set(after).isSuperset(of: other.new)
    }
    changes[path, default: []].append(change)
  }

  /// Leaves out what a pending change is of.
  mutating func forget(_ record: Transaction) {
    for change in record.changes { changes[change.path] = nil }
  }

  /// The changes since `instant` that the file of `document` is without, as it was before them.
  func overwritten(
    in document: ThreadDocument, at path: String, since instant: Instant, in zone: LocalTimeZone
  ) -> [Change] {
    let own = changes[path, default: []].filter { instant <= $0.time.instant(in: zone) }
    guard !own.isEmpty else { return [] }
    let end = document.frontMatter?.block.upperBound ?? 0
    let lines = Set(Self.lines(in: document[0..<end]))
    return own.filter { change in
      guard change.offset < max(end, 1), change.new.isEmpty || !lines.isSuperset(of: change.new)
      else { return false }
      return change.earlier.contains { earlier in
        guard earlier.isEmpty else { return earlier.isSubset(of: lines) }
        // Where nothing stood before, the lines around touch again; whoever changed it by hand left something.
        return !change.new.isEmpty
          && (end == 0 || change.isOverwritten || change.isSeam(in: Array(document[0..<end])))
      }
    }
  }

  /// The lines that are not blank, without their endings.
  private static func lines(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    bytes.split(separator: 0x0A).map { Array($0.last == 0x0D ? $0.dropLast() : $0) }
      .filter { !$0.allSatisfy(Byte.isBlankLineByte) }
  }

  /// The line above what a hunk brought and the one below it, as far as they are known.
  private static func seam(_ hunk: Hunk) -> [UInt8] {
    let common = zip(hunk.before, hunk.after).prefix { $0 == $1 }.count
    let kept = hunk.before.prefix(common).lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let (leading, trailing) = (
      hunk.leading + hunk.before[..<kept], hunk.before[kept...] + hunk.trailing
    )
    let above = leading.dropLast().lastIndex(of: 0x0A).map { leading[($0 + 1)...] }
    let below = trailing.firstIndex(of: 0x0A).map { trailing[...$0] }
    return Array(above ?? leading[...]) + Array(below ?? trailing[...])
  }
}
