import ThreadStorage

extension FieldSchema {
  /// `fields` in the order of their definitions, a group's together; undefined ones last, as they stand.
  package func ordered(_ fields: [Entry.Field]) -> [Entry.Field] {
    if sections.isEmpty || fields.count < 2 { return fields }
    let places = fields.map { shownPlace(ofFieldWithKey: $0.key) }
    return fields.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { fields[$0] }
  }
}
