import ThreadStorage

extension Session {
  var layout: Layout {
    let palette = palette(for: outputTerminal)
    guard outputTerminal.isTerminal else { return Layout(columns: nil, palette: palette) }
    let wrap = settings.number(.wrap)
    return Layout(
      columns: outputTerminal.columns, palette: palette,
      readingColumns: wrap == 0 ? outputTerminal.columns : wrap)
  }

  /// Prints a text on one line, safe for a terminal.
  func printLine(_ text: [UInt8]) { output.write(layout.oneLine(text) + [0x0A]) }

  func print(_ table: Table) {
    var bytes: [UInt8] = []
    table.append(to: &bytes)
    output.write(bytes)
  }

  /// Tells of the columns for which there was no room; `way` is how to see them.
  func tellHidden(_ count: Int, _ way: String) {
    guard count > 0 else { return }
    note("\(Plural.of(count, "column")) more would be wider than the terminal; \(way)")
  }

  /// Prints one JSON document, whose members behind the version `body` writes.
  func printDocument(_ body: (inout JSONWriter) -> Void) { output.write(JSONWriter.document(body)) }
}
