import ThreadJournal
import ThreadStorage

/// Entries as the rows of a table on the screen, with a column for each field that one of them has.
struct EntryTable {
  private let chosen: [CSVColumns.Chosen]
  private let fields: [(key: String, name: String)]
  private let runs: [ThreadEntries]

  /// - Parameters:
  ///   - headers: The columns, in their order; nil for the time, the thread, the fields and the words.
  ///   - definitions: What the threads define that were looked at, whether or not an entry of them is shown.
  /// - Throws: `TransferError.unknownColumn` where there are entries, and none of the threads has such a column.
  init(
    _ runs: [ThreadEntries], headers: [String]?, definitions: () -> [FieldSchema],
    showsThread: Bool
  ) throws(TransferError) {
    let columns = CSVColumns(runs, definitions) { $0.unknown(among: headers ?? []) == nil }
    if !runs.isEmpty, let unknown = columns.unknown(among: headers ?? []) {
      throw .unknownColumn(unknown, among: columns.headers)
    }
    let (all, fields) = (columns, columns.ofFields)
    let hasTitles = runs.contains { $0.entries.contains { !$0.title.isEmpty } }
    let usual: [CSVColumns.Chosen] =
      [.entry(.time)] + (showsThread ? [.entry(.thread)] : [])
      + fields.indices.filter { all.isCarried(fields[$0].key) }.map { .field($0) }
      + (hasTitles ? [.entry(.title)] : []) + [.entry(.text)]
    chosen = headers?.compactMap { all.chosen($0) } ?? usual
    self.fields = fields
    self.runs = runs
  }

  func table(_ layout: Layout) -> Table {
    var table = Table(
      layout: layout, header: chosen.map { header($0, withUnit: layout.columns != nil) },
      numbers: Set(chosen.indices.filter { isNumeric(chosen[$0]) }))
    table.isTabbed = true
    for run in runs {
      for entry in run.entries {
        let values = entry.fields
        table.add(
          chosen.enumerated().map { index, column in
            let cell = cell(
              column, entry, values, run.file.zone, isOnTerminal: layout.columns != nil)
            let isLast = index == chosen.count - 1
            return (isLast ? cell.text : shortened(cell.text, column, layout), cell.style)
          })
      }
    }
    return table
  }

  /// A title or the name of a thread that leaves room for what stands behind it.
  private func shortened(
    _ text: [UInt8], _ column: CSVColumns.Chosen, _ layout: Layout
  ) -> [UInt8] {
    guard let columns = layout.columns, case .entry(let column) = column,
      column == .title || column == .thread
    else { return text }
    let styled = StyledText(layout.oneLine(text))
    let room = max(columns / 4, 12)
    return styled.columns > room ? styled.truncated(to: room).bytes : text
  }

  /// A column's name; for programs it is what `--columns` takes, without a unit.
  private func header(_ column: CSVColumns.Chosen, withUnit: Bool) -> String {
    switch column {
    case .entry(let column): return column.rawValue
    case .field(let index):
      guard withUnit else { return fields[index].name }
      let units = Set(runs.map { $0.schema.field(withKey: fields[index].key)?.unit })
      let unit = units.count == 1 ? units.first ?? nil : nil
      return fields[index].name + (unit.map { " (\($0))" } ?? "")
    }
  }

  /// Whether the column's values stand at its right: those of a field that is a number or a length in all threads.
  private func isNumeric(_ column: CSVColumns.Chosen) -> Bool {
    guard case .field(let index) = column else { return false }
    return runs.allSatisfy {
      let type = $0.schema.field(withKey: fields[index].key)?.type
      return type == .integer || type == .number || type == .duration
    }
  }

  private func cell(
    _ column: CSVColumns.Chosen, _ entry: Entry, _ values: [Entry.Field], _ zone: LocalTimeZone,
    isOnTerminal: Bool
  ) -> (text: [UInt8], style: Style) {
    func text(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }
    switch column {
    case .field(let index):
      return (values.last { $0.key == fields[index].key }?.value ?? [], .plain)
    case .entry(.thread): return (text(entry.thread.title), .plain)
    case .entry(.path): return (text(entry.thread.path), .faint)
    case .entry(.id): return (text(entry.reference), .date)
    case .entry(.time): return (text(TimeText.entry(entry.timestamp, in: zone)), .date)
    case .entry(.end):
      return (text(entry.timestamp.end(in: zone).map { TimeText.entry($0, in: zone) }), .date)
    case .entry(.length): return (text(entry.timestamp.lengthText(in: zone)), .plain)
    case .entry(.edited): return (text(entry.edited.map { TimeText.entry($0, in: zone) }), .faint)
    case .entry(.deleted):
      return (text(entry.deletion.map { TimeText.deletion($0, in: zone) }), .faint)
    case .entry(.title): return (entry.title, .title)
    case .entry(.text):
      let (whole, first) = (entry.text, entry.text.prefix { $0 != 0x0A })
      let isMarked = isOnTerminal && first.count < whole.count
      return (first + (isMarked ? Array(" …".utf8) : []), .plain)
    }
  }
}

extension CSVColumns {
  /// The columns of `runs`; where these are not all that is wanted, also those of `definitions`, and what any entry may
  /// have.
  init(
    _ runs: [ThreadEntries], _ definitions: () -> [FieldSchema],
    unless hasAll: (CSVColumns) -> Bool
  ) {
    self.init()
    for run in runs {
      note(run.schema, carried: run.entries.carriedNames, hasEnds: run.entries.haveEnds)
    }
    guard !hasAll(self) else { return }
    for schema in definitions() { note(schema, carried: [], hasEnds: false) }
    noteReserved()
  }
}
