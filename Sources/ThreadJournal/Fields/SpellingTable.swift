import ThreadStorage

/// What is known of names as they are typed, which are few and come in about the same order every time.
package struct SpellingTable<Value: Sendable>: Sendable {
  private var known: [(spelling: [UInt8], value: Value)] = []
  /// Where the next name is looked for first: behind the last one.
  private var expected = 0

  /// A table without names.
  package init() {}

  /// The names, in the order in which they were met.
  package var spellings: [[UInt8]] { known.map(\.spelling) }

  /// What is known of the name at `range`; `make` tells it where the name is new.
  @inline(__always)
  package mutating func value(
    of bytes: borrowing Span<UInt8>, _ range: Range<Int>, make: ([UInt8]) -> Value
  ) -> Value {
    let place = place(of: bytes, range) ?? insert(bytes.copy(range), make)
    expected = place + 1
    return known[place].value
  }

  private mutating func insert(_ spelling: [UInt8], _ make: ([UInt8]) -> Value) -> Int {
    known.append((spelling, make(spelling)))
    return known.count - 1
  }

  @inline(__always)
  private func place(of bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    if expected < known.count, bytes.equal(range, known[expected].spelling) { return expected }
    return known.firstIndex { bytes.equal(range, $0.spelling) }
  }
}
