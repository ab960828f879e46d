import ThreadStorage

/// Writes the entries of one thread after another as CSV rows.
///
/// On `tj export`, a query and names of threads come in, and a form (`Export` in the commands):
///
/// 1. For a table, the journal is scanned for its columns (`CSVColumns`): the fields that the threads define, and those
///    that the entries carry. One thread alone is read once.
/// 2. It is scanned for entries. Whichever processor reads a thread also writes its rows, with its own copy of the sink
///    (`CSVSink` by one of these; `JSONSink`, `NDJSONSink` and `MarkdownSink` write the other forms). A cell that a
///    spreadsheet would run gets a `'` before it (`CSVFormula`).
/// 3. The rows go out in the order of the threads: to standard output, or into a new file that gets its name once all
///    of it is there (`ExportDestination`).
/// 4. What the form has no room for is told at the end.
package struct CSVExport: Sendable {
  private let columns: CSVColumns
  private let fieldNames: [String]
  private let fieldPositions: [String: Int]
  private let zone: LocalTimeZone
  private var writer: CSVWriter
  /// The columns of names as they are typed, which are few; -1 for one without.
  private var positionsByTypedName = InternTable<Int>()
  /// Whether an entry carried a field that the columns do not have.
  package private(set) var leavesOutFields = false
  /// How many entries had attributes that no column is for, or a field twice.
  package private(set) var partialEntries = 0
  /// How many values are none of their fields' types, and so stand as they are typed where a form is asked for.
  package private(set) var unfitValues = 0
  private var hasFieldTwice = false
  /// Since when the thread is deleted, and so its entries.
  private var threadDeletion: SoftDeletion?
  /// For each field's column, the index of the entry's field for it, or -1.
  private var fieldOfColumn: [Int] = []
  private let form: CSVForm
  /// The columns that were asked for, else all.
  private let chosen: [CSVColumns.Chosen]

  package init(
    _ columns: CSVColumns, includesDeleted: Bool, style: CSVStyle, zone: LocalTimeZone,
    form: CSVForm = CSVForm()
  ) {
    self.columns = columns
    self.form = form
    let fields = columns.ofFields
    let all =
      columns.entryColumns(includesDeleted: includesDeleted)
      .map { CSVColumns.Chosen.entry($0) } + fields.indices.map { .field($0) }
    chosen = form.columns?.compactMap(columns.chosen) ?? all
    fieldNames = fields.map(\.name)
    fieldPositions = Dictionary(fields.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { $1 })
    self.zone = zone
    writer = CSVWriter(style)
  }

  package func appendHeader(to output: inout [UInt8]) {
    var writer = writer
    writer.appendStart(to: &output)
    for column in chosen {
      switch column {
      case .entry(let column): writer.append(column.rawValue, to: &output)
      case .field(let index):
        writer.append(columns.header(ofField: fieldNames[index]), to: &output)
      }
    }
    writer.endRow(to: &output)
  }

  /// Appends a row for each entry, in their order.
  package mutating func append(_ found: ThreadEntries, to output: inout [UInt8]) {
    let file = found.file.bytes
    let bytes = file.span
    threadDeletion = found.header.deletion
    let schema = found.schema
    let types = fieldNames.map { schema.field(withKey: FieldName.key($0))?.type }
    // What every row of the thread begins with is made once.
    var start: [UInt8] = []
    var writer = CSVWriter(self.writer.style)
    var columns = chosen[...]
    while case .entry(let column)? = columns.first, column == .thread || column == .path {
      writer.append(column == .path ? found.header.path : found.header.title, to: &start)
      columns.removeFirst()
    }
    // A span lends its elements; iterating over the array would copy each of them.
    let entries = found.entries.span
    for index in entries.indices {
      output += start
      if !start.isEmpty { self.writer.resumeRow() }
      hasFieldTwice = false
      appendRow(entries[index], columns, types, bytes, to: &output)
      let isPartial =
        hasFieldTwice
        || entries[index].slice.heading.attributes.map {
          !$0.isOnlyID
            && ($0.restored(in: bytes) != nil || !EntryAttributes.others(in: file, $0).isEmpty)
        } == true
      if form.isPlain, isPartial { partialEntries += 1 }
    }
  }

  /// Appends the cells behind those that every row of the thread begins with.
  private mutating func appendRow(
    _ entry: borrowing Entry, _ columns: ArraySlice<CSVColumns.Chosen>, _ types: [FieldType?],
    _ bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    let heading = entry.slice.heading
    let content = entry.content
    findFields(content.fields, bytes)
    for column in columns {
      switch column {
      case .entry(.thread): writer.append(entry.thread.title, to: &output)
      case .entry(.path): writer.append(entry.thread.path, to: &output)
      case .entry(.id): append(heading.attributes?.id, bytes, to: &output)
      case .entry(.time):
        writer.appendPlain(to: &output) {
          heading.timestamp.appendRFC3339(
            typedAt: heading.timestampRange, of: bytes, in: zone, to: &$0)
        }
      case .entry(.end): append(heading.timestamp.end(in: zone), to: &output)
      case .entry(.length):
        writer.append(heading.timestamp.lengthText(in: zone) ?? "", to: &output)
      case .entry(.edited):
        append(heading.attributes?.edited.flatMap { Timestamp(bytes, at: $0) }, to: &output)
      case .entry(.deleted):
        switch entry.slice.deletion(in: bytes) ?? threadDeletion {
        case nil: writer.appendNothing(to: &output)
        case .unknownTime?: writer.append("true", to: &output)
        case .at(let time)?: append(time, to: &output)
        }
      case .entry(.title): append(heading.title, bytes, to: &output)
      case .entry(.text): appendText(content, bytes, to: &output)
      case .field(let column):
        let index = fieldOfColumn[column]
        guard index >= 0 else {
          writer.appendNothing(to: &output)
          continue
        }
        appendValue(content.fields[index], types[column], bytes, to: &output)
      }
    }
    writer.endRow(to: &output)
  }

  private mutating func append(
    _ range: Range<Int>?, _ bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    guard let range, !range.isEmpty else { return writer.appendNothing(to: &output) }
    writer.append(bytes.extracting(range), to: &output)
  }

  private mutating func append(_ time: Timestamp?, to output: inout [UInt8]) {
    writer.appendPlain(to: &output) { time?.appendRFC3339(in: zone, to: &$0) }
  }

  private mutating func appendText(
    _ content: EntryContent, _ bytes: borrowing Span<UInt8>, to output: inout [UInt8]
  ) {
    // Without escapes and returns, the text is the body as it stands.
    for special in [UInt8(ascii: "\\"), 0x0D]
    where ByteSearch.firstIndex(of: special, in: bytes, content.body) != nil {
      let text = content.text(in: bytes)
      return writer.append(text.span, to: &output)
    }
    append(content.body, bytes, to: &output)
  }

  private mutating func findFields(_ fields: [EntryField], _ bytes: borrowing Span<UInt8>) {
    fieldOfColumn.removeAll(keepingCapacity: true)
    fieldOfColumn.append(contentsOf: repeatElement(-1, count: fieldNames.count))
    for (index, field) in fields.enumerated() {
      // Of one name twice, the last counts (F18).
      let column = positionsByTypedName.value(of: bytes, field.name) { name in
        fieldPositions[FieldName.key(name)] ?? -1
      }
      guard column >= 0 else {
        leavesOutFields = true
        continue
      }
      if fieldOfColumn[column] >= 0 { hasFieldTwice = true }
      fieldOfColumn[column] = index
    }
  }

  private mutating func appendValue(
    _ field: EntryField, _ type: FieldType?, _ bytes: borrowing Span<UInt8>,
    to output: inout [UInt8]
  ) {
    if form.keepsValues, !field.hasMoreLines {
      let line = field.firstValueLine
      return writer.append(
        bytes.extracting(type?.exported(line, of: bytes) ?? line), to: &output)
    }
    let typed = field.value(in: bytes)
    let value = type?.exported(typed) ?? typed
    let text = form.text(value, type)
    if text == nil { unfitValues += 1 }
    let cell = text ?? value
    writer.append(cell.span, to: &output)
  }
}
