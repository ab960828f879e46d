import ThreadStorage

/// What the journal has of an entry of the import.
extension ImportIndex {
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
      guard live.count <= 20 else { return nil }
      let words = Saying(entry)
      let reworded = live.filter { isFree($0) && $0.isRewording(of: entry, words, keys) }
      if entry.isTelling, reworded.count == 1 { return reworded[0].presence(of: entry, zone) }
      let titled = live.filter { isFree($0) && $0.hasTitle(of: entry) }
      if titled.count == 1 { return titled[0].presence(of: entry, zone) }
      // Of several rows of one time of day a word tells which is which, as the name of each one of a group.
      if !isAlone, entry.timestamp.precision != .day {
        let named = live.filter {
          isFree($0) && isBrought($0, byFileOf: entry)
            && $0.hasWord(of: entry, keys, besides: live)
        }
        if named.count == 1 { return named[0].presence(of: entry, zone) }
      }
      let gone = texts.values.flatMap(\.entries).filter { own in
        own.trash != nil && isFree(own)
          && (own.isRewording(of: entry, words, keys)
            || own.hasTitle(of: entry) && own.contentParts(unlike: entry, withAdded: false).isEmpty)
      }
      if gone.count == 1 { return gone[0].presence(of: entry, zone) }
      // A bank words an amount anew that it has posted: what the file brought and has no more, with a value that hardly stands
      // twice.
      let measured = live.filter {
        isFree($0) && $0.hasMeasured(entry, keys, zone)
          && (isBrought($0, byFileOf: entry) || isImported($0) && $0.hasBalance(of: entry, keys))
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

  /// Whether somebody typed `own` here, as far as records of changes tell.
  private func isTyped(_ own: FoundEntry) -> Bool {
    guard let written else { return false }
    guard let id = own.id else { return true }
    return written.remembers(id) && !written.isImported(id.description)
  }

  /// Whether an import brought `own`, as records of changes tell.
  private func isImported(_ own: FoundEntry) -> Bool {
    own.id.map { written?.isImported($0.description) == true } ?? false
  }

  /// Whether an import of a file called as that of `entry` brought `own`, as records of changes tell; the next export has
  /// another number or date in its name: `habits (2).csv`.
  private func isBrought(_ own: FoundEntry, byFileOf entry: ImportedEntry) -> Bool {
    guard let written, let id = own.id else { return false }
    let named = written.importNamed(id.description)
    // Of an import of several notes, the record does not say which.
    return named.map { Self.isNext(entry.fileName, of: $0) } == true
      || entry.hasNoColumns && named.flatMap { UInt64($0) } != nil
  }

  /// Whether a file of this name is another export of what one of the other name is; what is named by numbers alone is of another
  /// account.
  static func isNext(_ name: String, of other: String) -> Bool {
    let stem = name.prefix { $0 != "." }.filter(\.isLetter)
    return name == other || !stem.isEmpty && other.filter(\.isLetter) == name.filter(\.isLetter)
  }
}
