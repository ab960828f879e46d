import ThreadStorage

/// What a list says of a thread.
package struct ThreadSummary: Sendable {
  /// What names it.
  package let header: ThreadHeader
  /// How many entries it has that are not deleted.
  package let entries: Int
  /// How many soft-deleted entries it has.
  package let deletedEntries: Int
  /// The latest of its entries' times and edits, soft-deleted ones left out (F22).
  package let updated: Timestamp?

  /// Reads the summary of a thread; it looks at the headings only.
  ///
  /// - Returns: nil where the file is no thread (F23).
  init?(path: String, bytes: borrowing Span<UInt8>, zone: LocalTimeZone) {
    let layout = FileLayout(bytes)
    var search = HeadingSearch(in: layout.bodyStart..<bytes.count)
    var tally = EntryTally()
    while let line = search.nextCandidate(in: bytes) {
      tally.count(line.text, in: bytes, zone: zone)
    }
    guard tally.firstHeading != nil || layout.frontMatter != nil else { return nil }
    header = layout.header(path: path, bytes: bytes, upTo: tally.firstHeading ?? bytes.count)
    entries = tally.entries
    deletedEntries = tally.deleted
    updated = tally.updated
  }
}

/// Counts entries and finds the latest time among them.
private struct EntryTally {
  var firstHeading: Int?
  var entries = 0
  var deleted = 0
  var updated: Timestamp?
  private var latest: Instant?

  /// Counts the entry whose heading `line` is, if it is one.
  mutating func count(_ line: Range<Int>, in bytes: borrowing Span<UInt8>, zone: LocalTimeZone) {
    guard case .valid(let time, let range) = EntryHeading.scanTimestamp(bytes, line: line) else {
      return
    }
    if firstHeading == nil { firstHeading = line.lowerBound }
    let rest = range.upperBound..<line.upperBound
    guard EntryTally.mayHaveMarks(bytes, rest),
      let attributes = EntryAttributes.closing(bytes, line: rest)
    else {
      entries += 1
      note(time, zone)
      return
    }
    guard !attributes.isDeleted else {
      deleted += 1
      return
    }
    entries += 1
    note(time, zone)
    if let edited = attributes.edited,
      case .valid(let time, edited.upperBound) = Timestamp.scan(bytes, in: edited)
    {
      note(time, zone)
    }
  }

  /// Whether the rest of a heading may have an attribute `edited` or `deleted`, or the class.
  private static func mayHaveMarks(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    for offset in range {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "=") || byte == UInt8(ascii: ".") { return true }
    }
    return false
  }

  private mutating func note(_ time: Timestamp, _ zone: LocalTimeZone) {
    let instant = time.instant(in: zone)
    if let latest, latest >= instant { return }
    latest = instant
    updated = time
  }
}

/// Where the parts of a file stand that come before its entries.
struct FileLayout {
  /// The front matter's block and content, if there is any.
  let frontMatter: (block: Range<Int>, content: Range<Int>)?
  /// Whether the first line opens front matter that nothing closes.
  let isUnterminated: Bool
  /// Where preamble and entries begin.
  let bodyStart: Int

  init(_ bytes: borrowing Span<UInt8>) {
    switch ThreadDocument.locateFrontMatter(in: bytes) {
    case .found(let block, let content):
      frontMatter = (block, content)
      isUnterminated = false
      bodyStart = block.upperBound
    case .unterminated:
      frontMatter = nil
      isUnterminated = true
      bodyStart = ThreadDocument.start(of: bytes)
    case .none:
      frontMatter = nil
      isUnterminated = false
      bodyStart = ThreadDocument.start(of: bytes)
    }
  }

  /// The header of the file, whose preamble ends at `end`.
  func header(path: String, bytes: borrowing Span<UInt8>, upTo end: Int) -> ThreadHeader {
    headerAndFrontMatter(path: path, bytes: bytes, upTo: end).header
  }

  /// The header of the file, whose preamble ends at `end`, and what it was read from.
  func headerAndFrontMatter(
    path: String, bytes: borrowing Span<UInt8>, upTo end: Int
  ) -> (header: ThreadHeader, frontMatter: FrontMatter?) {
    let head = bytes.copy(0..<end)
    let parsed = frontMatter.map {
      FrontMatter(file: head, block: $0.block, content: $0.content)
    }
    let header = ThreadHeader(
      path: path, bytes: head, frontMatter: parsed,
      preamble: bodyStart..<Swift.max(bodyStart, end), lineEnding: LineEnding(firstLineOf: bytes))
    return (header, parsed)
  }
}
