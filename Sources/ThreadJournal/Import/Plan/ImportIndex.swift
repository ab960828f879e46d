import ThreadStorage

/// What the journal has already of the entries of an import, and the threads they may go into.
///
/// It is filled by the journal's threads, one after another, and keeps no more than the import needs.
package struct ImportIndex {
  /// An entry that the import has not, where it might.
  private struct Lacking {
    let place: FoundEntry.Place
    let absent: ImportPlan.ThreadPlan.Absent
    /// Whether it lies between entries that the import has.
    let isWithin: Bool
  }

  /// The threads by the `FieldName.key` of their ids and of their titles.
  private var threadsByID: [String: [ThreadHeader]] = [:]
  private var threadsByTitle: [String: [ThreadHeader]] = [:]
  private var schemas: [String: FieldSchema] = [:]
  /// The positions of the import's entries with an id.
  private var positionsByID: [EntryID: [Int]] = [:]
  /// The minutes of the import's entries without an id.
  private var wantedMinutes: Set<Instant> = []
  /// The minutes of those with ids, at which entries without one may be versions from before.
  private var minutesOfIDs: Set<Instant> = []
  /// The entries of the journal that have the id of one of the import, by its position.
  private(set) var foundIDs: [Int: [FoundEntry]] = [:]
  /// The entries of the journal with other ids at the minutes of those with ids, by path.
  private var foundBesideIDs: [String: [Instant: [FoundEntry]]] = [:]
  /// The entries of the journal that may be one of the import without an id, by path, minute and text.
  private(set) var foundTexts: [String: [Instant: [[UInt8]: FoundEntry.Bucket]]] = [:]
  /// Those that may be the import's entries without an id at other times, by path.
  private var foundApart: [String: [FoundEntry]] = [:]
  private var wantedApart = WantedApart()
  /// The entries of the journal whose clocks, in other zones, showed what the one here does at the times of the import's
  /// entries without an id, by path and by the minute that it is then.
  private(set) var foundInOtherZones: [String: [Instant: [FoundEntry]]] = [:]
  private var offsets: UTCOffsetCache
  /// The paths of the threads that have entries of a minute.
  private var pathsByMinute: [Instant: [String]] = [:]
  /// What stands before the entries of threads, by path, where the import brings such along.
  private var heads: [String: [UInt8]] = [:]
  /// The fields of the entries that were kept, by path.
  private var fieldKeys: [String: Set<String>] = [:]
  private let hasCopies: Bool
  /// How many live entries that the import has not each thread has, by path; also only where it brings heads along.
  private var others: [String: Int] = [:]
  /// What tj's own records say that it wrote, where it matters who changed or brought an entry.
  let written: WrittenEntries?
  /// The threads, by path, that have several entries of one time.
  private(set) var repeating: Set<String> = []
  private let saved: [String: Instant]
  /// Until when entries with ids would be in the import: the latest time that its own tell, or its files; nil without ids.
  private(set) var end: Instant?
  /// Whether it has ids as ours are, so that its files had what was added here, too; Day One has others.
  private(set) var isOfExports = false
  /// How many entries of each thread the import has by their ids, and which it has not, by path.
  private var countsOfIDs: [String: Int] = [:]
  /// The time of the latest of these.
  private var latest: [String: Instant] = [:]
  private var lacking: [String: [Lacking]] = [:]
  /// From the first of the import's entries with ids to the last one.
  private var span: ClosedRange<Instant>?
  /// The lines that entries of whole threads had when they were exported, by their ids.
  private var linesByID: [EntryID: Int] = [:]
  private let count: Int
  let zone: LocalTimeZone

  init(for reading: ImportReading, zone: LocalTimeZone, written: WrittenEntries? = nil) {
    self.zone = zone
    offsets = UTCOffsetCache(zone)
    self.written = written
    saved = reading.saved
    count = reading.entries.count
    hasCopies = !reading.copies.isEmpty
    for (position, entry) in reading.entries.enumerated() {
      if let id = entry.id {
        positionsByID[id, default: []].append(position)
        if hasCopies, entry.lineInThread > 0 { linesByID[id] = entry.lineInThread }
        let time = entry.timestamp.instant(in: zone)
        minutesOfIDs.insert(time.minute)
        span = span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        isOfExports = isOfExports || EntryID.isLikeNew(id.description)
        let file = saved[entry.file]
        // What is planned for a day to come was written no later than the file.
        let isAhead = file.map { time > $0 } == true && entry.edited == nil
        let latest = isAhead ? nil : entry.latest(in: zone)
        end = [end, file, latest].compactMap(\.self).max()
      } else {
        wantedApart.insert(entry, zone)
        for time in [entry.timestamp, entry.was?.timestamp] {
          if let time { wantedMinutes.insert(time.instant(in: zone).minute) }
        }
      }
    }
  }

  /// Notes a thread of the journal, deleted or not, with all its entries, and when its file was last written to.
  package mutating func note(_ thread: ThreadEntries, changed: Instant? = nil) {
    let header = thread.header
    let schema = thread.schema
    func found(_ entry: Entry) -> FoundEntry {
      FoundEntry(
        entry, changed: written?.hold(entry) == false ? changed : nil, schema: schema
      ) { key in
        entry.id.flatMap { written?.isAdded(key, to: $0) } ?? false
      }
    }
    if let id = header.id { threadsByID[FieldName.key(id), default: []].append(header) }
    threadsByTitle[FieldName.key(header.title), default: []].append(header)
    schemas[header.path] = thread.schema
    if hasCopies {
      heads[header.path] = thread.file.head
      others[header.path] = thread.entries.count { entry in
        entry.deletion == nil
          && !(entry.id.map { positionsByID[$0] != nil }
            ?? wantedMinutes.contains(entry.instant.minute))
      }
    }
    let takenOut = hasCopies ? takenOut(of: thread) : []
    let mayBeApart = wantedApart.mayBe(in: header)
    if mayBeApart {
      var minutes: Set<Instant> = []
      let repeats = thread.entries.contains { !minutes.insert($0.instant.minute).inserted }
      if repeats { repeating.insert(header.path) }
    }
    for entry in thread.entries {
      let positions = entry.id.flatMap { positionsByID[$0] } ?? []
      for position in positions { foundIDs[position, default: []].append(found(entry)) }
      if !positions.isEmpty {
        countsOfIDs[header.path, default: 0] += 1
        latest[header.path] = max(latest[header.path] ?? entry.instant, entry.instant)
      }
      // What only the journal has of a whole thread may be newer.
      if positions.isEmpty, header.deletion == nil,
        !hasCopies || takenOut.contains(entry.slice.region.lowerBound)
      {
        noteLacking(entry, at: header.path)
      }
      let minute = entry.instant.minute
      let isWanted =
        wantedMinutes.contains(minute) || entry.id == nil && minutesOfIDs.contains(minute)
      let isApart = mayBeApart && positions.isEmpty && wantedApart.mayHave(entry)
      let minuteHere = minuteHere(of: entry).flatMap { wantedMinutes.contains($0) ? $0 : nil }
      let isBeside =
        !hasCopies && positions.isEmpty && entry.id != nil && minutesOfIDs.contains(minute)
      guard isWanted || isApart || isBeside || minuteHere != nil else { continue }
      let own = found(entry)
      if isBeside {
        foundBesideIDs[header.path, default: [:]][minute, default: []].append(own)
      }
      if let minuteHere {
        foundInOtherZones[header.path, default: [:]][minuteHere, default: []].append(own)
      }
      fieldKeys[header.path, default: []].formUnion(own.content.fields.keys)
      if isApart { foundApart[header.path, default: []].append(own) }
      guard isWanted else { continue }
      if pathsByMinute[minute]?.last != header.path {
        pathsByMinute[minute, default: []].append(header.path)
      }
      foundTexts[header.path, default: [:]][minute, default: [:]][own.text, default: .init()]
        .add(own)
    }
  }

  /// When the clock here shows what it showed in another zone at the time of `entry`; nil where that is of this zone.
  private mutating func minuteHere(of entry: Entry) -> Instant? {
    let time = entry.timestamp
    guard !wantedMinutes.isEmpty, time.precision != .day, let offset = time.utcOffset,
      offset != offsets.offset(at: entry.instant)
    else { return nil }
    let local = Timestamp(
      wallClockSeconds: time.wallClockSeconds, utcOffset: nil, precision: .second)
    return local?.instant(in: zone).minute
  }

  /// Where those entries begin that the import of the whole thread has not, though the lines which it tells of those beside
  /// them leave just the room for them; and the last ones, of which no lines tell.
  private func takenOut(of thread: ThreadEntries) -> Set<Int> {
    var starts: Set<Int> = []
    var above = (start: 0, line: 1)
    var between: [Int] = []
    for entry in thread.entries {
      let start = entry.slice.region.lowerBound
      guard let line = entry.id.flatMap({ linesByID[$0] }) else {
        between.append(start)
        continue
      }
      if !between.isEmpty, start > above.start {
        let count = entry.file.bytes[above.start..<start].count { $0 == .lineFeed }
        if line - above.line == count { starts.formUnion(between) }
      }
      (above, between) = ((start, line), [])
    }
    return above.start > 0 ? starts.union(between) : starts
  }

  /// Notes an entry that the import has not, where it might.
  private mutating func noteLacking(_ entry: Entry, at path: String) {
    // Of a thread with more of them, the import is a part, as of one year; rows without an id may be some.
    let isWithin = span?.contains(entry.instant) == true
    guard let end, entry.id != nil, entry.deletion == nil, entry.instant <= end,
      [entry.edited, entry.restored].allSatisfy({ $0.map { $0.instant(in: zone) <= end } ?? true }),
      lacking[path, default: []].count(where: { $0.isWithin == isWithin }) <= count
    else { return }
    let place = FoundEntry.Place(path: path, start: entry.slice.region.lowerBound)
    let absent = ImportPlan.ThreadPlan.Absent(
      entry.reference, entry.timestamp, isEdited: entry.edited != nil)
    lacking[path, default: []].append(Lacking(place: place, absent: absent, isWithin: isWithin))
  }

  /// Whether the journal has the id of the entry at `position` of the import.
  func hasID(at position: Int) -> Bool { foundIDs[position]?.isEmpty == false }

  /// Whether `own` was edited later than `entry` tells or, where that tells no such times, than its file was saved.
  func isEdited(_ own: FoundEntry, since entry: ImportedEntry) -> Bool {
    guard let edited = own.edited else { return false }
    guard entry.id != nil, entry.tells(.edited) else {
      return saved[entry.file].map { edited > $0 } ?? false
    }
    let other = entry.edited.flatMap { Timestamp($0) }?.instant(in: zone)
    return other.map { edited > $0 } ?? true
  }

  /// The entries of the thread at `path` that the import has not, though it has most of them by their ids, `besides` those
  /// that rows without an id are.
  func lacking(
    at path: String, besides others: Set<FoundEntry.Place>
  ) -> [ImportPlan.ThreadPlan.Absent] {
    var found = (lacking[path] ?? []).filter { !others.contains($0.place) }
    let count = countsOfIDs[path] ?? 0
    // What both have may end where a copy of the journal was made: more that is later was written here since.
    let isLate = { (one: Lacking) in
      latest[path].map { one.absent.timestamp.instant(in: zone) > $0 } ?? false
    }
    if found.count(where: isLate) > 3 { found.removeAll(where: isLate) }
    // Of a part of the thread, as of an export from a day on, what lies between its entries is missing.
    let within = found.filter(\.isWithin)
    // A few at an end were rather taken out.
    let isPart = found.count > within.count + 3
    // Of other programs' files, those are left out yet which no import brought.
    let all =
      (isPart ? [within] : [found, within]).first { !isOfExports || $0.count < count } ?? []
    return count > 1 ? all.map(\.absent) : []
  }

  /// How many live entries the thread at `path` has that the import has not.
  func countOfOthers(at path: String) -> Int { others[path] ?? 0 }

  /// An entry at `path` with the time of this one, `besides` those that others are; nil for none.
  func atTime(of entry: ImportedEntry, path: String, besides others: Set<FoundEntry.Place>)
    -> FoundEntry?
  {
    all(atTimeOf: entry, path: path, besides: others).first { $0.mayBe(entry) }
  }

  /// An entry at `path` with another id that says about the same as `entry` at its time, as one that was typed here; nil for
  /// none.
  func beside(_ entry: ImportedEntry, path: String) -> FoundEntry? {
    let instant = entry.timestamp.instant(in: zone)
    let (words, keys) = (Saying(entry), entry.keys)
    // Of very many, each may be any.
    return (foundBesideIDs[path]?[instant.minute] ?? []).prefix(20).first { own in
      own.trash == nil && own.isInMinute(of: instant)
        && (own.has(words, of: entry, keys) || own.isRewording(of: entry, words, keys)
          || own.isNear(entry, keys, least: 2))
    }
  }

  /// The entry at `path` that an import brought for the time of this one, and that was deleted since; nil for none.
  func deleted(atTimeOf entry: ImportedEntry, path: String, besides others: Set<FoundEntry.Place>)
    -> FoundEntry?
  {
    atMinute(of: entry, path: path, besides: others).first { own in
      own.isDeleted && own.mayBe(entry)
        && own.id.map { written?.isImported($0.description) == true } == true
    }
  }

  /// Those at `path` with the time of this one; where there are many of one time, the time tells nothing.
  func all(atTimeOf entry: ImportedEntry, path: String, besides others: Set<FoundEntry.Place>)
    -> [FoundEntry]
  {
    atMinute(of: entry, path: path, besides: others).filter { $0.trash == nil }
  }

  /// The first few entries at `path` with the time of this one, those in the trash, too.
  private func atMinute(
    of entry: ImportedEntry, path: String, besides others: Set<FoundEntry.Place>
  ) -> [FoundEntry] {
    let instant = entry.timestamp.instant(in: zone)
    guard let texts = foundTexts[path]?[instant.minute]?.values else { return [] }
    return texts.flatMap(\.entries).sorted { $0.place.start < $1.place.start }.prefix(10).filter {
      $0.isInMinute(of: instant) && !others.contains($0.place)
    }
  }

  /// What stood before the colon of values such as `7:30` of `field` when some of `entries` came into the thread at `path`;
  /// nil where nothing tells.
  func unit(beforeColonOf field: FieldDefinition, in entries: [ImportedEntry], path: String)
    -> TimeUnit?
  {
    var units: Set<TimeUnit> = []
    for entry in entries where entry.isForeign {
      let value = entry.fields.first { FieldName.key($0.name) == field.key }?.value ?? []
      guard ForeignForm.isShortClock(value[...].trimmed) else { continue }
      let minute = entry.timestamp.instant(in: zone).minute
      let text = Escaping.trimmingBlankLines(entry.text)
      for found in (foundTexts[path]?[minute]?[text]?.entries ?? []).prefix(100) {
        guard let own = found.content.fields[field.key].flatMap({ field.value(of: $0) }) else {
          continue
        }
        for unit in [TimeUnit.hours, .minutes]
        where field.value(of: ColumnForm(beforeColon: unit).written(value)) == own {
          units.insert(unit)
        }
      }
    }
    return units.count == 1 ? units.first : nil
  }

  /// Those of the thread at `path` that may be entries of the import, at their times or at others, as they stand there.
  func all(at path: String) -> [FoundEntry] {
    let atTimes = (foundTexts[path] ?? [:]).values.flatMap(\.values).flatMap(\.entries)
    let places = Set(atTimes.map(\.place))
    let apart = (foundApart[path] ?? []).filter { !places.contains($0.place) }
    return (atTimes + apart).sorted { $0.place.start < $1.place.start }
  }

  /// The ids of the entries at these places of the thread at `path`.
  func ids(of places: Set<FoundEntry.Place>, at path: String) -> [EntryID] {
    all(at: path).filter { places.contains($0.place) }.compactMap(\.id)
  }

  /// Of the thread at `path`, what may be entries of the import at other times, `besides` those that they are at theirs.
  func apart(at path: String, besides others: Set<FoundEntry.Place>) -> [FoundEntry] {
    let found = foundApart[path] ?? []
    let places = Set(found.map(\.place))
    // Of several with one time and text, the import may have fewer; or what it has is of another second.
    let buckets = (foundTexts[path] ?? [:]).values.flatMap { $0.values }
    let alike = buckets.flatMap { bucket in
      bucket.entries.filter { bucket.entries.count > 1 || $0.instant != $0.instant.minute }
    }.filter { own in
      !places.contains(own.place) && own.id.map { positionsByID[$0] == nil } ?? true
    }
    return (found + alike).filter { $0.trash == nil && !others.contains($0.place) }
      .sorted { $0.place.start < $1.place.start }
  }

  /// The entry that says the same in another thread, to which a command moved it from the one at `path`, `besides` those that
  /// others are; nil for none.
  func moved(_ entry: ImportedEntry, from path: String, besides others: Set<FoundEntry.Place>)
    -> FoundEntry?
  {
    guard let written else { return nil }
    return outside(path, with: entry).first { own in
      own.contentParts(unlike: entry).isEmpty && !others.contains(own.place)
        && own.id.map { written.isMoved($0.description, from: path, to: own.place.path) } == true
    }
  }

  /// The entry that a command moved from the thread at `path` to another one, and of which `entry` is another version,
  /// `besides` those that others are; nil for none, and where several may be.
  func changed(
    _ entry: ImportedEntry, movedFrom path: String, besides others: Set<FoundEntry.Place>
  ) -> FoundEntry? {
    guard let written else { return nil }
    let instant = entry.timestamp.instant(in: zone)
    let (words, keys) = (Saying(entry), entry.keys)
    let found = (pathsByMinute[instant.minute] ?? []).filter { $0 != path }
      .flatMap { (foundTexts[$0]?[instant.minute] ?? [:]).values.flatMap(\.entries).prefix(20) }
    let versions = found.filter { own in
      own.isInMinute(of: instant) && !others.contains(own.place)
        && own.id.map { written.isMoved($0.description, from: path, to: own.place.path) } == true
        && (own.isRewording(of: entry, words, keys) || own.isNear(entry, keys)
          || own.hasTitle(of: entry))
    }
    return versions.count == 1 ? versions[0] : nil
  }

  /// The live entries besides those of the thread at `path` that have the time and text of `entry`.
  private func outside(_ path: String?, with entry: ImportedEntry) -> [FoundEntry] {
    let instant = entry.timestamp.instant(in: zone)
    let text = Escaping.trimmingBlankLines(entry.text)
    return (pathsByMinute[instant.minute] ?? []).filter { $0 != path }
      .flatMap { foundTexts[$0]?[instant.minute]?[text]?.entries ?? [] }
      .filter { $0.trash == nil && (entry.isToTheMinute || $0.isInMinute(of: instant)) }
  }

  /// The thread besides the one at `path` that has an entry without the id of this one, that says the same or, where the
  /// import's is yet to be made, nearly the same; nil for none.
  func otherThread(with entry: ImportedEntry, besides path: String?)
    -> (title: String, isSame: Bool)?
  {
    guard !entry.isBare else { return nil }
    let found = outside(path, with: entry)
    if let same = found.first(where: { $0.contentParts(unlike: entry).isEmpty }) {
      return (same.thread, true)
    }
    if path != nil || !entry.isTelling { return nil }
    let (words, keys) = (Saying(entry), entry.keys)
    // Of very many, each may be any.
    let near = found.prefix(100).first {
      $0.isTold(by: entry)
        && ($0.has(words, of: entry, keys) || $0.isNear(entry, keys, least: 2))
    }
    guard let near else { return nil }
    return (near.thread, false)
  }

  /// The files in which the journal has the id of the import's entry at `position`.
  func paths(ofEntryAt position: Int) -> Set<String> {
    Set((foundIDs[position] ?? []).map(\.place.path))
  }

  func threads(withID id: String) -> [ThreadHeader] { threadsByID[FieldName.key(id)] ?? [] }

  func threads(titled title: String) -> [ThreadHeader] {
    threadsByTitle[FieldName.key(title)] ?? []
  }

  func thread(at path: String) -> ThreadHeader? {
    threadsByTitle.values.lazy.joined().first { $0.path.utf8.elementsEqual(path.utf8) }
  }

  /// Whether `head` is what stands before the entries of the thread at `path`, but for blank lines below it.
  func isHead(_ head: [UInt8], at path: String) -> Bool {
    (heads[path] ?? [])[...].withoutBlankEnd == head[...].withoutBlankEnd
  }

  /// Whether an entry at `path` that the import may have, at its time or another, has the field of this `FieldName.key`.
  func hasField(withKey key: String, at path: String) -> Bool {
    fieldKeys[path]?.contains(key) == true
  }

  func schema(at path: String?) -> FieldSchema {
    path.flatMap { schemas[$0] } ?? FieldSchema()
  }
}
