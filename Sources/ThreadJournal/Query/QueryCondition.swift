/// What one term of a query asks of an entry; of several alternatives one has to hold.
enum QueryCondition: Sendable {
  /// In the text, the title or a field's value.
  case text(TextPattern)
  /// The same, by a regular expression.
  case expression(RegularExpression)
  case field(FieldCondition)
  /// The names as they are compared (`FieldName.key`).
  case tag([String])
  case thread([TextPattern])
  case title([TextPattern])
  case state([EntryState])
  case time([TimeRange])
}

/// What `is:` asks for.
enum EntryState: String, Sendable, CaseIterable {
  case edited
  case deleted
}

/// A term of a query: a condition, or its opposite.
struct QueryTerm: Sendable {
  var isExcluded: Bool
  let condition: QueryCondition
}
