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
    /// Whether more than blanks stand behind its closing quote, as where one inside is not doubled.
    package var hasLooseQuote = false
  }

  package struct Record: Sendable, Hashable {
    /// The line on which it begins, 1-based.
    package var line: Int
    package var cells: [Cell]
    /// Whether it ends with a carriage return and a line feed.
    package var endsWithCRLF = false
  }

  /// A quote that is opened on this 1-based line and never closed.
  package struct UnterminatedQuote: Error, Sendable, Hashable {
    package var line: Int
  }

  package let delimiter: UInt8
  private var scanner: ByteScanner
  private var line = 1

  /// A reader at the start of `bytes`; without a `delimiter`, the first line tells whether it is `,`, `;` or TAB.
  package init(_ bytes: [UInt8], delimiter: UInt8? = nil) {
    scanner = ByteScanner(bytes[ThreadDocument.start(of: bytes.span)...])
    // Excel's own first line says no more than the header does.
    if scanner.rest.starts(with: "sep=".utf8) {
      let sign = scanner.rest.dropFirst(4).prefix { $0 != .carriageReturn && $0 != .lineFeed }
      if sign.count == 1 {
        scanner.skip(5)
        _ = scanner.take(.carriageReturn)
        if scanner.take(.lineFeed) { line = 2 }
      }
    }
    self.delimiter = delimiter ?? Self.detectDelimiter(scanner.rest)
  }

  package mutating func next() throws(UnterminatedQuote) -> Record? {
    while !scanner.isAtEnd {
      var record = Record(line: line, cells: [])
      repeat { record.cells.append(try cell()) } while scanner.take(delimiter)
      let hasReturn = scanner.take(.carriageReturn)
      let hasFeed = scanner.take(.lineFeed)
      if hasFeed || hasReturn { line += 1 }
      record.endsWithCRLF = hasReturn && hasFeed
      if record.cells != [Cell(bytes: [], isQuoted: false)] { return record }
    }
    return nil
  }

  private mutating func cell() throws(UnterminatedQuote) -> Cell {
    var cell = Cell(bytes: [], isQuoted: false)
    if scanner.next == .quote {
      cell.isQuoted = true
      cell.bytes = try quoted()
    }
    let delimiter = delimiter
    let rest = scanner.take { $0 != delimiter && $0 != .lineFeed && $0 != .carriageReturn }
    cell.hasLooseQuote = cell.isQuoted && !rest.trimmed.isEmpty
    cell.bytes += rest
    return cell
  }

  private mutating func quoted() throws(UnterminatedQuote) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    var text: [UInt8] = []
    _ = scanner.take(quote)
    while !scanner.isAtEnd {
      text += scanner.take { $0 != quote }
      guard scanner.take(quote) else { break }
      guard scanner.take(quote) else {
        line += text.indices.count {
          text[$0] == .lineFeed
            || (text[$0] == .carriageReturn && text[($0 + 1)...].first != .lineFeed)
        }
        return text
      }
      text.append(quote)
    }
    throw UnterminatedQuote(line: line)
  }

  /// The one of `,`, `;` and TAB that is most often outside quotes on the first line.
  private static func detectDelimiter(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == .quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == .lineFeed || byte == .carriageReturn { break }
      counts[byte, default: 0] += 1
    }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? candidates[0]
  }
}
