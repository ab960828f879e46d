import ThreadStorage

/// An entry of the journal that an entry of the import may be.
struct FoundEntry: Sendable {
  /// Which entry it is, as a reference does not tell where deleted ones have no id either.
  struct Place: Hashable, Sendable {
    let path: String
    /// Where it begins in the file.
    let start: Int
  }

  /// What it says besides its time and text.
  struct Content: Hashable, Sendable {
    let title: [UInt8]
    /// Its values by the form in which names are compared; of one name the last.
    let fields: [String: [UInt8]]
  }

  let thread: String
  let place: Place
  let reference: String
  /// What came with an import has one: one typed by hand has none at first.
  let id: EntryID?
  /// What is restored to have it back, where it or its thread is soft-deleted.
  let trash: String?
  let isInTrashedThread: Bool
  let text: [UInt8]
  let timestamp: Timestamp
  let instant: Instant
  /// How long it lasts, in seconds; nil without an end.
  let length: Int64?
  let content: Content
  private var title: [UInt8] { content.title }
  private var fields: [String: [UInt8]] { content.fields }
  let edited: Instant?
  let isDeleted: Bool
  private let restored: Instant?
  /// Its attributes that say neither an id nor what happened to it.
  private let others: [[UInt8]]
  /// The latest of its times: when it is, was edited, deleted, or taken out of the trash.
  let latest: Instant
  /// When its file was last written to, perhaps by hand; nil where nobody asked, or it is as tj wrote it.
  private let changed: Instant?
  /// The fields that its thread defines.
  private let schema: FieldSchema

  /// Those of its fields that it got here, and not from a file, by `FieldName.key`.
  private let added: Set<String>

  /// - Parameter isAdded: Whether it is known to have got the field of this key here.
  init(_ entry: Entry, changed: Instant?, schema: FieldSchema, isAdded: (String) -> Bool) {
    added = Set(entry.fields.map(\.key).filter(isAdded))
    self.changed = changed
    self.schema = schema
    let header = entry.thread
    thread = header.title
    place = Place(path: header.path, start: entry.slice.region.lowerBound)
    reference = entry.reference
    id = entry.id
    isDeleted = entry.slice.isDeleted
    isInTrashedThread = header.deletion != nil
    trash =
      isInTrashedThread
      ? ThreadHeader.fileName(of: header.path) : isDeleted ? entry.reference : nil
    text = entry.text
    timestamp = entry.timestamp
    instant = entry.instant
    length = entry.timestamp.length(in: entry.file.zone)
    content = Content(
      title: entry.title,
      fields: Dictionary(entry.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }))
    let zone = entry.file.zone
    edited = entry.edited?.instant(in: zone)
    restored = entry.restored?.instant(in: zone)
    others =
      entry.slice.heading.attributes.map { EntryAttributes.others(in: entry.file.bytes, $0) } ?? []
    latest = [edited, entry.deletion?.time?.instant(in: zone), restored].compactMap { $0 }
      .reduce(instant, max)
  }

  func presence(of other: ImportedEntry, _ zone: LocalTimeZone) -> ImportIndex.Presence {
    let parts = parts(unlike: other, zone)
    let isInTrash =
      isDeleted && other.deleted == nil || isInTrashedThread && !other.isInTrashedThread
    if isInTrash { return .inTrash(self, parts: parts) }
    // What it has more may be nothing that the file tells.
    return parts.isEmpty ? .same(place) : .different(self, parts: parts)
  }

  /// Whether the times that both tell say that `other` is newer.
  func isOlder(than other: ImportedEntry, _ zone: LocalTimeZone) -> Bool {
    other.latest(in: zone) > latest
  }

  /// Whether somebody may have changed it by hand since the latest time of `other`.
  func mayBeChanged(since other: ImportedEntry, _ zone: LocalTimeZone) -> Bool {
    changed.map { $0 > other.latest(in: zone) } ?? false
  }

  /// Whether title and fields are as `other` has them, whose fields have these keys.
  func hasContent(of other: ImportedEntry, _ keys: [String]) -> Bool {
    (title == other.title || !other.tells(.title))
      && zip(other.fields, keys).allSatisfy { says($0.value, in: $1) }
      && fields.keys.allSatisfy { keys.contains($0) || !hasLost($0, in: other) }
  }

  /// Whether `other` has all of its values, and more, as a newer file with a column more does.
  func isExtended(by other: ImportedEntry, _ keys: [String]) -> Bool {
    !fields.isEmpty && fields.keys.allSatisfy(keys.contains)
      && contentParts(unlike: other, withAdded: false).isEmpty
  }

  /// Whether `other` has no value of the field of this key and would have one: a file without columns has none of what was
  /// added here.
  private func hasLost(_ key: String, in other: ImportedEntry) -> Bool {
    other.tells(fieldWithKey: key) && !(other.hasNoColumns && added.contains(key))
  }

  /// Of title and fields, those that are not as `other` has them.
  ///
  /// - Parameter withAdded: Whether what this one has not counts: a newer table may have more columns.
  func contentParts(unlike other: ImportedEntry, withAdded: Bool = true) -> [String] {
    let isTitleAlike = title == other.title || !other.tells(.title) || !withAdded && title.isEmpty
    var parts = isTitleAlike ? [] : ["title"]
    for field in other.fields {
      let key = FieldName.key(field.name)
      if !says(field.value, in: key), withAdded || fields[key] != nil { parts.append(field.name) }
    }
    if fields.isEmpty { return parts }
    let others = Set(other.fields.map { FieldName.key($0.name) })
    return parts
      + fields.keys.filter { !others.contains($0) && hasLost($0, in: other) }.sorted()
      .map { schema.field(withKey: $0)?.name ?? $0 }
  }

  /// Whether the field with this key has this value, or of another type than text the same in other words: `yes` for
  /// `true`, and `7` for `07`, as exports have it.
  private func says(_ value: [UInt8], in key: String) -> Bool {
    guard let own = fields[key], own != value else { return fields[key] == value }
    guard let field = schema.field(withKey: key), field.type != .text else { return false }
    let meant = field.value(of: own)
    if let other = field.value(of: value) { return meant == other }
    // `5:30` is the same as what it became, of hours or of minutes.
    return meant != nil && ForeignForm.isShortClock(value[...].trimmed)
      && field.readings(of: value).contains { field.value(of: Array($0.utf8)) == meant }
  }

  /// What is not as `other` has it, as far as an export carries it: times by their instants.
  func parts(unlike other: ImportedEntry, _ zone: LocalTimeZone) -> [String] {
    var parts: [String] = []
    let hasSameStart = instant == other.timestamp.instant(in: zone)
    let hasSameEnd = !other.tellsEnd || length == other.timestamp.length(in: zone)
    if !hasSameStart || !hasSameEnd { parts.append("time") }
    if other.tells(.text), text != Escaping.trimmingBlankLines(other.text) { parts.append("text") }
    let otherEdited = other.edited.flatMap { Timestamp($0) }?.instant(in: zone)
    // Where a file has no time of an edit, that may be as it tells none.
    if edited != otherEdited, other.edited != nil || other.isUnedited { parts.append("edited") }
    // A file that tells nothing of threads has the entries of a deleted one as deleted.
    let isGone = isDeleted || isInTrashedThread && !other.isWhole && other.deleted != nil
    if isGone != (other.deleted != nil), other.tells(.deleted) { parts.append("deleted") }
    if other.isWhole {
      let otherRestored = other.restored.flatMap { Timestamp($0) }?.instant(in: zone)
      if restored != otherRestored { parts.append("restored") }
      if others != other.furtherAttributes { parts.append("attributes") }
    }
    parts += contentParts(unlike: other)
    // The edit that a spreadsheet brought is marked here, and not in the table.
    return parts == ["edited"] && !other.isWhole && isMarkedSince(other, zone) ? [] : parts
  }

  /// Whether `other`, which has its time and content, says that it was deleted or edited when this one does not.
  func lacksMark(of other: ImportedEntry, _ zone: LocalTimeZone) -> Bool {
    let otherEdited = other.edited.flatMap { Timestamp($0) }?.instant(in: zone)
    let isOther = otherEdited != nil && otherEdited != edited && !isMarkedSince(other, zone)
    return other.deleted != nil && !isDeleted || isOther
  }

  /// Whether it was edited after the time that `other` tells.
  private func isMarkedSince(_ other: ImportedEntry, _ zone: LocalTimeZone) -> Bool {
    guard let edited, let mark = other.edited.flatMap({ Timestamp($0) }) else { return false }
    return edited > mark.instant(in: zone)
  }

  /// Whether it has the title of `other`, or one of its fields, or nothing but what stands in columns of the same table:
  /// a value was moved to another column, or came into an empty row.
  func hasPart(of other: ImportedEntry) -> Bool {
    hasTitle(of: other) || other.fields.contains { fields[FieldName.key($0.name)] != nil }
      || title.isEmpty && other.told?.fields != nil && isTold(by: other)
  }

  /// Whether it has the values of `other`, by whatever names: a table may be in another language by now.
  func hasValues(of other: ImportedEntry) -> Bool {
    !other.fields.isEmpty && (other.fields.count > 1 || timestamp.precision != .day)
      && other.fields.allSatisfy { fields.values.contains($0.value) }
  }

  /// Whether `other`, of its time of day, has a number of three digits by another name, or two of two, as another program's row
  /// of the same has.
  private func hasValuesByOtherNames(of other: ImportedEntry) -> Bool {
    guard timestamp.precision != .day, let told = other.told?.fields else { return false }
    let own = Set(fields.filter { !told.contains($0.key) }.map(\.value))
    let digits = Set(other.fields.map(\.value)).intersection(own)
      .map { $0.count(where: Byte.isDigit) }
    return digits.contains { $0 > 2 } || digits.count { $0 > 1 } > 1
  }

  /// What the columns of `other` are called here, of which it has all values by other names; nil where that does not tell.
  func names(of other: ImportedEntry) -> [(column: String, field: String)]? {
    guard let told = other.told?.fields, told.isDisjoint(with: fields.keys) else { return nil }
    var names: [(column: String, field: String)] = []
    for (column, value) in other.fields {
      let keys = fields.filter { $0.value == value }.keys
      guard keys.count == 1, let key = keys.first else { return nil }
      names.append((column, schema.field(withKey: key)?.name ?? key))
    }
    return Set(names.map(\.field)).count == names.count ? names : nil
  }

  /// The new columns of `other`, each with each of the fields here that its table has not, and whether both say the same.
  func renamings(
    of other: ImportedEntry
  ) -> [(column: String, field: String, value: [UInt8], isSame: Bool)] {
    guard let told = other.told?.fields else { return [] }
    let lacking = fields.keys.filter { !told.contains($0) }
    let new = lacking.isEmpty ? [] : other.fields.filter { !schema.defines($0.name) }
    return new.flatMap { column, value in
      lacking.map { key in
        (
          column: column, field: schema.field(withKey: key)?.name ?? key, value: value,
          isSame: says(value, in: key)
        )
      }
    }
  }

  /// What this one and `other` have in those of these fields that either has, and their texts where one of both has none;
  /// nothing of one that is empty.
  func values(
    of names: [String], besides other: ImportedEntry
  ) -> [String: (old: [UInt8], new: [UInt8])] {
    var values: [String: (old: [UInt8], new: [UInt8])] = [:]
    // The fixed parts have these names.
    let parts = Set(CSVColumns.Entry.allCases.map(\.rawValue))
    for field in other.fields where names.contains(field.name) && !parts.contains(field.name) {
      values[field.name] = (fields[FieldName.key(field.name)] ?? [], field.value)
    }
    let told = Set(other.fields.map { FieldName.key($0.name) })
    for name in names where !parts.contains(name) && !told.contains(FieldName.key(name)) {
      values[name] = fields[FieldName.key(name)].map { ($0, []) }
    }
    let words = (old: text, new: Escaping.trimmingBlankLines(other.text))
    let part = CSVColumns.Entry.text.rawValue
    if names.contains(part), words.old.isEmpty || words.new.isEmpty { values[part] = words }
    return values
  }

  /// Its fields that the table of `other` has no columns for.
  func fields(untoldBy other: ImportedEntry) -> [String] {
    guard let told = other.told?.fields else { return [] }
    return fields.keys.filter { !told.contains($0) }.sorted()
      .map { schema.field(withKey: $0)?.name ?? $0 }
  }

  /// Whether it has nothing but the time of `other`, as two rows of a bank's list: words and all else are others; of a day,
  /// one value of three may be the same, such as a category.
  func isOther(than other: ImportedEntry, _ keys: [String]) -> Bool {
    let known = zip(other.fields, keys).filter { fields[$1] != nil }
    if known.isEmpty {
      // A value may have been typed in the wrong column.
      return !fields.isEmpty && !other.fields.isEmpty
        && !other.fields.contains { fields.values.contains($0.value) }
    }
    let equal = known.count { says($0.0.value, in: $0.1) }
    return known.count > 1 && equal <= (timestamp.precision == .day ? known.count / 3 : 0)
      && known.contains { schema.field(withKey: $0.1).map { $0.type == .text } ?? true }
  }

  /// Whether `other`, which has its time, may be it with another text or other values.
  func mayBe(_ other: ImportedEntry) -> Bool {
    let keys = other.keys
    // Of a day, many rows have nothing else alike.
    let isSameText = !text.isEmpty && text == Escaping.trimmingBlankLines(other.text)
    if timestamp.precision == .day, !isSameText, isOther(than: other, keys),
      !hasEqual(other, keys)
    {
      return false
    }
    // A text may have been added to one of them since.
    let haveWords = !Saying(other).isEmpty && !Saying(self).isEmpty
    return haveWords || hasPart(of: other) || hasValues(of: other)
      || hasValuesByOtherNames(of: other)
  }

  /// Whether a word of both says something else, so that `other` is rather about another thing at the same time.
  func isAboutOther(than other: ImportedEntry, _ keys: [String]) -> Bool {
    zip(other.fields, keys).contains { field, key in
      guard let own = fields[key], !says(field.value, in: key) else { return false }
      let isWord = schema.field(withKey: key).map { [.text, .choice].contains($0.type) } ?? true
      let words = [own, field.value].map {
        Set(FieldName.key(String(utf8: $0)).split(separator: " "))
      }
      return isWord && words.allSatisfy { !$0.isEmpty } && words[0].isDisjoint(with: words[1])
    }
  }

  /// Whether it is `other`, which has these `words`, with other ones, or with some where one of both has none: then all that
  /// both tell besides is equal, or the words are many and no other one names what it is about.
  func isRewording(of other: ImportedEntry, _ words: Saying, _ keys: [String]) -> Bool {
    let own = Saying(self)
    if own.isLong, words.isLong, own.isLike(words) || own.isBegun(by: words) {
      return !isAboutOther(than: other, keys)
    }
    guard contentParts(unlike: other, withAdded: false).allSatisfy({ $0 == "title" }) else {
      return false
    }
    let equal = equals(other, keys)
    return own.isEmpty || words.isEmpty
      ? equal > 1 : own == words || own.isBegun(by: words, atLeast: equal > 1 ? 1 : 3)
  }

  /// How many values of `other` it has.
  func equals(_ other: ImportedEntry, _ keys: [String]) -> Int {
    zip(other.fields, keys).count { says($0.0.value, in: $0.1) }
  }

  /// Whether a value that both tell is equal, or both tell none.
  func hasEqual(_ other: ImportedEntry, _ keys: [String]) -> Bool {
    let known = zip(other.fields, keys).filter { fields[$1] != nil }
    return known.isEmpty
      ? fields.isEmpty || other.fields.isEmpty
      : known.contains { says($0.0.value, in: $0.1) }
  }

  /// Whether it has a word of `other` as a value that none of the `others` has.
  func hasWord(of other: ImportedEntry, _ keys: [String], besides others: [FoundEntry]) -> Bool {
    zip(other.fields, keys).contains { field, key in
      schema.field(withKey: key).map { $0.type == .text } ?? true
        && field.value.contains(where: Byte.isLetter) && says(field.value, in: key)
        && others.count { $0.says(field.value, in: key) } == 1
    }
  }

  /// `other` with its values as they are spelled here, where they say the same, and nothing of what it cannot tell.
  func spelling(_ other: ImportedEntry) -> ImportedEntry {
    var entry = other
    if entry.source != nil { return entry }
    if entry.hasNoColumns, !added.isEmpty {
      var told = entry.told ?? ToldParts()
      told.ignored.formUnion(added.subtracting(entry.keys))
      entry.told = told
    }
    for (index, key) in entry.keys.enumerated() where says(entry.fields[index].value, in: key) {
      if let own = fields[key] { entry.fields[index].value = own }
    }
    return entry
  }

  /// Whether `other` tells all of its fields, as a newer export of the same table does.
  func isTold(by other: ImportedEntry) -> Bool {
    fields.keys.allSatisfy { other.tells(fieldWithKey: $0) }
  }

  /// The same but for what it got here.
  func wasTold(by other: ImportedEntry) -> Bool {
    fields.keys.allSatisfy { added.contains($0) || other.tells(fieldWithKey: $0) }
  }

  func hasTitle(of other: ImportedEntry) -> Bool { !title.isEmpty && title == other.title }

  /// Whether it has the title or the text of `other`, or says the same but for one part and a text that one of both lacks, so
  /// that with its time it is that one.
  func isAlikeButForTime(_ other: ImportedEntry) -> Bool {
    hasTitle(of: other) || !text.isEmpty && text == Escaping.trimmingBlankLines(other.text)
      || (text.isEmpty || other.text.isEmpty) && hasPart(of: other)
        && contentParts(unlike: other, withAdded: false).count < 2
  }

  /// Whether its time is `other`, but for the seconds where one of both has none.
  func isInMinute(of other: Instant) -> Bool {
    instant == other
      || instant.minute == other.minute && [instant, other].contains { $0 == $0.minute }
  }

  /// Whether no more than one thing that both tell is different, and several values are equal, or one in words where
  /// `least` is one: many rows of a day have the same number.
  func isNear(_ other: ImportedEntry, _ keys: [String], least: Int = 1) -> Bool {
    let known = zip(other.fields, keys).filter { fields[$1] != nil }
    let equal = known.filter { says($0.value, in: $1) }.map(\.1)
    guard equal.count >= least, equal.count + 1 >= known.count else { return false }
    let haveWords = equal.contains { key in
      schema.field(withKey: key).map { [.text, .choice].contains($0.type) } ?? true
    }
    return (haveWords || equal.count > 1)
      && contentParts(unlike: other, withAdded: false).count <= 1
  }

  /// Whether it begins within ten minutes of `other`, with a value as devices measure it, which hardly stands twice:
  /// `34m50s`, `12.46`.
  func hasMeasured(_ other: ImportedEntry, _ keys: [String], _ zone: LocalTimeZone) -> Bool {
    let distance =
      instant.secondsSinceEpoch - other.timestamp.instant(in: zone).secondsSinceEpoch
    return abs(distance) <= 600
      && zip(other.fields, keys).contains { field, key in
        guard let known = schema.field(withKey: key), known.isOfNumbers || known.type == .duration
        else { return false }
        let digits = fields[key]?.count(where: Byte.isDigit) ?? 0
        return digits > 2 && says(field.value, in: key)
      }
  }

  /// Whether it has all numbers of `other`, several of them with a point: an amount, and the balance behind it.
  func hasBalance(of other: ImportedEntry, _ keys: [String]) -> Bool {
    let numbers = zip(other.fields, keys).filter {
      schema.field(withKey: $1)?.type == .number && fields[$1] != nil
    }
    return numbers.allSatisfy { says($0.value, in: $1) }
      && numbers.count { fields[$1]?.contains(.dot) == true } > 1
  }

  /// Whether it has an amount of `other` that hardly stands twice: `186.50`, but not `10.00`.
  func hasAmount(of other: ImportedEntry, _ keys: [String]) -> Bool {
    zip(other.fields, keys).contains { field, key in
      schema.field(withKey: key)?.type == .number && says(field.value, in: key)
        && fields[key].map { value in
          value.contains(.dot) && value.count(where: Byte.isDigit) > 3
            && !value.suffix(2).allSatisfy { $0 == UInt8(ascii: "0") }
        } == true
    }
  }

  /// Whether it has `words`, those of `other`, and these, or they and a value, are more than many entries have alike.
  func has(_ words: Saying, of other: ImportedEntry, _ keys: [String]) -> Bool {
    !words.isEmpty && words == Saying(self)
      && (words.count > 2 || zip(other.fields, keys).contains { says($0.value, in: $1) })
  }
}

extension FoundEntry {
  /// Entries of one thread, minute and text.
  struct Bucket {
    private(set) var entries: [FoundEntry] = []
    /// Where the first begins in its file.
    var start: Int { entries.first?.place.start ?? 0 }
    private var indices: [FoundEntry.Content: [Int]] = [:]

    mutating func add(_ entry: FoundEntry) {
      indices[entry.content, default: []].append(entries.count)
      entries.append(entry)
    }

    /// Those that may have the content of `entry`: of many, only these need be looked at, unless it tells a part only.
    func candidates(for entry: ImportedEntry) -> [FoundEntry] {
      let equal = indices[FoundEntry.Content(entry)]?.map { entries[$0] }
      // Of a few, one may say it in other words.
      return equal ?? (entry.tellsAll && entries.count > 20 ? [] : entries)
    }
  }
}

extension ImportedEntry {
  /// Its attributes that say neither an id nor what happened to it, where the file tells its lines.
  fileprivate var furtherAttributes: [[UInt8]] {
    guard let source, let attributes = ThreadDocument(source).entries.first?.heading.attributes
    else { return [] }
    return EntryAttributes.others(in: source, attributes)
  }
}

extension FoundEntry.Content {
  init(_ entry: ImportedEntry) {
    self.init(
      title: entry.title,
      fields: Dictionary(
        entry.fields.map { (FieldName.key($0.name), $0.value) }, uniquingKeysWith: { $1 }))
  }
}

extension Saying {
  init(_ found: FoundEntry) { self.init(title: found.content.title, text: found.text) }
}
