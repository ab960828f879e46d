import ThreadStorage

/// A walk over the entries of a file, as ranges of bytes.
struct EntryWalk {
  private var headings: HeadingSearch
  private let end: Int
  private var following: Line?
  /// The heading of the entry that `next` returned last, without its line's ending.
  private(set) var headingLine: Range<Int>
  /// The offset of the file's first heading; the end where there is none.
  private(set) var firstHeading: Int

  /// A walk over the entries in `range`, whose lower bound is the start of a line.
  init(in range: Range<Int>, of bytes: borrowing Span<UInt8>) {
    headings = HeadingSearch(in: range)
    end = range.upperBound
    headingLine = end..<end
    firstHeading = end
    following = nextHeading(in: bytes)
    firstHeading = following?.text.lowerBound ?? end
  }

  /// Where the next entry begins; nil where there is none.
  var position: Int? { following?.text.lowerBound }

  /// The next entry: from its heading to the one after it.
  mutating func next(in bytes: borrowing Span<UInt8>) -> Range<Int>? {
    guard let line = following else { return nil }
    headingLine = line.text
    following = nextHeading(in: bytes)
    return line.text.lowerBound..<(following?.text.lowerBound ?? end)
  }

  /// Makes the entry around `place`, which is not before the next one, the next; headings between are not read.
  mutating func skip(to place: Int, in bytes: borrowing Span<UInt8>) {
    guard let position else { return }
    // The marker of a heading that begins at `place` lies around it.
    var upper = min(place + 2, end)
    while let marker = HeadingSearch.lastMarker(in: bytes, position..<upper) {
      var candidates = HeadingSearch(in: marker + 1..<end)
      if let line = candidates.nextCandidate(in: bytes), line.text.lowerBound == marker + 1,
        EntryHeading.isHeading(bytes, line: line.text)
      {
        headings = candidates
        following = line
        return
      }
      upper = marker + 2
    }
  }

  private mutating func nextHeading(in bytes: borrowing Span<UInt8>) -> Line? {
    while let line = headings.nextCandidate(in: bytes) {
      if EntryHeading.isHeading(bytes, line: line.text) { return line }
    }
    return nil
  }
}
