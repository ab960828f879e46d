import ThreadStorage

/// By what an entry is found again whose day was corrected: its text or, without one, title and several values.
struct ApartContent: Hashable {
  private let text: [UInt8]
  private let content: FoundEntry.Content?

  init(_ entry: ImportedEntry) {
    text = Escaping.trimmingBlankLines(entry.text)
    content = text.isEmpty ? FoundEntry.Content(entry) : nil
  }

  init(_ found: FoundEntry) {
    text = found.text
    content = text.isEmpty ? found.content : nil
  }

  /// Whether it has more than what many entries have alike.
  var isTelling: Bool { content.map { $0.fields.count > 1 } ?? true }
}

/// What the entries of an import without an id say and when, so that few others need be kept.
struct WantedApart {
  private var texts: Set<Int> = []
  /// Texts with their minutes: what has both is the same entry.
  private var places: Set<Int> = []
  private var days: ClosedRange<CalendarDate>?
  /// How many entries are kept yet of those times that the import has, too.
  private var room = 10_000

  mutating func insert(_ entry: ImportedEntry, _ zone: LocalTimeZone) {
    let text = Escaping.trimmingBlankLines(entry.text)
    let day = entry.timestamp.date
    texts.insert(text.hashValue)
    places.insert(Self.place(text, entry.timestamp.instant(in: zone)))
    days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
  }

  /// Whether the journal's `entry` may be one of them with another day: of the days of the import, or a week beside them,
  /// as what an export does not reach to is not missing in it.
  mutating func mayHave(_ entry: Entry) -> Bool {
    let day = entry.timestamp.date
    guard let days, days.lowerBound.advanced(byDays: -7) <= day,
      day <= days.upperBound.advanced(byDays: 7)
    else { return false }
    let text = entry.text
    guard texts.contains(text.hashValue) else { return false }
    if !places.contains(Self.place(text, entry.instant)) { return true }
    // Without a text, others may have its time.
    guard text.isEmpty, room > 0 else { return false }
    room -= 1
    return true
  }

  private static func place(_ text: [UInt8], _ instant: Instant) -> Int {
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(instant.minute)
    return hasher.finalize()
  }
}
