import ThreadStorage

/// The check that what was joined of two sides has every line that one of them added.
enum MergeCheck {
  /// Whether every line of `ours` and `theirs` that `base` has not, or fewer times, is in `result` as often as it must be.
  ///
  /// Blank lines and the headings of entries, which are joined by their parts, do not count.
  static func keepsLines(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>,
    in result: ArraySlice<UInt8>
  ) -> Bool {
    var counts: [ArraySlice<UInt8>: [Int]] = [:]
    for (version, text) in [base, ours, theirs, result].enumerated() {
      for line in text.split(separator: .lineFeed) {
        let line = line.last == .carriageReturn ? line.dropLast() : line
        guard line.contains(where: { !Byte.isBlankLineByte($0) }),
          !EntryHeading.isHeading(line.span, line: 0..<line.count)
        else { continue }
        counts[line, default: [0, 0, 0, 0]][version] += 1
      }
    }
    return counts.values.allSatisfy { count in
      let changes = [count[1] - count[0], count[2] - count[0]]
      let removed = changes.reduce(0) { $0 + min($1, 0) }
      let added = max(changes[0], changes[1], 0)
      return count[3] >= count[0] + added + removed
    }
  }
}
