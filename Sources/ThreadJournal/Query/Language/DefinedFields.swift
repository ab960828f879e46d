import ThreadStorage

/// What the threads that a query was asked of define, as far as it tells whether its terms make sense.
package struct DefinedFields: Sendable {
  private var names: Set<String> = []
  /// By the `FieldName.key` of each name.
  private var types: [String: Set<FieldType>] = [:]
  /// The keys of the names that a thread defines itself.
  private var defined: Set<String> = []

  /// What one thread defines, and the reserved fields, which every thread has (F17).
  package init(_ schema: FieldSchema = FieldSchema()) {
    for field in schema.fields { defined.insert(field.key) }
    for field in FieldDefinition.reserved + schema.fields {
      names.insert(field.name)
      types[field.key, default: []].insert(field.type)
    }
  }

  /// What these threads define together.
  package init(_ schemas: [FieldSchema]) {
    self.init()
    for schema in schemas { formUnion(DefinedFields(schema)) }
  }

  mutating func formUnion(_ other: DefinedFields) {
    names.formUnion(other.names)
    defined.formUnion(other.defined)
    types.merge(other.types) { $0.union($1) }
  }

  /// The name of the field that is called like `words`, where a thread defines it.
  func name(of words: String) -> String? {
    let key = FieldName.key(words)
    return defined.contains(key) ? names.first { FieldName.key($0) == key } : nil
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
      return .unfit(
        name: field.name, value: test.typed, type: type,
        meant: type.isOrdered ? TypedRange.dotted(test.typed, where: type.hasEnd) : nil)
    }
    guard types == [.number], field.tests.count == 2,
      field.tests.allSatisfy({ $0.typed.utf8.allSatisfy(Byte.isDigit) })
    else { return nil }
    return .comma(name: field.name, field.tests[0].typed, field.tests[1].typed)
  }
}

/// Why a term over a field finds little or nothing.
package enum QueryFieldProblem: Sendable, Hashable {
  /// No thread that was looked at defines the field; `nearest` are names that may be meant.
  case undefined(name: String, nearest: [String])
  /// In none of them the field is of a type of which `value` could be a value or a range; `meant` may be one.
  case unfit(name: String, value: String, type: FieldType, meant: String?)
  /// Two whole numbers are asked for, with a comma between them, which may be meant as one with decimals.
  case comma(name: String, _ first: String, _ second: String)
  /// A word is looked for, or left out, that is a field's name.
  case word(name: String, isExcluded: Bool)
}

extension QueryFieldProblem {
  /// Whether hardly any entry meets the term; else it may only be meant otherwise.
  package var isSure: Bool {
    switch self {
    case .undefined, .unfit: true
    case .comma, .word: false
    }
  }
}

extension FieldType {
  /// Whether `text` can be an end of a range of such values.
  fileprivate func hasEnd(_ text: String) -> Bool {
    FieldValue(Array(text.utf8), as: self == .integer ? .number : self) != nil
  }
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
    case .text, .choice: !isComparison && !isRangeOfNumbers
    }
  }
}

extension Journal {
  /// The fields that the threads at `paths` define, or all threads.
  package func definedFields(in paths: [String]? = nil) -> DefinedFields {
    DefinedFields(definitions(of: paths ?? directory.threadFiles().files).map(\.schema))
  }
}
