import ThreadStorage

/// A walk over the entries of a file, as ranges of bytes.
struct EntryWalk {
  private var headings: HeadingSearch
  private let end: Int
  private var following: Beginning?
  /// The offset of the file's first heading; the end where there is none.
  private(set) var firstHeading: Int

  /// How an entry begins: its heading's line, and the timestamp in it.
  struct Beginning {
    let line: Line
    let timestamp: Timestamp
    let timestampRange: Range<Int>
    /// Whether nothing but ` {#id}` stands behind the timestamp, as in nearly all headings.
    let hasOnlyID: Bool

    /// The beginning at `line`, if it is a heading.
    init?(_ line: Line, in bytes: borrowing Span<UInt8>) {
      guard
        case .valid(let timestamp, let range) = EntryHeading.scanTimestamp(bytes, line: line.text)
      else { return nil }
      self.line = line
      self.timestamp = timestamp
      timestampRange = range
      hasOnlyID = EntryAttributes.isOnlyID(bytes, range.upperBound..<line.text.upperBound)
    }

    func isDeleted(in bytes: borrowing Span<UInt8>) -> Bool {
      mayHaveMarks(in: bytes) && heading(in: bytes).attributes?.isDeleted == true
    }

    /// Whether the heading may say that the entry was edited or deleted: most have neither a value nor a class.
    func mayHaveMarks(in bytes: borrowing Span<UInt8>) -> Bool {
      guard !hasOnlyID else { return false }
      for offset in timestampRange.upperBound..<line.text.upperBound
      where bytes[offset] == UInt8(ascii: "=") || bytes[offset] == UInt8(ascii: ".") {
        return true
      }
      return false
    }

    /// The title; empty for none.
    func title(in bytes: borrowing Span<UInt8>) -> Range<Int> {
      hasOnlyID ? line.text.upperBound..<line.text.upperBound : heading(in: bytes).title
    }

    func heading(in bytes: borrowing Span<UInt8>) -> EntryHeading {
      EntryHeading(bytes, line: line.text, timestamp: timestamp, at: timestampRange)
    }
  }

  /// A walk over the entries in `range`, whose lower bound is the start of a line.
  init(in range: Range<Int>, of bytes: borrowing Span<UInt8>) {
    headings = HeadingSearch(in: range)
    end = range.upperBound
    firstHeading = end
    following = nextHeading(in: bytes)
    firstHeading = following?.line.text.lowerBound ?? end
  }

  /// Where the next entry begins; nil where there is none.
  var position: Int? { following?.line.text.lowerBound }

  /// The next entry: from its heading to the one after it.
  mutating func next(
    in bytes: borrowing Span<UInt8>
  ) -> (beginning: Beginning, region: Range<Int>)? {
    guard let beginning = following else { return nil }
    following = nextHeading(in: bytes)
    return (beginning, beginning.line.text.lowerBound..<(following?.line.text.lowerBound ?? end))
  }

  /// Makes the entry around `offset`, which is not before the next one, the next; headings between are not read.
  mutating func skip(to offset: Int, in bytes: borrowing Span<UInt8>) {
    guard let position else { return }
    // The marker of a heading that begins at `offset` lies around it.
    var upper = min(offset + 2, end)
    while let marker = HeadingMarker.lastIndex(in: bytes, position..<upper) {
      var candidates = HeadingSearch(in: marker + 1..<end)
      if let line = candidates.next(in: bytes), line.text.lowerBound == marker + 1,
        let beginning = Beginning(line, in: bytes)
      {
        headings = candidates
        following = beginning
        return
      }
      upper = marker + 2
    }
  }

  private mutating func nextHeading(in bytes: borrowing Span<UInt8>) -> Beginning? {
    while let line = headings.next(in: bytes) {
      if let beginning = Beginning(line, in: bytes) { return beginning }
    }
    return nil
  }
}

/// The same from the file's end, where most files have their newest entries.
struct BackwardEntryWalk {
  private let start: Int
  /// Where the entry begins that was found last.
  private var end: Int
  /// What is behind this was looked at.
  private var unseenEnd: Int

  /// A walk over the entries in `range`, whose lower bound is the start of a line.
  init(in range: Range<Int>) {
    start = range.lowerBound
    end = range.upperBound
    unseenEnd = range.upperBound
  }

  /// The entry before the one that was found last.
  mutating func previous(
    in bytes: borrowing Span<UInt8>
  ) -> (beginning: EntryWalk.Beginning, region: Range<Int>)? {
    while unseenEnd > start {
      let marker = HeadingMarker.lastIndex(in: bytes, start..<unseenEnd)
      let position = marker.map { $0 + 1 } ?? start
      unseenEnd = marker.map { $0 + 2 } ?? start
      // Nothing behind the marker is looked at, so that lines that are no headings take no time.
      var marks = HeadingSearch(in: position..<min(position + 3, end))
      guard marks.next(in: bytes) != nil else { continue }
      let line = Line(startingAt: position, in: bytes, upTo: end)
      guard let beginning = EntryWalk.Beginning(line, in: bytes) else { continue }
      defer { end = position }
      return (beginning, position..<end)
    }
    return nil
  }
}
