import ThreadStorage

/// What records of changes say that the front matter of threads should hold: titles, fields and plans.
struct WrittenFrontMatter {
  /// Lines that a command wrote there.
  struct Change {
    /// What the commands were that wrote them, the last one last.
    var summaries: [String]
    let time: Timestamp
    /// The number of the last record of these.
    let number: UInt64
    /// Where the first of them wrote.
    var offset: Int
    /// The lines that it brought, and those of earlier commands among them.
    var new: [[UInt8]]
    /// The lines that stood there instead before it, and before the commands that had written these.
    var earlier: [Set<[UInt8]>]
    /// What stood around lines that came beside all others: the line above and the one below.
    var seams: [[UInt8]]
    /// All lines that it and the commands before it, whose lines it wrote otherwise, brought.
    var brought: Set<[UInt8]> = []
    /// Whether a later command found these touching again, and so wrote over a version without the lines.
    var isOverwritten = false

    /// Whether `bytes`, where nothing stood before, are as they were before the lines came.
    func isSeam(in bytes: [UInt8]) -> Bool {
      seams.contains { !$0.isEmpty && bytes.firstOffset(of: $0) != nil }
    }

    /// The same of two lines: one alone, as at the beginning of a file, may stand anywhere.
    func isClearSeam(in bytes: [UInt8]) -> Bool {
      seams.contains {
        $0.count { $0 == Byte.lineFeed } > 1 && bytes.firstOffset(of: $0) != nil
      }
    }
  }

  /// How many places of a file are looked at: front matter stands above its entries, and changes in few.
  private static let mostHunks = 8
  /// And few bytes.
  private static let mostBytes = 1 << 16

  /// The changes of files, as these are called now.
  private var changes: [String: [Change]] = [:]
  /// The front matter that files were made with, `---` and all, and when, by what these are called now.
  private var beginnings: [String: Beginning] = [:]

  struct Beginning {
    let lines: [[UInt8]]
    let time: Timestamp
  }

  /// The files that were changed so, or made.
  var paths: [String] { Set(changes.keys).union(beginnings.keys).sorted() }

  /// Takes one more record into account, which is newer than those before.
  mutating func read(_ record: Transaction, _ number: UInt64) {
    if record.isFinal { (changes, beginnings) = ([:], [:]) }
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
          read(hunk, path, record, number, besides: brought)
        }
      case .renamed(let from, let to):
        changes[to] = changes.removeValue(forKey: from)
        beginnings[to] = beginnings.removeValue(forKey: from)
      case .created(let path, let bytes, _):
        changes[path] = nil
        let document = ThreadDocument(bytes)
        beginnings[path] = document.frontMatter.map { frontMatter in
          Beginning(lines: Self.lines(in: document[frontMatter.block]), time: record.time)
        }
      case .removed(let path, _, _): (changes[path], beginnings[path]) = (nil, nil)
      }
    }
  }

  /// - Parameter brought: The lines that the record wrote into the file.
  private mutating func read(
    _ hunk: Hunk, _ path: String, _ record: Transaction, _ number: UInt64,
    besides brought: Set<[UInt8]>
  ) {
    let (before, after) = (Self.lines(in: hunk.before[...]), Self.lines(in: hunk.after[...]))
    let gone = Set(before).subtracting(brought)
    let new = after.filter { !before.contains($0) }
    var change = Change(
      summaries: [record.summary], time: record.time, number: number, offset: hunk.offset,
      new: new, earlier: [gone], seams: [Self.seam(hunk)])
    let found = hunk.leading + hunk.before + hunk.trailing
    for index in changes[path, default: []].indices
    where changes[path]?[index].isClearSeam(in: found) == true {
      changes[path]?[index].isOverwritten = true
    }
    // What an earlier command wrote there, and this one replaced, may come back as it was before either.
    let replaced = changes[path, default: []].filter { !gone.isDisjoint(with: $0.new) }
    // What it wrote again is without them all where it is as before the first.
    let again = changes[path, default: []].filter {
      !$0.new.isEmpty && Set(after).isSuperset(of: $0.new)
    }
    // What was only written otherwise is made again by this one alone.
    let first = replaced.filter { $0.earlier.contains(where: \.isEmpty) }
    for summary in (first + again).flatMap(\.summaries).reversed()
    where !change.summaries.contains(summary) {
      change.summaries.insert(summary, at: 0)
    }
    change.new += again.flatMap(\.new)
    change.offset = (replaced + again).map(\.offset).reduce(change.offset, min)
    change.earlier += (replaced + again).flatMap(\.earlier)
    change.seams += (replaced + again).flatMap(\.seams)
    change.brought = Set(change.new).union((replaced + again).flatMap(\.brought))
    changes[path, default: []].removeAll { other in
      !gone.isDisjoint(with: other.new) || other.earlier.contains { !$0.isDisjoint(with: new) }
        || !other.new.isEmpty && Set(after).isSuperset(of: other.new)
    }
    changes[path, default: []].append(change)
  }

  /// Leaves out what somebody has been told is gone.
  mutating func leaveOut(told: [String: UInt64]) {
    for path in changes.keys {
      changes[path]?.removeAll {
        told[TransactionLog.frontMatterKey(ofRecord: $0.number)] != nil
      }
    }
  }

  /// Leaves out what a pending change is of.
  mutating func forget(_ record: Transaction) {
    for change in record.changes {
      (changes[change.path], beginnings[change.path]) = (nil, nil)
    }
  }

  /// The front matter that the file of `document` was made with, where nothing of it is left, as where an editor took out a
  /// paragraph at its beginning.
  func gone(from document: ThreadDocument, at path: String) -> Beginning? {
    guard document.frontMatter == nil, let beginning = beginnings[path] else { return nil }
    // Where a line of it only stands in another place, that is told. One that became part of a heading is none.
    let own = Set(beginning.lines.filter { !$0.allSatisfy { $0 == UInt8(ascii: "-") } })
    let lines = document.bytes.lazy.split { $0 == 0x0A || $0 == 0x0D }
    return own.isEmpty || lines.contains { own.contains(Array($0)) } ? nil : beginning
  }

  /// The changes that the file of `document` is without, as it was before them.
  func overwritten(in document: ThreadDocument, at path: String) -> [Change] {
    let own = changes[path, default: []]
    guard !own.isEmpty else { return [] }
    let end = document.frontMatter?.block.upperBound ?? 0
    let lines = Set(Self.lines(in: document[0..<end]))
    var found = own.indices.filter { index in
      let change = own[index]
      guard change.offset < max(end, 1), change.new.isEmpty || !lines.isSuperset(of: change.new)
      else { return false }
      return change.earlier.contains { earlier in
        guard earlier.isEmpty else { return earlier.isSubset(of: lines) }
        // Where nothing stood before, the lines around touch again; whoever changed it by hand left something.
        return !change.new.isEmpty
          && (end == 0 || change.isOverwritten || change.isSeam(in: Array(document[0..<end])))
      }
    }
    // What stood beside lines that are gone with an older version went with them.
    var isMore = !found.isEmpty
    while isMore {
      let gone = Set(found.flatMap { own[$0].brought })
      let more = own.indices.filter { index in
        !found.contains(index) && !own[index].new.isEmpty
          && lines.isDisjoint(with: own[index].new)
          && own[index].seams.contains { !gone.isDisjoint(with: Self.lines(in: $0[...])) }
      }
      found += more
      isMore = !more.isEmpty
    }
    return found.sorted().map { own[$0] }
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
