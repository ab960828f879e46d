import ThreadStorage

/// Compares entries with a query, one after the other; each parallel task has its own.
struct QueryMatcher: Sendable {
  private let query: EntryQuery
  /// For each term with an expression, what runs it.
  private var expressions: [ExpressionMatcher?]

  init(_ query: EntryQuery) {
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

extension Entry.Field {
  /// The form of the name that is compared.
  fileprivate var key: String { FieldName.key(String(decoding: name, as: UTF8.self)) }
}
