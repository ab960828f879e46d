extension StringProtocol {
  /// No more of it than goes into a line of something else, whole words where they are not long.
  package func shortened(to limit: Int = 60) -> String {
    guard index(startIndex, offsetBy: limit + 1, limitedBy: endIndex) != nil else {
      return String(self)
    }
    let start = prefix(limit - 1)
    let isWhole = self[start.endIndex].isWhitespace
    let end = isWhole ? start.endIndex : start.lastIndex(where: \.isWhitespace) ?? start.endIndex
    let words = start[..<end]
    return (words.count * 2 < limit ? String(start) : String(words)) + "…"
  }
}
