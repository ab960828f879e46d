/// How a text that looks like the format's own lines goes into a file and comes back (F7, F16).
///
/// A line that reads as an entry's heading gets a backslash before it, and so does one that already
/// has some; the first line of a body that reads as a field gets one before its `::`. Reading takes
/// exactly one off.
package enum Escaping {
  /// `text`, whose lines end with line feeds, as lines of a body, each ended by `lineEnding`.
  package static func bodyLines(_ text: [UInt8], lineEnding: LineEnding) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(text.count + 16)
    let span = text.span
    var start = 0
    var isFirst = true
    while start <= text.count {
      let end = ByteSearch.firstIndex(of: Byte.lineFeed, in: span, start..<text.count) ?? text.count
      appendEscaped(span, start..<end, isFirst: isFirst, to: &lines)
      let endsInReturn = end > start && span[end - 1] == Byte.carriageReturn
      appendEnding(lineEnding, afterReturn: endsInReturn, to: &lines)
      isFirst = false
      start = end + 1
    }
    return lines
  }

  /// Ends a line; a line whose text ends in a carriage return needs another one, to keep its own.
  package static func appendEnding(
    _ lineEnding: LineEnding, afterReturn: Bool, to lines: inout [UInt8]
  ) {
    lines += afterReturn ? LineEnding.carriageReturnLineFeed.bytes : lineEnding.bytes
  }

  private static func appendEscaped(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, isFirst: Bool, to lines: inout [UInt8]
  ) {
    let unescaped = withoutBackslashes(bytes, line)
    if EntryHeading.isHeading(bytes, line: unescaped) {
      lines.append(Byte.backslash)
    } else if isFirst, let parts = EntryField.scan(bytes, line: line) {
      lines += bytes.copy(line.lowerBound..<parts.name.upperBound)
      lines.append(Byte.backslash)
      lines += bytes.copy(parts.name.upperBound..<line.upperBound)
      return
    }
    lines += bytes.copy(line)
  }

  /// Where the backslash stands that reading takes off `line`, if there is one.
  package static func backslashToRemove(
    _ bytes: borrowing Span<UInt8>, line: Range<Int>, isFirstOfBody: Bool
  ) -> Int? {
    let unescaped = withoutBackslashes(bytes, line)
    if unescaped.lowerBound > line.lowerBound, EntryHeading.isHeading(bytes, line: unescaped) {
      return line.lowerBound
    }
    if isFirstOfBody, let parts = EntryField.scan(bytes, line: line), parts.backslashes > 0 {
      return parts.name.upperBound
    }
    return nil
  }

  private static func withoutBackslashes(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>
  ) -> Range<Int> {
    var start = line.lowerBound
    while start < line.upperBound, bytes[start] == Byte.backslash { start += 1 }
    return start..<line.upperBound
  }

  /// `text` without the blank lines around it, which no body can hold (F19).
  public static func trimmingBlankLines(_ text: [UInt8]) -> [UInt8] {
    let span = text.span
    let kept = contentRange(in: span, 0..<text.count)
    return kept == 0..<text.count ? text : span.copy(kept)
  }

  /// `range`, which is whole lines, without the blank ones around it and without the last ending.
  package static func contentRange(
    in bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    var start = range.lowerBound
    while start < range.upperBound,
      let next = Line.end(ofBlankAt: start, in: bytes, upTo: range.upperBound)
    {
      start = next
    }
    var end = range.upperBound
    while end > start {
      // The last line of what is left, without its ending.
      var textEnd = end
      if bytes[textEnd - 1] == Byte.lineFeed {
        textEnd -= 1
        if textEnd > start, bytes[textEnd - 1] == Byte.carriageReturn { textEnd -= 1 }
      }
      var position = textEnd
      while position > start, Byte.isBlankLineByte(bytes[position - 1]) { position -= 1 }
      let isBlank = position == start || bytes[position - 1] == Byte.lineFeed
      if !isBlank { return start..<textEnd }
      end = position
    }
    return start..<start
  }
}
