/// Two texts that were made of one, joined by their lines.
package enum LineMerge {
  /// What both changed, together; nil where they changed the same lines, or lines that touch.
  package static func merged(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    if mine == theirs || theirs == base { return mine }
    if mine == base { return theirs }
    let lines = [base, mine, theirs].map {
      $0.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    }
    let (first, second) = (change(of: lines[0], to: lines[1]), change(of: lines[0], to: lines[2]))
    let isFirst = first.range.upperBound < second.range.lowerBound
    guard isFirst || second.range.upperBound < first.range.lowerBound else { return nil }
    var result = lines[0]
    // The later one first, so that the other's range stays what it is.
    for (range, new) in isFirst ? [second, first] : [first, second] {
      result.replaceSubrange(range, with: new)
    }
    return Array(result.joined(separator: [Byte.lineFeed]))
  }

  /// The lines of `old` from the first to the last one that differs, and what stands there in `new`.
  private static func change(
    of old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]
  ) -> (range: Range<Int>, new: ArraySlice<ArraySlice<UInt8>>) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return (start..<old.count - end, new[start..<new.count - end])
  }
}
