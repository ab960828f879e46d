import ThreadStorage

extension ImportPlan {
  /// The entries that the journal does not have; the others are noted in `plan`.
  mutating func fresh(
    _ entries: [ImportedEntry], at positions: [Int], _ plan: inout ThreadPlan,
    _ seen: inout SeenEntries, _ preference: ImportPreference
  ) -> [ImportedEntry] {
    var fresh: [ImportedEntry] = []
    let path = plan.existing?.path
    var found = zip(entries, positions).map { index.presence(of: $0, at: $1, path: path) }
    // Of each file, those entries of the journal that one of its entries is: a row that is there twice is two.
    var taken: [String: Set<FoundEntry.Place>] = [:]
    for (offset, (entry, position)) in zip(entries, positions).enumerated()
    where entry.id == nil || !index.hasID(at: position) {
      guard let place = found[offset]?.equal(to: entry),
        !taken[entry.home, default: []].insert(place).inserted
      else { continue }
      found[offset] = index.presence(
        of: entry, at: position, path: path, besides: taken[entry.home, default: []])
      if let other = found[offset]?.equal(to: entry) {
        taken[entry.home, default: []].insert(other)
      }
    }
    // An entry of the journal that one of the import is, is no other one's.
    let same = Set(zip(entries, found).compactMap { $1?.equal(to: $0) })
    // So is one of which a row is another version, in one file.
    var versions: [String: Set<FoundEntry.Place>] = [:]
    let hasOther = found.contains {
      switch $0 {
      case .different?, .inTrash?: true
      default: false
      }
    }
    let copies = hasOther ? copies(in: entries, at: positions) : [:]
    let counts = path == nil ? [:] : counts(of: entries)
    let unequal = entries.indices.filter { offset in
      entries[offset].id == nil && path != nil
        && found[offset]?.equal(to: entries[offset]) == nil
    }
    // What only adds to an entry comes first, and other words last: of several at one time, another may differ by as
    // little.
    let searches: [(Bool) -> ImportIndex.Search] = [
      { _ in .addition }, ImportIndex.Search.version, ImportIndex.Search.rewording,
    ]
    var done: Set<Int> = []
    let gone = entries.indices.filter { if case .inTrash? = found[$0] { true } else { false } }
    let brought = path.flatMap { path in
      unequal.isEmpty && gone.isEmpty ? nil : BroughtEntries(index, at: path, besides: same)
    }
    // What was written so comes before what only has more.
    for isExtended in brought == nil ? [] : [false, true] {
      for offset in unequal where !done.contains(offset) {
        let entry = entries[offset]
        let others = versions[entry.file, default: same]
        let written = brought?.entry(
          writtenAs: entry, isExtended: isExtended, besides: others)
        guard let own = written else { continue }
        found[offset] = own.presence(of: entry, zone)
        versions[entry.file, default: same].insert(own.place)
        done.insert(offset)
      }
    }
    for search in searches {
      for offset in unequal where !done.contains(offset) {
        let entry = entries[offset]
        let isAlone = counts[entry.file]?[entry.timestamp.instant(in: zone).minute] == 1
        found[offset] = index.presence(
          of: entry, at: positions[offset], path: path,
          besides: versions[entry.file, default: same], search(isAlone))
        guard let place = found[offset]?.place else { continue }
        versions[entry.file, default: same].insert(place)
        done.insert(offset)
      }
    }
    var moved: [String: Set<FoundEntry.Place>] = [:]
    for offset in unequal where found[offset] == nil {
      let entry = entries[offset]
      let taken = moved[entry.file, default: []]
      guard let path, index.moved(entry, from: path, besides: taken) == nil,
        let own = index.changed(entry, movedFrom: path, besides: taken)
      else { continue }
      moved[entry.file, default: []].insert(own.place)
      found[offset] = own.presence(of: entry, zone)
    }
    // Of rows with one value each, a few are the same by chance.
    var values: [String: Int] = [:]
    for (offset, (entry, position)) in zip(entries, positions).enumerated() {
      switch found[offset] {
      case nil where seen.isInOtherFile(entry, zone): plan.held.same += 1
      case nil:
        let own = path.flatMap {
          index.moved(entry, from: $0, besides: moved[entry.file, default: []])
        }
        if entry.id == nil, let own {
          moved[entry.file, default: []].insert(own.place)
          plan.held.same += 1
          var named = entry
          named.id = own.id
          plan.held.elsewhere.append((named, own.place.path))
          continue
        }
        fresh.append(entry)
        if entry.id == nil { noteOthers(with: entry, besides: path, in: &plan, &seen, &values) }
        // One copy has what is there twice as often; a second one would have it once more.
        if let first = seen.place(ofIDOf: entry), !plan.isCopied || first.file != entry.file {
          noteDuplicate(entry, at: first)
        }
      case let presence?:
        if case .different = presence, let other = copies[position], !entry.isWhole {
          noteDuplicate(entry, at: other)
        }
        hold(entry, presence, isCopy: copies[position] != nil, &plan, &seen, preference)
      }
    }
    plan.inOthers.merge(values.filter { $0.value > 2 }, uniquingKeysWith: +)
    if let path {
      for entry in fresh where entry.id != nil {
        guard let other = index.beside(entry, path: path) else { continue }
        plan.atTakenTimes.append(
          ThreadPlan.TakenTime(
            other,
            Saying(other) != Saying(entry)
              ? .text : other.contentParts(unlike: entry).isEmpty ? .id : .values))
      }
      var others = versions.values.reduce(same) { $0.union($1) }
      // Of what is there twice, one was deleted: the row is the other one, too, perhaps at another time of its day.
      let rows = gone.map { entries[$0] }
      var apart = ApartEntries(
        rows.isEmpty ? [] : index.apart(at: path, besides: others), for: rows, of: nil, zone)
      for row in rows {
        let twin = brought?.entry(writtenAs: row, besides: others)
        if let own = twin?.trash == nil ? twin ?? apart.takeSame(onDayOf: row) : nil {
          others.insert(own.place)
        }
      }
      let isKnown = found.contains { $0 != nil }
      noteApart(
        fresh.filter { $0.id == nil }, of: entries, isKnown: isKnown, at: path, besides: others,
        in: &plan)
      noteOtherNames(in: entries, at: path, &plan)
    }
    if seen.hasSeveralFiles { plan.reworded = reworded(fresh, of: entries) }
    return fresh
  }

  /// Notes in `plan` which other thread, of the journal or of the import, has `entry`, which is new; in `values`, where it
  /// has but one.
  private func noteOthers(
    with entry: ImportedEntry, besides path: String?, in plan: inout ThreadPlan,
    _ seen: inout SeenEntries, _ values: inout [String: Int]
  ) {
    let seenThread = seen.otherThread(of: entry, zone)
    let other = index.otherThread(with: entry, besides: path)
    if let title = other?.isSame == true ? other?.title : seenThread {
      if entry.isTelling {
        plan.inOthers[title, default: 0] += 1
      } else {
        values[title, default: 0] += 1
      }
    } else if let other {
      plan.nearlyInOthers[other.title, default: 0] += 1
    }
  }

  /// Notes in `plan` which of the `fresh` entries, without ids, are perhaps there at other times or with other texts,
  /// `besides` those entries of the journal that others are, and which of the journal's a file lacks.
  ///
  /// - Parameters:
  ///   - entries: Those of the thread.
  ///   - isKnown: Whether the journal has any of them.
  private func noteApart(
    _ fresh: [ImportedEntry], of entries: [ImportedEntry], isKnown: Bool, at path: String,
    besides others: Set<FoundEntry.Place>, in plan: inout ThreadPlan
  ) {
    var taken = others
    let found = index.apart(at: path, besides: taken)
    var apart = ApartEntries(found, for: fresh, of: isKnown ? entries : nil, zone)
    var rest: [ImportedEntry] = []
    func note(_ entry: ImportedEntry, movedFrom other: FoundEntry) {
      taken.insert(other.place)
      if other.timestamp == entry.timestamp {
        return plan.atTakenTimes.append(
          ThreadPlan.TakenTime(other, Saying(other).isEmpty ? .values : .text))
      }
      plan.moved.append(
        ThreadPlan.Moved(
          entry: entry, reference: other.reference, timestamp: other.timestamp,
          lacking: other.isAlikeButForTime(entry)
            ? .time : entry.title.isEmpty ? .everything : .timeAndTitle))
    }
    for entry in fresh {
      if let other = apart.take(for: entry) {
        note(entry, movedFrom: other)
      } else {
        rest.append(entry)
      }
    }
    let pairs = apart.takeAll(for: rest.filter { !$0.isBare })
    for (entry, other) in pairs { note(entry, movedFrom: other) }
    let moved = Dictionary(grouping: pairs.map(\.entry), by: \.file)
      .mapValues { Set($0.map(\.line)) }
    rest.removeAll { moved[$0.file]?.contains($0.line) == true }
    for entry in rest {
      guard let other = index.atTime(of: entry, path: path, besides: taken) else {
        if let other = index.deleted(atTimeOf: entry, path: path, besides: taken) {
          taken.insert(other.place)
          plan.atTakenTimes.append(ThreadPlan.TakenTime(other, .trash))
        }
        continue
      }
      taken.insert(other.place)
      plan.noteNames(of: entry, in: other)
      let hasText = !Saying(entry).isEmpty || !Saying(other).isEmpty
      plan.atTakenTimes.append(ThreadPlan.TakenTime(other, hasText ? .text : .values))
    }
    plan.known = taken
    plan.absentNotes = absentNotes(
      beside: rest, of: entries, found.filter { $0.id != nil && !taken.contains($0.place) },
      besides: taken, at: path)
    noteNameOfOnlyColumn(in: rest, at: path, besides: taken, &plan)
    // Of a copy of a thread, what only the journal has is newer.
    guard isKnown, plan.head == nil else { return }
    let new = Dictionary(grouping: fresh, by: \.file).mapValues { Set($0.map(\.line)) }
    let reaches = Dictionary(grouping: entries, by: \.file).values.compactMap {
      FileReach($0, zone) { new[$0.file]?.contains($0.line) == true }
    }
    let free = found.filter { $0.id != nil && !taken.contains($0.place) }
    var absent = free.filter { own in reaches.contains { $0.has(own) } }
    // Some rows have a remark alone; many such are rather notes from elsewhere.
    let isRemark = { (own: FoundEntry) in own.content.fields.isEmpty }
    if reaches.contains(where: \.hasFields), absent.count(where: isRemark) > 2 {
      absent.removeAll(where: isRemark)
    }
    // The last row is behind the days of the others; an older file lacks more than that.
    let beside = free.filter { own in
      !reaches.contains { $0.has(own) }
        && reaches.contains { $0.has(own, isBeside: true) }
    }
    if beside.count < 3, taken.count >= 2 * beside.count { absent += beside }
    plan.absent = absent.map { ThreadPlan.Absent($0) }
  }

  /// What an import of notes brought and they say no more: one of them has another day and other words now.
  ///
  /// - Parameters:
  ///   - rest: The entries that the journal has not.
  ///   - entries: All of them.
  ///   - free: Those of the journal that none of them is.
  ///   - taken: Where the others are.
  private func absentNotes(
    beside rest: [ImportedEntry], of entries: [ImportedEntry], _ free: [FoundEntry],
    besides taken: Set<FoundEntry.Place>, at path: String
  ) -> [ThreadPlan.Absent] {
    guard let written = index.written else { return [] }
    let counts = Dictionary(entries.map { ($0.file, 1) }, uniquingKeysWith: +)
    let notes = rest.filter { $0.hasNoColumns && counts[$0.file] == 1 }
    if notes.isEmpty { return [] }
    let names = Set(notes.map(\.fileName))
    let held = Dictionary(
      index.ids(of: taken, at: path).compactMap { id in
        written.importNamed(id.description).map { ($0, 1) }
      },
      uniquingKeysWith: +)
    let brought = Dictionary(grouping: free) { own in
      own.id.flatMap { written.importNamed($0.description) } ?? ""
    }
    let gone = brought.flatMap { name, found -> [FoundEntry] in
      if names.contains(name) { return found.count == 1 ? found : [] }
      // Of an import of several notes, the record does not say which; in a clone, no record says anything.
      guard UInt64(name) != nil || name.isEmpty else { return [] }
      if found.count <= notes.count, held[name, default: 0] >= found.count { return found }
      return found.filter { own in
        (!name.isEmpty || own.id.map(written.tellsOrigin) == false)
          && notes.contains {
            own.hasTitle(of: $0) && abs(own.timestamp.date.days(from: $0.timestamp.date)) <= 7
          }
      }
    }
    return gone.sorted { $0.place.start < $1.place.start }.map { own in
      var absent = ThreadPlan.Absent(own)
      absent.isUnrecorded = own.id.map(written.tellsOrigin) == false
      return absent
    }
  }

  /// Those of the `fresh` entries that another file has with other values, as two exports of one table do, and the places
  /// of the first of them: rows that are about the same, or that stand alone at their time in files with the same columns,
  /// of which as many others are equal.
  private func reworded(
    _ fresh: [ImportedEntry], of entries: [ImportedEntry]
  ) -> ThreadPlan.Reworded? {
    var files: [SeenEntries.Content: Set<String>] = [:]
    var times: [Instant: [ImportedEntry]] = [:]
    for entry in entries where entry.id == nil {
      files[SeenEntries.Content(entry, zone), default: []].insert(entry.file)
      times[entry.timestamp.instant(in: zone).minute, default: []].append(entry)
    }
    var alike: [String: Int] = [:]
    for entry in entries where entry.id == nil && entry.isTelling {
      let isInOther = files[SeenEntries.Content(entry, zone), default: []].count > 1
      if isInOther { alike[entry.file, default: 0] += 1 }
    }
    var unlike: [String: Int] = [:]
    var likely: [(entry: ImportedEntry, other: ImportedEntry, isSure: Bool)] = []
    for entry in fresh where entry.id == nil {
      let content = SeenEntries.Content(entry, zone)
      let atTime = times[entry.timestamp.instant(in: zone).minute] ?? []
      // Of very many rows of one time, each may be any.
      guard atTime.count <= 100 else { continue }
      let others = atTime.filter { other in
        other.file != entry.file && files[content]?.contains(other.file) == false
          && files[SeenEntries.Content(other, zone)]?.contains(entry.file) == false
      }
      if let other = others.first(where: { $0.isRewording(of: entry) }) {
        likely.append((entry, other, true))
        continue
      }
      let counts = Dictionary(atTime.map { ($0.file, 1) }, uniquingKeysWith: +)
      let other = others.first { other in
        other.hasColumns(of: entry) && counts[entry.file] == 1 && counts[other.file] == 1
      }
      guard let other else { continue }
      likely.append((entry, other, false))
      unlike[entry.file, default: 0] += 1
    }
    var found: ThreadPlan.Reworded?
    var counted: Set<SeenEntries.Content> = []
    for (entry, other, isSure) in likely {
      let content = SeenEntries.Content(entry, zone)
      guard !counted.contains(content),
        isSure || alike[entry.file, default: 0] >= unlike[entry.file, default: 0]
      else { continue }
      counted.formUnion([content, SeenEntries.Content(other, zone)])
      let places = [(other.file, other.line), (entry.file, entry.line)]
      found = ThreadPlan.Reworded(
        count: (found?.count ?? 0) + 1, places: found?.places ?? places)
    }
    return found
  }

  /// Notes in `plan` how the journal has an entry, and whether that is replaced.
  ///
  /// - Parameter isCopy: Whether another entry of the file has its id, so that neither replaces anything.
  private mutating func hold(
    _ entry: ImportedEntry, _ presence: ImportIndex.Presence, isCopy: Bool,
    _ plan: inout ThreadPlan, _ seen: inout SeenEntries, _ preference: ImportPreference
  ) {
    func isDoubted(_ own: FoundEntry) -> Bool {
      preference == .newest && own.isOlder(than: entry, zone)
        && own.mayBeChanged(since: entry, zone)
    }
    let path = plan.existing?.path
    switch presence {
    case .same(let place, let time):
      plan.held.same += 1
      linesOfSame[entry.file, default: []].insert(entry.line)
      if let time { plan.timeInOtherZone = time }
      if place.path != path { plan.held.elsewhere.append((entry, place.path)) }
    case .different(let own, let parts):
      var held = HeldEntry(
        entry: own.spelling(entry), own, reference: own.reference, parts: parts)
      held.isDoubted = isDoubted(own)
      held.isNewer = own.isOlder(than: entry, zone)
      plan.noteNames(of: entry, in: own)
      if !isCopy, seen.isReplaced(own, by: entry, preference, zone) {
        held.isEditedLater = index.isEdited(own, since: entry)
        plan.held.replaced.append(held)
      } else {
        plan.held.different.append(held)
      }
    case .inTrash(let own, let parts)
    where plan.replacesHead && own.place.path == path && !own.isDeleted && parts.isEmpty:
      // It comes out of the trash with its thread.
      plan.held.same += 1
    case .inTrash(let own, let parts):
      let isAlone = !isCopy && !parts.isEmpty
      if isAlone, seen.isReplaced(own, by: entry, preference, zone) {
        plan.held.replaced.append(
          HeldEntry(entry: own.spelling(entry), own, reference: own.reference, parts: parts))
      } else {
        let reference = own.trash ?? own.reference
        var held = HeldEntry(
          entry: own.spelling(entry), own, reference: reference, parts: parts)
        held.isDoubted = isAlone && isDoubted(own)
        plan.held.inTrash.append(held)
      }
    }
  }

  /// How many entries without an id each file has of each minute.
  private func counts(of entries: [ImportedEntry]) -> [String: [Instant: Int]] {
    var counts: [String: [Instant: Int]] = [:]
    for entry in entries where entry.id == nil {
      let minute = entry.timestamp.instant(in: zone).minute
      counts[entry.file, default: [:]][minute, default: 0] += 1
    }
    return counts
  }

  /// By its position, of each entry with the id of another one of its file, where that one is.
  func copies(in entries: [ImportedEntry], at positions: [Int]) -> [Int: FilePlace] {
    var offsets: [String: [EntryID: [Int]]] = [:]
    for (offset, entry) in entries.enumerated() {
      if let id = entry.id { offsets[entry.file, default: [:]][id, default: []].append(offset) }
    }
    var copies: [Int: FilePlace] = [:]
    for same in offsets.values.lazy.flatMap(\.values) where same.count > 1 {
      for offset in same {
        let other = entries[same[offset == same[0] ? 1 : 0]]
        copies[positions[offset]] = (other.file, other.line)
      }
    }
    return copies
  }

  private mutating func noteDuplicate(_ entry: ImportedEntry, at other: FilePlace) {
    guard let id = entry.id else { return }
    note(.duplicateID(id.description, file: other.file, line: other.line), entry)
  }
}

extension ImportIndex.Presence {
  /// Where the entry of the journal is.
  fileprivate var place: FoundEntry.Place {
    switch self {
    case .same(let place, _): place
    case .different(let own, _), .inTrash(let own, _): own.place
    }
  }

  /// The same where that says what `entry` does, be it in the trash; else nil.
  fileprivate func equal(to entry: ImportedEntry) -> FoundEntry.Place? {
    switch self {
    case .same(let place, _): place
    case .different: nil
    case .inTrash(let own, _): own.contentParts(unlike: entry).isEmpty ? own.place : nil
    }
  }
}

extension ImportedEntry {
  /// Whether it is a row of a table with the columns of the one that `other` is from.
  fileprivate func hasColumns(of other: ImportedEntry) -> Bool {
    guard let told, let others = other.told, let fields = told.fields else { return false }
    return fields == others.fields && told.columns == others.columns
  }

  /// Whether it has the text or the title of `other`, or about its words, or all but one of its values: of these several, or one in words, as
  /// many rows of a day have the same number.
  fileprivate func isRewording(of other: ImportedEntry) -> Bool {
    if !title.isEmpty, !other.title.isEmpty, title != other.title {
      return Saying(self).isLike(Saying(other))
    }
    let texts = [text, other.text].map { Escaping.trimmingBlankLines($0) }
    if !texts[0].isEmpty, texts[0] == texts[1] { return true }
    if !title.isEmpty, title == other.title { return true }
    let values = Dictionary(
      other.fields.map { (FieldName.key($0.name), $0.value) }, uniquingKeysWith: { $1 })
    let same = fields.filter { values[FieldName.key($0.name)] == $0.value }
    let hasWords = same.contains { $0.value.contains { Byte.isLetter($0) || $0 >= 0x80 } }
    let unlike =
      max(fields.count, values.count) - same.count + (texts[0] == texts[1] ? 0 : 1)
      + (title == other.title ? 0 : 1)
    // A remark was added, or corrected.
    let isRemarked =
      texts[0] != texts[1] && !same.isEmpty
      && (texts.contains(where: \.isEmpty) || Saying(self).isLike(Saying(other)))
    return (hasWords || isRemarked || same.count > 1) && unlike <= 1
  }
}

extension ImportPlan.HeldEntry {
  fileprivate init(
    entry: ImportedEntry, _ own: FoundEntry, reference: String, parts: [String]
  ) {
    self.init(
      entry: entry, isInTrash: own.isDeleted, thread: own.thread, reference: reference,
      parts: parts, values: own.values(of: parts, besides: entry),
      untold: own.fields(untoldBy: entry), place: own.place)
  }
}
