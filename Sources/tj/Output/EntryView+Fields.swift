extension EntryView {
  /// The fields as tags on as many lines as they need; a tag is broken only where it is longer than a line.
  func appendFields(_ fields: [FieldTag], isDeleted: Bool, to output: inout [UInt8]) {
    guard !fields.isEmpty else { return }
    let tags = fields.map { tag(for: $0, isDeleted: isDeleted) }
    let room = (layout.textColumns ?? Int.max) - 2
    var line = StyledText()
    var columns = 0
    for tag in tags {
      let width = tag.columns
      if columns > 0, columns + 3 + width > room {
        // A tag that fills its line, or more than one, has no room for the mark.
        if columns + 2 <= room { line.append(" ·", .faint) }
        layout.append(line, indent: 2, to: &output)
        line = StyledText()
        columns = 0
      }
      if columns > 0 { line.append(" · ", .faint) }
      line.append(tag)
      columns += (columns > 0 ? 3 : 0) + width
    }
    layout.append(line, indent: 2, to: &output)
  }

  /// A field's name, value and unit.
  func tag(for field: FieldTag, isDeleted: Bool) -> StyledText {
    var tag = StyledText()
    if !field.name.isEmpty {
      tag.append(layout.oneLine(field.name), isDeleted ? .faint : .field(field.number))
      tag.append(" ")
    }
    tag.append(field.value, isDeleted ? .faint : .plain, transform: layout.oneLine)
    if let unit = field.unit {
      tag.append(" ")
      tag.append(layout.oneLine(unit), isDeleted ? .faint : .plain)
    }
    return tag
  }
}
