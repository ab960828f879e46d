import ThreadStorage

/// What entries are asked for: terms that must all hold.
///
/// The language, one for all commands:
///
/// - Each argument is one term: a word, a phrase (`the lake`), or `key:value`, where the value may have spaces too
///   (`date:last week`). Several terms stand in one argument where a later word of it is a term with a key or `not:`, or
///   there are quotation marks in it; its words are then terms of their own, and spaces inside a phrase or a
///   value need quotation marks (`lake date:"last week"`).
/// - A word or phrase is looked for in the text, the title and the fields' values. Case and diacritics count only where
///   it has an upper-case letter. White space in a phrase is any run of white space.
/// - `-` or `not:` before a term excludes.
/// - Keys: `date:`, `tag:`, `thread:`, `title:`, `is:`, `re:`; any other is a field's name, and so is one in quotation
///   marks (`"sleep hours":7`, `"date":2026`). A comma that no space follows separates alternatives, also of `date:`.
/// - What follows `re:` is the expression to the end of the argument, as it is.
/// - A backslash before `"`, `,`, `:` or `\` makes it an ordinary character. Digits with a colon between them (`10:30`)
///   and `://` are ordinary, too, and so is a colon before a space.
package struct EntryQuery: Sendable {
  private(set) var terms: [QueryTerm]
  let reading: DateReading
  /// Whether a term asks for the time, for the thread, or for anything else.
  private let asksForTimes: Bool
  private let asksForThreads: Bool
  private let asksForContent: Bool

  init(terms: [QueryTerm], reading: DateReading) {
    self.terms = terms
    self.reading = reading
    asksForTimes = terms.contains { $0.condition.isAboutTime }
    asksForThreads = terms.contains { $0.condition.isAboutThread }
    asksForContent = terms.contains { !$0.condition.isAboutTime && !$0.condition.isAboutThread }
  }

  /// The query that asks for nothing, so that every entry matches.
  package static func all(zone: LocalTimeZone) -> EntryQuery {
    EntryQuery(terms: [], reading: DateReading(zone: zone, dayStartsAt: 0))
  }

  /// The query for the entries whose ids begin with `beginning`.
  static func id(beginning: String, zone: LocalTimeZone) -> EntryQuery {
    let term = QueryTerm(isExcluded: false, condition: IDCondition(beginning: beginning))
    return EntryQuery(terms: [term], reading: DateReading(zone: zone, dayStartsAt: 0))
  }

  /// Whether every entry matches: nothing was asked for.
  package var isEmpty: Bool { terms.isEmpty }

  /// Whether `is:deleted` asks for deleted entries, which are otherwise left out.
  package var asksForDeleted: Bool {
    terms.contains {
      !$0.isExcluded && ($0.condition as? StateCondition)?.states.contains(.deleted) == true
    }
  }

  /// Whether a field is asked for, so that the threads' definitions count.
  package var asksForFields: Bool { terms.contains { $0.condition is FieldCondition } }

  /// Whether `entry` is asked for.
  package mutating func matches(_ entry: Entry) -> Bool {
    accepts(entry.timestamp) && accepts(entry.thread) && matchesContent(entry)
  }

  /// Whether entries of this time may match.
  func accepts(_ time: Timestamp) -> Bool {
    !asksForTimes
      || terms.allSatisfy {
        !$0.condition.isAboutTime || $0.condition.accepts(time, reading) != $0.isExcluded
      }
  }

  /// Whether entries of this thread may match.
  func accepts(_ thread: ThreadHeader) -> Bool {
    !asksForThreads
      || terms.allSatisfy {
        !$0.condition.isAboutThread || $0.condition.accepts(thread) != $0.isExcluded
      }
  }

  /// Whether the entry meets the terms that ask for neither the thread nor the time.
  mutating func matchesContent(_ entry: Entry) -> Bool {
    guard asksForContent else { return true }
    for index in terms.indices {
      // Asked where it stands: a copy of the condition would have to be made before it may change.
      guard !terms[index].condition.isAboutTime, !terms[index].condition.isAboutThread else {
        continue
      }
      if terms[index].condition.matches(entry, reading) == terms[index].isExcluded { return false }
    }
    return true
  }

  /// Where in `text`, which is an entry's text, stands what was asked for: ascending, merged.
  package func highlights(in text: [UInt8]) -> [Range<Int>] { highlights(in: text, .text) }

  /// The same for a title, in which `title:` looks too.
  package func highlights(inTitle title: [UInt8]) -> [Range<Int>] { highlights(in: title, .title) }

  /// The same for the value of the field `name`, in which a term over that field looks too.
  package func highlights(inValue value: [UInt8], ofField name: [UInt8]) -> [Range<Int>] {
    highlights(in: value, .value(key: FieldName.key(name)))
  }

  /// The places of what fits the conditions that must hold.
  private func highlights(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] {
    let ranges = terms.flatMap { $0.isExcluded ? [] : $0.condition.ranges(in: text, part) }
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

extension EntryQuery {
  /// The query that the arguments and the options' ranges make together.
  ///
  /// - Parameters:
  ///   - terms: Arguments in the language that `EntryQuery` tells.
  ///   - dayStartsAt: When a day starts, in seconds after midnight.
  package static func parse(
    _ terms: [String], from: TimeRange? = nil, to: TimeRange? = nil, on: TimeRange? = nil,
    now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0
  ) throws(QueryError) -> EntryQuery {
    var parsed: [QueryTerm] = []
    for (index, argument) in terms.enumerated() {
      let parser = QueryArgumentParser(
        argument, index: index + 1, now: now, zone: zone, dayStartsAt: dayStartsAt)
      parsed += try parser.terms()
    }
    var ranges: [TimeRange] = []
    if let from { ranges.append(TimeRange(lower: from.lower, upper: nil)) }
    if let to { ranges.append(TimeRange(lower: nil, upper: to.upper)) }
    if let on { ranges.append(on) }
    parsed += ranges.map { QueryTerm(isExcluded: false, condition: DateCondition(ranges: [$0])) }
    return EntryQuery(
      terms: parsed, reading: DateReading(zone: zone, dayStartsAt: dayStartsAt))
  }
}
