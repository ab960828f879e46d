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

  /// The columns of times of day or lengths that rather have lengths: by most of their values, or as the columns beside
  /// them tell of sports.
  func lengths(in names: [String]) -> Set<String> {
    let indices = names.indices.filter { CSVTable.mayBeLength(names[$0]) }
    if indices.isEmpty { return [] }
    let areOfSports = CSVTable.areOfSports(names)
    var counts: [Int: (all: Int, lengths: Int)] = [:]
    var reader = self
    // So many rows tell.
    for _ in 0..<200 {
      guard let record = try? reader.next() else { break }
      for index in indices where index < record.cells.count {
        let text = record.cells[index].bytes[...].trimmed
        if text.isEmpty { continue }
        let isLength = areOfSports ? ForeignForm.mayBeLength(text) : ForeignForm.isLength(text)
        counts[index, default: (0, 0)].all += 1
        if isLength { counts[index, default: (0, 0)].lengths += 1 }
      }
    }
    return Set(counts.filter { $0.value.lengths * 2 > $0.value.all }.map { names[$0.key] })
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

  /// The columns called like journals that rather have what somebody wrote in one, as threads are few and short.
  ///
  /// That is a long text or, where no column is called like a text, words of which hardly two are the same, or many that
  /// differ in each row: a few may be the names of threads.
  func texts(in names: [String], besides marks: Set<String>) -> [String] {
    let hasText = CSVTable.textColumn(among: names.filter { !marks.contains($0) }) != nil
    return names.indices.filter { CSVTable.mayBeJournal(names[$0]) }.filter { index in
      var seen: Set<[UInt8]> = []
      var count = 0
      var mostWords = 0
      var reader = self
      // So many rows tell.
      while count < 200, let record = try? reader.next() {
        guard index < record.cells.count else { continue }
        let text = Array(record.cells[index].bytes[...].trimmed)
        if text.isEmpty { continue }
        if text.contains(.lineFeed) { return true }
        count += 1
        seen.insert(text)
        mostWords = max(mostWords, Saying(title: [], text: text).count)
      }
      let areMany =
        mostWords > 2 ? count > 1 && seen.count * 2 > count : count > 10 && seen.count == count
      return mostWords > 8 || !hasText && areMany
    }.map { names[$0] }
  }
}
