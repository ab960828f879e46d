/// FNV-1a of 64 bits: tells a torn or changed record from a whole one; not a defence against forgery.
package struct Checksum: Hashable, Sendable {
  let value: UInt64

  package init(_ bytes: some Sequence<UInt8>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    // Where the bytes lie in one piece, as nearly always, nothing is called for each of them.
    let isDone: Void? = bytes.withContiguousStorageIfAvailable {
      for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    if isDone == nil { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    value = hash
  }

  /// The checksum that `text` spells.
  init?(text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    self.value = value
  }

  var text: String { Self.hexadecimal(value) }

  /// Sixteen lower-case hexadecimal digits of `number`.
  package static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
