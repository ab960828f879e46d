/// Days, counted from 1970-01-01: a bit for each, in words of 64 days, since most days have neighbours.
package struct DaySet: Sendable {
  private var words: [Int: UInt64] = [:]

  package init() {}

  /// These days, in whatever order; the nearer they are to the ones before, the faster.
  init(_ days: [Int]) {
    guard var number = days.first.map({ $0 >> 6 }) else { return }
    var word: UInt64 = 0
    for day in days {
      if day >> 6 != number {
        words[number, default: 0] |= word
        (number, word) = (day >> 6, 0)
      }
      word |= 1 << UInt64(day & 63)
    }
    words[number, default: 0] |= word
  }

  package var count: Int { words.values.reduce(0) { $0 + $1.nonzeroBitCount } }

  package func min() -> Int? {
    words.keys.min().flatMap { number in
      words[number].map { number << 6 + $0.trailingZeroBitCount }
    }
  }

  package func max() -> Int? {
    words.keys.max().flatMap { number in
      words[number].map { number << 6 + 63 - $0.leadingZeroBitCount }
    }
  }

  package func sorted() -> [Int] {
    words.sorted { $0.key < $1.key }.flatMap { number, word in
      (0..<64).filter { word >> UInt64($0) & 1 == 1 }.map { number << 6 + $0 }
    }
  }

  mutating func formUnion(_ other: DaySet) { words.merge(other.words) { $0 | $1 } }
}
