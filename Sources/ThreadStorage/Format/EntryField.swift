/// A field line of an entry, `- name:: value`, with its continuation lines (F13, F14), as offsets.
public struct EntryField: Sendable, Hashable {
  public let name: Range<Int>
  /// The part of the value that stands behind the name, without the line's ending; may be empty.
  public let firstValueLine: Range<Int>
  /// Whether the value goes on in lines of its own (F14).
  public let hasMoreLines: Bool
  /// The lines of the field, from the list marker to behind the last line's ending.
  public let lines: Range<Int>

  /// The value: its lines joined with line feeds (F14).
  public func value(in bytes: borrowing Span<UInt8>) -> [UInt8] {
    guard hasMoreLines else { return bytes.copy(firstValueLine) }
    var value: [UInt8] = []
    for (index, range) in valueLines(in: bytes).enumerated() {
      if index > 0 { value.append(Byte.lineFeed) }
      value += bytes.copy(range)
    }
    return value
  }

  /// Each line's part of the value, without the line endings.
  package func valueLines(in bytes: borrowing Span<UInt8>) -> [Range<Int>] {
    var parts = [firstValueLine]
    guard hasMoreLines else { return parts }
    var position = Line(startingAt: lines.lowerBound, in: bytes, upTo: lines.upperBound).next
    while position < lines.upperBound {
      let line = Line(startingAt: position, in: bytes, upTo: lines.upperBound)
      parts.append(line.text.lowerBound + EntryField.indentation..<line.text.upperBound)
      position = line.next
    }
    return parts
  }

  /// Whether the value is one line that ends as a number does, and so has no unit of its own.
  package func endsLikeNumber(in bytes: borrowing Span<UInt8>) -> Bool {
    guard !hasMoreLines, let last = firstValueLine.last else { return false }
    return Byte.isDigit(bytes[last])
  }

  /// How many spaces stand before a line with which a value goes on (F14).
  static let indentation = 2

  /// Where the name and the value of a field line stand, if `line` is one.
  package struct Parts: Sendable {
    package var name: Range<Int>
    package var value: Range<Int>
    /// How many backslashes stand before `::`; a line with any is text (F16).
    package var backslashes: Int
  }

  /// Reads `line`, which excludes its ending, as `- name:: value` with any number of `\` before `::`.
  package static func scan(_ bytes: borrowing Span<UInt8>, line: Range<Int>) -> Parts? {
    guard line.count > 4, isBullet(bytes[line.lowerBound]),
      bytes[line.lowerBound + 1] == Byte.space
    else { return nil }
    if let parts = plainParts(bytes, line) { return parts }
    guard
      let colons = separator(in: bytes, line.lowerBound + 2..<line.upperBound)
    else { return nil }
    var nameEnd = colons
    while nameEnd > line.lowerBound + 2, bytes[nameEnd - 1] == Byte.backslash { nameEnd -= 1 }
    let name = line.lowerBound + 2..<nameEnd
    let afterColons = colons + 2
    guard FieldName.isValid(bytes, name) else { return nil }
    let value = Swift.min(afterColons + 1, line.upperBound)..<line.upperBound
    return Parts(name: name, value: value, backslashes: colons - nameEnd)
  }

  /// The same for a name of ASCII letters and signs behind the colon, as nearly all are; nil for any other.
  @inline(__always)
  private static func plainParts(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) -> Parts? {
    let start = line.lowerBound + 2
    var end = start
    let limit = Swift.min(line.upperBound - 2, start + FieldName.maximumLength)
    while end < limit, bytes[end] > Byte.colon, bytes[end] < 0x7f { end += 1 }
    guard end > start, end < limit, bytes[end] == Byte.colon, bytes[end + 1] == Byte.colon,
      bytes[end + 2] == Byte.space, bytes[end - 1] != Byte.backslash
    else { return nil }
    return Parts(name: start..<end, value: end + 3..<line.upperBound, backslashes: 0)
  }

  package static func isBullet(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "+")
  }

  /// The first `::` in `range` that a space or the line's end follows.
  private static func separator(in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int? {
    var position = range.lowerBound
    while let colon = ByteSearch.firstIndex(of: Byte.colon, in: bytes, position..<range.upperBound)
    {
      let end = colon + 2
      if end <= range.upperBound, bytes[colon + 1] == Byte.colon,
        end == range.upperBound || bytes[end] == Byte.space
      {
        return colon
      }
      position = colon + 1
    }
    return nil
  }
}

/// What may be the name of a field (F15).
public enum FieldName {
  /// The most characters (Unicode scalars) that a name may have.
  public static let maximumLength = 50

  /// Whether `name` has 1 to 50 characters, no `::` or control, no white space at its ends, no backslash as its last.
  public static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return isValid(bytes.span, 0..<bytes.count)
  }

  package static func isValid(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard !range.isEmpty, range.count <= maximumLength * 4 else { return false }
    var isASCII = true
    for offset in range {
      let byte = bytes[offset]
      // Nearly all are letters.
      if byte > Byte.colon, byte < 0x7f { continue }
      if byte < 0x20 || byte == 0x7f { return false }
      if byte >= 0x80 { isASCII = false }
      if byte == Byte.colon, offset + 1 < range.upperBound, bytes[offset + 1] == Byte.colon {
        return false
      }
    }
    let last = bytes[range.upperBound - 1]
    if bytes[range.lowerBound] == Byte.space || last == Byte.space || last == Byte.backslash {
      return false
    }
    return isASCII ? range.count <= maximumLength : isValidUnicode(bytes.copy(range))
  }

  private static func isValidUnicode(_ bytes: [UInt8]) -> Bool {
    guard let scalars = String(validating: bytes, as: UTF8.self)?.unicodeScalars,
      scalars.count <= maximumLength, let first = scalars.first, let last = scalars.last
    else { return false }
    return !first.properties.isWhitespace && !last.properties.isWhitespace
      && !scalars.contains { $0.properties.generalCategory == .control }
  }

  /// The form in which names are compared: case does not count, nor (as `String` compares) normalization (F15).
  public static func key(_ name: String) -> String { name.lowercased() }

  package static func key(_ name: some Collection<UInt8>) -> String { key(String(utf8: name)) }
}
