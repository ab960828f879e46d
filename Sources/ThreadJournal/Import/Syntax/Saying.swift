import ThreadStorage

/// The words of an entry, title and text alike: other programs make a title of the first of them, or of all.
struct Saying: Hashable {
  private let words: [UInt8]
  let count: Int
  var isEmpty: Bool { words.isEmpty }
  /// Whether nobody says the same twice but on purpose.
  var isLong: Bool { count > 4 }

  /// Whether several words are the same, in capitals or not, and at least two in three.
  func isLike(_ other: Saying) -> Bool {
    let (own, others) = (folded, other.folded)
    let same = own.intersection(others).count
    return same > 1 && same * 3 >= max(own.count, others.count) * 2
  }

  /// Its words in small letters.
  private var folded: Set<Substring> { Set(String(utf8: words).lowercased().split(separator: " ")) }

  /// Whether one of both goes on from the other, which has so many words, as "Leak found, behind the pump" does.
  func isBegun(by other: Saying, atLeast least: Int = 3) -> Bool {
    let (short, long) = words.count < other.words.count ? (self, other) : (other, self)
    let signs = short.words.reversed().prefix { ".,;:!?".utf8.contains($0) }.count
    let stem = short.words.dropLast(signs)
    guard short.count >= least, !stem.isEmpty, long.words.starts(with: stem) else { return false }
    let next = long.words.dropFirst(stem.count).first
    return next.map { !Byte.isLetter($0) && !Byte.isDigit($0) && $0 < 0x80 } ?? true
  }

  init(title: [UInt8], text: [UInt8]) {
    let parts = (title + [.lineFeed] + text).split { $0 <= 0x20 }
    words = Array(parts.joined(separator: [0x20]))
    // Chinese, Japanese and Korean have no spaces: each of their characters is a word.
    count = max(parts.count, words.count { (0xE3...0xED).contains($0) })
  }
}
