import CSystem

extension Span<UInt8> {
  /// How many words stand at `range`: runs of bytes other than white space and control characters, as `wc -w` counts.
  package func wordCount(in range: Range<Int>) -> Int { wordCountAndHash(in: range).words }

  /// How many words stand at `range`, and whether there is a `#`.
  package func wordCountAndHash(in range: Range<Int>) -> (words: Int, hasHash: Bool) {
    guard range.lowerBound >= 0, range.upperBound <= count else { return (0, false) }
    return withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return (0, false) }
      var hasHash = false
      return (tj_count_words(start + range.lowerBound, range.count, &hasHash), hasHash)
    }
  }
}
