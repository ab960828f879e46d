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
    var body = StyledText()
    body.append(card.body, card.deleted == nil ? .plain : .faint, transform: layout.text)
    layout.append(body, indent: Self.indent, to: &output)
  }

  /// An entry on one line: id, time, title and the first line of its text.
  func appendLine(of card: EntryCard, to output: inout [UInt8]) {
    var line = StyledText()
    line.append(padded(card.id, to: idColumns), .faint)
    line.append("  ")
    line.append(padded(card.time, to: timeColumns), .date)
    line.append("  ")
    if let thread = card.thread {
      line.append(layout.oneLine(thread))
      line.append(" › ", .faint)
    }
    appendSummary(of: card, to: &line)
    if let deleted = card.deleted { line.append("  deleted \(deleted)", .faint) }
    if let columns = layout.columns { line = line.truncated(to: columns) }
    layout.palette.append(line, to: &output)
    output.append(0x0A)
  }

  private func appendSummary(of card: EntryCard, to line: inout StyledText) {
    let isDeleted = card.deleted != nil
    if !card.title.bytes.isEmpty {
      line.append(card.title, isDeleted ? .deleted : .title, transform: layout.oneLine)
      if !card.body.bytes.isEmpty { line.append("  ") }
    }
    let end = card.body.bytes.firstIndex(of: 0x0A) ?? card.body.bytes.count
    let first = HighlightedText(
      Array(card.body.bytes[..<end]), matches: card.body.matches.filter { $0.upperBound <= end })
    line.append(first, isDeleted ? .deleted : .plain, transform: layout.oneLine)
  }

  /// Time and title on the left, marks and id on the right of the first line.
  private func appendHead(of card: EntryCard, to output: inout [UInt8]) {
    let title = titleText(of: card)
    let marks = marksText(of: card)
    var first = StyledText()
    first.append(card.time, .date)
    var lines: [TextWrap.Line] = []
    let titleColumn = first.columns + 2
    let room = (layout.textColumns ?? 0) - titleColumn - marks.columns - 2
    if layout.textColumns != nil {
      lines = TextWrap.lines(of: title.bytes, columns: max(room, 20))
    } else {
      lines = [TextWrap.Line(range: 0..<title.bytes.count, hang: 0)]
    }
    var run = 0
    for (index, line) in lines.enumerated() {
      if index == 0 {
        layout.palette.append(first, to: &output)
        if !line.range.isEmpty { output += "  ".utf8 }
      } else {
        output.append(contentsOf: repeatElement(0x20, count: titleColumn))
      }
      layout.palette.append(title, line.range, run: &run, to: &output)
      if index == 0 {
        let used = DisplayWidth.columns(of: Array(title.bytes[line.range]))
        let gap = layout.textColumns == nil ? 2 : max(room - used + 2, 2)
        output.append(contentsOf: repeatElement(0x20, count: line.range.isEmpty ? gap + 2 : gap))
        layout.palette.append(marks, to: &output)
      }
      output.append(0x0A)
    }
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
