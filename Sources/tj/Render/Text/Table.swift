/// Rows in aligned columns; on a terminal under a header, and cut to its width.
///
/// Into a pipe a table of entries has its header, too, and tabs between its cells, which need no other end.
struct Table {
  let layout: Layout
  /// The columns' names; none are printed where there are no rows, or into a pipe, unless it `isTabbed`.
  var header: [String] = []
  var numbers: Set<Int> = []
  /// The columns of pictures, of which a part says something else, as it does of numbers.
  var pictures: Set<Int> = []
  /// Whether the last column gives way to a third of the room that it shares with the first, and then the first.
  var isElastic = false
  /// Whether cells have tabs between them in a pipe, and nothing that aligns them.
  var isTabbed = false
  /// Whether a line that is too long for the terminal is cut, or goes on; no number is ever cut.
  var isCut = true
  /// The cells of each row; only what has another cell behind it is aligned.
  private(set) var rows: [[StyledText]] = []

  mutating func add(_ cells: [(text: some Collection<UInt8>, style: Style)]) {
    rows.append(
      cells.map { StyledText(layout.oneLine(Array($0.text)), $0.style) })
  }

  func append(to output: inout [UInt8]) {
    guard !rows.isEmpty else { return }
    let table = withHeader
    guard layout.columns != nil || !isTabbed else {
      for row in table.rows { appendTabbed(row, to: &output) }
      return
    }
    let widths = table.widths
    let shown = table.shown(widths)
    for row in table.rows { append(row, widths, shown, to: &output) }
  }

  private var withHeader: Table {
    guard !header.isEmpty, layout.columns != nil || isTabbed else { return self }
    var table = self
    table.rows = []
    table.add(header.map { ($0.utf8, .faint) })
    table.rows += rows
    return table
  }

  private func appendTabbed(_ row: [StyledText], to output: inout [UInt8]) {
    for (column, cell) in row.enumerated() {
      if column > 0 { output.append(0x09) }
      output += cell.bytes.map { $0 == 0x09 ? 0x20 : $0 }
    }
    output.append(0x0A)
  }

  /// How many columns that have a name a terminal has no room for.
  var hiddenColumns: Int {
    guard isCut, let columns = layout.columns, let names = withHeader.rows.first else { return 0 }
    let widths = withHeader.widths
    let shown = withHeader.shown(widths)
    var (start, hidden) = (0, 0)
    for (column, width) in widths.enumerated() {
      let isHidden = column >= shown || start >= columns - 1
      if isHidden, column < names.count, !names[column].bytes.isEmpty { hidden += 1 }
      start += width + 2
    }
    return hidden
  }

  /// How many columns are shown: where a number or a picture has no room, it and all behind it are left out.
  private func shown(_ widths: [Int]) -> Int {
    guard isCut, let columns = layout.columns else { return widths.count }
    var end = 0
    for (column, width) in widths.enumerated() {
      let isLast = column == widths.count - 1
      end += isLast ? rows.map { $0.count > column ? $0[column].columns : 0 }.max() ?? 0 : width
      // A mark says that something is left out.
      if numbers.union(pictures).contains(column), end + (isLast ? 0 : 3) > columns {
        return column
      }
      end += 2
    }
    return widths.count
  }

  private var widths: [Int] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { $0.count > column + 1 || isElastic ? $0[column].columns : 0 }.max() ?? 0
    }
    guard let columns = layout.columns, isElastic, let last = widths.indices.last else {
      return widths
    }
    let room = columns - widths[1..<last].reduce(0, +) - 2 * last
    if widths[0] + widths[last] > room { widths[last] = min(widths[last], max(room / 3, 0)) }
    widths[0] = min(widths[0], max(room - widths[last], 8))
    return widths
  }

  private func append(
    _ row: [StyledText], _ widths: [Int], _ shown: Int, to output: inout [UInt8]
  ) {
    var line = StyledText()
    var end = 0
    for (column, cell) in row.prefix(shown).enumerated() {
      let isLast = column == row.count - 1
      let isShortened = isElastic && layout.columns != nil && (column == 0 || isLast)
      let text = isShortened ? cell.truncated(to: widths[column]) : cell
      let gap = String(repeating: " ", count: isLast ? 0 : max(widths[column] - text.columns, 0))
      if numbers.contains(column) { line.append(gap) }
      line.append(text)
      if !text.bytes.isEmpty { end = line.bytes.count }
      if !numbers.contains(column) { line.append(gap) }
      if !isLast { line.append("  ") }
    }
    // What aligns empty cells at the end is seen by nobody.
    if row.count > shown {
      line.append("…", .faint)
    } else {
      line.removeLast(line.bytes.count - end)
    }
    if isCut, let columns = layout.columns { line = line.truncated(to: columns) }
    layout.palette.append(line, to: &output)
    output.append(0x0A)
  }
}
