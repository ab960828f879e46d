import ThreadStorage

@testable import ThreadJournal

/// Tables of lists of entries.
enum CSVTable {
  /// The columns and rows of `lists`.
  static func bytes(
    of lists: [EntryList], includesDeleted: Bool, _ style: CSVStyle, zone: LocalTimeZone
  ) -> [UInt8] {
    var columns = CSVColumns()
    for list in lists {
      let names = FoundEntries(list).entries.carriedNames(in: list.document.bytes.span)
      columns.note(list.schema, carried: names)
    }
    var export = CSVExport(
      columns, includesDeleted: includesDeleted, style: style, zone: zone)
    var output: [UInt8] = []
    export.appendHeader(to: &output)
    for list in lists {
      export.append(FoundEntries(list), in: list.document.bytes.span, to: &output)
    }
    return output
  }
}
