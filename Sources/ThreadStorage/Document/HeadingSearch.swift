/// A walk over the entry headings of a file, in file order.
///
/// It looks at nothing but lines that begin with `##`, so that it runs at the speed of the memory.
package struct HeadingSearch {
  /// Where the search goes on.
  private var position: Int
  private let end: Int
  private var mayStartHere: Bool

  /// A search of `range`, whose lower bound must be the start of a line.
  package init(in range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
    mayStartHere = true
  }

  /// The next line that is an entry's heading or looks like one, with what it is.
  package mutating func next(
    in bytes: borrowing Span<UInt8>
  ) -> (line: Line, scan: EntryHeading.Scan)? {
    while let line = nextCandidate(in: bytes) {
      switch EntryHeading.scan(bytes, line: line.text) {
      case .none: continue
      case let scan: return (line, scan)
      }
    }
    return nil
  }

  /// The offset of the last line feed in `range` that `##` follows within it.
  package static func lastMarker(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    HeadingMarker.lastIndex(in: bytes, range)
  }

  /// The next line that begins with `##` and a space or tab.
  package mutating func nextCandidate(in bytes: borrowing Span<UInt8>) -> Line? {
    while true {
      let start: Int
      if mayStartHere {
        mayStartHere = false
        guard bytes.hasHeadingMarker(at: position, upTo: end) else { continue }
        start = position
      } else {
        guard
          let found = HeadingMarker.firstIndex(in: bytes, position..<Swift.max(position, end))
        else { return nil }
        position = found + 1
        guard bytes.hasHeadingMarker(at: position, upTo: end) else { continue }
        start = position
      }
      let line = Line(startingAt: start, in: bytes, upTo: end)
      // The search goes on before the line feed that ends this line, where the next marker begins.
      position = Swift.max(start, line.next - 1)
      return line
    }
  }
}

extension Span<UInt8> {
  /// Whether `##` and a space or tab stand at `offset`.
  fileprivate func hasHeadingMarker(at offset: Int, upTo end: Int) -> Bool {
    offset + 3 <= end && self[offset] == Byte.hash && self[offset + 1] == Byte.hash
      && Byte.isBlank(self[offset + 2])
  }
}
