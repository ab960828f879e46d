/// The name of an entry inside its journal: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}` (F11).
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
  /// The id as it stands in the file.
  public let description: String

  /// The id that `text` spells, or nil where it is none.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, 0..<bytes.count)
  }

  /// A new id: 10 characters of lower-case Crockford base32, the first a letter.
  public static func random(using generator: inout some RandomNumberGenerator) -> EntryID {
    // One number makes all ten: each number may be a call of the system.
    var bits: UInt64
    repeat { bits = generator.next() } while bits & 31 < 10
    return EntryID(bits)
  }

  /// The same id for the same `text`; otherwise as good as a random one.
  package static func derived(from text: String) -> EntryID {
    for number in 0... {
      let bits = Checksum("\(number) \(text)".utf8).value
      if bits & 31 >= 10 { return EntryID(bits) }
    }
    return EntryID(10)
  }

  private init(_ bits: UInt64) {
    var bits = bits
    var text: [UInt8] = []
    text.reserveCapacity(10)
    for _ in 0..<10 {
      text.append(Self.alphabet[Int(bits & 31)])
      bits >>= 5
    }
    description = String(decoding: text, as: UTF8.self)
  }

  /// Whether `text` is made as new ids are, so that it rather means an entry than a thread.
  package static func isLikeNew(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { alphabet.contains($0) }
      && text.utf8.first.map { $0 > UInt8(ascii: "9") } == true
  }

  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  package init?(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty, EntryID.length(in: bytes, at: range.lowerBound) == range.count else {
      return nil
    }
    description = bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  /// How many bytes from `start` on make an id; 0 where none starts there or it is too long.
  static func length(in bytes: borrowing Span<UInt8>, at start: Int) -> Int {
    guard start < bytes.count, Byte.isLetterOrDigit(bytes[start]) else { return 0 }
    var end = start + 1
    while end < bytes.count, Byte.isNameByte(bytes[end]) { end += 1 }
    return end - start <= 64 ? end - start : 0
  }
}
