import ThreadStorage

/// Writes rows of cells into a buffer that the caller drains.
package struct CSVWriter: Sendable {
  package let style: CSVStyle
  private var isAtRowStart = true

  package init(_ style: CSVStyle = .standard) { self.style = style }

  /// Appends what comes before the first row.
  package func appendStart(to output: inout [UInt8]) {
    if style.hasByteOrderMark { output += [0xEF, 0xBB, 0xBF] }
  }

  /// Appends a cell, with a guard and quotes as needed; an empty one is `""`, unlike one of a field that is missing.
  package mutating func append(_ cell: borrowing Span<UInt8>, to output: inout [UInt8]) {
    appendNothing(to: &output)
    let quote = UInt8(ascii: "\"")
    let isQuoted = cell.count == 0 || Self.needsQuotes(cell)
    if isQuoted { output.append(quote) }
    if style.guardsFormulas, CSVFormula.isGuardable(cell), !CSVFormula.isPlainNumber(cell) {
      output.append(CSVFormula.mark)
    }
    guard isQuoted else { return cell.withUnsafeBufferPointer { output.append(contentsOf: $0) } }
    var start = 0
    while let inner = ByteSearch.firstIndex(of: quote, in: cell, start..<cell.count) {
      cell.withUnsafeBufferPointer { output.append(contentsOf: $0[start...inner]) }
      output.append(quote)
      start = inner + 1
    }
    cell.withUnsafeBufferPointer { output.append(contentsOf: $0[start...]) }
    output.append(quote)
  }

  /// Appends a cell, which may be empty.
  package mutating func append(_ text: String, to output: inout [UInt8]) {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { appendNothing(to: &output) } else { append(bytes.span, to: &output) }
  }

  @inline(__always)
  package mutating func appendNothing(to output: inout [UInt8]) {
    if !isAtRowStart { output.append(UInt8(ascii: ",")) }
    isAtRowStart = false
  }

  /// Appends a cell whose bytes `body` appends; they need neither quotes nor a guard.
  package mutating func appendPlain(to output: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    appendNothing(to: &output)
    body(&output)
  }

  /// Goes on with a row whose first cells are already in the output.
  package mutating func resumeRow() { isAtRowStart = false }

  package mutating func endRow(to output: inout [UInt8]) {
    if style.endsRowsWithCRLF { output.append(.carriageReturn) }
    output.append(.lineFeed)
    isAtRowStart = true
  }

  /// Whether a comma, a quote or a line break is in the cell; eight bytes at a time.
  private static func needsQuotes(_ cell: borrowing Span<UInt8>) -> Bool {
    let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var offset = 0
    while offset + 8 <= cell.count {
      let word = cell.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let commas = word ^ (ones &* 0x2C)
      let quotes = word ^ (ones &* 0x22)
      let feeds = word ^ (ones &* 0x0A)
      let returns = word ^ (ones &* 0x0D)
      // A byte that is zero is the only one that borrows while its own high bit is clear.
      let found =
        ((commas &- ones) & ~commas) | ((quotes &- ones) & ~quotes) | ((feeds &- ones) & ~feeds)
        | ((returns &- ones) & ~returns)
      if found & highBits != 0 { return true }
      offset += 8
    }
    while offset < cell.count {
      switch cell[offset] {
      case 0x2C, 0x22, 0x0A, 0x0D: return true
      default: offset += 1
      }
    }
    return false
  }
}

/// How a CSV file is written; RFC 4180 in all of them.
package struct CSVStyle: Sendable, Hashable {
  package var endsRowsWithCRLF = false
  /// Whether the file begins with a byte order mark, by which Excel knows UTF-8.
  package var hasByteOrderMark = false
  /// Whether a cell that a spreadsheet would run gets a `'` before it.
  package var guardsFormulas = true

  /// UTF-8, LF, and formulas guarded.
  package static let standard = CSVStyle()
  /// As Excel wants it: CRLF and a byte order mark.
  package static let excel = CSVStyle(endsRowsWithCRLF: true, hasByteOrderMark: true)

  /// The same with cells as they are, for programs that are no spreadsheets.
  package var raw: CSVStyle {
    var style = self
    style.guardsFormulas = false
    return style
  }
}

/// Which cells a spreadsheet would run as a formula, and the `'` that keeps it from doing so.
///
/// Guarding is an escape: a cell gets one `'` where it is any number of them and then a byte that starts
/// a formula, and reading takes one off such a cell. A plain number with a sign stays as it is.
package enum CSVFormula {
  static let mark = UInt8(ascii: "'")

  /// The cell without its guard, where it has one.
  package static func unguarded(_ cell: [UInt8]) -> [UInt8] {
    guard cell.first == mark, isGuardable(cell.span) else { return cell }
    return Array(cell.dropFirst())
  }

  /// Whether a cell is what a spreadsheet shows of a formula that failed: `#NAME?`, `#DIV/0!`, `#NV`, `####`.
  static func isError(_ cell: ArraySlice<UInt8>) -> Bool {
    guard cell.first == .hash else { return false }
    let name = cell.dropFirst()
    return name.count > 2 && name.allSatisfy { $0 == .hash }
      || errors.contains { name.elementsEqual($0.utf8) }
  }

  private static let errors = [
    "NAME?", "VALUE!", "REF!", "DIV/0!", "NUM!", "NULL!", "N/A", "SPILL!", "CALC!", "ERROR!",
    "WERT!", "BEZUG!", "ZAHL!", "NV", "NOM?", "VALEUR!", "NOMBRE!", "¿NOMBRE?", "¡VALOR!",
  ]

  /// Whether the cell is any number of marks and then a byte that starts a formula.
  static func isGuardable(_ cell: borrowing Span<UInt8>) -> Bool {
    var offset = 0
    while offset < cell.count, cell[offset] == mark { offset += 1 }
    return offset < cell.count && startsFormula(cell[offset])
  }

  @inline(__always)
  private static func startsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Whether the cell is a sign, digits, and perhaps a point and digits.
  static func isPlainNumber(_ cell: borrowing Span<UInt8>) -> Bool {
    var offset = cell[0] == UInt8(ascii: "-") || cell[0] == UInt8(ascii: "+") ? 1 : 0
    let start = offset
    while offset < cell.count, Byte.isDigit(cell[offset]) { offset += 1 }
    guard offset > start else { return false }
    if offset == cell.count { return true }
    guard cell[offset] == .dot, offset + 1 < cell.count else { return false }
    offset += 1
    while offset < cell.count, Byte.isDigit(cell[offset]) { offset += 1 }
    return offset == cell.count
  }
}
