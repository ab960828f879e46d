import ThreadStorage

/// `#name` in a text: letters and digits of any script, `_`, `-` and emoji, not directly behind a letter, digit, `_` or `-`.
enum Hashtag {
  /// Calls `body` with the places of the hashtags of `text`, each from behind its `#`, until it returns true.
  static func first(
    in text: borrowing Span<UInt8>, where body: (Range<Int>, borrowing Span<UInt8>) -> Bool
  ) -> Bool {
    var position = 0
    while let hash = ByteSearch.firstIndex(of: UInt8(ascii: "#"), in: text, position..<text.count) {
      position = hash + 1
      guard !isWord(before: hash, in: text) else { continue }
      while position < text.count {
        if text[position] < 0x80 {
          guard isNameByte(text[position]) else { break }
          position += 1
        } else {
          let (scalar, length) = UTF8Scalar.decode(text, at: position, upTo: text.count)
          guard CharacterSet.kind(of: scalar) == .word || isJoiner(scalar) else { break }
          position += length
        }
      }
      if position > hash + 1, body(hash + 1..<position, text) { return true }
    }
    return false
  }

  /// Whether `text` has a hashtag of one of the `names`, which are `FieldName.key`s.
  static func isAny(of names: [String], in text: [UInt8]) -> Bool {
    first(in: text.span) { range, bytes in names.contains(key(bytes, range)) }
  }

  /// Where the hashtags of these names stand, with their `#`.
  static func ranges(of names: [String], in text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    _ = first(in: text.span) { range, bytes in
      if names.contains(key(bytes, range)) {
        ranges.append(range.lowerBound - 1..<range.upperBound)
      }
      return false
    }
    return ranges
  }

  private static func key(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> String {
    FieldName.key(bytes.copy(range))
  }

  /// Whether what stands before `hash` is part of a word, so that the `#` is inside it.
  private static func isWord(before hash: Int, in text: borrowing Span<UInt8>) -> Bool {
    guard hash > 0 else { return false }
    guard text[hash - 1] >= 0x80 else { return isNameByte(text[hash - 1]) }
    guard let (scalar, _) = UTF8Scalar.decode(text, before: hash, from: 0) else { return false }
    return CharacterSet.kind(of: scalar) == .word && !isJoiner(scalar)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// Whether a scalar joins the parts of one emoji, or chooses its looks.
  private static func isJoiner(_ scalar: UInt32) -> Bool {
    scalar == 0x200d || scalar == 0xfe0f || Unicode.Scalar(scalar)?.properties.isEmoji == true
  }
}

/// A tag: a field of that name, or a hashtag in the text or the title.
struct TagCondition: QueryCondition {
  /// The names as they are compared (`FieldName.key`); one has to be there.
  let names: [String]

  var literals: [Literal]? {
    let searches = names.flatMap { name -> [LiteralSearch?] in
      // A colon in the name would make it hard to see where a field's name ends.
      name.utf8.contains(UInt8(ascii: ":"))
        ? [nil]
        : [LiteralSearch(ignoringCase: "#" + name), LiteralSearch(ignoringCase: name + "::")]
    }
    let known = searches.compactMap { $0 }
    return known.count == searches.count ? known.map { Literal(search: $0) } : nil
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.fields.contains { names.contains($0.key) } || Hashtag.isAny(of: names, in: entry.text)
      || Hashtag.isAny(of: names, in: entry.title)
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    Hashtag.ranges(of: names, in: text)
  }
}
