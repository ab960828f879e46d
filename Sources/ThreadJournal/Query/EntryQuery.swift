import ThreadStorage

/// Stand-in until the query part arrives: words and phrases, and ranges of time.
package struct EntryQuery: Sendable {
  private let words: [String]
  private let ranges: [TimeRange]

  package static func parse(
    _ terms: [String], from: TimeRange?, to: TimeRange?, on: TimeRange?, now: Instant,
    zone: LocalTimeZone, dayStartsAt: Int = 0
  ) throws -> EntryQuery {
    EntryQuery(
      words: terms.map { $0.lowercased() },
      ranges: [
        from.map { TimeRange(lower: $0.lower, upper: nil) },
        to.map { TimeRange(lower: nil, upper: $0.upper) }, on,
      ].compactMap { $0 })
  }

  package func matches(_ entry: Entry) -> Bool {
    guard ranges.allSatisfy({ $0.contains(entry.instant) }) else { return false }
    let text = ([entry.title, entry.text] + entry.fields.map(\.value))
      .map { String(decoding: $0, as: UTF8.self).lowercased() }.joined(separator: "\n")
    return words.allSatisfy { text.contains($0) }
  }

  package func highlights(in text: [UInt8]) -> [Range<Int>] { [] }
}
