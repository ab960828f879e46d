import ThreadStorage

/// The rows of a table that are there again to the letter, as where one export was put below another.
struct RepeatedRows {
  private typealias Row = (number: Int, date: CalendarDate)

  /// What is told of one.
  struct Doubtful {
    let line: Int
    let text: [UInt8]
  }

  /// The first row that has these cells.
  private var firsts: [[CSVReader.Cell]: Row] = [:]
  private var days: [CalendarDate: Int] = [:]
  private var again: [(row: Row, first: Row, isTimed: Bool, shown: Doubtful)] = []
  private var count = 0

  mutating func note(_ record: CSVReader.Record, at time: Timestamp) {
    let row = (number: count, date: time.date)
    count += 1
    if let first = firsts[record.cells] {
      let text = Array(record.cells.map(\.bytes).joined(separator: Array(", ".utf8)))
      let isTimed = time.precision != .day && !time.isMidnight
      return again.append((row, first, isTimed, Doubtful(line: record.line, text: text)))
    }
    firsts[record.cells] = row
    days[time.date, default: 0] += 1
  }

  /// Those that are hardly meant: two fares of a day may cost the same, but hardly the rows of two days below each other, two
  /// of one time, or two of a table that has one row a day else.
  var doubtful: [Doubtful] {
    // Where many are so, the table is of what happens again and again.
    guard again.count * 2 <= count else { return [] }
    let isDaily = days.count > 6 && days.values.allSatisfy { $0 == 1 }
    var pasted: Set<Int> = []
    for (one, next) in zip(again, again.dropFirst())
    where next.row.number == one.row.number + 1 && next.first.number == one.first.number + 1
      && next.row.date != one.row.date
    {
      pasted.formUnion([one.row.number, next.row.number])
    }
    return again.filter { $0.isTimed || isDaily || pasted.contains($0.row.number) }.map(\.shown)
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
    var first = record.line
    for cell in record.cells where cell.isQuoted {
      let lines = cell.bytes[...].lines
      for (number, line) in lines.enumerated().dropFirst() {
        let cells = line.split(separator: delimiter, omittingEmptySubsequences: false)
        // `2026-03-28, run 5k` may be a line of a text.
        guard cells.count > 2, cells.count >= table.leastCells,
          options.time(String(utf8: cells[time].trimmed)) != nil
        else { continue }
        leaveOut(.rowInCell, showing: line, line: first + number)
      }
      first += max(lines.count, 1) - 1
    }
  }
}
