import ThreadStorage

/// A word or a phrase, in the text, the title or a field's value.
struct WordCondition: QueryCondition {
  let pattern: TextPattern

  var literals: [Literal]? { LiteralSearch(pattern).map { [Literal(search: $0)] } }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    stands(in: entry) || entry.hasText { pattern.matches($0) }
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] { pattern.ranges(in: text) }

  /// Whether the pattern's own bytes stand in the entry; false says nothing, as other bytes may match, too.
  private func stands(in entry: Entry) -> Bool {
    // A backslash may be one that reading takes off.
    guard pattern.mode == .folded, let ascii = pattern.ascii, !pattern.units.contains(0x5c) else {
      return false
    }
    let file = entry.file.bytes
    let bytes = file.span
    let content = entry.content
    if ascii.firstIndex(in: bytes, content.body) != nil { return true }
    if ascii.firstIndex(in: bytes, entry.slice.heading.title) != nil { return true }
    for field in content.fields {
      if ascii.firstIndex(in: bytes, field.firstValueLine) != nil { return true }
      guard field.hasMoreLines else { continue }
      for line in field.valueLines(in: bytes) where ascii.firstIndex(in: bytes, line) != nil {
        return true
      }
    }
    return false
  }
}

/// The same for a regular expression.
struct ExpressionCondition: QueryCondition {
  private var matcher: ExpressionMatcher
  private let highlighter: ExpressionMatcher

  init(_ expression: RegularExpression) {
    matcher = ExpressionMatcher(expression)
    highlighter = ExpressionMatcher(expression, isAnchored: true)
  }

  mutating func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.hasText { matcher.matches($0) }
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] { highlighter.ranges(in: text) }
}
