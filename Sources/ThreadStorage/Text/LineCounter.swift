/// Finds the lines of rising offsets in one pass over a file; for one that is less it begins anew.
package struct LineCounter {
  private var line = 1
  private var lineStart = 0
  /// How far line feeds were looked for: a file may be one line.
  private var searched = 0

  package init() {}

  /// The line and column (both 1-based, the column in bytes) of the byte at `offset` of `bytes`.
  package static func position(
    of offset: Int, in bytes: borrowing Span<UInt8>
  ) -> (line: Int, column: Int) {
    var lines = LineCounter()
    return (lines.line(at: offset, in: bytes), lines.column(at: offset))
  }

  /// The line (1-based) of the byte at `offset`.
  package mutating func line(at offset: Int, in bytes: borrowing Span<UInt8>) -> Int {
    if offset < lineStart { self = LineCounter() }
    while let feed = ByteSearch.firstIndex(
      of: Byte.lineFeed, in: bytes, searched..<max(searched, offset))
    {
      line += 1
      lineStart = feed + 1
      searched = lineStart
    }
    searched = max(searched, offset)
    return line
  }

  /// The column (1-based, in bytes) of the byte at `offset`, whose line was asked for last.
  package func column(at offset: Int) -> Int { offset - lineStart + 1 }
}
