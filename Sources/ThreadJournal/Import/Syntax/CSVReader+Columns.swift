import ThreadStorage

/// What the columns of a table have, by the rows that are still to be read.
extension CSVReader {
  /// Of each column the first cells that are filled, of so many rows as tell what it has; times of day may begin later.
  func cells(of names: [String]) -> [[[UInt8]]] {
    var cells: [[[UInt8]]] = names.map { _ in [] }
    let clocks = names.indices.filter {
      CSVTable.isClock(names[$0]) || CSVTable.isEndName(names[$0])
    }
    var reader = self
    var count = 0
    while count < 200 || clocks.contains(where: { cells[$0].count < 20 }),
      let record = try? reader.next()
    {
      count += 1
      for (index, cell) in record.cells.prefix(names.count).enumerated() {
        let text = cell.bytes[...].trimmed
        if !text.isEmpty, cells[index].count < 200 { cells[index].append(Array(text)) }
      }
    }
    return cells
  }

  /// The columns of remarks or marks that have marks in all rows: `4,5`, `8/10`.
  func marks(in names: [String]) -> Set<String> {
    var counts: [Int: Int] = [:]
    var indices = names.indices.filter { CSVTable.mayBeMarks(names[$0]) }
    var reader = self
    while !indices.isEmpty, let record = try? reader.next() {
      indices.removeAll { index in
        guard index < record.cells.count else { return false }
        let text = record.cells[index].bytes[...].trimmed
        if text.isEmpty { return false }
        counts[index, default: 0] += 1
        let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count > 2
          || !parts.allSatisfy { part in
            DecimalNumber(part.trimmed) != nil || ForeignForm.hasDecimalComma(part.trimmed)
          }
      }
    }
    return Set(indices.filter { counts[$0] != nil }.map { names[$0] })
  }
}

extension CSVTable {
  /// The columns of times of day or lengths that rather have lengths: by most of their cells, or as the columns beside
  /// them tell of sports.
  static func lengths(in names: [String], _ cells: [[[UInt8]]]) -> Set<String> {
    let areOfSports = areOfSports(names)
    let columns = zip(names, cells).filter { name, cells in
      guard mayBeLength(name) else { return false }
      let lengths = cells.count { text in
        areOfSports ? ForeignForm.mayBeLength(text[...]) : ForeignForm.isLength(text[...])
      }
      return lengths * 2 > cells.count
    }
    return Set(columns.map(\.0))
  }

  /// The columns called like journals that rather have what somebody wrote in one, as threads are few and short.
  ///
  /// That is a long text or, where no column is called like a text, words of which hardly two are the same, or many that
  /// differ in each row: a few may be the names of threads.
  static func texts(
    in names: [String], _ cells: [[[UInt8]]], besides marks: Set<String>
  ) -> [String] {
    let hasText = textColumn(among: names.filter { !marks.contains($0) }) != nil
    return zip(names, cells).filter { name, cells in
      guard mayBeJournal(name) else { return false }
      if cells.contains(where: { $0.contains(.lineFeed) }) { return true }
      let mostWords = cells.map { Saying(title: [], text: $0).count }.max() ?? 0
      let (count, differing) = (cells.count, Set(cells).count)
      let areMany =
        mostWords > 2 ? count > 1 && differing * 2 > count : count > 10 && differing == count
      return mostWords > 8 || !hasText && areMany
    }.map(\.0)
  }
}
