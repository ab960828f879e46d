import ThreadStorage

/// What the entries of a thread that defines no fields have of them, and what among that may be a slip.
struct UndefinedFields {
  struct Value {
    /// The entry's position in the file.
    let entry: Int
    let field: EntryField
    let bytes: [UInt8]
  }

  struct Field {
    /// As it is spelt first.
    let name: String
    let key: String
    fileprivate(set) var values: [Value] = []

    /// The type that at least half of its values have; nil for text.
    var usualType: FieldType? {
      ColumnForm.usualType(
        of: values.map(\.bytes).filter { !$0[...].trimmed.isEmpty }, isForeign: false)
    }
  }

  /// A name that few entries have may be that of a field which at least so many have; so may the few values that are
  /// not of the type of so many.
  private static let leastUsual = 5
  /// Among more names, or for more, the search for near ones would take very long.
  private static let mostCompared = 100

  /// So many values that are not of their field's type are few.
  private static let mostOdd = 3
  /// What makes several of a name: `walks`, `Essen`, `Wetter`.
  private static let endings = ["s", "es", "e", "n", "en", "r", "er"]

  /// In the order of the file; without those that need no definition.
  private(set) var fields: [Field] = []

  init(_ document: ThreadDocument) {
    let reserved = FieldDefinition.reserved.map(\.key)
    var positions: [String: Int] = [:]
    for (entry, slice) in document.entries.enumerated() {
      for field in slice.content(in: document.bytes.span).fields {
        let name = document.string(field.name)
        let key = FieldName.key(name)
        // `- [pain:: 2]` is told, and names none that others may have.
        if reserved.contains(key) || key.hasPrefix("[") { continue }
        let position = positions[key] ?? fields.count
        if position == fields.count {
          positions[key] = position
          fields.append(Field(name: name, key: key))
        }
        fields[position].values.append(
          Value(entry: entry, field: field, bytes: field.value(in: document.bytes.span)))
      }
    }
  }

  /// As numbers where all their values are.
  var schema: FieldSchema {
    FieldSchema(
      fields: fields.map { used in
        var field = FieldDefinition(name: used.name)
        let areNumbers = used.values.allSatisfy {
          $0.bytes.isEmpty || FieldValue($0.bytes, as: .number) != nil
        }
        if areNumbers { field.type = .number }
        return field
      })
  }

  /// The names of one entry or two that are one slip of the finger away from a name of many others.
  var slips: [(offset: Int, name: String, meant: String, others: Int)] {
    let known = fields.filter { $0.values.count >= Self.leastUsual }
    let rare = fields.filter { $0.values.count <= 2 }
    guard known.count <= Self.mostCompared, rare.count <= Self.mostCompared else { return [] }
    return rare.flatMap { field -> [(offset: Int, name: String, meant: String, others: Int)] in
      let meant = known.first { isSlip(field, of: $0) }
      guard let meant else { return [] }
      return field.values.map {
        ($0.field.name.lowerBound, field.name, meant.name, meant.values.count)
      }
    }
  }

  /// Whether no entry has both, and what `field` has may stand in `other`.
  private func isSlip(_ field: Field, of other: Field) -> Bool {
    let isSeveral = [(field.key, other.key), (other.key, field.key)].contains { name, longer in
      Self.endings.contains { name + $0 == longer }
    }
    guard !isSeveral, field.key.isSlip(of: other.key) else { return false }
    let entries = Set(other.values.map(\.entry))
    guard !field.values.contains(where: { entries.contains($0.entry) }) else { return false }
    guard let type = other.usualType else { return true }
    return field.values.allSatisfy { FieldValue($0.bytes, as: type) != nil }
  }

  /// The few values that are not of the type which all others of their field have, each with the field of that type.
  var oddValues: [(value: Value, field: FieldDefinition, others: Int)] {
    fields.flatMap { field -> [(value: Value, field: FieldDefinition, others: Int)] in
      guard field.values.count > Self.leastUsual, let type = field.usualType else { return [] }
      let values = field.values.filter { !$0.bytes[...].trimmed.isEmpty }
      let odd = values.filter { FieldValue($0.bytes, as: type) == nil }
      let count = values.count - odd.count
      guard count >= Self.leastUsual, 2 * odd.count <= count,
        odd.count <= Swift.max(Self.mostOdd, count / 10)
      else { return [] }
      var definition = FieldDefinition(name: field.name)
      definition.type = type
      return odd.map { ($0, definition, count) }
    }
  }
}

extension ThreadDocument {
  /// Nil where `schema`, which is that of the thread, defines some fields.
  func undefinedFields(_ schema: FieldSchema) -> UndefinedFields? {
    guard schema.fields.isEmpty, schema.groups.isEmpty, schema.obstacle == nil, !isUTF16 else {
      return nil
    }
    return UndefinedFields(self)
  }

  /// The fields that a line may have meant: those that the thread defines, or, where it defines none, those that its
  /// entries have.
  var meantSchema: FieldSchema {
    let schema = FieldSchema(frontMatter)
    return undefinedFields(schema)?.schema ?? schema
  }
}
