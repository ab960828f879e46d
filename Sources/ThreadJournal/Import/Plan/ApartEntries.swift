import ThreadStorage

/// What an import has not of a thread at the times at which it is there, and what its new entries without an id are perhaps.
struct ApartEntries {
  private typealias Values = [String: [UInt8]]
  private struct Telling: Hashable {
    let content: FoundEntry.Content
    let text: [UInt8]
  }

  private var bySaying: [Saying: [FoundEntry]] = [:]
  /// Those without words, by what they have in columns that the import has, too.
  private var byValues: [Values: [FoundEntry]] = [:]
  private var byDay: [CalendarDate: [FoundEntry]] = [:]
  private var taken: Set<FoundEntry.Place> = []
  /// How many of the new entries, and of all of the import, say each.
  private var countsOfNew: [Saying: Int] = [:]
  private var countsOfAll: [Saying: Int] = [:]
  private var countsOfValues: [Values: Int] = [:]
  /// The columns that both have.
  private let columns: Set<String>
  /// The days of the import: what is missing on these was taken out of it, or moved.
  private let days: ClosedRange<CalendarDate>?
  /// Whether each new entry can be compared with all that are near.
  private let areFew: Bool
  /// The minutes of new entries: what is there at one of these is rather that with other words than one of another day.
  private let minutes: Set<Instant>
  private let zone: LocalTimeZone

  /// - Parameters:
  ///   - new: Which entries of the import are new.
  ///   - all: All of its entries, where those of other days are looked for; of an export that the journal has nothing
  ///     of, all is new.
  init(
    _ found: [FoundEntry], for new: [ImportedEntry], of all: [ImportedEntry]?,
    _ zone: LocalTimeZone
  ) {
    self.zone = zone
    let clocked = new.filter { $0.timestamp.precision != .day }
    minutes = Set(clocked.map { $0.timestamp.instant(in: zone).minute })
    areFew = found.count <= 1000 && new.count <= 1000
    columns = Set(new.flatMap(\.keys)).intersection(found.flatMap(\.content.fields.keys))
    let dates = all?.map(\.timestamp.date) ?? []
    days = dates.min().flatMap { first in dates.max().map { first...$0 } }
    for entry in found { byDay[entry.timestamp.date, default: []].append(entry) }
    guard let all, !found.isEmpty, !new.isEmpty else { return }
    for entry in found {
      let saying = Saying(entry)
      if saying.isEmpty {
        byValues[entry.content.fields.filter { columns.contains($0.key) }, default: []]
          .append(entry)
      } else {
        bySaying[saying, default: []].append(entry)
      }
    }
    for entry in all { countsOfAll[Saying(entry), default: 0] += 1 }
    for entry in new {
      countsOfNew[Saying(entry), default: 0] += 1
      countsOfValues[values(of: entry), default: 0] += 1
    }
  }

  /// Takes the entry that `entry` of the import, which is new, perhaps is; nil for none.
  mutating func take(for entry: ImportedEntry) -> FoundEntry? {
    let same = entry.isTelling ? onDay(of: entry) ?? onOtherDay(than: entry) : nil
    guard let found = same ?? inSpan(of: entry) ?? booked(near: entry) else { return nil }
    taken.insert(found.place)
    return found
  }

  /// Takes the one that says the same, or nearly, at another time of the day of `entry`; nil for none.
  mutating func takeSame(onDayOf entry: ImportedEntry) -> FoundEntry? {
    guard entry.isTelling, let found = onDay(of: entry) else { return nil }
    taken.insert(found.place)
    return found
  }

  /// Takes the entries that rows perhaps are, whose table was read otherwise, or has times of day now.
  ///
  /// Most of several must be there at other times of their days, or on those with day and month in the other order; what
  /// has more than one value, and says what others do, tells nothing. Two are enough where a day stands for a time of
  /// day, and their values differ. Rows of days that have none are not counted.
  mutating func takeAll(for rows: [ImportedEntry]) -> [(entry: ImportedEntry, found: FoundEntry)] {
    let before = taken
    var pairs: [(entry: ImportedEntry, found: FoundEntry)] = []
    var count = 0
    for entry in rows {
      let date = entry.timestamp.date
      let turned = date.turned
      let (text, keys) = (Escaping.trimmingBlankLines(entry.text), entry.keys)
      let near = free(on: date) + (turned.map { free(on: $0) } ?? [])
      if near.contains(where: { $0.hasPart(of: entry) }) { count += 1 }
      let same = near.first {
        $0.timestamp != entry.timestamp && $0.text == text && $0.hasContent(of: entry, keys)
      }
      guard let same else { continue }
      taken.insert(same.place)
      pairs.append((entry, same))
    }
    let telling = pairs.map(\.entry).filter(\.isTelling).map {
      Telling(content: FoundEntry.Content($0), text: $0.text)
    }
    let areUnlike = Set(telling).count * 4 >= telling.count * 3
    if pairs.count > 2, pairs.count * 5 >= count * 4, areUnlike { return pairs }
    let areClocked = pairs.allSatisfy { entry, found in
      (entry.timestamp.precision == .day) != (found.timestamp.precision == .day)
    }
    let values = Set(pairs.flatMap { $0.entry.fields.map(\.value) })
    if pairs.count == 2, count == 2, areClocked, values.count > 1 { return pairs }
    taken = before
    return []
  }

  /// The entry that says the same, or nearly, at another time of the day.
  private func onDay(of entry: ImportedEntry) -> FoundEntry? {
    let text = Escaping.trimmingBlankLines(entry.text)
    let instant = entry.timestamp.instant(in: zone)
    let (words, keys) = (Saying(entry), entry.keys)
    // What is at its time is found as that; another second of its minute is another time.
    let others = free(on: entry.timestamp.date).filter { !$0.isInMinute(of: instant) }
    if let same = others.first(where: { $0.text == text && $0.hasContent(of: entry, keys) }) {
      return same
    }
    // A value may go with the time, as a length does, and a word of many.
    let near = others.filter {
      $0.text == text && $0.isNear(entry, keys) || $0.has(words, of: entry, keys)
        || $0.isNear(entry, keys, least: text.isEmpty ? 2 : 3)
        || $0.hasMeasured(entry, keys, zone)
        || $0.hasTitle(of: entry) && $0.hasEqual(entry, keys)
        || words.isLong && words.isLike(Saying($0))
        || $0.instant.minute == instant.minute && $0.mayBe(entry)
    }
    return near.count == 1 ? near.first : nil
  }

  /// The only entry that lasts about from when `entry` begins to when it ends, as a night that was typed and one that a
  /// device has.
  private func inSpan(of entry: ImportedEntry) -> FoundEntry? {
    guard let length = entry.timestamp.length(in: zone) else { return nil }
    let begin = entry.timestamp.instant(in: zone)
    let date = entry.timestamp.date
    let near = (-1...1).flatMap { free(on: date.advanced(byDays: $0)) }.filter { found in
      guard let other = found.length, found.instant.minute != begin.minute else { return false }
      let start = max(begin, found.instant).secondsSinceEpoch
      let end = min(
        begin.secondsSinceEpoch + length, found.instant.secondsSinceEpoch + other)
      return (end - start) * 5 >= max(length, other) * 4
    }
    return near.count == 1 ? near.first : nil
  }

  /// The only entry of these days with its amount, as one that was typed in the shop, and that a bank books days later, in its
  /// own words.
  private func booked(near entry: ImportedEntry) -> FoundEntry? {
    guard areFew else { return nil }
    let (keys, date) = (entry.keys, entry.timestamp.date)
    let near = (-4...0).flatMap { free(on: date.advanced(byDays: $0)) }
      .filter { $0.hasAmount(of: entry, keys) && !minutes.contains($0.instant.minute) }
    return near.count == 1 ? near.first : nil
  }

  /// The only entry that says the same on another day, where no other new one does.
  private func onOtherDay(than entry: ImportedEntry) -> FoundEntry? {
    let saying = Saying(entry)
    if saying.isEmpty { return withValues(of: entry) }
    let day = entry.timestamp.date
    let free = (bySaying[saying] ?? []).filter {
      !taken.contains($0.place) && $0.timestamp.date != day
        && !minutes.contains($0.instant.minute)
    }
    guard countsOfNew[saying] == 1, free.count == 1, let found = free.first else { return nil }
    // A row with an amount may have the same words each month.
    let isOnce = saying.isLong && countsOfAll[saying] == 1
    if isOnce, entry.fields.isEmpty { return found }
    let isAlike =
      isOnce || saying.count > 2
      || found.contentParts(unlike: entry, withAdded: false).count < 2
    return isAlike && isWithin(found, of: entry) ? found : nil
  }

  /// The same of an entry without words, of which several values are equal, and all but one.
  private func withValues(of entry: ImportedEntry) -> FoundEntry? {
    let values = values(of: entry)
    if values.count > 1, countsOfValues[values] == 1 {
      // Of very many, each may be any.
      let free = (byValues[values] ?? []).prefix(100).filter {
        !taken.contains($0.place) && isWithin($0, of: entry)
          && $0.contentParts(unlike: entry, withAdded: false).count < 2
      }
      if !free.isEmpty { return free.count == 1 ? free.first : nil }
    }
    guard areFew else { return nil }
    // A value may go with the day, as a balance does.
    let keys = entry.keys
    let date = entry.timestamp.date
    var near: [FoundEntry] = []
    for distance in -7...7 where distance != 0 {
      let day = date.advanced(byDays: distance)
      guard days?.contains(day) == true else { continue }
      near += free(on: day).filter {
        Saying($0).isEmpty && $0.isNear(entry, keys, least: 2)
      }
    }
    return near.count == 1 ? near.first : nil
  }

  private func free(on day: CalendarDate) -> [FoundEntry] {
    (byDay[day] ?? []).prefix(100).filter { !taken.contains($0.place) }
  }

  /// Whether the import reaches to the day of `found`, or that is no more than a week away: people seldom err by more.
  private func isWithin(_ found: FoundEntry, of entry: ImportedEntry) -> Bool {
    let (day, other) = (found.timestamp.date, entry.timestamp.date)
    return days?.contains(day) == true
      || other.advanced(byDays: -7) <= day && day <= other.advanced(byDays: 7)
  }

  private func values(of entry: ImportedEntry) -> Values {
    FoundEntry.Content(entry).fields.filter { columns.contains($0.key) }
  }
}

/// What a file would have, if somebody had not taken it out or corrected it: of its days, with what it tells of its own.
struct FileReach {
  private let days: ClosedRange<CalendarDate>
  private let forms: Set<Int>
  /// The time of its earliest row, where that has a time of day, and is no new one, which may have been another before.
  private let start: Instant?
  private let first: ImportedEntry
  /// How many days behind the last row one may lie which is gone: as far as its own rows lie apart.
  ///
  /// What lies before the first one is rather too old for the file.
  private let margin: Int

  /// Of the entries of one file; nil where all have ids.
  ///
  /// - Parameter isNew: Whether the journal has none that is this one.
  init?(_ entries: [ImportedEntry], _ zone: LocalTimeZone, isNew: (ImportedEntry) -> Bool) {
    let unnamed = entries.filter { $0.id == nil }
    let dates = unnamed.map(\.timestamp.date)
    guard let first = unnamed.first, let start = dates.min(), let end = dates.max() else {
      return nil
    }
    self.first = first
    let earliest = unnamed.min { $0.timestamp.instant(in: zone) < $1.timestamp.instant(in: zone) }
    self.start = earliest.flatMap {
      $0.timestamp.precision == .day || isNew($0) ? nil : $0.timestamp.instant(in: zone)
    }
    days = start...end
    forms = Set(unnamed.map { Self.form(of: $0.timestamp) })
    let sorted = dates.sorted()
    let gaps = zip(sorted, sorted.dropFirst()).map { $0.days(from: $1) }
    // Of a few rows nobody knows how far they reach.
    margin = min(max(dates.count < 5 ? 0 : 6, gaps.max() ?? 0), Self.mostMargin)
  }

  /// Whether its rows have values, so that one with a remark alone is an exception.
  var hasFields: Bool { first.told?.fields?.isEmpty == false }

  /// As some write once a month.
  static let mostMargin = 45

  /// - Parameter isBeside: Whether it may lie behind the days of the file.
  func has(_ found: FoundEntry, isBeside: Bool = false) -> Bool {
    let margin = isBeside ? margin : 0
    let reach = days.lowerBound...days.upperBound.advanced(byDays: margin)
    let form = Self.form(of: found.timestamp)
    if let start, form != 0, found.instant < start { return false }
    // A row may have been without a time of day; of those with seconds, one in sixty has none.
    guard reach.contains(found.timestamp.date), forms.contains(where: { form <= $0 }) else {
      return false
    }
    guard let fields = first.told?.fields, !fields.isEmpty else { return found.isTold(by: first) }
    // A table that has values hardly had a row without any, but for one with a remark alone.
    let own = fields.intersection(found.content.fields.keys).count
    let isRemark = first.tells(.text) && !found.text.isEmpty
    if found.wasTold(by: first) { return own > 0 || isRemark }
    // A few fields may have been added by hand, or the newer table has fewer; with more, it is of another table.
    return own > 0 && 2 * own + (isRemark ? 1 : 0) > found.content.fields.count
  }

  /// Whether it is a day, a minute, or has seconds, as what was written at once has.
  private static func form(of time: Timestamp) -> Int {
    time.precision == .day ? 0 : time.secondOfDay % 60 == 0 ? 1 : 2
  }
}

/// What the entries of an import without an id say and when, so that few others need be kept.
struct WantedApart {
  private var texts: Set<Int> = []
  /// Those that nobody says twice, with their titles.
  private var longSayings: Set<Int> = []
  /// Texts with their minutes: what has both is the same entry.
  private var places: Set<Int> = []
  private var days: ClosedRange<CalendarDate>?
  /// Those with day and month in the other order.
  private var turnedDays: Set<CalendarDate> = []
  private var threads: Set<ImportedThread> = []
  /// How many entries are kept yet of those times that the import has, too, and of its days with other texts.
  private var room = 10_000

  mutating func insert(_ entry: ImportedEntry, _ zone: LocalTimeZone) {
    let text = Escaping.trimmingBlankLines(entry.text)
    let day = entry.timestamp.date
    let saying = Saying(entry)
    texts.insert(text.hashValue)
    if saying.isLong { longSayings.insert(saying.hashValue) }
    places.insert(Self.place(text, entry.timestamp.instant(in: zone)))
    threads.insert(entry.thread)
    days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    if let turned = day.turned { turnedDays.insert(turned) }
  }

  /// Whether the thread may be one of theirs.
  func mayBe(in thread: ThreadHeader) -> Bool {
    let names = [thread.title, thread.id].compactMap { $0.map { FieldName.key($0) } }
    return threads.contains { other in
      let others = [other.title, other.id].compactMap { $0.map { FieldName.key($0) } }
      return other.title.isEmpty || others.contains(where: names.contains)
    }
  }

  /// Whether the journal's `entry` may be one of them at another time, or missing: of the days of the import, or near
  /// beside them; of other days, what nobody says twice.
  mutating func mayHave(_ entry: Entry) -> Bool {
    let day = entry.timestamp.date
    guard let days else { return false }
    let isNear =
      days.lowerBound.advanced(byDays: -FileReach.mostMargin) <= day
      && day <= days.upperBound.advanced(byDays: FileReach.mostMargin)
      || turnedDays.contains(day)
    guard isNear || !longSayings.isEmpty else { return false }
    let text = entry.text
    let isText = texts.contains(text.hashValue)
    if !isNear {
      return isText && longSayings.contains(Saying(title: entry.title, text: text).hashValue)
    }
    let isAtTime = isText && places.contains(Self.place(text, entry.instant))
    if isText, !isAtTime { return true }
    // Without a text, others may have its time; of one, a word may be another one, but that leaves room for these.
    guard isAtTime ? text.isEmpty && room > 0 : room > 5000 else { return false }
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
