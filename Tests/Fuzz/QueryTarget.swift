import TestSupport
import ThreadJournal
import ThreadStorage

/// Any first line as a query over the entries of the rest: it is read or refused, points into texts, and finds in
/// a file's bytes what it finds entry by entry.
enum QueryTarget {
  static func check(_ bytes: [UInt8]) throws {
    let end = bytes.firstIndex(of: 10) ?? bytes.count
    let term = String(decoding: bytes[..<end], as: UTF8.self)
    let now = Instant(secondsSinceEpoch: 1_775_059_200)
    guard var query = try? EntryQuery.parse([term], now: now, zone: .newYork2026) else { return }
    let file = Array("## 2026-03-28 07:12 Tïtle\n".utf8) + bytes[end...]
    var found: [Int] = []
    for entry in ThreadFile(file, path: "thread.md", zone: .newYork2026).entries(.all) {
      let isFound = query.matches(entry)
      try PropertyViolation.unless(
        query.matches(entry) == isFound, "a query answers twice the same", for: bytes)
      if isFound { found.append(entry.line) }
      try check(query.highlights(in: entry.text), in: entry.text, for: bytes)
      try check(query.highlights(in: entry.title, .title), in: entry.title, for: bytes)
    }
    guard !ThreadDocument(file).isUTF16 else { return }
    let fast = ThreadFile(file, path: "thread.md", zone: .newYork2026).entries(for: query)
      .map(\.line)
    try PropertyViolation.unless(
      fast == found, "a file's search finds \(fast), its entries \(found)", for: bytes)
  }

  private static func check(
    _ ranges: [Range<Int>], in text: [UInt8], for bytes: [UInt8]
  ) throws {
    var end = 0
    for range in ranges {
      try PropertyViolation.unless(
        range.lowerBound >= end && !range.isEmpty && range.upperBound <= text.count,
        "what is shown as found is in the text, once: \(ranges)", for: bytes)
      end = range.upperBound
    }
  }
}
