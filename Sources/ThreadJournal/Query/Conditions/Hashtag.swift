import ThreadStorage

/// `#name` in a text: letters and digits of any script, `_`, `-`, emoji; behind no letter, digit, `_`, `-` or `\`.
///
/// A number alone is none, and none stands in a link's address or in code.
package enum Hashtag {
  /// The ranges of the hashtags of `text`, each from behind its `#` on.
  package static func all(in text: [UInt8]) -> [Range<Int>] {
    let bytes = text.span
    var found: [Range<Int>] = []
    var position = 0
    var surroundings = Surroundings()
    while let hash = ByteSearch.firstIndex(of: .hash, in: bytes, position..<text.count) {
      position = hash + 1
      surroundings.read(bytes, upTo: hash)
      let isEscaped = hash > 0 && text[hash - 1] == .backslash
      guard !isEscaped, !isWord(before: hash, in: bytes), !surroundings.areAddress else { continue }
      while position < text.count {
        if text[position] < 0x80 {
          guard Byte.isNameByte(text[position]) else { break }
          position += 1
        } else {
          let (scalar, length) = UTF8Scalar.decode(bytes, at: position, upTo: text.count)
          guard CharacterSet.kind(of: scalar) == .word || isJoiner(scalar) else { break }
          position += length
        }
      }
      if (hash + 1..<position).contains(where: { !Byte.isDigit(text[$0]) }) {
        found.append(hash + 1..<position)
      }
    }
    guard !found.isEmpty else { return [] }
    var code = RangeCursor(codeRanges(in: text))
    return found.filter { code.range(at: $0.lowerBound) == nil }
  }

  /// What stands before a `#`, as far as the last white space; read forwards, each byte once.
  private struct Surroundings {
    private var position = 0
    private var isLink = false
    private var isURL = false
    /// Whether a point stands in a word, as in `example.org`, behind which a slash begins an address.
    private var hasPoint = false

    var areAddress: Bool { isLink || isURL }

    mutating func read(_ bytes: borrowing Span<UInt8>, upTo end: Int) {
      while position < end {
        switch bytes[position] {
        case 0x20, 0x09...0x0D, UInt8(ascii: ">"):
          self = Surroundings(position: position)
        case UInt8(ascii: ")"): if isLink { self = Surroundings(position: position) }
        case 0xE3, 0xEF: if isWidePunctuation(bytes) { self = Surroundings(position: position) }
        case .dot where position > 0: hasPoint = hasPoint || Byte.isNameByte(bytes[position - 1])
        case UInt8(ascii: "/"): if hasPoint { isURL = true }
        case UInt8(ascii: ":"): if isNext("//", in: bytes) { isURL = true }
        case UInt8(ascii: "]"): if isNext("(", in: bytes) { isLink = true }
        default: break
        }
        position += 1
      }
    }

    /// Whether a sign such as `、` or `，` begins here: where words have no spaces, it ends an address.
    private func isWidePunctuation(_ bytes: borrowing Span<UInt8>) -> Bool {
      guard position + 2 < bytes.count else { return false }
      let (second, third) = (bytes[position + 1], bytes[position + 2])
      return bytes[position] == 0xE3
        ? second == 0x80 && (0x80...0x83 ~= third || 0x88...0x9F ~= third)
        : second == 0xBC && !(0x90...0x99 ~= third || 0xA1...0xBA ~= third || third == 0xBF)
    }

    private func isNext(_ text: StaticString, in bytes: borrowing Span<UInt8>) -> Bool {
      let end = position + 1 + text.utf8CodeUnitCount
      guard end <= bytes.count else { return false }
      return (position + 1..<end).allSatisfy { bytes[$0] == text.utf8Start[$0 - position - 1] }
    }
  }

  /// What is code, in its order.
  private static func codeRanges(in text: [UInt8]) -> [Range<Int>] {
    let bytes = text.span
    let mayHaveCode = ["`", "~~~", "    ", "\t"].contains {
      ByteSearch.firstIndex(of: Array($0.utf8), in: bytes, 0..<text.count) != nil
    }
    guard mayHaveCode else { return [] }
    var (reader, inlines) = (MarkdownReader(), MarkdownInlineReader())
    reader.read(bytes)
    var ranges: [Range<Int>] = []
    for case .leaf(let leaf, let indices) in reader.events where leaf != .rule {
      let lines = reader.lines[indices]
      if leaf == .code {
        ranges += lines.map(\.range)
      } else {
        // Of a table, each row is read by itself.
        let parts = leaf == .table ? indices.map { lines[$0...$0] } : [reader.words(of: indices)]
        for part in parts {
          inlines.read(part, in: bytes)
          ranges += inlines.pieces.filter { $0.kind == .code }.map(\.range)
        }
      }
    }
    return ranges
  }

  /// The tags of an entry, in lower case.
  static func keys(
    ofTitle title: Range<Int>, _ content: EntryContent, in bytes: borrowing Span<UInt8>
  ) -> Set<String> {
    var tags: Set<String> = []
    func add(_ text: [UInt8]) { for tag in all(in: text) { tags.insert(FieldName.key(text[tag])) } }
    if mayStand(in: bytes, content.body) { add(content.text(in: bytes)) }
    if mayStand(in: bytes, title) { add(bytes.copy(title)) }
    return tags
  }

  /// Whether there is a `#`.
  static func mayStand(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    !range.isEmpty && ByteSearch.firstIndex(of: .hash, in: bytes, range) != nil
  }

  /// Whether what stands before `hash` is part of a word, so that the `#` is inside it.
  private static func isWord(before hash: Int, in text: borrowing Span<UInt8>) -> Bool {
    guard hash > 0 else { return false }
    guard text[hash - 1] >= 0x80 else { return Byte.isNameByte(text[hash - 1]) }
    guard let (scalar, _) = UTF8Scalar.decode(text, before: hash, from: 0) else { return false }
    return CharacterSet.kind(of: scalar) == .word && !isJoiner(scalar)
  }

  /// Whether a scalar joins the parts of one emoji, or chooses its looks.
  private static func isJoiner(_ scalar: UInt32) -> Bool {
    scalar == 0x200d || scalar == 0xfe0f || Unicode.Scalar(scalar)?.properties.isEmoji == true
  }
}
