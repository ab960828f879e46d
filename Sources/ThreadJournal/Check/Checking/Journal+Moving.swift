import ThreadStorage

extension Journal {
  /// The most entries of which lines are searched for: an older version of a file lacks many.
  private static let mostSearched = 200

  /// Adds the entries of which a line stands in another one now, in any file, or that have no text any more, or are without
  /// some of their words.
  func addMovedLines(_ scope: CheckScope, _ report: inout CheckReport) {
    var lessened = report.lessened
    let committed = report.commit?.files.keys.sorted() ?? []
    for path in committed where report.sizes[path] != nil && scope.includes(path) {
      guard let document = try? document(at: path) else { continue }
      let old = report.commit?.blocks(at: path) ?? [:]
      let counts = document.countsOfIDs
      var gone: [(offset: Int, kind: JournalProblem.Kind)] = []
      lazy var amongTimes = document.isOfTimes
      for slice in document.entries where !slice.isDeleted {
        // What a command has changed since is not as the commit has it.
        guard let id = document.id(of: slice), let block = old[id],
          !report.written.isEarlier(block, of: id)
        else { continue }
        let left = document.block(of: slice, lineEnding: .lineFeed)
        if left == block { continue }
        // What records know is told by them; of what is edited since, a command may have taken it out.
        if !report.written.knows(id), counts[id] == 1, gone.count < Self.mostSearched,
          let (before, present) = EntryParts(block: block).flatMap({ before in
            EntryParts(block: left).map { (before, $0) }
          }), !before.isOlder(than: present)
        {
          gone += LessenedEntry.fieldsLacking(in: left, of: block).filter { !$0.isWorded }.map {
            (slice.region.lowerBound, .fieldGone(id, $0.old.line))
          }
          gone += timeInTitle(of: slice.heading, in: document, before: block) { amongTimes }
        }
        guard let text = LessenedEntry.text(of: block),
          var less = LessenedEntry(id, text: text, of: block, left: left)
        else { continue }
        less.isOfCommit = report.written.knows(id)
        lessened[path, default: []].append(less)
      }
      let places = document.positions(of: gone.map(\.offset))
      let isWhole = gone.isEmpty || ConflictMarkers.firstBlock(in: document.bytes) == nil
      for ((offset, kind), place) in zip(gone, places) {
        var isFixable = isWhole && document.isWholeLine(at: offset)
        if case .headingTime = kind {
          let isTold = report.problems.contains { $0.path == path && $0.line == place.line }
          if isTold { continue }
          isFixable = false
        }
        report.problems.append(JournalProblem(path, kind, at: place, isFixable: isFixable))
      }
    }
    if lessened.isEmpty { return }
    var search = LineSearch(report) { (try? self.document(at: $0)) }
    var left = Self.mostSearched
    for (path, entries) in lessened.sorted(by: { $0.key < $1.key }) {
      for entry in entries.prefix(left) {
        guard let kind = search.problem(of: entry, in: path),
          let heading = search.heading(of: entry.id, in: path)
        else { continue }
        var problem = JournalProblem(path, kind, at: heading.place)
        problem.isFixable = problem.shownID != nil && heading.isWhole
        let isTold = report.problems.contains { $0.path == path && $0.lessenedID == entry.id }
        if !isTold || !entry.isOfCommit { report.problems.append(problem) }
      }
      left = max(0, left - entries.count)
    }
  }

  /// The time in a title that was changed by hand since the commit that has the entry as `block`.
  ///
  /// - Parameter amongTimes: Whether most entries have a time.
  private func timeInTitle(
    of heading: EntryHeading, in document: ThreadDocument, before block: [UInt8],
    amongTimes: () -> Bool
  ) -> [(offset: Int, kind: JournalProblem.Kind)] {
    let old = ThreadDocument(block)
    guard let before = old.entries.first?.heading, !heading.hasDeclaredTitle(document.bytes.span),
      !old.bytes[before.title].elementsEqual(document.bytes[heading.title]),
      let kind = document.meantInChangedTitle(
        of: heading, since: Array(old.bytes[before.title]), amongTimes: amongTimes(), in: zone
      )
    else { return [] }
    return [(heading.title.lowerBound, kind)]
  }
}

/// Looks for lines of entries in the threads of a journal.
private struct LineSearch {
  /// Shorter lines stand in several entries by chance.
  private static let shortLine = 12

  private let written: WrittenEntries
  private let commit: LastCommit?
  private let paths: [String]
  private let document: (String) -> ThreadDocument?
  private var read: [String: ThreadDocument?] = [:]
  /// The words of files, each behind a space.
  private var texts: [String: [UInt8]] = [:]
  /// What the last commit has of these files.
  private var committed: [String: [EntryID: [UInt8]]] = [:]

  init(_ report: CheckReport, document: @escaping (String) -> ThreadDocument?) {
    (written, commit, paths) = (report.written, report.commit, report.sizes.keys.sorted())
    self.document = document
  }

  /// What is to be told of an entry of the file at `path`.
  mutating func problem(of entry: LessenedEntry, in path: String) -> JournalProblem.Kind? {
    for other in [path] + paths.filter({ $0 != path }) {
      guard let (words, line) = place(of: entry, in: other) else { continue }
      return .textElsewhere(entry.id, words, path: other == path ? nil : other, line: line)
    }
    if entry.isEmptied, let words = entry.gone.first {
      return isOfNewEntry(words, in: path) ? nil : .textGone(entry.id, words)
    }
    // What became an entry of its own stands below its heading.
    guard let cut = entry.cut,
      !paths.contains(where: { has(cut, in: $0) || has(Self.end(of: cut), in: $0) })
    else { return nil }
    return .wordsGone(entry.id, cut, isOfCommit: entry.isOfCommit)
  }

  /// Whether an entry that tj has not written says all of `line`, as where somebody made an entry of it by hand.
  private mutating func isOfNewEntry(_ line: [UInt8], in path: String) -> Bool {
    guard let document = thread(at: path) else { return false }
    func words(_ bytes: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
      Set(bytes.split(whereSeparator: LessenedEntry.isBetweenWords))
    }
    let own = words(line[...])
    return document.entries.contains { slice in
      document.id(of: slice).map { !written.knows($0) || written.isNamedByFix($0) } != false
        && words(document.bytes[slice.region]).isSuperset(of: own)
    }
  }

  /// The last words of several.
  private static func end(of words: [UInt8]) -> [UInt8] {
    let last = words.split(separator: Byte.space).suffix(4)
    return last.count < 4 ? words : Array(last.joined(separator: [Byte.space]))
  }

  /// Where an entry stands, and whether a fix may write there.
  mutating func heading(
    of id: EntryID, in path: String
  ) -> (place: (line: Int, column: Int), isWhole: Bool)? {
    guard let document = thread(at: path),
      let slice = document.entries.first(where: { document.id(of: $0) == id })
    else { return nil }
    let isWhole =
      ConflictMarkers.firstBlock(in: document.bytes) == nil
      && document.isWholeLine(at: slice.region.lowerBound)
    return (document.position(of: slice.heading.line.lowerBound), isWhole)
  }

  /// Whether the words stand in the file at `path`, in whatever lines.
  private mutating func has(_ words: [UInt8], in path: String) -> Bool {
    if texts[path] == nil {
      let all = thread(at: path)?.bytes.split(whereSeparator: Byte.isSpace) ?? []
      texts[path] = Array(all.joined(separator: [Byte.space]))
    }
    return texts[path]?.firstOffset(of: words) != nil
  }

  private mutating func thread(at path: String) -> ThreadDocument? {
    if let known = read[path] { return known }
    let document = document(path)
    read[path] = .some(document)
    return document
  }

  /// Where the first of an entry's lines stands that is another entry's in the file at `path` now, and was not before.
  private mutating func place(
    of entry: LessenedEntry, in path: String
  ) -> (words: [UInt8], line: Int)? {
    guard let document = thread(at: path) else { return nil }
    let bytes = document.bytes
    // What has no words, as `---`, stands anywhere.
    for line in entry.gone where line.contains(where: { Byte.isLetterOrDigit($0) || $0 >= 0x80 }) {
      var start = 0
      let text = [Byte.lineFeed] + line
      while let offset = ByteSearch.firstIndex(of: text, in: bytes.span, start..<bytes.count) {
        start = offset + text.count
        let isWhole = start == bytes.count || bytes[start] == Byte.lineFeed || bytes[start] == 0x0D
        guard isWhole, !has(line, of: entry, document.entry(at: offset + 1), document, path) else {
          continue
        }
        return (line, document.position(of: offset + 1).line)
      }
    }
    return nil
  }

  /// Whether a line that was `entry`'s is rather that of the entry where it stands; above the first one, it is no entry's.
  private mutating func has(
    _ line: [UInt8], of entry: LessenedEntry, _ holder: EntrySlice?, _ document: ThreadDocument,
    _ path: String
  ) -> Bool {
    guard let holder else { return false }
    guard let id = document.id(of: holder) else {
      // A part that got a heading of its own is an entry that is told as new.
      let text = document.content(of: holder).text(in: document.bytes.span)
      return text.split(separator: 0x0A).allSatisfy { entry.gone.contains(Array($0)) }
    }
    if id == entry.id { return true }
    let old = written.block(of: id) ?? committedBlocks(at: path)[id]
    // What older records wrote, and nobody has changed since, is as it was.
    if old == nil, written.remembers(id) { return true }
    // Of what nobody knows, only words are told that hardly stand twice.
    return old.map { WrittenVersion.lines(in: [$0]).contains(line) }
      ?? (line.count < Self.shortLine || line.starts(with: "- ".utf8))
  }

  private mutating func committedBlocks(at path: String) -> [EntryID: [UInt8]] {
    if let known = committed[path] { return known }
    let blocks = commit?.blocks(at: path) ?? [:]
    committed[path] = blocks
    return blocks
  }
}
