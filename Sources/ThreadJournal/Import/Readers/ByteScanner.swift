/// A reader of a short text in ASCII.
struct ByteScanner {
  /// What was not read yet.
  private(set) var rest: ArraySlice<UInt8>

  /// A reader at the start of `bytes`.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads `byte`, if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Passes over `count` bytes.
  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// Passes over what is next of the bytes that are meant; returns how many they were.
  @discardableResult
  mutating func skip(while isMeant: (UInt8) -> Bool) -> Int {
    let count = rest.prefix(while: isMeant).count
    skip(count)
    return count
  }

  /// Reads up to `limit` digits, one at least.
  mutating func number(upTo limit: Int) -> Int? {
    let digits = rest.prefix(limit).prefix { 0x30...0x39 ~= $0 }
    skip(digits.count)
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
