import ThreadStorage

/// What one term of a query asks of an entry.
///
/// It is asked the cheapest way first: what must stand in the raw bytes of a file (`literals`), whether entries of a
/// thread or of a time may match, and only then whether an entry does.
protocol QueryCondition: Sendable {
  /// Of these, one at least stands in the bytes of every entry that matches; nil where none need.
  var literals: [Literal]? { get }
  /// Whether it asks for the thread; then `accepts` says all.
  var isAboutThread: Bool { get }
  /// Whether it asks for the time; then `accepts` says all.
  var isAboutTime: Bool { get }
  /// Whether entries of this thread match.
  func accepts(_ thread: ThreadHeader) -> Bool
  /// Whether entries of this time match.
  func accepts(_ time: Timestamp, _ reading: DateReading) -> Bool
  /// Whether the entry matches.
  mutating func matches(_ entry: Entry, _ reading: DateReading) -> Bool
  /// Where in a part of an entry stands what was asked for.
  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>]
}

/// A part of an entry in which something may stand.
enum EntryPart {
  case text
  case title
  /// The value of the field whose name has this `FieldName.key`.
  case value(key: String)
}

extension QueryCondition {
  var literals: [Literal]? { nil }
  var isAboutThread: Bool { false }
  var isAboutTime: Bool { false }
  func accepts(_ thread: ThreadHeader) -> Bool { true }
  func accepts(_ time: Timestamp, _ reading: DateReading) -> Bool { true }
  mutating func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    accepts(entry.thread) && accepts(entry.timestamp, reading)
  }
  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] { [] }
}

/// A term of a query: a condition, or its opposite.
struct QueryTerm: Sendable {
  var isExcluded: Bool
  var condition: any QueryCondition
}

/// How a day or a local time becomes an instant.
struct DateReading: Sendable {
  let zone: LocalTimeZone
  /// In seconds after midnight.
  let dayStartsAt: Int

  func instant(of time: Timestamp) -> Instant { time.instant(in: zone, dayStartsAt: dayStartsAt) }
}

extension Entry {
  /// Whether `body` holds for the text, the title or the value of a field.
  func hasText(where body: ([UInt8]) -> Bool) -> Bool {
    if body(text) { return true }
    let title = title
    return (!title.isEmpty && body(title)) || fields.contains { body($0.value) }
  }
}
