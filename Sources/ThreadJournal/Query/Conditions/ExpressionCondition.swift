/// `re:`, of which a match has to stand in the text, the title or a field's value.
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
