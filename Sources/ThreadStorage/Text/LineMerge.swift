/// Two texts that were made of one, joined by their lines.
package enum LineMerge {
  /// What both changed, together; nil where they changed the same lines, or lines that touch, otherwise.
  package static func merged(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    if mine == theirs || theirs == base { return mine }
    if mine == base { return theirs }
    let lines = [base, mine, theirs].map {
      $0.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    }
    // Where lines are repeated, a change can be read in two ways: as one of the first of them, or of the last.
    let result =
      merged(lines) ?? merged(lines.map { $0.reversed() }).map { $0.reversed() }
    return result.map { Array($0.joined(separator: [Byte.lineFeed])) }
  }

  private static func merged(_ lines: [[ArraySlice<UInt8>]]) -> [ArraySlice<UInt8>]? {
    var known: [ArraySlice<UInt8>: Int] = [:]
    let numbers = lines.map { $0.map { known.number(of: $0) } }
    let changes = [1, 2].map { side in
      LineDifference.changes(of: numbers[0], to: numbers[side]).map {
        (range: $0.old, new: lines[side][$0.new])
      }
    }
    var result: [ArraySlice<UInt8>] = []
    var position = 0
    var next = [0, 0]
    while true {
      let (one, other) = (changes[0].element(next[0]), changes[1].element(next[1]))
      guard let first = one.map(\.range.lowerBound) ?? other.map(\.range.lowerBound) else { break }
      var side = one == nil || other.map { $0.range.lowerBound < first } == true ? 1 : 0
      if let one, let other, one.range.lowerBound <= other.range.upperBound,
        other.range.lowerBound <= one.range.upperBound
      {
        guard one.range == other.range, one.new == other.new else { return nil }
        next[0] += 1
        side = 1
      }
      let change = changes[side][next[side]]
      result += lines[0][position..<change.range.lowerBound]
      result += change.new
      position = change.range.upperBound
      next[side] += 1
    }
    return result + lines[0][position...]
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { index < count ? self[index] : nil }
}

extension [ArraySlice<UInt8>: Int] {
  fileprivate mutating func number(of line: ArraySlice<UInt8>) -> Int {
    if let number = self[line] { return number }
    self[line] = count
    return count - 1
  }
}

/// The lines that differ between two texts, as numbers that stand for them: "patience", which keeps the lines that
/// stand once in both, as far as they are in the same order, and looks between them again.
///
/// It takes n log n time on any texts; where no line stands once, in long texts, it finds less than is in common.
enum LineDifference {
  typealias Change = (old: Range<Int>, new: Range<Int>)

  /// How often what is between lines that are in both is looked at again.
  private static let mostRounds = 12
  /// How many pairs of lines are compared at most where none stands once in both.
  private static let mostPairs = 1 << 12

  /// The ranges of `old` that differ, and what stands for each of them in `new`; in order, with a line between any two.
  static func changes(of old: [Int], to new: [Int]) -> [Change] {
    var changes: [Change] = []
    var open: [(change: Change, round: Int)] = [((old.indices, new.indices), 0)]
    while let (whole, round) = open.popLast() {
      let change = trimmed(whole, old, new)
      if change.old.isEmpty && change.new.isEmpty { continue }
      let kept = round < mostRounds ? commonLines(change, old, new) : []
      guard !kept.isEmpty else {
        changes.append(change)
        continue
      }
      var end = (old: change.old.upperBound, new: change.new.upperBound)
      var parts: [(Change, Int)] = []
      for line in kept.reversed() {
        parts.append(((line.old + 1..<end.old, line.new + 1..<end.new), round + 1))
        end = line
      }
      parts.append(((change.old.lowerBound..<end.old, change.new.lowerBound..<end.new), round + 1))
      open += parts
    }
    return sliding(changes, old, new)
  }

  /// What was only put in or taken out as far down as it can stand, so that two who did the same did it at one place.
  private static func sliding(_ changes: [Change], _ old: [Int], _ new: [Int]) -> [Change] {
    var changes = changes
    for index in changes.indices.reversed() {
      var change = changes[index]
      guard change.old.isEmpty || change.new.isEmpty else { continue }
      let end = index + 1 < changes.count ? changes[index + 1].old.lowerBound - 1 : old.count
      while change.old.upperBound < end,
        change.old.isEmpty
          ? new[change.new.lowerBound] == new[change.new.upperBound]
          : old[change.old.lowerBound] == old[change.old.upperBound]
      {
        change.old = change.old.lowerBound + 1..<change.old.upperBound + 1
        change.new = change.new.lowerBound + 1..<change.new.upperBound + 1
      }
      changes[index] = change
    }
    return changes
  }

  private static func trimmed(_ change: Change, _ old: [Int], _ new: [Int]) -> Change {
    var (before, after) = (change.old, change.new)
    while !before.isEmpty, !after.isEmpty, old[before.lowerBound] == new[after.lowerBound] {
      before.removeFirst()
      after.removeFirst()
    }
    while !before.isEmpty, !after.isEmpty, old[before.upperBound - 1] == new[after.upperBound - 1] {
      before.removeLast()
      after.removeLast()
    }
    return (before, after)
  }

  /// The lines that stand once in each range, as many of them as are in the same order.
  private static func commonLines(
    _ change: Change, _ old: [Int], _ new: [Int]
  ) -> [(old: Int, new: Int)] {
    var occurrences: [Int: (old: Int?, new: Int?, isOnce: Bool)] = [:]
    for index in change.old {
      let isOnce = occurrences[old[index]] == nil
      occurrences[old[index]] = (index, nil, isOnce)
    }
    for index in change.new {
      guard let line = occurrences[new[index]] else { continue }
      occurrences[new[index]] = (line.old, index, line.isOnce && line.new == nil)
    }
    let lines = change.old.compactMap { index -> (old: Int, new: Int)? in
      guard let line = occurrences[old[index]], line.isOnce, let other = line.new else {
        return nil
      }
      return (index, other)
    }
    return lines.isEmpty ? mostCommon(change, old, new) : longestRising(lines)
  }

  /// The most lines that are in both ranges in the same order, found by comparing each with each; only of short ranges.
  private static func mostCommon(
    _ change: Change, _ old: [Int], _ new: [Int]
  ) -> [(old: Int, new: Int)] {
    let (height, width) = (change.old.count, change.new.count)
    guard height > 0, width > 0, height * width <= mostPairs else { return [] }
    func isSame(_ row: Int, _ column: Int) -> Bool {
      old[change.old.lowerBound + row] == new[change.new.lowerBound + column]
    }
    // How many there are from each row and column on.
    var counts = [[Int]](repeating: [Int](repeating: 0, count: width + 1), count: height + 1)
    for row in (0..<height).reversed() {
      for column in (0..<width).reversed() {
        counts[row][column] =
          isSame(row, column)
          ? counts[row + 1][column + 1] + 1
          : max(counts[row + 1][column], counts[row][column + 1])
      }
    }
    var lines: [(old: Int, new: Int)] = []
    var (row, column) = (0, 0)
    while row < height, column < width {
      if isSame(row, column) {
        lines.append((change.old.lowerBound + row, change.new.lowerBound + column))
        (row, column) = (row + 1, column + 1)
      } else if counts[row + 1][column] >= counts[row][column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return lines
  }

  private static func longestRising(_ lines: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // Of each length the sequence that ends lowest, and what stands before each line in it.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: lines.count)
    for (index, line) in lines.enumerated() {
      let low = ends.indices.partitioningIndex { lines[ends[$0]].new >= line.new }
      before[index] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var rising: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      rising.append(lines[index])
      next = before[index]
    }
    return rising.reversed()
  }
}
