/// The characters that one part of a regular expression accepts.
struct CharacterSet: Sendable {
  /// First and last scalar of each range.
  var ranges: [ClosedRange<UInt32>] = []
  /// Which kinds of characters beyond ASCII belong to it besides.
  var kinds: Set<Kind> = []
  /// Whether it is all that the rest does not say.
  var isNegated = false

  /// What a character beyond ASCII is; ASCII characters are told apart by ranges.
  enum Kind: Int, Sendable {
    case other
    case word
    case space
  }

  func contains(_ unit: UInt32, _ kind: Kind) -> Bool {
    let isMember = ranges.contains { $0.contains(unit) } || (unit >= 0x80 && kinds.contains(kind))
    return isMember != isNegated
  }

  /// Adds what `\d`, `\w`, `\s` or one of their opposites stands for; false for any other letter.
  mutating func add(shorthand letter: Unicode.Scalar) -> Bool {
    switch letter {
    case "d": ranges.append(0x30...0x39)
    case "D": ranges += [0...0x2f, 0x3a...0x1100ff]
    case "w":
      ranges += [0x30...0x39, 0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]
      kinds.insert(.word)
    case "W":
      ranges += [0...0x2f, 0x3a...0x40, 0x5b...0x5e, 0x60...0x60, 0x7b...0x7f]
      kinds.formUnion([.other, .space])
    case "s":
      ranges += [0x9...0xd, 0x20...0x20]
      kinds.insert(.space)
    case "S":
      ranges += [0...0x8, 0xe...0x1f, 0x21...0x7f]
      kinds.formUnion([.other, .word])
    default: return false
    }
    return true
  }

  /// Adds `range`, and with `ignoringCase` what its letters are folded to.
  mutating func add(_ range: ClosedRange<UInt32>, ignoringCase: Bool) {
    ranges.append(range)
    // The ranges of scripts with case are short; a longer one holds both cases of nearly all its letters.
    guard ignoringCase, range.count <= 512 else { return }
    for unit in range {
      let folded = TextFolding.caseFolded(unit)
      if !range.contains(folded) { ranges.append(folded...folded) }
    }
  }

  /// The kind of a scalar, or of a byte that is not UTF-8.
  static func kind(of unit: UInt32) -> Kind {
    if FoldedText.isSpace(unit) { return .space }
    guard let properties = Unicode.Scalar(unit)?.properties else { return .other }
    if properties.isAlphabetic { return .word }
    switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark: return .word
    default: return .other
    }
  }
}
