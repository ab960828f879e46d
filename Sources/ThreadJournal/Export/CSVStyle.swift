/// How a CSV file is written; RFC 4180 in all of them.
package struct CSVStyle: Sendable, Hashable {
  /// Whether rows end with CRLF rather than LF.
  package var endsRowsWithCRLF = false
  /// Whether the file begins with a byte order mark, by which Excel knows UTF-8.
  package var hasByteOrderMark = false
  /// Whether a cell that a spreadsheet would run gets a `'` before it.
  package var guardsFormulas = true

  /// UTF-8, LF, and formulas guarded.
  package static let standard = CSVStyle()
  /// As Excel wants it: CRLF and a byte order mark.
  package static let excel = CSVStyle(endsRowsWithCRLF: true, hasByteOrderMark: true)

  /// The same with cells as they are, for programs that are no spreadsheets.
  package var raw: CSVStyle {
    var style = self
    style.guardsFormulas = false
    return style
  }
}
