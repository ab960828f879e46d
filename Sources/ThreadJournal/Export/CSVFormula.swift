/// Which cells a spreadsheet would run as a formula, and the `'` that keeps it from doing so.
///
/// Guarding is an escape: a cell gets one `'` where it is any number of them and then a byte that starts
/// a formula, and reading takes one off such a cell. A plain number with a sign stays as it is.
package enum CSVFormula {
  /// The byte that guards.
  static let mark = UInt8(ascii: "'")

  /// Whether the cell must be guarded.
  @inline(__always)
  package static func needsGuard(_ cell: borrowing Span<UInt8>) -> Bool {
    guard cell.count > 0, cell[0] == mark || startsFormula(cell[0]) else { return false }
    return isGuardable(cell) && !isPlainNumber(cell)
  }

  /// The cell without its guard, where it has one.
  package static func unguarded(_ cell: [UInt8]) -> [UInt8] {
    guard cell.first == mark, isGuardable(cell.span) else { return cell }
    return Array(cell.dropFirst())
  }

  /// Whether the cell is any number of marks and then a byte that starts a formula.
  private static func isGuardable(_ cell: borrowing Span<UInt8>) -> Bool {
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
  private static func isPlainNumber(_ cell: borrowing Span<UInt8>) -> Bool {
    var offset = cell[0] == UInt8(ascii: "-") || cell[0] == UInt8(ascii: "+") ? 1 : 0
    let start = offset
    while offset < cell.count, 0x30...0x39 ~= cell[offset] { offset += 1 }
    guard offset > start else { return false }
    if offset == cell.count { return true }
    guard cell[offset] == UInt8(ascii: "."), offset + 1 < cell.count else { return false }
    offset += 1
    while offset < cell.count, 0x30...0x39 ~= cell[offset] { offset += 1 }
    return offset == cell.count
  }
}
