import ThreadStorage

/// What is known of names as they are typed, which are few and come in about the same order every time.
package struct SpellingTable<Value: Sendable>: Sendable {
  /// All names, one behind the other: looking at one copies nothing.
  private var letters: [UInt8] = []
  private var places: [Range<Int>] = []
  private var values: [Value] = []
  /// Where the next name is looked for first: behind the last one.
  private var expected = 0

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
    return values.count - 1
  }

  private func index(of bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    if expected < places.count, isSame(expected, bytes, range) { return expected }
    return places.indices.first { isSame($0, bytes, range) }
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
