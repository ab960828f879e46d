/// What is read so far of a text that may be a date or a time of day.
struct TimeScan {
  var position: Int
  let end: Int

  var isAtEnd: Bool { position >= end }

  func next(in bytes: borrowing Span<UInt8>) -> UInt8? { isAtEnd ? nil : bytes[position] }

  /// Passes over `byte`, if it is next.
  @discardableResult
  mutating func take(_ byte: UInt8, in bytes: borrowing Span<UInt8>) -> Bool {
    guard next(in: bytes) == byte else { return false }
    position += 1
    return true
  }

  mutating func skip(_ signs: String, in bytes: borrowing Span<UInt8>) {
    while let byte = next(in: bytes), signs.utf8.contains(byte) { position += 1 }
  }

  mutating func number(
    in bytes: borrowing Span<UInt8>, upTo limit: Int = 9
  ) -> (value: Int, digits: Int)? {
    let number = Byte.number(in: bytes, at: position, upTo: min(end, position + limit))
    position += number?.digits ?? 0
    return number
  }

  /// Passes over the `th` of `25th`.
  mutating func skipOrdinal(in bytes: borrowing Span<UInt8>) {
    var scan = self
    if ["st", "nd", "rd", "th"].contains(scan.word(in: bytes)) { self = scan }
  }

  /// Reads letters of any script, in lower case as far as they are ASCII or have the accents of western Europe.
  mutating func word(in bytes: borrowing Span<UInt8>) -> String {
    var letters: [UInt8] = []
    while letters.count < 20, let byte = next(in: bytes), Byte.isLetter(byte) || byte >= 0x80,
      WideBlank.length(in: bytes, at: position, upTo: end) == 0, !isDash(in: bytes)
    {
      let isCapital = letters.last == 0xC3 && 0x80...0x9E ~= byte
      letters.append(byte < 0x80 || isCapital ? byte | 0x20 : byte)
      position += 1
    }
    return String(utf8: letters)
  }

  /// A hyphen, dash or minus beyond ASCII: U+2010 to U+2015, and U+2212.
  func isDash(in bytes: borrowing Span<UInt8>) -> Bool {
    guard position + 2 < end, bytes[position] == 0xE2 else { return false }
    let (second, third) = (bytes[position + 1], bytes[position + 2])
    return (second == 0x80 && 0x90...0x95 ~= third) || (second == 0x88 && third == 0x92)
  }
}
