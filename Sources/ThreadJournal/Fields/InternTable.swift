import ThreadStorage

/// What is known of names as they are typed, which are few and come in about the same order every time.
package struct InternTable<Value: Sendable>: Sendable {
  /// All names, one behind the other: looking at one copies nothing.
  private var letters: [UInt8] = []
  private var places: [Range<Int>] = []
  private var values: [Value] = []
  /// Where names are whose bytes have a hash; made where there are more than a few.
  private var placesByHash: [Int: [Int]] = [:]
  /// Where the next name is looked for first: behind the last one.
  private var expected = 0
  /// So many names are looked through faster than they are hashed.
  private static var fewNames: Int { 16 }

  /// A table without names.
  package init() {}

  /// The names, in the order in which they were met.
  package var spellings: [[UInt8]] { places.map { Array(letters[$0]) } }

  /// What is known of the name at `range`; `make` tells it where the name is new.
  package mutating func value(
    of bytes: borrowing Span<UInt8>, _ range: Range<Int>, make: ([UInt8]) -> Value
  ) -> Value {
    let index = index(of: bytes, range) ?? insert(bytes.copy(range), make)
    expected = index + 1
    return values[index]
  }

  private mutating func insert(_ spelling: [UInt8], _ make: ([UInt8]) -> Value) -> Int {
    places.append(letters.count..<letters.count + spelling.count)
    letters += spelling
    values.append(make(spelling))
    if places.count > Self.fewNames {
      let isFirstTime = placesByHash.isEmpty
      for index in isFirstTime ? 0..<places.count : places.count - 1..<places.count {
        placesByHash[Self.hash(letters.span, places[index]), default: []].append(index)
      }
    }
    return values.count - 1
  }

  private func index(of bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    if expected < places.count, isSame(expected, bytes, range) { return expected }
    if places.count <= Self.fewNames {
      return places.indices.first { isSame($0, bytes, range) }
    }
    return placesByHash[Self.hash(bytes, range)]?.first { isSame($0, bytes, range) }
  }

  private static func hash(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range])) }
    return hasher.finalize()
  }

  private func isSame(
    _ index: Int, _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    let place = places[index]
    guard place.count == range.count else { return false }
    for offset in 0..<range.count
    where letters[place.lowerBound + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }
}
