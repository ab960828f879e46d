import ThreadStorage

/// What the columns of a table are called in the thread that has them by other names.
extension ImportPlan {
  /// Notes the columns that have the values of fields, or their names but for accents and signs.
  func noteOtherNames(in entries: [ImportedEntry], at path: String, _ plan: inout ThreadPlan) {
    if plan.otherNames.isEmpty {
      plan.otherNames = plan.renamed.names.filter { name in
        !index.hasField(withKey: FieldName.key(name.column), at: path)
      }
    }
    let known = Set(plan.otherNames.flatMap { [$0.column, $0.field] })
    plan.otherNames += namesAlike(in: entries, at: path)
      .filter { !known.contains($0.column) && !known.contains($0.field) }
  }

  /// The new columns of these entries that are called as fields of the thread but for accents and signs, which the table has
  /// no columns for: `Sistolica`, `Weight(kg)`.
  private func namesAlike(
    in entries: [ImportedEntry], at path: String
  ) -> [(column: String, field: String)] {
    let schema = index.schema(at: path)
    if schema.fields.isEmpty { return [] }
    func letters(_ name: String) -> [UInt32] {
      name.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        .map { $0.isASCII ? TextFolding.caseFolded($0.value) : TextFolding.shared[$0.value] }
        .filter { $0 != 0 }
    }
    let told = entries.reduce(into: Set<String>()) { $0.formUnion($1.told?.fields ?? []) }
    let fields = schema.fields.filter { !told.contains($0.key) }
    let names = Dictionary(grouping: fields.map(\.name), by: letters)
    let columns = Set(entries.flatMap { $0.told == nil ? [] : $0.fields.map(\.name) })
      .filter { !schema.defines($0) && !index.hasField(withKey: FieldName.key($0), at: path) }
    return Dictionary(grouping: columns, by: letters).compactMap { letters, columns in
      guard !letters.isEmpty, columns.count == 1, let alike = names[letters], alike.count == 1
      else { return nil }
      return (columns[0], alike[0])
    }.sorted { $0.column < $1.column }
  }

  /// Notes what the only column of these entries is called here, where all that are there at their times have its values:
  /// one of these alone is the same by chance.
  func noteNameOfOnlyColumn(
    in entries: [ImportedEntry], at path: String, besides others: Set<FoundEntry.Place>,
    _ plan: inout ThreadPlan
  ) {
    var names: Set<[String]> = []
    var values: [[UInt8]] = []
    for entry in entries where entry.fields.count == 1 && Saying(entry).isEmpty {
      let there = index.all(atTimeOf: entry, path: path, besides: others)
      if there.isEmpty { continue }
      guard there.count == 1, let name = there[0].names(of: entry)?.first else { return }
      names.insert([name.column, name.field])
      values.append(entry.fields[0].value)
    }
    if plan.otherNames.isEmpty, names.count == 1, let name = names.first, values.count > 2,
      Set(values).count > 1
    {
      plan.otherNames = [(name[0], name[1])]
    }
  }
}
