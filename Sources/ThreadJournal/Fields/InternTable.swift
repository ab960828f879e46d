import ThreadStorage

/// What is known of names as they are typed, which are few and come in about the same order every time.
package struct InternTable<Value: Sendable>: Sendable {
  /// All names, one behind the other: looking at one copies nothing.
  private var letters: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var values: [Value] = []
  /// Where names are whose bytes have a hash; made where there are more than a few.
  private var rangesByHash: [Int: [Int]] = [:]
  /// Where the next name is looked for first: behind the last one.
  private var expected = 0
  /// So many names are looked through faster than they are hashed.
  private static var fewNames: Int { 16 }

  package init() {}

  package var spellings: [[UInt8]] { ranges.map { Array(letters[$0]) } }

  /// What is known of the name at `range`; `make` tells it where the name is new.
  package mutating func value(
    of bytes: borrowing Span<UInt8>, _ range: Range<Int>, make: ([UInt8]) -> Value
  ) -> Value {
    let index = index(of: bytes, range) ?? insert(bytes.copy(range), make)
    expected = index + 1
    return values[index]
  }

  private mutating func insert(_ spelling: [UInt8], _ make: ([UInt8]) -> Value) -> Int {
    ranges.append(letters.count..<letters.count + spelling.count)
    letters += spelling
    values.append(make(spelling))
    if ranges.count > Self.fewNames {
      let isFirstTime = rangesByHash.isEmpty
      for index in isFirstTime ? 0..<ranges.count : ranges.count - 1..<ranges.count {
        rangesByHash[Self.hash(letters.span, ranges[index]), default: []].append(index)
      }
    }
    return values.count - 1
  }

  private func index(of bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    if expected < ranges.count, isName(expected, bytes, range) { return expected }
    if ranges.count <= Self.fewNames {
      return ranges.indices.first { isName($0, bytes, range) }
    }
    return rangesByHash[Self.hash(bytes, range)]?.first { isName($0, bytes, range) }
  }

  private static func hash(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range])) }
    return hasher.finalize()
  }

  /// Whether the name of this number stands at `range`.
  func isName(_ index: Int, _ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    bytes.isEqual(range, to: letters.span, ranges[index])
  }
}
