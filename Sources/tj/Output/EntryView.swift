/// What `show` and `find` print of entries: cards with the whole text, or a line each.
///
/// Into a pipe the same lines are printed unwrapped and uncut, so that they can be searched and compared.
struct EntryView {
  /// Where it is printed.
  let layout: Layout
  /// Columns for ids and for times on lines of one entry, so that what follows is aligned.
  var idColumns = 10
  /// See `idColumns`.
  var timeColumns = 16

  private static let indent = 2

  /// The line above a thread's entries: its title and how many there are.
  func appendHeading(title: [UInt8], entries: Int, to output: inout [UInt8]) {
    var line = StyledText()
    line.append(layout.oneLine(title), .title)
    line.append(entries == 1 ? " · 1 entry" : " · \(entries) entries", .faint)
    layout.append(line, indent: 0, to: &output)
  }

  /// An entry with its fields and text; the caller puts a blank line between two.
  func append(_ card: EntryCard, to output: inout [UInt8]) {
    appendHead(of: card, to: &output)
    appendFields(card.fields, isDeleted: card.deleted != nil, to: &output)
    guard !card.body.bytes.isEmpty else { return }
    output.append(0x0A)
    let style: Style = card.deleted == nil ? .plain : .faint
    layout.append(card.body, style, indent: Self.indent, to: &output)
  }

  /// An entry on one line: id, time, title and the first line of its text.
  func appendLine(of card: EntryCard, to output: inout [UInt8]) {
    var line = StyledText()
    line.append(padded(card.id, to: idColumns), .faint)
    line.append("  ")
    line.append(padded(card.time, to: timeColumns), .date)
    let summary = summary(of: card)
    let hasMore = card.thread != nil || !summary.bytes.isEmpty
    if hasMore { line.append("  ") }
    if let thread = card.thread {
      line.append(layout.oneLine(thread))
      if !summary.bytes.isEmpty { line.append(" › ", .faint) }
    }
    line.append(summary)
    if let deleted = card.deleted { line.append("  deleted \(deleted)", .faint) }
    if let columns = layout.columns { line = line.truncated(to: columns) }
    layout.palette.append(line, to: &output)
    output.append(0x0A)
  }

  /// The title and the text's first line; the fields of an entry that has neither.
  private func summary(of card: EntryCard) -> StyledText {
    var line = StyledText()
    let isDeleted = card.deleted != nil
    if card.title.bytes.isEmpty, card.body.bytes.isEmpty {
      for (index, field) in card.fields.enumerated() {
        if index > 0 { line.append(" · ", .faint) }
        line.append(tag(for: field, isDeleted: isDeleted))
      }
      return line
    }
    if !card.title.bytes.isEmpty {
      line.append(card.title, isDeleted ? .deleted : .title, transform: layout.oneLine)
      if !card.body.bytes.isEmpty { line.append("  ") }
    }
    let end = card.body.bytes.firstIndex(of: 0x0A) ?? card.body.bytes.count
    let first = HighlightedText(
      Array(card.body.bytes[..<end]), matches: card.body.matches.filter { $0.upperBound <= end })
    line.append(first, isDeleted ? .deleted : .plain, transform: layout.oneLine)
    return line
  }

  /// Time and title on the left; marks and id on the right, below the title where it would have no room beside them.
  private func appendHead(of card: EntryCard, to output: inout [UInt8]) {
    let title = titleText(of: card)
    let marks = marksText(of: card)
    var line = timeText(of: card)
    guard let columns = layout.textColumns else {
      if !title.bytes.isEmpty { line.append("  ") }
      line.append(title)
      line.append("  ")
      line.append(marks)
      return layout.append(line, indent: 0, to: &output)
    }
    let titleColumn = line.columns + 2
    let room = columns - titleColumn - marks.columns - 2
    let isBeside = room >= 30 || title.columns <= room
    let width = isBeside ? room : columns - titleColumn
    for (index, piece) in TextWrap.lines(of: title.bytes, columns: width).enumerated() {
      appendSpaces(titleColumn - line.columns, to: &line)
      line.append(title.slice(piece.range))
      if index == 0, isBeside { appendRight(marks, columns, to: &line) }
      appendHeadLine(&line, to: &output)
    }
    if !isBeside {
      appendRight(marks, columns, to: &line)
      appendHeadLine(&line, to: &output)
    }
  }

  private func appendRight(_ marks: StyledText, _ columns: Int, to line: inout StyledText) {
    appendSpaces(max(columns - marks.columns - line.columns, 2), to: &line)
    line.append(marks)
  }

  private func appendHeadLine(_ line: inout StyledText, to output: inout [UInt8]) {
    layout.palette.append(line, to: &output)
    output.append(0x0A)
    line = StyledText()
  }

  private func appendSpaces(_ count: Int, to line: inout StyledText) {
    line.append(String(repeating: " ", count: max(count, 0)))
  }

  private func timeText(of card: EntryCard) -> StyledText {
    var time = StyledText()
    time.append(card.time, .date)
    return time
  }

  private func titleText(of card: EntryCard) -> StyledText {
    var title = StyledText()
    if let thread = card.thread {
      title.append(layout.oneLine(thread))
      if !card.title.bytes.isEmpty { title.append(" › ", .faint) }
    }
    title.append(card.title, card.deleted == nil ? .title : .deleted, transform: layout.oneLine)
    return title
  }

  private func marksText(of card: EntryCard) -> StyledText {
    var marks = StyledText()
    if let deleted = card.deleted { marks.append("deleted \(deleted) · ", .faint) }
    if card.isEdited { marks.append("edited · ", .faint) }
    marks.append(card.id, .faint)
    return marks
  }

  private func padded(_ text: String, to columns: Int) -> String {
    let missing = columns - DisplayWidth.columns(of: Array(text.utf8))
    return missing > 0 ? text + String(repeating: " ", count: missing) : text
  }
}
