extension Range<Int> {
  /// The first index for which `isReached` holds, as it does for all behind it; the upper bound where there is none.
  @inlinable @inline(__always)
  package func partitioningIndex(where isReached: (Int) -> Bool) -> Int {
    var (lower, upper) = (lowerBound, upperBound)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isReached(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
