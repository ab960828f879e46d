import ThreadStorage

/// The encodings that text which is not UTF-8 is most often in, by the names that `iconv` knows.
package enum ForeignEncoding: String, Sendable, CaseIterable {
  case western = "WINDOWS-1252"
  /// Czech, Polish, Hungarian and the like.
  case centralEuropean = "WINDOWS-1250"
  case macintosh = "MACINTOSH"

  /// What `bytes` are probably in; a few words may be in any.
  init(of bytes: [UInt8]) {
    func isLetter(_ byte: UInt8?) -> Bool {
      byte.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }
    var found: Set<UInt8> = []
    var behindLetters: Set<UInt8> = []
    var betweenLetters: Set<UInt8> = []
    for (index, byte) in bytes.enumerated() where byte >= 0x80 {
      found.insert(byte)
      guard index > 0, isLetter(bytes[index - 1]) else { continue }
      behindLetters.insert(byte)
      if isLetter(bytes.dropFirst(index + 1).first) { betweenLetters.insert(byte) }
    }
    func count(of bytes: Set<UInt8>) -> Int { found.intersection(bytes).count }
    // ł and ą of Polish; in the west and on a Macintosh these are signs, which stand in no word.
    let isPolish = !betweenLetters.isDisjoint(with: [0xB3, 0xB9])
    // Three of ř, š, ž, č, ě and ů, of which the west has ø, è, ì and ù in the place of four; beside its à, ê, ã or å both š
    // and ž are of them.
    let isCzech =
      count(of: [0xF8, 0x9A, 0x9E]) > 0 && count(of: [0xF8, 0x9A, 0x9E, 0xE8, 0xEC, 0xF9]) > 2
      && (count(of: [0xE0, 0xEA, 0xE3, 0xE5]) == 0 || count(of: [0x9A, 0x9E]) == 2)
    // ő and ű, and no ã or ç of Portuguese, which has õ.
    let isHungarian = count(of: [0xF5, 0xFB]) == 2 && count(of: [0xE3, 0xE7]) == 0
    // á, à, ä, å, ç, é, è, ê, ò, ù and ü of a Macintosh, which in Windows are signs, capital letters or nothing.
    let macintosh: Set<UInt8> = [
      0x87, 0x88, 0x8A, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x98, 0x9D, 0x9F,
    ]
    self =
      isPolish || isCzech || isHungarian
      ? .centralEuropean : behindLetters.isDisjoint(with: macintosh) ? .western : .macintosh
  }
}
