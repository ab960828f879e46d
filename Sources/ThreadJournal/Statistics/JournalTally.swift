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
  package fileprivate(set) var entries = 0
  package fileprivate(set) var words = 0
  package fileprivate(set) var days = DaySet()
  package fileprivate(set) var threads: [(path: String, title: String)] = []
  /// In the order in which the threads define them; those that no thread defines as they are met.
  package fileprivate(set) var fields: [FieldTally] = []
  package private(set) var groups: [GroupTally] = []
  /// What came of the plans of threads, where that was asked for, and all entries.
  package fileprivate(set) var plans: [PlanTally] = []
  fileprivate var tagCounts: [String: Int] = [:]
  private var fieldIndices: [FieldTally.Identity: Int] = [:]
  /// How many fields have each key.
  private var keyCounts: [String: Int] = [:]
  private var groupIndices: [GroupTally.Key: Int] = [:]
  private var lastGroup = 0

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

  fileprivate mutating func add(_ field: FieldTally) -> Int {
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
  package init(_ thread: ThreadEntries, _ request: StatisticsRequest) {
    var counter = ThreadCounter(thread.file, request)
    let file = thread.file.bytes
    let bytes = file.span
    let all = thread.entries.span
    for index in all.indices {
      let slice = all[index].slice
      let heading = slice.heading
      counter.count(
        heading.line, heading.timestamp, heading.title, upTo: slice.region.upperBound,
        all[index].known, in: bytes)
    }
    self = counter.tally
    if let plan = request.plans.flatMap({ PlanTally(thread, $0) }) { plans = [plan] }
  }

  /// Adds the entry that `reader` has read last to a group.
  fileprivate mutating func add(_ reader: borrowing FieldReader, to key: GroupTally.Key) {
    let group = index(ofGroup: key)
    groups[group].entries += 1
    reader.forEachNumber { groups[group].add($1, toField: $0) }
  }

  fileprivate func group(
    _ values: [(field: Int, value: FieldTally.Value)], _ key: String
  ) -> GroupTally.Key {
    guard let (field, value) = values.first(where: { fields[$0.field].identity.key == key }) else {
      return .none
    }
    switch value {
    case .number(let number):
      return .number(fields[field].kind, number, unit: fields[field].identity.unit)
    case .text(let text): return .text(text)
    case .unfit, .empty: return .none
    }
  }
}

/// The count of one thread's entries, which are given to it one after the other.
private struct ThreadCounter {
  private var counted = JournalTally()
  private let file: ThreadFile
  private var reader: FieldReader
  // Copies of the request, of which all processors have one, would make them wait for each other.
  private let dayStartsAt: Int
  private let grouping: Grouping?
  private let countsText: Bool
  private let thisWeek: Int
  /// The days of the entries, without repetitions one behind the other.
  private var days: [Int] = []
  private var fields: [EntryField] = []
  /// Most entries are of the day of the one before.
  private var lastDay: Int?
  private var lastWeek = 0
  private var lastGroup = GroupTally.Key.none

  init(_ file: ThreadFile, _ request: StatisticsRequest) {
    self.file = file
    reader = FieldReader(request)
    (dayStartsAt, grouping) = (request.dayStartsAt, request.grouping)
    countsText = request.countsText
    thisWeek = Period.week.start(of: request.today.daysSinceEpoch)
    for field in file.schema.sections.flatMap(\.fields) where request.wants(field.key) {
      _ = counted.add(FieldTally(field.name, key: field.key, field))
      reader.add(field)
    }
  }

  /// What all that was given comes to; nothing, where nothing was.
  var tally: JournalTally {
    guard counted.entries > 0 else { return JournalTally() }
    var tally = counted
    tally.days = DaySet(days)
    tally.threads = [(file.header.path, file.header.title)]
    for value in reader.counted { tally.fields[value.field].count(value.value, times: value.count) }
    return tally
  }

  /// Counts one entry more.
  ///
  /// - Parameters:
  ///   - heading: Its line, without the ending.
  ///   - known: Its fields and body, where they were read already.
  @inline(__always)
  mutating func count(
    _ heading: Range<Int>, _ time: Timestamp, _ title: Range<Int>, upTo end: Int,
    _ known: EntryContent?, in bytes: borrowing Span<UInt8>
  ) {
    let bodyStart: Int
    if let known {
      (fields, bodyStart) = (known.fields, known.body.lowerBound)
    } else {
      fields.removeAll(keepingCapacity: true)
      let start = Line.next(behindText: heading.upperBound, in: bytes, upTo: end)
      bodyStart = EntryContent.scanFields(bytes, in: start..<end) { fields.append($0) }
    }
    counted.entries += 1
    var tags: Set<String>?
    if countsText {
      // Blank lines around the body have no words.
      let (bodyWords, hasHash) = bytes.wordCountAndHash(in: bodyStart..<end)
      counted.words += bodyWords
      if !title.isEmpty { counted.words += bytes.wordCount(in: title) }
      if hasHash || Hashtag.mayStand(in: bytes, title) {
        let content = known ?? EntryContent(bytes, below: heading, upTo: end)
        let found = Hashtag.keys(ofTitle: title, content, in: bytes)
        if !found.isEmpty { tags = found }
        for tag in found { counted.tagCounts[tag, default: 0] += 1 }
      }
    }
    let day = time.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
    if lastDay != day {
      days.append(day)
      lastDay = day
      lastWeek = (thisWeek - Period.week.start(of: day)) / 7
      lastGroup = grouping?.group(ofDay: day) ?? .none
    }
    if fields.isEmpty && grouping == nil { return }
    reader.read(fields, in: bytes) { counted.add(FieldTally($0, key: $1, nil)) }
    if FieldTally.weeks.contains(lastWeek) {
      reader.forEachNumber { counted.fields[$0].count($1, inWeek: lastWeek) }
    }
    switch grouping {
    case nil: break
    case .period, .weekday: counted.add(reader, to: lastGroup)
    case .hour:
      counted.add(reader, to: time.precision == .day ? .none : .hour(time.hour))
    case .hourOfWeek:
      let weekday = CalendarDate(daysSinceEpoch: day).weekday
      counted.add(
        reader, to: time.precision == .day ? .none : .hourOfWeek(weekday * 24 - 24 + time.hour))
    case .thread: counted.add(reader, to: .thread(path: file.header.path))
    case .tag:
      guard let tags else { return counted.add(reader, to: .none) }
      for tag in tags { counted.add(reader, to: .tag(tag)) }
    case .field(let key): counted.add(reader, to: counted.group(reader.values, key))
    }
  }
}

extension FileScan {
  /// The tally of the entries that match `query`, none of which is kept.
  fileprivate mutating func tally(
    _ query: inout EntryQuery, _ request: StatisticsRequest
  ) -> JournalTally? {
    var counter: ThreadCounter?
    let isSorted = forEachMatch(&query) {
      counter = ThreadCounter($0, request)
    } _: { (beginning, region, known, bytes) in
      counter?.count(
        beginning.line.text, beginning.timestamp, beginning.title(in: bytes),
        upTo: region.upperBound, known?.content, in: bytes)
    }
    var tally = counter?.tally
    if !isSorted, let file {
      // Which of several is the first, their times decide.
      var counting = request
      counting.plans = nil
      tally = JournalTally(ThreadEntries(file, entries(&query)), counting)
    }
    if let file, let plans = request.plans,
      let plan = hasLiveEntries ? PlanTally(file, plans) : PlanTally(ThreadEntries(file, []), plans)
    {
      tally = tally ?? JournalTally()
      tally?.plans = [plan]
    }
    return tally
  }
}

extension EntryScan {
  /// The tally of all entries that are found; each processor counts threads, which are merged in the order of paths.
  package func tally(_ request: StatisticsRequest) -> (tally: JournalTally, outcome: Outcome) {
    var tally = JournalTally()
    let outcome = run(
      keeping: (),
      reading: { (_, scan, query) in
        let tally = scan.tally(&query, request)
        return (tally?.entries ?? 0, tally)
      },
      deliver: {
        tally.merge($0)
        return true
      })
    return (tally, outcome)
  }
}
