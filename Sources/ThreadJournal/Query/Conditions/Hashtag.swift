import ThreadStorage

/// `#name` in a text: letters and digits of any script, `_`, `-`, emoji; behind no letter, digit, `_` or `-`.
package enum Hashtag {
  /// The ranges of the hashtags of `text`, each from behind its `#` on.
  package static func all(in text: [UInt8]) -> [Range<Int>] {
    let bytes = text.span
    var found: [Range<Int>] = []
    var position = 0
    while let hash = ByteSearch.firstIndex(of: .hash, in: bytes, position..<text.count) {
      position = hash + 1
      guard !isWord(before: hash, in: bytes) else { continue }
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
      if position > hash + 1 { found.append(hash + 1..<position) }
    }
    return found
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

/// A tag: a field of that name, or a hashtag in the text or the title.
struct TagCondition: QueryCondition {
  /// A name as words are compared; a field's also as names of fields are, where case never counts (F15).
  struct Name: Sendable {
    let pattern: TextPattern
    let key: String

    init(_ name: [UInt8]) {
      pattern = TextPattern(name)
      key = FieldName.key(name)
    }
  }

  /// One of them has to be there.
  let names: [Name]

  var literals: [LiteralSearch?] {
    names.flatMap { name in
      // A colon in the name would make it hard to see where a field's name ends.
      name.key.utf8.contains(.colon)
        ? [nil] : ["#" + name.key, name.key + "::"].map { LiteralSearch($0, isExact: false) }
    }
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.fields.contains { field in
      names.contains { $0.key == field.key || $0.pattern.isWhole(field.name) }
    } || !ranges(in: entry.text, .text).isEmpty || !ranges(in: entry.title, .title).isEmpty
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    Hashtag.all(in: text).filter { tag in names.contains { $0.pattern.isWhole(text[tag]) } }
      .map { $0.lowerBound - 1..<$0.upperBound }
  }
}
