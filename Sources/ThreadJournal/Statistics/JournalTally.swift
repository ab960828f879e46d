import ThreadStorage

/// What entries are counted for.
package struct StatisticsRequest: Sendable {
  /// The journal's day that it is now.
  package var today: CalendarDate
  /// When days begin, in seconds after midnight.
  package var dayStartsAt: Int
  package var grouping: Grouping?
  /// The `FieldName.key` of each field that is wanted; nil for all.
  package var fields: Set<String>?

  package init(
    today: CalendarDate, dayStartsAt: Int, grouping: Grouping? = nil, fields: Set<String>? = nil
  ) {
    self.today = today
    self.dayStartsAt = dayStartsAt
    self.grouping = grouping
    self.fields = fields
  }

  func wants(_ key: String) -> Bool {
    fields?.contains(key) ?? true || grouping == .field(key: key)
  }
}

/// Entries, counted: how many, on which days, in how many words, with which values and tags, in which groups.
///
/// The entries of one thread make a tally, on whichever processor has read them, and tallies are merged into that of
/// the journal. What is counted does not depend on the order; only ties of names and of their spelling are decided by
/// the first. Nothing is kept of an entry, but the values of its fields are, each once.
package struct JournalTally: Sendable {
  package private(set) var entries = 0
  package private(set) var words = 0
  /// The days that have an entry, counted from 1970-01-01.
  package private(set) var days: Set<Int> = []
  /// The threads that have an entry.
  package private(set) var threads: [(path: String, title: String)] = []
  /// In the order in which the threads define them; those that no thread defines as they are met.
  package private(set) var fields: [FieldTally] = []
  package private(set) var groups: [GroupTally] = []
  private var tagCounts: [String: Int] = [:]
  private var fieldIndices: [FieldTally.Identity: Int] = [:]
  private var groupIndices: [GroupTally.Key: Int] = [:]

  package init() {}

  /// The tags of entries, in lower case, that of most entries first.
  package var tags: [(tag: String, entries: Int)] {
    tagCounts.map { ($0.key, $0.value) }.sorted {
      $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
    }
  }

  package mutating func merge(_ other: JournalTally) {
    entries += other.entries
    words += other.words
    days.formUnion(other.days)
    threads += other.threads
    tagCounts.merge(other.tagCounts, uniquingKeysWith: +)
    var indices: [Int] = []
    for field in other.fields {
      if let index = fieldIndices[field.identity] {
        fields[index].merge(field)
        indices.append(index)
      } else {
        indices.append(add(field))
      }
    }
    for group in other.groups { groups[index(ofGroup: group.key)].merge(group, fields: indices) }
  }

  private mutating func add(_ field: FieldTally) -> Int {
    fieldIndices[field.identity] = fields.count
    fields.append(field)
    return fields.count - 1
  }

  private mutating func index(ofGroup key: GroupTally.Key) -> Int {
    if let index = groupIndices[key] { return index }
    groupIndices[key] = groups.count
    groups.append(GroupTally(key))
    return groups.count - 1
  }
}

extension JournalTally {
  /// The tally of the entries of one thread.
  package init(_ thread: ThreadEntries, _ request: StatisticsRequest) {
    threads = [(thread.header.path, thread.header.title)]
    entries = thread.entries.count
    var reader = FieldReader(request, thread.schema)
    for field in thread.schema.sections.flatMap(\.fields) where request.wants(field.key) {
      _ = add(FieldTally(field.name, key: field.key, field))
      reader.add(field)
    }
    let thisWeek = Period.week.start(of: request.today.daysSinceEpoch)
    var room: [EntryField] = []
    // Most entries are of the day of the one before.
    var last: (day: Int, week: Int)?
    let file = thread.file.bytes
    let bytes = file.span
    let all = thread.entries.span
    for index in all.indices {
      let heading = all[index].slice.heading
      let content = all[index].content(in: bytes, takingRoom: &room)
      words += bytes.wordCount(in: content.body) + bytes.wordCount(in: heading.title)
      let day = heading.timestamp.journalDate(dayStartsAt: request.dayStartsAt).daysSinceEpoch
      if last?.day != day {
        days.insert(day)
        last = (day, (thisWeek - Period.week.start(of: day)) / 7)
      }
      let tags = tags(of: content, heading.title, in: bytes)
      for tag in tags { tagCounts[tag, default: 0] += 1 }
      reader.read(content.fields, in: bytes) { name, key in
        request.wants(key) ? add(FieldTally(name, key: key, nil)) : nil
      }
      room = content.fields
      if let week = last?.week, FieldTally.weeks.contains(week) {
        for (field, number) in reader.numbers { fields[field].count(number, inWeek: week) }
      }
      guard let grouping = request.grouping else { continue }
      for key in keys(grouping, thread.header, heading.timestamp, day, tags, reader.found) {
        let group = self.index(ofGroup: key)
        groups[group].entries += 1
        for (field, number) in reader.numbers { groups[group].add(number, toField: field) }
      }
    }
    for (field, value, count) in reader.counts { fields[field].count(value, times: count) }
  }

  /// The groups that an entry is in.
  private func keys(
    _ grouping: Grouping, _ thread: ThreadHeader, _ time: Timestamp, _ day: Int, _ tags: [String],
    _ found: [(field: Int, value: FieldTally.Value)]
  ) -> [GroupTally.Key] {
    switch grouping {
    case .period(let period): [.period(start: period.start(of: day))]
    case .weekday: [.weekday(CalendarDate(daysSinceEpoch: day).weekday)]
    case .hour: [time.precision == .day ? .none : .hour(time.hour)]
    case .thread: [.thread(path: thread.path)]
    case .tag: tags.isEmpty ? [.none] : tags.map { .tag($0) }
    case .field(let key): [group(found, key)]
    }
  }

  /// The group of an entry with these values by its field with this key.
  private func group(
    _ found: [(field: Int, value: FieldTally.Value)], _ key: String
  ) -> GroupTally.Key {
    guard let (field, value) = found.first(where: { fields[$0.field].identity.key == key }) else {
      return .none
    }
    switch value {
    case .number(let number): return .number(fields[field].kind, number)
    case .text(let text): return .text(text)
    case .unfit: return .none
    }
  }

  /// The tags in the text and the title of an entry, each once.
  private func tags(
    of content: EntryContent, _ title: Range<Int>, in bytes: borrowing Span<UInt8>
  ) -> [String] {
    var tags: [String] = []
    for (isBody, range) in [(true, content.body), (false, title)]
    where ByteSearch.firstIndex(of: .hash, in: bytes, range) != nil {
      let text = isBody ? content.text(in: bytes) : bytes.copy(range)
      for tag in Hashtag.all(in: text) {
        let key = FieldName.key(text[tag])
        if !tags.contains(key) { tags.append(key) }
      }
    }
    return tags
  }
}

/// Reads the values of a thread's fields, each that is typed the same way once.
private struct FieldReader {
  private let dayStartsAt: Int
  private let schema: FieldSchema
  private var effective = EffectiveFields()
  /// The index in the tally of each field, by the number of its name; -1 for one that is not wanted.
  private var indices: [Int] = []
  /// What is known of the values of each field, by its index in the tally.
  private var values: [InternTable<Int>] = []
  private var definitions: [FieldDefinition?] = []
  private var known: [String: Int] = [:]
  private var counted: [(field: Int, value: FieldTally.Value, count: Int)] = []
  /// The fields of the entry at hand, by their indices, and their values.
  private(set) var found: [(field: Int, value: FieldTally.Value)] = []
  /// Those of them that have a mean.
  private(set) var numbers: [(field: Int, value: FixedNumber)] = []

  init(_ request: StatisticsRequest, _ schema: FieldSchema) {
    dayStartsAt = request.dayStartsAt
    self.schema = schema
  }

  /// Notes that the tally has one field more, `definition`.
  mutating func add(_ definition: FieldDefinition) {
    known[definition.key] = values.count
    values.append(InternTable())
    definitions.append(definition)
  }

  /// Each value that was read, how often, and of which field.
  var counts: [(field: Int, value: FieldTally.Value, count: Int)] { counted }

  /// Reads the fields of an entry; `add` adds one that no definition names to the tally, if it is wanted.
  mutating func read(
    _ fields: [EntryField], in bytes: borrowing Span<UInt8>,
    add: (String, String) -> Int?
  ) {
    effective.find(fields, in: bytes) { spelling, key in
      if known[key] == nil {
        let index = add(String(utf8: spelling), key)
        if index != nil {
          values.append(InternTable())
          definitions.append(nil)
        }
        known[key] = index ?? -1
      }
      indices.append(known[key] ?? -1)
    }
    found.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    for (name, position) in effective.found where indices[name] >= 0 {
      let index = indices[name]
      let field = fields[position]
      let number: Int
      if field.hasMoreLines {
        let value = field.value(in: bytes)
        number = count(of: value.span, 0..<value.count, index)
      } else {
        number = count(of: bytes, field.firstValueLine, index)
      }
      counted[number].count += 1
      found.append((index, counted[number].value))
      if case .number(let value) = counted[number].value, definitions[index]?.type != .date {
        numbers.append((index, value))
      }
    }
  }

  /// The number of the value at `range` among those that are counted.
  private mutating func count(
    of bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ field: Int
  ) -> Int {
    values[field].value(of: bytes, range) { typed in
      counted.append(
        (field, FieldTally.value(typed, definitions[field], dayStartsAt: dayStartsAt), 0))
      return counted.count - 1
    }
  }
}

extension EntryScan {
  /// The tally of all entries that are found; each processor counts threads, which are merged in the order of paths.
  package func tally(_ request: StatisticsRequest) -> (tally: JournalTally, outcome: Outcome) {
    var tally = JournalTally()
    let outcome = run(
      keeping: (), rendering: { JournalTally($1, request) },
      deliver: {
        tally.merge($0)
        return true
      })
    return (tally, outcome)
  }
}
