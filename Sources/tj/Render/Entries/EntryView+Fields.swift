import ThreadJournal
import ThreadStorage

/// The fields of an entry as tags: on a card on as many lines as they need, else on one.
extension EntryView {
  /// The fields as tags on as many lines as they need; a tag is broken only where it is longer than a line.
  mutating func appendFields(
    of content: EntryContent, in bytes: borrowing Span<UInt8>, isDeleted: Bool,
    to output: inout [UInt8]
  ) {
    guard !content.fields.isEmpty else { return }
    let hasMoreLines = content.fields.contains { $0.hasMoreLines }
    guard let room = layout.textColumns.map({ $0 - 2 }) ?? (hasMoreLines ? Int.max : nil) else {
      var line = StyledText(movedFrom: &output, layout.palette)
      line.append(separator: "  ")
      let start = line.bytes.count
      appendTags(of: content, in: bytes, isDeleted: isDeleted, to: &line)
      if line.bytes.count == start { line.removeLast(2) }
      line.append(separator: "\n")
      return line.moveBack(to: &output, layout.palette)
    }
    var line = StyledText()
    fields.arrange(content.fields, in: bytes)
    var columns = 0
    for (index, item) in fields.shown.enumerated() {
      var tag = StyledText()
      appendTag(
        fields.names[item.name], content.fields[item.field], in: bytes, isDeleted: isDeleted,
        isFirst: true, isFirstOfGroup: fields.isFirstOfGroup[index], to: &tag)
      if content.fields[item.field].hasMoreLines {
        // A value of several lines keeps them, below what is before it.
        if columns > 0 { layout.append(line, indent: 2, to: &output) }
        layout.append(tag, indent: 2, to: &output)
        (line, columns) = (StyledText(), 0)
        continue
      }
      let width = tag.columns
      if columns > 0, columns + 3 + width > room {
        // A tag that fills its line, or more than one, has no room for the mark.
        if columns + 2 <= room { line.append(separator: " ·", .faint) }
        layout.append(line, indent: 2, to: &output)
        line = StyledText()
        columns = 0
      }
      if columns > 0 { line.append(separator: ShownFields.separator, .faint) }
      line.append(tag)
      columns += (columns > 0 ? 3 : 0) + width
    }
    if columns > 0 { layout.append(line, indent: 2, to: &output) }
  }

  mutating func appendTags(
    of content: EntryContent, in bytes: borrowing Span<UInt8>, isDeleted: Bool,
    to line: inout StyledText
  ) {
    fields.arrange(content.fields, in: bytes)
    let shown = fields.shown
    for index in shown.indices {
      let item = shown[index]
      appendTag(
        fields.names[item.name], content.fields[item.field], in: bytes, isDeleted: isDeleted,
        isFirst: index == 0, isFirstOfGroup: fields.isFirstOfGroup[index], isOnOneLine: true,
        to: &line)
    }
  }

  private func appendTag(
    _ name: ShownFields.Name, _ field: EntryField, in bytes: borrowing Span<UInt8>,
    isDeleted: Bool, isFirst: Bool, isFirstOfGroup: Bool, isOnOneLine: Bool = false,
    to line: inout StyledText
  ) {
    let style: Style = isDeleted ? .faint : .plain
    let letters = fields.letters.span
    let start = (isFirstOfGroup ? name.groupStart : nil) ?? name.start
    let nameStart = start.lowerBound + ShownFields.separator.utf8CodeUnitCount
    if !layout.palette.isColored, layout.columns == nil {
      line.append(letters, (isFirst ? nameStart : start.lowerBound)..<start.upperBound)
    } else {
      if !isFirst { line.append(separator: ShownFields.separator, .faint) }
      if nameStart < start.upperBound {
        let shown = nameStart..<start.upperBound - 1
        line.append(letters, shown, .faint)
        line.append(separator: " ")
      }
    }
    if field.firstValueLine.isEmpty, !field.hasMoreLines {
      return line.append("–", style)
    } else if field.hasMoreLines, !isOnOneLine {
      for (index, part) in field.valueLines(in: bytes).enumerated() {
        if index > 0 { line.append("\n  ") }
        line.append(layout.oneLine(bytes.copy(part)), style)
      }
    } else if query == nil, layout.columns == nil, !field.hasMoreLines {
      line.append(bytes, field.firstValueLine, style, mayHaveReturns: hasReturns)
    } else {
      let value = field.value(in: bytes)
      let matches =
        query?.highlights(in: value, .value(key: FieldName.key(bytes.copy(field.name)))) ?? []
      line.append(value, matches: matches, style, transform: layout.oneLine)
    }
    if let unit = name.unit, field.endsLikeNumber(in: bytes) { line.append(letters, unit, style) }
  }
}
