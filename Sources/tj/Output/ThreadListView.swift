/// A thread on the list, ready to be shown.
struct ThreadRow: Equatable, Sendable {
  /// As the thread's front matter has it.
  var title: [UInt8]
  /// Relative to the journal, without `.md`: the name that a command takes.
  var path: [UInt8]
  /// Entries that are not deleted.
  var entries: Int
  /// The last entry or edit in the form that is wanted; empty for a thread without entries.
  var updated: String
  /// When it was deleted, in the form that is wanted, if it was.
  var deleted: String?
}

/// What `list` prints: a table with aligned columns, cut to the terminal; into a pipe without its header, and uncut.
struct ThreadListView {
  /// Where it is printed.
  let layout: Layout

  private struct Widths {
    var title: Int
    var entries: Int
    var updated: Int
    var deleted: Int
    var path: Int
  }

  private struct Row {
    var title: StyledText
    var entries: String
    var updated: String
    var deleted: String
    var path: StyledText
  }

  /// All rows, in the order given.
  func append(_ threads: [ThreadRow], to output: inout [UInt8]) {
    let hasDeleted = threads.contains { $0.deleted != nil }
    var rows = threads.map(row(for:))
    if layout.columns != nil, !rows.isEmpty { rows.insert(header, at: 0) }
    let widths = self.widths(for: rows, hasDeleted: hasDeleted)
    for (index, row) in rows.enumerated() {
      let style: Style = index == 0 && layout.columns != nil ? .faint : .plain
      append(row, widths, style, to: &output)
    }
  }

  private var header: Row {
    var title = StyledText()
    title.append("Thread", .faint)
    var path = StyledText()
    path.append("Path", .faint)
    return Row(title: title, entries: "Entries", updated: "Updated", deleted: "Deleted", path: path)
  }

  private func row(for thread: ThreadRow) -> Row {
    var title = StyledText()
    title.append(layout.oneLine(thread.title), thread.deleted == nil ? .plain : .deleted)
    var path = StyledText()
    path.append(layout.oneLine(thread.path), .faint)
    return Row(
      title: title, entries: String(thread.entries), updated: thread.updated,
      deleted: thread.deleted ?? "", path: path)
  }

  /// The natural widths; on a terminal the path gives way to a third of what is left, then the title.
  private func widths(for rows: [Row], hasDeleted: Bool) -> Widths {
    var widths = Widths(title: 0, entries: 0, updated: 0, deleted: 0, path: 0)
    for row in rows {
      widths.title = max(widths.title, row.title.columns)
      widths.entries = max(widths.entries, row.entries.utf8.count)
      widths.updated = max(widths.updated, row.updated.utf8.count)
      if hasDeleted { widths.deleted = max(widths.deleted, row.deleted.utf8.count) }
      widths.path = max(widths.path, row.path.columns)
    }
    guard let columns = layout.columns else { return widths }
    let deleted = hasDeleted ? widths.deleted + 2 : 0
    let room = columns - widths.entries - widths.updated - deleted - 6
    if widths.title + widths.path > room { widths.path = min(widths.path, max(room / 3, 0)) }
    widths.title = min(widths.title, max(room - widths.path, 8))
    return widths
  }

  private func append(_ row: Row, _ widths: Widths, _ style: Style, to output: inout [UInt8]) {
    var line = StyledText()
    let title = layout.columns == nil ? row.title : row.title.truncated(to: widths.title)
    line.append(title)
    line.append(spaces(widths.title - title.columns + 2 + widths.entries - row.entries.utf8.count))
    line.append(row.entries, style)
    line.append("  ")
    line.append(row.updated, style == .plain ? .date : style)
    line.append(spaces(widths.updated - row.updated.utf8.count + 2))
    if widths.deleted > 0 {
      line.append(row.deleted, .faint)
      line.append(spaces(widths.deleted - row.deleted.utf8.count + 2))
    }
    line.append(layout.columns == nil ? row.path : row.path.truncated(to: widths.path))
    if let columns = layout.columns { line = line.truncated(to: columns) }
    layout.palette.append(line, to: &output)
    output.append(0x0A)
  }

  private func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }
}
