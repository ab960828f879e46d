import ThreadStorage

extension Journal {
  /// Adds an entry to the thread, behind those that are not later; one that `isResumed` only if it is not there yet.
  ///
  /// - Parameter onceDayStartsAt: When days begin, where a thread that takes one entry a period refuses a second; nil
  ///   where it does not.
  /// - Returns: Whether it was added.
  /// - Throws: `JournalError.willBeFinished` where the entry is recorded, and the next change adds it.
  @discardableResult
  package func add(
    _ entry: NewEntry, to header: ThreadHeader, isResumed: Bool = false,
    onceDayStartsAt: Int? = nil, whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<Bool> {
    try change("add to \(header.title)", whenBusy: whenBusy) { plan in
      let header = try currentLive(header)
      if isResumed {
        let document = try document(at: header.path)
        if document.entries.contains(where: { document.id(of: $0) == entry.id }) { return false }
      }
      if let onceDayStartsAt {
        try checkOnce(header, at: entry.timestamp, dayStartsAt: onceDayStartsAt)
      }
      try add(entry, to: header, &plan)
      return true
    }
  }

  /// Refuses an entry at `time`, where the thread takes one a period and has it already.
  ///
  /// - Throws: `JournalError.alreadyEntered`.
  package func checkOnce(_ header: ThreadHeader, at time: Timestamp, dayStartsAt: Int) throws {
    guard let period = header.once else { return }
    func start(of time: Timestamp) -> Int {
      period.start(of: time.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch)
    }
    let entries = try file(at: header.path).entries(.live)
    guard let entry = entries.last(where: { start(of: $0.timestamp) == start(of: time) }) else {
      return
    }
    throw JournalError.alreadyEntered(
      entry, period, isPresent: start(of: time) == start(of: timestamp))
  }

  /// Removes a draft for good, as every change under the lock, and in no journal of a newer format.
  package func discard(_ draft: DraftBox.Draft) throws -> Outcome<Void> {
    try change("discard a draft") { _ in try directory.drafts.remove(draft, withUnsaved: true) }
  }

  /// Plans an entry at the file's end, at a cost that does not depend on the file's size; by a rewrite only where the
  /// last entries, read backwards, are later.
  private func add(_ entry: NewEntry, to header: ThreadHeader, _ plan: inout PlannedEdits) throws {
    let path = try directory.threadPath(of: header.path)
    var limit = 4096
    var tail: FileTail
    var last: Timestamp?
    repeat {
      tail = try directory.tail(of: path, limit: limit)
      last = lastTime(in: tail)
      limit *= 16
    } while last == nil && !tail.isWhole
    if let last, last.instant(in: zone) > entry.timestamp.instant(in: zone) {
      return try insert(into: path, at: entry.timestamp, newID: entry.id, &plan) {
        entry.block(lineEnding: $0)
      }
    }
    let separator = header.lineEnding.separator(behind: tail.bytes, isWhole: tail.isWhole)
    let block = separator + entry.block(lineEnding: header.lineEnding)
    guard tail.size + block.count <= JournalDirectory.mostBytes else {
      throw StorageError.tooLarge(path: path, limit: JournalDirectory.mostBytes)
    }
    plan.append(Hunk(adding: block, behind: tail), to: path)
  }

  private func lastTime(in tail: FileTail) -> Timestamp? {
    let span = tail.bytes.span
    var start = ThreadDocument.start(of: span)
    if !tail.isWhole {
      // The first line may be the rest of one that begins before the tail.
      guard let lineFeed = ByteSearch.firstIndex(of: .lineFeed, in: span, 0..<span.count) else {
        return nil
      }
      start = lineFeed + 1
    }
    var search = HeadingSearch(in: start..<span.count)
    var last: Timestamp?
    while let line = search.next(in: span) {
      last = EntryHeading(span, line: line.text)?.timestamp ?? last
    }
    return last
  }

  /// Plans an entry's lines behind those of entries that are not later.
  ///
  /// - Parameter newID: The id of an entry that is new: where it stands there already, an earlier try put it there.
  func insert(
    into path: String, at time: Timestamp, newID: EntryID? = nil,
    _ plan: inout PlannedEdits, _ block: (LineEnding) -> [UInt8]
  ) throws {
    let instant = time.instant(in: zone)
    try plan.edit(path, allowingConflicts: true) { document in
      if let newID, document.entries.contains(where: { document.id(of: $0) == newID }) { return [] }
      // In a file that a merge left unfinished nothing but the end is safe.
      let isConflicted = ConflictMarkers.firstBlock(in: document.bytes) != nil
      return document.splices(insertingBlock: block(document.lineEnding)) {
        isConflicted || $0.heading.timestamp.instant(in: zone) <= instant
      }
    }
  }

  /// Makes a thread, with a first entry where there is one; returns its path.
  package func makeThread(
    titled title: String, id: String, fields: [FieldDefinition], first entry: NewEntry?,
    whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<String> {
    guard Self.isTitle(title) else { throw JournalError.badTitle(title) }
    var pairs: [(String, YAMLNewValue)] = [
      ("id", .text(id)), ("title", .text(title)),
      ("created", .timestamp(timestamp.rfc3339(in: zone))),
    ]
    if !fields.isEmpty {
      pairs.append(("fields", .blockMapping(fields.map { .init($0.name, $0.yaml) })))
    }
    var file = try FrontMatter.newBlock(pairs, lineEnding: LineEnding.lineFeed.bytes)
    if let entry { file += [0x0A] + entry.block(lineEnding: .lineFeed) }
    return try change("new thread \(title)", whenBusy: whenBusy) { plan in
      let path = TakenNames(in: directory).freePath(forTitle: title)
      plan.create(path, file)
      return path
    }
  }

  /// Whether `title` may be a thread's or an entry's title: not empty, one line, no control characters.
  package static func isTitle(_ title: String) -> Bool {
    let hasText = title.unicodeScalars.contains { !$0.properties.isWhitespace }
    return hasText && !title.unicodeScalars.contains { $0 == "\n" || $0 == "\r" || $0 == "\0" }
  }

  /// `title` as it is meant where somebody typed it: without spaces and tabs around it.
  package static func trimmedTitle(_ title: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let scalars = title.unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(Substring(scalars[...last]))
  }

  /// A new thread id: a UUID of version 7, which begins with the time in milliseconds.
  package func newThreadID() -> String {
    var generator = SystemRandom()
    let milliseconds =
      UInt64(bitPattern: Int64(now.secondsSinceEpoch)) &* 1000
      &+ UInt64(now.nanoseconds / 1_000_000)
    let high = (milliseconds << 16) | 0x7000 | (generator.next() & 0x0fff)
    let low = (generator.next() & 0x3fff_ffff_ffff_ffff) | 0x8000_0000_0000_0000
    let digits = Checksum.hexadecimal(high) + Checksum.hexadecimal(low)
    return digits.enumerated().map { [8, 12, 16, 20].contains($0) ? "-\($1)" : "\($1)" }.joined()
  }
}
