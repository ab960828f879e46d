extension Collection<String> {
  /// The names that `name` was probably meant to be, the nearest first, at most `limit` of them.
  ///
  /// Near is: begins with it, or differs by at most one mistyped letter in three, as a whole, or from a
  /// name's beginning or one of its words; case never counts.
  package func nearest(to name: String, limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(longestCompared + 1))
    guard !wanted.isEmpty, wanted.count <= longestCompared else { return [] }
    let allowed = Swift.max(1, wanted.count / 3)
    var found: [(name: String, distance: Int)] = []
    for candidate in self {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(longestCompared + 1))
      let distance = editDistance(wanted, letters, atMost: allowed)
      // Names of one letter have nothing in common where it is another one.
      if let distance, distance < Swift.max(wanted.count, letters.count) {
        found.append((candidate, distance))
      } else if wanted.count > 1, letters.starts(with: wanted) {
        found.append((candidate, allowed + 1))
      } else if let distance = partDistance(wanted, letters, atMost: allowed) {
        found.append((candidate, allowed + 2 + distance))
      }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(limit).map(\.name)
  }
}

extension String {
  /// Whether it is `other` but for letters such as `e` in place of `é`.
  func lacksAccents(of other: String) -> Bool {
    let (typed, meant) = (Array(unicodeScalars), Array(other.unicodeScalars))
    return typed.count == meant.count && typed != meant
      && zip(typed, meant).allSatisfy { $0 == $1 || $0.isASCII && !$1.isASCII }
  }

  /// Whether it is `other` but for one slip of the finger, or for `most` behind a common beginning; what differs by digits
  /// is numbered.
  package func isSlip(of other: String, atMost most: Int = 2) -> Bool {
    let (typed, meant) = (Array(unicodeScalars), Array(other.unicodeScalars))
    func digits(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
      letters.filter { $0.properties.numericType != nil }
    }
    guard Swift.min(typed.count, meant.count) > 2,
      Swift.max(typed.count, meant.count) <= longestCompared,
      typed[0] == meant[0], digits(typed) == digits(meant)
    else { return false }
    let limit = meant.count > 4 && typed.prefix(3) == meant.prefix(3) ? most : 1
    return editDistance(typed, meant, atMost: limit) != nil
  }
}

/// How far `wanted` is from the nearest word of `letters`, or from their beginning; nil if above `limit`.
///
/// Short names are like a part of almost anything, so they are only compared as a whole.
private func partDistance(
  _ wanted: [Unicode.Scalar], _ letters: [Unicode.Scalar], atMost limit: Int
) -> Int? {
  guard wanted.count > 3, letters.count > wanted.count else { return nil }
  let words = letters.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
  return ([letters.prefix(wanted.count)] + words)
    .compactMap { editDistance(wanted, Array($0), atMost: limit) }.min()
}

/// Longer names are not compared: the work grows with the square of the length.
private let longestCompared = 128

/// Damerau and Levenshtein's distance (insert, delete, replace, swap neighbours), or nil if above `limit`.
private func editDistance(
  _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], atMost limit: Int
) -> Int? {
  guard abs(first.count - second.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    current.reserveCapacity(second.count + 1)
    for column in second.indices {
      let isSame = first[row] == second[column]
      var least = Swift.min(
        last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        least = Swift.min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count] <= limit ? last[second.count] : nil
}
