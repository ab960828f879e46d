/// Ascending ranges that do not overlap, asked for by offsets that never go back.
package struct RangeCursor {
  private var rest: ArraySlice<Range<Int>>

  package init(_ ranges: [Range<Int>]) { rest = ranges[...] }

  /// The range that holds `offset`.
  package mutating func range(at offset: Int) -> Range<Int>? {
    while let first = rest.first, first.upperBound <= offset { rest.removeFirst() }
    return rest.first.flatMap { $0.contains(offset) ? $0 : nil }
  }
}
