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
  /// - Throws: `StorageError.keptDraft` where the text is safe in a draft but not in the thread.
  @discardableResult
  package func add(
    _ entry: NewEntry, to header: ThreadHeader, isResumed: Bool = false,
    whenBusy: (() throws -> Void)? = nil
  ) throws -> Outcome<Bool> {
    try change("add to \(header.title)", whenBusy: whenBusy) { writer, record in
      let header = try current(header)
      if isResumed, try has(entry.id, in: header.path) { return false }
      try add(to: header, at: entry.timestamp, id: entry.id, &writer, &record) {
        entry.block(lineEnding: $0)
      }
      return true
    }
  }

  /// Removes a draft for good, as every change under the lock, and in no journal of a newer format.
  package func discard(_ draft: DraftBox.Draft) throws -> Outcome<Void> {
    try change("discard a draft") { _, _ in try directory.drafts.remove(draft) }
  }

  /// Whether the thread at `path` has an entry of this id.
  private func has(_ id: EntryID, in path: String) throws -> Bool {
    let document = try document(at: path)
    return document.entries.contains { document.id(of: $0) == id }
  }

  /// Adds an entry's lines, which `block` makes for the file's line ending, at their place in time.
  func add(
    to header: ThreadHeader, at time: Timestamp, id: EntryID, _ writer: inout JournalWriter,
    _ record: inout ChangeRecord, _ block: (LineEnding) -> [UInt8]
  ) throws {
    let instant = time.instant(in: zone)
    let path = try writer.directory.threadPath(of: header.path)
    var limit = 4096
    var end: [UInt8] = []
    while true {
      var needsMore = false
      let appended = try writer.append(
        to: path, key: "{#\(id)", tailLimit: limit
      ) { tail in
        switch place(of: instant, at: tail) {
        case .end: break
        case .earlier: return nil
        case .unknown:
          needsMore = true
          return nil
        }
        end = tail.bytes.suffix(RegionChange.contextLength)
        let lead = EntryTail(tail.bytes, isWholeFile: tail.isWhole)
          .lead(lineEnding: header.lineEnding)
        return lead + block(header.lineEnding)
      }
      if let appended {
        record.files.append(
          .edited(
            path: path,
            [.init(offset: appended.offset, before: [], after: appended.bytes, leading: end)]))
        return
      }
      guard needsMore else { break }
      limit *= 16
    }
    try insert(into: path, at: time, newID: id, &writer, &record, block)
  }

  /// Plans an entry's lines at their place in time.
  ///
  /// - Parameter newID: The id of an entry that is new: where it stands there already, an earlier try put it there.
  func insert(
    into path: String, at time: Timestamp, newID: EntryID? = nil,
    _ writer: inout JournalWriter, _ record: inout ChangeRecord, _ block: (LineEnding) -> [UInt8]
  ) throws {
    let instant = time.instant(in: zone)
    try edit(path, &writer, &record, allowingConflicts: true) { document in
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
    while let (_, scan) = search.next(in: span) {
      if case .heading(let heading) = scan { last = heading.timestamp }
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
    return try change("new thread \(title)", whenBusy: whenBusy) { writer, record in
      let path = freePath(forTitle: title)
      record.create(path, file)
      return path
    }
  }

  /// The path for a new thread: its title's file name, with a number where that is taken (F31).
  ///
  /// Names count as taken that a file system may take for the same: case and normalization aside.
  func freePath(forTitle title: String, beside planned: [String] = []) -> String {
    let listing = directory.threadFiles()
    let names = listing.files + listing.conflictCopies + planned
    let taken = Set(names.map { FieldName.key($0) })
    return JournalFileName.fileName(forTitle: title) { name in
      // What cannot be looked at, the making of the file reports.
      taken.contains(FieldName.key(name)) || (try? directory.hasFile(at: name)) ?? false
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
    let digits = Journal.hexadecimal(high) + Journal.hexadecimal(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
