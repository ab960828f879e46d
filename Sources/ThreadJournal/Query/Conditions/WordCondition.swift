import ThreadStorage

/// A word or a phrase, in the text, the title or a field's value.
struct WordCondition: QueryCondition {
  let pattern: TextPattern

  func literals(_ reading: DateReading) -> [LiteralSearch?] { [proof ?? LiteralSearch(pattern)] }

  /// The search of which a find in the text proves a match, if there is one: where reading changes nothing.
  var proof: LiteralSearch? {
    let isPlain = pattern.mode == .folded && !pattern.units.contains { $0 == 0x3a || $0 == 0x5c }
    return isPlain ? pattern.search : nil
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    stands(in: entry) || entry.hasText { pattern.matches($0) }
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] { pattern.ranges(in: text) }

  /// Whether the pattern stands in the entry's raw bytes; false says nothing, as reading takes backslashes off.
  private func stands(in entry: Entry) -> Bool {
    guard pattern.mode == .folded, let search = pattern.search, !pattern.units.contains(0x5c) else {
      return false
    }
    let file = entry.file.bytes
    let bytes = file.span
    let content = entry.content
    if search.firstIndex(in: bytes, content.body) != nil { return true }
    if search.firstIndex(in: bytes, entry.slice.heading.title) != nil { return true }
    for field in content.fields {
      if search.firstIndex(in: bytes, field.firstValueLine) != nil { return true }
      guard field.hasMoreLines else { continue }
      for line in field.valueLines(in: bytes) where search.firstIndex(in: bytes, line) != nil {
        return true
      }
    }
    return false
  }
}
