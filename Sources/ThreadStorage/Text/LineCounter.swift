/// Finds the lines of rising offsets in one pass over a file.
package struct LineCounter {
  private var line = 1
  private var lineStart = 0
  /// How far line feeds were looked for: a file may be one line.
  private var searched = 0

  /// A counter at the start of a file.
  package init() {}

  /// The line (1-based) of the byte at `offset`, which is not before the one asked for last.
  package mutating func line(at offset: Int, in bytes: borrowing Span<UInt8>) -> Int {
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
