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

  /// An entry of the import, as the journal has it.
  enum Presence {
    /// Where it was written at the same time of another zone's clock, that time.
    case same(FoundEntry.Place, inOtherZone: Timestamp? = nil)
    /// It says something else, in `parts`.
    case different(FoundEntry, parts: [String])
    /// It is soft-deleted, or its thread is, and may say something else, too.
    case inTrash(FoundEntry, parts: [String])
  }

  /// How much an entry of the journal may differ from one of the import, to be it.
  enum Search: Equatable {
    /// Not at all.
    case same
    /// By what one of both has and the other has not.
    case addition
    /// By a value, or a title.
    ///
    /// - Parameter isAlone: Whether no other entry of the import's file has its time.
    case version(isAlone: Bool)
    /// In its words.
    case rewording(isAlone: Bool)
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
  private var foundIDs: [Int: [FoundEntry]] = [:]
  /// The entries of the journal that may be one of the import without an id, by path, minute and text.
  private var foundTexts: [String: [Instant: [[UInt8]: FoundEntry.Bucket]]] = [:]
  /// Those that may be the import's entries without an id at other times, by path.
  private var foundApart: [String: [FoundEntry]] = [:]
  private var wantedApart = WantedApart()
  /// The entries of the journal whose clocks, in other zones, showed what the one here does at the times of the import's
  /// entries without an id, by path and by the minute that it is then.
  private var foundInOtherZones: [String: [Instant: [FoundEntry]]] = [:]
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
  private(set) var written: WrittenEntries?
  /// The threads, by path, that have several entries of one time.
  private var repeating: Set<String> = []
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
  private let zone: LocalTimeZone

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
        entry, changed: written?.hold(entry) == false ? changed : nil, schema: schema)
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
      guard isWanted || isApart || minuteHere != nil else { continue }
      let own = found(entry)
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
    let absent = (
      reference: entry.reference, timestamp: entry.timestamp, isEdited: entry.edited != nil
    )
    lacking[path, default: []].append(Lacking(place: place, absent: absent, isWithin: isWithin))
  }

  /// Takes the records of changes, which tell what an import brought and what a command moved.
  mutating func take(_ written: WrittenEntries) { self.written = written }

  /// Whether somebody typed `own` here, as far as records of changes tell.
  private func isTyped(_ own: FoundEntry) -> Bool {
    guard let written else { return false }
    guard let id = own.id else { return true }
    return written.remembers(id) && !written.isImported(id.description)
  }

  /// Whether an import of a file called as that of `entry` brought `own`, as records of changes tell.
  private func isBrought(_ own: FoundEntry, byFileOf entry: ImportedEntry) -> Bool {
    guard let written, let id = own.id, let name = entry.file.split(separator: "/").last else {
      return false
    }
    return written.importNamed(id.description) == String(name)
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

  /// What the journal has of `entry`, which is at `position` of the import; nil for nothing.
  ///
  /// It is found by its id or, where no entry has that, by its time and text in the thread at `path`, `besides` those that
  /// others are.
  ///
  /// - Parameter search: How much it may differ.
  func presence(
    of entry: ImportedEntry, at position: Int, path: String?,
    besides others: Set<FoundEntry.Place> = [], _ search: Search = .same
  ) -> Presence? {
    if entry.id != nil {
      let found = foundIDs[position] ?? []
      // Of several, one that is the same counts.
      if let same = found.first(where: {
        (!$0.isInTrashedThread || entry.isInTrashedThread)
          && (!$0.isDeleted || entry.deleted != nil) && $0.parts(unlike: entry, zone).isEmpty
      }) {
        return .same(same.place)
      }
      if let other = found.first(where: { $0.trash == nil }) ?? found.first {
        return other.presence(of: entry, zone)
      }
    }
    guard let path else { return nil }
    let text = Escaping.trimmingBlankLines(entry.text)
    if entry.id != nil {
      // A version from before it was given its id has none.
      let found = presence(of: entry, at: entry.timestamp, text, path, besides: others, .same)
      if case .same? = found { return found }
      return nil
    }
    let found = presence(of: entry, at: entry.timestamp, text, path, besides: others, search)
    guard let was = entry.was else {
      return found ?? sameInOtherZone(as: entry, text, path, besides: others)
    }
    if case .same? = found { return found }
    return presence(of: entry, at: was.timestamp, was.text, path, besides: others, search)
      ?? found
  }

  /// The entry that says the same at the same time of another zone's clock: the file tells no zones, and was imported there.
  private func sameInOtherZone(
    as entry: ImportedEntry, _ text: [UInt8], _ path: String, besides others: Set<FoundEntry.Place>
  ) -> Presence? {
    let instant = entry.timestamp.instant(in: zone)
    guard entry.timestamp.offset(in: zone) == zone.offset(at: instant),
      let found = foundInOtherZones[path]?[instant.minute]
    else { return nil }
    let (length, keys) = (entry.timestamp.length(in: zone), entry.keys)
    let same = found.first { own in
      own.timestamp.wallClockSeconds == entry.timestamp.wallClockSeconds && own.text == text
        && (!entry.tellsEnd || own.length == length) && !others.contains(own.place)
        && own.hasContent(of: entry, keys)
    }
    return same.map { own in
      own.trash == nil
        ? .same(own.place, inOtherZone: own.timestamp) : .inTrash(own, parts: [])
    }
  }

  /// The same of an entry without an id, which had this time and text when the file was made.
  private func presence(
    of entry: ImportedEntry, at time: Timestamp, _ text: [UInt8], _ path: String,
    besides others: Set<FoundEntry.Place>, _ search: Search
  ) -> Presence? {
    let instant = time.instant(in: zone)
    guard let texts = foundTexts[path]?[instant.minute] else { return nil }
    let buckets = buckets(in: texts, with: text, entry)
    func isAtTime(_ found: FoundEntry) -> Bool {
      entry.isToTheMinute || found.instant == instant
    }
    func isFree(_ found: FoundEntry) -> Bool {
      (isAtTime(found) || search != .same && found.isInMinute(of: instant) && entry.isTelling)
        && !others.contains(found.place)
    }
    let length = entry.timestamp.length(in: zone)
    let keys = entry.keys
    var inTrash: FoundEntry?
    let equal = buckets.lazy.flatMap { $0.candidates(for: entry) }.first { found in
      guard isFree(found), !entry.tellsEnd || found.length == length,
        found.hasContent(of: entry, keys)
      else { return false }
      if found.trash != nil, inTrash == nil { inTrash = found }
      return found.trash == nil
    }
    if let one = equal ?? inTrash {
      let presence = one.presence(of: entry, zone)
      if case .inTrash = presence { return presence }
      let isOther =
        (entry.was != nil || !isAtTime(one)) && !one.parts(unlike: entry, zone).isEmpty
      return isOther || one.lacksMark(of: entry, zone) ? presence : .same(one.place)
    }
    switch search {
    case .same: return nil
    case .addition:
      return near(entry, keys, in: buckets) {
        isFree($0) && $0.trash == nil && $0.contentParts(unlike: entry, withAdded: false).isEmpty
      }?.presence(of: entry, zone)
    case .version(let isAlone):
      let isOnly = isAlone && texts.count == 1 && buckets.map(\.entries.count) == [1]
      let isManyAtOnce = !isAlone || repeating.contains(path)
      func version(where isWanted: (FoundEntry) -> Bool) -> FoundEntry? {
        func isMeant(_ found: FoundEntry) -> Bool { isFree(found) && isWanted(found) }
        if let near = near(entry, keys, in: buckets, where: isMeant) { return near }
        return buckets.lazy.flatMap(\.entries).first { found in
          (found.hasTitle(of: entry)
            || found.text == text
              && (!text.isEmpty
                || isOnly && found.hasPart(of: entry) && !found.isOther(than: entry, keys)))
            && isMeant(found)
        }
      }
      // Of what was deleted, no row is a version that has nothing but its time and text.
      let own =
        version {
          $0.trash == nil
            && !(isManyAtOnce && isTyped($0) && $0.isAboutOther(than: entry, keys))
        } ?? version { $0.trash != nil && !$0.isOther(than: entry, keys) }
      return own?.presence(of: entry, zone)
    case .rewording(let isAlone):
      let live = texts.values.flatMap(\.entries).filter { $0.trash == nil }
      // Of very many, each may be any.
      guard live.count <= 100 else { return nil }
      let words = Saying(entry)
      let reworded = live.filter { isFree($0) && $0.isRewording(of: entry, words, keys) }
      if entry.isTelling, reworded.count == 1 { return reworded[0].presence(of: entry, zone) }
      // A bank words an amount anew that it has posted: what the file brought and has no more, with a value that hardly stands
      // twice.
      let measured = live.filter {
        isFree($0) && isBrought($0, byFileOf: entry) && $0.hasMeasured(entry, keys, zone)
      }
      if measured.count == 1 { return measured[0].presence(of: entry, zone) }
      // What an import of the file brought, alone at its time as all of its thread are, is this one in quite other words.
      guard isAlone, !repeating.contains(path), live.count == 1, isFree(live[0]),
        isBrought(live[0], byFileOf: entry), !live[0].isOther(than: entry, keys),
        live[0].hasEqual(entry, keys)
      else { return nil }
      return live[0].presence(of: entry, zone)
    }
  }

  /// The first that differs from `entry` by no more than one value; of very many, each may be any.
  private func near(
    _ entry: ImportedEntry, _ keys: [String], in buckets: [FoundEntry.Bucket],
    where isMeant: (FoundEntry) -> Bool
  ) -> FoundEntry? {
    guard buckets.reduce(0, { $0 + $1.entries.count }) <= 100 else { return nil }
    return buckets.lazy.flatMap(\.entries).first { $0.isNear(entry, keys) && isMeant($0) }
  }

  /// Of the entries of a minute by their texts, those with `text` and, where a table has no column of texts, the others:
  /// somebody has added these.
  private func buckets(
    in texts: [[UInt8]: FoundEntry.Bucket], with text: [UInt8], _ entry: ImportedEntry
  ) -> [FoundEntry.Bucket] {
    let own = texts[text].map { [$0] } ?? []
    guard !entry.tells(.text), texts.count > own.count else { return own }
    let others = texts.filter { $0.key != text }.values
    return own + others.sorted { $0.start < $1.start }
  }

  /// An entry at `path` with the time of this one, `besides` those that others are; nil for none.
  func atTime(of entry: ImportedEntry, path: String, besides others: Set<FoundEntry.Place>)
    -> FoundEntry?
  {
    let hasWords = !Saying(entry).isEmpty
    return all(atTimeOf: entry, path: path, besides: others).first {
      // A text may have been added to one of them since.
      hasWords && !Saying($0).isEmpty || $0.hasPart(of: entry) || $0.hasValues(of: entry)
    }
  }

  /// Those at `path` with the time of this one; where there are many of one time, the time tells nothing.
  func all(atTimeOf entry: ImportedEntry, path: String, besides others: Set<FoundEntry.Place>)
    -> [FoundEntry]
  {
    let instant = entry.timestamp.instant(in: zone)
    guard let texts = foundTexts[path]?[instant.minute]?.values else { return [] }
    return Array(texts.lazy.flatMap(\.entries).prefix(10)).filter {
      $0.isInMinute(of: instant) && $0.trash == nil && !others.contains($0.place)
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

  /// Of the thread at `path`, what may be entries of the import at other times, `besides` those that they are at theirs.
  func apart(at path: String, besides others: Set<FoundEntry.Place>) -> [FoundEntry] {
    let found = foundApart[path] ?? []
    let places = Set(found.map(\.place))
    // Of several with one time and text, the import may have fewer.
    let buckets = (foundTexts[path] ?? [:]).values.flatMap { $0.values }
    let alike = buckets.filter { $0.entries.count > 1 }.flatMap(\.entries).filter { own in
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
