import ThreadStorage

/// Compares entries with a query, one after the other; each parallel task has its own.
package struct QueryMatcher: Sendable {
  private let query: EntryQuery
  /// For each term with an expression, what runs it.
  private var expressions: [ExpressionMatcher?]

  /// A comparison with `query`.
  package init(_ query: EntryQuery) {
    self.query = query
    expressions = query.terms.map {
      guard case .expression(let expression) = $0.condition else { return nil }
      return ExpressionMatcher(expression)
    }
  }

  /// Whether `entry` is asked for.
  ///
  /// - Parameter type: The type of the field with this `FieldName.key`, where its thread defines it.
  mutating func matches(_ entry: Entry, type: (String) -> FieldType?) -> Bool {
    for (index, term) in query.terms.enumerated() {
      let holds: Bool
      if expressions[index] != nil {
        holds = entry.hasText { expressions[index]?.matches($0) ?? false }
      } else {
        holds = self.holds(term.condition, entry, type)
      }
      if holds == term.isExcluded { return false }
    }
    return true
  }

  /// Whether an entry is asked for, of which its file's bytes are at hand, by its values.
  mutating func matches(
    _ found: FoundEntry, in bytes: borrowing Span<UInt8>, _ header: ThreadHeader,
    _ schema: FieldSchema, _ zone: LocalTimeZone
  ) -> Bool {
    let entry = Entry(
      found.slice, found.content(in: bytes), in: bytes, thread: header, line: 0, zone: zone)
    return matches(entry) { schema.type(ofFieldWithKey: $0) }
  }

  /// Whether the entry is asked for, where the bytes alone tell; nil where its values have to be read.
  func quickMatch(
    _ found: FoundEntry, in bytes: borrowing Span<UInt8>, _ schema: FieldSchema
  ) -> Bool? {
    // A span lends its elements; iterating over the array would copy each of them.
    let terms = query.terms.span
    for index in terms.indices {
      switch terms[index].condition {
      case .text(let pattern):
        guard !terms[index].isExcluded, pattern.stands(in: found, bytes) else { return nil }
      case .field(let field):
        guard let accepts = field.accepts(found, bytes, schema, query.reading) else { return nil }
        if accepts == terms[index].isExcluded { return false }
      // These were compared before the entry was looked at.
      case .time, .thread: break
      default: return nil
      }
    }
    return true
  }

  private func holds(
    _ condition: QueryCondition, _ entry: Entry, _ type: (String) -> FieldType?
  ) -> Bool {
    switch condition {
    case .text(let pattern): entry.hasText { pattern.matches($0) }
    case .expression(let expression):
      entry.hasText {
        var matcher = ExpressionMatcher(expression)
        return matcher.matches($0)
      }
    case .field(let field): holds(field, entry, type(field.key))
    case .tag(let names):
      entry.fields.contains { names.contains($0.key) } || Hashtag.isAny(of: names, in: entry.text)
        || Hashtag.isAny(of: names, in: entry.title)
    case .thread(let patterns): patterns.contains { $0.matches(aNameOf: entry.thread) }
    case .title(let patterns): patterns.contains { $0.matches(entry.title) }
    case .state(let states): states.contains { entry.isIn($0) }
    case .time(let ranges):
      ranges.contains { $0.contains(query.reading.instant(of: entry.timestamp)) }
    }
  }

  private func holds(_ field: FieldCondition, _ entry: Entry, _ type: FieldType?) -> Bool {
    // Of a name given twice the last one counts (F18).
    guard let last = entry.fields.last(where: { $0.key == field.key }) else { return false }
    return field.tests.contains { $0.accepts(last.value, type: type, query.reading) }
  }
}

extension Entry {
  /// Whether `body` holds for the text, the title or the value of a field.
  fileprivate func hasText(where body: ([UInt8]) -> Bool) -> Bool {
    body(text) || (!title.isEmpty && body(title)) || fields.contains { body($0.value) }
  }

  fileprivate func isIn(_ state: EntryState) -> Bool {
    switch state {
    case .edited: edited != nil
    case .deleted: deletion != nil
    }
  }
}

extension TextPattern {
  /// Whether the pattern's own bytes stand in the entry; false says nothing, as other bytes may match, too.
  fileprivate func stands(in found: FoundEntry, _ bytes: borrowing Span<UInt8>) -> Bool {
    // A backslash may be one that reading takes off.
    guard mode == .folded, let ascii, !units.contains(0x5c) else { return false }
    let content = found.content(in: bytes)
    if ascii.firstIndex(in: bytes, content.body) != nil { return true }
    if ascii.firstIndex(in: bytes, found.slice.heading.title) != nil { return true }
    for field in content.fields {
      if ascii.firstIndex(in: bytes, field.firstValueLine) != nil { return true }
      guard field.hasMoreLines else { continue }
      for line in field.valueLines(in: bytes) where ascii.firstIndex(in: bytes, line) != nil {
        return true
      }
    }
    return false
  }
}

extension FieldCondition {
  /// Whether the entry's field passes; nil where names beyond ASCII make it hard to tell which field is meant.
  fileprivate func accepts(
    _ found: FoundEntry, _ bytes: borrowing Span<UInt8>, _ schema: FieldSchema,
    _ reading: DateReading
  ) -> Bool? {
    var last: EntryField?
    for field in found.content(in: bytes).fields {
      guard ASCIISearch.isASCII(bytes, field.name) else { return nil }
      if isName(bytes, field.name) { last = field }
    }
    guard let last else { return false }
    let value = last.value(in: bytes)
    let type = schema.type(ofFieldWithKey: key)
    return tests.contains { $0.accepts(value, type: type, reading) }
  }

  /// Whether the ASCII bytes at `range` are the name, whatever their case.
  private func isName(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard key.utf8.count == range.count else { return false }
    var offset = range.lowerBound
    for byte in key.utf8 {
      if ASCIISearch.lowercased(bytes[offset]) != byte { return false }
      offset += 1
    }
    return true
  }
}
