import ThreadStorage

/// What the threads that a query was asked of define, as far as it tells whether its terms make sense.
package struct DefinedFields: Sendable {
  private var names: Set<String> = []
  /// By the `FieldName.key` of each name.
  private var types: [String: Set<FieldType>] = [:]

  /// What one thread defines, and the reserved fields, which every thread has (F17).
  package init(_ schema: FieldSchema = FieldSchema()) {
    for field in FieldDefinition.reserved + schema.fields {
      names.insert(field.name)
      types[field.key, default: []].insert(field.type)
    }
  }

  mutating func formUnion(_ other: DefinedFields) {
    names.formUnion(other.names)
    types.merge(other.types) { $0.union($1) }
  }

  /// Why `field` can be met by hardly any entry; nil where it can.
  func problem(_ field: FieldCondition) -> QueryFieldProblem? {
    guard let types = types[field.key] ?? field.part.map({ [$0.type] }) else {
      return .undefined(name: field.name, nearest: names.sorted().nearest(to: field.name))
    }
    for test in field.tests {
      guard types.allSatisfy({ !test.fits($0) }),
        let type = FieldType.allCases.first(where: { types.contains($0) })
      else { continue }
      return .unfit(name: field.name, value: test.typed, type: type)
    }
    return nil
  }
}

/// Why a term over a field finds little or nothing.
package enum QueryFieldProblem: Sendable, Hashable {
  /// No thread that was looked at defines the field; `nearest` are names that may be meant.
  case undefined(name: String, nearest: [String])
  /// In none of them the field is of a type of which `value` could be a value or a range.
  case unfit(name: String, value: String, type: FieldType)
}

extension FieldTest {
  /// Whether values of `type` can be compared with it; if not, only those are found that have its text.
  fileprivate func fits(_ type: FieldType) -> Bool {
    switch type {
    case .integer, .number: numbers != nil
    case .duration: durations != nil
    case .time: clocks != nil
    case .boolean: boolean != nil
    case .date: dates != nil
    case .text, .choice: !isComparison
    }
  }
}
