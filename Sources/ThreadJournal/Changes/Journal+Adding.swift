import ThreadStorage

extension Journal {
  /// Adds an entry to the thread `header`, at its place in time.
  ///
  /// An entry that is not earlier than the thread's last one is appended, at a cost that does not
  /// depend on the thread's size; any other is put where it belongs by a rewrite.
  ///
  /// - Parameters:
  ///   - isResumed: Whether it may have been added before; then it is not added again.
  ///   - whenBusy: Called before a wait for the lock, so that the text is safe by then.
  /// - Returns: Whether it was added.
  /// - Throws: `JournalError.willBeFinished` where the entry is recorded, and the next change adds it.
  @discardableResult
  package func add(
    _ entry: NewEntry, to header: ThreadHeader, isResumed: Bool = false,
    whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<Bool> {
    try change("add to \(header.title)", whenBusy: whenBusy) { plan in
      let header = try current(header)
      if isResumed, try has(entry.id, in: header.path) { return false }
      try add(entry, to: header, &plan)
      return true
    }
  }

  /// Removes a draft for good, as every change under the lock, and in no journal of a newer format.
  package func discard(_ draft: DraftBox.Draft) throws -> Outcome<Void> {
    try change("discard a draft") { _ in try directory.drafts.remove(draft) }
  }

  /// Whether the thread at `path` has an entry of this id.
  private func has(_ id: EntryID, in path: String) throws -> Bool {
    let document = try document(at: path)
    return document.entries.contains { document.id(of: $0) == id }
  }

  /// Plans an entry at its place in time: at the end, if the last entries, read backwards, are not later.
  private func add(
    _ entry: NewEntry, to header: ThreadHeader, _ plan: inout PlannedEdits
  ) throws {
    let instant = entry.timestamp.instant(in: zone)
    let path = try directory.threadPath(of: header.path)
    var limit = 4096
    while true {
      let tail = try directory.tail(of: path, limit: limit)
      switch place(of: instant, at: tail) {
      case .end:
        let lead = header.lineEnding.lead(behind: tail.bytes, isWhole: tail.isWhole)
        let block = lead + entry.block(lineEnding: header.lineEnding)
        return plan.append(Hunk(adding: block, behind: tail), to: path)
      case .earlier:
        return try insert(into: path, at: entry.timestamp, newID: entry.id, &plan) {
          entry.block(lineEnding: $0)
        }
      case .unknown: limit *= 16
      }
    }
  }

  /// Plans an entry's lines at their place in time.
  ///
  /// - Parameter newID: The id of an entry that is new: where it stands there already, an earlier try put it there.
  func insert(
    into path: String, at time: Timestamp, newID: EntryID? = nil,
    _ plan: inout PlannedEdits, _ block: (LineEnding) -> [UInt8]
  ) throws {
    let instant = time.instant(in: zone)
    try plan.edit(path, allowingConflicts: true) { document in
      if let newID, document.entries.contains(where: { document.id(of: $0) == newID }) { return [] }
      // In a file that a merge left unfinished no place but the end is safe.
      let isConflicted = ConflictMarkers.firstBlock(in: document.bytes) != nil
      return document.splices(insertingBlock: block(document.lineEnding)) {
        isConflicted || $0.heading.timestamp.instant(in: zone) <= instant
      }
    }
  }

  private enum TailPlace {
    case end
    case earlier
    /// No heading stands in the bytes that were read, and they are not the whole file.
    case unknown
  }

  /// Where an entry at `instant` belongs, by the last entry in the file's tail.
  private func place(of instant: Instant, at tail: FileTail) -> TailPlace {
    let span = tail.bytes.span
    // The first line may be the rest of one that begins before the tail.
    var start = tail.isWhole ? ThreadDocument.start(of: span) : 0
    if !tail.isWhole {
      guard let lineFeed = ByteSearch.firstIndex(of: 0x0A, in: span, 0..<span.count) else {
        return .unknown
      }
      start = lineFeed + 1
    }
    var search = HeadingSearch(in: start..<span.count)
    var last: Timestamp?
    while let line = search.next(in: span) {
      last = EntryHeading(span, line: line.text)?.timestamp ?? last
    }
    guard let last else { return tail.isWhole ? .end : .unknown }
    return last.instant(in: zone) <= instant ? .end : .earlier
  }

  /// Makes a thread, with a first entry where there is one.
  ///
  /// - Returns: The new file's path, relative to the journal.
  /// - Throws: `JournalError.badTitle` where the title cannot be one.
  package func makeThread(
    titled title: String, id: String, fields: [FieldDefinition] = [], first entry: NewEntry?,
    whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<String> {
    guard Journal.isTitle(title) else { throw JournalError.badTitle(title) }
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
  package func newThreadID(using generator: inout some RandomNumberGenerator) -> String {
    let milliseconds =
      UInt64(bitPattern: Int64(now.secondsSinceEpoch)) &* 1000
      &+ UInt64(now.nanoseconds / 1_000_000)
    let random = UInt64.random(in: .min ... .max, using: &generator)
    let tail = UInt64.random(in: .min ... .max, using: &generator)
    let high = (milliseconds << 16) | 0x7000 | (random & 0x0fff)
    let low = (tail & 0x3fff_ffff_ffff_ffff) | 0x8000_0000_0000_0000
    let digits = Checksum.hexadecimal(high) + Checksum.hexadecimal(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }
}
