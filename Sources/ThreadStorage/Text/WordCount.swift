import CSystem

extension Span<UInt8> {
  /// How many words stand at `range`: runs of bytes other than white space and control characters, as `wc -w` counts.
  package func wordCount(in range: Range<Int>) -> Int {
    guard range.lowerBound >= 0, range.upperBound <= count else { return 0 }
    return withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return 0 }
      return tj_count_words(start + range.lowerBound, range.count)
    }
  }
}
