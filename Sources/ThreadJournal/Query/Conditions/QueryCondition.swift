import ThreadStorage

/// What one term of a query asks of an entry.
///
/// It is asked the cheapest way first: what must stand in the raw bytes of a file (`literals`), and only then whether
/// an entry matches. Each is a type in the file of its name.
///
/// Some can tell earlier, and are asked by their type: `EntryQuery` asks a `ThreadCondition` about a thread and a
/// `DateCondition` about a heading, before an entry is read, and `Prefilter` asks a `FieldCondition` about the raw line
/// of a value (`FieldCheck`).
protocol QueryCondition: Sendable {
  /// Every matching entry holds at least one of these, unless there are none; nil cannot be searched for.
  func literals(_ reading: DateReading) -> [LiteralSearch?]
  mutating func matches(_ entry: Entry, _ reading: DateReading) -> Bool
  /// Where in a part of an entry stands what was asked for.
  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>]
}

package enum EntryPart {
  case text
  /// In which `title:` looks, too.
  case title
  /// The value of the field whose name has this `FieldName.key`.
  case value(key: String)
}

extension QueryCondition {
  func literals(_ reading: DateReading) -> [LiteralSearch?] { [] }
  func ranges(in text: [UInt8], _ part: EntryPart) -> [Range<Int>] { [] }
}

/// A term of a query: a condition, or its opposite.
struct QueryTerm: Sendable {
  var isExcluded: Bool
  var condition: any QueryCondition
}

extension [QueryTerm] {
  /// The terms with those of alternatives in place of these.
  var leaves: [QueryTerm] {
    flatMap { term -> [QueryTerm] in
      guard let condition = term.condition as? AlternativesCondition else { return [term] }
      return condition.alternatives.flatMap(\.leaves).map {
        QueryTerm(isExcluded: $0.isExcluded != term.isExcluded, condition: $0.condition)
      }
    }
  }

  /// Whether `entry` meets all of them.
  mutating func areMet(by entry: Entry, _ reading: DateReading) -> Bool {
    // Asked where they stand: a copy of a condition would have to be made before it may change.
    for index in indices
    where self[index].condition.matches(entry, reading) == self[index].isExcluded {
      return false
    }
    return true
  }
}

extension Entry {
  /// Whether `body` holds for the text, the title or the value of a field.
  func hasText(where body: ([UInt8]) -> Bool) -> Bool {
    if body(text) { return true }
    let title = title
    return (!title.isEmpty && body(title)) || fields.contains { body($0.value) }
  }
}
