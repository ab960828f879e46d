import ThreadStorage

/// `title:`, of which one pattern has to stand in the title.
struct TitleCondition: QueryCondition {
  let patterns: [TextPattern]

  func literals(_ reading: DateReading) -> [LiteralSearch?] { patterns.map { LiteralSearch($0) } }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    let title = entry.title
    return patterns.contains { $0.matches(title) }
  }

  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    guard case .title = part else { return [] }
    return patterns.flatMap { $0.ranges(in: text) }
  }
}

/// `thread:`, of which one pattern has to begin the thread's path, file name, title or id.
struct ThreadCondition: QueryCondition {
  let patterns: [TextPattern]

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool { accepts(entry.thread) }

  func accepts(_ thread: ThreadHeader) -> Bool {
    let names = thread.names.map { Array($0.utf8) }
    return patterns.contains { pattern in
      names.contains { pattern.matchesBeginning(of: $0) }
    }
  }
}

/// `date:` and the options for times.
struct DateCondition: QueryCondition {
  var ranges: [TimeRange] = []
  /// Days by their parts, of which one may match instead.
  var patterns: [DatePattern] = []

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    guard ranges.isEmpty else { return [] }
    return patterns.flatMap { pattern -> [LiteralSearch?] in
      pattern.writtenDays(startingAt: reading.dayStartsAt).map {
        $0.map { LiteralSearch($0, isExact: true) }
      } ?? [nil]
    }
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    accepts(entry.timestamp, reading)
  }

  func accepts(_ time: Timestamp, _ reading: DateReading) -> Bool {
    if ranges.contains(where: { $0.contains(time, reading) }) { return true }
    guard patterns.contains(where: { $0.mayContainDay(near: time.date) }) else { return false }
    let date = time.journalDate(dayStartsAt: reading.dayStartsAt)
    return patterns.contains { $0.contains(date) }
  }
}

/// `is:`, of which one state has to hold.
struct StateCondition: QueryCondition {
  enum State: String, Sendable, CaseIterable {
    case edited
    case deleted
  }

  let states: [State]

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    states.map { LiteralSearch($0.rawValue, isExact: true) }
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    states.contains {
      switch $0 {
      case .edited: entry.edited != nil
      case .deleted: entry.deletion != nil
      }
    }
  }
}

/// The beginning of an entry's id; not part of the language.
struct IDCondition: QueryCondition {
  let beginning: String

  func literals(_ reading: DateReading) -> [LiteralSearch?] {
    [LiteralSearch("#" + beginning, isExact: true)]
  }

  func matches(_ entry: Entry, _ reading: DateReading) -> Bool {
    entry.id?.description.utf8.starts(with: beginning.utf8) ?? false
  }
}
