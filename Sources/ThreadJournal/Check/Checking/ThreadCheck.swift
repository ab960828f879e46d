import ThreadStorage

/// The problems of one thread's file: of its bytes, its front matter and its fields.
struct ThreadCheck {
  let document: ThreadDocument
  let header: ThreadHeader
  let zone: LocalTimeZone
  let dayStartsAt: Int
  let dateOrder: ForeignDate.Order?
  let today: CalendarDate
  /// What tj wrote, which is meant as it stands.
  let written: WrittenEntries
  /// The ids of what it wrote to the file.
  let idsWritten: [EntryID]
  /// How the goals of plans are read.
  let reading: Plan.Reading
  /// The problems so far, with the offsets where they stand.
  private(set) var found: [(offset: Int, kind: JournalProblem.Kind, isFixable: Bool)] = []
  /// The entries that have less text than tj wrote.
  var lessened: [LessenedEntry] = []
  /// Whether a merge left the file unfinished, so that nothing in it may be changed.
  private(set) var isConflicted = false

  /// What is wrong with the file, in its order; `twin` is an earlier file with its thread id.
  mutating func problems(twin: String?) -> [JournalProblem] {
    let parsed = document.problems
    isConflicted = parsed.contains { if case .conflictMarkers = $0.kind { true } else { false } }
    let schema = FieldSchema(document.frontMatter)
    let undefined = document.undefinedFields(schema)
    let lines = document.meantLines(
      undefined?.schema ?? schema, in: zone, dateOrder: dateOrder, today: today)
    let meant = document.undatedTogether(written.leavingText(of: document, lines))
    // What has a reading is told with that.
    let told = Set(meant.map(\.offset))
    let broken = Set(
      meant.compactMap { line -> Int? in
        guard case .headingEndAlone(_, .some) = line.kind else { return nil }
        return document.entry(at: line.offset)?.region.lowerBound
      })
    let repeated = document.repeatedEntries
    let copies = repeated.copies
    let doubtful = document.entriesInDoubt(in: zone, copies: copies)
    add(
      parsed.filter {
        switch $0.kind {
        // It is told that it may be a copy, or where the id stands.
        case .missingID: !copies.contains($0.offset) && !broken.contains($0.offset)
        case .impossibleTime: !told.contains($0.offset)
        case .attributesAsTitle:
          !told.contains($0.offset)
            && document.entry(at: $0.offset).map { !broken.contains($0.region.lowerBound) } ?? true
        // The versions of an entry between markers have its id, and lines of markers are no front matter.
        case .duplicateID, .frontMatter: !isConflicted
        default: true
        }
      }, besides: doubtful)
    for line in meant {
      let kind = document.aboveFields(line) ?? line.kind
      note(kind, at: line.offset, isFixable: line.splices != nil && !isConflicted)
    }
    addZones(besides: told)
    addEntriesAsBefore()
    addChangedHeadings(besides: told)
    addPurgedEntries()
    addChangedIDs()
    addLessenedEntries()
    addHeadingBelowText()
    addChangedTrash()
    addFrontMatterValues(twin: twin)
    addSecondEntries()
    addEmptyEntries()
    if !document.isUTF16 {
      addTextAlone()
      addDoubtfulEntries(repeated)
      addFields(schema, undefined, besides: told)
    }
    // Last, as it is told only where nothing else is.
    addChangedTimes()
    found.sort { $0.offset < $1.offset }
    return zip(found, document.positions(of: found.map(\.offset))).map { problem, position in
      JournalProblem(header.path, problem.kind, at: position, isFixable: problem.isFixable)
    }
  }

  /// Adds the text of a thread of tj's, or of a note whose name is a day, that has no entry, where nothing of it is told: it
  /// is in no list.
  private mutating func addTextAlone() {
    let (document, preamble) = (document, document.preamble)
    let isNote = Timestamp(ThreadHeader.fileName(of: header.path))?.precision == .day
    guard document.entries.isEmpty, header.id != nil || isNote, header.deletion == nil,
      !found.contains(where: { $0.offset >= preamble.lowerBound })
    else { return }
    // One `# Title` is no text.
    let lines = document.bytes.lines(in: preamble).map(\.text).filter { line in
      !document[line].starts(with: "# ".utf8) && document[line].contains { $0 > 0x20 }
    }
    let words = lines.reduce(0) { $0 + document[$1].split(whereSeparator: Byte.isBlank).count }
    if let first = lines.first, words > 2 { note(.textAlone, at: first.lowerBound) }
  }

  mutating func note(_ kind: JournalProblem.Kind, at offset: Int, isFixable: Bool = false) {
    found.append((offset, kind, isFixable))
  }

  /// - Parameter doubtful: The entries of which an id would say that their titles are meant.
  private mutating func add(_ parsed: [ParseProblem], besides doubtful: Set<Int>) {
    // What messages mention besides their own position, as lines.
    let lines = lines(at: parsed.compactMap(\.kind.mentionedOffset))
    for problem in parsed {
      var line = problem.kind.mentionedOffset.flatMap { lines[$0] } ?? 1
      if problem.kind == .unterminatedFrontMatter { line = lineOfIndentedEnd ?? 1 }
      var text = problem.kind.mentionedText.map(document.string) ?? ""
      if problem.kind == .missingID, let slice = document.entry(at: problem.offset) {
        text = slice.reading(in: document.bytes, zone)
      }
      if case .duplicateID(let id, let first) = problem.kind {
        let slices = [first, problem.offset].compactMap(document.entry(at:))
        if slices.count == 2, document.isVersion(slices[1], of: slices[0]) {
          let isDeleted = slices.allSatisfy(\.isDeleted)
          note(.entryVersion(id, line: line, isDeleted: isDeleted), at: problem.offset)
          continue
        }
      }
      let isFixable =
        problem.kind.isAboutIDs && !isConflicted && document.isWholeLine(at: problem.offset)
        && !(problem.kind == .missingID && doubtful.contains(problem.offset))
      note(.file(problem.kind, text: text, line: line), at: problem.offset, isFixable: isFixable)
    }
  }

  /// The line of a `---` above all headings, 1-based, that an editor has indented as the line above it.
  private var lineOfIndentedEnd: Int? {
    let lines = document.bytes.prefix(4000).lines.prefix { !$0.trimmed.starts(with: "## ".utf8) }
    return lines.firstIndex { Byte.isBlank($0.first ?? 0) && $0.trimmed.elementsEqual("---".utf8) }
      .map { $0 + 1 }
  }

  /// The lines of these offsets, 1-based.
  private func lines(at offsets: [Int]) -> [Int: Int] {
    let offsets = Set(offsets).sorted()
    return Dictionary(
      uniqueKeysWithValues: zip(offsets, document.positions(of: offsets).map(\.line)))
  }

  /// Adds the values of the format's own keys that cannot be theirs (F22).
  private mutating func addFrontMatterValues(twin: String?) {
    guard let frontMatter = document.frontMatter else { return }
    func isTime(_ value: YAMLValue) -> Bool {
      value.stringBytes.flatMap { Timestamp(String(utf8: $0)) } != nil
    }
    // Whether the value of `key` is there; what is not understood is reported as that.
    func check(_ key: String, _ isRight: (YAMLValue) -> Bool) -> Bool {
      guard let value = frontMatter.value(at: [key]), !value.isNull else { return false }
      if case .unsupported = value.content { return false }
      if !isRight(value) { note(.frontMatterValue(key: key), at: value.range.lowerBound) }
      return true
    }
    // Of a file without entries, these are rather another program's.
    let hasEntries = !document.entries.isEmpty
    if check("id", { _ in header.id != nil || !hasEntries }), header.id != nil, let twin,
      let id = frontMatter.value(at: ["id"])
    {
      note(.duplicateThreadID(path: twin), at: id.range.lowerBound)
    }
    _ = check("title") { $0.stringBytes != nil }
    if let comment = document.commentInTitle {
      note(.frontMatterComment(key: "title", value: comment.title), at: comment.offset)
    }
    if hasEntries { _ = check("created", isTime) || check("date", isTime) }
    if let value = frontMatter.value(at: ["created"]), let text = value.stringBytes,
      let date = Timestamp(String(utf8: text))?.date, date > today.advanced(byDays: 1)
    {
      note(.createdAhead(date), at: value.range.lowerBound)
    }
    _ = check("deleted") { $0.boolValue != nil || isTime($0) }
    for key in document.misspeltKeys {
      note(.frontMatterKey(key.name, meant: key.meant), at: key.offset)
    }
    for key in hasEntries ? document.keysOfProse : [] {
      note(.frontMatterText(key: key.name), at: key.offset)
    }
    _ = check("once") { Period(once: $0) != nil }
    guard let plan = frontMatter.value(at: ["plan"]), !plan.isNull else { return }
    if case .unsupported = plan.content { return }
    do throws(PlanProblem) {
      let defined = DefinedFields(FieldSchema(frontMatter).withoutDeleted)
      for line in try Plan(plan, reading).lines {
        guard let problem = line.query?.fieldProblems(given: defined).first(where: \.isSure),
          let goal = plan.items?[line.item].value(at: ["goal"])
        else { continue }
        note(.planGoal(problem), at: goal.range.lowerBound)
      }
    } catch {
      note(.plan(error.kind), at: error.offset)
    }
  }

  /// Adds entries that perhaps should not count as they stand.
  private mutating func addDoubtfulEntries(_ again: [RepeatedEntry]) {
    let hidden = document.entriesInComments
    let lines = lines(at: hidden.map(\.opening) + again.map(\.first))
    for (offset, opening, isClosed) in hidden {
      note(.headingInComment(line: lines[opening] ?? 1, isClosed: isClosed), at: offset)
    }
    // Of one import, several rows may have one span, as the sets of an exercise.
    func record(at offset: Int) -> UInt64? {
      document.entry(at: offset).flatMap { document.id(of: $0) }
        .flatMap { written.importRecord(of: $0.description) }
    }
    for entry in again {
      if entry.likeness == .hours, let own = record(at: entry.offset),
        own == record(at: entry.first)
      {
        continue
      }
      note(.entryAgain(line: lines[entry.first] ?? 1, entry.likeness), at: entry.offset)
    }
    let strays = document.entriesOutOfOrder { slice in
      // As no hand writes it.
      let time = slice.heading.timestamp
      guard let id = document.id(of: slice),
        document.string(slice.heading.timestampRange)
          == (time.precision == .day ? time.date.text : time.canonicalText)
      else { return false }
      let isEdited = slice.heading.attributes?.edited != nil
      // A day alone is typed by hand as well.
      guard time.utcOffset != nil || time.precision == .day && isEdited else { return false }
      // In a clone no record tells which command edited it.
      return written.hasGiven(time, to: id)
        || time.utcOffset != nil && !written.remembers(id) && isEdited
    }
    let dates = strays.isEmpty ? [] : document.entries.map(\.heading.timestamp.date)
    let latest = max(today, dates.max() ?? today)
    for (heading, day, others) in strays {
      // What is still to come is hardly meant.
      let meant = day.flatMap { $0.date > latest ? nil : $0 }
      note(
        .outOfOrder(heading.timestamp, meant: meant, others: others),
        at: heading.timestampRange.lowerBound)
    }
    // Of other years it is told that they are slips.
    if let (latest, others) = document.entriesAhead(of: today.advanced(byDays: 1)),
      latest.timestamp.date.year < 2100,
      !strays.contains(where: { $0.heading.line == latest.line })
    {
      note(.farAhead(latest.timestamp.date, others: others), at: latest.timestampRange.lowerBound)
    }
    addLineOfComing()
  }

  /// Adds the line that somebody added to the end of the file, where its last entry is one of a day to come that tj wrote: it may
  /// be meant for the one above.
  private mutating func addLineOfComing() {
    guard let slice = document.entries.last, slice.heading.timestamp.date > today,
      document.entries.count > 1, let id = document.id(of: slice), let block = written.block(of: id)
    else { return }
    let known = WrittenVersion.lines(in: [block])
    let content = document.content(of: slice)
    let line = document.bytes[content.body].lines.last { $0.contains { $0 > 0x20 } }
    guard let line, !known.contains(Array(line)) else { return }
    note(.lineOfComing(String(utf8: line)), at: line.startIndex)
  }

  /// Adds where the thread has more than the one entry that it takes a day, week or month.
  private mutating func addSecondEntries() {
    guard let period = header.once else { return }
    var firsts: [Int: Int] = [:]
    var found: (offset: Int, first: Int, count: Int)?
    for slice in document.entries where !slice.isDeleted {
      let day = slice.heading.timestamp.journalDate(dayStartsAt: dayStartsAt).daysSinceEpoch
      let (start, offset) = (period.start(of: day), slice.heading.line.lowerBound)
      guard let first = firsts[start] else {
        firsts[start] = offset
        continue
      }
      found = (found?.offset ?? offset, found?.first ?? first, (found?.count ?? 0) + 1)
    }
    guard let found else { return }
    let line = document.position(of: found.first).line
    note(.enteredTwice(period, line: line, others: found.count - 1), at: found.offset)
  }

  /// Adds the first of the entries that somebody typed as days to be filled, and left so, where they count for a plan.
  private mutating func addEmptyEntries() {
    guard document.frontMatter?.value(at: ["plan"]) != nil, header.deletion == nil else { return }
    let live = document.entries.filter { !$0.isDeleted }
    let empty = live.filter { slice in
      let content = document.content(of: slice)
      return slice.heading.timestamp.precision == .day && slice.heading.timestamp.date < today
        && slice.heading.title.isEmpty && content.body.isEmpty
        && content.fields.allSatisfy { $0.value(in: document.bytes.span).isEmpty }
    }
    // Where most have nothing else, the day says all.
    guard let first = empty.first, live.count > 3 * empty.count else { return }
    note(.emptyEntry(others: empty.count - 1), at: first.heading.line.lowerBound)
  }
}

extension ParseProblem.Kind {
  /// A byte whose line a message mentions.
  fileprivate var mentionedOffset: Int? {
    switch self {
    case .headingInFence(let opening, _): opening
    case .duplicateID(_, let first): first
    case .conflictMarkers(let block), .conflictText(let block):
      max(block.upperBound - 1, block.lowerBound)
    default: nil
    }
  }

  /// The bytes that a message shows.
  fileprivate var mentionedText: Range<Int>? {
    switch self {
    case .impossibleTime(let range), .attributesAsTitle(let range), .attributeCase(let range),
      .attributeValue(_, let range), .duplicateField(let range):
      range
    default: nil
    }
  }

  /// Whether a new id is the answer.
  fileprivate var isAboutIDs: Bool {
    switch self {
    case .duplicateID, .missingID: true
    default: false
    }
  }
}
