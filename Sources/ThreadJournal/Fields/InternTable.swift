import ThreadStorage

/// What is known of names as they are typed, which are few and come in about the same order every time.
package struct InternTable<Value: Sendable>: Sendable {
  /// All names, one behind the other: looking at one copies nothing.
  private var letters: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var values: [Value] = []
  /// The number of each name plus 1, at its hash or behind it; 0 where there is none.
  ///
  /// At least half of it is 0.
  private var slots: [Int] = []
  /// Where the next name is looked for first: behind the last one.
  private var expected = 0

  package init() {}

  package var spellings: [[UInt8]] { ranges.map { Array(letters[$0]) } }

  /// What is known of the name at `range`; `make` tells it where the name is new.
  package mutating func value(
    of bytes: borrowing Span<UInt8>, _ range: Range<Int>, make: ([UInt8]) -> Value
  ) -> Value {
    let index: Int
    if expected < ranges.count, isName(expected, bytes, range) {
      index = expected
    } else {
      let hash = bytes.hash(of: range)
      index = self.index(of: bytes, range, hash) ?? insert(bytes.copy(range), hash, make)
    }
    expected = index + 1
    return values[index]
  }

  private mutating func insert(
    _ spelling: [UInt8], _ hash: Int, _ make: ([UInt8]) -> Value
  ) -> Int {
    ranges.append(letters.count..<letters.count + spelling.count)
    letters += spelling
    values.append(make(spelling))
    if 2 * ranges.count > slots.count {
      slots = Array(repeating: 0, count: max(2 * slots.count, 16))
      for index in ranges.indices { note(index, at: letters.span.hash(of: ranges[index])) }
    } else {
      note(ranges.count - 1, at: hash)
    }
    return ranges.count - 1
  }

  private mutating func note(_ index: Int, at hash: Int) {
    var slot = hash & (slots.count - 1)
    while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = index + 1
  }

  private func index(of bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ hash: Int) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = hash & (slots.count - 1)
    while case let number = slots[slot], number > 0 {
      if isName(number - 1, bytes, range) { return number - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether the name of this number stands at `range`.
  func isName(_ index: Int, _ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    bytes.isEqual(range, to: letters.span, ranges[index])
  }
}

/// What a hash begins with: chance, so that nobody can write names that all have the same one.
private let hashSeed = UInt64.random(in: 0...UInt64.max)

extension Span<UInt8> {
  fileprivate func hash(of range: Range<Int>) -> Int {
    func mixed(_ word: UInt64) -> UInt64 {
      let (high, low) = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      return high ^ low
    }
    var hash = hashSeed ^ UInt64(range.count)
    var (offset, rest) = (range.lowerBound, UInt64(0))
    while offset + 8 <= range.upperBound {
      let eight = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = mixed(hash ^ eight)
      offset += 8
    }
    while offset < range.upperBound {
      rest = rest << 8 | UInt64(self[offset])
      offset += 1
    }
    return Int(truncatingIfNeeded: mixed(hash ^ rest))
  }
}
