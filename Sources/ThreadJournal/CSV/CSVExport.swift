import ThreadStorage

/// Writes the entries of one thread after another as CSV rows.
package struct CSVExport: Sendable {
  private let fieldNames: [String]
  private let fieldPlaces: [String: Int]
  private let includesDeleted: Bool
  private let zone: LocalTimeZone
  private var writer: CSVWriter
  /// The columns of names as they are typed, which are few.
  private var placesByTypedName: [ArraySlice<UInt8>: Int] = [:]
  /// For each field's column, the place of the entry's field for it, or -1.
  private var fieldOfColumn: [Int] = []

  /// How much is written before it is drained.
  private static let drainLimit = 1 << 18

  /// An export with `columns`, which have noted all the threads; `zone` is for times without one.
  package init(
    _ columns: CSVColumns, includesDeleted: Bool, style: CSVStyle, zone: LocalTimeZone
  ) {
    fieldNames = columns.fieldNames
    fieldPlaces = columns.fieldPlaces
    self.includesDeleted = includesDeleted
    self.zone = zone
    writer = CSVWriter(style)
  }

  /// Appends the header line.
  package mutating func appendHeader(to output: inout [UInt8]) {
    writer.appendStart(to: &output)
    for column in CSVColumns.Entry.allCases where includesDeleted || column != .deleted {
      writer.append(column.rawValue, to: &output)
    }
    for name in fieldNames {
      writer.append(CSVColumns.header(ofField: name), to: &output)
    }
    writer.endRow(to: &output)
  }

  /// Appends a row for each entry of `list`, in its order.
  ///
  /// - Parameters:
  ///   - indices: The entries that are exported, as indices into the document's; nil for all of the list.
  ///   - drain: Takes what is written, from time to time and never the last of it.
  package mutating func append<Failure>(
    _ list: EntryList, only indices: [Int]? = nil, to output: inout [UInt8],
    drain: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    // What every row of the thread begins with is made once.
    var start: [UInt8] = []
    var writer = CSVWriter(self.writer.style)
    writer.append(list.header.title, to: &start)
    writer.append(list.header.path, to: &start)
    let document = list.document
    for index in indices ?? list.order {
      output += start
      self.writer.resumeRow()
      appendRow(document.entries[index], of: document, to: &output)
      if output.count >= CSVExport.drainLimit { try drain(&output) }
    }
  }

  /// Appends the cells behind the thread's own.
  private mutating func appendRow(
    _ slice: EntrySlice, of document: ThreadDocument, to output: inout [UInt8]
  ) {
    let attributes = slice.heading.attributes
    append(attributes?.id, of: document, to: &output)
    writer.appendPlain(to: &output) { slice.heading.timestamp.appendRFC3339(in: zone, to: &$0) }
    if let edited = attributes?.edited.flatMap({ Timestamp(document.string($0)) }) {
      writer.appendPlain(to: &output) { edited.appendRFC3339(in: zone, to: &$0) }
    } else {
      writer.appendNothing(to: &output)
    }
    if includesDeleted { appendDeletion(slice.deletion(in: document.bytes.span), to: &output) }
    append(slice.heading.title, of: document, to: &output)
    let content = document.content(of: slice)
    appendText(content, of: document, to: &output)
    appendFields(content.fields, of: document, to: &output)
    writer.endRow(to: &output)
  }

  private mutating func append(
    _ range: Range<Int>?, of document: ThreadDocument, to output: inout [UInt8]
  ) {
    guard let range, !range.isEmpty else { return writer.appendNothing(to: &output) }
    writer.append(document.bytes.span.extracting(range), to: &output)
  }

  private mutating func appendDeletion(
    _ deletion: ThreadHeader.Deletion?, to output: inout [UInt8]
  ) {
    switch deletion {
    case nil: writer.appendNothing(to: &output)
    case .unknownTime?: writer.append("true", to: &output)
    case .at(let time)?:
      writer.appendPlain(to: &output) { time.appendRFC3339(in: zone, to: &$0) }
    }
  }

  private mutating func appendText(
    _ content: EntryContent, of document: ThreadDocument, to output: inout [UInt8]
  ) {
    let span = document.bytes.span
    let hasSpecialBytes =
      ByteSearch.firstIndex(of: UInt8(ascii: "\\"), in: span, content.body) != nil
      || ByteSearch.firstIndex(of: 0x0D, in: span, content.body) != nil
    // Without escapes and returns, the text is the body as it stands.
    guard hasSpecialBytes else { return append(content.body, of: document, to: &output) }
    let text = content.text(in: span)
    writer.append(text.span, to: &output)
  }

  private mutating func appendFields(
    _ fields: [EntryField], of document: ThreadDocument, to output: inout [UInt8]
  ) {
    fieldOfColumn.removeAll(keepingCapacity: true)
    fieldOfColumn.append(contentsOf: repeatElement(-1, count: fieldNames.count))
    for (index, field) in fields.enumerated() {
      // Of one name twice, the last counts (F18).
      if let place = place(ofField: field, in: document) { fieldOfColumn[place] = index }
    }
    for index in fieldOfColumn {
      guard index >= 0 else {
        writer.appendNothing(to: &output)
        continue
      }
      let lines = fields[index].valueLines
      if lines.count == 1 {
        writer.append(document.bytes.span.extracting(lines[0]), to: &output)
      } else {
        let value = fields[index].value(in: document.bytes.span)
        writer.append(value.span, to: &output)
      }
    }
  }

  private mutating func place(ofField field: EntryField, in document: ThreadDocument) -> Int? {
    let name = document.bytes[field.name]
    if let place = placesByTypedName[name] { return place }
    guard let place = fieldPlaces[FieldName.key(document.string(field.name))] else { return nil }
    placesByTypedName[Array(name)[...]] = place
    return place
  }
}
