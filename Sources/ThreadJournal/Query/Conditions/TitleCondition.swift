/// `title:`, of which one pattern has to stand in the title.
struct TitleCondition: QueryCondition {
  let patterns: [TextPattern]

  func literals(_ reading: DateReading) -> [LiteralSearch?] { patterns.map { LiteralSearch($0) } }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    let title = entry.title
    return patterns.contains { $0.matches(title) }
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    guard case .title = part else { return [] }
    return patterns.flatMap { $0.ranges(in: text) }
  }
}
