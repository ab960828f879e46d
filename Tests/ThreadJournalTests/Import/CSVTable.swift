import ThreadStorage

@testable import ThreadJournal

/// Tables of lists of entries.
enum CSVTable {
  /// The columns and rows of `lists`.
  static func bytes(
    of lists: [ThreadEntries], includesDeleted: Bool, _ style: CSVStyle, zone: LocalTimeZone,
    form: CSVForm = CSVForm()
  ) -> [UInt8] {
    var columns = CSVColumns()
    for list in lists {
      columns.note(list.schema, carried: list.entries.carriedNames, hasEnds: list.entries.haveEnds)
    }
    var export = CSVExport(
      columns, includesDeleted: includesDeleted, style: style, zone: zone, form: form)
    var output: [UInt8] = []
    export.appendHeader(to: &output)
    for list in lists { export.append(list, to: &output) }
    return output
  }
}
