import ThreadStorage

/// The rows of a table that are there again to the letter, as where one export was put below another.
struct RepeatedRows {
  private var lines: [[CSVReader.Cell]: Int] = [:]
  private var days: [CalendarDate: Int] = [:]
  /// Those that are there again, and whether they have times of day.
  private var again: [(line: Int, date: CalendarDate, isTimed: Bool)] = []
  private var count = 0

  mutating func note(_ record: CSVReader.Record, at time: Timestamp) {
    count += 1
    guard lines.updateValue(record.line, forKey: record.cells) == nil else {
      return again.append((record.line, time.date, time.precision != .day))
    }
    days[time.date, default: 0] += 1
  }

  /// The lines of those that are hardly meant: two fares of a day may cost the same, but hardly a whole block of rows, two of
  /// one time, or two of a table that has one row a day else.
  var doubtful: [Int] {
    // Where many are so, the table is of what happens again and again.
    guard again.count * 2 <= count else { return [] }
    let isDaily = days.count > 2 && days.values.allSatisfy { $0 == 1 }
    let known = Set(again.map(\.line))
    return again.filter { row in
      isDaily || row.isTimed || known.contains(row.line - 1) || known.contains(row.line + 1)
    }.map(\.line)
  }
}

/// What is odd about the rows of a table of another program.
extension ImportReader {
  /// Whether the row has a day, and nothing else, as a sheet has whose days were filled in ahead.
  func isDateAlone(_ record: CSVReader.Record, _ table: CSVTable) -> Bool {
    guard !table.isOwn, reading.entries.last?.timestamp.precision == .day else { return false }
    return zip(table.roles, record.cells).allSatisfy { role, cell in
      role == .entry(.time) || role == .ignored || cell.bytes[...].trimmed.isEmpty
    }
  }

  mutating func noteDates(_ dates: [ImportedEntry]) {
    for entry in dates {
      leaveOut(.dateAlone, showing: Array(entry.timestamp.date.text.utf8)[...], line: entry.line)
    }
  }

  /// Whether the last of its cells is empty and one too many, and another begins with a blank: `fish and chips, too windy,`.
  func isShifted(_ record: CSVReader.Record, _ table: CSVTable) -> Bool {
    record.cells.count == table.roles.count + 1 && record.cells.last?.bytes.isEmpty == true
      && record.cells.dropFirst().contains { !$0.isQuoted && $0.bytes.first == .space }
  }

  /// Tells of a cell that has rows of the table in it, as its quotation mark is closed in one of them.
  mutating func noteRows(
    inCellsOf record: CSVReader.Record, _ table: CSVTable, delimiter: UInt8
  ) {
    guard let time = table.roles.firstIndex(of: .entry(.time)) else { return }
    for cell in record.cells where cell.isQuoted {
      for (number, line) in cell.bytes[...].lines.enumerated().dropFirst() {
        let cells = line.split(separator: delimiter, omittingEmptySubsequences: false)
        guard cells.count > 1, cells.count >= table.leastCells,
          options.time(String(utf8: cells[time].trimmed)) != nil
        else { continue }
        leaveOut(.rowInCell, showing: line, line: record.line + number)
      }
    }
  }
}
