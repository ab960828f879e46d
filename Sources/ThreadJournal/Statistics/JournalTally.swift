import ThreadStorage

/// What entries are counted for.
package struct StatisticsRequest: Sendable {
  /// The journal's day that it is now.
  package var today: CalendarDate
  /// When days begin, in seconds after midnight.
  package var dayStartsAt: Int
  package var grouping: Grouping?
  /// Whether words and tags are wanted; tags are counted where entries are put together by them, too.
  package var countsText: Bool
  /// The `FieldName.key` of each field that is wanted; nil for all.
  package var fields: Set<String>?
  /// What is asked of plans; nil where they are not asked for.
  package var plans: PlanRequest?

  package init(
    today: CalendarDate, dayStartsAt: Int, grouping: Grouping? = nil, countsText: Bool = true,
    fields: Set<String>? = nil, plans: PlanRequest? = nil
  ) {
    self.today = today
    self.dayStartsAt = dayStartsAt
    self.grouping = grouping
    self.countsText = countsText || grouping == .tag
    self.fields = fields
    self.plans = plans
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
  /// What came of the plans of threads, where that was asked for, and all entries.
  package private(set) var plans: [PlanTally] = []
  private var tagCounts: [String: Int] = [:]
  private var fieldIndices: [FieldTally.Identity: Int] = [:]
  /// How many fields have each key.
  private var keyCounts: [String: Int] = [:]
  private var groupIndices: [GroupTally.Key: Int] = [:]
  /// The index of the group that was asked for last.
  private var lastGroup = 0

  package init() {}

  /// The tags of entries, in lower case, that of most entries first.
  package var tags: [(tag: String, entries: Int)] {
    tagCounts.map { ($0.key, $0.value) }.sorted {
      $0.1 != $1.1 ? $0.1 > $1.1 : $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
    }
  }

  /// Whether there is another field of the same name, with another kind or unit.
  package func sharesName(_ field: FieldTally) -> Bool {
    keyCounts[field.identity.key, default: 0] > 1
  }

  package mutating func merge(_ other: JournalTally) {
    entries += other.entries
    words += other.words
    days.formUnion(other.days)
    threads += other.threads
    plans += other.plans
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

  /// Puts the groups of days, or of other periods, together to those of a longer period.
  package mutating func regroup(by period: Period) {
    let shorter = groups
    (groups, groupIndices) = ([], [:])
    let all = Array(fields.indices)
    for group in shorter {
      guard case .period(let start) = group.key else { continue }
      let index = index(ofGroup: .period(start: period.start(of: start)))
      groups[index].merge(group, fields: all)
    }
  }

  private mutating func add(_ field: FieldTally) -> Int {
    fieldIndices[field.identity] = fields.count
    keyCounts[field.identity.key, default: 0] += 1
    fields.append(field)
    return fields.count - 1
  }

  private mutating func index(ofGroup key: GroupTally.Key) -> Int {
    // Most entries are in the group of the one before.
    if lastGroup < groups.count, groups[lastGroup].key == key { return lastGroup }
    if let index = groupIndices[key] {
      lastGroup = index
    } else {
      lastGroup = groups.count
      groupIndices[key] = lastGroup
      groups.append(GroupTally(key))
    }
    return lastGroup
  }
}

extension JournalTally {
  /// The tally of the entries of one thread.
  package init(_ thread: ThreadEntries, _ request: StatisticsRequest) {
    if let plan = request.plans.flatMap({ PlanTally(thread, $0) }) { plans = [plan] }
    guard !thread.entries.isEmpty else { return }
    threads = [(thread.header.path, thread.header.title)]
    entries = thread.entries.count
    days.reserveCapacity(min(entries, 400))
    var reader = FieldReader(request)
    for field in thread.schema.sections.flatMap(\.fields) where request.wants(field.key) {
      _ = add(FieldTally(field.name, key: field.key, field))
      reader.add(field)
    }
    // Copies of the request, of which all processors have one, would make them wait for each other.
    let (dayStartsAt, grouping) = (request.dayStartsAt, request.grouping)
    let countsText = request.countsText
    let thisWeek = Period.week.start(of: request.today.daysSinceEpoch)
    var room: [EntryField] = []
    // Most entries are of the day of the one before.
    var last: (day: Int, week: Int, group: GroupTally.Key)?
    let file = thread.file.bytes
    let bytes = file.span
    let all = thread.entries.span
    for index in all.indices {
      let heading = all[index].slice.heading
      let content = all[index].content(in: bytes, takingRoom: &room)
      var tags: Set<String> = []
      if countsText {
        words += bytes.wordCount(in: content.body) + bytes.wordCount(in: heading.title)
        tags = Hashtag.keys(of: heading, content, in: bytes)
        for tag in tags { tagCounts[tag, default: 0] += 1 }
      }
      let day = heading.timestamp.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
      if last?.day != day {
        days.insert(day)
        let week = (thisWeek - Period.week.start(of: day)) / 7
        last = (day, week, grouping?.group(ofDay: day) ?? .none)
      }
      reader.read(content.fields, in: bytes) { add(FieldTally($0, key: $1, nil)) }
      room = content.fields
      guard let last else { continue }
      if FieldTally.weeks.contains(last.week) {
        reader.forEachNumber { fields[$0].count($1, inWeek: last.week) }
      }
      switch grouping {
      case nil: break
      case .period, .weekday: add(reader, to: last.group)
      case .hour:
        let time = heading.timestamp
        add(reader, to: time.precision == .day ? .none : .hour(time.hour))
      case .hourOfWeek:
        let time = heading.timestamp
        let weekday = CalendarDate(daysSinceEpoch: day).weekday
        add(reader, to: time.precision == .day ? .none : .hourOfWeek(weekday * 24 - 24 + time.hour))
      case .thread: add(reader, to: .thread(path: thread.header.path))
      case .tag where tags.isEmpty: add(reader, to: .none)
      case .tag: for tag in tags { add(reader, to: .tag(tag)) }
      case .field(let key): add(reader, to: group(reader.values, key))
      }
    }
    for value in reader.counted { fields[value.field].count(value.value, times: value.count) }
  }

  /// Adds the entry that was read last to a group.
  private mutating func add(_ reader: borrowing FieldReader, to key: GroupTally.Key) {
    let group = index(ofGroup: key)
    groups[group].entries += 1
    reader.forEachNumber { groups[group].add($1, toField: $0) }
  }

  /// The group of an entry with these values by its field with this key.
  private func group(
    _ values: [(field: Int, value: FieldTally.Value)], _ key: String
  ) -> GroupTally.Key {
    guard let (field, value) = values.first(where: { fields[$0.field].identity.key == key }) else {
      return .none
    }
    switch value {
    case .number(let number): return .number(fields[field].kind, number)
    case .text(let text): return .text(text)
    case .unfit: return .none
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
