import ThreadStorage

/// Reads the records of a CSV file, one after another: RFC 4180, and what other programs make of it.
///
/// A quote inside a cell that does not begin with one is text, and so is what follows a closing quote.
/// Records end at LF, CRLF or CR; lines without anything are passed over.
package struct CSVReader: Sendable {
  /// A cell, without its quotes.
  package struct Cell: Sendable, Hashable {
    /// The bytes as they are, line breaks too.
    package var bytes: [UInt8]
    /// Whether it stood in quotes, by which `""` is told from nothing.
    package var isQuoted: Bool
  }

  /// A row of cells.
  package struct Record: Sendable, Hashable {
    /// The line on which it begins, 1-based.
    package var line: Int
    /// The cells, one at least.
    package var cells: [Cell]
  }

  /// A quote that is opened on this 1-based line and never closed.
  package struct UnterminatedQuote: Error, Sendable, Hashable {
    /// The 1-based line.
    package var line: Int
  }

  /// What separates cells.
  package let delimiter: UInt8
  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1

  /// A reader at the start of `bytes`; without a `delimiter`, the first line tells whether it is `,`, `;` or TAB.
  package init(_ bytes: [UInt8], delimiter: UInt8? = nil) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.delimiter = delimiter ?? CSVReader.detectDelimiter(bytes[offset...])
  }

  /// The next record, nil at the end.
  package mutating func next() throws(UnterminatedQuote) -> Record? {
    while offset < bytes.count {
      let record = try record()
      let isBlank = record.cells.count == 1 && record.cells[0] == Cell(bytes: [], isQuoted: false)
      if !isBlank { return record }
    }
    return nil
  }

  private mutating func record() throws(UnterminatedQuote) -> Record {
    var record = Record(line: line, cells: [])
    while true {
      record.cells.append(try cell())
      guard offset < bytes.count, bytes[offset] == delimiter else { break }
      offset += 1
    }
    takeLineEnd()
    return record
  }

  private mutating func takeLineEnd() {
    guard offset < bytes.count else { return }
    if bytes[offset] == 0x0D, offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { offset += 1 }
    offset += 1
    line += 1
  }

  private mutating func cell() throws(UnterminatedQuote) -> Cell {
    var cell = Cell(bytes: [], isQuoted: false)
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
      cell.isQuoted = true
      try takeQuoted(into: &cell.bytes)
    }
    let start = offset
    while offset < bytes.count, bytes[offset] != delimiter, bytes[offset] != 0x0A,
      bytes[offset] != 0x0D
    {
      offset += 1
    }
    cell.bytes += bytes[start..<offset]
    return cell
  }

  private mutating func takeQuoted(into text: inout [UInt8]) throws(UnterminatedQuote) {
    let opening = line
    let quote = UInt8(ascii: "\"")
    var start = offset + 1
    while let end = ByteSearch.firstIndex(of: quote, in: bytes.span, start..<bytes.count) {
      text += bytes[start..<end]
      offset = end + 1
      guard offset < bytes.count, bytes[offset] == quote else {
        countLines(of: text)
        return
      }
      text.append(quote)
      start = offset + 1
    }
    throw UnterminatedQuote(line: opening)
  }

  private mutating func countLines(of text: [UInt8]) {
    for (index, byte) in text.enumerated() {
      let isLoneReturn = byte == 0x0D && (index + 1 == text.count || text[index + 1] != 0x0A)
      if byte == 0x0A || isLoneReturn { line += 1 }
    }
  }

  /// The one of `,`, `;` and TAB that is most often outside quotes on the first line.
  private static func detectDelimiter(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }
}
