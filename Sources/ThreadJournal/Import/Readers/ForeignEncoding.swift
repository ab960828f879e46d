import ThreadStorage

/// The encodings that text which is not UTF-8 is most often in, by the names that `iconv` knows.
package enum ForeignEncoding: String, Sendable {
  case western = "WINDOWS-1252"
  /// Czech, Polish, Hungarian and the like.
  case centralEuropean = "WINDOWS-1250"
  case macintosh = "MACINTOSH"

  /// What `bytes` are probably in.
  init(of bytes: [UInt8]) {
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    // Behind a small letter, á, à, ä, å, ç, é, è, ê, ò, ù and ü there, and signs, capital letters or nothing in Windows.
    let macintosh: Set<UInt8> = [
      0x87, 0x88, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x98, 0x9D, 0x9F,
    ]
    // Between small letters, ł, ą and ż there, and ³, ¹ and ¿ of the west.
    let polish: Set<UInt8> = [0xB3, 0xB9, 0xBF]
    var found: Set<UInt8> = []
    var isPolish = false
    for (index, byte) in bytes.enumerated() where byte >= 0x80 {
      let follows = index > 0 && isLetter(bytes[index - 1])
      if follows, macintosh.contains(byte) {
        self = .macintosh
        return
      }
      found.insert(byte)
      isPolish =
        isPolish
        || follows && polish.contains(byte)
          && bytes.dropFirst(index + 1).first.map(isLetter) == true
    }
    // Together, letters of no language of the west: ř with č, ě or ů (ø with è, ì, ù, but not in the north with å or æ), š or
    // ž with č, ć or ř (è, æ, ø), and ő with ű (õ with û).
    let isNorthern = !found.isDisjoint(with: [0xE5, 0xE6])
    let pairs: [(Set<UInt8>, Set<UInt8>)] = [
      (isNorthern ? [] : [0xF8], [0xE8, 0xEC, 0xF9]), ([0x9A, 0x9E], [0xE8, 0xE6, 0xF8]),
      ([0xF5], [0xFB]),
    ]
    let isCentral = pairs.contains { !found.isDisjoint(with: $0) && !found.isDisjoint(with: $1) }
    self = isPolish || isCentral ? .centralEuropean : .western
  }
}
