extension ThreadDocument {
  /// The splices that put the lines of whole entries behind the entry at `index`, nil for before the first.
  ///
  /// They are set off by one blank line from what stands before and after them.
  package func splices(insertingBlock block: [UInt8], behind index: Int?) -> [Splice] {
    let place = index.map { $0 + 1 } ?? 0
    guard place < entries.count else {
      return [Splice(insertingAt: bytes.count, lead(before: bytes.count) + block)]
    }
    let offset = entries[place].region.lowerBound
    return [Splice(insertingAt: offset, lead(before: offset) + block + lineEnding.bytes)]
  }
}
