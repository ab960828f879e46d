import ThreadStorage

/// What entries are asked for: terms that must all hold, or those of one of the alternatives between which `OR` stands.
///
/// The language, one for all commands:
///
/// - Each argument is one term: a word, a phrase (`the lake`), or `key:value`, where the value may have spaces too
///   (`date:last week`). Several terms stand in one argument where a later word of it is a term with a key or `not:`,
///   or there are quotation marks in it; its words are then terms of their own, and spaces inside a phrase or a
///   value need quotation marks (`lake date:"last week"`).
/// - A word or phrase is looked for in the text, the title and the fields' values. Case and diacritics count only where
///   it has an upper-case letter. White space in a phrase is any run of white space.
/// - `-` or `not:` before a term excludes.
/// - `OR` between terms separates alternatives; it binds less than standing next to each other. It is an argument, or
///   stands between other words of one, whose words then are terms of their own; `"OR"` is the word.
/// - Keys: `date:`, `tag:`, `thread:`, `title:`, `is:`, `re:`; any other is a field's name, and so is one in quotation
///   marks (`"sleep hours":7`, `"date":2026`). `end:` and `length:` ask for the entry's time where neither its thread nor
///   the entry has a field of that name. A comma that no space follows separates alternatives, also of `date:`.
/// - A field's value or a date is one, a range with `..`, or has `>`, `>=`, `<` or `<=` before it. Another sign there, or
///   one in place of the colon, is an error.
/// - What follows `re:` is the expression to the end of the argument, as it is.
/// - A backslash before `"`, `,`, `:` or `\` makes it an ordinary character. Digits with a colon between them (`10:30`)
///   and `://` are ordinary, too, and so is a colon before a space.
package struct EntryQuery: Sendable {
  let terms: [QueryTerm]
  /// The terms with those of alternatives in place of these.
  private let leaves: [QueryTerm]
  private let threads: [(isExcluded: Bool, condition: ThreadCondition)]
  private let times: [(isExcluded: Bool, condition: DateCondition)]
  /// All others.
  private var contents: [QueryTerm]
  let reading: DateReading
  /// What to look for in raw bytes.
  let prefilter: Prefilter
  /// Whether one word is all that is asked for, of which a find in an entry's text needs no second look.
  let isPlainWord: Bool

  init(terms: [QueryTerm], reading: DateReading) {
    self.terms = terms
    self.reading = reading
    leaves = terms.leaves
    prefilter = Prefilter(terms, reading)
    let word = terms.count == 1 && !terms[0].isExcluded ? terms[0].condition : nil
    isPlainWord = (word as? WordCondition)?.proof != nil
    threads = terms.compactMap { term in
      (term.condition as? ThreadCondition).map { (term.isExcluded, $0) }
    }
    times = terms.compactMap { term in
      (term.condition as? DateCondition).map { (term.isExcluded, $0) }
    }
    contents = terms.filter {
      !($0.condition is ThreadCondition) && !($0.condition is DateCondition)
    }
  }

  /// The same query with searches of its own: two processors that count references to one wait for each other.
  var unshared: EntryQuery { EntryQuery(terms: terms, reading: reading) }

  /// The query that asks for nothing, so that every entry matches.
  package static func all(zone: LocalTimeZone) -> EntryQuery {
    EntryQuery(terms: [], reading: DateReading(zone: zone, dayStartsAt: 0))
  }

  static func id(beginning: String, zone: LocalTimeZone) -> EntryQuery {
    let term = QueryTerm(isExcluded: false, condition: IDCondition(beginning: beginning))
    return EntryQuery(terms: [term], reading: DateReading(zone: zone, dayStartsAt: 0))
  }

  var asksForTimes: Bool { !times.isEmpty }

  /// Whether more is asked for than threads and times.
  var asksForContent: Bool { !contents.isEmpty }

  /// Whether every entry matches: nothing was asked for.
  package var isEmpty: Bool { terms.isEmpty }

  /// Whether `is:deleted` asks for deleted entries, which are otherwise left out.
  package var asksForDeleted: Bool {
    leaves.contains {
      !$0.isExcluded && ($0.condition as? StateCondition)?.states.contains(.deleted) == true
    }
  }

  /// Whether a field is asked for, or may be meant by a word that is left out, so that the threads' definitions count.
  package var asksForFields: Bool {
    leaves.contains {
      $0.condition is FieldCondition || ($0.isExcluded && $0.condition is WordCondition)
    }
  }

  /// Whether words are asked for, each of which may be meant as a field.
  package var asksForWords: Bool { leaves.contains { $0.condition is WordCondition } }

  package mutating func matches(_ entry: Entry) -> Bool {
    accepts(entry.timestamp) && accepts(entry.thread) && matchesContent(entry)
  }

  func accepts(_ time: Timestamp) -> Bool {
    times.allSatisfy { $0.condition.accepts(time, reading) != $0.isExcluded }
  }

  package func accepts(_ thread: ThreadHeader) -> Bool {
    threads.allSatisfy { $0.condition.accepts(thread) != $0.isExcluded }
  }

  /// Whether the entry meets the terms that ask for neither the thread nor the time.
  mutating func matchesContent(_ entry: Entry) -> Bool { contents.areMet(by: entry, reading) }

  /// What is asked for of threads and tags: the words, whether these are excluded, and the query for them alone.
  package var names: [(words: String, isTag: Bool, isExcluded: Bool, query: EntryQuery)] {
    func query(_ condition: any QueryCondition) -> EntryQuery {
      EntryQuery(terms: [QueryTerm(isExcluded: false, condition: condition)], reading: reading)
    }
    return leaves.flatMap { term in
      let threads = (term.condition as? ThreadCondition)?.threads ?? []
      let tags = (term.condition as? TagCondition)?.names ?? []
      return threads.map {
        ($0.pattern.words, false, term.isExcluded, query(ThreadCondition(threads: [$0])))
      } + tags.map { ($0.pattern.words, true, term.isExcluded, query(TagCondition(names: [$0]))) }
    }
  }

  /// Why terms over fields are met by hardly any entry, where the threads define these.
  ///
  /// - Parameter countsWords: Whether words that are names of fields count, too, not only where they are left out.
  package func fieldProblems(
    given defined: DefinedFields, countsWords: Bool = false
  ) -> [QueryFieldProblem] {
    let words = leaves.map { ($0.condition as? WordCondition)?.pattern.words }
    return leaves.enumerated().flatMap { index, term -> [QueryFieldProblem] in
      if let field = term.condition as? FieldCondition { return defined.problems(field) }
      guard let word = words[index], countsWords || term.isExcluded else { return [] }
      let next = words.dropFirst(index + 1).first ?? nil
      if !term.isExcluded,
        let meant = defined.term(of: word) ?? next.flatMap({ defined.term(of: "\(word) \($0)") })
      {
        return [.word(name: meant.name, isExcluded: false, term: meant.term)]
      }
      guard let name = defined.name(of: word) else { return [] }
      return [.word(name: name, isExcluded: term.isExcluded)]
    }
  }

  /// The fields of which times up to midnight are asked for, and none behind it, where days start with it: `bed:>23:00`.
  package var namesOfLateTimes: [String] {
    guard reading.dayStartsAt == 0 else { return [] }
    return leaves.compactMap { term in
      guard !term.isExcluded, let field = term.condition as? FieldCondition else { return nil }
      let isLate = field.tests.contains { test in
        guard let clocks = test.clocks, clocks.upper == nil, let lower = clocks.lower else {
          return false
        }
        return lower >= 18 * 3600
      }
      return isLate ? field.name : nil
    }
  }

  /// The fields of which numbers or durations up to one are asked for, whatever is least: `kcal:..1500`.
  package var namesOfUpperBounds: [String] {
    leaves.compactMap { term in
      guard !term.isExcluded, let field = term.condition as? FieldCondition else { return nil }
      let isUpTo = field.tests.contains { test in
        test.numbers.map { $0.lower == nil && $0.upper != nil } == true
          || test.durations.map { $0.lower == nil && $0.upper != nil } == true
      }
      return isUpTo ? field.name : nil
    }
  }

  /// What is asked of fields besides what is left out: their names and the values as they are typed.
  package var typedValues: [(name: String, value: String)] {
    leaves.flatMap { term -> [(name: String, value: String)] in
      guard !term.isExcluded, let field = term.condition as? FieldCondition else { return [] }
      return field.tests.map { (field.name, $0.typed) }
    }
  }

  /// The terms that the limits of their fields leave no value for: `mood:>50` where ten is the most.
  package func termsBeyondLimits(
    of schema: FieldSchema
  ) -> [(field: FieldDefinition, term: String)] {
    leaves.compactMap { term -> (field: FieldDefinition, term: String)? in
      guard !term.isExcluded, let asked = term.condition as? FieldCondition,
        let field = schema.field(withKey: asked.key)
      else { return nil }
      let least = field.minimum.flatMap { DecimalNumber($0) }
      let most = field.maximum.flatMap { DecimalNumber($0) }
      guard field.isOfNumbers,
        asked.tests.allSatisfy({ $0.numbers?.leavesOutAll(from: least, to: most) == true })
      else { return nil }
      let values = asked.tests.map(\.typed).joined(separator: ",")
      return (field, "\(Self.key(of: field.name)):\(values)")
    }
  }

  /// Where in `text`, which is this part of an entry, stands what was asked for: ascending, merged.
  package func highlights(in text: [UInt8], _ part: EntryPart = .text) -> [Range<Int>] {
    let ranges = leaves.flatMap { $0.isExcluded ? [] : $0.condition.ranges(in: text, part) }
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
  /// The query that arguments in this language and the options' ranges make together.
  package static func parse(
    _ terms: [String], from: TimeRange? = nil, to: TimeRange? = nil, on: TimeRange? = nil,
    now: Instant, zone: LocalTimeZone, dayStartsAt: Int = 0, dateOrder: ForeignDate.Order? = nil
  ) throws(QueryError) -> EntryQuery {
    var alternatives: [[QueryTerm]] = [[]]
    var lastOr: QueryError?
    for (index, argument) in terms.enumerated() {
      let parser = QueryArgumentParser(
        bytes: Array(argument.utf8), index: index + 1, now: now, zone: zone,
        dayStartsAt: dayStartsAt, dateOrder: dateOrder)
      for (number, terms) in try parser.alternatives().enumerated() {
        if number > 0 {
          let error = parser.error(.expectedTermBesideOr, at: 0)
          guard alternatives.last?.isEmpty == false else { throw error }
          lastOr = error
          alternatives.append([])
        }
        alternatives[alternatives.count - 1] += terms
      }
    }
    if let lastOr, alternatives.last?.isEmpty == true { throw lastOr }
    var parsed = alternatives[0]
    if alternatives.count > 1 {
      let condition = AlternativesCondition(alternatives: alternatives)
      parsed = [QueryTerm(isExcluded: false, condition: condition)]
    }
    var ranges: [TimeRange] = []
    if let from { ranges.append(TimeRange(start: from.start, end: nil)) }
    if let to { ranges.append(TimeRange(start: nil, end: to.end)) }
    if let on { ranges.append(on) }
    parsed += ranges.map { QueryTerm(isExcluded: false, condition: DateCondition(ranges: [$0])) }
    return EntryQuery(terms: parsed, reading: DateReading(zone: zone, dayStartsAt: dayStartsAt))
  }
}

extension EntryQuery {
  /// Whether `name:` in a query means something else than the field of that name.
  package static func isKey(_ name: String) -> Bool {
    QueryArgumentParser.keys.contains(FieldName.key(name))
  }

  /// How the field called `name` is written before a colon: in quotation marks where it would be read as something else.
  package static func key(of name: String) -> String {
    let isPlain =
      isName(name) && !name.hasPrefix("-") && !name.utf8.allSatisfy(Byte.isDigit) && !isKey(name)
    if isPlain { return name }
    let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
