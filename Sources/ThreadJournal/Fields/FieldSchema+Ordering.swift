import ThreadStorage

extension FieldSchema {
  /// `fields` in the order of their definitions, a group's together; undefined ones last, as they stand.
  package func ordered(_ fields: [Entry.Field]) -> [Entry.Field] {
    if sections.isEmpty || fields.count < 2 { return fields }
    var places: [String: Int] = [:]
    for field in sections.flatMap(\.fields) { places[field.key] = places.count }
    return fields.enumerated().sorted { left, right in
      let leftPlace = place(of: left.element, places)
      let rightPlace = place(of: right.element, places)
      return (leftPlace, left.offset) < (rightPlace, right.offset)
    }.map(\.element)
  }

  private func place(of field: Entry.Field, _ places: [String: Int]) -> Int {
    places[field.key] ?? places.count
  }
}
